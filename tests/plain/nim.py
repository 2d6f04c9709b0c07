from zermelo import Game

HEAPS = (3, 4, 5, 6)
LARGEST = max(HEAPS)


class Nim(Game):
    """Take as many as you like from one heap. Whoever takes the last one wins."""

    action_count = len(HEAPS) * LARGEST
    max_length = sum(HEAPS)

    def initial(self):
        return HEAPS

    def legal(self, heaps, action):
        heap, take = divmod(action, LARGEST)
        return heaps[heap] >= take + 1

    def apply(self, heaps, action):
        heap, take = divmod(action, LARGEST)
        new = list(heaps)
        new[heap] -= take + 1
        return tuple(new)

    def terminal(self, heaps):
        return sum(heaps) == 0

    def reward(self, heaps):
        return -1

    def action_name(self, action):
        heap, take = divmod(action, LARGEST)
        return f"{heap + 1}:{take + 1}"
