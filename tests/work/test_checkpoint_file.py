"""A checkpoint file has one whole generation at every moment; one that cannot be gone on from is refused, and left."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest

from tests.support.refusals import contents, one_sentence
from zermelo import Solver, solve
from zermelo.core.errors import BadCheckpoint
from zermelo.games import connect
from zermelo.solver.search_checkpoint import arrays_of
from zermelo.work.checkpoint import CheckpointFile
from zermelo.work.checkpoint_format import FORMAT, MAGIC, PREFIX, Damaged, _header_digest, read

WORK: Final = {"work": "counting sheep", "field": "the northern one"}
ARRAYS: Final = {
    "sheep": np.arange(3000, dtype=np.int64).reshape(1000, 3),
    "wool": np.linspace(0, 1, 7),
    "black": np.array([True, False, True]),
    "lambs": np.zeros((0, 4), np.uint8),
}
FACTS: Final = {"counted": 3000, "asleep": False, "shepherd": "Ernst", "dog": None}


def saved(path: Path, times: int = 1) -> None:
    with CheckpointFile(path, WORK) as file:
        for time_ in range(times):
            file.save({**FACTS, "time": time_}, ARRAYS)


def refusal(path: Path, identity: dict[str, str] = WORK, most: int | None = None) -> str:
    """What is said of a file that is refused: one sentence. Everything in its folder is as it was before."""
    before = contents(path.parent)
    with pytest.raises(BadCheckpoint) as told:
        CheckpointFile(path, identity, most)
    assert contents(path.parent) == before
    assert one_sentence(str(told.value)), told.value
    return str(told.value)


# --- the file ---------------------------------------------------------------------------------------------------------


def test_what_was_kept_is_there_again(tmp_path: Path) -> None:
    saved(tmp_path / "work")
    with CheckpointFile(tmp_path / "work", WORK) as file:
        assert file.kept is not None
        assert file.note == ""
        assert file.kept.facts == {**FACTS, "time": 0}
        assert list(file.kept.arrays) == list(ARRAYS)
        for name, array in ARRAYS.items():
            assert file.kept.arrays[name].dtype == array.dtype
            assert np.array_equal(file.kept.arrays[name], array)
        assert file.kept.bytes == sum(array.nbytes for array in ARRAYS.values())


SPARSE: Final = [
    (1 << 18, 0.05),
    (1 << 18, 0.6),
    (1 << 18, 0.0),
    (300_000, 0.03),
    (300_001, 0.9),
    (300_007, 0.999),
    (70_000, 1.0),
]


def sparse(rows: int, share: float) -> Any:
    """Rows of numbers, many of which are zeros; some have one number only, in any place."""
    rng = np.random.default_rng(rows)
    array = rng.integers(-(1 << 62), 1 << 62, (rows, 3))
    array[rng.random((rows, 3)) < 0.1] = 0
    array[rng.random(rows) >= share] = 0
    return array


@pytest.mark.parametrize(("rows", "share"), SPARSE)
def test_rows_of_zeros_are_not_kept_and_are_there_again(tmp_path: Path, rows: int, share: float) -> None:
    array = sparse(rows, share)
    with CheckpointFile(tmp_path / "work", WORK) as file:
        file.save(FACTS, {**ARRAYS, "table": array, "lambs": ARRAYS["lambs"]})
    size = (tmp_path / "work").stat().st_size
    known = np.count_nonzero(array.any(axis=1))
    assert size < min(known * 24 + rows / 8, array.nbytes) + 40_000
    with CheckpointFile(tmp_path / "work", WORK) as file:
        assert file.kept is not None
        assert np.array_equal(file.kept.arrays["table"], array)
        assert np.array_equal(file.kept.arrays["sheep"], ARRAYS["sheep"])
        assert file.kept.bytes == array.nbytes + sum(each.nbytes for each in ARRAYS.values())
    with pytest.raises(BadCheckpoint, match=rf"holds \d+ bytes, but only {array.nbytes} are allowed"):
        CheckpointFile(tmp_path / "work", WORK, most=array.nbytes)


@pytest.mark.long
def test_a_checkpoint_is_as_large_as_what_is_known_and_not_as_the_table(tmp_path: Path) -> None:
    """It once held the whole table, most of which had just been added and was empty."""
    game, path = connect(5, 5, 4).without("bounds", "relevance"), tmp_path / "work"
    found = solve(game, nodes=40_000, deepening=False, compiled=True, checkpoint=path)
    with CheckpointFile(tmp_path / "other", WORK) as file:
        array = sparse(1 << 22, 0.01)
        file.save(FACTS, {"table": array})
    assert (tmp_path / "other").stat().st_size < array.nbytes / 40
    kept = arrays_of(Solver(game, compiled=True).search)
    others = sum(array.nbytes for name, array in kept.items() if name != "table")
    assert path.stat().st_size < others + found.counters["nodes"] * 40 + found.table_bytes / 100 + 40_000


@pytest.mark.parametrize("wrong", ["count", "beyond"])
def test_bits_that_do_not_tell_the_rows_are_damage(tmp_path: Path, wrong: str) -> None:
    array = sparse(300_001, 0.1)
    with CheckpointFile(tmp_path / "work", WORK) as file:
        file.save(FACTS, {"table": array})
    data = (tmp_path / "work").read_bytes()
    length = PREFIX.unpack(data[: PREFIX.size])[3]
    told = json.loads(data[PREFIX.size : PREFIX.size + length])
    stored = bytearray(data[PREFIX.size + length :])
    last = -(-300_001 // 8) - 1
    if wrong == "count":
        stored[0] ^= 1
    else:  # a bit moved beyond the last row
        place = next(at for at in range(last) if stored[at] & 1)
        stored[place] ^= 1
        stored[last] ^= 1
    told["arrays"][0][3] = hashlib.sha256(stored).hexdigest()
    (tmp_path / "work").write_bytes(crafted(told, more=bytes(stored)))
    assert "its table does not match the header" in refusal(tmp_path / "work")


def test_nothing_is_there_at_first_and_nothing_is_left_behind(tmp_path: Path) -> None:
    with CheckpointFile(tmp_path / "work", WORK) as file:
        assert file.kept is None
    assert contents(tmp_path) == {}


def test_two_generations_are_kept(tmp_path: Path) -> None:
    saved(tmp_path / "work", times=3)
    assert set(contents(tmp_path)) == {"work", "work.old"}
    assert read(tmp_path / "work", WORK).facts["time"] == 2
    assert read(tmp_path / "work.old", WORK).facts["time"] == 1


@pytest.mark.parametrize("harm", ["bit", "cut", "empty", "missing"])
def test_the_older_generation_is_taken_when_the_newest_is_not_whole(tmp_path: Path, harm: str) -> None:
    path = tmp_path / "work"
    saved(path, times=2)
    data = path.read_bytes()
    if harm == "missing":
        path.unlink()
    else:
        path.write_bytes({"bit": data[:-1] + bytes([data[-1] ^ 1]), "cut": data[:-1], "empty": b""}[harm])
    with CheckpointFile(path, WORK) as file:
        assert file.kept is not None
        assert file.kept.facts["time"] == 0
        assert "work.old" in file.note
        assert one_sentence(file.note)
        file.save({"time": 7}, ARRAYS)  # what is damaged never takes the place of what is whole
        assert read(path, WORK).facts["time"] == 7
        assert read(file.older, WORK).facts["time"] == 0
        file.save({"time": 8}, ARRAYS)
    assert read(path, WORK).facts["time"] == 8
    assert read(tmp_path / "work.old", WORK).facts["time"] == 7


def test_when_both_generations_are_damaged_both_are_named(tmp_path: Path) -> None:
    path = tmp_path / "work"
    saved(path, times=2)
    for file in (path, tmp_path / "work.old"):
        file.write_bytes(file.read_bytes()[:-1])
    told = refusal(path)
    assert "work'" in told
    assert "work.old'" in told


def time_in(folder: Path) -> int:
    """The time told by the newest whole generation in a copy of the folder, as if the process had been killed there."""
    with tempfile.TemporaryDirectory() as place:
        copy = Path(place) / "copy"
        shutil.copytree(folder, copy)
        with CheckpointFile(copy / "work", WORK) as file:
            assert file.kept is not None
            return int(file.kept.facts["time"])


def test_at_every_moment_one_generation_is_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Looked at before and after every step that changes the folder."""
    saved(tmp_path / "work", times=2)
    moments: list[int] = []
    looking: list[bool] = []

    def watched(step: Callable[..., Any]) -> Callable[..., Any]:
        def run(*given: Any, **named: Any) -> Any:
            if looking:
                return step(*given, **named)
            looking.append(True)
            moments.append(time_in(tmp_path))
            done = step(*given, **named)
            moments.append(time_in(tmp_path))
            looking.clear()
            return done

        return run

    with CheckpointFile(tmp_path / "work", WORK) as file:
        for place, name in ((Path, "replace"), (Path, "unlink"), (os, "fsync")):
            monkeypatch.setattr(place, name, watched(getattr(place, name)))
        file.save({"time": 2}, ARRAYS)
        monkeypatch.undo()
    assert (moments[0], moments[-1]) == (1, 2)
    assert len(moments) >= 10


