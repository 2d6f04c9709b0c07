"""Matches between two players: games from random openings, each played twice with sides exchanged."""

from __future__ import annotations

import math
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, cast

from zermelo.core.errors import BadOption, NotSupported
from zermelo.core.game import Game, endless_reward
from zermelo.core.integers import check_at_least
from zermelo.core.stable_text import SCHEMA, plain, plain_fields
from zermelo.core.wording import Row, counted, labelled, shown
from zermelo.display.markup import as_printed
from zermelo.games.catalogue import as_game
from zermelo.play.engine import as_player
from zermelo.play.players import Agent, Player
from zermelo.play.record import Record
from zermelo.preflight.facets import check_facets
from zermelo.preflight.faults import failures_of

NORMAL: Final = 1.959964
"""95 % of a normal distribution is within this many standard deviations of the mean."""

MOST_PLIES: Final = 10_000
"""The longest game that is accepted. In games with cycles, play stops after `max_length` instead."""

TRIAL: Final = 0.5
"""Seconds of thinking after which a player waits for native code. Most small positions are solved sooner."""

RESULTS: Final = {1: "1-0", 0: "1/2-1/2", -1: "0-1"}
"""The results of a game by its outcome for the player who moved first."""

UNFINISHED: Final = "*"
"""The result of a game that was given up."""


def outcome_of(mine: int, other: int) -> int:
    """1 if my reward is more than the other, 0 if it is as much, -1 if it is less."""
    return (mine > other) - (mine < other)


class Played(NamedTuple):
    """One game of a match."""

    first: int
    """The player who moved first: 0 or 1, in the order in which the players were named."""
    opening: int
    """The number of random moves at the start."""
    moves: tuple[str, ...]
    rewards: tuple[int, int]
    """The rewards of the players, in the order in which they were named."""
    unfinished: bool = False
    """Whether it was stopped after `max_length` plies, because plays need not end. It has the rewards of an endless play."""

    @property
    def outcome(self) -> int:
        """1 if the player named first got more than the other, 0 if as much, -1 if less."""
        return outcome_of(*self.rewards)

    def text(self) -> str:
        """Moves and result, the opening in parentheses: (b2 a1) c3 a3 ... 1/2-1/2.

        The result is from the view of the player who moved first.
        """
        opening, rest = self.moves[: self.opening], self.moves[self.opening :]
        result = RESULTS[outcome_of(self.rewards[self.first], self.rewards[1 - self.first])]
        return " ".join((*((f"({' '.join(opening)})",) if opening else ()), *rest, result))


@dataclass(frozen=True)
class Match:
    """The result of a match. Wins, losses and the score are those of the player named first."""

    game: str
    names: tuple[str, str]
    games: tuple[Played, ...]
    wanted: int
    """The number of games that were requested."""
    seconds: float
    """The time for playing, without compiling."""
    compile_seconds: float
    """The time for compiling, or for loading compiled code."""

    @property
    def wins(self) -> int:
        """The games won."""
        return sum(game.outcome == 1 for game in self.games)

    @property
    def losses(self) -> int:
        """The games lost."""
        return sum(game.outcome == -1 for game in self.games)

    @property
    def draws(self) -> int:
        """The games in which both got the same reward."""
        return sum(game.outcome == 0 for game in self.games)

    @property
    def unfinished(self) -> int:
        """The games that were stopped after `max_length` plies; they count as plays that never end."""
        return sum(game.unfinished for game in self.games)

    @property
    def score(self) -> float:
        """Points for each game: 1 for a win, 1/2 for a draw."""
        return (self.wins + self.draws / 2) / len(self.games) if self.games else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """A 95 % confidence interval for the score (Wilson 1927); wider than necessary if games are drawn."""
        return wilson(self.score, len(self.games))

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        counts = ("wanted", "wins", "draws", "losses", "unfinished", "score", "interval")
        fields = plain_fields(self, "game", "names", *counts, "seconds", "compile_seconds")
        games = [plain(game) | {"outcome": game.outcome} for game in self.games]
        return {"schema": SCHEMA, **fields, "games": games}

    def headline(self) -> str:
        return f"{self.names[0]} against {self.names[1]}, {self.game}"

    def rows(self) -> list[Row]:
        if not self.games:
            return [("stopped", "interrupted before the first game was over")]
        low, high = self.interval
        played, different = len(self.games), len({game.moves for game in self.games})
        unfinished = (
            f"{counted(self.unfinished, 'game')} stopped after max_length plies, counted as plays that never end"
        )
        return [
            ("result", f"{tally(self.wins, self.draws, self.losses)} of {counted(played, 'game')}"),
            ("score", f"{self.score:.3f} (95 % interval: {low:.3f} to {high:.3f})"),
            ("games", f"{different:,} different"),
            ("time", f"{self.seconds:.2f} s playing, {self.compile_seconds:.2f} s compiling or loading"),
            ("stopped", unfinished if self.unfinished else ""),
            ("stopped", f"interrupted after {played:,} of {self.wanted:,} games" if played < self.wanted else ""),
        ]

    def __str__(self) -> str:
        return f"{self.headline()}\n{labelled(self.rows())}"

    _repr_pretty_ = as_printed


