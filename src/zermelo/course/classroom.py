"""Grades a class: a folder for each student, with a folder for each task, named as `start` names them (01-winner-go)."""

from __future__ import annotations

import csv
import datetime as dt
import html
import io
import re
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from zermelo.core.errors import BadOption
from zermelo.core.stable_text import SCHEMA, json_text
from zermelo.course.folders import folders
from zermelo.course.grading import Grade, grade
from zermelo.course.languages import language_of, program_in
from zermelo.course.tasks import Task, all_tasks


@dataclass(frozen=True)
class Row:
    """The best verdict of one student for each task; None if nothing was handed in."""

    student: str
    verdicts: tuple[Grade | None, ...]
    strange: tuple[str, ...] = ()
    """The folders that are not named after a task, or hold no program."""

    @property
    def passed(self) -> int:
        return sum(verdict is not None and verdict.passed for verdict in self.verdicts)


def grade_class(folder: Path, tasks: Iterable[Task], progress: Callable[[str], None] = lambda _text: None) -> list[Row]:
    """Grade all submissions in a folder. Raises BadOption if there are none."""
    if not folder.is_dir():
        raise BadOption(f"{str(folder)!r} is not a folder; give the folder that holds a folder for each student.")
    students = [(student.name, _submissions(student)) for student in folders(folder)]
    if not any(submissions for _, (submissions, _) in students):
        raise BadOption(
            f"{str(folder)!r} holds no submissions. They must be in STUDENT/TASK/, where TASK begins with the number or the "
            f"name of a task, as in ada/01-winner-go/main.go."
        )
    chosen = tuple(tasks)
    return [
        Row(
            name,
            tuple(_best(name, task, submissions.get(task.number, []), progress) for task in chosen),
            tuple(not_graded),
        )
        for name, (submissions, not_graded) in students
    ]


def _submissions(student: Path) -> tuple[dict[int, list[Path]], list[str]]:
    """A student's folders by the number of the task, and the names of the folders that cannot be graded."""
    submissions: dict[int, list[Path]] = {}
    not_graded: list[str] = []
    try:
        for entry in folders(student):
            number = _task_of(entry.name)
            if number is None or language_of(entry) is None:
                not_graded.append(f"{student.name}/{entry.name}")
            else:
                submissions.setdefault(number, []).append(entry)
    except (OSError, BadOption):
        not_graded.append(f"{student.name} (cannot be read)")
    return submissions, not_graded


def _task_of(name: str) -> int | None:
    """The number of the task that a folder is named after: 01-winner-go, 1, task_1, best_move; None for other names."""
    plain = re.sub(r"[\s_-]+", "-", name.lower()).removeprefix("task").lstrip("-")
    number = re.match(r"\d+(?!\d)", plain)
    for task in all_tasks():
        if number and int(number[0]) == task.number:
            return task.number
        if re.match(rf"{re.escape(task.name[3:])}(?![a-z])", plain):
            return task.number
    return None


def _best(student: str, task: Task, handed_in: list[Path], progress: Callable[[str], None]) -> Grade | None:
    """The best verdict on a student's programs for a task."""
    verdicts: list[Grade] = []
    for folder in handed_in:
        progress(f"{student}: {folder.name}")
        name = str(folder)
        try:
            program = program_in(folder)
            name = program.name
            verdicts.append(grade(task, program))
        except BadOption as error:  # such as a missing compiler: not the fault of the student, and it must be seen
            sentence = f"Not graded. {error}"
            verdicts.append(Grade(task.name, name, False, sentence, "", 0, len(task.cases), 0.0, graded=False))
    return max(verdicts, key=lambda verdict: (verdict.passed, verdict.right), default=None)


