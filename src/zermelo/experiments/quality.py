"""How good an answer is that had to be given early."""

from __future__ import annotations

import functools
import math
import random
import statistics
from collections.abc import Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from zermelo.analysis import Analyst
from zermelo.experiments.markdown import names, number, seconds, table
from zermelo.experiments.measuring import whole
from zermelo.experiments.plots import bars, curves
from zermelo.experiments.study import TIMED, Case, Report, Row, Study, matching
from zermelo.game import Game
from zermelo.games.catalogue import game_named
from zermelo.matches import wilson
from zermelo.result import Result
from zermelo.solver import Solver


class Source(NamedTuple):
    """Where the positions of a game come from: random plays of `least` to `most` plies."""

    least: int
    most: int
    positions: int
    nodes: tuple[int, ...]
    """Budgets."""
    small: bool
    """Whether it is searched interpreted, and is quick."""


FEW: Final = (30, 100)
MANY: Final = (1_000, 10_000, 100_000)

SOURCES: Final = {
    "connect(4,4,4)": Source(7, 10, 12, FEW, True),
    "capture(9,3)": Source(0, 12, 12, FEW, True),
    "mnk(5,5,4)": Source(2, 6, 24, MANY, False),
    "connect(6,5,4)": Source(0, 8, 24, MANY, False),
    "connect(7,6,4)": Source(9, 13, 24, MANY, False),
    "lines(3x3x3,3,misere=1)": Source(10, 13, 24, MANY, False),
    "capture(17,6)": Source(0, 10, 24, MANY, False),
    "chomp(11,12)": Source(0, 3, 24, MANY, False),
}
"""The more plies have been played at random, the easier a position is to solve."""

ENGINES: Final[dict[str, dict[str, Any]]] = {
    "negamax": {"algorithm": "negamax"},
    "negascout": {"algorithm": "negascout"},
    "mtdf": {"algorithm": "mtdf"},
    "bns": {"algorithm": "bns"},
    "mtdf in one go": {"algorithm": "mtdf", "deepening": False},
    "bns in one go": {"algorithm": "bns", "deepening": False},
    "dfpn": {"algorithm": "dfpn"},
    "pns": {"algorithm": "pns"},
    "mcts": {"algorithm": "mcts"},
}
"""The first four deepen ply by ply where the game has an evaluation; they do not where it has none."""

SECONDS: Final = 0.05
"""For an answer by the clock."""

PATIENCE: Final = 5.0
"""Seconds that the article has the perfect answer take."""

SURE: Final = 0.95


# --- measuring ----------------------------------------------------------------------------------------------------------
def cases(seed: int) -> list[Case]:
    """For each game its positions, solved; each engine under each budget of nodes, and by the clock."""
    found: list[Case] = []
    for game, source in SOURCES.items():
        found.append(Case(f"{game} solved", partial(measure_solved, game, seed), source.small))
        for engine in ENGINES:
            found += [
                Case(f"{game} {engine} {nodes} nodes", partial(measure, game, engine, seed, nodes=nodes), source.small)
                for nodes in source.nodes
            ]
            if not source.small:
                timed = partial(measure, game, engine, seed, seconds=SECONDS)
                found.append(Case(f"{game} {engine} {SECONDS * 1000:.0f} ms", timed))
    return found


class Problem(NamedTuple):
    """A position in which it matters what is played."""

    state: Any
    values: dict[str, int]
    """What each move is worth."""


@functools.cache
def problems(game_name: str, seed: int) -> tuple[Problem, ...]:
    """Different positions of random plays, moves of different values in each. A number of plies that ends play, or leaves
    no choice, is drawn anew.
    """
    source, game = SOURCES[game_name], game_named(game_name)
    dice = random.Random(f"{seed} {game_name}")
    analyst = Analyst(game, objective="outcome", threads=1, line=False, compiled=not source.small)
    found = dict[Any, Problem]()
    while len(found) < source.positions:
        state = random_position(game, dice, dice.randint(source.least, source.most))
        if state is None or state in found:
            continue
        told = analyst.analysis(state)
        if told.stopped == "interrupted":
            raise KeyboardInterrupt
        values = {move.move: int(move.value) for move in told.moves}
        if len(set(values.values())) > 1:
            found[state] = Problem(state, values)
    return tuple(found.values())


def random_position(game: Game[Any], dice: random.Random, plies: int) -> Any:
    """That of a random play, or None if it has ended by then."""
    state = game.initial()
    for _ in range(plies):
        if game.terminal(state):
            return None
        state = game.apply(state, dice.choice(list(game.actions(state))))
    return None if game.terminal(state) else state


