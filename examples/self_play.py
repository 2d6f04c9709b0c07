"""An agent that learns tic-tac-toe by playing against itself, judged by an oracle while it learns."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable
from typing import Any

import zermelo


def trained(game: zermelo.Game[Any], plays: int, seed: int = 1) -> Callable[[Any, Any], int]:
    """An agent: it moves to the position that was worth most, on average, to the player who moved there (Monte Carlo
    control; Sutton and Barto 2018).
    """
    rng, worth, visits = random.Random(seed), defaultdict[Any, float](float), Counter[Any]()
    for _ in range(plays):
        state, path = game.initial(), []
        while not game.terminal(state):
            after = [game.apply(state, action) for action in game.actions(state)]
            state = rng.choice(after) if rng.random() < 0.2 else max(after, key=worth.__getitem__)
            path.append(state)
        gain = -game.reward(state)
        for visited in reversed(path):
            visits[visited] += 1
            worth[visited] += (gain - worth[visited]) / visits[visited]
            gain = -gain
    return lambda game, state: max(game.actions(state), key=lambda action: worth[game.apply(state, action)])


def main() -> None:
    """Print how well the agent plays after more and more plays."""
    game = zermelo.game_named("mnk(3,3,3)")
    oracle = zermelo.Oracle(game)
    print(" plays  moves that keep the value  exploitability")
    for plays in (100, 1_000, 10_000):
        agent = trained(game, plays)
        kept = oracle.score(agent, games=200).total.keeping
        print(f"{plays:>6,}  {kept.rate:>25.3f}  {float(oracle.exploitability(agent)):>14.3f}")


if __name__ == "__main__":
    main()
