"""How much smaller proofs would be by lemmas that the format does not have: a measurement for whether to add them.

    python benchmarks/lemmas.py [--json FILE]

*Follow-up* (claimeven, baseinverse and vertical of Allis 1988, together), in drop games: the player moves, and from then on
answers every stone on top of it; where columns have an odd number of empty cells left, their lowest ones are put in pairs,
and one of a pair is answered by the other. So he gets every second empty cell, and one of each pair. If each line has a
stone of his, such a cell or a whole pair, the other player never completes one; and if besides a line consists of his
stones and cells alone, he wins.

*Ends*: a position in which the player can end the game at once as claimed needs no move in the file.

The positions that a lemma settles are left out of the proof, and so is what follows from them; what the lemma would take in
the file is not counted. The bound is the one for which a new version of the format was thought worth it.
"""

from __future__ import annotations

import itertools
import lzma
import statistics
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np
from common import Bound, Verdict, arguments, conclude, print_table
from numpy.typing import NDArray

from zermelo import solve
from zermelo.certificates.boards import Bridge, FlatBoard, FlatWalk, bridge_to
from zermelo.certificates.certify import claims_of
from zermelo.certificates.files import Claim
from zermelo.certificates.proof import Proof
from zermelo.certificates.strategy import Strategist
from zermelo.games import connect, mnk
from zermelo.work.checkpoint import CheckpointFile

GAMES: Final = (connect(5, 5, 4), connect(6, 4, 4), connect(6, 5, 4), connect(6, 6, 4), mnk(5, 5, 4), mnk(6, 6, 4))
SHRINKS: Final = Bound("bytes of drop games' proofs without follow-up, times those with it, geometric mean", 10)

Masks = NDArray[np.int64]
Settled = Callable[[FlatBoard, Masks, Claim], NDArray[np.bool_]]


def ends(board: FlatBoard, rows: Masks, claim: Claim) -> NDArray[np.bool_]:
    """Where the player, who is to move, can end the game at once as claimed."""
    found = np.zeros(len(rows), bool)
    for cell in range(board.cells):
        after = rows[:, 0] | 1 << cell
        full = (after | rows[:, 1] == (1 << board.cells) - 1) & (claim.at_least == 0)
        found |= board.may_take(rows, cell) & (board.has_line(after) | full)
    return found


def follow_up(board: FlatBoard, rows: Masks, claim: Claim) -> NDArray[np.bool_]:
    """Where one move and follow-up do; without gravity nowhere."""
    found = np.zeros(len(rows), bool)
    for cell in range(board.cells if board.gravity else 0):
        legal = np.flatnonzero(board.may_take(rows, cell) & ~found)
        after = rows[legal].copy()
        after[:, 0] |= 1 << cell
        found[legal] = board.has_line(after[:, 0]) | is_followed(board, after, claim.at_least > 0)
    return found


def is_followed(board: FlatBoard, rows: Masks, wins: bool) -> NDArray[np.bool_]:
    """Where the other player is to move, and follow-up holds him; or even wins."""
    own, odd = rows[:, 0].copy(), np.zeros(len(rows), np.int64)
    bases = np.zeros((len(rows), board.w), np.int64)
    for x in range(board.w):
        column = [1 << board.w * y + x for y in range(board.h)]
        height = sum(((rows[:, 0] | rows[:, 1]) & cell != 0).astype(np.int64) for cell in column)
        is_odd = (board.h - height) % 2
        uppers = [[sum(column[first + 1 :: 2]) for first in (low, low + 1)] for low in range(board.h + 1)]
        own |= np.array(uppers, np.int64)[height, is_odd]
        bases[:, x] = np.where(is_odd == 1, np.array([*column, 0], np.int64)[height], 0)
        odd |= is_odd << x
    found = np.zeros(len(rows), bool)
    for pattern in np.unique(odd).tolist():
        here = np.flatnonzero(odd == pattern)
        for pairs in matchings([x for x in range(board.w) if pattern >> x & 1]):
            told = [bases[here, one] | bases[here, other] for one, other in pairs]
            found[here] |= held(board, own[here], told)
    return found & (board.has_line(own) | (not wins))


def matchings(columns: list[int]) -> Iterator[list[tuple[int, int]]]:
    """All ways to put them in pairs; none for an odd number."""
    if not columns:
        yield []
    for other in columns[1:]:
        for rest in matchings([x for x in columns[1:] if x != other]):
            yield [(columns[0], other), *rest]


def held(board: FlatBoard, own: Masks, pairs: list[Masks]) -> NDArray[np.bool_]:
    """Where each line has a cell of one's own, or a pair."""
    good = np.ones(len(own), bool)
    for line in board.lines:
        met = own & line != 0
        for pair in pairs:
            met |= pair & line == pair
        good &= met
    return good


class Shortened(FlatWalk):
    """A walk that leaves out what a lemma settles."""

    def __init__(self, bridge: Bridge, claim: Claim, lemma: Settled) -> None:
        super().__init__(bridge, claim.player, (0, 0))
        self.claim = claim
        self.lemma = lemma

    def reduced(self, rows: Masks) -> Masks:
        """Without those."""
        least = super().reduced(rows)
        return least[~self.lemma(self.board, least, self.claim)] if self.own(least).any() else least


def size(game: Any, claim: Claim, lemma: Settled | None) -> tuple[int, int]:
    """The positions of a proof, and the bytes of its stream under xz."""
    bridge = bridge_to(game)
    assert bridge is not None
    walk = FlatWalk(bridge, claim.player, (0, 0)) if lemma is None else Shortened(bridge, claim, lemma)
    pairs = claim.at_least == 0 and not bridge.board.gravity
    with tempfile.TemporaryDirectory() as name, CheckpointFile(Path(name) / "progress", {}) as file:
        strategist = Strategist(game, claim, memory=1 << 30, lemma="pairs" if pairs else None, compiled=None)
        proof = Proof(walk, claim, strategist, file, every=1e9)
        proof.write()
        return proof.positions, len(lzma.compress(proof.stream.read_bytes()))


def main() -> None:
    options = arguments(__doc__)
    rows: list[dict[str, Any]] = []
    for game in GAMES:
        for claim in claims_of(game, solve(game, line=False), 0):
            plain, end, follow = (size(game, claim, lemma) for lemma in (None, ends, follow_up))
            told = {"ends": end, "follow-up": follow}
            row: dict[str, Any] = {"claim": f"{game}: {claim}", "positions": plain[0], "bytes": plain[1]}
            row |= dict(
                itertools.chain.from_iterable(
                    [(f"{name}: positions", found[0]), (f"{name}: bytes", found[1])] for name, found in told.items()
                )
            )
            rows.append(row)
    print_table(list(rows[0]), [list(row.values()) for row in rows])
    shrunk = [row["bytes"] / row["follow-up: bytes"] for row in rows if row["claim"].startswith("connect")]
    conclude([Verdict(SHRINKS, statistics.geometric_mean(shrunk))], rows, options.json)


if __name__ == "__main__":
    main()
