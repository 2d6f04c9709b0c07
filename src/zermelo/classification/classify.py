"""`classify`: the technique for a game or a description, and how long a solve would take."""

from __future__ import annotations

import random
import statistics
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final, Unpack

from zermelo.classification.estimate import MOST, Estimate, estimate
from zermelo.classification.sample import PLAYS, described, sampled_play, tree_size
from zermelo.core.errors import BadOption, BadPosition, NotSupported
from zermelo.core.game import Game
from zermelo.core.integers import check_at_least, check_seconds
from zermelo.core.options import check_names, names_of
from zermelo.core.stable_text import SCHEMA, plain
from zermelo.core.wording import shown
from zermelo.display.markup import as_printed
from zermelo.games.catalogue import as_game
from zermelo.preflight.facets import check_facets
from zermelo.preflight.faults import failures_of
from zermelo.preflight.plays import check_plays
from zermelo.search import ALGORITHMS, DEFAULT
from zermelo.solver.technique import Choice, Described, Description, choose, facts_of

OFF: Final = (1.17, 1.2, 1.66, 2.25, 6.84, 8.86)
"""The factors by which estimates of solve times were off; benchmarks/estimates.py writes this line."""

DAY: Final = 86_400.0


@dataclass(frozen=True)
class Classification:
    """A recommended technique, the reason, and the estimated work."""

    game: str
    """The name of the game; empty for a description."""
    description: Description
    choice: Choice
    tree: float | None = None
    """The decimal logarithm of the nodes of the game tree, estimated from random plays; None for a description."""
    estimate: Estimate | None = None
    """The work of a solve by `choice.algorithm`; None for a description, if the technique is not a search, or if too little
    could be measured."""
    refused: str = ""
    """Why there is no estimate, although one was tried; else empty."""

    def sentence(self) -> str:
        """The recommendation in one or two sentences."""
        broken = f" MiniMax assumes {self.choice.broken}." if self.choice.broken else ""
        return f"{self.choice.technique}: {self.choice.reason}{broken}"

    def forecast(self) -> str:
        """Whether a solve is feasible here, and how long it takes, in a sentence; empty if nothing was estimated."""
        work = self.estimate
        if work is None:
            return self.refused
        if work.solved:
            return f"Solved while measuring: {work.nodes:,.0f} nodes, {time_text(work.seconds)}."
        growth = f"{work.growth:.2g} times as many for each ply"
        if work.nodes > MOST / 2:
            return f"Not feasible here: more than {MOST / 10:.0e} nodes, {growth}."
        span = f"{time_text(work.low)} to {time_text(work.high)}"
        if work.low > 30 * DAY:
            growth = f"{work.growth:.2g} times the work for each ply"
            return f"Not feasible here: about {time_text(work.seconds)} ({span}), {growth}."
        return f"About {time_text(work.seconds)} ({span}): {work.nodes:.1e} nodes, {growth}."

    def record(self) -> str:
        """The errors of such estimates on solves of known length, in a sentence; empty if there is no estimate."""
        if self.estimate is None or self.estimate.solved:
            return ""
        factors = f"{statistics.median(OFF):.1f} (median) and {max(OFF):.0f} (worst)"
        return (
            f"On {len(OFF)} solves of known length, such estimates were off by a factor of {factors}; "
            f"{sum(factor <= 4 for factor in OFF)} were within a factor of 4."
        )

    def __str__(self) -> str:
        return self.sentence()

    _repr_pretty_ = as_printed

    def to_dict(self) -> dict[str, Any]:
        """All fields as plain data for JSON, with the version of the schema."""
        return {
            "schema": SCHEMA,
            "game": self.game,
            "description": plain(self.description),
            "choice": plain(self.choice),
            "tree_log10": self.tree,
            "estimate": plain(self.estimate),
            "sentence": self.sentence(),
            "forecast": self.forecast(),
            "record": self.record(),
        }


def classify(
    game: Game[Any] | str | None = None,
    *,
    seconds: float = 6.0,
    seed: int = 0,
    progress: Callable[[str], None] | None = None,
    **description: Unpack[Described],
) -> Classification:
    """Recommend a technique for `game`, or for a description given by the fields of `Description`.

    A game is measured by a hundred random plays, then compiled, and measured for `seconds` by solving positions. A
    description overrides what was measured. Raises BadOption, BadGame, and what solving `game` raises.
    """
    check_seconds(seconds)
    check_at_least("seed", seed, 0)
    check_names(description, names_of(Description), "field of a description")
    if game is None and not description:
        raise BadOption("Name a game, or describe one: by players, chance, branching, depth, evaluation and so on.")
    if game is None:
        facts = Description(**description)
        return Classification("", facts, choose(facts))
    game = as_game(game)
    with failures_of(game):
        check_facets(game, scope=game.depends_on_history)
        facts = facts_of(game)
        for name in ("players", "chance", "cyclic"):
            declared, given = getattr(facts, name), description.get(name)
            if given is not None and given != declared:
                contradicted = f"contradicts {game}, which declares {shown(declared)}"
                raise BadOption(f"{name} = {shown(given)} {contradicted}; leave it out.")
        if not facts.hidden_information:
            check_plays(game)
            if game.terminal(game.initial()):
                raise BadPosition(f"{game} is over in its initial position: there is nothing to classify.")
            if not game.cyclic:
                return _measured(game, seconds, seed, progress, description)
        facts = replace(facts, **description)
        return Classification(str(game), facts, choose(facts))


def _measured(
    game: Game[Any], seconds: float, seed: int, progress: Callable[[str], None] | None, description: Described
) -> Classification:
    """The classification of a game, from random plays and an estimate of the work."""
    rng = random.Random(seed)
    plays = [sampled_play(game, rng) for _ in range(PLAYS)]
    facts = replace(described(game, plays), **description)
    choice, work, refused = choose(facts), None, ""
    # random playouts prove nothing, so there is nothing to measure
    algorithm = DEFAULT if choice.technique == "MCTS" else choice.algorithm
    if algorithm in ALGORITHMS:
        try:
            work = estimate(game, seconds=seconds, seed=seed, progress=progress, algorithm=algorithm)
            refused = "" if work else "No estimate: too few positions were solved, or the work does not grow evenly."
        except NotSupported as error:
            refused = f"No search to the end of the game: {error}"
    return Classification(str(game), facts, choice, tree_size(plays), work, refused)


def time_text(seconds: float) -> str:
    for size, unit in ((365.25 * DAY, "years"), (DAY, "days"), (3600, "hours"), (60, "minutes")):
        if seconds >= 2 * size:
            return f"{_two_digits(seconds / size)} {unit}"
    return f"{_two_digits(seconds)} s" if seconds >= 0.1 else f"{_two_digits(1000 * seconds)} ms"


def _two_digits(number: float) -> str:
    """A number rounded to two digits; from a million on with an exponent."""
    if number >= 1e6:
        return f"{number:.0e}"
    return f"{float(f'{number:.2g}'):,.10g}"
