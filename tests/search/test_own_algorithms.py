"""Users' own algorithms: one file outside the package, interpreted and compiled, and what is refused."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tests import ROOT as CHECKOUT
from zermelo import Solver, engine_named, prove_play, search_tree, solve
from zermelo.cli import main
from zermelo.core.errors import BadAlgorithm, BadGame, BadOption, GameFailed, NotCompilable
from zermelo.games import connect, mnk
from zermelo.search import Algorithm
from zermelo.search.negamax import negamax

PAGE = (CHECKOUT / "docs" / "how-to" / "write-an-algorithm.md").read_text()


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """The files of the page, in a folder."""
    for name, body in re.findall(r"```python\n# (\w+\.py)\n(.*?)```", PAGE, re.DOTALL):
        (tmp_path / name).write_text(body)
    return tmp_path


@pytest.mark.long
@pytest.mark.parametrize("place", ["negac.py:negac", "plain.py"])
def test_one_file_is_an_algorithm_interpreted_and_compiled(place: str, files: Path) -> None:
    options: dict[str, Any] = {"algorithm": str(files / place), "table": "negac" in place}
    for game in (mnk(3, 3, 3), connect(4, 3, 3)):
        plain, native = (solve(game, compiled=compiled, without="all", **options) for compiled in (False, True))
        known = solve(game, compiled=False)
        assert (plain.value, plain.kind, native.compiled) == (known.value, "exact", True)
        assert plain.algorithm == (place.partition(":")[2] or "plain")
        assert plain.counters == native.counters
        assert plain.best == native.best


def test_the_command_line_takes_the_place_of_one(files: Path) -> None:
    place = str(files / "plain.py:search_root")
    asked = ["mnk(3,3,3)", "b2", "a1", "--algorithm", place]
    ran = CliRunner().invoke(main, ["solve", *asked, "--interpreted", "--quiet"])
    assert ran.exit_code == 0, ran.output
    assert "search   search_root, objective outcome" in ran.stdout
    drawn = CliRunner().invoke(main, ["tree", *asked, "--interpreted", "--quiet"])
    assert drawn.exit_code == 0, drawn.output


def bisect(game: Any, search: Any, state: Any, depth: int, alpha: int, beta: int, guess: int) -> int:
    lower, upper = alpha, beta
    while lower < upper:
        bound = (lower + upper + 1) // 2
        score = negamax(game, search, state, 0, depth, bound - 1, bound)
        lower, upper = (lower, max(score, lower)) if score < bound else (min(score, upper), upper)
        search.prove(lower, upper)
    return lower


def test_a_function_and_an_algorithm_around_it_are_taken() -> None:
    one = solve("mnk(3,3,3)", algorithm=bisect, compiled=False)
    other = Solver("mnk(3,3,3)", algorithm=Algorithm("mine", bisect, finite_window=True), compiled=False).solve()
    assert (one.algorithm, one.value, other.algorithm, other.value) == ("bisect", 0, "mine", 0)
    assert one.counters == other.counters
    drawn = search_tree("mnk(3,3,3)", "b2 a1 c3 a3", algorithm=bisect, compiled=False)
    assert sum(1 for _ in drawn.nodes) == drawn.result.counters["nodes"]


def test_one_file_plays_like_any_engine(files: Path) -> None:
    """`match` took the function for a bot, and called it with a game and a state."""
    engine = f"{files / 'plain.py'}:search_root"
    asked = [engine + "(depth=3)", "random", "--game", "mnk(3,3,3)", "--games", "2", "--quiet"]
    assert "of 2 games" in CliRunner().invoke(main, ["match", *asked]).stdout
    assert prove_play("mnk(3,3,3)", engine).holds
    with pytest.raises(BadOption, match="no setting 'depht'"):
        engine_named("mnk(3,3,3)", engine + "(depht=3)")


def test_a_tree_gives_no_reason_for_a_cut_without_one(files: Path) -> None:
    """A cut below beta was drawn as "0 is the best possible", which hid the mistake."""
    path = files / "plain.py"
    path.write_text(path.read_text().replace("if best >= beta", "if best > alpha"))
    drawn = str(search_tree("mnk(3,3,3)", "b2", algorithm=str(path), depth=3, compiled=False))
    assert re.search(r"no reason, \S+ < β 1: .* cut", drawn), drawn
    assert "is the best possible" not in drawn


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize(
    ("given", "told"),
    [
        (
            lambda game: 0,
            "<lambda>(game) is not an algorithm: its parameters must be game, search, state, depth, alpha, beta, guess, in",
        ),
        (Algorithm("mine", lambda game: 0), "is not an algorithm"),
        (
            negamax,
            "negamax(game, search, state, ply, depth, alpha, beta) is the kernel of an algorithm. Name the function",
        ),
        (7, "algorithm = 7 is neither a name nor a function"),
        ("nowhere.py:f", "nowhere.py"),
    ],
)
def test_what_is_no_algorithm_is_refused(given: Any, told: str) -> None:
    with pytest.raises((BadOption, BadGame), match=re.escape(told)):
        solve("mnk(3,3,3)", algorithm=given)


RECURSION = "search.from_child(sign, plain(game, search, child, ply + 1, depth - 1, low, high))"

ROOT = "def search_root(game, search, state, depth, alpha, beta, guess):\n    "
RAISED = "search.raise_root(0, 0, 0, alpha)\n    "

MISTAKES: dict[str, tuple[str, str, str]] = {
    "no-raise-root": (
        "            search.raise_root(ply, action, score, alpha)\n",
        "",
        "plain found no move for the root. It must call search.raise_root",
    ),
    "unseen-from-the-parent": (
        RECURSION,
        f"sign * {RECURSION[24:-1]}",
        r"returned the score 10, but scores here are from -9 to 9\. Does every child's score go through search.from_child",
    ),
    "ply-out-of-bounds": (
        RECURSION,
        RECURSION.replace("ply + 1", "ply + 7"),
        r"failed: IndexError: .*out of (bounds|range)",
    ),
}
"""In the kernel of the page: what is replaced, by what, and what zermelo says."""


@pytest.mark.sampled("interpreted-*", "compiled-ply-out-of-bounds")
@pytest.mark.parametrize("mistake", MISTAKES)
@pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])
def test_what_no_search_can_find_is_refused(mistake: str, compiled: bool, files: Path) -> None:
    """Compiled, too: an index out of bounds once wrote over the memory of the process."""
    right, wrong, told = MISTAKES[mistake]
    path = files / "plain.py"
    assert right in path.read_text()
    path.write_text(path.read_text().replace(right, wrong))
    with pytest.raises((BadAlgorithm, GameFailed), match=told):
        solve("mnk(3,3,3)", "b2 a1 b1 c1", algorithm=str(path), compiled=compiled, objective="distance")


@pytest.mark.parametrize(
    ("body", "interpreted", "compiled"),
    [
        (
            f"{RAISED}return 0.5",
            "own returned 0.5; it must return a score, which is an int",
            r"with search_root cannot be compiled: search_root returns float instead of int\.$",
        ),
        (
            f"{RAISED}return None",
            "own returned None",
            r"algorithm search_root, failed: TypeError: search_root returns None\.",
        ),
        (f"{RAISED}search.prove(1, 1)\n    return 0", "has proved that it lies between 1 and 1", ""),
        (
            "return nowhere(state)",
            r"The algorithm search_root failed: NameError: .* \(.*own.py:2\)",
            r"The algorithm search_root failed: NameError: .* \(.*own.py:2\)",
        ),
    ],
)
def test_what_it_returns_is_looked_at(body: str, interpreted: str, compiled: str, tmp_path: Path) -> None:
    path = tmp_path / "own.py"
    path.write_text(f"{ROOT}{body}\n")
    with pytest.raises((BadAlgorithm, GameFailed), match=interpreted):
        solve("mnk(3,3,3)", algorithm=str(path), compiled=False)
    if compiled:
        with pytest.raises((NotCompilable, GameFailed), match=compiled):
            solve("mnk(3,3,3)", algorithm=str(path), compiled=True)


def test_a_file_without_the_function_is_refused_with_those_that_it_has(files: Path) -> None:
    with pytest.raises(BadOption, match=r"There is no algorithm 'negacc' in .*negac.py; did you mean negac\?"):
        solve("mnk(3,3,3)", algorithm=str(files / "negac.py:negacc"))


def test_a_file_may_hold_an_algorithm_with_what_it_says_of_itself(files: Path) -> None:
    path = files / "plain.py"
    path.write_text(
        f"{path.read_text()}\nfrom zermelo.search import Algorithm\n"
        "bare = Algorithm('bare', search_root, informed=False, memory='none')\n"
    )
    plain = solve("mnk(3,3,3)", algorithm=str(path), compiled=False)
    bare = solve("mnk(3,3,3)", algorithm=f"{path}:bare", compiled=False)
    assert (plain.algorithm, bare.algorithm) == ("plain", "bare")
    assert plain.value == bare.value == 0
    assert "forced" in plain.knowledge
    assert bare.knowledge == ("evaluation",)
    assert bare.table_bytes == 0


# --- what was found by an attack --------------------------------------------------------------------------------------
MIDDLE = """
from zermelo.search.negamax import negamax

