from zermelo import Game

# stick: (lower end, upper end, colour); "ground" is the ground
STICKS = {
    "trunk": ("ground", "a", "blue"),
    "left bough": ("a", "b", "red"),
    "right bough": ("a", "c", "blue"),
    "twig": ("b", "d", "blue"),
    "branch": ("c", "d", "red"),
    "leaf": ("d", "e", "red"),
    "post": ("ground", "f", "red"),
    "rail": ("f", "g", "blue"),
    "top": ("g", "h", "red"),
    "cross": ("f", "h", "blue"),
    "stem": ("ground", "i", "red"),
    "petal": ("i", "j", "blue"),
    "bud": ("i", "k", "red"),
    "flower": ("k", "j", "blue"),
}
NAMES = list(STICKS)


def reach(point, sticks, found):
    """All sticks that hang together with this point."""
    for name in sticks:
        if name not in found and point in STICKS[name][:2]:
            found.add(name)
            low, high, _ = STICKS[name]
            reach(high if point == low else low, sticks, found)
    return found


class Hackenbush(Game):
    """Cut a stick of your colour; what is no longer tied to the ground falls off. Whoever cannot cut loses."""

    action_count = max_length = len(NAMES)

    def initial(self):
        return frozenset(NAMES), "blue"

    def legal(self, state, action):
        sticks, colour = state
        name = NAMES[action]
        return name in sticks and STICKS[name][2] == colour

    def apply(self, state, action):
        sticks, colour = state
        left = frozenset(reach("ground", sticks - {NAMES[action]}, set()))
        return left, "red" if colour == "blue" else "blue"

    def terminal(self, state):
        sticks, colour = state
        return colour not in {STICKS[name][2] for name in sticks}

    def reward(self, state):
        return -1
