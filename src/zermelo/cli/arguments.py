"""The arguments and options that several commands share."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, ClassVar, Final

import click

from zermelo.core.errors import BadOption
from zermelo.core.wording import MOST_DIGITS, unknown

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from zermelo.core.game import Game

    Argument = click.ParamType[Any]
else:
    Argument = click.ParamType  # generic since click 8.4 only

POSITION_HELP: Final = "Where to start: moves (a1 b2) or a board (X../.O./...). The same as POSITION after GAME."
TABLE_MEMORY_HELP: Final = "Memory for the table: 256M, 2G. Default: 1G."
QUIET_HELP: Final = "Show no progress."

ORACLE_OPTIONS: Final = ("objective", "nodes", "seconds", "tables", "compiled")
"""The options of the commands that ask an `Oracle`, which are its options, too."""

UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}


def at_position(command: Callable[..., None]) -> Callable[..., None]:
    """Add the position to a command, given after GAME or by --from: the parameter `position`, a string or None."""

    @click.argument("words", metavar="[POSITION]...", nargs=-1)
    @click.option("--from", "position", metavar="POSITION", help=POSITION_HELP)
    @functools.wraps(command)
    def with_position(*given: Any, words: tuple[str, ...], position: str | None, **options: Any) -> None:
        if words and position is not None:
            raise BadOption("The position is given twice: leave out --from or the words after GAME.")
        command(*given, position=" ".join(words) or position, **options)

    return with_position


def certifying(command: Callable[..., None]) -> Callable[..., None]:
    """Add --certify and -o to a command: the parameter `certify`, the folder for the certificates, or None."""

    def folder_given(ctx: click.Context, _option: click.Parameter, folder: str | None) -> str | None:
        if folder is None and ctx.params.get("certifies"):
            raise BadOption("--certify needs the folder for the certificates, which is given by -o: --certify -o DIR.")
        return folder

    # Both are eager, so that a folder after --certify, where it was once given, is not first read as a game or a position.
    @click.option("--certify", "certifies", is_flag=True, is_eager=True, help="Prove the value by certificates in DIR.")
    @click.option(
        "-o",
        "--output",
        "folder",
        metavar="DIR",
        is_eager=True,
        callback=folder_given,
        help="For --certify: the folder for the certificates. Each is checked.",
    )
    @functools.wraps(command)
    def with_folder(*given: Any, certifies: bool, folder: str | None, **options: Any) -> None:
        if folder is not None and not certifies:
            raise BadOption("-o is an option of --certify; give both, or neither.")
        command(*given, certify=folder, **options)

    return with_folder


class GameArgument(Argument):
    """A game, given by its name."""

    name = "game"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Game[Any]:
        from zermelo.cli.progress import aside
        from zermelo.cli.rows import tell
        from zermelo.core.attributes import translation_of
        from zermelo.games.catalogue import game_named

        with aside():
            game = game_named(value)
        if translation_of(game):
            tell(translation_of(game), err=True)
        return game

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Names of files, for shells."""
        from click.shell_completion import CompletionItem

        return [CompletionItem(incomplete, type="file")]


class _Read(Argument):
    """A number. The error messages name what was given, even if it is too long for Python to read."""

    reads: ClassVar[type[int] | type[float]] = int
    what: ClassVar[str] = "a whole number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if isinstance(value, str):
            if self.reads is int and len(value) > MOST_DIGITS and re.fullmatch(r"\s*[+-]?\d+\s*", value):
                self.fail(f"{value.strip()} has too many digits.", param, ctx)
            try:
                value = self.reads(value)
            except ValueError:
                self.fail(f"{value!r} is not {self.what}.", param, ctx)
        return super().convert(value, param, ctx)


class Whole(_Read, click.types.IntParamType):
    """A whole number."""


class Between(_Read, click.IntRange):
    """A whole number within limits."""

    def _describe_range(self) -> str:
        """The limits, as click shows them in help and in messages."""
        return f"{self.min} to {self.max}" if self.max is not None else f"{self.min} or more"


class Number(_Read, click.types.FloatParamType):
    """Any number."""

    reads = float
    what = "a number"


class OneOf(click.Choice[str]):
    """One of several words."""

    def __init__(self, what: str, words: Iterable[str]) -> None:
        """`what`: the kind of thing that the words name, for the error message."""
        super().__init__(tuple(words))
        self.what = what

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value not in self.choices:
            raise BadOption(unknown(self.what, value, self.choices))
        return super().convert(value, param, ctx)


class Memory(Argument):
    """A number of bytes: 500000, 64M, 2G."""

    name = "bytes"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        size = re.fullmatch(r"(\d{1,15})([KMG]?)(?:i?B)?", str(value).strip(), re.IGNORECASE)
        if not size or int(size[1]) == 0:
            self.fail(f"{value!r} is not a size; give one such as 64M or 2G.", param, ctx)
        return int(size[1]) * UNITS[size[2].upper()]


class Names(Argument):
    """Names separated by commas."""

    name = "names"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, ...]:
        if isinstance(value, tuple):  # a default
            return value  # pyright: ignore[reportUnknownVariableType]
        return tuple(name.strip() for name in str(value).split(",") if name.strip())
