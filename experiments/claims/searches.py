"""Claims about algorithms: what each visits, and why."""

from __future__ import annotations

import math

from experiments.benchmark import run, select
from experiments.benchmark.published import PUBLISHED
from experiments.claims.claim import BARE, PLAIN, Judged, claim, nodes, verdict
from experiments.markdown import number, percent
from experiments.measuring import search
from zermelo.games.catalogue import game_named
from zermelo.games.in_a_row.mnk import mnk
from zermelo.games.uniform_tree import tree
from zermelo.pictures.search_tree import search_tree

SMALL = "mnk(3,3,3)"
LARGE = 3_000_000
"""Nodes that a search may visit here before it counts as unfinished."""


@claim("pruning-keeps-the-value", 1, "Alpha-Beta gives up nothing: its value is MiniMax's.")
def pruning_keeps_the_value() -> Judged:
    """Every position of tic-tac-toe after three plies, by both."""
    game = mnk(3, 3, 3)
    starts = {game.apply(game.apply(game.apply(game.initial(), a), b), c) for a in range(9) for b in range(9)
              for c in range(9) if len({a, b, c}) == 3}  # fmt: skip
    pairs = [
        [search(game, state, algorithm=name, **PLAIN).value for name in ("minimax", "alpha-beta")] for state in starts
    ]
    differ = sum(one != other for one, other in pairs)
    why = f"In {differ} of {len(pairs)} positions of 3x3 after three plies the values differ."
    return Judged(verdict(differ == 0), why, {"positions": len(pairs), "differ": differ})


@claim("same-tree", 1, "NegaMax explores the same tree as Alpha-Beta.")
def same_tree() -> Judged:
    """The published cells: one game of self-play."""
    rows = ("alpha-beta", "negamax", "negamax-distance")
    states = {cell.row.key: cell.states for cell in run(select(rows, ["3x3k3"]), compiled=False)}
    published = PUBLISHED["NegaMax"]["3x3k3"].states
    why = (
        f"Both visit {states['alpha-beta']:,} and {states['negamax']:,} states in a game on 3x3. Published are "
        f"{published:,} for NegaMax; with rewards scaled by depth it visits {states['negamax-distance']:,}."
    )
    return Judged(verdict(states["alpha-beta"] == states["negamax"]), why, dict(states))


@claim("pruning-halves", 3, "Once a game on 3x3 is far enough in, pruning halves the work.")
def pruning_halves() -> Judged:
    """From the empty board, and after each number of plies of one game."""
    line = "a1 b2 c3 a3 c1"
    ratios: list[float] = []
    for plies in range(6):
        played = " ".join(line.split()[:plies]) or None
        full, cut = (nodes(SMALL, played, algorithm=name, **PLAIN) for name in ("minimax", "alpha-beta"))
        ratios.append(full / cut)
    told = ", ".join(number(ratio) for ratio in ratios)
    why = f"MiniMax visits {told} times the positions after 0, 1, 2, ... plies of one game: the more, the earlier."
    return Judged(verdict(1.5 <= ratios[-1] <= 3), why, {"ratios": ratios})


@claim(
    "nothing-pruned-when-moves-get-better",
    3,
    "Where each move is at least as good as the one before, nothing is pruned.",
)
def nothing_pruned() -> Judged:
    """The worst order of a random tree, and a game whose first moves are all equal."""
    game = tree(4, 6, 1, "worst")
    full, cut = (nodes(game, algorithm=name, **BARE) for name in ("minimax", "alpha-beta"))
    equal, pruned = (nodes(SMALL, algorithm=name, **PLAIN) for name in ("minimax", "alpha-beta"))
    why = (
        f"Of a tree whose moves come worst first, at every node, {percent(cut, full)} are visited ({cut:,} of {full:,}); "
        f"of 3x3, where all first moves are equal, {percent(pruned, equal)}."
    )
    return Judged(verdict(cut == full, pruned == equal), why, {"tree": cut / full, "3x3": pruned / equal})


