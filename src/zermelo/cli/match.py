"""`zermelo match`: a match between two engines."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

import click

from zermelo.cli import EXIT_CODES, INTERRUPTED
from zermelo.cli.arguments import QUIET_HELP, GameArgument, Number, Whole
from zermelo.cli.output import write
from zermelo.cli.progress import working
from zermelo.cli.rows import as_rows, fitted, tell
from zermelo.core.errors import BadOption
from zermelo.core.stable_text import json_text

if TYPE_CHECKING:
    from zermelo.core.game import Game


class MatchOptions(TypedDict):
    """The options of the command that apply to the match itself."""

    games: int
    opening: int
    seconds: float
    seed: int
    output: str | None


@click.command("match", epilog=EXIT_CODES)
@click.argument("engines", nargs=-1, required=True, metavar="A B")
@click.option("--game", type=GameArgument(), default="mnk(3,3,3)", show_default=True, help="The game.")
@click.option("--games", type=Whole(), default=100, show_default=True, metavar="N", help="The number of games.")
@click.option(
    "--opening",
    type=Whole(),
    default=0,
    show_default=True,
    metavar="PLIES",
    help="The number of random moves at the start of each game.",
)
@click.option(
    "--seconds", type=Number(), default=1.0, show_default=True, metavar="S", help="Time for each move, in seconds."
)
@click.option("--seed", type=Whole(), default=0, show_default=True, metavar="N", help="Seed for everything random.")
@click.option("-o", "--output", metavar="FILE", help="Write the games to FILE, one per line: moves and result.")
@click.option("--json", "as_json", is_flag=True, help="Print the match and its games as JSON.")
@click.option("-q", "--quiet", is_flag=True, help=QUIET_HELP)
@click.pass_context
def command(
    ctx: click.Context,
    engines: tuple[str, ...],
    game: Game[Any],
    as_json: bool,
    quiet: bool,
    **given: Unpack[MatchOptions],
) -> None:
    """Play a match between the engines A and B. Each opening is played twice, so that each engine moves first once.

    An engine is perfect, random, the name of an algorithm, or a function of yours, as in mybot.py:choose. Settings go in
    parentheses, as in negamax(depth=3) or perfect(strength=0.9). An engine that finds several best moves chooses one at
    random.
    """
    from zermelo.play.engine import engine_named
    from zermelo.play.match import match, tally
    from zermelo.work.files import check_place

    if len(engines) != 2:
        raise BadOption(f"A match needs two engines, as in `zermelo match perfect random`, not {len(engines)}.")
    games, seed, output = given["games"], given["seed"], given["output"]
    if output is not None:
        check_place(output)
    a, b = (
        engine_named(game, name, seconds=given["seconds"], seed=seed + side, remembers=True)
        for side, name in enumerate(engines)
    )
    for note in dict.fromkeys(filter(None, (a.note, b.note))):
        tell(note, err=True)
    numbers = itertools.count(1)
    with working(quiet=quiet) as line:
        result = match(
            game,
            (a, b),
            names=(engines[0], engines[1]),
            games=games,
            opening=given["opening"],
            seed=seed,
            progress=lambda wins, draws, losses: line.show(
                f"{next(numbers):,} of {games:,} games: {tally(wins, draws, losses)}"
            ),
        )
    if output is not None:
        write(output, "\n".join(played.text() for played in result.games))
    if as_json:
        click.echo(json_text(result.to_dict()))
    else:
        click.echo(f"{fitted(result.headline())}\n{as_rows(result.rows())}")
    if len(result.games) < games:
        ctx.exit(INTERRUPTED)
