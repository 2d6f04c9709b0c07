"""`certify`: solve, write the strategies that prove the value, and have each checked in a fresh process."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple, TypedDict

from zermelo.certificates.files import Claim, NotProved, header_of, write_certificate
from zermelo.certificates.proof import Proof, Stopped
from zermelo.certificates.strategy import Strategist
from zermelo.certificates.styles import Style, style_of
from zermelo.certificates.verify import FAILED, Verdict, verify
from zermelo.checkpoint import CheckpointFile
from zermelo.checks import as_game, check_facets
from zermelo.errors import BadOption, NotSupported
from zermelo.game import AsState, Game, state_of
from zermelo.games.sums import Sum
from zermelo.options import DEFAULT_INTERVAL, DEFAULT_MEMORY, Objective, Options, check_folder
from zermelo.positions.work import identity_of, kept_in, writing_to
from zermelo.result import Result
from zermelo.rules import rules_of_sum
from zermelo.solver import failures_of, solve
from zermelo.watch import Watched

STOPPED: Final = {"interrupted": "Interrupted", "seconds": "The time is spent"}

MOST_NAMED: Final = 80
"""Characters of the game, and of moves, in the name of a file."""


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
class Certified:
    """A result, and the certificates of its claims."""

    result: Result
    certificates: tuple[Certificate, ...]
    stopped: str = ""
    """Why work was stopped before all claims had theirs: "interrupted" or "seconds"; the same call goes on from there."""

    @property
    def certified(self) -> bool:
        """Whether both checkers have accepted each claim; the value is computed, but not certified, until then."""
        told = bool(self.certificates) and not self.stopped
        return told and all(found.verdict.verified for found in self.certificates)

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


class CertifyOptions(TypedDict, total=False):
    """The keyword arguments of `certify` besides the folder and the progress."""

    rules: str | os.PathLike[str] | None
    objective: Objective
    depth: int | None
    memory: int
    seconds: float | None
    checkpoint_every: float
    compiled: bool | None
    solved: Result | None


def certify(
    game: Game[Any] | str,
    position: Any = None,
    *,
    folder: str | os.PathLike[str],
    rules: str | os.PathLike[str] | None = None,
    objective: Objective = "outcome",
    depth: int | None = None,
    memory: int = DEFAULT_MEMORY,
    seconds: float | None = None,
    checkpoint_every: float = DEFAULT_INTERVAL,
    compiled: bool | None = None,
    solved: Result | None = None,
    progress: Callable[[str], None] | None = None,
) -> Certified:
    """Solve `position`, unless it is `solved`, and write a certificate for each claim into `folder`.

    The value is for the player to move: the claims are that this player gets so much, and that the other gets the negative
    of it, but for what everybody gets anyhow. For the objective "distance" the claims of a win are that it comes within so
    many plies, and that it does not come before. Of cyclic games only such wins are certified, found within a `depth`:
    the plies left to each fall with every move. `rules` is a module of the game's rules in plain Python, for games that do
    not come with zermelo; it is trusted.

    The work is kept in a folder beside the certificate while it is not done: after whatever ended it, the same call goes
    on from there; certificates that are there are checked once more. Ctrl-C ends it with what there is, and so do `seconds`
    of searching and writing; checks are not counted.

    Raises BadOption, BadPosition, NotSupported, NotProved, BadCheckpoint, and what `solve` raises.
    """
    game = as_game(game)
    style, place, state, start = prepared(game, position, folder, rules, objective=objective)
    options = Options(
        objective=objective,
        depth=depth,
        memory=memory,
        seconds=seconds,
        checkpoint_every=checkpoint_every,
        compiled=compiled,
    )
    result = solved or solve(
        game,
        AsState(state),
        objective=objective,
        depth=depth,
        memory=memory,
        seconds=seconds,
        compiled=compiled,
        line=False,
    )
    found = list[Certificate]()
    if result.kind != "exact":
        return Certified(result, ())
    spent = 0.0 if solved else result.seconds
    with failures_of(game):
        for claim in claims_of(game, result, style.mover(state, start)):
            work = _Work(game, style, state, start, claim, place, options)
            try:
                found.append(work.certificate(progress or _silent, spent))
            except Stopped as stopped:
                return Certified(result, tuple(found), str(stopped))
            spent += found[-1].seconds
    return Certified(result, tuple(found))


class Prepared(NamedTuple):
    """What can be told before anything is solved."""

    style: Style
    """How the game is certified."""
    place: Path
    """A folder that is there."""
    state: Any
    start: list[int]
    """The moves that lead to it."""


def prepared(
    game: Game[Any] | str,
    position: Any,
    folder: str | os.PathLike[str],
    rules: str | os.PathLike[str] | None = None,
    *,
    objective: Objective = "outcome",
) -> Prepared:
    """Refuse what cannot be, before hours go by. Raises BadOption, BadPosition, NotSupported."""
    game = as_game(game)
    with failures_of(game):
        check_facets(game)
        if rules is None and isinstance(game, Sum):
            rules = _rules_in(_folder(folder), game)
        style = style_of(game, rules)
        state = state_of(game, position)
        start = style.start(state, position)
    if game.cyclic and objective != "distance":
        raise BadOption(
            f"Plays of {game} may come back to a position: certificates take the objective distance, and a depth."
        )
    if objective == "distance" and game.reward_range != (-1, 1):
        raise NotSupported(f"Distances are certified where rewards are -1, 0 and 1, and not {game.reward_range}.")
    return Prepared(style, _folder(folder), state, start)


def _folder(folder: str | os.PathLike[str]) -> Path:
    """It is made if need be. Raises BadOption."""
    check_folder(folder)
    place = Path(folder)
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadOption(f"{os.fspath(folder)!r} cannot be made a folder: {error.strerror}; name another.") from None
    return place


def _rules_in(place: Path, game: Sum) -> Path:
    """The rules of a sum, written there."""
    path = place / f"{_words(str(game))}.rules.py"
    with writing_to(place):
        path.write_text(rules_of_sum(game))
    return path


def _silent(_text: str) -> None:
    """Nobody wants to know."""


def claims_of(game: Game[Any], result: Result, mover: int) -> list[Claim]:
    """What together says what the position is worth to the player to move. Raises NotSupported."""
    value, other = int(result.value), 1 - mover
    if result.distance is None:
        if game.cyclic:
            raise NotSupported(f"Plays of {game} may come back to a position: only wins are certified, and not draws.")
        claims = [Claim(mover, value), Claim(other, -value)]
        return [claim for claim in claims if claim.at_least > game.reward_range[0]]
    winner, loser = (mover, other) if value > 0 else (other, mover)
    later = [Claim(loser, 0, result.distance - 1)] if result.distance > 1 else []
    return [Claim(winner, 1, result.distance), *later]


class _Work:
    """What leads to one certificate."""

    def __init__(
        self,
        game: Game[Any],
        style: Style,
        state: Any,
        start: list[int],
        claim: Claim,
        place: Path,
        given: Options,
    ) -> None:
        self.game = game
        self.style = style
        self.state = state
        self.start = start
        self.claim = claim
        self.options = given
        self.path = place / f"{_name(style.name, start, claim)}.zcert"
        self.folder = self.path.with_suffix(".unfinished")

    def certificate(self, look: Callable[[str], None], spent: float) -> Certificate:
        """Write it, from where it was on, and have it checked; of the time, so much is spent. Raises Stopped, NotProved,
        BadCheckpoint.
        """
        with writing_to(self.path.parent):
            return self._certificate(look, spent)

    def _certificate(self, look: Callable[[str], None], spent: float) -> Certificate:
        began = time.monotonic()
        if not self.folder.exists():
            found = self._found(look)
            if found is not None:
                return found
        try:
            with kept_in(self.folder, self._identity()) as file:
                proof = self._written(file, look, spent)
        except (NotProved, BadOption):
            shutil.rmtree(self.folder)
            raise
        counts = {"positions": proof.positions, "layers": proof.layers}
        write_certificate(self.path, self.style.magic, self._told() | counts, proof.stream)
        shutil.rmtree(self.folder)
        return self._checked(counts, time.monotonic() - began, look)

    def _told(self) -> dict[str, Any]:
        """What the header says of what is claimed."""
        return {**self.style.facts(), "claim": self.claim.to_dict(), "start": self.start}

    def _found(self, look: Callable[[str], None]) -> Certificate | None:
        """A certificate of this claim that is there already and that the checkers accept: whoever wrote it, it proves it."""
        header = header_of(self.path)
        same = all(header.get(name) == value for name, value in self._told().items())
        if not same or not {"positions", "layers"} <= header.keys():
            return None
        found = self._checked(header, 0.0, look)
        return found if found.verdict.verified else None

    def _checked(self, counts: dict[str, Any], seconds: float, look: Callable[[str], None]) -> Certificate:
        """The certificate that lies there, put before the checkers. Raises Stopped."""
        try:
            verdict = verify(self.path, self.style.rules, progress=look)
        except KeyboardInterrupt:
            raise Stopped("interrupted") from None
        size = self.path.stat().st_size
        return Certificate(self.path, self.claim, counts["positions"], counts["layers"], size, seconds, verdict)

    def _written(self, file: CheckpointFile, look: Callable[[str], None], spent: float) -> Proof:
        """The proof, its stream written."""
        given, lemma = self.options, self.style.lemma(self.claim)
        strategist = Strategist(self.game, self.claim, memory=given.memory, lemma=lemma, compiled=given.compiled)
        walk = self.style.walk(self.state, self.start, self.claim.player)
        proof = Proof(walk, self.claim, strategist, file, every=given.checkpoint_every)
        left = None if given.seconds is None else max(given.seconds - spent, 0.0)
        watched = Watched(proof.write, proof.stop, seconds=left, look=lambda: look(proof.progress))
        try:
            watched.run()
        except Stopped:
            raise Stopped(watched.stopped) from None
        if watched.stopped == "interrupted":  # when all was written: then it is not checked either
            raise Stopped(watched.stopped)
        return proof

    def _identity(self) -> dict[str, str]:
        """What the work is, for its checkpoint."""
        rules = str(self.style.facts()["rules"])
        return {"rules": rules, **identity_of(self.game, self.state, f"proof that {self.claim}")}


def _words(game: str) -> str:
    """The name of a game as part of one of a file."""
    name = re.sub(r"[^A-Za-z0-9]+", "-", game).strip("-")
    return name if len(name) <= MOST_NAMED else hashlib.sha256(name.encode()).hexdigest()[:16]


def _name(game: str, played: list[int], claim: Claim) -> str:
    """Of the file: the game, the moves before, who gets what."""
    words = [_words(game)]
    moves = "-".join(map(str, played))
    if len(moves) > MOST_NAMED:
        moves = hashlib.sha256(moves.encode()).hexdigest()[:16]
    words += ["after", moves] if played else []
    level = {1: "wins", 0: "draws" if claim.within is None else "holds"}.get(claim.at_least, f"gets-{claim.at_least}")
    words += [("first", "second")[claim.player], level]
    words += [] if claim.within is None else ["within", str(claim.within)]
    return "-".join(words)
