"""`zermelo course` as a learner meets it."""

from __future__ import annotations

import json
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import psutil
import pytest
from click.testing import CliRunner, Result

from tests.support.submissions import litter, reference
from zermelo.cli import main
from zermelo.course import all_tasks, task_named
from zermelo.course.languages import LANGUAGES


@pytest.fixture(autouse=True)
def _at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZERMELO_COURSE", str(tmp_path / "home" / "course.json"))
    monkeypatch.chdir(tmp_path)


def course(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["course", *arguments])


def refusal(*arguments: str) -> str:
    result = course(*arguments)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert "Traceback" not in result.stderr
    message = result.stderr.partition("Error: ")[2].strip()
    assert 0 < len(message) < 400
    assert message.count("\n") == 0
    return message


def test_a_learner_s_first_task(tmp_path: Path) -> None:
    begun = course("start", "1", "--lang", "python")
    assert begun.exit_code == 0
    assert begun.stdout.splitlines()[-1].endswith("zermelo course check 1 01-winner-python")
    folder = tmp_path / "01-winner-python"
    assert {file.name for file in folder.iterdir()} == {"solution.py", "statement.md"}
    assert "Hint" not in (folder / "statement.md").read_text()

    failed = course("check", "1")
    assert failed.exit_code == 1
    assert "not yet: " in failed.stdout
    assert f"Checking {folder}, where you last started this task" in " ".join(failed.stderr.split())
    assert "expected '1', got '0'" in " ".join(failed.stdout.split())
    assert "tried" in course("list").stdout.splitlines()[1]

    (folder / "solution.py").write_text(reference(task_named(1)))
    passed = course("check", "1")
    assert passed.exit_code == 0
    assert "verdict  passed" in passed.stdout
    listed = course("list").stdout.splitlines()
    assert listed[1].endswith("passed")
    assert len(listed) == 16 + 4
    assert max(map(len, listed)) <= 80


def test_a_start_says_what_to_do_next_as_a_command_that_can_be_copied() -> None:
    assert course("start", "1", "--lang", "cpp", "my folder").stdout.splitlines() == [
        "Task 1: Who has three in a row?",
        "The task is in my folder/statement.md, your program in my folder/main.cpp.",
        "Complete the program, then run: zermelo course check 1 'my folder'",
    ]


@pytest.mark.long
def test_a_program_in_this_folder_goes_before_the_one_begun(tmp_path: Path) -> None:
    course("start", "1", "--lang", "python")
    (tmp_path / "solution.py").write_text(reference(task_named(1)))
    assert course("check", "1").exit_code == 0


@pytest.mark.long
def test_any_command_can_be_checked(tmp_path: Path) -> None:
    (tmp_path / "winner.py").write_text(reference(task_named(1)))
    told = course("check", "1", "--cmd", "python3 winner.py", "--json")
    assert told.exit_code == 0
    assert json.loads(told.stdout)["passed"] is True


@pytest.mark.parametrize("task", [task.name for task in all_tasks()])
def test_every_task_is_shown_and_its_hints_one_by_one(task: str) -> None:
    shown = course("show", task)
    assert shown.exit_code == 0
    assert "<details>" not in shown.stdout
    assert "Hint 1" not in shown.stdout
    hints = len(task_named(task).hints)
    assert f"({hints} hints left: zermelo course show" in shown.stdout
    everything = course("show", task, "--hints", "99").stdout
    assert re.findall(r"^Hint (\d+) of", everything, re.MULTILINE) == [str(n) for n in range(1, hints + 1)]
    assert "hints left" not in everything


@pytest.mark.parametrize("language", ["python", "go", "java", "cpp", "Python"])
def test_every_task_can_be_started_in_every_language(language: str, tmp_path: Path) -> None:
    for task in all_tasks():
        assert course("start", str(task.number), "--lang", language, f"here/{task.number}").exit_code == 0
        folder = tmp_path / "here" / str(task.number)
        assert (folder / "statement.md").is_file()
        assert "TODO: " in (folder / LANGUAGES[language.lower()].file).read_text()


