from zermelo import Game


class Hexapawn(Game):
    """Pawns on a board of 4 rows and 3 columns. Reach the other side, or leave your opponent without a move."""

    rows, cols = 4, 3
    action_count = rows * cols * 3
    max_length = 40

    def initial(self):
        return ("ppp", "...", "...", "PPP")  # the player to move is always P and moves up

    def split(self, action):
        cell, direction = divmod(action, 3)
        row, col = divmod(cell, self.cols)
        return row, col, col + direction - 1

    def legal(self, board, action):
        row, col, target = self.split(action)
        if row == 0 or not 0 <= target < self.cols:
            return False
        if board[row][col] != "P":
            return False
        if target == col:
            return board[row - 1][target] == "."
        return board[row - 1][target] == "p"

    def apply(self, board, action):
        row, col, target = self.split(action)
        grid = [list(line) for line in board]
        grid[row][col] = "."
        grid[row - 1][target] = "P"
        # turn the board around for the other player
        return tuple("".join(reversed(line)).swapcase() for line in reversed(grid))

    def terminal(self, board):
        if "p" in board[-1]:
            return True
        return not any(self.legal(board, action) for action in range(self.action_count))

    def reward(self, board):
        return -1