@claim("perfect-order", 1, "With perfect order Alpha-Beta visits some b^(d/2) leaves instead of b^d.")
def perfect_order() -> Judged:
    """A tree of known minimum."""
    branching, depth = 4, 8
    found = search(tree(branching, depth, 1, "best"), algorithm="alpha-beta", **BARE).counters["leaves"]
    minimal = branching ** (depth // 2) * 2 - 1
    why = (
        f"tree({branching},{depth}) with the best move first: {found:,} leaves, which is "
        f"{found / branching ** (depth / 2):.2f} "
        f"times b^(d/2), and of {branching**depth:,} one in {branching**depth // found:,}. Knuth and Moore's minimum "
        f"is {minimal:,}."
    )
    return Judged(verdict(found == minimal), why, {"leaves": found, "minimal": minimal})


@claim("worst-order", 5, "With the worst order Alpha-Beta visits some b^d leaves.")
def worst_order() -> Judged:
    """Worst first by the true values, at growing depth."""
    shares = {
        f"tree({b},{d})": search(tree(b, d, 1, "worst"), algorithm="alpha-beta", **BARE).counters["leaves"] / b**d
        for b, d in ((4, 2), (4, 4), (4, 6), (2, 12))
    }
    told = ", ".join(f"{percent(share)} of {name}" for name, share in shares.items())
    return Judged(verdict(*(share > 0.99 for share in shares.values())), f"Worst first visits {told}.", shares)


@claim("scaled-rewards", 1, "Rewards that prefer faster wins make the search larger.")
def scaled_rewards() -> Judged:
    """A drawn board and one that is won."""
    ratios: dict[str, float] = {}
    for game in ("mnk(3,3,3)", "mnk(4,3,3)", "connect(4,4,4)"):
        outcome, distance = (
            nodes(game, algorithm="negamax", without="all", objective=objective)
            for objective in ("outcome", "distance")
        )
        ratios[game] = distance / outcome
    told = ", ".join(f"{number(ratio)} on `{game}`" for game, ratio in ratios.items())
    why = f"Nodes for the fastest win, times those for any win, with a table: {told}."
    return Judged(verdict(*(ratio > 1.01 for ratio in ratios.values())), why, dict(ratios))


@claim("inside-the-window", 1, "A score inside NegaScout's null window means that the move is inferior.")
def inside_the_window() -> Judged:
    """Every null-window search of a run."""
    drawn = search_tree(mnk(3, 3, 3), algorithm="negascout", **BARE)
    null = [node for node in drawn.nodes if node.beta - node.alpha == 1 and node.value is not None]
    inside = sum(node.alpha < (node.value or 0) < node.beta for node in null)
    below = sum((node.value or 0) <= node.alpha for node in null)
    why = (
        f"Of {len(null):,} null-window searches on 3x3 {inside} ended inside: there is no whole number between alpha "
        "and "
        f"alpha + 1. {below:,} failed low, which is what tells that a move is inferior."
    )
    return Judged(verdict(inside > 0), why, {"searches": len(null), "inside": inside, "failed low": below})


@claim("window-of-one", 1, "A null window is alpha and alpha + 1, also where rewards are scaled by 0.1 a ply.")
def window_of_one() -> Judged:
    """Different scores that fit into a window of width 1."""
    # X makes the odd plies, O the even ones
    wins, losses = {1 - ply / 10 for ply in (5, 7, 9)}, {ply / 10 - 1 for ply in (6, 8)}
    scores = {round(score, 1) for score in wins | losses | {0.0}}
    within = max(sum(low < score < low + 1 for score in scores) for low in scores)
    why = (
        f"3x3 then has {len(scores)} different scores, and a window of width 1 has up to {within} of them inside: it "
        "tells far "
        "less than a null window, whose width is the distance of neighbouring scores."
    )
    return Judged(verdict(within == 0), why, {"scores": len(scores), "inside": within})


@claim(
    "negascout-needs-order", 1, "NegaScout is fast where the best move comes first, and degrades gracefully where not."
)
def negascout_needs_order() -> Judged:
    """The same tree in three orders."""
    ratios = {
        order: nodes(tree(4, 6, 1, order), algorithm="negascout", **BARE)
        / nodes(tree(4, 6, 1, order), algorithm="alpha-beta", **BARE)
        for order in ("best", "random", "worst")
    }
    told = ", ".join(f"{number(ratio)} ({order})" for order, ratio in ratios.items())
    why = f"Nodes of NegaScout, times Alpha-Beta's, on tree(4,6) by the order of moves: {told}."
    return Judged(verdict(ratios["best"] <= 1, ratios["worst"] <= 1.5), why, dict(ratios))


@claim("binary-search", 1, "MTD(f) is a binary search for the value.")
def binary_search() -> Judged:
    """Passes until the bounds meet, with a guess of 0 and two million possible scores."""
    passes = [
        search(tree(4, 6, seed), algorithm="mtdf", without="all", compiled=False).counters["passes"]
        for seed in range(5)
    ]
    halvings = (2_000_001).bit_length()
    why = (
        f"Five trees of 2,000,001 possible scores take {', '.join(map(str, passes))} passes; halving would always "
        f"take {halvings}. "
        "Each pass starts from the bound that the last one returned."
    )
    return Judged(verdict(all(count == halvings for count in passes)), why, {"passes": passes, "halvings": halvings})


@claim("table-mandatory", 1, "Without a table MTD(f)'s repeated searches undo all savings.")
def table_mandatory() -> Judged:
    """Three scores, and two million."""
    ratios = {
        str(game): nodes(game, algorithm="mtdf", **BARE) / nodes(game, algorithm="alpha-beta", **BARE)
        for game in (mnk(3, 3, 3), tree(4, 6, 1))
    }
    told = ", ".join(f"{number(ratio)} on `{game}`" for game, ratio in ratios.items())
    why = f"Nodes of MTD(f) without a table, times Alpha-Beta's: {told}. Where scores are few, passes are few."
    return Judged(verdict(*(ratio >= 1 for ratio in ratios.values())), why, dict(ratios))


@claim("twelvefold", 1, "Null windows make MTD(f) visit a twelfth of Alpha-Beta's states on 3x3.")
def twelvefold() -> Judged:
    """The published cells, and Alpha-Beta with the table that MTD(f) has."""
    rows = ("mtdf", "alpha-beta", "alpha-beta-table")
    states = {cell.row.key: cell.states for cell in run(select(rows, ["3x3k3"]), compiled=False)}
    plain, fair = states["alpha-beta"] / states["mtdf"], states["alpha-beta-table"] / states["mtdf"]
    why = (
        f"Alpha-Beta visits {number(plain)} times MTD(f)'s states ({states['alpha-beta']:,} and {states['mtdf']:,}), "
        "but with a table "
        f"like MTD(f)'s {number(fair)} times: the table does it."
    )
    return Judged(verdict(fair > 6), why, dict(states))


@claim("mtdf-alone", 1, "MTD(f) is the only algorithm that finishes 4x4 with four in a row.")
def mtdf_alone() -> Judged:
    """The published table itself, and the empty board by the rules alone with a table."""
    finished = [row for row, cells in PUBLISHED.items() if cells["4x4k4"].states is not None]
    here = [
        name
        for name in ("alpha-beta", "negamax", "negascout", "bns", "mtdf")
        if nodes("mnk(4,4,4)", algorithm=name, without="all", nodes=LARGE) < LARGE
    ]
    why = (
        f"In the published table {len(finished)} rows finish it: {', '.join(finished)}. Here {len(here)} of 5 "
        "algorithms solve it by "
        f"the rules alone with a table in fewer than {LARGE:,} positions: {', '.join(here)}."
    )
    return Judged(verdict(len(finished) == 1, len(here) == 1), why, {"published": finished, "here": here})


@claim("stronger-in-theory", 1, "NegaScout and Best Node Search visit more than Alpha-Beta on 4x4 with three in a row.")
def stronger_in_theory() -> Judged:
    """With the same table, by the rules alone."""
    found = {name: nodes("mnk(4,4,3)", algorithm=name, without="all") for name in ("alpha-beta", "negascout", "bns")}
    told = ", ".join(f"{name} {count:,}" for name, count in found.items())
    more = [found[name] > found["alpha-beta"] for name in ("negascout", "bns")]
    return Judged(verdict(*more), f"The empty board, with a table and nothing else known: {told}.", dict(found))


@claim("which-is-easier", 1, "To ask which move is best is sometimes easier than to ask for its value.")
def which_is_easier() -> Judged:
    """Best Node Search against MTD(f)."""
    games = ("mnk(3,3,3)", "mnk(4,3,3)", "connect(4,4,4)")
    ratios = {
        game: nodes(game, algorithm="bns", without="all") / nodes(game, algorithm="mtdf", without="all")
        for game in games
    }
    told = ", ".join(f"{number(ratio)} on `{game}`" for game, ratio in ratios.items())
    why = f"Nodes of Best Node Search, times MTD(f)'s, with a table: {told}."
    return Judged(verdict(*(ratio < 1 for ratio in ratios.values())), why, dict(ratios))


@claim("deepening-overhead", 1, "Iterative deepening costs a constant factor of b / (b - 1).")
def deepening_overhead() -> Judged:
    """All depths together, times the last, without a table: full trees, then pruned ones."""
    game, depth = game_named("connect(5,4,4)"), 7
    factors: dict[str, float] = {}
    for name in ("minimax", "alpha-beta"):
        each = [nodes(game, algorithm=name, depth=plies, **BARE) for plies in range(1, depth + 1)]
        factors[name] = sum(each) / each[-1]
    told = 5 / 4
    why = (
        f"`connect(5,4,4)` to depth {depth}: {factors['minimax']:.3f} for MiniMax and {factors['alpha-beta']:.3f} for "
        f"Alpha-Beta; b / (b - 1) is {told:.3f}. Pruned trees grow more slowly, so that the earlier depths weigh more."
    )
    near = [abs(factor - told) < 0.05 for factor in factors.values()]
    return Judged(verdict(*near), why, dict(factors))


@claim("table-helps", 5, "A transposition table makes tic-tac-toe's search smaller.")
def table_helps() -> Judged:
    """With and without."""
    plain, kept = (
        nodes(SMALL, algorithm="negamax", without="all", table=table, compiled=False) for table in (False, True)
    )
    return Judged(
        verdict(kept < plain),
        f"NegaMax visits {plain:,} positions without and {kept:,} with one.",
        {"without": plain, "with": kept},
    )


@claim(
    "better-orders", 5, "Natural, centre-first, table-move-first: on average each visits no more than the one before."
)
def better_orders() -> Judged:
    """Drop games to depth 6, by negamax with a table."""
    figures: dict[str, list[int]] = {}
    rest = "key,symmetry,forced,relevance,bounds,killers,history"
    for game in ("connect(4,4,3)", "connect(5,4,4)", "connect(4,4,4)"):
        counts = [
            nodes(game, algorithm="negamax", depth=6, without=without, deepening=deepening, compiled=False)
            for without, deepening in ((f"{rest},priority", False), (rest, False), (rest, True))
        ]
        figures[game] = counts
    told = "; ".join(f"`{game}` {', '.join(f'{count:,}' for count in counts)}" for game, counts in figures.items())
    why = f"Nodes to depth 6, the last with all depths before it counted: {told}."
    natural, centre, tabled = (math.prod(counts[place] for counts in figures.values()) for place in range(3))
    return Judged(verdict(centre <= natural, tabled <= centre), why, dict(figures))
