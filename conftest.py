"""What the tests of the package and of the experiments share: which of them run every time, and a terminal of any width.

Every time run the tests without a mark, and of a test with several cases the first, of many cases the last too. With
`--all`, or by name (`FILE::TEST`), run the other cases and the tests with these marks:

    long                 too slow for every time, or of what seldom changes
    sampled(*patterns)   long, but for the cases whose ids match a pattern (as in file names: "False-*")
    sampled(every=N)     long, but for every Nth case; all of them run every time if N is 1
    stress               the same claims as other tests on many more cases

`--slice K/N` runs one of N parts of all tests. `tests/costs.py` limits what runs every time.
"""

from __future__ import annotations

import fnmatch
import os
import signal
import zlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.costs import Costs
from tests.support.interpreting import compile_nothing
from zermelo.tablebase import in_memory

MANY = 8
"""Of a test with so many cases the first and the last run every time, unless a mark says which: they differ in all that the
cases are made of. Of a test with fewer cases the first runs.
"""

LABORATORY = Path(__file__).parent / "experiments"
"""All of its tests are long."""

# a shell that runs the tests in the background has them, and what they start, ignore Ctrl-C; `nohup` the end of a terminal
signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP"):
    signal.signal(signal.SIGHUP, signal.SIG_DFL)

os.environ.pop("COLUMNS", None)  # pytest-xdist tells its processes how wide the terminal is


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--all", action="store_true", help="run the long tests too")
    parser.addoption("--slice", metavar="K/N", default="", help="run the K-th of N parts of all tests, long ones too")


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """All positions of a small game are visited, however slow the machine is; a game that is not small is left as early."""
    patience = 20
    monkeypatch.setattr("zermelo.tablebase.in_memory.UNHURRIED", in_memory.UNHURRIED / patience)
    monkeypatch.setattr("zermelo.tablebase.in_memory.SECONDS", in_memory.SECONDS * patience)


@pytest.fixture
def undigested(monkeypatch: pytest.MonkeyPatch) -> None:
    """Digests are not compared when a table is opened, as if the table were large."""
    monkeypatch.setattr("zermelo.tablebase.table.MOST_DIGESTED", 0)


@pytest.fixture
def plain(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is compiled every time: for tests that are about something else. With `--all` it is."""
    if not request.config.getoption("--all"):
        compile_nothing(monkeypatch)


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Costs(config, limited=_is_every_time(config)))


def _is_every_time(config: pytest.Config) -> bool:
    """Whether the tests that run every time are run, and no others."""
    chosen = any(config.getoption(name, None) for name in ("all", "slice", "markexpr", "keyword", "lf"))
    return not chosen and not any("::" in name for name in config.args)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    later = list(_left_out(config, items))
    config.hook.pytest_deselected(items=later)
    left_out = set(later)
    items[:] = [item for item in items if item not in left_out]


def _left_out(config: pytest.Config, items: list[pytest.Item]) -> Iterator[pytest.Item]:
    if part := config.getoption("--slice"):
        number, parts = map(int, part.split("/"))
        yield from (item for item in items if zlib.crc32(item.nodeid.encode()) % parts != number % parts)
        return
    if config.getoption("--all") or config.getoption("markexpr") or any("::" in name for name in config.args):
        return
    functions = [item.nodeid.partition("[")[0] for item in items]
    counts, passed = Counter(functions), Counter[str]()
    for item, function in zip(items, functions, strict=True):
        if is_long(item, passed[function], counts[function]):
            yield item
        passed[function] += 1


def is_long(item: pytest.Item, number: int, count: int) -> bool:
    """Whether a test, the case `number` of `count` cases, is none of those that run every time."""
    if item.get_closest_marker("long") or item.get_closest_marker("stress") or LABORATORY in item.path.parents:
        return True
    mark = item.get_closest_marker("sampled")
    if mark is None:
        return number > 0 and (number < count - 1 or count < MANY)
    if "every" in mark.kwargs:
        return number % mark.kwargs["every"] != 0
    case = item.nodeid.partition("[")[2][:-1]
    return not any(fnmatch.fnmatchcase(case, pattern) for pattern in mark.args)
