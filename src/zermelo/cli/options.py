"""What commands take: games, positions, and options, most of them made of the fields of dataclasses (`core.options`)."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import Field, fields
from typing import TYPE_CHECKING, Any, ClassVar, Final

import click

from zermelo.core.errors import BadOption
from zermelo.core.options import declared
from zermelo.core.wording import MOST_DIGITS, unknown

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from zermelo.core.game import Game

    Argument = click.ParamType[Any]
else:
    Argument = click.ParamType  # generic since click 8.4 only

Command = Callable[..., Any]
Decorator = Callable[[Command], Command]

POSITION_HELP: Final = "Where to start: moves (a1 b2) or a board (X../.O./...). The same as POSITION after GAME."
TABLE_MEMORY_HELP: Final = "Memory for the table: 256M, 2G. Default: 1G."

ORACLE_OPTIONS: Final = ("objective", "nodes", "seconds", "tables", "compiled")
"""The options of the commands that ask an `Oracle`, which are its options, too."""

UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}


# --- values ---------------------------------------------------------------------------------------------------------------
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


# --- options --------------------------------------------------------------------------------------------------------------
KINDS: Final[dict[str, click.ParamType[Any]]] = {
    **dict.fromkeys(("N", "PLIES"), Whole()),
    **dict.fromkeys(("S", "P", "B", "D"), Number()),
    "SIZE": Memory(),
}
"""What a value is, by the word that stands for it in the help. Others are texts."""


def setting(words: str, text: str, metavar: str | None = "N", default: Any = None, **more: Any) -> Decorator:
    """An option with a value: its words, and its help, which also shows the default if there is one."""
    kind = more.pop("kind", KINDS.get(metavar or ""))
    if default is not None:
        more |= {"default": default, "show_default": True}
    return click.option(*words.split(), type=kind, metavar=metavar, help=text, **more)


def printing(what: str) -> Decorator:
    """Adds --json, which prints `what`, and --quiet to a command, as `as_json` and `quiet`."""
    json = click.option("--json", "as_json", is_flag=True, help=f"Print {what} as JSON.")
    quiet = click.option("-q", "--quiet", is_flag=True, help="Show no progress.")
    return lambda command: json(quiet(command))


def switches(kind: type[Any], *names: str, **helps: str) -> Decorator:
    """Adds options to a command: the fields of these names of a dataclass, in this order, and those for which there is
    other help here. An option that is not given is None.
    """
    known = {each.name: each for each in fields(kind)}

    def with_switches(command: Command) -> Command:
        for name in reversed((*names, *(name for name in helps if name not in names))):
            command = _switch(known[name], helps.get(name, declared(known[name]).help))(command)
        return command

    return with_switches


def _switch(each: Field[Any], text: str) -> Decorator:
    saying, name = declared(each), each.name.replace("_", "-")
    if str(each.type).startswith("bool"):
        words = saying.switch or f"--{name}/--no-{name}"
        return click.option(words, is_flag=True, default=None, help=text)
    if saying.metavar == "NAMES":
        return click.option(f"--{name}", multiple=True, callback=_joined, metavar=saying.metavar, help=text)
    return setting(f"--{name}", text, saying.metavar)


def _joined(_context: click.Context, _option: click.Parameter, given: tuple[str, ...]) -> str | None:
    """The names of an option that may be repeated, separated by commas."""
    return ",".join(given) or None


def given_of(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options that were given, and not left to their defaults."""
    return {name: value for name, value in options.items() if value is not None}


def at_position(command: Callable[..., None]) -> Callable[..., None]:
    """Add a game to a command, and a position, given after GAME or by --from: `game`, and `position`, a string or None."""

    @click.argument("game", type=GameArgument())
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
