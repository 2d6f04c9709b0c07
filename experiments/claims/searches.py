"""Claims about algorithms: how many nodes they visit."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

from experiments.benchmark import run, select
from experiments.benchmark.published import PUBLISHED
from experiments.claims.claim import BARE, PLAIN, Judged, claim, nodes, verdict
from experiments.markdown import number, percent
from experiments.measuring import AlgorithmName, search
from zermelo import game_named, search_tree
from zermelo.games import mnk, tree

TITLES: Final[Mapping[AlgorithmName, str]] = {
    "alpha-beta": "Alpha-Beta",
    "negamax": "NegaMax",
    "negascout": "NegaScout",
    "bns": "Best Node Search",
    "mtdf": "MTD(f)",
}

SMALL = "mnk(3,3,3)"
LARGE = 3_000_000
"""The limit in nodes after which a search counts as unfinished."""


def _by_game(ratios: Mapping[str, float]) -> str:
    """Ratios with their games, as `1.14 on mnk(3,3,3)`."""
    return ", ".join(f"{number(ratio)} on `{game}`" for game, ratio in ratios.items())


@claim("pruning-keeps-the-value", 1, "Alpha-Beta finds the same value as MiniMax.")
def pruning_keeps_the_value() -> Judged:
    """Search every position of tic-tac-toe after three plies with both."""
    game = mnk(3, 3, 3)
    starts = {game.apply(game.apply(game.apply(game.initial(), a), b), c) for a in range(9) for b in range(9)
              for c in range(9) if len({a, b, c}) == 3}  # fmt: skip
    pairs = [
        [search(game, state, algorithm=name, **PLAIN).value for name in ("minimax", "alpha-beta")] for state in starts
    ]
    differ = sum(one != other for one, other in pairs)
    why = f"Positions searched, on 3x3 after three plies: {len(pairs)}. Different values: {differ}."
    return Judged(verdict(differ == 0), why, {"positions": len(pairs), "differ": differ})


@claim("same-tree", 1, "NegaMax searches the same tree as Alpha-Beta.")
def same_tree() -> Judged:
    """Count positions in one game of self-play, as in the published benchmark."""
    rows = ("alpha-beta", "negamax", "negamax-distance")
    states = {cell.row.key: cell.states for cell in run(select(rows, ["3x3k3"]), compiled=False)}
    published = PUBLISHED["NegaMax"]["3x3k3"].states
    why = (
        f"Positions visited in one game on 3x3: {states['alpha-beta']:,} by Alpha-Beta, {states['negamax']:,} by NegaMax. "
        f"The published number for NegaMax is {published:,}; with rewards scaled by depth, NegaMax visits "
        f"{states['negamax-distance']:,} here."
    )
    return Judged(verdict(states["alpha-beta"] == states["negamax"]), why, dict(states))


@claim("pruning-halves", 3, "Once a game on 3x3 is far enough in, pruning halves the nodes.")
def pruning_halves() -> Judged:
    """Compare MiniMax and Alpha-Beta after each of the first plies of one game."""
    line = "a1 b2 c3 a3 c1"
    ratios: list[float] = []
    for plies in range(6):
        played = " ".join(line.split()[:plies]) or None
        full, cut = (nodes(SMALL, played, algorithm=name, **PLAIN) for name in ("minimax", "alpha-beta"))
        ratios.append(full / cut)
    shown = ", ".join(number(ratio) for ratio in ratios)
    why = f"Nodes of MiniMax divided by nodes of Alpha-Beta, after 0 to {len(ratios) - 1} plies of one game: {shown}."
    return Judged(verdict(1.5 <= ratios[-1] <= 3), why, {"ratios": ratios})


@claim(
    "nothing-pruned-when-moves-get-better",
    3,
    "If each move is at least as good as the one before it, nothing is pruned.",
)
def nothing_pruned() -> Judged:
    """Search a random tree in the worst order, and a game whose first moves are all equal."""
    game = tree(4, 6, 1, "worst")
    full, cut = (nodes(game, algorithm=name, **BARE) for name in ("minimax", "alpha-beta"))
    equal, pruned = (nodes(SMALL, algorithm=name, **PLAIN) for name in ("minimax", "alpha-beta"))
    why = (
        f"Nodes that Alpha-Beta visits, of all: {percent(cut, full)} of `tree(4,6)` with the worst moves first ({cut:,} of "
        f"{full:,}), and {percent(pruned, equal)} of 3x3, where all first moves are equal."
    )
    return Judged(verdict(cut == full, pruned == equal), why, {"tree": cut / full, "3x3": pruned / equal})


@claim("perfect-order", 1, "If the best moves come first, Alpha-Beta visits about b^(d/2) leaves instead of b^d.")
def perfect_order() -> Judged:
    """Search a tree whose minimum of leaves is known."""
    branching, depth = 4, 8
    found = search(tree(branching, depth, 1, "best"), algorithm="alpha-beta", **BARE).counters["leaves"]
    minimal = branching ** (depth // 2) * 2 - 1
    why = (
        f"Leaves visited of `tree({branching},{depth})` with the best moves first: {found:,}. The least possible (Knuth and "
        f"Moore 1975): {minimal:,}. b^(d/2) = {branching ** (depth // 2):,}, b^d = {branching**depth:,}."
    )
    return Judged(verdict(found == minimal), why, {"leaves": found, "minimal": minimal})


@claim("worst-order", 5, "If the worst moves come first, Alpha-Beta visits about b^d leaves.")
def worst_order() -> Judged:
    """Search trees of several sizes, with the moves sorted worst first."""
    shares = {
        f"tree({b},{d})": search(tree(b, d, 1, "worst"), algorithm="alpha-beta", **BARE).counters["leaves"] / b**d
        for b, d in ((4, 2), (4, 4), (4, 6), (2, 12))
    }
    why = f"Leaves visited, of b^d: {', '.join(f'{percent(share)} of `{name}`' for name, share in shares.items())}."
    return Judged(verdict(*(share > 0.99 for share in shares.values())), why, shares)


@claim("scaled-rewards", 1, "Rewards that prefer faster wins make the search larger.")
def scaled_rewards() -> Judged:
    """Compare searches for the fastest win and for any win."""
    ratios: dict[str, float] = {}
    for game in ("mnk(3,3,3)", "mnk(4,3,3)", "connect(4,4,4)"):
        outcome, distance = (
            nodes(game, algorithm="negamax", without="all", objective=objective)
            for objective in ("outcome", "distance")
        )
        ratios[game] = distance / outcome
    why = f"Nodes of NegaMax with a table for the fastest win, divided by those for any win: {_by_game(ratios)}."
    return Judged(verdict(*(ratio > 1.01 for ratio in ratios.values())), why, dict(ratios))


@claim("inside-the-window", 1, "If the score of a move falls inside NegaScout's null window, the move is inferior.")
def inside_the_window() -> Judged:
    """Count the results of all null-window searches of one run."""
    drawn = search_tree(mnk(3, 3, 3), algorithm="negascout", **BARE)
    null = [node for node in drawn.nodes if node.beta - node.alpha == 1 and node.value is not None]
    inside = sum(node.alpha < (node.value or 0) < node.beta for node in null)
    below = sum((node.value or 0) <= node.alpha for node in null)
    why = (
        f"Null-window searches on 3x3: {len(null):,}. Scores inside the window: {inside}; there is no whole number between "
        f"alpha and alpha + 1. Scores of alpha or less, which show that the move is no better: {below:,}."
    )
    return Judged(verdict(inside > 0), why, {"searches": len(null), "inside": inside, "failed low": below})


@claim(
    "window-of-one",
    1,
    "A window from alpha to alpha + 1 is a null window, even if rewards are scaled by 0.1 per ply (implied by the code).",
)
def window_of_one() -> Judged:
    """Count the different scores that a window of width 1 can contain."""
    # X moves at odd plies, O at even ones
    wins, losses = {1 - ply / 10 for ply in (5, 7, 9)}, {ply / 10 - 1 for ply in (6, 8)}
    scores = {round(score, 1) for score in wins | losses | {0.0}}
    within = max(sum(low < score < low + 1 for score in scores) for low in scores)
    why = (
        f"Different scores of games on 3x3, scaled by 0.1 per ply: {len(scores)}. Scores inside a window of width 1: up to "
        f"{within}. A null window has none inside."
    )
    return Judged(verdict(within == 0), why, {"scores": len(scores), "inside": within})


@claim("negascout-needs-order", 1, "NegaScout is fast if the best move comes first, and degrades gracefully if not.")
def negascout_needs_order() -> Judged:
    """Search the same tree in three orders."""
    ratios = {
        order: nodes(tree(4, 6, 1, order), algorithm="negascout", **BARE)
        / nodes(tree(4, 6, 1, order), algorithm="alpha-beta", **BARE)
        for order in ("best", "random", "worst")
    }
    shown = ", ".join(f"{number(ratio)} ({order})" for order, ratio in ratios.items())
    why = f"Nodes of NegaScout divided by nodes of Alpha-Beta, on `tree(4,6)` by order of moves: {shown}."
    return Judged(verdict(ratios["best"] <= 1, ratios["worst"] <= 1.5), why, dict(ratios))


@claim("binary-search", 1, "MTD(f) is a binary search for the value.")
def binary_search() -> Judged:
    """Count passes from a guess of 0, with two million possible scores."""
    passes = [
        search(tree(4, 6, seed), algorithm="mtdf", without="all", compiled=False).counters["passes"]
        for seed in range(5)
    ]
    halvings = (2_000_001).bit_length()
    why = (
        f"Passes on five trees with 2,000,001 possible scores: {', '.join(map(str, passes))}. Halving the scores each time "
        f"would take {halvings}. MTD(f) starts each pass from the bound that the last one returned."
    )
    return Judged(verdict(all(count == halvings for count in passes)), why, {"passes": passes, "halvings": halvings})


@claim("table-mandatory", 1, "Without a transposition table, the repeated searches of MTD(f) undo all savings.")
def table_mandatory() -> Judged:
    """Compare MTD(f) with Alpha-Beta on a game with three possible scores, and on a tree with two million."""
    ratios = {
        str(game): nodes(game, algorithm="mtdf", **BARE) / nodes(game, algorithm="alpha-beta", **BARE)
        for game in (mnk(3, 3, 3), tree(4, 6, 1))
    }
    why = f"Nodes of MTD(f) without a table, divided by nodes of Alpha-Beta: {_by_game(ratios)}."
    return Judged(verdict(*(ratio >= 1 for ratio in ratios.values())), why, dict(ratios))


@claim("twelvefold", 1, "On 3x3, null windows make MTD(f) visit a twelfth of the positions that Alpha-Beta visits.")
def twelvefold() -> Judged:
    """Count positions as in the published benchmark, and those of Alpha-Beta with a table like MTD(f)'s."""
    rows = ("mtdf", "alpha-beta", "alpha-beta-table")
    states = {cell.row.key: cell.states for cell in run(select(rows, ["3x3k3"]), compiled=False)}
    plain, fair = states["alpha-beta"] / states["mtdf"], states["alpha-beta-table"] / states["mtdf"]
    why = (
        f"Positions visited in one game: {states['mtdf']:,} by MTD(f), which has a table; {states['alpha-beta']:,} by "
        f"Alpha-Beta without a table ({number(plain)} times as many); {states['alpha-beta-table']:,} by Alpha-Beta with one "
        f"({number(fair)} times)."
    )
    return Judged(verdict(fair > 6), why, dict(states))


