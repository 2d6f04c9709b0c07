"""The page of `zermelo serve`, as tests read and use it."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Callable, Iterator
from importlib import resources
from typing import Any
from urllib.parse import urlencode

from tests import EXAMPLES

AXE = "axe_playwright_python"
"""A package with axe-core, which finds what people with disabilities cannot use; `make test-browser` installs it."""

PATIENCE = 90.0
"""Seconds: the first search of a game compiles it, and the machine may have much else to do."""

EXAMPLE_GAMES = tuple(
    f"{EXAMPLES / name}"
    for name in ("breakthrough.py:Breakthrough", "domineering.py:Domineering", "dots_and_boxes.py:DotsAndBoxes")
)
"""Games of one page that the server has, too."""


class Page:
    """The page at `address` in a browser."""

    def __init__(self, driver: Any, address: str) -> None:
        self.driver = driver
        self.address = address

    def open(self, game: str = "", **told: Any) -> None:
        """Load the page, with a play in its address if a game is named: moves="b2 a1", sides="human engine".

        Without an engine, the mode is that of an analysis unless it is given.
        """
        told = {"mode": "play" if "engine" in told.get("sides", "") else "analyse"} | told
        self.driver.get("about:blank")
        self.driver.get(self.address + (f"#{urlencode({'game': game} | told)}" if game else ""))
        self.one("#verdict" if game else ".offer")
        if game:
            self.settle()

    # --- looking ----------------------------------------------------------------------------------------------------------
    def script(self, text: str, *given: Any) -> Any:
        return self.driver.execute_script(text, *given)

    def wait(self, condition: Callable[[], Any], seconds: float = PATIENCE) -> Any:
        """What the condition gives as soon as it gives something; an element that was drawn anew meanwhile gives nothing."""
        from selenium.common.exceptions import StaleElementReferenceException

        end = time.monotonic() + seconds
        while True:
            with contextlib.suppress(StaleElementReferenceException):
                if found := condition():
                    return found
            assert time.monotonic() < end, f"waited in vain at {self.driver.current_url}:\n{self.text('body')}"
            time.sleep(0.03)

    def settle(self) -> None:
        """Until the position is shown that the moves lead to."""
        self.wait(lambda: self.script("return document.querySelector('[aria-busy]') === null"))

    def all(self, css: str) -> list[Any]:
        return self.driver.find_elements("css selector", css)

    def one(self, css: str) -> Any:
        """The first such element, once there is one."""
        return self.wait(lambda: self.all(css))[0]

    def text(self, css: str) -> str:
        return self.script("return document.querySelector(arguments[0])?.innerText ?? ''", css).strip()

    def marks(self) -> str:
        """Of all cells, a dot for an empty one."""
        return self.script("return [...document.querySelectorAll('.cell')].map(c => c.dataset.mark || '.').join('')")

    def moves(self) -> list[str]:
        """Those that can be clicked, in the order of the list."""
        return self.script("return [...document.querySelectorAll('.move:not(:disabled)')].map(m => m.dataset.move)")

    def labels(self, css: str = ".move") -> dict[str, str]:
        """The values that are shown, by the name of the move, or the place of the cell."""
        return self.script(
            "return Object.fromEntries([...document.querySelectorAll(arguments[0])].map(e => "
            "[e.dataset.move ?? e.dataset.cell, e.querySelector('.worth')?.dataset.value ?? '']))",
            css,
        )

    def played(self) -> list[str]:
        """The moves so far, those taken back included."""
        return self.script("return [...document.querySelectorAll('.ply[data-move]')].map(ply => ply.dataset.move)")

    def exported(self) -> str:
        """The text of the moves, with variations and comments."""
        return self.script("return document.querySelector('#export')?.value ?? ''")

    def ply(self) -> int:
        """How many of them are played."""
        return int(self.one(".ply[aria-current]").get_attribute("data-ply"))

    def over(self) -> bool:
        return self.text(".turn") == "The game is over."

    def errors(self) -> list[str]:
        """What the browser complains of."""
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def requests(self) -> list[str]:
        """Where the page has sent requests to since this was asked last."""
        told = [json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")]
        return [one["params"]["request"]["url"] for one in told if one["method"] == "Network.requestWillBeSent"]

    def findings(self) -> list[str]:
        """What axe finds serious or critical."""
        self.script(resources.files(AXE).joinpath("axe.min.js").read_text())
        found = self.driver.execute_async_script("const done = arguments[0]; axe.run().then(done)")
        return [
            f"{violation['id']}: {violation['help']}: {node['html']}"
            for violation in found["violations"]
            if violation["impact"] in ("serious", "critical")
            for node in violation["nodes"]
        ]

    # --- doing ------------------------------------------------------------------------------------------------------------
    def click(self, css: str) -> None:
        """The first such element."""
        self.wait(lambda: self.one(css).click() or True)

    def cell(self, row: int, column: int, layer: str = "") -> Any:
        return self.one(f'.cell[data-cell="{row},{column}"][data-layer="{layer}"]')

    def drag(self, start: Any, end: Any, kind: str = "mouse", button: int = 0) -> None:
        """From the middle of one element to that of another, by mouse or by touch."""
        from selenium.webdriver import ActionChains
        from selenium.webdriver.common.actions.pointer_input import PointerInput

        chain = ActionChains(self.driver, duration=0, devices=[PointerInput(kind, kind)])
        pointer: Any = chain.w3c_actions.pointer_action
        pointer.move_to(start)
        pointer.pointer_down(button)
        pointer.move_to(start, 8, 8)
        pointer.move_to(end)
        pointer.pointer_up(button)
        chain.perform()

    def play(self, *moves: str) -> None:
        """By the list of moves, one after the other."""
        for move in moves:
            before = self.ply()
            self.click(f'.move[data-move="{move}"]:not(:disabled)')
            self.wait(lambda before=before: self.ply() > before)
            self.settle()

    def press(self, *keys: str) -> None:
        """Where the focus is."""
        for key in keys:
            self.driver.switch_to.active_element.send_keys(key)

    def fill(self, css: str, text: str) -> None:
        self.one(css).send_keys("\ue009a\ue000", text)  # Ctrl-A, released: the text takes the place of all

    def remember(self, **settings: Any) -> None:
        """As if they had been set in this browser before; for pages that are opened from now on."""
        self.script("localStorage.setItem('zermelo.settings', arguments[0])", json.dumps(settings))

    @contextlib.contextmanager
    def with_motion(self) -> Iterator[None]:
        """As if the user minded no motion."""
        motion = {"name": "prefers-reduced-motion", "value": "no-preference"}
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [motion]})
        try:
            yield
        finally:
            self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})

    def size(self, width: int, height: int = 900) -> None:
        self.driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False},
        )
