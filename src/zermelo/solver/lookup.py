"""Results of positions that need no search: they are in a table, or theory knows their value."""

from __future__ import annotations

import dataclasses
import random
import time
from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast

from zermelo.core.errors import BadOption, BadTable, NotSupported
from zermelo.core.game import Game
from zermelo.core.positions import AsState
from zermelo.core.shape import has_shape, is_alike
from zermelo.core.wording import joined
from zermelo.games.catalogue import as_game
from zermelo.games.impartial import GrundyAnalysis, analysis, in_normal_play
from zermelo.preflight.facets import check_facets
from zermelo.preflight.faults import failures_of
from zermelo.search.parts.scoring import sign_of
from zermelo.solver.options import DIRECTING, Options
from zermelo.solver.plan import theory_applies
from zermelo.solver.result import Known, Result
from zermelo.solver.technique import THEORY

if TYPE_CHECKING:
    from zermelo.tablebase.in_memory import MemoryTable
    from zermelo.tablebase.table import Table


def check_lookup(options: Options) -> None:
    """Raises BadOption for options that only a search can use."""
    given = ["algorithm"] if options.algorithm is not None else []
    given += [*options.directing, *(["without"] if options.left_out else [])]
    if given:
        raise BadOption(f"Positions in a table are not searched: leave out {joined(given)}, or leave out the tables.")


class CheckedTable:
    """A table whose scores are compared with the rules and with each other as they are read."""

    def __init__(self, game: Game[Any], table: Table | MemoryTable, *, remembered: int = 0) -> None:
        """`remembered`: of how many states it keeps the scores in memory; more than 0 only if states can be hashed."""
        self.game = game
        self.table = table
        self._remembered = lru_cache(remembered)(table.score)
        self._initial = game.initial()
        self._packs = has_shape(self._initial)

    def score(self, state: Any) -> Any:
        """The score of a state, or None if it is not in the table. Raises BadTable unless it is the best of its successors'
        scores or, at the end of the game, the reward.
        """
        # A state of another shape, which is in no table, may equal one that is remembered: 1.0 == 1.
        is_usual = self._packs and is_alike(state, self._initial)
        score = self._remembered(state) if is_usual else self.table.score(state)
        if score is None:
            return None
        if self._is_wrong_at_the_end(state, score):
            raise self._wrong_about(state)
        if not self.chooses_nothing(state):
            self.scored(state)
        return score

    def scored(self, state: Any) -> dict[int, Any]:
        """The score of each action, the best first. Raises BadTable if the best is not the state's own score, or if the
        score of a finished game is not its reward.
        """
        scored: dict[int, Any] = {}
        for action in self.game.actions(state):
            child = self.game.apply(state, action)
            known = self._remembered(child)
            if known is None or self._is_wrong_at_the_end(child, known):
                break
            scored[action] = self._score_of_move(state, child, known)
        else:
            if max(scored.values()) == self.own(state, self._remembered(state)):
                return dict(sorted(scored.items(), key=lambda item: -item[1]))
        raise self._wrong_about(state)

    def own(self, state: Any, score: Any) -> Any:
        """The score of the player to move in `state`, of the scores of several players or of a score for that player."""
        return cast("tuple[int, ...]", score)[self.game.to_move(state)] if isinstance(score, tuple) else score

    def _score_of_move(self, state: Any, child: Any, score: Any) -> Any:
        """The score of a move for the player to move in `state`, from the score of the position after it."""
        if isinstance(score, tuple):
            return self.own(state, score)
        return self.table.scoring.to_parent(sign_of(self.game, state, child) * score)

    def chooses_nothing(self, state: Any) -> bool:
        return bool(self.game.terminal(state)) or (self.game.has_chance and bool(self.game.chance(state)))

    def _is_wrong_at_the_end(self, state: Any, score: Any) -> bool:
        return bool(self.game.terminal(state)) and score != self.table.end(state)

    def _wrong_about(self, state: Any) -> BadTable:
        return BadTable(
            f"The table in {str(self.table.folder)!r} is wrong about {self.game.position_text(state)!r} or a position "
            f"after it; run `zermelo table verify`."
        )


def by_table(game: Game[Any], state: Any, options: Options, table: Table | MemoryTable) -> Result | None:
    """The value and all best moves of a position, or None if it is not in the table. Raises BadTable.

    If a play may return to a position, only the moves that win soonest, or lose latest, are best: others may never win.
    """
    started = time.perf_counter()
    entry = table.score(state)
    if entry is None:
        return None
    checked = CheckedTable(game, table)
    score = checked.own(state, entry)
    value, distance = table.value_and_distance(state, score)
    scored = {} if checked.chooses_nothing(state) else checked.scored(state)
    by_distance = options.objective == "distance"
    keeping = [other for other in scored.values() if table.value_and_distance(state, other)[0] == value]
    as_good = score if by_distance or game.cyclic else min(keeping, default=score)
    best = [action for action in scored if scored[action] >= as_good]
    if options.seed is not None:
        random.Random(options.seed).shuffle(best)
    names = tuple(map(game.action_name, best))
    line = _line(checked, state, best[0]) if options.line and best else ()
    endless = by_distance and value != 0 and distance is None
    known = Known(value, distance if by_distance else None, names, line, table.algorithm, table.source, endless)
    result = Result.of_known(game, state, options.objective, known, time.perf_counter() - started)
    return dataclasses.replace(result, rewards=cast("tuple[int, ...]", entry)) if isinstance(entry, tuple) else result


def _line(checked: CheckedTable, state: Any, action: int) -> tuple[str, ...]:
    """Best play from `state` on, beginning with this action, to the end, a chance move, or a position that recurs."""
    game, line, met = checked.game, list[str](), {state}
    while True:
        line.append(game.action_name(action))
        state = game.apply(state, action)
        if checked.chooses_nothing(state) or state in met:
            return tuple(line)
        met.add(state)
        action = next(iter(checked.scored(state)))


# --- theory -------------------------------------------------------------------------------------------------------------
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
