"""Answers of workers are read as they are, and nothing else is taken for one."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zermelo.distributed.messages import Answer, Malformed, MoveNumbers, from_line, to_line

ACTIONS = 9
WORST, BEST = -1, 1
NUMBERS = st.integers(0, 1 << 41)
COUNTS = st.integers(0, 1 << 60)
BOUNDS = st.tuples(st.integers(WORST, BEST), st.integers(WORST, BEST)).map(sorted)
MOVES = st.lists(st.builds(MoveNumbers, st.integers(0, ACTIONS - 1), NUMBERS, NUMBERS)).map(tuple)


@st.composite
def answers(draw: st.DrawFn) -> Answer:
    """Any answer that a worker could give."""
    lower, upper = draw(BOUNDS)
    best, moves, seconds = draw(st.integers(-1, ACTIONS - 1)), draw(MOVES), draw(st.floats(0, 1e9))
    return Answer(lower, upper, best, moves, draw(COUNTS), seconds, draw(COUNTS))


ANSWERS = answers()


@given(answer=ANSWERS)
def test_an_answer_is_read_as_it_was_written(answer: Answer) -> None:
    assert Answer.read(from_line(to_line(answer.facts())), WORST, BEST, ACTIONS) == answer


PLAIN = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
VALUES = st.recursive(
    PLAIN, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3)
)


@given(answer=ANSWERS, field=st.sampled_from(Answer._fields), value=VALUES)
def test_a_wrong_field_is_malformed(answer: Answer, field: str, value: Any) -> None:
    """Whatever is in it, it is read as an answer that could be one, or refused."""
    try:
        read = Answer.read({**answer.facts(), field: value}, WORST, BEST, ACTIONS)
    except Malformed:
        return
    assert WORST <= read.lower <= read.upper <= BEST
    assert -1 <= read.best < ACTIONS
    assert all(0 <= move.action < ACTIONS and move.proof >= 0 and move.disproof >= 0 for move in read.moves)
    assert read.nodes >= 0
    assert read.seconds >= 0


@given(field=st.sampled_from(Answer._fields))
def test_a_missing_field_is_malformed(field: str) -> None:
    facts = Answer(0, 0, 3, (), 10, 0.5, 0).facts()
    del facts[field]
    with pytest.raises(Malformed, match="it is not an answer"):
        Answer.read(facts, WORST, BEST, ACTIONS)


WRONG = {
    "above the best reward": {"upper": 2},
    "crossed": {"lower": 1, "upper": 0},
    "a bool": {"lower": False},
    "no action": {"best": 9},
    "no action among the moves": {"moves": [[9, 1, 1]]},
    "a negative number": {"moves": [[0, -1, 1]]},
    "four numbers": {"moves": [[0, 1, 1, 1]]},
    "not a number": {"seconds": float("nan")},
    "infinite": {"seconds": float("inf")},
    "negative nodes": {"nodes": -1},
}


@pytest.mark.parametrize("change", WRONG.values(), ids=WRONG)
def test_impossible_answers_are_malformed(change: dict[str, Any]) -> None:
    facts = {**Answer(-1, 1, 3, (), 10, 0.5, 0).facts(), **change}
    with pytest.raises(Malformed):
        Answer.read(json.loads(json.dumps(facts)), WORST, BEST, ACTIONS)
