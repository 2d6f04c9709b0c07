"""Tables: every entry against minimax by the rules, against `solve`, and against damage; work that is stopped goes on."""

from __future__ import annotations

import dataclasses
import errno
import hashlib
import json
import os
import random
import shutil
import signal
import sys
from collections import Counter
from collections.abc import Callable, Hashable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from tests import EXAMPLES
from tests.support.games import DOORS, TAKE_FILE, Door, Take
from tests.support.naive import Oracle
from tests.support.processes import done_after_kills, signalled
from zermelo import (
    BadCheckpoint,
    BadGame,
    BadOption,
    BadPosition,
    BadTable,
    Entry,
    Game,
    NotSupported,
    Solver,
    Table,
    census,
    connect,
    game_named,
    mnk,
    open_table,
    solve,
    tabulate,
    verify_table,
)
from zermelo.checkpoint import CheckpointFile
from zermelo.cli import main
from zermelo.positions import layers
from zermelo.positions.tabulate import named_after
from zermelo.tables.coding import Coding
from zermelo.tables.manifest import MANIFEST, Manifest, digest_of, read_manifest

Worth = tuple[int, int]
"""A value and the plies to the end."""


def made(game: Game[Any], folder: Path, *, compiled: bool = False, **options: Any) -> Table:
    found = tabulate(game, folder=folder, compiled=compiled, **options)
    assert found.stopped == "complete"
    assert found.table is not None
    return found.table


# --- every entry -----------------------------------------------------------------------------------------------------
def by_the_rules(game: Game[Any]) -> tuple[set[Hashable], Callable[[Any], Worth]]:
    """All positions, and what each is worth: minimax with nothing but the rules. At a value of 0 the plies mean nothing."""

    @cache
    def worth(state: Any) -> Worth:
        if game.terminal(state):
            return game.reward(state), 0
        return max((after(state, game.apply(state, action)) for action in game.actions(state)), key=preference)

    def after(state: Any, child: Any) -> Worth:
        value, plies = worth(child)
        again = game.to_move(state) >= 0 and game.to_move(state) == game.to_move(child)
        return (value if again else -value), plies + 1

    def preference(found: Worth) -> Worth:
        value, plies = found
        return value, (plies if value < 0 else -plies)

    met, new = {game.initial()}, [game.initial()]
    while new:
        state = new.pop()
        children = set() if game.terminal(state) else {game.apply(state, action) for action in game.actions(state)}
        new += children - met
        met |= children
    return met, worth


def orbits(game: Game[Any], states: set[Any]) -> int:
    """How many there are up to symmetry."""
    return len({frozenset(game.symmetric(state, i) for i in range(game.symmetry_count)) for state in states})


def entry_of(worth: Worth) -> Entry:
    value, plies = worth
    return Entry(value, plies if value else None)


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


@pytest.mark.sampled(every=6)
@pytest.mark.parametrize("name", GAMES)
def test_every_entry_is_what_the_rules_say(name: str, tmp_path: Path) -> None:
    game = game_named(name)
    table = made(game, tmp_path / "table")
    met, worth = by_the_rules(game)
    assert len(table) == orbits(game, met)
    for state in met:
        assert table.probe(state) == entry_of(worth(state))
    assert verify_table(tmp_path / "table", game, compiled=False).consistent


@pytest.mark.sampled("Collecting")
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
    table = made(game, tmp_path / "table")
    assert len(table) == census(game, symmetry=True).positions
    solver, rng = Solver(game, objective="distance", line=False), random.Random("solve")
    for _ in range(200):
        state = random_position(game, rng)
        found = solver.solve(state)
        assert table.probe(state) == Entry(int(found.value), found.distance)
    assert verify_table(tmp_path / "table", game).consistent


def test_little_memory_and_any_blocks_give_the_same_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one = made(mnk(3, 3, 3), tmp_path / "one")
    monkeypatch.setattr(layers, "LEAST_SLOTS", 32)
    monkeypatch.setattr("zermelo.positions.runs.BLOCK", 7)
    monkeypatch.setattr("zermelo.positions.layers.BLOCK", 5)
    other = made(mnk(3, 3, 3), tmp_path / "other", memory=40 * 32 * 3)
    assert contents(one.folder) == contents(other.folder)


