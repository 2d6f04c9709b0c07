from zermelo import Game


class MisereTicTacToe(Game):
    """Tic-tac-toe, but three in a row loses."""

    action_count = 9
    max_length = 9

    def initial(self):
        return ((None, None, None), (None, None, None), (None, None, None)), "X"

    def legal(self, state, action):
        board, player = state
        row = action // 3
        col = action % 3
        if board[row][col] is None:
            return True
        else:
            return False

    def apply(self, state, action):
        board, player = state
        new_board = []
        for r in range(3):
            new_row = []
            for c in range(3):
                if r * 3 + c == action:
                    new_row.append(player)
                else:
                    new_row.append(board[r][c])
            new_board.append(tuple(new_row))
        if player == "X":
            next_player = "O"
        else:
            next_player = "X"
        return tuple(new_board), next_player

    def three_in_a_row(self, board):
        for i in range(3):
            # rows
            if board[i][0] is not None and board[i][0] == board[i][1] == board[i][2]:
                return True
            # columns
            if board[0][i] is not None and board[0][i] == board[1][i] == board[2][i]:
                return True
        if board[1][1] is None:
            return False
        if board[0][0] == board[1][1] == board[2][2]:
            return True
        if board[0][2] == board[1][1] == board[2][0]:
            return True
        return False

    def terminal(self, state):
        board, player = state
        if self.three_in_a_row(board):
            return True
        for row in board:
            for cell in row:
                if cell is None:
                    return False
        return True

    def reward(self, state):
        board, player = state
        if self.three_in_a_row(board):
            return 1
        return 0
