"""A player against every line of play that there is: what it gets at the worst, and how many games that are."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from zermelo.core.errors import BadOption, NotSupported
from zermelo.core.game import Game
from zermelo.core.positions import AsState
from zermelo.core.stable_text import SCHEMA
from zermelo.core.stakes import Reward
from zermelo.core.supervision import Allowance
from zermelo.core.wording import unknown
from zermelo.games.catalogue import as_game
from zermelo.play.engine import Player, as_player
from zermelo.play.match import asked
from zermelo.play.record import Record
from zermelo.preflight.faults import failures_of
from zermelo.solver.options import check_seconds
from zermelo.solver.solver import Solver, solve

SIDES: Final = ("first", "second")


class Ends(NamedTuple):
    """Games that play from a position may become, the player's moves being what they are."""

    wins: int
    draws: int
    losses: int
    worst: int
    """The least reward of the player's."""

    @property
    def games(self) -> int:
        """All of them."""
        return self.wins + self.draws + self.losses


def together(ends: list[Ends]) -> Ends:
    """Those of all moves."""
    wins, draws, losses, worst = zip(*ends, strict=True)
    return Ends(sum(wins), sum(draws), sum(losses), min(worst))


@dataclass(frozen=True)
class Side:
    """The player on one side. Rewards are its own."""

    side: str
    """Whether it moves first or second, from where the proof begins."""
    value: Reward
    """What best play gets there."""
    ends: Ends | None
    """Every game, None where the time was up before all were played."""
    positions: int
    """In which somebody had to move."""
    line: tuple[str, ...]
    """The shortest game that was met in which it got less than the value; empty where there is none."""
    mistake: int | None
    """Which move of that line threw the value away, from 1 on."""

    @property
    def holds(self) -> bool:
        """Whether it is shown never to do worse than the value."""
        return self.ends is not None and not self.line


@dataclass(frozen=True)
class PlayProof:
    """What is shown of a player."""

    game: str
    player: str
    sides: tuple[Side, ...]
    stopped: str
    """"complete", or why not all was met: "seconds", "interrupted"; without any side, the value was not found by then."""
    seconds: float

    @property
    def holds(self) -> bool:
        """Whether it never does worse than the value, on the sides that were asked for."""
        return self.stopped == "complete" and all(side.holds for side in self.sides)

    @property
    def caught(self) -> bool:
        """Whether a game was met in which it did."""
        return any(side.line for side in self.sides)

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        sides = [
            {
                "side": side.side,
                "value": side.value,
                "ends": None if side.ends is None else side.ends._asdict() | {"games": side.ends.games},
                "positions": side.positions,
                "line": list(side.line),
                "mistake": side.mistake,
                "holds": side.holds,
            }
            for side in self.sides
        ]
        told = {name: getattr(self, name) for name in ("game", "player", "holds", "stopped", "seconds")}
        return {"schema": SCHEMA, **told, "sides": sides}


def prove_play(
    game: Game[Any] | str,
    player: Player | str,
    *,
    name: str | None = None,
    position: str | None = None,
    sides: tuple[str, ...] = SIDES,
    seconds: float | None = None,
    progress: Callable[[str], None] | None = None,
) -> PlayProof:
    """Play `player` against every line of the other side, first on one side, then on the other.

    A player is a text as `engine_named` reads it, "perfect" or "mybot.py:choose", or what it makes of it.
    It is asked once for each position, so that one answer stands for all the ways that lead there. Ctrl-C and `seconds` end
    it with what was met until then; compiling is not counted. Raises NotSupported for a game of other than two players, with
    chance, or whose plays may not end; BadOption, and what the player raises.
    """
    game = as_game(game)
    _check_game(game)
    name = name or (player if isinstance(player, str) else "the player")
    player = as_player(player, game)
    for side in sides:
        if side not in SIDES:
            raise BadOption(unknown("side", side, SIDES))
    if seconds is not None:
        check_seconds(seconds)
    player.prepare()
    solver = Solver[Any](game, line=False, seconds=seconds)
    solver.prepare()
    began, time_given = time.monotonic(), Allowance(seconds)
    shown, stopped = list[Side](), "complete"
    with failures_of(game):
        root = Record.begin(game, position)
        found = solver.solve(AsState(root.state))
        if not found.exact:
            return PlayProof(str(game), name, (), found.stopped, time.monotonic() - began)
        for side in sides:
            mover = SIDES.index(side) ^ root.mover
            play = EveryLine(game, player, mover, found.value if side == "first" else -found.value)
            try:
                for positions in play.positions(root):
                    if time_given.spent:
                        stopped = "seconds"
                        break
                    if progress and positions % 100 == 0:
                        progress(f"moving {side}: {positions:,} positions")
            except KeyboardInterrupt:
                stopped = "interrupted"
            try:
                shown.append(play.side(side, root))
            except KeyboardInterrupt:
                stopped = "interrupted"
            if stopped != "complete":
                break
        return PlayProof(str(game), name, tuple(shown), stopped, time.monotonic() - began)


