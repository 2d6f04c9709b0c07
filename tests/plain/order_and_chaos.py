from itertools import product

from zermelo import Game

SIZE = 3


class OrderAndChaos(Game):
    """Both players place crosses or noughts. Order, who begins, wants three equal ones in a row; chaos prevents it."""

    action_count = SIZE * SIZE * 2
    max_length = SIZE * SIZE

    def initial(self):
        return tuple("-" * SIZE for _ in range(SIZE))

    def legal(self, board, action):
        (row, column), _ = self.decode(action)
        return board[row][column] == "-"

    def decode(self, action):
        cell, symbol = divmod(action, 2)
        return divmod(cell, SIZE), "xo"[symbol]

    def apply(self, board, action):
        (row, column), symbol = self.decode(action)
        line = board[row]
        return (*board[:row], f"{line[:column]}{symbol}{line[column + 1:]}", *board[row + 1:])

    def lines(self, board):
        columns = ["".join(column) for column in zip(*board)]
        diagonals = ["".join(board[i][i] for i in range(SIZE)), "".join(board[i][~i] for i in range(SIZE))]
        return [*board, *columns, *diagonals]

    def order(self, board):
        return any(line == symbol * SIZE for line, symbol in product(self.lines(board), "xo"))

    def terminal(self, board):
        return self.order(board) or "-" not in "".join(board)

    def reward(self, board):
        orders_turn = sum(line.count("-") for line in board) % 2 == 1
        if self.order(board):
            return 1 if orders_turn else -1
        return -1 if orders_turn else 1
