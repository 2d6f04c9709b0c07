"""OpenSpiel's games in zermelo: values against OpenSpiel's alpha-beta and a plain minimax on pyspiel's own states."""

from __future__ import annotations

import functools
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tests.support.games import Take
from tests.support.serving import serving
from zermelo import AsState, Game, Solver, ZermeloError, analyze, census, check, open_table, solve, tabulate
from zermelo.cli import main
from zermelo.core.errors import BadGame, BadMove, BadPosition, NotSupported
from zermelo.games import connect, game_named, lines, mnk, nim
from zermelo.openspiel import OpenSpielGame, adapter, from_openspiel, to_openspiel
from zermelo.preflight.equality import unlike
from zermelo.work.identity import code_of

pyspiel = pytest.importorskip("pyspiel")
minimax = pytest.importorskip("open_spiel.python.algorithms.minimax")

WHOLE = [
    *("breakthrough(rows=3,columns=2)", "breakthrough(rows=4,columns=2)", "clobber(rows=2,columns=3)"),
    *("clobber(rows=2,columns=4)", "connect_four(rows=3,columns=3,x_in_row=3)"),
    *("connect_four(rows=2,columns=4,x_in_row=2)", "dots_and_boxes(num_rows=1,num_cols=1)"),
    *("dots_and_boxes(num_rows=1,num_cols=2)", "dots_and_boxes(num_rows=2,num_cols=1)"),
    *("dots_and_boxes(num_rows=1,num_cols=2,utility_margin=true)", "go(board_size=2,komi=0.5)"),
    *("gomoku(size=3,connect=3,wrap=true)", "gomoku(size=3,connect=3,anti=true)", "gomoku(size=2,connect=2,dims=3)"),
    *("havannah(board_size=2)", "hex(board_size=2)", "hex(board_size=2,swap=true)", "hex(num_cols=2,num_rows=3)"),
    *("mnk(m=3,n=2,k=2)", "mnk(m=2,n=4,k=2)", "nim(pile_sizes=1;2;3)", "nim(pile_sizes=2;3,is_misere=false)"),
    *("tic_tac_toe", "y(board_size=3)"),
]
"""Games that are small enough to be searched from the start without a transposition table."""

LARGER = [
    *("breakthrough(rows=4,columns=3)", "clobber(rows=3,columns=3)", "connect_four(rows=4,columns=3,x_in_row=3)"),
    *("dots_and_boxes(num_rows=2,num_cols=1)", "havannah(board_size=2,swap=true)", "hex(board_size=3)"),
    *("mnk(m=3,n=3,k=2)", "mnk(m=3,n=4,k=3)", "nim(pile_sizes=1;2;3;3)"),
    *("oware(num_houses_per_player=2,num_seeds_per_house=1)", "y(board_size=4)"),
]
"""Games whose trees have up to some millions of nodes for OpenSpiel's alpha-beta."""

ALL = [
    *("amazons(board_size=6)", "antichess", "breakthrough(rows=6,columns=4)", "checkers", "chess"),
    *("chinese_checkers(max_moves=100)", "clobber(rows=3,columns=4)", "connect_four", "crazyhouse"),
    *("cursor_go(board_size=3,max_cursor_moves=5)", "dots_and_boxes", "go(board_size=3)"),
    *("gomoku(size=5,connect=4,wrap=true)", "havannah(board_size=3)", "hex(board_size=4)", "hive", "lines_of_action"),
    *("mancala", "mnk(m=5,n=4,k=4)", "nim", "nine_mens_morris", "othello", "oware", "pentago"),
    *("quoridor(board_size=3)", "shogi", "tic_tac_toe", "twixt(board_size=5)", "ultimate_tic_tac_toe", "xiangqi"),
    "y(board_size=4)",
]
"""All games that fit, to be searched from late positions."""

LYING = [
    *("checkers", "chinese_checkers(max_moves=100)", "cursor_go(board_size=2,max_cursor_moves=3)", "go(board_size=2)"),
    *("go(board_size=3)", "lines_of_action", "oware(num_houses_per_player=2,num_seeds_per_house=2)"),
    "quoridor(board_size=3)",
]
"""Games in which positions with equal texts have different futures."""