@pytest.fixture
def littered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A course in which an installer, a system and editors have left files, and a task that is no more its folder."""
    copy = shutil.copytree(task_named(1).folder.parent, tmp_path / "course")
    (copy / "17-old" / "solution").mkdir(parents=True)
    litter(copy)
    monkeypatch.setattr("zermelo.course.tasks.folder_of", lambda _name: copy)
    all_tasks.cache_clear()
    yield
    all_tasks.cache_clear()


@pytest.mark.usefixtures("littered")
def test_what_programs_leave_in_the_course_does_not_matter(tmp_path: Path) -> None:
    assert len(all_tasks()) == 16
    given = {"python": ["solution.py"], "go": ["go.mod", "main.go"], "java": ["Main.java"], "cpp": ["main.cpp"]}
    for language, (task, folder) in product(given, ((task, tmp_path / "begun" / task.name) for task in all_tasks())):
        assert course("start", task.name, "--lang", language, str(folder / language)).exit_code == 0
        assert sorted(file.name for file in (folder / language).iterdir()) == sorted([*given[language], "statement.md"])


def test_a_course_that_is_not_installed_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    all_tasks.cache_clear()
    for place in (tmp_path, tmp_path / "nowhere"):
        monkeypatch.setattr("zermelo.course.tasks.folder_of", lambda _name, place=place: place)
        assert "are missing from this installation of zermelo" in refusal("list")


def test_a_report_of_a_class(tmp_path: Path) -> None:
    folder = tmp_path / "class" / "ada" / "01-winner"
    folder.mkdir(parents=True)
    (folder / "solution.py").write_text(reference(task_named(1)))
    told = course("report", "class", "--tasks", "1", "-o", "class.html", "-o", "class.csv")
    assert told.exit_code == 0
    assert told.stdout == ""
    assert "ada,01-winner,yes" in (tmp_path / "class.csv").read_text()
    assert '<th scope="row">ada</th>' in (tmp_path / "class.html").read_text()
    assert course("report", "class", "--tasks", "1-2").stdout.startswith("student,task,passed")


@pytest.mark.long
def test_the_course_is_told_as_json(tmp_path: Path) -> None:
    course("start", "2", "--lang", "python")
    (tmp_path / "class" / "ada" / "1").mkdir(parents=True)
    (tmp_path / "class" / "ada" / "1" / "solution.py").write_text(reference(task_named(1)))
    course("check", "1", "class/ada/1")
    first, second, *rest = json.loads(course("list", "--json").stdout)["tasks"]
    assert (first["task"], first["tries"], first["passed"], first["folder"]) == ("01-winner", 1, True, None)
    assert (second["tries"], second["passed_on"], second["folder"]) == (0, None, str(tmp_path / "02-minimax-python"))
    assert len(rest) == 14
    shown = json.loads(course("show", "1", "--hints", "1", "--json").stdout)
    assert (shown["hints"], shown["all_hints"]) == ([task_named(1).hints[0]], len(task_named(1).hints))
    report = course("report", "class", "--tasks", "1,2", "-o", "class.csv", "--json")
    (ada,) = json.loads(report.stdout)["students"]
    assert (ada["student"], ada["verdicts"][0]["passed"], ada["verdicts"][1]) == ("ada", True, None)
    assert (tmp_path / "class.csv").exists()


def test_a_program_begun_for_another_task_is_noticed(tmp_path: Path) -> None:
    course("start", "1", "--lang", "python")
    told = course("check", "2", "01-winner-python")
    assert "was started for task 01-winner" in told.stderr
    assert "program  01-winner-python/solution.py" in told.stdout


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_grader_that_is_stopped_leaves_nothing_running(number: int, tmp_path: Path) -> None:
    (tmp_path / "solution.py").write_text("while True: pass")
    words = [sys.executable, "-m", "zermelo", "course", "check", "1"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as grader:
        deadline = time.monotonic() + 20
        while not psutil.Process(grader.pid).children() and time.monotonic() < deadline:
            time.sleep(0.01)
        (child,) = psutil.Process(grader.pid).children()
        grader.send_signal(number)
        out, errors = grader.communicate(timeout=20)
    assert (grader.returncode, out) == (130, "")
    assert "Interrupted." in errors
    assert not child.is_running()


def test_what_is_there_is_not_overwritten(tmp_path: Path) -> None:
    course("start", "1", "--lang", "python", "mine")
    (tmp_path / "mine" / "solution.py").write_text("my work")
    assert "already exists and was not changed" in refusal("start", "1", "--lang", "python", "mine")
    assert (tmp_path / "mine" / "solution.py").read_text() == "my work"


def everything(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*")}


LIMITED = """
import resource, sys
from zermelo.cli import main
resource.setrlimit(resource.RLIMIT_FSIZE, (600, 600))
main(["course", "start", "1", "--lang", "python", *sys.argv[1:]])
"""
"""Starts a task where the first file can be written, but the statement is too long."""


@pytest.mark.parametrize("folder", ["new", "new/deep/er", "mine", "mine/new"])
def test_a_start_that_fails_half_way_leaves_nothing_behind(folder: str, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes.txt").write_text("my work")
    before = everything(tmp_path)
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, folder], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert (done.returncode, done.stderr) == (2, f"Error: {folder!r} cannot be written: File too large.\n")
    assert everything(tmp_path) == before


@pytest.mark.parametrize("there", ["solution.py", "statement.md"])
@pytest.mark.parametrize("as_link", [False, True])
def test_a_start_that_would_overwrite_leaves_nothing_behind(there: str, as_link: bool, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    if as_link:
        (tmp_path / "mine" / there).symlink_to("nowhere")
    else:
        (tmp_path / "mine" / there).write_text("my work")
    before = everything(tmp_path)
    assert f"'mine/{there}' already exists and was not changed" in refusal("start", "1", "--lang", "python", "mine")
    assert everything(tmp_path) == before


def test_a_start_that_cannot_be_noted_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZERMELO_COURSE", "/proc/nope/x.json")
    assert "Your progress cannot be saved in '/proc/nope/x.json'" in refusal("start", "1", "--lang", "go", "new/one")
    assert everything(tmp_path) == set()


def test_a_start_that_is_interrupted_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("zermelo.course.progress.CourseProgress.begun", interrupted)
    assert course("start", "1", "--lang", "go", "new/one").exit_code == 130
    assert everything(tmp_path) == set()


@pytest.mark.long
def test_progress_that_cannot_be_written_whole_stays_as_it_is(tmp_path: Path) -> None:
    tasks = {task.name: {"tries": 1, "passed": "", "folder": "x" * 100} for task in all_tasks()}
    path = tmp_path / "home" / "course.json"
    path.parent.mkdir()
    path.write_text(json.dumps({"schema": 1, "tasks": tasks}))
    before = path.read_text()
    limited = LIMITED.replace("600, 600", "1800, 1800")
    done = subprocess.run([sys.executable, "-c", limited, "new"], capture_output=True, text=True, check=False)
    assert (done.returncode, "Your progress cannot be saved" in done.stderr) == (2, True)
    assert everything(tmp_path) == {"home", "home/course.json", "home/.course.json.lock"}
    assert path.read_text() == before


@pytest.mark.parametrize("task", ["0", "17", "-1", "winners", "", "1.5", "²", "1" * 5000])
def test_a_task_that_there_is_not_is_refused(task: str) -> None:
    shown = CliRunner().invoke(main, ["course", "show", "--", task])
    assert shown.exit_code == 2
    assert "There is no task" in shown.stderr
    assert "Traceback" not in shown.stderr


def test_refusals(tmp_path: Path) -> None:
    assert "There is no language 'cobol'; the choices are python, go, java and cpp." in refusal(
        "start", "1", "--lang", "cobol"
    )
    assert "There is no program in '.'" in refusal("check", "1")
    assert "'nowhere' is not a folder" in refusal("check", "1", "nowhere")
    assert "--cmd is empty" in refusal("check", "1", "--cmd", "")
    assert "The command 'nosuch' was not found" in refusal("check", "1", "--cmd", "nosuch")
    assert "'nowhere' is not a folder" in refusal("report", "nowhere")
    (tmp_path / "file").write_text("")
    for place in ("file", "file/deeper", "/proc/new"):
        assert f"{place!r} cannot be written" in refusal("start", "1", "--lang", "go", place)
    (tmp_path / "class" / "ada" / "1").mkdir(parents=True)
    assert "holds no submissions" in refusal("report", "class")
    (tmp_path / "class" / "ada" / "1" / "solution.py").write_text("")
    assert "There is no folder 'nowhere'" in refusal("report", "class", "--tasks", "1", "-o", "nowhere/x.csv")
    assert "There is no task 'x'" in refusal("report", "class", "--tasks", "1,x")
    assert "File name too long" in refusal("check", "1", "x" * 300)
    assert "cannot be written: File name too long" in refusal("start", "1", "--lang", "go", "x" * 300)


@pytest.mark.long
def test_a_verdict_is_shown_even_if_it_cannot_be_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "solution.py").write_text(reference(task_named(1)))
    monkeypatch.setenv("ZERMELO_COURSE", "/proc/nope/x.json")
    told = course("check", "1")
    assert told.exit_code == 2
    assert "verdict  passed" in told.stdout
    assert "Your progress cannot be saved" in told.stderr


def test_damaged_progress_is_refused_before_anything_is_done(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "course.json").write_text("{")
    assert "does not hold the progress of a course" in refusal("list")
    assert "does not hold the progress of a course" in refusal("start", "1", "--lang", "go")
    assert not (tmp_path / "01-winner-go").exists()
