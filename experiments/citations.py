"""The texts that the studies' questions and claims come from, in Markdown."""

from __future__ import annotations

from typing import Final

CHAN: Final = (
    "[*From Apple Trees to Search Trees*]"
    "(https://choonyongchan.github.io/thoughtsofaservant/algorithms/from-apple-trees-to-search-trees/) "
    "(Choonyong Chan, 30 June 2026)"
)
"""Seven algorithms, a benchmark on four boards, and open questions."""

SCORING: Final = "a blog post on minimax with a heuristic score for tic-tac-toe (author and date unknown)"

ROOT_ROATCH: Final = "*Optimizing Minimax* (Alex Root-Roatch, 25 June 2024)"
"""Self-play on 3x3 and 4x4 with a depth limit and rules for the first moves."""

AUDENIS: Final = "*Mastering Minimax: Building a Perfect Tic Tac Toe AI* (Josep Audenis, 11 September 2025)"

PRACTICE_TASKS: Final = (
    "[*Minimax and Alpha-Beta Pruning: Practice Tasks*](https://senior-stack.uz/Roadmap/Data/"
    "datastructures-and-algorithms/13-dynamic-programming/19-minimax-alpha-beta/tasks/) (author and date unknown)"
)