NODES = 3000


class TooMany(Exception):
    """A tree has too many nodes."""


def induction(state: Any, left: list[int], depth: int = 0) -> float:
    """The value for player 0, by minimax on full histories. Raises TooMany when `left[0]` nodes have been visited."""
    left[0] -= 1
    if left[0] < 0 or depth > 200:
        raise TooMany
    if state.is_terminal():
        return state.returns()[0]
    values = [induction(state.child(action), left, depth + 1) for action in state.legal_actions()]
    return max(values) if state.current_player() == 0 else min(values)


def safe(name: str) -> OpenSpielGame:
    """The game, with positions told apart by their moves if their texts do not tell enough."""
    game = from_openspiel(name, translate=False)
    if game.equality_doubt:
        return from_openspiel(name, by_history=True)
    assert isinstance(game, OpenSpielGame)
    return game


def value_at(game: OpenSpielGame, history: list[int], solver: Solver[Any]) -> int:
    """The value for player 0 after these moves."""
    state = game.initial()
    for action in history:
        state = game.apply(state, action)
    result = solver.solve(AsState(state))
    assert result.exact
    return result.value if game.to_move(state) == 0 else -result.value


# --- values -------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", [*WHOLE, *(pytest.param(name, marks=pytest.mark.long) for name in LARGER)])
def test_values_are_those_of_openspiels_alpha_beta(name: str) -> None:
    value, _ = minimax.alpha_beta_search(pyspiel.load_game(name), maximum_depth=100)
    assert solve(safe(name)).value == value
    assert solve(from_openspiel(name, by_history=True)).value == value or name in LARGER
    assert solve(from_openspiel(name) if not safe(name).by_history else safe(name)).value == value


@pytest.mark.parametrize("name", ALL)
def test_values_of_late_positions_are_those_of_two_other_searches(name: str) -> None:
    """Random plays are taken back, move by move, as long as a minimax on full histories is short."""
    spiel, game, rng, compared = pyspiel.load_game(name), safe(name), random.Random(name), 0
    solver = Solver(game)
    for _ in range(40):
        if compared == 4:
            break
        play = spiel.new_initial_state()
        while not play.is_terminal() and play.move_number() < 700:
            play.apply_action(rng.choice(play.legal_actions()))
        history, found = play.history(), None
        for length in range(len(history) - 1, max(len(history) - 9, -1), -1):
            state = spiel.new_initial_state()
            for action in history[:length]:
                state.apply_action(action)
            try:
                found = state, induction(state.clone(), [NODES])
            except TooMany:
                break
        if found is not None:
            state, value = found
            assert minimax.alpha_beta_search(spiel, state, maximizing_player_id=0)[0] == value
            assert value_at(game, state.history(), solver) == value
            compared += 1
    assert compared or name in ("crazyhouse", "hive", "lines_of_action", "shogi")  # plays of 700 plies are not over


# --- translations -------------------------------------------------------------------------------------------------------
TRANSLATED = {
    "tic_tac_toe": "mnk(3,3,3)",
    "mnk(m=3,n=4,k=3)": "mnk(4,3,3)",
    "mnk(m=4,n=2,k=2)": "mnk(2,4,2)",
    "gomoku(size=4,connect=3)": "mnk(4,4,3)",
    "gomoku(size=3,connect=3,anti=true)": "lines(3x3,3,misere=1)",
    "gomoku(size=2,connect=2,dims=3)": "lines(2x2x2,2)",
    "connect_four": "connect(7,6,4)",
    "connect_four(rows=4,columns=5,x_in_row=3)": "connect(5,4,3)",
    "nim": "nim(1,3,5,7,misere=1)",
    "nim(pile_sizes=2;4,is_misere=false)": "nim(2,4)",
    "breakthrough(rows=5,columns=4)": "Breakthrough(full=1)",
    "breakthrough(rows=3,columns=5)": "Breakthrough(3,5,1)",
    "breakthrough(rows=6,columns=3)": "Breakthrough(6,3,2)",
    "dots_and_boxes(num_rows=2,num_cols=1,utility_margin=true)": "DotsAndBoxes(columns=1)",
}


