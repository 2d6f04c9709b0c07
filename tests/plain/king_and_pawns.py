from zermelo import Game

ROWS = 4
COLS = 3
LIMIT = 9
KING = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if (r, c) != (0, 0)]


class KingAndPawns(Game):
    """Chess on 3x4 with a king and two pawns each. Take the king or bring a pawn across. After nine moves it is a draw."""

    action_count = (ROWS * COLS) ** 2
    max_length = LIMIT

    def initial(self):
        return (0, ("pkp", "...", "...", "PKP"))

    def actions(self, state):
        ply, board = state
        white = ply % 2 == 0
        result = []
        for row in range(ROWS):
            for col in range(COLS):
                piece = board[row][col]
                if piece == "." or piece.isupper() != white:
                    continue
                for r, c in self.targets(board, row, col):
                    result.append((row * COLS + col) * ROWS * COLS + r * COLS + c)
        return sorted(result)

    def targets(self, board, row, col):
        piece = board[row][col]

        def on_board(r, c):
            return 0 <= r < ROWS and 0 <= c < COLS

        def enemy(r, c):
            other = board[r][c]
            return other != "." and other.isupper() != piece.isupper()

        if piece.lower() == "k":
            for dr, dc in KING:
                r, c = row + dr, col + dc
                if on_board(r, c) and (board[r][c] == "." or enemy(r, c)):
                    yield r, c
        else:
            forward = -1 if piece == "P" else 1
            for dc in (-1, 0, 1):
                r, c = row + forward, col + dc
                if not on_board(r, c):
                    continue
                if dc == 0 and board[r][c] == "." or dc != 0 and enemy(r, c):
                    yield r, c

    def apply(self, state, action):
        ply, board = state
        start, end = divmod(action, ROWS * COLS)
        squares = list("".join(board))
        squares[end], squares[start] = squares[start], "."
        text = "".join(squares)
        return ply + 1, tuple(text[i:i + COLS] for i in range(0, len(text), COLS))

    def winner(self, board):
        text = "".join(board)
        if "k" not in text or "P" in board[0]:
            return "white"
        if "K" not in text or "p" in board[-1]:
            return "black"
        return None

    def terminal(self, state):
        ply, board = state
        return ply == LIMIT or self.winner(board) is not None or not self.actions(state)

    def reward(self, state):
        ply, board = state
        winner = self.winner(board)
        if winner is None:
            return 0
        mover = "white" if ply % 2 == 0 else "black"
        return 1 if winner == mover else -1
