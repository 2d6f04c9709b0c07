"""The routes of the page and of the API, and which requests are answered: those for this server's own hosts."""

from __future__ import annotations

import asyncio
import ipaddress
import json
import socket
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, NamedTuple

import msgspec
from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from zermelo.core.wording import abridged
from zermelo.web.messages import MOST_BODY, REQUESTS, AtPosition, Problem
from zermelo.web.offer import Offer
from zermelo.web.page import File, read_page
from zermelo.web.pool import Pool
from zermelo.web.streaming import JSON_LINES, JobResponse

API: Final = "/api/v1"

LIGHT_SECONDS: Final = 2.0
"""Time limit of a job that needs no search."""

LOCAL: Final = ("127.0.0.1", "localhost", "::1", "[::1]")


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


# --- endpoints --------------------------------------------------------------------------------------------------------
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
        self.searches: dict[str, asyncio.Event] = {}
        """What stops each of the searches whose answers are being streamed, by its name."""

    def routes(self) -> list[Route]:
        return [
            Route(f"{API}/games", self.games),
            Route(f"{API}/openapi.json", self.description),
            *(Route(f"{API}/{job}", self.job(job, kind), methods=["POST"]) for job, kind in REQUESTS.items()),
            Route(f"{API}/searches/{{name}}", self.stop, methods=["DELETE"]),
        ]

    async def games(self, _: Request) -> Response:
        return Response(json.dumps(self.offer.to_dict()), media_type="application/json")

    async def description(self, _: Request) -> Response:
        # imported here, because the types of answers come from results of searches, and the server begins sooner without
        from zermelo.web.openapi import description

        return Response(json.dumps(description()), media_type="application/json")

    def job(self, job: str, message: type[AtPosition]) -> Any:
        """The endpoint of a job for a worker. All but `position` search."""
        pool = self.light if job == "position" else self.heavy

        async def endpoint(request: Request) -> Any:
            fields = await read(request, message, self.offer)
            seconds = fields.get("seconds", LIGHT_SECONDS)

            def work(report: Callable[[bytes], None], stop: asyncio.Event) -> Awaitable[bytes]:
                return pool.run(job, fields, seconds=seconds, report=report, stop=stop)

            lines = "seconds" in fields and JSON_LINES.decode() in request.headers.get("accept", "")
            return JobResponse(work, self.searches if lines else None)

        return endpoint

    async def stop(self, request: Request) -> Response:
        """Make a search whose answer is streamed answer with what it has found so far."""
        stop = self.searches.get(request.path_params["name"])
        if stop is None:
            raise Problem("not-found", "There is no search with this name. It may have ended.")
        stop.set()
        return Response(status_code=204)


async def read(request: Request, message: type[AtPosition], offer: Offer) -> dict[str, Any]:
    """The fields of the request as plain data, checked. Raises Problem."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Problem("not-json")  # a page from elsewhere may send other types without asking
    body = b""
    try:
        async for chunk in request.stream():
            body += chunk
            if len(body) > MOST_BODY:
                raise Problem("too-large")
        fields = msgspec.json.decode(body, type=message)
    except msgspec.ValidationError as error:
        raise Problem("bad-field", f"{abridged(str(error))}. {API}/openapi.json describes the fields.") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, ClientDisconnect) as error:
        raise Problem("bad-json", f"The body is not valid JSON: {error}.") from None
    return msgspec.to_builtins(fields) | {"game": offer.full_name(fields.game)}


# --- refusals ---------------------------------------------------------------------------------------------------------
async def problem_response(_: Request, problem: Problem, more: Mapping[str, str] | None = None) -> Response:
    headers = {"connection": "close"} if problem.kind == "too-large" else more
    return Response(problem.body, problem.status, headers, media_type="application/json")


async def http_error(request: Request, error: HTTPException) -> Response:
    """The response if there is nothing at an address, or not for this method, in the same form as our own refusals."""
    problem = Problem("not-found" if error.status_code == 404 else "bad-method")
    return await problem_response(request, problem, error.headers)


async def internal_error(request: Request, _: Exception) -> Response:
    """The response after an unexpected exception, a fault of ours. Uvicorn logs the traceback."""
    return await problem_response(request, Problem("broken"))


# --- hosts ------------------------------------------------------------------------------------------------------------
class Hosts(NamedTuple):
    """The hosts that requests may be for. Others are refused: they may come from a foreign page whose host name was made to
    resolve to this server (DNS rebinding).
    """

    names: frozenset[str]
    any_address: bool
    """Whether any IP address is allowed, because the server listens on all of them."""

    @classmethod
    def of(cls, address: str, name: str) -> Hosts:
        """The hosts of a server that listens on `address`, which the user gave as `name`."""
        everywhere = is_address(address) and ipaddress.ip_address(address).is_unspecified
        own = (socket.gethostname().lower(),) if everywhere else ()
        return cls(frozenset({*LOCAL, *own, address, f"[{address}]", name.lower()}), everywhere)

    def include(self, host: str) -> bool:
        """Whether requests with this Host header, which may end in a port, are allowed."""
        name, _, port = host.lower().rpartition(":")
        name = name if port.isdigit() else host.lower()
        return name in self.names or (self.any_address and is_address(name.strip("[]")))


def is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


class Guard:
    """Lets only requests for `hosts` through, and adds security headers to every response. `policy` is their
    Content-Security-Policy.
    """

    def __init__(self, app: ASGIApp, hosts: Hosts, policy: str) -> None:
        self.app = app
        self.hosts = hosts
        self.headers = {
            "content-security-policy": policy,
            "x-content-type-options": "nosniff",
            "referrer-policy": "no-referrer",
            "cross-origin-opener-policy": "same-origin",
            "cross-origin-resource-policy": "same-origin",
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(self.headers)
            await send(message)

        allowed = self.hosts.include(Headers(scope=scope).get("host", ""))
        app = self.app if allowed else await problem_response(Request(scope), Problem("wrong-host"))
        await app(scope, receive, guarded)
