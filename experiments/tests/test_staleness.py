"""Results state the commit at which they were measured, and which of them are out of date is listed."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from experiments import STUDIES, __main__, source
from experiments.rows import Rows
from experiments.source import changed_since, commit, depends_on
from experiments.staleness import staleness
from experiments.study import Case, Report, Study

STUDY = Study("counts", "How many?", "", lambda _seed: [Case("one", dict)], lambda _rows: Report())


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with code that the study depends on, and code that it does not; beside it are results of that."""
    root = tmp_path / "checkout"
    for name in ("src/zermelo/search/mtdf.py", "src/zermelo/cli/solve.py", "experiments/counts/pairs.py"):
        write(root / name, "first = 1\n")
    for name in ("experiments/horizon/plies.py", "experiments/study.py", "experiments/tests/test_counts.py"):
        write(root / name, "first = 1\n")
    git(root, "init", "--quiet")
    committed(root)
    monkeypatch.setattr(source, "ROOT", root)
    monkeypatch.setattr(source, "FOLDERS", {name: root / name for name in source.FOLDERS})
    measure(root)
    return root


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def git(root: Path, *words: str) -> str:
    who = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    return subprocess.run(("git", *who, *words), cwd=root, capture_output=True, text=True, check=True).stdout.strip()


def committed(root: Path) -> str:
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--message", "Changes")
    return git(root, "rev-parse", "HEAD")


def results(root: Path) -> Path:
    return root.parent / "results"


def measure(root: Path) -> None:
    results(root).mkdir(exist_ok=True)
    Rows(STUDY, results(root), seed=0).measure(STUDY.cases(0), lambda _: None)


def sentence(root: Path) -> str:
    return staleness("counts", results(root)).sentence()


def test_what_was_just_measured_is_up_to_date(checkout: Path) -> None:
    head = json.loads((results(checkout) / "counts.head.json").read_text())
    assert head["commit"] == git(checkout, "rev-parse", "HEAD")
    assert sentence(checkout) == "up to date"


def test_what_it_does_not_depend_on_leaves_it_up_to_date(checkout: Path) -> None:
    for name in ("src/zermelo/cli/solve.py", "experiments/horizon/plies.py", "experiments/tests/test_counts.py"):
        write(checkout / name, "second = 2\n")
    assert sentence(checkout) == "up to date"
    committed(checkout)
    assert sentence(checkout) == "up to date"


def test_files_that_changed_since_are_counted(checkout: Path) -> None:
    at = git(checkout, "rev-parse", "--short=10", "HEAD")
    write(checkout / "src/zermelo/search/mtdf.py", "second = 2\n")
    assert sentence(checkout) == f"measured at commit {at}; 1 file has changed since"
    write(checkout / "experiments/counts/new.py", "")
    (checkout / "experiments/study.py").unlink()
    three = f"measured at commit {at}; 3 files have changed since"
    assert sentence(checkout) == three
    committed(checkout)
    assert sentence(checkout) == three
    git(checkout, "revert", "--no-edit", "HEAD")
    assert sentence(checkout) == "up to date"
    write(checkout / "experiments/counts/new.py", "")
    measure(checkout)
    assert sentence(checkout) == "up to date"


def test_code_that_is_not_committed_is_reported(checkout: Path) -> None:
    at = commit()
    write(checkout / "docs/page.md", "no code")
    assert commit() == at
    write(checkout / "experiments/counts/pairs.py", "second = 2\n")
    assert commit() == f"{at}+changes"
    measure(checkout)
    write(checkout / "experiments/counts/pairs.py", "third = 3\n")
    assert at is not None
    assert sentence(checkout).startswith(f"measured at commit {at[:10]} with changes; 1 file has")


def test_without_the_commit_it_says_so(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    head = results(checkout) / "counts.head.json"
    older = json.loads(head.read_text()) | {"source": "older"}
    head.write_text(json.dumps(older | {"commit": "0123456789" * 4}))
    assert sentence(checkout) == "measured at commit 0123456789, which is not in this repository"
    head.write_text(json.dumps(older | {"commit": None}))
    assert sentence(checkout) == "measured with other code, at an unknown commit"
    head.unlink()
    assert sentence(checkout) == "not measured"
    monkeypatch.setenv("PATH", "")
    assert (commit(), changed_since("counts", "HEAD")) == (None, None)


def test_the_command_lists_all(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(__main__, "study_named", lambda _name: STUDY)
    folder = str(results(checkout))
    every = CliRunner().invoke(__main__.main, ["--stale", "--out", folder])
    assert every.stdout.splitlines() == [f"{'counts':<16}up to date"] * len(STUDIES)
    write(checkout / "experiments/counts/pairs.py", "second = 2\n")
    asked = ["counts", "--stale", "--json", "--out", folder]
    (one,) = json.loads(CliRunner().invoke(__main__.main, asked).stdout)["stale"]
    assert (one["study"], one["measured"], one["up_to_date"], one["changed"]) == ("counts", True, False, 1)


def test_the_committed_results_are_listed() -> None:
    shown = CliRunner().invoke(__main__.main, ["--stale"])
    assert [line.split()[0] for line in shown.stdout.splitlines()] == list(STUDIES)
    assert "not measured" not in shown.stdout


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("src/zermelo/search/mtdf.py", True),
        ("src/zermelo/web/static/app.js", False),
        ("src/zermelo/pictures/svg.py", False),
        ("experiments/scaled_rewards.py", True),
        ("experiments/benchmark/cells.py", True),
        ("experiments/misere.py", False),
        ("experiments/pages.py", False),
        ("experiments/answers/__init__.py", False),
        ("docs/results/scaled-rewards.md", False),
        ("tests/cli/test_cli.py", False),
    ],
)
def test_a_study_depends_on_the_package_and_on_its_own_modules(path: str, *, expected: bool) -> None:
    assert depends_on("scaled-rewards", path) is expected
