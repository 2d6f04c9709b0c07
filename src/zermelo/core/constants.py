"""Constants of the contract, and limits and defaults that several parts share."""

from __future__ import annotations

from typing import Final

MAX_DEPTH: Final = (1 << 13) - 1

MAX_ACTIONS: Final = (1 << 16) - 2

DEFAULT_MEMORY: Final = 1 << 30

DEFAULT_INTERVAL: Final = 600.0
"""Seconds between two checkpoints."""

NONE: Final = -1
"""No action: what `forced` returns when no reply is forced, and the searches where no move is known."""

UNBOUNDED: Final = 1 << 31
"""Beyond every reward: what `bounds` returns, with its sign, on the side where nothing is proved."""

ALTERNATES: Final = -1
"""What `to_move` returns when the players simply take turns."""
