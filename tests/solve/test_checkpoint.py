"""Long work goes on after whatever ended it; and a file that cannot be gone on from is refused, and left as it is."""

from __future__ import annotations

import dataclasses
import errno
import hashlib
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest
from click.testing import CliRunner

from tests.support.processes import signalled
from zermelo import Game, Solver, Trace, capture, connect, einstein, lines, mnk, nim, solve
from zermelo.checkpoint import FORMAT, MAGIC, PREFIX, CheckpointFile, Damaged, _header_digest, read
from zermelo.cli import main
from zermelo.cli.progress import clock, described
from zermelo.errors import BadCheckpoint, BadOption, NotSupported, ZermeloError
from zermelo.result import Result
from zermelo.resume import SHARE, Keeper, arrays_of, identity_of
from zermelo.run import Progress
from zermelo.search import ALGORITHMS
from zermelo.search.moves import SortedOrder

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


def contents(folder: Path) -> dict[str, Any]:
    """All that is in a folder."""
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None
        for path in sorted(folder.rglob("*"))
    }


def refusal(path: Path, identity: dict[str, str] = WORK, most: int | None = None) -> str:
    """What is said of a file that is refused: one sentence. Everything in its folder is as it was before."""
    before = contents(path.parent)
    with pytest.raises(BadCheckpoint) as told:
        CheckpointFile(path, identity, most)
    assert contents(path.parent) == before
    assert one_sentence(str(told.value)), told.value
    return str(told.value)


def one_sentence(text: str) -> bool:
    return 20 < len(text) < 400 and text.endswith(".") and not re.search(r"\w\. |\n", text)


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
    with pytest.raises(BadCheckpoint, match=rf"holds \d+ bytes, and {array.nbytes} are allowed"):
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
    assert "its table is not what was written" in refusal(tmp_path / "work")


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
            monkeypatch.setattr("zermelo.checkpoint._bytes_of", full)
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
    monkeypatch.setattr("zermelo.checkpoint.SMALL", small)
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
    with pytest.raises(BadCheckpoint, match=r"holds 34359738368 bytes, and 1048576 are allowed: allow more memory"):
        CheckpointFile(path, WORK, most=1 << 20)
    assert time.monotonic() - started < 1


def test_another_format_is_refused(tmp_path: Path) -> None:
    (tmp_path / "work").write_bytes(crafted({}, form=FORMAT + 1))
    assert f"format {FORMAT + 1}, and this is format {FORMAT}" in refusal(tmp_path / "work")


@pytest.mark.parametrize(
    ("name", "data"),
    [("text", b"Dear Ernst,\nhow are you?\n"), ("array", b"\x93NUMPY\x01\x00"), ("picture", b"\x89PNG\r\n\x1a\n")],
)
@pytest.mark.parametrize("suffix", ["", ".old", ".new"])
def test_a_file_that_is_no_checkpoint_is_refused(tmp_path: Path, name: str, data: bytes, suffix: str) -> None:
    """Also where the older generation would be, or the next one is written."""
    (tmp_path / f"{name}{suffix}").write_bytes(data)
    assert "is no checkpoint, and is left as it is" in refusal(tmp_path / name)


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
    with pytest.raises(BadCheckpoint, match=r"The folder '.*nowhere' is not there; make it"):
        CheckpointFile(tmp_path / "nowhere" / "work", WORK)


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="there is no folder that nobody can write to")
def test_a_folder_that_cannot_be_written_to_is_refused() -> None:
    with pytest.raises(BadCheckpoint, match="No checkpoint can be written to '/proc"):
        CheckpointFile("/proc/work", WORK)


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
        ({**WORK, "work": "counting goats"}, "its work is 'counting sheep', and 'counting goats' is asked for"),
        ({**WORK, "field": "x" * 1000}, "its field is 'the northern one', and 'xxx"),
        ({**WORK, "weather": "rain"}, "its weather is not told, and 'rain' is asked for"),
        ({"work": WORK["work"]}, "its field is 'the northern one', and none is asked for"),
    ],
)
def test_the_checkpoint_of_other_work_is_refused(tmp_path: Path, identity: dict[str, str], told: str) -> None:
    saved(tmp_path / "work", times=2)
    assert told in refusal(tmp_path / "work", identity)


