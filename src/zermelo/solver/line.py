"""The principal variation and the other best moves, by further searches; and the comparison of a value with its line."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Generator
from typing import Any, Final, Generic, TypeVar

from zermelo.core.constants import ALTERNATES, NONE
from zermelo.core.errors import BadAlgorithm, BadGame
from zermelo.core.fingerprint import is_ours
from zermelo.search.parts.counters import BudgetSpent
from zermelo.search.parts.observers import NoObserver, Trace
from zermelo.search.parts.scoring import sign_of
from zermelo.search.parts.search import Search
from zermelo.solver.findings import (
    BestMoves,
    Findings,
    certain_scores,
    clear_root,
    rewards_of,
    root_of,
    root_window,
    truncated,
)
from zermelo.solver.plan import Plan
from zermelo.solver.result import Result
from zermelo.solver.runner import KernelRunner

State = TypeVar("State")

EXTRA_NODES: Final = 100_000
"""The least node budget for the line, and for the other best moves; it is larger if the search itself took more nodes."""


def without_search(plan: Plan[State], state: State, found: Findings) -> BestMoves:
    """The best moves as far as they are known without another search."""
    if plan.chance_moves(state):
        return BestMoves()
    if found.action != NONE:
        return BestMoves((found.action,), line=(found.action,))
    game = plan.searched_game  # no move has been searched: then the one that the game orders first
    forced = game.forced(state)
    moves = list(game.actions(state)) if forced == NONE else [forced]
    return BestMoves((max(moves, key=lambda action: game.priority(state, action)),))


@contextlib.contextmanager
def unobserved(observer: NoObserver | Trace) -> Generator[None]:
    """A context in which a trace records nothing."""
    if not isinstance(observer, Trace):
        yield
        return
    recorded = int(observer.count[0])
    yield
    observer.count[0] = recorded


class FurtherSearches(Generic[State]):
    """Searches below a position whose best move is known. Their node budget is that of the search that found it."""

    def __init__(
        self, plan: Plan[State], search: Search, runner: KernelRunner[State], state: State, found: Findings, nodes: int
    ) -> None:
        """`nodes`: the nodes that the search visited."""
        self._plan = plan
        self._game = plan.searched_game
        self._search = search
        self._runner = runner
        self._state = state
        self._found = found
        self._nodes = max(nodes, EXTRA_NODES)
        self._depth = plan.full_depth if found.decided else found.completed or 0
        """The depth of the further searches. If the value is decided, it is not limited: a slower win may lie deeper."""
        self._surely_lost, self._surely_won = certain_scores(plan, search.scoring)

    def best_moves(self) -> BestMoves:
        """The best move, the other best moves if requested, and the line if requested."""
        options, action = self._plan.options, self._found.action
        best, all_best = [action], False
        if options.all_moves or options.seed is not None:
            best, all_best = self._equals(action)
        if options.seed is not None:
            random.Random(options.seed).shuffle(best)
        line = self._line(best[0]) if options.line else [action]
        return BestMoves(tuple(best), all_best, tuple(line))

    def _equals(self, action: int) -> tuple[list[int], bool]:
        """The best move and the others that are as good, as far as the budget allows; and whether these are all of them."""
        self._runner.budget.allow(self._nodes)
        before = truncated(self._search)
        equals = [action]
        try:
            for other in self._game.actions(self._state):
                if other == action:
                    continue
                if self._reaches(other, self._found.score):
                    equals.append(other)
        except BudgetSpent:
            return equals, False
        # a win found within a depth limit may have equals that lie deeper
        return equals, not self._found.decided or truncated(self._search) == before

    def _reaches(self, action: int, score: int) -> bool:
        """Whether a move at the root has at least `score`."""
        child = self._game.apply(self._state, action)
        if self._plan.algorithm.any_players:
            _, proved = self._score_below(child, self._depth - 1, 0, 0)
            mover = self._game.to_move(self._state)
            return proved and rewards_of(self._search)[1 if mover == ALTERNATES else mover] >= score
        sign = sign_of(self._game, self._state, child)
        low, high = self._window_below(sign, score - 1, score)
        if low >= high:  # nothing is worse than `score`
            return True
        found, proved = self._score_below(child, self._depth - 1, low, high)
        return proved and self._search.from_child(sign, found) >= score

    def _line(self, action: int) -> list[int]:
        """The principal variation that begins with a best move. Each move is found by a search of the position before it."""
        self._runner.budget.allow(self._nodes)
        line = [action]
        state, score, depth = self._state, self._found.score, self._depth
        with contextlib.suppress(BudgetSpent):
            while True:
                child = self._game.apply(state, line[-1])
                depth -= 1
                if self._game.terminal(child) or depth <= 0 or self._plan.chance_moves(child):
                    break
                found, proved = self._score_below(child, depth, *self._line_window(state, child, score))
                if not proved or self._lies_deeper(score, state, child, found):
                    break
                score = found
                line.append(root_of(self._search).action)
                state = child
        return line

    def _lies_deeper(self, score: int, state: State, child: State, below: int) -> bool:
        """Whether a win or loss is certain, but not found again by the search below it: it lies beyond the depth limit, and
        was known from a bound or from a deeper entry of the table. Then the search has compared moves by estimates.
        """
        if self._found.decided or not self._plan.algorithm.gives_value or self._surely_lost < score < self._surely_won:
            return False
        return self._search.from_child(sign_of(self._game, state, child), below) != score

    def _line_window(self, state: State, child: State, score: int) -> tuple[int, int]:
        """The window for the next position of the line, from the score of the position before it."""
        algorithm = self._plan.algorithm
        if algorithm.any_players:  # these algorithms ignore windows
            return 0, 0
        if not algorithm.gives_value:  # the score is only a bound
            return root_window(self._plan, self._search.scoring)
        sign = sign_of(self._game, state, child)
        if self._found.decided:  # then the child's score is known, and only the move that reaches it is wanted
            low, high = self._window_below(sign, *((score, score + 1) if sign < 0 else (score - 1, score)))
            if low < high:
                return low, high
        return self._window_below(sign, score - 1, score + 1)

    def _window_below(self, sign: int, low: int, high: int) -> tuple[int, int]:
        """A window for a child, clipped to possible scores: beyond them there would be no cutoffs."""
        scoring = self._search.scoring
        low, high = self._search.child_window(sign, low, high)
        return max(low, scoring.of_reward(self._plan.worst)), min(high, scoring.of_reward(self._plan.best))

    def _score_below(self, child: State, depth: int, low: int, high: int) -> tuple[int, bool]:
        """The score of a child, and whether it is as certain as that of the position.

        It is not if the value of the position is decided but the depth limit cut this search short, unless the score proves
        the best or the worst reward.
        """
        clear_root(self._search)
        before = truncated(self._search)
        score = self._runner.run(child, max(depth, 0), low, high, high)
        is_whole = truncated(self._search) == before or not self._surely_lost < score < self._surely_won
        return score, is_whole or not self._found.decided


# --- what the line shows ------------------------------------------------------------------------------------------------
def check_line(plan: Plan[Any], state: Any, line: tuple[int, ...], result: Result) -> None:
    """Raises BadGame, or BadAlgorithm for an algorithm of the user's, if a line that ends the game ends with another reward
    than the exact value, or at another distance. A line that stops earlier proves nothing.
    """
    game = plan.game
    if not result.exact or game.players != 2 or game.has_chance:
        return
    sign = 1
    for action in line:
        child = game.apply(state, action)
        sign *= sign_of(game, state, child)
        state = child
    if not game.terminal(state):
        return
    reward = sign * game.reward(state)
    if reward == result.value and result.distance in (None, len(line)):
        return
    value = f"{result.value}" + ("" if result.distance is None else f" after {result.distance} plies")
    _refuse(
        plan, result, f"{value}, but its own line, {' '.join(result.line)}, ends with {reward} after {len(line)} plies"
    )


def check_value(plan: Plan[Any], result: Result, true: tuple[Any, int | None]) -> None:
    """Raises BadGame or BadAlgorithm, as `check_line`, if an exact value is not that of the class's rules alone."""
    if result.value != true[0]:
        _refuse(plan, result, f"{result.value}, but by the rules alone it is {true[0]}")


def _refuse(plan: Plan[Any], result: Result, contradiction: str) -> None:
    game = plan.game
    if not is_ours(plan.algorithm.search_root):
        raise BadAlgorithm(
            f"The algorithm {result.algorithm} says that the value of {game} is {contradiction}. It may take bounds for "
            f"exact values."
        )
    known = ", ".join(plan.knowledge)
    from zermelo.preflight.plays import explain  # only here, because it takes long to import

    reason = explain(game) or (
        f"What the class says about its positions is wrong ({known}); `--without all` does not use it."
        if known
        else "Its methods seem to depend on earlier calls: what changes during a play belongs in the state."
    )
    raise BadGame(f"{game}: the search says that the value is {contradiction}. {reason}")
