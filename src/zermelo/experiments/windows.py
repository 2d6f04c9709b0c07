"""Null windows: how often NegaScout searches again, what a guess is worth to MTD(f), and both against Alpha-Beta."""

from __future__ import annotations

import random
import statistics
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

import numpy as np

from zermelo.experiments.floats import SCALES, spread, trial
from zermelo.experiments.markdown import between, number, table
from zermelo.experiments.plots import bars, curves
from zermelo.experiments.study import Case, Report, Row, Study, matching
from zermelo.game import Game
from zermelo.games.catalogue import game_named
from zermelo.games.tree import ORDERS, SPREAD, tree
from zermelo.options import DEFAULT_MEMORY, OBJECTIVES
from zermelo.search.context import NODES, PASSES, RESEARCHES, BudgetSpent
from zermelo.search.observers import ENTER, PLAY, NoObserver
from zermelo.search.scoring import INFINITY
from zermelo.search.table import Table
from zermelo.solver import Solver


class Way(NamedTuple):
    """How one game is searched."""

    name: str
    algorithm: str
    closed: bool
    """Whether the window at the root is that of the rewards, and not without end."""


WAYS: Final = (
    Way("alpha-beta", "alpha-beta", closed=False),
    Way("alpha-beta, closed", "alpha-beta", closed=True),
    Way("negascout", "negascout", closed=False),
    Way("negascout, closed", "negascout", closed=True),
    Way("mtdf", "mtdf", closed=True),
    Way("bns", "bns", closed=True),
)


class Plan(NamedTuple):
    """How one game is measured."""

    quick: bool
    without_table: bool
    """Whether it can also be searched without one."""


GAMES: Final[Mapping[str, Plan]] = {
    "connect(4,3,3)": Plan(quick=True, without_table=True),
    "capture(8,3)": Plan(quick=True, without_table=True),
    "mnk(3,3,3)": Plan(quick=False, without_table=True),
    "mnk(4,4,3)": Plan(quick=False, without_table=True),
    "connect(4,4,4)": Plan(quick=False, without_table=True),
    "capture(9,3)": Plan(quick=False, without_table=True),
    "connect(5,4,4)": Plan(quick=False, without_table=False),
    "mnk(4,4,4)": Plan(quick=False, without_table=False),
}

SAMPLES: Final = 8
"""Trees of each size."""

SCOUTED: Final = {(2, 8): True, (4, 6): True, (4, 8): False, (8, 4): False, (8, 6): False}
"""Branching and depth of the trees that NegaScout searches, and whether they are quick."""

GUESSED: Final = {(4, 6): True, (4, 8): False, (8, 4): False}
"""Branching and depth of the trees that MTD(f) searches from many guesses, and whether they are quick."""

OFFSETS: Final = (0, 10, 100, 1_000, 10_000, 100_000, 1_000_000)
"""How far a guess is from the score, to both sides."""

GUESSED_GAMES: Final = ("connect(4,3,3)", "capture(8,3)", "mnk(3,3,3)", "mnk(4,4,3)", "connect(5,4,4)", "capture(9,3)")
"""Games that MTD(f) searches from every guess."""

BUDGET: Final = 20_000_000
"""Nodes for one search."""

ROWS: Final = 1 << 22
"""Of a table: more than any of these searches fills."""

STONES: Final = 5
"""The least on the boards of 3x3 that are tried with windows over tenths."""

LONG: Final = 10_000
"""Trees of more leaves are compiled."""


class Scouts(NoObserver):
    """Counts the moves after the first at nodes with an open window: those NegaScout asks about by a null window."""

    def __init__(self, plies: int) -> None:
        self.count = np.zeros(1, np.int64)
        self.open = np.zeros(plies + 1, np.int64)
        self.tried = np.zeros(plies + 1, np.int64)

    def note(self, event: int, ply: int, a: int, b: int, c: int) -> None:
        """A node is entered with a window, or a move tried there."""
        if event == ENTER:
            self.open[ply] = 1 if a < b - 1 else 0  # b - a may be beyond 64 bits
            self.tried[ply] = 0
        if event == PLAY:
            self.count[0] += self.open[ply] if self.tried[ply] > 0 else 0
            self.tried[ply] += 1


