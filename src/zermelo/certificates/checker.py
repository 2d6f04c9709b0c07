"""Check a certificate: a file that proves what a player can get in a game of two players.

    python -I -S checker.py FILE [RULES.py]

It prints one line. The exit code is 0 for VERIFIED, 1 for REJECTED (the proof fails), 2 for MALFORMED (the file is damaged,
exceeds its own limits or is for other rules, or the rules themselves failed).

WHAT IS TRUSTED. This file, Python with its standard library, and RULES.py if it is given. Nothing in FILE is trusted: it
holds no code, and a file that does not prove its claim is refused. For k in a row, with or without gravity, the rules are
here, in the class KInARow, and nothing else is needed. RULES.py is run as it is, so read it first: it must be the game.

THE CLAIM. From the start, player A has a strategy that gets A at least v, whatever the other player, B, does. With
"within": d, d > 0: if v > 0, A gets it within d plies; if not, A does not end below v within d plies, and what comes later
is not claimed. A draw takes two certificates, one for each player.

THE PROOF is A's strategy: A's move in each position that can arise, in an order that follows from the rules. The file holds
no positions and no values. The checker plays the strategy against every move of B, one ply at a time:
  1. A layer is the set of positions after the same number of plies; the first holds the start alone.
  2. Its positions are taken in ascending order. If B is to move, every legal move is played. If A is to move, the next byte
     of the stream is A's move, which must be legal, and only that one is played.
  3. A game that ends must end with at least v for A. Every other position goes into the next layer, once. If the header
     says "symmetry", the least of its mirror images goes there instead.
  4. The proof is complete when a layer is empty and the stream is used up.
By induction from the last layer back to the first, A gets at least v from every position of every layer.

THE PAIRING LEMMA. Where A is to move and v = 0, byte 255 says that B can never complete a line. A byte n follows, then n
pairs of cells. The cells must be empty and all different, and every line without a stone of A's must contain a pair. When B
takes one cell of a pair, A takes the other, so B never has both. Not with gravity, where a cell cannot be taken at will.

THE FILE. `ZCERT1` and a line feed; the header, a line of JSON of at most 65,536 bytes; a line with the SHA-256 of these two
lines in hex; then the stream of moves, compressed by xz. The header:
    {"game": {"w": 5, "h": 5, "k": 4, "gravity": false}, "claim": {"player": 1, "at_least": 0}, "start": [12],
     "rules": "mnk-1", "symmetry": true, "positions": N, "layers": N, "payload_bytes": N, "sha256": "...", "made_by": "..."}
"player" is A: 0 moves first in the empty game. "start" lists the moves before the start. "positions" (with A to move) and
"layers" (with such a position) are upper limits, so that a bad file cannot make the checker run for ever. "payload_bytes"
and "sha256" describe the stream; they tell a damaged file from a wrong proof, and prove nothing.

OTHER GAMES. "rules" is "sha256:" and the digest of RULES.py, which defines: start(game), a state, from the header's "game";
to_move(state), 0 or 1; moves(state), integers; apply(state, move), a state; result(state), what player 0 gets, or None if
the game goes on; and perhaps canonical(state), one state for all that are equal by symmetry. A state is a tuple of
integers. The byte of a move is its index among the sorted legal moves. In the format `ZCERT2`, RULES.py may have a lemma of
its own: lemma(state, claim, stream) reads what follows byte 255 and says whether that shows the claim.
"""

import hashlib
import json
import lzma
import sys
import types
from collections.abc import Iterator
from itertools import islice
from operator import itemgetter
from typing import Any, BinaryIO

REJECTED, MALFORMED = 1, 2
LEMMA = 255
HEADER_BYTES = 1 << 16
CHUNK_BYTES = 1 << 16
XZ_MEMORY = 1 << 27
UNREAD_BYTES = 1 << 23
"""How much of a stream is read on after the proof has failed, to see whether the file is damaged."""


class Refused(Exception):
    """Why the certificate is not accepted, and the exit code."""


