"""Boards and names of moves that are derived from the states of games that define neither."""

from __future__ import annotations

import itertools
import time
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from examples.breakthrough import Breakthrough
from examples.domineering import Domineering
from examples.hexapawn import Hexapawn
from examples.othello import Othello
from examples.tictactoe import TicTacToe
from tests.support.games import Take
from zermelo import Bits, Game, check, solve
from zermelo.core.errors import BadMove
from zermelo.display.derived import exploration
from zermelo.display.derived.board import derived_picture
from zermelo.display.derived.names import derived_name
from zermelo.display.svg import to_board
from zermelo.games.catalogue import game_named
from zermelo.play.record import Record


class Filling(Game[Any]):
    """Fill a board of 3 by 3 in turn: a tuple with an item for each cell, 1 for the first player and 2 for the second."""

    action_count = max_length = 9

    def initial(self) -> Any:
        return (0,) * 9

    def legal(self, state: Any, action: int) -> bool:
        return not state[action]

    def apply(self, state: Any, action: int) -> Any:
        piece = 2 - sum(map(bool, state)) % 2
        return (*state[:action], 3 - piece, *state[action + 1 :])

    def terminal(self, state: Any) -> bool:
        return all(state)

    def reward(self, state: Any) -> int:
        return 0


class Negated(Filling):
    """1 is the player to move, -1 the other."""

    def apply(self, state: Any, action: int) -> Any:
        return tuple(-item for item in (*state[:action], 1, *state[action + 1 :]))


class Lettered(Filling):
    """A string, in which O moves first."""

    def initial(self) -> Any:
        return "." * 9

    def legal(self, state: Any, action: int) -> bool:
        return state[action] == "."

    def apply(self, state: Any, action: int) -> Any:
        return state[:action] + "XO"[state.count(".") % 2] + state[action + 1 :]

    def terminal(self, state: Any) -> bool:
        return "." not in state