def contents(folder: Path) -> dict[str, str]:
    return {path.name: digest_of(path) for path in folder.iterdir()}


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
        assert not plain.encode([least - 1 for least in low])


# --- looking up --------------------------------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def tic_tac_toe(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tables") / "tic-tac-toe"
    made(mnk(3, 3, 3), folder)
    return folder


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
    with pytest.raises(
        BadPosition, match=r"'X../.../...' is not in the table: no play from 'O../.X./...' on comes to it"
    ):
        part.probe("a1")
    with pytest.raises(BadPosition):
        table.get("z9")
    with pytest.raises(BadPosition, match="is not a state of"):
        table.get((game.initial().me,))
    other = game_named("mnk(4,4,3)").initial()
    assert table.get(other) is None


@pytest.mark.sampled("mnk(3,3,3)-distance-False")
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


def test_what_is_in_no_table_is_searched(tmp_path: Path, tic_tac_toe: Path) -> None:
    made(mnk(3, 3, 3), tmp_path / "part", position="b2 a1")
    assert solve(mnk(3, 3, 3), tables=tmp_path, compiled=False).algorithm == "mtdf"
    assert solve(mnk(3, 3, 3), "b2 a1", tables=tmp_path).algorithm == "lookup"
    assert solve(mnk(4, 3, 3), tables=tic_tac_toe, compiled=False).algorithm == "mtdf"
    seeds = {solve(mnk(3, 3, 3), tables=tic_tac_toe, seed=seed).best[0] for seed in range(20)}
    assert len(seeds) > 3


@pytest.mark.parametrize(
    "options", [{"algorithm": "pns"}, {"depth": 3}, {"deepening": True}, {"etc": True}, {"without": "key"}]
)
def test_options_of_a_search_are_refused_with_tables(options: dict[str, Any], tic_tac_toe: Path) -> None:
    with pytest.raises(BadOption, match="What is in a table is not searched: leave out"):
        solve(mnk(3, 3, 3), tables=tic_tac_toe, **options)


def test_tables_that_are_none_are_refused(tmp_path: Path) -> None:
    for name in (5, ""):
        with pytest.raises(BadOption, match=f"tables = {name!r} is not the name of a folder"):
            solve(mnk(3, 3, 3), tables=name)
    for place in (tmp_path, tmp_path / "nothing"):
        with pytest.raises(BadTable, match="holds no table, nor a folder with one"):
            solve(mnk(3, 3, 3), tables=place)
    with pytest.raises(BadTable, match="holds no table: its manifest"):
        open_table(tmp_path, mnk(3, 3, 3))
    with pytest.raises(BadGame, match="is not a game"):
        open_table(tmp_path, 5)  # pyright: ignore[reportArgumentType]


# --- damage ------------------------------------------------------------------------------------------------------------
def verified(folder: Path, *options: str) -> tuple[int, str]:
    """The exit code of `zermelo verify`, and its only line."""
    ran = CliRunner().invoke(main, ["verify", str(folder), *options])
    assert "Traceback" not in ran.output
    (line,) = ran.output.strip().splitlines()
    return ran.exit_code, line


@pytest.fixture
def table(tic_tac_toe: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(tic_tac_toe, tmp_path / "table"))


def test_a_table_is_verified(table: Path) -> None:
    assert verified(table) == (0, "CONSISTENT: mnk(3,3,3), 765 positions, each worth what its successors say.")


