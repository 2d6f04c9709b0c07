"""Which knowledge never costs a node: the proof, and searches of random positions to compare with it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from experiments.knowledge.settings import Setting, searched
from experiments.markdown import table
from experiments.study import Case, Row
from zermelo import Game, game_named

MEANING: Final = (
    "`range`: the search knows that no reward is below the worst or above the best. `instant win`: if a move completes a "
    "line, no other is tried. `forced`: the same, and if a line of the opponent's must be blocked, no other move is tried. "
    "`relevance`: some moves that lose at once are left out. `bounds`: the game proves bounds on the value. `priority`: "
    "moves are tried in an order that the game gives. `killers`, `history`: moves that were good elsewhere in the search "
    "are tried first."
)

ARGUMENT: Final = """
**The value stays the same.** Killers, history, priorities and the table's move only change the order of moves, and a
maximum does not depend on the order. Forced moves, relevant moves and bounds are theorems about the game; symmetries map
lines of play to lines of play with the same reward; positions with equal keys have equal futures; and the table keeps
whole keys.

**The nodes never increase**, in one alpha-beta search with a fixed order of moves and no table. Let A(n) be the largest of
the root's alpha and the true values of all earlier siblings of n and of its ancestors, where the maximiser chooses. Let
B(n) be the smallest of the root's beta and the true values of those siblings where the minimiser chooses. *Then n is
visited exactly if A(n) < B(n)* (as in Baudet 1978): a result is exact inside its window, and on the true side of the window
otherwise, so results narrow a window just as the true values would. Hence:

- `range`: a root window from the worst to the best reward can only raise A and lower B.
- `bounds`: a node that they settle returns a result of the same kind, so all other windows stay the same. Only the nodes
  below it are gone.
- Moves with the worst reward may be left out: if the range is known, their values move no window, so the other moves are
  searched as before. In these games `relevance` leaves out no other moves, and neither does `forced` when it blocks,
  because every other move loses at once.
- `instant win`: one child is visited, and the value is the same. Every node that is searched visits at least one child, so
  this holds even without the range.

