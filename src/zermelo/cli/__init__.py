"""The command line: results on stdout, progress and messages on stderr, refusals in a sentence."""

from __future__ import annotations

import errno
import importlib
from typing import Any

import click

from zermelo.errors import ZermeloError

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
    "experiment",
    "course",
)

DONE, FALSE, BAD_INPUT, BUDGET_SPENT, INTERRUPTED = 0, 1, 2, 3, 130
EXIT_CODES = "Exit codes: 0 done, 1 a checked claim is false, 2 bad input, 3 the budget was spent, 130 interrupted."


class Refusal(click.ClickException):
    """Bad input, in a sentence or two."""

    exit_code = BAD_INPUT


class Zermelo(click.Group):
    """The commands, each loaded when it is wanted, and their refusals."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """In the order of usefulness."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command, None if there is none of this name."""
        if cmd_name not in COMMANDS:
            return None
        return importlib.import_module(f"zermelo.cli.{cmd_name.replace('-', '_')}").command

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; what zermelo refuses is bad input."""
        try:
            return super().invoke(ctx)
        except ZermeloError as error:
            raise Refusal(str(error)) from None
        except OSError as error:
            if error.errno == errno.EPIPE:
                raise
            where = f" ({error.filename!r})" if error.filename else ""
            raise Refusal(f"The system refuses: {error.strerror}{where}.") from None
        except KeyboardInterrupt:
            click.echo("Interrupted.", err=True)
            ctx.exit(INTERRUPTED)


@click.command(cls=Zermelo, epilog=EXIT_CODES, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="zermelo")
def main() -> None:
    """Exact adversarial search: write a game as a plain Python class, get perfect play at native speed.

    A GAME is a family with its numbers, as in mnk(3,3,3), or a class of yours, as in mygame.py:MyGame.
    """
