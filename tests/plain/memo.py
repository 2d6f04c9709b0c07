"""The values of these games by a walk over all their positions. It shares no code with the package.

`python -m tests.plain.memo` writes expected.json anew.
"""

from __future__ import annotations

import inspect
import json
import sys
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
EXPECTED = HERE / "expected.json"
NO_GAMES = {"__init__", "memo", "test_plain"}


def names() -> list[str]:
    return sorted(path.stem for path in HERE.glob("*.py") if path.stem not in NO_GAMES)


def class_of(name: str) -> type:
    """The last class of the file that is a game; one that it inherits from may stand before it."""
    module = import_module(f"tests.plain.{name}")
    classes = [value for value in vars(module).values() if inspect.isclass(value) and hasattr(value, "terminal")]
    return classes[-1]


class Memo:
    """All positions of a game, and what each is worth."""

    def __init__(self, game: Any):
        self.game = game
        kinds = [kind for kind in type(game).__mro__ if not kind.__module__.startswith("zermelo.")]
        self.own = {name for kind in kinds for name in vars(kind)}  # what its author has written
        self.next: dict[Any, list[Any]] = {}  # the positions after each one, in the order of the actions
        found = [game.initial()]
        while found:
            state = found.pop()
            if state not in self.next:
                self.next[state] = [game.apply(state, action) for action in self.actions(state)]
                found += self.next[state]

    def actions(self, state: Any) -> list[int]:
        if self.game.terminal(state):
            return []
        if "actions" in self.own:
            actions = list(self.game.actions(state))
        else:
            actions = [action for action in range(self.game.action_count) if self.game.legal(state, action)]
        assert actions, state
        return actions

    def value(self) -> int | str:
        """For the player to move at the start; of three players, who each prefer the first of equal moves, too."""
        start = self.game.initial()
        if "cyclic" in self.own:
            return self.cyclic_values().get(start, 0)
        if "rewards" in self.own:
            return self.vector(start, {})[self.game.to_move(start)]
        value = self.expected(start, {})
        return int(value) if value == int(value) else str(value)

    def sign(self, state: Any, after: Any) -> int:
        """-1 if the next position is the opponent's."""
        return 1 if "to_move" in self.own and self.game.to_move(state) == self.game.to_move(after) else -1

    def expected(self, state: Any, memo: dict[Any, Fraction]) -> Fraction:
        if state not in memo:
            values = [self.sign(state, after) * self.expected(after, memo) for after in self.next[state]]
            if not values:
                memo[state] = Fraction(self.game.reward(state))
            elif "chance" in self.own and self.game.chance(state):  # every outcome is equally likely
                memo[state] = sum(values, Fraction(0)) / len(values)
            else:
                memo[state] = max(values)
        return memo[state]

    def vector(self, state: Any, memo: dict[Any, tuple[int, ...]]) -> tuple[int, ...]:
        if state not in memo:
            vectors = [self.vector(after, memo) for after in self.next[state]]
            if not vectors:
                memo[state] = tuple(self.game.rewards(state))
            else:
                memo[state] = max(vectors, key=lambda vector: vector[self.game.to_move(state)])
        return memo[state]

    def cyclic_values(self) -> dict[Any, int]:
        """Wins and losses, found backward from the ends, over and over; what stays open is a draw."""
        values = {state: self.game.reward(state) for state, after in self.next.items() if not after}
        open_states = [state for state in self.next if state not in values]
        while True:
            left = []
            for state in open_states:
                known = [self.sign(state, after) * values[after] for after in self.next[state] if after in values]
                if 1 in known:
                    values[state] = 1
                elif len(known) == len(self.next[state]) and set(known) == {-1}:
                    values[state] = -1
                else:
                    left.append(state)
            if len(left) == len(open_states):
                return values
            open_states = left


def entry(name: str) -> dict[str, Any]:
    kind = class_of(name)
    memo = Memo(kind())
    return {"class": kind.__name__, "value": memo.value(), "positions": len(memo.next)}


def main() -> None:
    lines = [f"{json.dumps(name)}: {json.dumps(entry(name))}" for name in sys.argv[1:] or names()]
    EXPECTED.write_text("{\n  " + ",\n  ".join(lines) + "\n}\n")


if __name__ == "__main__":
    main()
