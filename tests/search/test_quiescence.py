"""Quiescence: what a depth-limited search says, against a search by the book that follows every capture."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

import pytest

from zermelo import Solver, check, solve
from zermelo.core.errors import BadGame, BadMove, BadPosition
from zermelo.games import capture, mnk
from zermelo.search import ALGORITHMS

Position = tuple[str, int]
"""A line of x, o and dots, and who is to move: 0 for x, who goes to the right, 1 for o."""


class Oracle:
    """The rules on a line of text that is never turned."""

    def __init__(self, follow_captures: bool) -> None:
        self.follow_captures = follow_captures
        self.value = cache(self._value)

    def moves(self, position: Position) -> Iterator[tuple[Position, bool]]:
        """The positions after each move, and whether it captures."""
        line, turn = position
        own, other, ahead = ("x", "o", 1) if turn == 0 else ("o", "x", -1)
        for at, mark in enumerate(line):
            for way in (1, -1) if mark == own else ():
                to = at + way
                if 0 <= to < len(line) and (line[to] == other or (line[to] == "." and way == ahead)):
                    cells = list(line)
                    cells[at], cells[to] = ".", own
                    yield ("".join(cells), 1 - turn), line[to] == other

    def lead(self, position: Position) -> int:
        line, turn = position
        return (line.count("x") - line.count("o")) * (1 if turn == 0 else -1)

    def quiet(self, position: Position) -> int:
        """The lead that the player to move can keep, standing pat or capturing."""
        captures = [after for after, captures in self.moves(position) if captures]
        return max([self.lead(position), *(-self.quiet(after) for after in captures)])

    def _value(self, position: Position, depth: int | None) -> int:
        """To a depth, or (None) to the end."""
        following = [after for after, _ in self.moves(position)]
        if not following:
            return self.lead(position)
        if depth == 0:
            return self.quiet(position) if self.follow_captures else self.lead(position)
        return max(-self.value(after, None if depth is None else depth - 1) for after in following)


def lines(cells: int, pieces: int) -> list[str]:
    """All positions of a small board: up to so many pieces of each side, anywhere."""
    return [
        "".join(marks)
        for marks in itertools.product("x.o", repeat=cells)
        if 1 <= marks.count("x") <= pieces and 1 <= marks.count("o") <= pieces
    ]


PLAYABLE: Final = [line for line in lines(6, 2) if next(Oracle(True).moves((line, 0)), None)]


@pytest.mark.sampled("False-True-2")
@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize("quiet", [True, False])
@pytest.mark.parametrize("compiled", [True, False])
def test_depth_limited_values_are_those_of_the_book_on_every_position(depth: int, quiet: bool, compiled: bool) -> None:
    oracle = Oracle(follow_captures=quiet)
    without = () if quiet else "quiescence"
    solver = Solver(capture(6, 2), depth=depth, compiled=compiled, line=False, without=without)
    for line in PLAYABLE[:: 1 if compiled else 4]:
        assert solver.solve(line).value == oracle.value((line, 0), depth), line


@pytest.mark.parametrize(
    "algorithm", [name for name, each in ALGORITHMS.items() if name != "bns" and not each.to_the_end]
)
def test_every_algorithm_follows_captures(algorithm: str) -> None:
    oracle = Oracle(follow_captures=True)
    for table, deepening in ((True, False), (False, False), (True, True)):
        options: dict[str, Any] = {"algorithm": algorithm, "table": table, "deepening": deepening}
        solver = Solver(capture(6, 2), depth=2, compiled=False, line=False, **options)
        for line in PLAYABLE[::9]:
            assert solver.solve(line).value == oracle.value((line, 0), 2), (line, options)


@pytest.mark.sampled("False")
@pytest.mark.parametrize("compiled", [True, False])
def test_values_to_the_end_are_those_of_the_book(compiled: bool) -> None:
    solver = Solver(capture(6, 2), line=False, compiled=compiled)
    for line in PLAYABLE[:: 1 if compiled else 3]:
        result = solver.solve(line)
        assert (result.value, result.kind) == (Oracle(False).value((line, 0), None), "exact")


def test_the_horizon_effect_on_one_position() -> None:
    """x takes a piece at the horizon and seems one ahead; o takes back."""
    position = "x.xooo"
    plain = solve(capture(6, 3), position, depth=1, without="quiescence", compiled=False)
    quiet = solve(capture(6, 3), position, depth=1, compiled=False)
    assert (plain.value, quiet.value) == (0, -1)
    assert quiet.counters["noisy"] > 0 == plain.counters["noisy"]
    assert quiet.counters["nodes"] > plain.counters["nodes"]  # those past the depth limit count
    assert "quiescence" in quiet.knowledge
    assert "quiescence" not in plain.knowledge


def test_the_initial_position_and_its_value() -> None:
    for cells, pieces in ((4, 1), (5, 2), (6, 3), (7, 2)):
        game = capture(cells, pieces)
        line = "x" * pieces + "." * (cells - 2 * pieces) + "o" * pieces
        assert game.position_text(game.initial()) == line
        if not game.terminal(game.initial()):
            assert solve(game, compiled=False).value == Oracle(False).value((line, 0), None)


def test_budgets_are_kept_beyond_the_horizon() -> None:
    for nodes in range(1, 40):
        result = solve(capture(7, 3), depth=3, nodes=nodes, compiled=False, deepening=False)
        assert result.counters["nodes"] <= nodes


@pytest.mark.long
def test_compiled_quiescence_counts_the_same() -> None:
    for line in PLAYABLE[::25]:
        one, other = (solve(capture(6, 2), line, depth=2, compiled=way) for way in (True, False))
        assert (one.value, one.counters) == (other.value, other.counters)


def test_games_without_noisy_moves_do_not_pay() -> None:
    assert solve(mnk(3, 3, 3), depth=3, compiled=False).counters["noisy"] == 0


@pytest.mark.long
def test_the_contract_is_kept() -> None:
    report = check(capture(6, 2), compiled=True)
    assert report.ok, report


def test_what_is_no_capture_game_is_refused() -> None:
    for cells, pieces, told in (
        (0, 1, "cells = 0"),
        (5, 0, "pieces = 0"),
        (3, 2, "4 pieces, 2 on each side, do not fit on 3"),
    ):
        with pytest.raises(BadGame, match=told):
            capture(cells, pieces)
    with pytest.raises(BadPosition, match="6 cells, with at most 2 x and 2 o"):
        capture(6, 2).parse_position("xxx...")
    with pytest.raises(BadMove, match="not a move"):
        capture(6, 2).parse_action("9>")
