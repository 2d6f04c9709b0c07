"""`zermelo play`."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any, Final

import click

from zermelo.cli import EXIT_CODES, INTERRUPTED
from zermelo.cli.arguments import GameArgument, Number, OneOf, Whole, at_position
from zermelo.core.errors import NotSupported
from zermelo.preflight.faults import failures_of

if TYPE_CHECKING:
    from zermelo.core.game import Game
    from zermelo.play.analysis import Analyst

SIDES: Final = ("first", "second", "both", "none")


@click.command("play", epilog=EXIT_CODES)
@click.argument("game", type=GameArgument())
@click.option("--as", "side", type=OneOf("side", SIDES), default="first", show_default=True, help="Whom you play.")
@at_position
@click.option(
    "--engine",
    default="perfect",
    show_default=True,
    metavar="ENGINE",
    help="Against whom: perfect, random, an algorithm with settings as in negamax(depth=3), or yours: mybot.py:choose.",
)
@click.option(
    "--strength", type=Number(), default=1.0, show_default=True, help="How often the engine looks for the best move."
)
@click.option(
    "--seconds",
    type=Number(),
    default=5.0,
    show_default=True,
    metavar="S",
    help="Its time for a move, and yours for a hint.",
)
@click.option("--seed", type=Whole(), metavar="N", help="Of random moves, dice, and the choice among best moves.")
@click.option(
    "--tables", metavar="DIR", help="A table of positions, or a folder with some: what is there is not searched."
)
@click.option("--values", is_flag=True, help="Tell what the position is worth after each move.")
@click.option("--review", is_flag=True, help="When play is over, tell mistakes and how accurate each player was.")
@click.option("--compiled/--interpreted", default=None, help="Insist on native code, or on the interpreter.")
@click.pass_context
def command(ctx: click.Context, game: Game[Any], side: str, position: str | None, **given: Any) -> None:
    """Play GAME against the perfect engine, a weaker one, or another person.

    Moves are read from standard input, a line each; `help` tells what else can be said.
    """
    from rich.console import Console

    from zermelo.cli.session import Seats, Session
    from zermelo.play.engine import engine_named
    from zermelo.play.record import Record

    searches = {name: given[name] for name in ("tables", "compiled")}
    habits = {name: given[name] for name in ("strength", "seconds", "seed")}
    engine = engine_named(game, given["engine"], **habits, **searches)
    analyst = _analyst(game, given, searches)
    humans = {"first": {0}, "second": {1}, "both": set(range(game.players)), "none": set[int]()}[side]
    console = Console(highlight=False, soft_wrap=True)
    with failures_of(game):
        record = Record.begin(game, position)
    seats = Seats(humans, given["seconds"], given["values"], given["review"])
    session = Session(record, engine, analyst, seats, console, random.Random(given["seed"]))
    try:
        with failures_of(game):
            session.run()
    except KeyboardInterrupt:
        session.say("\nInterrupted.")
        ctx.exit(INTERRUPTED)
    finally:
        session.close()


def _analyst(game: Game[Any], given: dict[str, Any], searches: dict[str, Any]) -> Analyst | NotSupported:
    """Who tells what moves are worth, or why nobody can. Raises NotSupported where that was asked for."""
    from zermelo.play.analysis import Analyst

    try:
        return Analyst(game, seconds=given["seconds"], **searches)
    except NotSupported as refusal:
        if given["values"] or given["review"]:
            raise
        return refusal
