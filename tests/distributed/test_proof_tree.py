"""The tree of a proof, with answers that are made up: any order, any losses, any numbers for moves."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.brute_force import Truth
from tests.support.graph_games import Graph
from zermelo import Game
from zermelo.core.errors import BrokenContract
from zermelo.distributed.known import Answer, KnownValues, MoveNumbers
from zermelo.distributed.proof_tree import ProofNode, ProofTree
from zermelo.games import connect, subtraction

NEVER = 1 << 40


def answer_for(game: Any, truth: Truth, tree: ProofTree, node: ProofNode, rng: random.Random) -> Answer:
    """The right answer, or none, with some of the moves decided."""
    value, bound = int(truth.worth(node.state).value), tree.bound_at(node)
    if rng.random() < 0.3:
        worst, best = game.reward_range
        lower, upper = (bound, best) if value >= bound else (worst, bound - 1)
        return Answer(lower, upper, -1, (), 1, 0.0, 0)
    moves: list[MoveNumbers] = []
    for action in truth.legal(node.state):
        child = game.apply(node.state, action)
        reaches = -int(truth.worth(child).value) >= bound
        told = (0, NEVER) if reaches else (NEVER, 0)
        moves.append(MoveNumbers(action, *(told if rng.random() < 0.2 else (rng.randrange(1, 9), rng.randrange(1, 9)))))
    worst, best = game.reward_range
    return Answer(worst, best, -1, tuple(moves), 1, 0.0, 0)


def prove(game: Any, bound: int, seed: int, workers: int, known: KnownValues | None = None) -> ProofTree:
    """Ask until the claim about the initial state is decided."""
    rng, truth = random.Random(seed), Truth(game)
    known = known or KnownValues(game)
    tree = ProofTree(game, known, game.initial(), bound, 1)
    at_work: list[ProofNode] = []
    for _ in range(100_000):
        if tree.answer is not None:
            return tree
        while len(at_work) < workers and (leaf := tree.take()) is not None:
            at_work.append(leaf)
        if not at_work:
            break
        node = at_work.pop(rng.randrange(len(at_work)))
        if rng.random() < 0.8:  # else the worker is lost
            known.learn(node.state, tree.bound_at(node), node.budget, answer_for(game, truth, tree, node, rng))
        tree.release(node)
    assert tree.answer is not None
    return tree


@given(seed=st.integers(0, 10_000), workers=st.integers(1, 5), bound=st.integers(0, 1))
def test_random_graphs(seed: int, workers: int, bound: int) -> None:
    """The answer is that of minimax, and so is every bound that is known in the end."""
    game = Graph(seed, "int")
    truth = Truth(game)
    tree = prove(game, bound, seed, workers)
    assert tree.answer == (truth.worth(game.initial()).value >= bound)
    for state in game.states:
        if not game.terminal(state):
            fact = tree.known.fact(state)
            assert fact.lower <= truth.worth(state).value <= fact.upper


@pytest.mark.long
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("workers", [1, 2, 9, 40])
def test_connect_three(seed: int, workers: int) -> None:
    """A game with symmetries and transpositions, whose two questions share what is known."""
    game = connect(4, 3, 3)
    known, value = KnownValues(game), Truth(game).worth(game.initial()).value
    for bound in (1, 0):
        assert prove(game, bound, seed, workers, known).answer == (value >= bound)


def test_workers_are_at_different_leaves() -> None:
    game = connect(4, 4, 3)
    tree = ProofTree(game, KnownValues(game), game.initial(), 1, 1)
    leaves = [tree.take() for _ in range(12)]
    assert all(leaf is not None and not leaf.decided for leaf in leaves)
    assert len({id(leaf) for leaf in leaves}) == len(leaves)


def test_budgets_grow_where_questions_are_not_answered() -> None:
    game = connect(4, 4, 3)
    known = KnownValues(game)
    tree = ProofTree(game, known, game.initial(), 1, 100)
    node = tree.take()
    budgets: list[int] = []
    for _ in range(4):
        assert node is not None
        budgets.append(node.budget)
        known.learn(node.state, tree.bound_at(node), node.budget, Answer(-1, 1, -1, (), 1, 0.0, 0))
        tree.release(node)
        node = node.children[0][1]
    assert budgets == [100, 200, 400, 800]
    assert 0 <= tree.share() <= 1


def test_the_share_of_the_proof_that_fails() -> None:
    """Two of the four columns are images of the others, so there are two questions after the first one."""
    game = connect(4, 4, 3)
    tree = ProofTree(game, KnownValues(game), game.initial(), 1, 1)
    shares: list[float] = []
    for answer in (Answer(-1, 1, -1, (), 1, 0.0, 0), Answer(0, 1, -1, (), 1, 0.0, 0), Answer(0, 1, -1, (), 1, 0.0, 0)):
        node = tree.take()
        assert node is not None
        tree.known.learn(node.state, tree.bound_at(node), 1, answer)
        tree.release(node)
        shares.append(tree.share())
    assert shares == [0.0, 0.5, 1.0]
    assert tree.answer is False


class Ring(Game[tuple[int, int]]):
    """A counter of moves that the key leaves out, so a position seems to follow itself."""

    action_count, max_length = 2, 12

    def initial(self) -> tuple[int, int]:
        return (0, 0)

    def legal(self, state: tuple[int, int], action: int) -> bool:
        return True

    def apply(self, state: tuple[int, int], action: int) -> tuple[int, int]:
        return ((state[0] + 1 + action) % 4, state[1] + 1)

    def terminal(self, state: tuple[int, int]) -> bool:
        return state[1] == 12

    def reward(self, state: tuple[int, int]) -> int:
        return 0

    def key(self, state: tuple[int, int]) -> int:
        return state[0]


def grown(tree: ProofTree) -> None:
    """Answer none of many questions."""
    for _ in range(200):
        node = tree.take()
        assert node is not None
        tree.known.learn(node.state, tree.bound_at(node), node.budget, Answer(-1, 1, -1, (), 1, 0.0, 0))
        tree.release(node)


def test_a_tree_with_a_circle_is_refused() -> None:
    """It would never end."""
    with pytest.raises(BrokenContract, match="a play can return to a position"):
        grown(ProofTree(Ring(), KnownValues(Ring()), Ring().initial(), 1, 1))


@pytest.mark.long
def test_long_plays_need_no_deep_stack() -> None:
    """Each expansion is known, so the whole tree is made at once."""
    game = subtraction(1900, 1)
    known, state = KnownValues(game), game.initial()
    for ply in range(1900):
        known.learn(state, 1 if ply % 2 == 0 else 0, 1, Answer(-1, 1, -1, (), 1, 0.0, 0))
        state = game.apply(state, next(iter(game.actions(state))))
    tree = ProofTree(game, known, game.initial(), 1, 1)
    assert tree.answer is False
    assert tree.share() == 1.0
