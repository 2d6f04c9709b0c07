"""Test a player against every line of play: its worst reward, and the number of games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from zermelo.core.errors import BadOption, NotSupported
from zermelo.core.game import Game, endless_reward, rewards_at
from zermelo.core.integers import check_seconds
from zermelo.core.positions import AsState
from zermelo.core.reward_scale import Reward
from zermelo.core.stable_text import SCHEMA, count_text, plain, plain_fields
from zermelo.core.supervision import Allowance, working_time
from zermelo.core.wording import Row, counted, labelled, unknown
from zermelo.display.markup import as_printed
from zermelo.games.catalogue import as_game
from zermelo.play.engine import as_player
from zermelo.play.match import move_of
from zermelo.play.players import Agent, Player
from zermelo.play.record import SIDES, Record
from zermelo.play.walk import Branching, EveryReply, PathNode
from zermelo.preflight.faults import failures_of
from zermelo.solver.solver import Solver, solve


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
        ends, positions = self.ends, counted(self.positions, "position")
        if ends is None:
            games = [f"value {self.value}; {positions} reached, not all games played"]
        else:
            won, drawn, lost = map(count_text, ends[:3])
            first = f"value {self.value}; {_all_games(ends)} ({positions}): {won} won"
            games = [first, f"{drawn} drawn", f"{lost} lost"]
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
            plain_fields(side, "side", "value", "ends", "positions", "line", "mistake", "holds")
            | {"ends": side.ends and plain(side.ends) | {"games": side.ends.games}}
            for side in self.sides
        ]
        fields = plain_fields(self, "game", "player", "holds", "stopped", "seconds")
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
        return [row for side in self.sides for row in side.rows()]

    def __str__(self) -> str:
        return "\n".join(filter(None, (self.headline(), labelled(self.rows()))))

    _repr_pretty_ = as_printed


def prove_play(
    game: Game[Any] | str,
    player: Player | Agent | str,
    *,
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
        record = Record.begin(game, position)
        root = PathNode(game, record.state, first=record.first)
        solved = solver.solve(AsState(root.state))
        if not solved.exact:
            return PlayProof(str(game), player.name, (), solved.stopped, working_time() - began)
        for side in sides:
            mover = SIDES.index(side) ^ root.player
            play = EveryLine(game, player, mover, solved.value if side == "first" else -solved.value)
            try:
                for positions in play.visit(root):
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
        return PlayProof(str(game), player.name, tuple(results), stopped, working_time() - began)


def _check_game(game: Game[Any]) -> None:
    if game.players != 2:
        raise NotSupported(f"{game} has {game.players} players; this test needs a game for two.")
    if game.has_chance:
        raise NotSupported(
            f"{game} has chance moves, so no player can be sure of the value; this test needs a game without chance."
        )


class EveryLine(EveryReply[Ends]):
    """Counts the games that a player can get into, and finds one in which it gets less than the value."""

    def __init__(self, game: Game[Any], player: Player, mover: int, value: Reward) -> None:
        """`mover`: the side of the player, 0 or 1. `value`: the value of the initial position for that side."""
        super().__init__(game, lambda state: {move_of(player, state): 1}, mover)
        self.value = value
        self.finals: dict[Any, int] = {}
        """If play can return to a position: the player's reward in each position in which a game ended."""
        self.worst: PathNode | None = None
        """The end of the shortest game found in which the player got less than the value."""

    def returned(self, node: PathNode) -> Ends:
        return self._noted(node, Ends(0, 0, 0, endless_reward(self.game, self.mover), endless=True))

    def ended(self, node: PathNode, reward: int) -> Ends:
        if self.game.cyclic:
            self.finals[node.key] = reward
        return self._noted(node, Ends(reward > 0, reward == 0, reward < 0, reward))

    def total(self, here: Branching[Ends]) -> Ends:
        wins, draws, losses, worst, endless = zip(*here.values, strict=True)
        return Ends(sum(wins), sum(draws), sum(losses), min(worst), any(endless))

    def _noted(self, node: PathNode, ends: Ends) -> Ends:
        """Keep a game in which the player got less than the value, if it is the shortest so far."""
        if ends.worst < self.value and (self.worst is None or node.ply < self.worst.ply):
            self.worst = node
        return ends

    def side(self, side: str, root: PathNode) -> Side:
        ends = self.known.get(root.key)
        if ends is not None and ends.endless:
            rewards = [*self.finals.values()]
            won, lost = (sum(sign * reward > 0 for reward in rewards) for sign in (1, -1))
            ends = Ends(won, len(rewards) - won - lost, lost, ends.worst, endless=True)
        line = self.worst.line(self.game) if self.worst else ()
        return Side(side, self.value, ends, self.visited, line, self._mistake(self.worst) if self.worst else None)

    def _mistake(self, end: PathNode) -> int | None:
        """The number of the player's first move in a line after which it cannot get the value any more. None if there is no
        such move: then play returns to a position.
        """
        steps = end.steps()
        for node in steps:
            assert node.before
            if node.before.player == self.mover and self._value_of(node) < self.value:
                return node.ply
        assert end.state in [node.before.state for node in steps if node.before], "the line loses nothing"
        return None

    def _value_of(self, node: PathNode) -> Reward:
        if self.game.terminal(node.state):
            return rewards_at(self.game, node.state, node.player)[self.mover]
        result = solve(self.game, AsState(node.state), line=False)
        if not result.exact:
            raise KeyboardInterrupt
        return result.value if node.player == self.mover else -result.value
