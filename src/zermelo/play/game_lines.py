"""Reading games: lines such as `zermelo match -o FILE` writes, and lists of moves; and the moves that players chose.

(b2 a1) c3 a3 ... 1/2-1/2     the random opening in parentheses, the moves, the result
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, cast

from zermelo.core.arrays import numpy_types
from zermelo.core.errors import BadMove, at
from zermelo.core.game import Game, player_at
from zermelo.core.wording import shown
from zermelo.play.match import RESULTS, UNFINISHED, Played, outcome_of
from zermelo.play.record import SIDES, Record
from zermelo.play.weights import is_action


class PastGame(NamedTuple):
    """A game that has been played."""

    record: Record
    opening: int
    """The number of moves at the start that nobody chose."""


class ChosenMove(NamedTuple):
    """A move that a player chose in a game."""

    game: int
    ply: int
    """The number of the game and of the move in it, from 1."""
    mover: int
    side: str
    """"first" or "second"; empty with more than two players."""
    state: Any
    action: int


def choices_in(past: PastGame, number: int = 1) -> Iterator[ChosenMove]:
    """The moves in the game with this number, after the opening and without the throws."""
    record, first = past.record, past.record.before(0).mover
    for ply in range(past.opening, len(record.moves)):
        before = record.before(ply)
        if not before.chance:
            side = SIDES[before.mover ^ first] if record.game.players <= 2 else ""
            yield ChosenMove(number, ply + 1, before.mover, side, before.state, record.moves[ply])


def read_game(game: Game[Any], given: Any) -> PastGame:
    """A game from the initial position: a line of text, a game of a match, a sequence of moves, each a name or a number, or
    one that has been read.

    Raises BadMove for the first move that cannot be read or is not legal.
    """
    if isinstance(given, PastGame):
        return given
    if isinstance(given, str):
        return _of_line(game, given.split())
    moves, opening = (given.moves, given.opening) if isinstance(given, Played) else (cast("object", given), 0)
    if not isinstance(moves, (Sequence, *numpy_types("ndarray"))):
        raise BadMove(f"{shown(moves)} is not a game; give a line such as 'b2 a1 c3', or a list of moves.")
    record = Record.begin(game)
    for move in cast("Sequence[object]", moves):
        _do(record, move)
    return PastGame(record, opening)


def action_of(game: Game[Any], move: object) -> int:
    """The number of an action that is given by number or by name. Raises BadMove."""
    if isinstance(move, str):
        return game.parse_action(move)
    if not is_action(move) or not 0 <= int(move) < game.action_count:
        raise BadMove(f"{shown(move)} is not a move; give its name, or its number from 0 to {game.action_count - 1}.")
    return int(move)


def _of_line(game: Game[Any], words: list[str]) -> PastGame:
    record, opening, is_open = Record.begin(game), 0, False
    for number, word in enumerate(words, start=1):
        bare = word
        if number == 1 and bare.startswith("(") and not _is_name(game, bare):
            bare, is_open = bare.removeprefix("("), True
        closes = is_open and bare.endswith(")") and not _is_name(game, bare)
        try:
            _do(record, bare.removesuffix(")") if closes else bare)
        except BadMove:
            if number < len(words) or word not in (*RESULTS.values(), UNFINISHED):
                raise
            _check_result(record, word)  # no legal move has this name
            break
        opening += is_open
        is_open = is_open and not closes
    if is_open:
        raise BadMove("The opening has no closing parenthesis; a game looks like '(b2 a1) c3 a3 1-0'.")
    return PastGame(record, opening)


def _check_result(record: Record, result: str) -> None:
    """Raises BadMove if a finished game did not end like this. One that is not over may have been given up."""
    if not record.over or result == UNFINISHED:
        return
    game, rewards = record.game, record.rewards()
    first = player_at(game, record.states[0], record.first)
    right = RESULTS[outcome_of(rewards[first], rewards[1 - first])]
    if result != right:
        raise BadMove(f"The result {result} does not fit the moves, after which it is {right}.")


def _do(record: Record, move: object) -> None:
    with at(f"Move {len(record.moves) + 1}"):
        record.do(action_of(record.game, move))


def _is_name(game: Game[Any], word: str) -> bool:
    try:
        game.parse_action(word)
    except BadMove:
        return False
    return True
