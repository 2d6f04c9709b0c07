"""`zermelo serve`: the page, what is refused, and that nothing that clients or games do ends it."""

from __future__ import annotations

import contextlib
import glob
import gzip
import json
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Generator, Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import msgspec
import psutil
import pytest

from tests import ROOT
from tests.support import hostile_games
from tests.support.hostile_games import Trap
from tests.support.serving import API, JSON, Server, as_described, asked, serving
from zermelo.web import response_types
from zermelo.web.app import Hosts
from zermelo.web.openapi import POSTS, description

LONG = {"game": "mnk(9,9,5)", "seconds": 30}
"""A search that does not come to an end."""

TRAPS = (
    *("loops", "raises", "leaves", "exits", "prints", "reads", "eats", "slow", "sleeps", "late", "recurses"),
    *("number", "nothing", "surrogate", "same", "unseen", "untitled", "seven", "strings", "outside", "words"),
)


@pytest.fixture(scope="module")
def traps(tmp_path_factory: pytest.TempPathFactory) -> Generator[Server]:
    folder = tmp_path_factory.mktemp("traps")
    shutil.copy(Path(hostile_games.__file__), folder / "traps.py")
    with serving("--workers", "1", *(f"traps.py:Trap({kind})" for kind in TRAPS), folder=folder) as running:
        yield running
        assert running.process.poll() is None


# --- the page ---------------------------------------------------------------------------------------------------------
@pytest.mark.long
def test_files_are_compressed_for_those_who_can_read_that(server: Server) -> None:
    for path in ("/", "/static/style.css", "/static/vendor/preact.mjs"):
        plain = server.send("GET", path)
        compressed = server.send("GET", path, headers={"Accept-Encoding": "br, gzip"})
        assert (plain.status, compressed.status) == (200, 200)
        assert "content-encoding" not in plain.headers
        assert compressed.headers["content-encoding"] == "gzip"
        assert gzip.decompress(compressed.body) == plain.body


def test_browsers_can_install_the_page(server: Server) -> None:
    manifest = server.send("GET", "/static/manifest.webmanifest")
    assert manifest.headers["content-type"] == "application/manifest+json"
    assert manifest.json["start_url"] == "/"
    (icon,) = manifest.json["icons"]
    assert server.send("GET", f"/static/{icon['src']}").headers["content-type"] == icon["type"]
    page = server.send("GET", "/")
    assert b'rel="manifest" href="static/manifest.webmanifest"' in page.body
    assert "manifest-src 'self'" in page.headers["content-security-policy"]


def test_the_page_and_its_files(server: Server) -> None:
    root = server.send("GET", "/")
    assert root.status == 200
    assert b'<script type="importmap">' in root.body
    policy = root.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    for path in ("/static/style.css", "/static/app.js", "/static/vendor/preact.mjs", f"{API}/games"):
        answered = server.send("GET", path)
        assert answered.status == 200
        assert answered.headers["content-security-policy"] == policy
        assert answered.headers["x-content-type-options"] == "nosniff"
        assert server.send("HEAD", path).body == b""
        ranged = server.send("GET", path, headers={"Range": "bytes=0-4"})
        assert (ranged.status, ranged.body) == (200, answered.body)


# --- refusals ---------------------------------------------------------------------------------------------------------
GAMES = (
    *("", " ", "mnk", "mnk()", "mnk(3,3)", "mnk(3,3,3", "mnk(99,99,5)", "mnk(-1,3,3)", "mnk(3,3,3)(4)", "chess(8)"),
    *(
        "os:getcwd",
        "zermelo.games.in_a_row.mnk:mnk(3,3,3)",
        "/etc/passwd",
        "../x.py",
        "x.py:Game",
        "sum(x.py:A)",
        "mnk(3;3,3)",
    ),
    *("mnk(3,3,3)\0", "mnk(3,3,\uff13)", "mnk(1e9,3,3)", "nim(" + "9" * 30 + ")", "sum(" * 40 + ")" * 40, "(" * 199),
    *("lines(9x9x9x9x9x9x9x9,3)", "tree(9,99)", "wythoff(4000,4000)", "octal(0.9,1)", "sum(mnk(3,3,3),nim(1))"),
    *("mnk(rows=3,columns=3,k=3,__class__=3)", "mnk(3,3,3,without=all)", "traps.py:Trap(none)", "🎲(1)"),
)