def search_root(game, search, state, depth, alpha, beta, guess):
    bound = alpha + (beta - alpha + 1) // 2
    return negamax(game, search, state, 0, depth, bound - 1, bound)
"""
WRAPPED = """
def search_root(game, search, state, depth, alpha, beta, guess):
    search.raise_root(0, 0, 0, alpha)
    x = depth + 1
    for _ in range(70):
        x = x * x
    return x
"""


@pytest.mark.long
@pytest.mark.parametrize("body", [MIDDLE, WRAPPED], ids=["a window too wide", "a score that wraps to 0"])
def test_integers_that_leave_64_bits_stop_a_compiled_algorithm(body: str, tmp_path: Path) -> None:
    """They wrapped: the second one was reported as an exact draw."""
    path = tmp_path / "own.py"
    path.write_text(body)
    with pytest.raises(GameFailed, match=r"The algorithm search_root failed: OverflowError: .*own.py:\d+"):
        solve("mnk(3,3,3)", algorithm=str(path), compiled=True, without="all")


def endless(game: Any, search: Any, state: Any, depth: int, alpha: int, beta: int, guess: int) -> int:
    while True:
        pass


def test_an_endless_algorithm_is_ended_and_named() -> None:
    """Neither a time limit nor Ctrl-C ended it."""
    with pytest.raises(GameFailed, match="endless does not return, or takes too long"):
        solve("mnk(3,3,3)", algorithm=endless, compiled=False, seconds=0.1)


def shallow(game: Any, search: Any, state: Any, depth: int, alpha: int, beta: int, guess: int) -> int:
    return negamax(game, search, state, 0, 2, alpha, beta)


def wrapped(game: Any, search: Any, state: Any, depth: int, alpha: int, beta: int, guess: int) -> int:
    return negamax(game, search, state, 0, depth, alpha, beta)


def keyword(game: Any, search: Any, state: Any, depth: int, alpha: int, beta: int, guess: int, *, extra: int) -> int:
    return extra


def test_faults_of_an_algorithm_are_not_the_game_s() -> None:
    with pytest.raises(
        BadAlgorithm, match="shallow does not search to the end of every play: it must look `depth` plies"
    ):
        solve("mnk(3,3,3)", algorithm=shallow, compiled=False)
    with pytest.raises(BadGame, match="or the algorithm wrapped: to_move returned"):
        solve("lines(2x2,2,3)", algorithm=Algorithm("many", wrapped, any_players=True), compiled=False)
    with pytest.raises(BadOption, match=r"keyword\(.*, guess, extra\) is not an algorithm"):
        solve("mnk(3,3,3)", algorithm=keyword, compiled=False)


def test_a_search_of_depth_0_needs_no_move() -> None:
    assert solve("mnk(3,3,3)", algorithm=wrapped, compiled=False, depth=0).kind == "heuristic"


def test_a_function_without_a_module_is_an_algorithm() -> None:
    names: dict[str, Any] = {"negamax": negamax, "__name__": None}
    exec(
        "def own(game, search, state, depth, alpha, beta, guess):\n"
        "    return negamax(game, search, state, 0, depth, alpha, beta)\n",
        names,
    )
    assert solve("mnk(3,3,3)", algorithm=names["own"], compiled=False).value == 0
