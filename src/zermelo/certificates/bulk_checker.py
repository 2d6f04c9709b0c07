"""The second checker of certificates, for large files: `python -I bulk_checker.py FILE [RULES.py]`, with numpy alone.

It reads the same files, and must come to the same verdicts, as checker.py, whose docstring is the specification; it was
written apart from it. Positions of flat boards are rows of an array, (stones of A, stones of B); whole blocks of them are
played at a time. What joins the next layer goes to sorted files in a temporary folder, and is taken from them again range by
range, so that memory does not grow with the proof. By other rules positions are played one after another, and kept likewise.

One line is printed; exit 0 for VERIFIED, 1 for REJECTED, 2 for MALFORMED, 3 for what is not for this one: boards of over 63
cells, and very many states of a module that are no 64-bit integers.
"""

from __future__ import annotations

import hashlib
import heapq
import json
import lzma
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, cast

import numpy as np
from numpy.typing import NDArray

Rows = NDArray[np.int64]

FORMATS = (b"ZCERT1\n", b"ZCERT2\n")
BLOCK = 1 << 17
"""Positions that are played at a time."""
HELD = 1 << 22
"""Positions that wait in memory before they go to a file."""
HELD_STATES = 1 << 18
"""As many of a module's, which take more."""
PIECE = 1 << 18
AHEAD = 1 << 12
XZ_MEMORY = 1 << 27
LONGEST_HEADER = 1 << 16
LEMMA = 255
REST = 1 << 23
"""Bytes of the stream that are still digested once the proof has failed, to tell damage."""


class Bad(Exception):
    """The file is no certificate, or damaged, or claims less than it holds."""


class Beyond(Exception):
    """This checker cannot tell."""


class Wrong(Exception):
    """The strategy does not do what is claimed."""


# --- the file ---------------------------------------------------------------------------------------------------------
class CertificateFile:
    """A header whose numbers make sense, and the stream."""

    def __init__(self, file: BinaryIO) -> None:
        """Raises Bad."""
        magic = file.read(7)
        if magic not in FORMATS:
            raise Bad("it does not begin as a certificate does")
        self.has_lemmas = magic == FORMATS[1]
        """Of a module's own."""
        line, digest = file.readline(LONGEST_HEADER + 1), file.readline(66)
        if hashlib.sha256(magic + line).hexdigest() + "\n" != digest.decode("ascii", "replace"):
            raise Bad("the header is not the one that was digested")
        try:
            self._read(json.loads(line))
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            raise Bad(f"the header makes no sense ({type(error).__name__})") from None
        self.stream = Stream(file, self.size, self.digest)

    def _read(self, header: dict[str, Any]) -> None:
        self.claim = claim = header["claim"]
        if set(claim) - {"player", "at_least", "within"}:
            raise ValueError
        self.game = header["game"]
        self.player, self.level = _integer(claim["player"], 0, 1), _integer(claim["at_least"])
        self.within = _integer(claim["within"], 1) if "within" in claim else None
        if not isinstance(header["start"], list):
            raise TypeError
        self.start = [_integer(move) for move in cast("list[Any]", header["start"])]
        self.positions, self.layers = _integer(header["positions"]), _integer(header["layers"])
        self.size, self.digest = _integer(header["payload_bytes"]), header["sha256"]
        self.symmetry, self.rules = header["symmetry"], header["rules"]
        if not isinstance(self.symmetry, bool) or not isinstance(self.rules, str):
            raise TypeError

    def ended_badly(self, value: int | None, ply: int) -> bool:
        """Whether a play that stands so for A after so many plies breaks the claim."""
        if value is not None:
            return value < self.level
        return self.level > 0 and ply == self.within


def _integer(value: Any, least: int | None = None, most: int | None = None) -> int:
    if type(value) is not int or (least is not None and value < least) or (most is not None and value > most):
        raise ValueError
    return value


