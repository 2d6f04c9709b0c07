"""`zermelo course`: the tasks of the practice course, the grader, and the report on a class."""

from __future__ import annotations

import shlex
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from zermelo.cli import EXIT_CODES, FALSE, Commands
from zermelo.cli.options import Between, printing, setting
from zermelo.cli.output import maker_of, write
from zermelo.cli.progress import ProgressLine
from zermelo.cli.rows import LEAST, as_rows, columns, joined_lines, tell
from zermelo.core.stable_text import SCHEMA, json_text
from zermelo.core.wording import counted

if TYPE_CHECKING:
    from zermelo.course.tasks import Task


@click.group("course", cls=Commands, epilog=EXIT_CODES)
def command() -> None:
    """A practice course in game-tree search: sixteen tasks, in any language, and a grader that says what is wrong."""


@command.command("list", short_help="List the tasks, and which of them you have passed.")
@click.option("--json", "as_json", is_flag=True, help="Print the list as JSON.")
def list_tasks(as_json: bool) -> None:
    """List the tasks, and which of them you have passed."""
    from zermelo.course import all_tasks
    from zermelo.course.progress import load

    progress = load()
    if as_json:
        tasks = [{**_fields(task), **progress.of(task.name).to_dict()} for task in all_tasks()]
        click.echo(json_text({"schema": SCHEMA, "tasks": tasks}))
        return
    level = ""
    for task in all_tasks():
        if task.level != level:
            level = task.level
            click.echo(f"{level}:")
        entry = progress.of(task.name)
        mark = "passed" if entry.passed else "tried" if entry.tries else ""
        click.echo(f"  {task.number:2}  {task.title:<48}{mark}".rstrip())


@command.command("show", short_help="Print the statement of task N.")
@click.argument("task", metavar="N")
@setting("--hints", "Print the first K hints too.", "K", 0, kind=Between(min=0))
@click.option("--json", "as_json", is_flag=True, help="Print the task as JSON.")
def show(task: str, hints: int, as_json: bool) -> None:
    """Print the statement of task N."""
    from zermelo.course import task_named

    chosen = task_named(task)
    if as_json:
        fields = {"statement": chosen.statement, "hints": chosen.hints[:hints], "all_hints": len(chosen.hints)}
        click.echo(json_text({"schema": SCHEMA, **_fields(chosen), **fields}))
        return
    statement = chosen.statement.rstrip()
    tell(statement if columns(LEAST) == sys.maxsize else joined_lines(statement))
    for number, hint in enumerate(chosen.hints[:hints], start=1):
        tell(f"\nHint {number} of {len(chosen.hints)}: {hint}")
    if hints < len(chosen.hints):
        more = f"{_zermelo()} course show {chosen.number} --hints {hints + 1}"
        tell(f"\n({counted(len(chosen.hints) - hints, 'hint')} left: {more})")


@command.command("start", short_help="Copy the starter files of task N into a folder.")
@click.argument("task", metavar="N")
@setting("--lang language", "python, go, java or cpp.", "NAME", required=True)
@click.argument("folder", metavar="[DIR]", required=False, type=click.Path(path_type=Path))
def start(task: str, language: str, folder: Path | None) -> None:
    """Copy the starter files of task N into DIR. Default: a new folder here, named after the task."""
    from zermelo.course import starting, task_named
    from zermelo.course.languages import language_named
    from zermelo.course.progress import load

    chosen, in_language = task_named(task), language_named(language)
    folder = folder or Path(f"{chosen.name}-{in_language.name}")
    starting.start(chosen, in_language, folder, load())
    tell(f"Task {chosen.number}: {chosen.title}")
    tell(f"The task is in {folder / 'statement.md'}, your program in {folder / in_language.file}.")
    then = f"{_zermelo()} course check {chosen.number} {shlex.quote(str(folder))}"
    tell(f"Complete the program, then run: {then}")