class Rows(Filling):
    """A tuple of rows, beside the number of pieces."""

    def initial(self) -> Any:
        return ((None,) * 3,) * 3, 0

    def legal(self, state: Any, action: int) -> bool:
        return state[0][action // 3][action % 3] is None

    def apply(self, state: Any, action: int) -> Any:
        rows = [list(row) for row in state[0]]
        rows[action // 3][action % 3] = state[1] % 2
        return tuple(map(tuple, rows)), state[1] + 1

    def terminal(self, state: Any) -> bool:
        return state[1] == 9


class Named(NamedTuple):
    """Sets of bits, and a counter between them that is none."""

    x: int
    o: int
    count: int


class Counted(Filling):
    def initial(self) -> Any:
        return Named(0, 0, 0)

    def legal(self, state: Any, action: int) -> bool:
        return not (state.x | state.o) >> action & 1

    def apply(self, state: Any, action: int) -> Any:
        x, o, count = state
        return Named(x | 1 << action, o, count + 1) if count % 2 == 0 else Named(x, o | 1 << action, count + 1)

    def terminal(self, state: Any) -> bool:
        return state.count == 9


class Nested(Counted):
    """The sets of bits are in a tuple of their own."""

    def initial(self) -> Any:
        return ((0, 0), 0)

    def legal(self, state: Any, action: int) -> bool:
        return super().legal(Named(*state[0], state[1]), action)

    def apply(self, state: Any, action: int) -> Any:
        x, o, count = super().apply(Named(*state[0], state[1]), action)
        return ((x, o), count)

    def terminal(self, state: Any) -> bool:
        return state[1] == 9


class Padded(Game[Any]):
    """A row of `Bits` has one cell more than the board is wide, and the first player's pieces are called black."""

    action_count = max_length = 6
    rows, columns = 2, 3

    def initial(self) -> Any:
        return (Bits(8), Bits(8), 0)

    def legal(self, state: Any, action: int) -> bool:
        return action + action // 3 not in state[0] | state[1]

    def apply(self, state: Any, action: int) -> Any:
        sets = list(state[:2])
        sets[state[2]] = sets[state[2]].add(action + action // 3)
        return (*sets, 1 - state[2])

    def terminal(self, state: Any) -> bool:
        return (state[0] | state[1]).count() == 6

    def reward(self, state: Any) -> int:
        return 0


@dataclass(frozen=True)
class Dropping(Game[Any]):
    """Drop a stone into one of four columns of three cells: cell `numbers[column][level]`, counted from the bottom."""

    numbers: tuple[tuple[int, ...], ...]
    as_tuple: bool = False
    action_count, max_length = 4, 12

    def initial(self) -> Any:
        return (0,) * 12 if self.as_tuple else (0, 0)

    def stones(self, state: Any) -> set[int]:
        taken = range(12) if self.as_tuple else range(20)
        return {cell for cell in taken if (state[cell] if self.as_tuple else (state[0] | state[1]) >> cell & 1)}

    def legal(self, state: Any, action: int) -> bool:
        return self.numbers[action][2] not in self.stones(state)

    def apply(self, state: Any, action: int) -> Any:
        cell = next(cell for cell in self.numbers[action] if cell not in self.stones(state))
        if self.as_tuple:
            return (*state[:cell], 1 + len(self.stones(state)) % 2, *state[cell + 1 :])
        return (state[1], state[0] | 1 << cell)

    def terminal(self, state: Any) -> bool:
        return len(self.stones(state)) == 12

    def reward(self, state: Any) -> int:
        return 0


DROPPED = (  # along the columns, with padding or without, or along the rows
    Dropping(tuple(tuple(4 * column + level for level in range(3)) for column in range(4))),
    Dropping(tuple(tuple(3 * column + 2 - level for level in range(3)) for column in range(4)), as_tuple=True),
    Dropping(tuple(tuple(4 * level + column for level in range(3)) for column in range(4)), as_tuple=True),
    Dropping(tuple(tuple(8 - 4 * level + column for level in range(3)) for column in range(4)), as_tuple=True),
)


class Sized(Filling):
    """A board of 2 x 6 cells, without attributes that say so."""

    action_count = max_length = 12

    def initial(self) -> Any:
        return (0,) * 12


class Cube(Filling):
    """A cube of 3x3x3."""

    action_count = max_length = 27

    def initial(self) -> Any:
        return (0,) * 27


class Pins(Game[Any]):
    """Knock down a pin, or two side by side, of nine that stand in a row."""

    action_count, max_length = 18, 9

    def initial(self) -> Any:
        return (True,) * 9

    def fallen(self, action: int) -> set[int]:
        return {action % 9, action % 9 + action // 9}

    def legal(self, state: Any, action: int) -> bool:
        return all(pin < 9 and state[pin] for pin in self.fallen(action))

    def apply(self, state: Any, action: int) -> Any:
        return tuple(stands and pin not in self.fallen(action) for pin, stands in enumerate(state))

    def terminal(self, state: Any) -> bool:
        return not any(state)

    def reward(self, state: Any) -> int:
        return -1


class Trail(Game[Any]):
    """Move a token on 3x3 to a neighbour where it has not been; where it begins, no move ends."""

    action_count = max_length = 9

    def initial(self) -> Any:
        return (True, *[False] * 8), 0

    def legal(self, state: Any, action: int) -> bool:
        steps = abs(action // 3 - state[1] // 3) + abs(action % 3 - state[1] % 3)
        return steps == 1 and not state[0][action]

    def apply(self, state: Any, action: int) -> Any:
        return (*state[0][:action], True, *state[0][action + 1 :]), action

    def terminal(self, state: Any) -> bool:
        return not any(self.legal(state, action) for action in range(9))

    def reward(self, state: Any) -> int:
        return -1


def marks(game: Game[Any], *moves: str | int) -> list[str]:
    """The rows of the derived board after these moves, a dot for an empty cell; the player's number follows each mark."""
    record = Record.begin(game)
    for move in moves:
        record.do(move if isinstance(move, int) else game.parse_action(move))
    cells = derived_picture(game, record.state, record.mover)
    rows = itertools.groupby(cells, key=lambda cell: cell.row)
    return ["".join(f"{cell.mark}{cell.player + 1}" if cell.mark else "." for cell in row) for _, row in rows]


@pytest.mark.parametrize(
    "game", [TicTacToe(), Filling(), Negated(), Rows(), Counted(), Nested()], ids=lambda game: type(game).__name__
)
def test_stones_are_drawn_where_they_are_placed(game: Game[Any]) -> None:
    expected = ["X1..", ".O2.", "..X1"]
    assert marks(game, "a1", "b2", "c3") == expected
    assert [game.action_name(action) for action in range(9)] == ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]


@pytest.mark.long
@pytest.mark.parametrize("game", [Hexapawn(), Negated()], ids=lambda game: type(game).__name__)
def test_check_accepts_what_is_derived(game: Game[Any]) -> None:
    assert check(game).ok


def test_letters_are_marks_and_belong_to_the_player_who_places_them() -> None:
    assert marks(Lettered(), "a1", "b2") == ["O1..", ".X2.", "..."]


def test_a_cell_of_padding_at_the_end_of_each_row_is_not_drawn() -> None:
    assert marks(Padded(), "c1", "a2") == ["..X1", "O2.."]


@pytest.mark.parametrize("game", DROPPED)
def test_stones_lie_at_the_bottom_of_the_column_into_which_they_are_dropped(game: Game[Any]) -> None:
    assert marks(game, "b", "b", "d") == ["....", ".O2..", ".X1.X1"]
    assert [game.action_name(action) for action in range(4)] == ["a", "b", "c", "d"]
    assert [cell.actions for cell in game.picture(game.initial(), 0)] == [(0,), (1,), (2,), (3,)] * 3


def test_a_size_in_a_docstring_is_that_of_the_board() -> None:
    assert marks(Sized(), "f2") == ["......", ".....X1"]


def test_a_row_is_no_square() -> None:
    assert marks(Pins(), "c1-d1") == ["#0#0..#0#0#0#0#0"]


def test_the_layers_of_a_cube_lie_side_by_side() -> None:
    assert {cell.column for cell in Cube().picture(Cube().initial(), 0)} == {0, 1, 2, 4, 5, 6, 8, 9, 10}
    assert marks(Cube(), "a1", "d1", "i3") == ["X1..O2.....", ".........", "........X1"]


def test_a_cell_that_no_move_reaches_hides_no_label() -> None:
    assert Record.played(Trail(), ["b1", "b2"]).board() == "1 # # .\n2 . # .\n3 . . .\n  a b c\nstate[1] 4"


def test_pawns_move_between_cells() -> None:
    assert marks(Hexapawn(), "b1-b2", "a3-b2") == ["W1.W1", ".B2.", ".B2B2"]
    start = Hexapawn().picture(Hexapawn().initial(), 0)
    assert {cell.look for cell in start} == {"pawn"}
    moves = set(Hexapawn().actions(Hexapawn().initial()))
    assert [len(moves & set(cell.actions)) for cell in start] == [1, 1, 1, 1, 1, 1, 0, 0, 0]


def test_cells_keep_their_actions_when_they_are_taken() -> None:
    game = TicTacToe()
    assert [cell.actions for cell in game.picture(game.play(["a1", "c3"]), 0)] == [(action,) for action in range(9)]


def test_actions_that_begin_at_a_cell_come_before_those_that_end_there() -> None:
    game = Hexapawn()
    for place, cell in enumerate(game.picture(game.initial(), 0)):
        assert cell.actions[0] // 3 == place


def test_a_move_has_both_names_if_it_goes_two_ways() -> None:
    game = Hexapawn()
    action = game.parse_action("b2-b1/b3")
    assert action == game.parse_action("b2-b1") == game.parse_action("b2-b3") == game.parse_action("13") == 13
    assert game.action_name(13) == "b2-b1/b3"


def test_a_board_that_is_turned_round_after_each_move_is_turned_back() -> None:
    game = Breakthrough(4, 3)
    assert marks(game) == ["X1X1X1", "X1X1X1", "O2O2O2", "O2O2O2"]
    assert marks(game, 4) == ["X1X1X1", "X1.X1", "X1O2O2", "O2O2O2"]  # b2 takes a3


def test_pieces_of_both_players_belong_to_nobody() -> None:
    assert marks(Domineering(3, 3), 0) == ["#0..", "#0..", "..."]


def test_captured_pieces_do_not_count_and_passing_keeps_its_number() -> None:
    game = Othello()
    assert derived_name(game, game.passing) == str(game.passing)
    cells = derived_picture(game, game.initial(), 0)
    assert all(len(cell.actions) <= 1 for cell in cells)


NUMBERED = (
    *(Hexapawn(4, 4), Hexapawn(12, 12), Hexapawn(16, 9)),
    *(Breakthrough(3, 3), Domineering(), game_named("tree(2,3)")),
)


@pytest.mark.long
@pytest.mark.parametrize("game", NUMBERED, ids=str)
def test_actions_that_mean_different_cells_keep_their_numbers(game: Game[Any]) -> None:
    assert [derived_name(game, action) for action in range(game.action_count)] == [*map(str, range(game.action_count))]


@pytest.mark.parametrize("game", [TicTacToe(), Hexapawn(), Filling()], ids=str)
def test_numbers_are_still_read(game: Game[Any]) -> None:
    for action in range(game.action_count):
        assert game.parse_action(str(action)) == game.parse_action(game.action_name(action)) == action
    for text in ("", "-1", "d4", "a1 ", "01", "²", str(game.action_count)):
        with pytest.raises(BadMove):
            game.parse_action(text)


def test_all_outputs_use_the_same_names() -> None:
    result = solve(TicTacToe(), "0 4", compiled=False)
    assert result.line[0] == result.best[0] in ("a2", "a3", "b1", "b3", "c1", "c2", "c3")
    assert Record.played(TicTacToe(), ["0", "4"]).names() == ["a1", "b2"]
    assert 'class="p1"' in str(to_board(TicTacToe(), TicTacToe().play(["a1", "b2"])))


def test_knowledge_does_not_change_the_names() -> None:
    assert TicTacToe().without("all").action_name(4) == "b2"


class OwnNames(TicTacToe):
    def action_name(self, action: int) -> str:
        return f"cell{action}"


class OwnReader(TicTacToe):
    def parse_action(self, text: str) -> int:
        return int(text)


class Failing(TicTacToe):
    def apply(self, state: tuple[int, int], action: int) -> tuple[int, int]:
        raise ZeroDivisionError


class Quitting(TicTacToe):
    def apply(self, state: tuple[int, int], action: int) -> tuple[int, int]:
        raise SystemExit


class Unfinished(Game[int]):
    action_count = 3


class Endless(TicTacToe):
    def actions(self, state: tuple[int, int]) -> Any:
        return itertools.repeat(0)


class Enormous(Take):
    action_count = 1 << 20


class Growing(Lettered):
    def apply(self, state: Any, action: int) -> Any:
        return f"{super().apply(state, action)}."


class Mutable(Filling):
    def initial(self) -> Any:
        return [0] * 9


class Strangers(Filling):
    def initial(self) -> Any:
        return (object(),) * 9


@dataclass
class Unhashable(Negated):
    size: int = 3


class Misshapen(Negated):
    rows, columns, shape, size = "three", None, (1, 2, 3), -3


@pytest.mark.parametrize("game", [OwnNames(), OwnReader()], ids=lambda game: type(game).__name__)
def test_the_games_own_names_come_first(game: Game[Any]) -> None:
    assert game.action_name(4) in ("cell4", "4")
    assert game.parse_action(game.action_name(4)) == 4
    assert len(game.picture(game.initial(), 0)) == 9


def test_numbers_are_not_read_by_games_with_names_of_their_own() -> None:
    with pytest.raises(BadMove, match="look like 'cell0'"):
        OwnNames().parse_action("4")


ODD = (Take, Failing, Quitting, Unfinished, Endless, Enormous, Growing, Mutable, Strangers)


@pytest.mark.parametrize("cls", ODD, ids=lambda cls: cls.__name__)
def test_a_game_without_a_board_is_shown_as_text(cls: type[Game[Any]]) -> None:
    game = cls()
    state = () if cls is Unfinished else game.initial()
    assert derived_picture(game, state, 0) == []
    assert game.action_name(1) == "1"
    assert game.parse_action("1") == 1


def test_a_busy_machine_hides_no_board(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = itertools.count(step=1 / 200)  # two seconds for the 400 looks at it
    monkeypatch.setattr(exploration, "time", SimpleNamespace(thread_time=time.thread_time, monotonic=clock.__next__))
    assert len(exploration.explore(Filling()).moves) > 1000


@pytest.mark.parametrize("game", [Unhashable(), Misshapen()], ids=lambda game: type(game).__name__)
def test_odd_attributes_do_no_harm(game: Game[Any]) -> None:
    assert len(game.picture(game.initial(), 0)) == 9
    assert game.action_name(4) == "b2"


def test_a_state_that_does_not_fit_the_board_is_not_drawn() -> None:
    assert Padded().picture(Padded().initial(), 0)
    assert Padded().picture((Bits(8, 0b1000), Bits(8), 0), 0) == [], "a piece on padding is not hidden"
    assert TicTacToe().picture((1 << 20, 0), 0) == []
    assert Filling().picture((0,) * 8, 0) == []
