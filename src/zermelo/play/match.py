"""Two players against each other: games from varied openings, each opening played twice with sides exchanged."""

from __future__ import annotations

import math
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from zermelo.core.errors import BadOption, NotSupported
from zermelo.core.game import Game
from zermelo.core.integers import is_within
from zermelo.core.stable_text import SCHEMA
from zermelo.core.wording import shown
from zermelo.games.catalogue import as_game
from zermelo.play.engine import Player, as_player
from zermelo.play.record import Record
from zermelo.preflight.facets import check_facets
from zermelo.preflight.faults import failures_of

NORMAL: Final = 1.959964
"""Standard deviations on either side of the mean that hold 95 % of a normal distribution."""

MOST_PLIES: Final = 10_000
"""Of a game: what is longer is refused. Where plays may come back, a game is left unfinished after `max_length`."""


class Played(NamedTuple):
    """A game that was played to its end, or for as long as a match plays one that need not end."""

    first: int
    """Who moved first: 0 or 1, the players in the order in which they were named."""
    opening: int
    """How many of the moves were made for both, at random."""
    moves: tuple[str, ...]
    rewards: tuple[int, int] | None
    """Of the players in the order in which they were named; None where the game was not finished."""

    @property
    def outcome(self) -> int | None:
        """1 where the player named first got more than the other, 0 as much, -1 less; None where nobody got anything."""
        if self.rewards is None:
            return None
        mine, other = self.rewards
        return (mine > other) - (mine < other)

    def text(self) -> str:
        """Moves and result, the opening in parentheses: (b2 a1) c3 a3 ... 1/2-1/2; the result is that of who moved first,
        and * where there is none.
        """
        opening, rest = self.moves[: self.opening], self.moves[self.opening :]
        result = "*"
        if self.outcome is not None:
            result = {1: "1-0", 0: "1/2-1/2", -1: "0-1"}[self.outcome if self.first == 0 else -self.outcome]
        return " ".join((*((f"({' '.join(opening)})",) if opening else ()), *rest, result))


@dataclass(frozen=True)
class Match:
    """What came of it. Wins, losses and the score are those of the player named first."""

    game: str
    names: tuple[str, str]
    games: tuple[Played, ...]
    wanted: int
    """How many games were to be played."""
    seconds: float
    """Playing, without compiling."""
    compile_seconds: float
    """Compiling, or loading compiled code."""

    @property
    def wins(self) -> int:
        """Games won."""
        return self._count(1)

    @property
    def losses(self) -> int:
        """Games lost."""
        return self._count(-1)

    @property
    def draws(self) -> int:
        """Games in which both got the same."""
        return self._count(0)

    @property
    def unfinished(self) -> int:
        """Games that were left after `max_length` plies, as plays need not end; they count for neither."""
        return self._count(None)

    @property
    def finished(self) -> int:
        """All others."""
        return len(self.games) - self.unfinished

    def _count(self, outcome: int | None) -> int:
        return sum(game.outcome == outcome for game in self.games)

    @property
    def score(self) -> float:
        """Points for each finished game: 1 for a win, 1/2 for a draw."""
        return (self.wins + self.draws / 2) / self.finished if self.finished else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """Where the score of endless play lies, at 95 % (Wilson 1927); wider than it must be where games are drawn."""
        return wilson(self.score, self.finished)

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        counted = ("wanted", "wins", "draws", "losses", "unfinished", "score", "interval")
        told = ("game", "names", *counted, "seconds", "compile_seconds")
        games = [game._asdict() | {"outcome": game.outcome} for game in self.games]
        return {"schema": SCHEMA, **{name: getattr(self, name) for name in told}, "games": games}


def wilson(share: float, trials: int) -> tuple[float, float]:
    """An interval for a probability of which `share` was seen in so many trials, at 95 % (Wilson 1927)."""
    if trials == 0:
        return 0.0, 1.0
    square = NORMAL * NORMAL
    middle = (share + square / (2 * trials)) / (1 + square / trials)
    reach = NORMAL / (1 + square / trials) * math.sqrt(share * (1 - share) / trials + square / (4 * trials * trials))
    return max(middle - reach, 0.0), min(middle + reach, 1.0)


