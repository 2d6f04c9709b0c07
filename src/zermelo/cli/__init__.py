"""The command line: results go to stdout, progress and messages to stderr."""

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
from zermelo.core.errors import NotCompilable, NotInstalled, ZermeloError
from zermelo.core.interrupts import answering, interrupt, not_ignored
from zermelo.core.wording import shortened, unknown

COMMANDS: Final = {
    "solve": "Find the value of GAME and a best move.",
    "play": "Play GAME against an engine or another person.",
    "analyze": "Show the value of every move of a position.",
    "tree": "Draw the search tree of a position.",
    "serve": "Serve a web page for playing and for studying searches.",
    "match": "Play a match between two engines.",
    "prove-play": "Test an engine against every possible opponent.",
    "judge": "Judge the moves of an engine, or of games, by their exact values.",
    "verify": "Check certificates.",
    "classify": "Recommend a technique for a game, and estimate the work.",
    "grundy": "Find the Grundy value of an impartial game.",
    "table": "Count all positions; make and verify tablebases.",
    "export": "Write solved positions for training: Parquet or NumPy.",
    "check": "Check that GAME fulfils the contract of a game.",
    "games": "List the games that come with zermelo, or those in a file.",
    "bench": "Measure how fast zermelo searches on this machine.",
    "course": "Practise game-tree search: tasks, and a grader.",
    "help": "Read a page of the documentation, such as `zermelo help contract`.",
}
"""The commands, most used first, with a line on each. A command is imported when it is used."""

DONE, FALSE, BAD_INPUT, BUDGET_SPENT, OUR_FAULT, MISSING, INTERRUPTED = 0, 1, 2, 3, 4, 5, 130
PREFIX: Final = "Error: "
"""What click prints before an error message."""

CLICKS_LEAST: Final = 52
"""The smallest width, in columns, that click formats help for."""

EXIT_CODES = (
    "Exit codes: 0 done, 1 a check failed, 2 bad input, 3 budget spent, 4 zermelo itself failed, 5 a package is "
    "missing, or no native code despite --compiled, 130 interrupted."
)


ELSEWHERE: Final = {
    "certify": (
        "There is no command 'certify'; `zermelo solve GAME --certify -o DIR` writes certificates, and `zermelo verify DIR` "
        "checks them."
    ),
    "experiment": "There is no command 'experiment'; use `python -m experiments` in a checkout of the repository.",
    "census": "There is no command 'census'; it is now `zermelo table count`.",
    "tabulate": "There is no command 'tabulate'; it is now `zermelo table make`.",
}
"""Messages for commands that users may look for, and that go by another name."""

FORMER: Final = {
    ("count", "--folder"): "It is now --checkpoint DIR.",
    ("make", "--folder"): "It is now -o DIR.",
    ("verify", "--game"): "`zermelo table verify` verifies tablebases, and has this option.",
    ("verify", "--cluster"): "`zermelo table verify` verifies tablebases, and has this option.",
    ("judge", "--csv"): "It is now -o FILE.csv.",
    ("judge", "--plot"): "It is now -o FILE.png (or .svg, .pdf).",
    ("report", "--csv"): "It is now -o FILE.csv.",
    ("report", "--html"): "It is now -o FILE.html.",
    ("", "--certify"): "The folder is now given by -o DIR.",
    ("export", "-o"): "The folder is now given by -o DIR.",
}
"""Further sentences about options of commands that have a new name, or that are missing."""


class BadInput(click.ClickException):
    """Bad input."""

    exit_code = BAD_INPUT

    def format_message(self) -> str:
        return _wrapped_message(super().format_message())


class Help(click.HelpFormatter):
    """Help for terminals of any width. In a narrow one the text is below the name, not beside it."""

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        if self.width >= CLICKS_LEAST:
            super().write_dl(rows, col_max, col_spacing)
            return
        outer, inner = " " * self.current_indent, " " * (2 * self.current_indent + 2)
        for name, text in rows:
            self.write(f"{wrapped(name, self.width, first=outer, rest=inner)}\n")
            self.write(f"{wrapped(text, self.width, first=inner, rest=inner)}\n" if text else "")


class HelpContext(click.Context):
    """A context that formats help by `Help`."""

    formatter_class = Help


