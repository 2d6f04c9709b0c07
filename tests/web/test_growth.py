"""A server that shows how a proof by a cluster grows."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.clusters import grown
from tests.support.serving import API, Server, as_described, serving
from zermelo.distributed import growth
from zermelo.distributed.growth import NAME, Growth

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")
pytest.importorskip("msgspec")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return Path(grown(str(tmp_path_factory.mktemp("proof"))))


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Server]:
    with serving("--workers", "1", "--proof", str(folder)) as running:
        yield running


@pytest.mark.long
def test_what_the_proof_has_come_to(server: Server) -> None:
    from zermelo.web.response_types import Growth as View

    answered = server.send("GET", f"{API}/proof")
    assert answered.status == 200
    assert as_described(View, answered.json).stopped == "complete"
    facts = answered.json
    assert (facts["game"], facts["lower"], facts["upper"], facts["where"]) == ("mnk(3,3,3)", 0, 0, "serial")
    assert facts["jobs"] > 3
    assert len(facts["history"]) > 3
    assert all(0 <= share <= 1 for _, _, share, _, _ in facts["history"])


def test_the_page_is_there(server: Server) -> None:
    page = server.send("GET", "/proof")
    assert (page.status, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert b"static/growth.js" in page.body


DAMAGED: tuple[bytes, ...] = (b"", b"{}", b"[]", b"{", b'{"history": []}', b'{"history": 3}', b"\xff", b"[" * 100_000)


@pytest.mark.parametrize("text", DAMAGED, ids=range(len(DAMAGED)))
def test_a_file_of_anything_else(server: Server, folder: Path, text: bytes) -> None:
    whole = (folder / NAME).read_bytes()
    try:
        (folder / NAME).write_bytes(text)
        refused = server.send("GET", f"{API}/proof")
    finally:
        (folder / NAME).write_bytes(whole)
    assert refused.refusal == (404, "not-found")
    assert f"There is no proof in {str(folder)!r} yet" in refused.json["error"]["message"]


@pytest.mark.long
def test_a_server_that_watches_nothing() -> None:
    with serving("--workers", "1") as server:
        refused = server.send("GET", f"{API}/proof")
    assert refused.refusal == (404, "not-found")
    assert refused.json["error"]["message"] == "This server watches no proof. Start it with --proof DIR, its folder."


# --- the file -----------------------------------------------------------------------------------------------------------
def progress(seconds: float, jobs: int) -> dict[str, Any]:
    return {"seconds": seconds, "claim": 1, "share": 0.5, "jobs": jobs, "positions": 3 * jobs}


def test_a_long_history_is_thinned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(growth, "MOST_POINTS", 20)
    grows = Growth(tmp_path, {"game": "a game"})
    for second in range(1000):
        grows.write(progress(float(second), second), [], [])
    history = growth.read(tmp_path)["history"]
    assert 10 <= len(history) <= 20
    times = [point[0] for point in history]
    assert times == sorted(times)
    assert times[-1] > 900


def test_a_proof_that_is_resumed_goes_on_with_its_history(tmp_path: Path) -> None:
    first = Growth(tmp_path, {})
    first.write(progress(50.0, 5), [], [])
    first.end(-1, 1, "seconds")
    second = Growth(tmp_path, {})
    second.write(progress(10.0, 2), [], [])
    second.end(0, 0, "complete")
    facts = growth.read(tmp_path)
    assert [point[0] for point in facts["history"]] == [50.0, 60.0]
    assert (facts["seconds"], facts["jobs"], facts["lower"], facts["stopped"]) == (60.0, 2, 0, "complete")


HISTORIES = (b'[["x", 1, 0.5, 2, 3]]', b"[[1]]", b'"x"', b"[[1, 2, 3, 4, null]]")


@pytest.mark.parametrize(
    "text",
    [b"", b"{}", b"[]", b"[" * 100_000, *(b'{"seconds": 1, "history": ' + history + b"}" for history in HISTORIES)],
    ids=range(8),
)
def test_what_cannot_be_read_is_begun_anew(text: bytes, tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(text)
    grows = Growth(tmp_path, {})
    grows.write(progress(1.0, 1), [], [])
    assert json.loads((tmp_path / NAME).read_text())["history"] == [[1.0, 1, 0.5, 1, 3]]


def test_a_folder_that_is_gone_stops_no_proof(tmp_path: Path) -> None:
    grows = Growth(tmp_path / "gone", {})
    grows.write(progress(1.0, 1), [], [])
    grows.end(0, 0, "complete")
