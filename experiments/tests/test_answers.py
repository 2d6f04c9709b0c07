"""Answers are short, each has a test that compares it with the rows, and none is shown beside rows that it may not fit."""

from __future__ import annotations

import copy
import importlib
import re
from pathlib import Path
from typing import Any

import pytest

from experiments import STUDIES, answers
from experiments.answers import FOLDER, answer_for
from experiments.study import TIMED
from experiments.tests.prose import numbers_in, rows_of, spelled

WRITTEN = sorted(path.stem for path in FOLDER.glob("*.md"))
"""The studies that have an answer."""


def test_every_study_has_an_answer() -> None:
    assert sorted(STUDIES) == WRITTEN


@pytest.mark.parametrize("name", WRITTEN)
def test_an_answer_is_short_and_begins_with_one_sentence(name: str) -> None:
    text = (FOLDER / f"{name}.md").read_text(encoding="utf-8")
    first, *others = text.strip().split("\n\n")
    assert name in STUDIES
    assert re.fullmatch(r"[A-Z][^?!]*\.", first)
    assert ". " not in first.replace("\n", " ")
    assert len(first.split()) <= 45
    assert len(others) <= 3
    assert len(text.split()) <= 150
    assert max(map(len, text.splitlines())) <= 127
    assert not re.search(r"^(#|\||[-*] )", text, re.MULTILINE)


@pytest.mark.parametrize("name", WRITTEN)
def test_an_answer_has_a_test(name: str) -> None:
    tests = importlib.import_module(f"experiments.tests.test_{name.replace('-', '_')}")
    assert callable(tests.test_the_answer_is_true_of_the_rows)


def test_every_number_is_seen() -> None:
    text = "On 3x3, 12 % of [two](a1.md) games (2024) end at b2. A third, 1,234.5 or N^4: half of `mnk(4,4,4)`; n = 7."
    assert numbers_in(text) == ["3x3", "12 %", "two", "2024", "b2", "third", "1,234.5", "4", "half", "4,4,4", "7"]
    assert numbers_in("One of the first, -5 to 1/2.") == ["-5", "1/2"]
    assert [spelled(count) for count in (2, 7, 12, 20)] == ["two", "seven", "twelve", "twenty"]


def changed(name: str, **fields: Any) -> list[Any]:
    rows = copy.deepcopy(rows_of(name))
    rows[0].update(fields)
    return rows


def test_an_answer_is_shown_beside_its_rows() -> None:
    answer = answer_for("misere", rows_of("misere"))
    assert answer.text == (FOLDER / "misere.md").read_text(encoding="utf-8").strip()
    assert answer.markdown == answer.text
    assert answer.headline.startswith("The advantage passes to the second player: ")
    assert "\n" not in answer.headline


@pytest.mark.parametrize("rows", [changed("misere", moves=5), rows_of("misere")[:5]])
def test_an_answer_is_left_out_beside_other_rows(rows: list[Any]) -> None:
    answer = answer_for("misere", rows)
    assert answer.text is None
    assert re.fullmatch(r"\*The answer is left out: .* at commit [0-9a-f]{10}, and these differ\.\*", answer.headline)


def test_rows_that_differ_in_times_keep_the_answer_with_a_note() -> None:
    rows = changed("misere", **{TIMED: {"took": 99.0}})
    answer = answer_for("misere", rows)
    assert answer.text == answer_for("misere", rows_of("misere")).text
    assert answer.markdown.endswith("All counts are the same here.*")


def test_a_study_may_have_no_answer_yet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "FOLDER", tmp_path)
    assert answer_for("misere", rows_of("misere")) == (None, "*No answer has been written yet.*")
    (tmp_path / "misere.md").write_text("It is so.\n\nBecause.\n")
    monkeypatch.setattr(answers, "RESULTS", tmp_path)
    assert answer_for("misere", []).markdown == "It is so.\n\nBecause."
    assert answer_for("misere", rows_of("misere")).text is None
