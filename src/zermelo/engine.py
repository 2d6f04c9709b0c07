"""Something to play against: perfect, or as often as it is told."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any, NamedTuple

from zermelo.errors import BadOption
from zermelo.game import Game, has_distances
from zermelo.options import OBJECTIVES, check_seconds
from zermelo.result import Result
from zermelo.run import Progress
from zermelo.solver import Solver
from zermelo.watch import Allowance

DEFAULT_SECONDS = 5.0
"""For a move."""


class Choice(NamedTuple):
    """A move, and what it was chosen by."""

    action: int
    result: Result | None
    """None where it was chosen at random."""


def check_strength(strength: Any) -> None:
    """Raises BadOption."""
    if not isinstance(strength, int | float) or isinstance(strength, bool) or not 0 <= strength <= 1:
        raise BadOption(f"strength = {strength!r} is not a number from 0 to 1.")


class Engine:
    """Plays the best move that it finds in its time: a proved one wherever the search comes to an end.

    It asks first who wins, and then, in the time that is left, for the fastest win or the slowest loss. Told an algorithm, a
    depth or an objective, it searches only so.
    """

    def __init__(
        self,
        game: Game[Any],
        *,
        strength: float = 1.0,
        seconds: float = DEFAULT_SECONDS,
        seed: int | None = None,
        **options: Any,
    ) -> None:
        """`strength`: how often it looks for the best move, 0 to 1; it is random else. `seconds`: for a move. `seed`: which
        random moves, and which of several best ones, where it looks for all of them. `options` are those of `solve`.

        Raises BadOption, and what `solve` raises.
        """
        check_strength(strength)
        check_seconds(seconds)
        self.game = game
        self.strength = strength
        self.seconds = seconds
        self.random = random.Random(seed)
        told = bool({"algorithm", "depth", "objective"} & {*options}) or not has_distances(game)
        searches: list[dict[str, Any]] = (
            [options] if told else [{**options, "objective": objective} for objective in OBJECTIVES]
        )
        self.solvers = [Solver[Any](game, seed=seed, line=False, **search) for search in searches]

    def choose(
        self,
        state: Any,
        *,
        strength: float | None = None,
        seconds: float | None = None,
        progress: Callable[[Progress], None] | None = None,
    ) -> Choice:
        """A move where play goes on and a player is to move; `strength` and `seconds` go before those of the engine.

        Raises what `solve` raises.
        """
        if self.random.random() >= (self.strength if strength is None else strength):
            return Choice(self.random.choice(list(self.game.actions(state))), None)
        found, time_given = list[Result](), Allowance(self.seconds if seconds is None else seconds)
        for solver in self.solvers:
            try:
                result = solver.solve(state, seconds=time_given.share(1), progress=progress, goes_on=True)
            except KeyboardInterrupt:
                if not found:
                    raise
                break
            if not found or result.exact:
                found.append(result)
            if not result.exact:
                break
        return Choice(self.game.parse_action(found[-1].best[0]), found[-1])


def engine_named(game: Game[Any], text: str, **defaults: Any) -> Engine:
    """The engine that a text describes: `perfect`, `random`, or an algorithm; settings in parentheses, as in
    `perfect(strength=0.8)`, `negamax(depth=3)`, `mcts(nodes=1000)`. `defaults` are settings that it does not mention.

    Raises BadOption, and what `solve` raises.
    """
    found = re.fullmatch(r"\s*([a-z0-9-]+)\s*(?:\((.*)\))?\s*", text)
    if found is None:
        raise BadOption(f"{text!r} is no engine; engines look like perfect, random, or negamax(depth=3).")
    name, settings = found[1], dict(defaults)
    for part in filter(None, map(str.strip, (found[2] or "").split(","))):
        key, equals, value = (word.strip() for word in part.partition("="))
        if not equals or not value:
            raise BadOption(f"{text!r}: {part!r} is no setting; settings look like depth=3.")
        settings[key] = _setting(value)
    if name == "random":
        settings["strength"] = 0.0
    elif name != "perfect":
        settings["algorithm"] = name
    return Engine(game, **settings)


def _setting(text: str) -> Any:
    """A number, true or false, or a word."""
    if text in ("true", "false"):
        return text == "true"
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
