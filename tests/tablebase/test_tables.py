"""Tables: every entry against minimax by the rules, and against `solve`; what is looked up in them."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable, Hashable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import zermelo
from tests import EXAMPLES, ROOT
from tests.support.brute_force import Truth, Worth
from tests.support.games import DOORS, Door
from tests.support.naive import Oracle
from tests.support.tables import contents, in_small_pieces, made
from zermelo import Game, Solver, census, game_named, open_table, solve
from zermelo.core.errors import BadGame, BadOption, BadPosition, BadTable
from zermelo.games import mnk
from zermelo.tablebase.coding import Coding
from zermelo.tablebase.manifest import MANIFEST
from zermelo.tablebase.table import Entry
from zermelo.tablebase.verify import verify_table


# --- every entry -----------------------------------------------------------------------------------------------------
def by_the_rules(game: Game[Any]) -> tuple[set[Hashable], Callable[[Any], Worth]]:
    """All positions, and what each is worth: minimax with nothing but the rules. At a value of 0 the plies mean nothing."""
    met, new = {game.initial()}, [game.initial()]
    while new:
        state = new.pop()
        children = set() if game.terminal(state) else {game.apply(state, action) for action in game.actions(state)}
        new += children - met
        met |= children
    return met, Truth(game).worth


def orbits(game: Game[Any], states: set[Any]) -> int:
    """How many there are up to symmetry."""
    return len({frozenset(game.symmetric(state, i) for i in range(game.symmetry_count)) for state in states})


def entry_of(worth: tuple[Any, int]) -> Entry:
    value, plies = worth
    return Entry(int(value), plies if value else None)


GAMES = [
    "mnk(3,3,3)",
    "connect(3,3,3)",
    "lines(3x3,3,misere=1)",
    "nim(3,4,2)",
    "chomp(3,4,misere=1)",
    "subtraction(60,1,3,4)",
    "capture(6,2)",
    "tree(3,6,5)",
    "tree(2,9,1,worst)",
    f"{EXAMPLES / 'dots_and_boxes.py'}:DotsAndBoxes(1,3)",
    f"{EXAMPLES / 'hexapawn.py'}",
]


@pytest.mark.sampled("capture(6,2)")
@pytest.mark.parametrize("name", GAMES)
def test_every_entry_is_what_the_rules_say(name: str, tmp_path: Path) -> None:
    game = game_named(name)
    table = made(game, tmp_path / "table")
    met, worth = by_the_rules(game)
    assert len(table) == orbits(game, met)
    for state in met:
        assert table.probe(state) == entry_of(worth(state))
    assert verify_table(tmp_path / "table", game, compiled=False).consistent


@pytest.mark.long
@pytest.mark.parametrize(
    "door", [door for door in DOORS if str(door.game) != "mnk(3,4,3)"], ids=lambda door: str(door.game)
)
def test_every_entry_is_what_oracles_say_that_share_no_code(door: Door, tmp_path: Path) -> None:
    """Both walk through all positions side by side; in one of the games a player may move twice, for any reward."""
    oracle = Oracle(door.rules, "distance", longest=door.game.max_length, best=door.best)
    table = made(door.game, tmp_path / "table", compiled=True)
    met, new = {door.game.initial()}, [(door.game.initial(), door.rules.start())]
    while new:
        state, naive = new.pop()
        points, plies = oracle.leaf(naive, oracle.longest)
        assert table.probe(state) == entry_of((points, plies))
        if door.rules.over(naive):
            continue
        for action in door.rules.actions(naive):
            child = door.game.apply(state, action)
            if child not in met:
                met.add(child)
                new.append((child, door.rules.apply(naive, action)))
    assert len(table) == orbits(door.game, met)
    assert verify_table(tmp_path / "table", door.game).consistent


def random_position(game: Game[Any], rng: random.Random) -> Any:
    """Not over."""
    while True:
        state = game.initial()
        for _ in range(rng.randrange(game.max_length)):
            if game.terminal(state):
                break
            state = game.apply(state, rng.choice(list(game.actions(state))))
        if not game.terminal(state):
            return state


@pytest.mark.long
@pytest.mark.parametrize(
    "name", ["mnk(3,4,3)", "connect(4,4,4)", f"{EXAMPLES / 'dots_and_boxes.py'}:DotsAndBoxes(2,2)"]
)
def test_entries_are_what_solve_says_and_as_many_as_the_census_counts(name: str, tmp_path: Path) -> None:
    game = game_named(name)
    table = made(game, tmp_path / "table", compiled=True)
    assert len(table) == census(game, symmetry=True).positions
    solver, rng = Solver(game, objective="distance", line=False), random.Random("solve")
    for _ in range(200):
        state = random_position(game, rng)
        found = solver.solve(state)
        assert table.probe(state) == Entry(int(found.value), found.distance)
    assert verify_table(tmp_path / "table", game).consistent


@pytest.mark.long
def test_little_memory_and_any_blocks_give_the_same_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one = made(mnk(3, 3, 3), tmp_path / "one")
    in_small_pieces(monkeypatch, 7, 5, 32)
    other = made(mnk(3, 3, 3), tmp_path / "other", memory=40 * 32 * 3)
    assert contents(one.folder) == contents(other.folder)


@pytest.mark.long
def test_positions_met_after_different_numbers_of_plies_stand_there_once_and_dense_where_that_is_smaller(
    tmp_path: Path,
) -> None:
    heap = made(game_named("subtraction(60,1,3,4)"), tmp_path / "heap")
    assert (len(heap), heap.manifest.dense, (tmp_path / "heap" / "codes").exists()) == (61, True, False)
    board = made(mnk(3, 3, 3), tmp_path / "board")
    assert (len(board), board.manifest.dense, (tmp_path / "board" / "codes").exists()) == (765, False, True)


class Scattered(Game[tuple[int, int, int, int]]):
    """A heap, and after it numbers that fill whole words, so that no code holds a state."""

    action_count = 2
    max_length = 12

    def initial(self) -> tuple[int, int, int, int]:
        return self.seen(12)

    def seen(self, heap: int) -> tuple[int, int, int, int]:
        return (heap, (heap - 6) * (1 << 60), heap % 5 * (1 << 59) - (1 << 61), heap * heap)

    def legal(self, state: tuple[int, int, int, int], action: int) -> bool:
        return action < state[0]

    def apply(self, state: tuple[int, int, int, int], action: int) -> tuple[int, int, int, int]:
        return self.seen(state[0] - action - 1)

    def terminal(self, state: tuple[int, int, int, int]) -> bool:
        return state[0] == 0

    def reward(self, state: tuple[int, int, int, int]) -> int:
        return -1


@pytest.mark.sampled("False")
@pytest.mark.parametrize("compiled", [True, False])
def test_states_that_no_single_code_holds(compiled: bool, tmp_path: Path) -> None:
    game = Scattered()
    table = made(game, tmp_path / "table", compiled=compiled)
    _, worth = by_the_rules(game)
    assert table.entries.coding.columns > 1
    for heap in range(13):
        assert table.probe(game.seen(heap)) == entry_of(worth(game.seen(heap)))
    assert table.get((12, 0, 0, 0)) is None
    assert verify_table(tmp_path / "table", game, compiled=compiled).consistent


def test_codes_are_in_the_order_of_the_words_and_give_them_back() -> None:
    rng = random.Random("codes")
    for _ in range(200):
        bits = [rng.choice([0, 1, 5, 30, 62, 63, 64]) for _ in range(rng.randint(1, 5))]
        low = [rng.randrange(-(1 << 63), (1 << 63) - (1 << width) + 1) for width in bits]
        high = [least + (1 << width) - 1 for least, width in zip(low, bits, strict=True)]
        coding = Coding(low, high)
        rows = np.array([[rng.randint(*ends) for ends in zip(low, high, strict=True)] for _ in range(20)], np.int64)
        codes = coding.encoded(rows)
        plain = coding.interpreted()
        for words, code in zip(rows.tolist(), codes.tolist(), strict=True):
            assert plain.encode(words)
            assert list(plain.code) == code
            plain.decode()
            assert [plain.words[0, place] for place in range(len(words))] == words
        assert sorted(range(20), key=lambda row: codes[row].tolist()) == sorted(
            range(20), key=lambda row: rows[row].tolist()
        )


def test_a_word_outside_its_range_has_no_code() -> None:
    low, high = [0, -3, 5], [7, 3, 5]
    coding = Coding(low, high).interpreted()
    assert coding.encode(low)
    assert coding.encode(high)
    for place in range(3):
        for word in (low[place] - 1, high[place] + 1):
            assert not coding.encode([*low[:place], word, *low[place + 1 :]])


# --- looking up --------------------------------------------------------------------------------------------------------
@pytest.mark.long
def test_probe_takes_states_and_texts_and_get_has_a_default(tic_tac_toe: Path) -> None:
    game = mnk(3, 3, 3)
    table = open_table(tic_tac_toe, game)
    assert table.probe(None) == table.get("") == table.get(".../.../...") == Entry(0, None)
    assert table.probe("b2 a2") == table.probe(game.play(["b2", "b1"])) == Entry(1, 5)
    assert table.get("XXX/OO./...") == Entry(-1, 0)
    assert (len(table), str(table)[:32]) == (765, "mnk(3,3,3): 765 positions, sorte")
    part = made(game, tic_tac_toe.parent / "part", position="b2 a1")
    assert part.get("b2 a1 c3") == table.get("b2 a1 c3")
    assert part.get("a1") is None
    assert part.get("a1", "none") == "none"
    with pytest.raises(BadPosition, match=r"'X../.../...' is not in the table: no play from 'O../.X./...' reaches it"):
        part.probe("a1")
    with pytest.raises(BadPosition):
        table.get("z9")
    with pytest.raises(BadPosition, match="is not a state of"):
        table.get((game.initial().me,))
    other = game_named("mnk(4,4,3)").initial()
    assert table.get(other) is None


@pytest.mark.long
@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("objective", ["outcome", "distance"])
@pytest.mark.parametrize("name", ["mnk(3,3,3)", f"{EXAMPLES / 'dots_and_boxes.py'}:DotsAndBoxes(1,3)"])
def test_solve_gives_the_same_answer_without_a_search(
    objective: str, name: str, compiled: bool, tmp_path: Path
) -> None:
    game = game_named(name)
    made(game, tmp_path / "one.table")
    made(game_named("nim(2,1)"), tmp_path / "other.table")
    searching = Solver(game, objective=objective, algorithm="negamax", all_moves=True, line=False, compiled=compiled)
    looking, rng = Solver(game, objective=objective, tables=tmp_path), random.Random("lookup")
    for _ in range(60 if compiled else 15):
        state = random_position(game, rng)
        searched, found = searching.solve(state), looking.solve(state)
        assert (found.algorithm, found.counters["nodes"], found.all_best) == ("lookup", 0, True)
        assert (found.value, found.kind, found.distance) == (searched.value, "exact", searched.distance)
        assert sorted(found.best) == sorted(searched.best)
        assert found.line[0] == found.best[0]
        end = state
        for move in found.line:
            end = game.apply(end, game.parse_action(move))
        assert game.terminal(end)
        if found.distance is not None:
            assert len(found.line) == found.distance


@pytest.mark.long
def test_what_is_in_no_table_is_searched(tmp_path: Path, tic_tac_toe: Path) -> None:
    made(mnk(3, 3, 3), tmp_path / "part", position="b2 a1")
    assert solve(mnk(3, 3, 3), tables=tmp_path, compiled=False).algorithm == "mtdf"
    assert solve(mnk(3, 3, 3), "b2 a1", tables=tmp_path).algorithm == "lookup"
    assert solve(mnk(4, 3, 3), tables=tic_tac_toe, compiled=False).algorithm == "mtdf"
    with pytest.raises(BadTable, match="does not match: the code of the game"):  # it was passed over without a word
        solve(mnk(3, 3, 2), tables=ROOT / "tests/data/former/board-table", compiled=False)
    seeds = {solve(mnk(3, 3, 3), tables=tic_tac_toe, seed=seed).best[0] for seed in range(20)}
    assert len(seeds) > 3


@pytest.mark.parametrize(
    "options", [{"algorithm": "pns"}, {"depth": 3}, {"deepening": True}, {"etc": True}, {"without": "key"}]
)
def test_options_of_a_search_are_refused_with_tables(options: dict[str, Any], tic_tac_toe: Path) -> None:
    with pytest.raises(BadOption, match="Positions in a table are not searched: leave out"):
        solve(mnk(3, 3, 3), tables=tic_tac_toe, **options)


def test_folders_beside_a_table_that_are_none_are_skipped(tic_tac_toe: Path, tmp_path: Path) -> None:
    """`--tables .` was refused if there was a folder with exported positions, whose manifest has the same name."""
    shutil.copytree(tic_tac_toe, tmp_path / "table")
    zermelo.Oracle("nim(1,2)").export(tmp_path / "positions", format="numpy")
    (tmp_path / "page").mkdir()
    (tmp_path / "page" / MANIFEST).write_text("// not even JSON")
    assert solve(mnk(3, 3, 3), tables=tmp_path).algorithm == "lookup"
    for name in ("positions", "page"):
        with pytest.raises(BadTable, match=f"{name}' holds neither a table nor a folder with one"):
            solve(mnk(3, 3, 3), tables=tmp_path / name)
        with pytest.raises(BadTable, match=f"{name}' holds no table: its manifest.json is not that of a table"):
            open_table(tmp_path / name, mnk(3, 3, 3))
    (tmp_path / "table" / MANIFEST).write_text("{}")
    with pytest.raises(BadTable, match="is damaged: it is not a valid manifest"):
        solve(mnk(3, 3, 3), tables=tmp_path)


def test_tables_that_are_none_are_refused(tmp_path: Path) -> None:
    for name in (5, ""):
        with pytest.raises(BadOption, match=f"tables = {name!r} is not the name of a folder"):
            solve(mnk(3, 3, 3), tables=name)
    for place in (tmp_path, tmp_path / "nothing"):
        with pytest.raises(BadTable, match="holds neither a table nor a folder with one"):
            solve(mnk(3, 3, 3), tables=place)
    with pytest.raises(BadTable, match="holds no table: its manifest"):
        open_table(tmp_path, mnk(3, 3, 3))
    with pytest.raises(BadGame, match="is not a game"):
        open_table(tmp_path, 5)  # pyright: ignore[reportArgumentType]
