"""The examples in which positions come back: published counts and values, and rules written anew."""

from __future__ import annotations

import copy
import itertools
import random
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from examples.dobutsu_shogi import DobutsuShogi
from examples.hare_and_hounds import HareAndHounds
from examples.oware import Oware
from examples.teeko import Teeko
from examples.three_mens_morris import ThreeMensMorris
from tests.support.cyclic_graphs import by_iteration
from zermelo import AsState, Bits, Game, tabulate

# --- values against value iteration -------------------------------------------------------------------------------------
VALUES = {
    ThreeMensMorris(): (3870, (1, 9)),
    ThreeMensMorris(diagonals=False): (3910, (0, None)),
    ThreeMensMorris(jumps=True): (3870, (0, None)),
    HareAndHounds(): (2396, (1, 23)),
    Oware(2, 1): (27, (0, None)),
    Oware(2, 2): (277, (6, 11)),
    Oware(2, 3): (1218, (0, None)),
    Teeko(3): (5900, (0, None)),
    Teeko(3, advanced=True): (5895, (0, None)),
}
"""The number of positions, and the value and the distance of the initial one."""

values_of = cache(by_iteration)


@pytest.mark.long
@pytest.mark.parametrize("game", VALUES, ids=str)
def test_a_table_has_the_values_of_value_iteration(game: Game[Any], tmp_path: Path) -> None:
    values = values_of(game)
    assert (len(values), values[game.initial()]) == VALUES[game]
    table = tabulate(game, folder=tmp_path / "table", compiled=False).table
    assert table is not None
    for state, value in values.items():
        entry = table.probe(AsState(state))
        assert (entry.value, entry.distance) == value


# which first moves win, draw and lose
MORRIS = {
    # "the centre is the unique winning first move; the four corners draw and the four edges lose", at most 9 plies:
    # https://github.com/brianhliou/solved-games, data/games/three-mens-morris.yaml
    ThreeMensMorris(): {1: "b2", 0: "a1 c1 a3 c3", -1: "b1 a2 c2 b3"},
    # Nine Holes: "Analysis has shown that the game is a draw", https://en.wikipedia.org/wiki/Nine_holes, 2010
    ThreeMensMorris(diagonals=False): {1: "", 0: "a1 b1 c1 a2 b2 c2 a3 b3 c3", -1: ""},
    ThreeMensMorris(jumps=True): {1: "", 0: "a1 b1 c1 a2 b2 c2 a3 b3 c3", -1: ""},
}


@pytest.mark.long
@pytest.mark.parametrize("game", MORRIS, ids=str)
def test_three_mens_morris_has_the_published_values(game: ThreeMensMorris) -> None:
    values = values_of(game)
    for reward, moves in MORRIS[game].items():
        found = [move for move in range(9) if values[game.apply(game.initial(), move)][0] == -reward]
        assert [game.action_name(move) for move in found] == moves.split()


@pytest.mark.long
def test_the_hounds_win() -> None:
    """Berlekamp, Conway and Guy, Winning Ways, chapter 21."""
    game = HareAndHounds()
    values = values_of(game)
    assert Counter(value if game.to_move(state) == 0 else -value for state, (value, _) in values.items()) == {
        1: 435,
        -1: 1961,
    }
    assert sum(value == 1 and distance is None for value, distance in values.values()) > 0  # won by playing on for ever


@pytest.mark.long
def test_the_longest_wins_of_oware() -> None:
    """No published values are known."""
    for game, plies in ((Oware(2, 1), 1), (Oware(2, 2), 21), (Oware(2, 3), 21)):
        assert max(distance or 0 for _, distance in values_of(game).values()) == plies


# --- Teeko --------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("game", "goals"), [(Teeko(), 44), (Teeko(advanced=True), 58), (Teeko(4), 19)], ids=str)
def test_teeko_has_the_published_number_of_goals(game: Teeko, goals: int) -> None:
    """https://mathworld.wolfram.com/Teeko.html: "standard teeko (44 winning configurations)", "advanced teeko (58)"."""
    sets = (Bits.of(game.cells, *cells) for cells in itertools.combinations(range(game.cells), 4))
    assert sum(map(game.is_goal, sets)) == goals


