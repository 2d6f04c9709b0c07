"""The rules of k in a row by sets of cells, certificates made by hand, and what both checkers say of them."""

from __future__ import annotations

import contextlib
import functools
import hashlib
import itertools
import json
import lzma
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from zermelo.certificates import bulk_checker, checker
from zermelo.certificates.verify import Verdict

Position = tuple[frozenset[int], frozenset[int]]
"""The stones of the player to move, and those of the other: cells by number."""


class Rules:
    """K in a row on w columns and h rows."""

    def __init__(self, w: int, h: int, k: int, gravity: bool = False) -> None:
        self.w, self.h, self.k, self.gravity = w, h, k, gravity
        ways = itertools.product(range(w), range(h), ((1, 0), (0, 1), (1, 1), (1, -1)))
        runs = [[(x + i * dx, y + i * dy) for i in range(k)] for x, y, (dx, dy) in ways]
        inside = [run for run in runs if all(0 <= x < w and 0 <= y < h for x, y in run)]
        self.lines = [frozenset(y * w + x for x, y in run) for run in inside]
        self.value = functools.cache(self._value)

    def moves(self, position: Position) -> list[int]:
        taken = position[0] | position[1]
        free = [cell for cell in range(self.w * self.h) if cell not in taken]
        return [cell for cell in free if not self.gravity or cell < self.w or cell - self.w in taken]

    def after(self, position: Position, cell: int) -> Position:
        return position[1], position[0] | {cell}

    def result(self, position: Position) -> int | None:
        """For the player to move; None while play goes on."""
        if any(line <= position[1] for line in self.lines):
            return -1
        return None if self.moves(position) else 0

    def _value(self, position: Position) -> int:
        result = self.result(position)
        if result is not None:
            return result
        return max(-self.value(self.after(position, cell)) for cell in self.moves(position))

    def played(self, cells: list[int]) -> Position:
        position: Position = (frozenset(), frozenset())
        for cell in cells:
            position = self.after(position, cell)
        return position


def certificate(rules: Rules, claim: dict[str, int], start: list[int], stream: bytes, /, **changed: Any) -> bytes:
    """A file, with counts that are large enough."""
    header = {
        "game": {"w": rules.w, "h": rules.h, "k": rules.k, "gravity": rules.gravity},
        "claim": claim,
        "start": start,
        "rules": "mnk-1",
        "symmetry": False,
        "positions": 100_000,
        "layers": 100,
        "payload_bytes": len(stream),
        "sha256": hashlib.sha256(stream).hexdigest(),
        "made_by": "a test",
    }
    return sealed(json.dumps(header | changed).encode()) + lzma.compress(stream)


def sealed(line: bytes, magic: bytes = b"ZCERT1") -> bytes:
    head = magic + b"\n" + line + b"\n"
    return head + hashlib.sha256(head).hexdigest().encode() + b"\n"


def unsealed(path: Path) -> tuple[bytes, dict[str, Any], bytes]:
    """The parts of a file: the format, the header, the stream."""
    magic, line, _, packed = path.read_bytes().split(b"\n", 3)
    return magic, json.loads(line), lzma.decompress(packed)


def resealed(magic: bytes, header: dict[str, Any], stream: bytes) -> bytes:
    """A file of these parts that is not damaged."""
    told = {"payload_bytes": len(stream), "sha256": hashlib.sha256(stream).hexdigest()}
    return sealed(json.dumps(header | told).encode(), magic) + lzma.compress(stream)


def strategy(rules: Rules, player: int, level: int, start: list[int]) -> bytes:
    """The stream of a strategy that gets `level`, without symmetry and lemmas; wrong where the claim is."""
    stream, layer = bytearray(), {rules.played(start)}
    mover = len(start) % 2
    while layer:
        following: set[Position] = set()
        for position in sorted(layer, key=lambda each: masks(each, mover == player)):
            moves = rules.moves(position)
            if mover == player:
                moves = [max(moves, key=lambda cell: -rules.value(rules.after(position, cell)))]
                stream.append(moves[0])
            following |= {after for cell in moves if rules.result(after := rules.after(position, cell)) is None}
        layer, mover = following, 1 - mover
    return bytes(stream)


def masks(position: Position, to_move: bool) -> tuple[int, int]:
    me, you = (sum(1 << cell for cell in stones) for stones in position)
    return (me, you) if to_move else (you, me)


