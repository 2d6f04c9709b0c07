"""Positions whose states are texts, frozensets, tuples of any length: counted and tabulated as any others."""

from __future__ import annotations

import enum
import json
import os
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Hashable
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from tests.support import graphs
from tests.support.broken_games import Worded
from tests.support.games import OfText
from tests.support.graphs import ACTIONS, FORMS, Careless, Graph, Named, Place
from tests.support.processes import deaths
from tests.support.tables import contents, in_small_pieces, made, sealed, told
from zermelo import AsState, Bits, Game, census, open_table, solve, tabulate
from zermelo.core.encoding import Encoding, Unencodable, to_bytes, to_words, words_for
from zermelo.core.errors import BadPosition, BadTable, NotCompilable, NotSupported
from zermelo.tablebase.manifest import MANIFEST
from zermelo.tablebase.table import Entry, Table
from zermelo.tablebase.verify import verify_table

GRAPHS: Final = Path(graphs.__file__)

GAMES: Final[dict[str, Graph]] = {**{form: Graph(form) for form in FORMS}, "careless": Careless(), "names": Named()}

Spot = tuple[int, int]
"""A node of the graph, and its side."""


# --- an oracle on the numbers of the nodes ------------------------------------------------------------------------------
def after(spot: Spot) -> list[Spot]:
    node, side = spot
    return [(to, side ^ turned) for to, turned, _ in GAMES["numbers"].edges[node]]


def counted(*, symmetric: bool) -> list[tuple[int, int]]:
    """Positions and plays after each number of plies; up to symmetry, moves to one image or the other are one."""
    layer, found = Counter({(0, 0): 1}), list[tuple[int, int]]()
    while layer:
        found.append((len(layer), sum(layer.values())))
        following = Counter[Spot]()
        for spot, plays in layer.items():
            ways = [(node, 0) for node, _ in after(spot)] if symmetric else after(spot)
            for way in set(ways) if symmetric else ways:
                following[way] += plays
        layer = following
    return found


@cache
def worth(spot: Spot) -> tuple[int, int]:
    if not after(spot):
        return GAMES["numbers"].rewards_there[spot[0]], 0
    ways = [(-value, plies + 1) for value, plies in map(worth, after(spot))]
    return max(ways, key=lambda way: (way[0], way[1] if way[0] < 0 else -way[1]))


def entry(spot: Spot) -> Entry:
    value, plies = worth(spot)
    return Entry(value, plies if value else None)


def met() -> set[Spot]:
    found, new = {(0, 0)}, [(0, 0)]
    while new:
        children = set(after(new.pop())) - found
        new += children
        found |= children
    return found


# --- every kind of state ------------------------------------------------------------------------------------------------
@pytest.mark.long
@pytest.mark.parametrize("form", GAMES)
def test_all_kinds_of_states_are_counted_alike(form: str) -> None:
    game = GAMES[form]
    for symmetric in (False, True):
        found = census(game, symmetry=symmetric, compiled=False)
        assert [(ply.positions, ply.plays) for ply in found.plies] == counted(symmetric=symmetric)
        assert (found.complete, found.game) == (True, str(game))


@pytest.mark.long
@pytest.mark.parametrize("form", GAMES)
def test_every_entry_is_what_the_graph_says_for_all_kinds_of_states(form: str, tmp_path: Path) -> None:
    game = GAMES[form]
    table = made(game, tmp_path / "table")
    spots = met()
    assert len(table) == len({node for node, _ in spots})
    for spot in spots:
        for state in (game.state(*spot), game.state(spot[0], 1 - spot[1])):
            assert table.value_and_distance(state, known(table, state)) == tuple(entry(spot))
    verified = verify_table(tmp_path / "table", game, compiled=False)
    assert verified.consistent, verified.text
    for objective in ("outcome", "distance"):
        looked_up = solve(game, tables=tmp_path / "table", objective=objective)
        searched = solve(game, objective=objective, compiled=False, all_moves=True, table=False)
        assert looked_up.algorithm == "lookup"
        assert (looked_up.value, looked_up.distance) == (searched.value, searched.distance)
        assert sorted(looked_up.best) == sorted(searched.best)


def known(table: Table, state: Any) -> int:
    score = table.score(state)
    assert score is not None
    return score


