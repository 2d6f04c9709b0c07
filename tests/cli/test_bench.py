"""`zermelo bench`: a fixed list of searches, each with its nodes and seconds, and a signature of the nodes."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner, Result

from zermelo.cli import bench, main
from zermelo.solver.result import Result as Found
from zermelo.solver.solver import Solver

FEW = (
    ("mnk(2,2,2)", {"algorithm": "alpha-beta", "table": False, "without": "all"}),
    ("nim(1,2)", {"algorithm": "mtdf"}),
)


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "SEARCHES", FEW)


def said(*words: str) -> Result:
    return CliRunner().invoke(main, ["bench", "--interpreted", *words])


def told(*words: str) -> dict[str, Any]:
    return json.loads(said("--json", *words).stdout)


@pytest.mark.usefixtures("few")
def test_each_search_has_a_line_then_come_the_total_and_the_signature() -> None:
    heads, first, second, empty, total, signature = said().stdout.splitlines()
    assert heads.split() == ["search", "nodes", "seconds", "million/s"]
    assert first.startswith("mnk(2,2,2) alpha-beta no table without=all")
    assert second.startswith("nim(1,2) mtdf ")
    assert (empty, total.split()[0], signature.split()[0]) == ("", "total", "signature")
    nodes = [int(line.split()[-3]) for line in (first, second, total)]
    assert nodes[0] + nodes[1] == nodes[2] > 0
    assert len({len(line) for line in (heads, first, second, total)}) == 1


@pytest.mark.usefixtures("few")
def test_json_has_the_same() -> None:
    found = told()
    assert [(row["game"], row["options"], row["compiled"]) for row in found["searches"]] == [
        (game, options, False) for game, options in FEW
    ]
    assert found["nodes"] == sum(row["nodes"] for row in found["searches"])
    assert found["seconds"] == sum(row["seconds"] for row in found["searches"])
    assert said().stdout.split()[-1] == found["signature"] == told()["signature"]


@pytest.mark.usefixtures("few")
def test_another_count_is_another_signature(monkeypatch: pytest.MonkeyPatch) -> None:
    before = told()["signature"]
    solve = Solver.solve

    def one_more(solver: Solver[Any], *given: Any, **options: Any) -> Found:
        found = solve(solver, *given, **options)
        found.counters["nodes"] += 1
        return found

    monkeypatch.setattr(Solver, "solve", one_more)
    assert told()["signature"] != before


@pytest.mark.long
def test_the_whole_list_runs_compiled_and_every_algorithm_in_it_is_another_one() -> None:
    found = json.loads(CliRunner().invoke(main, ["bench", "--compiled", "--json"]).stdout)
    assert all(row["compiled"] and row["nodes"] > 50_000 for row in found["searches"])
    assert len({row["options"]["algorithm"] for row in found["searches"]}) == len(found["searches"]) == 8
    assert found["seconds"] < 60


def test_the_options_of_the_published_benchmark_are_no_options_of_it() -> None:
    assert "python -m experiments.benchmark" in " ".join(said("--help").stdout.split())
    assert said("--rows", "minimax").exit_code == 2
