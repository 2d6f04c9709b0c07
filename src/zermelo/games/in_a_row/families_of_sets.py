"""Families of games of winning sets: `polyomino`, `clique`, and lines on a torus or with a bias."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Mapping
from typing import Any, Final

from zermelo.core.errors import BadGame
from zermelo.core.game import Game
from zermelo.core.integers import is_within
from zermelo.core.wording import joined, shown
from zermelo.games.arguments import check_numbers
from zermelo.games.in_a_row.boxes import Box
from zermelo.games.in_a_row.set_options import MOST_CELLS, SetOptions, check_number, made, named, options_of
from zermelo.games.in_a_row.winning_sets import Places, Wording
from zermelo.games.titles import LETTERS, by, capitalised, in_words, several, square_name

Shape = frozenset[tuple[int, int]]

POLYOMINOES: Final[Mapping[str, str]] = {
    "elam": "X",
    "domino": "XX",
    "tic": "XXX",
    "el": "XX/X.",
    "skinny": "XXXX",
    "fatty": "XX/XX",
    "elly": "XXX/X..",
    "tippy": "XX./.XX",
    "knobby": "XXX/.X.",
    "snaky": "XXXX./...XX",
}
"""Harary's animals that have names in the literature, and Snaky, drawn."""


def polyomino(
    shape: str,
    rows: int,
    columns: int,
    misere: bool | int = False,
    weak: bool | int = False,
    bias: str = "1:1",
    opening: int | None = None,
) -> Game[Any]:
    """Whoever first has a polyomino, in any position and orientation, wins (Harary's animal tic-tac-toe; Gardner 1979).

    - `shape`: its name (`polyomino("snaky", 8, 8)`), or its rows with an X for each cell: "XX./.XX".
    - `misere`, `weak`, `bias`, `opening`: as for `sets`.

    Raises BadGame.
    """
    options = options_of("polyomino", misere, weak, bias, opening)
    cells = _shape(shape)
    check_numbers("polyomino", 1, len(LETTERS), rows=rows, columns=columns)
    if rows * columns > MOST_CELLS:
        raise BadGame(f"polyomino: a board of {rows * columns} cells is too large; at most {MOST_CELLS} are allowed.")
    names = tuple(square_name(row, column) for row in range(rows) for column in range(columns))
    places = Places(names, tuple(itertools.product(range(rows), range(columns))))
    winning = {
        tuple(sorted((row + down) * columns + column + right for down, right in turned))
        for turned in orientations(cells)
        for row in range(rows)
        for column in range(columns)
        if all(row + down < rows and column + right < columns for down, right in turned)
    }
    name = shape.lower() if shape.lower() in POLYOMINOES else shape
    title = capitalised(name if name in POLYOMINOES else f"the polyomino {shape}")
    goal = f"the cells of a polyomino like {drawn(cells)}, turned or reflected in any way,"
    wording = Wording(
        named("polyomino", options, name, rows, columns),
        options.title(f"{title}, {by(rows, columns)}"),
        goal,
    )
    return made(wording, places, winning, options)


def clique(
    points: int,
    size: int,
    misere: bool | int = False,
    weak: bool | int = False,
    bias: str = "1:1",
    opening: int | None = None,
) -> Game[Any]:
    """Two players take edges between `points` points in turn; whoever first has all edges between `size` of them wins.

    `misere`, `weak`, `bias`, `opening`: as for `sets`. Sim is clique(6, 3, misere=True) (Simmons 1969). Raises BadGame.
    """
    options = options_of("clique", misere, weak, bias, opening)
    if not is_within(points, 2, 32) or not is_within(size, 2, points):
        raise BadGame(
            f"clique: there are 2 to 32 points, and a clique has 2 or more of them, not {shown(points)} and {shown(size)}."
        )
    edges = list(itertools.combinations(range(points), 2))
    number = {edge: place for place, edge in enumerate(edges)}
    check_number("clique", "cliques", math.comb(points, size))
    winning = [
        tuple(number[edge] for edge in itertools.combinations(each, 2))
        for each in itertools.combinations(range(points), size)
    ]
    places = Places(
        tuple(f"{one + 1}-{other + 1}" for one, other in edges), tuple((one, other - 1) for one, other in edges)
    )
    title = f"Cliques of {in_words(size)} on {several(points, 'point')}"
    wording = Wording(
        named("clique", options, points, size),
        "Sim" if (points, size, [*options.unlike()]) == (6, 3, ["misere=1"]) else options.title(title),
        f"all edges between {'' if size == points else f'{in_words(size)} of '}the {in_words(points)} points",
    )
    return made(wording, places, winning, options)