Not proved: `forced` without the range (the block is searched in a wider window than after a losing move); `forced` beside
`bounds` (zermelo does not ask for bounds where a move is forced); and whatever changes the order of moves. With a table
nothing is proved: the table's move comes first, and what is in the table depends on what was searched before.
"""


class Pair(NamedTuple):
    """A piece, the setting it is added to, and whether it is proved that it never costs a node there."""

    piece: str
    beside: Setting
    proved: bool


PAIRS: Final = (
    Pair("range", (), True),
    Pair("instant win", (), True),
    Pair("forced", (), False),
    Pair("instant win", ("range",), True),
    Pair("forced", ("range",), True),
    Pair("relevance", ("range",), True),
    Pair("bounds", ("range",), True),
    Pair("forced", ("range", "bounds"), False),
    Pair("relevance", ("range", "bounds"), True),
    Pair("priority", ("range",), False),
    Pair("killers", ("range",), False),
    Pair("history", ("range",), False),
)
"""The comparisons."""


class Sample(NamedTuple):
    """Random positions of a game: how many, and after how many plies, at least and at most."""

    positions: int
    least: int
    most: int


QUICK: Final = {"mnk(3,3,3)": Sample(60, 3, 6), "connect(4,3,3)": Sample(60, 4, 8)}
FULL: Final = {
    "mnk(4,4,4)": Sample(500, 6, 12),
    "connect(5,4,4)": Sample(500, 6, 14),
    "lines(3x3x2,3)": Sample(500, 7, 14),
    "lines(4x3,3,misere=1)": Sample(500, 2, 8),
}


def cases(seed: int) -> list[Case]:
    """The random positions of each game."""
    return [
        Case(f"{game} random positions", partial(measure, game, sample, seed, game in QUICK), game in QUICK)
        for game, sample in (QUICK | FULL).items()
    ]


def measure(name: str, sample: Sample, seed: int, interpreted: bool) -> Row:
    """Search the same positions with all settings; for each pair, count where the piece saves nodes and where it costs some.

    Raises AssertionError if the settings give different values.
    """
    game = game_named(name)
    positions = random_positions(game, sample, random.Random(f"{seed} {name}"))
    settings = dict.fromkeys(setting for pair in PAIRS for setting in (pair.beside, (*pair.beside, pair.piece)))
    results = {setting: searched(game, positions, setting, interpreted) for setting in settings}
    if len({tuple(value for value, _ in searches) for searches in results.values()}) != 1:
        raise AssertionError(f"{name}: knowledge has changed a value.")
    nodes = {setting: [count for _, count in searches] for setting, searches in results.items()}
    pairs = [compared(game, positions, pair, nodes) for pair in PAIRS]
    return {"game": name, "positions": len(positions), "plies": [sample.least, sample.most], "pairs": pairs}


def compared(game: Game[Any], positions: Sequence[Any], pair: Pair, nodes: dict[Setting, list[int]]) -> Row:
    """One pair: in how many positions its piece saves and costs nodes, the nodes in all, and where it costs most."""
    before, after = nodes[pair.beside], nodes[*pair.beside, pair.piece]
    extra = [late - early for early, late in zip(before, after, strict=True)]
    worst = max(range(len(extra)), key=lambda place: (extra[place], -before[place]))
    example = {
        "position": game.position_text(positions[worst]),
        "nodes without": before[worst],
        "nodes with": after[worst],
    }
    return {
        "piece": pair.piece,
        "beside": list(pair.beside),
        "fewer": sum(change < 0 for change in extra),
        "more": sum(change > 0 for change in extra),
        "nodes without": sum(before),
        "nodes with": sum(after),
        "worst": example if extra[worst] > 0 else None,
    }


def random_positions(game: Game[Any], sample: Sample, rng: random.Random) -> list[Any]:
    """Different positions in which the game is not over, each from another random play."""
    positions: dict[Any, None] = {}
    while len(positions) < sample.positions:
        state, plies = game.initial(), rng.randint(sample.least, sample.most)
        for _ in range(plies):
            if game.terminal(state):
                break
            state = game.apply(state, rng.choice(list(game.actions(state))))
        if not game.terminal(state):
            positions[state] = None
    return list(positions)


def measured(rows: Sequence[Row]) -> list[Row]:
    """The rows of random positions."""
    return [row for row in rows if "pairs" in row]


def positions_in(samples: Sequence[Row]) -> int:
    """How many random positions there are."""
    return sum(row["positions"] for row in samples)


def of_pair(samples: Sequence[Row], pair: Pair) -> list[tuple[str, Row]]:
    """The comparisons of a pair, each with its game."""
    return [
        (row["game"], comparison)
        for row in samples
        for comparison in row["pairs"]
        if comparison["piece"] == pair.piece and tuple(comparison["beside"]) == pair.beside
    ]


def total(samples: Sequence[Row], pair: Pair, field: str) -> int:
    """The sum of a field of all comparisons of a pair."""
    return sum(comparison[field] for _, comparison in of_pair(samples, pair))


def summary(rows: Sequence[Row]) -> str:
    """A table with a line for each pair."""
    samples = measured(rows)
    heads = ["piece", "added to", "proved", "saves nodes", "costs nodes", "positions", "nodes with / without"]
    return "\n\n".join(
        [
            table(heads, [_line(samples, pair) for pair in PAIRS]),
            "Alpha-beta with a fixed order of moves and no table: in how many random positions a search visits fewer nodes "
            "with the piece than without it, and in how many it visits more. *Proved* is whether more is proved to be "
            "impossible. The last column divides all nodes with the piece by all nodes without it.",
            MEANING,
        ]
    )


def _line(samples: Sequence[Row], pair: Pair) -> list[object]:
    """The line of a pair."""
    ratio = total(samples, pair, "nodes with") / total(samples, pair, "nodes without")
    counts = [total(samples, pair, "fewer"), total(samples, pair, "more"), positions_in(samples)]
    return [f"`{pair.piece}`", _beside(pair), "yes" if pair.proved else "no", *counts, round(ratio, 4)]


def figures(rows: Sequence[Row]) -> str:
    """The sections of the details: the proof, and the positions in which a piece costs most."""
    return "\n\n".join(
        [
            "### The proof",
            ARGUMENT.strip(),
            "### Where a piece costs most",
            "For each piece that costs nodes somewhere, the random position in which it costs most.",
            _examples(measured(rows)),
        ]
    )


def _examples(samples: Sequence[Row]) -> str:
    """A table with the position in which each pair costs most."""
    lines: list[list[object]] = []
    for pair in PAIRS:
        worst = [(game, comparison["worst"]) for game, comparison in of_pair(samples, pair) if comparison["worst"]]
        if worst:
            game, example = max(worst, key=lambda each: each[1]["nodes with"] - each[1]["nodes without"])
            before, after = example["nodes without"], example["nodes with"]
            lines.append([f"`{pair.piece}`", _beside(pair), f"`{game}`", f"`{example['position']}`", before, after])
    return table(["piece", "added to", "game", "position", "nodes without", "nodes with"], lines)


def _beside(pair: Pair) -> str:
    """The setting that a piece is added to."""
    return ", ".join(f"`{name}`" for name in pair.beside) or "nothing"
