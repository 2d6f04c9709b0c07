"""Task 14: Nim three ways."""

import sys
from functools import cache, reduce
from math import prod
from operator import xor

LARGEST_PILE = 1000
MOST_POSITIONS = 20_000


@cache
def grundy(pile):
    """The least number that is not the Grundy value of a smaller pile: one can move to any of those."""
    # > # TODO: Collect the Grundy values of all smaller piles and find the least number that is not among them.
    # > return 0
    options = {grundy(smaller) for smaller in range(pile)}
    value = 0
    while value in options:
        value += 1
    return value
    # <


@cache
def wins(piles):
    """Whether the player to move wins, by trying every move. `piles` are sorted."""
    # > # TODO: Try every move: some pile becomes smaller. If one of them leads to piles with which the other player loses,
    # > # the player to move wins. Sort the piles after a move, so that equal positions are searched once.
    for place, pile in enumerate(piles):
        for left in range(pile):
            if not wins(tuple(sorted(piles[:place] + (left,) + piles[place + 1 :]))):
                return True
    # <
    return False


for size in range(LARGEST_PILE + 1):  # from the smallest on, so that no recursion is deep
    grundy(size)

for line in sys.stdin:
    piles = [int(word) for word in line.split()]
    by_xor = reduce(xor, piles)
    by_grundy = by_search = "-"
    if max(piles) <= LARGEST_PILE:
        by_grundy = reduce(xor, map(grundy, piles))
    if prod(pile + 1 for pile in piles) <= MOST_POSITIONS:
        by_search = "win" if wins(tuple(sorted(piles))) else "lose"
    print(by_xor, by_grundy, by_search)
