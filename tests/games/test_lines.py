"""Lines in any number of dimensions, for any number of players, against rules written anew from coordinates."""

from __future__ import annotations

import itertools
import random
from typing import Any, Final

import pytest

from tests.support.rows import CASES, Case, Place, all_lines, play
from zermelo import Solver, solve
from zermelo.core.errors import BadGame, BadMove, BadPosition
from zermelo.core.game import Game
from zermelo.games import connect, lines, mnk
from zermelo.games.in_a_row.symmetries import Structure, automorphisms


@pytest.mark.long
@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case.game()))
def test_play_is_as_the_rules_say(case: Case) -> None:
    game, oracle, rng = case.game(), case.oracle(), random.Random(1)
    for _ in range(4):
        for state, position in play(case, game, rng):
            rewards = oracle.rewards(position)
            assert game.terminal(state) == (rewards is not None)
            turn = oracle.turn(position)
            if rewards is not None:
                assert (game.rewards(state) if case.players > 2 else game.reward(state)) == (
                    rewards if case.players > 2 else rewards[turn]
                )
            if case.players > 2:
                assert game.to_move(state) == turn
            assert game.parse_position(game.position_text(state)) == state
            assert game.render(state)


@pytest.mark.sampled("lines(3x4x2,3,gravity=1,misere=1)-False")
@pytest.mark.parametrize("compiled", [None, False])
@pytest.mark.parametrize("case", [case for case in CASES if case.players == 2], ids=lambda case: str(case.game()))
def test_values_of_late_positions_are_those_of_the_rules(case: Case, compiled: bool | None) -> None:
    game, oracle, rng = case.game(), case.oracle(), random.Random(2)
    solvers = [
        Solver(game, line=False, compiled=compiled),
        Solver(game, line=False, compiled=False, without="symmetry,priority"),
    ]
    compared = 0
    while compared < 12:
        path = play(case, game, rng)
        late = [pair for pair in path[:-1] if len(oracle.targets(pair[1])) > 1][-case.empties :]
        for state, position in late:
            expected = oracle.value(position)
            for solver in solvers:
                result = solver.solve(state)
                assert (result.value, result.kind) == (expected, "exact"), game.position_text(state)
            compared += 1


LINES: Final = [
    ((3, 3), 3, 8),
    ((4, 4, 4), 4, 76),
    ((3, 3, 3), 3, 49),
    ((3, 3, 3, 3), 3, 272),
    ((7, 6), 4, 69),
    ((15, 15), 5, 572),
    ((5,), 2, 4),
]


@pytest.mark.parametrize(("shape", "k", "count"), LINES)
def test_lines_are_all_there(shape: Place, k: int, count: int) -> None:
    """On a cube of side n with k = n there are ((n + 2)**d - n**d) / 2."""
    assert lines(shape, k).line_count == count == len(all_lines(shape, k))  # pyright: ignore[reportAttributeAccessIssue]


def symmetries_by_trial(shape: Place, k: int) -> int:
    """How many permutations of the cells map lines to lines, by trying all of them."""
    cells = list(itertools.product(*map(range, shape)))
    rows = all_lines(shape, k)
    count = 0
    for images in itertools.permutations(cells):
        move = dict(zip(cells, images, strict=True))
        count += all(frozenset(map(move.__getitem__, row)) in rows for row in rows)
    return count


@pytest.mark.sampled("shape2-3", "shape4-2")
@pytest.mark.parametrize(
    ("shape", "k"), [((3, 3), 3), ((2, 2, 2), 2), ((2, 4), 3), ((8,), 3), ((2, 4), 2), ((3, 3), 2)]
)
def test_symmetries_are_as_many_as_a_trial_of_all_permutations_finds(shape: Place, k: int) -> None:
    number = symmetries_by_trial(shape, k)
    game = lines(shape, k)
    assert game.symmetry_count == (number if number <= 2000 else game.symmetry_count)
    assert number > 2000 or len(set(game.permutations())) == number  # pyright: ignore[reportAttributeAccessIssue]


SYMMETRIES: Final = [
    ((4, 4, 4), 4, None, 192),  # Silver 1967
    ((3, 3, 3), 3, None, 48),
    ((3, 3, 3, 3), 3, None, 384),
    ((4, 4), 4, None, 32),
    ((5, 5), 4, None, 8),
    ((4, 4, 4), 4, 2, 8),
    ((7, 6), 4, 1, 2),
    ((3, 3), 1, None, 8),  # any permutation would do: the 8 of the square are enough
    ((3, 4, 5), 6, None, 8),
    ((2, 3, 2), 3, None, 16),  # of 31,104
    ((3, 3, 3, 3, 3), 3, None, 1),  # the 3,840 of the cube are too many
]


@pytest.mark.long
@pytest.mark.parametrize(("shape", "k", "gravity", "count"), SYMMETRIES)
def test_the_group_of_symmetries_is_computed_from_the_lines(
    shape: Place, k: int, gravity: int | None, count: int
) -> None:
    game: Any = lines(shape, k, gravity=gravity)
    group = set(game.permutations())
    assert game.symmetry_count == len(group) == count
    assert game.permutations()[0] == tuple(range(game.cell_count))
    assert all(game.structure().keeps(permutation) for permutation in group)
    some = random.Random(0).sample(sorted(group), min(len(group), 20))
    products = {tuple(then[cell] for cell in first) for first in some for then in some}
    assert products <= group


