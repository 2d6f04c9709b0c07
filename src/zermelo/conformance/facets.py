"""Rules that are checked before any play: facets, members, and the initial state."""

from __future__ import annotations

from itertools import chain
from typing import Any, Final

from zermelo.conformance.case import ThoroughCase
from zermelo.core.game import Game, inherits
from zermelo.core.wording import nearest
from zermelo.preflight.facets import out_of_scope, wrong_facets, wrong_members
from zermelo.preflight.rule import Finding, Rule, rule
from zermelo.preflight.rules import play_begins_in_one_state

NEEDED: Final = ("initial", "apply", "terminal")


@rule("facets", "Each facet must have a value that Game allows for it.", ThoroughCase.start)
def facets_are_sane(case: ThoroughCase, _start: Any) -> Finding | None:
    return next((Finding(wrong.said) for wrong in chain(wrong_facets(case.plain), out_of_scope(case.plain))), None)


@rule(
    "members",
    "A game must define initial, apply, terminal, reward (rewards for more than two players), and legal or actions.",
    ThoroughCase.start,
    needs=("facets",),
)
def members_are_there(case: ThoroughCase, _start: Any) -> Finding | None:
    for wrong in wrong_members(case.plain):
        return Finding(wrong.said)
    reward = "reward" if case.plain.players <= 2 else "rewards"
    for name in (*NEEDED, reward):
        if not case.overrides(name):
            return Finding(f"The class does not define {name}.")
    return None if case.overrides("legal", "actions") else Finding("The class defines neither legal nor actions.")


OF_THE_CONTRACT: Final = (*(name for name in {**vars(Game), **Game.__annotations__} if not name.startswith("_")),)
"""All names that `Game` defines."""


def near_misses(game: Game[Any]) -> list[str]:
    """Sentences about names of the user's classes that look like misspelt names of the contract."""
    cls = type(game)
    own = {name for each in cls.__mro__[: cls.__mro__.index(Game)] for name in vars(each) if not name.startswith("_")}
    missing = [name for name in OF_THE_CONTRACT if name not in own]
    found = [(name, nearest(name, _alike(name, missing), 0.85)) for name in sorted(own.difference(OF_THE_CONTRACT))]
    return [f"{name} is not a name of the contract; did you mean {meant}?" for name, meant in found if meant]


def without_effect(game: Game[Any]) -> list[str]:
    """Sentences about members of the user's classes that nothing looks at."""
    certain, whole = ("has_chance is False", not game.has_chance), ("impartial is False", not game.impartial)
    unused = {
        "symmetric": ("symmetry_count is 1", game.symmetry_count == 1),
        **dict.fromkeys(("weight", "chance_total", "max_chances"), certain),
        **dict.fromkeys(("grundy_value", "summands"), whole),
        "reward_total": ("it is for more than two players", game.players == 2),
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


RULES: Final[tuple[Rule, ...]] = (facets_are_sane, members_are_there, play_begins_in_one_state)
