"""Rules that are checked before any play: facets, members, and the initial state."""

from __future__ import annotations

from typing import Any, Final

from zermelo.conformance.case import Case, Finding, Rule
from zermelo.core.constants import MAX_ACTIONS, MAX_DEPTH, NONE
from zermelo.core.game import HIDDEN, Game, hidden_methods, inherits, wrong_arguments
from zermelo.core.integers import is_int, is_within
from zermelo.core.knowledge import FLAGS
from zermelo.core.wording import nearest, shown
from zermelo.preflight.facets import ALONE, ENDLESS, HISTORY, OUT_OF_SCOPE
from zermelo.preflight.plays import MADE_OF
from zermelo.preflight.purity import missing_returns
from zermelo.preflight.questions import is_same

NEEDED: Final = ("initial", "apply", "terminal")


def facets_are_sane(case: Case, _start: Any) -> Finding | None:
    """Each number, flag and name has a value that is allowed."""
    game = case.game
    for name in ("action_count", "max_length", "players", "resolution", "symmetry_count"):
        value = getattr(case.plain, name, None)
        if not is_int(value) or value < 1:
            return Finding(f"{name} is {value!r}.", "It must be a positive integer.")
    if game.has_chance and not is_within(case.plain.chance_total, 1):
        return Finding(f"chance_total is {case.plain.chance_total!r}.", "It must be a positive integer.")
    if game.has_chance and case.plain.max_chances is not None and not is_within(case.plain.max_chances, 1):
        return Finding(f"max_chances is {case.plain.max_chances!r}.", "It must be a positive integer, or None.")
    for name in FLAGS:
        if not isinstance(getattr(game, name), bool):
            return Finding(f"{name} is {getattr(game, name)!r}.", "It must be True or False.")
    if not is_within(case.plain.endless, NONE, 1):
        return Finding(f"endless is {case.plain.endless!r}.", f"{ENDLESS[0].upper()}{ENDLESS[1:]}.")
    if case.plain.max_length > MAX_DEPTH or case.plain.action_count > MAX_ACTIONS:
        found = f"max_length is {case.plain.max_length}, action_count {case.plain.action_count}."
        return Finding(found, f"A search takes at most {MAX_DEPTH} plies and {MAX_ACTIONS} actions.")
    return _runtime(case.plain) or _scope(case.plain) or _reward_range(game.reward_range, game.players)


def _runtime(game: Game[Any]) -> Finding | None:
    """The names in `runtime` are attributes of the game."""
    runtime: Any = game.runtime
    if not isinstance(runtime, tuple):
        return Finding(f"runtime is {runtime!r}.", "It must be a tuple of names.")
    for name in game.runtime:
        if not hasattr(game, name):
            return Finding(
                f"runtime names {name!r}, but the game has no such attribute.", "It must name attributes of the game."
            )
    return None


def _scope(game: Game[Any]) -> Finding | None:
    """Minimax defines a value for the game."""
    for name, words in OUT_OF_SCOPE.items():
        if getattr(game, name):
            return Finding(
                f"{name} is True.", f"Games in which {words} are out of scope: minimax does not define their values."
            )
    if game.depends_on_history:
        return Finding("depends_on_history is True.", f"Such games are out of scope: {HISTORY}")
    return Finding("players is 1.", ALONE) if game.players == 1 else None


def _reward_range(given: Any, players: int) -> Finding | None:
    found = f"reward_range is {given!r}."
    if not isinstance(given, tuple) or len(given) != 2 or not all(map(is_int, given)):  # pyright: ignore[reportUnknownArgumentType]
        return Finding(found, "It must be a pair of integers, the worst reward and the best.")
    worst, best = given  # pyright: ignore[reportUnknownVariableType]
    if players == 2 and not (worst == -best and best >= 1):
        return Finding(found, "For two players it must be (-b, b) with b >= 1: what one player gains, the other loses.")
    return None if worst < best else Finding(found, "The worst reward must be less than the best.")


