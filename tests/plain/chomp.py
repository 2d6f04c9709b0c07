from zermelo import Game


class Chomp(Game):
    """Bite off a square of the chocolate and everything above and to the right of it. The square at the bottom left is poisoned."""

    ROWS = 5
    COLUMNS = 6
    action_count = ROWS * COLUMNS
    max_length = ROWS * COLUMNS

    def initial(self):
        return (self.COLUMNS,) * self.ROWS

    def legal(self, bar, action):
        row, column = divmod(action, self.COLUMNS)
        return column < bar[row]

    def apply(self, bar, action):
        row, column = divmod(action, self.COLUMNS)
        return bar[:row] + tuple(min(length, column) for length in bar[row:])

    def terminal(self, bar):
        return not any(bar)

    def reward(self, bar):
        return 1
