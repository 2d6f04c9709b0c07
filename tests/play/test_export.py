"""Exported positions: which there are, what their columns hold, and what is refused."""

from __future__ import annotations

import errno
import hashlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from click.testing import CliRunner

from tests.support.brute_force import Truth
from tests.support.judged_games import Cards
from zermelo import Game, Oracle, ZermeloError, game_named
from zermelo.cli import main
from zermelo.core.positions import state_of
from zermelo.core.words import pack, unpack
from zermelo.play import export
from zermelo.play.export import FORMATS, MEANINGS
from zermelo.solver.solver import Solver

GAMES = ["mnk(2,3,2)", "connect(3,3,3)", "nim(1,2)", "einstein(2,1)", "capture(5,2)"]


def arrays(folder: Path) -> dict[str, Any]:
    return {path.stem: np.load(path) for path in folder.glob("*.npy")}


def positions_of(game: Game[Any]) -> dict[tuple[Any, int], None]:
    """All positions in which a player moves, with that player."""
    found: dict[tuple[Any, int], None] = {}
    todo = [(game.initial(), 0)]
    while todo:
        state, alternating = todo.pop()
        mover = game.to_move(state) if game.to_move(state) >= 0 else alternating
        if game.terminal(state) or (state, mover) in found:
            continue
        found[state, mover] = None
        todo += [(game.apply(state, action), 1 - mover) for action in game.actions(state)]
    return {key: None for key in found if not (game.has_chance and game.chance(key[0]))}


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_all_positions_are_there_once_with_their_values(name: str, tmp_path: Path) -> None:
    game = game_named(name)
    result = Oracle(game).export(tmp_path / "out", format="numpy")
    columns = arrays(tmp_path / "out")
    right = positions_of(game)
    rows = {(tuple(words), player) for words, player in zip(columns["state"].tolist(), columns["player"], strict=True)}
    assert rows == {(pack(state), mover) for state, mover in right}
    assert len(columns["value"]) == len(right) == result.positions == result.exact
    oracle = Oracle(game)
    for state, _ in right:
        row = next(row for row, words in enumerate(columns["state"].tolist()) if tuple(words) == pack(state))
        values = oracle.values(state)
        np.testing.assert_array_equal(columns["action_values"][row], values.value)
        np.testing.assert_array_equal(columns["optimal"][row], values.optimal)
        np.testing.assert_array_equal(columns["legal"][row], values.legal)
        assert columns["value"][row] == np.nanmax(values.value) == columns["lower"][row] == columns["upper"][row]
        distances = set(values.distance[values.optimal].tolist())
        assert {columns["distance"][row]} == distances


