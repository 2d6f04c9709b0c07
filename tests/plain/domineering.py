from zermelo import Game

N = 4


class Domineering(Game):
    """Players place dominoes on a 4x4 board, one vertically, the other horizontally. Whoever cannot move loses."""

    action_count = N * N
    max_length = N * N // 2

    def initial(self):
        return 0, True  # occupied cells, vertical to move

    @staticmethod
    def domino(vertical, cell):
        if vertical:
            return 0 if cell >= N * (N - 1) else 1 << cell | 1 << (cell + N)
        return 0 if cell % N == N - 1 else 3 << cell

    def legal(self, state, action):
        occupied, vertical = state
        mask = self.domino(vertical, action)
        return mask != 0 and occupied & mask == 0

    def apply(self, state, action):
        occupied, vertical = state
        return occupied | self.domino(vertical, action), not vertical

    def terminal(self, state):
        action = 0
        while action < N * N:
            if self.legal(state, action):
                return False
            action += 1
        else:
            return True

    def reward(self, state):
        return -1
