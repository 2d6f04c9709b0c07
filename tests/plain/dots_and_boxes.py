from itertools import product
from typing import NamedTuple

from zermelo import Game

N = 2
EDGES = [("h", r, c) for r in range(N + 1) for c in range(N)] + [("v", r, c) for r in range(N) for c in range(N + 1)]


def sides(r, c):
    return {("h", r, c), ("h", r + 1, c), ("v", r, c), ("v", r, c + 1)}


class Position(NamedTuple):
    drawn: frozenset
    lead: int  # boxes of the player to move minus boxes of the other
    player: int


class DotsAndBoxes(Game):
    """Draw edges between dots. Whoever draws the fourth side of a box gets it and moves again. Most boxes win."""

    action_count = len(EDGES)
    max_length = len(EDGES)

    def initial(self):
        return Position(frozenset(), 0, 0)

    def to_move(self, position):
        return position.player

    def legal(self, position, action):
        return EDGES[action] not in position.drawn

    def apply(self, position, action):
        edge = EDGES[action]
        drawn = position.drawn | {edge}
        boxes = 0
        for r, c in product(range(N), repeat=2):
            box = sides(r, c)
            if edge in box and box <= drawn:
                boxes += 1
        if boxes:
            return Position(drawn, position.lead + boxes, position.player)
        return Position(drawn, -position.lead, 1 - position.player)

    def terminal(self, position):
        return len(position.drawn) == len(EDGES)

    def reward(self, position):
        return (position.lead > 0) - (position.lead < 0)
