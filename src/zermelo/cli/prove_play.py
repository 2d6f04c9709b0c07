"""`zermelo prove-play`: tests an engine against every line of play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from zermelo.cli import EXIT_CODES, FALSE, exit_if_stopped
from zermelo.cli.options import OneOf, at_position, printing, setting
from zermelo.cli.output import show
from zermelo.cli.progress import working

if TYPE_CHECKING:
    from zermelo.core.game import Game

SIDES = {"first": ("first",), "second": ("second",), "both": ("first", "second")}


@click.command("prove-play", epilog=EXIT_CODES)
@at_position
@setting("--engine", "The engine to test; see `zermelo match --help`.", "ENGINE", "perfect")
@setting("--as side", "The side that the engine plays.", None, "both", kind=OneOf("side", SIDES))
@setting("--seconds", "Time limit, in seconds.", "S")
@setting("--move-seconds", "The engine's time for a move, in seconds.", "S", 5.0)
@printing("the result")
@click.pass_context
def command(
    ctx: click.Context,
    game: Game[Any],
    position: str | None,
    as_json: bool,
    quiet: bool,
    **trial: Any,
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
            position=position,
            sides=SIDES[trial["side"]],
            seconds=trial["seconds"],
            progress=line.show,
        )
    show(proof, as_json=as_json)
    if proof.caught:
        ctx.exit(FALSE)
    exit_if_stopped(ctx, proof.stopped)
