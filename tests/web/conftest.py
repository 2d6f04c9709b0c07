"""A running server."""

from __future__ import annotations

from collections.abc import Generator

import pytest

from tests.support.serving import Server, serving


@pytest.fixture(scope="module")
def server(request: pytest.FixtureRequest) -> Generator[Server]:
    """Compiled games answer in the long tests, and those of `traps` every time."""
    with serving("--workers", "2", compiled=request.config.getoption("--all")) as running:
        yield running
        assert running.process.poll() is None
        assert running.log.read_text() == "Press Ctrl-C to stop.\n"
