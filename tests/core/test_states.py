"""A position means the same whatever type a game's states have, given as a text or as a state, to every command."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tests.support import graph_games
from tests.support.graph_games import KINDS, Graph, distance, graph, layers, value
from zermelo import AsState, Game, analyze, census, engine_named, prove_play, review, search_tree, solve, tabulate
from zermelo.cli import main
from zermelo.core.errors import BadMove, BadPosition
from zermelo.web.jobs import Jobs

pytestmark = pytest.mark.usefixtures("plain")

FILE = Path(graph_games.__file__)


def place(seed: int) -> tuple[list[str], int]:
    """Moves to a position that is not terminal, and its number."""
    rng, nodes = random.Random(f"place {seed}"), graph(seed)
    moves, number = list[str](), 0
    for _ in range(rng.randrange(3)):
        move = rng.randrange(len(nodes[number].children))
        child = nodes[number].children[move]
        if not nodes[child].children:
            break
        moves.append("abc"[move])
        number = child
    return moves, number


def answers(seed: int, kind: str, position: Any, moves: list[str], folder: Path) -> dict[str, Any]:
    """What all functions that take a position say of it."""
    game, found = Graph(seed, kind), dict[str, Any]()
    for objective in ("outcome", "distance"):
        solved = solve(game, position, objective=objective, compiled=False)
        found[objective] = solved.value, solved.kind, solved.distance, solved.sentence()
    analyzed = analyze(game, position, compiled=False)
    found["analyze"] = {move.move: (move.value, move.distance) for move in analyzed.moves}, analyzed.sentence()
    drawn = search_tree(game, position, compiled=False)
    found["tree"] = drawn.result.value
    counted = census(game, position, compiled=False)
    found["census"] = [ply.positions for ply in counted.plies]
    made = tabulate(game, position, folder=folder / f"{seed}-{kind}", compiled=False)
    assert made.entry is not None
    assert made.table is not None
    found["tabulate"] = made.entry.value, made.entry.distance
    looked_up = solve(game, position, objective="distance", tables=folder / f"{seed}-{kind}", compiled=False)
    found["lookup"] = looked_up.value, looked_up.distance
    choice = engine_named(game, "perfect", compiled=False).choose(game.play(moves))
    found["engine"] = choice.result.value if choice.result else None
    judged = review(game, [min(found["analyze"][0])], " ".join(moves) or None, compiled=False)
    found["review"] = judged.plies[0].value, judged.plies[0].got
    proof = prove_play(game, engine_named(game, "perfect", compiled=False), position=" ".join(moves) or None)
    found["prove-play"] = [(side.value, side.holds) for side in proof.sides]
    request = {
        "game": f"{FILE}:Graph({seed},{kind})",
        "position": None,
        "moves": moves,
        "seconds": 20.0,
        "objective": None,
    }
    page = Jobs(memory=1 << 24, compiled=False).answer("values", request, lambda _progress: None)
    found["page"] = {move["move"]: (move["value"], move["distance"]) for move in page["moves"]}, page["sentence"]
    return found


def expected(seed: int, number: int, found: dict[str, Any]) -> None:
    """The oracle's values, of which there is no doubt."""
    nodes = graph(seed)
    worth, plies = distance(nodes, number)
    assert worth == value(nodes, number)
    told = None if worth == 0 else plies
    assert found["outcome"][:2] == (worth, "exact")
    assert found["distance"][:3] == (worth, "exact", told)
    assert found["analyze"] == found["page"]
    assert max(worths[0] for worths in found["analyze"][0].values()) == worth
    assert found["tree"] == found["engine"] == found["review"][0] == worth
    assert found["census"] == layers(nodes, number)
    assert found["tabulate"] == found["lookup"] == (worth, told)
    assert all(holds for _, holds in found["prove-play"])


def all_agree(seed: int, folder: Path) -> None:
    """Each kind of state, by text and by state, on one graph."""
    moves, number = place(seed)
    first: dict[str, Any] | None = None
    for kind in KINDS:
        state = AsState(Graph(seed, kind).states[number])
        for name, position in (("text", " ".join(moves) or None), ("state", state)):
            found = answers(seed, kind, position, moves, folder / name)
            expected(seed, number, found)
            first = first or found
            assert found == first, (seed, kind, name)


@pytest.mark.long
@pytest.mark.parametrize("block", [0, *(pytest.param(block, marks=pytest.mark.stress) for block in range(1, 50))])
def test_all_kinds_of_states_mean_the_same(block: int, tmp_path: Path) -> None:
    for name in ("text", "state"):
        (tmp_path / name).mkdir()
    for seed in range(10 * block, 10 * block + 10):
        all_agree(seed, tmp_path)


