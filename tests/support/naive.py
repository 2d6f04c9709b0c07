"""Oracles: the obvious way to play and to solve, sharing nothing with the package, not even an import.

    rules    a small game: start, actions, apply, over, reward, again, evaluation, forced
    state    tuples of plain values: cells are "X", "O" or "."; a heap is an int
    oracle   Oracle(rules, objective, ...): scores by minimax over leaves, each with its distance from the root

Rewards and evaluations are from the point of view of the player to move in the state asked about.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from functools import cache
from typing import Any, Protocol

Cells = tuple[str, ...]


class Rules(Protocol):
    """What an oracle needs to know of a game."""

    def start(self) -> Any: ...
    def actions(self, state: Any) -> list[int]: ...
    def apply(self, state: Any, action: int) -> Any: ...
    def over(self, state: Any) -> bool: ...
    def reward(self, state: Any) -> int: ...
    def again(self, state: Any, action: int) -> bool:
        """Whether the player who plays `action` moves once more."""
        ...

    def evaluation(self, state: Any) -> int: ...
    def forced(self, state: Any) -> int | None: ...


# --- lines on a board ------------------------------------------------------------------------------------------------


def all_lines(width: int, height: int, k: int) -> list[tuple[tuple[int, int], ...]]:
    """Every line of k squares (x, y), once for each direction it runs in."""
    lines: list[tuple[tuple[int, int], ...]] = []
    for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1)):
        for x in range(width):
            for y in range(height):
                squares = tuple((x + i * dx, y + i * dy) for i in range(k))
                if all(0 <= a < width and 0 <= b < height for a, b in squares):
                    lines.append(squares)
    return lines


def to_move(cells: Cells) -> str:
    return "X" if cells.count("X") == cells.count("O") else "O"


def other(mark: str) -> str:
    return "O" if mark == "X" else "X"


class LineRules:
    """k in a row; `self.lines` holds the numbers of the cells of each line. Subclasses say where stones may go."""

    cell_count: int
    lines: list[tuple[int, ...]]

    def start(self) -> Cells:
        return (".",) * self.cell_count

    def has_line(self, cells: Cells, mark: str) -> bool:
        return any(all(cells[cell] == mark for cell in line) for line in self.lines)

    def over(self, cells: Cells) -> bool:
        return self.has_line(cells, other(to_move(cells))) or "." not in cells

    def reward(self, cells: Cells) -> int:
        return -1 if self.has_line(cells, other(to_move(cells))) else 0

    def again(self, cells: Cells, action: int) -> bool:
        return False

    def target(self, cells: Cells, action: int) -> int:
        """The cell on which the stone of an action comes to lie."""
        raise NotImplementedError

    def apply(self, cells: Cells, action: int) -> Cells:
        cell = self.target(cells, action)
        return (*cells[:cell], to_move(cells), *cells[cell + 1 :])

    def completions(self, cells: Cells, mark: str) -> set[int]:
        """The empty cells on which a stone of `mark` would complete a line."""
        found: set[int] = set()
        for cell, content in enumerate(cells):
            if content == ".":
                filled = (*cells[:cell], mark, *cells[cell + 1 :])
                if any(cell in line and all(filled[c] == mark for c in line) for line in self.lines):
                    found.add(cell)
        return found

    def actions(self, cells: Cells) -> list[int]:
        raise NotImplementedError

    def forced(self, cells: Cells) -> int | None:
        """The first action that completes a line; else the only one that stops the other side from completing one next."""
        reached = {action: self.target(cells, action) for action in self.actions(cells)}
        mine, yours = self.completions(cells, to_move(cells)), self.completions(cells, other(to_move(cells)))
        wins = [action for action, cell in reached.items() if cell in mine]
        blocks = [action for action, cell in reached.items() if cell in yours]
        if wins:
            return wins[0]
        return blocks[0] if len(blocks) == 1 else None

    def evaluation(self, cells: Cells) -> int:
        """Lines of one side only: 1 for one stone, 10 for two, 100 for three and more; the other side's negative."""
        worth = (0, 1, 10)
        total = 0
        for line in self.lines:
            marks = [cells[cell] for cell in line]
            mine, yours = marks.count(to_move(cells)), marks.count(other(to_move(cells)))
            if yours == 0:
                total += worth[mine] if mine < len(worth) else 100
            if mine == 0:
                total -= worth[yours] if yours < len(worth) else 100
        return total


