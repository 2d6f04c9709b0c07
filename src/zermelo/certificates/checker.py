"""Check a certificate: a file that proves what one player can get in a game of two players.

    python -I -S checker.py FILE [RULES.py]

It prints one line. The exit code is 0 for VERIFIED, 1 for REJECTED (the proof fails), 2 for MALFORMED (the file is damaged,
exceeds the limits in its header or is for other rules; or the rules or this checker failed).

WHAT YOU TRUST. This file, Python and its standard library, and RULES.py if you give one. Nothing in FILE is trusted: it
holds no code, and a file that does not prove its claim is not accepted. For k in a row, with or without gravity, the rules
are here, in the class KInARow, and RULES.py is not needed. RULES.py is executed, so read it first: it must state the rules
of the game.

THE CLAIM. From the start, player A has a strategy that gets A at least v, whatever the other player, B, does. What one
player gets, the other loses. With "within": d, the claim is about the first d plies alone: if v > 0, A gets at least v
within d plies; if not, no play ends below v within d plies. It takes two certificates to prove a draw, one for each player.

THE PROOF is A's strategy: a move of A for every position that can arise, in an order that follows from the rules. The file
holds no positions and no values. The checker plays the strategy against every move of B, one ply at a time:
  1. A layer is the set of positions after a number of plies. The first layer holds the start alone.
  2. The positions of a layer are taken in ascending order. If B is to move, every legal move is played. If A is to move, the
     next byte of the stream gives A's move: it must be legal, and no other move is played.
  3. If a move ends the game, A must get at least v. If not, the new position is put into the next layer, once; if the header
     says "symmetry", the least of its images by symmetry is put there instead. With "within": d, nothing is played after d
     plies; if v > 0, every play must be over by then.
  4. The proof is complete when a layer is empty and the stream is used up.
By induction, from the last layer back to the first, A gets at least v from every position of every layer.

PLAYS THAT NEVER END. In the formats `ZCERT1` and `ZCERT2`, a proof also shows that every play by A's strategy ends. In the
format `ZCERT3`, plays need not end. A position that was in an earlier layer is not put into a layer again, so A has one move
for each position, and no play leaves the positions of the layers. A play that ends gives A at least v, as before. RULES.py
must state what player 0 gets from a play that never ends, as the integer ENDLESS; the proof is accepted only if that gives A
at least v, too. "within" is not allowed.

THE PAIRING LEMMA. If v = 0 and A is to move, byte 255 in place of a move says that B can never complete a line, and nothing
is played from that position. The next byte is a number n, and n pairs of cells follow. The cells must be empty and all
different, and every line without a stone of A must contain a pair. When B takes one cell of a pair, A takes the other, so B
never has both. The lemma does not hold with gravity, where a cell can be taken only when the one below it is.

THE FILE. The format and a line feed; the header, a line of JSON of at most 65,536 bytes; a line with the SHA-256 of these
two lines in hex; then the stream, compressed by xz. The header:
    {"game": {"w": 5, "h": 5, "k": 4, "gravity": false}, "claim": {"player": 1, "at_least": 0}, "start": [12],
     "rules": "mnk-1", "symmetry": true, "positions": N, "layers": N, "payload_bytes": N, "sha256": "...", "made_by": "..."}
"player" is A, and player 0 moves first in the empty game. "start" lists the moves that lead to the start. "rules" is
"mnk-1" for k in a row. "positions" (with A to move) and "layers" (with such a position) are limits: the checker stops when
there are more, and after 10,000 layers in a row without such a position. "payload_bytes" and "sha256" describe the stream;
they tell a damaged file from a wrong proof, and are no part of the proof.

OTHER GAMES. "rules" is "sha256:" and the digest of RULES.py, which defines these functions:
    start(game)          the state at the beginning of play; `game` is "game" of the header
    to_move(state)       the player to move, 0 or 1
    moves(state)         the legal moves, integers
    apply(state, move)   the state after a move
    result(state)        what player 0 gets, or None while the game is not over
    canonical(state)     optional: one and the same state for all states that are equal by symmetry
A state is a tuple of integers. The byte of the stream is the index of A's move among the sorted legal moves. In the formats
`ZCERT2` and `ZCERT3`, which are for these games only, RULES.py may define a lemma: lemma(state, claim, stream) reads what
follows byte 255, and returns whether it proves the claim from that state on. If it does not, the proof fails.
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
FORMATS = {b"ZCERT1\n": 1, b"ZCERT2\n": 2, b"ZCERT3\n": 3}
HEADER_BYTES = 1 << 16
CHUNK_BYTES = 1 << 16
XZ_MEMORY = 1 << 27
MOST_ALONE = 10_000
UNREAD_BYTES = 1 << 23
"""After a proof has failed, up to this many bytes of the stream are read to find out whether the file is damaged."""


class Refused(Exception):
    """The certificate is not accepted. The arguments are the reason and the exit code."""


class KInARow:
    """K in a row on a board of w columns and h rows, with or without gravity.

    The players take turns to put a stone on an empty cell; with gravity, on the lowest empty cell of a column. The first
    player with k stones in a row, horizontally, vertically or diagonally, wins. A full board without such a row is a draw.
    Cell y * w + x is in column x and row y; row 0 is the lowest. A move is a cell. A position is a pair of bit masks, the
    stones of A and the stones of B, in which bit c stands for cell c.
    """

    def __init__(self, player: int, w: int, h: int, k: int, gravity: bool) -> None:
        if any(type(n) is not int or not 1 <= n <= 254 for n in (w, h, k)) or w * h > 254 or type(gravity) is not bool:
            raise Refused("the game is not a board w, h, k, gravity of at most 254 cells", MALFORMED)
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
        """The position after the player to move has put a stone on the cell."""
        a, b = position
        return (a | 1 << cell, b) if self.to_move(position) == self.player else (a, b | 1 << cell)

    def result(self, position: tuple[int, int]) -> int | None:
        """What player 0 gets: 1 for a win, 0 for a draw, -1 for a loss; None while the game is not over."""
        for player, stones in ((self.player, position[0]), (1 - self.player, position[1])):
            if any(line & stones == line for line in self.lines):
                return -1 if player else 1
        return 0 if (position[0] | position[1]).bit_count() == self.size else None

    def canonical(self, position: tuple[int, int]) -> tuple[int, int]:
        """The least of the position's images under the symmetries of the board."""
        a, b = (f"{stones:0{self.size}b}"[::-1] for stones in position)  # strings of 0 and 1, in the order of the cells
        return min((int("".join(image(a))[::-1], 2), int("".join(image(b))[::-1], 2)) for image in self.images)

    def lemma(self, position: tuple[int, int], claim: dict[str, int], stream: Iterator[int]) -> bool:
        """Whether the pairs that follow in the stream show that B never completes a line."""
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
    """Every k cells in a row, as bit masks."""
    lines = set[int]()
    for y in range(h):
        for x in range(w):
            for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1)):
                if 0 <= x + (k - 1) * dx < w and y + (k - 1) * dy < h:
                    lines.add(sum(1 << (y + i * dy) * w + x + i * dx for i in range(k)))
    return lines