@pytest.mark.long
@pytest.mark.parametrize("form", ["texts", "mixture"])
def test_little_memory_changes_nothing_of_encoded_states(
    form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = made(GAMES[form], tmp_path / "one")
    in_small_pieces(monkeypatch, 7, 5, 8)
    other = made(GAMES[form], tmp_path / "other", memory=8 * 40 * 8 * 3)
    assert contents(one.folder) == contents(other.folder)


def test_what_is_not_among_the_positions_is_not_found(tmp_path: Path) -> None:
    game = GAMES["texts"]
    table = made(game, tmp_path / "table")
    nodes = {node for node, _ in met()}
    missing = [state for state, (node, _) in game.nodes.items() if node not in nodes]
    assert [table.get(AsState(state)) for state in missing] == [None] * len(missing) != []
    table = made(Loose(), tmp_path / "loose")
    assert [table.get(AsState(state)) for state in ("x", "x" * 10_000, "ABCDE")] == [None] * 3
    assert (table.get(AsState("")), table.get(AsState("A"))) == (Entry(-1, 0), None)
    with pytest.raises(BadPosition, match="1 is not a state of Loose"):
        table.get(1)


class Loose(OfText):
    """Symmetric, and nobody asks for the image of what is no text."""

    symmetry_count = 2

    def symmetric(self, state: str, symmetry: int) -> str:
        return state.swapcase() if symmetry else state


# --- other processes ----------------------------------------------------------------------------------------------------
def in_another_process(seed: int, *arguments: str) -> str:
    environment = {**os.environ, "PYTHONHASHSEED": str(seed)}
    ran = subprocess.run(
        [sys.executable, "-m", "zermelo", *arguments], env=environment, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


@pytest.mark.long
@pytest.mark.parametrize("form", ["sets_of_sets", "mixture", "named"])
def test_tables_are_read_in_processes_with_other_hashes(form: str, tmp_path: Path) -> None:
    name, folder = f"{GRAPHS}:Graph({form})", str(tmp_path / "table")
    spent = False
    for seed in range(3):
        options = ["--interpreted", "-o", folder, "--json", "--checkpoint-every", "0.000001"]
        made_now = json.loads(in_another_process(seed, "table", "make", name, *options))
        spent = spent or made_now["stopped"] == "complete"
    assert spent
    assert "CONSISTENT" in in_another_process(5, "table", "verify", folder, "--game", name)
    found = json.loads(in_another_process(7, "solve", name, "--tables", folder, "--json", "--objective", "distance"))
    assert (found["value"], found["distance"], found["algorithm"]) == (*entry((0, 0)), "lookup")


@pytest.mark.long
def test_work_goes_on_in_processes_with_other_hashes(tmp_path: Path) -> None:
    name, folder = f"{GRAPHS}:Graph(mixture)", str(tmp_path / "work")
    for plies in range(0, 40, 5):
        options = ["--interpreted", "--checkpoint", folder, "--json", "--plies", str(plies)]
        counts = json.loads(in_another_process(plies, "table", "count", name, *options))
        expected = counted(symmetric=False)[: plies + 1]
        assert [(ply["positions"], ply["plays"]) for ply in counts["plies"]] == expected


@pytest.mark.long
@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("form", ["texts", "tuples", "names"])
def test_work_on_encoded_states_that_is_killed_around_every_checkpoint_goes_on(
    form: str, after: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also while rows become longer."""
    game = GAMES[form]
    whole = made(game, tmp_path / "whole")
    monkeypatch.setattr("zermelo.tablebase.tabulate.MOST_POSITIONS", 0)  # or the table would be made in memory
    monkeypatch.setattr("zermelo.tablebase.tabulate.LONGEST", 0)
    assert deaths(lambda: made(game, tmp_path / "work", checkpoint_every=1e-9), after=after) > 10
    assert (tmp_path / "work" / MANIFEST).read_text() == (tmp_path / "whole" / MANIFEST).read_text()
    assert contents(tmp_path / "work") == contents(whole.folder)


# --- the encoding -------------------------------------------------------------------------------------------------------
class Pair(NamedTuple):
    first: Any
    second: Any


def values(rng: random.Random, depth: int = 3) -> Any:
    """Any value that can be a state."""
    kind = rng.randrange(10 if depth else 6)
    if kind == 0:
        return rng.choice([None, True, False, 0, 1, 127, 128, -112, -113, 255, 256, -(1 << 63), 1 << 64])
    if kind == 1:
        return rng.randrange(-(1 << rng.randrange(200)), 1 << rng.randrange(200))
    if kind == 2:
        return "".join(rng.choice("ab\0é\ud800😀") for _ in range(rng.randrange(4)))
    if kind == 3:
        return bytes(rng.choice(b"ab\0\xff") for _ in range(rng.randrange(4)))
    if kind in (4, 5):
        width = rng.choice([1, 2, 8, 64, 65, 200])
        return Bits(width, rng.randrange(1 << min(width, 3)))
    parts = [values(rng, depth - 1) for _ in range(rng.randrange(4))]
    return frozenset(parts) if kind == 6 else Pair(*parts[:2]) if kind == 7 and len(parts) > 1 else tuple(parts)


@pytest.mark.long
def test_encodings_are_equal_for_equal_values_only_and_give_them_back() -> None:
    rng = random.Random("values")
    encoding, known = Encoding(), dict[bytes, Hashable]()
    for _ in range(20_000):
        value = values(rng)
        data = encoding.encoded(value)
        assert encoding.decoded(data) == value
        padded = to_bytes(to_words(data, words_for(data) + 2))
        assert encoding.decoded(padded) == value
        assert known.setdefault(data, value) == value
    assert len(set(known.values())) == len(known)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (True, 1),
        (Pair(1, 2), (True, 2)),
        (frozenset({1, Pair(0, 0)}), frozenset({(False, False), True})),
        (((), None), Pair((), None)),
    ],
    ids=str,
)
def test_equal_values_of_different_types_are_encoded_alike(one: Any, other: Any) -> None:
    assert one == other
    assert Encoding().encoded(one) == Encoding().encoded(other)


def test_names_of_tuples_come_back_in_another_encoding() -> None:
    state = (Place(1, Place("x", None)), frozenset({Place(2, 3)}), (4, 5))
    encoding = Encoding()
    data = encoding.encoded(state)
    again = Encoding(encoding.kinds).decoded(data)
    assert again == state
    assert (type(again[0]), type(again[0].side), type(next(iter(again[1]))), type(again[2])) == (
        Place,
        Place,
        Place,
        tuple,
    )
    gone = Encoding([([], 3, "nowhere", "Gone")])
    assert gone.kinds == [([], 3, "nowhere", "Gone")]
    with pytest.raises(Unencodable, match="the class Gone is not found; it must be defined in a module"):
        gone.decoded(data)


def test_bytes_that_are_no_state_are_refused() -> None:
    rng = random.Random("bytes")
    encoding, refused = Encoding(), 0
    for _ in range(5000):
        data = bytearray(encoding.encoded(values(rng)))
        for _ in range(rng.randrange(3)):
            data[rng.randrange(len(data))] = rng.randrange(256)
        try:
            encoding.decoded(bytes(data[: rng.randrange(len(data) + 1)]))
        except ValueError:
            refused += 1
    assert refused > 1000


def test_a_tuple_with_more_parts_than_there_are_bytes_is_refused_at_once() -> None:
    """A list of their places was made first, which took all memory."""
    with pytest.raises(ValueError, match="end too early"):
        Encoding().decoded(bytes((6, 2, 134)) + (1 << 40).to_bytes(6, "big"))


# --- refusals -----------------------------------------------------------------------------------------------------------
class Inexact(float, enum.Enum):
    HALF = 0.5


class Twin(NamedTuple):
    first: Any
    second: Any


class Odd(Game[Any]):
    """One ply: from the first state to the second."""

    action_count, max_length = 1, 2

    def __init__(self, first: Any, second: Any) -> None:
        self.first, self.second = first, second

    def initial(self) -> Any:
        return self.first

    def legal(self, state: Any, action: int) -> bool:
        return True

    def apply(self, state: Any, action: int) -> Any:
        return self.second

    def terminal(self, state: Any) -> bool:
        return state == self.second

    def reward(self, state: Any) -> int:
        return -1


NONE_OF: Final = (
    "is not one of int, bool, None, str, bytes, zermelo.Bits, tuple, NamedTuple, frozenset, Enum and frozen dataclasses",
    "occur in the same place, and are equal whenever their fields are equal; make them one class",
)


@pytest.mark.usefixtures("plain")
@pytest.mark.sampled(every=1)
@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        (2.5, "b", f"float {NONE_OF[0]}"),
        ("a", 2.5, f"float {NONE_OF[0]}"),
        (("a", Inexact.HALF), "b", f"Inexact {NONE_OF[0]}"),
        (("a", Pair(1, 2)), ("a", Twin(1, 3)), f"Pair and Twin {NONE_OF[1]}"),
        (Pair(1, 2), Twin(1, 3), f"Pair and Twin {NONE_OF[1]}"),
    ],
    ids=str,
)
def test_states_that_cannot_be_told_apart_are_refused(first: Any, second: Any, said: str, tmp_path: Path) -> None:
    for work in (lambda: census(Odd(first, second)), lambda: tabulate(Odd(first, second), folder=tmp_path / "table")):
        with pytest.raises(NotSupported, match=said) as told:
            work()
        assert re.match(r"The positions of Odd\(.*\) cannot be counted or tabulated: ", str(told.value))


@pytest.mark.parametrize("second", [(1, 5), (1, True, 0), 1, (1, 1 << 70), (1, (1, 2))], ids=str)
def test_a_state_of_another_shape_than_the_first_is_none_of_its_words(second: Any) -> None:
    """A truth value that is not 0 or 1, more parts, fewer: they were counted as something else."""
    found = census(Odd((1, True), second), compiled=False)
    assert [ply.positions for ply in found.plies] == [1, 1]


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name in GAMES if name != "boards"])  # whose rules have larger integers
def test_compiled_work_counts_the_same_positions(name: str) -> None:
    """Or it is refused, or done interpreted where compiled code does not know a character."""
    try:
        compiled = census(GAMES[name], compiled=True)
    except NotCompilable:
        return
    assert compiled.plies == census(GAMES[name], compiled=False).plies


class Dancing(Game[Any]):
    """Put two men on five cells, or step with one to a neighbouring cell, which never ends."""

    cyclic, action_count, max_length = True, 25, 20

    def initial(self) -> Any:
        return frozenset[int]()

    def legal(self, state: Any, action: int) -> bool:
        start, end = divmod(action, 5)
        if end in state:
            return False
        return start == end if len(state) < 2 else start in state and abs(start - end) == 1

    def apply(self, state: Any, action: int) -> Any:
        start, end = divmod(action, 5)
        return state - {start} | {end}

    def terminal(self, state: Any) -> bool:
        return state == {0, 4}

    def reward(self, state: Any) -> int:
        return -1


@pytest.mark.long
def test_sets_that_are_empty_at_first_are_tabulated_compiled(tmp_path: Path) -> None:
    """A kernel that only reads positions took all of them for empty sets, as the first one is."""
    entries: list[list[Any]] = []
    for compiled in (True, False):
        table = tabulate(Dancing(), folder=tmp_path / str(compiled), compiled=compiled).table
        assert table is not None
        places = [frozenset(cells) for cells in ((), (0,), (1,), (2,), (0, 1), (0, 2), (1, 3), (2, 4), (0, 4))]
        entries.append([table.probe(AsState(place)) for place in places])
    assert entries[0] == entries[1]


def test_a_refusal_leaves_no_empty_folder(tmp_path: Path) -> None:
    for place in (tmp_path / "new", tmp_path):  # a folder that was there stays
        with pytest.raises(NotCompilable, match="a float may be rounded"):
            tabulate(Worded(), folder=place, compiled=True)
        assert not any(tmp_path.iterdir())


def test_a_table_that_names_other_kinds_of_states_is_refused(tmp_path: Path) -> None:
    for game, change in ((GAMES["texts"], {"kinds": None}), (GAMES["sets"], {})):
        table = made(game, tmp_path / str(game))
        fields = {name: value for name, value in told(table.folder, **change).items() if value is not None}
        if not change:
            fields |= {"root": fields["root"][:1], "low": fields["low"][:1], "high": fields["high"][:1]}
        (table.folder / MANIFEST).write_bytes(sealed(fields))
        with pytest.raises(BadTable):
            open_table(table.folder, game)


@pytest.mark.long
@pytest.mark.parametrize("kind", [[[0], 2, "m"], [["a"], 2, "m", "n"], [[0], "2", "m", "n"], [0, 2, "m", "n"], 5])
def test_a_manifest_with_nonsense_of_its_states_is_damaged(kind: Any, tmp_path: Path) -> None:
    table = made(GAMES["texts"], tmp_path / "table")
    (table.folder / MANIFEST).write_bytes(sealed(told(table.folder, kinds=[kind])))
    with pytest.raises(BadTable, match="is damaged"):
        open_table(table.folder, GAMES["texts"])


def test_all_forms_are_one_graph() -> None:
    assert all(game.edges == GAMES["numbers"].edges for game in GAMES.values())
    assert max(len(edges) for edges in GAMES["numbers"].edges) == ACTIONS