class Kernel:
    """One algorithm on one game, by the rules alone, run in a window and from a guess of one's own."""

    def __init__(
        self,
        game: Game[Any],
        algorithm: str,
        objective: str = "outcome",
        *,
        remembers: bool = True,
        compiled: bool = True,
        scouts: bool = False,
    ) -> None:
        """`remembers`: whether there is a table; `scouts`: whether to count those."""
        self.game = game
        self.scouts = Scouts(game.max_length) if scouts else None
        self.solver = Solver(
            game,
            algorithm=algorithm,
            objective=objective,
            table=remembers,
            without="all",
            line=False,
            compiled=compiled,
            observer=self.scouts,
        )
        self.restart()

    def restart(self) -> None:
        """With an empty table, all counts 0. It is large from the start: a search that has to grow it begins anew."""
        self.machine = self.solver.machine()
        self.search = self.solver.search
        empty: Any = self.search.table
        if isinstance(empty, Table):
            self.search.table = Table(empty.width, DEFAULT_MEMORY, ROWS)
            self.machine.bind(self.solver.blind, self.search)
        self.search.to_the_end[0] = 1
        self.search.limit[0] = BUDGET
        worst, best = self.game.reward_range
        self.low, self.high = self.search.scoring.of_reward(worst), self.search.scoring.of_reward(best)

    def run(self, low: int, high: int, guess: int) -> int | None:
        """The score, None when the budget is spent."""
        try:
            return self.machine.run(self.game.initial(), self.game.max_length, low, high, guess)
        except BudgetSpent:
            return None

    def count(self, counter: int) -> int:
        """What has been counted since the start."""
        return int(self.search.counters[counter])


# --- games --------------------------------------------------------------------------------------------------------------
def game_cases() -> list[Case]:
    """Each game for each objective, with a table and without."""
    return [
        Case(
            f"{game} {objective}{'' if remembers else ' without a table'} {way.name}",
            partial(measure_game, game, objective, way, remembers=remembers, compiled=not plan.quick),
            plan.quick,
        )
        for game, plan in GAMES.items()
        for objective in OBJECTIVES
        for remembers in ((True, False) if plan.without_table else (True,))
        for way in WAYS
    ]


def measure_game(game: str, objective: str, way: Way, *, remembers: bool, compiled: bool) -> Row:
    """One search of the beginning."""
    counts = objective == "outcome" and way.algorithm == "negascout"
    kernel = Kernel(game_named(game), way.algorithm, objective, remembers=remembers, compiled=compiled, scouts=counts)
    score = kernel.run(*((kernel.low, kernel.high) if way.closed else (-INFINITY, INFINITY)), 0)
    return {
        "kind": "game",
        "game": game,
        "objective": objective,
        "table": remembers,
        "way": way.name,
        "score": score,
        "stopped": "complete" if score is not None else "nodes",
        "nodes": kernel.count(NODES),
        "researches": kernel.count(RESEARCHES),
        "passes": kernel.count(PASSES),
        "scouts": int(kernel.scouts.count[0]) if kernel.scouts else None,
    }


# --- NegaScout on trees -------------------------------------------------------------------------------------------------
def scout_cases(seed: int) -> list[Case]:
    """Trees in each order."""
    return [
        Case(
            f"scouts in tree({branching},{depth}) {order}",
            partial(measure_scouts, branching, depth, order, seed),
            quick,
        )
        for (branching, depth), quick in SCOUTED.items()
        for order in ORDERS
    ]