def measure_solved(game_name: str, seed: int) -> Row:
    """How hard the positions are: what a random move would do, and what it takes the default search to solve each."""
    source = SOURCES[game_name]
    given = problems(game_name, seed)
    solver: Solver[Any] = _solver(game_name, {}, compiled=not source.small)
    found = [answer(solver, problem) for problem in given]
    for problem, result in zip(given, found, strict=True):
        if not result.exact or result.value != max(problem.values.values()):
            raise ValueError(f"{game_name}: {result.position} is {result.value}, and its moves {problem.values}.")
    best = [max(problem.values.values()) for problem in given]
    random_right = [
        sum(value == most for value in problem.values.values()) / len(problem.values)
        for problem, most in zip(given, best, strict=True)
    ]
    random_loss = [most - statistics.fmean(problem.values.values()) for problem, most in zip(given, best, strict=True)]
    return {
        "part": "solved",
        "game": game_name,
        "positions": len(given),
        "values": {str(value): best.count(value) for value in sorted(set(best))},
        "random_right": statistics.fmean(random_right),
        "random_loss": statistics.fmean(random_loss),
        "nodes": [result.counters["nodes"] for result in found],
        TIMED: {"seconds": [result.seconds for result in found]},
    }


def measure(game_name: str, engine: str, seed: int, *, nodes: int | None = None, seconds: float | None = None) -> Row:
    """The moves of an engine under a budget: what each loses in value, and whether it is proved to be best."""
    source = SOURCES[game_name]
    solver = _solver(game_name, {**ENGINES[engine], "nodes": nodes, "seconds": seconds}, compiled=not source.small)
    losses, proved, spent, took = list[int](), list[int](), 0, list[float]()
    for problem in problems(game_name, seed):
        result = answer(solver, problem)
        loss = max(problem.values.values()) - problem.values[result.best[0]]
        if result.best_proved and loss:
            raise ValueError(f"{game_name}: {engine} proves {result.best[0]} in {result.position}, which loses {loss}.")
        losses.append(loss)
        proved.append(int(result.best_proved))
        spent += result.counters["nodes"]
        took.append(result.seconds)
    row: Row = {"part": "answers", "game": game_name, "engine": engine, "budget": nodes or "clock"}
    came: Row = {"losses": losses, "proved": proved, "nodes": spent}
    return row | (came | {TIMED: {"seconds": took}} if seconds is None else {TIMED: came | {"seconds": took}})


def _solver(game_name: str, options: dict[str, Any], *, compiled: bool) -> Solver[Any]:
    solver = Solver[Any](game_named(game_name), line=False, threads=1, compiled=compiled, **options)
    solver.prepare()
    return solver


def answer(solver: Solver[Any], problem: Problem) -> Result:
    """Of one engine to one position. Raises KeyboardInterrupt."""
    return whole(solver.solve(problem.state))


# --- reckoning ----------------------------------------------------------------------------------------------------------
def sign_test(more: int, fewer: int) -> float:
    """How likely a split at least as uneven is, if either side is as likely to be right where only one is."""
    count, least = more + fewer, min(more, fewer)
    tail = sum(math.comb(count, few) for few in range(least + 1)) / 2**count
    return min(1.0, 2 * tail)


class Answers(NamedTuple):
    """Those of one engine to the positions of all games, in their order."""

    losses: list[int]
    proved: list[int]

    @property
    def right(self) -> int:
        """How many moves are as good as any."""
        return self.losses.count(0)

    @property
    def total(self) -> int:
        """How many moves there are."""
        return len(self.losses)


def pooled(rows: Sequence[Row], budget: int | str) -> dict[str, Answers]:
    """By engine."""
    found = dict[str, Answers]()
    for row in matching(rows, part="answers", budget=budget):
        came = row[TIMED] if budget == "clock" else row
        before = found.get(row["engine"], Answers([], []))
        found[row["engine"]] = Answers(before.losses + came["losses"], before.proved + came["proved"])
    return found


def best_of(answers: dict[str, Answers]) -> str:
    """The engine with most moves right; of several, that which loses least."""
    return max(answers, key=lambda engine: (answers[engine].right, -sum(answers[engine].losses)))


