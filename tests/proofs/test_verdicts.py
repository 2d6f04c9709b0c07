"""The proved checker gives the same verdicts as the other two, on certificates, forged ones and damaged ones."""

from __future__ import annotations

import hashlib
import json
import lzma
import random
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from examples.hexapawn import Hexapawn
from examples.three_mens_morris import ThreeMensMorris
from tests.proofs import needs_program
from tests.support.forging import NIM, judged, nim_stream
from zermelo import Game, certify, verify
from zermelo.certificates import proved
from zermelo.certificates.proved import RULES, check_proved
from zermelo.cli import main
from zermelo.core.errors import NotInstalled
from zermelo.games import chomp, clique, connect, lines, mnk, nim, polyomino, sets
from zermelo.games.rules import module_with

MORRIS = Path(__file__).parents[2] / "examples" / "rules" / "three_mens_morris.py"

Made = tuple[Callable[[], Game[Any]], str, dict[str, Any]]
"""A game, the moves before the start, and options of `certify`."""

DISTANCE: dict[str, Any] = {"objective": "distance"}
MORRIS_RULES: dict[str, Any] = {"rules": MORRIS}

MADE: dict[str, Made] = {
    "tic-tac-toe": (lambda: mnk(3, 3, 3), "", {}),
    "mnk 4x3": (lambda: mnk(4, 3, 3), "", {}),
    "mnk 4x4, won": (lambda: mnk(4, 4, 3), "", {}),
    "mnk 4x3, in plies": (lambda: mnk(4, 3, 3), "", DISTANCE),
    "mnk 5x5, pairs": (lambda: mnk(5, 5, 5), "c3", {}),
    "mnk 4x4, later": (lambda: mnk(4, 4, 4), "a1 b2 c2", {}),
    "connect 4x3": (lambda: connect(4, 3, 3), "", {}),
    "connect 3x4, in plies": (lambda: connect(3, 4, 3), "2", DISTANCE),
    "connect 4x4, later": (lambda: connect(4, 4, 4), "2 2 3 3", {}),
    "box": (lambda: lines("3x3x2", 3), "1-1-1 2-2-1 1-1-2 2-2-2 1-2-1 1-3-1", {}),
    "cube, threats": (lambda: lines("3x3x3", 3), "", {}),
    "cube, later": (lambda: lines("3x3x3", 3), "1-1-1", {}),
    "box, falling": (lambda: lines("2x3x2", 2, gravity=0), "", {}),
    "box, misère": (lambda: lines("2x3x2", 2, misere=1), "", {}),
    "sets": (lambda: sets("123/145/167/246/257/347/356"), "", {}),
    "sets, stones before": (lambda: sets("123/345/567/147", x="2", o="5"), "", {}),
    "sets, misère": (lambda: clique(4, 3, misere=1), "", {}),
    "polyomino": (lambda: polyomino("el", 3, 3), "", {}),
    "polyomino, pairs": (lambda: polyomino("fatty", 4, 4), "", {}),
    "polyomino, in plies": (lambda: polyomino("tippy", 3, 3), "", DISTANCE),
    "polyomino, later": (lambda: polyomino("knobby", 3, 4), "c2", {}),
    "weak, won": (lambda: polyomino("el", 3, 3, weak=1), "", {}),
    "weak, pairs": (lambda: polyomino("fatty", 4, 4, weak=1), "", {}),
    "weak, threats": (lambda: clique(5, 3, weak=1), "", {}),
    "weak, in plies": (lambda: polyomino("tippy", 3, 3, weak=1), "", DISTANCE),
    "weak, on a box": (lambda: lines("3x3", 3, weak=1), "", {}),
    "weak, stones before": (lambda: sets("123/345/567/147", weak=1, x="2", o="5"), "", {}),
    "several stones": (lambda: polyomino("el", 3, 3, bias="1:2"), "", {}),
    "several stones, opening": (lambda: lines("3x3", 3, bias="2:2", opening=1), "", {}),
    "several stones, weak": (lambda: clique(4, 3, bias="2:1", weak=1), "", {}),
    "several stones, misère": (lambda: clique(4, 3, bias="2:3", misere=1), "", {}),
    "torus": (lambda: lines("4x4", 3, torus=1), "", {}),
    "morris, won": (lambda: ThreeMensMorris(), "", MORRIS_RULES),
    "morris, endless": (lambda: ThreeMensMorris(diagonals=False), "", MORRIS_RULES),
    "morris, jumps": (lambda: ThreeMensMorris(diagonals=0, jumps=True), "", MORRIS_RULES),
}


