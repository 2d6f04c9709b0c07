"""`-o`: the files that commands write."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TypeVar

from zermelo.core.errors import BadOption
from zermelo.core.wording import joined
from zermelo.work.files import check_place, put, writing

Made = TypeVar("Made")


def maker_of(name: str, makers: Mapping[str, Made]) -> Made:
    """The one of the makers whose ending the file has. Raises BadOption, also if the file cannot be written."""
    ending = Path(name).suffix.lower()
    if ending not in makers:
        raise BadOption(f"{name!r} has no known ending; the choices are {joined(makers)}.")
    check_place(name)
    return makers[ending]


def write(name: str, text: str) -> None:
    with writing(name):
        put(Path(name), text)
