"""The benchmark task: how far the order of moves takes alpha-beta, from b^d leaves towards its square root."""

import sys

INFINITY = 10**9
SPREAD = 1_000_000
MASK = 2**64 - 1


def splitmix64(seed):
    """The outputs of SplitMix64."""
    while True:
        seed = (seed + 0x9E3779B97F4A7C15) & MASK
        mixed = ((seed ^ (seed >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & MASK
        yield mixed ^ (mixed >> 31)


def build_tree(branching, depth, numbers):
    """A leaf's value for the player at the root; or the list of a node's children."""
    if depth == 0:
        return next(numbers) % (2 * SPREAD + 1) - SPREAD
    return [build_tree(branching, depth - 1, numbers) for _ in range(branching)]


def ordered(tree, maximizing, best_first):
    """The tree with the children of each node in order of their values, and its value."""
    # > # TODO: A leaf is its own value. Otherwise order the children themselves first, then sort them by their values,
    # > # equals in their old order: the best for the player to move first, or last. `maximizing` changes from level to
    # > # level.
    # > return tree, 0
    if not isinstance(tree, list):
        return tree, tree
    children = [ordered(child, not maximizing, best_first) for child in tree]
    children.sort(key=lambda child: child[1], reverse=maximizing == best_first)
    values = [value for _, value in children]
    return [child for child, _ in children], max(values) if maximizing else min(values)
    # <


class Search:
    """Alpha-beta that counts leaves."""

    def __init__(self):
        self.leaves = 0

    def alphabeta(self, tree, alpha, beta, maximizing):
        """The value for the player at the root."""
        # > # TODO: Count leaves. At the other nodes take the best value of the children, for the one who maximizes or
        # > # minimizes there, narrow the window as you go, and stop when alpha and beta meet.
        # > return 0
        if not isinstance(tree, list):
            self.leaves += 1
            return tree
        best = -INFINITY if maximizing else INFINITY
        for child in tree:
            value = self.alphabeta(child, alpha, beta, not maximizing)
            if maximizing:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best
        # <


for line in sys.stdin:
    branching, depth, seed = (int(word) for word in line.split())
    tree = build_tree(branching, depth, splitmix64(seed))
    leaves, value = [], 0
    for shape in (ordered(tree, True, best_first=False)[0], tree, ordered(tree, True, best_first=True)[0]):
        search = Search()
        value = search.alphabeta(shape, -INFINITY, INFINITY, True)
        leaves.append(search.leaves)
    minimal = branching ** ((depth + 1) // 2) + branching ** (depth // 2) - 1
    print(value, *leaves, minimal, branching**depth)