def heaps_of(text: str) -> list[int]:
    """The sizes of the heaps, from a drawing of nim: numbers, or "no heaps"."""
    return sorted(int(word) for word in text.split() if word.isdigit() and word != "0")


def counterpart(ours: Game[Any], state: Any, spiel: Any, action: int) -> int:
    """The action of zermelo's game that is an action of OpenSpiel's."""
    name = spiel.get_game().get_type().short_name
    if name == "nim":
        after = heaps_of(str(spiel.child(action)).split(":")[1])
        return next(each for each in ours.actions(state) if heaps_of(ours.render(ours.apply(state, each))) == after)
    if name == "breakthrough":
        text = spiel.action_to_string(action)
        column, row = "abcdefghijklmnopqrs".index, int
        if spiel.current_player() == 0:
            rows, columns = ours.rows, ours.columns
            turned = [(columns - 1 - column(text[at]), rows + 1 - row(text[at + 1])) for at in (0, 2)]
            text = "".join(f"{'abcdefghijklmnopqrs'[x]}{y}" for x, y in turned)
        return ours.parse_action(text[:4])
    return action


@pytest.mark.parametrize("name", TRANSLATED)
def test_translations_have_the_same_rules(name: str) -> None:
    """In random play the same actions are legal, the same player moves, and plays end alike."""
    spiel, ours, rng = pyspiel.load_game(name), from_openspiel(name), random.Random(name)
    assert str(ours) == TRANSLATED[name]
    for _ in range(60):
        theirs, state, mover = spiel.new_initial_state(), ours.initial(), 0
        while not theirs.is_terminal():
            assert not ours.terminal(state)
            mover = max(ours.to_move(state), mover) if ours.to_move(state) < 0 else ours.to_move(state)
            legal = {counterpart(ours, state, theirs, action) for action in theirs.legal_actions()}
            by_result = {ours.apply(state, action) for action in legal}
            assert by_result == {ours.apply(state, action) for action in ours.actions(state)}
            action = rng.choice(theirs.legal_actions())
            state = ours.apply(state, counterpart(ours, state, theirs, action))
            theirs.apply_action(action)
            mover = 1 - mover
        assert ours.terminal(state)
        if ours.to_move(state) >= 0:
            mover = ours.to_move(state)
        assert ours.reward(state) * (1 if mover == 0 else -1) == theirs.returns()[0]


@pytest.mark.long
def test_the_result_says_that_a_game_was_translated() -> None:
    result = solve(from_openspiel("connect_four(rows=4,columns=4)"), "1 2", compiled=False)
    assert result.game == "connect(4,4,4)"
    said = "has the same rules as connect(4,4,4), which is used; its moves have other names."
    assert result.note == f"OpenSpiel's connect_four(columns=4,rows=4) {said}"
    assert solve("connect(4,4,4)", "1 2", compiled=False).note == ""


@pytest.mark.parametrize("command", ["solve", "analyze", "classify"])
def test_every_command_says_once_that_a_game_was_translated(command: str) -> None:
    ran = CliRunner(env={"COLUMNS": "200"}).invoke(main, [command, "openspiel:tic_tac_toe"])
    assert ran.exit_code == 0
    assert ran.stderr.count("OpenSpiel's tic_tac_toe has the same rules as mnk(3,3,3), which is used") == 1


def test_a_name_tells_what_is_not_translated() -> None:
    game = from_openspiel("tic_tac_toe", translate=False)
    assert str(game) == "openspiel-untranslated:tic_tac_toe"
    assert isinstance(game_named(str(game)), OpenSpielGame)


