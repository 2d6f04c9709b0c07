"""`certify`: solve a position, write a proof of each claim about its value, and have it checked in fresh processes."""

from __future__ import annotations

import functools
import hashlib
import os
import re
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple, Unpack

from zermelo.certificates.certification import Certificate, Certification
from zermelo.certificates.claim_game import ClaimGame, may_be_endless
from zermelo.certificates.encodings import Encoding, encoding_of
from zermelo.certificates.files import Claim, NotProved, header_of, write_certificate
from zermelo.certificates.options import Certifying, CertifyOptions
from zermelo.certificates.proof import Proof, Stopped
from zermelo.certificates.strategy import Advice, Strategist
from zermelo.certificates.table_strategy import TableStrategist
from zermelo.certificates.verify import verify
from zermelo.core.errors import BadOption, NotSupported
from zermelo.core.game import Game
from zermelo.core.options import made
from zermelo.core.paths import check_folder
from zermelo.core.positions import AsState, state_of
from zermelo.core.supervision import Allowance, Supervised
from zermelo.games.catalogue import as_game
from zermelo.games.impartial.sums import Sum
from zermelo.games.rules import rules_of_sum
from zermelo.preflight.facets import check_facets
from zermelo.preflight.faults import failures_of
from zermelo.solver.compilation import Compilation
from zermelo.solver.options import Objective
from zermelo.solver.result import Result
from zermelo.solver.solver import Solver
from zermelo.tablebase.tabulate import tabulate
from zermelo.work.checkpoint import CheckpointFile
from zermelo.work.folder import identity_of, kept_in, writing_to

INTERPRETED: Final = 2.0
"""Seconds for which a proof is written without compiling, if that is to be avoided."""

MOST_NAMED: Final = 80
"""How many characters of the game's name, and of the moves, go into the name of a file. Longer ones are hashed."""


def certify(
    game: Game[Any] | str,
    position: Any = None,
    *,
    folder: str | os.PathLike[str],
    progress: Callable[[str], None] | None = None,
    **options: Unpack[CertifyOptions],
) -> Certification:
    """Solve `position`, unless its result is given as `solved`, and write a certificate of each claim into `folder`.

    The value v is for the player to move. The claims are that this player gets at least v and the opponent at least -v. A
    claim that a player gets at least the worst reward is left out. For a win in d plies, with the objective "distance", the
    claims are that it comes within d plies, and that it does not come sooner. For a cyclic game, the proof is found in a
    table of all positions, or by a search if the claim is a win within a number of plies and a `depth` is given. `rules` is
    a rules module for a game that is not zermelo's own; it is trusted. `Certifying` describes all `options`.

    Unfinished work is kept in a folder beside the certificate, and the same call resumes it. Certificates that exist
    already are checked again. Work ends early on Ctrl-C, and after `seconds` of searching and writing; the time for the
    checks does not count.

    Raises BadOption, BadPosition, NotSupported, NotProved, BadCheckpoint, and what `solve` raises.
    """
    game, chosen = as_game(game), made(Certifying, options)
    chosen.check()
    solver = None if chosen.solved else Solver[Any](game, **chosen.searched)  # which examines the game
    ready = prepared(game, position, folder, chosen.rules, objective=chosen.objective, depth=chosen.depth)
    result = chosen.solved if solver is None else solver.solve(AsState(ready.state))
    assert result is not None
    return certified(game, ready, result, chosen, progress)


def certified(
    game: Game[Any],
    ready: Prepared,
    result: Result,
    chosen: Certifying,
    progress: Callable[[str], None] | None,
    advice: Advice | None = None,
) -> Certification:
    """The certificates of a result. `advice`: moves for the strategy. Raises NotProved, BadCheckpoint."""
    certificates = list[Certificate]()
    if result.kind != "exact":
        return Certification(result, ())
    spent = 0.0 if chosen.solved else result.seconds
    with failures_of(game), writing_to(ready.place):
        for claim in claims_of(game, result, ready.encoding.mover(ready.state, ready.start)):
            work = _CertificateWork(game, ready, claim, chosen, advice, progress or (lambda _text: None))
            try:
                certificates.append(work.certificate(spent))
            except Stopped as stopped:
                return Certification(result, tuple(certificates), str(stopped))
            spent += certificates[-1].seconds
    return Certification(result, tuple(certificates))