@pytest.mark.sampled(every=2)
@pytest.mark.parametrize("name", ["manifest.json", "codes", "scores"])
def test_every_flipped_bit_and_every_cut_is_found(name: str, table: Path) -> None:
    whole = (table / name).read_bytes()
    rng = random.Random(name)
    for _ in range(60):
        place = rng.randrange(len(whole))
        flipped = bytes([whole[place] ^ (1 << rng.randrange(8))])
        (table / name).write_bytes(whole[:place] + flipped + whole[place + 1 :])
        code, line = verified(table)
        assert (code, "is damaged" in line) == (2, True)
        (table / name).write_bytes(whole[:place])
        code, line = verified(table)
        assert (code, "is damaged" in line) == (2, True)
    (table / name).unlink()
    code, line = verified(table)
    assert (code, "cannot be read" in line or "nothing to verify" in line) == (2, True)


def test_swapped_files_are_found(table: Path, tmp_path: Path) -> None:
    made(mnk(3, 4, 3), tmp_path / "other")
    for name in ("codes", "scores"):
        whole = (table / name).read_bytes()
        shutil.copy(tmp_path / "other" / name, table / name)
        assert verified(table)[0] == 2
        (table / name).write_bytes(whole)
    codes, scores = (table / "codes").read_bytes(), (table / "scores").read_bytes()
    (table / "codes").write_bytes(scores)
    (table / "scores").write_bytes(codes)
    assert verified(table)[0] == 2
    with pytest.raises(BadTable, match="is damaged: it has 765 bytes, and not 6120"):
        open_table(table, mnk(3, 3, 3))


def resealed(folder: Path, **changes: Any) -> None:
    """A manifest whose digests are right again."""
    manifest = read_manifest(folder)
    digests = {name: digest_of(folder / name) for name in manifest.digests}
    dataclasses.replace(manifest, digests=digests, **changes).write(folder)


def test_every_wrong_entry_is_found_even_under_right_digests(table: Path) -> None:
    whole = (table / "scores").read_bytes()
    rng = random.Random("wrong")
    for _ in range(40):
        scores = bytearray(whole)
        place = rng.randrange(len(scores))
        scores[place] = (scores[place] + rng.choice([1, -1, 100])) % 256
        (table / "scores").write_bytes(scores)
        resealed(table)
        code, line = verified(table)
        assert (code, line[:18]) == (1, "WRONG: mnk(3,3,3),")


def test_every_wrong_code_is_found_even_under_right_digests(table: Path) -> None:
    codes = np.fromfile(table / "codes", np.int64)
    scores = np.fromfile(table / "scores", np.int8)
    rng = random.Random("codes")
    for _ in range(20):
        place = rng.randrange(1, len(codes))
        changed = codes.copy()
        changed[[place - 1, place]] = changed[[place, place - 1]]
        changed.tofile(table / "codes")
        resealed(table)
        assert verified(table)[0] == 1
        np.delete(codes, place).tofile(table / "codes")
        np.delete(scores, place).tofile(table / "scores")
        resealed(table, positions=len(codes) - 1, entries=len(codes) - 1)
        assert verified(table)[0] == 1
        scores.tofile(table / "scores")
        resealed_back = dataclasses.replace(read_manifest(table), positions=len(codes), entries=len(codes))
        resealed_back.write(table)


def test_a_dense_table_is_counted(tmp_path: Path) -> None:
    """Numbers that no play comes to may stand in it only as what they are: no positions."""
    game = game_named("subtraction(20,2,4)")
    folder = tmp_path / "table"
    assert len(made(game, folder)) == 11
    assert read_manifest(folder).entries == 21
    assert verify_table(folder, compiled=False).consistent
    assert open_table(folder, game).get(game.parse_position("3")) is None
    resealed(folder, positions=12)
    assert verified(folder) == (1, "WRONG: subtraction(20,2,4), 11 positions, and 12 are declared.")


def test_solve_notices_entries_that_do_not_agree(table: Path) -> None:
    scores = np.fromfile(table / "scores", np.int8)
    (-scores).tofile(table / "scores")
    with pytest.raises(BadTable, match=r"is wrong about .* or what comes after it; `zermelo verify` tells more"):
        solve(mnk(3, 3, 3), "b2 a2", tables=table)


def told(table: Path, **changes: Any) -> dict[str, Any]:
    return json.loads((table / MANIFEST).read_text()) | changes


