"""Certificates beyond flat boards: games by rules modules, distances, games with cycles; and what is refused."""

from __future__ import annotations

import importlib
import json
import os
import random
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from examples.breakthrough import Breakthrough
from examples.domineering import Domineering
from examples.dots_and_boxes import DotsAndBoxes
from examples.hexapawn import Hexapawn
from examples.othello import Othello
from examples.tictactoe import TicTacToe
from tests import EXAMPLES
from tests.support.brute_force import Truth
from tests.support.forging import resealed, seen_by_both, unsealed
from tests.support.games import Take
from zermelo import Game, certify, game_named, grundy, solve, verify
from zermelo.certificates import certify_grundy
from zermelo.certificates.certify import _name
from zermelo.certificates.encodings import move_order
from zermelo.certificates.files import Claim
from zermelo.cli import main
from zermelo.core.errors import BadOption, BadPosition, NotSupported
from zermelo.games import (
    capture,
    chomp,
    connect,
    einstein,
    game_sum,
    kayles,
    lines,
    mnk,
    nim,
    splits,
    subtraction,
    tree,
    wythoff,
)
from zermelo.games.rules import disagreement, load
from zermelo.games.rules.library import parameters_of
from zermelo.preflight import plays

WRITE_THEM = "with the functions start, moves, to_move, apply and result, and give that file as --rules RULES.py"

certifying: Any = importlib.import_module("zermelo.certificates.certify")

RULES = EXAMPLES / "rules"

OURS: dict[str, Game[Any]] = {
    str(game): game
    for game in (
        nim(3, 5, 7),
        nim(2, 2, 3, misere=True),
        subtraction(21, 1, 2, 3),
        kayles(9),
        splits(12),
        wythoff(9, 15),
        chomp(4, 4),
        capture(7, 2),
        tree(3, 5),
        lines((3, 3, 3), 3),
        lines((2, 2, 3), 3, misere=True),
        lines((3, 3), 3, weak=True),
        lines((2, 2, 3), 2, gravity=0),
        lines((3, 3), 3),
        lines((3, 3), 3, gravity=0),
        connect(9, 8, 2),  # more than 63 cells: by the rules, not by the fixed format
    )
}

COMPILED = ("nim(3,5,7)", "lines(2x2x3,3,misere=1)", "lines(3x3x3,3)", "hexapawn 4x4", "mnk(4,3,3)")
"""The others are as quick without."""

EXAMPLES: dict[str, tuple[Game[Any], str]] = {
    "hexapawn 3x3": (Hexapawn(3, 3), "hexapawn"),
    "hexapawn 4x4": (Hexapawn(4, 4), "hexapawn"),
    "breakthrough 4x3": (Breakthrough(4, 3), "breakthrough"),
    "domineering 4x4": (Domineering(4, 4), "domineering"),
    "dots and boxes 2x2": (DotsAndBoxes(2, 2), "dots_and_boxes"),
    "othello": (Othello(), "othello"),
    "tic-tac-toe": (TicTacToe(), "tictactoe"),
}


@pytest.mark.long
@pytest.mark.parametrize("name", OURS)
def test_games_that_come_with_zermelo_are_certified(name: str, tmp_path: Path) -> None:
    found = certify(OURS[name], folder=tmp_path, compiled=name in COMPILED)
    assert found.certified, found.report()
    assert len(list(tmp_path.iterdir())) == len(found.certificates)
    for each in found.certificates:
        assert verify(each.path).verified  # by the module with the digest that the file names


