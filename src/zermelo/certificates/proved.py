"""Runs the checker that is proved correct in Coq. The file is read as checker.py does it, which is not proved."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from threading import Thread
from typing import IO, Any, AnyStr, Final

from zermelo.certificates.checker import MALFORMED, UNREAD_BYTES, Refused, payload, read_header
from zermelo.core.errors import NotInstalled
from zermelo.core.paths import folder_of

UNCHECKED: Final = 3
"""The exit code of a checker that cannot take a file, and the code of a certificate whose rules are missing."""

FAILED: Final = 4
"""The code of a file on which the checkers disagree, if they used only rules of zermelo's own."""

TICK: Final = 0.5
"""Seconds between two calls of `on_tick` while a checker runs."""

PROGRAM: Final = folder_of("proofs") / "proved"
"""The checker, extracted from its proof."""

RULES: Final = {
    "b57288613fdc6b07b76e008f6f05aea502b4b8ceda2f3061e41e6b3a93f1435e": "lines.py",
    "8795fbd6c2f9fbf8e5a77fc933f9a5465d42b71e15af60eccac1db3b9f46f9f9": "boxes.py",
    "32837ff27a7095d490eef170a8ebdbfe7f174583695dadd1e39e79e0c5457254": "sets.py",
    "23e7184a1fcc0e2737d188667dd768ecd5edeae52c434e35c5ae05a2d8429775": "three_mens_morris.py",
}
"""The rules modules, by their SHA-256, whose games proofs/ defines, too; besides them, it defines mnk-1. Whoever changes
one of these modules must see that proofs/ still says the same.
"""

BLOCK: Final = 1 << 16

LARGEST: Final = 1 << 60
"""The program's integers have 63 bits. No proof has more positions than that."""


def communicate(checker: subprocess.Popen[AnyStr], on_tick: Callable[[], None]) -> tuple[AnyStr, AnyStr]:
    """Wait for a checker, and return what it wrote to standard output and to standard error.

    It is killed if this is interrupted.
    """
    try:
        while True:
            try:
                return checker.communicate(timeout=TICK)
            except subprocess.TimeoutExpired:
                on_tick()
    except BaseException:
        checker.kill()
        raise


def failed(errors: str) -> str:
    return f"MALFORMED: the checker failed: {' '.join(errors.split())[-200:]}"


def check_built() -> None:
    """Raises NotInstalled if the program has not been built."""
    if not os.access(PROGRAM, os.X_OK):
        raise NotInstalled(
            "The proved checker",
            how="in a checkout of zermelo, `make proofs` builds it; on Debian, it installs Coq first.",
        )


def check_proved(path: Path, module: Path | None, on_tick: Callable[[], None]) -> tuple[int, str]:
    """The exit code and the line of the proved checker; `on_tick` is called while it runs.

    The code is UNCHECKED if it cannot take the file, and FAILED if the claim that it has read is not the header's.
    """
    source = b"" if module is None else module.read_bytes()
    with path.open("rb") as file:
        try:
            header = read_header(file, source)
            named = header["rules"]
            rules = named if named == "mnk-1" else RULES.get(named.removeprefix("sha256:"))
            if rules is None:
                name = "the rules of this game" if module is None else f"the rules {module.name}"
                return UNCHECKED, f"{name} are not among those that are defined in proofs/."
            fields = {name: header[name] for name in ("format", "game", "start", "claim", "symmetry")}
            limits = {name: max(-1, min(header[name], LARGEST)) for name in ("positions", "layers")}
            request = json.dumps({"rules": rules, **fields, **limits}).encode() + b"\n"
            stream = payload(file, header["payload_bytes"], header["sha256"])
            code, line = _run(header, request, stream, on_tick)
            for _ in islice(stream, UNREAD_BYTES):  # a damaged file is reported as damaged, and not as a wrong proof
                pass
        except NotInstalled:
            raise
        except Refused as refused:
            return refused.args[1], f"MALFORMED: {refused.args[0]}"
        except Exception as error:  # as in checker.py: whatever goes wrong while a file is read
            return MALFORMED, "MALFORMED: " + ascii(f"{type(error).__name__}: {error}")[1:-1][:190]
    return code, line


def _run(header: dict[str, Any], request: bytes, stream: Iterator[int], on_tick: Callable[[], None]) -> tuple[int, str]:
    """Runs the program. Raises what reading the stream raises."""
    errors = list[Exception]()

    def feed(pipe: IO[bytes]) -> None:
        with suppress(OSError), pipe:  # the program stops reading when it has found a fault
            pipe.write(request)
            while True:
                try:
                    block = bytes(islice(stream, BLOCK))
                except Exception as error:
                    errors.append(error)
                    return
                if not block:
                    return
                pipe.write(block)

    try:
        started = subprocess.Popen([PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    except OSError as error:
        raise NotInstalled("The proved checker", how=f"{str(PROGRAM)!r} cannot be started: {error.strerror}.") from None
    with started as program:
        pipe, program.stdin = program.stdin, None  # so that nobody else closes it
        assert pipe is not None
        feeder = Thread(target=feed, args=(pipe,))
        feeder.start()
        try:
            output, complaint = communicate(program, on_tick)
        finally:
            feeder.join()
    if errors:
        raise errors[0]
    return _verdict(header, program.returncode, output.decode(), complaint.decode())


def _verdict(header: dict[str, Any], code: int, output: str, complaint: str) -> tuple[int, str]:
    """The exit code and the line, in the words of the other checkers."""
    *decoded, line = output.strip().split("\n")
    begins = {0: "VERIFIED:", 1: "REJECTED:", MALFORMED: "MALFORMED:", UNCHECKED: ""}.get(code)
    if begins is None or not line.startswith(begins) or not line:
        return MALFORMED, failed(complaint)
    if code == UNCHECKED:
        return code, line
    claimed = {name: header[name] for name in ("game", "start", "claim", "symmetry")}
    if [json.loads(each) for each in decoded] != [claimed] and (decoded or code == 0):
        return FAILED, f"the proved checker has read a claim that is not the header's: {' '.join(decoded)}"
    if code == 0:
        game, start, rules, claim = (header[name] for name in ("game", "start", "rules", "claim"))
        line = f"VERIFIED: {game}, start {start}, rules {rules}: {claim} holds, {line.split()[1]} positions"
    return code, line
