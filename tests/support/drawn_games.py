"""Small games with states of many forms. None says how it is drawn; their rules are the shortest that move something."""

from __future__ import annotations

import enum
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from examples.breakthrough import Breakthrough
from examples.domineering import Domineering
from examples.dots_and_boxes import DotsAndBoxes
from examples.hare_and_hounds import HareAndHounds
from examples.othello import Othello
from examples.oware import Oware
from zermelo import Bits, Game


class Fill(Game[Any]):
    """Set marks in a tuple of nine cells until it is full: (cells, player) with the players 1 and 2."""

    action_count = max_length = 9
    marks: tuple[Any, ...] = (1, 2)
    empty: Any = 0

    def initial(self) -> Any:
        return (self.empty,) * 9, self.marks[0]

    def cells(self, state: Any) -> Any:
        return state[0]

    def legal(self, state: Any, action: int) -> bool:
        return self.cells(state)[action] == self.empty

    def apply(self, state: Any, action: int) -> Any:
        cells, mark = state
        after = self.marks[(self.marks.index(mark) + 1) % len(self.marks)]
        return (*cells[:action], mark, *cells[action + 1 :]), after

    def terminal(self, state: Any) -> bool:
        return self.empty not in self.cells(state)

    def reward(self, state: Any) -> int:
        return 0


class Signs(Fill):
    """The players are 1 and -1."""

    marks = (1, -1)


class Words(Fill):
    """Cells and player are words."""

    marks, empty = ("white", "black"), "empty"


class RedBlue(Fill):
    marks, empty = ("red", "blue"), ""


class Noughts(Fill):
    marks, empty = ("x", "o"), "."


class Stone(enum.Enum):
    EMPTY = 0
    BLACK = 1
    WHITE = 2


class Enums(Fill):
    marks, empty = (Stone.BLACK, Stone.WHITE), Stone.EMPTY


class Three(Fill):
    """Three players, 1, 2 and 3."""

    players = 3
    marks = (1, 2, 3)

    def to_move(self, state: Any) -> int:
        return state[1] - 1

    def rewards(self, state: Any) -> tuple[int, ...]:
        return 0, 0, 0


class ThreeTurning(Three):
    """Three sets of bits, of which the first one always belongs to the player to move."""

    def initial(self) -> Any:
        return 0, 0, 0

    def to_move(self, state: Any) -> int:
        return (state[0] | state[1] | state[2]).bit_count() % 3

    def legal(self, state: Any, action: int) -> bool:
        return not (state[0] | state[1] | state[2]) >> action & 1

    def apply(self, state: Any, action: int) -> Any:
        return state[1], state[2], state[0] | 1 << action

    def terminal(self, state: Any) -> bool:
        return state[0] | state[1] | state[2] == 511


class Stones(NamedTuple):
    own: int
    next: int
    last: int


class ThreeNamed(ThreeTurning):
    """The same sets with names, which are not in the order of the alphabet."""

    def initial(self) -> Any:
        return Stones(0, 0, 0)

    def apply(self, state: Any, action: int) -> Any:
        return Stones(*super().apply(state, action))


