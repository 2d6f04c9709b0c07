"""Games of winning sets against plain recursion over their rules."""

from __future__ import annotations

import itertools
import random
from pathlib import Path
from typing import Any

import pytest

from tests.support.set_games import KINDS, TURNS, after, some_game, start, value
from zermelo import AsState, Game, Solver, solve
from zermelo.core.errors import BadGame, BadMove, BadOption, BadPosition
from zermelo.games import clique, game_named, lines, polyomino, sets
from zermelo.games.in_a_row.symmetries import automorphisms, generators


@pytest.mark.sampled(every=20)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(70))
def test_values_are_those_of_the_rules(seed: int, kind: str) -> None:
    play_and_compare(seed, kind, (1, 1, 1))


@pytest.mark.sampled(every=20)
@pytest.mark.parametrize("turns", TURNS)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(16))
def test_values_of_biased_games_are_those_of_the_rules(seed: int, kind: str, turns: tuple[int, int, int]) -> None:
    play_and_compare(1000 + seed, kind, turns)


def play_and_compare(seed: int, kind: str, turns: tuple[int, int, int]) -> None:
    """Compare the values along a random play."""
    made = some_game(seed, kind, turns)
    if made is None:
        return
    game, rules = made
    rng, state, stand = random.Random(seed), game.initial(), start(rules)
    while not game.terminal(state):
        found = Solver(game, compiled=False, line=False).solve(AsState(state))
        assert found.value == value(rules, stand), game.position_text(state)
        assert game.parse_position(game.position_text(state)) == state
        action = rng.choice([*game.actions(state)])
        state, stand = game.apply(state, action), after(rules, stand, action)
    outcome = game.reward(state)
    assert outcome == value(rules, stand)


@pytest.mark.long
@pytest.mark.parametrize(
    "name", ["mnk(3,3,3)", "mnk(3,4,3)", "lines(2x2x2,2)", "lines(3x3,3,misere=1)", "lines(3x3,3,weak=1)"]
)
def test_lines_as_sets_are_the_same_game(name: str) -> None:
    """The same values, moves and symmetries, by the sets alone."""
    game: Any = game_named(name)
    cells = {bit: str(number + 1) for number, bit in enumerate(game.board)}
    listed = [[cells[bit] for bit in line] for line in game.lines]
    same: Any = sets(len(cells), listed, misere="misere" in name, weak="weak" in name)
    assert same.line_count == game.line_count
    assert same.symmetry_count >= game.symmetry_count
    rng = random.Random(name)
    for _ in range(3):
        one, other = game.initial(), same.initial()
        while not game.terminal(one):
            values = [
                Solver(each, compiled=False).solve(AsState(state)).value for each, state in ((game, one), (same, other))
            ]
            assert values[0] == values[1]
            action = rng.choice([*game.actions(one)])
            one, other = game.apply(one, action), same.apply(other, int(cells[game.cell(action)]) - 1)
        assert same.terminal(other)
        assert same.reward(other) == game.reward(one)


@pytest.mark.long
@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta", "mtdf", "pns", "dfpn", "sss"])
@pytest.mark.parametrize("turns", [(1, 1, 1), (2, 2, 1), (1, 2, 2)])
@pytest.mark.parametrize("kind", KINDS)
def test_every_algorithm_finds_the_value(kind: str, turns: tuple[int, int, int], algorithm: str) -> None:
    for seed in range(6):
        made = some_game(seed, kind, turns)
        if made is not None and not made[0].terminal(made[0].initial()):
            game, rules = made
            found = solve(game, algorithm=algorithm, compiled=False)
            assert found.value == value(rules, start(rules))


@pytest.mark.long
@pytest.mark.parametrize(
    "game",
    [
        polyomino("el", 3, 3),
        clique(5, 3, misere=True),
        polyomino("tic", 3, 4, weak=True),
        clique(5, 3, bias="2:1"),
        lines("3x4", 3, weak=True, bias="1:2"),
    ],
    ids=str,
)
def test_native_code_finds_the_same(game: Game[Any]) -> None:
    assert solve(game, compiled=True).value == solve(game, compiled=False).value


def test_positions_are_written_and_read() -> None:
    game = sets(4, [["1", "2"], ["3", "4"]], x=["1"], o=["3"])
    assert game.position_text(game.initial()) == "X./O."
    for text in ("X./O.", "XX/O."):
        assert game.position_text(game.parse_position(text)) == text
    with pytest.raises(BadPosition, match="a stone that is set before the first move is missing"):
        game.parse_position("X./..")
    with pytest.raises(BadPosition, match="a position has 2 rows of 2 cells"):
        game.parse_position("XO..")
    with pytest.raises(BadMove, match=r"'5' is not a cell of .*: the cells are 1, 2, 3 and 4"):
        game.parse_action("5")
    with pytest.raises(BadMove, match=r"'z9' is not a cell of .*: the cells are a1 to e5"):
        polyomino("el", 5, 5).parse_action("z9")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("XX/..", "X sets one stone first, then O 2 and X 1 in turn"),
        ("O./..", "X sets one stone first"),
        ("XX/OO", "the game ends as soon as a line is complete"),
    ],
)
def test_positions_that_cannot_arise_with_a_bias_are_refused(text: str, why: str) -> None:
    game = sets("12/34", bias="1:2")
    with pytest.raises(BadPosition, match=why):
        game.parse_position(text)
    assert game.position_text(game.parse_position("XO/O.")) == "XO/O."


