"""The command line: results on stdout, progress and messages on stderr, refusals in a sentence."""

from __future__ import annotations

import contextlib
import errno
import importlib
import os
import sys
import traceback
from collections.abc import Generator, Iterable
from typing import Any, Final

import click
from click.exceptions import NoArgsIsHelpError

from zermelo.cli.rows import LEAST, columns, tell, wrapped
from zermelo.core.errors import NotCompilable, ZermeloError
from zermelo.core.wording import shortened, unknown

COMMANDS = (
    "solve",
    "play",
    "analyze",
    "tree",
    "serve",
    "match",
    "prove-play",
    "verify",
    "classify",
    "grundy",
    "census",
    "tabulate",
    "check",
    "games",
    "bench",
    "course",
)

DONE, FALSE, BAD_INPUT, BUDGET_SPENT, OUR_FAULT, NOT_NATIVE, INTERRUPTED = 0, 1, 2, 3, 4, 5, 130
PREFIX: Final = "Error: "
"""What click prints before a refusal."""

CLICKS_LEAST: Final = 52
"""Columns below which click takes no terminal for narrower."""

EXIT_CODES = (
    "Exit codes: 0 done, 1 a checked claim is false, 2 bad input, 3 the budget was spent, 4 zermelo itself failed, 5 no "
    "native code though --compiled insists on it, 130 interrupted."
)


ELSEWHERE: Final = {
    "certify": "There is no command 'certify'; `zermelo solve GAME --certify DIR` writes them, and `verify` checks them.",
    "experiment": "There is no command 'experiment'; `python -m experiments` measures, in a checkout of the repository.",
}
"""What is said of commands that there are not, where another one does it."""


class Refused(click.ClickException):
    """Bad input, in a sentence or two."""

    exit_code = BAD_INPUT

    def format_message(self) -> str:
        """The sentences."""
        return _refused(super().format_message())


class Help(click.HelpFormatter):
    """Help for terminals of any width: where there is no room for two columns, one below the other."""

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        """Names, and what each of them is."""
        if self.width >= CLICKS_LEAST:
            super().write_dl(rows, col_max, col_spacing)
            return
        outer, inner = " " * self.current_indent, " " * (2 * self.current_indent + 2)
        for name, text in rows:
            self.write(f"{wrapped(name, self.width, first=outer, rest=inner)}\n")
            self.write(f"{wrapped(text, self.width, first=inner, rest=inner)}\n" if text else "")


class HelpContext(click.Context):
    """A context that formats help so."""

    formatter_class = Help


class Commands(click.Group):
    """Commands; a name that none of them has is refused with the one most like it."""

    context_class = HelpContext

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command, None if there is none of this name."""
        found = super().get_command(ctx, cmd_name)
        if found is not None:
            found.context_class = HelpContext
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command, and its arguments."""
        known = self.list_commands(ctx)
        if args[0] not in known and not args[0].startswith("-"):
            raise Refused(ELSEWHERE.get(args[0]) or unknown("command", args[0], known))
        return super().resolve_command(ctx, args)


class NoNativeCode(Refused):
    """A game that cannot be compiled, though that was insisted on."""

    exit_code = NOT_NATIVE


class Misuse(click.UsageError):
    """What click refuses, as any other refusal is told."""

    def format_message(self) -> str:
        """The sentence."""
        return _refused(super().format_message())


@contextlib.contextmanager
def _refusals_told() -> Generator[None]:
    """Turns what click refuses into Misuse, and what zermelo refuses into Refused."""
    try:
        yield
    except NoArgsIsHelpError:  # the help itself
        raise
    except click.UsageError as error:
        raise Misuse(error.format_message(), error.ctx) from None
    except NotCompilable as error:
        raise NoNativeCode(str(error)) from None
    except ZermeloError as error:
        raise Refused(str(error)) from None


def _refused(text: str) -> str:
    """A refusal for the terminal, where "Error: " stands before it."""
    return wrapped(shortened(text), columns(LEAST, err=True), first=PREFIX).removeprefix(PREFIX)


class Refusing(click.Command):
    """A command that refuses in a sentence; the exit code says what kind of refusal it is."""

    context_class = HelpContext

    def main(self, *arguments: Any, **more: Any) -> Any:
        """Run; a stream that was closed before the start is one that nothing is read from and nothing seen of."""
        for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
            if getattr(sys, name) is None:
                setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
        return super().main(*arguments, **more)

    def make_context(self, *arguments: Any, **more: Any) -> click.Context:
        """Read the options before the command; help is as wide as the terminal, also where click makes it wider."""
        width = columns(LEAST)
        if width < CLICKS_LEAST:
            more["terminal_width"] = width
        with _refusals_told():
            return super().make_context(*arguments, **more)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; what zermelo refuses is bad input."""
        try:
            with _refusals_told():
                return super().invoke(ctx)
        except OSError as error:
            if error.errno == errno.EPIPE:
                raise
            where = f" ({error.filename!r})" if error.filename else ""
            raise Refused(f"The system refuses: {error.strerror}{where}.") from None
        except KeyboardInterrupt:
            tell("Interrupted.", err=True)
            ctx.exit(INTERRUPTED)
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except Exception as error:
            from zermelo.preflight.faults import OURS

            traceback.print_exception(error)
            if OURS not in getattr(error, "__notes__", ()):
                tell(OURS, err=True)
            ctx.exit(OUR_FAULT)


class Zermelo(Refusing, Commands):
    """The commands, each loaded when it is wanted."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """In the order of usefulness."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command, None if there is none of this name."""
        if cmd_name in COMMANDS and cmd_name not in self.commands:
            self.add_command(importlib.import_module(f"zermelo.cli.{cmd_name.replace('-', '_')}").command)
        return super().get_command(ctx, cmd_name)


@click.command(cls=Zermelo, epilog=EXIT_CODES, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="zermelo")
def main() -> None:
    """Exact adversarial search: write a game as a plain Python class, get perfect play at native speed.

    A GAME is a family with its numbers, as in mnk(3,3,3), or a class of yours, as in mygame.py:MyGame.
    """
