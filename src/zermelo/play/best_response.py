"""Best responses: what an agent gets, at worst, from an opponent that knows its policy; exact, by dynamic programming.

The agent's policy is fixed, so its opponent solves a problem for one player: in each position that can be reached, the
value is the mean over the agent's actions and over throws, and the least over the opponent's actions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, NamedTuple

from zermelo.core.constants import NONE
from zermelo.core.errors import NotSupported
from zermelo.core.game import Game
from zermelo.core.reward_scale import Reward
from zermelo.core.stable_text import SCHEMA, plain_fields
from zermelo.core.wording import Row, counted, labelled
from zermelo.display.markup import as_printed
from zermelo.play.walk import Branching, EveryReply, PathNode
from zermelo.play.weights import Weight, mean

MOST_POSITIONS: Final = 1_000_000
"""The most positions that are visited by default: minutes."""


@dataclass(frozen=True)
class BestResponse:
    """The least that an agent gets on one side. Rewards are the agent's, and expected ones if its policy or the game draws
    lots.
    """

    game: str
    player: str
    """The agent."""
    side: str
    """"first" or "second": whether the agent moves first or second."""
    value: Reward
    """The game value for that side: what best play gets."""
    reward: Weight
    """What the agent gets against a best response: an int or a Fraction, or a float if the policy has floats."""
    line: tuple[str, ...]
    """A play against a best response, in which the agent and chance always do what is most likely."""
    positions: int
    """The number of positions that can be reached before the end of the game."""

    @property
    def loss(self) -> Weight:
        """How much less than the game value the agent gets."""
        return self.value - self.reward

    def row(self) -> Row:
        """The side, and what the agent gets there."""
        gets = f"gets {amount(self.reward)} at worst"
        return self.side, [f"value {amount(self.value)}", gets, f"as in {' '.join(self.line)}"]

    def __str__(self) -> str:
        return f"{self.player}, {self.game}: against a best response\n{labelled([self.row()])}"

    _repr_pretty_ = as_printed

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON, with the version of the schema; fractions as text, "11/36"."""
        return {"schema": SCHEMA, "game": self.game, "player": self.player, **self.fields()}

    def fields(self) -> dict[str, Any]:
        """Plain data for JSON, without the game and the agent."""
        return plain_fields(self, "side", "value", "reward", "loss", "line", "positions")


def amount(number: Weight) -> str:
    """A number for people: a short fraction with its decimals, a float or a long fraction with decimals alone."""
    if isinstance(number, int):
        return str(number)
    if isinstance(number, Fraction) and number.denominator < 1_000_000:
        return f"{number} ({float(number):.4f})"
    return f"{float(number):.4f}"


def rows_of(responses: Sequence[BestResponse]) -> list[Row]:
    if not responses:
        return []
    exploitability = f"exploitability {amount(mean_loss(responses))}"
    both = f"{exploitability}: how much less than the value it gets, averaged over both sides"
    return [*(response.row() for response in responses), ("both", both)]


def mean_loss(responses: Sequence[BestResponse]) -> Weight:
    """The mean of what an agent loses on its sides: its exploitability."""
    return mean([response.loss for response in responses], [1] * len(responses))


def best_response(
    game: Game[Any],
    weights: Callable[[Any], Mapping[int, Weight]],
    mover: int,
    *,
    limit: int,
    progress: Callable[[str], None] | None,
) -> tuple[Weight, tuple[str, ...], int]:
    """The least that an agent gets as the player `mover`, 0 or 1, from the initial position; a line of play; and the number
    of positions that can be reached.

    `weights` is the agent's policy, as in `EveryReply`. Raises NotSupported if more than `limit` positions can be reached,
    BrokenContract for a play that does not end.
    """
    work, root = _Least(game, weights, mover), PathNode(game, game.initial())
    for positions in work.visit(root):
        if positions > limit:
            raise NotSupported(
                f"A best response visits every position that can be reached, and in {game} there are more than "
                f"{counted(limit, 'position')}; in Python, a larger limit can be given."
            )
        if progress and positions % 1000 == 0:
            progress(f"{positions:,} positions visited")
    return work.known[root.key].reward, work.line(root), work.visited


class _Reply(NamedTuple):
    reward: Weight
    """The least that the agent gets from a position on."""
    action: int
    """What is played there in a line."""


class _Least(EveryReply[_Reply]):
    """The mean over the agent's actions and over throws, the least over its opponent's actions."""

    def ended(self, node: PathNode, reward: int) -> _Reply:
        return _Reply(reward, NONE)

    def total(self, here: Branching[_Reply]) -> _Reply:
        """In a line the opponent plays its best action, the agent and chance what is most likely."""
        rewards = [found.reward for found in here.values]
        scores = [-reward for reward in rewards] if here.opposed else [*here.weights.values()]
        action = [*here.weights][scores.index(max(scores))]
        return _Reply(min(rewards) if here.opposed else mean(rewards, here.weights.values()), action)

    def line(self, node: PathNode) -> tuple[str, ...]:
        while not self.game.terminal(node.state):
            node = node.after(self.game, self.known[node.key].action)
        return node.line(self.game)
