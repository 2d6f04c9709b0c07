"""MTD(f) from many guesses: what a bad guess costs, and whether MTD(f) is a binary search."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from functools import partial
from typing import Final

from experiments.markdown import percent, table
from experiments.plots import curves
from experiments.study import Case, Row, matching
from experiments.windows.games import GAMES
from experiments.windows.kernel import Kernel, check_agree
from experiments.windows.stepping import halved, shares_left, stepped
from experiments.windows.trees import LONG, SAMPLES, trees
from zermelo.games.catalogue import game_named
from zermelo.games.uniform_tree import SPREAD
from zermelo.search.parts.counters import NODES
from zermelo.search.parts.scoring import INFINITY
from zermelo.solver.options import OBJECTIVES, Objective

GUESSED: Final = {(4, 6): True, (4, 8): False, (8, 4): False}
"""Branching factor and depth of the trees, and whether they are quick."""

OFFSETS: Final = (0, 10, 100, 1_000, 10_000, 100_000, 1_000_000)
"""The errors of the guesses, to both sides of the value."""

GUESSED_GAMES: Final = ("connect(4,3,3)", "capture(8,3)", "mnk(3,3,3)", "mnk(4,4,3)", "connect(5,4,4)", "capture(9,3)")
"""Games that are searched from every guess."""


def cases(seed: int) -> list[Case]:
    """Trees with many values, then games with few."""
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
    """Mean passes and nodes of MTD(f) with a table, for each error of the guess; the same of a binary search."""
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
    """Passes and nodes of MTD(f) with a table, from every possible guess; the same of a binary search."""
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
    """The nodes divided by those of Alpha-Beta, from the exact value and from the worst guesses."""
    near, far = (
        [of_guess(row, "nodes", offset) / row["alpha-beta"] for row in guessed] for offset in (OFFSETS[0], OFFSETS[-1])
    )
    return near, far


def of_guess(row: Row, field: str, offset: int) -> float:
    """The passes or nodes from guesses with this error."""
    return next(value for place, value in row[field] if place == offset)


def measured(rows: Sequence[Row]) -> list[Row]:
    """The rows of guesses on trees."""
    return matching(rows, kind="guess")


def figures(rows: Sequence[Row]) -> str:
    """The section of the details: passes and nodes by guess, on trees and in games."""
    guessed, of_games = measured(rows), matching(rows, kind="game guess")
    return "\n\n".join(
        [
            "### Guesses",
            "![Passes of MTD(f) by the error of its guess](windows-passes.svg)",
            f"MTD(f) starts from guesses above and below the value of a tree. The numbers are means of {SAMPLES} trees; "
            "*ratio* is the nodes divided by those of Alpha-Beta with an open window, both with a table. A *binary "
            "search* puts each null window in the middle of the values that are still possible.",
            _trees_table(guessed),
            "MTD(f) puts its next null window at the bound that the last pass returned. The part of the possible values "
            "that such a pass leaves (the last pass is not counted), and the share of passes that leave 45 % to 55 %, as "
            "halving would:",
            _steps_table(guessed),
            "Games, from every guess between the worst and the best reward. *At most* is from the worst guess.",
            _games_table(of_games),
        ]
    )


def _trees_table(guessed: Sequence[Row]) -> str:
    lines = [
        [row["what"], offset, passes, nodes / row["alpha-beta"]]
        for row in guessed
        for (offset, passes), (_, nodes) in zip(row["passes"], row["nodes"], strict=True)
    ]
    lines += [
        [row["what"], "binary search", row["halving_passes"], row["halving_nodes"] / row["alpha-beta"]]
        for row in guessed
    ]
    return table(["tree", "error of the guess", "passes", "ratio"], lines)


def _steps_table(guessed: Sequence[Row]) -> str:
    lines = [[row["what"], *map(percent, row["left"]), percent(row["halved"])] for row in guessed]
    return table(["tree", "left, median", "least", "greatest", "passes that halve"], lines)


def _games_table(of_games: Sequence[Row]) -> str:
    lines = [
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
    heads = ["game", "objective", "values", "passes from the exact value", "at most", "binary search"]
    heads += ["ratio from the exact value", "at most", "binary search"]
    return table(heads, lines)


def _spread_of(points: Sequence[Sequence[int]]) -> tuple[int, int]:
    """From the exact value, and the most from any guess."""
    exact = next(value for offset, value in points if offset == 0)
    return exact, max(value for _, value in points)


ERROR: Final = "error of the guess"


def pictures(rows: Sequence[Row]) -> dict[str, str]:
    """Plots of nodes and of passes by the error of the guess."""
    guessed = measured(rows)
    nodes, passes = _by_error(guessed, "nodes", "alpha-beta"), _by_error(guessed, "passes", None)
    return {
        "windows-guess": curves(nodes, x=ERROR, y="nodes of MTD(f) / nodes of Alpha-Beta", log_x=True),
        "windows-passes": curves(passes, x=ERROR, y="passes", log_x=True, log_y=True),
    }


def _by_error(guessed: Sequence[Row], field: str, unit: str | None) -> dict[str, list[tuple[float, float]]]:
    """A field of each row by the error of the guess, in units of another field, and the same for the binary search."""
    series: dict[str, list[tuple[float, float]]] = {}
    for row in guessed:
        one = row[unit] if unit else 1
        points = [(offset, count / one) for offset, count in row[field] if offset]
        series[row["what"]] = points
        series[f"{row['what']}, binary search"] = [
            (offset, row[f"halving_{field}"] / one) for offset, _ in (points[0], points[-1])
        ]
    return series
