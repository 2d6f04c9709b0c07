"""`zermelo export`: writes solved positions for training, as Parquet or NumPy files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from zermelo.cli import BUDGET_SPENT, EXIT_CODES
from zermelo.cli.options import ORACLE_OPTIONS, GameArgument, printing, setting, switches
from zermelo.cli.output import show
from zermelo.cli.progress import working
from zermelo.solver.options import Options

if TYPE_CHECKING:
    from zermelo.core.game import Game
    from zermelo.play.oracle import Oracle


@click.command("export", epilog=EXIT_CODES)
@click.argument("game", type=GameArgument())
@setting("-o --output folder", "The folder to write to: new, or empty.", "DIR", required=True)
@setting("--format", "parquet or numpy.", "NAME", "parquet")
@setting("--sample", "Write N positions from random plays, not all that play can reach.")
@setting("--seed", "Seed for the random plays.", default=0)
@switches(
    Options,
    *ORACLE_OPTIONS,
    objective="distance or outcome. Default: distance without chance.",
    nodes="Visit at most N positions for each move.",
    seconds="Time limit for the searches, in seconds.",
)
@printing("the result")
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
    show(result, as_json=as_json)
    if result.exact < result.positions:
        ctx.exit(BUDGET_SPENT)