class KInARow:
    """k in a row on a board of w columns and h rows, with or without gravity.

    The players put a stone on an empty cell in turn, with gravity on the lowest empty cell of a column. The first to have k
    in a row, across, up or diagonally, wins; a full board is a draw. Cell y * w + x is in column x and row y, row 0 at the
    bottom. A position is a pair of bit masks, A's stones and B's stones, and bit c stands for cell c.
    """

    def __init__(self, player: int, w: int, h: int, k: int, gravity: bool) -> None:
        if any(type(n) is not int or not 1 <= n <= 254 for n in (w, h, k)) or w * h > 254 or type(gravity) is not bool:
            raise Refused("the game is no board w, h, k, gravity of at most 254 cells", MALFORMED)
        self.player, self.gravity, self.width, self.size = player, gravity, w, w * h
        self.lines = winning_lines(w, h, k)
        self.images = [itemgetter(*image) for image in symmetries(w, h, gravity)]

    def to_move(self, position: tuple[int, int]) -> int:
        """The player to move, 0 or 1."""
        a, b = position
        return (a | b).bit_count() % 2

    def moves(self, position: tuple[int, int]) -> list[int]:
        """The cells on which a stone may be put."""
        taken = position[0] | position[1]
        bottom = (1 << self.width) - 1
        supported = taken << self.width | bottom if self.gravity else -1
        return [cell for cell in range(self.size) if supported & ~taken & 1 << cell]

    def apply(self, position: tuple[int, int], cell: int) -> tuple[int, int]:
        """The position after the player to move has put a stone on a cell."""
        a, b = position
        return (a | 1 << cell, b) if self.to_move(position) == self.player else (a, b | 1 << cell)

    def result(self, position: tuple[int, int]) -> int | None:
        """What player 0 gets, 1 for a win and -1 for a loss; None while the game goes on."""
        for player, stones in ((self.player, position[0]), (1 - self.player, position[1])):
            if any(line & stones == line for line in self.lines):
                return -1 if player else 1
        return 0 if (position[0] | position[1]).bit_count() == self.size else None

    def canonical(self, position: tuple[int, int]) -> tuple[int, int]:
        """The least of the position's images by the symmetries of the board."""
        a, b = (f"{stones:0{self.size}b}"[::-1] for stones in position)  # texts of 0 and 1, in the order of the cells
        return min((int("".join(image(a))[::-1], 2), int("".join(image(b))[::-1], 2)) for image in self.images)

    def lemma(self, position: tuple[int, int], claim: dict[str, int], stream: Iterator[int]) -> bool:
        """Whether the pairs of cells that follow in the stream show that B never completes a line."""
        count = next(stream, None)
        cells = [] if count is None else list(islice(stream, 2 * count))
        if count is None or len(cells) < 2 * count or claim["at_least"] != 0 or self.gravity:
            return False
        if len(set(cells)) < len(cells) or not set(cells) <= set(self.moves(position)):
            return False
        pairs = [1 << one | 1 << other for one, other in zip(cells[::2], cells[1::2], strict=True)]
        a = position[0]
        return all(line & a or any(line & pair == pair for pair in pairs) for line in self.lines)


def winning_lines(w: int, h: int, k: int) -> set[int]:
    """Each k cells in a row, as a bit mask."""
    lines = set[int]()
    for y in range(h):
        for x in range(w):
            for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1)):
                if 0 <= x + (k - 1) * dx < w and y + (k - 1) * dy < h:
                    lines.add(sum(1 << (y + i * dy) * w + x + i * dx for i in range(k)))
    return lines


def symmetries(w: int, h: int, gravity: bool) -> list[list[int]]:
    """The ways to turn and mirror the board: for each, the cells whose stones come to cell 0, cell 1, and so on."""
    points = [(x, y) for y in range(h) for x in range(w)]
    images = [[y * w + x for x, y in points], [y * w + (w - 1 - x) for x, y in points]]
    if not gravity:
        images += [[image[(h - 1 - y) * w + x] for x, y in points] for image in images]
        if w == h:
            images += [[image[x * w + y] for x, y in points] for image in images]
    return images


def follow(rules: Any, start: Any, header: dict[str, Any], stream: Iterator[int]) -> int:
    """Play A's strategy against every move of B; how many positions had A to move. Raises Refused where it fails."""
    player, v, within = header["claim"]["player"], header["claim"]["at_least"], header["claim"].get("within")
    layer, ply, layers, positions = {start}, 0, 0, 0
    while layer:
        own = sum(rules.to_move(position) == player for position in layer)
        positions += own
        layers += own > 0
        if positions > header["positions"] or layers > header["layers"]:
            raise Refused("there are more positions or layers than declared", MALFORMED)
        ply += 1
        following = set[Any]()
        for position in sorted(layer):
            for move in moves_to_play(rules, position, header, stream, ply):
                child = rules.apply(position, move)
                result = rules.result(child)
                if result is None and ply != within:
                    following.add(rules.canonical(child) if header["symmetry"] else child)
                elif result is None:  # the plies of the claim are over, and the game is not
                    if v > 0:
                        raise Refused(f"at ply {ply} a play should have ended", REJECTED)
                elif (result, -result)[player] < v:
                    raise Refused(f"at ply {ply} a play ends below {v}", REJECTED)
        layer = following
    return positions


def moves_to_play(rules: Any, position: Any, header: dict[str, Any], stream: Iterator[int], ply: int) -> list[int]:
    """All moves of B, or the one move of A that comes next in the stream; none where a lemma shows the claim."""
    moves = sorted(rules.moves(position))
    if rules.to_move(position) != header["claim"]["player"]:
        return moves
    flat = isinstance(rules, KInARow)
    byte = next(stream, None)
    if byte == LEMMA and (flat or header["format"] == 2) and rules.lemma(position, header["claim"], stream):
        return []
    if flat and byte in moves:
        return [byte]
    if not flat and byte is not None and byte < len(moves):
        return [moves[byte]]
    raise Refused(f"at ply {ply} the stream has no legal move, or a lemma that does not hold", REJECTED)