@pytest.mark.parametrize("name", GAMES)
def test_games_that_are_none_are_refused(server: Server, name: str) -> None:
    for job in ("position", "best"):
        assert server.ask(job, game=name).refusal == (422, "refused")


@pytest.mark.parametrize(
    "name",
    [
        "sets(/etc/passwd)",
        "sets(fano.json)",
        "SETS ( ./x)",
        "sets(cells=x)",
        "sum(sets(x.json))",
        "sets(a_b)",
        "sum(os:X)",
        "lines(3x3,3,os:X)",
        "a:b(1)",
    ],
)
def test_files_and_modules_are_read_only_if_the_server_was_started_with_them(server: Server, name: str) -> None:
    answered = server.ask("position", game=name)
    assert answered.refusal == (422, "refused")
    assert "is not served" in answered.json["error"]["message"]


@pytest.mark.parametrize("name", ["sets(123/145/246)", "polyomino(XX./.XX,3,3)", "lines(3x3,3,bias=2:1)"])
def test_winning_sets_and_shapes_in_names_are_served(server: Server, name: str) -> None:
    assert server.ask("position", game=name).status == 200


FIELDS: tuple[tuple[str, Any, tuple[int, str]], ...] = (
    ("position", {}, (400, "bad-field")),
    ("position", [], (400, "bad-field")),
    ("position", None, (400, "bad-field")),
    ("position", {"game": 3}, (400, "bad-field")),
    ("position", asked("mnk(3,3,3)", extra=1), (400, "bad-field")),
    ("position", asked("x" * 201), (400, "bad-field")),
    ("position", asked("mnk(3,3,3)", ["a1"] * 1001), (400, "bad-field")),
    ("position", asked("mnk(3,3,3)", [""]), (400, "bad-field")),
    ("position", asked("mnk(3,3,3)", [["a1"]]), (400, "bad-field")),
    ("position", asked("mnk(3,3,3)", position="." * 2001), (400, "bad-field")),
    ("values", asked("mnk(3,3,3)", seconds=0), (400, "bad-field")),
    ("values", asked("mnk(3,3,3)", seconds=-1), (400, "bad-field")),
    ("values", asked("mnk(3,3,3)", seconds=31), (400, "bad-field")),
    ("values", asked("mnk(3,3,3)", seconds="1"), (400, "bad-field")),
    ("values", asked("mnk(3,3,3)", seconds=True), (400, "bad-field")),
    ("values", asked("mnk(3,3,3)", seconds=10**300), (400, "bad-field")),
    ("best", asked("mnk(3,3,3)", strength=1.5), (400, "bad-field")),
    ("best", asked("mnk(3,3,3)", seed=-1), (400, "bad-field")),
    ("best", asked("mnk(3,3,3)", seed=1.5), (400, "bad-field")),
    ("tree", asked("mnk(3,3,3)", most=0), (400, "bad-field")),
    ("tree", asked("mnk(3,3,3)", most=10**9), (400, "bad-field")),
    ("tree", asked("mnk(3,3,3)", depth=-1), (400, "bad-field")),
    ("tree", asked("mnk(3,3,3)", without="all"), (400, "bad-field")),
    ("tree", asked("mnk(3,3,3)", algorithm="../x"), (400, "bad-field")),
    ("tree", asked("mnk(3,3,3)", algorithm="sprague-grundy"), (422, "refused")),
    ("tree", asked("mnk(3,3,3)", objective="fun"), (400, "bad-field")),
    ("tree", asked("mnk(3,3,3)", without=["everything"]), (400, "bad-field")),
    ("position", asked("mnk(3,3,3)", ["z9"]), (422, "refused")),
    ("position", asked("mnk(3,3,3)", ["a1", "a1"]), (422, "refused")),
    ("position", asked("mnk(3,3,3)", ["\0\U0010ffff"]), (422, "refused")),
    ("position", asked("mnk(3,3,3)", position="XXX/XXX/XXX"), (422, "refused")),
    ("position", asked("mnk(3,3,3)", position="\u202e\0"), (422, "refused")),
    ("position", asked("nim(3,4)", position="9" * 1900), (422, "refused")),
    ("best", asked("mnk(3,3,3)", ["a1", "a2", "b1", "b2", "c1"]), (422, "refused")),
    ("values", asked("mnk(3,3,3)", ["a1", "a2", "b1", "b2", "c1"]), (422, "refused")),
    ("tree", asked("mnk(3,3,3)", ["a1", "a2", "b1", "b2", "c1"]), (422, "refused")),
    ("values", asked("einstein(3,2)"), (422, "refused")),
)


