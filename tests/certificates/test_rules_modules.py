"""Rules modules compared with the games along random plays; a wrong or missing rule is reported."""

from __future__ import annotations

import ast
import random
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import zermelo
from examples.breakthrough import Breakthrough
from examples.domineering import Domineering
from examples.dots_and_boxes import DotsAndBoxes
from examples.hare_and_hounds import HareAndHounds
from examples.hexapawn import Hexapawn
from examples.othello import Othello
from examples.oware import Oware
from examples.three_mens_morris import ThreeMensMorris
from examples.tictactoe import TicTacToe
from tests import ROOT
from zermelo import Game, solve
from zermelo.core.errors import BadOption, NotSupported
from zermelo.games import lines
from zermelo.games.catalogue import game_named
from zermelo.games.rules import disagreement, load

OURS = Path(zermelo.__file__).parent / "games" / "rules" / "modules"
EXAMPLES = ROOT / "examples" / "rules"

PLAYS = 200


def in_lines(shape: list[int], k: int, **options: Any) -> dict[str, Any]:
    return {"shape": shape, "k": k, "gravity": None, "misere": False, "weak": False} | options


def of_sets(cells: int, sets: list[list[int]], **others: Any) -> dict[str, Any]:
    """The parameters of winning sets."""
    plain = {"misere": False, "weak": False, "turns": [1, 1, 1], "x": [], "o": [], "images": []}
    return {"cells": cells, "sets": sets, **plain, **others}


