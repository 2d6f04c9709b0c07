"""Searches as trees: against the counters of the search, windows that nest, cuts that are cuts, compiled as interpreted."""

from __future__ import annotations

import functools
import random
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from tests.support.games import random_position
from zermelo import Game, solve
from zermelo.cli import main
from zermelo.core.errors import BadOption, NotSupported
from zermelo.games import capture, connect, einstein, lines, mnk, nim
from zermelo.pictures import to_page, to_svg
from zermelo.pictures.nodes import Node
from zermelo.pictures.search_tree import SearchTree, search_tree
from zermelo.search import ALGORITHMS
from zermelo.search.parts.observers import Trace
from zermelo.solver.solver import Solver

GAMES: tuple[Game[Any], ...] = (mnk(3, 3, 3), connect(4, 3, 3), nim(2, 3), capture(5, 2))
DRAWN = tuple(ALGORITHMS)

WINDOWS = ("alpha-beta", "negamax", "negascout", "aspiration", "mtdf", "sss", "star1")
"""Algorithms whose values are those of the window that they were asked with."""

PLIES = range(2, 5)


def drawn(game: Game[Any], state: Any, name: str, **options: Any) -> SearchTree | None:
    """The tree, if the algorithm takes the game."""
    try:
        return search_tree(game, state, algorithm=name, **({"compiled": False} | options))
    except NotSupported:
        return None


@pytest.mark.sampled(every=2)
@pytest.mark.parametrize("name", DRAWN)
@pytest.mark.parametrize("without", ["", "all"])
def test_visits_and_cuts_are_those_that_the_search_counted(name: str, without: str) -> None:
    rng, found = random.Random(name), 0
    for number in range(8):
        game = GAMES[number % len(GAMES)]
        tree = drawn(game, random_position(game, rng, PLIES), name, without=without)
        if tree is None:
            continue
        nodes = list(tree.nodes)
        found += 1
        assert tree.complete
        assert len(nodes) == sum(root.size for root in tree.roots)
        assert len(nodes) + sum(node.played for node in nodes) == tree.result.counters["nodes"]
        assert sum(node.cut is not None for node in nodes) == tree.result.counters["cutoffs"]
        assert sum(node.reason == "terminal" for node in nodes) <= tree.result.counters["leaves"]
    assert found > 0


@functools.cache
def value(game: Game[Any], state: Any) -> Any:
    return solve(game, state, algorithm="informed-minimax", compiled=False, line=False).value


@pytest.mark.long
@pytest.mark.parametrize("name", WINDOWS)
def test_values_are_right_where_the_window_says_so(name: str) -> None:
    """Exact within the window, a bound on the right side without: as plain minimax has it."""
    rng, seen = random.Random(name), 0
    for game in GAMES[:2]:
        for _ in range(4):
            tree = drawn(game, random_position(game, rng, PLIES), name, without="all")
            assert tree is not None
            for node in tree.nodes:
                if node.value is None or game.terminal(node.state):
                    continue
                true = value(game, node.state) * tree.scoring.unit
                seen += 1
                assert node.value <= true if node.value >= node.beta else True, node
                assert node.value >= true if node.value <= node.alpha else True, node
                if node.alpha < node.value < node.beta:
                    assert node.value == true
    assert seen > 100


def moves_of(game: Game[Any], node: Node) -> list[str]:
    return [game.action_name(action) for action in game.actions(node.state)]


@pytest.mark.parametrize("name", ["alpha-beta", "negascout", "mtdf", "paranoid", "dfpn"])
def test_moves_are_tried_or_cut_and_cuts_are_due(name: str) -> None:
    rng = random.Random(name)
    cuts = 0
    for game in GAMES:
        tree = drawn(game, random_position(game, rng, PLIES), name, without="all")
        assert tree is not None
        for node in tree.nodes:
            tried = [child.move for child in node.children]
            if node.cut is not None:
                cuts += 1
                assert node.cut.value >= node.cut.beta
                assert node.cut.by in moves_of(game, node)
                assert {*node.cut.moves} == {*moves_of(game, node)} - {*tried}
            assert {*tried} <= {*moves_of(game, node)}
            for child in node.children:
                assert (child.ply, child.state) == (node.ply + 1, game.apply(node.state, game.parse_action(child.move)))
                assert child.again == (child.move in tried[: node.children.index(child)])
    assert cuts > 0


def test_re_searches_are_marked() -> None:
    again = 0
    for seed in range(6):
        tree = drawn(
            mnk(3, 3, 3),
            random_position(mnk(3, 3, 3), random.Random(seed), PLIES),
            "negascout",
            without="all",
            table=False,
        )
        assert tree is not None
        again += sum(node.again for node in tree.nodes)
    assert again > 0


def test_each_depth_and_each_question_has_its_root() -> None:
    deepening = search_tree(connect(4, 3, 3), algorithm="negamax", depth=4, deepening=True, compiled=False)
    assert len(deepening.roots) == 4
    asked = search_tree(mnk(3, 3, 3), "b2 a1", algorithm="mtdf", compiled=False, without="all")
    assert len(asked.roots) == asked.result.counters["passes"] > 1


def test_a_trace_that_is_too_long_is_kept_from_its_beginning() -> None:
    whole = search_tree(mnk(3, 3, 3), "b2 a1", algorithm="alpha-beta", compiled=False, without="all")
    begun = search_tree(mnk(3, 3, 3), "b2 a1", algorithm="alpha-beta", compiled=False, without="all", most=50)
    assert (whole.complete, begun.complete) == (True, False)
    assert [node.move for node in begun.nodes] == [node.move for node in whole.nodes][: len(list(begun.nodes))]
    assert begun.result.value == whole.result.value


