"""What all tests share: long checks run only when a marker expression asks for them (`pytest -m stress`), and nothing is
wrapped as wide as the terminal that the tests run in.
"""

from __future__ import annotations

import os
import signal

import pytest

# a shell that runs the tests in the background has them, and what they start, ignore Ctrl-C
signal.signal(signal.SIGINT, signal.default_int_handler)

os.environ.pop("COLUMNS", None)  # pytest-xdist tells its processes how wide the terminal is


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("markexpr"):
        return
    long = [item for item in items if item.get_closest_marker("stress")]
    if long:
        config.hook.pytest_deselected(items=long)
        items[:] = [item for item in items if item not in long]
