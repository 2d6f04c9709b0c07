"""The example games, each on one page: their contract, and their values against rules written anew without bits."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from examples.breakthrough import Breakthrough
from examples.domineering import Domineering
from examples.dots_and_boxes import DotsAndBoxes
from examples.hexapawn import Hexapawn
from examples.othello import Othello
from tests import EXAMPLES
from zermelo import solve
from zermelo.core.game import Game
from zermelo.play.record import Record

LONG = {"dobutsu_shogi": 170, "hare_and_hounds": 120, "oware": 115, "teeko": 125}
"""How many lines these have at most; the others, 105."""
PAGES = ["breakthrough", "domineering", "dots_and_boxes", "hexapawn", "othello", "three_mens_morris", *LONG]


@pytest.mark.parametrize("page", PAGES)
def test_an_example_is_short_and_uses_the_public_names_only(page: str) -> None:
    source = (EXAMPLES / f"{page}.py").read_text()
    assert len(source.splitlines()) <= LONG.get(page, 105)
    (line,) = [line for line in source.splitlines() if "zermelo" in line]
    assert re.fullmatch(r"from zermelo import (NONE, )?(Bits, )?(Cell, )?Game", line)


# --- the rules once more: cells as pairs, positions as sets ------------------------------------------------------------
Cell = tuple[int, int]
Pieces = frozenset[Cell]


def pawn_moves(own: Pieces, other: Pieces, up: int, size: Cell, diagonally: bool) -> list[tuple[Cell, Cell]]:
    """Straight on to an empty cell; diagonally on to the other's pieces, or also to an empty cell."""
    moves: list[tuple[Cell, Cell]] = []
    for row, column in own:
        for way in (-1, 0, 1):
            to = (row + up, column + way)
            free = to not in own | other
            inside = 0 <= to[0] < size[0] and 0 <= to[1] < size[1]
            if inside and (free if way == 0 else to in other or (diagonally and free)):
                moves.append(((row, column), to))
    return moves


def hexapawn(rows: int, columns: int) -> int:
    @cache
    def value(own: Pieces, other: Pieces, up: int) -> int:
        if any(row == (rows - 1 if up == -1 else 0) for row, _ in other):
            return -1
        moves = pawn_moves(own, other, up, (rows, columns), diagonally=False)
        return max((-value(other - {to}, own - {at} | {to}, -up) for at, to in moves), default=-1)

    row = range(columns)
    return value(frozenset((0, c) for c in row), frozenset((rows - 1, c) for c in row), 1)


def breakthrough(rows: int, columns: int) -> int:
    @cache
    def value(own: Pieces, other: Pieces, up: int) -> int:
        if not own or any(row == (rows - 1 if up == -1 else 0) for row, _ in other):
            return -1
        moves = pawn_moves(own, other, up, (rows, columns), diagonally=True)
        return max(-value(other - {to}, own - {at} | {to}, -up) for at, to in moves)

    deep = 2 if rows > 3 else 1
    places = list(itertools.product(range(deep), range(columns)))
    return value(frozenset(places), frozenset((rows - 1 - r, c) for r, c in places), 1)


def domineering(rows: int, columns: int) -> int:
    cells = frozenset(itertools.product(range(rows), range(columns)))

    @cache
    def value(free: Pieces, upright: bool) -> int:
        dominoes = [{(r, c), (r + 1, c) if upright else (r, c + 1)} for r, c in free]
        return max((-value(free - domino, not upright) for domino in dominoes if domino <= free), default=-1)

    return value(cells, True)


def dots_and_boxes(rows: int, columns: int) -> int:
    boxes = [
        frozenset({("lies", r, c), ("lies", r + 1, c), ("stands", r, c), ("stands", r, c + 1)})
        for r, c in itertools.product(range(rows), range(columns))
    ]
    sides = frozenset().union(*boxes)

    @cache
    def gain(left: frozenset[Any]) -> int:
        """How many boxes more than the other the player to move still gets."""
        best: list[int] = []
        for side in left:
            after = left - {side}
            won = sum(side in box and not box & after for box in boxes)
            best.append(won + gain(after) if won else -gain(after))
        return max(best, default=0)

    return gain(sides)