def symmetries(w: int, h: int, gravity: bool) -> list[list[int]]:
    """The rotations and reflections of the board. In each list, entry c is the cell whose stone moves to cell c."""
    points = [(x, y) for y in range(h) for x in range(w)]
    images = [[y * w + x for x, y in points], [y * w + (w - 1 - x) for x, y in points]]
    if not gravity:
        images += [[image[(h - 1 - y) * w + x] for x, y in points] for image in images]
        if w == h:
            images += [[image[x * w + y] for x, y in points] for image in images]
    return images


def follow(rules: Any, start: Any, header: dict[str, Any], stream: Iterator[int]) -> int:
    """Play A's strategy against every move of B; return how many positions had A to move. Raises Refused if it fails."""
    player, v, within = header["claim"]["player"], header["claim"]["at_least"], header["claim"].get("within")
    layer, ply, layers, positions, alone = {start}, 0, 0, 0, 0
    earlier = set[Any]()  # the positions of the layers so far, if each comes only once
    may_be_endless = header.get("format") == 3
    endless = getattr(rules, "ENDLESS", None)
    if may_be_endless and (type(endless) is not int or (endless, -endless)[player] < v):
        raise Refused(f"by the rules, a play that never ends does not give the player {v}", REJECTED)
    while layer:
        if may_be_endless:
            earlier |= layer
        a_to_move = sum(rules.to_move(position) == player for position in layer)
        positions += a_to_move
        layers += a_to_move > 0
        alone = 0 if a_to_move else alone + 1  # how many layers in a row have only positions with B to move
        if positions > header["positions"] or layers > header["layers"] or alone > MOST_ALONE:
            raise Refused("there are more positions or layers than declared, or than allowed", MALFORMED)
        ply += 1
        next_layer = set[Any]()
        for position in sorted(layer):
            for move in moves_to_play(rules, position, header, stream, ply):
                child = rules.apply(position, move)
                result = rules.result(child)
                if result is not None:
                    if (result, -result)[player] < v:
                        raise Refused(f"at ply {ply} a play ends below {v}", REJECTED)
                elif ply != within:
                    next_layer.add(rules.canonical(child) if header["symmetry"] else child)
                elif v > 0:
                    raise Refused(f"at ply {ply} a play should have ended", REJECTED)
        next_layer -= earlier
        layer = next_layer
    return positions


def moves_to_play(rules: Any, position: Any, header: dict[str, Any], stream: Iterator[int], ply: int) -> list[int]:
    """Every move of B, or A's move according to the stream; no move if a lemma proves the claim."""
    moves = sorted(rules.moves(position))
    if rules.to_move(position) != header["claim"]["player"]:
        return moves
    k_in_a_row = isinstance(rules, KInARow)
    byte = next(stream, -1)  # -1: the stream has ended
    if byte == LEMMA and (k_in_a_row or header["format"] >= 2):
        if rules.lemma(position, header["claim"], stream):
            return []
        byte = -1  # it is no move, either
    if k_in_a_row and byte in moves:
        return [byte]
    if not k_in_a_row and 0 <= byte < len(moves):
        return [moves[byte]]
    raise Refused(f"at ply {ply} the stream ends, or gives an illegal move or a lemma that does not hold", REJECTED)


