"""Pairs of cells that stop lines: against an oracle that lists the lines by coordinates and tries all pairs."""

from __future__ import annotations

import functools
import itertools
import random
from typing import Any

import pytest

from zermelo import solve
from zermelo.certificates.lemmas import Stop, find_pairs, find_stop, stops_all_lines
from zermelo.core.constants import NONE
from zermelo.games.catalogue import game_named

Cells = frozenset[int]
Lines = frozenset[Cells]


class Oracle:
    """The lines of k cells on a flat board, as sets of the numbers of its cells."""

    def __init__(self, rows: int, columns: int, k: int) -> None:
        places = [*itertools.product(range(rows), range(columns))]
        runs = [
            [(row + i * down, column + i * right) for i in range(k)]
            for row, column in places
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
        ]
        self.lines: Lines = frozenset(frozenset(map(places.index, run)) for run in runs if {*run} <= {*places})

    def left(self, defender: Cells) -> Lines:
        """The lines without a stone of the defender."""
        return frozenset(line for line in self.lines if not line & defender)


@functools.cache
def can_be_paired(lines: Lines, free: Cells) -> bool:
    """Whether disjoint pairs of free cells exist such that each line contains one, by trying all pairs of one line."""
    if not lines:
        return True
    line = min(lines, key=sorted)
    return any(
        can_be_paired(frozenset(other for other in lines if not other.issuperset(pair)), free - {*pair})
        for pair in itertools.combinations(sorted(line & free), 2)
    )


def played(game: Any, count: int, rng: random.Random) -> Any:
    """A position after up to so many random moves, in which play goes on."""
    state = game.initial()
    for _ in range(count):
        later = game.apply(state, rng.choice([*game.actions(state)]))
        if game.terminal(later):
            break
        state = later
    return state


def numbers(game: Any, stones: Any) -> Cells:
    return frozenset(game.action_at(cell) for cell in stones)


BOARDS = [(3, 3, 3), (3, 4, 3), (4, 4, 4), (3, 5, 4)]


@pytest.mark.parametrize(("rows", "columns", "k"), BOARDS)
def test_pairs_are_found_where_there_are_some(rows: int, columns: int, k: int) -> None:
    game: Any = game_named(f"mnk({rows},{columns},{k})")
    oracle, rng = Oracle(rows, columns, k), random.Random(rows * columns)
    outcomes = set[bool]()
    for _ in range(60):
        state = played(game, rng.randrange(rows * columns), rng)
        for attacker, defender in (state, state[::-1]):
            taken = numbers(game, defender)
            free = frozenset(range(rows * columns)) - taken - numbers(game, attacker)
            left = oracle.left(taken)
            found = find_pairs(game, attacker, defender)
            assert (found is not None) == can_be_paired(left, free)
            outcomes.add(found is not None)
            if found is not None:
                pairs = [numbers(game, pair) for pair in found]
                cells = [cell for pair in pairs for cell in pair]
                assert len(cells) == len({*cells}) == 2 * len(pairs)
                assert free.issuperset(cells)
                assert all(any(pair <= line for pair in pairs) for line in left)
    assert outcomes == {True, False}


@pytest.mark.parametrize("name", ["mnk(3,3,3)", "mnk(3,4,3)", "lines(2x2x2,2)", "lines(3x3,3,weak=1)"])
def test_a_player_who_is_stopped_does_not_win(name: str) -> None:
    game: Any = game_named(name)
    rng, stopped = random.Random(5), 0
    for _ in range(40):
        state = played(game, rng.randrange(9), rng)
        first, second = game.in_order(state)
        mover = game.stones_on(state) % 2
        if find_stop(game, first, second, mover == 0) is not None:
            stopped += 1
            value = solve(game, game.position_text(state), compiled=False).value
            assert (value if mover == 0 else -value) <= 0
    assert stopped or name == "lines(2x2x2,2)"  # there, every two stones of a player are a line


def test_the_first_player_is_stopped_where_the_board_is_large_enough() -> None:
    game: Any = game_named("mnk(5,5,5)")
    stop = find_stop(game, *game.initial(), attacks=True)
    assert stop is not None
    assert (stop.first, len(stop.pairs)) == (NONE, 12)  # one for each line


def test_a_first_move_helps_the_defender_to_move() -> None:
    game: Any = game_named("mnk(4,4,4)")
    assert find_stop(game, *game.initial(), attacks=True) is None
    stop = find_stop(game, *game.initial(), attacks=False)
    assert stop is not None
    assert stop.first != NONE


def test_no_line_that_is_left_needs_no_pair() -> None:
    game: Any = game_named("mnk(2,2,3)")
    assert find_stop(game, *game.initial(), attacks=True) == Stop(NONE, ())


@pytest.mark.parametrize(
    "stop",
    [
        Stop(NONE, ()),  # lines are left
        Stop(NONE, ((0, 1), (1, 2))),  # a cell in two pairs
        Stop(3, ((0, 1),)),  # padding of the board
        Stop(NONE, ((0, 5),)),  # a cell with a stone
    ],
)
def test_a_false_stop_is_rejected(stop: Stop) -> None:
    game: Any = game_named("mnk(3,3,3)")
    state = game.parse_position("b2")
    assert not stops_all_lines(game, state.you, state.me, stop)


def test_a_true_stop_is_false_with_cells_that_are_taken_or_no_cells() -> None:
    game: Any = game_named("mnk(5,5,5)")
    attacker, defender = game.initial()
    stop = find_stop(game, attacker, defender, attacks=True)
    assert stop is not None
    for cell in stop.pairs[0]:
        assert not stops_all_lines(game, attacker.add(cell), defender, stop)
    padding = [cell for cell in range(game.board.width) if cell not in game.board]
    assert not stops_all_lines(game, attacker, defender, Stop(NONE, (*stop.pairs, (padding[0], padding[1]))))
