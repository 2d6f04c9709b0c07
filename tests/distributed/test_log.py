"""The log of a proof: it is appended to, resumed from, and damage is noticed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.clusters import scripted
from zermelo.core.errors import BadCheckpoint
from zermelo.distributed.log import BEGINNING, NAME, Log

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
        damaged = r"is damaged; delete it and what follows, or name another folder\.$"
        why = damaged if place >= len(BEGINNING) else r"is not a log of this version of zermelo; name another folder\.$"
        with pytest.raises(BadCheckpoint, match=why):
            Log(folder, IDENTITY)
        return
    log = Log(folder, IDENTITY)  # without the end of its line, the last one is not whole
    log.close()
    assert log.entries == entries[:-1]


def test_other_work_is_refused(tmp_path: Path) -> None:
    log_of(tmp_path, 1)
    with pytest.raises(BadCheckpoint, match=r"belongs to other work: its game is 'tic-tac-toe', and should be 'nim'\."):
        Log(tmp_path, {**IDENTITY, "game": "nim"})


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


@pytest.mark.parametrize("content", ["hello", "hello\n", '{"format":"zermelo cluster log 1","identity":', "0"])
def test_a_file_of_another_program_is_kept(content: str, tmp_path: Path) -> None:
    """Even if it has no line end."""
    (tmp_path / NAME).write_text(content)
    with pytest.raises(BadCheckpoint, match=r"is not a log of this version of zermelo; name another folder\.$"):
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