CASES: dict[str, tuple[str, dict[str, Any], int]] = {
    # name of the game: its module, the parameters, how many plays
    "mnk(3,3,3)": ("boxes", {"shape": [3, 3], "k": 3}, PLAYS),
    "mnk(3,5,3)": ("boxes", {"shape": [3, 5], "k": 3}, PLAYS),
    "mnk(5,3,4)": ("boxes", {"shape": [5, 3], "k": 4}, PLAYS),
    "mnk(1,4,2)": ("boxes", {"shape": [1, 4], "k": 2}, PLAYS),
    "mnk(2,2,3)": ("boxes", {"shape": [2, 2], "k": 3}, PLAYS),
    "mnk(8,8,5)": ("boxes", {"shape": [8, 8], "k": 5}, 10),
    "mnk(10,10,5)": ("boxes", {"shape": [10, 10], "k": 5}, 5),
    "mnk(9,14,4)": ("boxes", {"shape": [9, 14], "k": 4}, 5),
    "connect(4,4,3)": ("lines", in_lines([4, 4], 3, gravity=1), PLAYS),
    "connect(7,6,4)": ("lines", in_lines([7, 6], 4, gravity=1), 20),
    "connect(3,5,3)": ("lines", in_lines([3, 5], 3, gravity=1), PLAYS),
    "connect(10,9,4)": ("lines", in_lines([10, 9], 4, gravity=1), 20),
    "connect(5,4,3,twos=1)": ("lines", in_lines([5, 4], 3, gravity=1), 50),
    "lines(5,2)": ("boxes", {"shape": [5], "k": 2}, PLAYS),
    "lines(1,1)": ("boxes", {"shape": [1], "k": 1}, 2),
    "lines(7,3,misere=1)": ("lines", in_lines([7], 3, misere=True), PLAYS),
    "lines(6,3,weak=1)": ("lines", in_lines([6], 3, weak=True), PLAYS),
    "lines(3x4,3,misere=1)": ("lines", in_lines([3, 4], 3, misere=True), PLAYS),
    "lines(4x4,3,weak=1)": ("lines", in_lines([4, 4], 3, weak=True), PLAYS),
    "lines(3x3,4,weak=1)": ("lines", in_lines([3, 3], 4, weak=True), 2),
    "lines(9x9,4,weak=1)": ("lines", in_lines([9, 9], 4, weak=True), 3),
    "lines(3x3x3,3)": ("boxes", {"shape": [3, 3, 3], "k": 3}, 25),
    "lines(2x3x3,3)": ("boxes", {"shape": [2, 3, 3], "k": 3}, 30),
    "lines(4x4x4,4)": ("boxes", {"shape": [4, 4, 4], "k": 4}, 4),
    "lines(3x3x3x3,3)": ("boxes", {"shape": [3, 3, 3, 3], "k": 3}, 2),
    "lines(3x3x3,3,weak=1)": ("lines", in_lines([3, 3, 3], 3, weak=True), 25),
    "lines(3x3x3,3,gravity=0)": ("lines", in_lines([3, 3, 3], 3, gravity=0), 30),
    "lines(3x3x3,3,gravity=1)": ("lines", in_lines([3, 3, 3], 3, gravity=1), 30),
    "lines(2x3x4,3,gravity=1,misere=1)": ("lines", in_lines([2, 3, 4], 3, gravity=1, misere=True), 60),
    "lines(4x3x2,3,gravity=-1)": ("lines", in_lines([4, 3, 2], 3, gravity=-1), 60),
    "lines(4x4x5,4,gravity=2)": ("lines", in_lines([4, 4, 5], 4, gravity=2), 8),
    "lines(2x2x2x3,2,misere=1)": ("lines", in_lines([2, 2, 2, 3], 2, misere=True), 20),
    "sets(12/34)": ("sets", of_sets(4, [[0, 1]], images=[[0, 1, 3, 2], [1, 0, 2, 3], [2, 3, 0, 1]]), PLAYS),
    "sets(12/34,misere=1)": ("sets", of_sets(4, [[0, 1], [2, 3]], misere=True), PLAYS),
    "sets(123/345,weak=1,bias=1:2,x=4)": (
        "sets",
        of_sets(5, [[0, 1, 2], [2, 3, 4]], weak=True, turns=[1, 1, 2], x=[3], images=[[1, 0, 2, 3, 4]]),
        PLAYS,
    ),
    "capture(2,1)": ("capture", {"cells": 2, "pieces": 1}, 5),
    "capture(7,2)": ("capture", {"cells": 7, "pieces": 2}, PLAYS),
    "capture(12,4)": ("capture", {"cells": 12, "pieces": 4}, PLAYS),
    "capture(40,8)": ("capture", {"cells": 40, "pieces": 8}, 10),
    "nim(3,5,7)": ("nim", {"heaps": [3, 5, 7], "misere": False}, PLAYS),
    "nim(4,4,1,4,misere=1)": ("nim", {"heaps": [4, 4, 1, 4], "misere": True}, PLAYS),
    "nim(0,2)": ("nim", {"heaps": [0, 2], "misere": False}, PLAYS),
    "nim(0)": ("nim", {"heaps": [0], "misere": False}, 2),
    "nim(100,80,60)": ("nim", {"heaps": [100, 80, 60], "misere": False}, 20),
    "subtraction(21,1,2,3)": ("subtraction", {"heap": 21, "takes": [1, 2, 3], "misere": False}, PLAYS),
    "subtraction(22,3,7,3,misere=1)": ("subtraction", {"heap": 22, "takes": [3, 7, 3], "misere": True}, PLAYS),
    "subtraction(2,3)": ("subtraction", {"heap": 2, "takes": [3], "misere": False}, 2),
    "octal(0.156,9)": ("octal", {"code": "0.156", "heaps": [9], "misere": False}, PLAYS),
    "octal(4.27,6,5,misere=1)": ("octal", {"code": "4.27", "heaps": [6, 5], "misere": True}, PLAYS),
    "octal(.307,8,3,8)": ("octal", {"code": ".307", "heaps": [8, 3, 8], "misere": False}, PLAYS),
    "octal(0.07,1)": ("octal", {"code": "0.07", "heaps": [1], "misere": False}, 2),
    "kayles(7,4)": ("octal", {"code": "0.77", "heaps": [7, 4], "misere": False}, PLAYS),
    "dawson(20,misere=1)": ("octal", {"code": "0.07", "heaps": [20], "misere": True}, 50),
    "splits(12)": ("splits", {"heaps": [12], "misere": False}, PLAYS),
    "splits(7,9,2,misere=1)": ("splits", {"heaps": [7, 9, 2], "misere": True}, PLAYS),
    "wythoff(3,5)": ("wythoff", {"first": 3, "second": 5, "misere": False}, PLAYS),
    "wythoff(30,20,misere=1)": ("wythoff", {"first": 30, "second": 20, "misere": True}, PLAYS),
    "wythoff(0,0)": ("wythoff", {"first": 0, "second": 0, "misere": False}, 2),
    "chomp(3,4)": ("chomp", {"rows": 3, "columns": 4, "misere": False}, PLAYS),
    "chomp(5,5,misere=1)": ("chomp", {"rows": 5, "columns": 5, "misere": True}, PLAYS),
    "chomp(1,6)": ("chomp", {"rows": 1, "columns": 6, "misere": False}, PLAYS),
    "chomp(1,1,misere=1)": ("chomp", {"rows": 1, "columns": 1, "misere": True}, 2),
    "chomp(9,12)": ("chomp", {"rows": 9, "columns": 12, "misere": False}, 50),
    "tree(3,5)": ("tree", {"branching": 3, "depth": 5, "seed": 0, "order": "random"}, PLAYS),
    "tree(2,7,11,best)": ("tree", {"branching": 2, "depth": 7, "seed": 11, "order": "best"}, PLAYS),
    "tree(4,4,9223372036854775,worst)": (
        "tree",
        {"branching": 4, "depth": 4, "seed": 9223372036854775, "order": "worst"},
        PLAYS,
    ),
    "tree(1,3,5)": ("tree", {"branching": 1, "depth": 3, "seed": 5, "order": "random"}, 2),
}
"""By the names that `zermelo games` tells."""