@pytest.fixture
def _here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both checkers look in this process: that they are programs is for others to try."""
    monkeypatch.setattr(certifying, "verify", seen_by_both)


@pytest.mark.long
@pytest.mark.parametrize("name", EXAMPLES)
def test_games_of_users_are_certified(name: str, tmp_path: Path) -> None:
    game, rules = EXAMPLES[name]
    found = certify(game, folder=tmp_path, rules=RULES / f"{rules}.py", compiled=name in COMPILED)
    assert found.certified, found.report()
    assert "RULES MISSING: " in verify(found.certificates[0].path).text


@pytest.mark.long
def test_claims_say_the_value_and_no_more(tmp_path: Path) -> None:
    """A score is two claims, the best there is one; positions after moves are claims for who is to move there."""
    module = RULES / "dots_and_boxes.py"
    game, rng = DotsAndBoxes(2, 2), random.Random("claims")
    for _ in range(5):
        state, played = game.initial(), list[int]()
        for _ in range(5):
            played.append(rng.choice(list(game.actions(state))))
            state = game.apply(state, played[-1])
        names = " ".join(map(game.action_name, played))
        found = certify(game, names, folder=tmp_path, rules=module, compiled=False)
        value, mover = Truth(game).worth(state).value, game.to_move(state)
        told = {(each.claim.player, each.claim.at_least) for each in found.certificates}
        best = {(mover, value)} if value == 4 else {(1 - mover, -value)} if value == -4 else set[tuple[int, int]]()
        assert told == (best or {(mover, value), (1 - mover, -value)})
        assert found.certified


@pytest.mark.long
def test_a_higher_claim_is_rejected(tmp_path: Path) -> None:
    """The stream of a true claim, under the header of one that asks for more."""
    path = certify(nim(3, 5, 7), folder=tmp_path).certificates[0].path
    magic, header, stream = unsealed(path)
    for change in ({"player": 1}, {"at_least": 2}, {"within": 5}):
        path.write_bytes(resealed(magic, header | {"claim": header["claim"] | change}, stream))
        assert verify(path).code == 1, change


# --- sums, and Grundy values --------------------------------------------------------------------------------------------
SUMS = (
    "sum(kayles(4),nim(2,3))",
    "sum(chomp(2,3),wythoff(1,3))",
    "sum(splits(7),subtraction(9,1,2,5),nim(2),misere=1)",
    "sum(sum(nim(2),kayles(3)),octal(0.156,5))",
)


@pytest.mark.long
@pytest.mark.usefixtures("_here")
@pytest.mark.parametrize("name", SUMS)
def test_sums_are_certified_by_rules_made_of_those_of_their_parts(name: str, tmp_path: Path) -> None:
    game: Any = game_named(name)
    found = certify(game, folder=tmp_path, compiled=False)
    assert (found.certified, found.result.value) == (True, Truth(game).worth(game.initial()).value)
    rules = load(next(tmp_path.glob("*.rules.py")))
    assert disagreement(game, rules, parameters_of(game), 100, seed=3) is None
    mate = CliRunner().invoke(main, ["verify", str(found.certificates[0].path)])
    assert (mate.exit_code, "RULES MISSING: " in mate.stdout) == (2, True)


class Pile(Take):
    """It has no rules module."""

    impartial = True


def test_sums_with_parts_whose_rules_nobody_knows_are_refused(tmp_path: Path) -> None:
    with pytest.raises(NotSupported, match="needs a rules module for each part"):
        certify(game_sum(nim(2), Pile()), folder=tmp_path, compiled=False)


@pytest.mark.sampled("kayles*", "wythoff*")
@pytest.mark.usefixtures("_here")
@pytest.mark.parametrize(
    ("name", "moves", "value"),
    [
        ("kayles(5)", None, 4),
        ("nim(3,5,7)", None, 1),
        ("wythoff(3,5)", None, 0),
        ("chomp(3,3)", None, 5),
        ("kayles(7)", "1:5", 4),
    ],
)
def test_grundy_values_are_certified(name: str, moves: str | None, value: int, tmp_path: Path) -> None:
    """Those of Kayles are as published (Guy and Smith 1956); the claim is about the sum with a heap of that size."""
    game: Any = game_named(name)
    assert grundy(game, moves).grundy == value
    found = certify_grundy(game, moves, folder=tmp_path, compiled=False)
    assert found.certified
    assert [(each.claim.player, each.claim.at_least) for each in found.certificates] == [(0 if moves else 1, 1)]


@pytest.mark.long
def test_grundy_values_are_certified_from_the_command_line(tmp_path: Path) -> None:
    asked = ["grundy", "kayles(5)", "--certify", "-o", str(tmp_path), "--quiet"]
    shown = CliRunner().invoke(main, asked)
    assert (shown.exit_code, "certified: two checkers" in shown.stdout) == (0, True), shown.output
    told = json.loads(CliRunner().invoke(main, [*asked, "--json"]).stdout)
    assert (told["grundy"], told["certified"]) == (4, True)
    sizes = CliRunner().invoke(main, [*asked, "--from", "3"])
    assert (sizes.exit_code, "by the moves that lead to it" in sizes.stderr) == (2, True)
    values = CliRunner().invoke(main, [*asked, "--values", "9"])
    assert (values.exit_code, "leave out --from and --certify" in values.stderr) == (2, True)
    partisan = CliRunner().invoke(main, ["grundy", "mnk(3,3,3)", "--certify", "-o", str(tmp_path)])
    assert (partisan.exit_code, "not declared impartial" in partisan.stderr) == (2, True)


# --- distances ----------------------------------------------------------------------------------------------------------
@pytest.mark.usefixtures("_here")
@pytest.mark.sampled("subtraction(13,1,2,3)", "chomp(3,3)")
@pytest.mark.parametrize("name", ["mnk(4,3,3)", "connect(4,4,3)", "subtraction(13,1,2,3)", "chomp(3,3)"])
def test_distances_are_two_claims(name: str, tmp_path: Path) -> None:
    from zermelo import game_named

    game: Any = game_named(name)
    found = certify(game, folder=tmp_path, objective="distance", compiled=name in COMPILED)
    assert found.certified, found.report()
    within = [each.claim.within for each in found.certificates]
    assert within == [found.result.distance, found.result.distance - 1 if found.result.distance else None]


@pytest.mark.usefixtures("_here")
def test_a_win_at_once_is_one_claim(tmp_path: Path) -> None:
    found = certify(mnk(3, 3, 3), "a1 b1 a2 b2", folder=tmp_path, objective="distance", compiled=False)
    assert [each.claim.within for each in found.certificates] == [1]
    assert found.certified


# --- refusals -----------------------------------------------------------------------------------------------------------
class Torus(mnk):
    """A subclass, which may play by other rules than its parent."""

    def reward(self, state: Any) -> int:
        return -super().reward(state)


class Forgetful(Hexapawn):
    """It does not keep what it was made with."""

    def __init__(self, height: int) -> None:
        super().__init__(height, 3)


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize(
    ("game", "rules", "told"),
    [
        (Hexapawn(3, 3), None, WRITE_THEM),
        (Torus(3, 3, 3), None, WRITE_THEM),
        (Forgetful(3), "hexapawn", "Store it in the attribute height"),
        (Hexapawn(3, 3), "breakthrough", "are not those of Hexapawn. At the start: the rules lack"),
        (Hexapawn(3, 3), "nothing", "cannot be read"),
        (einstein(2, 1), None, "games of two players without chance"),
        (lines((3, 3), 3, players=3), None, "games of two players without chance"),
    ],
    ids=["no rules", "subclass", "arguments", "other rules", "no file", "chance", "three players"],
)
def test_what_cannot_be_certified_is_refused(game: Game[Any], rules: str | None, told: str, tmp_path: Path) -> None:
    module = None if rules is None else RULES / f"{rules}.py"
    with pytest.raises((BadOption, NotSupported)) as refused:
        certify(game, folder=tmp_path / "proofs", rules=module)
    assert told in str(refused.value)
    assert not (tmp_path / "proofs").exists()


def test_positions_of_modules_are_told_by_moves(tmp_path: Path) -> None:
    game = nim(3, 5, 7)
    with pytest.raises(BadPosition, match="by the moves that lead to it"):
        certify(game, game.apply(game.initial(), 0), folder=tmp_path)


def test_distances_of_scores_are_refused(tmp_path: Path) -> None:
    with pytest.raises(NotSupported, match="only if rewards are -1, 0 and 1; those of DotsAndBoxes go from -4 to 4"):
        certify(
            DotsAndBoxes(2, 2), folder=tmp_path, rules=RULES / "dots_and_boxes.py", objective="distance", compiled=False
        )


@pytest.mark.long
def test_rules_that_lie_where_random_play_does_not_look(tmp_path: Path) -> None:
    """They say that play goes on after a win of the first player that few plays come to; the proof comes to it."""
    text = (RULES / "hexapawn.py").read_text()
    (tmp_path / "rules.py").write_text(text + "\n\nhonest = moves\n\ndef moves(state):\n    return honest(state)[:2]\n")
    with pytest.raises(BadOption, match="rules"):
        certify(Hexapawn(4, 4), folder=tmp_path / "proofs", rules=tmp_path / "rules.py")


@pytest.mark.long
def test_the_commands(tmp_path: Path) -> None:
    game, rules = f"{RULES.parent / 'hexapawn.py'}:Hexapawn", str(RULES / "hexapawn.py")
    shown = CliRunner().invoke(main, ["solve", game, "--certify", "-o", str(tmp_path), "--rules", rules, "--quiet"])
    assert shown.exit_code == 0, shown.output
    assert "certified: two checkers accepted each claim" in shown.stdout
    file = str(next(tmp_path.iterdir()))
    assert CliRunner().invoke(main, ["verify", file, "--rules", rules]).exit_code == 0
    assert CliRunner().invoke(main, ["verify", file]).exit_code == 2
    alone = CliRunner().invoke(main, ["solve", game, "--rules", rules])
    assert (alone.exit_code, "--rules is an option of --certify" in alone.stderr) == (2, True)
    good = CliRunner().invoke(main, ["check", game, "--rules", rules, "--interpreted"])
    assert good.exit_code == 0
    other = CliRunner().invoke(main, ["check", game, "--rules", str(RULES / "othello.py"), "--interpreted"])
    assert (other.exit_code, "With othello.py" in other.stdout) == (1, True)


@pytest.mark.long
def test_knowledge_that_is_left_out_is_left_out_of_proofs_too(tmp_path: Path) -> None:
    """By several names at a time; what the game claims to know is wrong, and no proof is found by it."""
    lying = (
        "    def forced(self, _):\n        return 0\n\n    def bounds(self, state, alpha, beta):\n        return 1, 1\n"
    )
    (tmp_path / "lying.py").write_text((RULES.parent / "tictactoe.py").read_text() + "\n" + lying)
    asked = ["solve", f"{tmp_path / 'lying.py'}:TicTacToe", "--rules", str(RULES / "tictactoe.py"), "--interpreted"]
    asked += ["--certify", "-o", str(tmp_path / "proofs")]
    assert "certified" not in CliRunner().invoke(main, asked).stdout.splitlines()[-1:]
    shown = CliRunner().invoke(main, [*asked, "--without", "forced,bounds"])
    assert (shown.exit_code, "certified: two checkers" in shown.stdout) == (0, True), shown.output


@pytest.mark.long
def test_proofs_share_their_positions(tmp_path: Path) -> None:
    """Counts, not times: what these took before moves were chosen together was 103,709 and 106,378."""
    for game, most in ((mnk(5, 5, 4), 50_000), (connect(5, 5, 4), 60_000)):
        found = certify(game, folder=tmp_path)
        assert found.certified
        assert sum(each.positions for each in found.certificates) <= most


@pytest.mark.long
def test_checking_shows_progress_and_can_be_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.certificates.proved.TICK", 0.01)
    path = certify(nim(3, 5, 7), folder=tmp_path, compiled=False).certificates[0].path
    shown: list[str] = []
    assert verify(path, progress=shown.append).verified
    assert shown[0].startswith(f"checker 1 of 2: {path.name}")
    assert shown[-1].startswith(f"checker 2 of 2: {path.name}")

    def impatient(text: str) -> None:
        if text.startswith("checker 2"):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        verify(path, progress=impatient)
    found = certify(nim(3, 5, 7), folder=tmp_path, compiled=False, progress=impatient)
    assert (found.stopped, found.certified) == ("interrupted", False)
    assert "The same command resumes the work." in found.report()


@pytest.mark.long
def test_time_that_is_spent_ends_the_writing_and_the_same_call_goes_on(tmp_path: Path) -> None:
    game = connect(6, 5, 4)
    solved = solve(game, line=False)
    found = certify(game, folder=tmp_path, solved=solved, seconds=0.3)
    assert (found.stopped, found.certified, found.certificates) == ("seconds", False, ())
    assert "Time is up. The same command resumes the work." in found.report()
    assert list(tmp_path.glob("*.unfinished"))
    whole = certify(game, folder=tmp_path, solved=solved)
    assert whole.certified
    assert not list(tmp_path.glob("*.unfinished"))


@pytest.mark.long
def test_time_on_the_command_line_is_for_search_and_proof(tmp_path: Path) -> None:
    asked = ["solve", "connect(6,5,4)", "--certify", "-o", str(tmp_path), "--quiet", "--seconds"]
    shown = CliRunner().invoke(main, [*asked, "0.5"])
    assert (shown.exit_code, "certified: two" in shown.stdout) == (3, False), shown.output


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    shown = CliRunner().invoke(main, ["verify", str(tmp_path / "pipe")])
    assert (shown.exit_code, "neither a file nor a folder" in shown.stderr) == (2, True)


def test_a_class_is_examined_once_before_it_is_certified(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    examined, examine = list[Game[Any]](), plays.check_plays
    monkeypatch.setattr(plays, "check_plays", lambda game: (examined.append(game), examine(game)))
    rules = RULES / "hexapawn.py"
    assert certify(Hexapawn(), folder=tmp_path, rules=rules).certified
    assert len(examined) == 1
    command = ["solve", str(RULES.parent / "hexapawn.py"), "--certify", "-o", str(tmp_path), "--rules", str(rules)]
    assert CliRunner().invoke(main, command).exit_code == 0
    assert len(examined) == 2


@pytest.mark.long
@pytest.mark.usefixtures("_here")
def test_certificates_that_are_there_are_checked_and_not_written_again(tmp_path: Path) -> None:
    """Unless they are damaged, or of another claim."""
    game = nim(3, 5, 7)
    path = certify(game, folder=tmp_path, compiled=False).certificates[0].path
    whole, written = path.read_bytes(), path.stat().st_mtime_ns
    again = certify(game, folder=tmp_path, compiled=False)
    assert (again.certified, again.certificates[0].seconds, path.stat().st_mtime_ns) == (True, 0.0, written)
    for harmed in (whole[:-1], b"", b"[]\n[]\n", whole.replace(b'"player":0', b'"player":1')):
        path.write_bytes(harmed)
        assert certify(game, folder=tmp_path, compiled=False).certified
        assert path.read_bytes() == whole


def test_boards_that_no_play_leads_to_are_refused(tmp_path: Path) -> None:
    """To look for one took for ever."""
    stacked = "......./......./XXXXXX./OOOOOO./OOOOOO./XXXXXX."
    for game, board in ((connect(4, 4, 3), "..../..../X.../O..."), (connect(7, 6, 7), stacked)):
        with pytest.raises(BadPosition, match="cannot have been dropped in turn"):
            certify(game, board, folder=tmp_path, compiled=False)


class Rare(Game[tuple[int, int]]):
    """One step of nine each time, which of them hardly matters; a certain way of five steps is a win for 9 by the rules."""

    action_count, max_length = 9, 5

    def initial(self) -> tuple[int, int]:
        return 0, 0

    def legal(self, state: tuple[int, int], action: int) -> bool:
        return True

    def apply(self, state: tuple[int, int], action: int) -> tuple[int, int]:
        return state[0] + 1, 9 * state[1] + action

    def terminal(self, state: tuple[int, int]) -> bool:
        return state[0] == 5

    def reward(self, state: tuple[int, int]) -> int:
        return -1


RARE = """
def start(game):
    return (0, 0)

