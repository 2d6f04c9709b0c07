"""The routes of the API and of the page."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any, Final

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from zermelo.web.answer import LINES, Answer, Searches
from zermelo.web.guard import Guard, Hosts
from zermelo.web.messages import (
    MOST_BODY,
    AtPosition,
    BestRequest,
    Problem,
    ReviewRequest,
    TreeRequest,
    ValuesRequest,
)
from zermelo.web.offer import Offer
from zermelo.web.openapi import description
from zermelo.web.page import File, read_page
from zermelo.web.pool import Pool

API: Final = "/api/v1"

LIGHT_SECONDS: Final = 2.0
"""For what takes no search."""

BODY_SECONDS: Final = 8.0
"""For a request to arrive."""

SEARCHES: Final[dict[str, type[AtPosition]]] = {
    "values": ValuesRequest,
    "best": BestRequest,
    "review": ReviewRequest,
    "tree": TreeRequest,
}


def make_app(offer: Offer, light: Pool, heavy: Pool, hosts: Hosts) -> ASGIApp:
    """The application: `light` workers tell positions, `heavy` ones search."""
    page, api = read_page(), Api(offer, light, heavy)

    app = Starlette(
        routes=[
            Route("/", sends(page.root)),
            *(Route(f"/static/{name}", sends(file)) for name, file in page.files.items()),
            *api.routes(),
        ],
        exception_handlers={HTTPException: told_http, Problem: told, Exception: told_broken},  # pyright: ignore[reportArgumentType]
    )
    app.router.redirect_slashes = False
    return Guard(app, hosts, page.policy)


def sends(file: File) -> Any:
    """An endpoint that sends a file."""

    async def endpoint(_: Request) -> Response:
        return Response(file.body, headers={"content-type": file.kind, "cache-control": "no-cache"})

    return endpoint


class Api:
    """What programs can ask; the page is one of them."""

    def __init__(self, offer: Offer, light: Pool, heavy: Pool) -> None:
        self.offer = offer
        self.light = light
        self.heavy = heavy
        self.searches = Searches()

    def routes(self) -> list[Route]:
        """All of them."""
        return [
            Route(f"{API}/games", self.games),
            Route(f"{API}/openapi.json", self.description),
            Route(f"{API}/position", self.position, methods=["POST"]),
            *(Route(f"{API}/{job}", self.search(job, kind), methods=["POST"]) for job, kind in SEARCHES.items()),
            Route(f"{API}/searches/{{name}}", self.stop, methods=["DELETE"]),
        ]

    async def games(self, _: Request) -> Response:
        """What is offered."""
        return Response(json.dumps(self.offer.to_dict()), media_type="application/json")

    async def description(self, _: Request) -> Response:
        """The API's, for programs."""
        return Response(json.dumps(description()), media_type="application/json")

    async def position(self, request: Request) -> Any:
        """A position; it takes no search."""
        asked = await read(request, AtPosition, self.offer)

        async def work(report: Callable[[bytes], None], stop: asyncio.Event) -> bytes:
            return await self.light.run("position", asked, seconds=LIGHT_SECONDS)

        return Answer(work, self.searches, lines=False)

    def search(self, job: str, message: type[AtPosition]) -> Any:
        """The endpoint of a search."""

        async def endpoint(request: Request) -> Any:
            asked = await read(request, message, self.offer)

            async def work(report: Callable[[bytes], None], stop: asyncio.Event) -> bytes:
                try:
                    return await self.heavy.run(job, asked, seconds=asked["seconds"], report=report, stop=stop)
                except Problem as problem:
                    if job != "best" or problem.kind != "too-late":
                        raise
                    return await self.light.run("guess", asked, seconds=LIGHT_SECONDS)  # some move is owed

            lines = LINES.decode() in request.headers.get("accept", "")
            return Answer(work, self.searches, lines=lines)

        return endpoint

    async def stop(self, request: Request) -> Response:
        """End a search that is answered line by line."""
        if not self.searches.stop(request.path_params["name"]):
            raise Problem(404, "not-found", "There is no such search; perhaps it is over.")
        return Response(status_code=204)


async def read(request: Request, message: type[AtPosition], offer: Offer) -> dict[str, Any]:
    """The request as plain data, checked. Raises Problem."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Problem(415, "not-json", "The body must be JSON, with the header Content-Type: application/json.")
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for chunk in request.stream():
                body += chunk
                if len(body) > MOST_BODY:
                    raise Problem(413, "too-large", f"The body is larger than {MOST_BODY} bytes.")
    except TimeoutError:
        raise Problem(408, "too-slow", f"The body did not arrive within {BODY_SECONDS:.0f} seconds.") from None
    except ClientDisconnect:
        raise Problem(400, "left", "The client has left.") from None
    try:
        asked = msgspec.json.decode(bytes(body), type=message)
    except msgspec.ValidationError as error:
        raise Problem(400, "bad-field", f"{error}. {API}/openapi.json tells what is right.") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Problem(400, "bad-json", f"The body is not valid JSON: {_what_is_wrong(bytes(body), error)}.") from None
    offer.check(asked.game)
    return msgspec.to_builtins(asked)


def _what_is_wrong(body: bytes, error: Exception) -> str:
    """Why a body cannot be read: of half a pair of surrogates at the end of a text the decoder says that it was cut off."""
    try:
        text = json.dumps(json.loads(body), ensure_ascii=False)
        text.encode()
    except UnicodeEncodeError as half:
        return f"the escape \\u{ord(half.object[half.start]):04x} is half of a pair, which is no character"
    except (ValueError, RecursionError):
        pass
    return str(error)


async def told(_: Request, problem: Problem) -> Response:
    """A problem as an answer."""
    headers = {"connection": "close"} if problem.status in (408, 413) else None
    return Response(problem.body, problem.status, headers, media_type="application/json")


async def told_http(request: Request, error: HTTPException) -> Response:
    """What Starlette refuses, in our form."""
    kinds = {404: ("not-found", "There is nothing here; the page is at /."), 405: ("bad-method", "Use another method.")}
    kind, message = kinds.get(error.status_code, ("refused", str(error.detail)))
    answer = await told(request, Problem(error.status_code, kind, message))
    answer.headers.update(error.headers or {})
    return answer


async def told_broken(request: Request, _: Exception) -> Response:
    """A mistake of ours; the log has its traceback."""
    return await told(request, Problem(500, "broken", "Something went wrong in the server; its log tells more."))
