"""Games that a server must survive: takeaway, with a trap in one of its methods."""

import os
import sys
import time

from zermelo import Cell, Game


class Trap(Game[int]):
    """Take 1, 2 or 3 stones of nine; the argument tells what happens meanwhile."""

    action_count = 3
    max_length = 9

    def __init__(self, kind="none"):
        self.kind = kind

    @property
    def reward_range(self):
        if self.kind == "late":
            time.sleep(20)
        return -1, 1

    def initial(self):
        return 9

    def legal(self, state, action):
        if self.kind in SPRUNG and state < 9:
            SPRUNG[self.kind]()
        return action < state

    def apply(self, state, action):
        return state - action - 1

    def terminal(self, state):
        return state == 0

    def reward(self, state):
        return -1

    def action_name(self, action):
        odd = {"number": action, "nothing": None, "surrogate": f"\ud800{action}", "same": "x"}
        return odd.get(self.kind, super().action_name(action))

    def title(self):
        return None if self.kind == "untitled" else super().title()

    def render(self, state):
        return None if self.kind == "unseen" else str(state)

    def picture(self, state, mover):
        odd = {"seven": 7, "strings": ["a", "b"], "outside": [Cell(-1, 10**9)], "words": [Cell("a", "b")]}
        return odd.get(self.kind, [])


def eat():
    held = []
    while True:
        held.append(bytearray(1 << 26))


def loop():
    while True:
        pass


def fail():
    raise ValueError("no\nsuch\0thing")


SPRUNG = {
    "loops": loop,
    "raises": fail,
    "leaves": lambda: os._exit(0),
    "exits": sys.exit,
    "prints": lambda: print('result {"schema": 1}', flush=True),
    "reads": lambda: sys.stdin.read(),
    "eats": eat,
    "sleeps": lambda: time.sleep(60),
    "slow": lambda: time.sleep(0.05),
    "recurses": lambda: SPRUNG["recurses"](),
}
