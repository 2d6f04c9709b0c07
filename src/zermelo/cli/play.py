"""`zermelo play`: sets up a game against an engine or another person, which `session` plays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import click

from zermelo.cli import EXIT_CODES, INTERRUPTED
from zermelo.cli.options import OneOf, at_position, setting, switches
from zermelo.core.errors import NotSupported
from zermelo.solver.options import Options

if TYPE_CHECKING:
    from zermelo.core.game import Game
    from zermelo.play.analysis import Analyst

SIDES: Final = ("first", "second", "both", "none")


@click.command("play", epilog=EXIT_CODES)
@at_position
@setting("--as side", "The side you play.", None, "first", kind=OneOf("side", SIDES))
@setting(
    "--engine",
    "Your opponent: perfect, random, an algorithm such as negamax(depth=3), or a function of yours: mybot.py:choose.",
    "ENGINE",
    "perfect",
)
@setting(
    "--strength",
    "How often the engine searches for the best move, from 0 to 1. Otherwise it moves at random.",
    "P",
    1.0,
)
@setting("--seconds", "The engine's time for a move, or for a hint, in seconds.", "S", 5.0)
@setting("--seed", "Seed for random moves, dice, and the choice among best moves.")
@switches(Options, "tables", "compiled")
@click.option("--values", is_flag=True, help="Show the value of the position after each move.")
@click.option(
    "--review", is_flag=True, help="At the end of the game, list the mistakes and the accuracy of each player."
)
@click.pass_context
def command(ctx: click.Context, game: Game[Any], side: str, position: str | None, **given: Any) -> None:
    """Play GAME against the perfect engine, a weaker one, or another person (--as both).

    Type a move, or `help` for the other commands. Input is read from standard input, line by line.
    """
    from zermelo.cli.session import Session
    from zermelo.play.engine import engine_named
    from zermelo.play.record import Record
    from zermelo.preflight.faults import failures_of

    searches = {name: given[name] for name in ("tables", "compiled")}
    habits = {name: given[name] for name in ("strength", "seconds", "seed")}
    engine = engine_named(game, given["engine"], **habits, **searches)
    analyst = _analyst(game, given, searches)
    humans = {"first": {0}, "second": {1}, "both": set(range(game.players)), "none": set[int]()}[side]
    with failures_of(game):
        record = Record.begin(game, position)
    session = Session(record, engine, analyst, humans, given)
    try:
        with failures_of(game):
            session.run()
    except KeyboardInterrupt:
        session.say("\nInterrupted.")
        ctx.exit(INTERRUPTED)
    finally:
        session.close()


def _analyst(game: Game[Any], given: dict[str, Any], searches: dict[str, Any]) -> Analyst | NotSupported:
    """The analyst that values moves, or the reason why GAME has none. Raises NotSupported if an option needs one."""
    from zermelo.play.analysis import Analyst

    try:
        return Analyst(game, seconds=given["seconds"], **searches)
    except NotSupported as refusal:
        if given["values"] or given["review"]:
            raise
        return refusal