def as_csv(rows: list[Row], tasks: Iterable[Task]) -> str:
    """A table for spreadsheets, with a line for each student and task."""
    tasks = tuple(tasks)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["student", "task", "passed", "right", "cases", "seconds", "program", "verdict", "hint"])
    for row in rows:
        for task, verdict in zip(tasks, row.verdicts, strict=True):
            if verdict is None:
                writer.writerow([_cell(row.student), task.name, "", "", len(task.cases), "", "", "not handed in", ""])
                continue
            passed = "yes" if verdict.passed else "no" if verdict.graded else "not graded"
            texts = map(_cell, (verdict.program, verdict.sentence, verdict.hint))
            numbers = (verdict.right, verdict.cases, verdict.seconds)
            writer.writerow([_cell(row.student), task.name, passed, *numbers, *texts])
    return _encodable(out.getvalue())


def to_json(rows: list[Row], tasks: Iterable[Task]) -> str:
    """All verdicts as JSON, those of each student in the order of the tasks."""
    return json_text({"schema": SCHEMA, "tasks": [task.name for task in tasks], "students": list(map(asdict, rows))})


def _cell(text: str) -> str:
    """A text on one line that a spreadsheet does not take for a formula."""
    line = " ".join(text.split())
    return "'" + line if line.startswith(("=", "+", "-", "@", "\uff1d")) else line


def _encodable(text: str) -> str:
    """The text with question marks for characters that cannot be encoded, as names of folders may have."""
    return text.encode("utf-8", "replace").decode("utf-8")


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
    """A web page: a table of students and tasks, then a sentence for each program that failed."""
    tasks = tuple(tasks)
    heads = "".join(
        f'<th scope="col"><abbr title="{html.escape(task.title)}">{task.number}</abbr></th>' for task in tasks
    )
    body = "\n".join(
        f'<tr><th scope="row">{html.escape(row.student)}</th>{"".join(_mark(verdict, number) for verdict in row.verdicts)}'
        f"<td>{row.passed} of {len(tasks)}</td></tr>"
        for number, row in enumerate(rows)
    )
    failed = "\n".join(
        f'<li id="{number}-{html.escape(verdict.task)}"><strong>{html.escape(row.student)}, {html.escape(verdict.task)}'
        f"</strong> ({html.escape(Path(verdict.program).name)}): {html.escape(verdict.sentence)}"
        f"{f' <em>{html.escape(verdict.hint)}</em>' if verdict.hint else ''}</li>"
        for number, row in enumerate(rows)
        for verdict in row.verdicts
        if verdict is not None and not verdict.passed
    )
    not_graded = "".join(f"<li>{html.escape(name)}</li>" for row in rows for name in row.strange)
    totals = "".join(
        f"<td>{sum(each is not None and each.passed for each in column)}</td>"
        for column in zip(*(row.verdicts for row in rows), strict=True)
    )
    wrong = f"<h2>What went wrong</h2>\n<ul>\n{failed}\n</ul>\n" if failed else ""
    wrong += f"<h2>Folders that were not graded</h2>\n<ul>{not_graded}</ul>\n" if not_graded else ""
    today = dt.datetime.now().astimezone().date().isoformat()
    return _encodable(
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>Class report</title><style>{STYLE}</style></head><body>\n<h1>Class report</h1>\n"
        f'<div class="wide"><table>\n<tr><th scope="col">student</th>{heads}<th scope="col">passed</th></tr>\n{body}\n'
        f'<tr><th scope="row">passed by</th>{totals}<td></td></tr>\n'
        f"</table></div>\n<p>{today}. &#10003; passed, &#10007; failed, ? could not be graded, &middot; not handed in.</p>\n"
        f"{wrong}</body></html>\n"
    )


def _mark(verdict: Grade | None, row: int) -> str:
    if verdict is None:
        return '<td aria-label="not handed in">&middot;</td>'
    if verdict.passed:
        return '<td class="pass" aria-label="passed">&#10003;</td>'
    mark, label = ("&#10007;", "failed") if verdict.graded else ("?", "not graded")
    return f'<td class="fail"><a href="#{row}-{html.escape(verdict.task)}" aria-label="{label}">{mark}</a></td>'
