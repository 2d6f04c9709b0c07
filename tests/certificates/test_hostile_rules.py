"""Certificates of other rules than k in a row, from strangers: wrong modules, and parameters that no game has.

A module is trusted, a header is not: with our own modules, a wrong header is refused in one line, soon, in little memory.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tests.support.forging import NIM, Rules, certificate, nim_stream
from zermelo import certify
from zermelo.certificates.verify import CHECKERS, verify
from zermelo.cli import main
from zermelo.games.catalogue import game_named
from zermelo.games.rules.library import FOLDER


def digest_of(text: bytes) -> str:
    return "sha256:" + hashlib.sha256(text).hexdigest()


def told(folder: Path, module: str) -> Path:
    """A right certificate by NIM, but for what `module` makes of it, whose digest it has."""
    (folder / "rules.py").write_text(module)
    data = certificate(
        Rules(1, 1, 1),
        {"player": 0, "at_least": 1},
        [],
        nim_stream([1, 2, 4], 0),
        game={"heaps": [1, 2, 4]},
        rules=digest_of(module.encode()),
        symmetry="canonical" in module,
    )
    (folder / "file").write_bytes(data)
    return folder / "file"


def refused(path: Path, *rules: str) -> None:
    """`zermelo verify` says so in a line, with its exit code."""
    shown = CliRunner().invoke(main, ["verify", str(path), *rules])
    assert shown.exit_code in (1, 2), shown.output
    assert shown.output.count("\n") == 1, shown.output
    assert "The checkers disagree" not in shown.output, shown.output
    assert "Traceback" not in shown.output
    assert shown.output.startswith(("REJECTED: ", "MALFORMED: ", "RULES MISSING: ")), shown.output


MODULES = {
    "an empty module": "",
    "no Python": "this is not Python",
    "a module that fails": "raise ValueError('not today')",
    "start fails": NIM + "\ndef start(game):\n    raise KeyError(game)\n",
    "start gives nothing": NIM + "\ndef start(game):\n    return None\n",
    "start gives text": NIM + "\ndef start(game):\n    return 'text'\n",
    "to_move gives text": NIM + "\ndef to_move(state):\n    return 'first'\n",
    "moves gives nothing": NIM + "\ndef moves(state):\n    return None\n",
    "moves gives no moves": NIM + "\ndef moves(state):\n    return []\n",
    "moves gives texts": NIM + "\ndef moves(state):\n    return ['a', 'b']\n",
    "moves cannot be sorted": NIM + "\ndef moves(state):\n    return [1, 'b', None]\n",
    "apply fails": NIM + "\ndef apply(state, move):\n    return state[99]\n",
    "apply gives lists": NIM + "\ndef apply(state, move):\n    return [*state]\n",
    "result gives text": NIM + "\ndef result(state):\n    return None if state[1:] == (1, 2, 4) else 'won'\n",
    "result fails": NIM + "\ndef result(state):\n    return 1 // 0\n",
    "canonical fails": NIM + "\ndef canonical(state):\n    return 1 // 0\n",
    "canonical gives a number": NIM + "\ndef canonical(state):\n    return 5\n",
    "canonical gives a list": NIM + "\ndef canonical(state):\n    return [*state]\n",
    "recursion without end": NIM + "\ndef moves(state):\n    return moves(state)\n",
    "an error of many lines": NIM + "\ndef moves(state):\n    raise ValueError('a\\nb\\n' * 1000)\n",
}


@pytest.mark.long
@pytest.mark.parametrize("name", MODULES)
def test_modules_that_are_no_rules_are_refused_in_a_line(name: str, tmp_path: Path) -> None:
    refused(told(tmp_path, MODULES[name]), "--rules", str(tmp_path / "rules.py"))


@pytest.mark.long
def test_wrong_modules_and_none_are_refused_in_a_line(tmp_path: Path) -> None:
    file = told(tmp_path, NIM)
    assert verify(file, tmp_path / "rules.py").verified
    refused(file)
    refused(file, "--rules", str(FOLDER / "chomp.py"))
    board = certify(game_named("mnk(3,3,3)"), folder=tmp_path / "proofs", compiled=False).certificates[0].path
    assert verify(board, FOLDER / "nim.py").verified  # these rules need no module


DEEP: Any = []
for _ in range(400):
    DEEP = [DEEP]

LINES: dict[str, Any] = {"shape": [3, 3], "k": 3, "gravity": None, "misere": False, "weak": False}

ABSURD: dict[str, tuple[str, Any]] = {
    "lines of a giant board": ("lines", LINES | {"shape": [100_000, 100_000]}),
    "lines of a giant side": ("lines", LINES | {"shape": [10**12]}),
    "lines of many axes": ("lines", LINES | {"shape": [2] * 40}),
    "lines of many axes of 1": ("lines", LINES | {"shape": [1] * 200}),
    "lines of 15 axes of 1": ("lines", LINES | {"shape": [1] * 15}),
    "lines of a wide board": ("lines", LINES | {"shape": [3000, 3000], "k": 3}),
    "lines of a giant k": ("lines", LINES | {"k": 10**12}),
    "lines of no k": ("lines", LINES | {"k": 0}),
    "lines of a negative k": ("lines", LINES | {"k": -1}),
    "lines of no axes": ("lines", LINES | {"shape": []}),
    "lines of negative sides": ("lines", LINES | {"shape": [-3, 3]}),
    "lines of text": ("lines", LINES | {"shape": "33"}),
    "lines of deep lists": ("lines", LINES | {"shape": DEEP}),
    "lines falling nowhere": ("lines", LINES | {"gravity": 7}),
    "nim of a giant heap": ("nim", {"heaps": [10**9], "misere": False}),
    "nim of a heap beyond all": ("nim", {"heaps": [10**300], "misere": False}),
    "nim of no heaps": ("nim", {"heaps": [], "misere": False}),
    "nim of a negative heap": ("nim", {"heaps": [-5], "misere": False}),
    "nim of very many heaps": ("nim", {"heaps": [200] * 15_000, "misere": False}),
    "nim of deep lists": ("nim", {"heaps": DEEP, "misere": False}),
    "octal of no code": ("octal", {"code": "9.9.9", "heaps": [3], "misere": False}),
    "octal of digits beyond 7": ("octal", {"code": "0.9", "heaps": [3], "misere": False}),
    "octal of a giant first digit": ("octal", {"code": "9" * 5000, "heaps": [3], "misere": False}),
    "octal of a giant heap": ("octal", {"code": "0.777", "heaps": [10**9], "misere": False}),
    "octal of a long code": ("octal", {"code": "0." + "7" * 30_000, "heaps": [2000], "misere": False}),
    "octal of a number": ("octal", {"code": 0.77, "heaps": [3], "misere": False}),
    "splits of a giant heap": ("splits", {"heaps": [10**9], "misere": False}),
    "splits of a large heap": ("splits", {"heaps": [20_000], "misere": False}),
    "subtraction of a giant heap": ("subtraction", {"heap": 10**9, "takes": [0], "misere": False}),
    "subtraction of negative takes": ("subtraction", {"heap": 9, "takes": [-1], "misere": False}),
    "chomp of negative rows": ("chomp", {"rows": -1, "columns": 4, "misere": False}),
    "chomp of no columns": ("chomp", {"rows": 4, "columns": 0, "misere": False}),
    "chomp of giant rows": ("chomp", {"rows": 10**9, "columns": 10**9, "misere": False}),
    "chomp of giant columns": ("chomp", {"rows": 2, "columns": 10**10, "misere": False}),
    "wythoff of giant heaps": ("wythoff", {"first": 10**10, "second": 10**10, "misere": False}),
    "wythoff of negative heaps": ("wythoff", {"first": -3, "second": -3, "misere": False}),
    "capture of giant sides": ("capture", {"cells": 10**10, "pieces": 10**9}),
    "capture of more pieces than cells": ("capture", {"cells": 3, "pieces": 7}),
    "a tree of giant depth": ("tree", {"branching": 3, "depth": 10**9, "seed": 0, "order": "best"}),
    "a tree of giant width": ("tree", {"branching": 10**9, "depth": 3, "seed": 0, "order": "random"}),
    "a tree of no depth": ("tree", {"branching": 3, "depth": -1, "seed": 0, "order": "best"}),
    "a large tree in order": ("tree", {"branching": 40, "depth": 9, "seed": 0, "order": "best"}),
    "no parameters": ("nim", {}),
    "a list of parameters": ("nim", [1, 2]),
    "nothing": ("chomp", None),
}
ABSURD |= {
    name.replace("lines", "boxes"): ("boxes", {"shape": game["shape"], "k": game["k"]})
    for name, (module, game) in ABSURD.items()
    if module == "lines" and game["gravity"] is None
}


LARGEST: dict[str, tuple[str, Any]] = {
    "nim": ("nim", {"heaps": [2000] * 64, "misere": False}),
    "octal": ("octal", {"code": "4." + "7" * 64, "heaps": [400] * 64, "misere": False}),
    "splits": ("splits", {"heaps": [600] * 64, "misere": False}),
    "a tree in order": ("tree", {"branching": 2, "depth": 18, "seed": 0, "order": "best"}),
    "long lines": ("lines", LINES | {"shape": [2, 2, 2, 2, 2, 16], "k": 16}),
    "many lines": ("lines", LINES | {"shape": [3, 3, 3, 3, 3, 2], "k": 2}),
    "many images": ("lines", LINES | {"shape": [4, 4, 4, 4], "k": 4}),
    "long boxes": ("boxes", {"shape": [2, 2, 2, 2, 2, 16], "k": 16}),
    "many lines of boxes": ("boxes", {"shape": [3, 3, 3, 3, 3, 2], "k": 2}),
    "many images of boxes": ("boxes", {"shape": [4, 4, 4, 4], "k": 4}),
    "a square of long lines": ("boxes", {"shape": [19, 19], "k": 19}),
}
"""Just within the limits of our modules."""

FIRST_MOVES = """
import json, sys
rules = {}
exec(open(sys.argv[1]).read(), rules)
state = rules["start"](json.loads(sys.argv[2]))
state = rules["apply"](state, rules["moves"](state)[0])
print(rules["result"](state))
"""


def limited() -> None:
    """Three seconds, 300 MB."""
    import resource  # not there on Windows

    resource.setrlimit(resource.RLIMIT_DATA, (300 << 20, 300 << 20))
    resource.setrlimit(resource.RLIMIT_CPU, (3, 3))


@pytest.mark.sampled("nim", "long lines", "many images", "a square of long lines")
@pytest.mark.skipif(sys.platform == "win32", reason="there are no limits on memory to set")
@pytest.mark.parametrize("name", LARGEST)
def test_games_within_the_limits_of_our_modules_begin_soon_in_little_memory(name: str) -> None:
    module, game = LARGEST[name]
    command = [sys.executable, "-c", FIRST_MOVES, str(FOLDER / f"{module}.py"), json.dumps(game)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, preexec_fn=limited)
    assert (done.returncode, done.stdout, done.stderr) == (0, "None\n", "")


@pytest.mark.sampled(every=24)
@pytest.mark.skipif(sys.platform == "win32", reason="there are no limits on memory to set")
@pytest.mark.parametrize("program", CHECKERS, ids=["page", "bulk"])
@pytest.mark.parametrize("name", ABSURD)
def test_absurd_parameters_of_our_modules_are_refused_at_once_in_little_memory(
    name: str, program: tuple[str, ...], tmp_path: Path
) -> None:
    module, game = ABSURD[name]
    path = FOLDER / f"{module}.py"
    claim, rules = {"player": 0, "at_least": 1}, digest_of(path.read_bytes())
    data = certificate(Rules(1, 1, 1), claim, [], bytes(1000), game=game, rules=rules, positions=10**9, layers=10**9)
    (tmp_path / "file").write_bytes(data)

    command = [sys.executable, *program, str(tmp_path / "file"), str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, preexec_fn=limited)
    assert done.returncode in (1, 2), (done.returncode, done.stdout)
    assert (done.stdout.count("\n"), done.stderr) == (1, ""), done.stdout[:300]
    assert "MemoryError" not in done.stdout
