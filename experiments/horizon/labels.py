"""Labels of boards, plies and engines in tables and plots."""

from __future__ import annotations


def board_name(side: int) -> str:
    """As `3x3`."""
    return f"{side}x{side}"


def in_plies(count: int) -> str:
    """As `1 ply` or `2 plies`."""
    return f"{count} {'ply' if count == 1 else 'plies'}"


def order_name(first: bool) -> str:
    """Whether an engine moves first or second."""
    return "moving first" if first else "moving second"


def scores_name(scaled: bool) -> str:
    """Whether an engine prefers fast wins."""
    return "fast wins preferred" if scaled else "wins alike"