@pytest.mark.long
@pytest.mark.parametrize(("advanced", "positions"), [(False, 189_317), (True, 188_990)])
def test_teeko_on_four_by_four_cells_is_a_draw(advanced: bool, positions: int, tmp_path: Path) -> None:
    tabulation = tabulate(Teeko(4, advanced), folder=tmp_path / "table")
    assert tabulation.table is not None
    assert (len(tabulation.table), tabulation.entry.value) == (positions, 0)


@pytest.mark.long
def test_stones_of_teeko_step_to_the_cells_around_them() -> None:
    game, rng = Teeko(4), random.Random(1)
    for _ in range(30):
        state, sides = game.initial(), (set[tuple[int, int]](), set[tuple[int, int]]())
        for ply in range(30):
            if game.terminal(state):
                break
            own, other = sides[ply % 2], sides[1 - ply % 2]
            free = {*itertools.product(range(4), repeat=2)} - own - other
            moves: dict[str, tuple[Any, ...]] = {name(to): (None, to) for to in free}
            if ply >= 8:
                near = [(at, to) for at in own for to in free if max(abs(at[0] - to[0]), abs(at[1] - to[1])) == 1]
                moves = {f"{name(at)}-{name(to)}": (at, to) for at, to in near}
            assert sorted(game.action_name(action) for action in game.actions(state)) == sorted(moves)
            move = rng.choice(sorted(moves))
            own.discard(moves[move][0])
            own.add(moves[move][1])
            state = game.apply(state, game.parse_action(move))
            marks = {(cell.row, cell.column): cell.player for cell in game.picture(state, 1 - ply % 2) if cell.mark}
            assert marks == {cell: player for player in (0, 1) for cell in sides[player]}


def name(cell: tuple[int, int]) -> str:
    return "abcd"[cell[1]] + str(cell[0] + 1)


# --- Dobutsu Shogi once more: a dictionary of letters, capital ones for the first player ---------------------------------
WAYS = {
    "C": [(0, 1)],
    "G": [(0, 1), (1, 0), (-1, 0), (0, -1)],
    "E": [(1, 1), (1, -1), (-1, 1), (-1, -1)],
    "H": [(0, 1), (1, 0), (-1, 0), (0, -1), (1, 1), (-1, 1)],
    "L": [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)],
}
"""The steps of each piece, to the right and up."""
DROPS = {"C": "chick", "E": "elephant", "G": "giraffe"}
CELLS = [(x, y) for x in range(3) for y in range(4)]


class Shogi:
    """A position: the letter in each cell, column and row as the first player sees them, the pieces held, and the mover."""

    def __init__(self) -> None:
        self.cells = {(0, 0): "E", (1, 0): "L", (2, 0): "G", (1, 1): "C"}
        self.cells |= {(2 - x, 3 - y): letter.lower() for (x, y), letter in self.cells.items()}
        self.held: tuple[list[str], list[str]] = [], []
        self.mover = 0

    def owner(self, cell: tuple[int, int]) -> int | None:
        letter = self.cells.get(cell)
        return None if letter is None else 0 if letter.isupper() else 1

    def name(self, cell: tuple[int, int]) -> str:
        """As the mover sees it."""
        x, y = cell if self.mover == 0 else (2 - cell[0], 3 - cell[1])
        return "abc"[x] + str(y + 1)

    def moves(self) -> dict[str, tuple[Any, tuple[int, int]]]:
        """Each move by name: the cell or the piece held that it starts with, and the cell where it ends."""
        found: dict[str, tuple[Any, tuple[int, int]]] = {}
        captures: dict[str, tuple[Any, tuple[int, int]]] = {}
        for cell in CELLS:
            if self.owner(cell) == self.mover:
                for right, up in WAYS[self.cells[cell].upper()]:
                    sign = 1 if self.mover == 0 else -1
                    to = (cell[0] + sign * right, cell[1] + sign * up)
                    if to in CELLS and self.owner(to) != self.mover:
                        name = f"{self.name(cell)}-{self.name(to)}"
                        found[name] = cell, to
                        if self.cells.get(to, "").upper() == "L":
                            captures[name] = cell, to
            elif self.owner(cell) is None:
                found |= {f"{DROPS[piece]}@{self.name(cell)}": (piece, cell) for piece in self.held[self.mover]}
        return captures or found

    def do(self, start: Any, to: tuple[int, int]) -> None:
        taken = self.cells.pop(to, "").upper()
        if taken and taken != "L":
            self.held[self.mover].append("C" if taken == "H" else taken)
        if start in DROPS:
            self.held[self.mover].remove(start)
            letter = start
        else:
            letter = self.cells.pop(start).upper()
            letter = "H" if letter == "C" and to[1] == (3, 0)[self.mover] else letter
        self.cells[to] = letter if self.mover == 0 else letter.lower()
        self.mover = 1 - self.mover

    def won(self) -> bool:
        """Whether the player who has just moved has won."""
        lion, enemy = "lL" if self.mover == 0 else "Ll"
        if enemy not in self.cells.values():
            return True
        (at,) = [cell for cell, letter in self.cells.items() if letter == lion]
        safe = all(self.cells.get(to, "") != lion for _, to in self.moves().values())
        return at[1] == (0, 3)[self.mover] and safe

    def drawn(self) -> list[str]:
        """As the letters of the picture: the board row by row from above, the pieces held by the second and by the first."""
        held = [[piece * side.count(piece) for piece in "CEG"] for side in self.held]
        rows = [self.cells.get((x, y), "") for y in (3, 2, 1, 0) for x in range(3)]
        return [*rows, *(letters.lower() for letters in held[1]), *held[0]]