def behind(answers: dict[str, Answers], best: str) -> list[str]:
    """The engines that are proved worse on the same positions: by a sign test, the risk shared out among all of them."""
    others = [engine for engine in answers if engine != best]
    found: list[str] = []
    for engine in others:
        pairs = list(zip(answers[best].losses, answers[engine].losses, strict=True))
        more = sum(mine == 0 < yours for mine, yours in pairs)
        fewer = sum(yours == 0 < mine for mine, yours in pairs)
        if more > fewer and sign_test(more, fewer) < (1 - SURE) / len(others):
            found.append(engine)
    return found


# --- reporting ----------------------------------------------------------------------------------------------------------
def report(rows: Sequence[Row]) -> Report:
    """Shares of perfect moves, with intervals; what an early answer loses."""
    rows = _comparable(rows)
    budgets = sorted({row["budget"] for row in matching(rows, part="answers") if row["budget"] != "clock"})
    clocked = pooled(rows, "clock")
    sentences = [_best_text(pooled(rows, budget), f"{budget:,} nodes") for budget in budgets[:1]]
    if clocked:
        sentences += [_best_text(clocked, _milliseconds()), _patience_text(rows, clocked)]
    pictures = {"quality-nodes": _nodes_plot(rows, budgets)}
    parts = [
        "### The positions",
        "Random plays, for so many plies that the value of every move can be found in seconds; positions in which all moves "
        "are worth the same are left out. So nothing is said of games that are out of reach, where an early answer is all "
        "there is. A random move is any move with the same probability.",
        _positions_table(rows),
        "### Under a budget of nodes",
        f"Moves that are as good as any, with the interval that holds the true share in {SURE:.0%} of all samples "
        "(Wilson); what a move loses in value on average, where values are rewards, in some games of more than 1; and moves "
        "that the engine proves best. Worse is called what is by a sign test on the same positions, the risk of "
        f"{1 - SURE:.0%} shared out among all engines (Bonferroni).",
        "![Share of moves that are not perfect, by the budget](quality-nodes.svg)",
        *(
            f"{budget:,} nodes: {_other_text(pooled(rows, budget))}\n\n{_table(pooled(rows, budget))}"
            for budget in budgets
        ),
    ]
    if clocked:
        pictures["quality-clock"] = _clock_plot(rows)
        parts += [
            f"### In {_milliseconds()}",
            f"{_other_text(clocked)}\n\n{_table(clocked)}",
            f"![Share of moves in {_milliseconds()} that are not perfect](quality-clock.svg)",
        ]
    parts += ["### By game", _games_table(rows, [*budgets, *(["clock"] if clocked else [])])]
    return Report(" ".join(sentences), "\n\n".join(parts), pictures)


def _comparable(rows: Sequence[Row]) -> list[Row]:
    """Of the harder games if there are any, else of the small ones: every budget for the same positions."""
    hard = [row for row in rows if not SOURCES[row["game"]].small]
    return hard or list(rows)


def _milliseconds() -> str:
    return f"{SECONDS * 1000:.0f} ms"


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def _share(answers: Answers) -> str:
    low, high = wilson(answers.right / answers.total, answers.total)
    return f"{_percent(answers.right / answers.total)} ({_percent(low)} to {_percent(high)})"


def _best_text(answers: dict[str, Answers], budget: str) -> str:
    best = best_of(answers)
    told = answers[best]
    level = [f"`{engine}`" for engine in answers if answers[engine].right == told.right]
    loss = sum(told.losses) / told.total
    lost = "nothing is lost" if not loss else f"a move of `{best}` loses {number(loss)} in value on average"
    return (
        f"With {budget} a move, {names(level)} {'answers' if len(level) == 1 else 'answer'} best: {told.right} of "
        f"{told.total} moves are perfect, {_share(told)}; {lost}. {_other_text(answers)}"
    )


def _other_text(answers: dict[str, Answers]) -> str:
    """Which engines are as good as the best, as far as can be told."""
    best = best_of(answers)
    worse = behind(answers, best)
    level = [f"`{engine}`" for engine in answers if engine not in (*worse, best)]
    told = [f"`{engine}`" for engine in worse]
    if not worse:
        return f"No other is proved to be worse than `{best}` on these positions."
    if not level:
        return f"All others are proved to be worse than `{best}` on the same positions."
    return f"Proved to be worse than `{best}` on the same positions: {names(told)}; not so: {names(level)}."


