"""A failure is noted for CI by the process that has the last word."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.costs import Costs


@pytest.mark.parametrize("in_worker", [False, True])
def test_a_worker_notes_no_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, in_worker: bool) -> None:
    """The end of CI's time interrupts a test in a worker, which may fail because of that: it was noted."""
    notes = tmp_path / "failures"
    monkeypatch.setenv("CI_FAILURES", str(notes))
    config = SimpleNamespace(workeroutput={}) if in_worker else SimpleNamespace()
    costs = Costs(cast(Any, config), limited=False)
    costs.pytest_runtest_logreport(cast(Any, SimpleNamespace(failed=True, when="call", nodeid="a::b")))
    assert notes.exists() is not in_worker
