"""The OpenAPI description of the API, made from the classes of its requests and answers."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from zermelo.core.version import __version__
from zermelo.web import response_types as answers
from zermelo.web.messages import AtPosition, BestRequest, ReviewRequest, TreeRequest, ValuesRequest
from zermelo.web.streaming import JSON_LINES

Spec = dict[str, Any]
Schemas = dict[Any, Spec]

POSTS: Final = {
    "position": (
        AtPosition,
        answers.PositionView,
        "A position: the board, the legal moves, and whether the game is over.",
    ),
    "values": (ValuesRequest, answers.Values, "The value of every move: exact, or bounds if the time runs out."),
    "best": (BestRequest, answers.Best, "A move to play; at a chance node, a random outcome."),
    "review": (ReviewRequest, answers.ReviewView, "A review of a game: the mistakes, and each player's accuracy."),
    "tree": (TreeRequest, answers.Tree, "A search tree: each node with its window, value, reason and cutoff."),
}

REFUSALS: Final = {
    400: "The request is not valid HTTP, its body is not valid JSON, or a field is wrong.",
    404: "There is nothing at this address, or no search with this name.",
    405: "The method is not allowed at this address.",
    408: "The body took too long to arrive.",
    413: "The body is too large.",
    415: "The Content-Type is not application/json.",
    421: "The request is for another host.",
    422: "There is no such game, position, move or option, or it does not fit; or the game failed.",
    503: "The server is busy or shutting down, or the search was stopped. Try again in a moment.",
    504: "There was no answer in time.",
}


def description() -> Spec:
    """The OpenAPI 3.1 description, as plain data."""
    types = [*(message for post in POSTS.values() for message in post[:2]), answers.Games, answers.RefusalView]
    schemas, components = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
    schema_of: Schemas = dict(zip(types, schemas, strict=True))
    games = "The games, algorithms, objectives and limits of this server."
    paths: Spec = {
        "/api/v1/games": {"get": _operation("games", games, schema_of[answers.Games], schema_of)},
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
        operation = _operation(name, summary, schema_of[answer], schema_of)
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema_of[request]}}}
        if name != "position":
            operation["description"] = (
                f'With "Accept: {JSON_LINES.decode()}" the answer is a stream of JSON lines: {{"search": name}} first, '
                '{"progress": ...} while the search runs, and {"result": ...} or {"error": ...} last. '
                "The search ends if the client disconnects."
            )
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


def _operation(name: str, summary: str, schema: Spec, schema_of: Schemas) -> Spec:
    answer = {"description": summary, "content": {"application/json": {"schema": schema}}}
    return {"operationId": name, "summary": summary, "responses": {"200": answer} | _refusals(schema_of)}


def _refusals(schema_of: Schemas) -> Spec:
    content = {"application/json": {"schema": schema_of[answers.RefusalView]}}
    return {str(status): {"description": text, "content": content} for status, text in REFUSALS.items()}
