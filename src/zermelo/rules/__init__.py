"""The rules of games once more, in plain Python, apart from the games: what the checkers of certificates go by.

modules/ holds one for each family; `library` says which is whose, `comparison` plays game and module side by side.
"""

from zermelo.rules.comparison import disagreement, load
from zermelo.rules.library import OURS, Ruling, module_with, ruling_for

__all__ = ["OURS", "Ruling", "disagreement", "load", "module_with", "ruling_for"]