@command.command("check", short_help="Run your program on all cases of task N.")
@click.argument("task", metavar="N")
@click.argument("folder", metavar="[DIR]", required=False, type=click.Path(path_type=Path))
@setting("--cmd run", 'The command that runs your program in DIR: "node main.js".', "COMMAND")
@printing("the verdict")
@click.pass_context
def check(ctx: click.Context, task: str, folder: Path | None, run: str | None, as_json: bool, quiet: bool) -> None:
    """Run the program in DIR on all cases of task N, in a separate process with limits on time, memory and output.

    DIR is the current folder by default, or, if that holds no program, the folder in which you started the task.
    """
    from zermelo.core.interrupts import answering, interrupt
    from zermelo.course import grade, task_named
    from zermelo.course.languages import language_of, program_in
    from zermelo.course.progress import load
    from zermelo.course.sandbox import ENDING

    chosen = task_named(task)
    progress = load()
    if folder is None:
        folder, begun = Path(), progress.of(chosen.name).folder
        if run is None and language_of(folder) is None and begun and Path(begun).is_dir():
            folder = Path(begun)
            tell(
                f"Checking {folder}, where you last started this task. To check another folder, name it.",
                err=True,
            )
    program = program_in(folder, run)
    with ProgressLine(quiet=quiet) as line, answering(interrupt, *ENDING):
        verdict = grade(chosen, program, line.show)
    begun_for = progress.task_begun_in(folder)
    if begun_for not in ("", chosen.name):
        tell(f"Note: {folder} was started for task {begun_for}.", err=True)
    if as_json:
        click.echo(json_text(verdict.to_dict()))
    else:
        rows = [
            ("task", f"{chosen.number}, {chosen.title}"),
            ("program", verdict.program),
            ("verdict", "passed" if verdict.passed else f"not yet: {verdict.right} of {verdict.cases} cases right"),
            ("why", verdict.sentence),
            ("hint", verdict.hint),
        ]
        click.echo(as_rows(rows))
    progress.tried(verdict)
    if not verdict.passed:
        ctx.exit(FALSE)


@command.command("report", short_help="Grade the programs of all students in a class.")
@click.argument("folder", type=click.Path(path_type=Path))
@setting("--tasks numbers", "Grade only these tasks: 1,2,5-8.", "LIST")
@setting(
    "-o --output outputs",
    "Write the report to FILE: .csv, a table for a spreadsheet, or .html, a web page. May be repeated.",
    "FILE",
    multiple=True,
)
@printing("all verdicts")
def report(folder: Path, numbers: str | None, outputs: tuple[str, ...], as_json: bool, quiet: bool) -> None:
    """Grade the programs of all students in a class.

    FOLDER holds a folder for each student, which holds a folder for each task: ada/01-winner-go/main.go. Without -o,
    the table is printed. The programs run with your permissions, so use a separate account or container.
    """
    from zermelo.core.interrupts import answering, interrupt
    from zermelo.course import all_tasks, task_named
    from zermelo.course.classroom import as_csv, as_html, grade_class, to_json
    from zermelo.course.sandbox import ENDING

    tasks = tuple(map(task_named, _numbers(numbers))) if numbers is not None else all_tasks()
    wanted = [(name, maker_of(name, {".csv": as_csv, ".html": as_html})) for name in outputs]
    with ProgressLine(quiet=quiet) as line, answering(interrupt, *ENDING):
        rows = grade_class(folder, tasks, line.show)
    for name in (name for row in rows for name in row.strange):
        tell(f"Not graded, since the folder is not named after a task or holds no program: {name}", err=True)
    for name, form in wanted:
        write(name, form(rows, tasks))
        tell(f"Wrote {name}.", err=True)
    if as_json:
        click.echo(to_json(rows, tasks))
    elif not wanted:
        click.echo(as_csv(rows, tasks), nl=False)


def _fields(task: Task) -> dict[str, Any]:
    return {"task": task.name, "number": task.number, "title": task.title, "level": task.level}


def _zermelo() -> str:
    """The command as it was typed, so that printed commands can be copied."""
    typed = sys.argv[0]
    return typed if typed.endswith("/zermelo") and shutil.which("zermelo") != typed else "zermelo"


def _numbers(text: str) -> list[str]:
    """The numbers in a list of tasks such as 1,2,5-8."""
    numbers: list[str] = []
    for part in text.split(","):
        ends = part.strip().split("-")
        if len(ends) == 2 and all(end.isascii() and end.isdigit() and len(end) < 3 for end in ends):
            numbers += map(str, range(int(ends[0]), int(ends[1]) + 1))
        else:
            numbers.append(part)
    return numbers