def measure_scouts(branching: int, depth: int, order: str, seed: int) -> Row:
    """NegaScout and Alpha-Beta without a table on some trees: mean counts."""
    compiled = branching**depth > LONG
    nodes: dict[str, list[int]] = {"alpha-beta": [], "negascout": []}
    scouts = researches = 0
    for game in trees(branching, depth, seed, order):
        scores: set[int | None] = set()
        for algorithm, counts in nodes.items():
            kernel = Kernel(game, algorithm, remembers=False, compiled=compiled, scouts=algorithm == "negascout")
            scores.add(kernel.run(-INFINITY, INFINITY, 0))
            counts.append(kernel.count(NODES))
            researches += kernel.count(RESEARCHES)
            scouts += int(kernel.scouts.count[0]) if kernel.scouts else 0
        check_agree(str(game), scores)
    return {
        "kind": "scouts",
        "branching": branching,
        "depth": depth,
        "order": order,
        "alpha-beta": statistics.fmean(nodes["alpha-beta"]),
        "negascout": statistics.fmean(nodes["negascout"]),
        "scouts": scouts / SAMPLES,
        "researches": researches / SAMPLES,
    }


def trees(branching: int, depth: int, seed: int, order: str = "random") -> list[tree]:
    """The same trees for the same seed."""
    dice = random.Random(f"{seed} {branching} {depth}")
    return [tree(branching, depth, dice.getrandbits(62), order) for _ in range(SAMPLES)]


def check_agree(what: str, scores: set[int | None]) -> None:
    """Raises AssertionError unless there is one score, those of searches that were cut short aside."""
    if len(scores - {None}) > 1:
        raise AssertionError(f"{what}: different scores: {scores}.")


# --- MTD(f) and its guesses ---------------------------------------------------------------------------------------------
class Pass(NamedTuple):
    """A null-window search at the root, between what was known before it and after it."""

    before: tuple[int, int]
    after: tuple[int, int]


def stepped(kernel: Kernel, guess: int) -> tuple[int, list[Pass]]:
    """The score by MTD(f)'s rule, the next window at the bound just found; `kernel` is NegaMax."""

    def rule(lower: int, upper: int, score: int) -> int:
        return max(score, lower + 1)

    return _closed_in(kernel, rule, min(max(guess, kernel.low), kernel.high))


def halved(kernel: Kernel) -> tuple[int, list[Pass]]:
    """The score by a binary search: the next window in the middle of what is left."""

    def rule(lower: int, upper: int, score: int) -> int:
        return lower + (upper - lower + 1) // 2

    return _closed_in(kernel, rule, 0)


def _closed_in(kernel: Kernel, rule: Callable[[int, int, int], int], score: int) -> tuple[int, list[Pass]]:
    """Null windows, each placed by the rule, until the bounds meet. Raises AssertionError when the budget is too small."""
    lower, upper = kernel.low, kernel.high
    passes: list[Pass] = []
    while lower < upper:
        bound, before = rule(lower, upper, score), (lower, upper)
        found = kernel.run(bound - 1, bound, 0)
        if found is None:
            raise AssertionError(f"{kernel.game}: the budget is too small.")
        score = found
        lower, upper = (lower, max(score, lower)) if score < bound else (min(score, upper), upper)
        passes.append(Pass(before, (lower, upper)))
    return lower, passes


def guess_cases(seed: int) -> list[Case]:
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
                probe.restart()
                found, steps = stepped(probe, guess)
                check_agree(str(game), {score, found})
                passes[offset].append(len(steps))
                nodes[offset].append(probe.count(NODES))
                left += shares_left(steps)
        probe.restart()
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


def shares_left(passes: Sequence[Pass]) -> list[float]:
    """What each pass but the last leaves of the scores that were still possible."""
    return [(after[1] - after[0]) / (before[1] - before[0]) for before, after in passes[:-1]]