class Prepared(NamedTuple):
    """What is known before anything is solved."""

    encoding: Encoding
    place: Path
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
    depth: int | None = None,
) -> Prepared:
    """Check the arguments of `certify` before anything is solved, for a game that has been examined. Raises BadOption,
    BadPosition, NotSupported.
    """
    game = as_game(game)
    with failures_of(game):
        check_facets(game, scope=False)
        if rules is None and isinstance(game, Sum):
            rules = _rules_in(_folder(folder), game)
        encoding = encoding_of(game, rules)
        state = state_of(game, position)
        start = encoding.start(state, position)
    if game.cyclic and (objective != "distance" or depth is None):
        encoding.check_endless()
    if objective == "distance" and game.reward_range != (-1, 1):
        raise NotSupported(
            f"A distance can be certified only if rewards are -1, 0 and 1; those of {game} go from "
            f"{game.reward_range[0]} to {game.reward_range[1]}."
        )
    return Prepared(encoding, _folder(folder), state, start)


def _folder(folder: str | os.PathLike[str]) -> Path:
    """The folder, created if necessary. Raises BadOption."""
    check_folder(folder)
    place = Path(folder)
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadOption(
            f"The folder {os.fspath(folder)!r} cannot be created: {error.strerror}; name another."
        ) from None
    return place


def _rules_in(place: Path, game: Sum) -> Path:
    """The rules module of a sum, written into the folder."""
    path = place / f"{_file_part(str(game))}.rules.py"
    with writing_to(place):
        path.write_text(rules_of_sum(game))
    return path


def claims_of(game: Game[Any], result: Result, mover: int) -> list[Claim]:
    """The claims that together prove the value of the result; `mover`: the player to move."""
    value, other = int(result.value), 1 - mover
    if result.distance is None:
        claims = [Claim(mover, value), Claim(other, -value)]
        return [claim for claim in claims if claim.at_least > game.reward_range[0]]
    winner, loser = (mover, other) if value > 0 else (other, mover)
    later = [Claim(loser, 0, result.distance - 1)] if result.distance > 1 else []
    return [Claim(winner, 1, result.distance), *later]


