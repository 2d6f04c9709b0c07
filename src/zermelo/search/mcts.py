"""Monte Carlo tree search: UCT with proved bounds."""

from __future__ import annotations

import math
from typing import Final, TypeVar

from zermelo.core.constants import NONE
from zermelo.core.errors import BrokenContract
from zermelo.core.game import Game
from zermelo.search.parts.counters import NODES, PASSES, POINTS, POINTS_PER_REWARD
from zermelo.search.parts.scoring import sign_of
from zermelo.search.parts.search import NO_MOVE, Search
from zermelo.search.parts.tree import ACTION, NOTHING, OWN, QUESTION, ROOT, SIGN
from zermelo.search.parts.walk import leave_undecided, note_playout, note_return, random_below

State = TypeVar("State")

VISITS, TOTAL, LOWER, UPPER = OWN, OWN + 1, OWN + 2, OWN + 3
"""Columns of a node: visits, sum of rewards, and proved bounds, all for the player to move there."""

EXPLORATION: Final = 1.4
"""The exploration constant, about the square root of 2 (UCB1, Auer et al. 2002)."""

PARTS: Final = 1000
"""The mean of the playouts is given in thousandths of a reward of 1."""


def simulate(game: Game[State], search: Search, state: State, ply: int, depth: int, node: int) -> int:
    """One round of selection, expansion, playout and backpropagation. Returns the reward for the player to move.

    On the way back every node adds the reward to its sum (Kocsis and Szepesvari 2006) and takes over the bounds that
    its children prove (Cazenave and Saffidine 2010). No play from here on is longer than `depth`.
    """
    tree = search.tree
    if depth == 0:
        raise BrokenContract("a play is longer than max_length")
    note_return(search, ply, int(tree.nodes[node, ACTION]))
    if tree.is_leaf(node):
        expand(game, search, state, ply, node)
        before = int(search.counters[NODES])
        reward = playout(game, search, state, depth)
        note_playout(search, ply, before, reward)
    else:
        search.order.skip(ply)
        row = select(search, node)
        child = game.apply(state, int(tree.nodes[row, ACTION]))
        reward = int(tree.nodes[row, SIGN]) * simulate(game, search, child, ply + 1, depth - 1, row)
    tree.nodes[node, VISITS] += 1
    tree.nodes[node, TOTAL] += reward
    backup_bounds(search, node)
    if tree.nodes[node, LOWER] == tree.nodes[node, UPPER]:
        search.leave_score(ply, int(tree.nodes[node, LOWER]))
    return reward


def expand(game: Game[State], search: Search, state: State, ply: int, node: int) -> None:
    """Give a leaf its children, each with the bounds that the rules and the game's knowledge prove for it."""
    best = search.scoring.best
    position = search.node_without_entry(game, state)
    for action in search.moves(game, state, position, ply, 0, 0, 0):
        child = search.play(game, state, action, ply)
        search.enter(ply + 1, -best, best)
        if game.terminal(child):
            low = high = search.terminal_score(game, child, ply + 1)
        else:
            low, high = game.bounds(child, -best - 1, best + 1)
            leave_undecided(search, ply + 1)
        row = search.tree.add(node, action, sign_of(game, state, child))
        search.tree.nodes[row, LOWER], search.tree.nodes[row, UPPER] = max(low, -best), min(high, best)
    if search.tree.is_leaf(node):
        raise BrokenContract(NO_MOVE)


def playout(game: Game[State], search: Search, state: State, depth: int) -> int:
    """The reward of a random play to the end, for the player to move in `state`. Forced moves are played."""
    sign = 1
    while not game.terminal(state):
        if depth == 0:
            raise BrokenContract("a play is longer than max_length")
        action = game.forced(state)
        if action == NONE:
            action = random_action(game, search, state)
        child = game.apply(state, action)
        sign *= sign_of(game, state, child)
        state = child
        depth -= 1
        search.count_node()
    return sign * search.score_of_end(game, state)


