"""An exception is reported as the game's only if the game has a part in it; otherwise it is ours, with its traceback."""

from __future__ import annotations

import importlib
import inspect
import json
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest
from click.testing import CliRunner

from tests.support.forging import NIM, Rules, certificate, nim_stream
from tests.support.games import OfObjects, Plain, Take
from zermelo import Game, analyze, census, certify, check, solve, tabulate, verify
from zermelo.certificates.verify import CHECKER, CHECKERS
from zermelo.cli import main
from zermelo.core.errors import BadGame, BadMove, GameFailed
from zermelo.games import mnk
from zermelo.preflight.faults import OURS
from zermelo.search.parts.search import Search
from zermelo.solver.run import SearchRun
from zermelo.web.jobs import Jobs
from zermelo.web.worker import Worker
from zermelo.work.files import digest_of


def failing(method: str) -> Game[Any]:
    """A game of which a method raises in one state."""
    arguments = list(inspect.signature(getattr(Game, method)).parameters)
    source = f"def {method}({', '.join(arguments)}):\n    if state <= 6:\n        raise ValueError('no idea')\n"
    source += f"    return Base.{method}({', '.join(arguments)})\n"
    names: dict[str, Any] = {"Base": Take, "__name__": "somebody"}
    exec(compile(source, "/home/somebody/game.py", "exec"), names)
    return type("Failing", (Take,), {method: names[method]})()


@pytest.mark.parametrize(
    "method",
    ["legal", "actions", "apply", "terminal", "reward", "key", "evaluate", "priority", "forced", "bounds", "to_move"],
)
def test_what_a_game_raises_is_told_with_its_line(method: str) -> None:
    game = failing(method)
    with pytest.raises(GameFailed, match=r"failed: ValueError: no idea \(/home/somebody/game\.py:3\)\.$"):
        solve(game, compiled=False, algorithm="negamax", depth=8)


class Counted(Take):
    """What it returns is of a type of NumPy."""

    kind: Any = np.int64

    def evaluate(self, state: int) -> Any:
        return self.kind(0)

    def priority(self, state: int, action: int) -> Any:
        return self.kind(action)

    def forced(self, state: int) -> Any:
        return self.kind(-1)


def test_integers_of_numpy_are_taken_for_integers_where_they_count_as_these() -> None:
    assert solve(Counted(), compiled=False).value == solve(Take(), compiled=False).value
    assert check(Counted(), plays=20, compiled=False).ok
    for kind in (np.int8, np.float64):
        with pytest.raises(BadGame, match="must return an integer"):
            solve(type("Small", (Counted,), {"kind": kind})(), compiled=False)


def test_each_wrong_answer_has_one_sentence_that_says_what_is_right() -> None:
    lists = type("Lists", (Take,), {"initial": lambda self: [7]})
    (fault,) = check(lists(), compiled=False).faults
    assert "which cannot be hashed" in fault.found
    assert "tuples" in fault.right
    forgets = type("Forgets", (Take,), {"terminal": lambda self, state: None})
    with pytest.raises(BadGame, match=r"terminal returns None\. Is a return missing\?"):
        solve(forgets(), compiled=False)
    with pytest.raises(BadMove, match="Move 1 is 4; moves are given by name, such as"):
        Take().play([4, 0])  # pyright: ignore[reportArgumentType]


def test_moves_may_be_one_text() -> None:
    assert mnk(3, 3, 3).play("a1 b2") == mnk(3, 3, 3).play("a1,b2") == mnk(3, 3, 3).play(["a1", "b2"])


def test_what_actions_gives_after_the_end_is_not_to_blame() -> None:
    """No search asks for it there, so another method has failed."""

    def reward(_self: Any, _state: int) -> int:
        raise ValueError("the real cause")

    game = but(actions=lambda _self, state: [*range(min(3, state))] if state else None, reward=reward)
    with pytest.raises(GameFailed, match="ValueError: the real cause"):
        solve(game, compiled=False)


def but(**members: Any) -> Game[Any]:
    """Take with these members instead."""
    return type("Odd", (Take,), members)()


def test_an_answer_that_no_search_can_use_is_the_games() -> None:
    nothing = but(priority=lambda self, state, action: None)
    with pytest.raises(BadGame, match="at the start, priority returns None, but must return an integer"):
        solve(nothing, compiled=False, algorithm="negamax", without="killers,history")


class Stopping(Take):
    def legal(self, state: int, action: int) -> bool:
        raise StopIteration


class Changing(OfObjects):
    """Changes the state that it is given."""

    def apply(self, state: Plain, action: int) -> Plain:
        state.stones -= action + 1
        return state


