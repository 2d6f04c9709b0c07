"""A proof by the workers of a cluster: one question about the root after the other, each by a tree of jobs.

log --> known <-- answers <-- pool <-- questions <-- proof tree
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from zermelo.core.constants import NONE
from zermelo.core.game import Game
from zermelo.core.interrupts import noting_interrupts, take_interrupt
from zermelo.core.wording import counted, shortened
from zermelo.distributed.known import Answer, KnownValues
from zermelo.distributed.log import Log
from zermelo.distributed.packing import state_after
from zermelo.distributed.proof_tree import ProofNode, ProofTree
from zermelo.distributed.questioner import candidates
from zermelo.distributed.steps import TICK
from zermelo.distributed.worker_pool import Job, WorkerPool
from zermelo.search.parts.proof import next_bound
from zermelo.search.parts.scoring import sign_of
from zermelo.solver.progress import clock, with_parts

SHARE: Final = 20
"""Reports take at most a twentieth of the time."""

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
    jobs: int
    running: int
    """Jobs that workers are busy with."""
    workers: int
    nodes: int
    share: float
    """An estimate of the share of the proof that is done, from 0 to 1."""
    lost: int

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


class Asked(NamedTuple):
    """A question that a worker has been given: does the player to move at a leaf get at least `bound`?"""

    tree: ProofTree
    leaf: ProofNode
    moves: tuple[int, ...]
    nodes: int
    """The most nodes that the answer may take."""

    @property
    def bound(self) -> int:
        return self.tree.bound_at(self.leaf)

    def job(self, seconds: float) -> Job:
        """The job for a worker. `seconds`: the most that it may take."""
        names = shortened(" ".join(map(self.tree.game.action_name, self.moves)))
        message = {"do": "ask", "moves": self.moves, "bound": self.bound, "nodes": self.nodes, "seconds": seconds}
        return Job(self.moves, f"at the position after {names or 'no moves'}", message)


class ProofSession:
    """The proof of the value of one position."""

    def __init__(self, game: Game[Any], state: Any, log: Log, job_nodes: int) -> None:
        """`job_nodes`: the nodes for the first question. Raises BrokenContract if answers in the log contradict each
        other.
        """
        self.game = game
        self.state = state
        self.stopped = ""
        self.nodes = 0
        self.jobs = 0
        self._asked: dict[int, Asked] = {}
        """The questions that workers have, by the number of the job."""
        self.table_bytes: dict[str, int] = {}
        """The size of the table of each worker."""
        self._log = log
        self._job_nodes = job_nodes
        self._best: dict[Any, tuple[int, int]] = {}
        """The best move that a worker found, by the position: what the player to move gets by it, and the move."""
        self._began = self._reported = time.monotonic()
        self.known = KnownValues(game)
        for entry in log.entries:
            if "answer" in entry:
                there = state_after(game, state, entry["moves"])
                self._learn(there, entry["bound"], entry["nodes"], Answer.read(entry["answer"]))

    def _learn(self, state: Any, bound: int, nodes: int, answer: Answer) -> None:
        self.known.learn(state, bound, nodes, answer)
        best = self._best.get(state)
        if answer.lower >= bound and (best is None or answer.lower > best[0]):
            self._best[state] = answer.lower, answer.best

    # --- the value ------------------------------------------------------------------------------------------------------
    @property
    def bounds(self) -> tuple[int, int]:
        """What is proved of the value, for the player to move."""
        fact = self.known.fact(self.state)
        return fact.lower, fact.upper

    def prove(self, pool: WorkerPool, report: Report | None) -> None:
        """Prove the value; `stopped` says what ended it: "", "seconds" or "interrupted"."""
        self.stopped = ""
        with noting_interrupts():
            try:
                while not self.stopped and self.bounds[0] < self.bounds[1]:
                    self._answer(pool, next_bound(*self.bounds), report)
            except KeyboardInterrupt:
                self.stopped = "seconds" if pool.is_late else "interrupted"
            if take_interrupt():
                self.stopped = "interrupted"
        pool.begin_time()  # for what follows

    def _answer(self, pool: WorkerPool, bound: int, report: Report | None) -> None:
        """Find out whether the player to move at the root gets at least `bound`."""
        tree = ProofTree(self.game, self.known, self.state, bound, self._job_nodes)
        while tree.answer is None:
            for worker in pool.idle():
                leaf = tree.take()
                if leaf is None:
                    break
                seconds = JOB_SECONDS * leaf.budget / self._job_nodes
                seconds = seconds if pool.left is None else min(seconds, pool.left)
                asked = Asked(tree, leaf, leaf.moves(), leaf.budget)
                self._asked[pool.give(worker, asked.job(seconds))] = asked
            if tree.answer is not None:
                break
            self._report(pool, tree, report)
            for worker, number, message in pool.done(TICK):
                asked = self._asked.pop(number)
                if message is not None:
                    self._take(worker, asked, Answer.read(message), is_late=pool.is_late)
                if asked.tree is tree:  # not a late answer about another bound
                    tree.release(asked.leaf)
            if take_interrupt():
                raise KeyboardInterrupt
            if pool.is_late:
                self.stopped = "seconds"
                break
        self._report(pool, tree, report, stopped=True)

    def _take(self, worker: str, asked: Asked, answer: Answer, *, is_late: bool) -> None:
        """Take over an answer, and add it to the log. Raises BrokenContract if it contradicts another one."""
        self.jobs += 1
        self.nodes += answer.nodes
        self.table_bytes[worker] = answer.table_bytes
        if answer.lower < asked.bound <= answer.upper and is_late:
            return  # the time of the proof was up, before that of the job
        self._learn(asked.leaf.state, asked.bound, asked.nodes, answer)
        facts = {"moves": asked.moves, "bound": asked.bound, "nodes": asked.nodes}
        self._log.add({**facts, "answer": answer._asdict()})

    # --- the result ---------------------------------------------------------------------------------------------------
    @property
    def seconds(self) -> float:
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

    def _report(self, pool: WorkerPool, tree: ProofTree, report: Report | None, *, stopped: bool = False) -> None:
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
            pool.busy,
            len(pool.workers),
            self.nodes,
            tree.share(),
            len(pool.lost),
        )
        report(progress)
        now = time.monotonic()
        self._reported = now + max(TICK, SHARE * (now - began))
