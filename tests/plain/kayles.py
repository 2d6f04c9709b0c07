"""Kayles: a row of skittles, and a ball that knocks over one or two neighbours."""

from zermelo import Game

PINS = 11


class Kayles(Game):
    """Knock over one pin, or two pins that stand side by side. Whoever knocks over the last pin wins."""

    action_count = 2 * PINS
    max_length = PINS

    def initial(self):
        return "|" * PINS

    def legal(self, row, action):
        first, two = action // 2, action % 2 == 1
        try:
            if two:
                return row[first] == "|" and row[first + 1] == "|"
            return row[first] == "|"
        except IndexError:
            return False

    def apply(self, row, action):
        first, count = action // 2, 1 + action % 2
        return row[:first] + " " * count + row[first + count:]

    def terminal(self, row):
        return "|" not in row

    def reward(self, row):
        return -1
