"""Measure studies and write the results: for each study its rows, Markdown, plots and an HTML page; for all a README."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final, NamedTuple

from experiments import CONCLUDED
from experiments.answers import Answer, answer_for
from experiments.files import put
from experiments.markdown import table
from experiments.pages import to_html, to_markdown
from experiments.plots import check_plots
from experiments.rows import Rows, made, read
from experiments.study import Report, Row, Study
from zermelo.core.errors import BadOption

TITLE: Final = "Which algorithm, and why?"

INTRO: Final = (
    "Each question has a page with its answer, the tables and plots behind it, and how it was measured. "
    "`python -m experiments --all` measures them again, unless a page says that its code has gone; "
    "`--stale` lists results that are out of date."
)


class Conducted(NamedTuple):
    """A study with its results."""

    study: Study
    report: Report
    rows: list[Row]
    """Of all cases that were to be measured."""
    answer: Answer


def conduct(
    study: Study,
    folder: Path,
    *,
    seed: int = 0,
    quick: bool = False,
    progress: Callable[[str], None] = lambda _: None,
) -> Conducted:
    """Measure a study and write the results to a folder.

    Raises KeyboardInterrupt; the rows measured until then are kept. Raises NotSupported without Matplotlib.
    """
    check_plots()
    folder.mkdir(parents=True, exist_ok=True)
    rows = Rows(study, folder, seed)
    measured = rows.measure(rows.wanted(quick=quick), progress)
    return _written(study, folder, rows.head, measured)


def rewrite(study: Study, folder: Path) -> Conducted:
    """Write the pages of a study again from the rows in a folder, whatever code these were measured with.

    Raises BadOption if there are no rows, and NotSupported without Matplotlib.
    """
    check_plots()
    head, rows = read(folder / f"{study.name}.jsonl")
    if head.get("study") != study.name or not rows:
        raise BadOption(f"There are no rows of {study.name} in {str(folder)!r}.")
    return _written(study, folder, head, rows)


def write_answers(conducted: Iterable[Conducted], folder: Path) -> None:
    """README.md: each question with a link to its page, and the answer in one line."""
    lines = [(f"[{each.study.title}]({each.study.name}.md)", each.answer.headline) for each in conducted]
    for path in (folder / f"{name}.md" for name in CONCLUDED):
        if path.exists():
            title, answer, *_ = path.read_text(encoding="utf-8").split("\n\n")
            lines.append((f"[{title.removeprefix('# ')}]({path.name})", " ".join(answer.split())))
    put(folder / "README.md", f"# {TITLE}\n\n{INTRO}\n\n{table(('Question', 'Answer'), lines)}\n")


def _written(study: Study, folder: Path, head: Row, rows: list[Row]) -> Conducted:
    """Report on the rows, and write the report's files."""
    report = study.report(rows)
    answer = answer_for(study.name, rows)
    markdown = to_markdown(study, report, answer.markdown, made(study, head, rows))
    for name, svg in report.pictures.items():
        put(folder / f"{name}.svg", svg)
    put(folder / f"{study.name}.md", markdown)
    put(folder / f"{study.name}.html", to_html(study.title, markdown, report.pictures))
    return Conducted(study, report, rows, answer)
