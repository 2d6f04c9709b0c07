"""`zermelo prove-play`: tests an engine against every line of play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypedDict, Unpack

import click

from zermelo.cli import BUDGET_SPENT, EXIT_CODES, FALSE, INTERRUPTED
from zermelo.cli.arguments import QUIET_HELP, GameArgument, Number, OneOf, at_position
from zermelo.cli.progress import working
from zermelo.cli.rows import as_rows, fitted
from zermelo.core.stable_text import json_text

if TYPE_CHECKING:
    from zermelo.core.game import Game

SIDES = {"first": ("first",), "second": ("second",), "both": ("first", "second")}


class Trial(TypedDict):
    """The engine, its sides and its time."""

    engine: str
    side: str
    seconds: float | None
    move_seconds: float


@click.command("prove-play", epilog=EXIT_CODES)
@click.argument("game", type=GameArgument())
@at_position
@click.option(
    "--engine",
    default="perfect",
    show_default=True,
    metavar="ENGINE",
    help="The engine to test; see `zermelo match --help`.",
)
@click.option(
    "--as", "side", type=OneOf("side", SIDES), default="both", show_default=True, help="The side that the engine plays."
)
@click.option("--seconds", type=Number(), metavar="S", help="Time limit, in seconds.")
@click.option(
    "--move-seconds",
    type=Number(),
    default=5.0,
    show_default=True,
    metavar="S",
    help="The engine's time for a move, in seconds.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
@click.option("-q", "--quiet", is_flag=True, help=QUIET_HELP)
@click.pass_context
def command(
    ctx: click.Context,
    game: Game[Any],
    position: str | None,
    as_json: bool,
    quiet: bool,
    **trial: Unpack[Trial],
) -> None:
    """Play an engine against every move the other side can make, and report whether it ever gets less than the value.

    All games are counted. If the engine gets less than the value, the shortest such game that was found is shown with the
    mistake marked by `?`, and the exit code is 1.
    """
    from zermelo.play.engine import engine_named
    from zermelo.play.prove_play import prove_play

    player = engine_named(game, trial["engine"], seconds=trial["move_seconds"])
    with working(quiet=quiet) as line:
        proof = prove_play(
            game,
            player,
            name=trial["engine"],
            position=position,
            sides=SIDES[trial["side"]],
            seconds=trial["seconds"],
            progress=line.show,
        )
    if as_json:
        click.echo(json_text(proof.to_dict()))
    else:
        click.echo("\n".join(filter(None, (fitted(proof.headline()), as_rows(proof.rows())))))
    if proof.caught:
        ctx.exit(FALSE)
    if proof.stopped != "complete":
        ctx.exit(INTERRUPTED if proof.stopped == "interrupted" else BUDGET_SPENT)
