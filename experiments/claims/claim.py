"""Claims with their sources, and the functions that judge them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Literal, NamedTuple, Unpack

from experiments.citations import AUDENIS, CHAN, PRACTICE_TASKS, ROOT_ROATCH, SCORING
from experiments.measuring import search
from experiments.study import Row
from zermelo import Game
from zermelo.solver.options import SolveOptions

Verdict = Literal["true", "false", "conditional"]

VERDICTS: Final[tuple[Verdict, ...]] = ("true", "conditional", "false")


class Source(NamedTuple):
    """A text that claims come from."""

    title: str
    citation: str


SOURCES: Final = {
    1: Source("From Apple Trees to Search Trees", CHAN),
    2: Source("Minimax with a heuristic score", SCORING),
    3: Source("Optimizing Minimax", ROOT_ROATCH),
    4: Source("Mastering Minimax", AUDENIS),
    5: Source("Practice tasks", PRACTICE_TASKS),
}
"""The texts, by number."""


class Judged(NamedTuple):
    """The verdict on a claim, and the figures."""

    verdict: Verdict
    why: str
    """The figures in words: what was counted, and the counts."""
    figures: Row
    """The figures as data."""


class Claim(NamedTuple):
    """A claim."""

    name: str
    text: int
    """The number of its source."""
    says: str
    """The claim in our own words, in Markdown."""
    judge: Callable[[], Judged]


CLAIMS: Final = dict[str, Claim]()
"""By name, in the order of the modules."""


def claim(name: str, text: int, says: str) -> Callable[[Callable[[], Judged]], Callable[[], Judged]]:
    """Register the decorated function as the judge of this claim."""

    def made(judge: Callable[[], Judged]) -> Callable[[], Judged]:
        CLAIMS[name] = Claim(name, text, says, judge)
        return judge

    return made


def verdict(*holds: bool) -> Verdict:
    """The verdict on a claim, from whether it holds in each case."""
    return "true" if all(holds) else "conditional" if any(holds) else "false"


PLAIN: Final[dict[str, Any]] = {"without": "all", "table": False}
"""By the rules alone, without a table."""

BARE: Final[dict[str, Any]] = {**PLAIN, "compiled": False}
"""The same, interpreted: for searches that take less time than compiling."""


def nodes(game: str | Game[Any], position: str | None = None, **options: Unpack[SolveOptions]) -> int:
    """The nodes that a search visits."""
    return search(game, position, **options).counters["nodes"]
