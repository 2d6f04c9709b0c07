"""`zermelo play`: whole games over a pipe and in a terminal, the commands between moves, and what is refused."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tests import ROOT
from zermelo import Game, analyze, solve, tabulate
from zermelo.cli import main
from zermelo.core.errors import BadMove, BadOption
from zermelo.games import capture, connect, einstein, lines, mnk, nim
from zermelo.games.catalogue import game_named
from zermelo.play.engine import Engine, engine_named
from zermelo.play.record import Record


def said(game: str, *lines_said: str, **options: Any) -> Result:
    """What comes of a game in which a person says these lines."""
    asked = [word for name, value in options.items() for word in (f"--{name.replace('_', '-')}", str(value))]
    return CliRunner().invoke(
        main, ["play", game, "--interpreted", *asked], input="".join(f"{x}\n" for x in lines_said)
    )


# --- whole games ----------------------------------------------------------------------------------------------------------
KINDS = (
    "mnk(3,3,3)",
    "connect(4,3,3)",
    "lines(2x2x2,2)",
    "lines(3x2,3,misere=1)",
    "lines(3x2,2,players=3)",
    "nim(1,2,3)",
    "chomp(2,3)",
    "capture(7,2)",
    "einstein(2,1)",
    "sum(nim(2),kayles(3))",
    f"{ROOT / 'examples' / 'hexapawn.py'}:Hexapawn(3,3)",
)


@pytest.mark.long
@pytest.mark.parametrize("name", KINDS)
def test_the_engine_plays_itself_to_the_end(name: str) -> None:
    """And the moves that are told lead there."""
    game = game_named(name)
    shown = said(name, **{"as": "none"}, seed=3)
    assert shown.exit_code == 0, shown.output
    moves = shown.stdout.splitlines()[-1].removeprefix("Moves: ").split()
    assert game.terminal(game.play(moves))
    verdict = shown.stdout.splitlines()[-2]
    assert verdict.endswith(".")
    assert any(word in verdict for word in ("wins.", "draw.", "gets"))


@pytest.mark.long
@pytest.mark.parametrize("side", ["first", "second"])
def test_random_play_never_beats_it(side: str) -> None:
    """Over a pipe: all cells in a random order, of which those that are taken are refused."""
    for seed in range(6):
        cells = [f"{column}{row}" for column in "abc" for row in "123"]
        random.Random(seed).shuffle(cells)
        shown = said("mnk(3,3,3)", *(cells * 2), **{"as": side}, seed=seed)
        assert shown.exit_code == 0, shown.output
        assert ("O wins." if side == "first" else "X wins.") in shown.stdout or "A draw." in shown.stdout


def test_a_person_against_a_person() -> None:
    shown = said("mnk(3,3,3)", "a1", "b1", "a2", "b2", "a3", **{"as": "both"})
    assert (shown.exit_code, "X wins." in shown.stdout) == (0, True), shown.output
    assert shown.stdout.endswith("Moves: a1 b1 a2 b2 a3\n")
    assert "plays" not in shown.stdout


def in_terminal(*lines: bytes) -> tuple[str, int]:
    """What a game shows in a terminal, and its exit code; a line is given at each prompt, and Ctrl-C when there are none.

    Prompts are counted: a terminal may send anything after one, and in pieces of any size. Ctrl-C is given again after a
    second of silence: one that comes between the prompt and the moment when Python's readline begins to wait is lost.
    """
    import pty
    import select

    command = [sys.executable, "-m", "zermelo", "play", "nim(1,2)", "--interpreted", "--as", "both"]
    ours, theirs = pty.openpty()
    terminal = {**os.environ, "TERM": "xterm", "COLUMNS": "80"}
    with subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, env=terminal, start_new_session=True
    ) as game:
        os.close(theirs)
        shown, given = b"", 0
        while True:
            if not select.select([ours], [], [], 1)[0]:
                if given > len(lines):
                    game.send_signal(signal.SIGINT)
                continue
            try:
                piece = os.read(ours, 4096)
            except OSError:
                break
            if not piece:
                break
            shown += piece
            while given < shown.count(b"move> ") and given <= len(lines):
                if given < len(lines):
                    os.write(ours, lines[given])
                else:
                    game.send_signal(signal.SIGINT)  # the terminal is nobody's own: it sends none
                given += 1
        os.close(ours)
        return shown.decode(), game.wait()


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="there are no terminals of this kind")
def test_a_game_in_a_terminal() -> None:
    """With a prompt, without an echo of ours; Ctrl-C at the prompt tells the moves."""
    for given, code, last in (
        ((b"1:1\n", b"1:0\n", b"1:0\n"), 0, "Player 1 wins."),
        ((b"1:1\n",), 130, "Interrupted."),
    ):
        shown, ended = in_terminal(*given)
        assert ended == code, shown
        assert last in shown
        assert "Moves: 1:1" in shown


@pytest.mark.skipif(sys.platform == "win32", reason="there are no terminals of this kind")
def test_arrow_keys_call_lines_back_in_a_terminal() -> None:
    """And move within the line: what is typed is 1:0, with the cursor set back over a 9 that is deleted."""
    pytest.importorskip("readline")
    text, ended = in_terminal(b"moves\n", b"\x1b[A\n", b"1:90\x1b[D\x7f\n", b"1:0\n")
    assert ended == 0, text
    assert text.count("1:0 1:1 2:0") == 2, text
    assert "^[[A" not in text
    assert "Moves: 1:0 1:0" in text


# --- how to play ----------------------------------------------------------------------------------------------------------
def test_a_game_begins_with_its_title_its_rules_and_how_to_move() -> None:
    for name, example in (("nim(1,2)", "1:0"), ("einstein(3,2)", "1h"), ("mnk(3,3,3)", "a1")):
        game = game_named(name)
        told = said(name, "quit").stdout.split("\n\n")
        assert told[0] == f"{game.title()}\n{name}"
        assert told[1:-2] == [
            *game.rules().split("\n\n"),
            f"Type a move, such as {example}, or `help` for a list of commands.",
        ]
    assert "Type a move" not in said("nim(1,2)", **{"as": "none"}).stdout


def test_the_rules_are_shown_again() -> None:
    assert said("nim(1,2)", "rules", "quit").stdout.count(nim(1, 2).rules()) == 2


def test_a_game_without_rules_begins_with_its_name(tmp_path: Path) -> None:
    """The rules are the docstring; its lines are joined, so that they can be wrapped anew."""
    for doc, told in (("", "Bare\n\nType a move"), ("Take one\n    stone.", "Bare\n\nTake one stone.\n\nType a move")):
        file = tmp_path / f"bare{len(doc)}.py"
        file.write_text(BARE.format(doc=f'"""{doc}"""' if doc else "pass"))
        assert said(f"{file}:Bare").stdout.startswith(told)


BARE = """
from zermelo import Game

