"""The course's tasks: every reference program passes, in every language, with the same output; and what the cases show."""

from __future__ import annotations

import json
import math
import re
import shutil
import statistics
import subprocess
import sys
from itertools import pairwise, product
from pathlib import Path

import pytest

from tests import ROOT
from tests.support.naive import Oracle, Placement
from tests.support.submissions import TESTED, digest_of_course, languages
from zermelo import solve
from zermelo.core.errors import BadOption
from zermelo.course import Task, all_tasks, grade, task_named
from zermelo.course.languages import LANGUAGES, Submission, program_in
from zermelo.course.progress import CourseProgress
from zermelo.course.sandbox import RunLimits, run
from zermelo.course.starting import solution, start, starter
from zermelo.games import connect
from zermelo.games.uniform_tree import splitmix64

TASKS = [pytest.param(task, id=task.name) for task in all_tasks()]
TOOLS = {"python": sys.executable, "go": "go", "java": "javac", "cpp": "g++"}
STRICT = {"java": ("-Xlint:all", "-Werror"), "cpp": ("-Wall", "-Wextra", "-Werror")}
"""What makes a compiler refuse a program that it would only warn of."""


def need_tools_of(language: str) -> None:
    if shutil.which(TOOLS[language]) is None:
        pytest.skip(f"{TOOLS[language]} is not installed")


def program(task: Task, language: str, tmp_path: Path) -> Submission:
    """A copy of a reference program, so that nothing is built in its folder; skips where its tools are missing."""
    need_tools_of(language)
    return program_in(Path(shutil.copytree(task.folder / "solution" / language, tmp_path / language)))


def output(task: Task, program: Submission) -> str:
    """What a program prints for all cases."""
    if program.build:
        built = run(program.build, program.folder, "", RunLimits(120, 2048))
        assert (built.ending, built.code) == ("exit", 0), built.errors
    text = "".join(case.input + "\n" for case in task.cases)
    outcome = run(program.command, program.folder, text, RunLimits(task.seconds, task.megabytes))
    assert (outcome.ending, outcome.code, outcome.errors) == ("exit", 0, "")
    return outcome.output


def answers(name: str) -> list[list[str]]:
    """The words of the reference answers of a task."""
    return [case.answers[0].split() for case in task_named(name).cases]


# --- the programs -----------------------------------------------------------------------------------------------------


def test_there_are_fifteen_tasks_and_a_benchmark() -> None:
    assert [task.number for task in all_tasks()] == list(range(1, 17))


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("task", TASKS)
def test_the_reference_programs_pass_with_the_same_bytes(task: Task, language: str, tmp_path: Path) -> None:
    wanted = "".join(case.answers[0] + "\n" for case in task.cases)
    given = program(task, language, tmp_path).built_in(str(tmp_path))
    strict = given._replace(build=(*given.build, *STRICT.get(language, ())))
    assert output(task, strict) == wanted


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_grader_passes_a_reference_program(language: str, tmp_path: Path) -> None:
    for task in (task_named(1), task_named(3)):
        verdict = grade(task, program(task, language, tmp_path / task.name))
        assert verdict.passed
        assert verdict.sentence == f"All {len(task.cases)} cases passed."


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("task", TASKS)
def test_starters_run_and_are_told_apart_from_solutions(task: Task, language: str, tmp_path: Path) -> None:
    need_tools_of(language)
    start(task, LANGUAGES[language], tmp_path / "begun", CourseProgress(tmp_path / "course.json"))
    verdict = grade(task, program_in(tmp_path / "begun"))
    assert not verdict.passed
    assert verdict.sentence.startswith("Case 1 ") or "expected" in verdict.sentence
    assert "exit code" not in verdict.sentence


MARKED = """
def double(number):
    # > # TODO: Write
    # > # what is missing.
    # > return 0
    # <= is no mark
    answer = 2 * number

    return answer
    # <
# >
import math  # >
# <
"""


@pytest.mark.parametrize("comment", ["#", "//"])
def test_a_reference_program_holds_a_starter_and_a_solution(comment: str, tmp_path: Path) -> None:
    path = tmp_path / "program"
    path.write_text(MARKED.replace("#", comment))
    given = "\ndef double(number):\n    # TODO: Write\n    # what is missing.\n    return 0\n"
    assert starter(path) == given.replace("#", comment)
    written = "    # <= is no mark\n    answer = 2 * number\n\n    return answer\nimport math  # >\n"
    assert solution(path) == "\ndef double(number):\n" + written.replace("#", comment)


