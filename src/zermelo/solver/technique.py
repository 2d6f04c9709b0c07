"""The choice of a technique for a game: from a description to a recommendation, with the reason.

    Description --> choose --> Choice: technique, the algorithm for it, reason, complexity

`solve` uses it if no algorithm is named, and `classify` after it has measured the game.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Final, Literal, TypedDict

from zermelo.core.errors import BadOption
from zermelo.core.game import Game, knowledge_of
from zermelo.core.options import check, option
from zermelo.core.wording import unknown
from zermelo.games.impartial import in_normal_play
from zermelo.search import SearchName

Technique = Literal[
    "MINIMAX_FULL",
    "ALPHA_BETA",
    "SPRAGUE_GRUNDY",
    "RETROGRADE",
    "EXPECTIMINIMAX",
    "PROOF_NUMBER",
    "MCTS",
    "NOT_APPLICABLE",
]
Evaluation = Literal["none", "weak", "good"]
EVALUATIONS: Final = ("none", "weak", "good")

AlgorithmName = Literal[SearchName, "sprague-grundy", "retrograde"]
"""All names and aliases of algorithms, for type checkers and completion."""

THEORY: Final = "sprague-grundy"
"""The algorithm that does not search."""

RETROGRADE: Final = "retrograde"
"""The algorithm that finds the values of all positions, for games in which positions may recur."""

NOT_SEARCHES: Final = (THEORY, RETROGRADE)
"""The algorithms that do not search."""

LOOKUP: Final = "lookup"
"""The name of the algorithm in results from tables."""

PROOF: Final = "dfpn"
"""The algorithm for games that are decided by threats."""

SHORT: Final = 35
"""In games of at most this many plies, MTD(f) proves a draw before df-pn does, and a win soon after."""

SMALL: Final = 7.0
"""The decimal logarithm of the number of positions that a full search may visit: about a second of compiled MiniMax."""

REACH: Final = 12.0
"""The decimal logarithm of the number of positions that Alpha-Beta, at its best, visits in days."""


@dataclass(frozen=True)
class Description:
    """The properties of a game that decide which technique suits it. Raises BadOption for values that make no sense.

    `branching` and `depth` (in plies) describe a typical play.
    """

    players: int = option(2, "The number of players.", metavar="N")
    chance: bool = option(False, "Chance plays a part: dice, cards.")
    hidden_information: bool = option(False, "Some players do not see the whole position.")
    zero_sum: bool = option(True, "What one player gains the others lose.")
    closed_form: bool = option(False, "The game is impartial, and its Grundy values are known.")
    """From a formula or a table, as in Nim and other take-away games."""
    cyclic: bool = option(False, "A play can return to a position.")
    forcing: bool = option(False, "Threats decide: plays are long, and a threat to win must be answered.")
    branching: float | None = option(None, "The number of moves in a typical position.", metavar="B")
    depth: float | None = option(None, "The length of a typical play, in plies.", metavar="D")
    evaluation: Evaluation = option(
        "none", "How well the evaluation predicts the outcome: none, weak, good.", metavar="QUALITY"
    )

    def __post_init__(self) -> None:
        check(self)
        if self.evaluation not in EVALUATIONS:
            raise BadOption(unknown("evaluation", self.evaluation, EVALUATIONS))

    @property
    def magnitude(self) -> float | None:
        """The decimal logarithm of branching ** depth; None unless both are known."""
        if self.branching is None or self.depth is None:
            return None
        return self.depth * math.log10(max(self.branching, 1.0))


class Described(TypedDict, total=False):
    """The fields of a `Description` as keyword arguments."""

    players: int
    chance: bool
    hidden_information: bool
    zero_sum: bool
    closed_form: bool
    cyclic: bool
    forcing: bool
    branching: float | None
    depth: float | None
    evaluation: Evaluation


@dataclass(frozen=True)
class Choice:
    """A recommendation."""

    technique: Technique
    algorithm: AlgorithmName | None
    """The algorithm in zermelo for it, a name for `solve`; None if there is none."""
    reason: str
    complexity: str
    """The order of growth of the work, in positions."""
    brief: str
    """The reason in a few words."""
    broken: str = ""
    """For NOT_APPLICABLE: the assumption of MiniMax that does not hold."""


def choose(game: Description) -> Choice:
    """The technique for a game with this description. The first rule that applies decides."""
    return _not_applicable(game) or _by_kind(game) or _by_size(game)


def _not_applicable(game: Description) -> Choice | None:
    """The choice for games whose value MiniMax does not define."""
    if game.hidden_information:
        return Choice(
            "NOT_APPLICABLE",
            None,
            "A player who does not see the position cannot choose by its value; such games need mixed strategies.",
            "none: there is no pure minimax value",
            "hidden information",
            broken="perfect information",
        )
    if game.players == 1:
        return Choice(
            "NOT_APPLICABLE", None, "There is no opponent; use path search.", "O(b^d)", "one player", "two players"
        )
    if not game.zero_sum:
        return Choice(
            "NOT_APPLICABLE",
            "maxn" if game.players > 2 and not (game.chance or game.cyclic) else None,
            "What is good for one player need not be bad for the others, so the minimum over their replies means nothing; "
            "in max^n every player maximises its own reward.",
            "O(b^d): little can be cut",
            "not zero-sum",
            broken="zero sum",
        )
    if game.cyclic and (game.players > 2 or game.chance):
        return Choice(
            "NOT_APPLICABLE",
            None,
            "A play may return to an earlier position, so a search need not end. Retrograde analysis solves such games, but "
            "only for two players and without chance.",
            "O(positions), by retrograde analysis",
            "plays that may return to a position",
            broken="plays that end",
        )
    if game.players > 2 and game.chance:
        return Choice(
            "NOT_APPLICABLE",
            None,
            f"No algorithm in zermelo supports both chance and {game.players} players. Max^n over means would.",
            "O((b c)^d)",
            f"chance and {game.players} players",
            broken="two players",
        )
    if game.players > 2:
        return Choice(
            "NOT_APPLICABLE",
            "maxn",
            f"With {game.players} players nobody is the minimiser; max^n keeps a reward for each player, paranoid and "
            "best-reply search put the players on two sides.",
            "O(b^d); O(b^(d (p - 1) / p)) at best by paranoid search",
            f"{game.players} players",
            broken="two players",
        )
    return None


def _by_kind(game: Description) -> Choice | None:
    """The choice for games of chance, for games with cycles, and for games with known Grundy values."""
    if game.cyclic:
        return Choice(
            "RETROGRADE",
            RETROGRADE,
            "A play may return to an earlier position, so a search need not end. Retrograde analysis goes backward from the "
            "ends to all positions.",
            "O(positions)",
            "plays may return to a position",
        )
    if game.chance:
        return Choice(
            "EXPECTIMINIMAX",
            "star1",
            "Chance decides some moves, so values are means over outcomes. Plain MiniMax does not compute means; "
            "expectiminimax does, and Star1 skips outcomes that cannot bring the mean back into the window.",
            "O((b c)^d), with c outcomes of chance",
            "chance moves",
        )
    if game.closed_form:
        return Choice(
            "SPRAGUE_GRUNDY",
            THEORY,
            "It is impartial and its Grundy values are known: the exclusive or of the values of its parts "
            "decides who wins, without a search.",
            "O(1) for a heap whose value is known, O(n) to O(n^2) for the values of n heaps",
            "impartial, Grundy values known",
        )
    return None


def _by_size(game: Description) -> Choice:
    """The choice for two players, perfect information and no chance: by the size of the tree, and by the evaluation."""
    magnitude, brief = game.magnitude, "two players, no chance"
    size = "a tree of unknown size" if magnitude is None else f"about 10^{magnitude:.0f} lines of play"
    if game.forcing and (magnitude is None or magnitude > SMALL):
        reason = (
            f"It has {size}, and threats decide it: df-pn follows moves that leave the other side the fewest replies."
        )
        return Choice("PROOF_NUMBER", PROOF, reason, "O(the smallest proof) at best", "threats decide")
    if magnitude is not None and magnitude <= SMALL:
        return Choice(
            "MINIMAX_FULL",
            "mtdf",
            f"It has {size}: all can be searched to the end. MTD(f) with a table finds the same value with fewer nodes.",
            "O(b^d); O(b^(d/2)) at best with pruning",
            brief,
        )
    pruned = "O(b^(d/2)) with the best move order, O(b^d) with the worst"
    if game.evaluation == "good":
        reason = (
            f"It has {size}, and an evaluation that predicts outcomes: it orders moves and is used at a depth limit."
        )
        return Choice("ALPHA_BETA", "mtdf", reason, pruned, brief)
    if magnitude is None or magnitude / 2 <= REACH:
        reason = f"It has {size}; with good move ordering Alpha-Beta needs about the square root of the full search."
        return Choice("ALPHA_BETA", "mtdf", reason, pruned, brief)
    return Choice(
        "MCTS",
        "mcts",
        f"It has {size}, too many even for Alpha-Beta at its best, and no reliable evaluation: random playouts judge "
        "positions instead.",
        "O(simulations * d); it proves only positions that it has searched enough",
        brief,
    )


def facts_of(game: Game[Any]) -> Description:
    """The description of a game by its facets, without playing it."""
    return Description(
        players=game.players,
        chance=game.has_chance,
        hidden_information=game.hidden_information or game.simultaneous,
        cyclic=game.cyclic,
        forcing=game.forcing and game.max_length > SHORT,
        closed_form=knows_theory(game),
        evaluation="good" if "evaluation" in knowledge_of(game) else "none",
    )


def knows_theory(game: Game[Any]) -> bool:
    """Whether a game is impartial, in normal play, and gives its Grundy values or is a sum of smaller games."""
    if not game.impartial or not in_normal_play(game) or game.players != 2:
        return False
    state = game.initial()
    return game.grundy_value(state) >= 0 or bool(game.summands(state))
