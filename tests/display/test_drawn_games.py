"""What is drawn of states of many forms: nothing is hidden, and nothing that is no board looks like one."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support import drawn_games as games
from zermelo import Game
from zermelo.display.derived.board import fields_beside
from zermelo.play.board import board
from zermelo.play.record import Record

BOARDS: dict[type[Game[Any]], tuple[str, str]] = {
    games.Fill: ("X1 O2 X1", ""),
    games.Signs: ("X1 O2 X1", ""),
    games.Words: ("W1 B2 W1", "state[1]"),
    games.RedBlue: ("red1 blue2 red1", "state[1]"),
    games.Noughts: ("X1 O2 X1", "state[1]"),
    games.Enums: ("B1 W2 B1", "state[1]"),
    games.Three: ("X1 O2 Y3", ""),
    games.ThreeTurning: ("X1 O2 Y3", ""),
    games.ThreeNamed: ("X1 O2 Y3", ""),
    games.RowsOfRows: ("X1 O2 X1", ""),
    games.TwoSets: ("X1 O2 X1", ""),
    games.LastMove: ("X1 O2 X1", "state[2]"),
    games.Plies: ("X1 O2 X1", "state[2]"),
    games.Columns: ("X1 O2 X1", ""),
    games.ManyHeaps: ("00 50 30 50 10 20", ""),
    games.Sowing: ("20 30 20 10 00 10 60 20 30 10 20 00 00 10", ""),
    games.Clobber: ("X1 O2", "state[1]"),
    games.Hexapawn: ("W1 B2", "state[1]"),
    games.Walk: ("#0 #0 #0 #0", "token"),
    games.TwoBoards: ("X1 O2 X1", ""),
}
"""After three moves the marks on the board, with the number of their player, 0 for nobody; and the fields beside it."""

TABLES: dict[type[Game[Any]], str] = {
    games.Packed: "state[0] state[1]",
    games.Take: "state[0] state[1]",
    games.Heaps: "state[0] state[1] state[2]",
    games.Coins: "state[0] state[1] state[2] state[3] state[4]",
    games.EndIsNone: "",
    games.Hunt: "state[0] state[1] state[2]",
    games.Numbered: "state[0] state[1]",
    games.Burning: "white black burnt turn",
    games.Pairs: "a1 b1 c1 a2 b2 c2 a3 b3 c3",
    games.FrozenDict: "a1 b1 c1",
    games.Piles: "gold silver",
    games.UNDRAWN[-1]: "seeds lead",
}
"""The fields in the table after three first moves, of games that have no board."""


def played(game: Game[Any], moves: int = 3) -> Record:
    """A play of the first legal moves."""
    record = Record.begin(game)
    for _ in range(moves):
        if not record.over:
            record.do(next(iter(game.actions(record.state))))
    return record


def beside(record: Record) -> str:
    fields = fields_beside(record.game, record.state, drawn=bool(record.cells()))
    return " ".join(name for name, _ in fields)


@pytest.mark.long
@pytest.mark.parametrize("cls", BOARDS, ids=lambda cls: cls.__name__)
def test_what_is_a_board_is_drawn_and_the_other_fields_are_beside_it(cls: type[Game[Any]]) -> None:
    marks, fields = BOARDS[cls]
    record = played(cls())
    found = [f"{cell.mark}{cell.player + 1}" for cell in record.cells() if cell.mark]
    counts = marks[0].isdigit() and "0" in marks
    assert found == marks.split() if counts else {*found} == {*marks.split()}
    assert beside(record) == fields
    for field in fields.split():
        assert field in record.board()
        assert field in str(board(record.game, record.state).svg())


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize("cls", TABLES, ids=lambda cls: cls.__name__)
def test_what_is_no_board_is_a_table_of_the_fields(cls: type[Game[Any]]) -> None:
    record = played(cls())
    assert record.cells() == []
    assert beside(record) == TABLES[cls]
    shown = board(record.game, record.state)
    assert shown.svg() is None
    assert all(field in record.board() and f">{field}<" in str(shown._repr_html_()) for field in TABLES[cls].split())


@pytest.mark.long
@pytest.mark.parametrize("cls", games.UNDRAWN[:-1], ids=lambda cls: cls.__name__)
def test_examples_without_their_pictures_have_boards(cls: type[Game[Any]]) -> None:
    record = played(cls())
    assert record.cells()
    assert beside(record) == {"DotsAndBoxes": "lead", "HareAndHounds": "hare"}.get(cls.__name__, "")


@pytest.mark.parametrize("cls", [games.Sowing, games.Alike])
def test_a_house_offers_one_move_and_no_other_cell_offers_any(cls: type[Game[Any]]) -> None:
    game = cls()
    for moves in range(4):
        record = played(game, moves)
        legal = set(game.actions(record.state))
        offered = {cell.column: legal & {*cell.actions} for cell in record.cells()}
        assert {column: actions for column, actions in offered.items() if actions} == {
            5 - action + 7 * record.mover: {action} for action in legal
        }


@pytest.mark.long
def test_moves_of_counts_are_named_after_their_cells_only_if_all_are() -> None:
    assert [games.ManyHeaps().action_name(action) for action in (0, 20)] == ["0", "20"]


def test_marks_of_kinds_that_begin_alike_differ() -> None:
    from zermelo.display.derived.pieces import looks_of

    looks = looks_of({"wall": -1, "water": -1, "king": 0, "pawn": 0}, "disc")
    assert sorted(look.mark for look in looks.values()) == ["k", "p", "wal", "wat"]
