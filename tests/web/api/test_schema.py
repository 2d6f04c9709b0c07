"""The API against its own description, by requests that Schemathesis makes up from it (`make test-api` installs that)."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.serving import API, serving

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(
        importlib.util.find_spec("schemathesis") is None, reason="Schemathesis is not installed: `make test-api`"
    ),
]

GAMES = ["mnk(3,3,3)", "nim(1,2)", "einstein(2,1)", "lines(2x2,2,players=3)", "capture(5,2)", "tree(2,3)"]


UNFIT = ("positive_data_acceptance", "negative_data_rejection")
"""Not every text is a game; and the server takes more than a narrowed description says."""


def narrowed(description: dict[str, Any]) -> dict[str, Any]:
    """Requests that get to the searches: of games that there are, and of moves that there may be; quick ones."""
    for name, schema in description["components"]["schemas"].items():
        fields = schema.get("properties", {})
        if "game" in fields and (name == "Place" or name.endswith("Request")):
            fields["game"] = {"type": "string", "enum": GAMES}
            fields["moves"] = {"type": "array", "maxItems": 3, "items": {"enum": ["a1", "b2", "1", "1-1", "2h"]}}
            fields["position"] = {"enum": [None, ".../.../...", "a1 b2"]}
        if "seconds" in fields and name.endswith("Request"):
            fields["seconds"] = {"type": "number", "minimum": 0.01, "maximum": 0.05}
    return description


@pytest.mark.parametrize("narrow", [False, True])
def test_every_answer_is_as_described(tmp_path: Path, narrow: bool) -> None:
    with serving("--workers", "1") as server:
        described = server.send("GET", f"{API}/openapi.json").json
        (tmp_path / "openapi.json").write_text(json.dumps(narrowed(described) if narrow else described))
        command = [
            *(sys.executable, "-m", "schemathesis.cli", "run", "openapi.json"),
            *("--url", f"http://127.0.0.1:{server.port}", "--max-redirects", "0", "--request-timeout", "30"),
            *("--checks", "all", "--exclude-checks", ",".join(UNFIT[: 1 + narrow])),
            *("--max-examples", "30", "--max-time", "25", "--generation-deterministic", "--warnings", "off"),
        ]
        ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert ran.returncode == 0, ran.stdout + ran.stderr
        assert server.send("GET", f"{API}/games").status == 200
        assert server.log.read_text() == "Press Ctrl-C to stop.\n"
