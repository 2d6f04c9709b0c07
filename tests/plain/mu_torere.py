from zermelo import Game

CENTRE = 8


class MuTorere(Game):
    """The Maori game: move to the empty point, along the star or through the centre. Whoever cannot move loses."""

    cyclic = True
    action_count = 9
    max_length = 200

    def initial(self):
        return "b", "bbbbwwww."

    def legal(self, state, point):
        me, board = state
        if board[point] != me:
            return False
        empty = board.index(".")
        if point == CENTRE:
            return True
        if empty == CENTRE:
            # only a piece that stands next to one of the opponent's may go to the centre
            left, right = board[(point - 1) % 8], board[(point + 1) % 8]
            return left != me or right != me
        return (point - empty) % 8 in (1, 7)

    def apply(self, state, point):
        me, board = state
        board = board.replace(".", me)
        board = board[:point] + "." + board[point + 1:]
        return "w" if me == "b" else "b", board

    def terminal(self, state):
        return not any(self.legal(state, point) for point in range(9))

    def reward(self, state):
        return -1