def measure_game_guesses(game: str, objective: str, *, compiled: bool) -> Row:
    """MTD(f) with a table, from every guess there is."""
    kernel = Kernel(game_named(game), "negamax", objective, compiled=compiled)
    score = kernel.run(-INFINITY, INFINITY, 0)
    assert score is not None
    whole = kernel.count(NODES)
    passes: list[tuple[int, int]] = []
    nodes: list[tuple[int, int]] = []
    low, high = kernel.low, kernel.high
    for guess in range(low, high + 1):
        kernel.restart()
        found, steps = stepped(kernel, guess)
        check_agree(game, {score, found})
        passes.append((guess - score, len(steps)))
        nodes.append((guess - score, kernel.count(NODES)))
    kernel.restart()
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


# --- windows of width 1 over tenths -------------------------------------------------------------------------------------
def float_cases() -> list[Case]:
    """Both scales."""
    return [Case(f"win worth {scale}", partial(measure_floats, scale), quick=True) for scale in SCALES]


def measure_floats(scale: str) -> Row:
    """The algorithms as claimed, with scores on this scale."""
    scores, inside = spread(scale)
    return {"kind": "floats", "scale": scale, "scores": scores, "most": inside, **trial(scale, STONES)}


# --- the report ---------------------------------------------------------------------------------------------------------
def cases(seed: int) -> list[Case]:
    """Games, trees, guesses, floats."""
    return [*game_cases(), *scout_cases(seed), *guess_cases(seed), *float_cases()]


def report(rows: Sequence[Row]) -> Report:
    """Scouts, guesses, and windows over tenths."""
    games, scouted = matching(rows, kind="game"), matching(rows, kind="scouts")
    guessed, of_games = matching(rows, kind="guess"), matching(rows, kind="game guess")
    for row in games:
        same = matching(games, game=row["game"], objective=row["objective"])
        check_agree(row["game"], {other["score"] for other in same if other["way"] != "bns"})
    floats = {row["scale"]: row for row in matching(rows, kind="floats")}
    parts = (
        _answer_worth(guessed, scouted),
        _answer_three(games),
        _answer_mtdf(games),
        _answer_halving(guessed, of_games),
        _answer_floats(floats),
    )
    pictures = {
        "windows-order": _order_plot(scouted),
        "windows-games": _games_plot(games),
        "windows-guess": _guess_plot(guessed),
        "windows-passes": _passes_plot(guessed),
    }
    body = "\n\n".join(
        (_scouts_body(scouted), _games_body(games), _guess_body(guessed, of_games), _floats_body(floats))
    )
    return Report("\n\n".join(parts), body, pictures)


def share(part: float, whole: float) -> str:
    """Per cent."""
    return f"{part / whole:.1%}" if whole else "none"


def finished(rows: Sequence[Row], one: str, other: str, **wanted: Any) -> list[tuple[Row, Row]]:
    """The searches by two ways of the same games, where both came to their end."""
    pairs: list[tuple[Row, Row]] = []
    for row in matching(rows, way=one, stopped="complete", **wanted):
        same = {name: row[name] for name in ("game", "objective", "table")}
        pairs += [(row, rival) for rival in matching(rows, way=other, stopped="complete", **same)]
    return pairs


def ratios(rows: Sequence[Row], one: str, other: str, **wanted: Any) -> list[float]:
    """The nodes of one way, times those of the other."""
    return [row["nodes"] / rival["nodes"] for row, rival in finished(rows, one, other, **wanted)]


def has_three_outcomes(game: str) -> bool:
    """Whether there are just loss, draw and win."""
    return game_named(game).reward_range == (-1, 1)


