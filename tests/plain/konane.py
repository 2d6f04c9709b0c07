from zermelo import Game

SIZE = 4
DIRECTIONS = [(0, 1), (1, 0), (0, -1), (-1, 0)]


class Konane(Game):
    """Hawaiian checkers on 4x4, two stones in the middle removed. Jump over a stone. Whoever cannot jump loses."""

    action_count = SIZE * SIZE * 4
    max_length = SIZE * SIZE

    def initial(self):
        board = tuple(
            tuple(0 if (r, c) in [(1, 1), (1, 2)] else 1 if (r + c) % 2 == 0 else -1 for c in range(SIZE))
            for r in range(SIZE)
        )
        return board, 1

    def jumps(self, state):
        board, player = state
        for r in range(SIZE):
            for c in range(SIZE):
                if board[r][c] != player:
                    continue
                for d, (dr, dc) in enumerate(DIRECTIONS):
                    r2, c2 = r + 2 * dr, c + 2 * dc
                    if not (0 <= r2 < SIZE and 0 <= c2 < SIZE):
                        continue
                    if board[r + dr][c + dc] == -player and board[r2][c2] == 0:
                        yield (r * SIZE + c) * 4 + d

    def actions(self, state):
        return list(self.jumps(state))

    def apply(self, state, action):
        board, player = state
        cell, d = divmod(action, 4)
        r, c = divmod(cell, SIZE)
        dr, dc = DIRECTIONS[d]
        grid = [list(row) for row in board]
        grid[r][c] = 0
        grid[r + dr][c + dc] = 0
        grid[r + 2 * dr][c + 2 * dc] = player
        return tuple(map(tuple, grid)), -player

    def terminal(self, state):
        return next(self.jumps(state), None) is None

    def reward(self, state):
        return -1