@pytest.mark.long
def test_a_translated_game_is_the_same_for_tables_and_code() -> None:
    translated, own = from_openspiel("tic_tac_toe"), mnk(3, 3, 3)
    assert translated == own
    assert vars(translated.without("symmetry")).keys() >= {"_origin"}
    assert solve(translated.without("symmetry"), compiled=False).note


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize(
    "name",
    [
        *("gomoku(size=3,connect=3,wrap=true)", "dots_and_boxes", "hex(board_size=2)", "mnk(m=20,n=20,k=5)"),
        *("connect_four(rows=30,columns=30)", "mnk"),
    ],
)
def test_other_games_are_not_translated(name: str) -> None:
    assert isinstance(from_openspiel(name), OpenSpielGame)


def test_translation_can_be_switched_off() -> None:
    game = from_openspiel("tic_tac_toe", translate=False)
    assert isinstance(game, OpenSpielGame)
    assert solve(game, "0-0 1-1").value == solve(mnk(3, 3, 3), "a1 b2").value


# --- equal texts --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", LYING)
def test_check_finds_two_positions_with_the_same_text_and_different_futures(name: str) -> None:
    game = from_openspiel(name)
    found = unlike(game, seconds=20)
    assert found is not None
    one, other = (pyspiel.load_game(name).new_initial_state() for _ in range(2))
    for state, path in ((one, found.path), (other, found.other_path)):
        for action in path:
            state.apply_action(action)
    assert (str(one), one.current_player()) == (str(other), other.current_player())
    assert differ(one, other, 4)


def test_the_text_of_amazons_hides_which_amazon_moves() -> None:
    """Regression: its texts were trusted, and a position late in a play had a wrong value that was called exact."""
    moves = [24, 28, 14, 4, 10, 8, 34, 27, 33, 11, 23, 19, 31, 24, 18, 1, 7, 1, 28, 21, 16, 7, 0, 7, 29, 35, 29, 6]
    states = [pyspiel.load_game("amazons(board_size=6)").new_initial_state() for _ in range(2)]
    for swapped, state in enumerate(states):
        for move in moves:
            state.apply_action({4: 6, 6: 4}.get(move, move) if swapped else move)
    one, other = states
    assert str(one) == str(other)
    assert one.legal_actions() != other.legal_actions()


def differ(one: Any, other: Any, plies: int) -> bool:
    """Whether something else can happen within so many plies."""
    if (one.is_terminal(), one.returns(), one.legal_actions()) != (
        other.is_terminal(),
        other.returns(),
        other.legal_actions(),
    ):
        return True
    return plies > 0 and any(differ(one.child(move), other.child(move), plies - 1) for move in one.legal_actions())


@pytest.mark.sampled("go*")
@pytest.mark.parametrize("name", ["go(board_size=2)", "lines_of_action"])
def test_check_names_both_positions(name: str) -> None:
    game = from_openspiel(name)
    report = check(game, plays=3)
    fault = next(fault for fault in report.faults if fault.rule == "equality")
    other = fault.found.removeprefix("The state after ").partition(" is equal to this one")[0]
    assert fault.position
    assert game.parse_position(fault.position) == game.parse_position(other)
    assert fault.right == (
        f"Use openspiel-history:{name} instead: it tells positions apart by the moves that led to them."
    )


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize(
    "name",
    ["go(board_size=2)", "oware", "chess", "go(board_size=9)", "amazons(board_size=6)", "hive(ansi_color_output=true)"],
)
def test_such_games_are_refused_by_solve(name: str) -> None:
    with pytest.raises(BadGame, match=r"Use openspiel-history:.* instead: it tells positions apart by the moves"):
        Solver(from_openspiel(name))


@pytest.mark.long
def test_check_says_what_is_known_of_a_game_even_if_it_finds_no_two_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.conformance.case.unlike", lambda *_given, **_options: None)
    report = check("openspiel:oware", plays=2)
    assert "The rules depend on which positions have occurred before" in report.faults[0].found