def module_of(path: Path) -> Path | None:
    """The rules of a certificate, without which the other checkers cannot take it."""
    rules = json.loads(path.read_bytes().split(b"\n")[1])["rules"].removeprefix("sha256:")
    return None if rules == "mnk-1" else MORRIS if RULES.get(rules) == MORRIS.name else module_with(rules)


def assert_equal_verdicts(path: Path, module: Path | None) -> int:
    code, text = judged(path, module)
    found, line = check_proved(path, module, lambda: None)
    assert found == code, (text, line)
    if code == 0:
        assert line == f"VERIFIED: {text}"
    return code


def files_of(name: str, folder: Path) -> list[Path]:
    make, moves, options = MADE[name]
    certify(make(), moves or None, folder=folder, compiled=False, **options)
    return sorted(folder.glob("*.zcert"))


def parts(path: Path) -> tuple[bytes, dict[str, Any], bytes]:
    magic, line, rest = path.read_bytes().split(b"\n", 2)
    return magic + b"\n", json.loads(line), lzma.decompress(rest.partition(b"\n")[2])


def write(path: Path, magic: bytes, header: dict[str, Any], stream: bytes) -> None:
    described = header | {"payload_bytes": len(stream), "sha256": hashlib.sha256(stream).hexdigest()}
    head = magic + json.dumps(described).encode() + b"\n"
    path.write_bytes(head + hashlib.sha256(head).hexdigest().encode() + b"\n" + lzma.compress(stream))


def forge_stream(rng: random.Random, stream: bytes) -> bytes:
    changed = bytearray(stream)
    place = rng.randrange(len(changed) + 1)
    way = rng.randrange(5)
    if way == 0:
        changed[place:place] = bytes([rng.choice([0, 1, 255])])
    elif way == 1:
        del changed[place:]
    elif way == 2:
        del changed[place : place + 1]
    elif changed:
        changed[place % len(changed)] = rng.choice([255, *range(10), rng.randrange(256)])
    return bytes(changed)


def forge_header(rng: random.Random, header: dict[str, Any]) -> dict[str, Any]:
    header = json.loads(json.dumps(header))
    claim = header["claim"]
    match rng.randrange(8):
        case 0:
            claim["player"] ^= 1
        case 1:
            claim["at_least"] = rng.choice([-2, -1, 0, 1, 2])
        case 2:
            claim["within"] = rng.choice([1, 2, 4, 5, 8, 9, 100])
        case 3:
            claim.pop("within", None)
        case 4:
            header["symmetry"] = not header["symmetry"]
        case 5:
            header[rng.choice(["positions", "layers"])] -= rng.choice([1, 2])
        case 6:
            header["start"] = [*header["start"], rng.randrange(10)]
        case _:
            header["start"] = [rng.randrange(-1, 20) for _ in range(rng.randrange(4))]
    return header


@needs_program
@pytest.mark.long
@pytest.mark.parametrize("name", MADE)
def test_the_three_checkers_give_the_same_verdicts(name: str, tmp_path: Path) -> None:
    rng, verdicts = random.Random(name), []
    files = files_of(name, tmp_path)
    assert files
    for path in files:
        module = module_of(path)
        assert assert_equal_verdicts(path, module) == 0
        magic, header, stream = parts(path)
        forged = tmp_path / "forged"
        for number in range(40):
            write(
                forged,
                rng.choice([magic, magic, magic, b"ZCERT1\n", b"ZCERT2\n", b"ZCERT3\n"]),
                forge_header(rng, header) if number % 3 == 0 else header,
                forge_stream(rng, stream) if number % 2 else stream,
            )
            verdicts.append(assert_equal_verdicts(forged, module))
        for _ in range(10):  # damaged, not sealed again
            whole = bytearray(path.read_bytes())
            whole[rng.randrange(len(whole))] ^= 1 << rng.randrange(8)
            forged.write_bytes(whole)
            verdicts.append(assert_equal_verdicts(forged, module))
    assert {1, 2} <= set(verdicts)