SMALL: dict[str, tuple[str, dict[str, Any], int]] = {
    "lines(3x2x2,2,misere=1)": ("lines", in_lines([3, 2, 2], 2, misere=True), 20),
    "lines(2x4,2,weak=1)": ("lines", in_lines([2, 4], 2, weak=True), 20),
    "connect(4,3,3)": ("lines", in_lines([4, 3], 3, gravity=1), 20),
    "nim(2,3,1,misere=1)": ("nim", {"heaps": [2, 3, 1], "misere": True}, 20),
    "subtraction(21,2,3,7)": ("subtraction", {"heap": 21, "takes": [2, 3, 7], "misere": False}, 20),
    "octal(4.2,3,2,misere=1)": ("octal", {"code": "4.2", "heaps": [3, 2], "misere": True}, 20),
    "splits(9,5)": ("splits", {"heaps": [9, 5], "misere": False}, 20),
    "chomp(3,3,misere=1)": ("chomp", {"rows": 3, "columns": 3, "misere": True}, 20),
    "tree(3,4,2,worst)": ("tree", {"branching": 3, "depth": 4, "seed": 2, "order": "worst"}, 20),
}
"""Games that are solved in a moment, interpreted."""


def sized(rows: int, columns: int) -> dict[str, int]:
    return {"rows": rows, "columns": columns}


