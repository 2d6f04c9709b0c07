"""`zermelo grundy`: the Grundy value of an impartial game, and its winning moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from zermelo.cli import EXIT_CODES, FALSE, INTERRUPTED
from zermelo.cli.options import Between, at_position, certifying, printing, setting
from zermelo.cli.progress import working
from zermelo.cli.rows import as_rows, fitted, tell
from zermelo.core.errors import BadOption
from zermelo.core.stable_text import SCHEMA, json_text

if TYPE_CHECKING:
    from zermelo.core.game import Game
    from zermelo.games.impartial import HeapRule

SHOWN = 60
"""The most values that are printed; JSON has all of them."""


@click.command("grundy", epilog=EXIT_CODES)
@at_position
@setting("--values count", "Instead, print the values of single heaps of 0 to N - 1 counters.", kind=Between(min=1))
@certifying
@printing("the result")
@click.pass_context
def command(
    ctx: click.Context, game: Game[Any], position: str | None, count: int | None, as_json: bool, **given: Any
) -> None:
    """Find the Grundy value of GAME, an impartial game in normal play, and all winning moves.

    With --values, print the Grundy values of single heaps instead, and their period if these values prove one.
    """
    from zermelo.certificates import certify_grundy
    from zermelo.play.record import board_at
    from zermelo.solver.lookup import grundy

    folder = given["certify"]
    if count is not None:
        if position is not None or folder is not None:
            raise BadOption("--values lists single heaps, not a position: leave out --from and --certify.")
        text = _values(game, count, as_json)
        click.echo(text if as_json else fitted(text))
        return
    analysis, proof = grundy(game, position), None
    if folder is not None:
        with working(quiet=given["quiet"]) as progress:
            proof = certify_grundy(game, position, folder=folder, progress=progress.show)
    if as_json:
        fields = {} if proof is None else {"certified": proof.certified, "certificates": proof.to_list()}
        click.echo(json_text(analysis.to_dict() | fields))
    else:
        click.echo(f"{fitted(f'{analysis.game}: {analysis.sentence()}')}\n\n{board_at(game, position)}\n")
        click.echo(as_rows([("winning", " ".join(analysis.winning) or "none")]))
        if proof is not None:
            tell(f"\nCertified as {proof.result.game}:\n{proof.report()}")
    if proof is not None and not proof.certified:
        ctx.exit(INTERRUPTED if proof.stopped else FALSE)


def _values(game: Game[Any], count: int, as_json: bool) -> str:
    """The Grundy values of heaps, and their period, as text. Raises BadOption for a game without heaps."""
    rule: HeapRule | None = getattr(game, "rule", None)
    if rule is None:
        raise BadOption(f"--values needs a game of heaps, such as kayles(7); {game} is not one.")
    values = rule.values(count).tolist()
    period = rule.period(count)
    if as_json:
        fields = None if period is None else period._asdict()
        return json_text({"schema": SCHEMA, "rule": str(rule), "values": values, "period": fields})
    more = "" if count <= SHOWN else f" ... ({count - SHOWN} more; --json prints all)"
    lines = [f"{rule}, heaps of 0 to {count - 1}:", " ".join(map(str, values[:SHOWN])) + more]
    if period is None:
        lines.append("These values prove no period.")
    else:
        lines.append(
            f"Period {period.length} from heap {period.start} on, proved for all heaps by the values below {period.checked}."
        )
    return "\n".join(lines)
