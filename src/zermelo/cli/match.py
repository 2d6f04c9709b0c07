"""`zermelo match`: a match between two engines."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import click

from zermelo.cli import EXIT_CODES, INTERRUPTED
from zermelo.cli.options import GameArgument, printing, setting
from zermelo.cli.output import show, write
from zermelo.cli.progress import working
from zermelo.cli.rows import tell
from zermelo.core.errors import BadOption

if TYPE_CHECKING:
    from zermelo.core.game import Game


@click.command("match", epilog=EXIT_CODES)
@click.argument("engines", nargs=-1, required=True, metavar="A B")
@click.option("--game", type=GameArgument(), default="mnk(3,3,3)", show_default=True, help="The game.")
@setting("--games", "The number of games.", default=100)
@setting("--opening", "The number of random moves at the start of each game.", "PLIES", 0)
@setting("--seconds", "Time for each move, in seconds.", "S", 1.0)
@setting("--seed", "Seed for everything random.", default=0)
@setting("-o --output", "Write the games to FILE, one per line: moves and result.", "FILE")
@printing("the match and its games")
@click.pass_context
def command(
    ctx: click.Context,
    engines: tuple[str, ...],
    game: Game[Any],
    as_json: bool,
    quiet: bool,
    **given: Any,
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
            games=games,
            opening=given["opening"],
            seed=seed,
            progress=lambda wins, draws, losses: line.show(
                f"{next(numbers):,} of {games:,} games: {tally(wins, draws, losses)}"
            ),
        )
    if output is not None:
        write(output, "\n".join(played.text() for played in result.games))
    show(result, as_json=as_json)
    if len(result.games) < games:
        ctx.exit(INTERRUPTED)
