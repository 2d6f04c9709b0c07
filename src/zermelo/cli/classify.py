"""`zermelo classify`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from zermelo.cli import EXIT_CODES
from zermelo.cli.arguments import QUIET_HELP, GameArgument, Number, Whole
from zermelo.cli.progress import working
from zermelo.cli.rows import as_rows, fitted
from zermelo.core.stable_text import json_text

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
@_flag("hidden-information", "Some player does not see the whole position.")
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
    """Recommend a technique for GAME, or for a game described by the options, and estimate how long a solve would take."""
    from zermelo.classification import classify

    told = {name: value for name, value in given.items() if value is not None}
    with working(quiet=quiet) as line:
        found = classify(game, progress=line.show, **told)
    click.echo(json_text(found.to_dict()) if as_json else report(found))


def report(found: Classification) -> str:
    """The classification for people."""
    choice, told = found.choice, found.description
    facts = [f"{told.players} player{'s' if told.players > 1 else ''}", "chance" if told.chance else "no chance"]
    facts += ["hidden information"] if told.hidden_information else []
    facts += [] if told.zero_sum else ["not zero-sum"]
    facts += ["plays may come back"] if told.cyclic else []
    facts += ["Grundy values known"] if told.closed_form else []
    facts += ["threats decide"] if told.forcing else []
    if told.branching is not None and told.depth is not None:
        facts.append(f"about {told.branching:.3g} moves and {told.depth:.3g} plies")
    facts.append({"none": "no evaluation", "weak": "a weak evaluation", "good": "a good evaluation"}[told.evaluation])
    rows = [
        ("use", choice.technique + (f"; here: --algorithm {choice.algorithm}" if choice.algorithm else "")),
        ("because", choice.reason),
        ("broken", f"MiniMax assumes {choice.broken}." if choice.broken else ""),
        ("work", choice.complexity),
        ("facts", ", ".join(facts)),
        (
            "tree",
            ""
            if found.tree is None
            else f"about 10^{found.tree:.1f} nodes, estimated from random plays (Knuth 1975), mostly too low",
        ),
        ("solve", found.forecast()),
        ("record", found.record()),
    ]
    return "\n".join(filter(None, [fitted(found.game), as_rows(rows)]))
