"""MTD(f) from many guesses: what a bad one costs, and whether it is a binary search."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from functools import partial
from typing import Final

from experiments.markdown import between, percent, table
from experiments.plots import curves
from experiments.study import Case, Row
from experiments.windows.games import GAMES
from experiments.windows.kernel import Kernel, check_agree
from experiments.windows.stepping import halved, shares_left, stepped
from experiments.windows.trees import LONG, trees
from zermelo.games.catalogue import game_named
from zermelo.games.uniform_tree import SPREAD
from zermelo.search.parts.counters import NODES
from zermelo.search.parts.scoring import INFINITY
from zermelo.solver.options import OBJECTIVES, Objective

GUESSED: Final = {(4, 6): True, (4, 8): False, (8, 4): False}
"""Branching and depth of the trees that MTD(f) searches from many guesses, and whether they are quick."""

OFFSETS: Final = (0, 10, 100, 1_000, 10_000, 100_000, 1_000_000)
"""How far a guess is from the score, to both sides."""

GUESSED_GAMES: Final = ("connect(4,3,3)", "capture(8,3)", "mnk(3,3,3)", "mnk(4,4,3)", "connect(5,4,4)", "capture(9,3)")
"""Games that MTD(f) searches from every guess."""


def cases(seed: int) -> list[Case]:
    """Trees of many scores, then games of few."""
    of_trees = [
        Case(f"guesses for tree({branching},{depth})", partial(measure_tree_guesses, branching, depth, seed), quick)
        for (branching, depth), quick in GUESSED.items()
    ]
    of_games = [
        Case(
            f"guesses for {game} {objective}",
            partial(measure_game_guesses, game, objective, compiled=not GAMES[game].quick),
            GAMES[game].quick,
        )
        for game in GUESSED_GAMES
        for objective in OBJECTIVES
    ]
    return [*of_trees, *of_games]


def measure_tree_guesses(branching: int, depth: int, seed: int) -> Row:
    """MTD(f) with a table, from guesses at each distance from the score: means; and a binary search."""
    compiled = branching**depth > LONG
    passes: dict[int, list[int]] = {offset: [] for offset in OFFSETS}
    nodes: dict[int, list[int]] = {offset: [] for offset in OFFSETS}
    halves: list[int] = []
    half_nodes: list[int] = []
    whole: list[int] = []
    left: list[float] = []
    for game in trees(branching, depth, seed):
        full, probe = Kernel(game, "negamax", compiled=compiled), Kernel(game, "negamax", compiled=compiled)
        score = full.run(-INFINITY, INFINITY, 0)
        assert score is not None
        whole.append(full.count(NODES))
        for offset in OFFSETS:
            for guess in {score - offset, score + offset}:
                found, steps = stepped(probe, guess)
                check_agree(str(game), {score, found})
                passes[offset].append(len(steps))
                nodes[offset].append(probe.count(NODES))
                left += shares_left(steps)
        found, steps = halved(probe)
        check_agree(str(game), {score, found})
        halves.append(len(steps))
        half_nodes.append(probe.count(NODES))
    return {
        "kind": "guess",
        "what": f"tree({branching},{depth})",
        "objective": "outcome",
        "scores": 2 * SPREAD + 1,
        "alpha-beta": statistics.fmean(whole),
        "passes": [[offset, statistics.fmean(counts)] for offset, counts in passes.items()],
        "nodes": [[offset, statistics.fmean(counts)] for offset, counts in nodes.items()],
        "halving_passes": statistics.fmean(halves),
        "halving_nodes": statistics.fmean(half_nodes),
        "left": [statistics.median(left), min(left), max(left)],
        "halved": sum(0.45 <= share <= 0.55 for share in left) / len(left),
    }


def measure_game_guesses(game: str, objective: Objective, *, compiled: bool) -> Row:
    """MTD(f) with a table, from every guess there is."""
    kernel = Kernel(game_named(game), "negamax", objective, compiled=compiled)
    score = kernel.run(-INFINITY, INFINITY, 0)
    assert score is not None
    whole = kernel.count(NODES)
    passes: list[tuple[int, int]] = []
    nodes: list[tuple[int, int]] = []
    low, high = kernel.low, kernel.high
    for guess in range(low, high + 1):
        found, steps = stepped(kernel, guess)
        check_agree(game, {score, found})
        passes.append((guess - score, len(steps)))
        nodes.append((guess - score, kernel.count(NODES)))
    found, steps = halved(kernel)
    check_agree(game, {score, found})
    return {
        "kind": "game guess",
        "what": game,
        "objective": objective,
        "score": score,
        "scores": high - low + 1,
        "alpha-beta": whole,
        "passes": passes,
        "nodes": nodes,
        "halving_passes": len(steps),
        "halving_nodes": kernel.count(NODES),
    }


def from_nearest_and_farthest(guessed: Sequence[Row]) -> tuple[list[float], list[float]]:
    """The nodes, times Alpha-Beta's, from the score itself, and from the guesses that are furthest off."""
    near, far = (
        [_of_guess(row, "nodes", offset) / row["alpha-beta"] for row in guessed] for offset in (OFFSETS[0], OFFSETS[-1])
    )
    return near, far