class _CertificateWork:
    """The work on one certificate."""

    def __init__(
        self,
        game: Game[Any],
        ready: Prepared,
        claim: Claim,
        options: Certifying,
        advice: Advice | None,
        report: Callable[[str], None],
    ) -> None:
        """`report` is called with texts about the progress."""
        self.game = game
        self.report = report
        self.advice = advice
        self.encoding, place, self.state, self.start = ready
        self.claim = claim
        self.options = options
        self.path = place / f"{_name(self.encoding.name, self.start, claim)}.zcert"
        self.folder = self.path.with_suffix(".unfinished")

    def certificate(self, spent: float) -> Certificate:
        """Write the certificate, resuming unfinished work, and have it checked. `spent`: the seconds used so far. Raises
        Stopped, NotProved, BadCheckpoint.
        """
        began = time.monotonic()
        if not self.folder.exists():
            existing = self._existing()
            if existing is not None:
                return existing
        try:
            with kept_in(self.folder, self._identity()) as file:
                proof = self._written(file, spent)
        except (NotProved, BadOption, NotSupported):
            shutil.rmtree(self.folder)
            raise
        counts = {"positions": proof.positions, "layers": proof.layers}
        magic = self.encoding.magic(self.claim)
        write_certificate(self.path, magic, self._claimed() | counts, proof.stream)
        shutil.rmtree(self.folder)
        return self._checked(counts, time.monotonic() - began)

    def _claimed(self) -> dict[str, Any]:
        return {**self.encoding.facts(), "claim": self.claim.to_dict(), "start": self.start}

    def _existing(self) -> Certificate | None:
        """A certificate of this claim that exists already, whoever wrote it; None unless the checkers accept one."""
        header = header_of(self.path)
        same = all(header.get(name) == value for name, value in self._claimed().items())
        if not same or not {"positions", "layers"} <= header.keys():
            return None
        certificate = self._checked(header, 0.0)
        return certificate if certificate.verdict.verified else None

    def _checked(self, counts: dict[str, Any], seconds: float) -> Certificate:
        """The certificate in the folder, with the checkers' verdict. Raises Stopped."""
        try:
            verdict = verify(self.path, self.encoding.rules, progress=self.report)
        except KeyboardInterrupt:
            raise Stopped("interrupted") from None
        size = self.path.stat().st_size
        return Certificate(self.path, self.claim, counts["positions"], counts["layers"], size, seconds, verdict)

    def _written(self, file: CheckpointFile, spent: float) -> Proof:
        """The finished proof; its stream has been written. Raises Stopped, NotProved, BadCheckpoint."""
        seconds = self.options.seconds
        time_given = Allowance(None if seconds is None else max(seconds - spent, 0.0))
        if self.game.cyclic and (self.options.depth is None or self.claim.within is None):
            return self._proof(file, self._by_table(time_given.share(1)), time_given.share(1))
        if self.options.compiled is None:  # most small proofs are written in less time than compiling takes
            left = time_given.share(1)
            try:
                limit = INTERPRETED if left is None else min(left, INTERPRETED)
                return self._proof(file, self._by_search(compiled=False), limit)
            except Stopped as stopped:
                if str(stopped) != "seconds" or time_given.spent:
                    raise
        return self._proof(file, self._by_code(time_given.share(1)), time_given.share(1))

    def _proof(self, file: CheckpointFile, strategist: Strategist | TableStrategist, left: float | None) -> Proof:
        """The proof, written by this strategist within `left` seconds. Raises Stopped, NotProved, BadCheckpoint."""
        walk = self.encoding.walk(self.state, self.start, self.claim.player, strategist.game)
        once = may_be_endless(self.game, self.claim)
        proof = Proof(walk, self.claim, strategist, file, every=self.options.checkpoint_every, visits_once=once)
        supervised = Supervised(proof.write, proof.stop, seconds=left, on_tick=lambda: self.report(proof.progress))
        try:
            supervised.run()
        except Stopped:
            raise Stopped(supervised.stopped) from None
        if supervised.stopped == "interrupted":  # even if all was written by then, it is not checked
            raise Stopped(supervised.stopped)
        return proof

    def _by_search(self, *, compiled: bool | None) -> Strategist:
        options, lemma = self.options, self.encoding.lemma(self.claim)
        return Strategist(
            self.game, self.claim, memory=options.memory, lemma=lemma, compiled=compiled, advice=self.advice
        )

    def _by_code(self, left: float | None) -> Strategist:
        """The strategist, compiled as the options say. If the time is up before that, compiling goes on in the background,
        so that the same call finds the code. Raises Stopped.
        """
        making: Any = functools.partial(self._by_search, compiled=self.options.compiled)
        compiling = Compilation(making, goes_on=True)
        try:
            if not compiling.wait(left, lambda passed: self.report(f"{self.claim}: compiling, {passed:.0f} s")):
                raise Stopped("seconds")
        except KeyboardInterrupt:
            raise Stopped("interrupted") from None
        made: Any = compiling.machine
        return made

    def _by_table(self, left: float | None) -> TableStrategist:
        """The strategist with a table of the claim, which is made in the folder of the work within `left` seconds. Raises
        Stopped, and NotProved if the claim does not hold.
        """
        if left == 0:
            raise Stopped("seconds")
        start = self.state, self.encoding.mover(self.state, self.start)  # in the `ClaimGame`
        made = tabulate(
            ClaimGame(self.game, self.claim),
            AsState(start),
            folder=self.folder / "table",
            progress=lambda text: self.report(f"{self.claim}: table of positions, {text}"),
            seconds=left,
            memory=self.options.memory,
            checkpoint_every=self.options.checkpoint_every,
            compiled=self.options.compiled,
        )
        if made.table is None:
            raise Stopped(made.stopped)
        once = may_be_endless(self.game, self.claim)
        strategist = TableStrategist(self.claim, made.table, may_be_endless=once, compiled=self.options.compiled)
        strategist.check(start)
        return strategist

    def _identity(self) -> dict[str, str]:
        rules = str(self.encoding.facts()["rules"])
        return {"rules": rules, **identity_of(self.game, self.state, f"proof that {self.claim}")}


def _file_part(game: str) -> str:
    """The name of a game, made fit for the name of a file."""
    name = re.sub(r"[^A-Za-z0-9]+", "-", game).strip("-")
    return name if len(name) <= MOST_NAMED else hashlib.sha256(name.encode()).hexdigest()[:16]


def _name(game: str, played: list[int], claim: Claim) -> str:
    """The name of a certificate's file: the game, the moves to the start, the player, what the player gets."""
    words = [_file_part(game)]
    moves = "-".join(map(str, played))
    if len(moves) > MOST_NAMED:
        moves = hashlib.sha256(moves.encode()).hexdigest()[:16]
    words += ["after", moves] if played else []
    level = {1: "wins", 0: "draws" if claim.within is None else "holds"}.get(claim.at_least, f"gets-{claim.at_least}")
    words += [("first", "second")[claim.player], level]
    words += [] if claim.within is None else ["within", str(claim.within)]
    return "-".join(words)
