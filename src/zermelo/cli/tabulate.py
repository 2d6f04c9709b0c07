"""`zermelo tabulate`: writes a table with the value of every position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from zermelo.cli import BUDGET_SPENT, EXIT_CODES, INTERRUPTED
from zermelo.cli.arguments import COMPILED_HELP, QUIET_HELP, GameArgument, Memory, Number, at_position
from zermelo.cli.clusters import counting, in_shards
from zermelo.cli.progress import working
from zermelo.cli.rows import fitted
from zermelo.core.interrupts import holding_on
from zermelo.core.stable_text import json_text
from zermelo.core.wording import counted

if TYPE_CHECKING:
    from zermelo.core.game import Game
    from zermelo.tablebase.tabulate import Tabulation


@click.command("tabulate", epilog=EXIT_CODES, short_help="Write a tablebase: the value of every position of GAME.")
@click.argument("game", type=GameArgument())
@at_position
@click.option(
    "--folder",
    metavar="DIR",
    help="The folder for the tablebase; unfinished work in it is resumed. Default: GAME.table.",
)
@click.option("--seconds", type=Number(), metavar="S", help="Time limit, in seconds.")
@click.option(
    "--memory",
    type=Memory(),
    metavar="SIZE",
    help="Memory for sets of positions and for scores: 256M, 2G. Default: 1G.",
)
@click.option("--checkpoint-every", type=Number(), metavar="S", help="Save the work every S seconds (default 600).")
@in_shards
@click.option("--compiled/--interpreted", default=None, help=COMPILED_HELP)
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
@click.option("-q", "--quiet", is_flag=True, help=QUIET_HELP)
@click.pass_context
def command(ctx: click.Context, game: Game[Any], as_json: bool, quiet: bool, **given: Any) -> None:
    """Write a tablebase: the value of every position of GAME, and the number of plies to the end with best play."""
    options = {name: value for name, value in given.items() if value is not None}
    with working(quiet=quiet) as line, counting(options) as workers:
        made = workers.tabulate(game, progress=line.show, **options)
        with holding_on():
            text = json_text(made.to_dict()) if as_json else fitted(report(made))
    click.echo(text)
    if made.stopped == "interrupted":
        ctx.exit(INTERRUPTED)
    if made.stopped == "seconds":
        ctx.exit(BUDGET_SPENT)


def report(made: Tabulation) -> str:
    """The table and the value of the position; or why the work stopped."""
    entry = made.entry
    if made.table is None or entry is None:
        reason = "time limit reached" if made.stopped == "seconds" else made.stopped
        return f"{made.game}: stopped, {reason}. Run the same command again to resume."
    plies = "" if entry.distance is None else f", {counted(entry.distance, 'ply', 'plies')} to the end"
    return f"{made.table}\n{made.position}: value {entry.value} (computed), for the player to move{plies}"
