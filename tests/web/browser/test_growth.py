"""The page that shows how a proof by a cluster grows."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.clusters import grown
from tests.support.serving import serving
from zermelo.distributed.growth import NAME

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return Path(grown(str(tmp_path_factory.mktemp("proof"))))


@pytest.fixture(scope="module")
def watching(folder: Path) -> Iterator[str]:
    pytest.importorskip("starlette")
    pytest.importorskip("uvicorn")
    pytest.importorskip("msgspec")
    with serving("--workers", "1", "--proof", str(folder)) as server:
        yield f"{server.address}proof"


def shows(driver: Any, text: str) -> bool:
    """Whether the page shows a text, within some seconds."""
    end = time.monotonic() + 20
    while time.monotonic() < end:
        if text in driver.find_element("tag name", "body").text:
            return True
        time.sleep(0.1)
    return False


def test_a_finished_proof(driver: Any, watching: str) -> None:
    driver.get(watching)
    assert shows(driver, "The value is 0, for the player to move.")
    assert shows(driver, "The proof is complete.")
    assert driver.find_element("css selector", "h1").text == "A proof about mnk(3,3,3)"
    assert len(driver.find_elements("css selector", "svg path")) == 2
    assert not [entry for entry in driver.get_log("browser") if entry["level"] == "SEVERE"]


def test_a_proof_that_grows(driver: Any, watching: str, folder: Path) -> None:
    whole = (folder / NAME).read_text()
    facts = json.loads(whole) | {"lower": -1, "upper": 0, "claim": 0, "share": 0.25, "stopped": "", "running": 1}
    move = {"move": "b2", "state": "open", "proof": 12, "disproof": 2**40}
    facts |= {"moves": [move, move | {"move": "a1", "state": "no"}], "busy": [{"worker": "worker 1", "line": "b2 a1"}]}
    try:
        (folder / NAME).write_text(json.dumps(facts | {"updated": time.time()}))
        driver.get(watching)
        assert shows(driver, "The value is between \u22121 and 0, for the player to move.")
        assert shows(driver, "About 25 % of the answer has been found.")
        assert shows(driver, "The proof is still growing.")
        rows = [row.text for row in driver.find_elements("css selector", "tbody tr")]
        assert rows == ["b2 \u2026 open 12 \u221e", "a1 \u2717 no 12 \u221e", "worker 1 b2 a1"]
        driver.execute_script("const now = performance.now(); performance.now = () => now + 200000")
        assert shows(driver, "Nothing has been written for 3 minutes. The proof may have been killed.")
    finally:
        (folder / NAME).write_text(whole)
