"""`zermelo tabulate`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from zermelo.cli import BUDGET_SPENT, EXIT_CODES, INTERRUPTED
from zermelo.cli.arguments import COMPILED_HELP, QUIET_HELP, GameArgument, Memory, Number, at_position
from zermelo.cli.progress import working
from zermelo.cli.rows import fitted
from zermelo.core.stable_text import json_text
from zermelo.core.supervision import holding_on

if TYPE_CHECKING:
    from zermelo.core.game import Game
    from zermelo.tablebase import Tabulation


@click.command("tabulate", epilog=EXIT_CODES, short_help="Write a table with the value of every position of GAME.")
@click.argument("game", type=GameArgument())
@at_position
@click.option(
    "--folder", metavar="DIR", help="The folder for the table; unfinished work in it is resumed. Default: GAME.table."
)
@click.option("--seconds", type=Number(), metavar="S", help="Time limit, in seconds.")
@click.option(
    "--memory",
    type=Memory(),
    metavar="SIZE",
    help="Memory for sets of positions and for scores: 256M, 2G. Default: 1G.",
)
@click.option("--checkpoint-every", type=Number(), metavar="S", help="Save the work every S seconds (default 600).")
@click.option("--compiled/--interpreted", default=None, help=COMPILED_HELP)
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
@click.option("-q", "--quiet", is_flag=True, help=QUIET_HELP)
@click.pass_context
def command(ctx: click.Context, game: Game[Any], as_json: bool, quiet: bool, **given: Any) -> None:
    """Compute the value of every position of GAME, and the plies to the end with best play, into a table on disk."""
    from zermelo.tablebase import tabulate

    told = {name: value for name, value in given.items() if value is not None}
    with working(quiet=quiet) as line:
        found = tabulate(game, progress=line.show, **told)
        with holding_on():
            text = json_text(found.to_dict()) if as_json else fitted(report(found))
    click.echo(text)
    if found.stopped == "interrupted":
        ctx.exit(INTERRUPTED)
    if found.stopped == "seconds":
        ctx.exit(BUDGET_SPENT)


def report(found: Tabulation) -> str:
    """What came of it, for people."""
    entry = found.entry
    if found.table is None or entry is None:
        reason = "the time was up" if found.stopped == "seconds" else found.stopped
        return f"{found.game}: stopped, {reason}. The same command goes on from there."
    plies = "" if entry.distance is None else f", {entry.distance} plies to the end"
    return f"{found.table}\n{found.position}: value {entry.value} (computed), for the player to move{plies}"
