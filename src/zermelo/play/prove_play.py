"""Test a player against every line of play: its worst reward, and the number of games."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from zermelo.core.constants import NONE
from zermelo.core.errors import BadOption, NotSupported
from zermelo.core.game import Game, endless_reward
from zermelo.core.integers import check_seconds
from zermelo.core.notebooks import as_printed
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
    """The games that can follow from a position, given the player's moves. If some never end, because play can return to a
    position, there is no limit to their number: then the numbers are those of the different positions in which games end.
    """

    wins: int
    draws: int
    losses: int
    worst: int
    """The player's lowest reward."""
    endless: bool = False
    """Whether some games never end."""

    @property
    def games(self) -> int:
        """The number of games, or of the positions in which they end."""
        return self.wins + self.draws + self.losses


def together(ends: list[Ends]) -> Ends:
    """The sum of the games after all moves."""
    wins, draws, losses, worst, endless = zip(*ends, strict=True)
    return Ends(sum(wins), sum(draws), sum(losses), min(worst), any(endless))


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
    """The shortest game found in which the player got less than the value; empty if there is none. It may be one that never
    ends: then its last move returns to a position.
    """
    mistake: int | None
    """The number of the move in that line that gave up the value, counted from 1; None if no move did, and the player only
    fails to make progress.
    """

    @property
    def holds(self) -> bool:
        """Whether it is proved that the player never gets less than the value."""
        return self.ends is not None and not self.line

    def rows(self) -> list[Row]:
        """The side, its value and its games; and the line with the mistake, marked by "?"."""
        games = [f"{counted(self.positions, 'position')} reached, not all games played"]
        if self.ends is not None:
            won, drawn, lost = map(count_text, (self.ends.wins, self.ends.draws, self.ends.losses))
            every = f"{_all_games(self.ends)} ({counted(self.positions, 'position')})"
            games = [f"{every}: {won} won", f"{drawn} drawn", f"{lost} lost"]
        games[0] = f"value {self.value}; {games[0]}"
        moves = [f"{move}?" if number == self.mistake else move for number, move in enumerate(self.line, start=1)]
        return [(self.side, games), ("mistake", " ".join(moves))]


def _all_games(ends: Ends) -> str:
    if ends.endless:
        return f"some games never end, others in {counted(ends.games, 'position')}"
    return "the only game" if ends.games == 1 else f"all {count_text(ends.games)} games"


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

    _repr_pretty_ = as_printed


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
    once in each position, and that move counts for all the ways to reach the position. So a play that returns to a position
    never ends, and gives what the game says of such plays. `seconds` is the time limit, without compiling. When it ends, or
    after Ctrl-C, the games played so far are returned.

    Raises NotSupported unless the game has two players and no chance; BadOption, and what the player raises.
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


class EveryLine:
    """Visits each position that can be reached once, depth first."""

    def __init__(self, game: Game[Any], player: Player, mover: int, value: Reward) -> None:
        """`mover`: the side of the player, 0 or 1. `value`: the value of the initial position for that side."""
        self.game = game
        self.player = player
        self.mover = mover
        self.value = value
        self.ends: dict[tuple[Any, int], Ends] = {}
        self.finals: dict[Any, int] = {}
        """If play can return to a position: the player's reward in each position in which a game ended."""
        self.visited = 1
        """The number of positions reached in which a player had to move."""
        self.line: tuple[int, ...] = ()
        """The shortest game found in which the player got less than the value."""

    def positions(self, root: Record) -> Iterator[int]:
        """Visit all positions, yielding the count after each. Afterwards `ends` has an entry for the root."""
        path = [_Node(Record(self.game, root.state, root.mover), self._choices(root), NONE)]
        on_path = {path[0].key}
        while path:
            node = path[-1]
            if node.open:
                action = node.open.pop()
                child = _Node(node.record.after(action).before(1), [], action)
                known = self._known(child, on_path)
                if known is None:
                    self.visited += 1
                    child.open = self._choices(child.record)
                    path.append(child)
                    on_path.add(child.key)
                    yield self.visited
                    continue
                node.known.append(known)
                if known.worst < self.value and (child.record.over or child.key in on_path):
                    self._note([*(each.action for each in path[1:]), action])
                continue
            path.pop()
            on_path.remove(node.key)
            total = together(node.known)
            self.ends[node.key] = total
            if path:
                path[-1].known.append(total)

    def _choices(self, record: Record) -> list[int]:
        """The actions to play here: the player's move, or all moves of the other side."""
        if record.mover == self.mover:
            return [move_of(self.player, record.state)]
        return list(self.game.actions(record.state))[::-1]  # they are taken from the end

    def _known(self, node: _Node, on_path: set[Any]) -> Ends | None:
        """The games from here if they are known: the game is over, play has returned to a position, or the position was
        visited before.
        """
        if node.key in on_path:
            return Ends(0, 0, 0, endless_reward(self.game, self.mover), endless=True)
        if not node.record.over:
            return self.ends.get(node.key)
        reward = node.record.rewards()[self.mover]
        if self.game.cyclic:
            self.finals[node.key] = reward
        return Ends(reward > 0, reward == 0, reward < 0, reward)

    def _note(self, line: list[int]) -> None:
        """Keep a game in which the player got less than the value, if it is the shortest so far."""
        if not self.line or len(line) < len(self.line):
            self.line = tuple(line)

    def side(self, side: str, root: Record) -> Side:
        """The result for one side."""
        names = tuple(map(self.game.action_name, self.line))
        ends = self.ends.get((root.state, root.mover))
        if ends is not None and ends.endless:
            rewards = [*self.finals.values()]
            won, lost = (sum(sign * reward > 0 for reward in rewards) for sign in (1, -1))
            ends = Ends(won, len(rewards) - won - lost, lost, ends.worst, endless=True)
        return Side(side, self.value, ends, self.visited, names, self._mistake(root) if names else None)

    def _mistake(self, root: Record) -> int | None:
        """The number of the player's first move in the line after which it cannot get the value any more. None if there is
        no such move: then play returns to a position.
        """
        record = Record(self.game, root.state, root.first)
        for number, action in enumerate(self.line, start=1):
            own = record.mover == self.mover
            record.do(action)
            if own and self._value_of(record) < self.value:
                return number
        assert record.state in record.states[:-1], "the line loses nothing"
        return None

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

    def __init__(self, record: Record, choices: list[int], action: int) -> None:
        """`record` begins in the position. `action`: the move that led there."""
        self.record = record
        self.key = record.state, record.mover
        self.action = action
        self.open = choices
        """The actions not yet played."""
        self.known: list[Ends] = []
