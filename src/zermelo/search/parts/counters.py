"""What a search counts, and how it is told to stop."""

from __future__ import annotations

from typing import Final

COUNTERS: Final = (
    "nodes",  # positions visited, the root included
    "leaves",  # of them terminal, or at the depth limit
    "cutoffs",  # nodes left early because a move reached beta
    "first_cutoffs",  # of them by the first move tried
    "probes",  # positions looked for in the table
    "hits",  # of them settled by it
    "bounds",  # nodes settled by a bound that the game proved
    "forced",  # nodes with a forced move
    "researches",  # null-window searches repeated with a wider window
    "passes",  # searches from the root
    "truncated",  # values used that a depth limit had a part in
    "transposed",  # nodes cut by what the table knows of a child
    "noisy",  # nodes beyond the depth limit, entered by noisy moves
    "put_off",  # moves put off because another thread was trying them
    "overtaken",  # nodes left because another thread had settled them, or one above
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
    """The nodes allowed are used up, or somebody asked the search to stop."""


# What a search is told from outside while it runs: the cells of `search.control`.
NODE_LIMIT: Final = 0
"""The value of the NODES counter at which the search stops."""
TO_THE_END: Final = 1
"""1 when no depth limit is below the length of the game."""
ROOT_BEGAN: Final = 2
"""The TRUNCATED counter when the root was begun, for searches that reach a node more than once."""

# What is known of the root: the cells of `search.root`.
ROOT_ACTION: Final = 0
"""The best action so far, or NONE."""
ROOT_LOWER: Final = 1
ROOT_UPPER: Final = 2
"""Bounds on the root's score that this search has proved, if nothing was truncated by then."""
ROOT_TRUNCATED: Final = 3
"""The TRUNCATED counter when the bounds were last improved."""

# The estimate of algorithms that give one: the cells of `search.estimate`.
POINTS: Final = 0
POINTS_PER_REWARD: Final = 1
"""How many points make a reward of 1; 0 where there is no estimate."""

# The random numbers of a search: the cells of `search.dice`.
SEED: Final = 0
DRAWN: Final = 1
"""How many have been drawn."""
