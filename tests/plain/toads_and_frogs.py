from zermelo import Game

START = "TTTT...FFFF"


class ToadsAndFrogs(Game):
    """Toads go right, frogs go left. They slide to the next square or jump over one animal of the other kind."""

    action_count = len(START)
    max_length = 60

    def initial(self):
        return ("toads", START)

    def move(self, state, square):
        """The row after the animal on this square has moved, or None if it cannot."""
        side, row = state
        if side == "toads":
            rest = row[square:]
            if rest.startswith("T."):
                return row[:square] + ".T" + row[square + 2:]
            if rest.startswith("TF."):
                return row[:square] + ".FT" + row[square + 3:]
        else:
            rest = row[:square + 1]
            if rest.endswith(".F"):
                return row[:square - 1] + "F." + row[square + 1:]
            if rest.endswith(".TF"):
                return row[:square - 2] + "FT." + row[square + 1:]
        return None

    def legal(self, state, square):
        return self.move(state, square) is not None

    def apply(self, state, square):
        side = "frogs" if state[0] == "toads" else "toads"
        return (side, self.move(state, square))

    def terminal(self, state):
        for square in range(len(START)):
            if self.move(state, square):
                return False
        else:
            return True

    def reward(self, state):
        return -1