class Placement(LineRules):
    """Free placement on m rows and n columns; cells in reading order, an action is a cell."""

    def __init__(self, m: int, n: int, k: int) -> None:
        self.m, self.n, self.k = m, n, k
        self.cell_count = m * n
        self.lines = [tuple(y * n + x for x, y in line) for line in all_lines(n, m, k)]

    def actions(self, cells: Cells) -> list[int]:
        return [cell for cell, content in enumerate(cells) if content == "."]

    def target(self, cells: Cells, action: int) -> int:
        return action

    def text(self, cells: Cells) -> str:
        """The position as rows with slashes between."""
        return "/".join("".join(cells[row * self.n : (row + 1) * self.n]) for row in range(self.m))


class Drops(LineRules):
    """Stones fall to the lowest free cell of a column. Cells go column by column, the lowest first."""

    def __init__(self, columns: int, rows: int, k: int) -> None:
        self.columns, self.rows, self.k = columns, rows, k
        self.cell_count = columns * rows
        self.lines = [tuple(x * rows + y for x, y in line) for line in all_lines(columns, rows, k)]

    def _column(self, cells: Cells, action: int) -> Cells:
        return cells[action * self.rows : (action + 1) * self.rows]

    def actions(self, cells: Cells) -> list[int]:
        return [column for column in range(self.columns) if "." in self._column(cells, column)]

    def target(self, cells: Cells, action: int) -> int:
        return action * self.rows + self._column(cells, action).index(".")

    def text(self, cells: Cells) -> str:
        """The position as rows from the top, with slashes between."""
        return "/".join("".join(cells[row :: self.rows]) for row in reversed(range(self.rows)))


# --- other games -----------------------------------------------------------------------------------------------------


class Heap:
    """Take 1 to `most` stones; who takes the last one wins. The evaluation is arbitrary, but a function of the heap."""

    def __init__(self, stones: int, most: int) -> None:
        self.stones, self.most = stones, most

    def start(self) -> int:
        return self.stones

    def actions(self, state: int) -> list[int]:
        return [action for action in range(self.most) if action < state]

    def apply(self, state: int, action: int) -> int:
        return state - action - 1

    def over(self, state: int) -> bool:
        return state == 0

    def reward(self, state: int) -> int:
        return -1

    def again(self, state: int, action: int) -> bool:
        return False

    def evaluation(self, state: int) -> int:
        return state * 37 % 13 - 6

    def forced(self, state: int) -> int | None:
        return None


class Coins:
    """A row of coins, taken from either end; an even one lets its taker move again. The reward is the lead at the end.

    A state is (coins left, how far the player to move leads).
    """

    def __init__(self, coins: tuple[int, ...], resolution: int) -> None:
        self.coins, self.resolution = coins, resolution

    def start(self) -> tuple[tuple[int, ...], int]:
        return self.coins, 0

    def actions(self, state: tuple[tuple[int, ...], int]) -> list[int]:
        return [0, 1]

    def _taken(self, row: tuple[int, ...], action: int) -> tuple[int, tuple[int, ...]]:
        return (row[0], row[1:]) if action == 0 else (row[-1], row[:-1])

    def apply(self, state: tuple[tuple[int, ...], int], action: int) -> tuple[tuple[int, ...], int]:
        row, lead = state
        coin, rest = self._taken(row, action)
        lead += coin
        return (rest, lead) if coin % 2 == 0 else (rest, -lead)

    def again(self, state: tuple[tuple[int, ...], int], action: int) -> bool:
        return self._taken(state[0], action)[0] % 2 == 0

    def over(self, state: tuple[tuple[int, ...], int]) -> bool:
        return not state[0]

    def reward(self, state: tuple[tuple[int, ...], int]) -> int:
        return state[1]

    def evaluation(self, state: tuple[tuple[int, ...], int]) -> int:
        row, lead = state
        return lead * self.resolution + (row[0] + 2 * row[-1]) % 5 - 2

    def forced(self, state: tuple[tuple[int, ...], int]) -> int | None:
        return None


MASK64 = (1 << 64) - 1


def splitmix64(seed: int) -> Iterator[int]:
    """SplitMix64 as its authors publish it: a counter, mixed."""
    state = seed
    while True:
        state = (state + 0x9E3779B97F4A7C15) & MASK64
        z = state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK64
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK64
        yield z ^ (z >> 31)


