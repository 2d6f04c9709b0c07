"""`zermelo check`: looks for mistakes in a game class."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import click

from zermelo.cli import EXIT_CODES, FALSE, exit_if_stopped
from zermelo.cli.options import Between, GameArgument, setting, switches
from zermelo.cli.progress import aside
from zermelo.cli.rows import LEAST, columns, wrapped
from zermelo.core.stable_text import json_text
from zermelo.solver.options import Options

if TYPE_CHECKING:
    from zermelo.core.game import Game


@click.command("check", epilog=EXIT_CODES)
@click.argument("game", type=GameArgument())
@setting("--plays", "How many random plays to examine (2000 positions at most).", default=100, kind=Between(min=1))
@setting("--seed", "Seed for the random plays.", default=0)
@setting("--seconds", "Time limit, in seconds.", "S")
@switches(Options, compiled="Require the comparison with native code, or skip it. Default: compare if possible.")
@setting("--rules", "Also compare GAME with these rules for certificates.", "RULES.py")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@click.pass_context
def command(ctx: click.Context, game: Game[Any], as_json: bool, **options: Any) -> None:
    """Check on random plays that GAME fulfils the contract of a game. A broken rule is reported with the position."""
    from zermelo.conformance import check

    with aside():
        report = check(game, **options)
    click.echo(json_text(report.to_dict()) if as_json else "\n".join(map(_wrapped, report.text().split("\n"))))
    if not report.ok:
        ctx.exit(FALSE)
    exit_if_stopped(ctx, report.stopped)


def _wrapped(line: str) -> str:
    """A line of a report, wrapped. If it begins with a label, its continuation is indented past the label."""
    labelled = re.match(r"  [a-z]+ +(?=\S)", line)
    return wrapped(line, columns(LEAST), rest=" " * (len(labelled[0]) - 2) if labelled else "")
