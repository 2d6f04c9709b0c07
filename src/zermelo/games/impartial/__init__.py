"""Impartial games by theory: Grundy values, winning moves, periods (Sprague 1935, Grundy 1939).

In an impartial game both players have the same moves, and a player who cannot move loses. Every position has a *Grundy
value*: the least non-negative integer that is not the value of one of its options (mex). The player to move loses exactly
when it is 0 (a P-position). The Grundy value of a sum of positions is the exclusive or of their values. So a game of heaps
needs no search, only a table of the values of single heaps:

    rules of one heap (subtraction, octal, Grundy's) --> values --> proved period --> any heap, any sum

    >>> from zermelo.games.impartial import octal
    >>> kayles = octal("0.77")
    >>> [int(value) for value in kayles.values(12)]
    [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]
    >>> kayles.period(500)
    Period(start=71, length=12, checked=500)
"""

from zermelo.games.impartial.period import Period
from zermelo.games.impartial.rules import GrundysGame, HeapRule, Octal, Subtraction, nim_rule, octal, subtraction
from zermelo.games.impartial.theory import GrundyAnalysis, analysis, in_normal_play

__all__ = [
    "GrundyAnalysis",
    "GrundysGame",
    "HeapRule",
    "Octal",
    "Period",
    "Subtraction",
    "analysis",
    "in_normal_play",
    "nim_rule",
    "octal",
    "subtraction",
]