class RowsOfRows(Fill):
    def initial(self) -> Any:
        return ((0,) * 3,) * 3, 1

    def legal(self, state: Any, action: int) -> bool:
        return not state[0][action // 3][action % 3]

    def apply(self, state: Any, action: int) -> Any:
        rows = [list(row) for row in state[0]]
        rows[action // 3][action % 3] = state[1]
        return tuple(map(tuple, rows)), -state[1]

    def terminal(self, state: Any) -> bool:
        return all(map(all, state[0]))


class TwoSets(Game[Any]):
    """Two integers of bits, of the player to move and the other, on 4 by 4 cells."""

    action_count = max_length = 16

    def initial(self) -> Any:
        return 0, 0

    def legal(self, state: Any, action: int) -> bool:
        return not (state[0] | state[1]) >> action & 1

    def apply(self, state: Any, action: int) -> Any:
        return state[1], state[0] | 1 << action

    def terminal(self, state: Any) -> bool:
        return state[0] | state[1] == 65535

    def reward(self, state: Any) -> int:
        return 0


class LastMove(TwoSets):
    """The state also has the last move."""

    def initial(self) -> Any:
        return 0, 0, -1

    def apply(self, state: Any, action: int) -> Any:
        return state[1], state[0] | 1 << action, action


class Plies(TwoSets):
    """The sets do not change places; the third number counts the plies."""

    def initial(self) -> Any:
        return 0, 0, 0

    def apply(self, state: Any, action: int) -> Any:
        sets = [*state[:2]]
        sets[state[2] % 2] |= 1 << action
        return (*sets, state[2] + 1)

    def to_move(self, state: Any) -> int:
        return state[2] % 2


class Columns(TwoSets):
    """Stones fall into the columns of a board of 4 by 4, with a spare bit on top of each."""

    action_count, max_length, width, height = 4, 16, 4, 4

    def legal(self, state: Any, action: int) -> bool:
        return not (state[0] | state[1]) >> (5 * action + 3) & 1

    def apply(self, state: Any, action: int) -> Any:
        taken, bottom = state[0] | state[1], 1 << 5 * action
        return state[1], state[0] | ((taken & 15 * bottom) + bottom & ~taken)

    def terminal(self, state: Any) -> bool:
        return not any(self.legal(state, action) for action in range(4))


class Packed(TwoSets):
    """Both sets of bits are in one integer, beside whose turn it is."""

    def initial(self) -> Any:
        return 0, 0

    def unpacked(self, state: Any) -> Any:
        return state[0] & 65535, state[0] >> 16

    def legal(self, state: Any, action: int) -> bool:
        return super().legal(self.unpacked(state), action)

    def apply(self, state: Any, action: int) -> Any:
        return state[0] | 1 << (action + 16 * state[1]), 1 - state[1]

    def terminal(self, state: Any) -> bool:
        return super().terminal(self.unpacked(state))


class Take(Game[Any]):
    """Take one stone or two; who takes the last one wins."""

    action_count, max_length = 2, 40

    def initial(self) -> Any:
        return 9, "white"

    def legal(self, state: Any, action: int) -> bool:
        return action < state[0]

    def apply(self, state: Any, action: int) -> Any:
        return state[0] - action - 1, "black" if state[1] == "white" else "white"

    def terminal(self, state: Any) -> bool:
        return not state[0]

    def reward(self, state: Any) -> int:
        return -1


class Heaps(Take):
    """Take stones from one of three heaps."""

    action_count, start = 15, (3, 4, 5)

    def initial(self) -> Any:
        return self.start

    def legal(self, state: Any, action: int) -> bool:
        return action % 5 < state[action // 5]

    def apply(self, state: Any, action: int) -> Any:
        heap, count = action // 5, action % 5 + 1
        return tuple(stones - count * (at == heap) for at, stones in enumerate(state))

    def terminal(self, state: Any) -> bool:
        return not any(state)


class ManyHeaps(Heaps):
    action_count, start = 30, (3, 5, 3, 5, 1, 2)


class Coins(Take):
    """Take a coin from an end of the row."""

    def initial(self) -> Any:
        return 5, 3, 7, 10, 2, 8, 1, 6

    def legal(self, state: Any, action: int) -> bool:
        return len(state) > action

    def apply(self, state: Any, action: int) -> Any:
        return state[:-1] if action else state[1:]

    def terminal(self, state: Any) -> bool:
        return not state


class EndIsNone(Take):
    """The number of stones, and None when none is left."""

    def initial(self) -> Any:
        return 9

    def legal(self, state: Any, action: int) -> bool:
        return state is not None and action < state

    def apply(self, state: Any, action: int) -> Any:
        return None if state == action + 1 else state - action - 1

    def terminal(self, state: Any) -> bool:
        return state is None


class Sowing(Game[Any]):
    """Six houses and a store for each player; action 0 is the house next to one's store."""

    action_count, max_length = 6, 40
    reward_range = (-48, 48)

    def initial(self) -> Any:
        return (1, 3, 2, 1, 4, 2, 4, 0, 2, 1, 2, 0, 2, 0), 0

    def to_move(self, state: Any) -> int:
        return state[1]

    def legal(self, state: Any, action: int) -> bool:
        return state[0][5 - action + 7 * state[1]] > 0

    def apply(self, state: Any, action: int) -> Any:
        board, player = list(state[0]), state[1]
        at = 5 - action + 7 * player
        stones, board[at] = board[at], 0
        while stones:
            at = (at + 1) % 14
            if at != 13 - 7 * player:
                board[at], stones = board[at] + 1, stones - 1
        return tuple(board), player if at == 6 + 7 * player else 1 - player

    def terminal(self, state: Any) -> bool:
        return not any(state[0][:6]) or not any(state[0][7:13])

    def reward(self, state: Any) -> int:
        return (state[0][6] - state[0][13]) * (1 - 2 * state[1])


class Alike(Sowing):
    """As many seeds in every house at first."""

    def initial(self) -> Any:
        return (3,) * 14, 0


class Clobber(Game[Any]):
    """A row that is full at first. A piece goes to a neighbouring cell, where it takes an enemy piece."""

    action_count, max_length, start = 12, 6, "xoxoxo"

    def initial(self) -> Any:
        return self.start, "x"

    def legal(self, state: Any, action: int) -> bool:
        at, to = action // 2, action // 2 + 2 * (action % 2) - 1
        return 0 <= to < 6 and state[0][at] == state[1] and state[0][to] not in ("-", state[1])

    def apply(self, state: Any, action: int) -> Any:
        row, to = list(state[0]), action // 2 + 2 * (action % 2) - 1
        row[action // 2], row[to] = "-", state[1]
        return "".join(row), "o" if state[1] == "x" else "x"

    def terminal(self, state: Any) -> bool:
        return not any(self.legal(state, action) for action in range(12))

    def reward(self, state: Any) -> int:
        return -1


class Hexapawn(Game[Any]):
    """Three rows of strings: pawns "w" and "b"; an action is nine times the start and the target."""

    action_count, max_length = 81, 9

    def initial(self) -> Any:
        return ("www", "...", "bbb"), "w"

    def legal(self, state: Any, action: int) -> bool:
        (row, column), (to_row, to_column) = divmod(action // 9, 3), divmod(action % 9, 3)
        rows, side = state
        if rows[row][column] != side or to_row - row != (1 if side == "w" else -1) or abs(to_column - column) > 1:
            return False
        return rows[to_row][to_column] == ("." if column == to_column else "b" if side == "w" else "w")

    def apply(self, state: Any, action: int) -> Any:
        cells = list("".join(state[0]))
        cells[action // 9], cells[action % 9] = ".", state[1]
        text = "".join(cells)
        return (text[:3], text[3:6], text[6:]), "b" if state[1] == "w" else "w"

    def terminal(self, state: Any) -> bool:
        rows = state[0]
        return "w" in rows[2] or "b" in rows[0] or not any(self.legal(state, action) for action in range(81))

    def reward(self, state: Any) -> int:
        return -1


class Hunt(Game[Any]):
    """Hounds and a fox by coordinates on 4 by 4: an action is eight times the start and one of four directions."""

    action_count, max_length = 64, 12
    cells = tuple((row, column) for row in range(4) for column in range(4))

    def initial(self) -> Any:
        return ((0, 0), (0, 1), (0, 3)), (3, 2), 0

    def target(self, action: int) -> tuple[int, int]:
        row, column = self.cells[action // 4]
        down, right = ((1, 0), (-1, 0), (0, 1), (0, -1))[action % 4]
        return row + down, column + right

    def legal(self, state: Any, action: int) -> bool:
        hounds, fox, turn = state
        at, to = self.cells[action // 4], self.target(action)
        mine = at == fox if turn else at in hounds and action % 4 != 1
        return mine and to in self.cells and to not in (*hounds, fox)

    def apply(self, state: Any, action: int) -> Any:
        hounds, fox, turn = state
        at, to = self.cells[action // 4], self.target(action)
        if turn:
            return hounds, to, 0
        return tuple(to if hound == at else hound for hound in hounds), fox, 1

    def terminal(self, state: Any) -> bool:
        return state[1][0] == 0 or not any(self.legal(state, action) for action in range(64))

    def reward(self, state: Any) -> int:
        return -1


class Numbered(Hunt):
    """The coordinates in one flat tuple."""

    def initial(self) -> Any:
        return (0, 0, 0, 1, 0, 3, 3, 2), 0

    def unfolded(self, state: Any) -> Any:
        flat, turn = state
        pairs = tuple(zip(flat[::2], flat[1::2], strict=True))
        return pairs[:3], pairs[3], turn

    def legal(self, state: Any, action: int) -> bool:
        return super().legal(self.unfolded(state), action)

    def apply(self, state: Any, action: int) -> Any:
        hounds, fox, turn = super().apply(self.unfolded(state), action)
        return tuple(number for pair in (*hounds, fox) for number in pair), turn

    def terminal(self, state: Any) -> bool:
        return self.unfolded(state)[1][0] == 0 or not any(self.legal(state, action) for action in range(64))


class Amazons(NamedTuple):
    white: tuple[int, int]
    black: tuple[int, int]
    burnt: frozenset[tuple[int, int]]
    turn: str


class Burning(Game[Any]):
    """Each player has one piece on 3 by 4, which steps in one of four directions; the cell that it leaves burns."""

    action_count, max_length = 48, 12
    cells = tuple((row, column) for row in range(3) for column in range(4))

    def initial(self) -> Any:
        return Amazons((0, 0), (2, 3), frozenset(), "white")

    def target(self, action: int) -> tuple[int, int]:
        row, column = self.cells[action // 4]
        down, right = ((1, 0), (-1, 0), (0, 1), (0, -1))[action % 4]
        return row + down, column + right

    def legal(self, state: Any, action: int) -> bool:
        mine, to = getattr(state, state.turn), self.target(action)
        return (
            self.cells[action // 4] == mine and to in self.cells and to not in (state.white, state.black, *state.burnt)
        )

    def apply(self, state: Any, action: int) -> Any:
        other = "black" if state.turn == "white" else "white"
        burnt = state.burnt | {getattr(state, state.turn)}
        return state._replace(**{"burnt": burnt, "turn": other, state.turn: self.target(action)})

    def terminal(self, state: Any) -> bool:
        return not any(self.legal(state, action) for action in range(48))

    def reward(self, state: Any) -> int:
        return -1


@dataclass(frozen=True)
class Trail:
    token: int
    visited: Bits


class Walk(Game[Any]):
    """One token on 3 by 4 that both players move to a neighbouring cell where it has not been."""

    action_count = max_length = 12
    rows, columns = 3, 4

    def initial(self) -> Any:
        return Trail(0, Bits.of(12, 0))

    def legal(self, state: Any, action: int) -> bool:
        down, right = abs(action // 4 - state.token // 4), abs(action % 4 - state.token % 4)
        return max(down, right) == 1 and action not in state.visited

    def apply(self, state: Any, action: int) -> Any:
        return replace(state, token=action, visited=state.visited.add(action))

    def terminal(self, state: Any) -> bool:
        return not any(self.legal(state, action) for action in range(12))

    def reward(self, state: Any) -> int:
        return -1


class Pairs(Fill):
    """A dict of squares, written as a tuple of pairs."""

    names = tuple(f"{column}{row}" for row in "123" for column in "abc")

    def initial(self) -> Any:
        return tuple((name, ".") for name in self.names)

    def legal(self, state: Any, action: int) -> bool:
        return state[action][1] == "."

    def apply(self, state: Any, action: int) -> Any:
        mark = "xo"[sum(item != "." for _, item in state) % 2]
        return (*state[:action], (state[action][0], mark), *state[action + 1 :])

    def terminal(self, state: Any) -> bool:
        return all(item != "." for _, item in state)


class FrozenDict(Pairs):
    """A dict with the squares that are taken, as a frozen set of its items."""

    def initial(self) -> Any:
        return frozenset[tuple[str, str]]()

    def legal(self, state: Any, action: int) -> bool:
        return self.names[action] not in dict(state)

    def apply(self, state: Any, action: int) -> Any:
        return state | {(self.names[action], "xo"[len(state) % 2])}

    def terminal(self, state: Any) -> bool:
        return len(state) == 9


class Piles(Take):
    """Purses by name."""

    action_count = 4

    def initial(self) -> Any:
        return ("gold", 3), ("silver", 5)

    def legal(self, state: Any, action: int) -> bool:
        return action % 2 < state[action // 2][1]

    def apply(self, state: Any, action: int) -> Any:
        after = list(state)
        name, count = after[action // 2]
        after[action // 2] = (name, count - action % 2 - 1)
        return tuple(after)

    def terminal(self, state: Any) -> bool:
        return not any(count for _, count in state)


class TwoBoards(Game[Any]):
    """Two boards of nine cells; the first nine actions set a mark on the left one."""

    action_count = max_length = 18

    def initial(self) -> Any:
        return "." * 9, "." * 9

    def legal(self, state: Any, action: int) -> bool:
        return state[action // 9][action % 9] == "."

    def apply(self, state: Any, action: int) -> Any:
        mark = "XO"[(state[0] + state[1]).count(".") % 2]
        boards, at = list(state), action % 9
        boards[action // 9] = boards[action // 9][:at] + mark + boards[action // 9][at + 1 :]
        return tuple(boards)

    def terminal(self, state: Any) -> bool:
        return "." not in state[0] + state[1]

    def reward(self, state: Any) -> int:
        return 0


def without_picture(game: type[Game[Any]]) -> type[Game[Any]]:
    """The same game, as if it did not say how it is drawn."""
    default: Any = Game
    return type(game.__name__, (game,), {"picture": default.picture, "action_name": default.action_name})


UNDRAWN = tuple(map(without_picture, (Breakthrough, Domineering, DotsAndBoxes, HareAndHounds, Othello, Oware)))
