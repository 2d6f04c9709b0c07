"""A claim as a game of its own: whether it holds, and in how many plies, is the value and the distance of a position."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from zermelo.certificates.files import Claim
from zermelo.core.constants import ALTERNATES
from zermelo.core.encoded import GameView
from zermelo.core.game import Game, endless_reward


class ClaimGame(Game[tuple[Any, int]]):
    """The same play, with other rewards: the player of the claim wins every play that ends with at least what is claimed,
    and loses every other play that ends. A play that never ends is a draw.

    So the value of a position, for that player, is

         1   the player can force an end with at least what is claimed, within the number of plies that the distance says
         0   neither can force an end that is good for them: if the opponent wants no end, there is none
        -1   the opponent can force an end with less

    whatever the rewards of the game are, and whatever endless play gives. A state is a state of the game, and the player to
    move.
    """

    cyclic = True
    runtime = ("player", "at_least")

    def __init__(self, game: Game[Any], claim: Claim) -> None:
        self.game = game
        self.player, self.at_least = claim.player, claim.at_least
        self.action_count = game.action_count
        self.max_length = game.max_length
        self.symmetry_count = game.symmetry_count

    def initial(self) -> tuple[Any, int]:
        """The initial state, and the player to move there: player 0 if the game does not say who."""
        first = self.game.initial()
        return first, max(self.game.to_move(first), 0)

    def to_move(self, state: tuple[Any, int]) -> int:
        return state[1]

    def legal(self, state: tuple[Any, int], action: int) -> bool:
        return self.game.legal(state[0], action)

    def actions(self, state: tuple[Any, int]) -> Iterator[int]:
        for action in self.game.actions(state[0]):  # noqa: UP028  (compiled code has no `yield from`)
            yield action

    def apply(self, state: tuple[Any, int], action: int) -> tuple[Any, int]:
        child = self.game.apply(state[0], action)
        mover = self.game.to_move(child)
        return child, 1 - state[1] if mover == ALTERNATES else mover

    def terminal(self, state: tuple[Any, int]) -> bool:
        return self.game.terminal(state[0])

    def reward(self, state: tuple[Any, int]) -> int:
        """1 or -1: whether the player of the claim gets at least what is claimed, for the player to move."""
        reward, sign = self.game.reward(state[0]), 1 if state[1] == self.player else -1
        return sign if sign * reward >= self.at_least else -sign

    def symmetric(self, state: tuple[Any, int], symmetry: int) -> tuple[Any, int]:
        return self.game.symmetric(state[0], symmetry), state[1]

    def symmetric_action(self, action: int, symmetry: int) -> int:
        return self.game.symmetric_action(action, symmetry)

    def plain(self, state: tuple[Any, int]) -> Any:
        return self.game.plain(state[0]), state[1]

    def from_plain(self, value: Any) -> tuple[Any, int]:
        return self.game.from_plain(value[0]), value[1]

    def action_name(self, action: int) -> str:
        return self.game.action_name(action)

    def position_text(self, state: tuple[Any, int]) -> str:
        return self.game.position_text(state[0])

    def __str__(self) -> str:
        return str(self.game)


def may_be_endless(game: Game[Any], claim: Claim) -> bool:
    return game.cyclic and claim.within is None and endless_reward(game, claim.player) >= claim.at_least


def original(game: Game[Any], state: Any) -> tuple[Game[Any], Any]:
    """The game behind views of it, and its own state."""
    while isinstance(game, ClaimGame | GameView):
        game, state = game.game, state[0] if isinstance(game, ClaimGame) else game.inside(state)
    return game, state
