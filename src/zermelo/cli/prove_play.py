"""`zermelo prove-play`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypedDict, Unpack

import click

from zermelo.cli import BUDGET_SPENT, EXIT_CODES, FALSE, INTERRUPTED
from zermelo.cli.arguments import QUIET_HELP, GameArgument, Number, OneOf, at_position
from zermelo.cli.progress import working
from zermelo.cli.rows import as_rows, fitted
from zermelo.core.stable_text import count_text, json_text

if TYPE_CHECKING:
    from zermelo.core.game import Game
    from zermelo.play.prove_play import PlayProof, Side

SIDES = {"first": ("first",), "second": ("second",), "both": ("first", "second")}


class Trial(TypedDict):
    """The engine, its sides and its time."""

    engine: str
    side: str
    seconds: float | None
    move_seconds: float


@click.command("prove-play", epilog=EXIT_CODES, short_help="Test an engine against every possible opponent.")
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
        found = prove_play(
            game,
            player,
            name=trial["engine"],
            position=position,
            sides=SIDES[trial["side"]],
            seconds=trial["seconds"],
            progress=line.show,
        )
    click.echo(json_text(found.to_dict()) if as_json else report(found))
    if found.caught:
        ctx.exit(FALSE)
    if found.stopped != "complete":
        ctx.exit(INTERRUPTED if found.stopped == "interrupted" else BUDGET_SPENT)


def report(found: PlayProof) -> str:
    """The proof for people."""
    if found.caught:
        verdict = "gets less than the value."
    elif found.holds:
        verdict = "never gets less than the value, whatever the other side plays."
    elif found.sides:
        verdict = "has not got less than the value so far; not every line was played."
    else:
        verdict = "was not tried: the value was not found in time."
    lines = [fitted(f"{found.player}, {found.game}: {verdict}")]
    return "\n".join(lines + [as_rows(told(side)) for side in found.sides])


def told(side: Side) -> list[tuple[str, str]]:
    """A side, as rows."""
    ends = side.ends
    games = (
        f"{side.positions:,} positions, not all games"
        if ends is None
        else f"all {count_text(ends.games)} games from {side.positions:,} positions: "
        f"{count_text(ends.wins)} won, {count_text(ends.draws)} drawn, {count_text(ends.losses)} lost"
    )
    moves = [f"{move}?" if number == side.mistake else move for number, move in enumerate(side.line, start=1)]
    return [(side.side, f"value {side.value}; {games}"), ("", " ".join(moves))]
