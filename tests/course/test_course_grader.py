"""The grader: known mistakes and their hints, programs that misbehave, progress, and a class."""

from __future__ import annotations

import csv
import dataclasses
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import psutil
import pytest

from tests.support.submissions import litter, reference
from zermelo.core.errors import BadOption, NotSupported
from zermelo.course import Task, all_tasks, grade, task_named
from zermelo.course.classroom import as_csv, as_html, grade_class
from zermelo.course.grading import AFTER_TIME, Patience, what_happened
from zermelo.course.languages import LANGUAGES, Submission, program_in
from zermelo.course.progress import load
from zermelo.course.sandbox import MAX_ERRORS, Execution, RunLimits, run
from zermelo.course.tasks import Mistake

LIMITS = RunLimits(seconds=2, megabytes=200)
MISTAKES = [
    pytest.param(task, mistake, id=f"{task.name}-{mistake.name}") for task in all_tasks() for mistake in task.mistakes
]


def script(folder: Path, text: str) -> Submission:
    """A program in Python."""
    folder.mkdir(exist_ok=True)
    (folder / "solution.py").write_text(text, encoding="utf-8")
    return program_in(folder)


# --- known mistakes -----------------------------------------------------------------------------------------------------


def test_there_are_mistakes_of_each_task_and_most_have_a_hint() -> None:
    assert len(MISTAKES) >= 64
    assert all(len(task.mistakes) >= 2 for task in all_tasks())
    assert sum(bool(mistake.answers) for task in all_tasks() for mistake in task.mistakes) >= 60


@pytest.mark.parametrize(("task", "mistake"), MISTAKES)
def test_a_known_mistake_is_refused_with_its_hint(task: Task, mistake: Mistake, tmp_path: Path) -> None:
    assert reference(task).count(mistake.find) == 1
    verdict = grade(task, script(tmp_path / "p", reference(task).replace(mistake.find, mistake.replace)))
    assert not verdict.passed
    assert verdict.right < verdict.cases
    assert verdict.hint == (mistake.hint if mistake.answers else "")


@pytest.mark.long
def test_a_mistake_is_known_again_in_another_program(tmp_path: Path) -> None:
    wrong = """import sys
for line in sys.stdin:
    b = list(map(int, line.split()))
    rows = [b[0:3], b[3:6], b[6:9], b[0::3], b[1::3], b[2::3]]
    print(1 if [1] * 3 in rows else -1 if [-1] * 3 in rows else 0)
"""
    verdict = grade(task_named(1), script(tmp_path / "p", wrong))
    assert verdict.hint == next(each.hint for each in task_named(1).mistakes if each.name == "diagonals forgotten")


@pytest.mark.long
def test_an_unknown_mistake_gets_no_hint(tmp_path: Path) -> None:
    verdict = grade(task_named(1), script(tmp_path / "p", "import sys\nfor line in sys.stdin: print(7)"))
    assert (verdict.passed, verdict.hint, verdict.right) == (False, "", 0)
    assert "expected '1', got '7'." in verdict.sentence


# --- what came ------------------------------------------------------------------------------------------------------------

ECHO = "import sys\nfor line in sys.stdin: print("
SENTENCES = {
    "nothing": ("pass", "It printed nothing"),
    "an exception that is caught": (
        "import traceback\ntry: 1 / 0\nexcept Exception: traceback.print_exc()",
        "It printed nothing; print one line for each line of input. Its error output: ZeroDivisionError",
    ),
    "one line for all": ("print(0)", "It printed 1 line for 29 cases"),
    "too much": (
        "import sys\nfor n in map(int, sys.stdin): print(n % 4 != 0)\nprint('done')",
        "It printed 30 lines for 29 cases",
    ),
    "words around it": (ECHO + "'The answer is', int(line) % 4 != 0)", "The answer has 1 word, this line has 4."),
    "capital letters": (ECHO + "str(int(line) % 4 != 0).lower())", "Only the capital letters differ."),
    "terminal codes": (ECHO + "'\\x1b[31mTrue')", "got '\N{REPLACEMENT CHARACTER}[31mTrue'"),
    "no UTF-8": ("import sys\nsys.stdout.buffer.write(b'\\xff\\xfe' * 9)", "It printed 1 line for"),
    "raises": (
        ECHO + "1 // int(line))",
        "Case 1 (0 stones), input '0': it ended with exit code 1. Its error output: ZeroDivisionError: integer division or "
        "modulo by zero (solution.py:2)",
    ),
    "raises later": (
        ECHO + "int(line) % 4 != 0 if int(line) < 999 else None[0])",
        "input '999': it ended with exit code 1.",
    ),
    "aborts": ("import os\nos.abort()", "it was killed by signal 6 (aborted)."),
    "ends badly after the last answer": (
        ECHO + "int(line) % 4 != 0)\ninput()",
        "All answers are right, but then it ended with exit code 1. Its error output: EOFError",
    ),
    "a long traceback": (
        "def win(n): return n and any(not win(n - k) for k in (1, 2, 3) if k <= n)\nwin(10**6)",
        "Its error output: RecursionError",
    ),
    "no Python": ("def win(n)\n  pass", "Its error output: SyntaxError: expected ':' (solution.py:1)"),
    "exit code": (ECHO + "int(line) % 3 != 0)\nsys.exit(3)", "t ended with exit code 3."),
}