@pytest.mark.long
def test_dobutsu_shogi_is_played_by_its_rules() -> None:
    game, rng = DobutsuShogi(), random.Random(1)
    ends = Counter[str]()
    for _ in range(100):
        state, position, end = game.initial(), Shogi(), "goes on"
        for _ in range(50):
            if position.won():
                end = "across" if len(position.cells) + sum(map(len, position.held)) == 8 else "captured"
            assert game.terminal(state) == (end != "goes on")
            if end == "captured":  # all such states are one
                assert state == game.caught
                break
            assert [cell.mark for cell in game.picture(state, position.mover)] == position.drawn()
            if end == "across":
                break
            moves, names = position.moves(), [game.action_name(action) for action in game.actions(state)]
            assert sorted(names) == sorted(moves)
            name = careful(rng, position)
            position.do(*moves[name])
            state = game.apply(state, game.parse_action(name))
        ends[end] += 1
    assert all(ends[end] >= 5 for end in ("captured", "across", "goes on")), ends


def careful(rng: random.Random, position: Shogi) -> str:
    """A random move; nearly always one that does not leave the lion to be captured, if there is one."""
    names = sorted(position.moves())
    rng.shuffle(names)
    for name in names if rng.random() < 0.98 else ():
        later = copy.deepcopy(position)
        later.do(*position.moves()[name])
        if all(later.cells.get(to, "").upper() != "L" for _, to in later.moves().values()):
            return name
    return names[0]


@pytest.mark.long
def test_dobutsu_shogi_has_the_published_number_of_positions() -> None:
    """Each first reached after so many plies, mirror images once; in how many a lion can be captured, or is across.

    Counted by others on the way to Tanaka's 246,803,167 positions: https://github.com/keiichiro-sonoda/dobutsu-shogi-rta,
    experiments/forward_prep/logs/t11_old_forward.tsv, columns n_in, n_win and n_lose. That a lion is captured is a position
    more here, after three plies.
    """
    game = DobutsuShogi()
    start = min(game.initial(), game.symmetric(game.initial(), 1))
    layer, seen = {start}, {start, game.caught}
    for positions, captures, across in [(1, 0, 0), (4, 0, 0), (17, 4, 0), (82, 24, 0), (447, 131, 0), (1960, 687, 2)]:
        ends = {state for state in layer if game.terminal(state)}
        caught = {state for state in layer - ends if game.attackers(state)}
        assert (len(layer), len(caught), len(ends)) == (positions, captures, across)
        children = [game.apply(state, action) for state in layer - ends for action in game.actions(state)]
        layer = {min(child, game.symmetric(child, 1)) for child in children} - seen
        seen |= layer
    assert len(layer) == 7714
