"""Counting and tabulating positions by the workers of a cluster, which share a folder: the steps, and who does them.

    Forward: expand, gather, expand, gather, ... --> Values: order, link, turn, settle, ..., join --> the table

A job names files, and its answer names others; what is in them does not pass through this process.
"""

from __future__ import annotations

import contextlib
import re
import secrets
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

import numpy as np

from zermelo.core.errors import TOO_LONG, BrokenContract
from zermelo.core.interrupts import take_interrupt
from zermelo.core.replacement import UNFINISHED
from zermelo.core.wording import counted
from zermelo.distributed.shard_messages import plain, read, types_in
from zermelo.distributed.steps import Steps, StepsStopped, StepTask
from zermelo.tablebase.coding import Coding
from zermelo.tablebase.entries import scoring_of
from zermelo.tablebase.expansion import limbs_for, number_of
from zermelo.tablebase.layers import Ply
from zermelo.tablebase.manifest import Start, manifest_of
from zermelo.tablebase.shard_values import UNKNOWN, Level, Linked, ShardValues, Turned
from zermelo.tablebase.shards import Grouped, Part, Shards
from zermelo.work.runs import Run

SHOWN: Final = ".shared-"
"""What the name of the file begins with by which a worker knows that it sees the same folder."""

KINDS: Final = ("layer", "children", "codes", "links", "starts", "parents", "known", "settled", "joined")
"""How the names of the files of the work begin."""

MADE: Final = re.compile(rf"({'|'.join(KINDS)})-[a-z0-9-]*[0-9a-f]{{32}}({re.escape(UNFINISHED)})?")
"""The names of the files of the work: `Shards.file` ends them like this."""

K = TypeVar("K")
T = TypeVar("T")