@pytest.mark.long
@pytest.mark.parametrize("name", SENTENCES)
def test_what_is_wrong_is_told_in_a_sentence(name: str, tmp_path: Path) -> None:
    text, sentence = SENTENCES[name]
    verdict = grade(task_named(5), script(tmp_path / "p", text))
    assert not verdict.passed
    assert sentence in verdict.sentence
    assert verdict.sentence.isprintable()
    assert len(verdict.sentence) < 400


@pytest.mark.long
def test_spaces_do_not_matter(tmp_path: Path) -> None:
    verdict = grade(task_named(5), script(tmp_path / "p", ECHO + "' ', int(line) % 4 != 0, ' ', end='\\r\\n')"))
    assert verdict.passed


def test_what_does_not_compile_is_told(tmp_path: Path) -> None:
    if shutil.which("g++") is None:
        pytest.skip("g++ is not installed")
    (tmp_path / "main.cpp").write_text("int main() { return x; }")
    verdict = grade(task_named(1), program_in(tmp_path))
    assert verdict.sentence.startswith("It does not compile: ./main.cpp:1:21: error:")
    assert "main.cpp" in verdict.errors


# --- programs that misbehave ----------------------------------------------------------------------------------------------

ENDINGS = {
    "loops": ("while True: pass", "time"),
    "sleeps and ignores SIGTERM": ("import signal, time\nsignal.signal(15, signal.SIG_IGN)\ntime.sleep(99)", "time"),
    "closes its pipes": ("import os, time\nfor fd in (0, 1, 2): os.close(fd)\ntime.sleep(99)", "time"),
    "floods stderr": ("import sys\nwhile True: sys.stderr.write('x' * 10000)", "time"),
    "forks": ("import os\nwhile True: os.fork()", "processes or memory"),
    "prints without end": ("while True: print('x' * 1000)", "output"),
    "eats memory": ("a = []\nwhile True: a.append(b'x' * 10**7)", "memory"),
    "dies": ("import os\nos.kill(os.getpid(), 9)", "signal"),
    "forks and lets go": (
        "import os, time\nfor _ in range(300):\n    if os.fork() == 0:\n        if os.fork() == 0: time.sleep(99)\n"
        "        os._exit(0)\n    os.wait()\ntime.sleep(99)",
        "processes or memory",
    ),
    "leaves children behind": (
        "import os, time\nif os.fork() == 0:\n    if os.fork() == 0: time.sleep(99)\n    time.sleep(99)",
        "exit",
    ),
    "fills a file": ("f = open('big', 'wb')\nwhile True: f.write(b'x' * 10**7)", "exit"),
}


@pytest.mark.long
@pytest.mark.parametrize("name", ENDINGS)
def test_a_program_is_stopped_with_all_its_children(name: str, tmp_path: Path) -> None:
    text, ending = ENDINGS[name]
    given = script(tmp_path / "p", text)
    before = {child.pid for child in psutil.Process().children(recursive=True)}
    started = time.monotonic()
    outcome = run(given.command, given.folder, "1\n" * 10**6, LIMITS)
    assert outcome.ending in ending
    assert time.monotonic() - started < 15
    assert {child.pid for child in psutil.Process().children(recursive=True)} <= before
    assert len(outcome.output) <= LIMITS.output
    assert not [each for each in psutil.process_iter(["cwd"]) if each.info["cwd"] == str(given.folder)]