@claim("mtdf-alone", 1, "On 4x4 with four in a row, MTD(f) is the only algorithm that finishes.")
def mtdf_alone() -> Judged:
    """Look at the published table; search the empty board by the rules alone, with a table."""
    finished = [row for row, cells in PUBLISHED.items() if cells["4x4k4"].states is not None]
    here: list[AlgorithmName] = [
        name for name in TITLES if nodes("mnk(4,4,4)", algorithm=name, without="all", nodes=LARGE) < LARGE
    ]
    why = (
        f"Published runs that finish: {', '.join(finished)}. Algorithms that finish here, by the rules alone with a table "
        f"and within {LARGE:,} nodes: {', '.join(TITLES[name] for name in here)}."
    )
    return Judged(verdict(len(finished) == 1, len(here) == 1), why, {"published": finished, "here": here})


@claim(
    "stronger-in-theory",
    1,
    "On 4x4 with three in a row, NegaScout and Best Node Search visit more positions than Alpha-Beta.",
)
def stronger_in_theory() -> Judged:
    """Compare the algorithms by the rules alone, each with a table."""
    algorithms: tuple[AlgorithmName, ...] = ("alpha-beta", "negascout", "bns")
    found = {name: nodes("mnk(4,4,3)", algorithm=name, without="all") for name in algorithms}
    counts = ", ".join(f"{found[name]:,} by {TITLES[name]}" for name in algorithms)
    more = [found[name] > found["alpha-beta"] for name in ("negascout", "bns")]
    why = f"Nodes from the empty board, by the rules alone with a table: {counts}."
    return Judged(verdict(*more), why, dict(found))


