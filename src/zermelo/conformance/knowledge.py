"""Rules about knowledge: evaluation, priorities, forced moves, relevant moves, proven bounds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from zermelo.conformance.case import LATE, ThoroughCase, unless_solvable
from zermelo.conformance.keys import WHOLE
from zermelo.conformance.truth import plies_of, reward_of, score_text, seen_above
from zermelo.core.constants import MAX_PRIORITY, NONE, UNBOUNDED
from zermelo.core.contract import is_integer
from zermelo.core.errors import RAISED, BadGame, NotSupported
from zermelo.games.impartial import analysis, in_normal_play
from zermelo.games.impartial.theory import NormalPlay
from zermelo.preflight.random_plays import RandomPosition
from zermelo.preflight.rule import NOT_APPLICABLE, Finding, Rule, rule, unless_known
from zermelo.preflight.rules import evaluation_is_in_range, forced_is_legal


def _unless_solved(piece: str) -> Callable[[ThoroughCase], str]:
    """The reason to skip a rule that compares knowledge with true values."""
    return lambda case: unless_known(piece)(case) or unless_solvable(case)


# --- evaluation ------------------------------------------------------------------------------------------------------
@rule(
    "symmetric evaluation",
    "Symmetric states must have equal evaluations.",
    ThoroughCase.few,
    needs=("evaluation", *WHOLE),
    skip=lambda case: unless_known("evaluation")(case) or unless_known("symmetry")(case),
    at="ongoing",
)
def evaluation_is_symmetric(case: ThoroughCase, position: RandomPosition) -> Finding | None:
    points = case.game.evaluate(position.state)
    for symmetry, image in case.images(position):
        there = case.game.evaluate(image)
        if there != points:
            return Finding(
                f"evaluate returns {points}, but {there} for the image of the state under symmetry {symmetry}."
            )
    return None


def _unless_swapped(case: ThoroughCase) -> str:
    swaps = case.overrides("swapped")
    return unless_known("evaluation")(case) or ("" if swaps else "the game does not define swapped(state)")


@rule(
    "swapped evaluation",
    "With the other player to move, the evaluation must be the negative; swapped, applied twice, must return the state.",
    ThoroughCase.some,
    needs=("evaluation",),
    skip=_unless_swapped,
    at="ongoing",
)
def evaluation_changes_sides(case: ThoroughCase, position: RandomPosition) -> Finding | None:
    swapped = case.game.swapped(position.state)
    if case.game.terminal(swapped):
        return NOT_APPLICABLE
    if case.game.swapped(swapped) != position.state:
        return Finding("swapped, applied twice, returns another state.")
    here, there = case.game.evaluate(position.state), case.game.evaluate(swapped)
    return None if here == -there else Finding(f"evaluate returns {here}, and {there} with the other player to move.")


# --- priorities and forced moves -------------------------------------------------------------------------------------
@rule(
    "priority",
    f"A priority must be an integer in 0..{MAX_PRIORITY}.",
    ThoroughCase.some,
    skip=unless_known("priority"),
    at="ongoing",
)
def priority_is_in_range(case: ThoroughCase, position: RandomPosition) -> Finding | None:
    for action in position.allowed:
        priority = case.game.priority(position.state, action)
        if not is_integer(priority) or not 0 <= priority <= MAX_PRIORITY:
            return Finding(f"priority returned {priority!r} for action {action}.")
    return None


@rule(
    "forced",
    "No other action may be better than a forced one, win sooner or lose later.",
    ThoroughCase.late,
    needs=("forced legal",),
    skip=_unless_solved("forced"),
    nothing="no position with a forced action was close enough to the end to be solved",
)
def forced_loses_nothing(case: ThoroughCase, position: RandomPosition) -> Finding | None:
    forced = case.game.forced(position.state)
    return (
        NOT_APPLICABLE
        if forced == NONE
        else _loss(case, position, f"forced returned action {forced}, which gets", [forced])
    )


@rule(
    "relevant legal",
    "relevant and deciding must yield at least one action, only legal ones, and each once.",
    ThoroughCase.some,
    skip=unless_known("relevance"),
    at="ongoing",
)
def relevant_is_legal(case: ThoroughCase, position: RandomPosition) -> Finding | None:
    return _fault(position, "relevant", case.game.relevant(position.state)) or _fault(
        position, "deciding", case.game.deciding(position.state)
    )


def _fault(position: RandomPosition, member: str, found: Iterable[Any]) -> Finding | None:
    """What is wrong with the actions that a method yields."""
    found = list(found)
    for action in found:
        if not is_integer(action) or action not in position.allowed:
            return Finding(f"{member} yielded {action!r}, which is not a legal action here.")
    if len(set(found)) < len(found):
        return Finding(f"{member} yielded an action twice: {found}.")
    return None if found else Finding(f"{member} yielded no action.")


@rule(
    "relevant",
    "No other action may be better than all that relevant yields, win sooner or lose later.",
    ThoroughCase.late,
    needs=("relevant legal",),
    skip=_unless_solved("relevance"),
    nothing=LATE,
)
def relevant_loses_nothing(case: ThoroughCase, position: RandomPosition) -> Finding | None:
    return _loss(case, position, "The actions that relevant yields get at most", case.game.relevant(position.state))


@rule(
    "deciding",
    "No other action may get a better reward than all that deciding yields.",
    ThoroughCase.late,
    needs=("relevant legal", "relevant"),
    skip=_unless_solved("relevance"),
    nothing=LATE,
)
def deciding_loses_nothing(case: ThoroughCase, position: RandomPosition) -> Finding | None:
    deciding = case.game.deciding(position.state)
    return _loss(case, position, "The actions that deciding yields get at most", deciding, reward_of)


def _loss(
    case: ThoroughCase,
    position: RandomPosition,
    told: str,
    actions: Iterable[int],
    worth: Callable[[int], int] = lambda score: score,
) -> Finding | None:
    """What these actions lose, measured by `worth`, a function of the score. `told`: the beginning of the sentence."""
    best = case.truth.score(position.state)
    found = None if best is None else _best_of(case, position, actions)
    if best is None or found is None:
        return NOT_APPLICABLE
    if worth(found) >= worth(best):
        return None
    return Finding(f"{told} {score_text(found)}; another action gets {score_text(best)}.")


def _best_of(case: ThoroughCase, position: RandomPosition, actions: Iterable[int]) -> int | None:
    """The best score among these actions; None if one of them is not known."""
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
@rule(
    "bounds",
    "Proven bounds must contain the true reward, whatever the window.",
    ThoroughCase.late,
    skip=_unless_solved("bounds"),
    nothing=LATE,
)
def bounds_hold(case: ThoroughCase, position: RandomPosition) -> Finding | None:
    score = case.truth.score(position.state)
    if score is None:
        return NOT_APPLICABLE
    reward = reward_of(score)
    worst, best = case.game.reward_range
    for alpha, beta in windows(worst, best, reward):
        call, bounds = f"bounds(state, {alpha}, {beta})", case.game.bounds(position.state, alpha, beta)
        if not isinstance(bounds, tuple) or len(bounds) != 2 or not all(map(is_integer, bounds)):  # pyright: ignore[reportUnknownArgumentType]
            return Finding(f"{call} returned {bounds!r}.", "bounds must return a pair of integers.")
        low, high = bounds  # pyright: ignore[reportUnknownVariableType]
        if not low <= reward <= high:
            return Finding(f"{call} returned ({low}, {high}), but the true reward is {reward}.")
    return None


@rule(
    "plies",
    "plies must return the fewest plies to a win, the fewest to a loss, and the most that a win takes with best play.",
    ThoroughCase.late,
    skip=_unless_solved("bounds"),
    nothing=LATE,
)
def plies_hold(case: ThoroughCase, position: RandomPosition) -> Finding | None:
    plies = case.game.plies(position.state)
    if not isinstance(plies, tuple) or len(plies) != 3 or not all(map(is_integer, plies)):  # pyright: ignore[reportUnknownArgumentType]
        return Finding(f"plies returned {plies!r}.", "plies must return three integers: win, loss, end.")
    win, loss, end = plies  # pyright: ignore[reportUnknownVariableType]
    score = case.truth.score(position.state)
    if score is None or position.terminal:
        return NOT_APPLICABLE
    if score == 0:
        return None
    name, least = ("win", win) if score > 0 else ("loss", loss)  # pyright: ignore[reportUnknownVariableType]
    if least <= plies_of(score) <= end:
        return None
    return Finding(f"plies returned {least} for a {name} and {end} for the end; the true value is {score_text(score)}.")


def _unless_grundy(case: ThoroughCase) -> str:
    given = case.plain.impartial and in_normal_play(case.plain) and case.overrides("grundy_value", "summands")
    return "" if given else "the game gives no Grundy values"


@rule(
    "grundy",
    "grundy_value and summands must give the Grundy values of normal play.",
    ThoroughCase.start,
    skip=_unless_grundy,
)
def grundy_values_agree(case: ThoroughCase, _start: Any) -> Finding | None:
    try:
        analysis(case.plain)
    except (BadGame, NotSupported) as error:
        return Finding(str(error).removeprefix(f"{case.plain}: "))
    return None


def impartial_note(case: ThoroughCase) -> str:
    """Why `grundy` refuses a game that is declared impartial; "" if no position of the plays shows a reason."""
    if not case.plain.impartial or not in_normal_play(case.plain):
        return ""
    try:
        normal = NormalPlay(case.plain)
        for position in case.positions:
            if case.clock.is_up():
                return ""
            if len(position.children) == len(position.allowed):
                normal.visit(position.state, [*position.children.values()])
        normal.compare_moves()
    except (BadGame, NotSupported) as error:
        return str(error)
    except RAISED:  # of a state that play cannot reach
        return ""
    return ""


def windows(worst: int, best: int, reward: int) -> Iterator[tuple[int, int]]:
    """The windows for which `bounds` is called if `reward` is the true reward: wide ones, and narrow ones near it and 0."""
    yield -UNBOUNDED, UNBOUNDED
    yield worst, best
    for centre in sorted({reward, 0}):
        yield centre, centre
        yield centre - 1, centre
        yield centre, centre + 1
        yield centre - 1, centre + 1


RULES: Final[tuple[Rule, ...]] = (
    *(evaluation_is_in_range, evaluation_is_symmetric, evaluation_changes_sides, priority_is_in_range, forced_is_legal),
    *(forced_loses_nothing, relevant_is_legal, relevant_loses_nothing, deciding_loses_nothing, plies_hold, bounds_hold),
    grundy_values_agree,
)