@pytest.mark.parametrize(
    ("program", "line"),
    [
        ("a\n# > b\nc\n", 2),
        ("# > a\nb\n# > c\nd\n# <\n", 1),
        ("# > a\n# <\n# > b\n# <\n\n# <\n", 6),
        ("\t// <\n", 1),
        ("# > a\nb\n# >\n", 1),
    ],
)
def test_marks_that_are_not_in_pairs_are_refused(program: str, line: int, tmp_path: Path) -> None:
    path = tmp_path / "program"
    path.write_text(program)
    for made in (starter, solution):
        with pytest.raises(BadOption, match=rf"program', line {line}: marks come in pairs"):
            made(path)


@pytest.mark.long
def test_the_programs_of_all_languages_are_noted_as_tested() -> None:
    """If nothing else here fails: `python -m tests.support.submissions --write`."""
    assert TESTED.read_text().strip() == digest_of_course()


@pytest.mark.parametrize("task", TASKS)
def test_reference_programs_do_not_hide_in_the_library(task: Task) -> None:
    solution = task.folder / "solution"
    assert "zermelo" not in (solution / "python" / "solution.py").read_text()
    assert "zermelo" in (solution / "with_zermelo.py").read_text()


@pytest.mark.long
@pytest.mark.parametrize("task", TASKS)
def test_cases_are_what_their_generator_makes(task: Task, tmp_path: Path) -> None:
    course = shutil.copytree(ROOT / "course", tmp_path / "course")
    done = subprocess.run(
        [sys.executable, course / "make_cases.py", task.name], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    for file in ("cases.json", "statement.md"):
        assert (course / task.name / file).read_text() == (task.folder / file).read_text()


# --- the statements ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("task", TASKS)
def test_a_statement_has_all_its_parts(task: Task) -> None:
    parts = re.findall(r"^## (.*)$", task.statement, re.MULTILINE)
    assert parts == ["Input", "Output", "Limits", "Example", "Think about it"]
    assert f"{task.seconds} seconds and {task.megabytes} MB" in task.statement
    assert len(task.hints) >= 3
    assert len(task.mistakes) >= 2


@pytest.mark.parametrize("task", TASKS)
def test_examples_are_cases(task: Task) -> None:
    assert task.samples
    for sample in task.samples:
        assert f"  input   {sample.input}\n  output  {' or '.join(sample.answers)}\n" in task.statement


# --- the cases against books that share no code with the package or the programs --------------------------------------


def drawn(words: list[str]) -> tuple[tuple[str, ...], int]:
    """A board with the one who began as X, and the player to move."""
    numbers = [int(word) for word in words[:10]]
    player = numbers[9]
    mine, yours = numbers[:9].count(player), numbers[:9].count(-player)
    marks = {0: ".", player: "X" if mine == yours else "O", -player: "O" if mine == yours else "X"}
    return tuple(marks[cell] for cell in numbers[:9]), player


@pytest.mark.parametrize("name", ["02-minimax", "04-alpha-beta", "06-negamax", "08-transpositions"])
def test_values_of_tic_tac_toe_are_those_of_the_book(name: str) -> None:
    outcome = Oracle(Placement(3, 3, 3), "outcome", longest=9)
    checked = 0
    for case in task_named(name).cases:
        words = case.input.split()
        position, player = drawn(words)
        if name == "08-transpositions" and int(words[10]) < position.count("."):
            continue  # a depth limit
        value = outcome.score(position, 9)
        found = int(case.answers[0].split()[0])
        checked += 1
        if name == "06-negamax":
            assert (found > 0) - (found < 0) == value
        elif name == "08-transpositions":
            assert found == value
        else:
            assert found == value * player
    assert checked > 10


def test_best_moves_of_tic_tac_toe_are_those_of_the_book() -> None:
    soonest = Oracle(Placement(3, 3, 3), "distance", longest=9)
    for case in task_named("03-best-move").cases:
        scores = soonest.scores(drawn(case.input.split())[0], 9)
        assert {int(answer) for answer in case.answers} == {
            cell for cell in scores if scores[cell] == max(scores.values())
        }


# --- what a learner is to see ------------------------------------------------------------------------------------------


def test_the_first_outputs_of_the_generator_are_in_the_statement_and_among_the_vectors() -> None:
    first = ["e220a8397b1dcdaf", "6e789e6aa1b965f4", "06c45d188009454f"]  # as published with the generator
    assert [f"{number:016x}" for number in splitmix64(0, 3).tolist()] == first
    assert all(number in task_named("11-zobrist").statement for number in first)
    for task in all_tasks():
        assert json.loads((task.folder / "cases.json").read_text())["generator"]["outputs"][:3] == first


def test_pruning_saves_nodes_and_the_order_of_cells_changes_no_value() -> None:
    values: dict[tuple[str, ...], set[str]] = {}
    saved = 0
    for case in task_named("04-alpha-beta").cases:
        value, plain, pruned = case.answers[0].split()
        values.setdefault(tuple(case.input.split()[:10]), set()).add(value)
        assert int(pruned) <= int(plain)
        saved += int(pruned) < int(plain)
    assert all(len(found) == 1 for found in values.values())
    assert saved > len(values) / 2
    assert answers("04-alpha-beta")[0] == ["0", "549946", "18297"]


def test_drop_games_search_fewer_nodes_with_pruning() -> None:
    assert all(int(pruned) <= int(plain) for _, _, plain, pruned in answers("07-drop-game"))


def test_a_table_saves_nodes_and_depth_is_honoured() -> None:
    whole = [words for words in answers("08-transpositions") if len(words) == 3]
    assert sum(int(known) for _, _, known in whole) < sum(int(without) for _, without, _ in whole)
    task = task_named("08-transpositions")
    unmindful = next(mistake for mistake in task.mistakes if mistake.name == "depth not honoured")
    assert list(unmindful.answers) != [case.answers[0] for case in task.cases]


def test_the_share_of_hits_rises_with_the_depth() -> None:
    probes, hits = [0] * 17, [0] * 17
    for words in answers("09-deepening"):
        assert int(words[2]) == len(words[3:]) / 2
        for depth, (probed, hit) in enumerate(zip(words[3::2], words[4::2], strict=True), start=1):
            probes[depth] += int(probed)
            hits[depth] += int(hit)
    rates = [hits[depth] / probes[depth] for depth in range(1, 9)]
    assert rates[0] == 0
    assert rates[7] > rates[4] > rates[1]


@pytest.mark.long
def test_the_deepest_completed_search_is_answered() -> None:
    game, checked = connect(4, 4, 3, twos=1), 0
    for case in task_named("09-deepening").cases:
        _, *moves = (int(word) for word in case.input.split())
        column, score, depth = (int(word) for word in case.answers[0].split()[:3])
        if depth > 7:
            continue
        state = game.play([str(move + 1) for move in moves])
        found = solve(game, state, depth=depth, objective="distance", without="bounds,forced", all_moves=True)
        exact = found.value * (1000 - len(moves) - (found.distance or 0))
        assert score == (exact if found.kind == "exact" else found.value)
        assert str(column + 1) in found.best
        checked += 1
    assert checked >= 20


def test_each_order_of_moves_needs_fewer_nodes_on_average() -> None:
    means = [statistics.mean(int(words[column]) for words in answers("10-ordering")) for column in (1, 2, 3)]
    assert means[0] > means[1] > means[2]


def test_two_orders_of_moves_have_one_hash_and_unmaking_restores_it() -> None:
    hashes: dict[tuple[str, frozenset[str], frozenset[str]], set[str]] = {}
    for case in task_named("11-zobrist").cases:
        seed, *moves = case.input.split()
        after, back, _, _ = case.answers[0].split()
        assert back == "0" * 16
        hashes.setdefault((seed, frozenset(moves[::2]), frozenset(moves[1::2])), set()).add(after)
    assert all(len(found) == 1 for found in hashes.values())
    assert sum(len(moves) > 0 for _, moves, _ in hashes) < len(task_named("11-zobrist").cases) - 5
    assert len(set.union(*hashes.values())) == len(hashes)


def test_quiescence_sees_the_piece_taken_back() -> None:
    first = task_named("12-quiescence").cases[0]
    assert (first.input, first.answers) == ("1 xxoo", ("1 0",))
    assert sum(plain != quiet for plain, quiet in answers("12-quiescence")) >= 10


def test_standing_pat_changes_no_value_as_the_course_says() -> None:
    """Captures alternate and each takes one piece: who begins to capture never loses by it, even if all must go on."""

    def quiet(row: str, *, may_decline: bool) -> int:
        lead = row.count("x") - row.count("o")
        values: list[int] = []
        for cell, target in ((c, t) for c, piece in enumerate(row) if piece == "x" for t in (c + 1, c - 1)):
            if 0 <= target < len(row) and row[target] == "o":
                after = list(row)
                after[cell], after[target] = ".", "x"
                turned = "".join(after)[::-1].translate(str.maketrans("xo", "ox"))
                values.append(-quiet(turned, may_decline=may_decline))
        return max([lead, *values]) if may_decline or not values else max(values)

    rows = ["".join(cells) for size in range(1, 8) for cells in product("xo.", repeat=size)]
    assert all(quiet(row, may_decline=True) == quiet(row, may_decline=False) for row in rows)


def test_null_windows_save_here_and_cost_there_as_the_course_says() -> None:
    rows = [tuple(map(int, words[1:])) for words in answers("13-pvs")]
    assert any(pvs < alphabeta for alphabeta, pvs, _ in rows)
    assert sum(pvs > alphabeta for alphabeta, pvs, _ in rows) >= 5
    assert sum(pvs for _, pvs, _ in rows) == pytest.approx(sum(alphabeta for alphabeta, _, _ in rows), rel=0.1)
    assert any(again > 0 for _, _, again in rows)


def test_nim_is_the_same_three_ways() -> None:
    for by_xor, by_grundy, by_search in answers("14-nim"):
        assert by_grundy in (by_xor, "-")
        assert by_search in ("win" if int(by_xor) else "lose", "-")
    assert sum("-" not in words for words in answers("14-nim")) >= 20


def test_all_six_techniques_are_asked_for_and_each_broken_assumption() -> None:
    found = {(words[0], words[1]) for words in answers("15-classify")}
    assert {technique for technique, _ in found} == {
        "MINIMAX_FULL",
        "ALPHA_BETA",
        "SPRAGUE_GRUNDY",
        "EXPECTIMINIMAX",
        "MCTS",
        "NOT_APPLICABLE",
    }
    broken = {reason for technique, reason in found if technique == "NOT_APPLICABLE"}
    assert broken == {"perfect-information", "two-players", "zero-sum"}


def test_leaves_by_order() -> None:
    rows = [tuple(map(int, words)) for words in answers("16-crossover")]
    for _, worst, random, perfect, minimum, most in rows:
        assert perfect == minimum <= min(random, worst)
        assert max(random, worst) <= most
    assert sum(row[2] for row in rows) < 0.5 * sum(row[1] for row in rows)


@pytest.mark.long
def test_expected_leaves_are_the_published_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "course" / "16-crossover"))
    from measure import expected_leaves  # pyright: ignore

    for branching, depth, published in ((2, 2, 11 / 3), (2, 3, 719 / 105), (3, 2, 521 / 70)):
        assert expected_leaves(branching, depth) == pytest.approx(published, rel=1e-9)


def test_the_conclusion_is_drawn_from_its_own_table() -> None:
    page = (ROOT / "course" / "16-crossover" / "conclusion.md").read_text()
    lines = re.findall(r"^\| (\d.*) \|$", page, re.MULTILINE)
    rows = [[float(cell.replace(",", "")) for cell in line.split("|")] for line in lines]
    for _, total, worst, random, expected, _, perfect, minimum, _ in rows:
        assert perfect == minimum
        assert minimum <= random <= total
        assert random == pytest.approx(expected, rel=0.05)
        assert worst <= total
    share = 100 * rows[5][2] / rows[5][1]
    assert f"about {share:.0f}% of the b^d leaves are visited" in " ".join(task_named(16).statement.split())
    worst, perfect, random = rows[-1][2], rows[-1][6], rows[-1][3]
    words = " ".join(page.split())
    for leaves, before, order in ((perfect, rows[-3][6], "perfect"), (random, rows[-3][3], "random")):
        deeper = math.log(worst / leaves) / math.log(math.sqrt(leaves / before))
        assert f"{order} order {'searches ' if order == 'perfect' else ''}about {deeper:.1f} plies deeper" in words
    assert all(after[2] > before[2] for before, after in pairwise(rows))