class Commands(click.Group):
    """A group of commands. The message about an unknown name suggests the most similar one."""

    context_class = HelpContext

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        command = super().get_command(ctx, cmd_name)
        if command is not None:
            command.context_class = HelpContext
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        known = self.list_commands(ctx)
        if args[0] not in known and not args[0].startswith("-"):
            raise BadInput(ELSEWHERE.get(args[0]) or unknown("command", args[0], known))
        return super().resolve_command(ctx, args)


class Missing(BadInput):
    """A package that is not installed, or a game that cannot be compiled, although --compiled requires it."""

    exit_code = MISSING


class Misuse(click.UsageError):
    """Wrong usage that click found, with its message wrapped like all others."""

    def format_message(self) -> str:
        return _wrapped_message(super().format_message())


@contextlib.contextmanager
def _errors_for_click() -> Generator[None]:
    """Turn click's usage errors into Misuse, and zermelo's errors into BadInput or Missing."""
    try:
        yield
    except NoArgsIsHelpError:  # click prints the help
        raise
    except click.UsageError as error:
        raise Misuse(_usage_message(error), error.ctx) from None
    except (NotCompilable, NotInstalled) as error:
        raise Missing(str(error)) from None
    except ZermeloError as error:
        raise BadInput(str(error)) from None


def _usage_message(error: click.UsageError) -> str:
    """The message of click's, with a sentence if the option had another name, or is missing where another one was."""
    missing = error.param.opts[0] if isinstance(error, click.MissingParameter) and error.param else ""
    command = "" if error.ctx is None else str(error.ctx.command.name)
    former = FORMER.get((command, getattr(error, "option_name", missing)))
    if former is None:
        return error.format_message()
    # a similar name would not help here
    return f"{error.message if isinstance(error, click.NoSuchOption) else error.format_message()} {former}"


def exit_if_stopped(ctx: click.Context, *stops: str) -> None:
    """Exit with the code for work that was interrupted, or has spent its budget; `stops` say why it ended."""
    if "interrupted" in stops:
        ctx.exit(INTERRUPTED)
    if set(stops) & {"nodes", "seconds", "memory"}:
        ctx.exit(BUDGET_SPENT)


def _wrapped_message(text: str) -> str:
    """An error message, wrapped for stderr, where click prints PREFIX before it."""
    return wrapped(shortened(text), columns(LEAST, err=True), first=PREFIX).removeprefix(PREFIX)


class Refusing(click.Command):
    """A command that reports errors in a sentence or two; the exit code says which kind of error it is."""

    context_class = HelpContext

    def main(self, *arguments: Any, **more: Any) -> Any:
        """Run the command. A standard stream that was closed at the start is replaced by the null device."""
        for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
            if getattr(sys, name) is None:
                setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
        return super().main(*arguments, **more)

    def make_context(self, *arguments: Any, **more: Any) -> click.Context:
        """Parse the options of the group. Help is as wide as the terminal, even if that is narrower than click allows."""
        width = columns(LEAST)
        if width < CLICKS_LEAST:
            more["terminal_width"] = width
        with _errors_for_click():
            return super().make_context(*arguments, **more)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command, and turn what it raises into a message and an exit code."""
        try:
            with answering(interrupt, *not_ignored("SIGINT")), _errors_for_click():
                return super().invoke(ctx)
        except OSError as error:
            if error.errno == errno.EPIPE:
                raise
            where = f" ({error.filename!r})" if error.filename else ""
            raise BadInput(f"The operating system reports: {error.strerror}{where}.") from None
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
    """The commands of zermelo, each imported when it is needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in COMMANDS and cmd_name not in self.commands:
            command = importlib.import_module(f"zermelo.cli.{cmd_name.replace('-', '_')}").command
            command.short_help = COMMANDS[cmd_name]
            self.add_command(command)
        return super().get_command(ctx, cmd_name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the names of the commands with their lines, without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.command(cls=Zermelo, epilog=EXIT_CODES, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="zermelo")
def main() -> None:
    """Exact adversarial search: write a game as a plain Python class, get perfect play at native speed.

    A GAME is one of zermelo's own, such as mnk(3,3,3) (`zermelo games` lists them); a class of yours, such as
    mygame.py:MyGame; or a game of OpenSpiel, such as openspiel:hex(board_size=3).
    """
