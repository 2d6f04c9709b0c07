"""A proof by the workers of a cluster: one question about the root after the other, each by a tree of jobs.

log --> known <-- answers <-- crew <-- questions <-- proof tree
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from zermelo.core.constants import NONE
from zermelo.core.errors import BadCheckpoint, BadPosition, BrokenContract
from zermelo.core.game import Game
from zermelo.core.integers import MOST, is_within
from zermelo.core.interrupts import heeded, noting_interrupts
from zermelo.core.supervision import Allowance
from zermelo.core.wording import counted
from zermelo.distributed.crew import Crew
from zermelo.distributed.known import Known
from zermelo.distributed.log import Log
from zermelo.distributed.messages import Answer
from zermelo.distributed.proof_tree import Node, ProofTree
from zermelo.distributed.questioner import Question, candidates
from zermelo.distributed.steps import TICK
from zermelo.distributed.travel import state_after
from zermelo.search.parts.proof import next_bound
from zermelo.search.parts.scoring import sign_of
from zermelo.solver.progress import clock, with_parts

SHARE: Final = 20
"""Reports take at most one part in so many of the time."""

JOB_SECONDS: Final = 2.5
"""The most seconds of the first job; larger ones may take longer. It matters where nodes take long."""


class ProofProgress(NamedTuple):
    """How far a proof has come."""

    seconds: float
    lower: int
    upper: int
    """The bounds on the value so far."""
    claim: int
    """The reward that the player to move at the root may be able to get: the question that is asked."""
    positions: int
    """Positions in the tree."""
    jobs: int
    """Jobs done."""
    running: int
    """Jobs that workers are busy with."""
    workers: int
    nodes: int
    wasted: int
    """Nodes of answers that came when the question was already settled."""
    share: float
    """An estimate of the share of the proof that is done, from 0 to 1."""
    lost: int
    """Workers lost."""

    def line(self, width: int) -> str:
        """One line, at most so wide."""
        parts = (
            f"value {self.lower} to {self.upper}",
            f"about {self.share:.0%} of this question",
            f"{counted(self.jobs, 'job')}, {self.running} running on {counted(self.workers, 'worker')}",
            f"{self.jobs / max(self.seconds, 1e-9) * 60:,.0f} a minute",
            f"{counted(self.positions, 'position')} in the tree",
            f"{counted(self.lost, 'worker')} lost" if self.lost else "",
        )
        return with_parts(f"proving  {clock(self.seconds)}"[:width], parts, width)


Report = Callable[[ProofProgress], None]


class Session:
    """The proof of the value of one position."""

    def __init__(
        self,
        game: Game[Any],
        state: Any,
        log: Log,
        *,
        job_nodes: int,
        seconds: float | None,
    ) -> None:
        """`job_nodes`: the nodes for the first question. `seconds`: how long the work may take, from when the first worker
        is ready. Raises BadCheckpoint.
        """
        self.game = game
        self.state = state
        self.stopped = ""
        self.nodes = 0
        self.wasted = 0
        """Nodes of answers that came when the question was already settled."""
        self.jobs = 0
        self.table_bytes: dict[str, int] = {}
        """The size of the table of each worker."""
        self._log = log
        self._job_nodes = job_nodes
        self._best: dict[Any, tuple[int, int]] = {}
        """The best move that a worker found, by the position: what the player to move gets by it, and the move."""
        self._seconds = seconds
        self._time: Allowance | None = None
        """The time that is left, once it has begun."""
        self._began = self._reported = time.monotonic()
        self.known = self._remembered()

    # --- the log --------------------------------------------------------------------------------------------------------
    def _remembered(self) -> Known:
        """What is known from the log. Raises BadCheckpoint."""
        known = Known(self.game)
        try:
            for entry in self._log.entries:
                if "answer" in entry:
                    state, answer = self._logged(entry)
                    known.learn(state, entry["bound"], entry["nodes"], answer)
                    self._note_best(state, entry["bound"], answer)
        except (KeyError, TypeError, ValueError, AttributeError, BadPosition):
            raise BadCheckpoint(
                "The log has an entry that does not belong to this proof; name another folder."
            ) from None
        return known

    def _logged(self, entry: dict[str, Any]) -> tuple[Any, Answer]:
        """The position and the answer in an entry. Raises BadPosition, Malformed, and others for what is none."""
        worst, best = self.game.reward_range
        if not (is_within(entry["bound"], worst + 1, best) and is_within(entry["nodes"], 0, MOST)):
            raise ValueError
        state = state_after(self.game, self.state, entry["moves"])
        asked = Question(self.game, state, tuple(entry["moves"]), entry["bound"], entry["nodes"], 0.0)
        return state, asked.read(entry["answer"])

    def _note_best(self, state: Any, bound: int, answer: Answer) -> None:
        known = self._best.get(state)
        if answer.lower >= bound and (known is None or answer.lower > known[0]):
            self._best[state] = answer.lower, answer.best

    # --- the value ------------------------------------------------------------------------------------------------------
    @property
    def bounds(self) -> tuple[int, int]:
        """What is proved of the value, for the player to move."""
        fact = self.known.fact(self.state)
        return fact.lower, fact.upper

    def prove(self, crew: Crew[Question], report: Report | None) -> None:
        """Prove the value; `stopped` says what ended it: "", "seconds" or "interrupted"."""
        self.stopped = ""
        with noting_interrupts():
            try:
                while not self.stopped and self.bounds[0] < self.bounds[1]:
                    self._answer(crew, next_bound(*self.bounds), report)
            except KeyboardInterrupt:
                self.stopped = "seconds" if self.is_late else "interrupted"
            if heeded():
                self.stopped = "interrupted"
        self._begin_time()  # for what follows

    def _answer(self, crew: Crew[Question], bound: int, report: Report | None) -> None:
        """Find out whether the player to move at the root gets at least `bound`."""
        tree = ProofTree(self.game, self.known, self.state, bound, self._job_nodes)
        places: dict[int, Node] = {}
        """Where the workers are, by the number of the job."""
        while tree.answer is None:
            if crew.ready:
                self._begin_time()
            for worker in crew.idle():
                leaf = tree.take()
                if leaf is None:
                    break
                seconds = JOB_SECONDS * leaf.budget / self._job_nodes
                left = self.left
                seconds = seconds if left is None else min(seconds, left)
                question = Question(self.game, leaf.state, leaf.moves(), tree.bound_at(leaf), leaf.budget, seconds)
                number = crew.give(worker, question)
                places[number] = leaf
            if tree.answer is not None:
                break
            self._report(crew, tree, report)
            for worker, number, question, answer, lost in crew.done(TICK):
                place = places.pop(number, None)
                if not lost:
                    self.wasted += answer.nodes if place is None or place.decided else 0
                    self._take(worker, question, answer)
                if place is not None:
                    tree.release(place)
            if heeded():
                raise KeyboardInterrupt
            if self.is_late:
                self.stopped = "seconds"
                break
        self._report(crew, tree, report, stopped=True)

    def _begin_time(self) -> None:
        """The time limit begins now, unless it has begun. That workers compile the game does not count."""
        if self._time is None:
            self._time = Allowance(self._seconds)

    @property
    def left(self) -> float | None:
        """The seconds that are left; None: there is no limit, or it has not begun."""
        return None if self._time is None else self._time.share(1)

    @property
    def is_late(self) -> bool:
        """Whether the time is up."""
        return self._time is not None and self._time.spent

    def _take(self, worker: str, question: Question, answer: Answer) -> None:
        """Take over an answer, once it is in the log. Raises BrokenContract if it contradicts another one."""
        state = question.state
        self.jobs += 1
        self.nodes += answer.nodes
        self.table_bytes[worker] = answer.table_bytes
        if answer.lower < question.bound <= answer.upper and self.is_late:
            return  # the time of the proof was up, before that of the job
        if self.known.is_contradicted(state, question.bound, answer):
            raise BrokenContract("two answers of workers contradict each other: its key or its knowledge must be wrong")
        facts = {"moves": question.moves, "bound": question.bound, "nodes": question.nodes}
        self._log.add({**facts, "answer": answer.facts()})
        self._note_best(state, question.bound, answer)
        self.known.learn(state, question.bound, question.nodes, answer)

    # --- the result ---------------------------------------------------------------------------------------------------
    @property
    def seconds(self) -> float:
        """Seconds since the proof began."""
        return time.monotonic() - self._began

    def known_move(self, state: Any, at_least: int) -> tuple[int, Any]:
        """A move after which the player to move is known to get at least so much, and where it leads; or NONE."""
        for action in candidates(self.game, state):
            child = self.game.apply(state, action)
            if self.game.terminal(child):
                low = high = self.game.reward(child)
            else:
                low, high = self.known.fact(child)
            if (low if sign_of(self.game, state, child) > 0 else -high) >= at_least:
                return action, child
        return NONE, None

    def action(self, state: Any, at_least: int) -> int:
        """A move for the strategy of a certificate, after which the player to move is known to get at least so much; NONE
        if none is known, or if it ends the game: the search finds that one.
        """
        action, child = self.known_move(state, at_least)
        return NONE if action == NONE or self.game.terminal(child) else action

    def best_move(self, state: Any, at_least: int) -> int:
        """A move with which the player to move gets at least so much; NONE if none is known."""
        action, _ = self.known_move(state, at_least)
        got, best = self._best.get(state, (at_least, NONE))
        return best if action == NONE and got >= at_least else action

    def line(self) -> list[int]:
        """Moves of best play from the root, as far as they are known."""
        state, line = self.state, list[int]()
        while not self.game.terminal(state):
            fact = self.known.fact(state)
            action = self.best_move(state, fact.lower) if fact.lower == fact.upper else NONE
            if action == NONE:
                break
            line.append(action)
            state = self.game.apply(state, action)
        return line

    def _report(self, crew: Crew[Question], tree: ProofTree, report: Report | None, *, stopped: bool = False) -> None:
        """Report progress, if it is time to, or work on the question has `stopped`."""
        began = time.monotonic()
        if report is None or (began < self._reported and not stopped):
            return
        progress = ProofProgress(
            self.seconds,
            *self.bounds,
            tree.bound,
            tree.size,
            self.jobs,
            crew.busy,
            len(crew.workers),
            self.nodes,
            self.wasted,
            tree.share(),
            len(crew.lost),
        )
        report(progress)
        now = time.monotonic()
        self._reported = now + max(TICK, SHARE * (now - began))
