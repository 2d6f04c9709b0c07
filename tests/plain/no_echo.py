from dataclasses import dataclass
from typing import Optional

from zermelo import Game


@dataclass(frozen=True)
class Heap:
    stones: int
    last: Optional[int] = None


class NoEcho(Game):
    """Take 1 to 6 of 31 stones, but never as many as your opponent just did. Whoever cannot move loses."""

    action_count = 6
    max_length = 31

    def initial(self):
        return Heap(31)

    def legal(self, heap, action):
        take = action + 1
        return take <= heap.stones and take != heap.last

    def apply(self, heap, action):
        take = action + 1
        return Heap(heap.stones - take, last=take)

    def terminal(self, heap):
        if heap.stones == 0:
            return True
        return heap.stones == 1 and heap.last == 1

    def reward(self, heap):
        return -1
