"""Iterative deepening: a position is searched to depth 1, 2, 3 and so on, or to the full depth at once."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from zermelo.core.constants import NONE
from zermelo.core.errors import TOO_LONG, BadAlgorithm, BrokenContract
from zermelo.core.fingerprint import is_ours
from zermelo.core.integers import is_int
from zermelo.core.wording import shown
from zermelo.search.parts.counters import TO_THE_END, BudgetSpent
from zermelo.search.parts.scoring import Scoring, reward_of
from zermelo.search.parts.search import Search
from zermelo.solver.budget import MemorySpent
from zermelo.solver.findings import (
    Findings,
    Root,
    Spent,
    certain_scores,
    clear_root,
    rewards_of,
    root_of,
    root_window,
    truncated,
)
from zermelo.solver.plan import Plan
from zermelo.solver.runner import KernelRunner

State = TypeVar("State")


class Deepening(Generic[State]):
    """The iterations of one search. `findings` is never changed in place, so another thread can read it at any time."""

    def __init__(
        self, plan: Plan[State], search: Search, runner: KernelRunner[State], state: State, findings: Findings
    ) -> None:
        """`findings`: what is already known. An interrupted iteration starts again, with the bounds it had proved."""
        self.findings = findings
        self._plan = plan
        self._search = search
        self._runner = runner
        self._state = state
        self._scoring: Scoring = search.scoring
        self._surely_lost, self._surely_won = certain_scores(plan, self._scoring)

    def run(self) -> Spent:
        """Search until the value is decided, the full depth is reached, or budget or memory is used up. Returns which
        of the two.
        """
        full = self._plan.full_depth
        depths = range(max(1, self.findings.depth), full + 1) if self._plan.deepens and full > 0 else (full,)
        try:
            for depth in depths:
                self._search_to(depth)
                if self.findings.decided:
                    break
        except MemorySpent:
            return "memory"
        except BudgetSpent:
            return "budget"
        self.findings = self.findings._replace(finished=True)
        return ""

    def _search_to(self, depth: int) -> None:
        """Search to one depth and update the findings; on BudgetSpent, only with what was proved by then."""
        began = self._begin(depth)
        try:
            score = self._runner.run(self._state, depth, *root_window(self._plan, self._scoring), self.findings.score)
        finally:
            self.findings = self._with_proved(root_of(self._search), began)
        if not is_ours(self._plan.algorithm.search_root):
            self._check_score(score, root_of(self._search))
        is_complete = truncated(self._search) == began
        if not is_complete and self._plan.must_end(depth):
            raise BrokenContract(TOO_LONG)
        self.findings = self._completed(score, is_complete=is_complete)

    def _check_score(self, score: Any, root: Root) -> None:
        """Raises BadAlgorithm for a result of a user's algorithm that cannot be right: no score, a score outside the bounds,
        or a move that is not legal.

        Whether the score is correct is not checked; compare with `minimax` on small games for that.
        """
        algorithm, name = self._plan.algorithm, self._plan.algorithm.name
        if not is_int(score):
            raise BadAlgorithm(f"{name} returned {shown(score)}; it must return a score, which is an int.")
        highest = self._scoring.to_parent(self._scoring.highest)
        if not -highest <= score <= highest:
            raise BadAlgorithm(
                f"{name} returned the score {score}, but scores here are from {-highest} to {highest}. Does every child's "
                f"score go through search.from_child?"
            )
        if self.findings.depth > 0 and root.action not in self._plan.searched_game.actions(self._state):
            raise BadAlgorithm(
                f"{name} found no move for the root. It must call search.raise_root(ply, action, score, alpha) for each "
                f"better move."
            )
        if algorithm.gives_value and not root.is_guess and not root.lower <= score <= root.upper:
            raise BadAlgorithm(
                f"{name} returned the score {score}, but has proved that it lies between {root.lower} and {root.upper} "
                f"(search.raise_root, search.prove)."
            )

    def _begin(self, depth: int) -> int:
        """Begin an iteration, or continue one that had begun. Returns the TRUNCATED counter at its beginning."""
        self._search.control[TO_THE_END] = self._plan.is_to_the_end(depth)
        began = self.findings.began
        if began is None:
            began = truncated(self._search)
            clear_root(self._search, began)
        self.findings = self.findings._replace(depth=depth, began=began)
        return began

    def _completed(self, score: int, *, is_complete: bool) -> Findings:
        """The findings after a completed iteration; `is_complete`: nothing in it depended on a depth limit."""
        algorithm = self._plan.algorithm
        findings = self.findings._replace(
            began=None,
            score=score,
            action=root_of(self._search).action,
            completed=self.findings.depth,
            decided=is_complete or (algorithm.gives_value and self._is_forced(score)),
        )
        if algorithm.any_players and algorithm.gives_value and self._plan.game.players > 2:
            findings = findings._replace(rewards=rewards_of(self._search))
        if findings.decided and algorithm.gives_value:
            value, _ = reward_of(self._scoring, score)
            findings = findings._replace(lower=value, upper=value, secured=value)
        return findings

    def _is_forced(self, score: int) -> bool:
        """Whether a score is that of a forced win or loss within the depth, which no static evaluation can reach.

        A win or loss proved by a bound may lie deeper than the search went; then there may be a faster one.
        """
        if self._surely_lost < score < self._surely_won:
            return False
        _, distance = reward_of(self._scoring, score)
        return distance is None or distance <= self.findings.depth

    def _with_proved(self, root: Root, began: int) -> Findings:
        """The findings with the bounds on the root proved in an iteration, if they do not depend on a depth limit."""
        findings, is_complete, improved = self.findings, root.truncated == began, False
        lowest, highest = root.lowest(self._scoring), root.highest(self._scoring)
        if lowest is not None and (is_complete or root.lower >= self._surely_won):
            improved = not root.is_guess and (findings.secured is None or lowest > findings.secured)
            secured = lowest if improved else findings.secured
            findings = findings._replace(lower=max(findings.lower, lowest), secured=secured)
        if highest is not None and (is_complete or root.upper <= self._surely_lost):
            findings = findings._replace(upper=min(findings.upper, highest))
        if root.action != NONE and (improved or findings.completed is None):
            findings = findings._replace(action=root.action)
        return findings
