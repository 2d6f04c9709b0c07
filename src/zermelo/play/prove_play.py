"""Test a player against every line of play: its worst reward, and the number of games."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from zermelo.core.errors import BadOption, NotSupported
from zermelo.core.game import Game
from zermelo.core.integers import check_seconds
from zermelo.core.positions import AsState
from zermelo.core.stable_text import SCHEMA, count_text
from zermelo.core.stakes import Reward
from zermelo.core.supervision import Allowance, working_time
from zermelo.core.wording import Row, counted, labelled, unknown
from zermelo.games.catalogue import as_game
from zermelo.play.engine import as_player
from zermelo.play.match import move_of
from zermelo.play.players import Agent, Player
from zermelo.play.record import Record
from zermelo.preflight.faults import failures_of
from zermelo.solver.solver import Solver, solve

SIDES: Final = ("first", "second")


class Ends(NamedTuple):
    """The games that can follow from a position, given the player's moves."""

    wins: int
    draws: int
    losses: int
    worst: int
    """The player's lowest reward."""

    @property
    def games(self) -> int:
        """The number of games."""
        return self.wins + self.draws + self.losses


def together(ends: list[Ends]) -> Ends:
    """The sum of the games after all moves."""
    wins, draws, losses, worst = zip(*ends, strict=True)
    return Ends(sum(wins), sum(draws), sum(losses), min(worst))


@dataclass(frozen=True)
class Side:
    """The test of the player on one side. Rewards are the player's."""

    side: str
    """"first" or "second": whether the player moves first or second in the initial position of the test."""
    value: Reward
    """The value of that position for the player."""
    ends: Ends | None
    """All games; None if the time was up before all were played."""
    positions: int
    """The number of positions reached in which a player had to move."""
    line: tuple[str, ...]
    """The shortest game found in which the player got less than the value; empty if there is none."""
    mistake: int | None
    """The number of the move in that line that gave up the value, counted from 1."""

    @property
    def holds(self) -> bool:
        """Whether it is proved that the player never gets less than the value."""
        return self.ends is not None and not self.line

    def rows(self) -> list[Row]:
        """The side, its value and its games; and the line with the mistake, marked by "?"."""
        games = [f"{counted(self.positions, 'position')} reached, not all games played"]
        if self.ends is not None:
            won, drawn, lost = map(count_text, (self.ends.wins, self.ends.draws, self.ends.losses))
            every = f"{_all_games(self.ends.games)} ({counted(self.positions, 'position')})"
            games = [f"{every}: {won} won", f"{drawn} drawn", f"{lost} lost"]
        games[0] = f"value {self.value}; {games[0]}"
        moves = [f"{move}?" if number == self.mistake else move for number, move in enumerate(self.line, start=1)]
        return [(self.side, games), ("mistake", " ".join(moves))]


def _all_games(number: int) -> str:
    return "the only game" if number == 1 else f"all {count_text(number)} games"


@dataclass(frozen=True)
class PlayProof:
    """The result of `prove_play`."""

    game: str
    player: str
    sides: tuple[Side, ...]
    stopped: str
    """"complete", or why not all lines were played: "seconds" or "interrupted". Without sides, the value was not found."""
    seconds: float

    @property
    def holds(self) -> bool:
        """Whether it is proved that the player never gets less than the value, on the sides that were requested."""
        return self.stopped == "complete" and all(side.holds for side in self.sides)

    @property
    def caught(self) -> bool:
        """Whether a game was found in which the player got less than the value."""
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
        fields = {name: getattr(self, name) for name in ("game", "player", "holds", "stopped", "seconds")}
        return {"schema": SCHEMA, **fields, "sides": sides}

    def headline(self) -> str:
        """The verdict, in a sentence."""
        if self.caught:
            verdict = "gets less than the value."
        elif self.holds:
            verdict = "never gets less than the value, whatever the other side plays."
        elif self.sides:
            verdict = "has not got less than the value so far; not every line was played."
        else:
            verdict = "was not tested; the value was not found in time."
        return f"{self.player}, {self.game}: {verdict}"

    def rows(self) -> list[Row]:
        """The rows of all sides."""
        return [row for side in self.sides for row in side.rows()]

    def __str__(self) -> str:
        return "\n".join(filter(None, (self.headline(), labelled(self.rows()))))


