"""Arguments that several commands take."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, ClassVar, Final

import click

from zermelo.core.errors import BadOption
from zermelo.core.wording import MOST_DIGITS, unknown

if TYPE_CHECKING:
    from zermelo.core.game import Game

    Argument = click.ParamType[Any]
else:
    Argument = click.ParamType  # generic since click 8.4 only

POSITION_HELP: Final = "Where to start: moves (a1 b2) or a position (X../.O./...); or say it after GAME."

UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}


def at_position(command: Callable[..., None]) -> Callable[..., None]:
    """Gives a command its `position`, a text or None: the words after GAME, or those of --from."""

    @click.argument("words", metavar="[POSITION]...", nargs=-1)
    @click.option("--from", "position", metavar="POSITION", help=POSITION_HELP)
    @functools.wraps(command)
    def with_position(*given: Any, words: tuple[str, ...], position: str | None, **options: Any) -> None:
        if words and position is not None:
            raise BadOption("The position is given twice: leave out --from, or the words after GAME.")
        command(*given, position=" ".join(words) or position, **options)

    return with_position


class GameArgument(Argument):
    """A game by name."""

    name = "game"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Game[Any]:
        """The game. Raises BadGame."""
        from zermelo.cli.progress import aside
        from zermelo.games.catalogue import game_named

        with aside():
            return game_named(value)


class _Read(Argument):
    """A number, refused in plain words where it is none, or too long for Python to read."""

    reads: ClassVar[type[int] | type[float]] = int
    what: ClassVar[str] = "a whole number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number."""
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
    """A whole number that is neither too small nor too large."""


class Number(_Read, click.types.FloatParamType):
    """Any number."""

    reads = float
    what = "a number"


class OneOf(click.Choice[str]):
    """One of a few words."""

    def __init__(self, what: str, words: Iterable[str]) -> None:
        """`what` each of them is."""
        super().__init__(tuple(words))
        self.what = what

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The word. Raises BadOption."""
        if value not in self.choices:
            raise BadOption(unknown(self.what, value, self.choices))
        return super().convert(value, param, ctx)


class Memory(Argument):
    """A number of bytes: 500000, 64M, 2G."""

    name = "bytes"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number of bytes."""
        found = re.fullmatch(r"(\d{1,15})([KMG]?)(?:i?B)?", str(value).strip(), re.IGNORECASE)
        if not found or int(found[1]) == 0:
            self.fail(f"{value!r} is not a size; sizes look like 64M or 2G.", param, ctx)
        return int(found[1]) * UNITS[found[2].upper()]


class Names(Argument):
    """Names with commas between them."""

    name = "names"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, ...]:
        """The names."""
        if isinstance(value, tuple):  # a default
            return value  # pyright: ignore[reportUnknownVariableType]
        return tuple(name.strip() for name in str(value).split(",") if name.strip())
