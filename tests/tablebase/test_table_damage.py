"""Damaged tables, and folders that hold no table, are recognised."""

from __future__ import annotations

import dataclasses
import random
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.support.tables import made, resealed, sealed, told, verified
from zermelo import game_named, open_table, solve, tabulate
from zermelo.core.errors import BadTable
from zermelo.games import mnk
from zermelo.tablebase.manifest import MANIFEST, Manifest, read_manifest
from zermelo.tablebase.verify import verify_table


# --- damage ------------------------------------------------------------------------------------------------------------
@pytest.mark.long
def test_a_table_is_verified(table: Path) -> None:
    assert verified(table) == (
        0,
        "CONSISTENT: mnk(3,3,3): all 765 positions agree with the rules and their successors.",
    )


@pytest.mark.parametrize("name", ["manifest.json", "codes", "scores"])
def test_every_flipped_bit_and_every_cut_is_found(name: str, table: Path) -> None:
    whole = (table / name).read_bytes()
    rng = random.Random(name)
    for _ in range(60):
        place = rng.randrange(len(whole))
        flipped = bytes([whole[place] ^ (1 << rng.randrange(8))])
        (table / name).write_bytes(whole[:place] + flipped + whole[place + 1 :])
        code, line = verified(table)
        assert (code, "is damaged" in line) == (2, True)
        (table / name).write_bytes(whole[:place])
        code, line = verified(table)
        assert (code, "is damaged" in line) == (2, True)
    (table / name).unlink()
    code, line = verified(table)
    assert (code, "cannot be read" in line or "is no tablebase" in line) == (2, True)


@pytest.mark.long
def test_swapped_files_are_found(table: Path, tmp_path: Path) -> None:
    made(mnk(3, 4, 3), tmp_path / "other", compiled=True)
    for name in ("codes", "scores"):
        whole = (table / name).read_bytes()
        shutil.copy(tmp_path / "other" / name, table / name)
        assert verified(table)[0] == 2
        (table / name).write_bytes(whole)
    codes, scores = (table / "codes").read_bytes(), (table / "scores").read_bytes()
    (table / "codes").write_bytes(scores)
    (table / "scores").write_bytes(codes)
    assert verified(table)[0] == 2
    with pytest.raises(BadTable, match="is damaged: it has 765 bytes instead of 6120"):
        open_table(table, mnk(3, 3, 3))


@pytest.mark.long
def test_every_wrong_entry_is_found_even_under_right_digests(table: Path) -> None:
    whole = (table / "scores").read_bytes()
    rng = random.Random("wrong")
    for _ in range(40):
        scores = bytearray(whole)
        place = rng.randrange(len(scores))
        scores[place] = (scores[place] + rng.choice([1, -1, 100])) % 256
        (table / "scores").write_bytes(scores)
        resealed(table)
        code, line = verified(table)
        assert (code, line[:18]) == (1, "WRONG: mnk(3,3,3):")


@pytest.mark.long
def test_every_wrong_code_is_found_even_under_right_digests(table: Path) -> None:
    codes = np.fromfile(table / "codes", np.int64)
    scores = np.fromfile(table / "scores", np.int8)
    rng = random.Random("codes")
    for _ in range(20):
        place = rng.randrange(1, len(codes))
        changed = codes.copy()
        changed[[place - 1, place]] = changed[[place, place - 1]]
        changed.tofile(table / "codes")
        resealed(table)
        assert verified(table)[0] == 1
        np.delete(codes, place).tofile(table / "codes")
        np.delete(scores, place).tofile(table / "scores")
        resealed(table, positions=len(codes) - 1, entries=len(codes) - 1)
        assert verified(table)[0] == 1
        scores.tofile(table / "scores")
        resealed_back = dataclasses.replace(read_manifest(table), positions=len(codes), entries=len(codes))
        resealed_back.write(table)


@pytest.mark.usefixtures("plain")
def test_a_dense_table_is_counted(tmp_path: Path) -> None:
    """Numbers that no play comes to may stand in it only as what they are: no positions."""
    game = game_named("subtraction(20,2,4)")
    folder = tmp_path / "table"
    assert len(made(game, folder)) == 11
    assert read_manifest(folder).entries == 21
    assert verify_table(folder, compiled=False).consistent
    assert open_table(folder, game).get(game.parse_position("3")) is None
    resealed(folder, positions=12)
    assert verified(folder) == (
        1,
        "WRONG: subtraction(20,2,4): the table has 11 positions, but its manifest says 12.",
    )