class Files:
    """The files of the work, in the shared folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._live: dict[str, Run] = {}
        """The files that are still needed."""

    def run(self, fact: Sequence[Any]) -> Run:
        """A file that an answer names."""
        run = Run(self.folder, *fact)
        self._live[run.name] = run
        return run

    def delete(self, runs: Iterable[Run]) -> None:
        for run in runs:
            run.remove()
            self._live.pop(run.name, None)

    def check(self) -> None:
        """Delete those that are not needed. Raises BadCheckpoint, before that, if another one is not as it was written."""
        for run in self._live.values():
            if take_interrupt():
                raise StepsStopped("interrupted")
            run.check()
        for path in self.all():
            if path.name not in self._live:
                path.unlink(missing_ok=True)

    def all(self) -> Iterator[Path]:
        """All files of the work, those of workers that were lost among them; none that is of other work."""
        return (path for path in self.folder.iterdir() if MADE.fullmatch(path.name))


class ShardSteps:
    """The steps of the work: jobs for shards, and the files that they make."""

    def __init__(self, steps: Steps, files: Files, shards: Shards) -> None:
        """`shards`: as the workers have them; here they only say where the first position is."""
        self.steps = steps
        self.files = files
        self.shards = shards

    def done(self, step: Callable[..., T], number: Any, given: dict[K, dict[str, Any]], **more: Any) -> dict[K, T]:
        """What a method of `Shards` or `ShardValues` returns on the workers: the names of its jobs and the arguments of each
        are in `given`. `number` distinguishes the step from others of the same method. Raises StepsStopped, ClusterFailed.
        """
        method: Any = step
        parsed = partial(read, types_in(method)["return"], run=self.files.run)
        tasks = [
            StepTask(method.__name__, f"{number}{name}", {"given": plain(each), **more}, parsed)
            for name, each in given.items()
        ]
        return dict(zip(given, self.steps.done(tasks), strict=True))


def parts_for(shard: int, files: Iterable[Grouped]) -> list[Part]:
    """The parts of these files that have rows of a shard."""
    return [part for part in (file.part(shard) for file in files) if part.start < part.end]


class Forward:
    """The layers of a game, in shards."""

    def __init__(self, work: ShardSteps, state: Any, *, once: bool) -> None:
        """`once`: each position is only in the first layer that reaches it, all layers are kept, and plays are not
        counted.
        """
        self.plies: list[Ply] = []
        self.once = once
        self.kept: list[dict[int, Run]] = []
        """With `once`, the layers that have been expanded: their shards that are not empty."""
        self.low: list[int] = []
        """The least value of each word; `high` has the greatest."""
        self.high: list[int] = []
        self._work = work
        words = work.shards.first(state)
        self._note(list(words), list(words))
        row = np.array([[*words, *([] if once else [1])]])
        shard = work.shards.shard_of(words)
        first = work.shards.written(f"layer-0-{shard}", row.shape[1], iter([row]))
        self.layer = {shard: work.files.run(first.fact())}
        """The shards of the layer to be expanded that are not empty."""
        self._plays = 1

    @property
    def positions(self) -> int:
        """The number of positions in all layers that have been expanded."""
        return sum(ply.positions for ply in self.plies)

    def advance(self) -> bool:
        """Expand the layer; returns False if it is empty. Raises StepsStopped."""
        if not self.layer:
            return False
        game, ply = self._work.shards.game, len(self.plies)
        if ply > game.max_length and not game.cyclic:
            raise BrokenContract(TOO_LONG)
        self._work.steps.said = f"ply {ply}; {counted(self.positions, 'position')}"
        limbs = 0 if self.once else limbs_for(self._plays * game.action_count)
        given = {shard: {"run": run, "ply": ply, "shard": shard, "limbs": limbs} for shard, run in self.layer.items()}
        found = self._work.done(Shards.expand, f"{ply} ", given).values()
        files = [file for each in found for file in each.files]
        outcomes = list(zip(*(each.ended for each in found), strict=True))
        ended = tuple(sum(positions for positions, *_ in shards) for shards in outcomes)
        games = None if self.once else tuple(sum(number_of(parts) for _, *parts in shards) for shards in outcomes)
        rows = sum(run.rows for run in self.layer.values())
        plays = None if self.once else self._plays
        following = self._gathered(files, ply + 1)
        self.plies.append(Ply(ply, rows, plays, ended, games))
        if self.once:
            self.kept.append(self.layer)
        self._work.files.delete([*(each.run for each in files), *([] if self.once else self.layer.values())])
        self.layer = following
        return True

    def _gathered(self, files: Sequence[Grouped], ply: int) -> dict[int, Run]:
        """The next layer; also notes its words, and the number of plays to it."""
        given = dict[int, dict[str, Any]]()
        for shard in range(self._work.shards.count):
            parts = parts_for(shard, files)
            if parts:
                earlier = [layer[shard] for layer in (*self.kept, self.layer) if self.once and shard in layer]
                facts = {"ply": ply, "shard": shard, "plays": not self.once}
                given[shard] = {"parts": parts, "earlier": earlier, **facts}
        found = self._work.done(Shards.gather, f"{ply} ", given)
        self._plays = sum(number_of(each.plays) for each in found.values())
        self._work.files.delete(each.run for each in found.values() if not each.run.rows)
        layer = {shard: each.run for shard, each in found.items() if each.run.rows}
        for shard in layer:
            self._note(found[shard].low, found[shard].high)
        return layer

    def _note(self, low: list[int], high: list[int]) -> None:
        self.low = list(map(min, low, self.low or low))
        self.high = list(map(max, high, self.high or high))


class ShardedValues:
    """The values of all positions, and the table."""

    def __init__(self, work: ShardSteps, forward: Forward) -> None:
        """`forward`: all layers, with each position in one of them."""
        self._work = work
        self._forward = forward
        self._coding = {"low": forward.low, "high": forward.high}
        self._turn = 0
        """How many steps have settled positions: part of the names of their files."""
        self._longest = 0

    def make_table(self, state: Any) -> None:
        """Raises StepsStopped, OSError."""
        work, game = self._work, self._work.shards.game
        codes = self._ordered()
        linked = self._linked(codes)
        known, turned = {shard: each.known for shard, each in linked.items()}, self._turned(codes, linked)
        for reward in sorted({reward for each in linked.values() for reward in each.rewards}, reverse=True):
            self._settle(turned, known, reward)
        if not game.cyclic and self._longest > game.max_length:
            raise BrokenContract(TOO_LONG)
        # in a game with cycles, a move that is not best may lead to a later end than any best one, by a ply
        longest = self._longest + 1 if game.cyclic else game.max_length
        scoring = scoring_of(game, longest)
        work.steps.said = "writing the table"
        shards = [(run, known[shard]) for shard, run in codes.items()]
        joined = self._done(ShardValues.join, {"all": {"shards": shards, "longest": longest}})["all"]
        for name, run in joined.items():
            if run.path.exists():  # else that was done before the work was resumed
                run.path.replace(work.files.folder / name)
        digests = {name: run.digest for name, run in joined.items()}
        positions = sum(run.rows for run in codes.values())
        start, coding = Start(state, game.position_text(state)), Coding(self._coding["low"], self._coding["high"])
        manifest_of(game, start, coding, scoring, positions, digests).write(work.files.folder)

    def _done(self, step: Callable[..., T], given: dict[K, dict[str, Any]], number: str = "") -> dict[K, T]:
        return self._work.done(step, number, given, **self._coding)

    def _ordered(self) -> dict[int, Run]:
        layers = self._forward.kept
        self._work.steps.said = f"sorting {counted(self._forward.positions, 'position')}"
        shards = sorted({shard for layer in layers for shard in layer})
        runs = {shard: [layer[shard] for layer in layers if shard in layer] for shard in shards}
        codes = self._done(ShardValues.order, {shard: {"layers": runs[shard], "shard": shard} for shard in shards})
        self._work.files.delete(run for layer in layers for run in layer.values())
        return codes

    def _linked(self, codes: dict[int, Run]) -> dict[int, Linked]:
        """Where play ends, and the children of all positions."""
        self._work.steps.said = f"linking {counted(self._forward.positions, 'position')}"
        return self._done(ShardValues.link, {shard: {"codes": run, "shard": shard} for shard, run in codes.items()})

    def _turned(self, codes: dict[int, Run], linked: dict[int, Linked]) -> dict[int, Turned]:
        everything = [file for each in linked.values() for file in each.files]
        if any(parts_for(shard, everything) for shard in set(range(self._work.shards.count)) - codes.keys()):
            raise BrokenContract(UNKNOWN)
        given = dict[int, dict[str, Any]]()
        for shard, run in codes.items():
            parts = [(part, source) for source, each in linked.items() for part in parts_for(shard, each.files)]
            given[shard] = {"codes": run, "parts": parts, "shard": shard}
        turned = self._done(ShardValues.turn, given)
        self._work.files.delete(file.run for file in everything)
        return turned

    def _settle(self, turned: dict[int, Turned], known: dict[int, Run], reward: int) -> None:
        """Settle all positions with this reward for one of the players; `known` is replaced by what is then known."""
        distance, files = 0, list[Grouped]()
        while distance == 0 or files:
            self._work.steps.said = f"backward: reward {reward}, {distance} plies before the end"
            self._turn += 1
            given = dict[int, dict[str, Any]]()
            for shard, run in known.items():
                parts = parts_for(shard, files)
                if parts or distance == 0:
                    level = Level(self._turn, reward, distance)
                    given[shard] = {
                        "kept": run,
                        "turned": turned[shard],
                        "parts": parts,
                        "shard": shard,
                        "level": level,
                    }
            unneeded = [file.run for file in files]
            found = self._done(ShardValues.settle, given, f"{reward} {distance} ")
            files = [file for each in found.values() for file in each.files]
            for shard, each in found.items():
                if each.known.name != known[shard].name:
                    unneeded.append(known[shard])
                known[shard] = each.known
                self._longest = max(self._longest, distance if each.settled else 0)
            self._work.files.delete(unneeded)
            distance += 1


@contextlib.contextmanager
def shown_to_all(folder: Path) -> Generator[str]:
    """A context with the name of a file in the folder, by which workers know that they see the same folder."""
    path = folder / f"{SHOWN}{secrets.token_hex(8)}"
    try:
        path.touch()
        yield path.name
    finally:
        path.unlink(missing_ok=True)
