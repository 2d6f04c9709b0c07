"""Measure, and write what came out: for each study its rows, Markdown, plots and a page; for all of them their answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from experiments.pages import to_html, to_markdown
from experiments.plots import check_plots
from experiments.rows import Rows, made, read
from experiments.study import Report, Row, Study
from zermelo.core.errors import BadOption
from zermelo.work.files import put

TITLE: Final = "Which algorithm, and why?"


class Conducted(NamedTuple):
    """A study that was measured."""

    study: Study
    report: Report
    rows: list[Row]
    """Of all cases that were asked for."""


def conduct(
    study: Study, folder: Path, *, seed: int = 0, quick: bool = False, progress: Callable[[str], None] = lambda _: None
) -> Conducted:
    """Measure a study and write it into a folder.

    Raises KeyboardInterrupt; what was measured until then is kept. Raises NotSupported without what plots need.
    """
    check_plots()
    folder.mkdir(parents=True, exist_ok=True)
    rows = Rows(study, folder, seed)
    measured = rows.measure(rows.wanted(quick=quick), progress)
    return Conducted(study, _written(study, folder, rows.head, measured), measured)


def rewrite(study: Study, folder: Path) -> Conducted:
    """Write the pages of a study anew from the rows in a folder, whatever code they were measured with.

    Raises BadOption where there are none, and NotSupported without what plots need.
    """
    check_plots()
    head, rows = read(folder / f"{study.name}.jsonl")
    if head.get("study") != study.name or not rows:
        raise BadOption(f"There are no rows of {study.name} in {str(folder)!r}.")
    return Conducted(study, _written(study, folder, head, rows), rows)


def write_answers(conducted: Iterable[Conducted], folder: Path) -> None:
    """README.md: what was asked and found, with links to the pages."""
    answers = [
        f"## [{study.title}]({study.name}.md)\n\n{study.question}\n\n{report.answer}" for study, report, _ in conducted
    ]
    intro = "`python -m experiments --all` measures all of it again; `--stale` tells which results are out of date."
    put(folder / "README.md", "\n\n".join([f"# {TITLE}", intro, *answers]) + "\n")


def _written(study: Study, folder: Path, head: Row, rows: Sequence[Row]) -> Report:
    """The report of these rows, in its files."""
    report = study.report(rows)
    markdown = to_markdown(study, report, made(study, head, rows))
    for name, svg in report.pictures.items():
        put(folder / f"{name}.svg", svg)
    put(folder / f"{study.name}.md", markdown)
    put(folder / f"{study.name}.html", to_html(study.title, markdown, report.pictures))
    return report
