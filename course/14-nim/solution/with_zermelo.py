"""Task 14 with zermelo, which knows the theory and need not search. Prints: the three answers (columns 1 to 3)."""

import sys
from functools import reduce
from math import prod
from operator import xor

from zermelo.games.impartial import nim_rule

LARGEST_PILE = 1000
MOST_POSITIONS = 20_000
GRUNDY = nim_rule().values(MOST_POSITIONS)

for line in sys.stdin:
    piles = [int(word) for word in line.split()]
    by_xor, by_grundy, by_search = reduce(xor, piles), "-", "-"
    if max(piles) <= LARGEST_PILE:
        by_grundy = reduce(xor, GRUNDY[piles])
    if prod(pile + 1 for pile in piles) <= MOST_POSITIONS:
        by_search = "win" if reduce(xor, GRUNDY[piles]) else "lose"
    print(by_xor, by_grundy, by_search)