def _answer_worth(guessed: Sequence[Row], scouted: Sequence[Row]) -> str:
    """The question of the title, from trees of many scores."""
    near = [_of_guess(row, "nodes", OFFSETS[0]) / row["alpha-beta"] for row in guessed]
    far = [_of_guess(row, "nodes", OFFSETS[-1]) / row["alpha-beta"] for row in guessed]
    told: list[str] = []
    for order, words in WORDS.items():
        some = matching(scouted, order=order)
        again = share(sum(row["researches"] for row in some), sum(row["scouts"] for row in some))
        times = between([row["negascout"] / row["alpha-beta"] for row in some])
        told.append(f"{words} it searches {again} of its scouts again and visits {times} times the nodes")
    worth = "what the guess is worth" if max(near) < min(far) else "the same whatever the guess"
    return (
        f"Null windows are worth {worth}. On trees of many scores MTD(f) from the exact score visits {between(near)} times "
        f"Alpha-Beta's nodes, from the worst guess {between(far)} times. NegaScout's guess is that the first move is best: "
        f"{'; '.join(told)}."
    )


WORDS: Final = {"best": "sorted best first", "random": "in random order", "worst": "sorted worst first"}


def _of_guess(row: Row, field: str, offset: int) -> float:
    """The passes or nodes from guesses that are so far off."""
    return next(value for place, value in row[field] if place == offset)


def _answer_three(games: Sequence[Row]) -> str:
    """NegaScout where there are three outcomes."""
    three = [row for row in games if has_three_outcomes(row["game"])]
    searches = matching(three, way="negascout", objective="outcome", stopped="complete")
    scouts, again, nodes = (sum(row[name] for row in searches) for name in ("scouts", "researches", "nodes"))
    times = ratios(three, "negascout", "alpha-beta", objective="outcome")
    most = max(row["researches"] for row in searches)
    sooner = [row for row, _ in finished(three, "negascout", "alpha-beta", objective="distance")]
    sooner_times = ratios(three, "negascout", "alpha-beta", objective="distance")
    rare = scouts < nodes / 20
    why = "not that it guesses well, but that it hardly ever has to" if rare else "which is often"
    return (
        f"Where a game is lost, drawn or won, NegaScout in natural order visits {between(times)} times Alpha-Beta's nodes, "
        f"fewer in {sum(ratio < 1 for ratio in times)} of {len(times)} searches. It searches {share(again, scouts)} of its "
        f"scouts again, yet at most {most} in any search, as there is one scout for {number(nodes / max(scouts, 1))} nodes: "
        f"{why}. For the fastest win it visits {between(sooner_times)} times the nodes, with at most "
        f"{max(row['researches'] for row in sooner)} searches repeated. So repeated searches {'do not' if rare else 'may'} "
        "explain a NegaScout that visits many times Alpha-Beta's nodes."
    )


def _answer_mtdf(games: Sequence[Row]) -> str:
    """MTD(f) and BNS against Alpha-Beta in games."""
    kept = matching(games, table=True)
    opened, closed = (ratios(kept, "mtdf", way, objective="outcome") for way in ("alpha-beta", "alpha-beta, closed"))
    bare = ratios(matching(games, table=False), "mtdf", "alpha-beta, closed", objective="outcome")
    choosing = [row for row in games if row["way"] != "bns" or row["nodes"] > 1]
    bns = ratios(choosing, "bns", "alpha-beta, closed", objective="outcome")
    passes = [
        (row["passes"], other["passes"])
        for row in matching(kept, way="mtdf", objective="outcome", stopped="complete")
        for other in matching(kept, way="mtdf", objective="distance", stopped="complete", game=row["game"])
    ]
    return (
        f"In games MTD(f) with a table, guessing a draw, visits {between(opened)} times the nodes of Alpha-Beta with an "
        f"open window, fewer in {sum(ratio < 1 for ratio in opened)} of {len(opened)}; against Alpha-Beta that is told the "
        f"range of the rewards, as MTD(f) is, {between(closed)} times, fewer in {sum(ratio < 1 for ratio in closed)} of "
        f"{len(closed)}; without a table {between(bare)} times. For the fastest win it takes more passes than for the "
        f"outcome in {sum(later > first for first, later in passes)} of {len(passes)} games. BNS, where there are moves to "
        f"choose from, visits {between(bns)} times Alpha-Beta's nodes: it asks every move at the root, and does not stop at "
        "the first that wins."
    )


