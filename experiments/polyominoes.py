"""Who wins with which polyomino on which board: who first has it, Maker against Breaker, and misère."""

from __future__ import annotations

import itertools
import math
import tempfile
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

from experiments.markdown import seconds, table
from experiments.measuring import search
from experiments.study import TIMED, Case, Report, Row, Study, matching
from zermelo import certify
from zermelo.games import polyomino

SHAPES: Final[Mapping[str, str]] = {
    "elam": "X",
    "domino": "XX",
    "tic": "XXX",
    "el": "XX/X.",
    "skinny": "XXXX",
    "elly": "XXX/X..",
    "knobby": "XXX/.X.",
    "fatty": "XX/XX",
    "tippy": "XX./.XX",
    "F": ".XX/XX./.X.",
    "I": "XXXXX",
    "L": "XXXX/X...",
    "N": "XXX./..XX",
    "P": "XXX/XX.",
    "T": "XXX/.X./.X.",
    "U": "XXX/X.X",
    "V": "XXX/X../X..",
    "W": "XX./.XX/..X",
    "X": ".X./XXX/.X.",
    "Y": "XXXX/.X..",
    "Z": "XX./.X./.XX",
    "snaky": "XXXX./...XX",
}
"""Those of five cells have the usual letters. Snaky, of six, is the animal whose winner was unknown for longest (Halupczok
and Schlage-Puchta 2007).
"""

GROUPS: Final = {"up to four cells": slice(0, 9), "five cells": slice(9, 21), "Snaky": slice(21, None)}
"""Tables of some of them each."""

KINDS: Final[Mapping[str, Mapping[str, Any]]] = {
    "achievement": {},
    "avoidance": {"misere": True},
    "weak": {"weak": True},
}

LONGEST: Final = 6
"""The longest side of a board."""
LARGER: Final = {"snaky": ((6, 7), (7, 7))}
"""Larger boards for one of them."""
NODES: Final = 4_000_000
"""The most nodes of a search."""
INTERPRETED: Final = 12
"""For boards of at most so many cells a proof is written without compiling anything."""
SECONDS: Final = 20.0
"""The time for writing the proof of a value, without compiling."""
QUICK: Final = 3
"""`--quick` measures boards of at most so many cells."""


# --- measuring ---------------------------------------------------------------------------------------------------------
def boards() -> list[tuple[int, int]]:
    """Rows and columns, the smallest board first."""
    sides = range(1, LONGEST + 1)
    return sorted(itertools.combinations_with_replacement(sides, 2), key=lambda board: (board[0] * board[1], board))


def fits(shape: str, rows: int, columns: int) -> bool:
    """Whether a polyomino fits on a board."""
    drawn = shape.split("/")
    short, long = sorted((len(drawn), len(drawn[0])))
    return short <= rows and long <= columns


def cases(_seed: int) -> list[Case]:
    """Each polyomino on each board on which it fits, in each kind of play."""
    games = [(name, *board) for board in boards() for name, shape in SHAPES.items() if fits(shape, *board)]
    games += [(name, *board) for name, larger in LARGER.items() for board in larger]
    return [
        Case(f"{name} {rows}x{columns} {kind}", partial(measure, name, rows, columns, kind), rows * columns <= QUICK)
        for name, rows, columns in games
        for kind in KINDS
    ]


def measure(name: str, rows: int, columns: int, kind: str) -> Row:
    """The value, its certificates, and the plies of a win of the first player."""
    game: Any = polyomino(SHAPES[name], rows, columns, **KINDS[kind])
    found = search(game, nodes=NODES)
    row: Row = {"shape": name, "board": f"{rows}x{columns}", "kind": kind, "nodes": found.counters["nodes"]}
    row |= {bound: getattr(found, bound) for bound in ("lower", "upper")}
    if found.kind != "exact":
        return row | {"plies": None, "positions": None, "certified": False}
    compiled = False if rows * columns <= INTERPRETED else None
    with tempfile.TemporaryDirectory() as folder:
        proof = certify(game, folder=folder, solved=found, compiled=compiled, seconds=SECONDS)
    if proof.stopped == "interrupted":
        raise KeyboardInterrupt
    plies = search(game, nodes=NODES, objective="distance").distance if found.value == 1 else None
    positions = sum(each.positions for each in proof.certificates)
    return row | {"plies": plies, "positions": positions, "certified": proof.certified}


# --- the report --------------------------------------------------------------------------------------------------------
RESULTS: Final = {
    (1, 1): "first",
    (0, 0): "draw",
    (-1, -1): "second",
    (0, 1): "first or draw",
    (-1, 0): "draw or second",
}
"""Who wins, by the bounds of the first player's value."""


def bounds_of(row: Row, rows: Sequence[Row]) -> tuple[int, int]:
    """The bounds of a value, by a search and by arguments; see ARGUMENTS."""
    low, high = row["lower"], row["upper"]
    if row["kind"] == "achievement":
        (weak,) = matching(rows, shape=row["shape"], board=row["board"], kind="weak")
        low, high = max(low, 0), min(high, 0) if weak["upper"] == -1 else high
    if row["kind"] == "avoidance" and math.prod(sides_of(row["board"])) % 2 == 0:
        high = min(high, 0)
    return low, high