def test_a_checkpoint_is_for_one_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "work"
    with CheckpointFile(path, WORK) as file:
        file.save(FACTS, ARRAYS)
        with pytest.raises(BadCheckpoint, match="is in use by another process"):
            CheckpointFile(path, WORK)
        code = f"from zermelo.checkpoint import CheckpointFile\nCheckpointFile({str(path)!r}, {WORK!r})"
        other = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
        assert "is in use by another process; wait for its end, or name another file." in other.stderr
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
    with pytest.raises(Damaged, match="its black is not what was written"):
        read(tmp_path / "work", WORK)


# --- a search that goes on ----------------------------------------------------------------------------------------------


def in_pieces(path: Path, game: Game[Any], position: str | None = None, *, nodes: int, **options: Any) -> list[Result]:
    """What one call after the other says, each with few nodes, until the search is complete."""
    lives: list[Result] = []
    while not lives or lives[-1].stopped == "nodes":
        lives.append(solve(game, position, nodes=nodes, checkpoint=path, **options))
        assert len(lives) < 400
    return lives


RESUMABLE: Final = [
    name
    for name, algorithm in ALGORITHMS.items()
    if algorithm.memory != "none" and not algorithm.keeps_tree and not algorithm.chance
]


@pytest.mark.sampled("minimax-outcome", "negascout-outcome", "mtdf-outcome", "sss-outcome")
@pytest.mark.parametrize("objective", ["outcome", "distance"])
@pytest.mark.parametrize("algorithm", RESUMABLE)
def test_a_search_in_pieces_finds_what_one_in_one_go_does(tmp_path: Path, algorithm: str, objective: str) -> None:
    if ALGORITHMS[algorithm].to_the_end:
        pytest.skip("knows no distances")
    game, position = mnk(3, 3, 3).without("forced", "bounds", "symmetry"), "a1"
    options = {"algorithm": algorithm, "objective": objective, "deepening": False, "compiled": False}
    whole = solve(game, position, **options)
    lives = in_pieces(tmp_path / "work", game, position, nodes=max(whole.counters["nodes"] // 7, 60), **options)
    assert len(lives) > 3
    last = lives[-1]
    assert (last.value, last.kind, last.distance, last.stopped) == (whole.value, whole.kind, whole.distance, "complete")
    assert last.best_proved
    nodes = [life.counters["nodes"] for life in lives]
    assert nodes == sorted(nodes)
    assert [life.seconds for life in lives] == sorted(life.seconds for life in lives)
    for life in lives:
        assert life.lower <= whole.value <= life.upper


def test_what_is_left_for_the_table_may_be_too_little_for_the_one_that_was_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Compiling has taken more than is left: that is known only after the file was read."""
    game = connect(4, 4, 4).without("all")
    options: dict[str, Any] = {"checkpoint": tmp_path / "work", "compiled": False, "nodes": 500}
    kept = solve(game, **options)
    before = contents(tmp_path)
    solver = Solver(game, **options)
    monkeypatch.setattr(
        "zermelo.solver.afforded",
        lambda given, held=0: dataclasses.replace(given, memory=kept.table_bytes - 1) if held else given,
    )
    with pytest.raises(BadOption, match="bytes for the table are too few; the one in the checkpoint has"):
        solver.solve()
    assert contents(tmp_path) == before


@pytest.mark.sampled("mnk-outcome")
@pytest.mark.parametrize("objective", ["outcome", "distance"])
@pytest.mark.parametrize(
    ("game", "nodes", "algorithm"),
    [
        (connect(5, 5, 4).without("bounds", "relevance"), 60_000, "mtdf"),
        (mnk(3, 3, 3).without("all"), 1000, "negamax"),
    ],
    ids=["connect", "mnk"],
)
def test_a_compiled_search_in_pieces_whose_table_grows(
    game: Game[Any], nodes: int, algorithm: str, objective: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zermelo.search.table.FIRST_ROWS", 256)
    options: dict[str, Any] = {"objective": objective, "algorithm": algorithm, "compiled": True}
    whole = solve(game, **options)
    lives = in_pieces(tmp_path / "work", game, nodes=nodes, deepening=False, **options)
    assert len(lives) > 2
    assert lives[-1].table_bytes > lives[0].table_bytes
    assert (lives[-1].value, lives[-1].kind, lives[-1].distance) == (whole.value, "exact", whole.distance)


def test_compiled_and_interpreted_searches_go_on_from_each_other(tmp_path: Path) -> None:
    options: dict[str, Any] = {"algorithm": "negamax", "checkpoint": tmp_path / "work", "deepening": False}
    game = mnk(3, 3, 3).without("all")
    first = solve(game, nodes=1000, compiled=True, **options)
    second = solve(game, nodes=1000, compiled=False, **options)
    last = solve(game, compiled=True, **options)
    assert first.counters["nodes"] == 1000
    assert second.counters["nodes"] == 2000
    assert (last.value, last.kind) == (0, "exact")


@pytest.mark.long
def test_a_deepened_search_goes_on_in_the_iteration_where_it_was(tmp_path: Path) -> None:
    game = mnk(4, 4, 3).without("forced", "bounds", "symmetry", "priority")
    depths = [
        life.depth or 0
        for life in (
            solve(game, nodes=300, depth=5, deepening=True, compiled=False, checkpoint=tmp_path / "work")
            for _ in range(12)
        )
    ]
    assert depths == sorted(depths)
    assert depths[-1] > depths[0]
    whole = solve(game, depth=5, deepening=True, compiled=False)
    last = in_pieces(tmp_path / "work", game, nodes=3000, depth=5, deepening=True, compiled=False)[-1]
    assert (last.value, last.kind, last.depth, last.stopped) == (whole.value, whole.kind, whole.depth, whole.stopped)


@pytest.mark.long
def test_a_game_of_chance_in_pieces_has_the_same_fraction(tmp_path: Path) -> None:
    game = einstein(3, 2)
    whole = solve(game, algorithm="star1")
    lives = in_pieces(tmp_path / "work", game, nodes=30_000, algorithm="star1", deepening=False)
    assert len(lives) > 2
    assert (lives[-1].value, lives[-1].kind) == (whole.value, "exact")
    for life in lives:
        assert life.lower <= whole.value <= life.upper


@pytest.mark.sampled("2-4-4")
@pytest.mark.parametrize(("m", "n", "k"), [(2, 4, 4), (3, 4, 4)])
def test_a_search_that_stops_for_many_checkpoints_finds_the_same(m: int, n: int, k: int, tmp_path: Path) -> None:
    """Written as often as the search lets itself be stopped."""
    game = mnk(m, n, k).without("all")
    whole = solve(game, compiled=False)
    kept = solve(game, compiled=False, checkpoint=tmp_path / "work", checkpoint_every=0.001)
    assert (kept.value, kept.kind) == (whole.value, "exact")
    assert kept.note == ""
    assert (tmp_path / "work.old").exists()


def test_a_finished_search_answers_again_at_once(tmp_path: Path) -> None:
    game = mnk(3, 3, 3).without("forced", "bounds")
    options: dict[str, Any] = {"checkpoint": tmp_path / "work", "compiled": False}
    first, again = solve(game, **options), solve(game, **options)
    assert again.counters == first.counters
    assert again.seconds == first.seconds
    assert (again.value, again.best, again.line, again.stopped) == (first.value, first.best, first.line, "complete")
    assert solve(game, all_moves=True, **options).best == solve(game, all_moves=True, compiled=False).best


def test_a_solver_goes_on_too_and_keeps_to_its_position(tmp_path: Path) -> None:
    solver = Solver(
        mnk(3, 3, 3).without("all"), checkpoint=tmp_path / "work", nodes=500, deepening=False, compiled=False
    )
    assert [solver.solve().counters["nodes"] for _ in range(3)] == [500, 1000, 1500]
    with pytest.raises(BadCheckpoint, match="is of other work: its position is"):
        solver.solve("a1")


def test_the_bounds_of_an_interrupted_search_are_those_that_the_next_begins_with(tmp_path: Path) -> None:
    lives = in_pieces(tmp_path / "work", mnk(3, 4, 4).without("all"), nodes=1000, deepening=False, compiled=False)
    widths = [float(life.upper - life.lower) for life in lives]
    assert widths == sorted(widths, reverse=True)
    assert set(widths) == {2, 1, 0}


@pytest.mark.long
def test_more_memory_lets_the_table_grow_on_and_less_than_it_has_is_refused(tmp_path: Path) -> None:
    game = connect(4, 4, 4).without("all")
    options: dict[str, Any] = {"checkpoint": tmp_path / "work", "deepening": False, "compiled": False}
    small = solve(game, nodes=3000, memory=1 << 15, **options)
    assert small.table_bytes <= 1 << 15
    before = contents(tmp_path)
    for memory in (1 << 10, small.table_bytes - 1):
        with pytest.raises(BadCheckpoint, match=r"bytes, and \d+ are allowed: allow more memory"):
            solve(game, memory=memory, **options)
    assert contents(tmp_path) == before
    same = solve(game, nodes=3000, memory=2 * small.table_bytes - 1, **options)  # it fits, and cannot grow
    assert same.table_bytes == small.table_bytes
    large = solve(game, memory=1 << 30, **options)
    assert large.table_bytes > small.table_bytes
    assert large.value == solve(game, compiled=False).value


# --- whose checkpoint it is ---------------------------------------------------------------------------------------------

OTHERS: Final[dict[str, tuple[Game[Any], str | None, dict[str, Any]]]] = {
    "game is 'mnk(3,3,3)', and 'mnk(3,4,3)' is asked for": (mnk(3, 4, 3), None, {}),
    "position is": (mnk(3, 3, 3), "a1", {}),
    "algorithm is 'mtdf', and 'negascout' is asked for": (mnk(3, 3, 3), None, {"algorithm": "negascout"}),
    "objective is 'outcome', and 'distance' is asked for": (mnk(3, 3, 3), None, {"objective": "distance"}),
    "depth is '9', and '4' is asked for": (mnk(3, 3, 3), None, {"depth": 4}),
    "deepening is 'off', and 'on' is asked for": (mnk(3, 3, 3), None, {"deepening": True}),
    "etc is 'off', and 'on' is asked for": (mnk(3, 3, 3), None, {"etc": True}),
    "knowledge is": (mnk(3, 3, 3), None, {"without": ("bounds",)}),
    "knowledge is 'key, symmetry": (mnk(3, 3, 3), None, {"without": ("killers",)}),
}


@pytest.mark.parametrize("told", OTHERS)
def test_the_checkpoint_of_another_search_is_refused_and_says_what_is_other(tmp_path: Path, told: str) -> None:
    path = tmp_path / "work"
    solve(mnk(3, 3, 3), nodes=20, deepening=False, compiled=False, checkpoint=path)
    before = contents(tmp_path)
    game, position, options = OTHERS[told]
    with pytest.raises(BadCheckpoint) as refused:
        solve(game, position, checkpoint=path, compiled=False, **options)
    assert f"is of other work: its {told}" in str(refused.value)
    assert one_sentence(str(refused.value))
    assert contents(tmp_path) == before


def test_another_version_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    solve(mnk(3, 3, 3), nodes=20, deepening=False, compiled=False, checkpoint=tmp_path / "work")
    monkeypatch.setattr("zermelo.resume.__version__", "99.0")
    with pytest.raises(BadCheckpoint, match=r"it was made by 'zermelo .*', and this is 'zermelo 99.0, Python"):
        solve(mnk(3, 3, 3), compiled=False, checkpoint=tmp_path / "work")


class Weighed(Game[int]):
    """Take one or two of nine stones; what is left over weighs something."""

    action_count, max_length = 2, 9
    runtime = ("stones",)

    def __init__(self, stones: int = 9, last: int = -1) -> None:
        self.stones = stones
        self.weights = np.array([last, 0, 0])

    def __str__(self) -> str:
        """The same whatever it holds."""
        return "Weighed"

    def initial(self) -> int:
        return self.stones

    def legal(self, state: int, action: int) -> bool:
        return action < state

    def apply(self, state: int, action: int) -> int:
        return state - action - 1

    def terminal(self, state: int) -> bool:
        return state == 0

    def reward(self, state: int) -> int:
        return int(self.weights[0])


class Reweighed(Weighed):
    """The same name told, and another rule."""

    def reward(self, state: int) -> int:
        return -int(self.weights[0])


@pytest.mark.parametrize("other", [Weighed(last=1), Reweighed()], ids=["other numbers", "another rule"])
def test_the_checkpoint_of_a_game_that_was_edited_is_refused(tmp_path: Path, other: Weighed) -> None:
    solve(Weighed(), nodes=5, deepening=False, compiled=False, checkpoint=tmp_path / "work")
    with pytest.raises(BadCheckpoint, match="the code of the game, or what it holds, is not the same"):
        solve(other, compiled=False, checkpoint=tmp_path / "work")
    assert solve(Weighed(), compiled=False, checkpoint=tmp_path / "work").exact


# --- what has no checkpoint ---------------------------------------------------------------------------------------------


class Worded(Game[str]):
    """Stones as letters: a state that is no number."""

    action_count, max_length = 2, 6

    def initial(self) -> str:
        return "oooooo"

    def legal(self, state: str, action: int) -> bool:
        return action < len(state)

    def apply(self, state: str, action: int) -> str:
        return state[action + 1 :]

    def terminal(self, state: str) -> bool:
        return not state

    def reward(self, state: str) -> int:
        return -1


@pytest.mark.parametrize(
    ("game", "options", "told"),
    [
        (mnk(3, 3, 3), {"algorithm": "pns"}, "pns keeps a tree"),
        (mnk(3, 3, 3), {"algorithm": "mcts"}, "mcts keeps a tree"),
        (mnk(3, 3, 3), {"algorithm": "best-reply"}, "best-reply remembers no positions"),
        (lines((3, 2), 2, players=3), {}, "remembers no positions"),
        (mnk(3, 3, 3), {"table": False}, "Without a table there is nothing to resume"),
        (nim(3, 4, 5), {}, "searches nothing"),
        (Worded(), {}, "keys that are not made of integers"),
    ],
)
def test_a_search_that_could_not_go_on_is_refused(
    tmp_path: Path, game: Game[Any], options: dict[str, Any], told: str
) -> None:
    with pytest.raises((BadOption, NotSupported), match=told) as refused:
        solve(game, checkpoint=tmp_path / "work", compiled=False if "searches" not in told else None, **options)
    assert one_sentence(str(refused.value))
    assert contents(tmp_path) == {}


def test_a_trace_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="A trace is not part of a checkpoint"):
        Solver(mnk(3, 3, 3), observer=Trace(10), checkpoint=tmp_path / "work", compiled=False)


@pytest.mark.parametrize("name", [3, b"work", "", True])
def test_what_is_no_name_is_refused(name: Any) -> None:
    with pytest.raises(BadOption, match=r"checkpoint = .* is not the name of a file"):
        solve(mnk(3, 3, 3), checkpoint=name)


@pytest.mark.parametrize("every", [0, -1, "often", float("nan")])
def test_what_is_no_time_is_refused(every: Any) -> None:
    with pytest.raises(BadOption, match=r"checkpoint_every = .* is not a positive number"):
        solve(mnk(3, 3, 3), checkpoint_every=every)


# --- when writing fails, or takes long -------------------------------------------------------------------------------


def test_a_full_disk_does_not_end_a_search_and_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game, path = mnk(3, 3, 3).without("all"), tmp_path / "work"
    solve(game, nodes=500, deepening=False, compiled=False, checkpoint=path)
    before = contents(tmp_path)

    def full(_file: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    found = solve(game, compiled=False, checkpoint=path, checkpoint_every=0.01)
    assert (found.value, found.kind, found.stopped) == (0, "exact", "complete")
    assert "could not be written" in found.note
    assert "No space left on device" in found.note
    assert contents(tmp_path) == before


def test_that_the_older_generation_was_taken_is_told(tmp_path: Path) -> None:
    game, path = mnk(3, 3, 3).without("all"), tmp_path / "work"
    for _ in range(2):
        solve(game, nodes=500, deepening=False, compiled=False, checkpoint=path)
    path.write_bytes(path.read_bytes()[:-1])
    found = solve(game, nodes=500, deepening=False, compiled=False, checkpoint=path)
    assert found.counters["nodes"] == 1000
    assert "the work went on from" in found.note


class Slow:
    """A file that takes its time."""

    note, path = "", Path("slow")

    def save(self, facts: Any, arrays: Any) -> None:
        time.sleep(0.05)


def test_checkpoints_that_take_long_are_written_less_often() -> None:
    solver = Solver(mnk(3, 3, 3), compiled=False)
    slow: Any = Slow()
    keeper = Keeper(slow, solver.search, every=0.1)
    assert not keeper.is_due()
    keeper.save({})
    assert keeper.every >= 0.05 / SHARE
    assert keeper.every < 4 * 0.05 / SHARE * 2
    assert not keeper.is_due()


# --- progress -----------------------------------------------------------------------------------------------------------


def test_progress_tells_bounds_path_table_and_checkpoint(tmp_path: Path) -> None:
    told: list[Progress] = []
    game = mnk(4, 4, 4)
    solve(
        game,
        without=("bounds", "forced"),
        seconds=1.5,
        deepening=False,
        compiled=False,
        algorithm="mtdf",
        checkpoint=tmp_path / "work",
        checkpoint_every=0.2,
        progress=told.append,
    )
    searching = [news for news in told if news.phase == "searching"]
    assert all(0 <= (news.load or 0) <= 1 for news in searching)
    assert any(news.written is not None and news.written < 1 for news in searching)
    assert any(len(news.path) > 2 for news in searching)
    for news in searching:
        game.play(list(news.path))  # legal, every one


FAR: Final = Progress(
    "searching", 45_296.7, 98_765_432_101, 36, -1, 1, ("d1", "d2", "d3", "d4", "d5", "d6", "e1"), 0.4321, 75.2
)


def test_the_line_of_progress_tells_all_if_it_may() -> None:
    assert described(FAR) == (
        "searching  12:34:56  value in -1..1  98,765,432,101 nodes  2.2 million/s  depth 36  table 43% full  kept 1:15 ago"
        "  at d1 d2 d3 d4 d5 d6 e1"
    )


def test_the_line_of_progress_fits_into_any_terminal() -> None:
    for width in range(200):
        line = described(FAR, width)
        assert len(line) <= width
        if width > 20:
            assert set(line.split()) <= set(described(FAR).split())
        assert not line.endswith("at")
    assert described(FAR, 40).startswith("searching  12:34:56  value in -1..1")


@pytest.mark.parametrize(("seconds", "told"), [(0.04, "0.0 s"), (59.9, "59.9 s"), (61, "1:01"), (3600, "1:00:00")])
def test_times_are_told_as_people_do(seconds: float, told: str) -> None:
    assert clock(seconds) == told


def test_a_budget_is_a_pause_and_may_be_left_out_the_next_time(tmp_path: Path) -> None:
    """Under a budget this game's search would deepen, which is another search."""
    options: dict[str, Any] = {"compiled": False, "checkpoint": tmp_path / "work"}
    game = mnk(3, 3, 3).without("forced", "bounds", "symmetry")
    assert solve(game, nodes=500, **options).counters["nodes"] == 500
    assert solve(game, seconds=60, **options).stopped == "complete"
    assert solve(game, **options).exact


def test_the_arrays_of_another_search_are_refused(tmp_path: Path) -> None:
    """Whoever wrote them under this search's name."""
    solver = Solver(mnk(3, 3, 3), compiled=False, checkpoint=tmp_path / "work")
    game = solver.game
    identity = identity_of(game, solver.algorithm, solver.options, solver.search, game.initial())
    arrays = dict(arrays_of(solver.search))
    wrong: list[dict[str, Any]] = [
        {},
        {**arrays, "table": np.zeros((8, 9), np.int64)},
        {**arrays, "table": np.zeros((16, arrays["table"].shape[1]))},
        {**arrays, "table": np.zeros((0, arrays["table"].shape[1]), np.int64)},
        {**arrays, "table": np.zeros((12, arrays["table"].shape[1]), np.int64)},
        {**arrays, "history": np.zeros((2, 7), np.int64)},
        {**arrays, "other": np.zeros(1)},
        arrays,
    ]
    for each in wrong:
        with CheckpointFile(tmp_path / "work", identity) as file:
            file.save({"depth": 9}, each)
        with pytest.raises(BadCheckpoint, match="does not hold this search; name another file"):
            solver.solve()


def test_the_move_that_is_tried_can_be_seen() -> None:
    """At every call of `next`, by who knows what it has just given."""
    game = mnk(3, 3, 3)
    solver = Solver(game, without=("symmetry", "forced", "bounds"), compiled=False)
    moves = solver.search.moves
    assert isinstance(moves, SortedOrder)
    node: Any = solver.search.table.open(solver.blind, game.initial(), 0)
    left = moves.begin(solver.blind, game.initial(), node, 0)
    assert moves.trying(0) == -1
    for _ in range(9):
        action, left = moves.next(node, 0, left)
        assert moves.trying(0) == action


def test_a_search_whose_progress_fails_is_stopped_and_kept(tmp_path: Path) -> None:
    def fails(news: Progress) -> None:
        if news.phase == "searching":
            raise BrokenPipeError

    with pytest.raises(ZermeloError, match="BrokenPipeError"):
        solve(mnk(4, 4, 4), without="all", compiled=False, checkpoint=tmp_path / "work", progress=fails)
    assert set(contents(tmp_path)) == {"work"}


# --- processes ----------------------------------------------------------------------------------------------------------

CHILD: Final = """
import json, sys
from zermelo import game_named, solve

name, path, every, options = sys.argv[1], sys.argv[2], float(sys.argv[3]), json.loads(sys.argv[4])

def progress(news):
    if news.phase == "searching":
        print(json.dumps([news.seconds, news.nodes]), flush=True)

found = solve(game_named(name), checkpoint=path, checkpoint_every=every, progress=progress, **options)
print(json.dumps(found.to_dict()), flush=True)
"""


def killed_until_done(
    path: Path, name: str, kills: int, every: float, longest: float, **options: Any
) -> tuple[dict[str, Any], int]:
    """What a search says that was killed at random times, none searching longer than that; and how often it was."""
    rng = random.Random("kills")
    command = [sys.executable, "-c", CHILD, name, str(path), str(every), json.dumps(options)]
    for kill in range(kills + 1):
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            output = process.stdout.readline()
            if kill < kills and output.startswith("["):
                time.sleep(rng.uniform(0.0, longest))
                process.send_signal(signal.SIGKILL)
            output += process.stdout.read()
        if process.returncode == 0:
            return json.loads(output.splitlines()[-1]), kill
        assert process.returncode == -signal.SIGKILL
    raise AssertionError


KILLED: Final = {
    "interpreted": ("mnk(4,4,3)", {"compiled": False, "without": "all"}, 6),
    "compiled": ("connect(5,5,4)", {"compiled": True, "without": "bounds,symmetry,forced,relevance,key"}, 6),
    "distance": (
        "connect(5,5,4)",
        {"compiled": True, "without": "bounds,symmetry,forced,relevance,key", "objective": "distance"},
        4,
    ),
}


@pytest.mark.long
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="processes cannot be killed so")
@pytest.mark.parametrize("case", KILLED)
def test_a_search_that_is_killed_again_and_again_ends_with_the_same_value(tmp_path: Path, case: str) -> None:
    name, options, kills = KILLED[case]
    from zermelo import game_named

    whole = solve(game_named(name), **options)
    found, killed = killed_until_done(tmp_path / "work", name, kills, 0.1, 0.4, **options)
    assert (found["value"], found["kind"], found["distance"]) == (whole.value, "exact", whole.distance)
    assert killed > 0
    assert set(contents(tmp_path)) <= {"work", "work.old"}


@pytest.mark.stress
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="processes cannot be killed so")
def test_fifty_kills_over_more_than_a_minute_change_nothing(tmp_path: Path) -> None:
    started = time.monotonic()
    found, killed = killed_until_done(tmp_path / "work", "connect(6,6,4)", 50, 1, 1.5, memory=1 << 26)
    assert (found["value"], found["kind"]) == (solve(connect(6, 6, 4)).value, "exact")
    assert killed == 50
    assert time.monotonic() - started > 60