def _answer_halving(guessed: Sequence[Row], of_games: Sequence[Row]) -> str:
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
        f"{between([100 * part for part in left])} % of the possible scores (medians), and {share(halved_ones, 1)} of the "
        f"steps at most come near to halving them. It takes {between(near)} passes from the score itself and "
        f"{between(far)} from the worst guess; a real binary search takes {between(halving)}, fewer than from the worst "
        f"guess for {fewer} of {len(guessed)} sizes. In games, whose scores are few, no guess takes more than {most} passes."
    )


def _answer_floats(floats: Mapping[str, Row]) -> str:
    """Windows of width 1 over tenths."""
    tenths, whole = (floats[scale] for scale in SCALES)
    null = "no null window" if tenths["most"] > 1 else "a null window"
    return (
        f"With wins worth {tenths['scale']} a window of width 1 is {null}: it holds up to {tenths['most']} of the "
        f"{tenths['scores']} scores of tic-tac-toe. MTD(f) as claimed (fail-hard) never ends on "
        f"{number(tenths['hard_never'])} of {number(tenths['positions'])} positions, in whole numbers ({whole['scale']}) on "
        f"{number(whole['hard_never'])}; NegaScout is right on {share(tenths['negascout_right'], tenths['positions'])}, "
        f"though {share(tenths['inside'], tenths['scouts'])} of its scouts fall inside their windows (in whole numbers "
        f"{share(whole['inside'], whole['scouts'])})."
    )


def _scouts_body(scouted: Sequence[Row]) -> str:
    lines = [
        [
            f"b = {row['branching']}, d = {row['depth']}",
            row["order"],
            row["alpha-beta"],
            row["negascout"],
            row["negascout"] / row["alpha-beta"],
            row["scouts"],
            row["researches"],
            share(row["researches"], row["scouts"]),
        ]
        for row in scouted
    ]
    heads = ["tree", "order", "alpha-beta", "negascout", "times", "scouts", "searched again", "of scouts"]
    return (
        f"### NegaScout on trees\n\nMeans of {SAMPLES} trees with leaves from {-SPREAD:,} to {SPREAD:,}, without a table. A "
        "scout is a search of a later move at a node whose window is open; elsewhere NegaScout is Alpha-Beta.\n\n"
        f"![NegaScout's nodes, times Alpha-Beta's](windows-order.svg)\n\n{table(heads, lines)}"
    )


def _games_body(games: Sequence[Row]) -> str:
    lines = [
        [
            f"`{row['game']}`",
            row["objective"],
            "yes" if row["table"] else "no",
            row["way"],
            row["nodes"] if row["stopped"] == "complete" else f"> {row['nodes']:,}",
            _times(games, row),
            row["scouts"],
            row["researches"] if row["way"].startswith("negascout") else None,
            row["passes"] if row["way"] in ("mtdf", "bns") else None,
        ]
        for row in games
    ]
    heads = ["game", "objective", "table", "algorithm", "nodes", "times", "scouts", "searched again", "passes"]
    return (
        "### Games\n\nBy the rules alone, in natural order; times: the nodes against those of Alpha-Beta with an open "
        "window. Closed: the window at the root is that of the rewards, as it always is for MTD(f) and BNS. Scouts were "
        "counted for the outcome alone. BNS looks for the best move only.\n\n"
        "![Nodes for the outcome, with a table](windows-games.svg)\n\n"
        f"{table(heads, lines)}"
    )


def _times(games: Sequence[Row], row: Row) -> float | None:
    """A row's nodes against Alpha-Beta's, None where a search did not come to its end."""
    same = {name: row[name] for name in ("game", "objective", "table")}
    rivals = matching(games, way="alpha-beta", stopped="complete", **same)
    return row["nodes"] / rivals[0]["nodes"] if rivals and row["stopped"] == "complete" else None