def members_are_there(case: Case, _start: Any) -> Finding | None:
    """The methods that play needs are defined, and no attribute hides one."""
    for name in hidden_methods(case.plain):
        return Finding(f"{name} is {HIDDEN}")
    for found in wrong_arguments(case.plain):
        return Finding(found, "Each method must take the arguments of the contract.")
    for found in missing_returns(case.plain):
        return Finding(found, "Each method must return a value, whatever its arguments.")
    reward = "reward" if case.plain.players <= 2 else "rewards"
    for name in (*NEEDED, reward):
        if not case.overrides(name):
            return Finding(f"The class does not define {name}.")
    if case.plain.players > 2 and not case.overrides("to_move"):
        return Finding(
            "The game has more than two players, and its class does not define to_move, which says who moves."
        )
    if case.plain.has_chance and not case.overrides("to_move"):
        return Finding(
            "The game has chance, and its class does not define to_move, which says which player a value is for."
        )
    if case.plain.endless != NONE and not (case.overrides("to_move") and case.plain.cyclic):
        return Finding(
            "endless names a player, but the class does not define to_move, or cyclic is not True.",
        )
    return None if case.overrides("legal", "actions") else Finding("The class defines neither legal nor actions.")


def play_begins_in_one_state(case: Case, _start: Any) -> Finding | None:
    """Two calls of `initial` return equal states."""
    first, second = case.game.initial(), case.game.initial()
    try:
        same = hash(first) == hash(second) or first != second
    except TypeError as error:
        return Finding(f"The initial state is {shown(first)}, which cannot be hashed: {error}.", MADE_OF)
    if not is_same(first, second):
        return Finding("Two calls of initial returned states that are not equal.")
    return None if same else Finding("Two calls of initial returned equal states with different hashes.")


SIMILAR: Final = 0.85
"""Names at least this similar are probably one name and a misspelling of it: "legal" and "legall"."""

OF_THE_CONTRACT: Final = (*(name for name in {**vars(Game), **Game.__annotations__} if not name.startswith("_")),)
"""All names that `Game` defines."""


def near_misses(game: Game[Any]) -> list[str]:
    """Sentences about names of the user's classes that look like misspelt names of the contract."""
    cls = type(game)
    own = {name for each in cls.__mro__[: cls.__mro__.index(Game)] for name in vars(each) if not name.startswith("_")}
    missing = [name for name in OF_THE_CONTRACT if name not in own]
    found = [(name, nearest(name, _alike(name, missing), SIMILAR)) for name in sorted(own.difference(OF_THE_CONTRACT))]
    return [f"{name} is not a name of the contract; did you mean {meant}?" for name, meant in found if meant]


def without_effect(game: Game[Any]) -> list[str]:
    """Sentences about members of the user's classes that nothing looks at."""
    unused = {
        "symmetric": ("symmetry_count is 1", game.symmetry_count == 1),
        "chance": ("has_chance is False", not game.has_chance),
        "weight": ("has_chance is False", not game.has_chance),
        "rewards": ("two players have one reward, that of the player to move", game.players == 2),
        "reward": ("more than two players have rewards", game.players > 2),
        "evaluate": ("an evaluation is for two players", game.players > 2),
    }
    die = (
        ["has_chance has no effect, because chance is not defined."]
        if game.has_chance and inherits(game, "chance")
        else []
    )
    return die + [
        f"{name} has no effect, because {reason}."
        for name, (reason, applies) in unused.items()
        if applies and not inherits(game, name)
    ]


def _alike(name: str, known: list[str]) -> list[str]:
    """The names with the same first letter, except the singular or plural of the name itself: weights, weight."""
    return [each for each in known if each[0] == name[0].lower() and each.rstrip("s") != name.rstrip("s")]


RULES: Final = (
    Rule("facets", "Each facet must have a value that Game allows for it.", facets_are_sane, Case.start),
    Rule(
        "members",
        "A game must define initial, apply, terminal, reward (rewards for more than two players), and legal or actions.",
        members_are_there,
        Case.start,
        needs=("facets",),
    ),
    Rule(
        "initial",
        "initial must return equal states with equal hashes: a class of states needs both __eq__ and __hash__.",
        play_begins_in_one_state,
        Case.start,
        needs=("members",),
    ),
)
