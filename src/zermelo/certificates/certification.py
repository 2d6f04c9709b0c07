"""What came of certifying: `Certification`, a result with the certificates of its claims."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

from zermelo.certificates.files import Claim
from zermelo.certificates.verify import FAILED, Verdict
from zermelo.solver.result import Result

STOPPED: Final = {"interrupted": "Interrupted", "seconds": "The time is spent"}


class Certificate(NamedTuple):
    """A file, what it claims, and what became of it."""

    path: Path
    claim: Claim
    positions: int
    layers: int
    bytes: int
    seconds: float
    """It took to write; 0 if it was there already."""
    verdict: Verdict


@dataclass(frozen=True)
class Certification:
    """A result, and the certificates of its claims."""

    result: Result
    certificates: tuple[Certificate, ...]
    stopped: str = ""
    """Why work was stopped before all claims had theirs: "interrupted" or "seconds"; the same call goes on from there."""

    @property
    def certified(self) -> bool:
        """Whether both checkers have accepted each claim; the value is computed, but not certified, until then."""
        complete = bool(self.certificates) and not self.stopped
        return complete and all(found.verdict.verified for found in self.certificates)

    @property
    def failed(self) -> bool:
        """Whether the checkers do not agree on a certificate: then zermelo itself is wrong."""
        return any(found.verdict.code == FAILED for found in self.certificates)

    def report(self) -> str:
        """For people: a line for each claim, and whether the value is certified."""
        lines = [
            f"{found.claim}: {found.positions:,} positions, {found.bytes:,} bytes, {found.path}\n  {found.verdict.text}"
            for found in self.certificates
        ]
        lines += [f"{STOPPED[self.stopped]}: the same command goes on from there."] if self.stopped else []
        word = "certified: two checkers accepted each claim" if self.certified else "computed, not certified"
        return "\n".join([*lines, f"The value is {word}."])

    def to_list(self) -> list[dict[str, Any]]:
        """The certificates as plain data for JSON."""
        return [
            {
                **found._asdict(),
                "path": str(found.path),
                "claim": found.claim.to_dict(),
                "verdict": found.verdict._asdict(),
            }
            for found in self.certificates
        ]
