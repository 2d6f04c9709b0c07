"""Task 15: which technique suits a game, and why?"""

import sys

FULL_SEARCH = 10**7
ALPHA_BETA_AT_ITS_BEST = 10**24


def classify(game):
    """A technique with the order of its work, or NOT_APPLICABLE with the assumption of minimax that does not hold."""
    # > # TODO: Ask in this order. Hidden information, one player, not zero-sum, more than two players: NOT_APPLICABLE with
    # > # the assumption that is broken: perfect-information, two-players or zero-sum. Chance: EXPECTIMINIMAX O((bc)^d). A
    # > # closed form: SPRAGUE_GRUNDY O(n). At most FULL_SEARCH leaves, branching to the power of depth: MINIMAX_FULL
    # > # O(b^d). A good evaluation, or at most ALPHA_BETA_AT_ITS_BEST leaves: ALPHA_BETA O(b^(d/2)). Otherwise MCTS O(sd).
    # > return "NOT_APPLICABLE"
    if game["hidden"] == "yes":
        return "NOT_APPLICABLE perfect-information"
    if game["players"] == "1":
        return "NOT_APPLICABLE two-players"
    if game["zero_sum"] == "no":
        return "NOT_APPLICABLE zero-sum"
    if game["players"] != "2":
        return "NOT_APPLICABLE two-players"
    if game["chance"] == "yes":
        return "EXPECTIMINIMAX O((bc)^d)"
    if game["closed_form"] == "yes":
        return "SPRAGUE_GRUNDY O(n)"
    leaves = int(game["branching"]) ** int(game["depth"])
    if leaves <= FULL_SEARCH:
        return "MINIMAX_FULL O(b^d)"
    if game["evaluation"] == "good" or leaves <= ALPHA_BETA_AT_ITS_BEST:
        return "ALPHA_BETA O(b^(d/2))"
    return "MCTS O(sd)"
    # <


for line in sys.stdin:
    print(classify(dict(word.split("=") for word in line.split())))