def payload(file: BinaryIO, size: int, digest: str) -> Iterator[int]:
    """The bytes of the stream, one at a time. Raises Refused at the end if the header describes another stream."""
    xz, hasher = lzma.LZMADecompressor(lzma.FORMAT_XZ, XZ_MEMORY), hashlib.sha256()
    while size >= 0 and not xz.eof:
        compressed = file.read(CHUNK_BYTES) if xz.needs_input else b""
        if xz.needs_input and not compressed:
            break
        piece = xz.decompress(compressed, CHUNK_BYTES)
        hasher.update(piece)
        size -= len(piece)
        yield from piece
    if size != 0 or hasher.hexdigest() != digest or not xz.eof or xz.unused_data or file.read(1):
        raise Refused("the stream is not the one that the header describes", MALFORMED)


def read_header(file: BinaryIO, source: bytes) -> dict[str, Any]:
    """The header, with the number of the format. Raises Refused if it is damaged, or names other rules than the source."""
    magic, line, seal = file.readline(8), file.readline(HEADER_BYTES + 1), file.readline(66)
    sealed = hashlib.sha256(magic + line).hexdigest().encode() + b"\n" == seal
    if magic not in FORMATS or not sealed:
        raise Refused("this is not an intact certificate of format ZCERT1, ZCERT2 or ZCERT3", MALFORMED)
    header: dict[str, Any] = {**json.loads(line), "format": FORMATS[magic]}
    claim, start = header["claim"], header["start"]
    numbers = [*claim.values(), *start, header["positions"], header["layers"], header["payload_bytes"]]
    module = "sha256:" + hashlib.sha256(source).hexdigest()
    if (
        any(type(number) is not int for number in numbers)
        or type(start) is not list
        or type(header["symmetry"]) is not bool
        or set(claim) not in ({"player", "at_least"}, {"player", "at_least", "within"})
        or claim["player"] not in (0, 1)
        or claim.get("within", 1) <= 0
        or (header["format"] == 3 and "within" in claim)
        or header["rules"] not in (["mnk-1", module] if header["format"] == 1 else [module])
    ):
        raise Refused("the header is not valid, or names other rules than those given", MALFORMED)
    return header


def rules_and_start(header: dict[str, Any], source: bytes) -> tuple[Any, Any]:
    """The rules, and the position at the start. Raises Refused if its moves are illegal, or the game is over there."""
    rules: Any
    if header["rules"] == "mnk-1":
        rules, position = KInARow(header["claim"]["player"], **header["game"]), (0, 0)
    else:
        rules = types.ModuleType("rules")
        rules.canonical = tuple  # leaves a state as it is, unless RULES.py defines canonical
        exec(source, rules.__dict__)  # RULES.py, which the header names by its digest
        position = rules.start(header["game"])
    for move in header["start"]:
        if rules.result(position) is not None or move not in rules.moves(position):
            raise Refused("a move before the start is illegal", MALFORMED)
        position = rules.apply(position, move)
    if rules.result(position) is not None:
        raise Refused("the game is over at the start", MALFORMED)
    return rules, rules.canonical(position) if header["symmetry"] else position


def check(file: BinaryIO, module: BinaryIO | None = None) -> str:
    """What an open certificate proves, by the rules of an open RULES.py.

    Raises Refused if it is not accepted, and any error of reading the file or of the rules.
    """
    source = module.read() if module else b""
    header = read_header(file, source)
    rules, position = rules_and_start(header, source)
    stream = payload(file, header["payload_bytes"], header["sha256"])
    try:
        positions = follow(rules, position, header, stream)
        if next(stream, None) is not None:
            raise Refused("the proof ends before the stream", REJECTED)
    finally:
        for _ in islice(stream, UNREAD_BYTES):  # a damaged file is reported as damaged, and not as a wrong proof
            pass
    game, start, claim = header["game"], header["start"], header["claim"]
    return f"{game}, start {start}, rules {header['rules']}: {claim} holds, {positions} positions"


def main(arguments: list[str]) -> int:
    """Check the files that are named, print the verdict, and return the exit code."""
    if len(arguments) not in (1, 2):
        print("MALFORMED: give a certificate and, if it needs one, its rules: python -I -S checker.py FILE [RULES.py]")
        return MALFORMED
    try:
        print("VERIFIED:", check(*(open(name, "rb") for name in arguments)))
        return 0
    except Refused as refused:
        reason, code = refused.args
    except Exception as error:
        reason, code = ascii(f"{type(error).__name__}: {error}")[:200], MALFORMED
    print("REJECTED:" if code == REJECTED else "MALFORMED:", reason)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