def sides_of(board: str) -> tuple[int, ...]:
    """The sides of a board, the shorter first."""
    return tuple(map(int, board.split("x")))


def text_of(row: Row, rows: Sequence[Row]) -> str:
    """Who wins, and in how many plies."""
    result = RESULTS.get(bounds_of(row, rows), "?")
    if row["kind"] == "weak":
        result = {"first": "Maker", "second": "Breaker"}.get(result, result)
    return f"{result}, {row['plies']}" if row["plies"] else result


def report(rows: Sequence[Row]) -> Report:
    """Who wins on which board."""
    names = list(dict.fromkeys(row["board"] for row in rows))
    shapes = [name for name in SHAPES if matching(rows, shape=name)]
    decided = [row for row in rows if row["lower"] == row["upper"]]
    counted = table(
        ["play", "games", "decided by a search", "certified", "undecided"], [_counted(rows, kind) for kind in KINDS]
    )
    longest = max((row[TIMED]["took"] for row in rows if TIMED in row), default=0.0)
    parts = [
        f"### {title}\n\n{_board_table(rows, kind, some, names)}"
        for kind, heading in TITLES.items()
        for title, some in ((f"{heading}: {group}", [*SHAPES][place]) for group, place in GROUPS.items())
        if {*some} & {*shapes}
    ]
    legend = table(["polyomino", "drawn"], [[name, f"`{SHAPES[name]}`"] for name in shapes])
    took = f"The longest row took {seconds(longest)}, its certificates included." if longest else ""
    details = "\n\n".join(
        [
            *parts,
            ARGUMENTS,
            f"The largest certificates of a game have {max((row['positions'] for row in decided), default=0):,} positions. "
            f"{took}",
            "### The polyominoes",
            legend,
        ]
    )
    return Report(summary=f"{_winners(rows, shapes)}\n\n{counted}", details=details)


TITLES: Final = {
    "achievement": "Who first has it wins",
    "weak": "Maker and Breaker",
    "avoidance": "Who first has it loses",
}

ARGUMENTS: Final = (
    "A number is that of the plies of the fastest win, if a search found it. *?* says that nothing is known; *first or "
    "draw* and *draw or second* are bounds. Three bounds are by argument. The second player never wins the achievement "
    "game, because the first could steal the strategy; and if Breaker wins the weak game, the second player can hold a "
    "draw in the same way (Hales and Jewett 1963). On a board with an even side, the second player never loses the "
    "avoidance game: he answers each stone at the opposite cell. Then of two polyominoes opposite each other the first "
    "player completes his first, and one that is its own opposite has stones of both."
)


def _counted(rows: Sequence[Row], kind: str) -> list[Any]:
    """How many games of a kind there are, and how many are decided and certified."""
    own = matching(rows, kind=kind)
    decided = [row for row in own if row["lower"] == row["upper"]]
    left = [row for row in own if len(set(bounds_of(row, rows))) > 1]
    return [kind, len(own), len(decided), sum(row["certified"] for row in own), len(left)]


def _winners(rows: Sequence[Row], shapes: Sequence[str]) -> str:
    """On which least boards the first player wins."""
    heads = ["polyomino", "least boards on which the first player has it first", "least boards on which Maker has it"]
    return table(heads, [[name, *(_least(rows, name, kind) for kind in ("achievement", "weak"))] for name in shapes])


def _least(rows: Sequence[Row], name: str, kind: str) -> str:
    """The boards on which the first player wins that contain no smaller one of these."""
    own = matching(rows, shape=name, kind=kind)
    won = [row["board"] for row in own if bounds_of(row, rows) == (1, 1)]
    least = [board for board in won if not any(other != board and contains(board, other) for other in won)]
    return ", ".join(least) or "none"


def contains(board: str, other: str) -> bool:
    """Whether a board contains another one."""
    return all(side >= least for side, least in zip(sides_of(board), sides_of(other), strict=True))


def _board_table(rows: Sequence[Row], kind: str, names: Sequence[str], on: Sequence[str]) -> str:
    """Who wins, by board and polyomino."""
    lines: list[list[str]] = []
    for board in on:
        found = {row["shape"]: row for row in matching(rows, kind=kind, board=board)}
        cells = [text_of(found[name], rows) if name in found else "" for name in names]
        if any(cells):
            lines.append([board, *cells])
    return table(["board", *names], lines)


STUDY: Final = Study(
    "polyominoes",
    "Who wins with which polyomino, and on which boards?",
    "Two players take cells in turn. Who first has the polyomino, turned or reflected in any way, wins (achievement) or "
    "loses (avoidance); in the weak game only the first player, Maker, wins by it (Harary; Gardner 1979). Every polyomino "
    f"of up to five cells, and Snaky, is tried on every board of up to {LONGEST}x{LONGEST}, with a search of at most "
    f"{NODES:,} nodes. "
    f"Each value that is found is certified, if its proof can be written within {SECONDS:.0f} seconds: two independent "
    "checkers accept it.",
    cases,
    report,
)
