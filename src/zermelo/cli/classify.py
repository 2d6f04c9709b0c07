"""`zermelo classify`: recommends a technique for a game, and estimates the work."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from zermelo.cli import EXIT_CODES
from zermelo.cli.arguments import QUIET_HELP, GameArgument, Number, Whole
from zermelo.cli.progress import working
from zermelo.cli.rows import as_rows, fitted
from zermelo.core.stable_text import json_text
from zermelo.core.wording import Row, counted

if TYPE_CHECKING:
    from zermelo.classification import Classification
    from zermelo.core.game import Game


def _flag(name: str, text: str) -> Any:
    """An option for a property of the game: yes, no, or not given."""
    return click.option(f"--{name}/--no-{name}", default=None, help=text)


@click.command("classify", epilog=EXIT_CODES, short_help="Recommend a technique for a game, and estimate the work.")
@click.argument("game", type=GameArgument(), required=False)
@click.option("--players", type=Whole(), metavar="N", help="The number of players.")
@_flag("chance", "Chance plays a part: dice, cards.")
@_flag("hidden-information", "Some players do not see the whole position.")
@_flag("zero-sum", "What one player gains the others lose.")
@_flag("closed-form", "The game is impartial, and its Grundy values are known.")
@_flag("cyclic", "A play can return to a position.")
@_flag("forcing", "Threats decide: plays are long, and a threat to win must be answered.")
@click.option("--branching", type=Number(), metavar="B", help="The number of moves in a typical position.")
@click.option("--depth", type=Number(), metavar="D", help="The length of a typical play, in plies.")
@click.option("--evaluation", metavar="QUALITY", help="How well the evaluation predicts the outcome: none, weak, good.")
@click.option("--seconds", type=Number(), metavar="S", help="How long to measure GAME, in seconds (default 6).")
@click.option("--seed", type=Whole(), metavar="N", help="Seed for the random plays.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
@click.option("-q", "--quiet", is_flag=True, help=QUIET_HELP)
def command(game: Game[Any] | None, as_json: bool, quiet: bool, **given: Any) -> None:
    """Recommend a technique for GAME, or for a game described by the options, and estimate how long a solve would take.

    Without GAME, the default is two players, zero-sum, and none of the other properties.
    """
    from zermelo.classification import classify

    options = {name: value for name, value in given.items() if value is not None}
    with working(quiet=quiet) as line:
        classification = classify(game, progress=line.show, **options)
    click.echo(json_text(classification.to_dict()) if as_json else report(classification))


def report(classification: Classification) -> str:
    """The classification as rows."""
    choice, game = classification.choice, classification.description
    facts = [counted(game.players, "player"), "chance" if game.chance else "no chance"]
    facts += ["hidden information"] if game.hidden_information else []
    facts += [] if game.zero_sum else ["not zero-sum"]
    facts += ["plays can return to a position"] if game.cyclic else []
    facts += ["Grundy values known"] if game.closed_form else []
    facts += ["threats decide"] if game.forcing else []
    if game.branching is not None and game.depth is not None:
        facts += [f"about {game.branching:.3g} moves a position", f"about {game.depth:.3g} plies a play"]
    facts.append({"none": "no evaluation", "weak": "a weak evaluation", "good": "a good evaluation"}[game.evaluation])
    tree = ""
    if classification.tree is not None:
        tree = f"about 10^{classification.tree:.1f} nodes, estimated from random plays (Knuth 1975); usually too low"
    rows: list[Row] = [
        ("use", choice.technique + (f", with --algorithm {choice.algorithm}" if choice.algorithm else "")),
        ("because", choice.reason),
        ("problem", f"MiniMax assumes {choice.broken}." if choice.broken else ""),
        ("work", choice.complexity),
        ("facts", facts),
        ("tree", tree),
        ("solve", classification.forecast()),
        ("record", classification.record()),
    ]
    return "\n".join(filter(None, [fitted(classification.game), as_rows(rows)]))
