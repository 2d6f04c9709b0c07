"""Rules modules: the rules of games in plain Python, independent of the games, for the checkers of certificates.

modules/ has one for each family of games. `library` finds the module of a game, or writes that of a sum, and
`comparison` plays a game and its module side by side.
"""

from zermelo.games.rules.comparison import FUNCTIONS, disagreement, load
from zermelo.games.rules.library import BUILT_IN, RulesModule, module_with, rules_module_for, rules_of_sum

__all__ = [
    "BUILT_IN",
    "FUNCTIONS",
    "RulesModule",
    "disagreement",
    "load",
    "module_with",
    "rules_module_for",
    "rules_of_sum",
]