def tally(wins: int, draws: int, losses: int) -> str:
    """The results of the player named first: won 3, drew 2, lost 1."""
    return f"won {wins:,}, drew {draws:,}, lost {losses:,}"


def wilson(share: float, trials: int) -> tuple[float, float]:
    """A 95 % confidence interval for a probability, from the `share` observed in `trials` trials (Wilson 1927)."""
    if trials == 0:
        return 0.0, 1.0
    square = NORMAL * NORMAL
    middle = (share + square / (2 * trials)) / (1 + square / trials)
    reach = NORMAL / (1 + square / trials) * math.sqrt(share * (1 - share) / trials + square / (4 * trials * trials))
    low, high = max(middle - reach, 0.0), min(middle + reach, 1.0)
    return min(low, share), max(high, share)  # the share is inside, but for rounding


def match(
    game: Game[Any] | str,
    players: tuple[Player | Agent | str, Player | Agent | str],
    *,
    games: int = 100,
    opening: int = 0,
    seed: int = 0,
    progress: Callable[[int, int, int], None] | None = None,
) -> Match:
    """Play a match of `games` games. Each opening of `opening` random moves is played twice, each player moving first once.

    A player is a string for `engine_named`, such as "perfect" or "mybot.py:choose", a function, or a `Player`. `seed` is
    for openings and dice. `progress` is called after each game with the games that the player named first has won, drawn
    and lost. In a game with cycles, play stops after `max_length` plies, and counts as one that never ends.

    Ctrl-C ends the match; the games completed so far are returned. Raises BadOption, NotSupported unless the game has two
    players, and what the players raise.
    """
    game = as_game(game)
    with failures_of(game):
        check_facets(game)
    if game.players != 2:
        raise NotSupported(f"{game} has {game.players} players; a match needs a game for two.")
    given: Any = players
    if not isinstance(given, tuple | list) or len(cast("list[Any]", given)) != 2:
        raise BadOption(f"players = {shown(given)} is not a pair of players; give two, as in ('perfect', 'random').")
    for name, value, least in (("games", games, 1), ("opening", opening, 0), ("seed", seed, 0)):
        check_at_least(name, value, least)
    one, other = (as_player(player, game) for player in players)
    began, before = time.perf_counter(), _compiling(one, other)
    done, outcomes = list[Played](), Counter[int]()
    try:
        for number in range(games):
            with failures_of(game):
                done.append(_game(game, (one, other), number % 2, opening, f"{seed} {number // 2}"))
            outcomes[done[-1].outcome] += 1
            if progress:
                progress(outcomes[1], outcomes[0], outcomes[-1])
    except KeyboardInterrupt:
        pass
    compiling = _compiling(one, other) - before
    seconds = time.perf_counter() - began - compiling
    return Match(str(game), (one.name, other.name), tuple(done), games, seconds, compiling)


def _compiling(*players: Player) -> float:
    """The seconds that the players have spent compiling so far; one player may play both sides."""
    return sum(player.compile_seconds for player in {*players})


def move_of(player: Player, state: Any) -> int:
    """The player's move. Raises KeyboardInterrupt if Ctrl-C ended its search, which might have found another move."""
    choice = player.choose(state, seconds=player.seconds if player.ready else min(player.seconds, TRIAL))
    if choice.result is not None and choice.result.stopped == "seconds" and not player.ready:
        player.prepare()
        choice = player.choose(state)
    if choice.interrupted:
        raise KeyboardInterrupt
    return choice.action


def _game(game: Game[Any], players: tuple[Player, Player], first: int, opening: int, luck: str) -> Played:
    """One game. `luck` seeds the opening and the dice: the same luck gives the same opening, and the same results of the
    same throws.
    """
    rng, record = random.Random(luck), Record(game, game.initial())
    swapped = record.mover ^ first  # the player, 0 or 1, who is player 0 of the game
    for action in _opening(record, opening, rng):
        record.do(action)
    made, most = len(record.moves), game.max_length if game.cyclic else MOST_PLIES
    while not record.over:
        if len(record.moves) >= most and game.cyclic:
            one, two = (endless_reward(game, player ^ swapped) for player in (0, 1))
            return Played(first, made, tuple(record.names()), (one, two), unfinished=True)
        if len(record.moves) >= most:
            raise NotSupported(f"A game of {game} did not end after {most:,} plies; a match needs games that end.")
        record.do(record.throw(rng) if record.chance else move_of(players[record.mover ^ swapped], record.state))
    mine, other = record.rewards()
    return Played(first, made, tuple(record.names()), (mine, other) if swapped == 0 else (other, mine))


def _opening(record: Record, plies: int, rng: random.Random) -> Iterator[int]:
    for _ in range(plies):
        game, state = record.game, record.state
        lasting = [action for action in game.actions(state) if not game.terminal(game.apply(state, action))]
        if record.chance or not lasting:
            return
        yield rng.choice(lasting)
