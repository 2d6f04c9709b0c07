"""Counting and tabulating positions by the workers of a cluster, which share a folder: the steps, and who does them.

    Forward: expand, gather, expand, gather, ... --> Values: order, link, turn, settle, ..., join --> the table

A job names files, and its answer names others; what is in them does not pass through this process.
"""

from __future__ import annotations

import contextlib
import re
import secrets
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

import numpy as np

from zermelo.core.errors import TOO_LONG, BrokenContract
from zermelo.core.interrupts import take_interrupt
from zermelo.core.replacement import UNFINISHED
from zermelo.core.wording import counted
from zermelo.distributed.steps import Steps, StepsStopped, StepTask
from zermelo.tablebase.coding import Coding
from zermelo.tablebase.layers import Ply
from zermelo.tablebase.shard_values import UNKNOWN, Linked, Settled, Turned
from zermelo.tablebase.shards import Expanded, Gathered, Grouped, Part, Shards
from zermelo.tablebase.table_builder import manifest_of, scoring_of
from zermelo.work.runs import Run

SHOWN: Final = ".shared-"
"""What the name of the file begins with by which a worker knows that it sees the same folder."""

KINDS: Final = ("layer", "children", "codes", "links", "starts", "parents", "known", "settled", "joined")
"""How the names of the files of the work begin."""

MADE: Final = re.compile(rf"({'|'.join(KINDS)})-[a-z0-9-]*[0-9a-f]{{32}}({re.escape(UNFINISHED)})?")
"""The names of the files of the work: `Shards.file` ends them like this."""

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

    def grouped(self, fact: Sequence[Any]) -> Grouped:
        """A file with the rows of several shards."""
        named, ends = fact
        return Grouped(self.run(named), ends)

    def delete(self, runs: Iterable[Run]) -> None:
        """Delete files that are no longer needed."""
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


