"""Search trees as a web page that shows the search step by step: a single file that needs no network."""

from __future__ import annotations

import base64
import hashlib
import json
from importlib.resources import files
from typing import Final

from zermelo.display.markup import escaped
from zermelo.pictures.document import MOST_NODES, document
from zermelo.pictures.nodes import SearchNodes
from zermelo.pictures.words import searched_by

VENDORED: Final = {"preact": "vendor/preact.mjs", "d3-hierarchy": "vendor/d3-hierarchy.mjs"}
"""The files of the third-party modules, by the names under which they are imported."""

START: Final = """
import { mount } from "zermelo/searchtree";
mount(document.getElementById("tree"), JSON.parse(document.getElementById("document").textContent));
"""

PAGE_STYLE: Final = """
html{color-scheme:light dark}
body{margin:0;padding:1rem;font-family:system-ui,sans-serif;background:#fff;color:#1b1f24}
h1{font-size:1.2rem;margin:0 0 .75rem}
@media(prefers-color-scheme:dark){body{background:#14181d;color:#e8eaed}}
"""


def to_page(tree: SearchNodes, most: int = MOST_NODES) -> str:
    """The page, with at most `most` nodes, those nearest the root. Raises BadOption."""
    doc = document(tree, most)
    title = escaped(f"{doc['game']}, searched by {searched_by(doc)}")
    modules = VENDORED | {"zermelo/searchtree": "searchtree.js"}
    imports = json.dumps({"imports": {name: _inlined(path) for name, path in modules.items()}})
    plain = json.dumps(doc).replace("<", "\\u003c")  # safe inside a script element
    scripts = " ".join(digest_of(text) for text in (imports, START))
    policy = f"default-src 'none'; script-src {scripts} data:; style-src 'unsafe-inline'; img-src data:"
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<title>{title}</title>
<link rel="icon" href="data:,">
<style>{PAGE_STYLE}{_static("searchtree.css")}</style>
<script type="importmap">{imports}</script>
</head>
<body>
<h1>{title}</h1>
<main id="tree"></main>
<noscript>{escaped(doc["sentence"])} This page needs JavaScript to show the search.</noscript>
<script type="application/json" id="document">{plain}</script>
<script type="module">{START}</script>
</body>
</html>
"""


def _static(path: str) -> str:
    return (files("zermelo") / "web" / "static" / path).read_text("utf-8")


def _inlined(path: str) -> str:
    return "data:text/javascript;base64," + base64.b64encode(_static(path).encode()).decode()


def digest_of(script: str) -> str:
    """The digest by which the page's content security policy allows a script."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"
