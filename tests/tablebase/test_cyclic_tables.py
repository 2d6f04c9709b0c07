"""Tables of games in which positions may recur, against value iteration on random graphs."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from examples.hare_and_hounds import HareAndHounds
from examples.oware import Oware
from tests.support.cyclic_graphs import Graph, by_iteration
from tests.support.tables import contents
from zermelo import AsState, Game, tabulate
from zermelo.core.constants import DEFAULT_MEMORY, NONE
from zermelo.core.errors import BadCheckpoint, BadGame, BadOption
from zermelo.tablebase.cyclic_builder import CyclicTableBuilder
from zermelo.tablebase.index import Index, Slots, slots_for
from zermelo.tablebase.links import LinkFiles
from zermelo.tablebase.verify import verify_table

CASES = [
    (size, seed, best, form, alternates)
    for seed, (size, best) in enumerate(
        [(3, 1), (10, 1), (30, 1), (100, 1), (300, 1), (1000, 1), (50, 3), (200, 5), (1000, 9)]
    )
    for form in ("int", "pair", "str")
    for alternates in (False, True)
]


@pytest.mark.parametrize(("size", "seed", "best", "form", "alternates"), CASES)
def test_values_and_distances_are_those_of_value_iteration(
    size: int, seed: int, best: int, form: str, alternates: bool, tmp_path: Path
) -> None:
    for more in range(6):
        game = Graph(size, 100 * seed + more, best, form, alternates, endless=(NONE, NONE, NONE, 0, 1, NONE)[more])
        right = by_iteration(game)
        table = tabulate(game, folder=tmp_path / str(more), compiled=False).table
        assert table is not None
        assert len(table) == len(right)
        for state, (value, distance) in right.items():
            entry = table.probe(AsState(state))
            assert (entry.value, entry.distance) == (value, distance)
        assert verify_table(tmp_path / str(more), game, compiled=False).consistent


def test_sets_that_grow_hold_the_same_positions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = Graph(3000, 5, form="pair")
    tabulate(game, folder=tmp_path / "whole", compiled=False)
    monkeypatch.setattr("zermelo.tablebase.discovery.FIRST_SLOTS", 16)
    tabulate(game, folder=tmp_path / "grown", compiled=False)
    assert contents(tmp_path / "whole") == contents(tmp_path / "grown")


@pytest.mark.long
def test_a_long_and_thin_game_is_done_in_moments(tmp_path: Path) -> None:
    """Checkpoints are written by the clock, not after each of thousands of layers."""
    entry = tabulate(Corridor(2000), folder=tmp_path / "table", compiled=False).entry
    assert entry == (0, None)


class Corridor(Game[int]):
    """A token starts at cell 0, and may go to either side; whoever brings it to the last cell wins."""

    cyclic, action_count, max_length = True, 2, 10

    def __init__(self, cells: int) -> None:
        self.cells = cells

    def initial(self) -> int:
        return 0

    def legal(self, state: int, action: int) -> bool:
        return action == 1 or state > 0

    def apply(self, state: int, action: int) -> int:
        return state + 2 * action - 1

    def terminal(self, state: int) -> bool:
        return state == self.cells

    def reward(self, state: int) -> int:
        return -1


@pytest.mark.long
def test_with_little_memory_the_files_are_the_same(tmp_path: Path) -> None:
    """The set of positions is emptied again and again, and positions are recognised by the layers on disk."""
    game = Graph(3000, 5, form="pair")
    whole = tabulate(game, folder=tmp_path / "whole", compiled=False).table
    pieces = tabulate(game, folder=tmp_path / "pieces", compiled=False, memory=250_000).table
    assert len(whole) == len(pieces)
    assert contents(tmp_path / "whole") == contents(tmp_path / "pieces")


@pytest.mark.long
@pytest.mark.parametrize("parts", [1, 5])
def test_work_that_is_stopped_again_and_again_makes_the_same_files(
    parts: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Graph(3000, 6, form="pair", alternates=True)
    positions = len(tabulate(game, folder=tmp_path / "whole", compiled=False).table or ())
    with_an_index_for(positions // parts, monkeypatch)
    seconds, stopped = 0.01, 0
    while tabulate(game, folder=tmp_path / "pieces", compiled=False, seconds=seconds).table is None:
        seconds, stopped = seconds * 1.2, stopped + 1
    assert stopped > 2
    assert contents(tmp_path / "whole") == contents(tmp_path / "pieces")


def with_an_index_for(positions: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no more positions than that fit in an index: its slots then seem to be large."""
    size = DEFAULT_MEMORY // (slots_for(positions, 1) + 10)
    monkeypatch.setattr("zermelo.tablebase.cyclic_builder.slot_bytes", lambda _columns: size)


