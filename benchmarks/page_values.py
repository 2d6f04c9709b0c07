"""The page of `zermelo serve` in a browser: seconds from its address to the exact value of every move, nothing compiled.

    python benchmarks/page_values.py [--json FILE]

Each time a server with an empty compile cache, and a browser window that has never seen the page. It needs Chromium with its
driver (`make test-browser` installs both). Run it on an idle machine. The least of the rounds counts. PYTHON=... names
another Python to run, as for first_answer.py.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
import time
from typing import Any, Final
from urllib.parse import urlencode

from common import PYTHON, Bound, Verdict, arguments, conclude, print_table
from selenium import webdriver

BOUNDS: Final = {
    "tictactoe": Bound("tic-tac-toe", 1, 0.5, lower=True, unit=" s"),
    "connect(6,5,4)": Bound("connect(6,5,4)", 4, 2, lower=True, unit=" s"),
}

PATIENCE: Final = 60.0
"""Seconds before the benchmark gives up."""

DONE: Final = """
const moves = [...document.querySelectorAll('.move:not(:disabled) .worth')]
return moves.length > 0 && moves.every(move => /^[WDL]/.test(move.dataset.value ?? ''))
"""
"""Whether every move shows that it wins, draws or loses; an estimate begins with another sign."""


def browser(folder: str) -> Any:
    """A browser without anything that it knew before."""
    options = webdriver.ChromeOptions()
    options.binary_location = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))))
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}"):
        options.add_argument(argument)
    return webdriver.Chrome(options=options, service=webdriver.ChromeService(shutil.which("chromedriver")))


def timed(game: str) -> float:
    """The seconds from the address of the page to all values."""
    with tempfile.TemporaryDirectory() as cache, tempfile.TemporaryDirectory() as folder:
        command = [PYTHON, "-m", "zermelo", "serve", "--port", "0"]
        environment = {**os.environ, "ZERMELO_CACHE": cache}
        with subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        ) as server:
            driver = browser(folder)
            try:
                assert server.stdout is not None
                address = re.search(r"http://\S+", server.stdout.readline())
                assert address is not None
                driver.get("about:blank")
                began = time.perf_counter()
                driver.get(f"{address[0]}#{urlencode({'game': game, 'mode': 'analyse', 'sides': 'human human'})}")
                while not driver.execute_script(DONE):
                    assert time.perf_counter() - began < PATIENCE, driver.find_element("tag name", "body").text
                    time.sleep(0.01)
                return time.perf_counter() - began
            finally:
                driver.quit()
                server.terminate()


def main() -> None:
    options = arguments(__doc__, rounds="3: rounds to measure")
    found = {game: [timed(game) for _ in range(options.rounds)] for game in BOUNDS}
    rows = [{"game": game, "least": min(took), "greatest": max(took)} for game, took in found.items()]
    print_table(list(rows[0]), [list(row.values()) for row in rows])
    conclude([Verdict(BOUNDS[game], min(took)) for game, took in found.items()], rows, options.json)


if __name__ == "__main__":
    main()
