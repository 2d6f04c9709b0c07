"""Tidy layout of trees whose nodes have different widths (Reingold and Tilford 1981).

Each subtree is laid out alone, then moved to the right of its siblings until they do not overlap. A parent is centred over
its children. A subtree is represented by its contour: its left and right edge at each level.
"""

from __future__ import annotations

from collections.abc import Sequence


class _Contour:
    """The left and right edge of a subtree at each level, deepest level first, so that levels can be added at the top.

    Positions are relative to the contour's origin, which is at `at` in the coordinates of the caller.
    """

    __slots__ = ("at", "left", "right")

    def __init__(self, half: float) -> None:
        self.left = [-half]
        self.right = [half]
        self.at = 0.0

    def push(self, other: _Contour, gap: float) -> float:
        """The distance by which `other`, the next subtree of the same parent, must move to the right."""
        levels = min(len(self.left), len(other.left))
        return max(self.at + self.right[-level] + gap - other.at - other.left[-level] for level in range(1, levels + 1))

    def joined(self, other: _Contour) -> _Contour:
        """The contour of both, with `other` on the right. The deeper one is extended, so only shared levels cost work."""
        deep, flat, side = (self, other, "right") if len(self.left) >= len(other.left) else (other, self, "left")
        mine, theirs = getattr(deep, side), getattr(flat, side)
        for level in range(1, len(theirs) + 1):
            mine[-level] = theirs[-level] + flat.at - deep.at
        return deep


def tidy(children: Sequence[Sequence[int]], widths: Sequence[float], gap: float) -> list[float]:
    """The centre of each node, with at least `gap` between nodes of a level; the leftmost edge is at 0.

    Node 0 is the root, and children have greater numbers than their parents.
    """
    contours = [_Contour(width / 2) for width in widths]
    offset = [0.0] * len(widths)
    for node in reversed(range(len(widths))):
        if not children[node]:
            continue
        first, *others = children[node]
        combined = contours[first]
        places = [0.0]
        for child in others:
            contour = contours[child]
            place = combined.push(contour, gap)
            contour.at += place
            places.append(place)
            combined = combined.joined(contour)
        middle = (places[0] + places[-1]) / 2
        for child, place in zip(children[node], places, strict=True):
            offset[child] = place - middle
        combined.at -= middle
        combined.left.append(contours[node].left[0] - combined.at)
        combined.right.append(contours[node].right[0] - combined.at)
        contours[node] = combined
    return _absolute(children, offset, contours[0])


def _absolute(children: Sequence[Sequence[int]], offset: list[float], contour: _Contour) -> list[float]:
    """Positions from the left edge of the drawing, computed from those relative to the parent."""
    places = [0.0] * len(offset)
    places[0] = -min(contour.left) - contour.at
    for node, below in enumerate(children):
        for child in below:
            places[child] = places[node] + offset[child]
    return places