def test_cells_that_are_taken_before_the_first_move() -> None:
    game = game_named("sets(123/145,x=2,o=45)")
    assert str(game) == "sets(123/145,x=2,o=45)"
    assert game.position_text(game.initial()) == ".X.OO"
    assert game == sets("123/145", x=["2"], o=("4", 5))
    with pytest.raises(BadGame, match="x must be a list, not None"):
        sets("123/145", x=None)  # pyright: ignore[reportArgumentType]
    with pytest.raises(BadGame, match="x has '9', which is not the name of a cell"):
        sets("123/145", x="9")
    with pytest.raises(BadGame, match="x has '1' twice"):
        sets("123/145", x="11")


def test_games_of_the_same_size_have_different_names() -> None:
    assert str(sets(3, [[1, 2]])) != str(sets(3, [[1, 3]])) != str(sets(3, [[1, 3]], x=[2]))
    assert str(sets(3, [[1, 2]])) == str(sets(3, [["1", "2"]]))


BEGIN = "X and O take turns, and X moves first. On your turn, put a stone on any empty cell."
FULL = "If the board is full and nobody has such a winning set, the game is a draw."
RULES = {
    "sets(12/34)": f"{BEGIN} The first player with stones on all cells of a winning set (1 2, 3 4) wins. {FULL}",
    "polyomino(el,3,3,misere=1)": (
        f"{BEGIN} The first player with stones on the cells of a polyomino like XX/X., turned or reflected in any way, "
        f"loses, and the other player wins. {FULL}"
    ),
    "clique(5,3,weak=1,bias=2:1,opening=1)": (
        "Maker plays X and moves first, and Breaker plays O. X puts one stone in the first turn and two in each later one, "
        "and O one in each turn. A stone goes on an empty cell of a winning set that Maker can still complete. Maker wins "
        "with stones on all edges between three of the five points. Breaker wins by stopping every such winning set, "
        "and gains nothing from a winning set of O."
    ),
}


@pytest.mark.parametrize("name", RULES)
def test_the_rules_say_how_to_play(name: str) -> None:
    assert game_named(name).rules() == RULES[name]


def test_what_is_left_of_a_turn_is_shown() -> None:
    game = sets("12/34", bias="2:1")
    state = game.apply(game.initial(), 0)
    assert game.render(game.initial()).endswith("\n\nleft in this turn: two stones")
    assert game.render(state).endswith("\n\nleft in this turn: one stone")


@pytest.mark.parametrize("game", [polyomino("el", 3, 3), clique(5, 3), sets("12/34/56")], ids=str)
def test_few_symmetries_generate_all(game: Any) -> None:
    group = game.permutations()
    made = {group[0]}
    few = generators(group)
    while more := {tuple(then[cell] for cell in one) for one in made for then in few} - made:
        made |= more
    assert made == {*group}
    assert len(few) <= 6 < len(group)
    assert automorphisms(game.structure(), len(group)) == (group, True)
    fewer, complete = automorphisms(game.structure(), len(group) - 1)
    assert not complete
    assert len(group) % len(fewer) == 0


def test_a_set_that_contains_another_is_left_out() -> None:
    game: Any = sets(3, [[1, 2], [1, 2, 3], [2, 1]])
    assert game.winning == ((0, 1),)