def sealed(fields: dict[str, Any]) -> bytes:
    """A manifest that was made with care."""
    rest = {name: value for name, value in fields.items() if name != "sha256"}
    digest = hashlib.sha256(json.dumps(rest).encode()).hexdigest()
    return json.dumps({**rest, "sha256": digest}, indent=1).encode() + b"\n"


HOSTILE: list[dict[str, Any]] = [
    {"schema": 2},
    {"schema": True},
    {"game": 5},
    {"positions": "765"},
    {"positions": 1 << 200},
    {"positions": -1},
    {"entries": 1e300},
    {"entries": 1 << 47, "positions": 1 << 47},
    {"best": 0},
    {"longest": None},
    {"dense": "no"},
    {"dense": True},
    {"low": []},
    {"low": 5},
    {"low": [0, 0, 0]},
    {"low": [-(1 << 63), -(1 << 63)], "high": [(1 << 63) - 1, (1 << 63) - 1]},
    {"low": [-(1 << 64), 0]},
    {"high": [[[]], 0]},
    {"root": [1 << 62, 0]},
    {"digests": {"../../scores": "0", "codes": "0"}},
    {"digests": {"scores": "0", "codes": 0}},
    {"digests": [["scores", "0"], ["codes", "0"]]},
    {"digests": "scores"},
    {"path": "../.."},
    {"game": "os:path"},
    {"game": "mnk(99,99,3)"},
    {"game": "nim(mnk(3,3,3))"},
    {"game": "../evil.py:Game"},
    {"code": "0" * 32},
]


@pytest.mark.parametrize("changes", HOSTILE, ids=str)
def test_hostile_manifests_are_refused_in_a_line(changes: dict[str, Any], table: Path) -> None:
    (table / MANIFEST).write_bytes(sealed(told(table, **changes)))
    assert verified(table)[0] == 2


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"[" * 500_000,
        b'{"a":' * 200_000,
        b"5",
        b"[]",
        b"{}",
        b"null",
        b'{"schema": 1, "sha256": 1}',
        b"1" * 100_000,
        b"\xff\xfe",
        b" " * (1 << 21),
    ],
    ids=lambda text: repr(text[:10]),
)
def test_what_is_no_manifest_is_refused_in_a_line(text: bytes, table: Path) -> None:
    (table / MANIFEST).write_bytes(text)
    code, line = verified(table)
    assert (code, "is damaged" in line) == (2, True)


