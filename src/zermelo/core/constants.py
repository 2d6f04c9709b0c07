"""Constants of the game contract, and limits and defaults that several packages share."""

from __future__ import annotations

from typing import Final

MAX_DEPTH: Final = (1 << 13) - 1

MAX_ACTIONS: Final = (1 << 16) - 2

MAX_PRIORITY: Final = (1 << 20) - 1

DEFAULT_MEMORY: Final = 1 << 30

DEFAULT_INTERVAL: Final = 600.0
"""Seconds between two checkpoints."""

NONE: Final = -1
"""No action: `forced` returns it if no move is forced, and searches use it where no move is known."""

UNBOUNDED: Final = 1 << 31
"""Larger than every reward: `bounds` returns it, or its negative, for a side on which nothing is proved."""

ALTERNATES: Final = -1
"""`to_move` returns it if the players simply take turns."""
