"""Writes the examples of the API's answers again, from its requests: `python -m tests.support.api_examples`."""

from __future__ import annotations

import json
from typing import Any, Final

from tests import ROOT
from tests.support.serving import API, Server, serving
from zermelo.web.openapi import read_examples

FILE: Final = ROOT / "src" / "zermelo" / "web" / "examples.json"

FEW: Final = 2
"""How many games, families and algorithms the example of the games has."""

MOMENT: Final = 0.001
"""The seconds of each example: those that were measured differ every time."""


def answered(server: Server, job: str, example: dict[str, Any]) -> dict[str, Any]:
    """The example with the answer of today."""
    if job == "games":
        games = server.send("GET", f"{API}/games").json
        return {"answer": games | {name: games[name][:FEW] for name in ("games", "families", "algorithms")}}
    answer = server.answer(job, **example["request"])
    return example | {"answer": answer | ({"seconds": MOMENT} if "seconds" in answer else {})}


DEEPEST: Final = 3
"""Objects below this depth are on one line."""


def as_text(value: Any, depth: int = 1) -> str:
    """JSON with a line for each field, and for each part of a list of objects."""
    if isinstance(value, dict) and depth <= DEEPEST:
        return (
            f"{{{lines([f'{json.dumps(name)}: {as_text(part, depth + 1)}' for name, part in value.items()], depth)}}}"
        )
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return f"[{lines([json.dumps(part, ensure_ascii=False) for part in value], depth)}]"
    return json.dumps(value, ensure_ascii=False)


def lines(parts: list[str], depth: int) -> str:
    """The parts of an object or a list, a line each."""
    pad = " " * depth
    return "\n" + ",\n".join(pad + part for part in parts) + f"\n{pad[:-1]}"


if __name__ == "__main__":
    with serving("--workers", "1") as running:
        found = {job: answered(running, job, example) for job, example in read_examples().items()}
    FILE.write_text(as_text(found) + "\n", encoding="utf-8")