class RandomTree:
    """The uniform tree with leaves from SplitMix64, children as made. A state is the path to it."""

    def __init__(self, branching: int, depth: int, seed: int) -> None:
        self.branching, self.depth = branching, depth
        stream = splitmix64(seed)
        self.leaves = [next(stream) % 2_000_001 - 1_000_000 for _ in range(branching**depth)]

    def start(self) -> tuple[int, ...]:
        return ()

    def actions(self, state: tuple[int, ...]) -> list[int]:
        return list(range(self.branching))

    def apply(self, state: tuple[int, ...], action: int) -> tuple[int, ...]:
        return (*state, action)

    def over(self, state: tuple[int, ...]) -> bool:
        return len(state) == self.depth

    def reward(self, state: tuple[int, ...]) -> int:
        place = 0
        for action in state:
            place = place * self.branching + action
        return self.leaves[place] if self.depth % 2 == 0 else -self.leaves[place]

    def again(self, state: tuple[int, ...], action: int) -> bool:
        return False

    def evaluation(self, state: tuple[int, ...]) -> int:
        return 0

    def forced(self, state: tuple[int, ...]) -> int | None:
        return None


# --- solving ---------------------------------------------------------------------------------------------------------


class Oracle:
    """Minimax over every line of play, to its end or to a depth limit.

    What best play leads to is a leaf: `points` (rewards count `resolution` each) and how many `plies` away it is. Under
    "outcome" its score is its points. Under "distance" each whole reward in the points is worth `longest` more, and the
    score is less by the plies to get there. A static evaluation stays strictly between the worst reward and the best.
    With `forces`, a player who has a forced move plays it. Without `evaluates`, the score at the depth limit is 0.
    """

    def __init__(
        self,
        rules: Rules,
        objective: str = "outcome",
        *,
        longest: int,
        best: int = 1,
        resolution: int = 1,
        evaluates: bool = False,
        forces: bool = False,
    ) -> None:
        self.rules = rules
        self.objective = objective
        self.longest = longest
        self.best = best
        self.resolution = resolution
        self.evaluates = evaluates
        self.forces = forces
        self._known: dict[tuple[Any, int], tuple[int, int]] = {}

    def without_forces(self) -> Oracle:
        """The same, but every legal move is played, also where one is forced."""
        twin = copy.copy(self)
        twin.forces, twin._known = False, {}
        return twin

    def leaf_score(self, points: int, plies: int) -> int:
        whole = abs(points) // self.resolution
        if self.objective == "outcome" or whole == 0:
            return points
        extra = whole * self.longest - plies
        return points + extra if points > 0 else points - extra

    def leaf(self, state: Any, depth: int) -> tuple[int, int]:
        """Points and plies of the leaf to which best play leads."""
        if (state, depth) not in self._known:
            self._known[state, depth] = self._leaf(state, depth)
        return self._known[state, depth]

    def _leaf(self, state: Any, depth: int) -> tuple[int, int]:
        if self.rules.over(state):
            return self.rules.reward(state) * self.resolution, 0
        if depth == 0:
            limit = self.best * self.resolution - 1
            return (max(-limit, min(limit, self.rules.evaluation(state))), 0) if self.evaluates else (0, 0)
        forced = self.rules.forced(state) if self.forces else None
        actions = self.rules.actions(state) if forced is None else [forced]
        return max((self.after(state, action, depth) for action in actions), key=lambda leaf: self.leaf_score(*leaf))

    def after(self, state: Any, action: int, depth: int) -> tuple[int, int]:
        """The leaf that best play leads to once `action` is played, as the player to move in `state` sees it."""
        points, plies = self.leaf(self.rules.apply(state, action), depth - 1)
        return (points if self.rules.again(state, action) else -points), plies + 1

    def score(self, state: Any, depth: int) -> int:
        return self.leaf_score(*self.leaf(state, depth))

    def scores(self, state: Any, depth: int) -> dict[int, int]:
        """The score of each action; all of them, forced or not."""
        return {action: self.leaf_score(*self.after(state, action, depth)) for action in self.rules.actions(state)}


def outcomes(rules: Rules) -> Any:
    """A function from a state to its value, memoised; rewards only."""

    @cache
    def value(state: Any) -> int:
        if rules.over(state):
            return rules.reward(state)
        return max(
            value(rules.apply(state, action)) * (1 if rules.again(state, action) else -1)
            for action in rules.actions(state)
        )

    return value


def random_walk(rules: Rules, rng: random.Random, plies: int) -> tuple[Any, list[int]]:
    """A position that is not over, at most `plies` random moves from the start, and the moves that lead there."""
    state, moves = rules.start(), list[int]()
    for _ in range(plies):
        action = rng.choice(rules.actions(state))
        after = rules.apply(state, action)
        if rules.over(after):
            break
        state = after
        moves.append(action)
    return state, moves
