"""What searches do changes only on purpose."""

from __future__ import annotations

from functools import cache

import pytest

from tests.support.signature import EXPECTED, report, searches, signature


@cache
def lines(*, quick: bool = True) -> list[str]:
    return list(report(quick=quick))


@pytest.mark.sampled("quick")
@pytest.mark.parametrize("which", ["quick", "whole"])
def test_searches_do_what_they_did(which: str) -> None:
    """If it fails and is meant to: `python -m tests.support.signature --write`, and name the new signature in the commit."""
    found = f"{signature(lines(quick=which == 'quick'))} {which}"
    assert found in EXPECTED.read_text().splitlines(), f"the bench signature is now {found}"


@pytest.mark.long
def test_the_signature_covers_searches_that_are_worth_it() -> None:
    nodes = [int(line.split(" | ")[3].split()[0]) for line in lines()]
    assert len(nodes) == len(list(searches(quick=True))) >= 40
    assert sum(count > 20 for count in nodes) >= 35
    assert len(set(lines())) == len(lines())


@pytest.mark.long
def test_every_part_of_a_search_is_in_the_signature() -> None:
    """Another node, another value, another move: another signature."""
    first = signature(lines())
    for old, new in ((" exact ", " lower "), (" 0 ", " 1 "), ("b2", "b3")):
        changed = [line.replace(old, new) for line in lines()]
        assert changed != lines()
        assert signature(changed) != first