PAGES: dict[str, tuple[Callable[..., Game[Any]], str, dict[str, Any], int]] = {
    "hexapawn 3x3": (Hexapawn, "hexapawn", sized(3, 3), PLAYS),
    "hexapawn 4x3": (Hexapawn, "hexapawn", sized(4, 3), PLAYS),
    "hexapawn 5x6": (Hexapawn, "hexapawn", sized(5, 6), 25),
    "hexapawn 8x9": (Hexapawn, "hexapawn", sized(8, 9), 5),
    "breakthrough 5x4": (Breakthrough, "breakthrough", sized(5, 4), PLAYS),
    "breakthrough 3x3": (Breakthrough, "breakthrough", sized(3, 3), PLAYS),
    "breakthrough 6x2": (Breakthrough, "breakthrough", sized(6, 2), PLAYS),
    "breakthrough 8x8": (Breakthrough, "breakthrough", sized(8, 8), 10),
    "domineering 6x6": (Domineering, "domineering", sized(6, 6), 60),
    "domineering 3x4": (Domineering, "domineering", sized(3, 4), PLAYS),
    "domineering 1x2": (Domineering, "domineering", sized(1, 2), 2),
    "domineering 9x8": (Domineering, "domineering", sized(9, 8), 10),
    "dots and boxes 2x2": (DotsAndBoxes, "dots_and_boxes", sized(2, 2), PLAYS),
    "dots and boxes 2x3": (DotsAndBoxes, "dots_and_boxes", sized(2, 3), 60),
    "dots and boxes 1x1": (DotsAndBoxes, "dots_and_boxes", sized(1, 1), 20),
    "dots and boxes 6x5": (DotsAndBoxes, "dots_and_boxes", sized(6, 5), 5),
    "othello": (Othello, "othello", {}, PLAYS),
    "tictactoe": (TicTacToe, "tictactoe", {}, PLAYS),
    "three men's morris": (ThreeMensMorris, "three_mens_morris", {"diagonals": True, "jumps": False}, 60),
    "nine holes": (ThreeMensMorris, "three_mens_morris", {"diagonals": False, "jumps": False}, 60),
    "three men's morris, jumps": (ThreeMensMorris, "three_mens_morris", {"diagonals": True, "jumps": True}, 60),
    "hare and hounds": (HareAndHounds, "hare_and_hounds", {}, 60),
    "oware 2x3": (Oware, "oware", {"pits": 3, "seeds": 2}, 60),
    "oware 2x6": (Oware, "oware", {"pits": 6, "seeds": 4}, 20),
    "oware 2x1": (Oware, "oware", {"pits": 1, "seeds": 3}, 20),
}


@pytest.mark.long
@pytest.mark.parametrize("name", CASES | SMALL)
def test_rules_and_game_agree(name: str) -> None:
    module, parameters, plays = (CASES | SMALL)[name]
    assert disagreement(game_named(name), load(OURS / f"{module}.py"), parameters, plays, seed=1) is None


@pytest.mark.long
@pytest.mark.parametrize("name", PAGES)
def test_rules_and_example_agree(name: str) -> None:
    game, module, parameters, plays = PAGES[name]
    assert disagreement(game(**parameters), load(EXAMPLES / f"{module}.py"), parameters, plays, seed=1) is None


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize(
    "name",
    [
        "mnk(3,3,3)",
        "lines(3x2x2,2,misere=1)",
        "lines(2x4,2,weak=1)",
        "connect(4,3,3)",
        "sets(12/34,misere=1)",
        "sets(123/345,weak=1,bias=1:2,x=4)",
        "capture(7,2)",
        "nim(2,3,1,misere=1)",
        "subtraction(21,2,3,7)",
        "octal(0.156,9)",
        "octal(4.2,3,2,misere=1)",
        "splits(9,5)",
        "wythoff(3,5)",
        "chomp(3,3,misere=1)",
        "tree(3,4,2,worst)",
    ],
)
def test_values_by_the_rules_alone_are_those_of_the_game(name: str) -> None:
    module, parameters, _ = (CASES | SMALL)[name]
    rules = load(OURS / f"{module}.py")
    reduced = rules.get("canonical", tuple)

    @cache
    def value(state: tuple[int, ...]) -> int:
        result = rules["result"](state)
        if result is not None:
            return result
        values = [value(reduced(rules["apply"](state, move))) for move in rules["moves"](state)]
        return max(values) if rules["to_move"](state) == 0 else min(values)

    game = game_named(name)
    assert value(rules["start"](parameters)) == solve(game, compiled=False, line=False, algorithm="negamax").value


def test_there_is_no_module_without_a_comparison() -> None:
    assert {path.stem for path in OURS.glob("*.py")} == {module for module, _, _ in CASES.values()}
    assert {path.stem for path in EXAMPLES.glob("*.py")} == {module for _, module, _, _ in PAGES.values()}


@pytest.mark.parametrize(
    "path", [*sorted(OURS.glob("*.py")), *sorted(EXAMPLES.glob("*.py"))], ids=lambda path: path.stem
)
def test_a_module_is_short_and_needs_the_standard_library_alone(path: Path) -> None:
    source = path.read_text()
    assert len(source.splitlines()) <= 200
    nodes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Import | ast.ImportFrom)]
    imported = {node.module if isinstance(node, ast.ImportFrom) else node.names[0].name for node in nodes}
    assert imported <= {"__future__", "collections.abc", "functools", "itertools", "math", "operator", "typing"}


