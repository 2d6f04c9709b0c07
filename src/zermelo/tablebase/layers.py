"""Layers of positions, ply by ply, in files and within a limit on memory.

A layer is the set of all positions that can be reached in a given number of plies.

    layer --> expand --> a set in memory --> written in order, when it is full or a checkpoint is due --> runs
      ^                                                                                                    |
      '------------------------------------------- merged -------------------------------------------------'

The folder holds the layer, the runs, and a checkpoint with their names, their digests, and the number of the next row.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import numpy as np

from zermelo.core.encoded import Encoded, GameView, OwnStates
from zermelo.core.errors import TOO_LONG, BrokenContract
from zermelo.core.game import Game
from zermelo.core.stable_text import count_text
from zermelo.core.words import least_image, pack
from zermelo.native.machine import Machine
from zermelo.tablebase.expansion import Expansion, added_up, expand, least_slots, limbs_for, number_of, sum_of
from zermelo.tablebase.limits import Limits
from zermelo.tablebase.resumable import Workplace
from zermelo.work.checkpoint import other_work
from zermelo.work.run_folder import RunFolder
from zermelo.work.runs import Rows, Run, merged

LEAST_SLOTS: Final = 1 << 12

AT_MOST: Final = 1.0
"""Seconds between two checkpoints at the ends of layers: in a long and thin game, layers take only moments."""

SHARE: Final = 3
"""The set takes this fraction of the memory, 1 / SHARE; the rest is for copies of it while they are sorted."""


class Ply(NamedTuple):
    """The counts for one ply. `ended` and `games` are the first player's wins, draws and losses."""

    ply: int
    positions: int
    plays: int | None
    """The number of sequences of actions that lead to these positions (perft); None if they are not counted."""
    ended: tuple[int, ...]
    """The numbers of positions in which play is over."""
    games: tuple[int, ...] | None
    """The numbers of plays that end there; None if they are not counted."""

    def __repr__(self) -> str:
        plays = "" if self.plays is None else f", {count_text(self.plays)} plays"
        over = ", ".join(map(count_text, self.ended if self.games is None else self.games))
        return f"Ply({self.ply}: {self.positions:,} positions{plays}, over: {over})"


class Halted(Exception):
    """The work was asked to stop."""