class Stream:
    """The bytes of the strategy, as many at a time as are asked for."""

    def __init__(self, file: BinaryIO, size: int, digest: Any) -> None:
        self._file, self._size, self._digest = file, size, digest
        self._xz = lzma.LZMADecompressor(lzma.FORMAT_XZ, XZ_MEMORY)
        self._hash = hashlib.sha256()
        self._seen = 0
        self._held = b""
        self._place = 0
        """Of the next byte in what is held."""

    def peek(self, count: int) -> bytes:
        """The next bytes; fewer only at the end. Raises Bad where more come than declared, or the file is damaged."""
        while len(self._held) - self._place < count and not self._xz.eof:
            fed = self._file.read(PIECE) if self._xz.needs_input else b""
            if self._xz.needs_input and not fed:
                raise Bad("the stream is cut off")
            try:
                piece = self._xz.decompress(fed, PIECE)
            except (lzma.LZMAError, MemoryError):
                raise Bad("the stream is damaged") from None
            self._hash.update(piece)
            self._seen += len(piece)
            if self._seen > self._size:
                raise Bad("the stream is longer than declared")
            self._held, self._place = self._held[self._place :] + piece, 0
        return self._held[self._place : self._place + count]

    def take(self, count: int) -> bytes:
        """The next bytes, which are used up. Raises Wrong where there are fewer."""
        found = self.peek(count)
        if len(found) < count:
            raise Wrong("the stream ends before the proof")
        self._place += count
        return found

    def rest(self) -> Iterator[int]:
        """One byte after another, which are used up. Raises Bad."""
        while self.peek(1):
            yield from self.take(1)

    def finish(self) -> None:
        """Raises Wrong where bytes are left, Bad where they are not those that were digested."""
        left = bool(self.peek(1))
        self.check_rest()
        if left:
            raise Wrong("bytes are left when the proof is over")

    def check_rest(self) -> None:
        """Raises Bad for damage in what is left, or in the first REST bytes of it."""
        for _ in range(0, REST, PIECE):
            if not self.peek(PIECE):
                break
            self._place = min(self._place + PIECE, len(self._held))
        if not self._xz.eof:
            return
        if self._seen != self._size or self._hash.hexdigest() != self._digest:
            raise Bad("the stream is not the one that was digested")
        if self._xz.unused_data or self._file.read(1):
            raise Bad("something follows the stream")


# --- flat boards, a block at a time -----------------------------------------------------------------------------------
class FlatRules:
    """K in a row on up to 63 cells."""

    def __init__(self, certificate: CertificateFile, w: int, h: int, k: int, gravity: bool) -> None:
        self.c = certificate
        self.w, self.h, self.gravity = w, h, gravity
        self.cells = w * h
        self.lines = [sum(1 << cell for cell in line) for line in lines_of(w, h, k)]
        self.maps = maps_of(w, h, gravity) if certificate.symmetry else []
        self.full = (1 << self.cells) - 1

    def run(self, folder: Path) -> None:
        """Follow the proof. Raises Wrong, Bad."""
        c = self.c
        mine, theirs = started(c, self.w, self.h, self.gravity, self.lines)
        layer = Shelf(folder, 0)
        layer.add(self.reduced(np.array([[mine, theirs]], np.int64)))
        ply, a_moves, positions, layers = 0, len(c.start) % 2 == c.player, 0, 0
        while layer.count:
            ply += 1
            following = Shelf(folder, ply)
            layers += a_moves
            if a_moves:
                positions += layer.total()
            if positions > c.positions or layers > c.layers:
                raise Bad("there are more positions or layers than declared")
            for rows in layer.ranges():
                for after in self.own(rows) if a_moves else self.answers(rows):
                    following.add(self.reduced(self.going(after, 0 if a_moves else 1, ply)))
            layer.close()
            layer, a_moves = following, not a_moves
        c.stream.finish()

    def going(self, rows: Rows, side: int, ply: int) -> Rows:
        """Those of these positions in which play goes on, that side having moved last. Raises Wrong."""
        won = np.zeros(len(rows), bool)
        for line in self.lines:
            won |= (rows[:, side] & line) == line
        over = won | ((rows[:, 0] | rows[:, 1]) == self.full)
        ended = {1 - 2 * side: won.any(), 0: (over & ~won).any(), None: not over.all()}
        if any(there and self.c.ended_badly(value, ply) for value, there in ended.items()):
            raise Wrong(f"after {ply} plies a play has not ended as claimed")
        return rows[~over] if ply != self.c.within else rows[:0]

    def own(self, rows: Rows) -> Iterator[Rows]:
        """The positions after A's moves by the stream, but for those that a lemma settles. Raises Wrong."""
        moves = self.told(rows)
        rows, moves = rows[moves >= 0].copy(), moves[moves >= 0]
        if not self.may_take(rows, moves).all():
            raise Wrong("a move is not legal")
        rows[:, 0] |= np.int64(1) << moves
        yield rows

    def told(self, rows: Rows) -> Rows:
        """What the stream says of each position: a move, or -1 for a lemma, which holds. Raises Wrong."""
        stream, moves, place = self.c.stream, np.full(len(rows), -1, np.int64), 0
        while place < len(rows):
            ahead = stream.peek(min(len(rows) - place, AHEAD)) or stream.take(1)
            plain = ahead.find(LEMMA) if LEMMA in ahead else len(ahead)
            moves[place : place + plain] = np.frombuffer(stream.take(plain), np.uint8)
            place += plain
            if plain < len(ahead):
                self.check_lemma(int(rows[place, 0]), int(rows[place, 1]))
                place += 1
        return moves

    def may_take(self, rows: Rows, cells: Rows) -> NDArray[np.bool_]:
        """Whether each of the cells may be taken in its position."""
        taken = rows[:, 0] | rows[:, 1]
        on_board = np.minimum(cells, self.cells - 1)
        legal = (cells < self.cells) & ((taken >> on_board) & 1 == 0)
        if self.gravity:
            legal &= (cells < self.w) | ((taken >> np.maximum(on_board - self.w, 0)) & 1 == 1)
        return legal

    def answers(self, rows: Rows) -> Iterator[Rows]:
        """The positions after every move of B's."""
        for cell in range(self.cells):
            some = rows[self.may_take(rows, np.full(len(rows), cell))].copy()
            some[:, 1] |= 1 << cell
            if len(some):
                yield some

    def check_lemma(self, mine: int, theirs: int) -> None:
        """Read a lemma about a position. Raises Wrong where it does not hold."""
        check_lemma(self.c, mine, theirs, self.cells, self.lines, self.gravity)

    def reduced(self, rows: Rows) -> Rows:
        """The smallest images."""
        least = rows
        for mapped in self.maps:
            image = np.zeros_like(rows)
            for cell, target in enumerate(mapped):
                image |= ((rows >> cell) & 1) << target
            smaller = (image[:, 0] < least[:, 0]) | ((image[:, 0] == least[:, 0]) & (image[:, 1] < least[:, 1]))
            least = np.where(smaller[:, None], image, least)
        return least


