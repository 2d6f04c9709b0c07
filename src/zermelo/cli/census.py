"""`zermelo census`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from zermelo.cli import BUDGET_SPENT, EXIT_CODES, INTERRUPTED
from zermelo.cli.arguments import GameArgument, Memory
from zermelo.cli.progress import working

if TYPE_CHECKING:
    from zermelo.game import Game
    from zermelo.positions import Census


@click.command("census", epilog=EXIT_CODES)
@click.argument("game", type=GameArgument())
@click.option(
    "--from", "position", metavar="POSITION", help="Where to start: moves (a1 b2) or a position (X../.O./...)."
)
@click.option("--symmetry", is_flag=True, help="Count positions that are images of one another once.")
@click.option("--plies", type=int, metavar="N", help="Count the positions after 0 to N plies only.")
@click.option("--seconds", type=float, metavar="S", help="Count no longer than this.")
@click.option("--memory", type=Memory(), metavar="SIZE", help="What sets of positions may take: 256M, 2G. Default: 1G.")
@click.option("--folder", metavar="DIR", help="Keep the work there, and go on from what is there.")
@click.option("--checkpoint-every", type=float, metavar="S", help="Keep it this often (default 600 seconds).")
@click.option("--compiled/--interpreted", default=None, help="Insist on native code, or on the interpreter.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
@click.option("-q", "--quiet", is_flag=True, help="Show no progress.")
@click.pass_context
def command(ctx: click.Context, game: Game[Any], as_json: bool, quiet: bool, **given: Any) -> None:
    """How many positions GAME has after each number of plies, how many plays lead there, and how they end."""
    from zermelo.positions import census

    told = {name: value for name, value in given.items() if value is not None}
    with working(quiet=quiet) as line:
        found = census(game, progress=line.show, **told)
    click.echo(json.dumps(found.to_dict(), indent=2) if as_json else report(found, game.players))
    if found.stopped == "interrupted":
        ctx.exit(INTERRUPTED)
    if found.stopped == "seconds":
        ctx.exit(BUDGET_SPENT)


def report(found: Census, players: int) -> str:
    """The counts for people."""
    heads = ["ply", "positions", "plays", "over", *(["first wins", "draws", "second wins"] if players == 2 else [])]
    rows: list[list[int]] = [
        [ply.ply, ply.positions, ply.plays, sum(ply.ended), *(ply.ended if players == 2 else [])] for ply in found.plies
    ]
    totals = [sum(row[place] for row in rows) for place in range(1, len(heads))]
    shown = [heads, *([f"{cell:,}" for cell in row] for row in rows), ["all", *(f"{cell:,}" for cell in totals)]]
    widths = [max(len(row[place]) for row in shown) for place in range(len(heads))]
    table = "\n".join("  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in shown)
    ending = {
        "complete": f"All positions were met: {found.games:,} complete games, {found.nodes:,} nodes of the game tree.",
        "plies": "Play goes on after that.",
        "seconds": "Stopped: the time was up. Play goes on after that.",
        "interrupted": "Stopped: interrupted. Play goes on after that.",
    }[found.stopped]
    symmetric = ", up to symmetry" if found.symmetric else ""
    return f"{found.game}: positions by the plies to them{symmetric}\n\n{table}\n\n{ending}"