@pytest.mark.parametrize("failing", ["write", "fsync", "first rename", "second rename"])
def test_a_write_that_fails_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    path = tmp_path / "work"
    saved(path, times=2)
    calls: list[str] = []

    def full(*_given: Any, **_named: Any) -> Any:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def renamed(self: Path, target: Path) -> Path:
        calls.append("rename")
        if len(calls) == (1 if failing == "first rename" else 2):
            full()
        os.rename(self, target)
        return target

    with CheckpointFile(path, WORK) as file:
        if failing == "write":
            monkeypatch.setattr("zermelo.work.checkpoint_format._bytes_of", full)
        elif failing == "fsync":
            monkeypatch.setattr(os, "fsync", full)
        else:
            monkeypatch.setattr(Path, "replace", renamed)
        with pytest.raises(OSError, match="No space"):
            file.save({"time": 9}, ARRAYS)
        monkeypatch.undo()
        assert time_in(tmp_path) == 1
        file.save({"time": 10}, ARRAYS)
    assert time_in(tmp_path) == 10


# --- what is refused ----------------------------------------------------------------------------------------------------


def harmed(data: bytes) -> Iterator[tuple[str, bytes]]:
    """Two hundred ways for a file to be spoilt."""
    rng = random.Random("harm")
    header = PREFIX.size + PREFIX.unpack(data[: PREFIX.size])[3]
    places = [
        *range(len(MAGIC), PREFIX.size),  # every byte of the prefix
        *(rng.randrange(PREFIX.size, header) for _ in range(45)),
        *(rng.randrange(header, len(data)) for _ in range(45)),
    ]
    for place in places:
        yield f"bit {place}", data[:place] + bytes([data[place] ^ (1 << rng.randrange(8))]) + data[place + 1 :]
    for length in (1, 11, 12, PREFIX.size - 1, PREFIX.size, header - 1, header, header + 1, len(data) - 1):
        yield f"cut {length}", data[:length]
    for _ in range(30):
        length = rng.randrange(1, len(data))
        yield f"cut {length}", data[:length]
    yield "longer", data + b"\0"
    yield "twice", data + data
    for _ in range(15):
        start = rng.randrange(PREFIX.size, len(data) - 9)
        yield f"gap at {start}", data[:start] + data[start + 8 :]
        yield f"zeros at {start}", data[:start] + bytes(8) + data[start + 8 :]


