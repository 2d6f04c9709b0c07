"""Functions of `words` for whole arrays of NumPy."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from zermelo.core.words import SIGN


def mix_all(words: NDArray[np.int64]) -> NDArray[np.int64]:
    mixed = words.view(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    return ((mixed ^ (mixed >> np.uint64(32))) & np.uint64(SIGN - 1)).astype(np.int64)


def hash_rows(rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """`hash_words` of each row of words: shape (n, words) in, (n,) out."""
    mixed = np.zeros(len(rows), np.uint64)
    for column in rows.view(np.uint64).T:
        mixed = mixed ^ column
        mixed = (mixed ^ (mixed >> np.uint64(33))) * np.uint64(0xFF51AFD7ED558CCD)
        mixed = (mixed ^ (mixed >> np.uint64(33))) * np.uint64(0xC4CEB9FE1A85EC53)
        mixed = mixed ^ (mixed >> np.uint64(33))
    return (mixed & np.uint64(SIGN - 1)).astype(np.int64)
