"""`zermelo census`: counts positions and plays, ply by ply."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from zermelo.cli import BUDGET_SPENT, EXIT_CODES, INTERRUPTED
from zermelo.cli.arguments import COMPILED_HELP, QUIET_HELP, GameArgument, Memory, Number, Whole, at_position
from zermelo.cli.clusters import counting, in_shards
from zermelo.cli.progress import working
from zermelo.cli.rows import fitted
from zermelo.core.interrupts import holding_on
from zermelo.core.stable_text import count_text, json_text

if TYPE_CHECKING:
    from zermelo.core.game import Game
    from zermelo.tablebase.census import Census


@click.command("census", epilog=EXIT_CODES, short_help="Count the positions and plays of GAME, ply by ply.")
@click.argument("game", type=GameArgument())
@at_position
@click.option("--symmetry", is_flag=True, help="Count symmetric positions once.")
@click.option("--plies", type=Whole(), metavar="N", help="Count only the positions after 0 to N plies.")
@click.option("--seconds", type=Number(), metavar="S", help="Time limit, in seconds.")
@click.option("--memory", type=Memory(), metavar="SIZE", help="Memory for sets of positions: 256M, 2G. Default: 1G.")
@click.option("--folder", metavar="DIR", help="Save the work in DIR; the same command resumes from there.")
@click.option("--checkpoint-every", type=Number(), metavar="S", help="Save the work every S seconds (default 600).")
@in_shards
@click.option("--compiled/--interpreted", default=None, help=COMPILED_HELP)
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
@click.option("-q", "--quiet", is_flag=True, help=QUIET_HELP)
@click.pass_context
def command(ctx: click.Context, game: Game[Any], as_json: bool, quiet: bool, **given: Any) -> None:
    """Count the positions of GAME after each number of plies, the plays that lead to them, and how games end."""
    options = {name: value for name, value in given.items() if value is not None}
    with working(quiet=quiet) as line, counting(options) as workers:
        counts = workers.census(game, progress=line.show, **options)
        with holding_on():
            text = json_text(counts.to_dict()) if as_json else report(counts, game.players, symmetry=given["symmetry"])
    click.echo(text)
    if counts.stopped == "interrupted":
        ctx.exit(INTERRUPTED)
    if counts.stopped == "seconds":
        ctx.exit(BUDGET_SPENT)


def report(counts: Census, players: int, *, symmetry: bool) -> str:
    """The counts as a table. `symmetry`: whether they were requested up to symmetry."""
    plays = [] if counts.nodes is None else ["plays"]
    heads = ["ply", "positions", *plays, "over", *(["first wins", "draws", "second wins"] if players == 2 else [])]
    rows: list[list[int]] = [
        [
            *(ply.ply, ply.positions, *([] if ply.plays is None else [ply.plays]), sum(ply.ended)),
            *(ply.ended if players == 2 else []),
        ]
        for ply in counts.plies
    ]
    totals = [sum(row[place] for row in rows) for place in range(1, len(heads))]
    shown = [heads, *([*map(count_text, row)] for row in rows), ["all", *map(count_text, totals)]]
    widths = [max(len(row[place]) for row in shown) for place in range(len(heads))]
    table = "\n".join("  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in shown)
    complete = "All positions are counted, each once, for the shortest play to it."
    if counts.games is not None and counts.nodes is not None:
        complete = (
            f"All positions are counted: {count_text(counts.games)} complete games, "
            f"{count_text(counts.nodes)} nodes of the game tree."
        )
    ending = {
        "complete": complete,
        "plies": "Play continues after that.",
        "seconds": "Stopped: time limit reached. Play continues after that.",
        "interrupted": "Stopped: interrupted. Play continues after that.",
    }[counts.stopped]
    symmetric = ", up to symmetry" if counts.symmetric else ""
    title = fitted(f"{counts.game}: positions after each number of plies{symmetric}")
    if symmetry and not counts.symmetric:
        ending += f"\n{counts.game} defines no symmetries, so these are all positions."
    return f"{title}\n\n{table}\n\n{fitted(ending)}"