@pytest.mark.long
@pytest.mark.parametrize(
    "name", ["hex(board_size=3)", "breakthrough(rows=4,columns=3)", "clobber(rows=3,columns=3)", "mancala"]
)
def test_check_finds_nothing_wrong_with_other_games(name: str) -> None:
    assert check(from_openspiel(name, translate=False), plays=10).ok


def verified(name: str) -> None:
    """Every two histories with the same text and mover have the same moves, ends, and texts after them."""
    known: dict[tuple[str, int], Any] = {}
    todo = [pyspiel.load_game(name).new_initial_state()]
    while todo:
        state = todo.pop()
        children = [(action, state.child(action)) for action in state.legal_actions()]
        future = (
            state.returns() if state.is_terminal() else [],
            [(action, str(child), child.current_player()) for action, child in children],
        )
        key = str(state), state.current_player()
        if key in known:
            assert known[key] == future
            continue
        known[key] = future
        todo += [child for _, child in children]


@pytest.mark.parametrize(
    "name",
    [
        "breakthrough(rows=4,columns=2)",
        "clobber(rows=2,columns=4)",
        "connect_four(rows=3,columns=3,x_in_row=3)",
        "dots_and_boxes(num_rows=1,num_cols=2)",
        "gomoku(size=3,connect=3)",
        "havannah(board_size=2)",
        "hex(board_size=3)",
        "mnk(m=3,n=3,k=3)",
        "nim",
        "tic_tac_toe",
        "y(board_size=3)",
    ],
)
def test_texts_of_these_games_tell_all_that_matters(name: str) -> None:
    verified(name)


# --- text and positions -------------------------------------------------------------------------------------------------
def test_names_have_no_player_in_them() -> None:
    assert from_openspiel("tic_tac_toe", translate=False).action_name(4) == "1-1"
    assert from_openspiel("connect_four", translate=False).action_name(4) == "4"
    assert from_openspiel("hex(board_size=3)").action_name(4) == "b2"
    assert from_openspiel("oware", by_history=True).action_name(0) == "A"
    assert from_openspiel("chess", by_history=True).action_name(89) == "89"  # OpenSpiel's names depend on the position
    assert from_openspiel("dots_and_boxes").action_name(3) == "h-1-1"


@pytest.mark.parametrize("name", ["hex(board_size=3)", "nine_mens_morris", "y(board_size=3)"])
def test_every_legal_move_has_a_name_of_its_own(name: str) -> None:
    game, rng = from_openspiel(name), random.Random(1)
    state = game.initial()
    while not game.terminal(state):
        for action in game.actions(state):
            assert game.parse_action(game.action_name(action)) == action
        state = game.apply(state, rng.choice(list(game.actions(state))))
        text = game.position_text(state)
        assert game.parse_position(text) == state


def test_positions_are_written_as_moves() -> None:
    game = from_openspiel("hex(board_size=3)")
    assert game.position_text(game.initial()) == "start"
    assert game.parse_position("start") == game.initial()
    assert game.parse_position("b2 A1".lower()).spiel.history() == [4, 0]
    assert game.parse_position("4 0") == game.parse_position("b2 a1")
    with pytest.raises(BadMove, match=r"'z9' is not a move of openspiel:hex\(board_size=3\); moves look like 'a1'\."):
        game.parse_position("z9")
    with pytest.raises(BadMove, match="is not legal there"):
        game.parse_position("b2 b2")


def test_colours_are_left_out() -> None:
    game = from_openspiel("twixt(board_size=5)")
    assert "\x1b" in str(game.initial().spiel)
    assert "\x1b" not in game.render(game.initial())


def test_a_pyspiel_game_can_be_given() -> None:
    assert str(from_openspiel(pyspiel.load_game("hex(board_size=3)"))) == "openspiel:hex(board_size=3)"
    assert str(from_openspiel(to_openspiel(nim(1, 2)))) == "openspiel:zermelo_nim_1_2"
    assert solve(from_openspiel(to_openspiel(nim(1, 2)))).value == solve(nim(1, 2)).value