ENDLESS: Final = ("solve", "mnk(5,5,5)", "--algorithm", "negamax", "--without", "all", "--json", "--memory", "512M")


def modified(path: Path) -> int:
    """When a file was written last; 0 if there is none."""
    return path.stat().st_mtime_ns if path.exists() else 0


@pytest.mark.sampled("--interpreted-SIGINT", "--interpreted-SIGTERM")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=lambda number: number.name)
@pytest.mark.parametrize("mode", ["--compiled", "--interpreted"])
def test_a_signal_ends_a_solve_with_bounds_and_a_checkpoint(tmp_path: Path, number: signal.Signals, mode: str) -> None:
    path = tmp_path / "work"
    command = [sys.executable, "-m", "zermelo", *ENDLESS, mode, "--checkpoint", str(path), "--checkpoint-every", "0.2"]
    nodes: list[int] = []
    for _ in range(2):
        written = modified(path)
        ended = signalled(command, number, lambda before=written: modified(path) > before, within=5)
        assert (ended.returncode, ended.stderr) == (130, "")
        found = json.loads(ended.stdout)
        assert found["stopped"] == "interrupted"
        assert (found["lower"], found["upper"]) == (-1, 1)
        nodes.append(found["counters"]["nodes"])
    assert nodes[1] > nodes[0]
    with pytest.raises(BadCheckpoint, match="its position is"):
        solve(mnk(5, 5, 5), "a1", algorithm="negamax", without="all", checkpoint=path, compiled=False)


