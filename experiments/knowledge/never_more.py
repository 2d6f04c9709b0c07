"""Whether knowing more ever costs nodes: the proof, and searches of random positions held against it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from experiments.knowledge.settings import Setting, searched
from experiments.markdown import table
from experiments.study import Case, Row
from zermelo.core.game import Game
from zermelo.games.catalogue import game_named

ARGUMENT: Final = """
**Never another value.** Killers, history, priorities and the table's move only change the order, and a maximum does
not depend on it. Forced moves, relevant moves and bounds are theorems about the game, symmetries map plays to plays
of the same reward, equal keys have equal futures, and the table keeps whole keys.

**Never more nodes**, in one alpha-beta search with a fixed order and no table. Let A(n) be the largest of the root's
alpha and the true values of all elder siblings of n and of its ancestors where the maximiser chooses, B(n) the
smallest of beta and of those where the minimiser does. *Then n is visited exactly if A(n) < B(n)* (as in Baudet
1978): a result is exact inside its window, and on the true side of it outside, so a window narrowed by results is the
window narrowed by true values. Hence:

- `range`: a root's window that ends at the best and the worst reward can only raise A and lower B.
- `bounds`: a node that they settle returns a result of the same kind, so that all other windows stay the same; what
  was below it is gone.
- Moves left out that get the worst reward: where the range is known their values move no window, so the others are
  searched as before. In these games `relevance` leaves out nothing else, and neither does `forced` where it blocks:
  all else loses at once.
- `instant win` (the part of `forced` that completes a line): one child is visited, and the value is the same. No node
  that is searched gets by with less, so this needs not even the range.

Not proved: `forced` without the range (the block is searched in a wider window than it would be after a losing move);
`forced` beside `bounds` (this library asks no bounds where a move is forced); and whatever changes the order. With a
table none of it is proved: it tells which move comes first, and what is in it depends on what was searched before.
"""


class Pair(NamedTuple):
    """A piece, what is known beside it, and whether it is proved that it never costs a position there."""

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
"""What is compared."""


class Sample(NamedTuple):
    """Random positions of a game: how many, and how many plies have been played there, at least and at most."""

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
    """One for each game."""
    return [
        Case(f"{game} random positions", partial(measure, game, sample, seed, game in QUICK), game in QUICK)
        for game, sample in (QUICK | FULL).items()
    ]


def measure(name: str, sample: Sample, seed: int, interpreted: bool) -> Row:
    """All settings on the same positions; for each pair, in how many the piece saves nodes, and costs some."""
    game = game_named(name)
    positions = random_positions(game, sample, random.Random(f"{seed} {name}"))
    settings = dict.fromkeys(setting for pair in PAIRS for setting in (pair.beside, (*pair.beside, pair.piece)))
    found = {setting: searched(game, positions, setting, interpreted) for setting in settings}
    values = {tuple(value for value, _ in results) for results in found.values()}
    if len(values) != 1:
        raise AssertionError(f"{name}: what a search knows has changed a value.")
    nodes = {setting: [count for _, count in results] for setting, results in found.items()}
    pairs = [compared(game, positions, pair, nodes) for pair in PAIRS]
    return {"game": name, "positions": len(positions), "plies": [sample.least, sample.most], "pairs": pairs}


def compared(game: Game[Any], positions: Sequence[Any], pair: Pair, nodes: dict[Setting, list[int]]) -> Row:
    """Of one pair: in how many positions it takes fewer and more nodes, all nodes, and where it costs most."""
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
    """Different positions, not over yet, each from a random play of its own."""
    found: dict[Any, None] = {}
    while len(found) < sample.positions:
        state, plies = game.initial(), rng.randint(sample.least, sample.most)
        for _ in range(plies):
            if game.terminal(state):
                break
            state = game.apply(state, rng.choice(list(game.actions(state))))
        if not game.terminal(state):
            found[state] = None
    return list(found)


def measured(rows: Sequence[Row]) -> list[Row]:
    """The rows of random positions."""
    return [row for row in rows if "pairs" in row]


def positions_in(samples: Sequence[Row]) -> int:
    """How many there are."""
    return sum(row["positions"] for row in samples)


def found_pairs(samples: Sequence[Row], pair: Pair) -> list[tuple[Row, Row]]:
    """The comparisons of a pair, each with the row that it is of."""
    return [
        (row, compared)
        for row in samples
        for compared in row["pairs"]
        if compared["piece"] == pair.piece and tuple(compared["beside"]) == pair.beside
    ]


def costly(samples: Sequence[Row], pair: Pair) -> int:
    """In how many positions the piece costs nodes."""
    return sum(compared["more"] for _, compared in found_pairs(samples, pair))


def figures(rows: Sequence[Row]) -> str:
    """The proof, the comparisons, and where a piece costs most."""
    samples = measured(rows)
    parts = [
        ARGUMENT.strip(),
        "Of the positions, random ones of several games, this many take fewer and more nodes with the piece:",
        _pairs_table(samples),
        _examples(samples),
    ]
    return "\n\n".join(filter(None, parts))


def _pairs_table(samples: Sequence[Row]) -> str:
    """A line for each pair."""
    lines: list[list[object]] = []
    for pair in PAIRS:
        found = [compared for _, compared in found_pairs(samples, pair)]
        fewer, before, after = (sum(row[name] for row in found) for name in ("fewer", "nodes without", "nodes with"))
        proved = "proved" if pair.proved else "no"
        counts = [fewer, costly(samples, pair), positions_in(samples)]
        lines.append([f"`{pair.piece}`", _beside(pair), proved, *counts, round(after / before, 4)])
    heads = ["piece", "beside", "never more", "fewer", "more", "positions", "nodes of all, times"]
    return table(heads, lines)


def _examples(samples: Sequence[Row]) -> str:
    """For each pair that costs nodes somewhere, where it costs most."""
    lines: list[list[object]] = []
    for pair in PAIRS:
        worst = [(row["game"], compared["worst"]) for row, compared in found_pairs(samples, pair) if compared["worst"]]
        if worst:
            game, example = max(worst, key=lambda found: found[1]["nodes with"] - found[1]["nodes without"])
            before, after = example["nodes without"], example["nodes with"]
            lines.append([f"`{pair.piece}`", _beside(pair), f"`{game}`", f"`{example['position']}`", before, after])
    if not lines:
        return ""
    heads = ["piece", "beside", "game", "position", "nodes without", "nodes with"]
    return f"Where a piece costs most:\n\n{table(heads, lines)}"


def _beside(pair: Pair) -> str:
    return ", ".join(f"`{name}`" for name in pair.beside) or "nothing"
