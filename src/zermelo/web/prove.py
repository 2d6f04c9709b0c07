"""The answer to `prove`: certificates of the value of a position, checked, as files to download."""

from __future__ import annotations

import base64
import tempfile
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from zermelo.core.errors import BadPosition
from zermelo.core.positions import AsState
from zermelo.core.stable_text import SCHEMA
from zermelo.core.wording import abridged
from zermelo.play.record import Record

if TYPE_CHECKING:
    from zermelo.certificates import Certificate, Certification
    from zermelo.certificates.options import CertifyOptions

SHARE: Final = 0.5
"""The part of the time for searching and writing; the rest is for the checkers."""

MOST_FILE: Final = 1 << 20
"""The most bytes of a certificate that is sent."""


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
        proofs = [_proof(record, certificate) for certificate in found.certificates]
    game = str(record.game)
    return {
        "schema": SCHEMA,
        "game": game,
        "certified": found.certified,
        "proofs": proofs,
        "sentence": _sentence(found),
    }


def _proof(record: Record, certificate: Certificate) -> dict[str, Any]:
    """What a certificate proves, and its file."""
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


def _sentence(found: Certification) -> str:
    """How far the proof got."""
    if found.certified:
        return "The value of this position is proved."
    if found.result.kind != "exact":
        return "The search did not decide this position in time, so there is nothing to prove yet."
    if found.stopped:
        return "The time was up before the proof was complete."
    return "The value of this position is computed, but not proved."