@pytest.mark.parametrize(("job", "body", "refusal"), FIELDS)
def test_fields_that_are_wrong_are_refused(server: Server, job: str, body: Any, refusal: tuple[int, str]) -> None:
    assert server.send("POST", f"{API}/{job}", json.dumps(body).encode(), JSON).refusal == refusal


@pytest.mark.parametrize(
    ("body", "refusal"),
    [
        (b"", (400, "bad-json")),
        (b"{", (400, "bad-json")),
        (b'{"game": NaN}', (400, "bad-json")),
        (b'{"game": "mnk(3,3,3)", "seconds": 1e999}', (400, "bad-json")),
        (b'{"game": "mnk(3,3,3)", "seconds": ' + b"9" * 30000 + b"}", (400, "bad-json")),
        (b'{"game": "\xff\xfe"}', (400, "bad-json")),
        (b'{"game": "\\ud800"}', (400, "bad-json")),
        (b"[" * 30000, (400, "bad-field")),
        (b'{"game": "x", "moves": ' + b"[" * 30000 + b"]" * 30000 + b"}", (413, "too-large")),
        (b'{"x": ' + b"[" * 10000 + b"]" * 10000 + b"}", (400, "bad-field")),
        (b" " * 40000, (413, "too-large")),
        ('{"game": "mnk(3,3,3)"}'.encode("utf-16"), (400, "bad-json")),
    ],
)
def test_bodies_that_are_no_json_are_refused(server: Server, body: bytes, refusal: tuple[int, str]) -> None:
    answered = server.send("POST", f"{API}/values", body, JSON)
    assert answered.status == refusal[0], answered.body
    assert answered.refusal[1] in (refusal[1], "bad-json", "bad-field")


def test_of_two_equal_keys_the_last_one_counts(server: Server) -> None:
    body = b'{"game": "x", "game": "nim(1)"}'
    assert server.send("POST", f"{API}/position", body, JSON).json["game"] == "nim(1)"


@pytest.mark.parametrize(
    ("method", "path", "headers", "refusal"),
    [
        ("POST", f"{API}/position", {}, (415, "not-json")),
        ("POST", f"{API}/position", {"Content-Type": "text/plain"}, (415, "not-json")),
        ("GET", f"{API}/position", {}, (405, "bad-method")),
        ("DELETE", f"{API}/games", {}, (405, "bad-method")),
        ("OPTIONS", f"{API}/position", {}, (405, "bad-method")),
        ("TRACE", "/", {}, (405, "bad-method")),
        ("BREW", "/", {}, (405, "bad-method")),
        ("GET", f"{API}/nothing", {}, (404, "not-found")),
        ("GET", f"{API}/games/", {}, (404, "not-found")),
        ("DELETE", f"{API}/searches/abc", {}, (404, "not-found")),
        ("GET", "/static/../app.py", {}, (404, "not-found")),
        ("GET", "/static/%2e%2e/app.py", {}, (404, "not-found")),
        ("GET", "/static/..%2fapp.py", {}, (404, "not-found")),
        ("GET", "/static//etc/passwd", {}, (404, "not-found")),
        ("GET", "/static/app.js%00.html", {}, (404, "not-found")),
        ("GET", "/static/", {}, (404, "not-found")),
        ("GET", "//evil.example/", {}, (404, "not-found")),
        ("GET", "/", {"Host": "evil.example"}, (421, "wrong-host")),
        ("GET", "/", {"Host": "127.0.0.1.evil.example"}, (421, "wrong-host")),
        ("GET", "/", {"Host": "10.0.0.1:80"}, (421, "wrong-host")),
        ("GET", "/", {"Host": ""}, (421, "wrong-host")),
    ],
)
def test_requests_that_are_not_for_us(
    server: Server, method: str, path: str, headers: dict[str, str], refusal: tuple[int, str]
) -> None:
    answered = server.send(method, path, headers=headers)
    assert answered.refusal == refusal
    assert answered.headers["content-type"] == "application/json"
    assert "default-src 'none'" in answered.headers["content-security-policy"]


HOST = b"Host: localhost\r\n"
CLOSE = HOST + b"Connection: close\r\n"