def _patience_text(rows: Sequence[Row], clocked: dict[str, Answers]) -> str:
    """What is lost by not waiting."""
    best = best_of(clocked)
    told = clocked[best]
    wrong = told.total - told.right
    taken = [one for row in matching(rows, part="solved") for one in row[TIMED]["seconds"]]
    quick = sum(one <= SECONDS for one in taken)
    late = sum(one > PATIENCE for one in taken)
    lost = (
        f"{wrong} of {told.total} moves, in value {sum(told.losses)} in all" if wrong else f"none of {told.total} moves"
    )
    rare = "" if 2 * late >= len(taken) else "But a perfect answer seldom takes so long here: "
    return (
        f"To prefer the answer after {_milliseconds()} to a perfect one after {PATIENCE:.0f} s costs `{best}` {lost}; "
        f"{sum(told.proved)} of its moves are proved to be best by then. {rare}`solve`, left to itself, takes at most "
        f"{_milliseconds()} for {quick} of {len(taken)} positions, more than {PATIENCE:.0f} s for {late or 'none'}, "
        f"{seconds(statistics.median(taken))} for one in the middle and {seconds(max(taken))} for the hardest."
    )


def _positions_table(rows: Sequence[Row]) -> str:
    lines = [
        [
            f"`{row['game']}`",
            f"{SOURCES[row['game']].least} to {SOURCES[row['game']].most}",
            row["positions"],
            ", ".join(f"{count} of {value}" for value, count in row["values"].items()),
            _percent(row["random_right"]),
            row["random_loss"],
            round(statistics.median(row["nodes"])),
            max(row["nodes"]),
            seconds(max(row[TIMED]["seconds"])),
        ]
        for row in matching(rows, part="solved")
    ]
    heads = [
        "game",
        "plies",
        "positions",
        "values",
        "random move right",
        "it loses",
        "nodes to solve: half within",
        "at most",
    ]
    return table([*heads, "longest"], lines)


def _table(answers: dict[str, Answers]) -> str:
    ranked = sorted(answers, key=lambda engine: (-answers[engine].right, sum(answers[engine].losses)))
    lines = [
        [
            f"`{engine}`",
            f"{answers[engine].right} of {answers[engine].total}",
            _share(answers[engine]),
            sum(answers[engine].losses) / answers[engine].total,
            _percent(sum(answers[engine].proved) / answers[engine].total),
        ]
        for engine in ranked
    ]
    return table(["engine", "perfect", "share", "mean loss", "proved"], lines)


def _games_table(rows: Sequence[Row], budgets: Sequence[int | str]) -> str:
    games = list(dict.fromkeys(row["game"] for row in matching(rows, part="answers")))
    lines: list[list[Any]] = []
    for budget in budgets:
        for engine in ENGINES:
            found = [pooled(matching(rows, game=game), budget)[engine] for game in games]
            told = _milliseconds() if budget == "clock" else f"{budget:,}"
            lines.append([told, f"`{engine}`", *(f"{one.right} of {one.total}" for one in found)])
    return f"Perfect moves.\n\n{table(['budget', 'engine', *(f'`{game}`' for game in games)], lines)}"


def _nodes_plot(rows: Sequence[Row], budgets: Sequence[int]) -> str:
    answers = {budget: pooled(rows, budget) for budget in budgets}
    series = {
        engine: [
            (budget, 100 - 100 * answers[budget][engine].right / answers[budget][engine].total) for budget in budgets
        ]
        for engine in ENGINES
    }
    title = "Moves under a budget of nodes that are not perfect"
    return curves(series, x="nodes a move", y="% of moves", log_x=True, title=title)


def _clock_plot(rows: Sequence[Row]) -> str:
    games = list(dict.fromkeys(row["game"] for row in matching(rows, part="answers")))
    groups = {engine: {game: 100 * _wrong_share(rows, game, engine) for game in games} for engine in ENGINES}
    return bars(groups, y="% of moves", title=f"Moves in {_milliseconds()} that are not perfect")


def _wrong_share(rows: Sequence[Row], game: str, engine: str) -> float:
    answers = pooled(matching(rows, game=game), "clock")[engine]
    return 1 - answers.right / answers.total


STUDY: Final = Study(
    "quality",
    "How good is an early answer?",
    "A good enough answer in 50 ms beats a perfect one in 5 seconds, says an article. Random positions of several games in "
    "which the moves differ in value are solved exactly, move by move; then each algorithm answers them under a budget of "
    f"nodes, the same on every machine, and in {_milliseconds()}, compiled before. How often is its move perfect, what is "
    "lost when it is not, and how long would the perfect answer have taken?",
    cases,
    report,
)
