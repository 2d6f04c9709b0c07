from zermelo import Game


class ConnectThree(Game):
    """Drop stones into four columns of height four. Three in a line wins."""

    def __init__(self, width=4, height=4):
        self.width = width
        self.height = height
        self.action_count = width
        self.max_length = width * height

    def initial(self):
        return ("",) * self.width

    def player(self, columns):
        return "xo"[sum(len(column) for column in columns) % 2]

    def legal(self, columns, action):
        return len(columns[action]) < self.height

    def apply(self, columns, action):
        stone = self.player(columns)
        return tuple(c + stone if i == action else c for i, c in enumerate(columns))

    def lines(self, columns):
        full = [c.ljust(self.height) for c in columns]
        yield from full
        for row in zip(*full):
            yield "".join(row)
        for start in range(-self.height, self.width):
            yield "".join(full[start + i][i] for i in range(self.height) if 0 <= start + i < self.width)
            yield "".join(full[start + i][-1 - i] for i in range(self.height) if 0 <= start + i < self.width)

    def won(self, columns):
        return any("xxx" in line or "ooo" in line for line in self.lines(columns))

    def terminal(self, columns):
        return self.won(columns) or all(len(c) == self.height for c in columns)

    def reward(self, columns):
        return -1 if self.won(columns) else 0