def judged(path: Path, rules: Path | None = None) -> tuple[int, str]:
    """Code and text of the first checker, as the program gives them, in this process to save its start; the second must come
    to the same code.
    """
    with path.open("rb") as file, contextlib.ExitStack() as stack:
        try:
            code, text = 0, checker.check(file, None if rules is None else stack.enter_context(rules.open("rb")))
        except checker.Refused as refused:
            text, code = refused.args
        except Exception as error:
            code, text = 2, f"{type(error).__name__}: {error}"
    other, line = bulk_checker.check(str(path), None if rules is None else str(rules))
    assert other == code, (text, line)
    assert "\n" not in line
    return code, text


def checked(data: bytes) -> tuple[int, str]:
    """The same of what a file would hold."""
    with tempfile.NamedTemporaryFile() as file:
        file.write(data)
        file.flush()
        return judged(Path(file.name))


def seen_by_both(path: Path, rules: Path | None = None, **_: Any) -> Verdict:
    """In the place of `verify`: the same in this process."""
    return Verdict(*judged(path, rules), 0.0)


class Wanted(Exception):
    """The checker asks for more of the stream."""


def said(rules: Any, state: Any, header: dict[str, Any], stream: list[int]) -> str:
    """What the checker says of a stream that begins like this: "accepted", "refused", or "more", which it wants."""

    def asked() -> Iterator[int]:
        yield from stream
        raise Wanted

    try:
        checker.follow(rules, state, {"positions": 10_000, "layers": 100, "symmetry": False} | header, asked())
    except Wanted:
        return "more"
    except checker.Refused:
        return "refused"
    return "accepted"


class Forger:
    """Looks for any stream at all, position by position: what a layer's positions need does not depend on each other.

    So it may ask of each alone which tokens the checker does not refuse, and whether all that follows can be forged.
    """

    def __init__(self, rules: Any, header: dict[str, Any]) -> None:
        """`rules`: as the checker has them."""
        self.rules, self.header = rules, header
        self.can = functools.cache(self._can)

    def is_own(self, position: Any) -> bool:
        """Whether the player of the claim is to move."""
        raise NotImplementedError

    def state(self, position: Any) -> Any:
        """The position as the checker has it."""
        raise NotImplementedError

    def tokens(self, position: Any) -> Iterator[tuple[list[int], Any]]:
        """What a stream may say there, with the position after a move with which play goes on."""
        raise NotImplementedError

    def children(self, position: Any) -> Iterator[Any]:
        """The positions after all moves with which play goes on."""
        raise NotImplementedError

    def said(self, position: Any, token: list[int]) -> str:
        return said(self.rules, self.state(position), self.header, token)

    def _can(self, position: Any) -> bool:
        """Whether the claim can be forged from there."""
        if not self.is_own(position):
            told = self.said(position, [])
            return told == "accepted" or (told == "more" and all(map(self.can, self.children(position))))
        for token, child in self.tokens(position):
            told = self.said(position, token)
            if told == "accepted" or (told == "more" and child is not None and self.can(child)):
                return True
        return False


NIM = """
def start(game):
    return (0, *sorted(game["heaps"]))

def to_move(state):
    return state[0]

def moves(state):
    return [100 * place + take for place, heap in enumerate(state[1:]) for take in range(1, heap + 1)]

def apply(state, move):
    heaps = list(state[1:])
    heaps[move // 100] -= move % 100
    return (1 - state[0], *sorted(heaps))

def result(state):
    return None if any(state[1:]) else (1 if state[0] == 1 else -1)
"""


def nim_stream(heaps: list[int], player: int) -> bytes:
    rules: dict[str, Any] = {}
    exec(NIM, rules)
    stream, layer = bytearray(), {rules["start"]({"heaps": heaps})}
    while layer:
        following: set[Any] = set()
        for state in sorted(layer):
            moves = sorted(rules["moves"](state))
            if state[0] == player:
                zero = [m for m in moves if functools.reduce(int.__xor__, rules["apply"](state, m)[1:]) == 0]
                moves = [zero[0] if zero else moves[0]]
                stream.append(sorted(rules["moves"](state)).index(moves[0]))
            following |= {after for m in moves if rules["result"](after := rules["apply"](state, m)) is None}
        layer = following
    return bytes(stream)
