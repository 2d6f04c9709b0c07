"""Files that are written completely or not at all, and places at which none can be written."""

from __future__ import annotations

import errno
import os
import tempfile
from pathlib import Path
from typing import Any

import pytest

from tests.support.refusals import contents, one_sentence
from zermelo.core.errors import BadOption
from zermelo.work.files import check_place, put, writing


def full(*_: Any, **__: Any) -> Any:
    raise OSError(errno.ENOSPC, "in the words of a library")


def test_a_text_ends_with_a_line_and_bytes_stay_as_they_are(tmp_path: Path) -> None:
    for name, content, written in (("a", "é", "é\n".encode()), ("b", "x\n", b"x\n"), ("c", b"\xff", b"\xff")):
        put(tmp_path / name, content)
        assert (tmp_path / name).read_bytes() == written


def test_on_a_full_disk_the_file_stays_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(tmp_path / "file", "old")
    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", full)
        said = r"file' cannot be written: No space left on device\."
        with pytest.raises(BadOption, match=said) as refusal, writing(tmp_path / "file"):
            put(tmp_path / "file", "new")
    assert one_sentence(str(refusal.value))
    assert contents(tmp_path) == {"file": b"old\n"}


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no full device")
def test_a_full_device_is_reported() -> None:
    said = r"'/dev/full' cannot be written: No space left on device\."
    with pytest.raises(BadOption, match=said), writing("/dev/full"):
        put(Path("/dev/full"), "text")


def test_a_name_that_is_nearly_too_long_is_written(tmp_path: Path) -> None:
    """The name of the temporary file was longer, and too long for the system."""
    check_place(str(tmp_path / ("x" * 250)))
    put(tmp_path / ("x" * 250), "text")
    assert contents(tmp_path) == {"x" * 250: b"text\n"}


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("", "file = '' is not the name of a file"),
        (".", "'.' is not the name of a file"),
        ("a\0b", "is not the name of a file: embedded null byte"),
        ("x" * 300, "is not the name of a file: File name too long"),
        ("no/file", "There is no folder 'no' to write 'file' into"),
        ("dangling", "There is no folder '.*gone' to write 'file' into"),
    ],
)
def test_places_at_which_nothing_can_be_written_are_refused(
    name: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("dangling").symlink_to("gone/file")
    with pytest.raises(BadOption, match=message):
        check_place(name)


def test_a_folder_that_does_not_allow_it_is_refused_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def denied(*_: Any, **__: Any) -> Any:
        raise PermissionError(errno.EACCES, "")

    monkeypatch.setattr(tempfile, "TemporaryFile", denied)
    with pytest.raises(BadOption, match=r"file' cannot be written: Permission denied\."):
        check_place(str(tmp_path / "file"))
    check_place(os.devnull)


def test_a_link_to_a_file_is_written_through(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("target")
    check_place(str(tmp_path / "link"))
    put(tmp_path / "link", "text")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "target").read_text() == "text\n"
