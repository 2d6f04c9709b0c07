"""How much smaller certificates would be with lemmas that the format does not have, to decide whether to add them.

    python benchmarks/lemmas.py [--json FILE]

*Follow-up* (claimeven, baseinverse and vertical of Allis 1988, combined), in games with gravity: the player moves, and from
then on answers every stone with a stone on top of it. In columns with an odd number of empty cells, the lowest ones are put
in pairs, and the player answers one cell of a pair with the other. So the player gets every second empty cell, and one cell
of each pair. If each line contains a stone of the player, such a cell, or a whole pair, the other player never completes a
line. If in addition some line consists only of the player's stones and cells, the player wins.

*Ends*: a position in which the player can end the game at once, with the claimed result, needs no move in the file.

The positions that a lemma decides are left out of the proof, together with all that follow from them. The space that the
lemma itself would need in the file is not counted. The bound is the gain for which a new version of the format was
considered worthwhile.
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
SHRINKS: Final = Bound(
    "bytes of proofs of games with gravity without follow-up, relative to those with it, geometric mean", 10
)

Masks = NDArray[np.int64]
Settled = Callable[[FlatBoard, Masks, Claim], NDArray[np.bool_]]


def ends(board: FlatBoard, rows: Masks, claim: Claim) -> NDArray[np.bool_]:
    """For each row: whether the player, who is to move, can end the game at once with the claimed result."""
    found = np.zeros(len(rows), bool)
    for cell in range(board.cells):
        after = rows[:, 0] | 1 << cell
        full = (after | rows[:, 1] == (1 << board.cells) - 1) & (claim.at_least == 0)
        found |= board.may_take(rows, cell) & (board.has_line(after) | full)
    return found


def follow_up(board: FlatBoard, rows: Masks, claim: Claim) -> NDArray[np.bool_]:
    """For each row: whether some move of the player, and then follow-up, proves the claim; never without gravity."""
    found = np.zeros(len(rows), bool)
    for cell in range(board.cells if board.gravity else 0):
        legal = np.flatnonzero(board.may_take(rows, cell) & ~found)
        after = rows[legal].copy()
        after[:, 0] |= 1 << cell
        found[legal] = board.has_line(after[:, 0]) | is_followed(board, after, claim.at_least > 0)
    return found


def is_followed(board: FlatBoard, rows: Masks, wins: bool) -> NDArray[np.bool_]:
    """For each row: whether follow-up holds the other player, who is to move; with `wins`, whether it even wins."""
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
            cells = [bases[here, one] | bases[here, other] for one, other in pairs]
            found[here] |= held(board, own[here], cells)
    return found & (board.has_line(own) | (not wins))


def matchings(columns: list[int]) -> Iterator[list[tuple[int, int]]]:
    """All ways to put columns in pairs; none for an odd number."""
    if not columns:
        yield []
    for other in columns[1:]:
        for rest in matchings([x for x in columns[1:] if x != other]):
            yield [(columns[0], other), *rest]


def held(board: FlatBoard, own: Masks, pairs: list[Masks]) -> NDArray[np.bool_]:
    """For each row: whether each line contains a cell of the player, or a pair."""
    good = np.ones(len(own), bool)
    for line in board.lines:
        met = own & line != 0
        for pair in pairs:
            met |= pair & line == pair
        good &= met
    return good


class Shortened(FlatWalk):
    """A walk that leaves out the positions that a lemma decides."""

    def __init__(self, bridge: Bridge, claim: Claim, lemma: Settled) -> None:
        super().__init__(bridge, claim.player, (0, 0))
        self.claim = claim
        self.lemma = lemma

    def reduced(self, rows: Masks) -> Masks:
        """The rows without those that the lemma decides."""
        least = super().reduced(rows)
        return least[~self.lemma(self.board, least, self.claim)] if self.own(least).any() else least


def size(game: Any, claim: Claim, lemma: Settled | None) -> tuple[int, int]:
    """The number of positions of a proof, and the bytes of its stream compressed with xz."""
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
            lemmas = {"ends": end, "follow-up": follow}
            row: dict[str, Any] = {"claim": f"{game}: {claim}", "positions": plain[0], "bytes": plain[1]}
            row |= dict(
                itertools.chain.from_iterable(
                    [(f"{name}: positions", found[0]), (f"{name}: bytes", found[1])] for name, found in lemmas.items()
                )
            )
            rows.append(row)
    print_table(list(rows[0]), [list(row.values()) for row in rows])
    shrunk = [row["bytes"] / row["follow-up: bytes"] for row in rows if row["claim"].startswith("connect")]
    conclude([Verdict(SHRINKS, statistics.geometric_mean(shrunk))], rows, options.json)


if __name__ == "__main__":
    main()
