"""The rules once more, in plain Python: what a certificate of the game is checked by."""

from __future__ import annotations

from typing import Any, Final

from zermelo.conformance.case import Case, Finding, Rule
from zermelo.conformance.rules import NAMES
from zermelo.games.rules import disagreement, load

PLAYS: Final = 10


def rules_say_the_same(case: Case, _start: Any) -> Finding | None:
    """Along random plays: the moves, who is to move, the ends."""
    assert case.ruling is not None
    path, parameters = case.ruling
    trouble = disagreement(case.plain, load(path), parameters, PLAYS)
    return Finding(f"By {path.name}, {trouble[0].lower()}{trouble[1:]}") if trouble else None


def _unless_there_are_rules(case: Case) -> str:
    return "" if case.ruling else "there is no module of its rules"


RULES: Final = (
    Rule(
        "rules",
        "The rules module must tell of the same moves, turns and ends as the game.",
        rules_say_the_same,
        Case.start,
        needs=NAMES,
        skip=_unless_there_are_rules,
    ),
)