def zermelo(*arguments: str) -> tuple[int, str, str]:
    ran = CliRunner().invoke(main, list(arguments))
    return ran.exit_code, ran.stdout, ran.stderr


def test_a_spent_budget_exits_3_and_the_same_command_goes_on(tmp_path: Path) -> None:
    command = (
        "solve",
        "mnk(3,3,3)",
        "--interpreted",
        "--without",
        "all",
        "--json",
        "--checkpoint",
        str(tmp_path / "a"),
    )
    codes: list[int] = []
    nodes: list[int] = []
    for _ in range(200):
        code, output, _ = zermelo(*command, "--nodes", "1000", "--no-deepening")
        codes.append(code)
        nodes.append(json.loads(output)["counters"]["nodes"])
        if code == 0:
            break
    assert set(codes[:-1]) == {3}
    assert codes[-1] == 0
    assert nodes[:3] == [1000, 2000, 3000]


def test_the_command_refuses_what_is_no_checkpoint_in_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("Buy milk.")
    code, output, errors = zermelo("solve", "mnk(3,3,3)", "--interpreted", "--checkpoint", str(path))
    assert (code, output) == (2, "")
    assert "is no checkpoint, and is left as it is; name another file." in errors
    assert path.read_text() == "Buy milk."


def test_too_little_memory_for_the_process_is_refused_at_the_start() -> None:
    started = time.monotonic()
    code, output, errors = zermelo("solve", "mnk(5,5,5)", "--memory", "16M", "--without", "all")
    assert (code, output) == (2, "")
    assert "memory = 16777216 bytes are too few: the process takes" in errors
    assert time.monotonic() - started < 5


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="processes are not measured so")
@pytest.mark.long
@pytest.mark.parametrize("name", ["connect(6,5,4)"])
def test_a_process_keeps_to_its_memory(tmp_path: Path, name: str) -> None:
    """The most it ever had, interpreter and code included, with a table that grows and checkpoints that are written."""
    command = [
        sys.executable,
        "-m",
        "zermelo",
        "solve",
        name,
        "--memory",
        "256M",
        "--checkpoint",
        str(tmp_path / "work"),
    ]
    code = (
        "import resource, subprocess, sys\n"
        f"subprocess.run({[*command, '--checkpoint-every', '0.3']!r}, check=True, stdout=subprocess.DEVNULL)\n"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    unit = 1 if sys.platform == "darwin" else 1024
    assert int(ran.stdout) * unit <= 256 << 20


def test_playing_on_from_a_checkpoint_of_quiescence(tmp_path: Path) -> None:
    game = capture(7, 2)
    whole = solve(game, depth=4, compiled=False, algorithm="negascout")
    lives = in_pieces(
        tmp_path / "work", game, nodes=120, depth=4, compiled=False, deepening=False, algorithm="negascout"
    )
    assert (lives[-1].value, lives[-1].kind) == (whole.value, whole.kind)


class Settings:
    """What a game may keep its numbers in."""

    def __init__(self, most: int) -> None:
        self.most = most


LIMITS = {"most": 3}


class Configured(Game[int]):
    """Take one stone or a few: how many stands in something that compiled code cannot read."""

    action_count = 5
    max_length = 21

    def __init__(self, held: Any) -> None:
        self.held = held

    def __str__(self) -> str:
        """The same whatever it holds."""
        return "Configured"

    def initial(self) -> int:
        return 20

    def legal(self, state: int, action: int) -> bool:
        most = self.held if isinstance(self.held, int) else most_of(self.held)
        return action < state and action < most

    def apply(self, state: int, action: int) -> int:
        return state - action - 1

    def terminal(self, state: int) -> bool:
        return state == 0

    def reward(self, state: int) -> int:
        return -1


def most_of(held: Any) -> int:
    if isinstance(held, list):
        return most_of(held[0])
    if held is None:
        return LIMITS["most"]
    return held["most"] if isinstance(held, dict) else held.most


@pytest.mark.parametrize("held", [lambda most: {"most": most}, lambda most: [[{"most": most}]], Settings, None])
def test_what_a_game_holds_in_dictionaries_and_objects_tells_it_apart(
    tmp_path: Path, held: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table of another game was once taken for this one's, and its value with it."""

    def game(most: int) -> Configured:
        monkeypatch.setitem(LIMITS, "most", most)
        return Configured(held(most) if held else None)

    work = tmp_path / "work"
    assert solve(game(3), checkpoint=work, compiled=False).value == -1
    assert solve(game(3), checkpoint=work, compiled=False).value == -1
    with pytest.raises(BadCheckpoint, match="the code of the game, or what it holds, is not the same"):
        solve(game(5), checkpoint=work, compiled=False)
    assert solve(game(5), compiled=False).value == 1
