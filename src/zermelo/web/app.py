"""The routes of the page and of the API."""

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

from zermelo.core.wording import abridged
from zermelo.web.guard import Guard, Hosts
from zermelo.web.messages import (
    BAD_METHOD,
    BODY_SECONDS,
    MOST_BODY,
    AtPosition,
    PositionRequest,
    Problem,
)
from zermelo.web.offer import Offer
from zermelo.web.openapi import POSTS, description
from zermelo.web.page import File, read_page
from zermelo.web.pool import Pool
from zermelo.web.streaming import JSON_LINES, JobResponse, RunningSearches

API: Final = "/api/v1"

LIGHT_SECONDS: Final = 2.0
"""Time limit of a job that needs no search."""

LAST_CHANCE: Final = 0.5
"""Seconds that a search for the best move has to answer after its time is up. Then a random move is chosen."""

GUESS_SECONDS: Final = 1.0
"""Time limit for choosing a random move."""

SEARCHES: Final[dict[str, type[AtPosition]]] = {
    job: request for job, (request, _, _) in POSTS.items() if job != "position"
}
"""The jobs that search, with the fields of their requests."""


def make_app(offer: Offer, light: Pool, heavy: Pool, hosts: Hosts) -> ASGIApp:
    """The ASGI application. The `light` workers describe positions, the `heavy` ones search."""
    page, api = read_page(), Api(offer, light, heavy)

    app = Starlette(
        routes=[
            Route("/", file_endpoint(page.root)),
            *(Route(f"/static/{name}", file_endpoint(file)) for name, file in page.files.items()),
            *api.routes(),
        ],
        exception_handlers={HTTPException: http_error, Problem: problem_response, Exception: internal_error},  # pyright: ignore[reportArgumentType]
    )
    app.router.redirect_slashes = False
    return Guard(app, hosts, page.policy)


def file_endpoint(file: File) -> Any:
    """An endpoint that sends a file, compressed if the client can read that."""
    headers = {"content-type": file.content_type, "cache-control": "no-cache", "vary": "Accept-Encoding"}

    async def endpoint(request: Request) -> Response:
        if "gzip" in request.headers.get("accept-encoding", ""):
            return Response(file.compressed, headers=headers | {"content-encoding": "gzip"})
        return Response(file.body, headers=headers)

    return endpoint


class Api:
    """The endpoints of the API. The page uses the same ones as other programs."""

    def __init__(self, offer: Offer, light: Pool, heavy: Pool) -> None:
        self.offer = offer
        self.light = light
        self.heavy = heavy
        self.searches = RunningSearches()

    def routes(self) -> list[Route]:
        return [
            Route(f"{API}/games", self.games),
            Route(f"{API}/openapi.json", self.description),
            Route(f"{API}/position", self.position, methods=["POST"]),
            *(Route(f"{API}/{job}", self.search(job, kind), methods=["POST"]) for job, kind in SEARCHES.items()),
            Route(f"{API}/searches/{{name}}", self.stop, methods=["DELETE"]),
        ]

    async def games(self, _: Request) -> Response:
        return Response(json.dumps(self.offer.to_dict()), media_type="application/json")

    async def description(self, _: Request) -> Response:
        return Response(json.dumps(description()), media_type="application/json")

    async def position(self, request: Request) -> Any:
        """A position, described without a search."""
        fields = await read(request, PositionRequest, self.offer)

        async def work(report: Callable[[bytes], None], stop: asyncio.Event) -> bytes:
            return await self.light.run("position", fields, seconds=LIGHT_SECONDS)

        return JobResponse(work, self.searches, lines=False)

    def search(self, job: str, message: type[AtPosition]) -> Any:
        """The endpoint of a job that searches."""

        async def endpoint(request: Request) -> Any:
            fields = await read(request, message, self.offer)

            async def work(report: Callable[[bytes], None], stop: asyncio.Event) -> bytes:
                if job == "best":
                    return await self.best(fields, report, stop)
                return await self.heavy.run(job, fields, seconds=fields["seconds"], report=report, stop=stop)

            lines = JSON_LINES.decode() in request.headers.get("accept", "")
            return JobResponse(work, self.searches, lines=lines)

        return endpoint

    async def best(self, fields: dict[str, Any], report: Callable[[bytes], None], stop: asyncio.Event) -> bytes:
        """The best move or, if the search has no answer in time, a random one."""
        late = asyncio.Event()

        async def guess() -> bytes:
            await late.wait()
            await asyncio.sleep(LAST_CHANCE)
            return await self.light.run("guess", fields, seconds=GUESS_SECONDS)

        searching = asyncio.ensure_future(
            self.heavy.run("best", fields, seconds=fields["seconds"], report=report, stop=stop, late=late)
        )
        guessing = asyncio.ensure_future(guess())
        try:
            await asyncio.wait({searching, guessing}, return_when=asyncio.FIRST_COMPLETED)
            if guessing.done() and guessing.exception() is None:
                return guessing.result()
            return await searching
        except Problem as problem:
            if problem.kind != "too-late":
                raise
            return await guessing
        finally:
            await end_all(searching, guessing)

    async def stop(self, request: Request) -> Response:
        """End a search whose answer is streamed."""
        if not self.searches.stop(request.path_params["name"]):
            raise Problem("not-found", "There is no search with this name. It may have ended.")
        return Response(status_code=204)


