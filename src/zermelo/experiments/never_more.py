"""Whether knowing more ever costs nodes: alpha-beta in a fixed order without a table, on random positions.

A *setting* is what a search knows, a tuple of names: pieces of a game's knowledge, orders that are learnt, `range` (no
reward is below the worst or above the best), and `instant win`, the part of `forced` that completes a line.
"""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Sequence
from functools import partial
from typing import Any, Final, NamedTuple, cast

from zermelo.experiments.measuring import whole
from zermelo.experiments.study import Case, Row
from zermelo.game import KNOWLEDGE, NONE, Game
from zermelo.games.catalogue import game_named
from zermelo.games.connect import connect
from zermelo.games.linegame import Board, LineGame
from zermelo.games.lines import Placed
from zermelo.games.mnk import mnk
from zermelo.options import ORDERING
from zermelo.solver import Solver

Setting = tuple[str, ...]


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


def instant_win(game: LineGame, state: Board) -> int:
    """Complete a line, where a stone can."""
    if game.misere:
        return NONE
    cells = game.completions(state.me, state.you) & game.reach(state)
    return game.action_at(cells.lowest()) if cells else NONE


class InstantMnk(mnk):
    """Of the forced moves only the wins."""

    def forced(self, state: Board) -> int:
        """A win at once."""
        return instant_win(self, state)


class InstantConnect(connect):
    """Of the forced moves only the wins."""

    def forced(self, state: Board) -> int:
        """A win at once."""
        return instant_win(self, state)


class InstantLines(Placed):
    """Of the forced moves only the wins."""

    def forced(self, state: Board) -> int:
        """A win at once."""
        return instant_win(self, state)


INSTANT: Final[dict[type[Any], type[Any]]] = {mnk: InstantMnk, connect: InstantConnect, Placed: InstantLines}


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


def searched(game: Game[Any], positions: Sequence[Any], setting: Setting, interpreted: bool) -> list[tuple[Any, int]]:
    """Value and nodes of each position. Raises KeyboardInterrupt."""
    solver = solver_of(game, setting, compiled=False if interpreted else None)
    results = [whole(solver.solve(position)) for position in positions]
    return [(result.value, result.counters["nodes"]) for result in results]


def solver_of(game: Game[Any], setting: Setting, *, compiled: bool | None) -> Solver[Any]:
    """Alpha-beta without a table that knows what the setting says, and nothing else."""
    if "instant win" in setting:
        fields = dataclasses.fields(cast("Any", game))
        game = INSTANT[type(game)](**{field.name: getattr(game, field.name) for field in fields})
    known = {*setting, *(("forced",) if "instant win" in setting else ())}
    blind = game.without(*(piece for piece in KNOWLEDGE if piece not in known))
    left_out = [piece for piece in ORDERING if piece not in known] + ([] if "range" in known else ["bounds"])
    return Solver(
        blind,
        algorithm="alpha-beta",
        table=False,
        etc=False,
        without=tuple(left_out),
        threads=1,
        line=False,
        compiled=compiled,
    )


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