def test_the_rules_that_the_proofs_state_have_not_changed() -> None:
    """If they have, see that proofs/ still states the same; then change the digest."""
    for digest, name in RULES.items():
        path = MORRIS if name == MORRIS.name else module_with(digest)
        assert path is not None
        assert path.name == name
        assert hashlib.sha256(path.read_bytes()).hexdigest() == digest


@pytest.mark.long
@needs_program
def test_other_rules_are_refused_in_a_sentence(tmp_path: Path) -> None:
    certify(nim(3, 4), folder=tmp_path, compiled=False)
    certify(chomp(2, 3), folder=tmp_path, compiled=False)
    texts = []
    for path in sorted(tmp_path.glob("*.zcert")):
        verdict = verify(path, proved=True)
        assert verdict.code == 5
        assert not verdict.verified
        texts.append(verdict.text)
    assert texts == [
        f"NOT PROVED: the rules {name}.py are not among those that are defined in proofs/." for name in ("chomp", "nim")
    ]
    result = CliRunner().invoke(main, ["verify", "--proved", str(tmp_path), "--json"])
    assert {each["verdict"] for each in json.loads(result.output)["verdicts"]} == {"not proved"}
    assert result.exit_code == 2


@pytest.mark.long
@needs_program
def test_rules_of_one_s_own_are_refused_in_a_sentence(tmp_path: Path) -> None:
    certificates = certify(Hexapawn(3, 3), folder=tmp_path, compiled=False, rules=MORRIS.with_name("hexapawn.py"))
    (each,) = certificates.certificates
    verdict = verify(each.path, MORRIS.with_name("hexapawn.py"), proved=True)
    assert verdict == (
        5,
        "NOT PROVED: the rules hexapawn.py are not among those that are defined in proofs/.",
        verdict.seconds,
    )
    own, stream = tmp_path / "nim.py", nim_stream([1, 2], 0)
    own.write_text(NIM)
    header = {
        "game": {"heaps": [1, 2]}, "claim": {"player": 0, "at_least": 1}, "start": [], "symmetry": False,
        "rules": "sha256:" + hashlib.sha256(NIM.encode()).hexdigest(), "positions": 99, "layers": 99,
    }  # fmt: skip
    write(tmp_path / "nim.zcert", b"ZCERT1\n", header, stream)
    assert verify(tmp_path / "nim.zcert", own).verified
    assert verify(tmp_path / "nim.zcert", own, proved=True).code == 5


@pytest.mark.long
@needs_program
def test_what_was_proved_is_said(tmp_path: Path) -> None:
    certify(mnk(3, 3, 3), folder=tmp_path, compiled=False)
    result = CliRunner().invoke(main, ["verify", "--proved", str(tmp_path), "--rules", str(MORRIS)])  # not needed
    assert result.exit_code == 0
    assert result.output.count("the proved checker accepts it, too") == 2


@needs_program
@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        (b"", 2, "MALFORMED: there is no input\n"),
        (b"{\n", 2, "MALFORMED: the first line is not JSON\n"),
        (b"[1.5]\n", 2, "MALFORMED: the first line is not JSON\n"),
        (b'{"rules": 3}\n', 2, "MALFORMED: the rules have no name\n"),
        (
            b'{"rules": "chess.py", "format": 1, "game": {}, "start": [], "claim": {"player": 0, "at_least": 1},'
            b' "symmetry": true, "positions": 1, "layers": 1}\n',
            3,
            "the rules chess.py are not among those",
        ),
    ],
)
def test_the_program_refuses_what_is_no_request(line: bytes, code: int, said: str) -> None:
    result = subprocess.run([proved.PROGRAM], input=line, capture_output=True, timeout=60)
    assert result.returncode == code
    assert result.stdout.decode().startswith(said)
    assert result.stderr == b""