class Bare(Game):
    {doc}
    action_count = max_length = 1
    def initial(self): return 1
    def legal(self, state, action): return True
    def apply(self, state, action): return 0
    def terminal(self, state): return state == 0
    def reward(self, state): return -1
"""
"""A game with or without a docstring."""


def test_layers_are_drawn_side_by_side() -> None:
    """All of them where there is room."""
    board = said("lines(4x4x4,4)", "quit").stdout.split("\n\n")[3]
    assert board == (
        "Layer 1       Layer 2       Layer 3       Layer 4\n"
        " 1 . . . .     1 . . . .     1 . . . .     1 . . . .\n"
        " 2 . . . .     2 . . . .     2 . . . .     2 . . . .\n"
        " 3 . . . .     3 . . . .     3 . . . .     3 . . . .\n"
        " 4 . . . .     4 . . . .     4 . . . .     4 . . . .\n"
        "   1 2 3 4       1 2 3 4       1 2 3 4       1 2 3 4"
    )


# --- in between -----------------------------------------------------------------------------------------------------------
def test_what_can_be_said() -> None:
    shown = said("mnk(3,3,3)", "hint", "hint", "values", "moves", "board", "help", "", "nonsense", "b2", "b2", "quit")
    assert shown.exit_code == 0, shown.output
    for told in (
        "With best play this is a draw. All 9 moves are equally good.",
        "Best: b2 a1 c1 a3 c3 b1 a2 c2 b3",
        "move  value  plies  best play",
        "a1 b1 c1 a2 b2 c2 a3 b3 c3",
        "take back your last move",
        "'nonsense' is not a cell of mnk(3,3,3)",
        "b2 is not legal here.",
        "The game stops here.",
        "Moves: b2 ",
    ):
        assert told in shown.stdout, told


def test_moves_are_taken_back_and_made_again() -> None:
    shown = said("mnk(3,3,3)", "undo", "redo", "b2", "undo", "redo", "a2", "undo", "undo", "redo", "quit")
    assert "There is no move to take back." in shown.stdout
    assert "There is no move to redo." in shown.stdout
    moves = shown.stdout.splitlines()[-1].removeprefix("Moves: ").split()
    assert (len(moves), moves[0]) == (2, "b2")


def test_sides_are_changed() -> None:
    shown = said("mnk(3,3,3)", "swap", "quit")
    assert "X plays" in shown.stdout
    assert "O to move> quit" in shown.stdout


def test_input_that_ends_ends_the_game() -> None:
    shown = said("connect(4,4,3)", "2")
    assert shown.exit_code == 0
    assert "The game stops here." in shown.stdout


def test_a_position_says_who_is_to_move() -> None:
    for position in ("a1", "X../.../..."):
        shown = said("mnk(3,3,3)", "quit", **{"from": position, "as": "second"})
        assert "O to move>" in shown.stdout, shown.output
    assert "Player 2 to move>" in said("nim(3,5)", "quit", **{"from": "1:1", "as": "second"}).stdout


def test_values_are_told_on_request() -> None:
    shown = CliRunner().invoke(main, ["play", "mnk(3,3,3)", "--interpreted", "--as", "none", "--values"])
    assert shown.stdout.count("With best play this is a draw. ") == 8


def test_the_same_seed_is_the_same_game() -> None:
    games = [said("mnk(4,4,3)", **{"as": "none"}, strength=0, seed=seed).stdout for seed in (1, 1, 2)]
    assert games[0] == games[1] != games[2]


@pytest.mark.long
def test_no_colour_and_a_dumb_terminal_change_nothing() -> None:
    plain = said("connect(4,3,3)", **{"as": "none"}).stdout
    assert "\x1b" not in plain
    dumb = CliRunner().invoke(
        main, ["play", "connect(4,3,3)", "--interpreted", "--as", "none"], env={"TERM": "dumb", "NO_COLOR": "1"}
    )
    assert dumb.stdout == plain


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"strength": 2}, "strength = 2.0 is not a number from 0 to 1"),
        ({"strength": "nan"}, "strength = nan"),
        ({"seconds": 0}, "seconds"),
        ({"seed": -1}, "seed"),
        ({"from": "zz"}, "zz"),
    ],
)
def test_what_cannot_be_is_refused(options: dict[str, Any], told: str) -> None:
    shown = said("mnk(3,3,3)", **options)
    assert (shown.exit_code, told in shown.stderr) == (2, True), shown.output
    assert len(shown.stderr.splitlines()) == 1


@pytest.mark.long
def test_tables_answer_where_there_are_some(tmp_path: Path) -> None:
    game = connect(4, 3, 3)
    tabulate(game, folder=tmp_path, compiled=False)
    shown = said("connect(4,3,3)", "values", "quit", tables=tmp_path)
    assert (shown.exit_code, "move  value  plies  best play" in shown.stdout) == (0, True), shown.output
    whole = said("connect(4,3,3)", **{"as": "none"}, tables=tmp_path)
    assert whole.exit_code == 0, whole.output
    found = analyze(game, tables=tmp_path, compiled=False)
    searched = analyze(game, compiled=False)
    assert found.nodes == 0
    assert {(move.move, move.value, move.distance) for move in found.moves} == {
        (move.move, move.value, move.distance) for move in searched.moves
    }


# --- the engine, and the record -------------------------------------------------------------------------------------------
@pytest.mark.long
@pytest.mark.parametrize("game", [mnk(3, 3, 3), connect(4, 3, 3), nim(2, 3), capture(5, 2)], ids=str)
def test_the_perfect_engine_never_gives_anything_away(game: Game[Any]) -> None:
    """Against random moves, from either side, each of its moves keeps the value."""
    engine, rng = Engine(game, compiled=False), random.Random(str(game))
    for turn in range(6):
        record = Record(game, game.initial())
        while not record.over:
            if record.mover == turn % 2:
                before = solve(game, record.state, compiled=False, line=False).value
                choice = engine.choose(record.state)
                mover = record.mover
                record.do(choice.action)
                after = record.rewards()[mover] if record.over else None
                if after is None:
                    value = solve(game, record.state, compiled=False, line=False).value
                    after = value if record.mover == mover else -value
                assert after == before
            else:
                record.do(rng.choice(list(game.actions(record.state))))


def test_a_weak_engine_moves_at_random_as_often_as_it_is_told() -> None:
    game = mnk(3, 3, 3)
    state = game.play(["b2", "b1", "a1"])
    engine = Engine(game, strength=0.5, seed=1, compiled=False)
    chosen = [engine.choose(state).result is None for _ in range(40)]
    assert 8 < sum(chosen) < 32
    with pytest.raises(BadOption):
        Engine(game, strength=True)


def test_engines_are_described_in_words() -> None:
    game = mnk(3, 3, 3)
    assert engine_named(game, "perfect").strength == 1.0
    assert engine_named(game, " random ", seed=3).strength == 0.0
    assert engine_named(game, "perfect(strength=0.5, seconds=2)", seconds=9.0).seconds == 2
    shallow = engine_named(game, "negamax(depth=2,without=symmetry,table=false)", compiled=False)
    assert len(shallow.solvers) == 1
    options = shallow.solvers[0].options
    assert (options.algorithm, options.depth, options.left_out, options.table) == ("negamax", 2, ("symmetry",), False)
    assert game.legal(game.initial(), shallow.choose(game.initial()).action)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Perfect!", "is not an engine"),
        ("negamax(depth=3", "is not an engine"),
        ("negamax(3)", "'3' is not a setting"),
        ("negamax(depth=)", "is not a setting"),
        ("negamax(depth=many)", "depth = 'many'"),
        ("negamax(speed=3)", "no setting 'speed' of the engine negamax"),
        ("clever", "There is no engine 'clever'"),
        ("perfect(strength=2)", "strength = 2 is not a number from 0 to 1"),
        ("perfect(strength=lots)", "strength = 'lots'"),
        ("perfect(seconds=0)", "seconds = 0"),
    ],
)
def test_engines_that_are_none_are_refused(text: str, message: str) -> None:
    shown = CliRunner().invoke(main, ["play", "mnk(3,3,3)", "--engine", text])
    assert shown.exit_code == 2
    assert message in shown.stderr
    assert "Traceback" not in shown.stderr


def test_it_wins_as_fast_as_it_can() -> None:
    """And loses as late."""
    game = mnk(3, 3, 3)
    engine = Engine(game, compiled=False)
    won = engine.choose(game.play(["b2", "b1", "a1", "a2"])).result
    assert won is not None
    assert (won.value, won.distance) == (1, 1)
    lost = engine.choose(game.play(["b2", "b1", "a1"])).result
    assert lost is not None
    assert (lost.value, lost.best) == (-1, ("c3",))


def test_a_game_is_judged_when_it_is_over() -> None:
    shown = said("mnk(3,3,3)", "b2", "b1", "a1", "c3", "a3", "c1", "a2", **{"as": "both"}).stdout
    assert "mistake" not in shown
    shown = CliRunner().invoke(
        main,
        ["play", "mnk(3,3,3)", "--interpreted", "--as", "both", "--review"],
        input="b2\nb1\na1\nc3\na3\nc1\na2\n",
    )
    assert "Move 2, b1 by O, is a mistake: its value is -1; that of a1, c1, a3 and c3 is 0." in shown.stdout
    assert "Accuracy of X: 100%.\nAccuracy of O: 67%.\n" in shown.stdout


def test_a_record_goes_back_and_forth() -> None:
    game = connect(4, 4, 3)
    record = Record(game, game.initial())
    for action in (0, 1, 1):
        record.do(action)
    assert (record.mover, record.names()) == (1, ["1", "2", "2"])
    assert record.undo()
    assert record.undo()
    assert record.redo()
    assert record.names() == ["1", "2"]
    record.do(3)
    assert not record.redo()
    while record.undo():
        pass
    assert record.state == game.initial()
    with pytest.raises(BadMove):
        Record(game, game.play(["1", "2", "1", "2", "1"])).do(0)


def test_dice_fall_by_their_weights() -> None:
    game = einstein(2, 1)
    record = Record(game, game.initial())
    assert record.chance
    thrown = {record.throw(random.Random(seed)) for seed in range(30)}
    assert thrown == set(game.actions(game.initial()))
    assert Record(lines((3, 2), 2, players=3), lines((3, 2), 2, players=3).initial()).mover == 0


def test_values_are_of_the_position_that_is_shown() -> None:
    """After the engine's moves and after a person's: of who is to move now."""
    shown = CliRunner().invoke(
        main,
        ["play", "mnk(3,3,3)", "--interpreted", "--as", "both", "--values", "--from", "b2 b1"],
        input="a1\nc3\nquit\n",
    )
    assert "O loses in 4 plies. 1 of the 6 moves is best.\n\nO to move>" in shown.stdout
    assert "X wins in 3 plies. 2 of the 5 moves are best.\n\nX to move>" in shown.stdout
    over = CliRunner().invoke(
        main, ["play", "mnk(3,3,3)", "--interpreted", "--as", "none", "--values", "--from", "b2 b1 a1 c3"]
    )
    assert over.exit_code == 0
    assert over.stdout.rstrip().splitlines()[-2] == "X wins."