def othello(size: int) -> int:
    cells = list(itertools.product(range(size), range(size)))
    ways = [way for way in itertools.product((-1, 0, 1), repeat=2) if any(way)]

    def turns(own: Pieces, other: Pieces, cell: Cell) -> Pieces:
        found: set[Cell] = set()
        for down, right in ways:
            row: list[Cell] = []
            at = (cell[0] + down, cell[1] + right)
            while at in other:
                row.append(at)
                at = (at[0] + down, at[1] + right)
            found |= set(row) if at in own else set()
        return frozenset(found)

    @cache
    def value(own: Pieces, other: Pieces, passed: bool) -> int:
        moves = [(cell, turns(own, other, cell)) for cell in cells if cell not in own | other]
        moves = [(cell, turned) for cell, turned in moves if turned]
        if moves:
            return max(-value(other - turned, own | turned | {cell}, False) for cell, turned in moves)
        if passed:
            return (len(own) > len(other)) - (len(own) < len(other))
        return -value(other, own, True)

    low = size // 2 - 1
    return value(frozenset({(low, low + 1), (low + 1, low)}), frozenset({(low, low), (low + 1, low + 1)}), False)


CASES: list[tuple[Game[Any], Callable[..., int], tuple[int, ...]]] = [
    *((Hexapawn(*size), hexapawn, size) for size in ((3, 3), (3, 4), (4, 3), (4, 4), (3, 5))),
    *((Breakthrough(*size), breakthrough, size) for size in ((3, 3), (3, 4), (4, 2), (5, 2), (4, 3))),
    *((Domineering(*size), domineering, size) for size in ((2, 2), (3, 3), (4, 4), (3, 5), (5, 3), (4, 1))),
    *((DotsAndBoxes(*size), dots_and_boxes, size) for size in ((1, 1), (1, 2), (2, 2), (1, 4))),
    (Othello(), othello, (4,)),
]


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "oracle", "size"), CASES, ids=[f"{game}-{'x'.join(map(str, size))}" for game, _, size in CASES]
)
def test_values_are_those_of_the_rules(game: Game[Any], oracle: Callable[..., int], size: tuple[int, ...]) -> None:
    assert solve(game, compiled=False, line=False).value == oracle(*size)


@pytest.mark.long
@pytest.mark.parametrize(
    "game", [Hexapawn(), Breakthrough(4, 3), Domineering(4, 4), DotsAndBoxes(), Othello()], ids=str
)
def test_native_code_finds_the_same(game: Game[Any]) -> None:
    compiled, interpreted = solve(game, compiled=True), solve(game, compiled=False)
    assert (compiled.value, compiled.counters) == (interpreted.value, interpreted.counters)


# --- the boards ---------------------------------------------------------------------------------------------------------
DRAWN = [Breakthrough(4, 3), Domineering(3, 4), DotsAndBoxes(1, 2), Othello()]


@pytest.mark.parametrize("game", DRAWN, ids=str)
def test_every_legal_move_has_its_place_and_a_name_of_its_own(game: Game[Any]) -> None:
    names = [game.action_name(action) for action in range(game.action_count)]
    assert len(set(names)) == len(names)
    rng, record = random.Random(str(game)), Record.begin(game)
    while not record.over:
        cells = game.picture(record.state, record.mover)
        drawn = {action for cell in cells for action in cell.actions}
        assert {*game.actions(record.state)} - drawn <= {getattr(game, "passing", None)}
        record.do(record.throw(rng))


def drawn(game: Game[Any], moves: str) -> str:
    """The marks after these moves, row by row, with dots for places without one."""
    record = Record.played(game, moves.split())
    rows: dict[int, str] = {}
    for cell in game.picture(record.state, record.mover):
        rows[cell.row] = rows.get(cell.row, "") + (cell.mark or ".")
    return "/".join(rows.values())


def test_boards_show_what_was_played() -> None:
    assert drawn(Breakthrough(4, 3), "") == "BBB/BBB/WWW/WWW"
    assert drawn(Breakthrough(4, 3), "b2a3") == "BBB/WBB/W.W/WWW"
    assert drawn(Breakthrough(4, 3), "b2a3 b1c2") == "B.B/BBB/W.W/WWW"
    assert drawn(Domineering(3, 4), "a1 b1") == "###./#.../...."
    assert drawn(Othello(), "") == "..../.OX./.XO./...."
    assert drawn(Othello(), "b1") == ".X../.XX./.XO./...."
    assert drawn(DotsAndBoxes(1, 2), "a1h a1v b1v") == ".#.../#.#../....."


def test_a_closed_box_is_filled() -> None:
    assert drawn(DotsAndBoxes(1, 2), "a1h a2h a1v b1v") == ".#.../###../.#..."


def test_pieces_stay_where_they_are_when_the_board_is_turned_round() -> None:
    game = Breakthrough(4, 3)
    owners = [(cell.mark, cell.player) for cell in game.picture(Record.played(game, ["b2a3"]).state, 1) if cell.mark]
    assert set(owners) == {("W", 0), ("B", 1)}
