"""The description of the API, made from the messages themselves."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from zermelo.core.version import __version__
from zermelo.web import answers
from zermelo.web.answer import LINES
from zermelo.web.messages import AtPosition, BestRequest, ReviewRequest, TreeRequest, ValuesRequest

Spec = dict[str, Any]
Schemas = dict[Any, Spec]

POSTS: Final = {
    "position": (AtPosition, answers.PositionView, "A position: the board, the legal moves, whether play is over."),
    "values": (ValuesRequest, answers.Values, "What every move is worth: exactly, or bounds when the time is spent."),
    "best": (BestRequest, answers.Best, "A best move, or a throw of the dice where chance moves."),
    "review": (ReviewRequest, answers.ReviewView, "A game that was played: mistakes, and accuracy."),
    "tree": (TreeRequest, answers.Tree, "A search: each visit with its window, value, reason and cut."),
}

REFUSALS: Final = {
    400: "Not JSON, or not these fields.",
    404: "Nothing there.",
    405: "Another method is right.",
    408: "The body was too slow.",
    413: "The body was too large.",
    415: "The body was not declared as JSON.",
    421: "Another host was meant.",
    422: "A game, position, move or option that is none, or does not fit.",
    503: "Busy: try again in a moment.",
    504: "No answer in time.",
}


def description() -> Spec:
    """OpenAPI 3.1."""
    kinds = [*(message for post in POSTS.values() for message in post[:2]), answers.Games, answers.RefusalView]
    schemas, components = msgspec.json.schema_components(kinds, ref_template="#/components/schemas/{name}")
    of: Schemas = dict(zip(kinds, schemas, strict=True))
    paths: Spec = {
        "/api/v1/games": {"get": _operation("games", "What can be played and asked.", of[answers.Games], of)},
        "/api/v1/searches/{name}": {
            "delete": {
                "operationId": "stop",
                "summary": "End a search that is answered line by line: it answers with what it knows.",
                "parameters": [{"name": "name", "in": "path", "required": True, "schema": {"type": "string"}}],
                "responses": {"204": {"description": "It ends."}} | _refusals(of),
            }
        },
    }
    for name, (asked, answered, summary) in POSTS.items():
        operation = _operation(name, summary, of[answered], of)
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": of[asked]}}}
        if name != "position":
            operation["description"] = (
                f'With "Accept: {LINES.decode()}" the answer is lines: {{"search": name}}, {{"progress": ...}} as often as '
                'there is something to tell, and {"result": ...} or {"error": ...} last. Who leaves ends the search.'
            )
        paths[f"/api/v1/{name}"] = {"post": operation}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "zermelo",
            "version": __version__,
            "description": "Exact adversarial search. Nothing is kept between requests: the position is in each. Values are "
            "rewards of the player to move.",
        },
        "paths": paths,
        "components": {"schemas": components},
    }


def _operation(name: str, summary: str, schema: Spec, of: Schemas) -> Spec:
    answer = {"description": summary, "content": {"application/json": {"schema": schema}}}
    return {"operationId": name, "summary": summary, "responses": {"200": answer} | _refusals(of)}


def _refusals(of: Schemas) -> Spec:
    content = {"application/json": {"schema": of[answers.RefusalView]}}
    return {str(status): {"description": text, "content": content} for status, text in REFUSALS.items()}
