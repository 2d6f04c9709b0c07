"""Positions counted ply by ply: against published counts, and against sets of positions walked by the rules alone."""

from __future__ import annotations

import json
import random
import signal
import sys
from collections import Counter
from collections.abc import Hashable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tests.support.processes import done_after_kills, signalled
from tests.support.small_games import Narrow
from tests.support.tables import in_small_pieces
from zermelo import Bits, Game, census, game_named
from zermelo.cli import main
from zermelo.core.errors import BadCheckpoint, BadOption
from zermelo.games import connect, mnk
from zermelo.tablebase.expansion import LIMB, number_of, parts_of, sum_of, summed

# OEIS A008907 up to symmetry; the others are folklore, and so are 255,168 games, 26,830 up to symmetry
TIC_TAC_TOE = [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]
TIC_TAC_TOE_SYMMETRIC = [1, 3, 12, 38, 108, 174, 204, 153, 57, 15]
# OEIS A212693, Tromp
CONNECT_FOUR = [1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275]


def positions(found: Any) -> list[int]:
    return [ply.positions for ply in found.plies]


@pytest.mark.sampled("True")
@pytest.mark.parametrize("compiled", [True, False])
def test_tic_tac_toe_as_published(compiled: bool) -> None:
    found = census(mnk(3, 3, 3), compiled=compiled)
    assert positions(found) == TIC_TAC_TOE
    assert (found.positions, found.games, found.nodes) == (5478, 255_168, 549_946)
    assert [sum(ply.games[i] for ply in found.plies) for i in range(3)] == [131_184, 46_080, 77_904]
    assert found.complete
    assert found.stopped == "complete"


@pytest.mark.long
@pytest.mark.parametrize("compiled", [True, False])
def test_tic_tac_toe_up_to_symmetry_as_published(compiled: bool) -> None:
    found = census(mnk(3, 3, 3), symmetry=True, compiled=compiled)
    assert positions(found) == TIC_TAC_TOE_SYMMETRIC
    assert (found.positions, found.games) == (765, 26_830)


@pytest.mark.long
def test_connect_four_as_published() -> None:
    found = census(connect(7, 6, 4), plies=8)
    assert positions(found) == CONNECT_FOUR
    assert (found.stopped, found.complete) == ("plies", False)


def walked(game: Game[Any], state: Hashable) -> list[tuple[int, int, list[int]]]:
    """For each ply: positions, plays, plays that are over there; by sets of states and the rules, interpreted."""
    layer, found = Counter({state: 1}), list[tuple[int, int, list[int]]]()
    while layer:
        following, over = Counter[Hashable](), [0, 0, 0]
        for position, plays in layer.items():
            if game.terminal(position):
                mover = game.to_move(position)
                mover = len(found) % 2 if mover < 0 else mover
                over[1 - (game.reward(position) if mover == 0 else -game.reward(position))] += plays
                continue
            for action in game.actions(position):
                following[game.apply(position, action)] += plays
        found.append((len(layer), sum(layer.values()), over))
        layer = following
    return found


GAMES = ["mnk(3,4,3)", "connect(4,3,3)", "lines(2x2x2,2)", "nim(3,4,2)", "chomp(3,4)", "einstein(3,1)", "capture(6,2)"]


@pytest.mark.sampled("chomp(3,4)")
@pytest.mark.parametrize("name", GAMES)
def test_counts_are_those_of_the_rules(name: str) -> None:
    game = game_named(name)
    oracle = [
        (positions, plays, [over[0], over[1], over[2]])
        for positions, plays, over in walked(signed(game), game.initial())
    ]
    found = census(game)
    assert [(ply.positions, ply.plays, list(ply.games)) for ply in found.plies] == oracle


def signed(game: Game[Any]) -> Game[Any]:
    """The game with rewards of -1, 0 and 1."""
    reward = game.reward
    object.__setattr__(game, "reward", lambda state: (reward(state) > 0) - (reward(state) < 0))
    return game