@pytest.mark.long
@pytest.mark.parametrize("parts", [2, 8])
def test_links_made_in_parts_make_the_same_files(parts: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game, seen = Graph(3000, 7, 5, form="pair"), set[int]()
    positions = len(tabulate(game, folder=tmp_path / "whole", compiled=False).table or ())
    linked = CyclicTableBuilder._pairs

    def counted(self: CyclicTableBuilder, *given: Any) -> Any:
        seen.add(self.part)
        return linked(self, *given)

    monkeypatch.setattr(CyclicTableBuilder, "_pairs", counted)
    with_an_index_for(-(-positions // parts), monkeypatch)
    tabulate(game, folder=tmp_path / "pieces", compiled=False)
    assert seen == set(range(parts))
    assert contents(tmp_path / "whole") == contents(tmp_path / "pieces")


@pytest.mark.long
@pytest.mark.parametrize("game", [Oware(3, 1), HareAndHounds()], ids=str)
def test_native_code_makes_the_same_files(game: Game[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each thread does little at a time, so that all have work."""
    tabulate(game, folder=tmp_path / "interpreted", compiled=False)
    monkeypatch.setattr("zermelo.tablebase.cyclic_builder.CHUNK", 16)
    monkeypatch.setattr("zermelo.tablebase.retrograde.CHUNK", 16)
    tabulate(game, folder=tmp_path / "native", compiled=True)
    assert contents(tmp_path / "interpreted") == contents(tmp_path / "native")


def test_a_game_with_other_successors_than_before_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    link = CyclicTableBuilder._link

    def changed(*given: Any) -> None:
        monkeypatch.setattr(Graph, "apply", lambda _self, state, _action: (999, 1 - state[1]))
        link(*given)

    monkeypatch.setattr(CyclicTableBuilder, "_link", changed)
    with pytest.raises(BadGame, match="a position has other successors than before"):
        tabulate(Graph(300, 1, form="pair"), folder=tmp_path / "table", compiled=False)


class Rich(Graph):
    """A graph whose rewards are as large as those of a type of integers, and one larger."""

    def reward(self, state: Any) -> int:
        return self.reward_range[1] if super().reward(state) > 0 else self.reward_range[0]


@pytest.mark.parametrize("best", [127, 128, 32767, 32768])
@pytest.mark.parametrize("endless", [NONE, 0, 1])
def test_large_rewards_are_not_cut(best: int, endless: int, tmp_path: Path) -> None:
    game = Rich(30, best, best, endless=endless)
    table = tabulate(game, folder=tmp_path / "table", compiled=False).table
    assert table is not None
    for state, (value, distance) in by_iteration(game).items():
        assert table.probe(state) == (value, distance)


@pytest.mark.long
@pytest.mark.parametrize("memory", [(1 << 30, 300_000), (300_000, 1 << 30)])
@pytest.mark.parametrize("checkpoint_every", [1e-9, 600])
@pytest.mark.parametrize("sorted_first", [0, 2])
def test_work_is_resumed_with_another_limit_on_memory(
    memory: tuple[int, int], checkpoint_every: float, sorted_first: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process ends when the links of some buckets have been sorted."""
    game = Graph(3000, 6, form="pair", alternates=True)
    tabulate(game, folder=tmp_path / "whole", compiled=False)
    sort = LinkFiles.sort

    def some_sorted(self: LinkFiles, number: int, *given: Any) -> None:
        if number == sorted_first:
            raise KeyboardInterrupt
        sort(self, number, *given)

    monkeypatch.setattr(LinkFiles, "sort", some_sorted)
    monkeypatch.setattr(LinkFiles, "parents", killed)
    with pytest.raises(KeyboardInterrupt):
        tabulate(game, folder=tmp_path / "pieces", compiled=False, memory=memory[0], checkpoint_every=checkpoint_every)
    monkeypatch.undo()
    assert tabulate(game, folder=tmp_path / "pieces", compiled=False, memory=memory[1]).table is not None
    assert contents(tmp_path / "whole") == contents(tmp_path / "pieces")


def killed(*_args: Any) -> None:
    raise KeyboardInterrupt


@pytest.mark.long
def test_many_buckets_are_not_open_at_the_same_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = Graph(3000, 6, form="pair", alternates=True)
    tabulate(game, folder=tmp_path / "whole", compiled=False)
    monkeypatch.setattr("zermelo.tablebase.links.SHARE", 1 << 17)
    monkeypatch.setattr("zermelo.tablebase.links.MOST_OPEN", 8)
    opened = LinkFiles.parents

    def counted(self: LinkFiles, number: int) -> Any:
        found = opened(self, number)
        assert len(self._opened) <= 8 < self.buckets
        return found

    monkeypatch.setattr(LinkFiles, "parents", counted)
    tabulate(game, folder=tmp_path / "pieces", compiled=False)
    assert contents(tmp_path / "whole") == contents(tmp_path / "pieces")


@pytest.mark.parametrize("distance", [1, 1 << 16, 102_334_155, 0xFF51AFD7])
def test_codes_in_regular_distances_do_not_crowd_together(distance: int) -> None:
    """A Fibonacci number is the worst distance if codes are mixed only once, by the golden ratio."""
    codes = 2000
    index = Index(Slots(codes, 1, 1, 0), 1)
    index.entered = np.arange(codes, dtype=np.int64)[:, np.newaxis] * distance
    for row in range(codes):
        index.enter(row)
    for row in range(codes):
        index.waiting[0] = 0
        index.want(index.entered[row], 0)
        assert index.place(0) == row
    taken = np.flatnonzero(index.words[1::2])
    homes = [index.slot(index.hash(index.entered, int(place) - 1)) // 2 for place in index.words[1::2][taken]]
    assert np.mean((taken - homes) % (len(index.words) // 2)) < 5


@pytest.mark.long
def test_work_that_ends_while_the_table_is_written_is_resumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = Graph(300, 6, form="pair")
    tabulate(game, folder=tmp_path / "whole", compiled=False)
    monkeypatch.setattr(CyclicTableBuilder, "_finish", killed)
    with pytest.raises(KeyboardInterrupt):
        tabulate(game, folder=tmp_path / "pieces", compiled=False)
    monkeypatch.undo()
    tabulate(game, folder=tmp_path / "pieces", compiled=False)
    assert contents(tmp_path / "whole") == contents(tmp_path / "pieces")


@pytest.mark.parametrize("name", ["links-0", "parents-0"])
@pytest.mark.parametrize("damage", ["flip", "cut", "delete"])
def test_damage_to_unfinished_work_is_noticed(
    name: str, damage: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, folder = Graph(300, 6, form="pair"), tmp_path / "work"
    monkeypatch.setattr(LinkFiles, "sort" if name == "links-0" else "parents", killed)
    with pytest.raises(KeyboardInterrupt):
        tabulate(game, folder=folder, compiled=False, checkpoint_every=1e-9)
    monkeypatch.undo()
    data = bytearray((folder / name).read_bytes())
    if damage == "flip":
        data[len(data) // 2] ^= 1
    (folder / name).write_bytes(data[: len(data) // 2] if damage == "cut" else data)
    if damage == "delete":
        (folder / name).unlink()
    with pytest.raises(BadCheckpoint, match="is damaged; delete the folder, or name another"):
        tabulate(game, folder=folder, compiled=False)


class Repeats(Graph):
    def actions(self, state: Any) -> Iterator[int]:
        for _ in range(300):
            yield 0


def test_more_actions_than_there_are_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadGame, match=r"at the start, actions yields an action twice: \[0, 0, 0, 0, 0\]"):
        tabulate(Repeats(30, 1), folder=tmp_path / "table", compiled=False)


def test_too_little_disk_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _place: shutil._ntuple_diskusage(10, 10, 0))  # pyright: ignore
    with pytest.raises(BadOption, match=r"take .* bytes, but only 0 are free"):
        tabulate(Graph(30, 1), folder=tmp_path / "full", compiled=False)


def test_the_memory_that_a_refusal_names_suffices_and_no_less(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match=r"^memory = 1000 bytes is too little for Graph\(30,1\); at least") as refusal:
        tabulate(Graph(30, 1), folder=tmp_path / "a", compiled=False, memory=1000)
    needed = int(str(refusal.value).split()[-3])
    with pytest.raises(BadOption, match=f"at least {needed} are needed"):
        tabulate(Graph(30, 1), folder=tmp_path / "b", compiled=False, memory=needed - 1)
    assert tabulate(Graph(30, 1), folder=tmp_path / "c", compiled=False, memory=needed).stopped == "complete"