def test_a_program_that_was_just_being_started_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Interrupted(subprocess.Popen[bytes]):
        """Ctrl-C is pressed when the program runs already, and its starter does not know it yet."""

        def __init__(self, *words: Any, **options: Any) -> None:
            super().__init__(*words, **options)
            os.kill(os.getpid(), signal.SIGINT)

    before = set(psutil.Process().children(recursive=True))
    monkeypatch.setattr("zermelo.course.sandbox.subprocess.Popen", Interrupted)
    with pytest.raises(KeyboardInterrupt):
        run((sys.executable, "-c", "while True: pass"), tmp_path, "", RunLimits(seconds=20, megabytes=512))
    assert set(psutil.Process().children(recursive=True)) <= before


@pytest.mark.long
def test_what_was_built_before_is_not_run(tmp_path: Path) -> None:
    if shutil.which("javac") is None:
        pytest.skip("javac is not installed")
    shutil.copy(task_named(1).folder / "solution" / "java" / "Main.java", tmp_path)
    run(("javac", "-d", ".build", "Main.java"), tmp_path, "", RunLimits(60, 1024))
    (tmp_path / "Main.java").write_text("class Other {}")
    assert not grade(task_named(1), program_in(tmp_path)).passed
    assert sorted(file.name for file in tmp_path.iterdir()) == [".build", "Main.java"]


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_programs_leave_in_a_submission_does_not_matter(language: str, tmp_path: Path) -> None:
    language_s = LANGUAGES[language]
    tool = language_s.build[0] if language_s.build else sys.executable
    if shutil.which(tool) is None:
        pytest.skip(f"{tool} is not installed")
    folder = tmp_path / "ada" / "1"
    shutil.copytree(task_named(1).folder / "solution" / language, folder)
    expected = grade(task_named(1), program_in(folder))
    litter(tmp_path)
    (folder / f"old{Path(language_s.file).suffix}").mkdir()
    rows = grade_class(tmp_path, (task_named(1),))
    assert [(row.student, row.strange) for row in rows] == [("ada", ())]
    (verdict,) = rows[0].verdicts
    assert verdict is not None
    assert (verdict.sentence, verdict.right) == (expected.sentence, expected.right)
    assert verdict.passed


@pytest.mark.long
def test_nothing_is_written_into_a_submission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
    given = script(tmp_path, "from helper import answer\nimport sys\nfor line in sys.stdin: print(answer(line))")
    (tmp_path / "helper.py").write_text("def answer(line): return int(line) % 4 != 0")
    assert grade(task_named(5), given).passed
    assert sorted(file.name for file in tmp_path.iterdir()) == ["helper.py", "solution.py"]


def test_a_submission_that_cannot_be_read_does_not_spoil_the_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for student in ("ada", "bob"):
        (tmp_path / student / "1").mkdir(parents=True)
        (tmp_path / student / "1" / "main.go").write_text("package main")
    monkeypatch.setenv("PATH", str(tmp_path))
    listed = Path.iterdir

    def iterdir(folder: Path) -> Iterator[Path]:
        if folder == tmp_path / "ada" / "1":
            raise PermissionError(13, "Permission denied")
        return listed(folder)

    monkeypatch.setattr(Path, "iterdir", iterdir)
    verdicts = [row.verdicts[0] for row in grade_class(tmp_path, (task_named(1),))]
    assert [verdict and verdict.graded for verdict in verdicts] == [False, False]
    assert verdicts[0] is not None
    assert verdicts[0].sentence == f"Not graded. {str(tmp_path / 'ada' / '1')!r} cannot be read: Permission denied."


@pytest.mark.long
def test_the_progress_file_is_not_told_to_programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZERMELO_COURSE", "secret")
    given = script(tmp_path / "p", "import os\nprint(os.environ.get('ZERMELO_COURSE'))")
    assert run(given.command, given.folder, "", LIMITS).output == "None\n"


@pytest.mark.long
def test_a_folder_that_is_gone_is_told(tmp_path: Path) -> None:
    text = "import os, sys\nos.remove('solution.py')\nos.rmdir(os.getcwd())\nsys.exit(1)"
    with pytest.raises(BadOption, match="no longer exists"):
        grade(task_named(1), script(tmp_path / "p", text))


def test_a_right_program_may_print_much_error_output(tmp_path: Path) -> None:
    """The end of it is kept."""
    given = script(tmp_path / "p", "import sys\nsys.stderr.write('x' * 3_000_000 + 'end')\nprint(1)")
    outcome = run(given.command, given.folder, "", LIMITS)
    assert (outcome.ending, outcome.code, outcome.output) == ("exit", 0, "1\n")
    assert (len(outcome.errors), outcome.errors[-4:]) == (MAX_ERRORS, "xend")


