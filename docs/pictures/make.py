"""Make the pictures of the docs: the page, a drawn search, and a game in a terminal.

    python docs/pictures/make.py

It needs Chromium with its driver, and what `pip install -e '.[dev]'` installs.
"""

from __future__ import annotations

import os
import pty
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode

from rich.console import Console
from rich.terminal_theme import DIMMED_MONOKAI
from rich.text import Text
from selenium import webdriver

HERE: Final = Path(__file__).parent
SHOTS: Final = {
    "page": ((1600, "light"), (1600, "dark"), (360, "light")),
    "cube": ((800, "dark"),),
    "tree": ((1600, "light"),),
}
"""How wide the windows are, in pixels, and in which shade."""

PAGES: Final = {
    "page": {"game": "connect(6,5,4)", "moves": "3 5 5 5 2 5 4 4", "mode": "analyse", "sides": "human human"},
    "cube": {"game": "lines(3x3x3,3)", "moves": "2-2-2 1-1-1", "mode": "analyse", "sides": "human human"},
}
"""What the page is opened with."""

TREE: Final = ("mnk(3,3,3)", "b2", "a1", "c1", "--without", "all", "--no-table", "--most", "400")

COLUMNS: Final = 80
PLAYED: Final = "connect(5,4,4)"
SAID: Final = ("3", "values", "quit")
"""The terminal, the game in it, and what is said."""


@contextmanager
def browser() -> Iterator[Any]:
    """A Chromium without a window."""
    options = webdriver.ChromeOptions()
    options.binary_location = "/usr/bin/chromium"
    with tempfile.TemporaryDirectory() as profile:
        for argument in (
            *("headless=new", "no-sandbox", "disable-gpu", "no-first-run", "disable-sync", "hide-scrollbars"),
            *("disable-background-networking", "disable-component-update", f"user-data-dir={profile}"),
        ):
            options.add_argument(f"--{argument}")
        driver = webdriver.Chrome(options=options, service=webdriver.ChromeService("/usr/bin/chromedriver"))
        try:
            yield driver
        finally:
            driver.quit()


@contextmanager
def server() -> Iterator[str]:
    """The address of the page."""
    command = [sys.executable, "-m", "zermelo", "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield process.stdout.readline().removeprefix("Serving on ").strip()
        process.terminate()


def set_window(driver: Any, width: int, shade: str) -> None:
    """Give the window a width and a shade."""
    driver.execute_cdp_cmd(
        "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": shade}]}
    )
    driver.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": width, "height": 1000, "deviceScaleFactor": 1, "mobile": False},
    )


def photograph(driver: Any, name: str, seconds: float) -> None:
    """What is in the window, once it has come to rest."""
    for width, shade in SHOTS[name]:
        set_window(driver, width, shade)
        time.sleep(seconds)
        driver.save_screenshot(str(HERE / f"{name}-{width}-{shade}.png"))


def pages(driver: Any) -> None:
    """The page of `zermelo serve`, and the page of `zermelo tree`."""
    with server() as address:
        for name, told in PAGES.items():
            driver.get("about:blank")
            driver.get(f"{address}#{urlencode(told)}")
            time.sleep(8)  # a game that has never been compiled takes a while
            photograph(driver, name, 1)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "tree.html"
        subprocess.run([sys.executable, "-m", "zermelo", "tree", *TREE, "-o", str(file)], check=True)
        set_window(driver, *SHOTS["tree"][0])  # a tree is fitted into its frame when it is opened
        driver.get(file.as_uri())
        photograph(driver, "tree", 1)


def terminal() -> str:
    """All that is shown in a terminal while somebody plays, without what moves meanwhile."""
    child, handle = pty.fork()
    if child == 0:
        os.environ |= {"COLUMNS": str(COLUMNS), "TERM": "xterm-256color"}
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        command = [sys.executable, "-m", "zermelo", "play", PLAYED, "--seed", "1"]
        os.execv(sys.executable, command)  # noqa: S606  (no shell is wanted)
    shown, left = b"", list(SAID)
    try:
        while part := os.read(handle, 4096):
            shown += part
            if left and shown.endswith(b"> "):
                os.write(handle, left.pop(0).encode() + b"\n")
    except OSError:  # the end of a terminal
        pass
    os.waitpid(child, 0)
    return shown.decode()


def played() -> None:
    """A game in a terminal, as SVG."""
    shown = Text.from_ansi(terminal().replace("\r", ""))
    with open(os.devnull, "w") as nowhere:
        console = Console(record=True, width=COLUMNS, file=nowhere)
        console.print(shown)
        console.save_svg(
            str(HERE / f"terminal-{COLUMNS}-dark.svg"), title=f'zermelo play "{PLAYED}"', theme=DIMMED_MONOKAI
        )


if __name__ == "__main__":
    played()
    with browser() as driver:
        pages(driver)
