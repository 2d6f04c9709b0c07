"""The answers to `why` and `prove`: pairs of cells that stop lines, and certificates of the value, checked, as files."""

from __future__ import annotations

import base64
import tempfile
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from zermelo.core.constants import NONE
from zermelo.core.errors import BadPosition, NotSupported
from zermelo.core.game import Game
from zermelo.core.positions import AsState
from zermelo.core.stable_text import SCHEMA
from zermelo.core.wording import abridged
from zermelo.games.in_a_row.weights import Weights
from zermelo.play.record import Record

if TYPE_CHECKING:
    from zermelo.certificates import Certificate, Certification
    from zermelo.certificates.options import CertifyOptions

SHARE: Final = 0.5
"""The part of the time for searching and writing; the rest is for the checkers."""

MOST_FILE: Final = 1 << 20
"""The most bytes of a certificate that is sent."""


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
    found = [_stop(record, player) for player in ((0, 1) if game.both_complete else (0,))]
    proofs = [proof for proof in found if proof is not None]
    return {"schema": SCHEMA, "game": str(game), "proofs": proofs, "sentence": _stops_in_words(record, proofs)}


def _stop(record: Record, attacker: int) -> dict[str, Any] | None:
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
    if first is None and not paired:
        return f"No line is left that {attacker} could complete."
    if not paired:
        return f"After {first}, no line is left that {attacker} could complete."
    answers = f"whenever {attacker} takes one cell of a pair, {defender} takes the other"
    contained = f"Every line that {attacker} could still complete contains a pair."
    if first is None:
        return f"{defender} can keep {attacker} from completing a line: {answers}. {contained}"
    return f"{defender} can keep {attacker} from completing a line by {first}. After that, {answers}. {contained}"


def _stops_in_words(record: Record, proofs: list[dict[str, Any]]) -> str:
    if not proofs:
        return "No proof by pairs was found. That does not show who wins."
    if len(proofs) == 2:
        return "Neither player can force a line, so with best play this is a draw."
    stopped = proofs[0]["player"]
    sentence = f"{record.name(stopped)} cannot force a line."
    game: Any = record.game
    return f"{sentence} For {record.name(1 - stopped)}, no such proof was found." if game.both_complete else sentence


def prove(record: Record, request: dict[str, Any], defaults: Mapping[str, Any]) -> dict[str, Any]:
    """Certificates of the value, as far as the time allows. Raises BadPosition, NotSupported, and what `certify` raises."""
    from zermelo.certificates import certify

    if record.over:
        raise BadPosition("The game is over: its result needs no proof.")
    moves = " ".join(record.names()) or None
    position = moves if request["position"] is None else AsState(record.state)
    options: CertifyOptions = {"seconds": request["seconds"] * SHARE, "memory": defaults["memory"]}
    with tempfile.TemporaryDirectory() as folder:
        found = certify(record.game, position, folder=folder, **options)
        proofs = [_certificate(record, certificate) for certificate in found.certificates]
    game = str(record.game)
    return {
        "schema": SCHEMA,
        "game": game,
        "certified": found.certified,
        "proofs": proofs,
        "sentence": _how_far(found),
    }


def _certificate(record: Record, certificate: Certificate) -> dict[str, Any]:
    claim, verdict = certificate.claim, certificate.verdict
    words = {1: "wins", 0: "at least draws"} if record.game.reward_range == (-1, 1) else {}
    level = words.get(claim.at_least, f"gets at least {claim.at_least}")
    claimed = f"A strategy of {certificate.positions:,} positions proves that {record.name(claim.player)} {level}"
    judged = "both checkers accept it" if verdict.verified else "a checker does not accept it"
    file = certificate.path.read_bytes() if certificate.bytes <= MOST_FILE else None
    return {
        "player": claim.player,
        "at_least": claim.at_least,
        "positions": certificate.positions,
        "verified": verdict.verified,
        "verdict": abridged(verdict.text),
        "sentence": f"{claimed}; {judged}.",
        "name": certificate.path.name,
        "file": None if file is None else base64.b64encode(file).decode(),
    }


def _how_far(found: Certification) -> str:
    if found.certified:
        return "The value of this position is proved."
    if found.result.kind != "exact":
        return "The search did not decide this position in time, so there is nothing to prove yet."
    if found.stopped:
        return "The time was up before the proof was complete."
    return "The value of this position is computed, but not proved."