@pytest.mark.long
@pytest.mark.parametrize("symmetry", [False, True])
@pytest.mark.parametrize("name", ["mnk(3,3,3)", "connect(3,3,3)"])
def test_little_memory_changes_nothing(name: str, symmetry: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The set is spilled again and again, and the runs are merged in small blocks."""
    game = game_named(name)
    expected = census(game, symmetry=symmetry)
    in_small_pieces(monkeypatch, 7, 5, 32)
    for compiled in (True, False):
        found = census(game, symmetry=symmetry, memory=40 * 32 * 3, compiled=compiled)
        assert found.plies == expected.plies


def test_numbers_of_plays_have_no_end() -> None:
    import numpy as np

    rng = random.Random("plays")
    values = [rng.randrange(1 << 150) for _ in range(50)]
    parts = np.array([parts_of(value, 3) for value in values], np.int64)
    assert [number_of(row) for row in parts] == values
    assert sum_of(parts) == sum(values)
    firsts = np.array([0, 20, 21, 47])
    groups = [sum(values[a:b]) for a, b in zip([0, 20, 21, 47], [20, 21, 47, 50], strict=True)]
    wide = np.concatenate((parts, np.zeros((50, 1), np.int64)), axis=1)
    assert [number_of(row) for row in summed(wide, firsts)] == groups


class Doubling(Game[tuple[int, int]]):
    """Two ways from each position to the next, for so many plies: powers of two."""

    def __init__(self, plies: int) -> None:
        self.action_count = 2
        self.max_length = plies

    def initial(self) -> tuple[int, int]:
        return (0, 0)

    def legal(self, state: tuple[int, int], action: int) -> bool:
        return True

    def apply(self, state: tuple[int, int], action: int) -> tuple[int, int]:
        return (state[0] + 1, 0)

    def terminal(self, state: tuple[int, int]) -> bool:
        return state[0] == self.max_length

    def reward(self, state: tuple[int, int]) -> int:
        return -1


@pytest.mark.long
@pytest.mark.parametrize("compiled", [True, False])
def test_plays_beyond_a_word_are_counted_exactly(compiled: bool) -> None:
    plies = 2 * LIMB + 9
    found = census(Doubling(plies), compiled=compiled)
    assert (found.positions, found.games, found.nodes) == (plies + 1, 1 << plies, (1 << plies + 1) - 1)


# --- work that goes on -----------------------------------------------------------------------------------------------
@pytest.mark.long
def test_counting_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    """Stopped at once, many times; each time it comes a little further."""
    expected = census(mnk(3, 4, 3))
    for _ in range(2000):
        found = census(mnk(3, 4, 3), folder=tmp_path / "work", seconds=1e-6)
        if found.stopped == "complete":
            break
        assert found.plies == expected.plies[: len(found.plies)]
    assert found.plies == expected.plies
    assert census(mnk(3, 4, 3), folder=tmp_path / "work").plies == expected.plies


PROGRAM = """
import sys
from zermelo import census
from zermelo.games import connect
print(census(connect(5, 4, 4), folder=sys.argv[1], memory=3_000_000, checkpoint_every=0.01).positions)
"""


@pytest.mark.long
def test_counting_that_is_killed_again_and_again_ends_with_the_same_counts(tmp_path: Path) -> None:
    work = tmp_path / "work"
    done, kills = done_after_kills([sys.executable, "-c", PROGRAM, str(work)], work, 3, 2.0)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) == census(connect(5, 4, 4)).positions
    assert kills > 0


def test_a_folder_of_other_work_or_damaged_is_refused_and_left_alone(tmp_path: Path) -> None:
    folder = tmp_path / "work"
    assert census(mnk(3, 3, 3), folder=folder, plies=4).stopped == "plies"
    with pytest.raises(BadCheckpoint, match="its work is 'census', and should be 'census up to symmetry'"):
        census(mnk(3, 3, 3), folder=folder, symmetry=True)
    layer = next(folder.glob("layer-*"))
    whole = layer.read_bytes()
    layer.write_bytes(whole[:100] + bytes([whole[100] ^ 1]) + whole[101:])
    with pytest.raises(BadCheckpoint, match="is damaged"):
        census(mnk(3, 3, 3), folder=folder)
    layer.unlink()
    with pytest.raises(BadCheckpoint, match="cannot be read"):
        census(mnk(3, 3, 3), folder=folder)
    layer.write_bytes(whole)
    assert census(mnk(3, 3, 3), folder=folder).positions == 5478
    (tmp_path / "file").write_text("mine")
    with pytest.raises(BadCheckpoint, match="cannot be made: "):
        census(mnk(3, 3, 3), folder=tmp_path / "file")
    assert (tmp_path / "file").read_text() == "mine"


# --- refusals and the command line -----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"symmetry": 1}, "symmetry = 1 is neither True nor False"),
        ({"plies": -1}, "plies = -1 is not an integer of 0 or more"),
        ({"seconds": 0}, "seconds = 0 is not a positive number"),
        ({"memory": "1G"}, "memory = '1G' is not an integer of 1 or more"),
        ({"memory": 1000}, "memory = 1000 bytes is too little for mnk"),
        ({"checkpoint_every": -1}, "checkpoint_every = -1 is not a positive number"),
    ],
)
def test_options_that_make_no_sense_are_refused(options: dict[str, Any], told: str) -> None:
    with pytest.raises(BadOption, match=told):
        census(mnk(3, 3, 3), **options)


@pytest.mark.long
def test_the_command_prints_a_table_or_json() -> None:
    shown = CliRunner().invoke(main, ["table", "count", "mnk(3,3,3)", "--symmetry"])
    assert shown.exit_code == 0
    assert "765" in shown.stdout
    assert "26,830 complete games" in shown.stdout
    told = CliRunner().invoke(main, ["table", "count", "nim(2,1)", "--from", "1,1", "--json"])
    assert json.loads(told.stdout)["positions"] == 3
    stopped = CliRunner().invoke(main, ["table", "count", "mnk(3,3,3)", "--plies", "2"])
    assert stopped.stdout.endswith("Play continues after that.\n")


def test_that_a_game_knows_no_symmetries_is_told() -> None:
    asked = ["table", "count", "nim(1,2)", "--symmetry", "--interpreted"]
    assert "nim(1,2) defines no symmetries, so these are all positions." in CliRunner().invoke(main, asked).stdout
    assert json.loads(CliRunner().invoke(main, [*asked, "--json"]).stdout)["symmetric"] is False
    others = (["table", "count", "nim(1,2)"], ["table", "count", "mnk(2,2,2)", "--symmetry"])
    for words in others:
        assert "defines no symmetries" not in CliRunner().invoke(main, [*words, "--interpreted"]).stdout


@pytest.mark.long
def test_a_signal_ends_the_command_and_the_folder_goes_on(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "zermelo", "table", "count", "mnk(4,4,4)", "--checkpoint", str(tmp_path / "work")]
    ended = signalled(command, signal.SIGTERM, lambda: [*tmp_path.glob("work/layer-[5-9]*")])
    assert ended.returncode == 130
    assert "Stopped: interrupted" in ended.stdout
    assert census(mnk(4, 4, 4), folder=tmp_path / "work", plies=9).plies[9].positions == 1_433_520


@pytest.mark.long
def test_wide_boards_are_words_side_by_side() -> None:
    found = census(game_named("lines(4x4x4,4)"), plies=2)
    assert positions(found) == [1, 64, 64 * 63]
    assert isinstance(game_named("lines(4x4x4,4)").initial().me, Bits)


def test_fewer_plays_than_in_the_ply_before() -> None:
    """Their number takes fewer words than the one before."""
    counts = census(Narrow(), compiled=False)
    assert [ply.plays for ply in counts.plies] == [1, *(2**ply + 1 for ply in range(1, 71)), *[1] * 10]
    assert counts.games == 2**70 + 1
