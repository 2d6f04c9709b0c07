"""The second checker of certificates, for large files: `python -I bulk_checker.py FILE [RULES.py]`. It needs numpy.

It was written independently of checker.py, whose docstring is the specification. It reads the same files and must reach the
same verdicts. Positions of flat boards are rows of an array, (stones of A, stones of B), and are played in blocks. The
positions of the next layer go to sorted files in a temporary folder and are read back range by range, so memory does not
grow with the proof. With a rules module, positions are played one at a time, and layers are stored in the same way, as is
the set of all positions so far if each is played once only.

It prints one line. The exit code is 0 for VERIFIED, 1 for REJECTED, 2 for MALFORMED, 3 for UNCHECKED: the board has
more than 63 cells, or a rules module has too many states that do not fit in 64-bit integers.
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

FORMATS = (b"ZCERT1\n", b"ZCERT2\n", b"ZCERT3\n")
BLOCK = 1 << 17
"""How many positions are played at a time."""
HELD = 1 << 22
"""How many positions of a layer are kept in memory before they are written to a file."""
HELD_STATES = 1 << 18
"""The same for states of a rules module, which take more memory."""
PIECE = 1 << 18
"""Bytes that are read and decompressed at a time."""
AHEAD = 1 << 12
"""Bytes of the stream, or states of a file, that are taken at a time."""
XZ_MEMORY = 1 << 27
MOST_ALONE = 10_000
"""How many layers in a row may have only positions with B to move."""
LONGEST_HEADER = 1 << 16
LEMMA = 255
REST = 1 << 23
"""After a proof has failed, up to this many bytes of the stream are read to find out whether the file is damaged."""


class Malformed(Exception):
    """The file is not a certificate, is damaged, or has more positions or layers than it declares."""


class Unchecked(Exception):
    """This checker cannot check the file."""


class Rejected(Exception):
    """The strategy does not achieve what is claimed."""


# --- the file ---------------------------------------------------------------------------------------------------------
class CertificateFile:
    """The fields of a valid header, and the stream."""

    def __init__(self, file: BinaryIO) -> None:
        """Raises Malformed."""
        magic = file.read(7)
        if magic not in FORMATS:
            raise Malformed("the file does not begin with ZCERT1, ZCERT2 or ZCERT3")
        self.needs_module = magic != FORMATS[0]
        """Whether the rules must be those of a module, which may have a lemma."""
        self.visits_once = magic == FORMATS[2]
        """Whether each position is played once only, because plays need not end."""
        line, digest = file.readline(LONGEST_HEADER + 1), file.readline(66)
        if hashlib.sha256(magic + line).hexdigest() + "\n" != digest.decode("ascii", "replace"):
            raise Malformed("the header does not match its SHA-256")
        try:
            self._read(json.loads(line))
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            raise Malformed(f"the header is not valid ({type(error).__name__})") from None
        self.stream = Stream(file, self.size, self.digest)

    def _read(self, header: dict[str, Any]) -> None:
        self.claim = claim = header["claim"]
        if set(claim) - {"player", "at_least", "within"}:
            raise ValueError
        self.game = header["game"]
        self.player, self.level = _integer(claim["player"], 0, 1), _integer(claim["at_least"])
        self.within = _integer(claim["within"], 1) if "within" in claim else None
        if self.visits_once and self.within is not None:
            raise ValueError
        if not isinstance(header["start"], list):
            raise TypeError
        self.start = [_integer(move) for move in cast("list[Any]", header["start"])]
        self.positions, self.layers = _integer(header["positions"]), _integer(header["layers"])
        self.size, self.digest = _integer(header["payload_bytes"]), header["sha256"]
        self.symmetry, self.rules = header["symmetry"], header["rules"]
        if not isinstance(self.symmetry, bool) or not isinstance(self.rules, str):
            raise TypeError

    def is_broken_by(self, value: int | None, ply: int) -> bool:
        """Whether the claim fails if A has this value after this many plies, None if play is not over."""
        if value is not None:
            return value < self.level
        return self.level > 0 and ply == self.within


def _integer(value: Any, least: int | None = None, most: int | None = None) -> int:
    if type(value) is not int or (least is not None and value < least) or (most is not None and value > most):
        raise ValueError
    return value


class Stream:
    """The bytes of the strategy."""

    def __init__(self, file: BinaryIO, size: int, digest: Any) -> None:
        self._file, self._size, self._digest = file, size, digest
        self._xz = lzma.LZMADecompressor(lzma.FORMAT_XZ, XZ_MEMORY)
        self._hash = hashlib.sha256()
        self._seen = 0
        self._held = b""
        self._place = 0
        """The index of the next byte in `_held`."""

    def peek(self, count: int) -> bytes:
        """The next `count` bytes; fewer at the end. Raises Malformed if the stream is damaged, or longer than declared."""
        while len(self._held) - self._place < count and not self._xz.eof:
            compressed = self._file.read(PIECE) if self._xz.needs_input else b""
            if self._xz.needs_input and not compressed:
                raise Malformed("the stream is cut off")
            try:
                piece = self._xz.decompress(compressed, PIECE)
            except (lzma.LZMAError, MemoryError):
                raise Malformed("the stream is damaged") from None
            self._hash.update(piece)
            self._seen += len(piece)
            if self._seen > self._size:
                raise Malformed("the stream is longer than declared")
            self._held, self._place = self._held[self._place :] + piece, 0
        return self._held[self._place : self._place + count]

    def take(self, count: int) -> bytes:
        """Use up the next `count` bytes and return them. Raises Rejected if there are fewer."""
        taken = self.peek(count)
        if len(taken) < count:
            raise Rejected("the stream ends before the proof")
        self._place += count
        return taken

    def rest(self) -> Iterator[int]:
        """Use up one byte after another. Raises Malformed."""
        while self.peek(1):
            yield from self.take(1)

    def finish(self) -> None:
        """Raises Malformed if the stream does not match its SHA-256, Rejected if bytes are left."""
        left = bool(self.peek(1))
        self.check_rest()
        if left:
            raise Rejected("the proof ends before the stream")

    def check_rest(self) -> None:
        """Raises Malformed if the rest of the stream, or the first REST bytes of it, are damaged."""
        for _ in range(0, REST, PIECE):
            if not self.peek(PIECE):
                break
            self._place = min(self._place + PIECE, len(self._held))
        if not self._xz.eof:
            return
        if self._seen != self._size or self._hash.hexdigest() != self._digest:
            raise Malformed("the stream does not match its length or SHA-256")
        if self._xz.unused_data or self._file.read(1):
            raise Malformed("there are bytes after the stream")


# --- flat boards, a block at a time -----------------------------------------------------------------------------------
class FlatRules:
    """The rules of k in a row on up to 63 cells."""

    def __init__(self, certificate: CertificateFile, w: int, h: int, k: int, gravity: bool) -> None:
        self.c = certificate
        self.w, self.h, self.gravity = w, h, gravity
        self.cells = w * h
        self.lines = [sum(1 << cell for cell in line) for line in lines_of(w, h, k)]
        self.maps = maps_of(w, h, gravity) if certificate.symmetry else []
        self.full = (1 << self.cells) - 1

    def run(self, folder: Path) -> None:
        """Follow the proof. Raises Rejected, Malformed."""
        c = self.c
        a, b = stones_at_start(c, self.w, self.h, self.gravity, self.lines)
        layer = FlatLayer(folder, 0)
        layer.add(self.reduced(np.array([[a, b]], np.int64)))
        ply, a_moves, positions, layers = 0, len(c.start) % 2 == c.player, 0, 0
        while layer.count:
            ply += 1
            following = FlatLayer(folder, ply)
            layers += a_moves
            if a_moves:
                positions += layer.total()
            if positions > c.positions or layers > c.layers:
                raise Malformed("there are more positions or layers than declared")
            for rows in layer.ranges():
                for after in self.moves_of_a(rows) if a_moves else self.moves_of_b(rows):
                    following.add(self.reduced(self.not_over(after, 0 if a_moves else 1, ply)))
            layer.close()
            layer, a_moves = following, not a_moves
        c.stream.finish()

    def not_over(self, rows: Rows, side: int, ply: int) -> Rows:
        """The positions that play continues from; `side` (0 for A) moved last. Raises Rejected."""
        won = np.zeros(len(rows), bool)
        for line in self.lines:
            won |= (rows[:, side] & line) == line
        over = won | ((rows[:, 0] | rows[:, 1]) == self.full)
        ended = {1 - 2 * side: won.any(), 0: (over & ~won).any(), None: not over.all()}
        if any(occurs and self.c.is_broken_by(value, ply) for value, occurs in ended.items()):
            raise Rejected(f"at ply {ply} a play breaks the claim")
        return rows[~over] if ply != self.c.within else rows[:0]

    def moves_of_a(self, rows: Rows) -> Iterator[Rows]:
        """The positions after the moves of A that the stream gives; none after a lemma. Raises Rejected."""
        moves = self.read_moves(rows)
        rows, moves = rows[moves >= 0].copy(), moves[moves >= 0]
        if not self.may_take(rows, moves).all():
            raise Rejected("a move is not legal")
        rows[:, 0] |= np.int64(1) << moves
        yield rows

    def read_moves(self, rows: Rows) -> Rows:
        """A's move in each position, from the stream; -1 for a lemma that holds. Raises Rejected."""
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
        """For each position, whether a stone may be put on the cell of the same index."""
        taken = rows[:, 0] | rows[:, 1]
        on_board = np.minimum(cells, self.cells - 1)
        legal = (cells < self.cells) & ((taken >> on_board) & 1 == 0)
        if self.gravity:
            legal &= (cells < self.w) | ((taken >> np.maximum(on_board - self.w, 0)) & 1 == 1)
        return legal

    def moves_of_b(self, rows: Rows) -> Iterator[Rows]:
        """The positions after every legal move of B."""
        for cell in range(self.cells):
            some = rows[self.may_take(rows, np.full(len(rows), cell))].copy()
            some[:, 1] |= 1 << cell
            if len(some):
                yield some

    def check_lemma(self, a: int, b: int) -> None:
        """Read a lemma from the stream. Raises Rejected unless it holds for the position."""
        check_lemma(self.c, a, b, self.cells, self.lines, self.gravity)

    def reduced(self, rows: Rows) -> Rows:
        """The least of the images of each position."""
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
    """For each symmetry except the identity, the cell that each cell moves to."""
    places = [(cell % w, cell // w) for cell in range(w * h)]
    images = [[(w - 1 - x, y) for x, y in places]]
    if not gravity:
        images += [[(x, h - 1 - y) for x, y in places], [(w - 1 - x, h - 1 - y) for x, y in places]]
    if not gravity and w == h:
        images += [[(y, x) for x, y in places], [(w - 1 - y, x) for x, y in places]]
        images += [[(y, w - 1 - x) for x, y in places], [(w - 1 - y, w - 1 - x) for x, y in places]]
    return [[y * w + x for x, y in image] for image in images]


def stones_at_start(c: CertificateFile, w: int, h: int, gravity: bool, lines: list[int]) -> tuple[int, int]:
    """The stones of A and of B at the start. Raises Malformed if a move before it is illegal, or play is over."""
    stones = [0, 0]
    for number, cell in enumerate(c.start):
        taken = stones[0] | stones[1]
        legal = 0 <= cell < w * h and not taken >> cell & 1
        if not legal or (gravity and cell >= w and not taken >> (cell - w) & 1):
            raise Malformed("a move before the start is illegal")
        stones[number % 2] |= 1 << cell
        if any(stones[number % 2] & line == line for line in lines):
            raise Malformed("play is over at the start")
    if stones[0] | stones[1] == (1 << w * h) - 1:
        raise Malformed("play is over at the start")
    return stones[c.player], stones[1 - c.player]


def check_lemma(c: CertificateFile, a: int, b: int, cells: int, lines: list[int], gravity: bool) -> None:
    """Read a lemma, from its first byte. Raises Rejected if it does not hold for the position, or is not allowed."""
    c.stream.take(1)
    if c.level != 0 or gravity:
        raise Rejected("a lemma is allowed only if the claim is at least 0 and there is no gravity")
    paired = list(c.stream.take(2 * c.stream.take(1)[0]))
    used = sum(1 << cell for cell in set(paired))
    if len(set(paired)) < len(paired) or max(paired, default=0) >= cells or used & (a | b):
        raise Rejected("a lemma names a cell that is taken or not on the board, or names a cell twice")
    pairs = [1 << one | 1 << other for one, other in zip(paired[::2], paired[1::2], strict=True)]
    if any(not line & a and not any(line & pair == pair for pair in pairs) for line in lines):
        raise Rejected("a lemma leaves out a line")


class FlatLayer:
    """The positions of a layer: in memory while they are few, otherwise in sorted files."""

    def __init__(self, folder: Path, number: int) -> None:
        self._folder, self._number = folder, number
        self._held: list[Rows] = []
        self._waiting = 0
        self._files: list[Path] = []

    @property
    def count(self) -> int:
        """0 only if the layer is empty; not the exact number of positions."""
        return self._waiting + len(self._files)

    def add(self, rows: Rows) -> None:
        """Add positions, which may be there already."""
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
        """The number of different positions."""
        if self._files:
            return sum(len(rows) for rows in self.ranges())
        self._shrink()
        return self._waiting

    def ranges(self) -> Iterator[Rows]:
        """All positions in ascending order, each once, in blocks of about BLOCK."""
        if self._waiting:
            self._shrink()
        parts: list[Rows] = [np.load(path, mmap_mode="r") for path in self._files] + self._held
        bounds = np.unique(np.concatenate([part[:: BLOCK // len(parts) + 1, 0] for part in parts]))
        cuts = [np.append(np.searchsorted(part[:, 0], bounds, "left"), len(part)) for part in parts]
        for number in range(len(bounds)):
            some = [part[cut[number] : cut[number + 1]] for part, cut in zip(parts, cuts, strict=True)]
            yield distinct(np.concatenate(some))

    def close(self) -> None:
        """Delete the files."""
        for path in self._files:
            path.unlink()


def distinct(rows: Rows) -> Rows:
    """The rows in ascending order, each once."""
    ordered = rows[np.lexsort((rows[:, 1], rows[:, 0]))]
    keep = np.append(True, np.any(np.diff(ordered, axis=0) != 0, axis=1)) if len(ordered) else np.zeros(0, bool)
    return ordered[keep]


# --- rules modules, a position at a time --------------------------------------------------------------------------------
def move_of_a(c: CertificateFile, rules: dict[str, Any], state: Any, moves: list[int]) -> list[int]:
    """The move of A that the stream gives; no move if a lemma of the module proves the claim. Raises Rejected."""
    index = c.stream.take(1)[0]
    a_lemma = index == LEMMA and c.needs_module
    if a_lemma and rules["lemma"](state, c.claim, c.stream.rest()):
        return []
    if a_lemma or index >= len(moves):
        raise Rejected("a move is not legal, or a lemma does not hold")
    return [moves[index]]


class States:
    """A set of states, such as a layer: in memory while they are few, otherwise in sorted files."""

    def __init__(self, folder: Path, name: str) -> None:
        """`name` distinguishes the files of this set from those of others."""
        self._folder, self._name = folder, name
        self._held: set[Any] = set()
        self._files: list[Rows] = []
        self._paths: list[Path] = []

    def add(self, state: Any) -> None:
        """Add a state, which may be there already. Raises Unchecked."""
        self._held.add(state)
        if len(self._held) > HELD_STATES:
            self._spill()

    def _spill(self) -> None:
        ordered = sorted(self._held)
        try:
            rows = np.array(ordered, np.int64)
        except (ValueError, OverflowError, TypeError):
            rows = np.zeros((0, 1), np.int64)
        if as_states(rows) != ordered:
            raise Unchecked("there are too many states that do not fit in 64-bit integers; use checker.py alone")
        self._paths.append(self._folder / f"{self._name}-{len(self._paths)}.npy")
        np.save(self._paths[-1], rows)
        self._files.append(np.load(self._paths[-1], mmap_mode="r"))
        self._held = set()

    def __contains__(self, state: Any) -> bool:
        return state in self._held or any(is_in(state, rows) for rows in self._files)

    def __iter__(self) -> Iterator[Any]:
        """The states in ascending order, each once."""
        last = None
        for state in heapq.merge(sorted(self._held), *map(states_in, self._files)):
            if state != last:
                yield state
            last = state

    def close(self) -> None:
        """Delete the files."""
        self._files = []
        for path in self._paths:
            path.unlink()


def is_in(state: Any, rows: Rows) -> bool:
    """Whether sorted rows contain a state."""
    low, high = 0, len(rows)
    while low < high:
        middle = (low + high) // 2
        if tuple(rows[middle].tolist()) < state:
            low = middle + 1
        else:
            high = middle
    return low < len(rows) and tuple(rows[low].tolist()) == state


def states_in(rows: Rows) -> Iterator[Any]:
    """The rows as states, read piece by piece."""
    for first in range(0, len(rows), AHEAD):
        yield from as_states(rows[first : first + AHEAD])


def as_states(rows: Rows) -> list[tuple[int, ...]]:
    """The rows as tuples of integers."""
    return [*zip(*(column.tolist() for column in rows.T), strict=True)]


def run_module(c: CertificateFile, source: bytes, folder: Path) -> None:
    """Follow a proof by a rules module. Raises Rejected, Malformed, Unchecked, and any error of the module."""
    rules: dict[str, Any] = {}
    exec(compile(source, "RULES", "exec", dont_inherit=True), rules)
    reduce = rules.get("canonical") if c.symmetry else None
    ply, positions, layers, alone = 0, 0, 0, 0
    reached, visited = States(folder, "0"), States(folder, "visited")
    reached.add(reduce(state_at_start(rules, c)) if reduce else state_at_start(rules, c))
    if c.visits_once:
        check_endless(c, rules.get("ENDLESS"))
    is_over = False
    while not is_over:
        ply += 1
        layer = without(reached, visited, States(folder, f"{ply}-new")) if c.visits_once else reached
        a_to_move = sum(rules["to_move"](state) == c.player for state in layer)
        positions, layers = positions + a_to_move, layers + (a_to_move > 0)
        alone = 0 if a_to_move else alone + 1
        if positions > c.positions or layers > c.layers or alone > MOST_ALONE:
            raise Malformed("there are more positions or layers than declared, or B can move for ever")
        reached, is_over = States(folder, str(ply)), True
        for state in layer:
            for after in children(c, rules, state, ply):
                reached.add(reduce(after) if reduce else after)
                is_over = False
        layer.close()
    c.stream.finish()


def without(reached: States, visited: States, new: States) -> States:
    """Add the states that are reached and were not visited before to `new`, and to those visited. Returns `new`."""
    for state in reached:
        if state not in visited:
            visited.add(state)
            new.add(state)
    reached.close()
    return new


def check_endless(c: CertificateFile, endless: Any) -> None:
    """Raises Rejected unless A gets what is claimed from a play that never ends, by what player 0 gets from it."""
    if type(endless) is not int or (endless if c.player == 0 else -endless) < c.level:
        raise Rejected("by the rules, a play that never ends does not give what is claimed")


def state_at_start(rules: dict[str, Any], c: CertificateFile) -> Any:
    """The state at the start. Raises Malformed if a move before it is illegal, or play is over."""
    state = rules["start"](c.game)
    for move in c.start:
        if rules["result"](state) is not None or move not in rules["moves"](state):
            raise Malformed("a move before the start is illegal")
        state = rules["apply"](state, move)
    if rules["result"](state) is not None:
        raise Malformed("play is over at the start")
    return state


def children(c: CertificateFile, rules: dict[str, Any], state: Any, ply: int) -> Iterator[Any]:
    """The states after one more move that play continues from. Raises Rejected."""
    moves = sorted(rules["moves"](state))
    for move in move_of_a(c, rules, state, moves) if rules["to_move"](state) == c.player else moves:
        after = rules["apply"](state, move)
        result = rules["result"](after)
        value = result if result is None or c.player == 0 else -result
        if c.is_broken_by(value, ply):
            raise Rejected(f"at ply {ply} a play breaks the claim")
        if value is None and ply != c.within:
            yield after


def check(path: str, module: str | None = None) -> tuple[int, str]:
    """The exit code, and the line to print."""
    try:
        with open(path, "rb") as file:
            c = CertificateFile(file)
            try:
                follow(c, module)
            except Rejected:
                c.stream.check_rest()  # a damaged file is reported as damaged, and not as a wrong proof
                raise
    except Rejected as reason:
        return 1, f"REJECTED: {reason}"
    except Unchecked as reason:
        return 3, f"UNCHECKED: {reason}"
    except Malformed as reason:
        return 2, f"MALFORMED: {reason}"
    except Exception as error:
        return 2, ascii(f"MALFORMED: {type(error).__name__}: {error}")[1:200]
    horizon = f" within {c.within}" if c.within is not None else ""
    return 0, f"VERIFIED: {c.game}, start {c.start}: player {c.player} gets at least {c.level}{horizon}"


def follow(c: CertificateFile, module: str | None) -> None:
    """Follow the proof by the rules that the header names. Raises Rejected, Malformed, Unchecked."""
    if c.rules == "mnk-1" and not c.needs_module:
        sizes, gravity = {name: _integer(c.game[name], 1, 254) for name in ("w", "h", "k")}, c.game["gravity"]
        if not isinstance(gravity, bool) or len(c.game) != 4 or sizes["w"] * sizes["h"] > 254:
            raise Malformed("the game is not a board of at most 254 cells")
        if sizes["w"] * sizes["h"] > 63:
            raise Unchecked("the board has more than 63 cells; use checker.py alone")
        with tempfile.TemporaryDirectory() as folder:
            FlatRules(c, **sizes, gravity=gravity).run(Path(folder))
        return
    source = b""
    if module is not None:
        with open(module, "rb") as file:
            source = file.read()
    if c.rules != "sha256:" + hashlib.sha256(source).hexdigest():
        raise Malformed("the header names other rules than those given")
    with tempfile.TemporaryDirectory() as folder:
        run_module(c, source, Path(folder))


if __name__ == "__main__":
    code, line = check(*sys.argv[1:3])
    print(line)
    sys.exit(code)
