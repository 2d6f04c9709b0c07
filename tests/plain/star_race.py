from zermelo import Game

GOAL = 19
STARS = {3, 4, 8, 11, 13, 17}


class StarRace(Game):
    """Walk one, two or three squares. On a star you move again. You may not enter your opponent's square."""

    action_count = 3
    max_length = 2 * GOAL

    def initial(self):
        return (0, 0, 0)  # whose turn, square of player 0, square of player 1

    def to_move(self, state):
        return state[0]

    def legal(self, state, action):
        turn, *squares = state
        goal = squares[turn] + action + 1
        return goal <= GOAL and goal != squares[1 - turn]

    def apply(self, state, action):
        turn, *squares = state
        squares[turn] += action + 1
        if squares[turn] not in STARS:
            turn = 1 - turn
        return (turn, *squares)

    def terminal(self, state):
        return GOAL in state[1:]

    def reward(self, state):
        return -1