@pytest.mark.parametrize("small", [1 << 20, 1], ids=["whole", "without rows of zeros"])
def test_two_hundred_damaged_checkpoints_are_refused_and_left_as_they_are(
    tmp_path: Path, small: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zermelo.work.checkpoint_format.SMALL", small)
    path = tmp_path / "work"
    with CheckpointFile(path, WORK) as file:
        file.save(FACTS, {**ARRAYS, "flock": ARRAYS["sheep"] * (np.arange(1000) % 7 == 0)[:, None]})
    data = path.read_bytes()
    told = 0
    for name, spoilt in harmed(data):
        if spoilt == data:
            continue
        path.write_bytes(spoilt)
        assert "damaged" in refusal(path), name
        told += 1
    assert told >= 190


def crafted(told: Any, form: int = FORMAT, more: bytes = b"") -> bytes:
    """A file with a true digest of a header that lies."""
    text = told if isinstance(told, bytes) else json.dumps(told).encode()
    return PREFIX.pack(MAGIC, form, _header_digest(form, text), len(text)) + text + more


LIES: Final[dict[str, Any]] = {
    "32 GiB": {"identity": WORK, "facts": {}, "arrays": [["a", "<i8", [1 << 32], "0", None]]},
    "many dimensions": {"identity": WORK, "facts": {}, "arrays": [["a", "<i8", [2] * 35, "0", None]]},
    "less than nothing": {"identity": WORK, "facts": {}, "arrays": [["a", "<i8", [-1], "0", None]]},
    "objects": {"identity": WORK, "facts": {}, "arrays": [["a", "|O", [1], "0", None]]},
    "a record": {"identity": WORK, "facts": {}, "arrays": [["a", "i8,i8", [1], "0", None]]},
    "a length that is none": {"identity": WORK, "facts": {}, "arrays": [["a", "<i8", [True], "0", None]]},
    "rows of no row": {"identity": WORK, "facts": {}, "arrays": [["a", "<i8", [9], "0", 1]]},
    "more rows than there are": {"identity": WORK, "facts": {}, "arrays": [["a", "<i8", [9, 2], "0", 10]]},
    "rows that are no number": {"identity": WORK, "facts": {}, "arrays": [["a", "<i8", [9, 2], "0", "9"]]},
    "rows without their bits": {"identity": WORK, "facts": {}, "arrays": [["a", "<i8", [1 << 40, 2], "0", 0]]},
    "no arrays": {"identity": WORK, "facts": {}},
    "no facts": {"identity": WORK, "arrays": []},
    "a list": [],
    "no JSON": b"{",
    "no text": b"\xff\xfe",
    "deep": b"[" * 100_000,
}


@pytest.mark.parametrize("name", LIES)
def test_a_header_that_lies_is_refused_before_anything_is_read(tmp_path: Path, name: str) -> None:
    (tmp_path / "work").write_bytes(crafted(LIES[name]))
    assert "damaged" in refusal(tmp_path / "work")


def test_a_header_that_is_said_to_be_longer_than_memory_is_refused(tmp_path: Path) -> None:
    (tmp_path / "work").write_bytes(PREFIX.pack(MAGIC, FORMAT, bytes(32), 1 << 62))
    assert "header is longer than the file" in refusal(tmp_path / "work")


def test_what_is_larger_than_allowed_is_refused_before_it_is_read(tmp_path: Path) -> None:
    """The file is a hole of 32 GiB that nobody could read in a second."""
    told = LIES["32 GiB"]
    path = tmp_path / "work"
    path.write_bytes(crafted(told))
    os.truncate(path, path.stat().st_size + (1 << 35))
    started = time.monotonic()
    with pytest.raises(
        BadCheckpoint, match=r"holds 34359738368 bytes, but only 1048576 are allowed: allow more memory"
    ):
        CheckpointFile(path, WORK, most=1 << 20)
    assert time.monotonic() - started < 1


def test_another_format_is_refused(tmp_path: Path) -> None:
    (tmp_path / "work").write_bytes(crafted({}, form=FORMAT + 1))
    assert f"format {FORMAT + 1}; this version of zermelo reads format {FORMAT}" in refusal(tmp_path / "work")


@pytest.mark.parametrize(
    ("name", "data"),
    [("text", b"Dear Ernst,\nhow are you?\n"), ("array", b"\x93NUMPY\x01\x00"), ("picture", b"\x89PNG\r\n\x1a\n")],
)
@pytest.mark.parametrize("suffix", ["", ".old", ".new"])
def test_a_file_that_is_no_checkpoint_is_refused(tmp_path: Path, name: str, data: bytes, suffix: str) -> None:
    """Also where the older generation would be, or the next one is written."""
    (tmp_path / f"{name}{suffix}").write_bytes(data)
    assert "is not a checkpoint and is left unchanged" in refusal(tmp_path / name)


def test_an_empty_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "work").touch()
    assert "delete it, or name another file" in refusal(tmp_path / "work")


