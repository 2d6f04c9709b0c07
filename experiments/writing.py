"""Measure, and write what came out: for each study its rows, Markdown, plots and a page; for all of them one of each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from experiments.pages import to_html, to_markdown
from experiments.plots import check_plots
from experiments.rows import Rows, made, signature
from experiments.study import Report, Row, Study
from zermelo.work.files import put

SIGNATURE: Final = "signature.txt"

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
    command = f"zermelo experiment {study.name}{' --quick' if quick else ''}{f' --seed {seed}' if seed else ''}"
    report = written(study, folder, measured, made(rows.head, measured, command))
    return Conducted(study, report, measured)


def written(study: Study, folder: Path, rows: Sequence[Row], how: str) -> Report:
    """The report of these rows, in its files."""
    report = study.report(rows)
    markdown = to_markdown(study, report, how)
    for name, svg in report.pictures.items():
        put(folder / f"{name}.svg", svg)
    put(folder / f"{study.name}.md", markdown)
    put(folder / f"{study.name}.html", to_html(study.title, markdown, report.pictures))
    return report


def conduct_all(
    studies: Sequence[Study],
    folder: Path,
    *,
    seed: int = 0,
    quick: bool = False,
    progress: Callable[[str], None] = lambda _: None,
) -> tuple[list[Conducted], str]:
    """Measure all studies; beside theirs, README.md has the answers, index.html everything, signature.txt the signature.

    Gives the signature, too: a digest of the rows of all quick cases, the same wherever they are measured.
    """
    conducted = [conduct(study, folder, seed=seed, quick=quick, progress=progress) for study in studies]
    found = signature(_quick_rows(each, seed) for each in conducted)
    intro = f"# {TITLE}\n\nMeasured by `zermelo experiment --all`; signature `{found[:16]}`."
    answers = [
        f"## [{study.title}]({study.name}.md)\n\n{study.question}\n\n{report.answer}" for study, report, _ in conducted
    ]
    put(folder / "README.md", "\n\n".join([intro, *answers]))
    whole = [
        f"## {study.title}\n\n{study.question}\n\n{report.answer}\n\n{report.body}" for study, report, _ in conducted
    ]
    pictures = {name: svg for _, report, _ in conducted for name, svg in report.pictures.items()}
    put(folder / "index.html", to_html(TITLE, "\n\n".join([intro, *whole]), pictures))
    put(folder / SIGNATURE, found)
    return conducted, found


def _quick_rows(conducted: Conducted, seed: int) -> list[Row]:
    """Those of the cases that are measured even when time is short."""
    short = {case.name for case in conducted.study.cases(seed) if case.quick}
    return [row for row in conducted.rows if row["case"] in short]