class Forward:
    """The layers of a game, in shards."""

    def __init__(self, steps: Steps, files: Files, shards: Shards, state: Any, *, once: bool) -> None:
        """`shards`: as the workers have them; here they only say where the first position is. `once`: each position is only
        in the first layer that reaches it, all layers are kept, and plays are not counted.
        """
        self.plies: list[Ply] = []
        self.once = once
        self.kept: list[dict[int, Run]] = []
        """With `once`, the layers that have been expanded: their shards that are not empty."""
        self.low: list[int] = []
        """The least value of each word; `high` has the greatest."""
        self.high: list[int] = []
        self._steps = steps
        self._files = files
        self._shards = shards
        words = shards.first(state)
        self._note(list(words), list(words))
        row = np.array([[*words, *([] if once else [1])]])
        shard = shards.shard_of(words)
        first = shards.written(f"layer-0-{shard}", row.shape[1], iter([row]))
        self.layer = {shard: self._files.run(first.fact())}
        """The shards of the layer to be expanded that are not empty."""
        self._plays = None if once else 1

    @property
    def positions(self) -> int:
        """The number of positions in all layers that have been expanded."""
        return sum(ply.positions for ply in self.plies)

    def advance(self) -> bool:
        """Expand the layer; returns False if it is empty. Raises StepsStopped."""
        if not self.layer:
            return False
        game, ply, steps = self._shards.game, len(self.plies), self._steps
        if ply > game.max_length and not game.cyclic:
            raise BrokenContract(TOO_LONG)
        steps.said = f"ply {ply}; {counted(self.positions, 'position')}"
        plays = None if self._plays is None else hex(self._plays)
        tasks = [
            StepTask(
                "expand",
                f"{ply} {shard}",
                {"run": run.fact(), "ply": ply, "shard": shard, "plays": plays},
                self._children,
            )
            for shard, run in self.layer.items()
        ]
        files, ended = list[Grouped](), [[0, 0], [0, 0], [0, 0]]
        for found in steps.done(tasks):
            files += found.files
            for total, (positions, games) in zip(ended, found.ended, strict=True):
                total[0] += positions
                total[1] += games
        following = self._gathered(files, ply + 1)
        counts, games = tuple(positions for positions, _ in ended), tuple(games for _, games in ended)
        rows = sum(run.rows for run in self.layer.values())
        self.plies.append(Ply(ply, rows, self._plays, counts, None if self.once else games))
        if self.once:
            self.kept.append(self.layer)
        self._files.delete([*(each.run for each in files), *([] if self.once else self.layer.values())])
        self.layer, self._plays = following
        return True

    def _children(self, found: Any) -> Expanded:
        wins, draws, losses = ((positions, int(games, 16)) for positions, games in found["ended"])
        return Expanded([self._files.grouped(each) for each in found["files"]], [wins, draws, losses])

    def _shard(self, found: Any) -> Gathered:
        return Gathered(self._files.run(found["run"]), int(found["plays"], 16), found["low"], found["high"])

    def _gathered(self, files: Sequence[Grouped], ply: int) -> tuple[dict[int, Run], int | None]:
        """The next layer, and the number of plays to it."""
        tasks, shards = list[StepTask](), list[int]()
        for shard in range(self._shards.count):
            parts = [part for part in (file.part(shard) for file in files) if part.start < part.end]
            if parts:
                earlier = [layer[shard].fact() for layer in (*self.kept, self.layer) if self.once and shard in layer]
                given = {"parts": list(map(_fact, parts)), "earlier": earlier, "ply": ply, "shard": shard}
                tasks.append(StepTask("gather", f"{ply} {shard}", given | {"plays": not self.once}, self._shard))
                shards.append(shard)
        layer, plays = dict[int, Run](), 0
        for shard, found in zip(shards, self._steps.done(tasks), strict=True):
            if found.run.rows:
                layer[shard] = found.run
                plays += found.plays
                self._note(found.low, found.high)
            else:
                self._files.delete([found.run])
        return layer, None if self.once else plays

    def _note(self, low: list[int], high: list[int]) -> None:
        self.low = list(map(min, low, self.low or low))
        self.high = list(map(max, high, self.high or high))