POST = b"POST /api/v1/position HTTP/1.1\r\nContent-Type: application/json\r\n"


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", b"400"),
        (b"GET / HTTP/1.1\r\n" + HOST + HOST + b"\r\n", b"400"),
        (b"GET / HTTP/1.1\r\n\r\n", b"400"),
        (b"GET / HTTP/1.0\r\n\r\n", b"421"),
        (b"GET / HTTP/x\r\n" + HOST + b"\r\n", b"400"),
        (b"GET /\xff HTTP/1.1\r\n" + HOST + b"\r\n", b"400"),
        (b"GET / HTTP/1.1\r\n" + HOST + b"A B: c\r\n\r\n", b"400"),
        (b"GET / HTTP/1.1\r\n" + HOST + b"X: " + b"a" * 700000, b"400"),
        (b"GET /" + b"a" * 70000, b"400"),
        (b"GET http://evil.example/ HTTP/1.1\r\n" + CLOSE + b"\r\n", b"404"),
        (POST + HOST + b"Content-Length: -1\r\n\r\n", b"400"),
        (POST + HOST + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\n", b"400"),
        (POST + HOST + b"Transfer-Encoding: nonsense\r\n\r\n", b"400"),
        (POST + HOST + b"Transfer-Encoding: chunked\r\n\r\nxyz\r\n", b"400"),
        (POST + HOST + b"Content-Length: 99999999999999\r\n\r\n" + b"x" * 40000, b"413"),
        (POST + CLOSE + b'Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n11\r\n"game": "nim(1)"}\r\n0\r\n\r\n', b"200"),
        (b"GET / HTTP/1.1\r\n" + CLOSE + b"Upgrade: websocket\r\n\r\n", b"200"),
    ],
)
def test_bytes_that_are_not_as_they_should_be(server: Server, sent: bytes, status: bytes) -> None:
    head, _, body = server.raw(sent).partition(b"\r\n\r\n")
    assert head.split()[1] == status
    if status not in (b"200", b"400"):
        assert json.loads(body)["error"]["message"].endswith(".")
    assert server.ask("position", game="nim(1)").status == 200


def test_requests_may_come_one_behind_the_other(server: Server) -> None:
    get = b"GET /api/v1/games HTTP/1.1\r\n"
    assert server.raw((get + HOST + b"\r\n") * 20 + get + CLOSE + b"\r\n").count(b"HTTP/1.1 200") == 21


def test_who_leaves_in_the_middle_of_a_body(server: Server) -> None:
    server.raw(POST + HOST + b"Content-Length: 9\r\n\r\n{", ends=True)
    assert server.ask("position", game="nim(1)").status == 200


def test_which_hosts_are_meant() -> None:
    own, named, all_of_them = Hosts.of("127.0.0.1", "localhost"), Hosts.of("10.1.2.3", "Box"), Hosts.of("::", "::")
    assert all(own.include(host) for host in ("127.0.0.1", "127.0.0.1:8765", "LOCALHOST", "[::1]", "[::1]:80"))
    assert not any(own.include(host) for host in ("", "10.1.2.3", "box", "evil.example"))
    assert all(named.include(host) for host in ("box", "10.1.2.3", "localhost"))
    assert not named.include("10.1.2.4")
    assert all(all_of_them.include(host) for host in ("10.1.2.3", "[fe80::1]", socket.gethostname().lower()))
    assert not all_of_them.include("evil.example")


# --- line by line -----------------------------------------------------------------------------------------------------
@pytest.mark.long
def test_a_search_tells_how_far_it_is(server: Server) -> None:
    with server.lines("best", **asked("mnk(9,9,5)", seconds=30)) as lines:
        name = next(lines)["search"]
        assert any(line["progress"]["nodes"] > 0 for line in lines)  # at first, code may be prepared
        assert server.send("DELETE", f"{API}/searches/{name}").status == 204
        told = list(lines)
    assert [list(line) for line in told[:-1]] == [["progress"]] * (len(told) - 1)
    as_described(response_types.Best, told[-1]["result"])


def test_a_refusal_comes_in_the_last_line(server: Server) -> None:
    with server.lines("best", **asked("mnk(99,3,3)")) as lines:
        assert list(lines)[-1]["error"]["kind"] == "refused"


@pytest.mark.sampled("0.0-tree", "0.1-best", "0.1-review", "0.1-tree", "0.1-prove")
@pytest.mark.parametrize("job", ["values", "best", "review", "tree", "prove"])
@pytest.mark.parametrize("after", [0.0, 0.1, 1.5])
def test_a_search_that_is_ended_answers_soon(server: Server, job: str, after: float) -> None:
    with server.lines(job, **LONG, moves=["e5", "e6", "d5"]) as lines:
        name = next(lines)["search"]
        time.sleep(after)
        last = _ended(server, name, lines)
    if "result" in last:
        assert last["result"].get("stopped", "interrupted") in ("interrupted", "seconds")
        as_described(POSTS[job][1], last["result"])
    else:  # its code was not prepared yet
        assert last["error"]["kind"] == "stopped"


