"""A proof by the workers of a cluster: one question about the root after the other, each by a tree of jobs.

log --> known <-- answers <-- crew <-- questions <-- proof tree
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, NamedTuple

from zermelo.core.constants import NONE
from zermelo.core.errors import BadCheckpoint, BadPosition, BrokenContract
from zermelo.core.game import Game
from zermelo.core.integers import MOST, is_within
from zermelo.core.interrupts import heeded, noting_interrupts
from zermelo.core.supervision import Allowance
from zermelo.core.wording import counted
from zermelo.distributed.crew import Crew
from zermelo.distributed.growth import Busy, Growth, RootMove
from zermelo.distributed.known import Known, Statement
from zermelo.distributed.log import Log
from zermelo.distributed.messages import Answer
from zermelo.distributed.proof_tree import REAL, Node, ProofTree
from zermelo.distributed.questioner import Question, Questioner, candidates
from zermelo.distributed.steps import TICK
from zermelo.distributed.travel import state_after
from zermelo.search.parts.counters import UNLIMITED
from zermelo.search.parts.proof import next_bound
from zermelo.search.parts.sign import sign_of
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
        growth: Growth,
        *,
        run: int,
        job_nodes: int,
        memory: int,
        seconds: float | None,
    ) -> None:
        """`growth` is told how the proof grows. `run`: the number of times that the log has been opened. `job_nodes`: the
        nodes for the first question. `memory`: the most bytes for the table of a search in this process. `seconds`: how
        long the work may take, from when the first worker is ready. Raises BadCheckpoint.
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
        self.liars: set[str] = set()
        self._log = log
        self._growth = growth
        self._run = run
        self._job_nodes = job_nodes
        self._memory = memory
        self._best: dict[Any, tuple[int, int]] = {}
        """The best move that a worker found, by the position: what the player to move gets by it, and the move."""
        self._arbiter: Questioner | None = None
        self._seconds = seconds
        self._time: Allowance | None = None
        """The time that is left, once it has begun."""
        self._began = self._reported = time.monotonic()
        self.known = self._remembered()

    # --- the log --------------------------------------------------------------------------------------------------------
    def _remembered(self) -> Known:
        """What is known from the log, without the answers of workers that have lied. Raises BadCheckpoint."""
        known, self._best = Known(self.game), {}
        try:
            self.liars.update(str(name) for entry in self._log.entries for name in entry.get("liars", ()))
            for entry in self._log.entries:
                if "answer" in entry and entry["worker"] not in self.liars:
                    state, answer = self._logged(entry)
                    known.learn(state, entry["bound"], entry["nodes"], answer, entry["worker"])
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
        if not isinstance(entry["worker"], str) or not entry["worker"]:  # no name means: it follows from other facts
            raise ValueError
        state = state_after(self.game, self.state, entry["moves"])
        asked = Question(self.game, state, tuple(entry["moves"]), entry["bound"], entry["nodes"], 0.0)
        return state, asked.read(entry["answer"])

    def _note_best(self, state: Any, bound: int, answer: Answer) -> None:
        known = self._best.get(state)
        if answer.lower >= bound and (known is None or answer.lower > known[0]):
            self._best[state] = answer.lower, answer.best

    def accuse(self, crew: Crew[Question], workers: Iterable[str]) -> None:
        """Replace these workers, and forget all that they have answered."""
        names = sorted(workers)
        self._log.add({"liars": names})
        for worker in crew.workers:
            if self.full_name(worker) in names:
                crew.replace(worker)
        self.known = self._remembered()

    def full_name(self, worker: str) -> str:
        """The name of a worker of this run, as the log has it."""
        return worker if self._run == 1 else f"{worker} of run {self._run}"

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
                self.stopped = self.why_interrupted
            if heeded():
                self.stopped = "interrupted"
        self._begin_time()  # for what follows
        self._growth.end(*self.bounds, self.stopped or "complete")

    def _answer(self, crew: Crew[Question], bound: int, report: Report | None) -> None:
        """Find out whether the player to move at the root gets at least `bound`."""
        tree = ProofTree(self.game, self.known, self.state, bound, self._job_nodes)
        places: dict[int, Node] = {}
        """Where the workers are, by the number of the job."""
        while tree.answer is None and tree.known is self.known:  # else a worker has lied: begin with what is left
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
                    self._take(crew, worker, question, answer)
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

    @property
    def why_interrupted(self) -> str:
        """What raises KeyboardInterrupt here: "seconds" if the time is up, else "interrupted"."""
        return "seconds" if self.is_late else "interrupted"

    def _take(self, crew: Crew[Question], worker: str, question: Question, answer: Answer) -> None:
        """Take over an answer, once it is in the log."""
        state, name = question.state, self.full_name(worker)
        self.jobs += 1
        self.nodes += answer.nodes
        self.table_bytes[worker] = answer.table_bytes
        if answer.lower < question.bound <= answer.upper and self.is_late:
            return  # the time of the proof was up, before that of the job
        doubtful = self.known.contradicted(self.known.statements(state, question.bound, answer))
        if doubtful is not None and self.is_false(doubtful):
            self.accuse(crew, {name})
            return
        facts = {"moves": question.moves, "bound": question.bound, "nodes": question.nodes}
        self._log.add({**facts, "worker": name, "answer": answer.facts()})
        self._note_best(state, question.bound, answer)
        if doubtful is not None:
            self.accuse(crew, self._false_answers())
        else:
            self.known.learn(state, question.bound, question.nodes, answer, name)

    # --- false answers ------------------------------------------------------------------------------------------------
    def is_false(self, stated: Statement) -> bool:
        """Whether bounds are false, by a search in this process. Raises KeyboardInterrupt on Ctrl-C, and when the time
        is up before that is known.
        """
        worst, best = self.game.reward_range
        if self._arbiter is None:
            self._arbiter = Questioner(self.game, memory=self._memory, compiled=None)
        for bound, is_lower in ((stated.lower, True), (stated.upper + 1, False)):
            if worst < bound <= best:
                left = self.left
                found = self._arbiter.ask(stated.state, bound, UNLIMITED, None if left is None else max(left, TICK))
                if found.lower < bound <= found.upper:
                    raise KeyboardInterrupt
                if (found.lower >= bound) != is_lower:
                    return True
        return False

    def _false_answers(self) -> set[str]:
        """The workers of which an answer in the log is false. Each is searched again, so this takes as long as the
        work.

        Raises BrokenContract if there is none, though they contradict each other.
        """
        found = set[str]()
        for entry in self._log.entries:
            if "answer" in entry and entry["worker"] not in self.liars | found:
                state, answer = self._logged(entry)
                if any(self.is_false(each) for each in self.known.statements(state, entry["bound"], answer)):
                    found.add(entry["worker"])
        if not found:
            raise BrokenContract("two right answers contradict each other: its key or its knowledge must be wrong")
        return found

    # --- the result ---------------------------------------------------------------------------------------------------
    @property
    def seconds(self) -> float:
        """Seconds since the proof began."""
        return time.monotonic() - self._began

    def moves_again(self, state: Any, child: Any) -> bool:
        """Whether the player to move in `state` is to move in `child`, too."""
        return sign_of(self.game, state, child) > 0

    def known_move(self, state: Any, at_least: int) -> tuple[int, Any]:
        """A move after which the player to move is known to get at least so much, and where it leads; or NONE."""
        for action in candidates(self.game, state):
            child = self.game.apply(state, action)
            if self.game.terminal(child):
                low = high = self.game.reward(child)
            else:
                low, high, *_ = self.known.fact(child)
            if (low if self.moves_again(state, child) else -high) >= at_least:
                return action, child
        return NONE, None

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
        grows = self._growth.is_due() or stopped
        if (report is None and not grows) or (began < self._reported and not stopped):
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
        if report is not None:
            report(progress)
        if grows:
            busy = [Busy(worker, self._names(job.moves)) for worker, job in crew.jobs()]
            self._growth.write(progress._asdict(), list(self._root_moves(tree)), busy)
        now = time.monotonic()
        self._reported = now + max(TICK, SHARE * (now - began))

    def _root_moves(self, tree: ProofTree) -> Iterator[RootMove]:
        """What is known of the moves at the root."""
        for action, node in tree.root.children:
            proof, disproof = node.numbers[REAL]
            state = "open" if not node.decided else "yes" if proof == 0 else "no"
            yield RootMove(self.game.action_name(action), state, proof, disproof)

    def _names(self, moves: Iterable[int]) -> str:
        return " ".join(map(self.game.action_name, moves))
