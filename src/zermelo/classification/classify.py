"""`classify`: the technique for a game or a description, and how long a solve would take."""

from __future__ import annotations

import random
import statistics
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Final, Unpack

from zermelo.classification.estimate import MOST, Estimate, estimate
from zermelo.classification.known import OFF
from zermelo.classification.sample import PLAYS, described, random_play, tree_size
from zermelo.core.errors import BadOption, BadPosition, NotSupported
from zermelo.core.game import Game
from zermelo.core.integers import is_within
from zermelo.core.stable_text import SCHEMA
from zermelo.core.wording import shown, unknown
from zermelo.games.catalogue import as_game
from zermelo.preflight.facets import check_facets
from zermelo.preflight.faults import failures_of
from zermelo.preflight.plays import check_plays
from zermelo.search import ALGORITHMS, DEFAULT
from zermelo.solver.options import check_seconds
from zermelo.solver.technique import Choice, Described, Description, choose, facts_of

DAY: Final = 86_400.0

CERTAIN: Final = ("players", "chance", "cyclic")
"""What a game itself says, and no description changes."""


@dataclass(frozen=True)
class Classification:
    """Which technique, why, and what it would cost."""

    game: str
    """Empty for a description."""
    description: Description
    choice: Choice
    tree: float | None
    """The decimal logarithm of the nodes of the game tree, estimated from random plays; None for a description."""
    estimate: Estimate | None
    """Of a solve by `choice.algorithm`; None where none was made: for a description, or where theory or nothing applies."""
    refused: str
    """Why nothing was estimated, where it was tried."""

    def sentence(self) -> str:
        """The recommendation in one or two sentences."""
        broken = f" MiniMax assumes {self.choice.broken}." if self.choice.broken else ""
        return f"{self.choice.technique}: {self.choice.reason}{broken}"

    def forecast(self) -> str:
        """Whether it can be solved here, and how long that takes, in a sentence; empty where nothing was estimated."""
        found = self.estimate
        if found is None:
            return self.refused
        if found.solved:
            return f"Solved on the way: {found.nodes:,.0f} nodes, {spoken(found.seconds)}."
        if found.nodes > MOST / 2:
            return f"Not here: more than {MOST / 10:.0e} nodes, {found.growth:.2g} times as many for each ply."
        span = f"{spoken(found.low)} to {spoken(found.high)}"
        if found.low > 30 * DAY:
            return f"Not here: about {spoken(found.seconds)} ({span}), {found.growth:.2g} times the work for each ply."
        work = f"{found.nodes:.1e} nodes, {found.growth:.2g} times as many for each ply"
        return f"About {spoken(found.seconds)} ({span}): {work}."

    def record(self) -> str:
        """How far off such estimates were on solves that we know, in a sentence; empty where nothing was foretold."""
        if self.estimate is None or self.estimate.solved:
            return ""
        near = sum(factor <= 4 for factor in OFF)
        usual, worst = statistics.median(OFF), max(OFF)
        return (
            f"On {len(OFF)} solves that we know such estimates were off by {usual:.1f} times at the median, "
            f"{worst:.0f} times at the most; {near} were within 4 times."
        )

    def __str__(self) -> str:
        return self.sentence()

    def to_dict(self) -> dict[str, Any]:
        """All fields as plain data for JSON, with the version of their meaning."""
        found = None
        if self.estimate is not None:
            found = self.estimate._asdict() | {"steps": [step._asdict() for step in self.estimate.steps]}
        return {
            "schema": SCHEMA,
            "game": self.game,
            "description": asdict(self.description),
            "choice": asdict(self.choice),
            "tree_log10": self.tree,
            "estimate": found,
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
    """The technique for `game`, or for a description by the fields of `Description`.

    A game is measured: by a hundred random plays, and then, once it is compiled, for `seconds` by solving positions. What
    is described goes before what was measured. Raises BadOption, BadGame, and what solving `game` raises.
    """
    check_seconds(seconds)
    if not is_within(seed, 0):
        raise BadOption(f"seed = {shown(seed)} is not an integer from 0 on.")
    names = [field.name for field in fields(Description)]
    for name in description:
        if name not in names:
            raise BadOption(unknown("field of a description", name, names))
    if game is None and not description:
        raise BadOption("Name a game, or describe one: players, chance, branching and depth, evaluation and so on.")
    if game is None:
        told = Description(**description)
        return Classification("", told, choose(told), None, None, "")
    game = as_game(game)
    with failures_of(game):
        check_facets(game, scope=False)
        facts = facts_of(game)
        _check_told(game, facts, description)
        if facts.hidden_information:
            told = replace(facts, **description)
            return Classification(str(game), told, choose(told), None, None, "")
        check_plays(game)
        if game.terminal(game.initial()):
            raise BadPosition(f"{game} is over before it begins: there is nothing to classify.")
        return _measured(game, seconds, seed, progress, description)


def _check_told(game: Game[Any], facts: Description, description: Described) -> None:
    """Raises BadOption for what contradicts what the game says of itself."""
    for name in CERTAIN:
        said, told = getattr(facts, name), description.get(name)
        if told is not None and told != said:
            raise BadOption(f"{name} = {shown(told)} contradicts {game}, which says {shown(said)}: leave it out.")


def _measured(
    game: Game[Any],
    seconds: float,
    seed: int,
    progress: Callable[[str], None] | None,
    description: Described,
) -> Classification:
    rng = random.Random(seed)
    if game.cyclic:
        told = replace(facts_of(game), **description)
        return Classification(str(game), told, choose(told), None, None, "")
    plays = [random_play(game, rng) for _ in range(PLAYS)]
    told = replace(described(game, plays), **description)
    choice = choose(told)
    algorithm = DEFAULT if choice.technique == "MCTS" else choice.algorithm  # playouts prove nothing on their way
    found = None
    refused = ""
    if algorithm in ALGORITHMS:
        try:
            found = estimate(game, seconds=seconds, seed=seed, progress=progress, algorithm=algorithm)
            refused = "" if found else "Too little could be measured to tell: the work does not grow evenly."
        except NotSupported as error:
            refused = f"Not to the end of the game: {error}"
    return Classification(str(game), told, choice, tree_size(plays), found, refused)


def spoken(seconds: float) -> str:
    """A time in the unit that suits it, with two digits."""
    for size, unit in ((365.25 * DAY, "years"), (DAY, "days"), (3600, "hours"), (60, "minutes")):
        if seconds >= 2 * size:
            return f"{_two_digits(seconds / size)} {unit}"
    return f"{_two_digits(seconds)} s" if seconds >= 0.1 else f"{_two_digits(1000 * seconds)} ms"


def _two_digits(number: float) -> str:
    """A number to two digits, without an exponent while it has no more than six."""
    if number >= 1e6:
        return f"{number:.0e}"
    return f"{float(f'{number:.2g}'):,.10g}"
