"""Options as type checkers see them: the same names and types as at run time, and a wrong one is reported."""

from __future__ import annotations

import inspect
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, Final, get_args, get_type_hints

import pytest

from tests import ROOT
from zermelo import analyze
from zermelo.certificates.options import Certifying, CertifyOptions
from zermelo.core.errors import BadOption
from zermelo.core.knowledge import KNOWLEDGE
from zermelo.distributed.cluster import ProofOptions, Proving
from zermelo.games import nim
from zermelo.play.engine import Engine, EngineSettings
from zermelo.search import ALGORITHMS, ALIASES
from zermelo.solver.options import (
    OBJECTIVES,
    ORDERING,
    PIECES,
    SCOPES,
    EngineOptions,
    LeftOut,
    Objective,
    Options,
    OracleOptions,
    SearchOptions,
    SolveOptions,
    WorkerOptions,
    names_for,
)
from zermelo.solver.technique import NOT_SEARCHES, AlgorithmName, Described, Description
from zermelo.tablebase.limits import LimitOptions, Limits
from zermelo.web.messages import TreeRequest


def keywords(function: Any) -> set[str]:
    """The names of the arguments that are given by name alone."""
    found = inspect.signature(function).parameters.values()
    return {parameter.name for parameter in found if parameter.kind is parameter.KEYWORD_ONLY}


def test_options_have_the_same_names_and_types_for_type_checkers() -> None:
    assert get_type_hints(SolveOptions) == get_type_hints(Options)


TAKEN: Final = (WorkerOptions, OracleOptions, SearchOptions, EngineOptions, SolveOptions)


@pytest.mark.parametrize(("scope", "taken"), [*zip(SCOPES, TAKEN, strict=True)])
def test_each_option_is_in_the_dictionary_of_those_who_take_it(scope: str, taken: Any) -> None:
    assert set(get_type_hints(taken)) == set(names_for(scope))


def test_limits_have_the_same_names_and_types_for_type_checkers() -> None:
    assert get_type_hints(LimitOptions) == get_type_hints(Limits)


def test_the_options_of_a_cluster_are_those_of_its_workers_and_its_own() -> None:
    assert get_type_hints(ProofOptions) == get_type_hints(WorkerOptions) | get_type_hints(Proving)


def test_the_fields_of_the_api_are_options() -> None:
    """With the same types, but for those that JSON does not have."""
    fields, options = get_type_hints(TreeRequest), get_type_hints(Options)
    shared = [name for name in fields if name in options]
    assert shared == ["algorithm", "objective", "depth", "deepening", "table", "without", "seconds"]
    for name in shared:
        if name != "without":
            assert set(get_args(fields[name]) or [fields[name]]) <= set(get_args(options[name]) or [options[name]]), (
                name
            )


def test_the_fields_of_a_description_have_the_same_names_and_types_for_type_checkers() -> None:
    assert get_type_hints(Described) == get_type_hints(Description)


def test_the_options_of_a_certificate_are_those_of_certify() -> None:
    assert get_type_hints(CertifyOptions) == get_type_hints(Certifying)


def test_the_settings_of_an_engine_are_those_of_its_class() -> None:
    hints = get_type_hints(Engine.__init__)
    own = {name: hints[name] for name in keywords(Engine.__init__)}
    assert get_type_hints(EngineSettings) == get_type_hints(EngineOptions) | own


def test_what_analyze_does_not_take_is_its_own_or_refused() -> None:
    others = set(get_type_hints(SolveOptions)) - set(get_type_hints(SearchOptions))
    refused = others - keywords(analyze) - {"checkpoint_every"}  # which says nothing without a checkpoint
    assert refused == {"checkpoint", "all_moves", "seed", "deepening"}
    for name in refused:
        given: dict[str, Any] = {name: None}
        with pytest.raises(BadOption, match=f"{name} applies to a single search"):
            analyze(nim(1), **given)


def test_the_names_that_type_checkers_know_are_all_there_are() -> None:
    assert sorted(get_args(AlgorithmName)) == sorted((*ALGORITHMS, *ALIASES, *NOT_SEARCHES))
    assert get_args(Objective) == OBJECTIVES
    assert (*KNOWLEDGE, *ORDERING) == PIECES
    assert get_args(LeftOut) == (*PIECES, "all")


CALLS: Final = """
import zermelo
from zermelo import solve
from zermelo.games import mnk

game = mnk(3, 3, 3)
solve(game, "b2", algorithm="negascout", objective="distance", without=("forced", "bounds"), seconds=1.5, threads=None)
solve("mnk(3,3,3)", algorithm="pvs", without="symmetry,bounds", memory=1 << 20, tables="tables")
zermelo.Solver(game, deepening=True, line=False).solve().sentence()
zermelo.analyze("mnk(3,3,3)", objective="outcome", algorithm="mtdf", seconds=1)
zermelo.review(game, ["b2"], objective="outcome", depth=3)
zermelo.search_tree(game, algorithm="minimax", most=10)
zermelo.engine_named(game, "perfect", strength=0.5, objective="outcome")
zermelo.certify(game, folder="proofs", objective="outcome")
zermelo.certificates.certify_grundy("nim(3,5)", folder="proofs", memory=1 << 20)
zermelo.classify(game, depth=9, evaluation="weak")
zermelo.Oracle(game, seconds=1.0, etc=True)
zermelo.cluster("serial").solve(game, memory=1 << 20, etc=True)
zermelo.cluster("serial").census(game, seconds=1.0)
solve(game, algoritm="minimax")  # wrong: algoritm
solve(game, algorithm="minmax")  # wrong: minmax
solve(game, objective="distanc")  # wrong: distanc
solve(game, without=("forced", "bonds"))  # wrong: bonds
solve(game, nodes="many")  # wrong: nodes
zermelo.Solver(game, lines=False)  # wrong: lines
zermelo.analyze(game, seed=1)  # wrong: seed
zermelo.review(game, [], deepness=1)  # wrong: deepness
zermelo.search_tree(game, algoritm="minimax")  # wrong: algoritm
zermelo.engine_named(game, "perfect", strenth=1)  # wrong: strenth
zermelo.certify(game, folder="proofs", objective="win")  # wrong: win
zermelo.certificates.certify_grundy(game, folder="proofs", second=1)  # wrong: second
zermelo.classify(game, branchin=3)  # wrong: branchin
zermelo.Oracle(game, depth=3)  # wrong: depth
zermelo.cluster("serial").solve(game, depth=3)  # wrong: depth
zermelo.cluster("serial").tabulate(game, checkpoint_every=3)  # wrong: checkpoint_every
solve(3)  # wrong: game
"""


@pytest.mark.long
def test_a_type_checker_reports_wrong_options_and_no_others(tmp_path: Path) -> None:
    pytest.importorskip("pyright")
    (tmp_path / "calls.py").write_text(CALLS)
    settings = {"typeCheckingMode": "strict", "extraPaths": [str(ROOT / "src")]}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(settings))
    command = [sys.executable, "-m", "pyright", "--pythonpath", sys.executable, "--outputjson"]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    told: dict[int, str] = {}
    for found in json.loads(ran.stdout)["generalDiagnostics"]:
        line = found["range"]["start"]["line"]
        told[line] = told.get(line, "") + found["message"]
    marked = (re.search("# wrong: (.*)", line) for line in CALLS.splitlines())
    wrong = {number: found[1] for number, found in enumerate(marked) if found}
    assert set(told) == set(wrong), told
    for number, name in wrong.items():
        assert name in told[number]