@claim("which-is-easier", 1, "Finding the best move is sometimes easier than finding its value.")
def which_is_easier() -> Judged:
    """Compare Best Node Search with MTD(f)."""
    games = ("mnk(3,3,3)", "mnk(4,3,3)", "connect(4,4,4)")
    ratios = {
        game: nodes(game, algorithm="bns", without="all") / nodes(game, algorithm="mtdf", without="all")
        for game in games
    }
    why = (
        "Nodes of Best Node Search, which finds a best move, divided by nodes of MTD(f), which finds the value, both with a "
        f"table: {_by_game(ratios)}."
    )
    return Judged(verdict(*(ratio < 1 for ratio in ratios.values())), why, dict(ratios))


@claim("deepening-overhead", 1, "Iterative deepening costs a constant factor of b / (b - 1).")
def deepening_overhead() -> Judged:
    """Compare the nodes of all depths with those of the last, without a table: full trees, then pruned ones."""
    game, depth = game_named("connect(5,4,4)"), 7
    factors: dict[str, float] = {}
    for name in ("minimax", "alpha-beta"):
        each = [nodes(game, algorithm=name, depth=plies, **BARE) for plies in range(1, depth + 1)]
        factors[name] = sum(each) / each[-1]
    claimed = 5 / 4
    why = (
        f"Nodes of all depths divided by nodes of the last, on `connect(5,4,4)` to depth {depth}: {factors['minimax']:.3f} "
        f"for MiniMax, {factors['alpha-beta']:.3f} for Alpha-Beta. b / (b - 1) = {claimed:.3f}. A pruned tree grows more "
        "slowly with each ply, so the shallower searches weigh more."
    )
    near = [abs(factor - claimed) < 0.05 for factor in factors.values()]
    return Judged(verdict(*near), why, dict(factors))


