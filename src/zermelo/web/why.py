"""The answer to `why`: why a player cannot complete a line, in games of lines without gravity."""

from __future__ import annotations

from typing import Any

from zermelo.core.constants import NONE
from zermelo.core.errors import BadPosition, NotSupported
from zermelo.core.game import Game
from zermelo.core.stable_text import SCHEMA
from zermelo.games.in_a_row.weights import Weights
from zermelo.play.record import Record


def has_pairs(game: Game[Any]) -> bool:
    """Whether pairs of cells may stop lines in this game: stones do not fall, and a line wins."""
    return isinstance(game, Weights) and not getattr(game, "misere", False)


def why(record: Record) -> dict[str, Any]:
    """A proof for each player who cannot complete a line, as far as proofs were found. Raises NotSupported, BadPosition."""
    if not has_pairs(record.game):
        raise NotSupported(
            "Pairs of cells explain only games of lines for two players without gravity, in which a line wins."
        )
    if record.over:
        raise BadPosition("The game is over: there is nothing left to explain.")
    game: Any = record.game
    found = [_proof(record, player) for player in ((0, 1) if game.both_complete else (0,))]
    proofs = [proof for proof in found if proof is not None]
    return {"schema": SCHEMA, "game": str(game), "proofs": proofs, "sentence": _sentence(record, proofs)}


def _proof(record: Record, attacker: int) -> dict[str, Any] | None:
    """Why this player can be kept from completing a line; None if no proof was found."""
    from zermelo.certificates.lemmas import find_stop

    game: Any = record.game
    stones = game.in_order(record.state)
    stop = find_stop(game, stones[attacker], stones[1 - attacker], record.mover == attacker)
    if stop is None:
        return None

    def name(cell: int) -> str:
        return game.action_name(game.action_at(cell))

    first = None if stop.first == NONE else name(stop.first)
    return {
        "player": attacker,
        "first": first,
        "pairs": [[name(one), name(other)] for one, other in stop.pairs],
        "sentence": _reason(record.name(attacker), record.name(1 - attacker), first, bool(stop.pairs)),
    }


def _reason(attacker: str, defender: str, first: str | None, paired: bool) -> str:
    """A stop in words."""
    if first is None and not paired:
        return f"No line is left that {attacker} could complete."
    if not paired:
        return f"After {first}, no line is left that {attacker} could complete."
    answers = f"whenever {attacker} takes one cell of a pair, {defender} takes the other"
    contained = f"Every line that {attacker} could still complete contains a pair."
    if first is None:
        return f"{defender} can keep {attacker} from completing a line: {answers}. {contained}"
    return f"{defender} can keep {attacker} from completing a line by {first}. After that, {answers}. {contained}"


def _sentence(record: Record, proofs: list[dict[str, Any]]) -> str:
    """What the proofs show together."""
    if not proofs:
        return "No proof by pairs was found. That does not show who wins."
    if len(proofs) == 2:
        return "Neither player can force a line, so with best play this is a draw."
    stopped = proofs[0]["player"]
    sentence = f"{record.name(stopped)} cannot force a line."
    game: Any = record.game
    return f"{sentence} For {record.name(1 - stopped)}, no such proof was found." if game.both_complete else sentence