def _check_game(game: Game[Any]) -> None:
    if game.players != 2:
        raise NotSupported(f"{game} has {game.players} players; this is for games of two.")
    if game.has_chance:
        raise NotSupported(f"{game} has chance moves: nobody gets the value whatever is thrown.")
    if game.cyclic:
        raise NotSupported(f"Plays of {game} may return to a position: there is no end to its lines.")


class EveryLine:
    """Depth first through all positions that may be met, each once."""

    def __init__(self, game: Game[Any], player: Player, mover: int, value: Reward) -> None:
        """`mover`: whom the player plays, 0 or 1. `value`: what best play gets it."""
        self.game = game
        self.player = player
        self.mover = mover
        self.value = value
        self.ends: dict[tuple[Any, int], Ends] = {}
        self.met = 1
        """Positions in which somebody had to move."""
        self.line: tuple[int, ...] = ()
        """The shortest game that was met in which the player got less than the value."""

    def positions(self, root: Record) -> Iterator[int]:
        """Meet them all; tells after each how many there were. Afterwards `ends` has the root's."""
        path = [_Node(root, self._choices(root))]
        while path:
            node = path[-1]
            if node.open:
                child = node.record.after(node.open.pop())
                known = self._known(child)
                if known is not None:
                    node.found.append(known)
                    continue
                self.met += 1
                path.append(_Node(child, self._choices(child)))
                yield self.met
                continue
            path.pop()
            total = together(node.found)
            self.ends[node.key] = total
            if path:
                path[-1].found.append(total)

    def _choices(self, record: Record) -> list[int]:
        """What may be played here: the player's move, or any of the other side."""
        if record.mover == self.mover:
            return [asked(self.player, record.state)]
        return list(self.game.actions(record.state))[::-1]  # the first of them is taken from the end

    def _known(self, record: Record) -> Ends | None:
        """How play goes on from here, where that is known: it is over, or it was here before."""
        if not record.over:
            return self.ends.get((record.state, record.mover))
        reward = record.rewards()[self.mover]
        if reward < self.value and (not self.line or len(record.moves) < len(self.line)):
            self.line = tuple(record.moves)
        return Ends(reward > 0, reward == 0, reward < 0, reward)

    def side(self, side: str, root: Record) -> Side:
        """What is shown."""
        names = tuple(map(self.game.action_name, self.line))
        ends = self.ends.get((root.state, root.mover))
        return Side(side, self.value, ends, self.met, names, self._mistake(root) if names else None)

    def _mistake(self, root: Record) -> int:
        """The first of the player's moves in the line after which the value cannot be had any more."""
        record = Record(self.game, root.state, root.first)
        for number, action in enumerate(self.line, start=1):
            own = record.mover == self.mover
            record.do(action)
            if own and self._worth(record) < self.value:
                return number
        raise AssertionError("the line loses nothing")

    def _worth(self, record: Record) -> Reward:
        """Of a position, for the player."""
        if record.over:
            return record.rewards()[self.mover]
        found = solve(self.game, AsState(record.state), line=False)
        if not found.exact:
            raise KeyboardInterrupt
        value = found.value
        return value if record.mover == self.mover else -value


class _Node:
    """A position on the path."""

    def __init__(self, record: Record, choices: list[int]) -> None:
        self.record = record
        self.key = record.state, record.mover
        self.open = choices
        """Those not yet tried."""
        self.found: list[Ends] = []