def payload(file: BinaryIO, size: int, digest: str) -> Iterator[int]:
    """The bytes of the stream, one at a time. Raises Refused at the end if it is not what the header describes."""
    xz, found = lzma.LZMADecompressor(lzma.FORMAT_XZ, XZ_MEMORY), hashlib.sha256()
    while size >= 0 and not xz.eof:
        compressed = file.read(CHUNK_BYTES) if xz.needs_input else b""
        if xz.needs_input and not compressed:
            break
        piece = xz.decompress(compressed, CHUNK_BYTES)
        found.update(piece)
        size -= len(piece)
        yield from piece
    if size != 0 or found.hexdigest() != digest or not xz.eof or xz.unused_data or file.read(1):
        raise Refused("the stream is not the one that was written", MALFORMED)


def read_header(file: BinaryIO, code: bytes) -> dict[str, Any]:
    """The header, with the number of the format. Raises Refused if it is damaged, or not for these rules."""
    magic, line, seal = file.readline(8), file.readline(HEADER_BYTES + 1), file.readline(66)
    sealed = hashlib.sha256(magic + line).hexdigest().encode() + b"\n" == seal
    if magic not in (b"ZCERT1\n", b"ZCERT2\n") or not sealed:
        raise Refused("this is no whole certificate of format ZCERT1 or ZCERT2", MALFORMED)
    header = {**json.loads(line), "format": 2 if magic == b"ZCERT2\n" else 1}
    claim, start = header["claim"], header["start"]
    numbers = [*claim.values(), *start, header["positions"], header["layers"], header["payload_bytes"]]
    module = "sha256:" + hashlib.sha256(code).hexdigest()
    if (
        any(type(number) is not int for number in numbers)
        or type(start) is not list
        or type(header["symmetry"]) is not bool
        or set(claim) not in ({"player", "at_least"}, {"player", "at_least", "within"})
        or claim["player"] not in (0, 1)
        or claim.get("within", 1) <= 0
        or header["rules"] not in (["mnk-1", module] if header["format"] == 1 else [module])
    ):
        raise Refused("the header makes no sense, or is for other rules than those given", MALFORMED)
    return header


def rules_and_start(header: dict[str, Any], code: bytes) -> tuple[Any, Any]:
    """The rules, and the position after the moves before the start. Raises Refused unless the game goes on there."""
    if header["rules"] == "mnk-1":
        rules, position = KInARow(header["claim"]["player"], **header["game"]), (0, 0)
    else:
        rules = types.ModuleType("rules")
        rules.canonical = tuple  # unless the module has its own
        exec(code, rules.__dict__)  # RULES.py, which the header names by its digest
        position = rules.start(header["game"])
    for move in header["start"]:
        if rules.result(position) is not None or move not in rules.moves(position):
            raise Refused("the start is no position in which play goes on", MALFORMED)
        position = rules.apply(position, move)
    if rules.result(position) is not None:
        raise Refused("the start is no position in which play goes on", MALFORMED)
    return rules, rules.canonical(position) if header["symmetry"] else position


def check(file: BinaryIO, module: BinaryIO | None = None) -> str:
    """What an open file proves, by the rules of an open module. Raises Refused, and whatever reading or the rules raise."""
    code = module.read() if module else b""
    header = read_header(file, code)
    rules, position = rules_and_start(header, code)
    stream = payload(file, header["payload_bytes"], header["sha256"])
    try:
        positions = follow(rules, position, header, stream)
        if next(stream, None) is not None:
            raise Refused("the proof ends before the stream", REJECTED)
    finally:
        for _ in islice(stream, UNREAD_BYTES):  # a damaged file is reported as that, and not as a wrong proof
            pass
    game, start, claim = header["game"], header["start"], header["claim"]
    return f"{game}, start {start}, rules {header['rules']}: {claim} holds, {positions} positions"


def main(arguments: list[str]) -> int:
    """Check the file that is named, print the verdict, and give the exit code."""
    if len(arguments) not in (1, 2):
        print("MALFORMED: give the certificate, and perhaps its rules: python -I -S checker.py FILE [RULES.py]")
        return MALFORMED
    try:
        verdict = check(*(open(name, "rb") for name in arguments))
    except Refused as refused:
        why, code = refused.args
    except Exception as error:
        why, code = ascii(f"{type(error).__name__}: {error}")[:200], MALFORMED
    else:
        print("VERIFIED:", verdict)
        return 0
    print("REJECTED:" if code == REJECTED else "MALFORMED:", why)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
