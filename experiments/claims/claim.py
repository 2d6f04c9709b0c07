"""A sentence of the texts that this library grew out of, and the measurement that judges it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Literal, NamedTuple, Unpack

from experiments.measuring import search
from experiments.study import Row
from zermelo.core.game import Game
from zermelo.solver.options import SolveOptions

Verdict = Literal["true", "false", "conditional"]

TEXTS: Final = {
    1: "on algorithms and benchmarks",
    2: "on scoring positions",
    3: "on making 4x4 fast",
    4: "on perfect play",
    5: "of practice tasks",
}
"""The texts, by number."""


class Judged(NamedTuple):
    """What came of a claim."""

    verdict: Verdict
    why: str
    """The figures in a sentence or two."""
    figures: Row
    """The same as data."""


class Claim(NamedTuple):
    """A claim, in our words."""

    name: str
    text: int
    says: str
    judge: Callable[[], Judged]


CLAIMS: Final = dict[str, Claim]()
"""By name, in the order in which they were made."""


def claim(name: str, text: int, says: str) -> Callable[[Callable[[], Judged]], Callable[[], Judged]]:
    """A function that judges this claim."""

    def made(judge: Callable[[], Judged]) -> Callable[[], Judged]:
        CLAIMS[name] = Claim(name, text, says, judge)
        return judge

    return made


def verdict(*holds: bool) -> Verdict:
    """Of a claim that holds, or not, in each of these cases."""
    return "true" if all(holds) else "conditional" if any(holds) else "false"


PLAIN: Final[dict[str, Any]] = {"without": "all", "table": False}
"""By the rules alone, without a table."""

BARE: Final[dict[str, Any]] = {**PLAIN, "compiled": False}
"""The same, interpreted: for searches that are shorter than compiling."""


def nodes(game: str | Game[Any], position: str | None = None, **options: Unpack[SolveOptions]) -> int:
    """The positions that a search visits."""
    return search(game, position, **options).counters["nodes"]
