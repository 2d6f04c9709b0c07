"""Runs the checker that is proved in Coq. Reading the file and unpacking the stream are not proved, and are done here."""

from __future__ import annotations

import hashlib
import json
import subprocess
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from threading import Thread
from typing import IO, Any, Final

from zermelo.certificates.checker import MALFORMED, UNREAD_BYTES, Refused, payload, read_header
from zermelo.certificates.processes import communicate, failed
from zermelo.core.errors import NotInstalled
from zermelo.core.material import folder_of
from zermelo.games.rules.library import FOLDER

PROGRAM: Final = folder_of("proofs") / "proved"
"""The checker, extracted from its proof."""

RULES: Final = (
    FOLDER / "lines.py",
    FOLDER / "boxes.py",
    FOLDER / "sets.py",
    folder_of("examples") / "rules" / "three_mens_morris.py",
)
"""The rules modules of the games that proofs/ defines; besides them, it defines k in a row as checker.py does."""

WITHOUT_RULES: Final = 3
"""The exit code for a game that proofs/ does not define."""

MISREAD: Final = 4
"""The exit code if the program has decoded another claim than that of the header."""

BLOCK: Final = 1 << 16


def check_built() -> None:
    """Raises NotInstalled if the program has not been built."""
    if not PROGRAM.exists():
        raise NotInstalled(
            "The proved checker",
            how="`make proofs`, in a checkout of zermelo, builds it; for that, it installs Coq on Debian.",
        )


def check_proved(path: Path, module: Path | None, on_tick: Callable[[], None]) -> tuple[int, str]:
    """The exit code and the line of the proved checker; `on_tick` is called while it runs."""
    source = b"" if module is None else module.read_bytes()
    with path.open("rb") as file:
        try:
            header = read_header(file, source)
            request = _request(header, source)
            if request is None:
                name = "the rules of this game" if module is None else f"the rules {module.name}"
                return WITHOUT_RULES, f"NOT PROVED: {name} are not among those that are defined in proofs/."
            stream = payload(file, header["payload_bytes"], header["sha256"])
            code, line = _run(header, request, stream, on_tick)
            for _ in islice(stream, UNREAD_BYTES):  # a damaged file is reported as damaged, and not as a wrong proof
                pass
        except Refused as refused:
            return refused.args[1], f"MALFORMED: {refused.args[0]}"
        except Exception as error:  # as in checker.py: whatever goes wrong while a file is read
            return MALFORMED, ascii(f"MALFORMED: {type(error).__name__}: {error}")[1:200]
    return code, line


def _request(header: dict[str, Any], source: bytes) -> bytes | None:
    """The first line of what the program reads; None for a game that it does not know."""
    rules = "mnk-1"
    if header["rules"] != rules:
        digest = hashlib.sha256(source).digest()
        named = [each.name for each in RULES if each.exists() and hashlib.sha256(each.read_bytes()).digest() == digest]
        if not named:
            return None
        rules = named[0]
    fields = ("format", "game", "start", "claim", "symmetry", "positions", "layers")
    return json.dumps({"rules": rules, **{name: header[name] for name in fields}}).encode() + b"\n"


def _run(header: dict[str, Any], request: bytes, stream: Iterator[int], on_tick: Callable[[], None]) -> tuple[int, str]:
    """Runs the program. Raises what reading the stream raises."""
    errors = list[Exception]()

    def feed(pipe: IO[bytes]) -> None:
        with suppress(OSError), pipe:  # the program stops reading when it has found a fault
            pipe.write(request)
            try:
                while block := bytes(islice(stream, BLOCK)):
                    pipe.write(block)
            except OSError:
                raise
            except Exception as error:
                errors.append(error)

    with subprocess.Popen([PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
        pipe, program.stdin = program.stdin, None  # so that nobody else closes it
        assert pipe is not None
        feeder = Thread(target=feed, args=(pipe,))
        feeder.start()
        try:
            output, complaint = communicate(program, on_tick)
        except BaseException:
            program.kill()
            raise
        finally:
            feeder.join()
    if errors:
        raise errors[0]
    return _verdict(header, program.returncode, output.decode(), complaint.decode())


def _verdict(header: dict[str, Any], code: int, output: str, complaint: str) -> tuple[int, str]:
    """The exit code and the line, in the words of the other checkers."""
    *decoded, line = output.strip().split("\n")
    if code == WITHOUT_RULES:
        return code, f"NOT PROVED: {line}"
    if not line.startswith(("VERIFIED:", "REJECTED:", "MALFORMED:")):
        return MALFORMED, failed(complaint)
    claimed = {name: header[name] for name in ("game", "start", "claim", "symmetry")}
    if decoded and json.loads(decoded[0]) != claimed:
        return MISREAD, f"The proved checker has read another claim than that of the header: {decoded[0]}"
    if code == 0:
        game, start, rules, claim = (header[name] for name in ("game", "start", "rules", "claim"))
        line = f"VERIFIED: {game}, start {start}, rules {rules}: {claim} holds, {line.split()[1]} positions"
    return code, line
