"""Work on a table resumes, whatever ended it; what is refused; and the commands."""

from __future__ import annotations

import errno
import json
import os
import signal
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tests.support.games import TAKE_FILE, Take
from tests.support.processes import deaths, done_after_kills, signalled
from tests.support.tables import contents, in_small_pieces, made, verified
from zermelo import Game, census, game_named, solve, tabulate
from zermelo.cli import main
from zermelo.core.errors import BadCheckpoint, BadGame, BadOption, BadTable, NotSupported
from zermelo.games import connect, mnk
from zermelo.tablebase import layers
from zermelo.tablebase.tabulate import named_after
from zermelo.work.files import digest_of


# --- work that goes on -----------------------------------------------------------------------------------------------
@pytest.mark.long
def test_work_that_is_stopped_again_and_again_ends_with_the_same_bytes(
    tic_tac_toe: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_small_pieces(monkeypatch, 50, 50)
    stops = 0
    while tabulate(mnk(3, 3, 3), folder=tmp_path / "work", seconds=0.03, compiled=False).stopped == "seconds":
        stops += 1
        assert stops < 1000
    assert stops > 5
    assert contents(tmp_path / "work") == contents(tic_tac_toe)


@pytest.mark.long
@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("work", ["tabulate", "census"])
def test_work_that_is_killed_around_every_checkpoint_goes_on(
    after: bool, work: str, tic_tac_toe: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_small_pieces(monkeypatch, 30, 60, 64)
    options: dict[str, Any] = {"memory": 40 * 64 * 3, "checkpoint_every": 1e-9, "compiled": False}

    def done() -> None:
        if work == "census":
            assert census(mnk(3, 3, 3), symmetry=True, folder=tmp_path / "work", **options).positions == 765
        else:
            made(mnk(3, 3, 3), tmp_path / "work", **options)
            assert contents(tmp_path / "work") == contents(tic_tac_toe)

    assert deaths(done, after=after) > 10


PROGRAM = """
import sys
from zermelo import tabulate
from zermelo.games import connect
tabulate(connect(5, 4, 4), folder=sys.argv[1], memory=6_000_000, checkpoint_every=0.05)
"""


@pytest.mark.long
def test_work_that_is_killed_again_and_again_ends_with_the_same_bytes(tmp_path: Path) -> None:
    work = tmp_path / "work"
    done, kills = done_after_kills([sys.executable, "-c", PROGRAM, str(work)], work, 6, 2.0)
    assert done.returncode == 0, done.stderr
    assert kills > 0
    whole = made(connect(5, 4, 4), tmp_path / "whole", compiled=True)
    assert contents(work) == contents(whole.folder)
    assert len(whole) == 1_974_174


@pytest.mark.long
def test_a_signal_ends_the_command_and_the_folder_goes_on(tmp_path: Path) -> None:
    work = tmp_path / "work"
    command = [
        sys.executable,
        "-m",
        "zermelo",
        "table",
        "make",
        "connect(4,4,4)",
        "--interpreted",
        "--memory",
        "16M",
        "-o",
    ]
    ended = signalled([*command, str(work)], signal.SIGTERM, lambda: [*work.glob("layer-[6-9]*")])
    assert (ended.returncode, ended.stderr) == (130, "")
    assert ended.stdout == "connect(4,4,4): stopped, interrupted. Run the same command again to resume.\n"
    assert len(made(connect(4, 4, 4), work, compiled=True)) == census(connect(4, 4, 4), symmetry=True).positions


@pytest.mark.long
@pytest.mark.parametrize("work", [tabulate, census])
def test_a_full_disk_is_no_fault_of_the_game_and_the_work_goes_on(
    work: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        with pytest.raises(BadCheckpoint, match="cannot be written or read: No space left on device; repeat the call"):
            work(mnk(3, 3, 3), folder=tmp_path / "work", compiled=False)
    assert work(mnk(3, 3, 3), folder=tmp_path / "work", compiled=False).stopped == "complete"


@pytest.mark.long
def test_a_table_that_is_there_is_not_made_again(tic_tac_toe: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in tic_tac_toe.iterdir()}
    (tic_tac_toe / "layer-3").write_text("left behind by a process that was killed at the very end")
    assert len(made(mnk(3, 3, 3), tic_tac_toe)) == 765
    assert {path: path.stat().st_mtime_ns for path in tic_tac_toe.iterdir()} == before


def test_folders_of_other_work_or_with_other_files_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "scores").write_text("mine")
    with pytest.raises(BadCheckpoint, match="exists, and there is no checkpoint to resume from"):
        tabulate(mnk(3, 3, 3), folder=tmp_path / "mine", compiled=False)
    assert (tmp_path / "mine" / "scores").read_text() == "mine"
    census(mnk(3, 3, 3), folder=tmp_path / "census", plies=3, compiled=False)
    with pytest.raises(BadCheckpoint, match="does not match: its work is 'census', and should be 'table'"):
        tabulate(mnk(3, 3, 3), folder=tmp_path / "census")
    with pytest.raises(BadCheckpoint, match="cannot be made: "):
        tabulate(mnk(3, 3, 3), folder=tmp_path / "mine" / "scores")


class Rods(Take):
    """As many as its name says."""

    def __init__(self, rods: int, secret: int = 0) -> None:
        self.rods, self.secret = rods, secret

    def __str__(self) -> str:
        return f"Rods({self.rods})"

    def initial(self) -> int:
        return self.rods


OF_OTHER: list[tuple[Game[Any], int | None, str]] = [
    (Rods(5), None, "its game is 'Rods(4)', and should be 'Rods(5)'"),
    (Rods(4), 2, "its position is '4', and should be '2'"),
    (Rods(4, secret=1), None, "the code of the game, or the data in it, has changed"),
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
            patched.setattr("zermelo.tablebase.table_builder.TableBuilder._finish", stopped)
        worked(Rods(4), None)
    before = contents(place) if place.is_dir() else digest_of(place)
    with pytest.raises((BadTable, BadCheckpoint)) as refused:
        worked(game, position)
    assert f"does not match: {told}; " in str(refused.value)
    assert (contents(place) if place.is_dir() else digest_of(place)) == before


def stopped(*_: Any) -> None:
    raise layers.Halted


def test_the_folder_of_a_table_is_named_by_the_name_of_the_game() -> None:
    assert [named_after(game) for game in (Rods(4), Rods(5))] == ["Rods-4.table", "Rods-5.table"]


@pytest.mark.long
@pytest.mark.parametrize("most", [2, 1000])
def test_damage_between_two_calls_is_refused(most: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every file that the work rests on, in whatever step it was stopped; each not more than so many times."""
    in_small_pieces(monkeypatch, 50, 50)
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


@pytest.mark.parametrize(
    ("game", "error", "said"),
    [
        (TooLong(), BadGame, "the play is longer than max_length"),
        (TooGood(), BadGame, "which is outside reward_range"),
        (Stuck(), BadGame, "no move is legal, but terminal returns False"),
        (Rich(), NotSupported, "has rewards too large for a table with distances"),
        (game_named("einstein(3,1)"), NotSupported, "Tables are for games without chance"),
        (game_named("lines(3x3,3,players=3)"), NotSupported, "Tables are for games of two players; .* has 3"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Game) else "",
)
def test_games_that_have_no_table_are_refused(game: Any, error: type[Exception], said: str, tmp_path: Path) -> None:
    with pytest.raises(error, match=said):
        tabulate(game, folder=tmp_path / "table", compiled=False)


def test_too_little_memory_is_refused_and_more_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadOption, match="memory = 1000 bytes is too little"):
        tabulate(mnk(3, 3, 3), folder=tmp_path / "table", memory=1000, compiled=False)
    monkeypatch.setattr(layers, "LEAST_SLOTS", 2)
    wide = game_named("tree(2,9,1)")
    with pytest.raises(BadOption, match=r"bytes is too little for the scores of tree.*; at least 4092 are needed"):
        tabulate(wide, folder=tmp_path / "wide", memory=3000, compiled=False)
    assert len(made(wide, tmp_path / "wide", memory=4092)) == 1023


def test_tables_of_edited_games_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(TAKE_FILE)
    run = CliRunner().invoke(main, ["table", "make", f"{file}:Take", "-o", str(tmp_path / "table"), "--interpreted"])
    assert run.exit_code == 0, run.output
    assert "Take: 11 positions, dense" in run.stdout
    other = "OF ANOTHER GAME: the tablebase is of Take; give that game with --game to check it."
    assert verified(tmp_path / "table") == verified(tmp_path / "table", "--game", "mnk(3,3,3)") == (2, other)
    code, line = verified(tmp_path / "table", "--game", f"{file}:Take")
    assert (code, line) == (0, "CONSISTENT: Take: all 11 positions agree with the rules and their successors.")
    (tmp_path / "edited.py").write_text(TAKE_FILE.replace("return -1", "return 1"))
    code, line = verified(tmp_path / "table", "--game", f"{tmp_path / 'edited.py'}:Take")
    assert (code, "the code of the game, or the data in it, has changed" in line) == (2, True)


@pytest.mark.long
def test_the_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shown = CliRunner().invoke(main, ["table", "make", "nim(3,4)"])
    assert shown.exit_code == 0
    assert shown.stdout.splitlines()[0].startswith("nim(3,4): 14 positions, dense, ")
    assert "4,3: value 1 (computed), for the player to move, 7 plies to the end" in shown.stdout
    again = CliRunner().invoke(main, ["table", "make", "nim(3,4)", "-o", "nim-3-4.table", "--json"])
    assert json.loads(again.stdout)["positions"] == 14
    stopped = CliRunner().invoke(main, ["table", "make", "mnk(4,4,4)", "--seconds", "0.2", "--interpreted"])
    assert (stopped.exit_code, stopped.stdout) == (
        3,
        "mnk(4,4,4): stopped, time limit reached. Run the same command again to resume.\n",
    )
    solved = CliRunner().invoke(main, ["solve", "nim(3,4)", "--tables", ".", "--objective", "distance"])
    assert "chosen   lookup (a tablebase of 14 positions in 'nim-3-4.table')" in solved.stdout
    assert "nodes" not in solved.stdout
    bad = CliRunner().invoke(main, ["solve", "nim(3,4)", "--tables", ".", "--depth", "3"])
    assert (bad.exit_code, "Positions in a table are not searched" in bad.stderr) == (2, True)