def _of_guess(row: Row, field: str, offset: int) -> float:
    """The passes or nodes from guesses that are so far off."""
    return next(value for place, value in row[field] if place == offset)


def halving_or_not(guessed: Sequence[Row], of_games: Sequence[Row]) -> str:
    """Whether MTD(f) is a binary search."""
    near, far = ([_of_guess(row, "passes", offset) for row in guessed] for offset in (OFFSETS[0], OFFSETS[-1]))
    halving = [row["halving_passes"] for row in guessed]
    left = [row["left"][0] for row in guessed]
    halved_ones = max(row["halved"] for row in guessed)
    verdict = "no binary search" if halved_ones < 0.5 else "nearly a binary search"
    fewer = sum(whole < steps for whole, steps in zip(halving, far, strict=True))
    most = max(count for row in of_games for _, count in row["passes"])
    return (
        f"MTD(f) is {verdict}: it steps to the bound that a pass returns. On trees such a step leaves "
        f"{between([100 * part for part in left])} % of the possible scores (medians), and {percent(halved_ones, 1)} of the "
        f"steps at most come near to halving them. It takes {between(near)} passes from the score itself and "
        f"{between(far)} from the worst guess; a real binary search takes {between(halving)}, fewer than from the worst "
        f"guess for {fewer} of {len(guessed)} sizes. In games, whose scores are few, no guess takes more than {most} passes."
    )


def section(guessed: Sequence[Row], of_games: Sequence[Row]) -> str:
    """Passes and nodes from each guess."""
    lines = [
        [row["what"], offset, passes, nodes / row["alpha-beta"]]
        for row in guessed
        for (offset, passes), (_, nodes) in zip(row["passes"], row["nodes"], strict=True)
    ]
    lines += [
        [row["what"], "binary search", row["halving_passes"], row["halving_nodes"] / row["alpha-beta"]]
        for row in guessed
    ]
    game_lines = [
        [
            f"`{row['what']}`",
            row["objective"],
            row["scores"],
            *_spread_of(row["passes"]),
            row["halving_passes"],
            *(nodes / row["alpha-beta"] for nodes in _spread_of(row["nodes"])),
            row["halving_nodes"] / row["alpha-beta"],
        ]
        for row in of_games
    ]
    heads = ["tree", "guess off by", "passes", "nodes, times Alpha-Beta's"]
    game_heads = ["game", "objective", "scores", "passes from the score itself", "at most", "binary search"]
    game_heads += ["nodes, times Alpha-Beta's, from the score", "at most", "binary search"]
    return (
        "### Guesses\n\nMTD(f) with a table from guesses above and below the score, beside Alpha-Beta with a table and an "
        "open window; the binary search puts each null window in the middle of the scores that are left.\n\n"
        "![Nodes by the error of the guess](windows-guess.svg)\n\n"
        "![Passes by the error of the guess](windows-passes.svg)\n\n"
        f"{table(heads, lines)}\n\nFrom every guess between the worst and the best reward:\n\n"
        f"{table(game_heads, game_lines)}"
    )


def _spread_of(points: Sequence[Sequence[int]]) -> tuple[int, int]:
    """From the score itself, and the most from any guess."""
    exact = next(value for offset, value in points if offset == 0)
    return exact, max(value for _, value in points)


def nodes_plot(guessed: Sequence[Row]) -> str:
    """Over the error of the guess."""
    y = "nodes, times Alpha-Beta's"
    return curves(_by_error(guessed, "nodes", "alpha-beta"), x=ERROR, y=y, log_x=True)


def passes_plot(guessed: Sequence[Row]) -> str:
    """Over the error of the guess."""
    return curves(_by_error(guessed, "passes", None), x=ERROR, y="passes", log_x=True, log_y=True)


ERROR: Final = "how far the guess is off"


def _by_error(guessed: Sequence[Row], field: str, unit: str | None) -> dict[str, list[tuple[float, float]]]:
    """What each row has of a field, in units of another, for guesses that are off; beside it, that of the binary search."""
    series: dict[str, list[tuple[float, float]]] = {}
    for row in guessed:
        one = row[unit] if unit else 1
        points = [(offset, count / one) for offset, count in row[field] if offset]
        series[row["what"]] = points
        series[f"{row['what']}, binary search"] = [
            (offset, row[f"halving_{field}"] / one) for offset, _ in (points[0], points[-1])
        ]
    return series
