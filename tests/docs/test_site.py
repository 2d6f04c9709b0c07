"""The site that `make docs` builds, in build/site; `make test-site` builds it first. Without it, these tests are skipped."""

from __future__ import annotations

import functools
import http.server
import re
import threading
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest

from tests import ROOT
from tests.support.browser import browser
from tests.support.page import Page

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not (ROOT / "build/site/index.html").exists(), reason="the site is not built"),
]

SITE = ROOT / "build" / "site"
FIRST = "docs/index.html"


class Links(HTMLParser):
    """The addresses that a page refers to, and the places in it that others may refer to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.loaded: list[str] = []
        self.places: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.places |= {given[name] for name in ("id", "name") if name in given}
        address = given.get("href") or given.get("src")
        if address is not None:
            self.addresses.append(address)
            if tag not in ("a", "link") or given.get("rel") == "stylesheet":
                self.loaded.append(address)


@functools.cache
def links(page: Path) -> Links:
    return Links(page.read_text(encoding="utf-8"))


def pages() -> list[Path]:
    return sorted(path for path in SITE.rglob("*.html") if "_static" not in path.parts)


def test_links_within_the_site_lead_somewhere() -> None:
    broken: list[str] = []
    for page in pages():
        for address in links(page).addresses:
            parts = urlsplit(address)
            if parts.scheme or parts.netloc:
                continue
            target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            target = target / "index.html" if target.is_dir() else target
            known = target.exists() and (
                not parts.fragment or target.suffix != ".html" or unquote(parts.fragment) in links(target).places
            )
            if not known:
                broken.append(f"{page.relative_to(SITE)}: {address}")
    assert len(pages()) > 60
    assert broken == []


def test_nothing_is_loaded_from_elsewhere() -> None:
    elsewhere = [
        f"{page.relative_to(SITE)}: {address}"
        for page in pages()
        for address in links(page).loaded
        if urlsplit(address).netloc
    ]
    assert elsewhere == []


def test_the_first_game_is_one_click_from_the_front_page() -> None:
    assert "tutorials/first-game.html" in links(SITE / FIRST).addresses
    assert f"url={FIRST}" in (SITE / "index.html").read_text()


def test_notebooks_were_executed() -> None:
    """The build fails if a cell raises; here, each has shown something."""
    for source in sorted((ROOT / "docs/notebooks").glob("*.md")):
        shown = (SITE / "docs/notebooks" / f"{source.stem}.html").read_text(encoding="utf-8")
        assert len(re.findall('class="cell_output', shown)) >= 3, source.name


# --- in a browser -------------------------------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    """The address of the site on a server of its own."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=SITE)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture
def page(site: str, tmp_path: Path) -> Iterator[Page]:
    """A browser on the site; afterwards it has sent no request elsewhere."""
    with browser(tmp_path / "chromium") as driver:
        shown = Page(driver, site)
        shown.size(1400, 1200)
        yield shown
        asked = [url for url in shown.requests() if url.startswith(("http", "ws"))]
        assert asked
        assert [url for url in asked if not url.startswith(site)] == []


@pytest.mark.skipif(not (SITE / "_static/pyodide").is_dir(), reason="there was no npm to get Python for the browser")
def test_games_are_solved_in_the_browser(page: Page) -> None:
    page.driver.get(f"{page.address}docs/tutorials/try.html")
    page.wait(lambda: page.one("#try-solve").is_enabled())
    page.fill("#try-moves", "0 4")
    page.click("#try-solve")
    page.wait(lambda: page.all("#try-answer table"), seconds=120)
    assert page.one("#try-answer p").text == "With best play this is a draw. All 7 moves are equally good."
    assert len(page.all("#try-answer tr")) == 8
    assert page.all("#try-answer svg")

    page.fill("#try-moves", "0 0")
    page.click("#try-solve")
    page.wait(lambda: "is not legal there" in page.one("#try-answer").text)

    page.fill("#try-code", "from zermelo import Game\nclass Half(Game): pass")
    page.click("#try-solve")
    page.wait(lambda: "Half" in page.one("#try-answer").text)
    assert "Traceback" not in page.one("#try-answer").text


def test_a_search_finds_pages(page: Page) -> None:
    page.driver.get(f"{page.address}search.html?q=certificates")
    page.wait(lambda: any("Certificates" in found.text for found in page.all("#search-results li a")))
