"""The counters of a search, the cells that control it, and the cells in which it leaves its results."""

from __future__ import annotations

from typing import Final

COUNTERS: Final = (
    "nodes",  # positions visited, the root included
    "leaves",  # terminal nodes, and nodes evaluated at the depth limit
    "cutoffs",  # nodes left early because a move reached beta
    "first_cutoffs",  # cutoffs by the first move tried
    "probes",  # positions looked up in the table
    "hits",  # probes whose entry made the search of the node unnecessary
    "bounds",  # nodes not searched because of a bound that the game proves
    "forced",  # nodes with a forced move
    "researches",  # searches repeated with a wider window
    "passes",  # searches from the root
    "truncated",  # static evaluations used, and table entries used that depend on one
    "transposed",  # nodes cut off by the table entry of a child
    "noisy",  # nodes past the depth limit, entered by noisy moves
    "put_off",  # moves put off because another thread was searching them
    "overtaken",  # nodes left because another thread had finished them, or a node above
)
(
    NODES,
    LEAVES,
    CUTOFFS,
    FIRST_CUTOFFS,
    PROBES,
    HITS,
    BOUNDS,
    FORCED,
    RESEARCHES,
    PASSES,
    TRUNCATED,
    TRANSPOSED,
    NOISY,
    PUT_OFF,
    OVERTAKEN,
) = range(len(COUNTERS))

UNLIMITED: Final = 1 << 62


class BudgetSpent(Exception):
    """The search has reached its limit of nodes, or has been stopped."""


# The cells of `search.control`, which steer a search.
NODE_LIMIT: Final = 0
"""The value of the NODES counter at which the search stops."""
TO_THE_END: Final = 1
"""1 if the search goes to the end of the game, 0 if a depth limit may cut it short."""
ROOT_BEGAN: Final = 2
"""The TRUNCATED counter when the search of the root began, for searches that visit a node more than once."""

SEVERAL: Final = 3
"""1 if several positions are searched, 0 if there is only one; the cells after this are not used then."""
POSITION: Final = 4
"""The row of `search.found` for the position that is being searched."""
POSITION_BEGAN: Final = 5
"""The TRUNCATED counter when the search of that position began."""
FROM_NOTHING: Final = 6
"""1 if each position is searched with an empty table, 0 if they share what is in it."""

# The cells of `search.root`: the results for the root.
ROOT_ACTION: Final = 0
"""The best action so far, or NONE."""
ROOT_LOWER: Final = 1
ROOT_UPPER: Final = 2
"""Bounds on the root's score, proved if nothing was truncated by then."""
ROOT_TRUNCATED: Final = 3
"""The TRUNCATED counter when the bounds were last improved."""

AT_ONCE: Final = 256
"""The number of rows of `search.found`, one for each of several positions."""

# The columns of `search.found`.
SCORE: Final = 0
ACTION: Final = 1
VISITED: Final = 2
"""The NODES counter when the search of the position ended."""

# The cells of `search.estimate`: the estimate of the root's reward, from algorithms that make one.
POINTS: Final = 0
POINTS_PER_REWARD: Final = 1
"""How many points make a reward of 1; 0 if there is no estimate."""

# The cells of `search.dice`: the state of the random numbers.
SEED: Final = 0
DRAWN: Final = 1
"""How many random numbers have been drawn."""