# --- commands and tables ------------------------------------------------------------------------------------------------
@pytest.mark.usefixtures("plain")
def test_a_census_counts_texts_and_a_table_has_their_values(tmp_path: Path) -> None:
    game = from_openspiel("tic_tac_toe", translate=False)
    assert census(game).positions == census(mnk(3, 3, 3), symmetry=False).positions == 5478
    small = from_openspiel("hex(board_size=2)")
    tabulate(small, folder=tmp_path / "table")
    table = open_table(tmp_path / "table", "openspiel:hex(board_size=2)")
    for moves in ("start", "a1", "b1 a1", "a1 b2"):
        assert table.probe(moves).value == solve(small, moves).value


@pytest.mark.long
def test_a_new_process_reads_a_table(tmp_path: Path) -> None:
    """And it resumes the work on one that was stopped: positions are found again."""
    name, folder = "openspiel:hex(board_size=3)", str(tmp_path / "table")
    words = [sys.executable, "-m", "zermelo"]
    stopped = subprocess.run([*words, "table", "make", name, "-o", folder, "--seconds", "0.7"], check=False)
    assert stopped.returncode in (0, 3)
    subprocess.run([*words, "table", "make", name, "-o", folder], check=True)
    subprocess.run([*words, "table", "verify", folder, "--game", name], check=True)
    table = open_table(folder, name)
    assert len(table) == 5514
    assert table.probe("b2 a1").value == solve(name, "b2 a1").value


def test_what_is_remembered_is_no_part_of_a_games_code() -> None:
    game = OpenSpielGame("hex(board_size=2)")
    before = code_of(game)
    game.plain(game.parse_position("a1 b1"))
    check(game, plays=2)
    assert code_of(game) == before


def test_positions_that_were_written_down_are_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adapter, "_paths", functools.cache(lambda _: {}))  # as in a new process
    game = from_openspiel("hex(board_size=2)")
    state = game.parse_position("a1 b2 b1")
    other = OpenSpielGame("hex(board_size=2)")
    assert other.from_plain(state.identity) == state
    with pytest.raises(BadPosition, match="is not a position of openspiel:hex"):
        other.from_plain(("nothing", 0))
    by_history = OpenSpielGame("hex(board_size=2)", by_history=True)
    moved = by_history.parse_position("a1 b2")
    assert by_history.from_plain(by_history.plain(moved)) == moved


@pytest.mark.long
@pytest.mark.parametrize("command", ["solve", "analyze", "table count", "tree", "check", "classify"])
def test_commands_take_a_game_of_openspiel(command: str) -> None:
    ran = CliRunner().invoke(main, [*command.split(), "openspiel:hex(board_size=2)"])
    assert ran.exit_code == 0, ran.output


@pytest.mark.long
def test_tabulate_and_play_take_a_game_of_openspiel(tmp_path: Path) -> None:
    ran = CliRunner().invoke(main, ["table", "make", "openspiel:hex(board_size=2)", "-o", str(tmp_path / "table")])
    assert ran.exit_code == 0, ran.output
    ran = CliRunner().invoke(
        main, ["table", "verify", str(tmp_path / "table"), "--game", "openspiel:hex(board_size=2)"]
    )
    assert ran.exit_code == 0, ran.output
    ran = CliRunner().invoke(main, ["play", "openspiel:hex(board_size=2)"], input="b1\nmoves\nquit\n")
    assert "b1" in ran.output
    assert ran.exit_code == 0, ran.output


@pytest.mark.long
def test_the_server_takes_a_game_of_openspiel() -> None:
    game = "openspiel:hex(board_size=2)"
    with serving(game) as server:
        assert server.ask("position", game=game).json["text"] == ". .\n . ."
        values = server.ask("values", game=game, seconds=20).json
    assert {move["move"]: move["value"] for move in values["moves"]} == {"a1": -1, "b1": 1, "a2": 1, "b2": -1}