def test_a_gigabyte_is_not_kept(tmp_path: Path) -> None:
    given = script(tmp_path / "p", "for _ in range(1000): print('x' * 10**6)")
    outcome = run(given.command, given.folder, "", LIMITS)
    assert outcome.ending == "output"
    assert len(outcome.output) == LIMITS.output


@pytest.mark.long
def test_the_case_that_loops_is_found(tmp_path: Path) -> None:
    text = (
        "import sys\nfor line in sys.stdin:\n    while line == '5\\n': pass\n    print(int(line) % 4 != 0, flush=True)"
    )
    verdict = grade(hurried(task_named(5)), script(tmp_path / "p", text))
    assert verdict.sentence == (
        "It did not finish within 1 s and was stopped. Case 6 (5 stones), input '5', did not finish within 1 s when it was "
        "run alone."
    )
    assert verdict.right == 5


def test_the_time_limit_is_waited_for_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[tuple[str, float]] = []

    def watched(command: tuple[str, ...], folder: Path, text: str, limits: RunLimits) -> Execution:
        outcome = run(command, folder, text, limits)
        waited.append((outcome.ending, limits.seconds))
        return outcome

    monkeypatch.setattr("zermelo.course.grading.run", watched)
    monkeypatch.setattr("zermelo.course.grading.AFTER_TIME", Patience(case=0.1, all=1))
    verdict = grade(hurried(task_named(5)), script(tmp_path / "p", "while True: pass"))
    assert waited == [("time", 1), ("time", 0.1)]
    assert verdict.sentence.startswith(
        "It did not finish within 1 s and was stopped. Case 1 (0 stones), input '0', did not"
    )


@pytest.mark.long
def test_cases_that_only_together_take_too_long(tmp_path: Path) -> None:
    text = "import sys, time\nfor line in sys.stdin:\n    time.sleep(0.05)\n    print(int(line) % 4 != 0, flush=True)"
    verdict = grade(hurried(task_named(5)), script(tmp_path / "p", text))
    assert verdict.sentence.endswith("That happened with all 29 cases in one run.")


def test_a_case_alone_is_given_little_of_the_time_that_was_waited_for() -> None:
    assert AFTER_TIME.case <= min(task.seconds for task in all_tasks()) / 10


def hurried(task: Task) -> Task:
    """The task with one second for all cases."""
    return dataclasses.replace(task, seconds=1)


@pytest.mark.long
def test_a_command_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="The command 'nosuchprogram' was not found"):
        grade(task_named(1), program_in(tmp_path, "nosuchprogram --x"))


@pytest.mark.parametrize(
    ("command", "message"),
    [('"open', "cannot be read: No closing quotation"), ("", "--cmd is empty"), ("   ", "--cmd is empty")],
)
def test_a_command_that_makes_no_sense_is_refused(command: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(BadOption, match=message):
        program_in(tmp_path, command)


def test_a_folder_without_a_program_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="There is no program in"):
        program_in(tmp_path)
    with pytest.raises(BadOption, match="is not a folder"):
        program_in(tmp_path / "nowhere")


# --- progress -------------------------------------------------------------------------------------------------------------


def test_progress_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "course.json"
    progress = load(path)
    progress.begun("05-subtraction", tmp_path)
    right = script(tmp_path / "p", ECHO + "int(line) % 4 != 0)")
    progress.tried(grade(task_named(5), script(tmp_path / "q", "pass")))
    progress.tried(grade(task_named(5), right))
    entry = load(path).tasks["05-subtraction"]
    assert entry.tries == 2
    assert len(entry.passed) == 10
    assert entry.folder == str(tmp_path)
    assert sorted(file.name for file in path.parent.iterdir()) == [".course.json.lock", "course.json"]


def test_a_progress_file_that_is_no_file_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    for path in (tmp_path / "fifo", tmp_path, Path("/dev/zero")):
        with pytest.raises(BadOption, match="does not hold the progress of a course"):
            load(path)


def test_without_a_home_folder_the_file_must_be_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_home() -> Path:
        raise RuntimeError

    monkeypatch.setattr(Path, "home", no_home)
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setenv("ZERMELO_COURSE", str(tmp_path / "named.json"))
    assert load().path == tmp_path / "named.json"
    monkeypatch.delenv("ZERMELO_COURSE")
    with pytest.raises(BadOption, match="There is no home folder for your progress; set ZERMELO_COURSE to a file"):
        load()


