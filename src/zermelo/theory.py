"""Results that theory gives: impartial games whose Grundy values are known need no search."""

from __future__ import annotations

import random
import time
from typing import Any

from zermelo.errors import BadOption, NotSupported
from zermelo.game import Game
from zermelo.impartial import grundy, in_normal_play
from zermelo.options import Options
from zermelo.result import Result
from zermelo.setup import theory_may
from zermelo.technique import THEORY


def check_theory(game: Game[Any], options: Options) -> None:
    """Raises BadOption or NotSupported for what theory cannot do."""
    if not theory_may(options):
        raise BadOption(
            f"{THEORY} tells who wins, not when, and compiles nothing: leave out depth, deepening, objective, compiled."
        )
    if options.checkpoint is not None:
        raise BadOption(f"{THEORY} searches nothing, so there is nothing to resume: leave out the checkpoint.")
    if not game.impartial or not in_normal_play(game):
        raise NotSupported(f"{THEORY} needs an impartial game in normal play, which {game} is not.")


def by_theory(game: Game[Any], state: Any, options: Options, chosen: str) -> Result:
    """The value and all best moves of a position, by its Grundy value (Sprague 1935, Grundy 1939)."""
    started = time.perf_counter()
    analysis = grundy(game, state)
    best = analysis.winning or tuple(game.action_name(action) for action in game.actions(state))
    if options.seed is not None:
        best = tuple(random.Random(options.seed).sample(best, len(best)))
    return Result.known(
        game=str(game),
        position=analysis.position,
        algorithm=THEORY,
        chosen=chosen,
        objective=options.objective,
        value=analysis.value,
        distance=None,
        best=best,
        line=best[:1],
        seconds=time.perf_counter() - started,
    )