def test_a_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "work").mkdir()
    assert "is not a file" in refusal(tmp_path / "work")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names")
def test_a_pipe_is_refused_without_waiting_for_its_other_end(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "work")
    assert "is not a file" in refusal(tmp_path / "work")


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadCheckpoint, match=r"The folder '.*nowhere' does not exist; make it"):
        CheckpointFile(tmp_path / "nowhere" / "work", WORK)


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="there is no folder that nobody can write to")
def test_a_folder_that_cannot_be_written_to_is_refused() -> None:
    with pytest.raises(BadCheckpoint, match="No checkpoint can be written to '/proc"):
        CheckpointFile("/proc/work", WORK)


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize("name", ["a\0b", "x" * 5000])
def test_a_name_that_no_file_can_have_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadCheckpoint) as told:
        CheckpointFile(f"{tmp_path}/{name}", WORK)
    assert str(told.value).endswith(".")


def test_a_link_is_followed_and_stays(tmp_path: Path) -> None:
    link, target = tmp_path / "link", tmp_path / "there" / "work"
    target.parent.mkdir()
    link.symlink_to(target)
    saved(link, times=2)
    assert link.is_symlink()
    assert set(contents(target.parent)) == {"work", "work.old"}


def test_a_link_to_itself_is_refused(tmp_path: Path) -> None:
    (tmp_path / "work").symlink_to(tmp_path / "work")
    with pytest.raises(BadCheckpoint) as told:
        CheckpointFile(tmp_path / "work", WORK)
    assert one_sentence(str(told.value))