def small(**changed: Any) -> dict[str, Any]:
    """The header of a game that the first player wins at once."""
    game = {"w": 1, "h": 1, "k": 1, "gravity": False}
    header: dict[str, Any] = {"game": game, "claim": {"player": 0, "at_least": 1}, "start": [], "symmetry": False}
    return header | {"rules": "mnk-1", "positions": 9, "layers": 9} | changed


ONE_SET: dict[str, Any] = {
    "cells": 1, "sets": [[0]], "misere": False, "weak": False, "turns": [1, 1, 1], "x": [], "o": [], "images": []
}  # fmt: skip
ROW: dict[str, Any] = {"shape": [2], "k": 1, "gravity": None, "misere": False, "weak": False}


def digest_of(name: str) -> str:
    return "sha256:" + next(digest for digest, each in RULES.items() if each == name)


@pytest.mark.long
@needs_program
@pytest.mark.parametrize(
    ("header", "version", "stream", "codes"),
    [
        (small(), 1, b"\0", (0, 0)),
        (small(positions=10**30, layers=2**62), 1, b"\0", (0, 0)),
        (small(positions=-(2**62), layers=-(10**30)), 1, b"\0", (2, 2)),
        (small(claim={"player": 1, "at_least": -1}, positions=0, layers=0), 1, b"", (0, 0)),
        (small(claim={"player": 1, "at_least": -1}, positions=-2, layers=0), 1, b"", (2, 2)),
        (small(claim={"player": 0, "at_least": 1, "within": 4 * 10**18}), 1, b"\0", (0, 0)),
        (small(claim={"player": 0, "at_least": -1, "within": 10**17}), 1, b"\0", (0, 0)),
        (small(claim={"player": 0, "at_least": -(10**30)}), 1, b"\0", (0, 5)),
        (small(claim={"player": 0, "at_least": 10**30}), 1, b"\0", (1, 1)),
        (small(start=[10**30]), 1, b"\0", (2, 2)),
        (small(start=[-1]), 1, b"\0", (2, 2)),
        (small(start=[0]), 1, b"\0", (2, 2)),
        (small(rules=digest_of("lines.py"), game=ROW), 2, b"\0", (0, 0)),
        (small(rules=digest_of("lines.py"), game=ROW), 2, b"\0\xff", (1, 1)),
        (small(rules=digest_of("lines.py"), game=ROW), 2, b"\xff", (2, 2)),
        (small(rules=digest_of("lines.py"), game=ROW | {"gravity": -1}), 1, b"\0", (0, 5)),
        (small(rules=digest_of("lines.py"), game=ROW | {"gravity": 0}), 1, b"\0", (0, 0)),
        (small(rules=digest_of("lines.py"), game=ROW | {"misere": None}), 1, b"\0", (0, 5)),
        (small(rules=digest_of("lines.py"), game=ROW | {"weak": 2}), 1, b"\0", (0, 5)),
        (small(rules=digest_of("sets.py"), game=ONE_SET), 1, b"\0", (0, 0)),
        (small(rules=digest_of("sets.py"), game=ONE_SET | {"weak": 0}), 1, b"\0", (2, 2)),
        (small(rules=digest_of("sets.py"), game=ONE_SET | {"x": ""}), 1, b"\0", (0, 5)),
        (small(rules=digest_of("boxes.py"), game={"shape": [16, 16], "k": 1}), 2, b"\xff\0", (1, 1)),
        (small(rules=digest_of("boxes.py"), game={"shape": [16, 16], "k": 1}), 1, b"\xff", (0, 0)),
        (small(rules=digest_of("boxes.py"), game={"shape": [19, 19], "k": 1}), 1, b"\xff", (0, 0)),
        (small(rules=digest_of("sets.py"), game=ONE_SET | {"turns": [10**9, 1, 1]}), 1, b"\0", (0, 0)),
    ],
)
def test_odd_files_get_the_same_verdict_or_are_not_taken(
    header: dict[str, Any], version: int, stream: bytes, codes: tuple[int, int], tmp_path: Path
) -> None:
    path = tmp_path / "odd.zcert"
    write(path, f"ZCERT{version}\n".encode(), header, stream)
    assert (verify(path).code, verify(path, proved=True).code) == codes