async def end_all(*tasks: asyncio.Future[bytes]) -> None:
    """Cancel the tasks that are not done. Nobody needs their answers, nor hears of their failures."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def read(request: Request, message: type[AtPosition], offer: Offer) -> dict[str, Any]:
    """The fields of the request as plain data, checked. Raises Problem."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Problem("not-json")
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for chunk in request.stream():
                body += chunk
                if len(body) > MOST_BODY:
                    raise Problem("too-large")
    except TimeoutError:
        raise Problem("too-slow") from None
    except ClientDisconnect:
        raise Problem("left") from None
    try:
        fields = msgspec.json.decode(bytes(body), type=message)
    except msgspec.ValidationError as error:
        raise Problem("bad-field", f"{abridged(str(error))}. {API}/openapi.json describes the fields.") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Problem("bad-json", f"The body is not valid JSON: {_json_error(bytes(body), error)}.") from None
    return msgspec.to_builtins(fields) | {"game": offer.full_name(fields.game)}


def _json_error(body: bytes, error: Exception) -> str:
    """Why a body is not valid JSON. For a lone surrogate at the end of a string, the decoder's own message is misleading: it
    says that the input was cut off.
    """
    try:
        text = json.dumps(json.loads(body), ensure_ascii=False)
        text.encode()
    except UnicodeEncodeError as lone:
        return f"the escape \\u{ord(lone.object[lone.start]):04x} is half of a surrogate pair, not a character"
    except (ValueError, RecursionError):
        pass
    return str(error)


async def problem_response(_: Request, problem: Problem) -> Response:
    closing = {"connection": "close"} if problem.status in (408, 413) else {}
    return Response(problem.body, problem.status, problem.headers | closing, media_type="application/json")


async def http_error(request: Request, error: HTTPException) -> Response:
    """The response to a request that Starlette refuses, in the same form as our own refusals."""
    if error.status_code == 404:
        problem = Problem("not-found")
    elif error.status_code == 405:
        problem = Problem("bad-method", BAD_METHOD.format(request.method))
    else:
        problem = Problem("refused", str(error.detail))
        problem.status = error.status_code
    response = await problem_response(request, problem)
    response.headers.update(error.headers or {})
    return response


async def internal_error(request: Request, _: Exception) -> Response:
    """The response after an unexpected exception, a fault of ours. Uvicorn logs the traceback."""
    return await problem_response(request, Problem("broken"))
