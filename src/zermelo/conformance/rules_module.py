"""The rule about rules modules, which the checkers of certificates use: a rules module must agree with its game."""

from __future__ import annotations

from typing import Any, Final

from zermelo.conformance.case import Case, Finding, Rule
from zermelo.conformance.rules import NAMES
from zermelo.games.rules import disagreement, load

PLAYS: Final = 10


def rules_agree(case: Case, _start: Any) -> Finding | None:
    """On random plays, the module has the same moves, turns and results as the game."""
    assert case.rules_module is not None
    path, parameters = case.rules_module
    difference = disagreement(case.plain, load(path), parameters, PLAYS)
    return Finding(f"With {path.name}, {difference[0].lower()}{difference[1:]}") if difference else None


def _unless_there_is_a_module(case: Case) -> str:
    return "" if case.rules_module else "the game has no rules module"


RULES: Final = (
    Rule(
        "rules",
        "The rules module must give the same moves, turns and results as the game.",
        rules_agree,
        Case.start,
        needs=NAMES,
        skip=_unless_there_is_a_module,
    ),
)
