"""Task 5: take one, two or three; whoever takes the last one wins."""

import sys


def wins(most):
    """For each number of stones up to `most`: whether the player to move wins."""
    # > # TODO: Fill a list from 0 stones up. The player to move wins if one of the moves, to take one, two or three stones,
    # > # leaves a number with which the other player loses. With no stones left there is no move.
    # > return [False] * (most + 1)
    known = []
    for stones in range(most + 1):
        known.append(any(not known[stones - take] for take in (1, 2, 3) if take <= stones))
    return known
    # <


for line in sys.stdin:
    stones = int(line)
    print(wins(stones)[stones])
