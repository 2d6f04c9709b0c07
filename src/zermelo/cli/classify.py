"""`zermelo classify`: recommends a technique for a game, and estimates the work."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from zermelo.cli import EXIT_CODES
from zermelo.cli.options import GameArgument, given_of, printing, setting, switches
from zermelo.cli.progress import working
from zermelo.cli.rows import as_rows, fitted
from zermelo.core.options import names_of
from zermelo.core.stable_text import json_text
from zermelo.core.wording import Row, counted
from zermelo.solver.technique import Description

if TYPE_CHECKING:
    from zermelo.classification import Classification
    from zermelo.core.game import Game


@click.command("classify", epilog=EXIT_CODES)
@click.argument("game", type=GameArgument(), required=False)
@switches(Description, *names_of(Description))
@setting("--seconds", "How long to measure GAME, in seconds (default 6).", "S")
@setting("--seed", "Seed for the random plays.")
@printing("the result")
def command(game: Game[Any] | None, as_json: bool, quiet: bool, **given: Any) -> None:
    """Recommend a technique for GAME, or for a game described by the options, and estimate how long a solve would take.

    Without GAME, the default is two players, zero-sum, and none of the other properties.
    """
    from zermelo.classification import classify

    with working(quiet=quiet) as line:
        classification = classify(game, progress=line.show, **given_of(given))
    click.echo(json_text(classification.to_dict()) if as_json else report(classification))


def report(classification: Classification) -> str:
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
