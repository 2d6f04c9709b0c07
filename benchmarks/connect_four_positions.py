"""Makes `connect_four_positions.txt`: positions of Connect Four on 7x6 by random play, of six kinds, with their scores.

    python benchmarks/connect_four_positions.py [--seed N] > benchmarks/connect_four_positions.txt

The kinds are those of Pascal Pons's test sets (https://blog.gamesolver.org): by the stones on the board, and by the plies
that are left with best play. Each line has a kind, the columns played, counted from 1, and Pons's score for the player to
move, found by BitBully. Positions in which the game is over are left out.
"""

from __future__ import annotations

import random
from typing import Any, Final, NamedTuple

from common import arguments
from connect_four import CELLS, GAME


class Kind(NamedTuple):
    """A kind of positions: the ends of the ranges of stones and of plies left, both included."""

    stones: tuple[int, int]
    left: tuple[int, int]
    count: int = 100


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


def ends_within(solver: Any, board: Any, stones: int, left: int) -> bool:
    """Whether the game ends within so many plies with best play, other than by filling the board."""
    least = next((score for score in range(1, CELLS) if plies_left(score, stones) <= left), CELLS)
    return solver.negamax(board, least - 1, least) >= least or solver.negamax(board, -least, 1 - least) <= -least


def main() -> None:
    """Print the file."""
    options = arguments(__doc__, seed="1: of the random plays")
    from bitbully import BitBully, Board

    solver, rng = BitBully(opening_book=None), random.Random(options.seed)
    print(f"# benchmarks/connect_four_positions.py --seed {options.seed}: kind, columns played, score by BitBully")
    for name, kind in KINDS.items():
        found: set[str] = set()
        while len(found) < kind.count:
            columns = played(rng, rng.randint(*kind.stones))
            board = Board([int(column) - 1 for column in columns])
            first, last = kind.left
            if (
                not columns
                or columns in found
                or not (last >= CELLS - len(columns) or ends_within(solver, board, len(columns), last))
            ):
                continue
            score = solver.mtdf(board)
            if first <= plies_left(score, len(columns)) <= last:
                found.add(columns)
                print(name, columns, score, flush=True)


if __name__ == "__main__":
    main()