def test_scores_are_told_from_the_root() -> None:
    tree = search_tree(mnk(3, 3, 3), "b2 b1 a1 c3 a3", algorithm="alpha-beta", compiled=False, without="all")
    root = tree.roots[0]
    assert not tree.is_max(root.children[0])
    assert tree.window(root)[0] < tree.window(root)[1]
    for child in root.children:
        low, high = tree.window(child)
        assert low < high
    assert tree.score_text(root.value or 0) == str(tree.result.value)
    assert (tree.score_text(1 << 62), tree.score_text(-(1 << 62))) == ("+inf", "-inf")
    far = search_tree(mnk(3, 3, 3), "b2 b1", algorithm="negamax", objective="distance", compiled=False)
    assert far.score_text(far.roots[0].value or 0) == "1 in 5"
    chance = search_tree(einstein(2, 1), algorithm="expectiminimax", compiled=False)
    assert len(list(chance.nodes)) == chance.result.counters["nodes"]
    crowd = search_tree(lines((3, 2), 2, players=3), algorithm="maxn", compiled=False)
    assert {node.mover for node in crowd.nodes} == {0, 1, 2}


QUICK = ("alpha-beta", "negascout", "mtdf", "dfpn", "bns", "pns", "mcts")
"""Algorithms whose compiled events are compared every time; those of all are in the long checks."""


@pytest.mark.long
@pytest.mark.parametrize(
    "name", [name if name in QUICK else pytest.param(name, marks=pytest.mark.stress) for name in ALGORITHMS]
)
def test_compiled_searches_note_the_same_events(name: str) -> None:
    compared = 0
    for game, position in ((mnk(3, 3, 3), "b2 a1"), (lines((3, 2), 2, players=3), "1-1"), (einstein(2, 1), "die1")):
        traces: list[Any] = []
        for compiled in (False, True):
            trace = Trace(100_000)
            try:
                solver = Solver(game, algorithm=name, observer=trace, compiled=compiled, line=False, threads=1)
            except NotSupported:
                continue
            solver.solve(position)
            assert trace.complete()
            traces.append(trace.recorded())
        compared += len(traces)
        assert not traces or np.array_equal(*traces)
    assert compared > 0


def test_what_is_no_tree_is_refused() -> None:
    with pytest.raises(NotSupported, match="sprague-grundy"):
        search_tree(nim(2, 3), algorithm="sprague-grundy")
    for most in (0, True, 1 << 40):
        with pytest.raises(BadOption, match="most"):
            search_tree(mnk(3, 3, 3), most=most)


@pytest.mark.parametrize(
    ("game", "algorithm", "why"),
    [
        (mnk(2, 2, 2), "alpha-beta", "two players, no chance"),
        (nim(1, 2), "alpha-beta", "two players, no chance"),
        (einstein(2, 1), "star1", "chance moves"),
        (lines((3, 2), 2, players=3), "maxn", "3 players"),
    ],
)
def test_an_algorithm_that_takes_the_game_is_drawn_where_none_is_named(
    game: Game[Any], algorithm: str, why: str
) -> None:
    for given in ({}, {"algorithm": None}):
        found = search_tree(game, compiled=False, **given).result
        assert (found.algorithm, found.chosen) == (algorithm, why)
    named = search_tree(game, algorithm=algorithm, compiled=False).result
    assert (named.algorithm, named.chosen, named.value) == (algorithm, "", found.value)


def test_the_picture_says_which_algorithm_and_why() -> None:
    shown = CliRunner().invoke(main, ["tree", "einstein(2,1)", "--interpreted", "--quiet"])
    assert (shown.exit_code, shown.stdout.splitlines()[1][:23]) == (0, "star1 (chance moves): 1")
    named = CliRunner().invoke(main, ["tree", "einstein(2,1)", "--interpreted", "--algorithm", "star2"])
    assert named.stdout.splitlines()[1].startswith("star2: ")
    for make in (to_svg, to_page):
        assert "star1 (chance moves)" in make(search_tree(einstein(2, 1), compiled=False))


@pytest.mark.long
def test_progress_is_told_while_a_tree_is_searched() -> None:
    told: list[str] = []
    search_tree(
        mnk(3, 3, 3), compiled=False, without="all", table=False, progress=lambda state: told.append(state.phase)
    )
    assert "searching" in told


@pytest.mark.long
def test_trees_that_are_kept_have_each_position_where_it_belongs() -> None:
    """Proof numbers and playouts come back to leaves that were left long before."""
    for name in ("pns", "mcts"):
        tree = search_tree(mnk(3, 3, 3), "b2 a1", algorithm=name, compiled=False, without="all", nodes=3000)
        for node in tree.nodes:
            moves = [child.move for child in node.children]
            assert len(moves) == len({*moves})
            if node.children:
                assert moves == moves_of(tree.game, node)
        assert max(node.ply for node in tree.nodes) > 3
        assert (sum(node.played for node in tree.nodes) > 0) == (name == "mcts")
    proved = search_tree(mnk(3, 3, 3), "b2 b1 a1 c3", algorithm="pns", compiled=False, without="all")
    true = {node.move: solve(mnk(3, 3, 3), node.state).value for node in proved.roots[-1].children if node.children}
    assert true
    for node in proved.roots[-1].children:
        if node.move in true and node.value is not None and node.reason == "searched":
            assert (node.value >= node.beta) == (true[node.move] >= node.beta)