def test_captures_behind_which_no_play_from_the_start_comes_to() -> None:
    rules, chooser = load(OURS / "capture.py"), random.Random(1)
    game: Any = game_named("capture(6,3)")
    rules["start"]({"cells": 6, "pieces": 3})
    for _ in range(PLAYS):
        line = "".join(chooser.choices("xo.", k=6))
        seen = game.parse_position(line) if max(line.count("x"), line.count("o")) <= 3 else game.initial()
        for turn in (0, 1):
            sides = [sum(1 << cell for cell in side) for side in (seen if turn == 0 else [b.reverse() for b in seen])]
            mirror = (*(sides if turn == 0 else sides[::-1]), turn)
            lead = seen.me.count() - seen.you.count()
            assert rules["moves"](mirror) == list(game.actions(seen))
            assert rules["result"](mirror) == ((lead, -lead)[turn] if game.terminal(seen) else None)


def test_starting_again_forgets_the_former_parameters() -> None:
    rules = load(OURS / "tree.py")
    for seed in (1, 2):
        game = game_named(f"tree(2,3,{seed},best)")
        assert disagreement(game, rules, {"branching": 2, "depth": 3, "seed": seed, "order": "best"}, 20) is None


# --- what is wrong is told -------------------------------------------------------------------------------------------
GOOD = (OURS / "lines.py").read_text()
TEXT = """
def start(game): return (0, 0)
def moves(state): return [0, 1, 2]
def to_move(state): return 0
def apply(state, move): return state
def result(state): return None
"""


