"""The OpenAPI description of the API, made from the classes of its requests and answers."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any, Final

import msgspec

from zermelo.core.version import __version__
from zermelo.web import response_types as answers
from zermelo.web.messages import (
    BAD_METHOD,
    BestRequest,
    ErrorKind,
    PositionRequest,
    Problem,
    ProveRequest,
    ReviewRequest,
    TreeRequest,
    ValuesRequest,
    WhyRequest,
)
from zermelo.web.streaming import JSON_LINES

Spec = dict[str, Any]
Schemas = dict[Any, Spec]

POSTS: Final = {
    "position": (
        PositionRequest,
        answers.PositionView,
        "A position: the board, the legal moves, and whether the game is over.",
    ),
    "values": (ValuesRequest, answers.Values, "The value of every move: exact, or bounds if the time runs out."),
    "best": (BestRequest, answers.Best, "A move to play; at a chance node, a random outcome."),
    "review": (ReviewRequest, answers.ReviewView, "A review of a game: the mistakes, and each player's accuracy."),
    "tree": (TreeRequest, answers.Tree, "A search tree: each node with its window, value, reason and cutoff."),
    "why": (WhyRequest, answers.Why, "Why a player cannot complete a line: pairs of cells that stop every line."),
    "prove": (ProveRequest, answers.Proved, "Certificates of the value of a position, checked, as files."),
}


MEANINGS: Final[dict[ErrorKind, str]] = {
    "bad-field": "The request is not valid HTTP, its body is not valid JSON, or a field is wrong.",
    "not-found": "There is nothing at this address, or no search with this name.",
    "bad-method": "The method is not allowed at this address.",
    "too-slow": "The body took too long to arrive.",
    "too-large": "The body is too large.",
    "not-json": "The Content-Type is not application/json.",
    "wrong-host": "The request is for another host.",
    "refused": "There is no such game, position, move or option, or it does not fit; or the game failed.",
    "busy": "The server is busy or shutting down, or the search was stopped. Try again after `Retry-After` seconds.",
    "too-late": "There was no answer in time.",
}
"""What each status other than 200 means, by one of its kinds of errors, which is the example."""

EXAMPLES: Final[dict[ErrorKind, str]] = {
    "bad-field": "Expected `str`, got `int` - at `$.game`. /api/v1/openapi.json describes the fields.",
    "bad-method": BAD_METHOD.format("PUT"),
    "refused": "Move 1: 'z9' is not a cell of mnk(3,3,3): cells are a1 to c3.",
}
"""The sentences of these examples, where there is no usual one."""

PROGRESS: Final[Spec] = {
    "phase": "searching",
    "seconds": 0.4,
    "nodes": 20_480,
    "depth": None,
    "lower": -1,
    "upper": 1,
}
"""An example of a progress report."""

RETRY: Final[Spec] = {
    "Retry-After": {"description": "After how many seconds to try again.", "schema": {"type": "integer"}}
}


def read_examples() -> dict[str, dict[str, Spec]]:
    """For each request its body (`request`) and its answer."""
    return json.loads((files("zermelo.web") / "examples.json").read_text("utf-8"))


def description() -> Spec:
    others = [answers.Games, answers.RefusalView, answers.ProgressView, answers.Error]
    types = [*(message for post in POSTS.values() for message in post[:2]), *others]
    schemas, components = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
    schema_of: Schemas = dict(zip(types, schemas, strict=True))
    examples = read_examples()
    games = "The games, algorithms, objectives and limits of this server."
    paths: Spec = {
        "/api/v1/games": {
            "get": _operation("games", games, schema_of[answers.Games], examples["games"]["answer"], schema_of)
        },
        "/api/v1/searches/{name}": {
            "delete": {
                "operationId": "stop",
                "summary": "Stop a search whose answer is streamed. Its last line has what it has found so far.",
                "parameters": [{"name": "name", "in": "path", "required": True, "schema": {"type": "string"}}],
                "responses": {"204": {"description": "The search is being stopped."}} | _refusals(schema_of),
            }
        },
    }
    for name, (request, answer, summary) in POSTS.items():
        example = examples[name]
        operation = _operation(name, summary, schema_of[answer], example["answer"], schema_of)
        operation["requestBody"] = {"required": True, "content": _json(schema_of[request], example["request"])}
        if name != "position":
            operation["description"] = (
                f'With "Accept: {JSON_LINES.decode()}" the answer is a stream of JSON lines: {{"search": name}} first, '
                '{"progress": ...} while the search runs, and {"result": ...} or {"error": ...} last. '
                "The search ends if the client disconnects."
            )
            operation["responses"]["200"]["content"] |= _lines(schema_of[answer], example["answer"], schema_of)
        paths[f"/api/v1/{name}"] = {"post": operation}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "zermelo",
            "version": __version__,
            "description": "Exact adversarial search. Requests do not depend on one another: each contains its position. "
            "Values are rewards of the player to move.",
        },
        "paths": paths,
        "components": {"schemas": components},
    }


def _operation(name: str, summary: str, schema: Spec, example: Spec, schema_of: Schemas) -> Spec:
    answer = {"description": summary, "content": _json(schema, example)}
    return {"operationId": name, "summary": summary, "responses": {"200": answer} | _refusals(schema_of)}


def _refusals(schema_of: Schemas) -> Spec:
    schema, refusals = schema_of[answers.RefusalView], Spec()
    for kind, meaning in MEANINGS.items():
        problem = Problem(kind, EXAMPLES.get(kind, ""))
        headers = {"headers": RETRY} if "retry-after" in problem.headers else {}
        example = json.loads(problem.body)
        refusals[str(problem.status)] = {"description": meaning, "content": _json(schema, example)} | headers
    return refusals


def _lines(schema: Spec, example: Spec, schema_of: Schemas) -> Spec:
    """The content of an answer that is streamed: each line is one of these objects."""
    fields = {
        "search": ({"type": "string"}, "LxeIEiHVptGE98oX"),
        "progress": (schema_of[answers.ProgressView], PROGRESS),
        "result": (schema, example),
        "error": (schema_of[answers.Error], json.loads(Problem("busy").error)),
    }
    objects = [
        {"type": "object", "properties": {name: described}, "required": [name], "additionalProperties": False}
        for name, (described, _) in fields.items()
    ]
    examples = {name: {"value": {name: value}} for name, (_, value) in fields.items()}
    return {JSON_LINES.decode(): {"schema": {"oneOf": objects}, "examples": examples}}


def _json(schema: Spec, example: Spec) -> Spec:
    return {"application/json": {"schema": schema, "example": example}}