class ShardedValues:
    """The values of all positions, and the table."""

    def __init__(self, steps: Steps, files: Files, shards: Shards, forward: Forward) -> None:
        """`forward`: all layers, with each position in one of them."""
        self._steps = steps
        self._files = files
        self._shards = shards
        self._forward = forward
        self._coding = {"low": forward.low, "high": forward.high}
        self._turn = 0
        """How many steps have settled positions: part of the names of their files."""
        self._longest = 0
        """The greatest distance so far."""

    def make_table(self, state: Any, position: str) -> None:
        """Make the table; `position` is the state as text. Raises StepsStopped, OSError."""
        steps, game = self._steps, self._shards.game
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
        steps.said = "writing the table"
        shards = [[run.fact(), known[shard].fact()] for shard, run in codes.items()]
        (joined,) = steps.done(
            [StepTask("join", "all", {**self._coding, "shards": shards, "longest": longest}, self._joined)]
        )
        for name, run in joined.items():
            if run.path.exists():  # else that was done before the work was resumed
                run.path.replace(self._files.folder / name)
        digests = {name: run.digest for name, run in joined.items()}
        positions = sum(run.rows for run in codes.values())
        coding = Coding(self._coding["low"], self._coding["high"])
        manifest_of(game, state, position, coding, scoring, positions, digests).write(self._files.folder)

    def _joined(self, found: dict[str, Any]) -> dict[str, Run]:
        return {name: self._files.run(fact) for name, fact in found.items()}

    def _all(
        self, step: str, given: dict[int, dict[str, Any]], parsed: Callable[[Any], T], number: str = ""
    ) -> dict[int, T]:
        """The answers of a step for several shards."""
        tasks = [
            StepTask(step, f"{number}{shard}", {"shard": shard, **self._coding, **each}, parsed)
            for shard, each in given.items()
        ]
        return dict(zip(given, self._steps.done(tasks), strict=True))

    def _ordered(self) -> dict[int, Run]:
        """The codes of each shard."""
        layers = self._forward.kept
        self._steps.said = f"sorting {counted(self._forward.positions, 'position')}"
        shards = sorted({shard for layer in layers for shard in layer})
        given = {shard: {"layers": [layer[shard].fact() for layer in layers if shard in layer]} for shard in shards}
        codes = self._all("order", given, self._files.run)
        self._files.delete(run for layer in layers for run in layer.values())
        return codes

    def _linked(self, codes: dict[int, Run]) -> dict[int, Linked]:
        """Where play ends, and the children of all positions."""
        steps = self._steps

        def parsed(found: Any) -> Linked:
            files = [self._files.grouped(each) for each in found["files"]]
            return Linked(self._files.run(found["known"]), files, found["rewards"])

        steps.said = f"linking {counted(self._forward.positions, 'position')}"
        return self._all("link", {shard: {"codes": run.fact()} for shard, run in codes.items()}, parsed)

    def _turned(self, codes: dict[int, Run], linked: dict[int, Linked]) -> dict[int, Turned]:
        """The parents of all positions."""
        given, everything = dict[int, dict[str, Any]](), [file for each in linked.values() for file in each.files]
        for shard in set(range(self._shards.count)) - codes.keys():
            if any(part.start < part.end for part in (file.part(shard) for file in everything)):
                raise BrokenContract(UNKNOWN)
        for shard, run in codes.items():
            parts = [(file.part(shard), source) for source, each in linked.items() for file in each.files]
            there = [[_fact(part), source] for part, source in parts if part.start < part.end]
            given[shard] = {"codes": run.fact(), "parts": there}

        def parsed(found: Any) -> Turned:
            starts, parents = found
            return Turned(self._files.run(starts), self._files.run(parents))

        turned = self._all("turn", given, parsed)
        self._files.delete(file.run for file in everything)
        return turned

    def _settle(self, turned: dict[int, Turned], known: dict[int, Run], reward: int) -> None:
        """Settle all positions with this reward for one of the players; `known` is replaced by what is then known."""
        steps, distance, files = self._steps, 0, list[Grouped]()

        def parsed(found: Any) -> Settled:
            grouped = [self._files.grouped(each) for each in found["files"]]
            return Settled(self._files.run(found["known"]), grouped, found["settled"])

        while distance == 0 or files:
            steps.said = f"backward: reward {reward}, {distance} plies before the end"
            self._turn += 1
            given = dict[int, dict[str, Any]]()
            for shard, run in known.items():
                parts = [_fact(part) for part in (file.part(shard) for file in files) if part.start < part.end]
                if parts or distance == 0:
                    facts = {"kept": run.fact(), "turned": [each.fact() for each in turned[shard]], "parts": parts}
                    given[shard] = {**facts, "turn": self._turn, "reward": reward, "distance": distance}
            unneeded = [file.run for file in files]
            found = self._all("settle", given, parsed, f"{reward} {distance} ")
            files = [file for each in found.values() for file in each.files]
            for shard, each in found.items():
                if each.known.name != known[shard].name:
                    unneeded.append(known[shard])
                known[shard] = each.known
                self._longest = max(self._longest, distance if each.settled else 0)
            self._files.delete(unneeded)
            distance += 1


def _fact(part: Part) -> list[Any]:
    """A part of a file as plain data."""
    return [part.run.fact(), part.start, part.end]


@contextlib.contextmanager
def shown_to_all(folder: Path) -> Generator[str]:
    """A context with the name of a file in the folder, by which workers know that they see the same folder."""
    path = folder / f"{SHOWN}{secrets.token_hex(8)}"
    try:
        path.touch()
        yield path.name
    finally:
        path.unlink(missing_ok=True)
