"""`zermelo export`: writes solved positions for training, as Parquet or NumPy files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from zermelo.cli import BUDGET_SPENT, EXIT_CODES
from zermelo.cli.arguments import ORACLE_OPTIONS, QUIET_HELP, GameArgument, Whole
from zermelo.cli.options import switches
from zermelo.cli.progress import working
from zermelo.cli.rows import as_rows, fitted
from zermelo.core.stable_text import json_text
from zermelo.solver.options import Options

if TYPE_CHECKING:
    from zermelo.core.game import Game
    from zermelo.play.oracle import Oracle


@click.command("export", epilog=EXIT_CODES)
@click.argument("game", type=GameArgument())
@click.option("-o", "--output", "folder", metavar="DIR", required=True, help="The folder to write to: new, or empty.")
@click.option("--format", metavar="NAME", default="parquet", show_default=True, help="parquet or numpy.")
@click.option(
    "--sample", type=Whole(), metavar="N", help="Write N positions from random plays, not all that play can reach."
)
@click.option("--seed", type=Whole(), default=0, show_default=True, metavar="N", help="Seed for the random plays.")
@switches(
    Options,
    *ORACLE_OPTIONS,
    objective="distance or outcome. Default: distance without chance.",
    nodes="Visit at most N positions for each move.",
    seconds="Time limit for the searches, in seconds.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
@click.option("-q", "--quiet", is_flag=True, help=QUIET_HELP)
@click.pass_context
def command(ctx: click.Context, game: Game[Any], folder: str, as_json: bool, quiet: bool, **given: Any) -> None:
    """Write positions with their values, distances and optimal moves, for training.

    The file manifest.json in the folder describes the columns. Positions in which the game is over, or chance moves, are
    left out.
    """
    from zermelo.play.oracle import Oracle

    with working(quiet=quiet) as line:
        oracle: Oracle[Any] = Oracle(game, **{name: given.pop(name) for name in ORACLE_OPTIONS})
        result = oracle.export(folder, progress=line.show, **given)
    if as_json:
        click.echo(json_text(result.to_dict()))
    else:
        click.echo(f"{fitted(result.headline())}\n{as_rows(result.rows())}")
    if result.exact < result.positions:
        ctx.exit(BUDGET_SPENT)
