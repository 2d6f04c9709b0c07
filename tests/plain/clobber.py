from zermelo import Game

START = "xoxo" "oxox" "xoxo"
WIDTH = 4
HEIGHT = 3
DIRECTIONS = ["up", "down", "left", "right"]
TARGETS = {}
for cell in range(WIDTH * HEIGHT):
    if cell >= WIDTH:
        TARGETS[f"{cell} up"] = cell - WIDTH
    if cell < WIDTH * (HEIGHT - 1):
        TARGETS[f"{cell} down"] = cell + WIDTH
    if cell % WIDTH > 0:
        TARGETS[f"{cell} left"] = cell - 1
    if cell % WIDTH < WIDTH - 1:
        TARGETS[f"{cell} right"] = cell + 1


class Clobber(Game):
    """Move a stone onto a neighbouring stone of the opponent, which is removed. Whoever cannot move loses."""

    action_count = len(START) * 4
    max_length = len(START) - 1

    def initial(self):
        return START, "x"

    def actions(self, state):
        board, me = state
        you = "o" if me == "x" else "x"
        found = []
        for cell, stone in enumerate(board):
            if stone != me:
                continue
            for number, direction in enumerate(DIRECTIONS):
                target = TARGETS.get(f"{cell} {direction}")
                if target is not None and board[target] == you:
                    found.append(cell * 4 + number)
        return found

    def apply(self, state, action):
        board, me = state
        cell = action // 4
        target = TARGETS[f"{cell} {DIRECTIONS[action % 4]}"]
        stones = list(board)
        stones[cell] = "."
        stones[target] = me
        return "".join(stones), "o" if me == "x" else "x"

    def terminal(self, state):
        return len(self.actions(state)) == 0

    def reward(self, state):
        return -1
