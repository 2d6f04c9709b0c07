"""Claims about boards: the size of their game trees, and which can be solved."""

from __future__ import annotations

import itertools
import math
import statistics
from typing import Any, Final

from experiments.claims.claim import PLAIN, Judged, claim, nodes, verdict
from experiments.markdown import number
from experiments.measuring import search
from experiments.squares import steps
from zermelo import census, game_named
from zermelo.games import mnk

BY_RULES: Final[dict[str, Any]] = {"algorithm": "mtdf", "without": "all"}


@claim("nine-factorial", 1, "The game tree of 3x3 has 9! = 362,880 nodes.")
def nine_factorial() -> Judged:
    """Count nodes and games by census."""
    found = census(mnk(3, 3, 3), compiled=False)
    why = (
        f"Nodes: {found.nodes:,}. Complete games: {found.games:,}. There are fewer games than 9!, because some end before "
        "the board is full."
    )
    return Judged(verdict(found.nodes == math.factorial(9)), why, {"nodes": found.nodes, "games": found.games})


@claim("games", 4, "Tic-tac-toe has about 255,168 games.")
def games() -> Judged:
    """Count games by census."""
    found = census(mnk(3, 3, 3), compiled=False).games
    return Judged(verdict(found == 255_168), f"Games counted: {found:,}.", {"games": found})


@claim("one-cell-less", 1, "Every move leaves exactly one empty cell fewer.")
def one_cell_less() -> Judged:
    """Check every move in every position of tic-tac-toe."""
    game = mnk(3, 3, 3)
    seen, new, moves, wrong = {game.initial()}, [game.initial()], 0, 0
    while new:
        state = new.pop()
        for action in () if game.terminal(state) else game.actions(state):
            child = game.apply(state, action)
            moves += 1
            wrong += game.render(child).count(".") != game.render(state).count(".") - 1
            if child not in seen:
                seen.add(child)
                new.append(child)
    why = f"Moves checked, in all positions of 3x3: {moves:,}. Exceptions: {wrong}."
    return Judged(verdict(wrong == 0), why, {"moves": moves, "wrong": wrong})


@claim("n-binds", 1, "The side n of the board limits what can be solved, not the length k of the line.")
def n_binds() -> Judged:
    """Compare the mean factors of nodes for n + 1 and for k + 1, on boards of n by n."""
    ways: dict[str, tuple[dict[tuple[int, int], mnk], dict[str, Any]]] = {
        "By the rules alone": ({(n, k): mnk(n, n, k) for n, k in ((3, 3), (4, 3), (4, 4))}, BY_RULES),
        "With all knowledge": (
            {(n, k): mnk(n, n, k) for n in range(3, 7) for k in range(3, n + 1)},
            {"algorithm": "mtdf", "compiled": False},
        ),
    }
    holds, factors, figures = list[bool](), list[str](), dict[str, Any]()
    for way, (games, how) in ways.items():
        grid = {size: nodes(game, **how) for size, game in games.items()}
        by_n, by_k = map(statistics.geometric_mean, steps(grid))
        holds.append(by_n > by_k)
        factors.append(f"{way} ({len(grid)} boards): {number(by_n)} for n, {number(by_k)} for k.")
        figures[way] = {f"{n}, {k}": count for (n, k), count in grid.items()}
    why = f"Mean factor by which the nodes of MTD(f) change if n, or k, grows by 1. {' '.join(factors)}"
    return Judged(verdict(*holds), why, figures)


@claim("k-hardly-matters", 1, "On 5x5, the length of the line hardly matters.")
def k_hardly_matters() -> Judged:
    """Compare the nodes for 3, 4 and 5 in a row."""
    found = {str(k): nodes(mnk(5, 5, k), algorithm="mtdf", compiled=False) for k in (3, 4, 5)}
    factor = max(found.values()) / min(found.values())
    counts = ", ".join(f"{count:,} for {k} in a row" for k, count in found.items())
    why = f"Nodes of MTD(f) with all knowledge: {counts}. The most divided by the least: {number(factor)}."
    return Judged(verdict(factor < 3), why, dict(found))


@claim("five-by-five", 1, "No exact solver can solve 5x5, whatever the length of the line.")
def five_by_five() -> Judged:
    """Solve it for 3, 4 and 5 in a row."""
    found = {k: search(mnk(5, 5, k), algorithm="mtdf") for k in (3, 4, 5)}
    values = {1: "win", 0: "draw", -1: "loss"}
    results = ", ".join(
        f"{values[int(result.value)]} with {k} in a row ({result.counters['nodes']:,} nodes)"
        for k, result in found.items()
    )
    unsolved = [not result.exact for result in found.values()]
    why = f"Result for the first player, by MTD(f) with all knowledge: {results}."
    return Judged(verdict(*unsolved), why, {str(k): result.counters["nodes"] for k, result in found.items()})


@claim("sixteen-factorial", 3, "On 4x4 there are 16! possibilities to search.")
def sixteen_factorial() -> Judged:
    """Compare it with the nodes of a search by the rules alone, and of one with all knowledge."""
    plain = nodes("mnk(4,4,4)", **BY_RULES)
    knowing = nodes("mnk(4,4,4)", algorithm="mtdf")
    why = (
        f"16! = {math.factorial(16):,}. Nodes in which MTD(f) with a table proves the draw: {plain:,} by the rules alone, "
        f"{knowing:,} with all knowledge."
    )
    return Judged(verdict(plain >= math.factorial(16)), why, {"rules": plain, "knowledge": knowing})


@claim("domain-knowledge", 1, "Knowledge of the game saves what no general technique can.")
def domain_knowledge() -> Judged:
    """Compare all general techniques together with these and the knowledge of the game."""
    gains: dict[str, float] = {}
    for game in ("mnk(3,3,3)", "mnk(4,4,4)", "connect(4,4,4)"):
        own = "key,symmetry,priority,forced,relevance,bounds"
        general, knowing = nodes(game, algorithm="mtdf", without=own), nodes(game, algorithm="mtdf")
        gains[game] = general / knowing
    shown = ", ".join(f"{number(gain)} on `{game}`" for game, gain in gains.items())
    why = f"Nodes with table, killers and history, divided by nodes with knowledge of the game as well: {shown}."
    return Judged(verdict(*(gain > 1 for gain in gains.values())), why, dict(gains))


@claim("more-players", 1, "Pruning becomes less effective as the number of players grows.")
def more_players() -> Judged:
    """Compare nodes with those of the whole tree, for two players (Alpha-Beta) and three (max^n with shallow pruning)."""
    exponents: dict[str, float] = {}
    for players in (2, 3):
        game = game_named(f"lines(3x3,3,players={players})" if players > 2 else "mnk(3,3,3)")
        full = census(game, compiled=False).nodes
        pruned = nodes(game, algorithm="maxn" if players > 2 else "alpha-beta", **PLAIN)
        exponents[str(players)] = math.log(pruned) / math.log(full or 1)
    shown = ", ".join(f"{exponent:.3f} with {players} players" for players, exponent in exponents.items())
    grows = [one < other for one, other in itertools.pairwise(exponents.values())]
    why = (
        "Of the N nodes of the game tree of 3x3, Alpha-Beta (for two players) or max^n (for more) visits N^e. The exponent "
        f"e is {shown}; it would be 1 if nothing were pruned."
    )
    return Judged(verdict(*grows), why, dict(exponents))