class Imaged(Take):
    symmetry_count = 2

    def symmetric(self, state: int, symmetry: int) -> Any:
        return [state]

    def symmetric_action(self, action: int, symmetry: int) -> int:
        return action


class Unwritten(Plain):
    """It cannot be written down."""

    def __repr__(self) -> Any:
        return None


class Unwritable(OfObjects):
    def initial(self) -> Plain:
        return Unwritten(9)


class Unspoken(Exception):
    def __str__(self) -> str:
        raise ValueError("no words")


def raising(error: type[BaseException]) -> Game[Any]:
    """A game of which `apply` raises this."""

    def apply(self: Any, state: int, action: int) -> int:
        raise error

    return type("Raising", (Take,), {"apply": apply})()


def named(name: Any) -> Game[Any]:
    return type("Named", (Take,), {"__str__": name})()


LINE: Final = r" \(.*test_whose_fault\.py:\d+\)\.$"
"""The end of a sentence about an exception."""


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize(
    ("game", "said"),
    [
        (Unwritable(), "^Unwritable failed: TypeError: __repr__ returned non-string"),
        (named(lambda self: None), "^Named failed: TypeError: __str__ returned non-string"),
        (named(lambda self: 1 // 0), f"^Named failed: ZeroDivisionError: .*{LINE}"),
        (raising(AssertionError), f"^Raising failed: AssertionError{LINE}"),
        (raising(Unspoken), f"^Raising failed: Unspoken{LINE}"),
        (raising(GeneratorExit), f"^Raising failed: GeneratorExit{LINE}"),
        (raising(StopIteration), f"^Raising failed: RuntimeError: generator raised StopIteration{LINE}"),
        (but(initial=lambda self: [10]), r"at the start, the state is \[10\], which cannot be hashed"),
        (
            but(apply=lambda self, state, action: [state - action - 1]),
            r"after \d, the state is \[\d\], which cannot be hashed",
        ),
        (but(key=lambda self, state: [state]), "key returns .*, but must return a hashable value"),
        (but(reward=lambda self, state: np.int64(-1)), r"a reward must be an integer; convert it with int\(\)"),
        (but(initial=lambda self, stones: stones), "is called as initial\\(\\)"),
        (Stopping(), "StopIteration"),
        (
            but(legal=lambda self, state, action: "yes" if action < state else "no"),
            "at the start, legal returns '(yes|no)', but must return True or False",
        ),
        (
            but(terminal=lambda self, state: "yes" if state == 0 else "no"),
            "at the start, terminal returns 'no', but must return True or False",
        ),
        (
            but(legal=lambda self, state, action: [each for each in range(3) if each < state]),
            r"at the start, legal returns \[0, 1, 2\], but must return True or False",
        ),
        (
            but(legal=lambda self, state, action: None),
            "no move is legal, .* legal returns None for every action: is a return missing",
        ),
        (Changing(), "apply changes the state it is given, for action .* must return a new state"),
        (Imaged(), "symmetric returns .*, but must return a state of the same kind"),
    ],
)
def test_what_python_refuses_of_a_game_is_the_games(game: Game[Any], said: str) -> None:
    """Most of these have no line of the game in their traceback."""
    assert not check(game, compiled=False, plays=2).ok
    for ask in (solve, analyze):
        with pytest.raises((BadGame, GameFailed), match=said):
            ask(game, compiled=False)


def test_an_image_that_is_no_state_is_no_fault_of_the_states(tmp_path: Path) -> None:
    for ask in (lambda: tabulate(Imaged(), folder=tmp_path), lambda: census(Imaged(), symmetry=True, compiled=False)):
        with pytest.raises(BadGame, match=r"symmetric returns \[\d+\], but must return a state of the same kind"):
            ask()


class Ours(Exception):
    """Raised where only zermelo is."""


def fault(text: str) -> Any:
    """A function that raises, as if it stood in the package."""
    names: dict[str, Any] = {"Ours": Ours, "__name__": "zermelo.planted"}
    exec(f"def fails(*_, **__):\n    raise Ours({text!r})", names)
    return names["fails"]


@pytest.mark.parametrize(("owner", "method"), [(SearchRun, "result"), (Search, "terminal_score")])
def test_a_fault_of_ours_is_told_as_ours(
    owner: type, method: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(owner, method, fault("a bound was swapped"))
    with pytest.raises(Ours) as caught:
        solve(Take(), compiled=False)
    assert caught.value.__notes__ == [OURS]
    with pytest.raises(Ours):
        certify(mnk(3, 3, 3), folder=tmp_path / "proofs", compiled=False)
    shown = CliRunner().invoke(main, ["solve", "mnk(3,3,3)", "--interpreted"])
    assert (shown.exit_code, shown.stdout) == (4, "")
    assert "Traceback (most recent call last)" in shown.stderr
    assert "Ours: a bound was swapped" in shown.stderr
    assert shown.stderr.count("This is a bug in zermelo") == 1


FLAWED: Final = "        ply += 1\n", "        ply += 1 // 0\n"
"""What is put into the short checker to make it fail in the middle of its work."""


@pytest.fixture
def flawed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checker with a fault in it, in place of ours."""
    text = CHECKER.read_text()
    assert text.count(FLAWED[0]) == 1
    (tmp_path / "checker.py").write_text(text.replace(*FLAWED))
    verifying = importlib.import_module("zermelo.certificates.verify")
    monkeypatch.setattr(verifying, "CHECKERS", (("-I", str(tmp_path / "checker.py")), CHECKERS[1]))
    return tmp_path / "checker.py"


@pytest.mark.long
@pytest.mark.usefixtures("flawed")
@pytest.mark.parametrize("game", ["mnk(2,2,2)", "nim(1,2)"])
def test_a_fault_of_a_checker_is_ours(game: str, tmp_path: Path) -> None:
    """By rules of ours, that of k in a row or a module, the other checker comes to another verdict."""
    made = CliRunner().invoke(
        main, ["solve", game, "--interpreted", "--certify", "-o", str(tmp_path / "proofs"), "--json"]
    )
    (told, *_) = json.loads(made.stdout)["certificates"]
    assert (made.exit_code, told["verdict"]["code"]) == (4, 4)
    shown = CliRunner().invoke(main, ["verify", told["path"]])
    assert shown.exit_code == 4
    assert shown.stdout.startswith("The checkers disagree: MALFORMED: 'ZeroDivisionError: ")
    assert "This is a bug in zermelo, not in the file." in shown.stdout
    found = json.loads(CliRunner().invoke(main, ["verify", told["path"], "--json"]).stdout)
    assert [each["verdict"] for each in found["verdicts"]] == ["zermelo failed"]


@pytest.mark.long
def test_what_a_file_or_the_rules_of_others_do_to_a_checker_is_not_ours(flawed: Path, tmp_path: Path) -> None:
    """Nor is a checker that finds too little memory."""
    (tmp_path / "rules.py").write_text(NIM)
    own = {"game": {"heaps": [1, 2, 4]}, "rules": f"sha256:{digest_of(tmp_path / 'rules.py')}"}
    data = certificate(Rules(1, 1, 1), {"player": 0, "at_least": 1}, [], nim_stream([1, 2, 4], 0), **own)
    (tmp_path / "own.zcert").write_bytes(data)
    told = verify(tmp_path / "own.zcert", tmp_path / "rules.py")
    assert (told.code, "The checkers disagree" in told.text, "bug in zermelo" in told.text) == (2, True, False)
    (tmp_path / "no.zcert").write_text("no certificate")
    assert verify(tmp_path / "no.zcert").text.startswith("MALFORMED: this is not an intact certificate")
    flawed.write_text(flawed.read_text().replace("1 // 0", "raise MemoryError"))
    (proof, *_) = certify(mnk(2, 2, 2), folder=tmp_path / "proofs", compiled=False).certificates
    assert (proof.verdict.code, "MemoryError" in proof.verdict.text) == (2, True)


def test_a_fault_of_ours_beside_a_search_is_ours_too(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from zermelo.tablebase import layers

    monkeypatch.setattr(layers, "Expansion", fault("a row was lost"))
    with pytest.raises(Ours):
        tabulate(mnk(2, 2, 2), folder=tmp_path / "table", compiled=False)


def test_the_page_tells_them_apart(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(SearchRun, "result", fault("a bound was swapped"))
    worker = Worker(Jobs(memory=1 << 24, compiled=False), None)  # pyright: ignore[reportArgumentType]
    request = {"game": "mnk(3,3,3)", "position": None, "moves": [], "seconds": 2.0, "objective": "outcome"}
    request |= {"algorithm": "minimax", "depth": None, "deepening": False, "table": True, "without": [], "most": 9}
    word, told = worker._answer("tree", request)
    assert word == "error"
    assert "zermelo failed: Ours: a bound was swapped. This is a bug in zermelo" in told
    assert "Ours: a bound was swapped" in capsys.readouterr().err
