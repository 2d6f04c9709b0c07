"""Many submissions: a folder for each student, in it a folder for each task, named as `start` names them (01-winner-go)."""

from __future__ import annotations

import csv
import html
import io
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from zermelo.course.grading import Verdict, grade
from zermelo.course.languages import language_of, program_in
from zermelo.course.tasks import Task
from zermelo.errors import BadOption


@dataclass(frozen=True)
class Row:
    """One student's programs: for each task the verdict, None where nothing was handed in."""

    student: str
    verdicts: tuple[Verdict | None, ...]

    @property
    def passed(self) -> int:
        """How many tasks were solved."""
        return sum(verdict is not None and verdict.passed for verdict in self.verdicts)


def grade_class(folder: Path, tasks: Iterable[Task], progress: Callable[[str], None] | None = None) -> list[Row]:
    """Grade all submissions in a folder. Raises BadOption if there are none."""
    if not folder.is_dir():
        raise BadOption(f"{str(folder)!r} is not a folder; give the one that holds a folder for each student.")
    tasks = tuple(tasks)
    students = sorted(entry for entry in folder.iterdir() if entry.is_dir() and not entry.name.startswith("."))
    if not any(_submission(student, task) for student in students for task in tasks):
        raise BadOption(
            f"{str(folder)!r} holds no submissions; they lie in STUDENT/TASK/, where TASK begins with a task's number or "
            f"name, as in ada/01-winner-go/main.go."
        )
    return [Row(student.name, tuple(_graded(student, task, progress) for task in tasks)) for student in students]


def _graded(student: Path, task: Task, progress: Callable[[str], None] | None) -> Verdict | None:
    """The verdict on a student's program for a task."""
    folder = _submission(student, task)
    if folder is None:
        return None
    if progress:
        progress(f"{student.name}: {task.name}")
    try:
        return grade(task, program_in(folder))
    except BadOption as error:  # a toolchain that is not there says nothing against the student, and must be seen
        return Verdict(task.name, False, f"Not graded. {error}", "", 0, len(task.cases), 0.0)


def _submission(student: Path, task: Task) -> Path | None:
    """The folder of a student's program for a task: the first that is named for it and holds one."""
    named = re.compile(rf"0*{task.number}(?!\d)|{re.escape(task.name[3:])}(?![a-z])", re.IGNORECASE)
    for entry in sorted(student.iterdir()):
        if entry.is_dir() and named.match(entry.name) and language_of(entry):
            return entry
    return None


def as_csv(rows: list[Row], tasks: Iterable[Task]) -> str:
    """A line for each student and task handed in, for a spreadsheet."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["student", "task", "passed", "right", "cases", "seconds", "verdict", "hint"])
    for row in rows:
        for task, verdict in zip(tasks, row.verdicts, strict=True):
            if verdict is None:
                writer.writerow([_cell(row.student), task.name, "", "", len(task.cases), "", "not handed in", ""])
                continue
            told = [verdict.right, verdict.cases, verdict.seconds, _cell(verdict.sentence), _cell(verdict.hint)]
            writer.writerow([_cell(row.student), task.name, "yes" if verdict.passed else "no", *told])
    return out.getvalue()


def _cell(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return "'" + text if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text


STYLE = """
body { font: 16px/1.4 system-ui, sans-serif; margin: 1.5rem; color: #1a1a1a; background: #fff; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; }
th, td { border: 1px solid #999; padding: .3rem .5rem; text-align: center; }
th[scope=row] { text-align: left; }
.pass { background: #d7e8f7; }
.fail { background: #fbe3d0; }
li { margin: .4rem 0; }
@media (prefers-color-scheme: dark) {
  body { color: #eee; background: #161616; }
  .pass { background: #12395c; }
  .fail { background: #5a2c0c; }
}
"""


def as_html(rows: list[Row], tasks: Iterable[Task]) -> str:
    """A page: a table of students and tasks, then a sentence for each program that failed."""
    tasks = tuple(tasks)
    heads = "".join(
        f'<th scope="col"><abbr title="{html.escape(task.title)}">{task.number}</abbr></th>' for task in tasks
    )
    body = "\n".join(
        f'<tr><th scope="row">{html.escape(row.student)}</th>{"".join(map(_mark, row.verdicts))}<td>{row.passed}</td></tr>'
        for row in rows
    )
    failed = "\n".join(
        f"<li><strong>{html.escape(row.student)}, {html.escape(verdict.task)}:</strong> {html.escape(verdict.sentence)}"
        f"{f' <em>{html.escape(verdict.hint)}</em>' if verdict.hint else ''}</li>"
        for row in rows
        for verdict in row.verdicts
        if verdict is not None and not verdict.passed
    )
    wrong = f"<h2>What went wrong</h2>\n<ul>\n{failed}\n</ul>\n" if failed else ""
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>Class report</title><style>{STYLE}</style></head><body>\n<h1>Class report</h1>\n"
        f'<div class="wide"><table>\n<tr><th scope="col">student</th>{heads}<th scope="col">passed</th></tr>\n{body}\n'
        f"</table></div>\n<p>&#10003; passed, &#10007; failed, &middot; not handed in</p>\n{wrong}</body></html>\n"
    )


def _mark(verdict: Verdict | None) -> str:
    """A cell of the table."""
    if verdict is None:
        return '<td aria-label="not handed in">&middot;</td>'
    if verdict.passed:
        return '<td class="pass" aria-label="passed">&#10003;</td>'
    return f'<td class="fail" aria-label="failed" title="{html.escape(verdict.sentence)}">&#10007;</td>'
