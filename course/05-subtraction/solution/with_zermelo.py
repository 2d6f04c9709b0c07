"""Task 5 with zermelo. Prints: whether the player to move wins (column 1)."""

import sys

from zermelo.games.impartial import subtraction

GAME = subtraction(1, 2, 3)

for line in sys.stdin:
    stones = int(line)
    print(GAME.values(stones + 1)[stones] > 0)
