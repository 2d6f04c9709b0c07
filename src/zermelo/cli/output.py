"""What commands print, and the files that they write."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Protocol, TypeVar

import click

from zermelo.cli.rows import as_rows, fitted
from zermelo.core.errors import BadOption
from zermelo.core.stable_text import json_text
from zermelo.core.wording import Row, joined
from zermelo.work.files import check_place, put, writing

Made = TypeVar("Made")


class Report(Protocol):
    """What can be shown as a sentence with rows below it, or as plain data."""

    def headline(self) -> str: ...
    def rows(self) -> Iterable[Row]: ...
    def to_dict(self) -> dict[str, Any]: ...


def headed(report: Report) -> str:
    """The sentence and the rows, for the terminal."""
    return "\n".join(filter(None, (fitted(report.headline()), as_rows(report.rows()))))


def show(report: Report, *, as_json: bool) -> None:
    click.echo(json_text(report.to_dict()) if as_json else headed(report))


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
