"""`zermelo grundy`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from zermelo.cli import EXIT_CODES
from zermelo.cli.arguments import GameArgument

if TYPE_CHECKING:
    from zermelo.game import Game
    from zermelo.impartial import HeapRule

SHOWN = 60
"""How many values are printed at most; JSON has all of them."""


@click.command("grundy", epilog=EXIT_CODES)
@click.argument("game", type=GameArgument())
@click.option("--from", "position", metavar="POSITION", help="Where to start: moves, or the sizes of heaps: 5,4,3.")
@click.option(
    "--values", "count", type=click.IntRange(min=1), metavar="N", help="The values of one heap of 0 to N - 1."
)
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def command(game: Game[Any], position: str | None, count: int | None, as_json: bool) -> None:
    """The Grundy value of GAME, an impartial game in normal play, and all winning moves.

    With --values: the values of all single heaps, and their period if these values prove one.
    """
    from zermelo.errors import BadOption
    from zermelo.impartial import grundy

    if count is not None:
        rule: HeapRule | None = getattr(game, "rule", None)
        if rule is None:
            raise BadOption(f"--values tells of single heaps, and {game} is no game of heaps.")
        if position is not None:
            raise BadOption("--values tells of single heaps, wherever play starts: leave out --from.")
        click.echo(_values(rule, count, as_json))
        return
    analysis = grundy(game, position)
    if as_json:
        click.echo(json.dumps(analysis.to_dict(), indent=2))
        return
    board = game.render(game.parse_position(position) if position else game.initial())
    click.echo(f"{analysis.game}: {analysis.sentence()}\n\n{board}\n")
    click.echo(f"winning  {' '.join(analysis.winning) or 'none'}")


def _values(rule: HeapRule, count: int, as_json: bool) -> str:
    """The values and the period of a rule."""
    values = rule.values(count).tolist()
    period = rule.period(count)
    if as_json:
        told = None if period is None else period._asdict()
        return json.dumps({"schema": 1, "rule": str(rule), "values": values, "period": told})
    more = "" if count <= SHOWN else f" ... ({count - SHOWN} more; --json has all)"
    lines = [f"{rule}, heaps of 0 to {count - 1}:", " ".join(map(str, values[:SHOWN])) + more]
    if period is None:
        lines.append("These values prove no period.")
    else:
        lines.append(
            f"Period {period.length} from {period.start} on, for ever: proved by the values below {period.checked}."
        )
    return "\n".join(lines)
