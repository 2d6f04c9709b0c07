"""Building a table, in four steps that can be stopped at any time and resumed from a checkpoint.

forward    all layers are made, each in a file                          layers.py
gather     the codes of all positions are sorted, each once             --> DIR/codes
backward   positions are scored, layer by layer from the last one       backward.py --> DIR/scores
finish     scores and manifest are written                              --> DIR/manifest.json

If positions may recur, `cyclic_builder` replaces the first and the third step.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zermelo.core.encoded import GameView, own
from zermelo.core.errors import BadGame
from zermelo.core.game import Game
from zermelo.core.words import least_image
from zermelo.native.machine import Machine
from zermelo.preflight.faults import unchanged
from zermelo.search.parts.scoring import reward_of
from zermelo.tablebase.backward import Backward, score
from zermelo.tablebase.coding import Coding
from zermelo.tablebase.entries import Entries, is_dense, scoring_of, type_of
from zermelo.tablebase.in_memory import MemoryTable
from zermelo.tablebase.layers import Halted, Layers
from zermelo.tablebase.links import RetrogradeValues
from zermelo.tablebase.manifest import CODES, SCORES, Start, check_is_free, manifest_of
from zermelo.tablebase.resumable import Workplace
from zermelo.tablebase.retrograde import scores_of
from zermelo.work.checkpoint import other_work
from zermelo.work.folder import LOG
from zermelo.work.runs import Growing, Rows, Run, firsts, in_one_order, piece_of


class TableBuilder:
    """A table being built. Every long step regularly checks whether to stop, and whether a checkpoint is due."""

    def __init__(self, game: Game[Any], start: Start, where: Workplace) -> None:
        """Raises BadCheckpoint, BadOption, NotCompilable, NotSupported. `work` raises ShapeMismatch for a state that is no
        row.
        """
        self.game = game
        self.start = start
        self.where = where
        self.folder, self.limits = where.folder, where.limits
        self.scoring = scoring_of(game, game.max_length)
        if where.kept is None:
            check_is_free(self.folder, LOG)
        self.layers = self._layers()
        self.words = self.layers.words
        self.machine = self.layers.machine
        self.coding: Coding | None = None
        self.codes = Run(self.folder, CODES, 0, 0, hashlib.sha256().hexdigest())
        self.gathered = False
        self.left = 0
        """The number of layers that remain to be scored."""
        self.row = 0
        """The first row of the last of these layers that remains to be scored."""
        self.scores: Any = None
        if where.kept:
            self._resume(where.kept.facts, where.kept.arrays)

    def halt(self) -> None:
        """Make `work` stop soon. May be called by any thread."""
        self.layers.halt()

    def work(self) -> None:
        """Build the table. Raises Halted, after writing a checkpoint, and BadGame for a game that changes meanwhile."""
        with unchanged(own(self.game)):
            while self.layers.advance():
                pass
            coding = self.coding or self._coding()
            if not self.gathered:
                self._gather(coding)
            self._score(coding)
        self._finish(coding)

    def described(self) -> str:
        layers = self.layers
        if rows := layers.layer.rows:
            share = layers.row / rows
            return f"forward: ply {layers.ply}, {share:.0%}; {layers.positions + layers.row:,} positions"
        if not self.gathered:
            return f"sorting: {self.codes.rows:,} of {layers.positions:,} positions"
        left = self.left
        if not left:
            return "writing the scores"
        return f"backward: ply {left - 1}, {self.row / layers.kept[left - 1].rows:.0%}"

    def _layers(self) -> Layers:
        return Layers(self.game, self.start.state, self.where, symmetric=True, keep=True)

    @property
    def kind(self) -> np.dtype[Any]:
        return type_of(self.scoring)

    # --- all positions in one order -----------------------------------------------------------------------------------
    def _coding(self) -> Coding:
        """Make the coding for the words of all positions; also set the columns of `codes`, and the layers to score."""
        ends = [
            (rows[:, : self.words].min(axis=0), rows[:, : self.words].max(axis=0))
            for run in self.layers.kept
            for rows in run.blocks()
        ]
        low, high = (np.array(each) for each in zip(*ends, strict=True))
        self.left = len(self.layers.kept)
        return self._coding_of(low.min(axis=0), high.max(axis=0))

    def _coding_of(self, low: NDArray[np.int64], high: NDArray[np.int64]) -> Coding:
        """Make the coding for words in these ranges; also set the columns of `codes`."""
        self.coding = Coding(low.tolist(), high.tolist())
        self.codes = self.codes._replace(columns=self.coding.columns)
        return self.coding

    def _gather(self, coding: Coding) -> None:
        """Write the codes of all positions, continuing after the last one that was written. Raises Halted."""
        growing = Growing(self.codes)
        for rows in in_one_order(list(self._readers(coding)), self.words):
            growing.add(coding.encoded(rows[firsts(rows, self.words)]))
            self.codes = self.codes._replace(rows=growing.rows)
            if self._is_due():
                self.codes = growing.run()
                self._save()
        self.codes, self.gathered = growing.run(), True
        self._save()

    def _readers(self, coding: Coding) -> Iterator[Iterator[Rows]]:
        """The rows of each layer that remain to be gathered, without the numbers of plays."""
        size = piece_of(len(self.layers.kept))
        last = self._last(coding)
        for run in self.layers.kept:
            start = 0 if last is None else run.rows_not_above(last)
            yield (rows[:, : self.words] for rows in run.blocks(start, size))

    def _last(self, coding: Coding) -> tuple[int, ...] | None:
        """The words of the last position that was gathered, None if there is none."""
        if self.codes.rows == 0:
            return None
        coding.code[:] = self._codes()[-1]
        coding.decode()
        return tuple(coding.words[0].tolist())

    def _codes(self) -> Rows:
        return self.codes.mapped()

    # --- scores -------------------------------------------------------------------------------------------------------
    def _score(self, coding: Coding) -> None:
        """Score the positions of the layers that remain. Raises Halted, BadOption."""
        if self.scores is None:
            self.scores = self._no_scores(coding)
        entries = Entries(coding, None if self._is_dense(coding) else self._codes(), self.scores)
        backward = Backward(entries, self.scoring, self.words)
        backward.stop = self.layers.expansion.stop
        self.machine = Machine(score, self.game, backward, compiled=self.limits.compiled)
        while self.left:
            for rows in self.layers.kept[self.left - 1].blocks(self.row):
                backward.rows = np.ascontiguousarray(rows[:, : self.words])
                self.machine.bind(self.game, backward)
                self.row += self.machine.run(self.layers.initial, 0)
                if self._is_due():
                    self._save()
            self.left, self.row = self.left - 1, 0

    # --- a small table --------------------------------------------------------------------------------------------------
    def take(self, small: MemoryTable, stopped: Callable[[], bool]) -> bool:
        """Write the table of all positions in memory; False if stopped before. Raises ShapeMismatch, BadOption."""
        seen, images = self.layers.game, dict[tuple[int, ...], int]()
        for state, worth in small.items():
            if stopped():
                return False
            image = least_image(seen, seen.outside(state) if isinstance(seen, GameView) else state)
            if images.setdefault(image, worth) != worth:
                raise BadGame(
                    f"{self.game}: symmetric maps two positions to each other that have other values, one of them after "
                    f"{self.game.position_text(state)!r}. `zermelo check` shows where the rules differ."
                )
        self.layers.save()  # if the process ends while files are written, the work is resumed from there
        words = np.array(list(images), np.int64)
        rows = np.lexsort(words.T[::-1])
        coding = self._coding_of(words.min(axis=0), words.max(axis=0))
        growing = Growing(self.codes)
        growing.add(coding.encoded(words[rows]))
        self.codes = growing.run()
        known = RetrogradeValues.nothing(self.game, len(rows))
        known_as = [reward_of(small.scoring, worth) for worth in images.values()]
        known.rewards[:] = np.array([reward for reward, _ in known_as])[rows]
        known.distances[:] = np.array([distance or 0 for _, distance in known_as])[rows]
        self._take_scores(coding, known)
        self._finish(coding)
        return True

    # --- all scores ---------------------------------------------------------------------------------------------------
    def _no_scores(self, coding: Coding) -> Any:
        """An array for the scores of all positions, none of them scored. Raises BadOption if it needs too much memory."""
        entries = self._entries(coding)
        if entries * self.kind.itemsize > self.limits.memory:
            raise self.limits.too_little(f"the scores of {self.game}", entries * self.kind.itemsize)
        return np.full(entries, np.iinfo(self.kind).min, self.kind)

    def _take_scores(self, coding: Coding, known: RetrogradeValues) -> None:
        """The scores of all positions, which are known, by the place of their codes. Raises BadOption, NotSupported."""
        if self.game.cyclic:  # a move that is not best may lead to a later end than any best one, by a ply
            self.scoring = scoring_of(self.game, max(int(known.distances.max()), 0) + 1)
        scores = scores_of(known, self.scoring.unit, self.kind)
        if self._is_dense(coding):
            self.scores = self._no_scores(coding)
            self.scores[self._codes()[:, 0]] = scores
        else:
            self.scores = scores

    def _is_dense(self, coding: Coding) -> bool:
        return is_dense(coding, self.codes.rows, self.kind)

    def _entries(self, coding: Coding) -> int:
        """The number of entries: one for each possible code if the table is dense, else one for each position."""
        return coding.size if self._is_dense(coding) else self.codes.rows

    # --- the end ------------------------------------------------------------------------------------------------------
    def _finish(self, coding: Coding) -> None:
        """Write the scores, and then the manifest, which makes the folder a table. Raises OSError."""
        with (self.folder / SCORES).open("wb") as file:
            file.write(self.scores.data)
            file.flush()
            os.fsync(file.fileno())
        digests = {SCORES: hashlib.sha256(self.scores.data).hexdigest()}
        if not self._is_dense(coding):
            digests[CODES] = self.codes.digest
        manifest_of(self.game, self.start, coding, self.scoring, self.codes.rows, digests).write(self.folder)

    # --- checkpoints --------------------------------------------------------------------------------------------------
    def _is_due(self) -> bool:
        return self.layers.halted or self.layers.files.age > self.limits.checkpoint_every

    def _save(self) -> None:
        """Write a checkpoint. Raises OSError; and Halted if the work was asked to stop."""
        coding = self.coding
        facts = {
            "ranges": None if coding is None else [coding.low.tolist(), coding.high.tolist()],
            "codes": self.codes.fact(),
            "gathered": self.gathered,
            "left": [self.left, self.row],
        }
        table = {"table": facts | self._facts()}
        self.layers.files.save(lambda: (self.layers.facts() | table, self.layers.arrays() | self._arrays()))
        if self.layers.halted:
            raise Halted

    def _facts(self) -> dict[str, Any]:
        return {}

    def _arrays(self) -> dict[str, Any]:
        return {} if self.scores is None else {SCORES: self.scores}

    def _resume_scores(self, facts: dict[str, Any], arrays: dict[str, Any]) -> None:
        """Resume the scores from the facts and arrays in a checkpoint. Raises KeyError, TypeError, ValueError."""
        self.scores = arrays.pop(SCORES, None)

    def _resume(self, facts: dict[str, Any], arrays: dict[str, Any]) -> None:
        """Resume from a checkpoint. Raises BadCheckpoint."""
        table = facts.get("table")
        if table is None:
            return
        try:
            self.coding = Coding(*table["ranges"])
            self.codes = Run(self.folder, *table["codes"])
            self.gathered = table["gathered"]
            self.left, self.row = table["left"]
            self._resume_scores(table, arrays)
        except (KeyError, TypeError, ValueError):
            raise other_work(self.folder) from None
        if self.gathered:
            self.codes.check()