def random_action(game: Game[State], search: Search, state: State) -> int:
    count = 0
    for _ in game.actions(state):
        count += 1
    skipped = random_below(search, count)
    for action in game.actions(state):
        if skipped == 0:
            return action
        skipped -= 1
    raise BrokenContract("a position that is not terminal has no legal action")


def bounds_for_parent(search: Search, row: int) -> tuple[int, int]:
    """The proved bounds of a child, for the player to move in its parent."""
    low, high = int(search.tree.nodes[row, LOWER]), int(search.tree.nodes[row, UPPER])
    return (low, high) if search.tree.nodes[row, SIGN] > 0 else (-high, -low)


def backup_bounds(search: Search, node: int) -> None:
    """Update the bounds of a node: the best lower bound and the best upper bound of its children."""
    lower = upper = -search.scoring.best
    for row in search.tree.children(node):
        low, high = bounds_for_parent(search, row)
        lower, upper = max(lower, low), max(upper, high)
    search.tree.nodes[node, LOWER] = max(int(search.tree.nodes[node, LOWER]), lower)
    search.tree.nodes[node, UPPER] = min(int(search.tree.nodes[node, UPPER]), upper)


def select(search: Search, node: int) -> int:
    """The child with the highest upper confidence bound, of those that are undecided and may raise the node's lower
    bound.
    """
    nodes, best = search.tree.nodes, search.scoring.best
    known, highest, chosen = math.log(nodes[node, VISITS] + 1), -math.inf, NONE
    for row in search.tree.children(node):
        _, high = bounds_for_parent(search, row)
        visits = nodes[row, VISITS]
        if nodes[row, LOWER] == nodes[row, UPPER] or high <= nodes[node, LOWER]:
            continue
        if visits == 0:
            return row
        mean = nodes[row, SIGN] * nodes[row, TOTAL] / (visits * best)
        confidence = mean + EXPLORATION * math.sqrt(known / visits)
        if confidence > highest:
            highest, chosen = confidence, row
    return chosen


def best_child(search: Search) -> int:
    """The root's child that is proved best, or else the most visited of those that may be best."""
    most, chosen = -1, NONE
    lower, upper = int(search.tree.nodes[ROOT, LOWER]), int(search.tree.nodes[ROOT, UPPER])
    for row in search.tree.children(ROOT):
        low, high = bounds_for_parent(search, row)
        visits = int(search.tree.nodes[row, VISITS])
        if low == upper:
            return row
        if visits > most and (high > lower or low == lower):
            most, chosen = visits, row
    return chosen


def search_root(game: Game[State], search: Search, state: State, depth: int, alpha: int, beta: int, guess: int) -> int:
    """The exact reward for the player to move, once it is proved; window and guess are not used.

    If the budget is spent earlier, the most visited move and the mean of the playouts are left in `search`.
    """
    tree, best = search.tree, search.scoring.best
    if game.terminal(state):
        return search.terminal_score(game, state, 0)
    if tree.asked[QUESTION] == NOTHING:
        tree.asked[QUESTION] = 0
        search.enter(0, -best, best)
        tree.nodes[ROOT, LOWER], tree.nodes[ROOT, UPPER] = -best, best  # tighter bounds must come with a move
    while tree.nodes[ROOT, LOWER] < tree.nodes[ROOT, UPPER]:
        search.counters[PASSES] += 1
        simulate(game, search, state, 0, depth, ROOT)
        search.prove(int(tree.nodes[ROOT, LOWER]), int(tree.nodes[ROOT, UPPER]))
        search.choose_at_root(0, int(tree.nodes[best_child(search), ACTION]))
        search.estimate[POINTS] = PARTS * int(tree.nodes[ROOT, TOTAL]) // int(tree.nodes[ROOT, VISITS])
        search.estimate[POINTS_PER_REWARD] = PARTS
    return int(tree.nodes[ROOT, LOWER])
