"""Results that theory gives: impartial games whose Grundy values are known need no search."""

from __future__ import annotations

import random
import time
from typing import Any

from zermelo.core.errors import BadOption, NotSupported
from zermelo.core.game import Game
from zermelo.core.positions import AsState
from zermelo.games.catalogue import as_game
from zermelo.games.impartial import GrundyAnalysis, analysis, in_normal_play
from zermelo.solver.options import Options
from zermelo.solver.plan import theory_may
from zermelo.solver.result import Known, Result
from zermelo.solver.technique import THEORY


def grundy(game: Game[Any] | str, position: Any = None) -> GrundyAnalysis:
    """The Grundy value of a position (a state, a text, None for the initial one) and all winning moves.

    Games that know their Grundy values say them (`grundy_value`); of others every position below is looked at once, and
    each value is the mex of the values of its options. Raises BadPosition, BadGame, and NotSupported for what is not an
    impartial game in normal play.
    """
    return analysis(as_game(game), position)


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
    found = analysis(game, AsState(state))
    best = found.winning or tuple(game.action_name(action) for action in game.actions(state))
    if options.seed is not None:
        best = tuple(random.Random(options.seed).sample(best, len(best)))
    return Result.of_known(
        game,
        state,
        options.objective,
        Known(found.value, None, best, best[:1]),
        algorithm=THEORY,
        chosen=chosen,
        seconds=time.perf_counter() - started,
    )
