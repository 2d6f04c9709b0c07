"""The moves of an engine under a budget of nodes, or by the clock."""

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
"""The first four deepen ply by ply where the game has an evaluation; they do not where it has none."""

SECONDS: Final = 0.05
"""For an answer by the clock."""
MILLISECONDS: Final = f"{SECONDS * 1000:.0f} ms"
"""The same, for people."""

CLOCK: Final = "clock"
"""The budget of an answer by the clock, in its row."""


def cases(game: str, seed: int) -> list[Case]:
    """Each engine under each budget of nodes, and by the clock."""
    source = SOURCES[game]
    found: list[Case] = []
    for engine in ENGINES:
        found += [
            Case(f"{game} {engine} {nodes} nodes", partial(measure, game, engine, seed, nodes=nodes), source.small)
            for nodes in source.nodes
        ]
        if not source.small:
            timed = partial(measure, game, engine, seed, seconds=SECONDS)
            found.append(Case(f"{game} {engine} {MILLISECONDS}", timed))
    return found


def measure(game_name: str, engine: str, seed: int, *, nodes: int | None = None, seconds: float | None = None) -> Row:
    """The moves of an engine under a budget: what each loses in value, and whether it is proved to be best."""
    solver = prepared(game_name, **ENGINES[engine], nodes=nodes, seconds=seconds)
    losses, proved, spent, took = list[int](), list[int](), 0, list[float]()
    for problem in problems(game_name, seed):
        result = whole(solver.solve(problem.state))
        loss = problem.value - problem.values[result.best[0]]
        if result.best_proved and loss:
            raise ValueError(f"{game_name}: {engine} proves {result.best[0]} in {result.position}, which loses {loss}.")
        losses.append(loss)
        proved.append(int(result.best_proved))
        spent += result.counters["nodes"]
        took.append(result.seconds)
    row: Row = {"part": "answers", "game": game_name, "engine": engine, "budget": nodes or CLOCK}
    came: Row = {"losses": losses, "proved": proved, "nodes": spent}
    return row | (came | {TIMED: {"seconds": took}} if seconds is None else {TIMED: came | {"seconds": took}})


class Answers(NamedTuple):
    """Those of one engine to the positions of some games, in their order."""

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

    @property
    def wrong_percent(self) -> float:
        """How many of a hundred moves are not as good as any."""
        return 100 - 100 * self.right / self.total


def pooled(rows: Sequence[Row], budget: int | str) -> dict[str, Answers]:
    """By engine."""
    found = dict[str, Answers]()
    for row in matching(rows, part="answers", budget=budget):
        came = row[TIMED] if budget == CLOCK else row
        before = found.get(row["engine"], Answers([], []))
        found[row["engine"]] = Answers(before.losses + came["losses"], before.proved + came["proved"])
    return found


def pooled_by_game(rows: Sequence[Row], budget: int | str) -> dict[str, dict[str, Answers]]:
    """By game, and by engine."""
    games = dict.fromkeys(row["game"] for row in matching(rows, part="answers"))
    return {game: pooled(matching(rows, game=game), budget) for game in games}
