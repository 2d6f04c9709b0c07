"""The result of certifying: `Certification`, a search result with the certificates of its claims."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

from zermelo.certificates.files import Claim
from zermelo.certificates.verify import FAILED, Verdict
from zermelo.core.wording import abridged
from zermelo.display.markup import as_printed
from zermelo.solver.result import Result

STOPPED: Final = {"interrupted": "Interrupted", "seconds": "Time is up"}


class Certificate(NamedTuple):
    """A certificate: its file, its claim, its size and the checkers' verdict."""

    path: Path
    claim: Claim
    positions: int
    layers: int
    bytes: int
    seconds: float
    """The time it took to write; 0 if the file was there already."""
    verdict: Verdict


@dataclass(frozen=True)
class Certification:
    """A result, and the certificates of its claims."""

    result: Result
    certificates: tuple[Certificate, ...]
    stopped: str = ""
    """Why work was stopped before every claim had a certificate: "interrupted" or "seconds". The same call resumes it."""

    @property
    def certified(self) -> bool:
        """Whether both checkers have accepted every claim. Until then the value is computed, but not certified."""
        complete = bool(self.certificates) and not self.stopped
        return complete and all(each.verdict.verified for each in self.certificates)

    @property
    def failed(self) -> bool:
        """Whether the checkers disagree on a certificate, which is a bug in zermelo."""
        return any(each.verdict.code == FAILED for each in self.certificates)

    def report(self) -> str:
        """A text for people: each claim with its verdict, and whether the value is certified."""
        lines = [
            f"{each.claim}: {each.positions:,} positions, {each.bytes:,} bytes, {each.path}\n  {abridged(each.verdict.text)}"
            for each in self.certificates
        ]
        lines += [f"{STOPPED[self.stopped]}. The same command resumes the work."] if self.stopped else []
        word = "certified: two checkers accepted each claim" if self.certified else "computed, not certified"
        return "\n".join([*lines, f"The value is {word}."])

    def __str__(self) -> str:
        return self.report()

    _repr_pretty_ = as_printed

    def to_list(self) -> list[dict[str, Any]]:
        """The certificates as plain data for JSON."""
        return [
            {
                **each._asdict(),
                "path": str(each.path),
                "claim": each.claim.to_dict(),
                "verdict": each.verdict._asdict(),
            }
            for each in self.certificates
        ]
