"""Measured studies of search: which algorithm to use, what knowledge of a game is worth, which claims about both hold.

    python -m experiments chain --out results      run one study: write rows, Markdown, plots and an HTML page
    python -m experiments --all --out results      run all studies, and write a page with all answers
    python -m experiments --stale                  list which of the committed results are out of date

They run from a checkout; the installed package does not contain them.

A study is a module or a package with a `STUDY`: cases to measure, and a report written from their rows. Its answer is
written by hand, in `experiments.answers`.
"""

from __future__ import annotations

import importlib
from typing import Final

from experiments.study import Study
from experiments.wording import joined, unknown
from zermelo.core.errors import BadOption

STUDIES: Final = (
    "claims",
    "chain",
    "ordering",
    "scaled-rewards",
    "deepening",
    "knowledge",
    "players",
    "dimensions",
    "misere",
    "polyominoes",
    "counts",
    "horizon",
    "quality",
    "selfplay",
)
"""In the order of README.md."""

CONCLUDED: Final = ("windows", "table")
"""Studies whose code has gone, because it used parts of a search that may change. Their pages and rows stay."""


def study_named(name: str) -> Study:
    """The study of this name. Raises BadOption if there is none."""
    if name not in STUDIES:
        listing = f"there are {joined(STUDIES)}; `python -m experiments` lists them with their questions"
        raise BadOption(unknown("experiment", name, STUDIES, listing=listing))
    return importlib.import_module(f"experiments.{name.replace('-', '_')}").STUDY
