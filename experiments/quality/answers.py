"""The moves of each engine with a limit of nodes or of time."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from experiments.measuring import whole
from experiments.quality.problems import SOURCES, prepared, problems
from experiments.study import TIMED, Case, Row, matching

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
"""The options of each engine. The first four deepen ply by ply if the game has an evaluation."""

SECONDS: Final = 0.05
"""The limit of time."""

MILLISECONDS: Final = f"{SECONDS * 1000:.0f} ms"
"""The limit of time as text."""

CLOCK: Final = "clock"
"""The budget in rows with the limit of time; in others it is the limit of nodes."""


def cases(game: str, seed: int) -> list[Case]:
    """Each engine with each limit of nodes, and with the limit of time."""
    source = SOURCES[game]
    listed: list[Case] = []
    for engine in ENGINES:
        listed += [
            Case(f"{game} {engine} {nodes} nodes", partial(measure, game, engine, seed, nodes=nodes), source.small)
            for nodes in source.nodes
        ]
        if not source.small:
            timed = partial(measure, game, engine, seed, seconds=SECONDS)
            listed.append(Case(f"{game} {engine} {MILLISECONDS}", timed))
    return listed


def measure(game_name: str, engine: str, seed: int, *, nodes: int | None = None, seconds: float | None = None) -> Row:
    """The moves of an engine with a limit: what each loses in value, and whether the engine proves it to be best.

    Raises ValueError if a move that is proved to be best is not.
    """
    solver = prepared(game_name, **ENGINES[engine], nodes=nodes, seconds=seconds)
    losses, proved, spent, took = list[int](), list[int](), 0, list[float]()
    for problem in problems(game_name, seed):
        result = whole(solver.solve(problem.state))
        loss = problem.value - problem.values[result.best[0]]
        if result.best_proved and loss:
            raise ValueError(
                f"{game_name}: {engine} claims to prove {result.best[0]} best in {result.position}, but it loses {loss}."
            )
        losses.append(loss)
        proved.append(int(result.best_proved))
        spent += result.counters["nodes"]
        took.append(result.seconds)
    row: Row = {"part": "answers", "game": game_name, "engine": engine, "budget": nodes or CLOCK}
    results: Row = {"losses": losses, "proved": proved, "nodes": spent}
    return row | (results | {TIMED: {"seconds": took}} if seconds is None else {TIMED: results | {"seconds": took}})


class Answers(NamedTuple):
    """The moves of one engine in the positions of some games, in their order."""

    losses: list[int]
    """What each move loses in value."""
    proved: list[int]
    """1 for a move that the engine proves to be best, else 0."""

    @property
    def right(self) -> int:
        """How many moves are perfect."""
        return self.losses.count(0)

    @property
    def total(self) -> int:
        """How many moves there are."""
        return len(self.losses)

    @property
    def wrong_percent(self) -> float:
        """The percentage of moves that are not perfect."""
        return 100 - 100 * self.right / self.total


def pooled(rows: Sequence[Row], budget: int | str) -> dict[str, Answers]:
    """The moves of each engine in all games."""
    engines = dict[str, Answers]()
    for row in matching(rows, part="answers", budget=budget):
        results = row[TIMED] if budget == CLOCK else row
        before = engines.get(row["engine"], Answers([], []))
        engines[row["engine"]] = Answers(before.losses + results["losses"], before.proved + results["proved"])
    return engines


def pooled_by_game(rows: Sequence[Row], budget: int | str) -> dict[str, dict[str, Answers]]:
    """The moves by game and by engine."""
    games = dict.fromkeys(row["game"] for row in matching(rows, part="answers"))
    return {game: pooled(matching(rows, game=game), budget) for game in games}


def budgets(rows: Sequence[Row]) -> list[int | str]:
    """All limits in the rows: the least number of nodes first, the limit of time last."""
    limits = {row["budget"] for row in matching(rows, part="answers")}
    return [*sorted(limits - {CLOCK}), *(limits & {CLOCK})]


def budget_name(budget: int | str) -> str:
    """As `1,000 nodes` or `50 ms`."""
    return MILLISECONDS if budget == CLOCK else f"{budget:,} nodes"


def rounded(share: float) -> str:
    """A share as a percentage without decimals."""
    return f"{100 * share:.0f} %"
