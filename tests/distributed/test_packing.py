"""Games and positions on their way to workers."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import zermelo
from tests.support.brute_force import Truth
from tests.support.graph_games import KINDS, Graph
from zermelo import Game
from zermelo.core.errors import BadGame, NotSupported
from zermelo.distributed.packing import packed_game, packed_state, state_after, unpacked_state
from zermelo.games import mnk
from zermelo.work.identity import code_of

FILE = '''
from zermelo import Game

MOST = 3


class Take(Game[int]):
    """Take one, two or three; whoever takes the last one wins."""

    def __init__(self, heap: int = 12) -> None:
        self.heap = self.max_length = heap
        self.action_count = MOST

    def initial(self) -> int:
        return self.heap

    def legal(self, state: int, action: int) -> bool:
        return action < state

    def apply(self, state: int, action: int) -> int:
        return state - action - 1

    def terminal(self, state: int) -> bool:
        return state == 0

    def reward(self, state: int) -> int:
        return -1
'''


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "take.py"
    path.write_text(FILE)
    return path


@pytest.mark.parametrize("name", ["mnk(4,4,3)", "tictactoe", "nim(3,4)", "sum(nim(3,4),chomp(2,3))", "connect(5,4,3)"])
def test_a_game_of_ours_travels_by_name(name: str) -> None:
    game = zermelo.game_named(name)
    for given in (name, game):
        packed = packed_game(given)
        assert packed.file == ""
        assert code_of(packed.open()) == code_of(game)


@pytest.mark.parametrize("arguments", ["", ":Take", ":Take(15)"])
def test_a_class_travels_with_its_file(file: Path, arguments: str) -> None:
    """By its name, and as an object, the arguments included; it arrives even if the file is not there."""
    game = zermelo.game_named(f"{file}{arguments}")
    games = [packed_game(f"{file}{arguments}"), packed_game(game)]
    assert games[0] == games[1]._replace(name=arguments)
    shutil.rmtree(file.parent)
    for packed in games:
        opened = packed._replace(file="/nowhere/take.py").open()
        assert str(opened) == str(game)
        assert opened.initial() == game.initial()
        assert zermelo.solve(opened).value == (1 if opened.initial() % 4 else -1)


def test_another_file_of_that_name_is_not_used(file: Path) -> None:
    packed = packed_game(str(file))
    file.write_text(FILE.replace("MOST = 3", "MOST = 2"))
    assert packed.open().action_count == 3


def test_an_object_whose_file_has_been_edited_is_refused(file: Path) -> None:
    """Otherwise the workers would solve another game."""
    game = zermelo.game_named(str(file))
    file.write_text(FILE.replace("state - action - 1", "state - action - 2"))
    with pytest.raises(NotSupported, match=r"a class must be in a file, as it is now\.$"):
        packed_game(game)


def test_another_version_of_the_class_is_refused(file: Path) -> None:
    packed = packed_game(str(file))
    changed = packed._replace(text=FILE.replace("MOST = 3", "MOST = 2"))
    with pytest.raises(BadGame, match=r"^Its code of Take differs from that of the cluster\.$"):
        changed.open()


def test_another_version_of_zermelo_is_refused() -> None:
    packed = packed_game("mnk(3,3,3)")._replace(version="zermelo 9.9 and Python 3.14")
    with pytest.raises(BadGame, match=r"^It has zermelo .*, and the cluster zermelo 9\.9 and Python 3\.14\.$"):
        packed.open()


def test_a_class_that_cannot_travel_is_refused() -> None:
    class Local(Graph):
        pass

    message = r"^Local\(.*\) cannot travel to the workers of a cluster: they make it from its name\. Give its name"
    with pytest.raises(NotSupported, match=message):
        packed_game(Local(3, "int"))
    with zermelo.cluster("serial") as workers, pytest.raises(NotSupported, match=message):
        workers.solve(Local(3, "int"))


@pytest.mark.parametrize("kind", KINDS)
def test_states_of_every_kind_travel(kind: str) -> None:
    game = Graph(1, kind)
    for state in game.states:
        packed = packed_state(game, zermelo.AsState(state), state)
        assert unpacked_state(game, json.loads(json.dumps(packed))) == state


def test_states_of_ours_travel() -> None:
    game, rng = mnk(5, 5, 4), random.Random(4)
    state: Any = game.initial()
    moves: list[int] = []
    while not game.terminal(state):
        again = unpacked_state(game, json.loads(json.dumps(packed_state(game, state, state))))
        assert again == state
        assert type(again) is type(state)
        assert state_after(game, game.initial(), moves) == state
        moves.append(rng.choice(list(game.actions(state))))
        state = game.apply(state, moves[-1])


def test_words_for_a_position_travel_as_they_are() -> None:
    game = mnk(3, 3, 3)
    assert packed_state(game, "a1 b2", game.play(["a1", "b2"])) == {"position": "a1 b2"}
    assert unpacked_state(game, {"position": "a1 b2"}) == game.play(["a1", "b2"])


class Counter(Game[Any]):
    """A field that is False at first, and an integer later: True and 1 are equal, and not the same here."""

    action_count, max_length = 2, 5

    def initial(self) -> Any:
        return (False, 0)

    def legal(self, state: Any, action: int) -> bool:
        return True

    def apply(self, state: Any, action: int) -> Any:
        return (state[0] * 2 + action, state[1] + 1)

    def terminal(self, state: Any) -> bool:
        return state[1] == 5

    def reward(self, state: Any) -> int:
        return 1 if state[0] % 3 == 1 else -1


def test_a_field_that_is_a_bool_at_first(file: Path) -> None:
    """Positions travel as moves, so nothing is taken for something else on the way."""
    source = Path(__file__).read_text()
    body = source[source.index("class Counter") : source.index("def test_a_field_that_is_a_bool")]
    file.write_text(f"from typing import Any\nfrom zermelo import Game\n\n{body}")
    value = Truth(Counter()).worth(Counter().initial()).value
    with zermelo.cluster("serial") as workers:
        assert workers.solve(str(file), job_nodes=64, compiled=False).value == value


SCRIPT = """
import zermelo
from zermelo import Game
{body}
{guard}with zermelo.cluster("processes:2") as workers:
    {indent}print(workers.solve({game}).value)
"""


@pytest.mark.long
@pytest.mark.parametrize("game", ["Take()", "__file__"])
def test_a_script_that_solves_its_own_game(tmp_path: Path, game: str) -> None:
    """It is not run again and again: the workers of a cluster make no cluster."""
    script = tmp_path / "script.py"
    script.write_text(SCRIPT.format(body=FILE, guard="", indent="", game=game))
    ran = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=60, check=False)
    assert ran.returncode == 1
    assert "cannot" in ran.stderr.splitlines()[-1]
    guarded = "if __name__ == '__main__':\n  with zermelo.cluster('processes:2') as workers:\n    "
    script.write_text(
        f"import zermelo\nfrom zermelo import Game\n{FILE}\n{guarded}print(workers.solve({game}).value)\n"
    )
    ran = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=60, check=False)
    if game == "__file__":
        assert (ran.stdout, ran.returncode) == ("-1\n", 0)
    else:
        assert "Give its name in place of the object" in ran.stderr