def lines_of(w: int, h: int, k: int) -> list[list[int]]:
    """The cells of each line."""
    found: set[tuple[int, ...]] = set()
    for y in range(h):
        for x in range(w):
            if x + k <= w:
                found.add(tuple(y * w + x + i for i in range(k)))
            if y + k <= h:
                found.add(tuple((y + i) * w + x for i in range(k)))
            if x + k <= w and y + k <= h:
                found.add(tuple((y + i) * w + x + i for i in range(k)))
            if x + 1 >= k and y + k <= h:
                found.add(tuple((y + i) * w + x - i for i in range(k)))
    return [list(line) for line in sorted(found)]


def maps_of(w: int, h: int, gravity: bool) -> list[list[int]]:
    """Where each cell goes, for each symmetry but the identity."""
    places = [(cell % w, cell // w) for cell in range(w * h)]
    images = [[(w - 1 - x, y) for x, y in places]]
    if not gravity:
        images += [[(x, h - 1 - y) for x, y in places], [(w - 1 - x, h - 1 - y) for x, y in places]]
    if not gravity and w == h:
        images += [[(y, x) for x, y in places], [(w - 1 - y, x) for x, y in places]]
        images += [[(y, w - 1 - x) for x, y in places], [(w - 1 - y, w - 1 - x) for x, y in places]]
    return [[y * w + x for x, y in image] for image in images]


def started(c: CertificateFile, w: int, h: int, gravity: bool, lines: list[int]) -> tuple[int, int]:
    """The stones of A and of B at the start. Raises Bad unless its moves are legal and play goes on."""
    stones = [0, 0]
    for number, cell in enumerate(c.start):
        taken = stones[0] | stones[1]
        legal = 0 <= cell < w * h and not taken >> cell & 1
        if not legal or (gravity and cell >= w and not taken >> (cell - w) & 1):
            raise Bad("a move before the start is not legal")
        stones[number % 2] |= 1 << cell
        if any(stones[number % 2] & line == line for line in lines):
            raise Bad("play is over at the start")
    if stones[0] | stones[1] == (1 << w * h) - 1:
        raise Bad("play is over at the start")
    return stones[c.player], stones[1 - c.player]


def check_lemma(c: CertificateFile, mine: int, theirs: int, cells: int, lines: list[int], gravity: bool) -> None:
    """Read a lemma about a position, from its first byte. Raises Wrong where it does not hold, or may not be."""
    c.stream.take(1)
    if c.level != 0 or gravity:
        raise Wrong("a lemma is only for draws without gravity")
    told = list(c.stream.take(2 * c.stream.take(1)[0]))
    used = sum(1 << cell for cell in set(told))
    if len(set(told)) < len(told) or max(told, default=0) >= cells or used & (mine | theirs):
        raise Wrong("a lemma has cells that are taken, or twice in it")
    pairs = [1 << one | 1 << other for one, other in zip(told[::2], told[1::2], strict=True)]
    if any(not line & mine and not any(line & pair == pair for pair in pairs) for line in lines):
        raise Wrong("a lemma misses a line")


class Shelf:
    """The positions of a layer: in memory while they are few, else in sorted files."""

    def __init__(self, folder: Path, number: int) -> None:
        self._folder, self._number = folder, number
        self._held: list[Rows] = []
        self._waiting = 0
        self._files: list[Path] = []

    @property
    def count(self) -> int:
        """Positions, some of them perhaps counted more than once: 0 only if there are none."""
        return self._waiting + len(self._files)

    def add(self, rows: Rows) -> None:
        """Some more."""
        if len(rows):
            self._held.append(rows)
            self._waiting += len(rows)
            if self._waiting > HELD:
                self._shrink()
                if self._waiting > HELD // 2:
                    self._spill()

    def _shrink(self) -> None:
        self._held = [distinct(np.concatenate(self._held))]
        self._waiting = len(self._held[0])

    def _spill(self) -> None:
        path = self._folder / f"{self._number}-{len(self._files)}.npy"
        np.save(path, self._held[0])
        self._files.append(path)
        self._held, self._waiting = [], 0

    def total(self) -> int:
        """Positions, each counted once."""
        if self._files:
            return sum(len(rows) for rows in self.ranges())
        self._shrink()
        return self._waiting

    def ranges(self) -> Iterator[Rows]:
        """All positions in order, each once, BLOCK or so at a time."""
        if self._waiting:
            self._shrink()
        parts: list[Rows] = [np.load(path, mmap_mode="r") for path in self._files] + self._held
        bounds = np.unique(np.concatenate([part[:: BLOCK // len(parts) + 1, 0] for part in parts]))
        cuts = [np.append(np.searchsorted(part[:, 0], bounds, "left"), len(part)) for part in parts]
        for number in range(len(bounds)):
            some = [part[cut[number] : cut[number + 1]] for part, cut in zip(parts, cuts, strict=True)]
            yield distinct(np.concatenate(some))

    def close(self) -> None:
        """The files are not needed any more."""
        for path in self._files:
            path.unlink()


def distinct(rows: Rows) -> Rows:
    """In ascending order, each once."""
    ordered = rows[np.lexsort((rows[:, 1], rows[:, 0]))]
    keep = np.append(True, np.any(np.diff(ordered, axis=0) != 0, axis=1)) if len(ordered) else np.zeros(0, bool)
    return ordered[keep]


# --- any rules, position by position ------------------------------------------------------------------------------------
def told(c: CertificateFile, rules: dict[str, Any], state: Any, moves: list[int]) -> list[int]:
    """A's move in a position by the stream; none where a lemma of the module's holds. Raises Wrong."""
    index = c.stream.take(1)[0]
    if index == LEMMA and c.has_lemmas and rules["lemma"](state, c.claim, c.stream.rest()):
        return []
    if index >= len(moves):
        raise Wrong("a move is not legal, or a lemma does not hold")
    return [moves[index]]


class Pile:
    """The states of a layer: in memory while they are few, else in sorted files."""

    def __init__(self, folder: Path, number: int) -> None:
        self._folder, self._number = folder, number
        self._held: set[Any] = set()
        self._files: list[Path] = []

    def add(self, state: Any) -> None:
        """One more, or one that is there already. Raises Beyond."""
        self._held.add(state)
        if len(self._held) > HELD_STATES:
            self._spill()

    def _spill(self) -> None:
        ordered = sorted(self._held)
        try:
            rows = np.array(ordered, np.int64)
        except (ValueError, OverflowError, TypeError):
            rows = np.zeros((0, 1), np.int64)
        if listed(rows) != ordered:
            raise Beyond("so many states that are no rows of 64-bit integers are for checker.py alone")
        path = self._folder / f"{self._number}-{len(self._files)}.npy"
        np.save(path, rows)
        self._files.append(path)
        self._held = set()

    def __iter__(self) -> Iterator[Any]:
        """In order, each once."""
        last = None
        for state in heapq.merge(sorted(self._held), *map(states_in, self._files)):
            if state != last:
                yield state
            last = state

    def close(self) -> None:
        """The files are not needed any more."""
        for path in self._files:
            path.unlink()


def states_in(path: Path) -> Iterator[Any]:
    """Those of a file."""
    rows: Rows = np.load(path, mmap_mode="r")
    for first in range(0, len(rows), AHEAD):
        yield from listed(rows[first : first + AHEAD])


def listed(rows: Rows) -> list[tuple[int, ...]]:
    """Rows as states."""
    return [*zip(*(column.tolist() for column in rows.T), strict=True)]


def run_module(c: CertificateFile, text: bytes, folder: Path) -> None:
    """Follow a proof by the rules of a module. Raises Wrong, Bad, Beyond, and what the module raises."""
    rules: dict[str, Any] = {}
    exec(compile(text, "RULES", "exec", dont_inherit=True), rules)
    reduce = rules.get("canonical") if c.symmetry else None
    layer, ply, positions, layers = Pile(folder, 0), 0, 0, 0
    layer.add(reduce(started_by(rules, c)) if reduce else started_by(rules, c))
    going = True
    while going:
        ply += 1
        own = sum(rules["to_move"](state) == c.player for state in layer)
        positions, layers = positions + own, layers + (own > 0)
        if positions > c.positions or layers > c.layers:
            raise Bad("there are more positions or layers than declared")
        following, going = Pile(folder, ply), False
        for state in layer:
            for after in followed(c, rules, state, ply):
                following.add(reduce(after) if reduce else after)
                going = True
        layer.close()
        layer = following
    c.stream.finish()


def started_by(rules: dict[str, Any], c: CertificateFile) -> Any:
    """The state at the start. Raises Bad unless its moves are legal and play goes on."""
    state = rules["start"](c.game)
    for move in c.start:
        if rules["result"](state) is not None or move not in rules["moves"](state):
            raise Bad("a move before the start is not legal")
        state = rules["apply"](state, move)
    if rules["result"](state) is not None:
        raise Bad("play is over at the start")
    return state


def followed(c: CertificateFile, rules: dict[str, Any], state: Any, ply: int) -> Iterator[Any]:
    """The states after a state in which play goes on. Raises Wrong."""
    moves = sorted(rules["moves"](state))
    for move in told(c, rules, state, moves) if rules["to_move"](state) == c.player else moves:
        after = rules["apply"](state, move)
        result = rules["result"](after)
        value = result if result is None or c.player == 0 else -result
        if c.ended_badly(value, ply):
            raise Wrong(f"after {ply} plies a play has not ended as claimed")
        if value is None and ply != c.within:
            yield after


def check(path: str, module: str | None = None) -> tuple[int, str]:
    """Exit code, and what there is to say."""
    try:
        with open(path, "rb") as file:
            c = CertificateFile(file)
            try:
                follow(c, module)
            except Wrong:
                c.stream.check_rest()  # damage is told before what is wrong
                raise
    except Wrong as wrong:
        return 1, f"REJECTED: {wrong}"
    except Beyond as beyond:
        return 3, f"UNCHECKED: {beyond}"
    except Bad as bad:
        return 2, f"MALFORMED: {bad}"
    except Exception as error:
        return 2, ascii(f"MALFORMED: {type(error).__name__}: {error}")[1:200]
    horizon = f" within {c.within}" if c.within is not None else ""
    return 0, f"VERIFIED: {c.game}, start {c.start}: player {c.player} gets {c.level} at least{horizon}"


def follow(c: CertificateFile, module: str | None) -> None:
    """By the rules that the header names. Raises Wrong, Bad."""
    if c.rules == "mnk-1" and not c.has_lemmas:
        sizes, gravity = {name: _integer(c.game[name], 1, 254) for name in ("w", "h", "k")}, c.game["gravity"]
        if not isinstance(gravity, bool) or len(c.game) != 4 or sizes["w"] * sizes["h"] > 254:
            raise Bad("the game is no board of at most 254 cells")
        if sizes["w"] * sizes["h"] > 63:
            raise Beyond("boards of over 63 cells are for checker.py alone")
        with tempfile.TemporaryDirectory() as folder:
            FlatRules(c, **sizes, gravity=gravity).run(Path(folder))
        return
    text = b""
    if module is not None:
        with open(module, "rb") as file:
            text = file.read()
    if c.rules != "sha256:" + hashlib.sha256(text).hexdigest():
        raise Bad("the rules are not those that were given")
    with tempfile.TemporaryDirectory() as folder:
        run_module(c, text, Path(folder))


if __name__ == "__main__":
    code, line = check(*sys.argv[1:3])
    print(line)
    sys.exit(code)