# --- refusals -----------------------------------------------------------------------------------------------------------
REFUSED = {
    "chess(chess960=true)": "cannot be solved here: it begins with a chance move.",
    "nope": "There is no game of OpenSpiel 'nope'; the choices are amazons, antichess,",
    "hexx": "did you mean hex?",
    "hex(size=3)": "There is no parameter 'size' of hex",
    "hex(board_size=x)": "OpenSpiel cannot make 'hex(board_size=x)'",
    "hex(board_size=3": "'hex(board_size=3': the parentheses do not match.",
    "hex(board_size=3,board_size=2)": "board_size is given twice; give it once.",
    "hex(board_size=-2)": "board_size is too small; the least is 1.",
    "hex(board_size=0)": "board_size is too small; the least is 1.",
    "hex(num_cols=4,num_rows=3,swap=true)": "with swap, OpenSpiel fails on a board with more columns than rows.",
    "havannah(board_size=-1)": "board_size is too small; the least is 1.",
    "havannah(board_size=30)": "is so large that OpenSpiel cannot write its positions.",
    "y(board_size=100)": "is so large that OpenSpiel cannot write its positions.",
    "havannah(board_size=1000)": "board_size is too large; the most is 100.",
    "crazyhouse(insanity=2147483647)": "insanity is too large; the most is 100.",
    "hex(board_size=" + "9" * 5000 + ")": "board_size is too large; the most is 100.",
    "hex(board_size=3,string_rep=\ud800)": "There is no game of OpenSpiel 'hex",
    "clobber(rows=1)": "OpenSpiel cannot make 'clobber(rows=1)': it requires bases[i] > 1.",
    "breakthrough(rows=1,columns=3)": "OpenSpiel cannot make 'breakthrough(rows=1,columns=3)': it requires rows > 1.",
    "breakthrough(rows=3,columns=1)": "OpenSpiel cannot make 'breakthrough(rows=3,columns=1)': it requires cols > 1.",
    "nim(pile_sizes=0;0)": "cannot be solved here: no move is legal at the start.",
    "hex(3)": "'hex(3)': '3' has no name; give parameters by name, as in hex(board_size=...).",
    "tic_tac_toe(size=3)": "'tic_tac_toe(size=3)': tic_tac_toe has no parameters.",
    "": "There is no game of OpenSpiel ''",
    "backgammon": "OpenSpiel's backgammon cannot be solved here: it has chance moves.",
    "phantom_ttt": "OpenSpiel's phantom_ttt cannot be solved here: players do not see the whole position.",
    "goofspiel": "players move at the same time",
    "catch": "it is not for two players",
    "chinese_checkers(players=3)": "it has 3 players, and not two",
    "quoridor(players=4,board_size=5)": "it has 4 players, and not two",
    "trade_comm": "OpenSpiel's trade_comm cannot be solved here: it has chance moves",
}


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize("name", REFUSED)
def test_what_does_not_fit_is_refused_by_name(name: str) -> None:
    with pytest.raises(ZermeloError) as refusal:
        from_openspiel(name)
    assert REFUSED[name] in str(refusal.value)
    assert "\n" not in str(refusal.value)
    ran = CliRunner().invoke(main, ["solve", f"openspiel:{name}"])
    assert ran.exit_code == 2