def test_a_link_to_progress_is_followed(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "link.json").symlink_to(tmp_path / "there" / "real.json")
    load(tmp_path / "link.json").begun("01-winner", tmp_path)
    assert (tmp_path / "link.json").is_symlink()
    assert set(load(tmp_path / "there" / "real.json").tasks) == {"01-winner"}


def test_two_graders_do_not_lose_each_other_s_progress(tmp_path: Path) -> None:
    first, second = load(tmp_path / "course.json"), load(tmp_path / "course.json")
    first.begun("01-winner", tmp_path)
    second.begun("02-minimax", tmp_path)
    assert set(load(tmp_path / "course.json").tasks) == {"01-winner", "02-minimax"}


def test_graders_at_the_same_time_do_not_lose_each_other_s_progress(tmp_path: Path) -> None:
    path, names = tmp_path / "course.json", [task.name for task in all_tasks()]

    def begin(name: str) -> None:
        load(path).begun(name, tmp_path)

    with ThreadPoolExecutor(len(names)) as graders:
        list(graders.map(begin, names))
    assert set(load(path).tasks) == set(names)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{",
        "[" * 200_000,
        '{"schema": 1, "tasks": {"01-winner": {"tries": ' + "9" * 4300 + "}}}",
        "x" * (1 << 20) + "x",
        '{"schema": 2, "tasks": {}}',
        '{"schema": 1, "tasks": {"01-winner": {"tries": "x"}}}',
        "\udcff",
    ],
)
def test_a_damaged_progress_file_is_refused_and_left_alone(text: str, tmp_path: Path) -> None:
    path = tmp_path / "course.json"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(BadOption, match="does not hold the progress of a course"):
        load(path)
    assert path.read_bytes() == text.encode("utf-8", "surrogateescape")


# --- a class --------------------------------------------------------------------------------------------------------------


def test_a_class_is_graded(tmp_path: Path) -> None:
    right = ECHO + "int(line) % 4 != 0)"
    for student, folder, text in (
        ("ada", "05-subtraction-python", right),
        ("ada", "1", reference(task_named(1))),
        ("=bob<b>", "subtraction", "print(1)"),
        ("carl", "15-classify-python", "pass"),
    ):
        (tmp_path / student).mkdir(exist_ok=True)
        script(tmp_path / student / folder, text)
    tasks = (task_named(1), task_named(5))
    (tmp_path / "ada" / "homework").mkdir()
    (tmp_path / "__MACOSX" / "1").mkdir(parents=True)
    rows = grade_class(tmp_path, tasks)
    assert [row.strange for row in rows] == [(), ("ada/homework",), ()]
    assert [(row.student, row.passed) for row in rows] == [("=bob<b>", 0), ("ada", 2), ("carl", 0)]
    table = list(csv.DictReader(as_csv(rows, tasks).splitlines()))
    assert [(row["student"], row["task"], row["passed"]) for row in table] == [
        ("'=bob<b>", "01-winner", ""),
        ("'=bob<b>", "05-subtraction", "no"),
        ("ada", "01-winner", "yes"),
        ("ada", "05-subtraction", "yes"),
        ("carl", "01-winner", ""),
        ("carl", "05-subtraction", ""),
    ]
    page = as_html(rows, tasks)
    assert "<b>" not in page.replace("<body>", "")
    assert "=bob&lt;b&gt;, 05-subtraction</strong> (solution.py): It printed 1 line" in page
    assert "<li>ada/homework</li>" in page
    assert "2 of 2" in page
    assert "It printed 1 line for 29 cases" in page


@pytest.mark.long
def test_one_student_s_odd_folders_do_not_spoil_the_report(tmp_path: Path) -> None:
    bad = tmp_path / os.fsdecode(b"f\xff")
    bad.mkdir()
    script(bad / "1", "print(1)")
    (tmp_path / "ada").mkdir()
    script(tmp_path / "ada" / "1", reference(task_named(1)))
    tasks = (task_named(1),)
    rows = grade_class(tmp_path, tasks)
    assert [row.passed for row in rows] == [1, 0]
    assert as_csv(rows, tasks).encode()
    assert "f?" in as_html(rows, tasks)


def test_a_class_without_submissions_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="holds no submissions"):
        grade_class(tmp_path, all_tasks())
    with pytest.raises(BadOption, match="is not a folder"):
        grade_class(tmp_path / "nowhere", all_tasks())


