"""Integers to fill boards with."""

from __future__ import annotations

from hypothesis import strategies as st


def values(width: int) -> st.SearchStrategy[int]:
    """Integers of at most `width` bits, those at the edges often."""
    highest = (1 << width) - 1
    return st.one_of(st.integers(0, highest), st.sampled_from([0, 1, highest, highest - 1 & highest, 1 << (width - 1)]))
