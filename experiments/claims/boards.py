"""Claims about boards: how large their trees are, and what can be solved."""

from __future__ import annotations

import itertools
import math
import statistics
from typing import Any, Final

from experiments.claims.claim import PLAIN, Judged, claim, nodes, verdict
from experiments.markdown import number
from experiments.measuring import search
from experiments.squares import steps
from zermelo.games.catalogue import game_named
from zermelo.games.in_a_row.mnk import mnk
from zermelo.tablebase import census

BY_RULES: Final[dict[str, Any]] = {"algorithm": "mtdf", "without": "all"}


@claim("nine-factorial", 1, "The tree of 3x3 has 9! = 362,880 nodes.")
def nine_factorial() -> Judged:
    """Counted by census."""
    found = census(mnk(3, 3, 3), compiled=False)
    why = (
        f"It has {found.nodes:,} nodes, of which {found.games:,} are complete games: fewer than 9! = "
        f"{math.factorial(9):,}, because "
        "games end before the board is full, and more nodes than games, because games have beginnings."
    )
    return Judged(verdict(found.nodes == math.factorial(9)), why, {"nodes": found.nodes, "games": found.games})


@claim("games", 4, "Tic-tac-toe has some 255,168 games.")
def games() -> Judged:
    """Counted by census."""
    found = census(mnk(3, 3, 3), compiled=False).games
    return Judged(verdict(found == 255_168), f"The census counts {found:,}, exactly.", {"games": found})


@claim("one-cell-less", 1, "Every move leaves exactly one empty cell less.")
def one_cell_less() -> Judged:
    """At every position of tic-tac-toe."""
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
    return Judged(
        verdict(wrong == 0), f"In {wrong} of {moves:,} moves of 3x3 it is otherwise.", {"moves": moves, "wrong": wrong}
    )


@claim("n-binds", 1, "The side of the board decides what can be solved, not the length of the line.")
def n_binds() -> Judged:
    """Grids of n and k: on average, what one more of n costs, and one more of k."""
    ways: dict[str, tuple[dict[tuple[int, int], mnk], dict[str, Any]]] = {
        "By the rules alone": ({(n, k): mnk(n, n, k) for n, k in ((3, 3), (4, 3), (4, 4))}, BY_RULES),
        "With all that the game knows": (
            {(n, k): mnk(n, n, k) for n in range(3, 7) for k in range(3, n + 1)},
            {"algorithm": "mtdf", "compiled": False},
        ),
    }
    holds, told, figures = list[bool](), list[str](), dict[str, Any]()
    for way, (games, how) in ways.items():
        grid = {size: nodes(game, **how) for size, game in games.items()}
        by_n, by_k = map(statistics.geometric_mean, steps(grid))
        holds.append(by_n > by_k)
        told.append(
            f"{way} one more of n multiplies or divides MTD(f)'s positions by {number(by_n)} on average, one more of k by "
            f"{number(by_k)} ({len(grid)} boards)."
        )
        figures[way] = {f"{n}, {k}": count for (n, k), count in grid.items()}
    return Judged(verdict(*holds), " ".join(told), figures)


@claim("k-hardly-matters", 1, "On 5x5 the length of the line hardly matters.")
def k_hardly_matters() -> Judged:
    """With all that the game knows."""
    found = {str(k): nodes(mnk(5, 5, k), algorithm="mtdf", compiled=False) for k in (3, 4, 5)}
    factor = max(found.values()) / min(found.values())
    told = ", ".join(f"{count:,} at k = {k}" for k, count in found.items())
    why = f"With all that the game knows the empty 5x5 board takes {told}: a factor of {number(factor)}."
    return Judged(verdict(factor < 3), why, dict(found))


@claim("five-by-five", 1, "5x5 is beyond exact solvers, whatever the line.")
def five_by_five() -> Judged:
    """Solved."""
    found = {k: search(mnk(5, 5, k), algorithm="mtdf") for k in (3, 4, 5)}
    values = {1: "a win", 0: "a draw", -1: "a loss"}
    told = ", ".join(
        f"{values[int(result.value)]} at k = {k} ({result.counters['nodes']:,} positions)"
        for k, result in found.items()
    )
    solved = [not result.exact for result in found.values()]
    why = f"Solved exactly with all that the game knows, for who moves first: {told}."
    return Judged(verdict(*solved), why, {str(k): result.counters["nodes"] for k, result in found.items()})


@claim("sixteen-factorial", 3, "4x4 has 16! possibilities that must be searched.")
def sixteen_factorial() -> Judged:
    """By the rules alone, and with all that the game knows."""
    plain = nodes("mnk(4,4,4)", **BY_RULES)
    knowing = nodes("mnk(4,4,4)", algorithm="mtdf")
    why = (
        f"16! is {math.factorial(16):,}. MTD(f) proves the draw in {plain:,} positions by the rules alone with a "
        "table, and in "
        f"{knowing:,} with all that the game knows."
    )
    return Judged(verdict(plain >= math.factorial(16)), why, {"rules": plain, "knowledge": knowing})


@claim("domain-knowledge", 1, "Knowledge of the game gains what no general technique can.")
def domain_knowledge() -> Judged:
    """All general techniques together against the game's own, one board after the other."""
    gains: dict[str, float] = {}
    for game in ("mnk(3,3,3)", "mnk(4,4,4)", "connect(4,4,4)"):
        own = "key,symmetry,priority,forced,relevance,bounds"
        general, knowing = nodes(game, algorithm="mtdf", without=own), nodes(game, algorithm="mtdf")
        gains[game] = general / knowing
    told = ", ".join(f"{number(gain)} on `{game}`" for game, gain in gains.items())
    why = f"Positions with table, killers and history, times those with the game's knowledge as well: {told}."
    return Judged(verdict(*(gain > 1 for gain in gains.values())), why, dict(gains))


@claim("more-players", 1, "Pruning becomes weaker as the players become more.")
def more_players() -> Judged:
    """Max^n with shallow pruning on one board, the share of the exponent that is left."""
    exponents: dict[str, float] = {}
    for players in (2, 3):
        game = game_named(f"lines(3x3,3,players={players})" if players > 2 else "mnk(3,3,3)")
        full = census(game, compiled=False).nodes
        pruned = nodes(game, algorithm="maxn" if players > 2 else "alpha-beta", **PLAIN)
        exponents[str(players)] = math.log(pruned) / math.log(full)
    told = ", ".join(f"{share:.3f} for {players}" for players, share in exponents.items())
    grows = [one < other for one, other in itertools.pairwise(exponents.values())]
    why = (
        f"Positions visited on 3x3 as a power of the whole tree, by players: {told} (two by Alpha-Beta, more by max^n)."
    )
    return Judged(verdict(*grows), why, dict(exponents))
