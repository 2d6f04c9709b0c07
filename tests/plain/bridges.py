from typing import NamedTuple

from zermelo import Game

BRIDGES = ["AB", "AC", "BC", "BD", "CE", "DE", "DF", "EF", "CD", "BE"]


class River(NamedTuple):
    built: frozenset
    burnt: frozenset


class UnionFind:
    def __init__(self):
        self.parent = {}

    def find(self, x):
        while self.parent.get(x, x) != x:
            x = self.parent[x]
        return x

    def union(self, x, y):
        self.parent[self.find(x)] = self.find(y)


def joins(bridges):
    """Do these bridges lead from A to F?"""
    islands = UnionFind()
    for start, end in bridges:
        islands.union(start, end)
    return islands.find("A") == islands.find("F")


class Bridges(Game):
    """Shannon's switching game. The first player burns bridges, the second one builds them to get from A to F."""

    action_count = max_length = len(BRIDGES)

    def initial(self):
        return River(frozenset(), frozenset())

    def burner_moves(self, river):
        return len(river.built) == len(river.burnt)

    def legal(self, river, action):
        bridge = BRIDGES[action]
        return bridge not in river.built and bridge not in river.burnt

    def apply(self, river, action):
        bridge = {BRIDGES[action]}
        if self.burner_moves(river):
            return river._replace(burnt=river.burnt | bridge)
        return river._replace(built=river.built | bridge)

    def terminal(self, river):
        return joins(river.built) or not joins(set(BRIDGES) - river.burnt)

    def reward(self, river):
        builder_won = joins(river.built)
        return -1 if builder_won == self.burner_moves(river) else 1