COMMANDS = ("solve", "analyze", "tree", "table count", "table make", "play", "check", "classify")


@pytest.mark.sampled(every=3)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_takes_every_kind(command: str, kind: str, tmp_path: Path) -> None:
    """By text, which is all that the command line knows."""
    for seed in range(3):
        moves, number = place(seed)
        text, worth = " ".join(moves), value(graph(seed), number)
        asked = [*command.split(), f"{FILE}:Graph({seed},{kind})"]
        if command in ("analyze", "tree"):
            asked += moves
        elif command not in ("check", "classify"):
            asked += ["--from", text] if moves else []
        asked += ["-o", str(tmp_path / f"{seed}.table")] if command == "table make" else []
        asked += ["--as", "none"] if command == "play" else ["--json"]
        asked += [] if command == "classify" else ["--interpreted"]
        shown = CliRunner().invoke(main, [*asked, "--seconds", "0.5"] if command == "classify" else asked)
        assert shown.exit_code == 0, (asked, shown.output)
        if command in ("solve", "table make"):
            assert json.loads(shown.stdout)["value"] == worth
        elif command == "analyze":
            assert json.loads(shown.stdout)["lower"] == worth
        elif command == "table count":
            assert json.loads(shown.stdout)["positions"] == sum(layers(graph(seed), number))


# --- incidents -------------------------------------------------------------------------------------------------------------
def test_a_text_is_moves_where_states_are_texts_too() -> None:
    """The same game with state "21" and with state 21 gave different values for the same position."""
    for seed in range(20):
        moves, number = place(seed)
        if moves:
            assert solve(Graph(seed, "str"), " ".join(moves), compiled=False).value == value(graph(seed), number)


def test_a_text_that_is_a_state_is_refused_with_the_way_to_give_it() -> None:
    game = Graph(1, "str")
    with pytest.raises(BadMove, match=r"zermelo\.AsState"):
        solve(game, game.states[1], compiled=False)
    assert solve(game, AsState(game.initial()), compiled=False).exact


@pytest.mark.parametrize(
    ("kind", "given"), [("str", 5), ("int", 2.5), ("tuple", [1, 2]), ("frozenset", {1, 2}), ("Bits", 3)]
)
def test_what_is_no_state_is_refused(kind: str, given: Any) -> None:
    with pytest.raises(BadPosition, match="is not a state of"):
        solve(Graph(1, kind), given, compiled=False)


class Heaps(Game[Any]):
    """Nim whose states are tuples of the heaps that are left: of any length."""

    action_count, max_length = 12, 9

    def __init__(self, *heaps: int) -> None:
        self.heaps = heaps

    def initial(self) -> Any:
        return self.heaps

    def legal(self, state: Any, action: int) -> bool:
        return action // 4 < len(state) and action % 4 < state[action // 4]

    def apply(self, state: Any, action: int) -> Any:
        heaps = [*state]
        heaps[action // 4] -= action % 4 + 1
        return tuple(heap for heap in heaps if heap)

    def terminal(self, state: Any) -> bool:
        return len(state) == 0

    def reward(self, state: Any) -> int:
        return -1


class Nested(Heaps):
    """The same heaps, in one tuple or in two: of equal words."""

    def apply(self, state: Any, action: int) -> Any:
        heaps = self._plain(state)
        after = super().apply(heaps, action)
        return (after[:1], after[1:]) if len(after) == 2 else after

    def _plain(self, state: Any) -> Any:
        return (*state[0], *state[1]) if state and isinstance(state[0], tuple) else state

    def legal(self, state: Any, action: int) -> bool:
        return super().legal(self._plain(state), action)


@pytest.mark.parametrize("made", [Heaps, Nested])
@pytest.mark.parametrize("algorithm", ["mtdf", "negamax", "alpha-beta", "dfpn", "bns", "informed-minimax"])
def test_keys_of_any_shape_are_told_apart(made: type[Heaps], algorithm: str) -> None:
    """A table of one width gave wrong values where keys were tuples of different lengths."""
    for heaps in ((1, 2, 3), (2, 2), (3, 1, 1), (4, 2, 1), (3, 3, 1), (4, 4), (1, 3, 2)):
        nimsum = 0
        for heap in heaps:
            nimsum ^= heap
        found = solve(made(*heaps), algorithm=algorithm, compiled=False)
        assert (found.lower, found.upper) == ((1, 1) if nimsum else (-1, -1)) or algorithm == "bns"
        assert found.lower <= (1 if nimsum else -1) <= found.upper