@pytest.mark.long
@pytest.mark.parametrize("at_once", [export.AT_ONCE, 7])
def test_both_formats_hold_the_same(at_once: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    monkeypatch.setattr(export, "AT_ONCE", at_once)
    for name in FORMATS:
        Oracle("connect(3,3,3)").export(tmp_path / name, format=name)
    table, columns = pq.read_table(tmp_path / "parquet" / "positions.parquet"), arrays(tmp_path / "numpy")
    assert set(table.column_names) == set(columns)
    for name, column in columns.items():
        assert table.num_rows == len(column)
        np.testing.assert_array_equal(np.array(table[name].to_pylist(), column.dtype), column)


def test_states_that_are_not_numbers_are_written_as_text(tmp_path: Path) -> None:
    for name in FORMATS:
        Oracle(Cards(), compiled=False).export(tmp_path / name, format=name)
    columns = arrays(tmp_path / "numpy")
    states = [Cards().play(text.split()) for text in columns["position"]]
    assert columns["state"].tolist() == states
    assert {*states} == {*Truth(Cards()).positions()}
    table = pytest.importorskip("pyarrow.parquet").read_table(tmp_path / "parquet" / "positions.parquet")
    for name in ("position", "state"):
        assert table[name].to_pylist() == columns[name].tolist()


class Piles(NamedTuple):
    """A state that is neither a string nor made of numbers."""

    left: frozenset[int]


class Sets(Cards):
    """Remove the lowest or the highest number of a frozenset."""

    def initial(self) -> Any:
        return Piles(frozenset(range(4)))

    def legal(self, state: Any, action: int) -> bool:
        return True

    def apply(self, state: Any, action: int) -> Any:
        return Piles(state.left - {(max if action else min)(state.left)})

    def terminal(self, state: Any) -> bool:
        return not state.left


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize("game", [Cards(), Sets()])
def test_a_whole_game_is_written_from_a_table_without_searches(game: Any, tmp_path: Path) -> None:
    """Export searched for each position: 38 s for 12,347 rows, where a table takes 5 s and has the same values."""
    oracle = Oracle(game, compiled=False)
    assert oracle.export(tmp_path / "all", format="numpy").positions == len(Truth(game).positions())
    assert len(oracle.solver.tables) == 1
    Oracle(game, compiled=False, nodes=10**9).export(tmp_path / "searched", format="numpy")
    searched = arrays(tmp_path / "searched")
    assert all(
        np.array_equal(column, searched[name], equal_nan=column.dtype == float)
        for name, column in arrays(tmp_path / "all").items()
    )


@pytest.mark.parametrize("name", GAMES)
def test_texts_are_read_as_the_positions(name: str, tmp_path: Path) -> None:
    game = game_named(name)
    Oracle(game).export(tmp_path / "out", format="numpy")
    columns = arrays(tmp_path / "out")
    for words, text in zip(columns["state"].tolist(), columns["position"].tolist(), strict=True):
        state = state_of(game, text)
        assert pack(state) == tuple(words)
        assert unpack(words, game.initial()) == state


@pytest.mark.parametrize("kind", FORMATS)
def test_the_manifest_describes_the_files(kind: str, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    result = Oracle("mnk(2,3,2)").export(folder, format=kind)
    manifest = json.loads((folder / "manifest.json").read_text())
    assert (manifest["game"], manifest["positions"], manifest["exact"]) == (
        "mnk(2,3,2)",
        result.positions,
        result.exact,
    )
    assert manifest["source"] == "all positions"
    assert manifest["actions"] == ["a1", "b1", "c1", "a2", "b2", "c2"]
    assert set(manifest["files"]) == {path.name for path in folder.iterdir()} - {"manifest.json"}
    for name, entry in manifest["files"].items():
        data = (folder / name).read_bytes()
        assert (entry["bytes"], entry["sha256"]) == (len(data), hashlib.sha256(data).hexdigest())
    for name, column in manifest["columns"].items():
        assert column["meaning"] == MEANINGS[name]
        assert column["shape"][0] == result.positions
    if kind == "numpy":
        for name, array in arrays(folder).items():
            assert (manifest["columns"][name]["type"], manifest["columns"][name]["shape"]) == (
                str(array.dtype),
                list(array.shape),
            )
    assert dict(result.files) == {path.name: path.stat().st_size for path in folder.iterdir()}


@pytest.mark.long
def test_a_sample_has_different_positions_of_random_plays(tmp_path: Path) -> None:
    every = {pack(state) for state, _ in positions_of(game_named("mnk(3,3,3)"))}
    for number, seed in enumerate((1, 1, 2)):
        Oracle("mnk(3,3,3)").export(tmp_path / str(number), format="numpy", sample=200, seed=seed)
    one, same, other = (arrays(tmp_path / str(number))["state"].tolist() for number in range(3))
    assert one == same != other
    assert len({*map(tuple, one)}) == 200
    assert {*map(tuple, one)} <= every
    assert json.loads((tmp_path / "2" / "manifest.json").read_text())["source"] == "random plays, seed 2"


def test_a_sample_ends_when_there_are_no_more_positions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "PATIENCE", 2000)
    result = Oracle("nim(1,2)").export(tmp_path / "out", format="numpy", sample=10_000)
    assert result.positions == len(positions_of(game_named("nim(1,2)")))


@pytest.mark.usefixtures("plain")
def test_values_that_are_not_proved_are_bounded(tmp_path: Path) -> None:
    result = Oracle("mnk(4,4,4)", nodes=1, compiled=False).export(tmp_path / "out", format="numpy", sample=50)
    columns = arrays(tmp_path / "out")
    assert result.exact < 50
    unknown = columns["lower"] < columns["upper"]
    assert unknown.sum() == 50 - result.exact
    assert np.isnan(columns["value"][unknown]).all()
    assert "are proved" in str(result)
    exact = Oracle("mnk(4,4,4)")
    for words, low, high in zip(columns["state"], columns["lower"], columns["upper"], strict=True):
        value = np.nanmax(exact.values(words[None, :]).value)
        assert low <= value <= high


@pytest.mark.long
def test_the_seconds_are_for_all_positions_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each part of the positions had all the time again."""
    times: list[float] = []
    solve_many = Solver[Any].solve_many

    def solved(solver: Solver[Any], *given: Any, seconds: float, **more: Any) -> Any:
        times.append(seconds)
        return solve_many(solver, *given, seconds=seconds, **more)

    monkeypatch.setattr(Solver, "solve_many", solved)
    monkeypatch.setattr(export, "AT_ONCE", 10)
    result = Oracle("connect(3,3,3)", seconds=60, compiled=False).export(tmp_path / "out", format="numpy")
    assert result.exact == result.positions
    assert len(times) > 10
    assert times == sorted(times, reverse=True)
    assert times[0] <= 60
    result = Oracle("mnk(5,5,4)", seconds=0.01, compiled=False).export(tmp_path / "b", format="numpy", sample=50)
    assert result.exact < 50


# --- refusals -----------------------------------------------------------------------------------------------------------
def test_what_is_in_the_folder_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("mine")
    oracle = Oracle("nim(1,2)")
    with pytest.raises(ZermeloError, match="exists and is not an empty folder; name another"):
        oracle.export(tmp_path, format="numpy")
    with pytest.raises(ZermeloError, match="exists and is not an empty folder"):
        oracle.export(tmp_path / "mine", format="numpy")
    with pytest.raises(ZermeloError, match=r"There is no folder .* to make 'b' in"):
        oracle.export(tmp_path / "a" / "b", format="numpy")
    (tmp_path / "empty").mkdir()
    assert oracle.export(tmp_path / "empty", format="numpy").positions


FULL = """
import resource, sys
from zermelo import Oracle, ZermeloError

oracle = Oracle("connect(3,3,3)", compiled=False)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[3]), -1))
try:
    oracle.export(sys.argv[1], format=sys.argv[2])