def prove_play(
    game: Game[Any] | str,
    player: Player | Agent | str,
    *,
    name: str | None = None,
    position: str | None = None,
    sides: tuple[str, ...] = SIDES,
    seconds: float | None = None,
    progress: Callable[[str], None] | None = None,
) -> PlayProof:
    """Play `player` against every line of the other side, on one side and then on the other.

    The player is a string for `engine_named`, such as "perfect" or "mybot.py:choose", a function, or a `Player`. It moves
    once in each position, and that move counts for all the ways to reach the position. `seconds` is the time limit, without
    compiling. When it ends, or after Ctrl-C, the games played so far are returned.

    Raises NotSupported unless the game has two players, no chance and plays that all end; BadOption, and what the player
    raises.
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
    solver = Solver[Any](game, line=False, seconds=seconds)
    began, time_given = working_time(), Allowance(seconds)
    results, stopped = list[Side](), "complete"
    with failures_of(game):
        root = Record.begin(game, position)
        solved = solver.solve(AsState(root.state))
        if not solved.exact:
            return PlayProof(str(game), name, (), solved.stopped, working_time() - began)
        for side in sides:
            mover = SIDES.index(side) ^ root.mover
            play = EveryLine(game, player, mover, solved.value if side == "first" else -solved.value)
            try:
                for positions in play.positions(root):
                    if time_given.spent:
                        stopped = "seconds"
                        break
                    if progress and positions % 100 == 0:
                        progress(f"moving {side}: {positions:,} positions reached")
            except KeyboardInterrupt:
                stopped = "interrupted"
            try:
                results.append(play.side(side, root))
            except KeyboardInterrupt:
                stopped = "interrupted"
            if stopped != "complete":
                break
        return PlayProof(str(game), name, tuple(results), stopped, working_time() - began)


def _check_game(game: Game[Any]) -> None:
    if game.players != 2:
        raise NotSupported(f"{game} has {game.players} players; this test needs a game for two.")
    if game.has_chance:
        raise NotSupported(
            f"{game} has chance moves, so no player can be sure of the value; this test needs a game without chance."
        )
    if game.cyclic:
        raise NotSupported(f"Plays of {game} can return to a position; this test needs a game whose plays end.")


class EveryLine:
    """Visits each position that can be reached once, depth first."""

    def __init__(self, game: Game[Any], player: Player, mover: int, value: Reward) -> None:
        """`mover`: the side of the player, 0 or 1. `value`: the value of the initial position for that side."""
        self.game = game
        self.player = player
        self.mover = mover
        self.value = value
        self.ends: dict[tuple[Any, int], Ends] = {}
        self.visited = 1
        """The number of positions reached in which a player had to move."""
        self.line: tuple[int, ...] = ()
        """The shortest game found in which the player got less than the value."""

    def positions(self, root: Record) -> Iterator[int]:
        """Visit all positions, yielding the count after each. Afterwards `ends` has an entry for the root."""
        path = [_Node(root, self._choices(root))]
        while path:
            node = path[-1]
            if node.open:
                child = node.record.after(node.open.pop())
                known = self._known(child)
                if known is not None:
                    node.known.append(known)
                    continue
                self.visited += 1
                path.append(_Node(child, self._choices(child)))
                yield self.visited
                continue
            path.pop()
            total = together(node.known)
            self.ends[node.key] = total
            if path:
                path[-1].known.append(total)

    def _choices(self, record: Record) -> list[int]:
        """The actions to play here: the player's move, or all moves of the other side."""
        if record.mover == self.mover:
            return [move_of(self.player, record.state)]
        return list(self.game.actions(record.state))[::-1]  # they are taken from the end

    def _known(self, record: Record) -> Ends | None:
        """The games from here if they are known: the game is over, or the position was visited before."""
        if not record.over:
            return self.ends.get((record.state, record.mover))
        reward = record.rewards()[self.mover]
        if reward < self.value and (not self.line or len(record.moves) < len(self.line)):
            self.line = tuple(record.moves)
        return Ends(reward > 0, reward == 0, reward < 0, reward)

    def side(self, side: str, root: Record) -> Side:
        """The result for one side."""
        names = tuple(map(self.game.action_name, self.line))
        ends = self.ends.get((root.state, root.mover))
        return Side(side, self.value, ends, self.visited, names, self._mistake(root) if names else None)

    def _mistake(self, root: Record) -> int:
        """The number of the player's first move in the line after which it cannot get the value any more."""
        record = Record(self.game, root.state, root.first)
        for number, action in enumerate(self.line, start=1):
            own = record.mover == self.mover
            record.do(action)
            if own and self._value_of(record) < self.value:
                return number
        raise AssertionError("the line loses nothing")

    def _value_of(self, record: Record) -> Reward:
        """The value of a position, for the player."""
        if record.over:
            return record.rewards()[self.mover]
        result = solve(self.game, AsState(record.state), line=False)
        if not result.exact:
            raise KeyboardInterrupt
        value = result.value
        return value if record.mover == self.mover else -value


class _Node:
    """A position on the path."""

    def __init__(self, record: Record, choices: list[int]) -> None:
        self.record = record
        self.key = record.state, record.mover
        self.open = choices
        """The actions not yet played."""
        self.known: list[Ends] = []
