from zermelo import Game

LINES = ["012", "345", "678", "036", "147", "258", "048", "246"]


class Notakto(Game):
    """Tic-tac-toe where both players draw crosses. Whoever makes three in a row loses."""

    action_count = 9
    max_length = 9

    def initial(self):
        return "." * 9

    def legal(self, board, cell):
        return board[cell] == "."

    def apply(self, board, cell):
        return board[:cell] + "X" + board[cell + 1:]

    def terminal(self, board):
        return any(all(board[int(c)] == "X" for c in line) for line in LINES)

    def reward(self, board):
        return 1  # the other player has just made the line