def straight(board: Box, torus: bool, options: SetOptions) -> Game[Any]:
    """The game `lines` on a board, as a game of sets; on a torus, opposite sides of the board meet."""
    sides, length = board.shape, board.k
    points = list(itertools.product(*map(range, sides)))
    number = {point: place for place, point in enumerate(points)}
    ways = [way for way in itertools.product((-1, 0, 1), repeat=len(sides)) if any(way)]
    found: set[tuple[int, ...]] = set()
    for point, way in itertools.product(points, ways):
        walk = [tuple(at + step * move for at, move in zip(point, way, strict=True)) for step in range(length)]
        if torus:
            walk = [tuple(at % side for at, side in zip(place, sides, strict=True)) for place in walk]
        if len({*walk}) == length and {*walk} <= number.keys():
            found.add(tuple(sorted(number[place] for place in walk)))
    names = tuple(map(board.action_name, range(len(points))))
    places = Places(names, tuple(divmod(place, sides[-1]) for place in range(len(points))))
    title, goal = f"{capitalised(in_words(length))} in a row", f"{in_words(length)} cells in a straight line"
    if torus:
        title += " on a torus"
        goal += ", which may cross the edge and go on at the other side,"
    wording = Wording(
        named("lines", options, "x".join(map(str, sides)), length, *(["torus=1"] if torus else [])),
        options.title(f"{title}, {by(*sides)}"),
        goal,
    )
    return made(wording, places, found, options)


def orientations(shape: Shape) -> set[Shape]:
    """The shape, turned and reflected in all ways, each with its upper left corner at row 0 and column 0."""
    found: set[Shape] = set()
    for _ in range(4):
        shape = _at_corner((column, -row) for row, column in shape)
        found |= {shape, _at_corner((row, -column) for row, column in shape)}
    return found


def _at_corner(cells: Iterable[tuple[int, int]]) -> Shape:
    cells = list(cells)
    top, left = min(row for row, _ in cells), min(column for _, column in cells)
    return frozenset((row - top, column - left) for row, column in cells)


def _shape(text: Any) -> Shape:
    """The cells of a polyomino, given by name or drawn. Raises BadGame."""
    rows = POLYOMINOES.get(text.lower(), text) if isinstance(text, str) else ""
    if rows.count("/") >= len(LETTERS) or max(map(len, rows.split("/"))) > len(LETTERS):
        raise BadGame(f"polyomino: a drawing has at most {len(LETTERS)} rows and {len(LETTERS)} columns.")
    cells = [
        (row, column)
        for row, marks in enumerate(rows.upper().split("/"))
        for column, mark in enumerate(marks)
        if mark == "X"
    ]
    if not cells or set(rows.upper()) - set("X./"):
        raise BadGame(
            f"polyomino: {shown(text)} is neither {joined([*POLYOMINOES], 'nor')}, nor rows of X and dots like XX./.XX."
        )
    return _at_corner(cells)


def drawn(shape: Shape) -> str:
    """The rows of a shape: "XX./.XX"."""
    height, width = (1 + max(cell[axis] for cell in shape) for axis in (0, 1))
    return "/".join("".join("X" if (row, column) in shape else "." for column in range(width)) for row in range(height))