@pytest.mark.long
@needs_program
def test_a_game_that_would_take_hours_to_prepare_is_not_taken(tmp_path: Path) -> None:
    rng = random.Random(1)
    game = ONE_SET | {"cells": 512, "sets": [sorted(rng.sample(range(512), 20)) for _ in range(8)]}
    game["images"] = [[*range(1, 512), 0]]
    claim = {"player": 0, "at_least": -1, "within": 1}
    write(tmp_path / "f", b"ZCERT1\n", small(rules=digest_of("sets.py"), game=game, claim=claim, symmetry=True), b"\0")
    verdict = verify(tmp_path / "f", proved=True)
    assert verdict.code == 5
    assert verdict.text == (
        "NOT PROVED: games of so many lines and symmetries are not among those that are defined in proofs/."
    )


@pytest.mark.long
@needs_program
def test_a_rejected_file_is_rejected_even_if_the_rules_are_not_known(tmp_path: Path) -> None:
    certify(nim(3, 4), folder=tmp_path, compiled=False)
    (path,) = tmp_path.glob("*.zcert")
    magic, header, stream = parts(path)
    write(path, magic, header | {"claim": {"player": 1, "at_least": 1}}, stream)
    assert verify(path, proved=True).code == verify(path).code == 1


@pytest.mark.long
@needs_program
@pytest.mark.parametrize(
    ("says", "code"),
    [
        ("echo VERIFIED: 9 positions", 4),
        ("echo '{}'; echo VERIFIED: 9 positions", 4),
        ("echo 'REJECTED: a play'", 2),
        ("exit 3", 2),
        ("echo VERIFIED: 9 positions; kill -9 $$", 2),
        ("exit 0", 2),
    ],
)
def test_a_program_that_is_another_is_not_believed(
    says: str, code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    certify(mnk(3, 3, 3), folder=tmp_path, compiled=False)
    stub = tmp_path / "stub"
    stub.write_text(f"#!/bin/sh\ncat >/dev/null\n{says}\n")
    stub.chmod(0o755)
    monkeypatch.setattr(proved, "PROGRAM", stub)
    assert verify(next(tmp_path.glob("*.zcert")), proved=True).code == code
    stub.write_text("")
    with pytest.raises(NotInstalled, match="cannot be started"):
        verify(next(tmp_path.glob("*.zcert")), proved=True)


@pytest.mark.long
def test_a_file_that_cannot_be_read_to_its_end_is_malformed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> Any:
        yield 0
        raise OSError(5, "Input/output error")

    certify(mnk(3, 3, 3), folder=tmp_path, compiled=False)
    stub = tmp_path / "stub"
    stub.write_text("#!/bin/sh\ncat >/dev/null\necho REJECTED: a play\nexit 1\n")
    stub.chmod(0o755)
    monkeypatch.setattr(proved, "PROGRAM", stub)
    monkeypatch.setattr(proved, "payload", broken)
    code, line = check_proved(next(tmp_path.glob("*.zcert")), None, lambda: None)
    assert code == 2
    assert line == "MALFORMED: OSError: [Errno 5] Input/output error"


@pytest.mark.long
def test_without_the_program_one_sentence_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    certify(mnk(3, 3, 3), folder=tmp_path, compiled=False)
    monkeypatch.setattr(proved, "PROGRAM", tmp_path / "nothing")
    with pytest.raises(NotInstalled):
        verify(next(tmp_path.glob("*.zcert")), proved=True)
    result = CliRunner().invoke(main, ["verify", "--proved", str(tmp_path)])
    assert result.exit_code == 5
    assert result.output == (
        "Error: The proved checker is not installed; in a checkout of zermelo, `make proofs` builds it; on Debian, it "
        "installs Coq first.\n"
    )