@pytest.mark.long
def test_a_missing_toolchain_is_not_held_against_a_student(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "ada" / "1").mkdir(parents=True)
    (tmp_path / "ada" / "1" / "main.go").write_text("package main")
    monkeypatch.setenv("PATH", str(tmp_path))
    verdict = grade_class(tmp_path, (task_named(1),))[0].verdicts[0]
    assert verdict is not None
    assert (
        verdict.sentence
        == "Not graded. The command 'go' was not found; install it, or give another command with --cmd."
    )
    assert not verdict.graded


@pytest.mark.long
@pytest.mark.parametrize("name", ["01-winner-python", "1", "01", "task1", "Task 1", "task_01", "winner", "Winner_go"])
def test_folders_are_named_for_tasks_in_many_ways(name: str, tmp_path: Path) -> None:
    (tmp_path / "ada").mkdir()
    script(tmp_path / "ada" / name, reference(task_named(1)))
    assert grade_class(tmp_path, (task_named(1),))[0].passed == 1


@pytest.mark.parametrize("name", ["11-winner", "winners", "one", "task", "x1"])
def test_other_folders_are_not_understood(name: str, tmp_path: Path) -> None:
    (tmp_path / "ada").mkdir()
    script(tmp_path / "ada" / "2", "pass")
    script(tmp_path / "ada" / name, reference(task_named(1)))
    row = grade_class(tmp_path, (task_named(1),))[0]
    assert row.verdicts == (None,)


@pytest.mark.long
def test_of_several_programs_the_best_counts(tmp_path: Path) -> None:
    (tmp_path / "ada").mkdir()
    script(tmp_path / "ada" / "01-a", "print(1)")
    script(tmp_path / "ada" / "01-b", reference(task_named(1)))
    verdict = grade_class(tmp_path, (task_named(1),))[0].verdicts[0]
    assert verdict is not None
    assert verdict.program.endswith("01-b/solution.py")


@pytest.mark.long
def test_go_needs_no_module_and_no_repository(tmp_path: Path) -> None:
    if shutil.which("go") is None:
        pytest.skip("go is not installed")
    (tmp_path / ".git").write_text("gitdir: nowhere")
    folder = tmp_path / "1"
    folder.mkdir()
    shutil.copy(task_named(1).folder / "solution" / "go" / "main.go", folder)
    assert grade(task_named(1), program_in(folder)).passed


@pytest.mark.parametrize(
    ("errors", "said"),
    [
        (
            'Exception in thread "main" java.lang.ArrayIndexOutOfBoundsException: Index 9\n\tat Main.f(Main.java:7)\n'
            "\tat Main.main(Main.java:47)",
            'Exception in thread "main" java.lang.ArrayIndexOutOfBoundsException: Index 9 (Main.java:7)',
        ),
        (
            "panic: runtime error: index out of range [9]\n\ngoroutine 1 [running]:\nmain.f(...)\n\t/x/main.go:96 +0x1a",
            "panic: runtime error: index out of range [9] (main.go:96)",
        ),
        (
            "# command-line-arguments\n./main.go:95:2: x declared but not used",
            "./main.go:95:2: x declared but not used",
        ),
        (
            "Main.java:3: error: cannot find symbol\n  foo();\n  ^\n  symbol:   method foo()\n1 error",
            "Main.java:3: error: cannot find symbol symbol:   method foo()",
        ),
        (
            "/usr/bin/ld: x.o: undefined reference to `main'\ncollect2: error: ld",
            "/usr/bin/ld: x.o: undefined reference to `main'",
        ),
        ("terminate called\n  what():  stoi", "what():  stoi"),
        ("just words", "just words"),
        ("", ""),
    ],
)
def test_of_an_error_output_the_telling_line_is_shown(errors: str, said: str) -> None:
    assert what_happened(errors) == said


@pytest.mark.long
def test_a_verdict_is_plain_data(tmp_path: Path) -> None:
    told = json.loads(json.dumps(grade(task_named(1), script(tmp_path / "p", reference(task_named(1)))).to_dict()))
    assert (told["schema"], told["task"], told["passed"], told["right"]) == (1, "01-winner", True, told["cases"])


def test_only_posix_systems_grade(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("zermelo.course.sandbox.POSIX", False)
    with pytest.raises(NotSupported, match="only on Linux and macOS"):
        run((sys.executable,), tmp_path, "", LIMITS)
