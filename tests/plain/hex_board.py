from zermelo import Game

SIZE = 3
NEIGHBOURS = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)]


def connected(cells, colour):
    """Whether red has a path from top to bottom, or blue from left to right."""
    axis = 0 if colour == "red" else 1
    stack = [cell for cell in cells if cell[axis] == 0]
    seen = set(stack)
    while stack:
        row, column = stack.pop()
        if (row, column)[axis] == SIZE - 1:
            return True
        for dr, dc in NEIGHBOURS:
            neighbour = (row + dr, column + dc)
            if neighbour in cells and neighbour not in seen:
                seen.add(neighbour)
                stack.append(neighbour)
    return False


class Hex(Game):
    """Hex on a 3x3 board. Red connects top and bottom, blue connects left and right."""

    action_count = SIZE * SIZE
    max_length = SIZE * SIZE

    def initial(self):
        return ()

    def legal(self, state, action):
        return divmod(action, SIZE) not in dict(state)

    def apply(self, state, action):
        board = dict(state)
        board[divmod(action, SIZE)] = "red" if len(board) % 2 == 0 else "blue"
        return tuple(sorted(board.items()))

    def winner(self, state):
        for colour in ("red", "blue"):
            if connected({cell for cell, owner in state if owner == colour}, colour):
                return colour
        return None

    def terminal(self, state):
        return self.winner(state) is not None

    def reward(self, state):
        return -1
