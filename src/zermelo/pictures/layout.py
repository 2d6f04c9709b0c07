"""Where the nodes of a tree go: tidy drawings (Reingold and Tilford 1981), for nodes of different widths.

Each subtree is drawn alone, then pushed to the right of those before it, as far as it must; its parent stands over the
middle of its children. What matters of a subtree is its contour: how far it reaches at each level, left and right.
"""

from __future__ import annotations

from collections.abc import Sequence


class _Contour:
    """How far a subtree reaches at each of its levels, the deepest level first, to be added to at the top.

    Places are told in a frame of the contour's own, which lies at `at` in that of whoever looks at it.
    """

    __slots__ = ("at", "left", "right")

    def __init__(self, half: float) -> None:
        self.left = [-half]
        self.right = [half]
        self.at = 0.0

    def push(self, other: _Contour, gap: float) -> float:
        """How far `other`, a subtree of the same parent, must go to the right of this; both tell their tops last."""
        levels = min(len(self.left), len(other.left))
        return max(self.at + self.right[-level] + gap - other.at - other.left[-level] for level in range(1, levels + 1))

    def joined(self, other: _Contour) -> _Contour:
        """Both, `other` on the right; made of the deeper one, so that the work is that of the levels they share."""
        deep, flat, side = (self, other, "right") if len(self.left) >= len(other.left) else (other, self, "left")
        mine, theirs = getattr(deep, side), getattr(flat, side)
        for level in range(1, len(theirs) + 1):
            mine[-level] = theirs[-level] + flat.at - deep.at
        return deep


def tidy(children: Sequence[Sequence[int]], widths: Sequence[float], gap: float) -> list[float]:
    """The middle of each node, none less than `gap` from the next of its level; the leftmost edge is at 0.

    Node 0 is the root, and children have greater numbers than their parents.
    """
    contours = [_Contour(width / 2) for width in widths]
    offset = [0.0] * len(widths)
    for node in reversed(range(len(widths))):
        if not children[node]:
            continue
        first, *others = children[node]
        whole = contours[first]
        places = [0.0]
        for child in others:
            contour = contours[child]
            place = whole.push(contour, gap)
            contour.at += place
            places.append(place)
            whole = whole.joined(contour)
        middle = (places[0] + places[-1]) / 2
        for child, place in zip(children[node], places, strict=True):
            offset[child] = place - middle
        whole.at -= middle
        whole.left.append(contours[node].left[0] - whole.at)
        whole.right.append(contours[node].right[0] - whole.at)
        contours[node] = whole
    return _absolute(children, offset, contours[0])


def _absolute(children: Sequence[Sequence[int]], offset: list[float], whole: _Contour) -> list[float]:
    """Places from the left edge of all, from those relative to the parent."""
    places = [0.0] * len(offset)
    places[0] = -min(whole.left) - whole.at
    for node, below in enumerate(children):
        for child in below:
            places[child] = places[node] + offset[child]
    return places
