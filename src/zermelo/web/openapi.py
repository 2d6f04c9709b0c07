"""The OpenAPI description of the API, made from the classes of its requests and answers."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any, Final

import msgspec

from zermelo.core.version import __version__
from zermelo.web import response_types as answers
from zermelo.web.messages import PROBLEMS, REQUESTS, Problem
from zermelo.web.streaming import JSON_LINES

Spec = dict[str, Any]

SUMMARIES: Final = {
    "position": "A position: the board, the legal moves, and whether the game is over.",
    "values": "The value of every move: exact, or bounds if the time runs out.",
    "best": "A move to play; at a chance node, a random outcome.",
    "review": "A review of a game: the mistakes, and each player's accuracy.",
    "tree": "A search tree: each node with its window, value, reason and cutoff.",
    "why": "Why a player cannot complete a line: pairs of cells that stop every line.",
    "prove": "Certificates of the value of a position, checked, as files.",
}
"""What each job is for."""

POSTS: Final = {job: (REQUESTS[job], answers.ANSWERS[job], summary) for job, summary in SUMMARIES.items()}
"""For each job its request, its answer, and what it is for."""

OTHERS: Final = (answers.Games, answers.RefusalView, answers.ProgressView, answers.Error)

REFUSED: Final = Problem("refused", "Move 1: 'z9' is not a cell of mnk(3,3,3): cells are a1 to c3.")
"""The example of a request that is refused."""


def read_examples() -> dict[str, dict[str, Spec]]:
    """For each request its body (`request`) and its answer."""
    return json.loads((files("zermelo.web") / "examples.json").read_text("utf-8"))


def description() -> Spec:
    types = [*(message for post in POSTS.values() for message in post[:2]), *OTHERS]
    _, schemas = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
    games, examples = "The games, algorithms, objectives and limits of this server.", read_examples()
    stop = {
        "operationId": "stop",
        "summary": "Stop a search whose answer is streamed. Its last line has what it has found so far.",
        "parameters": [{"name": "name", "in": "path", "required": True, "schema": {"type": "string"}}],
        "responses": {"204": {"description": "The search is being stopped."}} | _refusals(),
    }
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "zermelo",
            "version": __version__,
            "description": "Exact adversarial search. Requests do not depend on one another: each contains its position. "
            "Values are rewards of the player to move.",
        },
        "paths": {
            "/api/v1/games": {"get": _operation("games", games, answers.Games, examples["games"]["answer"])},
            "/api/v1/searches/{name}": {"delete": stop},
            **{f"/api/v1/{job}": {"post": _post(job, examples[job])} for job in POSTS},
        },
        "components": {"schemas": schemas},
    }


def _post(job: str, example: Spec) -> Spec:
    request, answer, summary = POSTS[job]
    operation = _operation(job, summary, answer, example["answer"])
    operation["requestBody"] = {"required": True, "content": _json(request, example["request"])}
    if job != "position":
        operation["description"] = (
            f'With "Accept: {JSON_LINES.decode()}" the answer is a stream of JSON lines: {{"search": name}} first, '
            '{"progress": ...} while the search runs, and {"result": ...} or {"error": ...} last. '
            "The search ends if the client disconnects."
        )
        operation["responses"]["200"]["content"] |= _lines(answer)
    return operation


def _operation(name: str, summary: str, answer: type, example: Spec) -> Spec:
    described = {"description": summary, "content": _json(answer, example)}
    return {"operationId": name, "summary": summary, "responses": {"200": described} | _refusals()}


def _refusals() -> Spec:
    """What each status other than 200 means: the sentences of its kinds of errors. The first kind is the example."""
    refusals = Spec()
    for kind, (status, sentence) in PROBLEMS.items():
        if str(status) in refusals:
            refusals[str(status)]["description"] += f" {sentence}"
        else:
            problem = REFUSED if kind == "refused" else Problem(kind)
            content = _json(answers.RefusalView, json.loads(problem.body))
            refusals[str(status)] = {"description": sentence, "content": content}
    return refusals


def _lines(answer: type) -> Spec:
    """The content of an answer that is streamed: each line is one of these objects."""
    kinds = {
        "search": {"type": "string"},
        "progress": _ref(answers.ProgressView),
        "result": _ref(answer),
        "error": _ref(answers.Error),
    }
    objects = [
        {"type": "object", "properties": {name: kind}, "required": [name], "additionalProperties": False}
        for name, kind in kinds.items()
    ]
    return {JSON_LINES.decode(): {"schema": {"oneOf": objects}}}


def _json(kind: type, example: Spec) -> Spec:
    return {"application/json": {"schema": _ref(kind), "example": example}}


def _ref(kind: type) -> Spec:
    return {"$ref": f"#/components/schemas/{kind.__name__}"}
