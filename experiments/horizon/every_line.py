"""Engines against every line of play: the moves of each in all positions that it meets, and how its games end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np

from experiments.horizon.boards_solved import ILLEGAL, Array, Layer, Solved, seen

SHORTCUT: Final = 12
"""The least number of free cells with which the published engine plays the first of them (Root-Roatch 2024)."""

Rule = Callable[[Layer], Array]
"""The moves that an engine may choose: a row of truth values for each cell, a column for each position."""


def first_free(board: Solved, layer: Layer) -> Array:
    """The first cell that is free, row by row."""
    free = np.array([board.free(layer, cell) for cell in range(board.cells)])
    return free & (free.cumsum(axis=0) == 1)


def engine(board: Solved, depth: int, *, scaled: bool, shortcut: int | None = None, any_best: bool = False) -> Rule:
    """A search of `depth` plies that takes the first of the moves it finds best, or with `any_best` any of them.

    With `shortcut` free cells or more it takes the first free one without a search.
    """

    def rule(layer: Layer) -> Array:
        free = board.cells - int(np.bitwise_count(layer.me[0] | layer.you[0]))
        if shortcut is not None and free >= shortcut:
            return first_free(board, layer)
        moves = board.moves(layer)
        sight = np.where(moves == ILLEGAL, ILLEGAL, seen(moves, depth, scaled=scaled))
        best = sight == sight.max(axis=0)
        return best if any_best else best & (best.cumsum(axis=0) == 1)

    return rule


class Turn(NamedTuple):
    """The positions in which the engine is to move after a number of plies, with its moves."""

    free: int
    """Empty cells."""
    layer: Layer
    chosen: Array


class Played(NamedTuple):
    """The games of an engine against every line of play."""

    won: int
    """Games, of which any two differ in some move."""
    drawn: int
    lost: int
    turns: list[Turn]


def played(board: Solved, rule: Rule, *, first: bool) -> Played:
    """Play all games of an engine against every line of play; the engine moves first or second."""
    layer, games = Layer(np.zeros(1, np.uint16), np.zeros(1, np.uint16)), np.ones(1, np.int64)
    ended, turns = {True: 0, False: 0}, list[Turn]()
    for ply in range(board.cells):
        own = (ply % 2 == 0) == first
        chosen = rule(layer) if own else np.array([board.free(layer, cell) for cell in range(board.cells)])
        if own:
            turns.append(Turn(board.cells - ply, layer, chosen))
        cell, place = np.nonzero(chosen)
        mine = layer.me[place] | (1 << cell).astype(np.uint16)
        ends = board.has_line[mine]
        ended[own] += int(games[place][ends].sum())
        layer, games = _merged(board, Layer(layer.you[place][~ends], mine[~ends]), games[place][~ends])
        if not len(games):
            break
    return Played(ended[True], int(games.sum()), ended[False], turns)


def _merged(board: Solved, layer: Layer, games: Array) -> tuple[Layer, Array]:
    """Each position once, with the number of games that reach it."""
    codes, order, place = np.unique(board.code(layer), return_index=True, return_inverse=True)
    total = np.zeros(len(codes), np.int64)
    np.add.at(total, place, games)
    return Layer(layer.me[order], layer.you[order]), total


def before_and_after(board: Solved, layer: Layer, chosen: Array) -> tuple[Array, Array]:
    """The value of each position, and the value of the worst of the moves chosen there."""
    moves = np.sign(board.moves(layer))
    legal = board.moves(layer) != ILLEGAL
    return np.where(legal, moves, -1).max(axis=0), np.where(chosen, moves, 1).min(axis=0)
