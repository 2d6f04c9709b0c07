"""Results from theory: impartial games whose Grundy values are known need no search."""

from __future__ import annotations

import random
import time
from typing import Any

from zermelo.core.errors import BadOption, NotSupported
from zermelo.core.game import Game
from zermelo.core.positions import AsState
from zermelo.core.wording import joined
from zermelo.games.catalogue import as_game
from zermelo.games.impartial import GrundyAnalysis, analysis, in_normal_play
from zermelo.preflight.facets import check_facets
from zermelo.preflight.faults import failures_of
from zermelo.solver.options import DIRECTING, Options
from zermelo.solver.plan import theory_applies
from zermelo.solver.result import Known, Result
from zermelo.solver.technique import THEORY


def grundy(game: Game[Any] | str, position: Any = None) -> GrundyAnalysis:
    """The Grundy value of a position (a state, a string, or None for the initial state), and all winning moves.

    The value comes from the game's `grundy_value` if it is known. Otherwise every position below is visited once, and each
    value is the mex of the values of its options. Raises BadPosition, BadGame, and NotSupported for anything but an
    impartial game in normal play.
    """
    game = as_game(game)
    with failures_of(game):
        check_facets(game)
        return analysis(game, position)


def check_theory(game: Game[Any], options: Options) -> None:
    """Raises BadOption or NotSupported for options and games to which theory does not apply."""
    if not theory_applies(options):
        raise BadOption(
            f"{THEORY} finds who wins, not when, without a search: leave out the objective, compiled, and what says how to "
            f"search: {joined(DIRECTING)}."
        )
    if options.checkpoint is not None:
        raise BadOption(f"{THEORY} searches nothing, so there is nothing to resume: leave out the checkpoint.")
    if not game.impartial or not in_normal_play(game):
        raise NotSupported(f"{THEORY} needs an impartial game in normal play, which {game} is not.")


def by_theory(game: Game[Any], state: Any, options: Options, chosen: str) -> Result:
    """The value and all best moves of a position, by its Grundy value (Sprague 1935, Grundy 1939)."""
    started = time.perf_counter()
    answer = analysis(game, AsState(state))
    best = answer.winning or tuple(game.action_name(action) for action in game.actions(state))
    if options.seed is not None:
        best = tuple(random.Random(options.seed).sample(best, len(best)))
    known = Known(answer.value, None, best, best[:1], THEORY, chosen)
    return Result.of_known(game, state, options.objective, known, time.perf_counter() - started)