REFUSED = [
    ((5,), "the winning sets are missing"),
    (([[1, 2], [2, 3]],), "the winning sets are missing"),
    ((["x", "y"], []), "'x' is not a name for a cell: it would be read as stones on a board"),
    ((0, []), "a game has 1 to 512 cells; these are none"),
    ((513, []), "a game has 1 to 512 cells; these are more"),
    ((["a", "b", "A"], []), "two cells are named a"),
    ((["a b"], []), "'a b' is not a name for a cell"),
    ((["a" * 21], []), "'a*' is not a name for a cell: a name has 1 to 20 printable characters"),
    ((itertools.count(), []), "a game has 1 to 512 cells; these are more"),
    ((3, itertools.count()), "there are 4,097 winning sets; at most 4,096 are allowed"),
    (([1.5], []), "1.5 is not a name for a cell"),
    (({"a": [0, 0], "b": [0, 0]}, []), "two cells have the same place"),
    (({"a": "here"}, []), "the place of cell 'a' is 'here'; it must be a row and a column"),
    (({"a": [0, -1]}, []), "the place of cell 'a' is .*; it must be a row and a column"),
    (("ab", [["a"]]), "the cells must be a list, not 'ab'"),
    ((3, [[]]), "winning set 1 is empty"),
    ((3, [["1", "4"]]), "winning set 1 has '4', which is not the name of a cell"),
    ((3, [["1", "1"]]), "winning set 1 has '1' twice"),
    ((3, ["12"]), "winning set 1 must be a list, not '12'"),
    ((3, 5), "the winning sets must be a list, not 5"),
    ((20, [[1]] * 5000), "there are 5,000 winning sets; at most 4,096 are allowed"),
]


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize(("given", "why"), REFUSED)
def test_bad_sets_are_refused(given: tuple[Any, Any], why: str) -> None:
    with pytest.raises(BadGame, match=f"^sets: {why}"):
        sets(*given)


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{", "is not JSON"),
        (" " * (1 << 24) + "{}", "is larger than 16,777,216 bytes"),
        ('{"cells": 3, "sets": [' + '["1"],' * 999_999 + '["1"]]}', "there are 1,000,000 winning sets; at most 4,096"),
        ("[" * 100_000, "is not JSON"),
        ("[]", "needs a JSON object with the keys cells and sets"),
        ('{"cells": 3, "sets": [], "cells": 4}', "the file has the key 'cells' more than once in an object"),
        ('{"cells": {"a": [0, 0], "a": [0, 1]}, "sets": []}', "the file has the key 'a' more than once"),
        ('{"cells": 3}', "needs a JSON object with the keys cells and sets"),
        ('{"cells": 3, "sets": [], "z": 1}', "has an unknown key, 'z'; the keys are cells, sets, x and o"),
        ('{"cells": 3, "sets": [["1"]], "x": ["1"]}', "a player holds a winning set before the first move"),
        ('{"cells": 3, "sets": [], "x": ["1"], "o": ["1"]}', "a cell belongs to both players before the first move"),
    ],
)
def test_bad_files_are_refused(text: str, why: str, tmp_path: Path) -> None:
    file = tmp_path / "sets.json"
    file.write_text(text)
    with pytest.raises(BadGame, match=why):
        game_named(f"sets({file})")


def test_stones_beforehand_are_given_in_the_file(tmp_path: Path) -> None:
    file = tmp_path / "sets.json"
    file.write_text('{"cells": 3, "sets": [["1", "2"]], "x": ["3"]}')
    assert game_named(f"sets({file})").initial() == sets(3, [["1", "2"]], x=["3"]).initial()
    with pytest.raises(BadGame, match="cells that are taken before the first move are in the file, under o"):
        game_named(f"sets({file},o=1)")


def test_a_file_gives_the_cells_and_the_sets(tmp_path: Path) -> None:
    file = tmp_path / "sets.json"
    file.write_text('{"cells": {"a": [0, 0], "b": [0, 1], "c": [1, 1]}, "sets": [["a", "b"], ["b", "c"]]}')
    game = game_named(f"sets({file})")
    assert str(game) == f"sets({file})"
    assert [(cell.row, cell.column) for cell in game.picture(game.initial(), 0) or []] == [(0, 0), (0, 1), (1, 1)]
    assert game.render(game.initial()) == "a .  b .\n     c ."
    assert solve(game).value == 1


@pytest.mark.parametrize(
    ("name", "why"),
    [("none.json", "There is no file 'none.json'"), ("/dev/zero", "is neither a file"), ("..", "is a folder")],
)
def test_what_is_no_file_is_refused(name: str, why: str) -> None:
    with pytest.raises(BadOption, match=why):
        game_named(f"sets({name})")


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("polyomino(cat,3,3)", "'cat' is neither elam, .* nor snaky, nor rows of X and dots"),
        (f"polyomino({'X' * 27},5,5)", "a drawing has at most 26 rows and 26 columns"),
        ("polyomino(el,0,3)", "rows = 0 is not an integer from 1 to 26"),
        ("polyomino(el,26,26)", "a board of 676 cells is too large"),
        ("polyomino(el,3,3,misere=1,weak=1)", "a weak game is not misère"),
        ("clique(1,1)", "there are 2 to 32 points"),
        ("clique(30,10)", "there are 30,045,015 cliques; at most 4,096 are allowed"),
        ("lines(3x3,3,players=3,torus=1)", "a game on a torus, or with a bias, has two players and no gravity"),
        ("lines(3x3,3,gravity=1,bias=2:1)", "a game on a torus, or with a bias, has two players and no gravity"),
        ("lines(2x2x2x2x2x2x2,2,torus=1)", "a shape has 1 to 6 axes"),
        ("lines(5x4x5x5,3,torus=1)", "there are .* winning sets; at most 4,096 are allowed"),
        (
            "polyomino(el,3,3,bias=2)",
            "bias = 2 does not say how many cells each player takes in a turn; it looks like 2:1",
        ),
        ("polyomino(el,3,3,opening=0)", "opening = 0 is not a number of cells from 1 to 512"),
        ("polyomino(el,3,3,bias=0:1)", "bias = '0:1' does not say"),
    ],
)
def test_bad_families_are_refused(name: str, why: str) -> None:
    with pytest.raises(BadGame, match=why):
        game_named(name)