# --- work that goes on -----------------------------------------------------------------------------------------------
def test_work_that_is_stopped_again_and_again_ends_with_the_same_bytes(
    tic_tac_toe: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zermelo.positions.runs.BLOCK", 50)
    monkeypatch.setattr("zermelo.positions.layers.BLOCK", 50)
    stops = 0
    while tabulate(mnk(3, 3, 3), folder=tmp_path / "work", seconds=0.03, compiled=False).stopped == "seconds":
        stops += 1
        assert stops < 1000
    assert stops > 5
    assert contents(tmp_path / "work") == contents(tic_tac_toe)


class Killed(BaseException):
    """Nobody has a chance to do anything about it."""


@pytest.mark.sampled("census-after")
@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("work", ["tabulate", "census"])
def test_work_that_is_killed_around_every_checkpoint_goes_on(
    when: str, work: str, tic_tac_toe: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each call may write a checkpoint or two, and dies just before or after the next."""
    monkeypatch.setattr(layers, "LEAST_SLOTS", 64)
    monkeypatch.setattr("zermelo.positions.runs.BLOCK", 60)
    monkeypatch.setattr("zermelo.positions.layers.BLOCK", 60)
    options: dict[str, Any] = {"memory": 40 * 64 * 3, "checkpoint_every": 1e-9, "compiled": False}
    save, left = CheckpointFile.save, [0]

    def saving(self: CheckpointFile, *given: Any) -> None:
        left[0] -= 1
        if left[0] < 0 and when == "before":
            raise Killed
        save(self, *given)
        if left[0] < 0:
            raise Killed

    monkeypatch.setattr(CheckpointFile, "save", saving)
    kills = 0
    while True:
        left[0] = 1 + kills % 2
        try:
            if work == "census":
                assert census(mnk(3, 3, 3), symmetry=True, folder=tmp_path / "work", **options).positions == 765
            else:
                made(mnk(3, 3, 3), tmp_path / "work", **options)
                assert contents(tmp_path / "work") == contents(tic_tac_toe)
            break
        except Killed:
            kills += 1
    assert kills > 10


PROGRAM = """
import sys
from zermelo import connect, tabulate
tabulate(connect(5, 4, 4), folder=sys.argv[1], memory=6_000_000, checkpoint_every=0.05)
"""


@pytest.mark.long
def test_work_that_is_killed_again_and_again_ends_with_the_same_bytes(tmp_path: Path) -> None:
    done, kills = done_after_kills([sys.executable, "-c", PROGRAM, str(tmp_path / "work")], 6, 0.7, 2.5)
    assert done.returncode == 0, done.stderr
    assert kills > 0
    whole = made(connect(5, 4, 4), tmp_path / "whole", compiled=True)
    assert contents(tmp_path / "work") == contents(whole.folder)
    assert len(whole) == 1_974_174


def test_a_signal_ends_the_command_and_the_folder_goes_on(tmp_path: Path) -> None:
    work = tmp_path / "work"
    command = [sys.executable, "-m", "zermelo", "tabulate", "connect(4,4,4)", "--interpreted", "--folder", str(work)]
    ended = signalled(command, signal.SIGTERM, lambda: [*work.glob("layer-[6-9]*")])
    assert (ended.returncode, ended.stderr) == (130, "")
    assert ended.stdout == "connect(4,4,4): stopped, interrupted. The same command goes on from there.\n"
    assert len(made(connect(4, 4, 4), work, compiled=True)) == census(connect(4, 4, 4), symmetry=True).positions


@pytest.mark.parametrize("work", [tabulate, census])
def test_a_full_disk_is_no_fault_of_the_game_and_the_work_goes_on(
    work: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        with pytest.raises(BadCheckpoint, match="cannot be written or read: No space left on device; once it can"):
            work(mnk(3, 3, 3), folder=tmp_path / "work", compiled=False)
    assert work(mnk(3, 3, 3), folder=tmp_path / "work", compiled=False).stopped == "complete"


def test_a_table_that_is_there_is_not_made_again(tic_tac_toe: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in tic_tac_toe.iterdir()}
    (tic_tac_toe / "layer-3").write_text("left behind by a process that was killed at the very end")
    assert len(made(mnk(3, 3, 3), tic_tac_toe)) == 765
    assert {path: path.stat().st_mtime_ns for path in tic_tac_toe.iterdir()} == before


def test_folders_of_other_work_or_with_other_files_are_left_alone(tic_tac_toe: Path, tmp_path: Path) -> None:
    with pytest.raises(BadTable, match=r"is of other work: its game is 'mnk\(3,3,3\)', and 'mnk\(3,4,3\)' is asked"):
        tabulate(mnk(3, 4, 3), folder=tic_tac_toe)
    with pytest.raises(BadTable, match=r"its position is '.../.../...', and '.../.X./...' is asked for"):
        tabulate(mnk(3, 3, 3), "b2", folder=tic_tac_toe)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "scores").write_text("mine")
    with pytest.raises(BadCheckpoint, match="is in the way, of no work that goes on there"):
        tabulate(mnk(3, 3, 3), folder=tmp_path / "mine", compiled=False)
    assert (tmp_path / "mine" / "scores").read_text() == "mine"
    census(mnk(3, 3, 3), folder=tmp_path / "census", plies=3, compiled=False)
    with pytest.raises(BadCheckpoint, match="is of other work: its work is 'census', and 'table' is asked for"):
        tabulate(mnk(3, 3, 3), folder=tmp_path / "census")
    with pytest.raises(BadCheckpoint, match="cannot be made a folder"):
        tabulate(mnk(3, 3, 3), folder=tmp_path / "mine" / "scores")


class Rods(Game[int]):
    """As many as its name says."""

    action_count, max_length = 2, 9

    def __init__(self, rods: int, secret: int = 0) -> None:
        self.rods, self.secret = rods, secret

    def __str__(self) -> str:
        return f"Rods({self.rods})"

    def initial(self) -> int:
        return self.rods

    def legal(self, state: int, action: int) -> bool:
        return action < state

    def apply(self, state: int, action: int) -> int:
        return state - action - 1

    def terminal(self, state: int) -> bool:
        return state == 0

    def reward(self, state: int) -> int:
        return -1


OF_OTHER: list[tuple[Game[Any], int | None, str]] = [
    (Rods(5), None, "its game is 'Rods(4)', and 'Rods(5)' is asked for"),
    (Rods(4), 2, "its position is '4', and '2' is asked for"),
    (Rods(4, secret=1), None, "the code of the game, or what it holds, is not the same"),
]


@pytest.mark.parametrize(("game", "position", "told"), OF_OTHER)
@pytest.mark.parametrize("work", ["table", "unfinished table", "census", "search"])
def test_what_is_of_other_work_says_what_is_not_the_same(
    work: str, game: Game[Any], position: int | None, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table of the same class with other arguments was once said to be of other code."""
    place = tmp_path / "place"

    def worked(game: Game[Any], position: int | None) -> Any:
        if work == "search":
            return solve(game, position, checkpoint=place, compiled=False)
        doing = census if work == "census" else tabulate
        return doing(game, position, folder=place, compiled=False)

    with monkeypatch.context() as patched:
        if work == "unfinished table":
            patched.setattr("zermelo.positions.tabulation.Tabulation._finish", stopped)
        worked(Rods(4), None)
    before = contents(place) if place.is_dir() else digest_of(place)
    with pytest.raises((BadTable, BadCheckpoint)) as refused:
        worked(game, position)
    assert f"is of other work: {told}; " in str(refused.value)
    assert (contents(place) if place.is_dir() else digest_of(place)) == before


def stopped(*_: Any) -> None:
    raise layers.Halted


def test_the_folder_of_a_table_is_named_by_the_name_of_the_game() -> None:
    assert [named_after(game) for game in (Rods(4), Rods(5))] == ["Rods-4.table", "Rods-5.table"]


@pytest.mark.sampled("2")
@pytest.mark.parametrize("most", [2, 1000])
def test_damage_between_two_calls_is_refused(most: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every file that the work rests on, in whatever step it was stopped; each not more than so many times."""
    monkeypatch.setattr("zermelo.positions.runs.BLOCK", 50)
    monkeypatch.setattr("zermelo.positions.layers.BLOCK", 50)
    damaged = Counter[str]()
    while tabulate(mnk(3, 3, 3), folder=tmp_path / "work", seconds=0.05, compiled=False).stopped == "seconds":
        for path in (tmp_path / "work").iterdir():
            whole = path.read_bytes()
            if path.name.startswith("progress") or not whole or damaged[path.name] >= most:
                continue
            path.write_bytes(bytes([whole[0] ^ 1]) + whole[1:])
            with pytest.raises(BadCheckpoint, match="is damaged"):
                tabulate(mnk(3, 3, 3), folder=tmp_path / "work", compiled=False)
            path.write_bytes(whole)
            damaged[path.name] += 1
    assert {"layer-1", "layer-9", "codes"} <= {*damaged}


# --- refusals and the command line -----------------------------------------------------------------------------------
class TooLong(Take):
    max_length = 5


class TooGood(Take):
    def reward(self, state: int) -> int:
        return -2


class Stuck(Take):
    def legal(self, state: int, action: int) -> bool:
        return state > 3


class Rich(Take):
    reward_range = (-(1 << 60), 1 << 60)


class Cyclic(Take):
    cyclic = True


@pytest.mark.parametrize(
    ("game", "error", "said"),
    [
        (TooLong(), BadGame, "a play goes on after max_length"),
        (TooGood(), BadGame, "which lies outside reward_range"),
        (Stuck(), BadGame, "no move is legal, and terminal says that play goes on"),
        (Rich(), NotSupported, "has rewards too large for a table with distances"),
        (Cyclic(), NotSupported, "may come back to a position"),
        (game_named("einstein(3,1)"), NotSupported, "Tables are for games without chance"),
        (game_named("lines(3x3,3,players=3)"), NotSupported, "Tables are for two players, and .* has 3"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Game) else "",
)
def test_games_that_have_no_table_are_refused(game: Any, error: type[Exception], said: str, tmp_path: Path) -> None:
    with pytest.raises(error, match=said):
        tabulate(game, folder=tmp_path / "table", compiled=False)


def test_too_little_memory_is_refused_and_more_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadOption, match="memory = 1000 bytes are too few"):
        tabulate(mnk(3, 3, 3), folder=tmp_path / "table", memory=1000, compiled=False)
    monkeypatch.setattr(layers, "LEAST_SLOTS", 2)
    wide = game_named("tree(2,9,1)")
    with pytest.raises(BadOption, match=r"bytes are too few for the scores of tree.*: 4092 at least"):
        tabulate(wide, folder=tmp_path / "wide", memory=3000, compiled=False)
    assert len(made(wide, tmp_path / "wide", memory=4092)) == 1023


def test_tables_of_edited_games_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(TAKE_FILE)
    run = CliRunner().invoke(main, ["tabulate", f"{file}:Take", "--folder", str(tmp_path / "table"), "--interpreted"])
    assert run.exit_code == 0, run.output
    assert "Take: 11 positions, dense" in run.stdout
    assert verified(tmp_path / "table") == (
        2,
        "Error: The table is of 'Take', which does not come with zermelo: name the game, --game FILE.py.",
    )
    code, line = verified(tmp_path / "table", "--game", f"{file}:Take")
    assert (code, line) == (0, "CONSISTENT: Take, 11 positions, each worth what its successors say.")
    (tmp_path / "edited.py").write_text(TAKE_FILE.replace("return -1", "return 1"))
    code, line = verified(tmp_path / "table", "--game", f"{tmp_path / 'edited.py'}:Take")
    assert (code, "the code of the game, or what it holds, is not the same" in line) == (2, True)
    code, line = verified(tmp_path / "table", "--game", "mnk(3,3,3)")
    assert (code, "its game is 'Take', and 'mnk(3,3,3)' is asked for" in line) == (2, True)


def test_the_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shown = CliRunner().invoke(main, ["tabulate", "nim(3,4)"])
    assert shown.exit_code == 0
    assert shown.stdout.splitlines()[0].startswith("nim(3,4): 14 positions, dense, ")
    assert "4,3: value 1 (computed), for the player to move, 7 plies to the end" in shown.stdout
    again = CliRunner().invoke(main, ["tabulate", "nim(3,4)", "--folder", "nim-3-4.table", "--json"])
    assert json.loads(again.stdout)["positions"] == 14
    stopped = CliRunner().invoke(main, ["tabulate", "mnk(4,4,4)", "--seconds", "0.2", "--interpreted"])
    assert (stopped.exit_code, stopped.stdout) == (
        3,
        "mnk(4,4,4): stopped, the time was up. The same command goes on from there.\n",
    )
    solved = CliRunner().invoke(main, ["solve", "nim(3,4)", "--tables", ".", "--objective", "distance"])
    assert "chosen   lookup (a table of 14 positions in 'nim-3-4.table')" in solved.stdout
    assert "nodes" not in solved.stdout
    bad = CliRunner().invoke(main, ["solve", "nim(3,4)", "--tables", ".", "--depth", "3"])
    assert (bad.exit_code, "What is in a table is not searched" in bad.stderr) == (2, True)


def test_a_manifest_reads_as_it_was_written(tic_tac_toe: Path) -> None:
    manifest = read_manifest(tic_tac_toe)
    assert isinstance(manifest, Manifest)
    assert (tic_tac_toe / MANIFEST).read_bytes() == manifest.text() == sealed(told(tic_tac_toe))
