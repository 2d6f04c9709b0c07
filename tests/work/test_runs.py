"""Runs of sorted rows: sorting, and leaving out what other runs hold, against sets of tuples."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from zermelo.work.runs import Rows, in_order, order, without, written

EXTREMES = [-(1 << 63), -(1 << 62), -1, 0, 1, (1 << 62), (1 << 63) - 1]


def some_rows(seed: int, count: int, columns: int, *, wide: bool) -> Rows:
    rng = np.random.default_rng(seed)
    if wide:
        return rng.choice(np.array(EXTREMES, np.int64), (count, columns))
    return rng.integers(-20, 20, (count, columns), np.int64)


def as_tuples(rows: Rows) -> list[tuple[int, ...]]:
    return [tuple(row) for row in rows.tolist()]


@pytest.mark.parametrize("wide", [False, True])
@pytest.mark.parametrize("columns", [1, 2, 3])
@pytest.mark.parametrize("count", [0, 1, 2, 50])
def test_rows_are_sorted_like_tuples(count: int, columns: int, wide: bool) -> None:
    rows = some_rows(count, count, columns, wide=wide)
    assert as_tuples(in_order(rows)) == as_tuples(rows[order(rows)]) == sorted(as_tuples(rows))


@pytest.mark.parametrize("wide", [False, True])
@pytest.mark.parametrize(("columns", "words"), [(1, 1), (2, 2), (3, 2), (2, 1)])
def test_what_other_runs_hold_is_left_out(
    columns: int, words: int, wide: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zermelo.work.runs.BLOCK", 5)
    for seed in range(20):
        new, *olds = (in_order(some_rows(3 * seed + part, 8, columns, wide=wide)) for part in range(3))
        runs = [
            written(tmp_path, f"run-{part}", columns, [old[: 2 * seed]], lasting=False) for part, old in enumerate(olds)
        ]
        held = {row[:words] for old in olds for row in as_tuples(old[: 2 * seed])}
        found = [row for rows in without([new[:3], new[3:]], runs, words) for row in as_tuples(rows)]
        assert found == [row for row in as_tuples(new) if row[:words] not in held]