@pytest.mark.long
@pytest.mark.parametrize("job", ["values", "best", "review", "tree"])
def test_a_search_that_is_ended_tells_what_it_knows(server: Server, job: str) -> None:
    with server.lines(job, **LONG, moves=["e5", "e6", "d5"]) as lines:
        name = next(lines)["search"]
        next(line for line in lines if line["progress"]["nodes"] > 0)
        last = _ended(server, name, lines)
    assert last["result"].get("stopped", "interrupted") in ("interrupted", "seconds")
    as_described(POSTS[job][1], last["result"])


def _ended(server: Server, name: str, lines: Iterator[dict[str, Any]]) -> dict[str, Any]:
    """The last line of a search that is ended now; nothing is known of it afterwards."""
    began = time.monotonic()
    assert server.send("DELETE", f"{API}/searches/{name}").status == 204
    last = list(lines)[-1]
    assert time.monotonic() - began < 5
    assert server.send("DELETE", f"{API}/searches/{name}").refusal == (404, "not-found")
    return last


# --- the documentation --------------------------------------------------------------------------------------------------
PAGE = (ROOT / "docs" / "reference" / "serving.md").read_text()
SHOWN = re.findall(r"^\$ curl (.*)\n((?:(?!\$ |```).*\n)*)", PAGE, re.MULTILINE)


def shows(shown: Any, actual: Any) -> bool:
    """Whether this is what the page shows of an answer: "…" stands for anything, or for the rest; fields may be left out."""
    if isinstance(shown, str) and "…" in shown:
        return fnmatchcase(str(actual), glob.escape(shown).replace("…", "*"))
    if isinstance(shown, dict):
        return isinstance(actual, dict) and all(name in actual and shows(shown[name], actual[name]) for name in shown)
    if isinstance(shown, list):
        parts = shown[:-1] if shown[-1:] == ["…"] else shown
        return (parts is not shown or len(shown) == len(actual)) and all(map(shows, parts, actual))
    return shown == actual


@pytest.mark.sampled("games", "position", "tree0", "best2")
@pytest.mark.parametrize(("command", "shown"), SHOWN, ids=[re.sub(r".*/v1/(\w+).*", r"\1", told) for told, _ in SHOWN])
def test_the_api_answers_as_its_page_shows(server: Server, command: str, shown: str) -> None:
    words = shlex.split(command)
    path = next(word for word in words if word.startswith("http")).removeprefix("http://127.0.0.1:8765")
    body = words[words.index("--json") + 1].encode() if "--json" in words else b""
    headers = dict([words[words.index("-H") + 1].split(": ")]) if "-H" in words else {}
    answered = server.send("POST" if body else "GET", path, body, (JSON if body else {}) | headers)
    if "-N" not in words:
        assert shows(json.loads(shown), answered.json), answered.body
        return
    lines = [json.loads(line) for line in answered.body.splitlines()]
    for line in shown.splitlines():
        assert any(shows(json.loads(line), told) for told in lines), line