class Layers:
    """The layers of a game from a given state on. `advance` makes one after another; `plies` has their counts."""

    kernel: Any = staticmethod(expand)

    def __init__(self, game: Game[Any], state: Any, where: Workplace, *, symmetric: bool, keep: bool = False) -> None:
        """If there is a checkpoint, resume from it. `keep`: do not delete layers once they have been expanded.

        Raises BadOption, BadCheckpoint, NotCompilable. `advance` raises ShapeMismatch for a state that is no row of words.
        """
        self.game = game
        self.symmetric = symmetric and game.symmetry_count > 1
        self.limits = where.limits
        self.files = RunFolder(where.folder, where.file)
        self.keep = keep
        self.initial = game.initial()
        self.words = len(pack(self.initial))
        self.plies: list[Ply] = []
        self.kept: list[Run] = []
        """With `keep`, the layers that have been expanded, in order."""
        self.runs: list[Run] = []
        """The parts of the next layer that have been written."""
        self.row = 0
        """The next row of the layer to be expanded."""
        self.expansion: Any = self._expansion(1, LEAST_SLOTS)
        self.machine = Machine(self.kernel, game, self.expansion, compiled=self.limits.compiled)
        if not self.machine.compiled and not isinstance(game, GameView):
            self.game = OwnStates(game)
        if where.kept and "layer" in where.kept.facts:
            self._resume(where.kept.facts, where.kept.arrays)
        else:
            first = least_image(self.game, state) if self.symmetric else pack(state)
            self.layer = self._written("layer-0", iter([np.array([[*first, *[1] * self.expansion.limbs]], np.int64)]))
        self._prepare()

    def _prepare(self) -> None:
        pass

    @property
    def ply(self) -> int:
        return len(self.plies)

    @property
    def positions(self) -> int:
        """Those of all plies counted so far."""
        return sum(ply.positions for ply in self.plies)

    def halt(self) -> None:
        """Make `advance` stop soon. May be called by any thread."""
        self.expansion.stop[0] = 1

    @property
    def halted(self) -> bool:
        return bool(self.expansion.stop[0])

    def advance(self) -> bool:
        """Expand the layer; returns False if it is empty. Raises Halted, after writing a checkpoint if there is a file."""
        if self.layer.rows == 0:
            return False
        if self.ply > self.game.max_length and not self.game.cyclic:
            raise BrokenContract(TOO_LONG)
        plays = self._plays()
        limbs = 1 if plays is None else limbs_for(plays * self.game.action_count)
        stopped = self.expansion.stop
        ended = self.expansion.ended.copy()
        self.expansion = self._expansion(limbs, self._slots(limbs))
        self.expansion.stop = stopped
        if self.row > 0:  # resumed
            self.expansion.ended[:, : ended.shape[1]] = ended
        for rows in self.layer.blocks(self.row):
            self._expand(rows)
        following = self._gathered()
        games = None if plays is None else tuple(number_of(parts[1:]) for parts in self.expansion.ended)
        over = tuple(int(parts[0]) for parts in self.expansion.ended)
        self.plies.append(Ply(self.ply, self.layer.rows, plays, over, games))
        if self.keep:
            self.kept.append(self.layer)
        self.files.spend([*self.runs, *([] if self.keep else [self.layer]), *self._merged_away()])
        self.layer, self.row, self.runs = following, 0, []
        if self.files.file is None or following.rows == 0 or self.files.age > AT_MOST:
            self.save()
        return True

    def _plays(self) -> int | None:
        """The number of plays to the positions of the layer; None if they are not counted."""
        parts = (rows[:, self.words :] for rows in self.layer.blocks())
        return sum(sum_of(np.pad(each, ((0, 0), (0, 1)))) for each in parts)  # a sum may need one part more

    # --- within a layer -----------------------------------------------------------------------------------------------
    def _expansion(self, limbs: int, slots: int) -> Expansion:
        return Expansion(self.words, limbs, slots, symmetric=self.symmetric)

    def _slots(self, limbs: int) -> int:
        """How many slots to use: enough if the next layer grows as this one did. Unused slots would cost time."""
        growth = self.layer.rows // self.plies[-1].positions if self.plies else 1
        row = self.words + limbs + self.symmetric
        return slots_within(self.limits, self.game, row, 2 * self.layer.rows * max(growth, 2))

    def _expand(self, rows: Rows) -> None:
        """Raises Halted."""
        expansion = self.expansion
        expansion.load(rows, self.ply, self.row)
        self.machine.bind(self.game, expansion)
        done, began = 0, self.row
        while done < len(rows):
            done = self.machine.run(self.initial, done)
            self.row = began + done
            if expansion.stop[0]:
                self._spill()
                self.save()
                raise Halted
            if done < len(rows):
                self._spill()
        if self._is_due():
            self._spill()
            self.save()

    def _is_due(self) -> bool:
        return self.files.file is not None and self.files.age > self.limits.checkpoint_every

    def _spill(self) -> None:
        self.runs.append(self._written(f"layer-{self.ply + 1}-run-{len(self.runs)}", self._contents()))
        self.expansion.empty()

    def _contents(self) -> Iterator[Rows]:
        return self.expansion.contents()

    def _gathered(self) -> Run:
        name = f"layer-{self.ply + 1}"
        if self.runs:
            self._spill()
        everything = added_up(merged(self.runs, self.words), self.words) if self.runs else self._contents()
        return self._written(name, everything)

    def _merged_away(self) -> list[Run]:
        return []

    def _written(self, name: str, blocks: Iterator[Rows]) -> Run:
        return self.files.written(name, self.words + self.expansion.limbs, blocks)

    # --- checkpoints --------------------------------------------------------------------------------------------------
    def save(self) -> None:
        """Write a checkpoint, if there is a file for it."""
        self.files.save(lambda: (self.facts(), self.arrays()))

    def facts(self) -> dict[str, Any]:
        return {
            "encoded": [self.words, self.game.kinds] if isinstance(self.game, Encoded) else None,
            "kept": [run.fact() for run in self.kept],
            "layer": self.layer.fact(),
            "runs": [run.fact() for run in self.runs],
            "row": self.row,
        }

    def arrays(self) -> dict[str, Any]:
        """The arrays about the layers in a checkpoint: the counts, which may be numbers of any size."""
        return {
            "counted": np.frombuffer(_text_of(self.plies).encode(), np.uint8),
            "ended": self.expansion.ended,
        }

    def _resume(self, facts: dict[str, Any], arrays: dict[str, Any]) -> None:
        """Resume from a checkpoint. Raises BadCheckpoint."""
        try:
            self.plies = _counted(arrays.pop("counted").tobytes().decode())
            self.kept = [Run(self.files.folder, *fact) for fact in facts["kept"]]
            self.layer, *self.runs = (Run(self.files.folder, *fact) for fact in (facts["layer"], *facts["runs"]))
            self.row = facts["row"]
            ended = arrays.pop("ended")
            self.expansion = self._expansion(ended.shape[1] - 1, LEAST_SLOTS)
            self.expansion.ended[:] = ended
        except (KeyError, TypeError, ValueError):
            raise other_work(self.files.folder) from None
        self.files.resume((*self.kept, self.layer, *self.runs))


def slots_within(limits: Limits, game: Game[Any], words: int, wanted: int) -> int:
    """How many slots of so many words a set has: about as many as wanted, but no more than fit in memory, as a set that is
    full can be written to a run. Raises BadOption if memory is too small for the children of one position.
    """
    most, least = limits.memory // SHARE // (8 * words), least_slots(LEAST_SLOTS, game.action_count)
    if most < least:
        raise limits.too_little(str(game), 8 * words * SHARE * least)
    return max(1 << (min(wanted, most).bit_length() - 1), least)


def _text_of(plies: list[Ply]) -> str:
    """The counts of each ply in a line, in hexadecimal, which takes linear time for long numbers."""
    numbers = ((ply.positions, *ply.ended, *(() if ply.games is None else (ply.plays, *ply.games))) for ply in plies)
    return "\n".join(" ".join(f"{number:x}" for number in line) for line in numbers)


def _counted(text: str) -> list[Ply]:
    """The inverse of `_text_of`. Raises ValueError."""
    plies = list[Ply]()
    for ply, line in enumerate(text.splitlines()):
        positions, wins, draws, losses, *more = (int(number, 16) for number in line.split())
        plays, games = (more[0], tuple(more[1:])) if more else (None, None)
        plies.append(Ply(ply, positions, plays, (wins, draws, losses), games))
    return plies
