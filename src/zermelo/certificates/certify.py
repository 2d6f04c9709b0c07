"""`certify`: solve, write the strategies that prove the value, and have each checked in a fresh process."""

from __future__ import annotations

import os
import re
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from zermelo.certificates.boards import Bridge, bridge_to
from zermelo.certificates.files import Claim, write_certificate
from zermelo.certificates.proof import Proof
from zermelo.certificates.strategy import Strategist
from zermelo.certificates.verify import Verdict, verify
from zermelo.checks import check_is_game
from zermelo.errors import BadOption, NotSupported
from zermelo.game import Game, state_of
from zermelo.options import DEFAULT_MEMORY
from zermelo.result import Result
from zermelo.solver import solve


class Certificate(NamedTuple):
    """A file, what it claims, and what became of it."""

    path: Path
    claim: Claim
    positions: int
    layers: int
    bytes: int
    seconds: float
    """It took to write."""
    verdict: Verdict


@dataclass(frozen=True)
class Certified:
    """A result, and the certificates of its claims."""

    result: Result
    certificates: tuple[Certificate, ...]

    @property
    def certified(self) -> bool:
        """Whether both checkers have accepted each claim; the value is computed, but not certified, until then."""
        return bool(self.certificates) and all(found.verdict.verified for found in self.certificates)

    def report(self) -> str:
        """For people: a line for each claim, and whether the value is certified."""
        lines = [
            f"{found.claim}: {found.positions:,} positions, {found.bytes:,} bytes, {found.path}\n  {found.verdict.text}"
            for found in self.certificates
        ]
        word = "certified: two checkers accepted each claim" if self.certified else "computed, not certified"
        return "\n".join([*lines, f"The value is {word}."])

    def to_list(self) -> list[dict[str, Any]]:
        """The certificates as plain data for JSON."""
        return [
            {
                **found._asdict(),
                "path": str(found.path),
                "claim": found.claim._asdict(),
                "verdict": found.verdict._asdict(),
            }
            for found in self.certificates
        ]


def certify(
    game: Game[Any],
    position: Any = None,
    *,
    folder: str | os.PathLike[str],
    memory: int = DEFAULT_MEMORY,
    compiled: bool | None = None,
    solved: Result | None = None,
    progress: Callable[[str], None] | None = None,
) -> Certified:
    """Solve `position` for its outcome, unless it is `solved`, and write a certificate for each claim into `folder`.

    The value is for the player to move: a win is one claim, that it wins; a loss one, that the other wins; a draw two.
    Raises BadOption for a folder that cannot be, NotSupported, NotProved, and what `solve` raises.
    """
    bridge, place = prepared(game, folder)
    state = state_of(game, position)
    result = solved or solve(game, state, line=False, memory=memory, compiled=compiled)
    if result.kind != "exact":
        return Certified(result, ())
    found = [
        _certificate(game, bridge, state, claim, place, memory, compiled, progress or _silent)
        for claim in claims_of(int(result.value or 0), _mover(state))
    ]
    return Certified(result, tuple(found))


def prepared(game: Game[Any], folder: str | os.PathLike[str]) -> tuple[Bridge, Path]:
    """What can be asked before anything is solved: how the game is certified, and a folder that is there.

    Raises BadOption, NotSupported.
    """
    check_is_game(game)
    bridge = bridge_to(game)
    if bridge is None:
        raise NotSupported(f"There are certificates for mnk and connect on up to 63 cells, and not yet for {game}.")
    place = Path(folder)
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadOption(f"{os.fspath(folder)!r} cannot be made a folder: {error.strerror}; name another.") from None
    return bridge, place


def _silent(_text: str) -> None:
    """Nobody wants to know."""


def _mover(state: Any) -> int:
    return (state.me | state.you).count() % 2


def claims_of(value: int, mover: int) -> list[Claim]:
    """What together says that the position is worth `value` to the player to move."""
    other = 1 - mover
    return [Claim(mover, 0), Claim(other, 0)] if value == 0 else [Claim(mover if value > 0 else other, abs(value))]


def _certificate(
    game: Any,
    bridge: Bridge,
    state: Any,
    claim: Claim,
    folder: Path,
    memory: int,
    compiled: bool | None,
    look: Callable[[str], None],
) -> Certificate:
    began = time.monotonic()
    board = bridge.board
    pairs = claim.at_least == 0 and not board.gravity
    strategist = Strategist(game, memory=memory, pairs=pairs, compiled=compiled)
    stones = [[int(bridge.cells[bit]) for bit in side] for side in game.in_order(state)]
    start = (sum(1 << cell for cell in stones[0]), sum(1 << cell for cell in stones[1]))
    played = in_play(stones, board.w if board.gravity else 0)
    path = folder / _name(str(game), played, claim)
    with tempfile.TemporaryDirectory(prefix="zermelo-", dir=folder) as work:
        stream = Path(work) / "stream"
        with stream.open("wb") as file:
            proved = Proof(bridge, claim, strategist, Path(work), look).write(start, _mover(state), file)
        header = {
            "game": {"w": board.w, "h": board.h, "k": board.k, "gravity": board.gravity},
            "claim": claim._asdict(),
            "start": played,
            "rules": "mnk-1",
            "symmetry": True,
            **proved._asdict(),
        }
        write_certificate(path, header, stream)
    seconds = time.monotonic() - began
    look(f"checking {path.name}")
    return Certificate(path, claim, *proved, path.stat().st_size, seconds, verify(path))


def _name(game: str, played: list[int], claim: Claim) -> str:
    """Of the file: the game, the cells played before, who gets what."""
    words = [re.sub(r"[^A-Za-z0-9]+", "-", game).strip("-")]
    words += ["after", *map(str, played)] if played else []
    return "-".join([*words, ("first", "second")[claim.player], ("draws", "wins")[claim.at_least]]) + ".zcert"


def in_play(stones: list[list[int]], falls: int) -> list[int]:
    """An order in which the cells of both players may have been taken; `falls`: the cells of a row, where stones fall."""
    if not falls:
        return [cell for pair in zip(stones[0], [*stones[1], -1], strict=False) for cell in pair if cell >= 0]
    return next(_orders(set(stones[0]), set(stones[1]), falls, []))


def _orders(mine: set[int], yours: set[int], falls: int, played: list[int]) -> Iterator[list[int]]:
    """All orders in which these cells may still be taken, bottom cells first."""
    if not mine:
        yield played
        return
    for cell in sorted(mine):
        if cell < falls or cell - falls in played:
            yield from _orders(yours, mine - {cell}, falls, [*played, cell])
