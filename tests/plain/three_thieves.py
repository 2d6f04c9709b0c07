from zermelo import Game

LOOT = (7, 2, 9, 4, 13, 1, 8, 5, 3, 11, 6, 10)


class ThreeThieves(Game):
    """Three thieves take turns. Each takes one, two or three pieces from the front of the row."""

    players = 3
    action_count = 3
    max_length = len(LOOT)
    reward_range = (0, sum(LOOT))

    def initial(self):
        return 0, 0, (0, 0, 0)  # pieces taken, whose turn, what each has

    def to_move(self, state):
        _, turn, _ = state
        return turn

    def legal(self, state, action):
        taken, _, _ = state
        return taken + action < len(LOOT)

    def apply(self, state, action):
        taken, turn, bags = state
        end = taken + action + 1
        gain = sum(LOOT[taken:end])
        bags = tuple(bag + gain if thief == turn else bag for thief, bag in enumerate(bags))
        return end, (turn + 1) % 3, bags

    def terminal(self, state):
        return state[0] == len(LOOT)

    def rewards(self, state):
        return state[2]
