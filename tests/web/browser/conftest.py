"""A server, a browser, and the page in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.browser import browser
from tests.support.page import EXAMPLE_GAMES, Page
from tests.support.serving import serving

COUNTDOWN = '''
from zermelo import Game

class Countdown(Game):
    """Take 1, 2 or 3 of 9 stones; who takes the last one wins."""
    action_count, max_length = 3, 9
    def initial(self): return 9
    def legal(self, state, action): return action < state
    def apply(self, state, action): return state - action - 1
    def terminal(self, state): return state == 0
    def reward(self, state): return -1
'''


@pytest.fixture(scope="session")
def own_game(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A user's game, by its name: it has no picture."""
    path = tmp_path_factory.mktemp("games") / "countdown.py"
    path.write_text(COUNTDOWN)
    return f"{path}:Countdown"


@pytest.fixture(scope="session")
def address(own_game: str) -> Iterator[str]:
    """Where the page is."""
    pytest.importorskip("starlette")
    pytest.importorskip("uvicorn")
    pytest.importorskip("msgspec")
    with serving("--workers", "2", own_game, *EXAMPLE_GAMES) as server:
        yield server.address


@pytest.fixture(scope="session")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A browser."""
    with browser(tmp_path_factory.mktemp("chromium")) as started:
        yield started


@pytest.fixture
def page(driver: Any, address: str) -> Iterator[Page]:
    """The page, as in a browser that has never seen it; afterwards nothing may have left the host, nor gone wrong."""
    driver.get(f"{address}api/v1/games")  # of the same origin, and without a page that would write its settings again
    driver.execute_script("localStorage.clear()")
    shown = Page(driver, address)
    shown.size(1400, 1000)
    shown.errors(), shown.requests()  # those of before
    yield shown
    assert [url for url in shown.requests() if not url.startswith((address, "data:", "about:", "blob:"))] == []
    refusals = re.compile("status of 4(00|22)")  # the browser tells of every refusal
    assert [error for error in shown.errors() if not refusals.search(error)] == []


@pytest.fixture
def downloads(driver: Any, tmp_path: Path) -> Path:
    """Where files go that the page lets one download."""
    driver.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(tmp_path)})
    return tmp_path
