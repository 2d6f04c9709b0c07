"""How boards, plies, engines that move first, and scores are told."""

from __future__ import annotations


def board_name(side: int) -> str:
    """As 3x3."""
    return f"{side}x{side}"


def in_plies(count: int) -> str:
    """As 1 ply, 2 plies."""
    return f"{count} {'ply' if count == 1 else 'plies'}"


def order_name(first: bool) -> str:
    """Which of the two an engine is."""
    return "moving first" if first else "moving second"


def scores_name(scaled: bool) -> str:
    """What wins are worth to an engine."""
    return "fast wins preferred" if scaled else "wins alike"
