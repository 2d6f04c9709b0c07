"""A worker: it makes the game that the cluster names, and does jobs.

`python -m zermelo.distributed.worker` reads messages from standard input and writes answers to standard output.
"""

from __future__ import annotations

import json
import os
import threading
import traceback
from typing import Any, NamedTuple, Protocol

from zermelo.core.errors import BadOption, ZermeloError
from zermelo.distributed.packing import WORKER, Unfit, game_in, state_after, unpacked_state
from zermelo.distributed.questioner import Questioner
from zermelo.work.processes import Pipes


class WorkKind(Protocol):
    """A kind of work."""

    compiled: bool
    """Whether native code does it."""
    lanes: int
    """How many messages it can answer at the same time."""

    def do(self, message: dict[str, Any]) -> dict[str, Any]:
        """The answer to a message. Raises ZermeloError."""
        ...


class ProofWork:
    """Work on a proof: questions about positions."""

    def __init__(self, message: dict[str, Any]) -> None:
        """Raises Unfit, and what making a search raises."""
        game = game_in(message)
        self._questioner = Questioner(game, **message["options"])
        self._root = unpacked_state(game, message["root"])
        self.compiled, self.lanes = self._questioner.compiled, self._questioner.lanes

    def do(self, message: dict[str, Any]) -> dict[str, Any]:
        state = state_after(self._questioner.game, self._root, message["moves"])
        answer = self._questioner.ask(state, message["bound"], message["nodes"], message["seconds"])
        return {"is": "answer", **answer._asdict()}


def _work_for(message: dict[str, Any]) -> WorkKind:
    """What does the work that a message is to prepare for. What other work needs is not imported."""
    if message["work"] == "proof":
        return ProofWork(message)
    from zermelo.distributed.shard_worker import Sharding, Verifying

    return Sharding(message) if message["work"] == "shards" else Verifying(message)


class Readiness(NamedTuple):
    """What a worker is ready for."""

    number: int
    """The number of the message that asked for it."""
    asked: dict[str, Any]
    work: WorkKind


class ClusterWorker:
    """Answers messages."""

    def __init__(self) -> None:
        self.prepared: Readiness | None = None
        """What it was last asked to prepare."""
        self._preparing = threading.Lock()

    @property
    def lanes(self) -> int:
        """How many messages it can answer at the same time."""
        return 1 if self.prepared is None else self.prepared.work.lanes

    def answer(self, line: bytes) -> bytes:
        """The answer to a message. May be called by one thread for each of its lanes."""
        message = json.loads(line)
        number = message.pop("number")
        try:
            answer = self._prepare(number, message) if message["do"] == "prepare" else self._done(message)
        except Unfit as error:
            answer = {"is": "refused", "why": str(error)}
        except ZermeloError as error:
            answer = {"is": "failed", "why": str(error), "kind": type(error).__name__}
        except (MemoryError, RecursionError) as error:
            name = type(error).__name__
            answer = {"is": "failed", "why": f"{name} in a worker.", "kind": name}
        return json.dumps({**answer, "number": number}).encode() + b"\n"

    def _prepare(self, number: int, message: dict[str, Any]) -> dict[str, Any]:
        """Get ready. Of two threads that are asked to, the one with the later message prevails. Raises BadOption, Unfit."""
        with self._preparing:
            there = self.prepared
            if there is not None and number < there.number:
                raise BadOption("It has been asked to do other work.")
            work = there.work if there is not None and there.asked == message else _work_for(message)
            self.prepared = Readiness(number, message, work)
        return {"is": "ready", "compiled": work.compiled, "lanes": work.lanes}

    def _done(self, message: dict[str, Any]) -> dict[str, Any]:
        prepared = self.prepared
        if prepared is None or message["of"] != prepared.number:
            raise BadOption("A job came that is not about what the worker is ready for.")
        return prepared.work.do(message)


def main() -> None:
    """Answer the messages on standard input: several at the same time, in threads, if there are lanes for them."""
    os.environ[WORKER] = "1"
    pipes, worker = Pipes(), ClusterWorker()

    def answer(line: bytes) -> None:
        try:
            pipes.write(worker.answer(line))
        except BaseException as error:
            if not isinstance(error, BrokenPipeError):  # the cluster has ended
                traceback.print_exc()
            os._exit(1)  # else the cluster would wait for the answer for ever

    for line in pipes:
        if worker.lanes > 1:
            threading.Thread(target=answer, args=(line,), name="zermelo job", daemon=True).start()
        else:
            answer(line)


if __name__ == "__main__":
    main()
