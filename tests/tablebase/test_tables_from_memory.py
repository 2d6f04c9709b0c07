"""Tables of small games, made in memory: the files are those that are made on disk."""

from __future__ import annotations

import os
import signal
import threading
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests import EXAMPLES
from tests.support.cyclic_graphs import Graph
from tests.support.games import Take
from tests.support.tables import contents
from tests.tablebase.conftest import not_in_memory
from zermelo import Game, game_named, tabulate
from zermelo.core.constants import NONE
from zermelo.tablebase import tabulate as module
from zermelo.tablebase.in_memory import MemoryTable
from zermelo.tablebase.table_builder import TableBuilder


@pytest.fixture(autouse=True)
def on_disk() -> None:
    """In this file small tables are made in memory, unless a test says otherwise."""


class Heaps(NamedTuple):
    heaps: tuple[int, ...]
    turn: str
    seen: frozenset[int]


class Growing(Game[Heaps]):
    """Take from one of the heaps, or split it: states get longer, and one word after the other is needed."""

    action_count, max_length = 6, 20

    def initial(self) -> Heaps:
        return Heaps((7,), "first", frozenset())

    def legal(self, state: Heaps, action: int) -> bool:
        heap = state.heaps[0] if state.heaps else 0
        return (heap > 0) if action == 0 else 2 * action <= heap

    def apply(self, state: Heaps, action: int) -> Heaps:
        heap, rest = state.heaps[0], state.heaps[1:]
        new = (*rest, heap - 1) if action == 0 else (*rest, action, heap - action)
        turn = "second" if state.turn == "first" else "first"
        return Heaps(tuple(count for count in new if count), turn, state.seen | {1000 * heap})

    def terminal(self, state: Heaps) -> bool:
        return not state.heaps

    def reward(self, state: Heaps) -> int:
        return -1


GAMES: list[Game[Any]] = [
    *(
        Graph(size, size, best, form, alternates, endless)
        for size, best in ((3, 1), (300, 1), (200, 5))
        for form in ("int", "pair", "str")
        for alternates, endless in ((False, NONE), (True, NONE), (False, 0), (True, 1))
    ),
    *map(game_named, ("mnk(3,3,3)", "nim(3,4,2)", "chomp(3,4,misere=1)", "subtraction(60,1,3,4)", "tree(2,9,1,worst)")),
    game_named(f"{EXAMPLES / 'dots_and_boxes.py'}:DotsAndBoxes(1,3)"),
    game_named(f"{EXAMPLES / 'hexapawn.py'}"),
    Growing(),
]


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_files_made_in_memory_and_on_disk_are_the_same(
    game: Game[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(TableBuilder, "work", None)
        assert tabulate(game, folder=tmp_path / "memory").stopped == "complete"
    monkeypatch.setattr(module, "_by_memory", not_in_memory)
    tabulate(game, folder=tmp_path / "disk", compiled=False)
    assert contents(tmp_path / "memory") == contents(tmp_path / "disk")


def test_work_that_is_killed_while_the_files_are_written_is_resumed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tabulate(Take(), folder=tmp_path / "whole", compiled=False)
    finish = TableBuilder._finish

    def killed(*given: Any) -> None:
        finish(*given)
        (tmp_path / "pieces" / "manifest.json").unlink()
        raise MemoryError

    with monkeypatch.context() as patched:
        patched.setattr(TableBuilder, "_finish", killed)
        with pytest.raises(Exception, match="MemoryError"):
            tabulate(Take(), folder=tmp_path / "pieces", compiled=False)
    assert tabulate(Take(), folder=tmp_path / "pieces", compiled=False).stopped == "complete"
    assert contents(tmp_path / "whole") == contents(tmp_path / "pieces")


def test_ctrl_c_ends_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[str] = []

    def add(_self: MemoryTable, _state: Any, stopped: Any) -> bool:
        threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
        while not stopped():
            pass
        return False

    monkeypatch.setattr(MemoryTable, "add", add)
    assert tabulate(Take(), folder=tmp_path / "table", progress=lines.append).stopped == "interrupted"
    assert lines[0] == "in memory: all positions are visited"


def test_what_takes_too_long_is_made_on_disk_and_can_be_resumed(tmp_path: Path) -> None:
    """A quarter of the time goes to the table in memory, which cannot be resumed."""
    folder, game = tmp_path / "table", game_named("connect(4,4,4)")
    assert tabulate(game, folder=folder, compiled=False, seconds=0.5).stopped == "seconds"
    assert (folder / "progress").exists()
