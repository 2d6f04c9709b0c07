"""The measured studies: which algorithm, what each piece of knowledge is worth, and what was claimed about both.

    python -m experiments chain --out results      one of them: rows, a page, Markdown, plots
    python -m experiments --all --out results      all of them, and a page of answers
    python -m experiments --stale                  which of the committed results are out of date

It is run from a checkout: the installed package has no part of it.

A study is a module or a package with a `STUDY`: cases to measure, and a report written from their rows.
"""

from __future__ import annotations

import importlib
from typing import Final

from experiments.study import Study
from zermelo.core.errors import BadOption
from zermelo.core.wording import joined, unknown

STUDIES: Final = (
    "claims",
    "chain",
    "ordering",
    "scaled-rewards",
    "deepening",
    "windows",
    "table",
    "knowledge",
    "players",
    "dimensions",
    "misere",
    "counts",
    "horizon",
    "quality",
    "selfplay",
)
"""In the order of the report."""


def study_named(name: str) -> Study:
    """Raises BadOption."""
    if name not in STUDIES:
        listing = f"there are {joined(STUDIES)}; `python -m experiments` lists them with their questions"
        raise BadOption(unknown("experiment", name, STUDIES, listing=listing))
    return importlib.import_module(f"experiments.{name.replace('-', '_')}").STUDY
