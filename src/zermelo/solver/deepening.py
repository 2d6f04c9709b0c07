"""A position searched to one depth after the other, or at once to the full one; and what was proved taken over from each."""

from __future__ import annotations

from dataclasses import replace
from typing import Generic, TypeVar

from zermelo.core.constants import NONE
from zermelo.core.errors import GOES_ON, BrokenContract
from zermelo.core.fingerprint import is_ours
from zermelo.search.parts.counters import TO_THE_END, BudgetSpent
from zermelo.search.parts.scoring import Scoring, reward_of
from zermelo.search.parts.search import Search
from zermelo.solver.budget import MemorySpent
from zermelo.solver.findings import Findings, Spent
from zermelo.solver.own_algorithm import check_score
from zermelo.solver.plan import Plan
from zermelo.solver.root import Root, clear_root, rewards_of, root_of, root_window, truncated
from zermelo.solver.runner import KernelRunner

State = TypeVar("State")


class Deepening(Generic[State]):
    """The iterations of one search. `found` is replaced as a whole, so that another thread may look at it at any time."""

    def __init__(
        self, plan: Plan[State], search: Search, runner: KernelRunner[State], state: State, found: Findings
    ) -> None:
        """`found`: what is known already; an iteration that was interrupted is begun again, with what it had proved."""
        self.found = found
        self._plan = plan
        self._search = search
        self._runner = runner
        self._state = state
        self._scoring: Scoring = search.scoring
        self._surely_won = self._scoring.at_least(plan.best, self._scoring.span)
        """From this score on the highest reward is certain, whatever static evaluations had a part in it."""
        self._surely_lost = self._scoring.at_most(plan.worst, self._scoring.span)

    def run(self) -> Spent:
        """Search until the value is decided, the depth reached, or something spent: then what that is."""
        full = self._plan.full_depth
        depths = range(max(1, self.found.depth), full + 1) if self._plan.deepens and full > 0 else (full,)
        try:
            for depth in depths:
                self._search_to(depth)
                if self.found.decided:
                    break
        except MemorySpent:
            return "memory"
        except BudgetSpent:
            return "budget"
        self.found = replace(self.found, finished=True)
        return ""

    def _search_to(self, depth: int) -> None:
        """Search to one depth and take over what it found; on BudgetSpent, only what it had proved by then."""
        began = self._begin(depth)
        try:
            score = self._runner.run(self._state, depth, *root_window(self._plan, self._scoring), self.found.score)
        finally:
            self.found = self._with_proved(root_of(self._search), began)
        if not is_ours(self._plan.algorithm.search_root):
            self._check(score)
        is_whole = truncated(self._search) == began
        if not is_whole and self._plan.must_end(depth):
            raise BrokenContract(GOES_ON)
        self.found = self._completed(score, is_whole=is_whole)

    def _check(self, score: int) -> None:
        """Raises BadAlgorithm."""
        moves = list(self._plan.searched_game.actions(self._state))
        root = root_of(self._search)
        check_score(self._plan.algorithm, score, root, self._scoring, moves if self.found.depth > 0 else [root.action])

    def _begin(self, depth: int) -> int:
        """Begin an iteration, unless it was begun before; how many values had been truncated then."""
        self._search.control[TO_THE_END] = self._plan.is_to_the_end(depth)
        began = self.found.began
        if began is None:
            began = truncated(self._search)
            clear_root(self._search, began)
        self.found = replace(self.found, depth=depth, began=began)
        return began

    def _completed(self, score: int, *, is_whole: bool) -> Findings:
        """What has been found when an iteration is complete; `is_whole`: no depth limit had a part in it."""
        algorithm = self._plan.algorithm
        found = replace(
            self.found,
            began=None,
            score=score,
            action=root_of(self._search).action,
            completed=self.found.depth,
            decided=is_whole or (algorithm.gives_value and self._is_forced(score)),
        )
        if algorithm.any_players and algorithm.gives_value and self._plan.game.players > 2:
            found = replace(found, rewards=rewards_of(self._search))
        if found.decided and algorithm.gives_value:
            value, _ = reward_of(self._scoring, score)
            found = replace(found, lower=value, upper=value, secured=value)
        return found

    def _is_forced(self, score: int) -> bool:
        """Whether a score is that of a forced win or loss, found within the depth: no static evaluation comes near.

        One that a bound proves is further away than the search has seen; there may be a faster one.
        """
        if self._surely_lost < score < self._surely_won:
            return False
        _, distance = reward_of(self._scoring, score)
        return distance is None or distance <= self.found.depth

    def _with_proved(self, root: Root, began: int) -> Findings:
        """With the bounds on the root that were proved in an iteration: those that no depth limit had a part in."""
        found, is_whole, improved = self.found, root.truncated == began, False
        lowest, highest = root.lowest(self._scoring), root.highest(self._scoring)
        if lowest is not None and (is_whole or root.lower >= self._surely_won):
            improved = not root.is_guess and (found.secured is None or lowest > found.secured)
            found = replace(found, lower=max(found.lower, lowest), secured=lowest if improved else found.secured)
        if highest is not None and (is_whole or root.upper <= self._surely_lost):
            found = replace(found, upper=min(found.upper, highest))
        if root.action != NONE and (improved or found.completed is None):
            found = replace(found, action=root.action)
        return found