@pytest.mark.usefixtures("undigested")
def test_solve_notices_entries_that_do_not_agree(table: Path) -> None:
    scores = np.fromfile(table / "scores", np.int8)
    (-scores).tofile(table / "scores")
    with pytest.raises(BadTable, match=r"is wrong about .* or a position after it; run `zermelo table verify`"):
        solve(mnk(3, 3, 3), "b2 a2", tables=table)


HOSTILE: list[dict[str, Any]] = [
    {"schema": 2},
    {"schema": True},
    {"game": 5},
    {"positions": "765"},
    {"positions": 1 << 200},
    {"positions": -1},
    {"entries": 1e300},
    {"entries": 1 << 47, "positions": 1 << 47},
    {"best": 0},
    {"longest": None},
    {"dense": "no"},
    {"dense": True},
    {"low": []},
    {"low": 5},
    {"low": [0, 0, 0]},
    {"low": [-(1 << 63), -(1 << 63)], "high": [(1 << 63) - 1, (1 << 63) - 1]},
    {"low": [-(1 << 64), 0]},
    {"high": [[[]], 0]},
    {"root": [1 << 62, 0]},
    {"digests": {"../../scores": "0", "codes": "0"}},
    {"digests": {"scores": "0", "codes": 0}},
    {"digests": [["scores", "0"], ["codes", "0"]]},
    {"digests": "scores"},
    {"path": "../.."},
    {"game": "os:path"},
    {"game": "mnk(99,99,3)"},
    {"game": "nim(mnk(3,3,3))"},
    {"game": "../evil.py:Game"},
    {"code": "0" * 32},
]


@pytest.mark.parametrize("changes", HOSTILE, ids=str)
def test_hostile_manifests_are_refused_in_a_line(changes: dict[str, Any], table: Path) -> None:
    (table / MANIFEST).write_bytes(sealed(told(table, **changes)))
    assert verified(table)[0] == 2


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"[" * 500_000,
        b'{"a":' * 200_000,
        b"5",
        b"[]",
        b"{}",
        b"null",
        b'{"schema": 1, "sha256": 1}',
        b"1" * 100_000,
        b"\xff\xfe",
        b" " * (1 << 21),
    ],
    ids=lambda text: repr(text[:10]),
)
def test_what_is_no_manifest_is_refused_in_a_line(text: bytes, table: Path) -> None:
    (table / MANIFEST).write_bytes(text)
    code, line = verified(table)
    assert (code, "is damaged" in line) == (2, True)


def test_a_manifest_reads_as_it_was_written(tic_tac_toe: Path) -> None:
    manifest = read_manifest(tic_tac_toe)
    assert isinstance(manifest, Manifest)
    assert (tic_tac_toe / MANIFEST).read_bytes() == manifest.text() == sealed(told(tic_tac_toe))


@pytest.mark.long
@pytest.mark.parametrize("all_of", ["scores", "codes"])
def test_a_file_of_zeros_is_refused_when_the_table_is_opened(all_of: str, tmp_path: Path) -> None:
    """Entries that are all the same agree with each other, so that the positions looked up did not tell."""
    tabulate("mnk(3,3,3)", folder=tmp_path / "table")
    path = tmp_path / "table" / all_of
    path.write_bytes(bytes(path.stat().st_size))
    with pytest.raises(BadTable, match="is damaged: its contents do not match its digest"):
        solve("mnk(3,3,3)", "a1 b1", tables=tmp_path)


@pytest.mark.long
@pytest.mark.usefixtures("undigested")
def test_the_reward_of_a_finished_game_is_compared(tmp_path: Path) -> None:
    tabulate("mnk(3,3,3)", folder=tmp_path / "table")
    path = tmp_path / "table" / "scores"
    path.write_bytes(bytes(path.stat().st_size))
    with pytest.raises(BadTable, match="is wrong about"):
        solve("mnk(3,3,3)", "a1 b1 a2 b2", tables=tmp_path)