def to_move(state):
    return state[0] % 2

def moves(state):
    return list(range(9))

def apply(state, move):
    return (state[0] + 1, 9 * state[1] + move)

def result(state):
    return None if state[0] < 5 else 9 if state[1] == 0 else 1
"""


def test_a_value_is_not_certified_that_the_rules_tell_otherwise(tmp_path: Path) -> None:
    """By them player 0 gets 9 on a way that random play does not come to: the value 1 was called certified."""
    (tmp_path / "rules.py").write_text(RARE)
    with pytest.raises(BadOption, match="player 0 gets 9 by the rules, but 1 in the game"):
        certify(Rare(), folder=tmp_path / "proofs", rules=tmp_path / "rules.py", compiled=False)


@pytest.mark.long
def test_a_small_proof_needs_no_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With an empty cache, the proof of a small game waited for code that took longer to compile than the proof to write."""
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(certifying, "Compilation", None)
    found = certify("mnk(3,3,3)", folder=tmp_path / "proofs", seconds=20)
    assert found.certified


@given(st.lists(st.integers(0, 3), max_size=12))
def test_stones_on_a_board_with_gravity_are_put_into_an_order_in_which_they_can_be_dropped(drops: list[int]) -> None:
    stones: list[list[int]] = [[], []]
    for column in drops:
        height = sum(cell % 4 == column for side in stones for cell in side)
        if height < 3:
            stones[sum(map(len, stones)) % 2].append(4 * height + column)
    order = move_order([sorted(side) for side in stones], 4)
    assert [sorted(order[player::2]) for player in (0, 1)] == [sorted(side) for side in stones]
    assert all(cell < 4 or cell - 4 in order[:number] for number, cell in enumerate(order))


def test_certificates_of_a_position_and_of_the_start_have_files_of_their_own() -> None:
    claims = (Claim(0, 1), Claim(1, 0), Claim(0, 0, 5))
    assert len({_name("mnk(3,3,3)", played, claim) for played in ([], [0], [1, 0]) for claim in claims}) == 9