def test_of_too_many_symmetries_some_are_used() -> None:
    for cells, used in ((9, 720), (5, 120)):
        group, complete = automorphisms(Structure(frozenset(), (-1,) * cells), most=1000)
        assert (len(group), complete) == (used, cells == 5)


@pytest.mark.long
@pytest.mark.parametrize(
    ("one", "other"),
    [
        (lines((3, 3), 3), mnk(3, 3, 3)),
        (lines((4, 4), 4), mnk(4, 4, 4)),
        (lines((3, 5), 3), mnk(3, 5, 3)),
        (lines((4, 5), 3, gravity=1), connect(4, 5, 3)),
        (lines((4, 4), 4, gravity=1), connect(4, 4, 4)),
    ],
    ids=str,
)
def test_the_known_families_are_names_within_this_one(one: Game[Any], other: Game[Any]) -> None:
    assert solve(one, line=False).value == solve(other, line=False).value
    rng = random.Random(3)
    mine, theirs = one.initial(), other.initial()
    while not other.terminal(theirs):
        assert tuple(mine) == tuple(theirs)
        assert list(one.actions(mine)) == list(other.actions(theirs))
        action = rng.choice(list(one.actions(mine)))
        mine, theirs = one.apply(mine, action), other.apply(theirs, action)
    assert one.terminal(mine)
    assert one.reward(mine) == other.reward(theirs)


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "value"),
    [
        (lines((3, 3, 3), 3), 1),  # the first player takes the centre
        (lines((3, 3), 3, misere=True), 0),
        (lines((2, 2, 2), 2), 1),
        pytest.param(
            lines((3, 3, 3), 3, misere=True),
            1,  # there are no draws: the first takes the centre and mirrors the other's moves
            marks=pytest.mark.stress,
        ),
    ],
    ids=str,
)
def test_small_games_have_the_values_that_theory_gives(game: Game[Any], value: int) -> None:
    assert solve(game, line=False).value == value


REFUSED: Final[list[tuple[dict[str, Any], str]]] = [
    ({"shape": "4x4", "k": 0}, "k = 0 is not an integer from 1 to 19"),
    ({"shape": "4xx4", "k": 3}, "'4xx4' is not a shape; shapes look like 4x4 or 3x4x4: rows x columns"),
    ({"shape": (), "k": 3}, "a shape has 1 to 6 axes, not 0"),
    ({"shape": (2,) * 7, "k": 3}, "a shape has 1 to 6 axes, not 7"),
    ({"shape": (4, 20), "k": 3}, "side 2 of the shape = 20 .*rows x columns"),
    ({"shape": (4, -1), "k": 3}, "side 2 of the shape = -1"),
    ({"shape": (4, 2.5), "k": 3}, r"side 2 of the shape = 2\.5"),
    ({"shape": (9, 9, 9), "k": 3}, "has 729 cells; at most 512 are allowed"),
    ({"shape": (4, 4), "k": 3, "players": 1}, "players = 1 is not an integer from 2 to 4"),
    ({"shape": (4, 4), "k": 3, "players": 9}, "players = 9"),
    ({"shape": (4, 4), "k": 3, "gravity": 2}, "gravity = 2 is not an integer from -2 to 1"),
    ({"shape": (4,), "k": 3, "gravity": 0}, "gravity needs at least two axes"),
    ({"shape": (4, 4), "k": 3, "misere": "no"}, "misere = 'no' is neither 1 nor 0"),
    ({"shape": (4, 4), "k": 3, "weak": "False"}, "weak = 'False' is neither 1 nor 0"),
    ({"shape": (4, 4), "k": 3, "weak": 2}, "weak = 2 is neither 1 nor 0"),
    ({"shape": (4, 4), "k": 3, "weak": None}, "weak = None is neither 1 nor 0"),
]


@pytest.mark.parametrize(("given", "told"), REFUSED, ids=[told for _, told in REFUSED])
def test_what_is_no_such_game_is_refused(given: dict[str, Any], told: str) -> None:
    with pytest.raises(BadGame, match=told):
        lines(**given)


def test_places_and_positions_that_there_are_not_are_refused() -> None:
    cube = lines((3, 3, 3), 3, players=3)
    with pytest.raises(BadMove, match=r"'4-1-1' is not a cell of .*: cells are 1-1-1 to 3-3-3"):
        cube.parse_action("4-1-1")
    with pytest.raises(BadMove, match="is not a cell"):
        cube.parse_action("b2")
    for text, told in (
        ("X../.../...", "has 9 rows of 3 cells"),
        ("XX./.../.../.../.../.../.../.../...", "the players take turns"),
        ("Z../.../.../.../.../.../.../.../...", "the stones are X, O, Y"),
        ("XXX/OO./O../YY./.../.../.../.../...", "the game ends as soon as a line is complete"),
    ):
        with pytest.raises(BadPosition, match=told):
            cube.parse_position(text)
    with pytest.raises(BadPosition, match="a stone has an empty cell below it"):
        lines((3, 3), 3, players=3, gravity=1).parse_position("X../.../...")
