"""Task 15: which technique suits a game, and why?"""

import sys

FULL_SEARCH = 10**7
ALPHA_BETA_AT_ITS_BEST = 10**24


def classify(game):
    """A technique with the order of its work, or NOT_APPLICABLE with the assumption of minimax that does not hold."""
    # TODO: Ask in this order. Hidden information, one player, not zero-sum, more than two players: NOT_APPLICABLE with
    # the assumption that is broken: perfect-information, two-players or zero-sum. Chance: EXPECTIMINIMAX O((bc)^d). A
    # closed form: SPRAGUE_GRUNDY O(n). At most FULL_SEARCH leaves, branching to the power of depth: MINIMAX_FULL
    # O(b^d). A good evaluation, or at most ALPHA_BETA_AT_ITS_BEST leaves: ALPHA_BETA O(b^(d/2)). Otherwise MCTS O(sd).
    return "NOT_APPLICABLE"


for line in sys.stdin:
    print(classify(dict(word.split("=") for word in line.split())))
