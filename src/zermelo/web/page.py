"""The files of the page, read once at the start. No request can name a file on the disk."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Final, NamedTuple

from zermelo.display.svg import DRAWINGS
from zermelo.pictures.page import VENDORED, digest_of

CONTENT_TYPES: Final = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "mjs": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "webmanifest": "application/manifest+json",
}

PLACEHOLDER: Final = b"<!--importmap-->"


class File(NamedTuple):
    """A file to send, with its content type, as it is and compressed."""

    content_type: str
    body: bytes
    compressed: bytes


def _file(name: str, body: bytes) -> File:
    """The file with this name and contents. Compressed files have no time in them: so they do not change."""
    return File(CONTENT_TYPES[name.rpartition(".")[2]], body, gzip.compress(body, mtime=0))


class PageFiles(NamedTuple):
    """The page, its files by name, and their Content-Security-Policy."""

    root: File
    files: dict[str, File]
    policy: str


def modules(names: list[str]) -> dict[str, str]:
    """The import map: the address of each module, by the name under which it is imported."""
    ours = {f"zermelo/{name.removesuffix('.js')}": name for name in names if name.endswith(".js")}
    return {name: f"/static/{place}" for name, place in (ours | VENDORED).items()}


def read_page() -> PageFiles:
    folder = Path(__file__).with_name("static")
    paths = [path for path in folder.rglob("*") if path.suffix[1:] in CONTENT_TYPES]
    found = {name: _file(name, path.read_bytes()) for path in paths for name in [path.relative_to(folder).as_posix()]}
    found["shapes.js"] = _file(
        "shapes.js", f"export const {{ shapes: SHAPES, colours: COLOURS }} = {DRAWINGS};".encode()
    )
    table = json.dumps({"imports": modules(sorted(found))}, sort_keys=True)
    imports = f'<script type="importmap">{table}</script>'
    root = _file("index.html", found.pop("index.html").body.replace(PLACEHOLDER, imports.encode()))
    policy = (
        f"default-src 'none'; script-src 'self' {digest_of(table)}; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    return PageFiles(root, found, policy)
