"""Task 4 with zermelo. Prints: the value, the nodes of minimax, the nodes of alpha-beta (columns 1 to 3)."""

import sys

import numpy as np

import zermelo.games
from zermelo.games.in_a_row.linegame import Board


class TicTacToe(zermelo.games.mnk):
    """Tic-tac-toe with the cells in an order given; as an array, lest each order be compiled anew."""

    def __init__(self, order):
        super().__init__(3, 3, 3)
        vars(self)["order"] = np.array(order)

    def actions(self, state):
        """The empty cells, in this order."""
        for cell in self.order:
            if self.legal(state, cell):
                yield int(cell)


def stones(game, board, player):
    """The cells that a player holds."""
    return zermelo.Bits.of(game.width, *(game.cell(i) for i in range(9) if board[i] == player))


for line in sys.stdin:
    numbers = [int(word) for word in line.split()]
    board, player, game = numbers[:9], numbers[9], TicTacToe(numbers[10:])
    state = Board(stones(game, board, player), stones(game, board, -player))
    won = game.has_line(state.me) - game.has_line(state.you)
    if won != 0 or 0 not in board:
        print(player * won, 1, 1)
        continue
    plain, pruned = (
        zermelo.solve(game, state, algorithm=name, table=False, without="all", line=False)
        for name in ("minimax", "alpha-beta")
    )
    print(player * plain.value, plain.counters["nodes"], pruned.counters["nodes"])
