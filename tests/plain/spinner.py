from zermelo import Game

RING = [0, 1, 2, 5, 8, 7, 6, 3]
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def turn(board, clockwise):
    """The board with its outer ring turned by one cell."""
    result = list(board)
    for here, there in zip(RING, RING[1:] + RING[:1]):
        if clockwise:
            result[there] = board[here]
        else:
            result[here] = board[there]
    return tuple(result)


class Spinner(Game):
    """Tic-tac-toe with a twist, like a tiny Pentago: after each stone, turn the outer ring by one cell, either way."""

    action_count = 18
    max_length = 9

    def initial(self):
        return (" ",) * 9

    def legal(self, board, action):
        return board[action // 2] == " "

    def apply(self, board, action):
        cell, clockwise = divmod(action, 2)
        symbol = "X" if board.count(" ") % 2 else "O"
        return turn((*board[:cell], symbol, *board[cell + 1:]), clockwise)

    def has_line(self, board, symbol):
        return any(all(board[cell] == symbol for cell in line) for line in LINES)

    def terminal(self, board):
        return " " not in board or self.has_line(board, "X") or self.has_line(board, "O")

    def reward(self, board):
        me, you = ("X", "O") if board.count(" ") % 2 else ("O", "X")
        return self.has_line(board, me) - self.has_line(board, you)