def _guess_body(guessed: Sequence[Row], of_games: Sequence[Row]) -> str:
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
            *_spread_of(row["passes"], 1),
            row["halving_passes"],
            *_spread_of(row["nodes"], row["alpha-beta"]),
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


def _spread_of(points: Sequence[Sequence[float]], unit: float) -> tuple[float, float]:
    """From the score itself, and the most from any guess."""
    exact = next(value for offset, value in points if offset == 0)
    return exact / unit, max(value for _, value in points) / unit


def _floats_body(floats: Mapping[str, Row]) -> str:
    columns = {
        "scores of games": "scores",
        "most in [x, x + 1)": "most",
        "positions": "positions",
        "MTD(f) right, fail-hard": "hard_right",
        "never ends": "hard_never",
        "MTD(f) right, fail-soft": "soft_right",
        "never ends ": "soft_never",
        "NegaScout right": "negascout_right",
        "its scouts": "scouts",
        "inside their window": "inside",
        "searched again": "researches",
    }
    lines = [[scale, *(row[name] for name in columns.values())] for scale, row in floats.items()]
    return (
        f"### Windows of width 1 over tenths\n\nTic-tac-toe positions with {STONES} stones or more, in plain Python; d: "
        "plies to the win. MTD(f) never ends where a pass leaves both bounds as they were.\n\n"
        f"{table(['a win is worth', *columns], lines)}"
    )


def _order_plot(scouted: Sequence[Row]) -> str:
    groups: dict[str, dict[str, float]] = {}
    for order, words in WORDS.items():
        for row in matching(scouted, order=order):
            group = groups.setdefault(f"b = {row['branching']}, d = {row['depth']}", {})
            group[words] = row["negascout"] / row["alpha-beta"]
    return bars(groups, y="NegaScout's nodes, times Alpha-Beta's", title="Trees of many scores, without a table")


def _games_plot(games: Sequence[Row]) -> str:
    groups: dict[str, dict[str, float]] = {}
    for row in matching(games, objective="outcome", table=True):
        times = _times(games, row)
        if times is not None and row["way"] != "alpha-beta" and row["nodes"] > 1:
            groups.setdefault(row["game"].replace("(", "\n("), {})[row["way"]] = times
    return bars(groups, y="nodes, times those of Alpha-Beta", log_y=True, title="The outcome, with a table")


def _guess_plot(guessed: Sequence[Row]) -> str:
    series: dict[str, list[tuple[float, float]]] = {}
    for row in guessed:
        points = [(offset, nodes / row["alpha-beta"]) for offset, nodes in row["nodes"] if offset]
        series[row["what"]] = points
        series[f"{row['what']}, binary search"] = [
            (offset, row["halving_nodes"] / row["alpha-beta"]) for offset, _ in (points[0], points[-1])
        ]
    return curves(series, x="how far the guess is off", y="nodes, times Alpha-Beta's", log_x=True)


def _passes_plot(guessed: Sequence[Row]) -> str:
    series: dict[str, list[tuple[float, float]]] = {}
    for row in guessed:
        points = [(offset, passes) for offset, passes in row["passes"] if offset]
        series[row["what"]] = points
        series[f"{row['what']}, binary search"] = [
            (offset, row["halving_passes"]) for offset, _ in (points[0], points[-1])
        ]
    return curves(series, x="how far the guess is off", y="passes", log_x=True, log_y=True)


STUDY: Final = Study(
    "windows",
    "What are null windows and guesses worth?",
    "NegaScout asks of all moves but the first by a null window whether they are better, and searches again when they "
    "are; MTD(f) and BNS use null windows alone. How many searches are repeated, in good and bad order, with three outcomes "
    "and with many? What does a bad guess cost MTD(f), and is it the binary search it is said to be? Is [f, f + 1] a null "
    "window where a win is worth 1 less a tenth for each ply? Each game is searched by the rules alone.",
    cases,
    report,
)
