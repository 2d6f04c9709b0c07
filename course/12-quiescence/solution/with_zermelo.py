"""Task 12 with zermelo. Prints: the value without and with quiescence (columns 1 and 2)."""

import sys

import zermelo.games


class Row(zermelo.games.capture):
    """The capture game on any row, however many pieces either side has."""

    def __post_init__(self):
        """Nothing to check: every row is given."""


for line in sys.stdin:
    depth, text = line.split()
    game = Row(len(text), len(text))
    row = game.parse_position(text)
    if game.terminal(row):
        print(game.reward(row), game.reward(row))
        continue
    plain, quiet = (
        zermelo.solve(game, row, depth=int(depth), without=left_out, compiled=False, line=False)
        for left_out in ("quiescence", "")
    )
    print(plain.value, quiet.value)
