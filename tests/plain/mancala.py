from zermelo import Game

PITS = 3
SEEDS = 2
MY_STORE = PITS
YOUR_STORE = 2 * PITS + 1


class Mancala(Game):
    """Kalah with three pits on each side and two seeds in each pit. The reward is the difference of the stores."""

    action_count = PITS
    max_length = 60
    reward_range = (-2 * PITS * SEEDS, 2 * PITS * SEEDS)

    def initial(self):
        side = [SEEDS] * PITS + [0]
        return (0, *side, *side)

    def to_move(self, state):
        return state[0]

    def legal(self, state, action):
        player, *board = state
        return board[action] > 0

    def apply(self, state, action):
        player, *board = state
        seeds = board[action]
        board[action] = 0
        i = action
        while seeds:
            i = (i + 1) % len(board)
            if i == YOUR_STORE:
                continue
            board[i] += 1
            seeds -= 1
        if i < PITS and board[i] == 1:
            opposite = 2 * PITS - i
            if board[opposite]:
                board[MY_STORE] += board[opposite] + 1
                board[i] = board[opposite] = 0
        if i == MY_STORE:
            return (player, *board)
        return (1 - player, *board[PITS + 1:], *board[:PITS + 1])

    def terminal(self, state):
        _, *board = state
        return sum(board[:PITS]) == 0 or sum(board[PITS + 1:-1]) == 0

    def reward(self, state):
        _, *board = state
        return sum(board[:PITS + 1]) - sum(board[PITS + 1:])
