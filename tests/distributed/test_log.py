"""The log of a proof: it is appended to, resumed from, and damage is noticed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.clusters import scripted
from zermelo.core.errors import BadCheckpoint
from zermelo.distributed.log import NAME, Log

IDENTITY = {"game": "tic-tac-toe", "position": "start"}


def log_of(folder: Path, count: int) -> list[dict[str, object]]:
    """Write so many entries, and return all that the log then has."""
    log = Log(folder, IDENTITY)
    for number in range(count):
        log.add({"number": number})
    log.close()
    return log.entries


def test_entries_are_read_again(tmp_path: Path) -> None:
    entries = log_of(tmp_path, 3)
    again = Log(tmp_path, IDENTITY)
    again.close()
    assert again.entries == entries


@given(cut=st.integers(1, 200))
def test_a_last_line_that_is_cut_off_is_dropped(tmp_path_factory: pytest.TempPathFactory, cut: int) -> None:
    """Whatever was written when the process was killed, the whole lines before it are kept, and it goes on from there."""
    folder = tmp_path_factory.mktemp("log")
    entries = log_of(folder, 4)
    path = folder / NAME
    content = path.read_bytes()
    path.write_bytes(content[: len(content) - min(cut, len(content))])
    log = Log(folder, IDENTITY)
    kept = len(log.entries)
    assert log.entries == entries[:kept]
    log.add({"number": "new"})
    log.close()
    again = Log(folder, IDENTITY)
    again.close()
    assert again.entries == [*entries[: max(kept, 1)], {"number": "new"}]  # the header is written again


@given(place=st.integers(0, 10_000), byte=st.integers(0, 255))
def test_a_changed_byte_is_noticed(tmp_path_factory: pytest.TempPathFactory, place: int, byte: int) -> None:
    folder = tmp_path_factory.mktemp("log")
    entries = log_of(folder, 4)
    path = folder / NAME
    content = bytearray(path.read_bytes())
    place %= len(content)
    if content[place] == byte:
        return
    content[place] = byte
    path.write_bytes(content)
    if place < len(content) - 1:
        with pytest.raises(BadCheckpoint, match=r"is damaged; delete it and what follows, or name another folder\.$"):
            Log(folder, IDENTITY)
        return
    log = Log(folder, IDENTITY)  # without the end of its line, the last one is not whole
    log.close()
    assert log.entries == entries[:-1]


def test_other_work_is_refused(tmp_path: Path) -> None:
    log_of(tmp_path, 1)
    with pytest.raises(BadCheckpoint, match=r"belongs to other work: its game is 'tic-tac-toe', and should be 'nim'\."):
        Log(tmp_path, {**IDENTITY, "game": "nim"})


def test_another_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / NAME).write_text("hello\n")
    with pytest.raises(BadCheckpoint, match=r"^Line 1 of .* is damaged"):
        Log(tmp_path, IDENTITY)


@pytest.mark.parametrize("header", [{"identity": {"game": 7}}, {"identity": 7}, {}, {"format": "old"}])
def test_a_header_that_is_none(header: dict[str, Any], tmp_path: Path) -> None:
    log = Log(None, IDENTITY)
    content = json.dumps({"format": "zermelo cluster log 1"} | header).encode()
    (tmp_path / NAME).write_bytes(content + b" " + log._next(content).encode() + b"\n")
    with pytest.raises(BadCheckpoint, match=r"is not the log of a cluster; name another folder\.$"):
        Log(tmp_path, IDENTITY)


def test_a_line_that_is_nested_too_deeply(tmp_path: Path) -> None:
    content = b"[" * 100_000
    (tmp_path / NAME).write_bytes(content + b" " + Log(None, IDENTITY)._next(content).encode() + b"\n")
    with pytest.raises(BadCheckpoint, match=r"^Line 1 of .* is damaged"):
        Log(tmp_path, IDENTITY)


def test_without_an_entry_there_is_no_file(tmp_path: Path) -> None:
    Log(tmp_path, IDENTITY).close()
    assert list(tmp_path.iterdir()) == []


def test_a_log_in_use_is_refused(tmp_path: Path) -> None:
    log = Log(tmp_path, IDENTITY)
    with pytest.raises(BadCheckpoint, match=r"is in use by another process"):
        Log(tmp_path, IDENTITY)
    log.close()


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BadCheckpoint, match=r"^The folder .* cannot be made: Not a directory; name another\.$"):
        Log(tmp_path / "file" / "log", IDENTITY)


@pytest.mark.long
def test_a_proof_goes_on_from_its_log(tmp_path: Path) -> None:
    """Cut off anywhere, it finds the same value, and does not ask again what has been answered."""
    with scripted(2) as workers:
        whole = workers.solve("mnk(3,3,3)", checkpoint=tmp_path / "log", job_nodes=64, compiled=False)
    path = tmp_path / "log" / NAME
    content, jobs = path.read_bytes(), int(whole.chosen.split()[0])
    assert jobs > 20
    for share in (0.0, 0.3, 0.7, 1.0):
        path.write_bytes(content[: int(share * len(content))])
        with scripted(2) as workers:
            result = workers.solve("mnk(3,3,3)", checkpoint=tmp_path / "log", job_nodes=64, compiled=False)
        assert (result.value, result.kind) == (whole.value, "exact")
        assert int(result.chosen.split()[0].replace("no", "0")) <= jobs * (1 - share) + 5


def rewritten(folder: Path, change: Callable[[dict[str, Any]], None]) -> None:
    """Change every answer in a log, and make its digests those of the changed lines."""
    path = folder / NAME
    entries = [json.loads(line.rpartition(" ")[0]) for line in path.read_text().splitlines()]
    path.unlink()
    log = Log(folder, entries[0]["identity"])
    for entry in entries[1:]:
        if "answer" in entry:
            change(entry)
        log.add(entry)
    log.close()


CHANGES: dict[str, Callable[[dict[str, Any]], None]] = {
    "no moves": lambda entry: entry.pop("moves"),
    "moves that are not legal": lambda entry: entry.update(moves=[0, 0]),
    "moves that are none": lambda entry: entry.update(moves=7),
    "no answer": lambda entry: entry.update(answer=None),
    "no bound": lambda entry: entry.pop("bound"),
    "a bound that is none": lambda entry: entry.update(bound="high"),
    "a move that is not legal": lambda entry: entry["answer"].update(moves=[[99, 1, 1]]),
    "a bad best move": lambda entry: entry["answer"].update(best=99),
    "nodes that are none": lambda entry: entry.update(nodes="x"),
    "a bound that all get": lambda entry: entry.update(bound=-1),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_log_that_was_edited_is_refused(change: Callable[[dict[str, Any]], None], tmp_path: Path) -> None:
    with scripted(1) as workers:
        workers.solve("mnk(3,3,3)", checkpoint=tmp_path, job_nodes=64, compiled=False)
        rewritten(tmp_path, change)
        with pytest.raises(BadCheckpoint, match=r"^The log has an entry that does not belong to this proof"):
            workers.solve("mnk(3,3,3)", checkpoint=tmp_path, job_nodes=64, compiled=False)


@pytest.mark.parametrize("content", ["hello", '{"format":"another log"}', "0"])
def test_a_file_of_another_program_is_kept(content: str, tmp_path: Path) -> None:
    """Even if it has no line end."""
    (tmp_path / NAME).write_text(content)
    with pytest.raises(BadCheckpoint, match=r"is not the log of a cluster; name another folder\.$"):
        Log(tmp_path, IDENTITY)
    assert (tmp_path / NAME).read_text() == content


def test_a_full_disk_releases_the_lock(tmp_path: Path) -> None:
    log = Log(tmp_path, IDENTITY)

    class Full:
        def write(self, content: bytes) -> None:
            raise OSError(28, "No space left on device")

        def close(self) -> None:
            raise OSError(28, "No space left on device")

    whole: Any = log._file
    log._file = Full()  # pyright: ignore[reportAttributeAccessIssue]
    with pytest.raises(BadCheckpoint, match=r"^The log cannot be written: No space left on device\."):
        log.add({"number": 1})
    log.close()
    whole.close()
    Log(tmp_path, IDENTITY).close()