except ZermeloError as error:
    print(error)
"""
"""Exports positions when no file may be larger than some bytes, which is like a full disk."""


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="the system has no such limit")
@pytest.mark.parametrize("size", [100, 4000])
@pytest.mark.parametrize("kind", FORMATS)
def test_on_a_full_disk_one_sentence_says_so_and_nothing_is_left(kind: str, size: int, tmp_path: Path) -> None:
    """The process was ended by a signal (numpy), or the game was blamed (parquet)."""
    if kind == "parquet":
        pytest.importorskip("pyarrow")
    command = [sys.executable, "-c", FULL, str(tmp_path / "out"), kind, str(size)]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    assert ran.stdout == f"{str(tmp_path / 'out')!r} cannot be written: File too large.\n"
    assert ran.stderr == ""
    assert not any(tmp_path.iterdir())


def test_a_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    for name in ("empty", "new"):
        (tmp_path / f"to {name}").symlink_to(tmp_path / name)
        assert Oracle("nim(1,2)").export(tmp_path / f"to {name}", format="numpy").positions
        assert (tmp_path / name / "manifest.json").exists()
        assert (tmp_path / f"to {name}").is_symlink()


def test_the_current_folder_is_filled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Oracle("nim(1,2)").export(".", format="numpy")
    assert Path("manifest.json").exists()


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("dangling", r"There is no folder '.*gone' to make 'dangling' in\."),
        ("a\0b", "is not the name of a folder: embedded null byte"),
        ("x" * 300, "is not the name of a folder: File name too long"),
        ("denied", r"denied' cannot be written: Permission denied\."),
    ],
)
def test_a_place_that_cannot_be_made_is_refused_before_the_work(
    name: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def denied(*_: Any, **__: Any) -> None:
        raise PermissionError(errno.EACCES, "")

    def too_late(_: str) -> None:
        raise AssertionError

    (tmp_path / "dangling").symlink_to("gone/out")
    if name == "denied":
        monkeypatch.setattr(Path, "mkdir", denied)
    monkeypatch.setattr(export, "_every", too_late)
    with pytest.raises(ZermeloError, match=message):
        Oracle("mnk(3,3,3)").export(f"{tmp_path}/{name}", format="numpy", progress=too_late)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"format": "csv"}, "There is no format 'csv'; the choices are parquet and numpy."),
        ({"sample": 0}, "sample = 0 is not an integer of 1 or more."),
        ({"sample": 1.5}, "sample = 1.5 is not an integer of 1 or more."),
        ({"seed": -1}, "seed = -1 is not an integer of 0 or more."),
    ],
)
def test_bad_options_are_refused(options: dict[str, Any], message: str, tmp_path: Path) -> None:
    with pytest.raises(ZermeloError) as refusal:
        Oracle("nim(1,2)").export(tmp_path / "out", **{"format": "numpy", **options})
    assert str(refusal.value) == message
    assert not (tmp_path / "out").exists()


def test_a_game_with_too_many_positions_needs_a_sample(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "MOST_POSITIONS", 100)
    with pytest.raises(ZermeloError, match=r"mnk\(3,3,3\) has more than 100 positions; give sample, how many to take"):
        Oracle("mnk(3,3,3)").export(tmp_path / "out", format="numpy")
    assert not any(tmp_path.iterdir())


def test_without_pyarrow_the_message_says_how_to_install_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "find_spec", lambda _: None)
    with pytest.raises(ZermeloError, match=r"pyarrow is not installed; `pip install 'zermelo\[parquet\]'`"):
        Oracle("nim(1,2)").export(tmp_path / "out")


def test_an_interrupted_export_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: Any, **__: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(Solver, "_answer", interrupted)
    monkeypatch.setattr(Solver, "visit_all", interrupted)
    monkeypatch.setattr(Solver, "make_table", interrupted)
    for nodes in (10**9, None):  # by searches, and from a table
        with pytest.raises(KeyboardInterrupt):
            Oracle("mnk(3,3,3)", nodes=nodes).export(tmp_path / "out", format="numpy")
    assert not any(tmp_path.iterdir())


@pytest.mark.usefixtures("plain")
def test_the_command_writes_the_files(tmp_path: Path) -> None:
    ran = CliRunner().invoke(main, ["export", "nim(1,2)", "-o", str(tmp_path / "out"), "--format", "numpy", "--quiet"])
    assert ran.exit_code == 0, ran.output
    assert "nim(1,2): 5 positions written to" in " ".join(ran.output.split())
    assert "values   all are proved" in ran.output
    ran = CliRunner().invoke(main, ["export", "nim(1,2)", "-o", str(tmp_path / "out"), "--format", "numpy"])
    assert ran.exit_code == 2
    ran = CliRunner().invoke(
        main,
        ["export", "mnk(5,5,4)", "-o", str(tmp_path / "b"), "--format", "numpy", "--sample", "30"]
        + ["--nodes", "1", "--json"],
    )
    assert ran.exit_code == 3
    assert json.loads(ran.stdout)["positions"] == 30
