"""`zermelo analyze`: the value of every move of a position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import click

from zermelo.cli import EXIT_CODES, exit_if_stopped
from zermelo.cli.options import TABLE_MEMORY_HELP, at_position, given_of, printing, switches
from zermelo.cli.progress import working
from zermelo.cli.rows import columns, fitted
from zermelo.core.stable_text import json_text
from zermelo.solver.options import Options

if TYPE_CHECKING:
    from zermelo.core.game import Game
    from zermelo.play.move_values import Analysis

LEAST: Final = 40
"""Columns that are used in a terminal that is narrower than this."""


@click.command("analyze", epilog=EXIT_CODES)
@at_position
@switches(
    Options,
    *("objective", "algorithm", "depth", "memory", "without", "nodes", "seconds", "tables", "compiled"),
    objective="distance or outcome. Default: distance for two players without chance.",
    memory=TABLE_MEMORY_HELP,
    nodes="Visit at most N positions for each move.",
    seconds="Time limit for all moves together, in seconds; compiling does not count.",
)
@printing("the analysis")
@click.pass_context
def command(
    ctx: click.Context, game: Game[Any], position: str | None, as_json: bool, quiet: bool, **given: Any
) -> None:
    """Show the value of every move of POSITION, the plies to the end, and best play. The best moves come first.

    POSITION is a list of moves (b2 a1) or a board (X../.O./...). Default: the initial position of GAME.
    """
    from zermelo.play.analysis import analyze
    from zermelo.play.record import board_at

    with working(quiet=quiet) as progress:
        analysis = analyze(game, position, progress=progress, **given_of(given))
    if as_json:
        click.echo(json_text(analysis.to_dict()))
    else:
        board = board_at(game, position)
        click.echo(
            f"{fitted(f'{analysis.game}: {analysis.sentence()}')}\n\n{board}\n\n{as_table(analysis, columns(LEAST))}"
        )
    exit_if_stopped(ctx, analysis.stopped)


def as_table(analysis: Analysis, width: int, most: int | None = None) -> str:
    """The moves of the analysis, or the first `most`, in lines of at most `width` columns, and the scale of estimates."""
    note = analysis.note(most)
    return analysis.table(width, most) + (f"\n\n{fitted(note)}" if note else "")
