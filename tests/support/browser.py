"""A browser without a window. Tests skip where there is no Chromium, or no Selenium."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ARGUMENTS = (
    *("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update", "--force-prefers-reduced-motion"),
)


@contextlib.contextmanager
def browser(profile: Path) -> Iterator[Any]:
    """A Selenium driver of a browser that keeps what it remembers in the folder `profile`, and all that it logs."""
    webdriver = pytest.importorskip("selenium.webdriver")
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    chromedriver = shutil.which("chromedriver")
    if chromium is None or chromedriver is None:
        pytest.skip("there is no Chromium with its driver")
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    for argument in (*ARGUMENTS, f"--user-data-dir={profile}"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    started = webdriver.Chrome(options=options, service=webdriver.ChromeService(chromedriver))
    try:
        yield started
    finally:
        started.quit()
