"""What a game says it knows of a position: evaluation, priorities, forced moves, proven bounds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from zermelo.conformance.case import NOT_ASKED, Case, Finding, Rule, unless_known, unless_solvable
from zermelo.conformance.play import RandomPosition
from zermelo.conformance.rules import NAMES
from zermelo.conformance.symmetry import CHAIN_NAMES
from zermelo.conformance.truth import plies_of, reward_of, seen_above, told
from zermelo.core.constants import NONE, UNBOUNDED
from zermelo.core.game import Game
from zermelo.core.integers import is_int

MAX_PRIORITY: Final = (1 << 20) - 1


# --- evaluation ------------------------------------------------------------------------------------------------------
def evaluation_is_in_range(case: Case, position: RandomPosition) -> Finding | None:
    """No guess is as good as a win or as bad as a loss."""
    if position.terminal:
        return NOT_ASKED
    low, high = (reward * case.game.resolution for reward in case.game.reward_range)
    points = case.game.evaluate(position.state)
    if not is_int(points):
        return Finding(f"evaluate gave {points!r}, which is not an integer.")
    if low < points < high:
        return None
    return Finding(f"evaluate gave {points}, which is not strictly inside {low}..{high}.")


def evaluation_is_symmetric(case: Case, position: RandomPosition) -> Finding | None:
    """All images of a state have its evaluation."""
    if position.terminal:
        return NOT_ASKED
    points = case.game.evaluate(position.state)
    for symmetry in range(1, case.game.symmetry_count):
        there = case.game.evaluate(case.game.symmetric(position.state, symmetry))
        if there != points:
            return Finding(f"evaluate gives {points}, and {there} for the state that symmetry {symmetry} gives.")
    return None


def evaluation_changes_sides(case: Case, position: RandomPosition) -> Finding | None:
    """What is good for one player to move is as bad for the other."""
    if position.terminal:
        return NOT_ASKED
    swapped = case.game.swapped(position.state)
    if case.game.terminal(swapped):
        return NOT_ASKED
    if case.game.swapped(swapped) != position.state:
        return Finding("swapped, applied twice, gives another state.")
    here, there = case.game.evaluate(position.state), case.game.evaluate(swapped)
    return None if here == -there else Finding(f"evaluate gives {here}, and {there} with the other player to move.")


def swaps(game: Game[Any]) -> bool:
    """Whether the game has the optional `swapped(state)`: the same position with the other player to move."""
    own = getattr(type(game), "swapped", None)
    return own is not None and own is not getattr(Game, "swapped", None)


def _unless_swapped(case: Case) -> str:
    return unless_known("evaluation")(case) or ("" if swaps(case.plain) else "the game does not define swapped(state)")


# --- priorities and forced moves -------------------------------------------------------------------------------------
def priority_is_in_range(case: Case, position: RandomPosition) -> Finding | None:
    """For each legal action."""
    if position.terminal:
        return NOT_ASKED
    for action in position.allowed:
        priority = case.game.priority(position.state, action)
        if not is_int(priority) or not 0 <= priority <= MAX_PRIORITY:
            return Finding(f"priority gave {priority!r} for action {action}.")
    return None


def forced_is_legal(case: Case, position: RandomPosition) -> Finding | None:
    """A legal action or NONE."""
    if position.terminal:
        return NOT_ASKED
    forced = case.game.forced(position.state)
    if is_int(forced) and (forced == NONE or forced in position.allowed):
        return None
    return Finding(f"forced gave {forced!r}, which is not a legal action here.")


def forced_loses_nothing(case: Case, position: RandomPosition) -> Finding | None:
    """No other action is better, nor quicker to win, nor slower to lose."""
    state, forced = position.state, case.game.forced(position.state)
    best = None if forced == NONE else case.truth.score(state)
    if best is None:
        return NOT_ASKED
    child = case.game.apply(state, forced)
    below = case.truth.score(child)
    if below is None:
        return NOT_ASKED
    found = seen_above(below, same_mover=case.same_mover(state, child))
    if found >= best:
        return None
    return Finding(f"forced gave action {forced}, which gets {told(found)}; another action gets {told(best)}.")


def relevant_is_legal(case: Case, position: RandomPosition) -> Finding | None:
    """At least one action, all of them legal, each once."""
    if position.terminal:
        return NOT_ASKED
    return _fault(position, "relevant", case.game.relevant(position.state)) or _fault(
        position, "deciding", case.game.deciding(position.state)
    )


def _fault(position: RandomPosition, member: str, found: Iterable[Any]) -> Finding | None:
    """What is wrong with the actions that a member yields."""
    found = list(found)
    for action in found:
        if not is_int(action) or action not in position.allowed:
            return Finding(f"{member} yielded {action!r}, which is not a legal action here.")
    if len(set(found)) < len(found):
        return Finding(f"{member} yielded an action twice: {found}.")
    return None if found else Finding(f"{member} yielded no action.")


def relevant_loses_nothing(case: Case, position: RandomPosition) -> Finding | None:
    """One of the actions is as good as any other, as quick to win and as slow to lose."""
    return _loss(case, position, "relevant", case.game.relevant(position.state), lambda score: score)


def deciding_loses_nothing(case: Case, position: RandomPosition) -> Finding | None:
    """One of the actions gets as good a reward as any other."""
    return _loss(case, position, "deciding", case.game.deciding(position.state), reward_of)


def _loss(
    case: Case, position: RandomPosition, member: str, actions: Iterable[int], worth: Callable[[int], int]
) -> Finding | None:
    """What is lost, in this worth of a score, by the actions that a member yields."""
    best, found = case.truth.score(position.state), _best_of(case, position, actions)
    if best is None or found is None:
        return NOT_ASKED
    if worth(found) >= worth(best):
        return None
    return Finding(f"The actions of {member} get {told(found)} at most; another action gets {told(best)}.")


def _best_of(case: Case, position: RandomPosition, actions: Iterable[int]) -> int | None:
    """The best score among these actions, None where one is not known."""
    best: int | None = None
    for action in actions:
        child = case.game.apply(position.state, action)
        below = case.truth.score(child)
        if below is None:
            return None
        score = seen_above(below, same_mover=case.same_mover(position.state, child))
        best = score if best is None else max(best, score)
    return best


# --- bounds ----------------------------------------------------------------------------------------------------------
def bounds_hold(case: Case, position: RandomPosition) -> Finding | None:
    """Whatever window is asked about, the true reward is inside."""
    score = case.truth.score(position.state)
    if score is None:
        return NOT_ASKED
    reward = reward_of(score)
    worst, best = case.game.reward_range
    for alpha, beta in windows(worst, best, reward):
        call, bounds = f"bounds(state, {alpha}, {beta})", case.game.bounds(position.state, alpha, beta)
        if not isinstance(bounds, tuple) or len(bounds) != 2 or not all(map(is_int, bounds)):  # pyright: ignore[reportUnknownArgumentType]
            return Finding(f"{call} gave {bounds!r}.", "bounds must give a pair of integers.")
        low, high = bounds  # pyright: ignore[reportUnknownVariableType]
        if not low <= reward <= high:
            return Finding(f"{call} gave ({low}, {high}); the true reward is {reward}.")
    return None


def plies_hold(case: Case, position: RandomPosition) -> Finding | None:
    """No win or loss comes sooner than said, nor later with best play."""
    told_plies = case.game.plies(position.state)
    if not isinstance(told_plies, tuple) or len(told_plies) != 3 or not all(map(is_int, told_plies)):  # pyright: ignore[reportUnknownArgumentType]
        return Finding(f"plies gave {told_plies!r}.", "plies must give three integers: win, loss, end.")
    win, loss, end = told_plies  # pyright: ignore[reportUnknownVariableType]
    score = case.truth.score(position.state)
    if score is None or position.terminal:
        return NOT_ASKED
    if score == 0:
        return None
    name, least = ("win", win) if score > 0 else ("loss", loss)  # pyright: ignore[reportUnknownVariableType]
    if least <= plies_of(score) <= end:
        return None
    return Finding(f"plies gave {least} for a {name} and {end} for the end; the true value is {told(score)}.")


def windows(worst: int, best: int, reward: int) -> Iterator[tuple[int, int]]:
    """The questions put to `bounds` where `reward` is the right answer: wide ones, and narrow ones around it and 0."""
    yield -UNBOUNDED, UNBOUNDED
    yield worst, best
    for centre in sorted({reward, 0}):
        yield centre, centre
        yield centre - 1, centre
        yield centre, centre + 1
        yield centre - 1, centre + 1


LATE: Final = "no position was late enough to be solved"

RULES: Final = (
    Rule(
        "evaluation",
        "An evaluation must be an integer strictly inside reward_range times resolution.",
        evaluation_is_in_range,
        Case.some,
        needs=NAMES,
        skip=unless_known("evaluation"),
    ),
    Rule(
        "symmetric evaluation",
        "Symmetric states must have equal evaluations.",
        evaluation_is_symmetric,
        Case.few,
        needs=(*NAMES, "evaluation", *CHAIN_NAMES),
        skip=lambda case: unless_known("evaluation")(case) or unless_known("symmetry")(case),
    ),
    Rule(
        "swapped evaluation",
        "With the other player to move, the evaluation must be the negative; swapped twice must give the state again.",
        evaluation_changes_sides,
        Case.some,
        needs=(*NAMES, "evaluation"),
        skip=_unless_swapped,
    ),
    Rule(
        "priority",
        f"A priority must be an integer in 0..{MAX_PRIORITY}.",
        priority_is_in_range,
        Case.some,
        needs=NAMES,
        skip=unless_known("priority"),
    ),
    Rule(
        "forced legal",
        "forced must give a legal action or NONE.",
        forced_is_legal,
        Case.some,
        needs=NAMES,
        skip=unless_known("forced"),
    ),
    Rule(
        "forced",
        "No other action may be better than a forced one, nor win sooner, nor lose later.",
        forced_loses_nothing,
        Case.late,
        needs=(*NAMES, "forced legal"),
        skip=lambda case: unless_known("forced")(case) or unless_solvable(case),
        nothing="no position with a forced action was late enough to be solved",
    ),
    Rule(
        "relevant legal",
        "relevant and deciding must yield at least one action, only legal ones, and each once.",
        relevant_is_legal,
        Case.some,
        needs=NAMES,
        skip=unless_known("relevance"),
    ),
    Rule(
        "relevant",
        "No other action may be better than all that relevant yields, nor win sooner, nor lose later.",
        relevant_loses_nothing,
        Case.late,
        needs=(*NAMES, "relevant legal"),
        skip=lambda case: unless_known("relevance")(case) or unless_solvable(case),
        nothing=LATE,
    ),
    Rule(
        "deciding",
        "No other action may get a better reward than all that deciding yields.",
        deciding_loses_nothing,
        Case.late,
        needs=(*NAMES, "relevant legal", "relevant"),
        skip=lambda case: unless_known("relevance")(case) or unless_solvable(case),
        nothing=LATE,
    ),
    Rule(
        "plies",
        "plies must give bounds on how soon a win and a loss may come, and on how long it takes who wins.",
        plies_hold,
        Case.late,
        needs=NAMES,
        skip=lambda case: unless_known("bounds")(case) or unless_solvable(case),
        nothing=LATE,
    ),
    Rule(
        "bounds",
        "Proven bounds must hold the true reward, whatever window is asked about.",
        bounds_hold,
        Case.late,
        needs=NAMES,
        skip=lambda case: unless_known("bounds")(case) or unless_solvable(case),
        nothing=LATE,
    ),
)