def test_openspiel_prints_nothing_of_its_own() -> None:
    command = [sys.executable, "-m", "zermelo", "solve", "openspiel:breakthrough(rows=1,columns=3)"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.stderr == "Error: OpenSpiel cannot make 'breakthrough(rows=1,columns=3)': it requires rows > 1.\n"


def test_threads_that_load_games_leave_standard_error_open() -> None:
    program = (
        "import sys, threading, zermelo\n"
        "def load():\n"
        "    for size in range(2, 12):\n"
        "        zermelo.from_openspiel(f'hex(board_size={size})')\n"
        "threads = [threading.Thread(target=load) for _ in range(8)]\n"
        "for thread in threads: thread.start()\n"
        "for thread in threads: thread.join()\n"
        "print('still here', file=sys.stderr)"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stderr == "still here\n"


def test_twixt_has_one_size_of_board_in_a_process() -> None:
    """OpenSpiel keeps the map of one board for all of them: with two sizes, rules change, or the process ends."""
    program = (
        "import zermelo\n"
        "try:\n    zermelo.from_openspiel('twixt(board_size=99)')\nexcept zermelo.core.errors.BadGame:\n    pass\n"
        "small = zermelo.from_openspiel('twixt(board_size=5)')\n"
        "zermelo.from_openspiel('twixt(board_size=5,ansi_color_output=false)')\n"
        "try:\n    zermelo.from_openspiel('twixt(board_size=05)')\n    zermelo.from_openspiel('twixt')\n"
        "except zermelo.core.errors.NotSupported as error:\n    print(error)\n"
        "print(len(list(small.actions(small.initial()))))"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout == (
        "OpenSpiel's twixt can have one board_size in a process, and 5 is in use; start a new process for 8.\n15\n"
    )


def test_a_pyspiel_game_whose_name_is_not_read_back_is_refused() -> None:
    with pytest.raises(
        BadGame, match=r"OpenSpiel cannot make 'nim\(pile_sizes=5\)': Wrong type for parameter pile_sizes"
    ):
        from_openspiel(pyspiel.load_game("nim", {"pile_sizes": "5"}))


def test_boards_with_more_columns_than_letters_have_numbers_for_moves() -> None:
    game = from_openspiel("hex(board_size=40)")
    assert game.action_name(0) == "0"
    assert game.parse_action("1599") == 1599


def test_a_search_for_a_position_that_was_written_down_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.openspiel.adapter.MOST_SEARCHED", 100)
    with pytest.raises(BadPosition, match="is not among the first 100 positions of openspiel:hex"):
        from_openspiel("hex(board_size=4)").from_plain(("nowhere", 0))


def test_a_pyspiel_game_must_be_turned_into_a_game() -> None:
    with pytest.raises(BadGame, match=r"tic_tac_toe\(\) is a game of OpenSpiel; zermelo.from_openspiel\(game\) makes"):
        solve(pyspiel.load_game("tic_tac_toe"))


def test_what_is_no_game_is_refused() -> None:
    with pytest.raises(BadGame, match="3 is neither the name of an OpenSpiel game nor"):
        from_openspiel(3)


class Halves(Take):
    """A game whose returns in OpenSpiel will be fractions."""


def test_fractional_rewards_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game = from_openspiel(to_openspiel(Halves()))
    assert solve(game).value == 1
    monkeypatch.setattr("zermelo.openspiel.position.PositionForSpiel.returns", lambda _: [0.5, -0.5])
    with pytest.raises(
        NotSupported, match=r"openspiel:zermelo_halves has the reward 0\.5; rewards must be whole numbers"
    ):
        solve(from_openspiel("zermelo_halves"))


def test_openspiel_that_is_broken_is_not_said_to_be_missing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "pyspiel.py").write_text("raise ImportError('undefined symbol')")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "pyspiel", raising=False)
    ran = CliRunner().invoke(main, ["solve", "openspiel:kuhn"])
    assert ran.exit_code == 2
    assert "OpenSpiel is installed, but cannot be loaded: undefined symbol." in " ".join(ran.output.split())


def test_without_openspiel_the_message_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    ran = CliRunner().invoke(main, ["solve", "openspiel:kuhn"])
    assert ran.exit_code == 5
    assert "OpenSpiel is not installed; `pip install 'zermelo[openspiel]'` installs it." in " ".join(ran.output.split())


@pytest.mark.long
def test_analyses_are_made_of_openspiels_games() -> None:
    analysis = analyze("openspiel:hex(board_size=2)")
    assert {move.move: move.value for move in analysis.moves} == {"a1": -1, "b1": 1, "a2": 1, "b2": -1}


def test_names_are_read_back() -> None:
    for name in ("openspiel:hex(board_size=3)", "openspiel-history:go(board_size=2)"):
        assert str(game_named(name)) == name
    assert isinstance(game_named("openspiel:connect_four"), connect)
    assert isinstance(game_named("openspiel:gomoku(size=3,connect=3,dims=3)"), type(lines("3x3x3", 3)))
