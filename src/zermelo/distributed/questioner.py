"""Questions about positions, and what answers them in a worker, with a table that it keeps."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final, Unpack

from zermelo.core.constants import NONE
from zermelo.core.errors import TOO_LONG, BrokenContract, MixedStates, NotSupported
from zermelo.core.game import Game
from zermelo.core.supervision import Supervised
from zermelo.distributed.known import Answer, MoveNumbers
from zermelo.distributed.lanes import Lane, Lanes
from zermelo.native.machine import Machine
from zermelo.native.state_form import encoded_view, wider
from zermelo.preflight.faults import failures_of
from zermelo.search.parts.counters import NODES, TO_THE_END, BudgetSpent
from zermelo.search.parts.entry import EXACT, LOWER, UPPER, bound_type_of
from zermelo.search.parts.frontier import NEVER, disproof_of, proof_of
from zermelo.search.parts.observers import NoObserver
from zermelo.search.parts.proof import question_of
from zermelo.search.parts.scoring import sign_of
from zermelo.search.parts.search import Search
from zermelo.solver.budget import Budget
from zermelo.solver.findings import clear_root, root_of, truncated
from zermelo.solver.options import Options, WorkerOptions
from zermelo.solver.plan import plan_for, suited
from zermelo.solver.setup import new_search
from zermelo.solver.technique import PROOF, AlgorithmName
from zermelo.solver.threads import most_threads

INTERPRETED: Final = 64
"""By how much the nodes of a job are divided if the game is interpreted."""


MOST_DOUBLED: Final = 16


def check_supported(game: Game[Any]) -> None:
    """Raises NotSupported for a game whose plays may return to a position, with chance, or with more than two
    players.
    """
    facets = {
        "its plays may return to a position": game.cyclic,
        "it has chance": game.has_chance,
        f"it has {game.players} players": game.players != 2,
    }
    reasons = [facet for facet, has in facets.items() if has]
    if reasons:
        raise NotSupported(
            f"A cluster proves values by proof-number search, which does not suit {game}: {reasons[0]}. Solve it without a "
            f"cluster."
        )


class Questioner:
    """Answers questions about one game: df-pn if threats decide it and the options allow it; otherwise null-window
    searches by NegaMax.
    """

    def __init__(
        self,
        game: Game[Any],
        *,
        threads: int = 1,
        lanes: int = 1,
        **options: Unpack[WorkerOptions],
    ) -> None:
        """`lanes`: the most questions at the same time, each by this number of `threads`. Raises NotSupported,
        NotCompilable, BadOption.
        """
        check_supported(game)
        self._most_lanes = lanes
        given = Options(threads=threads * lanes, line=False, **options)
        chosen, _ = suited(game, given)
        self.algorithm: AlgorithmName = PROOF if chosen.algorithm == PROOF else "negamax"
        self._plan = plan_for(game, replace(given, algorithm=self.algorithm))
        self.game = self._plan.searched_game
        self.knowledge = self._plan.knowledge_used
        self._view = None if self._plan.options.compiled is False else encoded_view(self.game)
        with failures_of(game):
            self._begin()

    def _begin(self, mixed: str = "") -> None:
        """Make the searches, with an empty table. `mixed`: a state or key that compiled code does not take, if any."""
        root, compiled, view = self._plan.algorithm.search_root, self._plan.options.compiled, self._view
        words = view.words if view else 0
        search = self._new_search(mixed, words)
        machine = Machine(root, self.game, search, compiled=compiled, refused=mixed, view=view)
        if machine.words != words:  # it is interpreted, and its keys are not encoded
            search = self._new_search(mixed)
            machine.bind(self.game, search)
        self.compiled, self._encodes = machine.compiled, machine.words > 0
        self._note = machine.note
        threads = most_threads(self._plan, machine, search)
        count = min(self._most_lanes, threads)
        self._lanes = Lanes(self._plan, machine, search, count, threads // count)

    def _new_search(self, mixed: str, words: int = 0) -> Search:
        search = new_search(self._plan, NoObserver(), any_keys=bool(mixed), words=words)
        search.control[TO_THE_END] = True
        return search

    @property
    def lanes(self) -> int:
        return self._lanes.count

    def ask(self, state: Any, bound: int, nodes: int, seconds: float | None = None) -> Answer:
        """Find out whether the player to move gets at least `bound`, or spend the budget of nodes and seconds.

        Raises GameFailed, BadGame, and KeyboardInterrupt on Ctrl-C.
        """
        with failures_of(self.game, self._note):
            try:
                return self._asked(state, bound, nodes, seconds)
            except MixedStates as error:
                self._view = wider(self._view, error)
                self._begin("" if self._view else str(error))
                return self.ask(state, bound, nodes, seconds)

    def _asked(self, state: Any, bound: int, nodes: int, seconds: float | None) -> Answer:
        """What a lane finds out, once one is idle. Raises MixedStates."""
        idle = self._lanes.idle
        lane = idle.get()
        try:
            return self._found(lane, state, bound, nodes, seconds)
        finally:
            idle.put(lane)

    def _found(self, lane: Lane, state: Any, bound: int, nodes: int, seconds: float | None) -> Answer:
        """What a search finds out. Raises MixedStates."""
        began = time.perf_counter()
        search = lane.search
        before, cut_short = int(search.counters[NODES]), truncated(search)
        clear_root(search, cut_short)
        budget = Budget(search)
        budget.allow(nodes if self.compiled else max(nodes // INTERPRETED, 1))
        target = search.scoring.of_reward(bound)

        def run() -> int:
            return lane.run(budget, state, target - 1, target)

        supervised = Supervised(run, budget.stop, seconds=seconds, on_tick=lambda: None)
        worst, best = self.game.reward_range
        lower, upper = worst, best
        with contextlib.suppress(BudgetSpent):
            lower, upper = (bound, best) if supervised.run() >= target else (worst, bound - 1)
        if supervised.stopped == "interrupted":
            raise KeyboardInterrupt
        if truncated(search) > cut_short:
            raise BrokenContract(TOO_LONG)
        moves = tuple(self._numbers(search, state, bound)) if lower < bound <= upper else ()
        taken, passed = int(search.counters[NODES]) - before, time.perf_counter() - began
        return Answer(lower, upper, root_of(search).action, moves, taken, passed, search.table.bytes)

    def _numbers(self, searched: Search, state: Any, bound: int) -> Iterator[MoveNumbers]:
        """The numbers of each move that may decide the question, as far as the table has them. A table of encoded keys is
        read by compiled code alone.
        """
        search = searched.interpreted()
        for place, action in enumerate(candidates(self.game, state)):
            child = self.game.apply(state, action)
            sign = sign_of(self.game, state, child)
            below = bound if sign > 0 else 1 - bound
            proof, disproof = self._child_numbers(search, child, below, place)
            yield MoveNumbers(action, *((proof, disproof) if sign > 0 else (disproof, proof)))

    def _child_numbers(self, search: Search, child: Any, bound: int, place: int) -> tuple[int, int]:
        """The numbers of the question whether the player to move in `child` gets at least `bound`. `place`: of the move
        there among the candidates.
        """
        game = self.game
        if game.terminal(child):
            return (0, NEVER) if game.reward(child) >= bound else (NEVER, 0)
        found = None if self._encodes else self._stored(search, child, bound)
        if found is not None:
            return found
        replies = 1 if game.forced(child) != NONE else max(len(list(game.deciding(child))), 1)  # all of them must fail
        return 1, harder(replies, place)

    def _stored(self, search: Search, state: Any, bound: int) -> tuple[int, int] | None:
        """The numbers that the table has for the question whether the player to move in `state` gets at least `bound`."""
        target = search.scoring.of_reward(bound)
        if self.algorithm == PROOF:
            data, numbers = search.table.probe(question_of(self.game, search, state, target))
            kind = bound_type_of(data)
            if kind == EXACT:
                return proof_of(numbers), disproof_of(numbers)
            if kind:
                return (0, NEVER) if kind == LOWER else (NEVER, 0)
            return None
        key, _ = search.table.key_of(self.game, state)
        data, score = search.table.probe(key)
        kind = bound_type_of(data)
        if kind in (LOWER, EXACT) and score >= target:
            return 0, NEVER
        if kind in (UPPER, EXACT) and score < target:
            return NEVER, 0
        return None


def harder(number: int, place: int) -> int:
    """The number of a move of which nothing is known but its place among the candidates: each is taken to be twice as hard
    to prove as the one before. Without that, all moves would be tried a little before the first one is tried in earnest.
    """
    return number << min(place, MOST_DOUBLED)


def candidates(game: Game[Any], state: Any) -> list[int]:
    """The moves among which there is one with the best reward, the most promising first."""
    forced = game.forced(state)
    if forced != NONE:
        return [forced]
    return sorted(game.deciding(state), key=lambda action: -game.priority(state, action))
