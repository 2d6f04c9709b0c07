"""Random graphs with loops for certificates: their rules once more as a module, what each player can get, and results."""

from __future__ import annotations

from typing import Any

from tests.support.cyclic_graphs import Graph
from zermelo.solver.result import Known, Result

MODULE = """
import random

def start(game):
    global EDGES, MOVERS, ENDS, ALTERNATES, ENDLESS
    rng, size, best = random.Random(game["seed"]), game["size"], game["best"]
    EDGES = [[rng.randrange(size) for _ in range(rng.choice((0, 1, 2, 2, 3, 4)))] if node else [rng.randrange(size)] * 2
             for node in range(size)]
    MOVERS = [rng.randrange(2) for _ in range(size)]
    ENDS = [rng.randint(-best, best) for _ in range(size)]
    ALTERNATES, ENDLESS = game["alternates"], {0: best, 1: -best}.get(game["endless"], 0)
    return (0, 0 if ALTERNATES else MOVERS[0])

def to_move(state):
    return state[1]

def moves(state):
    return list(range(len(EDGES[state[0]])))

def apply(state, move):
    node = EDGES[state[0]][move]
    return (node, 1 - state[1] if ALTERNATES else MOVERS[node])

def result(state):
    node, turn = state
    return None if EDGES[node] else ENDS[node] if turn == 0 else -ENDS[node]
"""


class Claimed(Graph):
    """A random graph that keeps what it was made with, and may name who wins a play that never ends."""

    def __init__(
        self, size: int, seed: int, best: int = 1, form: str = "int", alternates: bool = False, endless: int = -1
    ) -> None:
        super().__init__(size, seed, best, form, alternates, endless)
        self.size, self.seed, self.best = size, seed, best

    @property
    def never(self) -> int:
        """What player 0 gets from a play that never ends."""
        return {0: self.best, 1: -self.best}.get(self.endless, 0)


class Guarantees:
    """What each player can get at least, by the rules of a module alone, from each state that `first` leads to."""

    def __init__(self, rules: dict[str, Any], first: Any, never: int) -> None:
        self.rules, self.never = rules, never
        self.children: dict[Any, list[Any]] = {}
        todo = [first]
        while todo:
            state = todo.pop()
            if state not in self.children:
                over = rules["result"](state) is not None
                self.children[state] = [] if over else [rules["apply"](state, move) for move in rules["moves"](state)]
                todo += self.children[state]

    def forced(self, player: int, level: int) -> set[Any]:
        """The states from which the player forces an end with at least `level`."""
        return self._attracted(player, {state for state in self.children if self.ends(state, player, level)})

    def safe(self, player: int, level: int) -> set[Any]:
        """The states from which the other player cannot force an end with less than `level`."""
        bad = {state for state in self.children if self.ends(state, player, level) is False}
        return set(self.children) - self._attracted(1 - player, bad)

    def holding(self, player: int, level: int) -> set[Any]:
        """The states from which the player gets at least `level`."""
        is_good = (self.never if player == 0 else -self.never) >= level
        return self.safe(player, level) if is_good else self.forced(player, level)

    def holds_within(self, player: int, level: int, plies: int, state: Any) -> bool:
        """Whether the claim holds for so many plies: play ends with `level` by then if that is more than 0; if not, no play
        ends with less.
        """
        ended = self.ends(state, player, level)
        if ended is not None or plies == 0:
            return level <= 0 if ended is None else ended
        after = (self.holds_within(player, level, plies - 1, child) for child in self.children[state])
        return any(after) if self.rules["to_move"](state) == player else all(after)

    def _attracted(self, player: int, reached: set[Any]) -> set[Any]:
        """The states from which the player can force one of these."""
        while True:
            more = {
                state
                for state, children in self.children.items()
                if children
                and state not in reached
                and (any if self.rules["to_move"](state) == player else all)(child in reached for child in children)
            }
            if not more:
                return reached
            reached = reached | more

    def ends(self, state: Any, player: int, level: int) -> bool | None:
        """Whether play is over with at least `level` for the player; None if it is not over."""
        result = self.rules["result"](state)
        return None if result is None else (result if player == 0 else -result) >= level

    def value(self, state: Any, best: int) -> int:
        """What player 0 gets with best play."""
        return max(level for level in range(-best, best + 1) if state in self.holding(0, level))


def rules_of(parameters: dict[str, Any], text: str = MODULE) -> tuple[dict[str, Any], Any]:
    """The functions of a module, and its first state."""
    rules: dict[str, Any] = {}
    exec(text, rules)
    return rules, rules["start"](parameters)


def parameters_of(game: Claimed) -> dict[str, Any]:
    return {name: getattr(game, name) for name in ("size", "seed", "best", "form", "alternates", "endless")}


def solved(game: Any, value: int, distance: int | None = None) -> Result:
    """The result of the initial state, for the player to move."""
    objective = "outcome" if distance is None else "distance"
    known = Known(value, distance, (), (), "", "")
    return Result.of_known(game, game.initial(), objective, known, 0.0)
