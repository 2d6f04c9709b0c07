"""Unfinished proofs: killed at any moment, they resume and end the same; damaged, they never certify anything."""

from __future__ import annotations

import importlib
import random
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.forging import seen_by_both
from tests.support.processes import Killed, deaths, done_after_kills, dying, signalled
from zermelo import Game, certify
from zermelo.core.errors import BadCheckpoint
from zermelo.games import connect, mnk
from zermelo.games.catalogue import game_named

certifying: Any = importlib.import_module("zermelo.certificates.certify")

UNFINISHED = "*.unfinished"

PROGRAM = """
import sys
from zermelo import certify, game_named
from zermelo.certificates import proof
proof.BLOCK = int(sys.argv[3])
sys.exit(not certify(game_named(sys.argv[1]), folder=sys.argv[2], checkpoint_every=0.01).certified)
"""


def contents(folder: Path) -> dict[str, bytes]:
    """All certificates there, and nothing but certificates."""
    assert not list(folder.glob(UNFINISHED))
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
@pytest.mark.parametrize(
    ("name", "block", "longest"),
    [("connect(5,4,4)", 200, 1.0), ("lines(3x3x3,3)", 5, 0.8)],
)
def test_proofs_that_are_killed_again_and_again_come_out_the_same(
    name: str, block: int, longest: float, tmp_path: Path
) -> None:
    command = [sys.executable, "-c", PROGRAM, name, str(tmp_path / "work"), str(block)]
    done, kills = done_after_kills(command, tmp_path / "work", 3, longest)
    assert kills > 0
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    undisturbed = subprocess.run([*command[:4], str(tmp_path / "whole"), command[5]], check=False)
    assert undisturbed.returncode == 0
    assert contents(tmp_path / "work") == contents(tmp_path / "whole")


def in_small_pieces(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("zermelo.certificates.proof.BLOCK", 8)
    patch.setattr("zermelo.certificates.sharing.SWEEPS", 1)
    patch.setattr(certifying, "verify", seen_by_both)


def certified(game: Game[Any], folder: Path) -> None:
    """With a checkpoint after each block."""
    assert certify(game, folder=folder, checkpoint_every=1e-9, compiled=False).certified


SMALL = {"mnk(3,3,3)": mnk(3, 3, 3), "nim(1,2,3)": game_named("nim(1,2,3)"), "chomp(2,3)": game_named("chomp(2,3)")}
"""Told by cells; by a module; by one that has `canonical`."""


@pytest.mark.sampled("nim(1,2,3)-True", "chomp(2,3)-False")
@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("name", SMALL)
def test_proofs_that_are_killed_around_every_checkpoint_come_out_the_same(
    name: str, after: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_small_pieces(monkeypatch)
    assert deaths(lambda: certified(SMALL[name], tmp_path / "work"), after=after) > 1
    certified(SMALL[name], tmp_path / "whole")
    assert contents(tmp_path / "work") == contents(tmp_path / "whole")


@pytest.mark.long
def test_ctrl_c_leaves_a_proof_that_goes_on(tmp_path: Path) -> None:
    work = tmp_path / "proofs"
    command = [
        sys.executable,
        "-m",
        "zermelo",
        "solve",
        "connect(4,3,4)",
        "--certify",
        "-o",
        str(work),
        "--quiet",
        "--interpreted",
    ]
    ended = signalled(command, signal.SIGINT, lambda: [*work.glob("*second*.unfinished/layer-1*")])
    assert ended.returncode == 130
    if ended.stderr != "Interrupted.\n":  # between two steps of the work nothing more is told
        assert ended.stderr == ""
        report = "Interrupted. The same command resumes the work.\nThe value is computed, not certified."
        assert report in ended.stdout
    assert len(list(work.glob("*.unfinished/progress"))) == 1
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "The value is certified" in done.stdout
    assert not list(work.glob(UNFINISHED))
    assert certify(connect(4, 3, 4), folder=tmp_path / "whole", compiled=False).certified
    assert contents(work) == contents(tmp_path / "whole")


# --- damage -------------------------------------------------------------------------------------------------------------
def unfinished(folder: Path, game: Game[Any], number: int) -> Path:
    """A folder of work that was killed after so many checkpoints."""
    with pytest.raises(Killed), dying(number, after=True):
        certified(game, folder)
    (found,) = folder.glob(UNFINISHED)
    return found


def harms(folder: Path, rng: random.Random) -> list[tuple[str, dict[str, bytes | None]]]:
    """What may happen to the files of the folder: a name, and what is in some of them then."""
    whole = {path.name: path.read_bytes() for path in sorted(folder.iterdir()) if not path.name.startswith(".")}
    found: list[tuple[str, dict[str, bytes | None]]] = []
    for name, data in whole.items():
        place = rng.randrange(max(len(data), 1))
        flipped = data[:place] + bytes([data[place] ^ 1 << rng.randrange(8)]) + data[place + 1 :] if data else b"x"
        found += [
            (f"{name} is deleted", {name: None}),
            (f"{name} is empty", {name: b""}),
            (f"{name} is cut off", {name: data[: rng.randrange(max(len(data), 1))]}),
            (f"{name} is flipped at {place}", {name: flipped}),
            (f"{name} is longer", {name: data + b"\0" * 8}),
        ]
    names = [name for name in whole if whole[name]]
    pairs = [(a, b) for a in names for b in names if a < b]
    for a, b in rng.sample(pairs, min(6, len(pairs))):
        found.append((f"{a} and {b} change places", {a: whole[b], b: whole[a]}))
    return [*found, ("all are deleted", dict.fromkeys(whole))]


@pytest.mark.long
@pytest.mark.parametrize(("name", "number"), [("mnk(3,3,3)", 1), ("nim(1,2,3)", 3), ("chomp(2,3)", 1)])
def test_unfinished_work_that_is_damaged_is_refused_or_comes_out_right(
    name: str, number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever happens to any of its files: never another value, nor another error."""
    game, rng = SMALL[name], random.Random(name)
    in_small_pieces(monkeypatch)
    folder = unfinished(tmp_path / "work", game, number)
    refused, done = list[str](), 0
    for what, changes in harms(folder, rng):
        copy = tmp_path / "copy"
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(tmp_path / "work", copy)
        for file, data in changes.items():
            path = copy / folder.name / file
            if data is None:
                path.unlink()
            else:
                path.write_bytes(data)
        try:
            found = certify(game, folder=copy)
        except BadCheckpoint as error:
            refused.append(str(error))
        else:
            done += 1
            assert found.certified, (what, found.report())
            assert not list(copy.glob(UNFINISHED)), what
    assert len(refused) > 3
    assert all(re.fullmatch(r"'.*\.", text) for text in refused), refused
    assert done > 0
