"""No field of a request reaches a file, a module or an engine."""

from __future__ import annotations

import json
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.serving import API, JSON, Server, serving
from zermelo.core.errors import ZermeloError
from zermelo.games.catalogue import FAMILIES, game_named
from zermelo.web.messages import Problem
from zermelo.web.offer import Offer
from zermelo.web.openapi import description

FACTS: Any = description()
REQUESTS = {
    path: FACTS["components"]["schemas"][f"{path.rpartition('/')[2].title()}Request"]
    for path, methods in FACTS["paths"].items()
    if "post" in methods
}
FIELDS = [(path, field) for path, schema in REQUESTS.items() for field in schema["properties"]]

TRACE = """
from pathlib import Path
from zermelo import Game
Path(__file__).with_suffix(".trace").write_text("This file was run.")
class X(Game): pass
def choose(*given): return 0
search_root = choose
"""


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a file that leaves a trace if it is run, and one with winning sets."""
    folder = tmp_path_factory.mktemp("here")
    (folder / "is_there.py").write_text(TRACE)
    (folder / "is_there.json").write_text('{"cells": 3, "sets": [["1", "2"]]}')
    return folder


@pytest.fixture(scope="module")
def small(here: Path) -> Generator[Server]:
    """A server in that folder."""
    with serving("--workers", "2", compiled=False, folder=here) as running:
        yield running


def hostile(folder: Path, name: str) -> list[str]:
    """Texts that name a file, by what it is called without its ending; and what else might be loaded."""
    places = (
        f"{name}.py",
        f"{folder}/{name}.py",
        f"./{name}.py",
        f"../{folder.name}/{name}.py",
        f"file://{folder}/{name}.py",
    )
    files = [f"{place}{part}" for place in places for part in ("", ":X", ":choose")]
    return [*files, f"{folder}/{name}.json", f"sets({folder}/{name}.json)", f"sets({name}.json)", f"{name}:X", name]


ELSEWHERE = [
    "os",
    "os:system",
    "zermelo.cli",
    "zermelo.games:mnk",
    "http://127.0.0.1:9/x.py:X",
    "openspiel:tic_tac_toe",
    "..",
    "/",
]


def without_names(message: str) -> str:
    return message.replace("is_there", "NAME").replace("is_gone_", "NAME")


def filled(schema: dict[str, Any], value: str) -> Any:
    """The text where a field takes one: as an item if the field is a list."""
    return [value] if schema.get("type") == "array" else value


@pytest.mark.long
@pytest.mark.parametrize(("path", "field"), FIELDS)
def test_no_field_reaches_a_file_a_module_or_an_engine(small: Server, here: Path, path: str, field: str) -> None:
    def refusal(text: str) -> tuple[int, str]:
        body = {"game": "mnk(3,3,3)"} | {field: filled(REQUESTS[path]["properties"][field], text)}
        answered = small.send("POST", path, json.dumps(body).encode(), JSON)
        assert 400 <= answered.status < 500, (text, answered.body)
        assert answered.refusal[0] == answered.status
        return answered.status, without_names(answered.json["error"]["message"])

    for there, missing in zip(hostile(here, "is_there"), hostile(here, "is_gone_"), strict=True):
        assert refusal(there) == refusal(missing), there
    for text in ELSEWHERE:
        refusal(text)
    assert not list(here.glob("*.trace"))


def test_every_field_has_a_declared_form() -> None:
    free = {"game", "position", "moves"}
    for path, field in FIELDS:
        schema = REQUESTS[path]["properties"][field]
        for form in (schema.get("items", schema), *schema.get("anyOf", ())):
            limited = {"enum", "maximum", "maxLength", "anyOf"} & form.keys() or form.get("type") in ("boolean", "null")
            assert limited, (path, field)
            assert field in free or form.get("type") != "string" or "enum" in form, (path, field)


def arguments() -> Iterator[str]:
    """Names of games in which each argument of each family is a name of a file."""
    for name, family in FAMILIES.items():
        listed = family.example[len(name) + 1 : -1].split(",")
        named = family.signature[len(name) + 1 : -1].replace("...", "").split(",")
        for place in range(len(listed) + 1):
            yield f"{name}({','.join([*listed[:place], 'FILE', *listed[place + 1 :]])})"
        for key in sorted({*named, "cells", "x", "o", "lines"}):
            yield from (f"{name}({key}=FILE)", f"{name}({','.join(listed)},{key}=FILE)", f"sum({name}({key}=FILE))")


def test_no_argument_of_a_game_in_a_request_names_a_file(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(here)

    def refusal(name: str, file: str) -> str:
        try:
            game_named(Offer().full_name(name.replace("FILE", file)))
        except (Problem, ZermeloError) as refused:
            return without_names(str(refused))
        raise AssertionError(name)

    for name in arguments():
        for ending in ("json", "py"):
            assert refusal(name, f"./is_there.{ending}") == refusal(name, f"./is_gone_.{ending}"), name
    assert not list(here.glob("*.trace"))


@pytest.mark.parametrize("path", [f"{API}/games", "/static/app.js", f"{API}/searches/"])
def test_no_address_names_a_file(small: Server, here: Path, path: str) -> None:
    method = "DELETE" if path.endswith("/") else "GET"
    for text in (f"{here}/NAME.py", "../NAME.py", "..%2fNAME.py", f"file://{here}/NAME.py"):
        there, missing = (
            [small.send(method, f"{path}{join}{text.replace('NAME', name)}") for join in ("", "/", "?game=")]
            for name in ("is_there", "is_gone_")
        )
        assert [(one.status, one.body) for one in there] == [(one.status, one.body) for one in missing]
