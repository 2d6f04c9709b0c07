"""Forty classes as people write them on their first day are accepted as they are, and get the right values."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

import zermelo
from tests.plain.memo import EXPECTED, class_of, entry, names
from zermelo import Solver
from zermelo.core.errors import NotCompilable, NotSupported
from zermelo.search import ALGORITHMS
from zermelo.solver.technique import AlgorithmName

GAMES = json.loads(EXPECTED.read_text())
REFUSED = {
    "bridges": r"the order of a set of str shows in a loop over it; write sorted\(...\) \(.*bridges.py:\d+\)",
    "hackenbush": r"the order of a set of str shows in a loop over it; write sorted\(...\) \(.*hackenbush.py:\d+\)",
    "tron": "complex is not one of int, bool",
}
"""The classes that are not compiled, and why."""
SEARCHED = [
    "hex_board", "clobber", "geography", "dots_and_boxes", "misere_tictactoe", "three_farmers", "pig", "ghost", "sim",
    "konane",
]  # fmt: skip
"""Classes whose states are no words."""
SLOW = {"dodgem", "fox_and_hounds", "three_farmers", "vanishing_tictactoe"}


@pytest.mark.sampled(every=1)
@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.long if name in SLOW else ()) for name in GAMES])
def test_a_class_is_accepted_and_solved_as_it_is(name: str) -> None:
    game = class_of(name)()
    report = zermelo.check(game)
    assert report.ok, report.text()
    result = zermelo.solve(game, compiled=False)
    assert (result.value, result.kind) == (Fraction(GAMES[name]["value"]), "exact")


@pytest.mark.sampled("hex_board")
@pytest.mark.parametrize("name", [name for name in GAMES if name not in REFUSED])
def test_a_class_has_the_same_value_compiled(name: str) -> None:
    result = zermelo.solve(class_of(name)(), compiled=True)
    assert (result.value, result.kind, result.compiled) == (Fraction(GAMES[name]["value"]), "exact", True)


@pytest.mark.parametrize("name", REFUSED)
def test_a_class_is_not_compiled_and_the_line_is_named(name: str) -> None:
    with pytest.raises(NotCompilable, match=REFUSED[name]):
        zermelo.solve(class_of(name)(), compiled=True)


@pytest.mark.long
@pytest.mark.parametrize("algorithm", [name for name in ALGORITHMS if name != "retrograde"])
@pytest.mark.parametrize("name", SEARCHED)
def test_every_algorithm_visits_the_same_nodes_compiled(name: str, algorithm: AlgorithmName) -> None:
    """States that are strings, sets, and tuples that grow live in memory that the search gives back. There are no tables:
    those of compiled code are no dictionaries, and forget.
    """
    game = class_of(name)()
    try:
        one, other = (
            Solver(game, algorithm=algorithm, nodes=3000, table=False, line=False, threads=1, compiled=compiled).solve()
            for compiled in (True, False)
        )
    except NotSupported:
        return
    assert (one.value, one.kind, one.best, one.counters) == (other.value, other.kind, other.best, other.counters)


@pytest.mark.long
def test_the_expected_values_are_those_of_a_walk_over_all_positions() -> None:
    assert len(names()) == 40
    assert {name: entry(name) for name in names()} == GAMES
    assert all(100 <= game["positions"] <= 100_000 for game in GAMES.values())
