"""The rules of games once more, in plain Python, apart from the games: what the checkers of certificates go by.

modules/ holds one for each family; `library` says which is whose, `sums` writes those of sums, `comparison` plays
game and module side by side.
"""

from zermelo.games.rules.comparison import FUNCTIONS, disagreement, load
from zermelo.games.rules.library import OURS, Ruling, module_with, ruling_for
from zermelo.games.rules.sums import rules_of_sum

__all__ = ["FUNCTIONS", "OURS", "Ruling", "disagreement", "load", "module_with", "rules_of_sum", "ruling_for"]
