"""The study of claims: sources, the page, and its answer."""

from __future__ import annotations

from collections import Counter
from typing import Any

from experiments import claims
from experiments.claims.claim import CLAIMS, SOURCES, VERDICTS
from experiments.study import matching
from experiments.tests.prose import numbers_of, rows_of, spelled


def row_of(case: str) -> Any:
    """The row of one claim."""
    (row,) = matching(rows_of("claims"), case=case)
    return row


def test_the_page_lists_every_claim_with_its_source() -> None:
    page = claims.report(rows_of("claims"))
    for name, claim in CLAIMS.items():
        assert page.details.count(f"| `{name}` |") == 1
        assert f"\n| {claim.says} | **{row_of(name)['verdict']}** | {row_of(name)['why']} |" in page.details
    for source in SOURCES.values():
        assert page.details.count(f"### {source.title}\n") == 1
        assert source.citation in page.details


def test_a_claim_and_its_figures_are_sentences() -> None:
    for name, claim in CLAIMS.items():
        assert claim.says[0].isupper()
        assert claim.says.endswith(".")
        assert row_of(name)["why"].endswith(".")


def test_verdicts_are_counted() -> None:
    rows = [{"verdict": "false"}, {"verdict": "true"}, {"verdict": "false"}]
    assert dict(zip(VERDICTS, claims.verdicts(rows), strict=True)) == {"true": 1, "conditional": 0, "false": 2}


def test_the_answer_is_true_of_the_rows() -> None:
    rows = rows_of("claims")
    verdicts = {row["case"]: row["verdict"] for row in rows}
    counts = Counter(verdicts.values())
    false = ["five-by-five", "binary-search", "mtdf-alone", "depth-four"]
    true = ["pruning-keeps-the-value", "more-players", "domain-knowledge", "any-first-move"]
    assert [verdicts[name] for name in false + true] == ["false"] * 4 + ["true"] * 4

    boards, lost = row_of("five-by-five")["figures"], row_of("depth-four")["figures"]
    enough = min(int(depth) for depth, count in lost.items() if not count)
    assert all(not count for depth, count in lost.items() if int(depth) >= enough)
    assert all(gain > 1 for gain in row_of("domain-knowledge")["figures"].values())
    pairs = row_of("any-first-move")["figures"]
    assert pairs["drawn"] == pairs["pairs"]
    assert numbers_of("claims") == [
        *(str(len(rows)), spelled(len(SOURCES))),
        *map(str, (counts["true"], counts["false"], counts["conditional"])),
        *("5x5", f"{max(boards.values()):,}", *boards, "4x4", "4", "4", "3x3", str(enough)),
        *("4x4", str(pairs["pairs"])),
    ]