@pytest.mark.parametrize(
    ("identity", "told"),
    [
        ({**WORK, "work": "counting goats"}, "its work is 'counting sheep', and should be 'counting goats'"),
        ({**WORK, "field": "x" * 1000}, "its field is 'the northern one', and should be 'xxx"),
        ({**WORK, "weather": "rain"}, "its weather is missing, and should be 'rain'"),
        ({"work": WORK["work"]}, "its field is 'the northern one', and should be none"),
    ],
)
def test_the_checkpoint_of_other_work_is_refused(tmp_path: Path, identity: dict[str, str], told: str) -> None:
    saved(tmp_path / "work", times=2)
    assert told in refusal(tmp_path / "work", identity)


@pytest.mark.long
def test_a_checkpoint_is_for_one_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "work"
    with CheckpointFile(path, WORK) as file:
        file.save(FACTS, ARRAYS)
        with pytest.raises(BadCheckpoint, match="is in use by another process"):
            CheckpointFile(path, WORK)
        code = f"from zermelo.work.checkpoint import CheckpointFile\nCheckpointFile({str(path)!r}, {WORK!r})"
        other = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
        assert "is in use by another process; wait until that ends, or name another file." in other.stderr
    saved(path)


def test_the_lock_of_a_process_that_was_killed_is_taken_over(tmp_path: Path) -> None:
    (tmp_path / ".work.lock").touch()
    saved(tmp_path / "work")
    assert set(contents(tmp_path)) == {"work"}


def test_reading_says_what_is_damaged(tmp_path: Path) -> None:
    saved(tmp_path / "work")
    data = bytearray((tmp_path / "work").read_bytes())
    data[-1] ^= 1
    (tmp_path / "work").write_bytes(bytes(data))
    with pytest.raises(Damaged, match="its black does not match the header"):
        read(tmp_path / "work", WORK)
