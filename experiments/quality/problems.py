"""The positions in which engines play: from random plays, and such that the moves differ in value."""

from __future__ import annotations

import functools
import random
from typing import Any, Final, NamedTuple, Unpack

from zermelo import Game, Solver, analyze, game_named
from zermelo.solver.options import SolveOptions


class Source(NamedTuple):
    """Where the positions of a game come from: random plays of `least` to `most` plies."""

    least: int
    most: int
    positions: int
    nodes: tuple[int, ...]
    """The limits of nodes."""
    small: bool
    """Whether the game is searched interpreted, and is quick."""


FEW: Final = (30, 100)
MANY: Final = (1_000, 10_000, 100_000)

SOURCES: Final = {
    "connect(4,4,4)": Source(7, 10, 12, FEW, True),
    "capture(9,3)": Source(0, 12, 12, FEW, True),
    "mnk(5,5,4)": Source(2, 6, 24, MANY, False),
    "connect(6,5,4)": Source(0, 8, 24, MANY, False),
    "connect(7,6,4)": Source(9, 13, 24, MANY, False),
    "lines(3x3x3,3,misere=1)": Source(10, 13, 24, MANY, False),
    "capture(17,6)": Source(0, 10, 24, MANY, False),
    "chomp(11,12)": Source(0, 3, 24, MANY, False),
}
"""The games. The more plies have been played at random, the easier a position is to solve."""


class Problem(NamedTuple):
    """A position in which the moves differ in value."""

    state: Any
    values: dict[str, int]
    """The value of each move."""

    @property
    def value(self) -> int:
        """The value of the best moves."""
        return max(self.values.values())


@functools.cache
def problems(game_name: str, seed: int) -> tuple[Problem, ...]:
    """Different positions from random plays, in each of which the moves differ in value. Raises KeyboardInterrupt.

    If the game is over after the random number of plies, or all moves have the same value, another play is drawn.
    """
    source, game = SOURCES[game_name], game_named(game_name)
    dice = random.Random(f"{seed} {game_name}")
    chosen = dict[Any, Problem]()
    while len(chosen) < source.positions:
        state = random_position(game, dice, dice.randint(source.least, source.most))
        if state is None or state in chosen:
            continue
        analysis = analyze(game, state, objective="outcome", threads=1, line=False, compiled=not source.small)
        if analysis.stopped == "interrupted":
            raise KeyboardInterrupt
        values = {move.move: int(move.value) for move in analysis.moves}
        if len(set(values.values())) > 1:
            chosen[state] = Problem(state, values)
    return tuple(chosen.values())


def random_position(game: Game[Any], dice: random.Random, plies: int) -> Any:
    """The position after so many random plies, None if the game is over by then."""
    state = game.initial()
    for _ in range(plies):
        if game.terminal(state):
            return None
        state = game.apply(state, dice.choice(list(game.actions(state))))
    return None if game.terminal(state) else state


def prepared(game_name: str, **options: Unpack[SolveOptions]) -> Solver[Any]:
    """A solver for the positions of a game, already compiled unless the game is small."""
    compiled = not SOURCES[game_name].small
    given: SolveOptions = {"line": False, "threads": 1, "compiled": compiled, **options}
    solver = Solver[Any](game_named(game_name), **given)
    solver.prepare()
    return solver