@pytest.mark.long
@pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed")
def test_the_javascript_of_the_page_prints_what_it_shows(server: Server) -> None:
    """Its blocks are one program: names that one defines are used in the next. "…" stands for anything."""
    program, shown = ("".join(re.findall(rf"^```{kind}\n(.*?)^```", PAGE, re.M | re.S)) for kind in ("js", "output"))
    here, there = f"http://127.0.0.1:{server.port}", "http://127.0.0.1:8765"
    ran = subprocess.run(
        ["node", "--input-type=module"],
        input=program.replace(there, here),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert ran.returncode == 0, ran.stderr
    pattern = re.escape(shown.replace(there, here)).replace("…", ".*")
    assert re.fullmatch(pattern, ran.stdout, re.DOTALL), ran.stdout


def test_the_page_shows_every_path() -> None:
    for path in description()["paths"]:
        assert path.replace("{name}", "NAME") in PAGE


VOLATILE = ("seconds", "compile_seconds", "version", "file")
"""Fields whose values in an example are not those of every answer."""


def steady(answer: Any) -> Any:
    """An answer without its volatile fields."""
    if isinstance(answer, dict):
        return {name: steady(value) for name, value in answer.items() if name not in VOLATILE}
    return [steady(part) for part in answer] if isinstance(answer, list) else answer


@pytest.mark.parametrize("job", POSTS)
def test_the_example_of_a_request_has_the_example_of_an_answer(server: Server, job: str) -> None:
    """If it fails after a change of an answer: `python -m tests.support.api_examples`."""
    request, answer, _ = POSTS[job]
    operation = description()["paths"][f"{API}/{job}"]["post"]
    asked_for = operation["requestBody"]["content"]["application/json"]["example"]
    told = operation["responses"]["200"]["content"]["application/json"]["example"]
    assert asked_for.keys() == {field.encode_name for field in msgspec.structs.fields(request)}
    as_described(request, asked_for)
    as_described(answer, told)
    assert steady(server.answer(job, **asked_for)) == steady(told)


def test_the_example_of_the_games_is_their_beginning(server: Server) -> None:
    answer = description()["paths"][f"{API}/games"]["get"]["responses"]["200"]["content"]["application/json"]
    as_described(response_types.Games, answer["example"])
    games = steady(server.send("GET", f"{API}/games").json)
    for name, value in steady(answer["example"]).items():
        assert (games[name][: len(value)] if isinstance(value, list) else games[name]) == value


def test_each_refusal_has_an_example(server: Server) -> None:
    responses = description()["paths"][f"{API}/best"]["post"]["responses"]
    for status, response in responses.items():
        if status != "200":
            as_described(response_types.RefusalView, response["content"]["application/json"]["example"])
    told = server.ask("position", game="mnk(3,3,3)", moves=["z9"])
    assert told.json == responses["422"]["content"]["application/json"]["example"]


@pytest.mark.long
def test_each_kind_of_line_is_described(server: Server) -> None:
    for job in POSTS:
        content = description()["paths"][f"{API}/{job}"]["post"]["responses"]["200"]["content"]
        assert ("application/x-ndjson" in content) == (job != "position")
    with server.lines("tree", **asked("mnk(9,9,5)", seconds=0.7, depth=4)) as told:
        reports = [line["progress"] for line in told if "progress" in line]
    assert reports
    for report in reports:
        as_described(response_types.ProgressView, report)


def test_words_for_programs_are_enums() -> None:
    schemas = description()["components"]["schemas"]
    for name, field in (
        ("Value", "kind"),
        ("Value", "tone"),
        ("Values", "stopped"),
        ("NodeView", "reason"),
        ("Best", "by"),
    ):
        assert len(schemas[name]["properties"][field]["enum"]) >= 3
    assert {"busy", "refused", "too-late"} <= {*schemas["Error"]["properties"]["kind"]["enum"]}
    assert "mtdf" in schemas["TreeRequest"]["properties"]["algorithm"]["anyOf"][0]["enum"]


# --- many, slow, gone -------------------------------------------------------------------------------------------------
@pytest.fixture
def alone() -> Generator[Server]:
    """A server with one worker, to oneself."""
    with serving("--workers", "1") as running:
        yield running


@pytest.mark.long
def test_a_worker_is_free_soon_after_its_client_has_left(alone: Server) -> None:
    for job, lines in (("values", True), ("best", False), ("tree", True), ("review", False)):
        accept = {"Accept": "application/x-ndjson"} if lines else {}
        body = json.dumps(LONG | {"moves": ["e5"]}).encode()
        head = "".join(f"{k}: {v}\r\n" for k, v in (JSON | accept | {"Content-Length": str(len(body))}).items())
        with alone.connect() as sock:
            sock.sendall(f"POST {API}/{job} HTTP/1.1\r\nHost: localhost\r\n{head}\r\n".encode() + body)
            time.sleep(0.7)
        began = time.monotonic()
        assert alone.ask("best", game="nim(1,2)", seconds=0.1).status == 200
        assert time.monotonic() - began < 5
    assert alone.log.read_text() == "Press Ctrl-C to stop.\n"


@pytest.mark.long
def test_one_game_after_the_other_may_be_asked_for(alone: Server) -> None:
    """Faster than they can be compiled, and more than one process compiles."""
    for number in range(1, 41):
        assert alone.answer("best", game=f"nim({number},{number + 1})", seconds=0.02)["by"] == "search"
    assert alone.log.read_text() == "Press Ctrl-C to stop.\n"


# --- games that do harm -----------------------------------------------------------------------------------------------
@pytest.mark.long
@pytest.mark.parametrize("kind", TRAPS)
def test_no_game_ends_the_server(traps: Server, kind: str) -> None:
    name = f"traps.py:Trap({kind})"
    for job, more in (("position", {}), ("best", {"seconds": 0.3})):
        began = time.monotonic()
        answered = traps.ask(job, game=name, moves=["0"] if kind not in ODD_NAMES else [], **more)
        assert time.monotonic() - began < 14
        if answered.status == 200:
            as_described(POSTS[job][1], answered.json)
        else:
            assert answered.refusal in ((422, "refused"), (422, "failed"), (504, "too-late")), kind
    assert traps.answer("best", game="nim(1,2)", seconds=0.3)["move"]


ODD_NAMES = ("number", "nothing", "surrogate", "same")


@pytest.mark.long
def test_the_list_of_games_runs_no_code_of_users(traps: Server) -> None:
    told = as_described(response_types.Games, traps.send("GET", f"{API}/games").json)
    users = [offered for offered in told.games if offered.game.startswith("traps.py:")]
    assert len(users) == len(TRAPS)
    assert {(offered.title, offered.rules, offered.board) for offered in users} == {(None, None, None)}
    answer = traps.answer("position", game="traps.py:Trap(slow)")
    assert (answer["title"], answer["rules"]) == (Trap("slow").title(), Trap.__doc__)


def test_a_game_that_keeps_the_contract_is_played_whatever_it_prints(traps: Server) -> None:
    for kind in ("prints", "slow", "reads", "outside"):
        answer = traps.answer("position", game=f"traps.py:Trap({kind})", moves=["0"])
        assert (answer["text"], answer["moves"], answer["cells"]) == ("8", ["0", "1", "2"], [])


@pytest.mark.long
def test_a_slow_game_has_a_move_in_time(traps: Server) -> None:
    began = time.monotonic()
    answer = traps.answer("best", game="traps.py:Trap(slow)", seconds=10, moves=["0"])
    assert time.monotonic() - began < 14
    assert answer["move"] in ("0", "1", "2")


@pytest.mark.long
@pytest.mark.parametrize("kind", ["late", "sleeps"])
def test_a_game_that_takes_longer_than_there_is_time_is_told_as_late(traps: Server, kind: str) -> None:
    """One cannot begin a search in time, the other sleeps during it."""
    assert traps.ask("position", game="nim(1,2)").status == 200  # its process has started
    began = time.monotonic()
    assert traps.ask("best", game=f"traps.py:Trap({kind})", seconds=1, moves=["0"]).refusal == (504, "too-late")
    assert time.monotonic() - began < 8


@pytest.mark.long
def test_failures_name_the_file(traps: Server) -> None:
    for job in ("best", "values"):
        told = traps.ask(job, game="traps.py:Trap(raises)", moves=["0"]).json["error"]["message"]
        assert re.search(r"ValueError: no such\0thing \(\S*traps\.py:\d+\)", told), told


HEAP = """
from zermelo import Game
from size import SIZE

class Heap(Game):
    action_count, max_length = 2, 9
    def initial(self): return SIZE
    def legal(self, state, action): return action < state
    def apply(self, state, action): return state - action - 1
    def terminal(self, state): return state == 0
    def reward(self, state): return -1
"""


@pytest.mark.long
def test_a_game_that_is_edited_is_loaded_again(tmp_path: Path) -> None:
    """Also if it is a file that it imports; and an error in it is reported with its line, until it is mended."""
    game, size = tmp_path / "heap.py", tmp_path / "size.py"
    game.write_text(HEAP)
    size.write_text("SIZE = 5\n")
    with serving("--workers", "1", "heap.py:Heap", folder=tmp_path) as running:

        def text() -> str:
            return running.answer("position", game="heap.py:Heap", moves=["0"])["text"]

        assert text() == "4"
        assert running.answer("best", game="heap.py:Heap", seconds=0.3)["move"] == "1"
        game.write_text(HEAP.replace("return SIZE", "return SIZE + 2"))
        assert text() == "6"
        assert running.answer("best", game="heap.py:Heap", seconds=0.3)["move"] == "0"
        size.write_text("SIZE = 70 + 7\n")
        assert text() == "78"
        game.write_text(HEAP.replace("return SIZE", "return ("))
        for _ in range(2):
            refused = running.ask("position", game="heap.py:Heap", moves=[])
            assert refused.refusal == (422, "refused")
            assert "heap.py" in refused.json["error"]["message"]
            assert "SyntaxError in line 7: '(' was never closed" in refused.json["error"]["message"]
        game.write_text(HEAP.replace("return SIZE", "return 1 // 0"))
        failed = running.ask("position", game="heap.py:Heap", moves=[])
        assert failed.refusal[0] == 422
        assert "heap.py:7" in failed.json["error"]["message"]
        game.unlink()
        assert "cannot be read" in running.ask("position", game="heap.py:Heap", moves=[]).json["error"]["message"]
        game.write_text(HEAP)
        assert text() == "76"


@pytest.mark.long
def test_workers_that_are_killed_are_replaced(alone: Server) -> None:
    assert alone.ask("position", game="nim(1)").status == 200
    for worker in alone.workers():
        worker.kill()
    while any(worker.status() != psutil.STATUS_ZOMBIE for worker in alone.workers()):
        time.sleep(0.01)
    assert alone.ask("position", game="nim(1)").status == 200
    with alone.lines("best", **LONG) as lines:
        next(lines)
        next(lines)
        for worker in alone.workers():
            worker.kill()
        assert list(lines)[-1]["error"]["kind"] == "failed"
    assert alone.ask("best", game="nim(1)", seconds=1).status == 200


# --- the end ----------------------------------------------------------------------------------------------------------
def gone(processes: list[psutil.Process], seconds: float) -> bool:
    return not psutil.wait_procs(processes, timeout=seconds)[1]


@pytest.mark.long
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_the_end_of_the_server_is_that_of_its_workers(how: signal.Signals) -> None:
    with serving("--workers", "2") as server, contextlib.ExitStack() as stack:
        searches = [stack.enter_context(server.lines(job, **LONG)) for job in ("values", "tree")]
        for lines in searches:
            next(lines)
        half_open = stack.enter_context(server.connect())
        half_open.sendall(b"POST /api/v1/position HTTP/1.1\r\nContent-Type: application/json\r\nHost: localhost\r\n")
        half_open.sendall(b"Content-Length: 99\r\n\r\n{")
        assert server.ask("position", game="nim(1)").status == 200
        time.sleep(1)
        workers = server.workers()  # and their compilers, while they run
        assert [worker.ppid() for worker in workers].count(server.process.pid) == 3
        server.process.send_signal(how)
        server.process.wait(5)
        assert gone(workers, 5)
        if how == signal.SIGINT:
            assert server.process.returncode == 130
        if how != signal.SIGKILL:
            assert set(server.log.read_text().split("\n")) <= {"Press Ctrl-C to stop.", "Interrupted.", ""}


# --- the command ------------------------------------------------------------------------------------------------------
def refused(*arguments: str, code: str = "", returns: int = 2) -> str:
    command = [sys.executable, *(("-c", code) if code else ("-m", "zermelo")), "serve", *arguments]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert ran.returncode == returns, ran.stderr
    assert "Traceback" not in ran.stderr
    assert ran.stdout == ""
    return ran.stderr


@pytest.mark.long
def test_a_port_that_is_taken() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        number = taken.getsockname()[1]
        assert f"cannot listen on 127.0.0.1, port {number}" in refused("--port", str(number))


@pytest.mark.long
@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--host", "no.such.host.invalid"), "cannot listen on no.such.host.invalid"),
        (("--host", "a" * 300), "cannot listen"),
        (("--host", ""), "The host is empty"),
        (("--host", "1::2::3"), "cannot listen"),
        (("chess(8)",), "There is no game 'chess'"),
        (("nothing.py:Game",), "cannot be read"),
        (("--port", "99999"), "99999"),
        (("--workers", "0"), "0"),
        (("nim(1)", "--tables", "nowhere"), "nowhere"),
    ],
)
def test_what_cannot_be_served_is_refused(arguments: tuple[str, ...], told: str) -> None:
    assert told in refused("--port", "0", *arguments)


def test_what_is_not_installed_is_named() -> None:
    code = "import sys; sys.modules['starlette'] = None; from zermelo.cli import main; main()"
    told = refused("--port", "0", code=code, returns=5)
    assert "pip install 'zermelo[web]'" in told
    assert "starlette" in told


def test_a_game_is_called_as_it_was_asked_for(traps: Server) -> None:
    name = "traps.py:Trap(prints)"
    for job in ("position", "values", "review", "tree"):
        assert traps.answer(job, game=name, **({} if job == "position" else {"seconds": 0.5}))["game"] == name