def said(code: str, tmp_path: Path, game: Game[Any] | None = None, parameters: dict[str, Any] | None = None) -> str:
    """What the comparison says of rules, by default of tic-tac-toe."""
    path = tmp_path / "rules.py"
    path.write_text(code)
    text = disagreement(game or game_named("mnk(3,3,3)"), load(path), parameters or in_lines([3, 3], 3))
    assert text is not None
    assert "\n" not in text
    assert text.endswith(".")
    assert ": " in text
    return text


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ("def moves(state): return moves_(state)[1:]", "At the start: the rules lack the game's move a1 (0)."),
        ("def moves(state): return moves_(state) + [9]", "At the start: the rules allow move number 9, which the game"),
        ("def moves(state): return moves_(state)[:3]", "lack the game's moves a2 (3), b2 (4), c2 (5), a3 (6), b3 (7)"),
        ("def moves(state): return moves_(state) * 2", "At the start: the rules' moves function lists a move twice."),
        (
            "def to_move(state): return 1 - to_move_(state)",
            "player 0 is to move in the game, but player 1 by the rules",
        ),
        ("def result(state): return -r if (r := result_(state)) else r", "in the game, but "),
        ("def result(state): return r if (r := result_(state)) != 0 else None", "but by the rules it is not"),
        (
            "def result(state): return 0 if sum(state) > 60 else result_(state)",
            "the game is not over, but by the rules",
        ),
        (
            "def apply(state, move): return apply_(state, move ^ 1 if move < 8 else move)",
            "the rules lack the game's move",
        ),
        (
            "def canonical(state): return state[::-1]",
            "the rules' canonical function gives another state when it is applied a second time",
        ),
        ("def canonical(state): return (0, state[1])", "the rules' canonical function changes "),
        ("def canonical(state): return (state[0] & 255, state[1])", "the rules' canonical function changes "),
        ("def canonical(state): return min(state, (511 & state[0] ^ 3, state[1]))", "canonical "),
        (
            "def canonical(state): return tuple(sorted(state)) if to_move_(state) == 0 else state",
            "whose moves lead to other positions",
        ),
    ],
)
def test_rules_that_are_wrong_are_noticed(changed: str, told: str, tmp_path: Path) -> None:
    kept = "\n".join(f"{name}_ = {name}" for name in ("moves", "to_move", "apply", "result"))
    assert told in said(f"{GOOD}\n{kept}\n{changed}\n", tmp_path)


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"gravity"', '"misere"'),
        ("-1 if misere else 1", "1 if misere else 1"),
    ],
)
def test_a_parameter_that_is_misread_is_noticed(old: str, new: str, tmp_path: Path) -> None:
    assert old in GOOD
    game, parameters = lines((2, 4, 3), 3, gravity=2, misere=True), in_lines([2, 4, 3], 3, gravity=2, misere=True)
    assert said(GOOD.replace(old, new), tmp_path, game, parameters)


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize(
    ("changed", "told"),
    [
        (
            "def start(game): return [0, 0]",
            "At the start: the rules' start function gives [0, 0], which is not a tuple",
        ),
        ("def start(game): return game['size']", "the rules' start function fails with KeyError: 'size'"),
        ("def start(): return (0, 0)", "the rules' start function fails with TypeError"),
        ("def start(game): return (0, True)", "gives (0, True), in which not every part is an integer"),
        ("def start(game): return ((0, 0),)", "in which not every part is an integer"),
        ("def start(game): return (1 << 63,)", "with an integer of more than 64 bits"),
        ("def apply(state, move): return (*state, 0)", "the rules' apply function gives 3 integers, but start gave 2"),
        (
            "def apply(state, move): raise ValueError('so\\nit is')",
            "the rules' apply function fails with ValueError: so it is",
        ),
        ("def apply(state, move): return apply(state, move)", "the rules' apply function fails with RecursionError"),
        ("def moves(state): return (0, 1)", "the rules' moves function gives (0, 1), which is not a list"),
        ("def moves(state): return ['a1']", "the rules' moves function gives ['a1'], which is not a list of integers"),
        ("def moves(state): raise SystemExit", "the rules' moves function fails with SystemExit."),
        ("def moves(state): yield 0", "which is not a list of integers"),
        ("def to_move(state): return 2", "the rules' to_move function gives 2, which is neither 0 nor 1"),
        ("def to_move(state): pass", "the rules' to_move function gives None, which is neither 0 nor 1"),
        (
            "def result(state): return False",
            "the rules' result function gives False, which is neither an integer nor None",
        ),
        ("def result(state): return 'x' * 99", f"gives '{'x' * 56}..., which is neither"),
        ("canonical = 3", "the rules' canonical function fails with TypeError"),
        (
            "def canonical(state): return list(state)",
            "the rules' canonical function gives [0, 0], which is not a tuple",
        ),
    ],
)
def test_answers_of_a_wrong_kind_are_told(changed: str, told: str, tmp_path: Path) -> None:
    moves = "\ndef moves(state): return list(range(9))\n"
    assert told in said(TEXT + moves + changed, tmp_path)


def test_a_repr_that_fails_is_no_traceback(tmp_path: Path) -> None:
    code = TEXT + "class Odd:\n    def __repr__(self): raise ValueError\n\ndef start(game): return Odd()\n"
    assert "gives a value of type Odd" in said(code, tmp_path)


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("def start(game):", "cannot be executed: IndentationError"),
        ("1 / 0", "cannot be executed: ZeroDivisionError: division by zero"),
        ("raise SystemExit", "cannot be executed: SystemExit"),
        ("import zermelo.nothing", "cannot be executed: ModuleNotFoundError"),
        (
            TEXT.replace("apply", "play"),
            "must have the functions start, moves, to_move, apply, result; apply is missing",
        ),
        (TEXT + "result = None", "result is missing"),
        ("", "start is missing"),
    ],
)
def test_what_is_no_rules_module_is_refused(code: str, told: str, tmp_path: Path) -> None:
    path = tmp_path / "rules.py"
    path.write_text(code)
    with pytest.raises(BadOption) as refused:
        load(path)
    assert told in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("name", ["nowhere.py", ".", "a\0b"], ids=["none", "folder", "nul"])
def test_what_cannot_be_read_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="cannot be read: "):
        load(f"{tmp_path}/{name}")


def test_games_of_chance_or_of_more_players_have_no_rules_modules() -> None:
    for name in ("einstein(3,2)", "lines(3x3,3,players=3)"):
        with pytest.raises(NotSupported, match="two players without chance"):
            disagreement(game_named(name), load(OURS / "nim.py"), {})
