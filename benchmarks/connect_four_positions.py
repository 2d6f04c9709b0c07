"""Makes `connect_four_positions.txt`: positions of Connect Four on 7x6 by random play, of six kinds, with their scores.

    python benchmarks/connect_four_positions.py [--seed N] > benchmarks/connect_four_positions.txt

The kinds are those of Pascal Pons's test sets (https://blog.gamesolver.org): by the stones on the board, and by the plies that are
left with best play. Each line has a kind, the columns played, counted from 1, and Pons's score for the player to move, found by
BitBully. Immediate ends are left out, as nothing is left to solve.
"""

from __future__ import annotations

import random
from typing import Final, NamedTuple

from common import arguments

from zermelo.games import connect

GAME: Final = connect(7, 6, 4)
CELLS: Final = 42


class Kind(NamedTuple):
    """A kind of positions: the ends of the ranges of stones and of plies left, both included."""

    stones: tuple[int, int]
    left: tuple[int, int]
    count: int = 100

    def has(self, stones: int, left: int) -> bool:
        """Whether a position with so many stones and plies left is of this kind."""
        return self.stones[0] <= stones <= self.stones[1] and self.left[0] <= left <= self.left[1]


KINDS: Final = {
    "end": Kind((29, 41), (1, 13)),
    "middle-easy": Kind((15, 28), (1, 13)),
    "middle-medium": Kind((15, 28), (14, 27)),
    "begin-easy": Kind((0, 14), (1, 13)),
    "begin-medium": Kind((0, 14), (14, 27)),
    "begin-hard": Kind((0, 14), (28, 42), count=30),
}


def played(rng: random.Random, stones: int) -> str:
    """The columns of a random play of that many stones; empty if it has ended before."""
    state, columns = GAME.initial(), ""
    for _ in range(stones):
        action = rng.choice(list(GAME.actions(state)))
        state, columns = GAME.apply(state, action), columns + str(action + 1)
        if GAME.terminal(state):
            return ""
    return columns


def plies_left(score: int, stones: int) -> int:
    """The plies until the end with best play, from a score as Pons defines it."""
    if score == 0:
        return CELLS - stones
    mine, yours = (CELLS + 1 - stones) // 2, (CELLS - stones) // 2
    return 2 * (mine + 1 - score) - 1 if score > 0 else 2 * (yours + 1 + score)


def main() -> None:
    """Print the file."""
    options = arguments(__doc__, seed="1: of the random plays")
    from bitbully import BitBully, Board

    solver, rng = BitBully(opening_book=None), random.Random(options.seed)
    print(
        f"# python benchmarks/connect_four_positions.py --seed {options.seed}: kind, columns played, score (BitBully)"
    )
    found: dict[str, set[str]] = {name: set() for name in KINDS}
    while wanted := [name for name in KINDS if len(found[name]) < KINDS[name].count]:
        columns = played(rng, rng.randint(*KINDS[rng.choice(wanted)].stones))
        if columns:
            score = solver.mtdf(Board([int(column) - 1 for column in columns]))
            for name in wanted:
                if KINDS[name].has(len(columns), plies_left(score, len(columns))) and columns not in found[name]:
                    found[name].add(columns)
                    print(name, columns, score, flush=True)


if __name__ == "__main__":
    main()
