"""What the two commands of the laboratory share: messages instead of tracebacks, a line of progress, and JSON."""

from __future__ import annotations

import contextlib
import json
import shutil
import signal
import sys
from collections.abc import Callable, Generator
from typing import Any, Final

import click

from zermelo import ZermeloError

SCHEMA: Final = 1
"""The version of the fields in JSON."""

BAD_INPUT, INTERRUPTED = 2, 130
EXIT_CODES: Final = "Exit codes: 0 done, 2 bad input, 130 interrupted."


class Refused(click.ClickException):
    """Bad input."""

    exit_code = BAD_INPUT


class Command(click.Command):
    """A command that reports bad input and an interrupt in a sentence."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run it."""
        try:
            return super().invoke(ctx)
        except ZermeloError as error:
            raise Refused(str(error)) from None
        except BrokenPipeError:
            raise
        except OSError as error:
            where = f" ({error.filename!r})" if error.filename else ""
            raise Refused(f"The operating system reports: {error.strerror}{where}.") from None
        except KeyboardInterrupt:
            click.echo("Interrupted.", err=True)
            ctx.exit(INTERRUPTED)


@contextlib.contextmanager
def working(*, quiet: bool) -> Generator[Callable[[str], None]]:
    """Run long work. Yields a function that shows a line of progress, on a terminal. An end that is asked for by a signal is
    like Ctrl-C. What games print goes to stderr.
    """
    shows = not quiet and sys.stderr.isatty()

    def show(text: str) -> None:
        if shows:
            click.echo(f"\r\x1b[K{text[: shutil.get_terminal_size().columns - 1]}", nl=False, err=True)

    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        with contextlib.redirect_stdout(sys.stderr):
            yield show
    finally:
        signal.signal(signal.SIGTERM, before)
        show("")


def json_text(data: Any) -> str:
    """Plain data as indented JSON."""
    return json.dumps(data, indent=2)