@claim("table-helps", 5, "A transposition table makes the search of tic-tac-toe smaller.")
def table_helps() -> Judged:
    """Compare NegaMax without a table and with one."""
    plain, kept = (
        nodes(SMALL, algorithm="negamax", without="all", table=table, compiled=False) for table in (False, True)
    )
    why = f"Nodes of NegaMax: {plain:,} without a table, {kept:,} with one."
    return Judged(verdict(kept < plain), why, {"without": plain, "with": kept})


@claim(
    "better-orders",
    5,
    "Natural order, centre first, the table's move first: on average, each takes no more nodes than the one before.",
)
def better_orders() -> Judged:
    """Search drop games to depth 6 in each order, by NegaMax with a table."""
    figures: dict[str, list[int]] = {}
    rest = "key,symmetry,forced,relevance,bounds,killers,history"
    for game in ("connect(4,4,3)", "connect(5,4,4)", "connect(4,4,4)"):
        counts = [
            nodes(game, algorithm="negamax", depth=6, without=without, deepening=deepening, compiled=False)
            for without, deepening in ((f"{rest},priority", False), (rest, False), (rest, True))
        ]
        figures[game] = counts
    shown = "; ".join(f"{', '.join(f'{count:,}' for count in counts)} on `{game}`" for game, counts in figures.items())
    why = f"Nodes to depth 6 in these orders (the last by iterative deepening, all depths counted): {shown}."
    natural, centre, tabled = (math.prod(counts[place] for counts in figures.values()) for place in range(3))
    return Judged(verdict(centre <= natural, tabled <= centre), why, dict(figures))
