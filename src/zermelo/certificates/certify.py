"""`certify`: solve, write the strategies that prove the value, and have each checked in a fresh process."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple, Unpack

from zermelo.certificates.certification import Certificate, Certification
from zermelo.certificates.encodings import Style, style_of
from zermelo.certificates.files import Claim, NotProved, header_of, write_certificate
from zermelo.certificates.options import Certifying, CertifyOptions, certifying
from zermelo.certificates.proof import Proof, Stopped
from zermelo.certificates.strategy import Strategist
from zermelo.certificates.verify import verify
from zermelo.core.errors import BadOption, NotSupported
from zermelo.core.game import Game
from zermelo.core.positions import AsState, state_of
from zermelo.core.supervision import Supervised
from zermelo.games.catalogue import as_game
from zermelo.games.impartial.sums import Sum
from zermelo.games.rules import rules_of_sum
from zermelo.preflight.facets import check_facets
from zermelo.preflight.faults import failures_of
from zermelo.solver.options import Objective, check_folder
from zermelo.solver.result import Result
from zermelo.solver.solver import solve
from zermelo.work.checkpoint import CheckpointFile
from zermelo.work.folder import identity_of, kept_in, writing_to

MOST_NAMED: Final = 80
"""Characters of the game, and of moves, in the name of a file."""


def certify(
    game: Game[Any] | str,
    position: Any = None,
    *,
    folder: str | os.PathLike[str],
    progress: Callable[[str], None] | None = None,
    **options: Unpack[CertifyOptions],
) -> Certification:
    """Solve `position`, unless it is `solved`, and write a certificate for each claim into `folder`.

    The value is for the player to move: the claims are that this player gets so much, and that the other gets the negative
    of it, but for what everybody gets anyhow. For the objective "distance" the claims of a win are that it comes within so
    many plies, and that it does not come before. Of cyclic games only such wins are certified, found within a `depth`:
    the plies left to each fall with every move. `rules` is a module of the game's rules in plain Python, for games that do
    not come with zermelo; it is trusted. `Certifying` has all `options`.

    The work is kept in a folder beside the certificate while it is not done: after whatever ended it, the same call goes
    on from there; certificates that are there are checked once more. Ctrl-C ends it with what there is, and so do `seconds`
    of searching and writing; checks are not counted.

    Raises BadOption, BadPosition, NotSupported, NotProved, BadCheckpoint, and what `solve` raises.
    """
    game, given = as_game(game), certifying(options)
    ready = prepared(game, position, folder, given.rules, objective=given.objective)
    given.check()
    result = given.solved or solve(game, AsState(ready.state), **given.searched)
    found = list[Certificate]()
    if result.kind != "exact":
        return Certification(result, ())
    spent = 0.0 if given.solved else result.seconds
    with failures_of(game):
        for claim in claims_of(game, result, ready.style.mover(ready.state, ready.start)):
            work = _Work(game, ready, claim, given)
            try:
                found.append(work.certificate(progress or _silent, spent))
            except Stopped as stopped:
                return Certification(result, tuple(found), str(stopped))
            spent += found[-1].seconds
    return Certification(result, tuple(found))


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

    def __init__(self, game: Game[Any], ready: Prepared, claim: Claim, given: Certifying) -> None:
        self.game = game
        self.style, place, self.state, self.start = ready
        self.claim = claim
        self.given = given
        self.path = place / f"{_name(self.style.name, self.start, claim)}.zcert"
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
        write_certificate(self.path, self.style.magic, self._claimed() | counts, proof.stream)
        shutil.rmtree(self.folder)
        return self._checked(counts, time.monotonic() - began, look)

    def _claimed(self) -> dict[str, Any]:
        """What the header says of what is claimed."""
        return {**self.style.facts(), "claim": self.claim.to_dict(), "start": self.start}

    def _found(self, look: Callable[[str], None]) -> Certificate | None:
        """A certificate of this claim that is there already and that the checkers accept: whoever wrote it, it proves it."""
        header = header_of(self.path)
        same = all(header.get(name) == value for name, value in self._claimed().items())
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
        given, lemma = self.given, self.style.lemma(self.claim)
        strategist = Strategist(self.game, self.claim, memory=given.memory, lemma=lemma, compiled=given.compiled)
        walk = self.style.walk(self.state, self.start, self.claim.player)
        proof = Proof(walk, self.claim, strategist, file, every=given.checkpoint_every)
        left = None if given.seconds is None else max(given.seconds - spent, 0.0)
        supervised = Supervised(proof.write, proof.stop, seconds=left, on_tick=lambda: look(proof.progress))
        try:
            supervised.run()
        except Stopped:
            raise Stopped(supervised.stopped) from None
        if supervised.stopped == "interrupted":  # when all was written: then it is not checked either
            raise Stopped(supervised.stopped)
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