def match(
    game: Game[Any] | str,
    players: tuple[Player | str, Player | str],
    *,
    names: tuple[str, str] | None = None,
    games: int = 100,
    opening: int = 0,
    seed: int = 0,
    progress: Callable[[int, int, int], None] | None = None,
) -> Match:
    """Play so many games. Each opening, of so many random moves, is played twice, each player moving first once.

    Players are texts as `engine_named` reads them, "perfect" or "mybot.py:choose", or what it makes of them. `names` are
    theirs in the result; by default the texts, or first and second.
    `seed`: of openings and dice. `progress` is told after each game how many the player named first has won, drawn and lost.
    Where plays may come back, a game is left unfinished after `max_length` plies.
    Ctrl-C ends it with the games that are complete. Raises BadOption, NotSupported for a game of other than two players, and
    what the players raise.
    """
    game = as_game(game)
    with failures_of(game):
        check_facets(game)
    if game.players != 2:
        raise NotSupported(f"{game} has {game.players} players; a match has two.")
    if not isinstance(players, tuple | list) or len(players) != 2:  # pyright: ignore[reportUnnecessaryIsInstance]
        raise BadOption(f"players = {shown(players)}; a match has two, as in ('perfect', 'random').")
    one, other = players
    if names is None:
        names = (one if isinstance(one, str) else "first", other if isinstance(other, str) else "second")
    for name, value, least in (("games", games, 1), ("opening", opening, 0), ("seed", seed, 0)):
        if not is_within(value, least):
            raise BadOption(f"{name} = {shown(value)} is not an integer from {least} on.")
    sides = (as_player(one, game), as_player(other, game))
    began, before = time.perf_counter(), _compiling(sides)
    played, tally = list[Played](), Counter[int | None]()
    try:
        for number in range(games):
            with failures_of(game):
                played.append(_game(game, sides, number % 2, opening, f"{seed} {number // 2}"))
            tally[played[-1].outcome] += 1
            if progress:
                progress(tally[1], tally[0], tally[-1])
    except KeyboardInterrupt:
        pass
    compiling = _compiling(sides) - before
    return Match(str(game), names, tuple(played), games, time.perf_counter() - began - compiling, compiling)


def _compiling(players: tuple[Player, Player]) -> float:
    """Seconds that the players have spent so far with compiling; one may play both sides."""
    return sum(player.compile_seconds for player in {*players})


def asked(player: Player, state: Any) -> int:
    """The player's move. Raises KeyboardInterrupt where Ctrl-C cut its search short: it might have found another."""
    choice = player.choose(state)
    if choice.interrupted:
        raise KeyboardInterrupt
    return choice.action


def _game(game: Game[Any], players: tuple[Player, Player], first: int, opening: int, luck: str) -> Played:
    """One game; the same luck makes the same opening, and the same dice as long as the same is thrown."""
    rng = random.Random(luck)
    record = Record(game, game.initial())
    turned = record.mover ^ first  # who plays player 0 of the game
    for action in _opening(record, opening, rng):
        record.do(action)
    made, most = len(record.moves), game.max_length if game.cyclic else MOST_PLIES
    while not record.over:
        if len(record.moves) >= most and game.cyclic:
            return Played(first, made, tuple(record.names()), None)
        if len(record.moves) >= most:
            raise NotSupported(f"A game of {game} went on after {most:,} plies; a match needs games that end.")
        record.do(record.throw(rng) if record.chance else asked(players[record.mover ^ turned], record.state))
    mine, other = record.rewards()
    return Played(first, made, tuple(record.names()), (mine, other) if turned == 0 else (other, mine))


def _opening(record: Record, plies: int, rng: random.Random) -> Iterator[int]:
    """Random moves, for as long as one does not end play."""
    for _ in range(plies):
        game, state = record.game, record.state
        going_on = [action for action in game.actions(state) if not game.terminal(game.apply(state, action))]
        if record.chance or not going_on:
            return
        yield rng.choice(going_on)
