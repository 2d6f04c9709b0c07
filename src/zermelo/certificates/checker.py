"""Check a certificate of a solved game of two players, alone: `python -I -S checker.py FILE [RULES.py]`.

A claim (game, start, player A, v): from the start A has a strategy that gets at least v, whatever the other player, B, does.
A certificate is such a strategy: A's moves in a fixed order, nothing else. With "within": d, for v > 0 every play ends after
d plies at most; else A only has to keep from ending below v for d plies. Exit code 0 is VERIFIED, 1 REJECTED, 2 MALFORMED.
FILE: `ZCERT1`, a line of JSON (at most 65,536 bytes), a line with the SHA-256 in hex of those two, the stream under xz.
    {"game": {"w": 5, "h": 5, "k": 4, "gravity": false}, "claim": {"player": 1, "at_least": 0}, "start": [12], "layers": N,
     "rules": "mnk-1", "symmetry": true, "positions": N, "payload_bytes": N, "sha256": "of the stream", "made_by": "..."}
In turn, from player 0, a stone on an empty cell y * w + x, with gravity the lowest (y) of its column; k in a row first
wins, 1, -1 for the other; a full board is 0. `start` lists the moves before. Other rules are a module, trusted, its digest
in the header, "rules": "sha256:...": start(game) and apply(state, move) give a state, a tuple of integers; to_move(state) 0
or 1; moves(state) integers; result(state) what player 0 gets, None while play goes on; canonical(state), optional, an equal.
CHECK: a layer is a set of positions after equally many plies, the first the start alone. They are taken in ascending order,
a position being the pair (A's stones, B's stones) as bit masks, cell c being bit c, or a module's state. Where B is to move,
every legal move is played. Where A is, the next byte of the stream is the cell, or the index of the move among the sorted
legal ones; it must be legal. What ends the game must end it with v at least for A. What does not is reduced to the smallest
of its images if "symmetry" is true (turned and mirrored boards; with gravity left-right only; or `canonical`), and joins the
next layer once. Byte 255 is a lemma, for v = 0 and without gravity: the next byte n, then n pairs of cells, empty and all
different, such that every line without a stone of A has a pair. A can answer one cell of a pair by the other, so B never
completes a line, and this branch is done. The proof ends with an empty layer, the stream used up: by induction from the last
layer, A gets v everywhere. "positions" where A is to move, and "layers" with such, are limits; the digest tells damage.
`ZCERT2`: a module's own lemma(state, claim, stream), trusted too, reads what follows byte 255: does that show the claim?
"""

import collections, hashlib, itertools, json, lzma, operator, sys, typing  # noqa: E401, I001

LEMMA, CHUNK, HEADER, DRAINED, MEMORY = 255, 1 << 16, 1 << 16, 1 << 23, 1 << 27
Refused = type("Refused", (Exception,), {})  # what is wrong, and the exit code


def lines(player: int, gravity: bool, w: int, h: int, k: int) -> dict[str, typing.Any]:
    """The rules of k in a row, as a module would have them, and the lemma; a position is (A's stones, B's stones)."""
    if any(type(n) is not int or not 1 <= n <= 254 for n in (w, h, k)) or w * h > 254 or type(gravity) is not bool:
        raise Refused("the game is no board w, h, k, gravity of at most 254 cells", 2)
    cells, ways = range(w * h), ((1, 0), (0, 1), (1, 1), (-1, 1))
    ends = [(c, d + w * e, c % w + (k - 1) * d, c // w + (k - 1) * e) for c in cells for d, e in ways]
    runs = {sum(1 << c + i * step for i in range(k)) for c, step, x, y in ends if 0 <= x < w and y < h}
    maps = [[*cells], [c - c % w * 2 + w - 1 for c in cells]]
    maps += [] if gravity else [image[::-1] for image in maps]
    maps += [] if gravity or w != h else [[image[c % w * w + c // w] for c in cells] for image in maps]
    images = [operator.itemgetter(*image) for image in maps]

    def moves(position: tuple[int, ...]) -> list[int]:
        free = ~sum(position) & ((sum(position) << w) + (1 << w) - 1 if gravity else -1)
        return [cell for cell in cells if free >> cell & 1]

    def apply(position: tuple[int, ...], cell: int) -> tuple[int, ...]:
        mine = to_move(position) == player
        return (position[0] | mine << cell, position[1] | (not mine) << cell)

    def result(position: tuple[int, ...]) -> int | None:
        won = [any(line & stones == line for line in runs) for stones in position]
        return (won[player] - won[1 - player]) if any(won) else 0 if sum(position).bit_count() == w * h else None

    def canonical(position: tuple[int, ...]) -> tuple[int, ...]:
        texts = [f"{stones:0{w * h}b}" for stones in position]
        return min(tuple(int("".join(image(text)), 2) for text in texts) for image in images)

    def lemma(position: tuple[int, ...], claim: dict[str, int], stream: typing.Iterator[int]) -> bool:
        paired = [next(stream, -1) for _ in range(2 * next(stream, 1))]
        good = (
            claim["at_least"] == 0 and not gravity and len({*paired}) == len(paired) and {*paired} <= {*moves(position)}
        )
        pairs = [1 << one | 1 << other for one, other in zip(paired[::2], paired[1::2], strict=True)] if good else []
        return good and all(line & position[0] or any(line & pair == pair for pair in pairs) for line in runs)

    def to_move(position: tuple[int, ...]) -> int:
        return sum(position).bit_count() % 2

    return {rule.__name__: rule for rule in (to_move, moves, apply, result, canonical, lemma)}


def unpacked(file: typing.BinaryIO, size: int, digest: str) -> typing.Iterator[int]:
    """The bytes of the stream, one after another; then whether that was all of it."""
    xz, found, fed = lzma.LZMADecompressor(lzma.FORMAT_XZ, MEMORY), hashlib.sha256(), True
    while fed and size >= 0 and not xz.eof:
        data = file.read(CHUNK) if xz.needs_input else b""
        fed = data or not xz.needs_input
        piece = xz.decompress(data, CHUNK)
        found.update(piece)
        size -= len(piece)
        yield from piece
    if size or found.hexdigest() != digest or not xz.eof or xz.unused_data or file.read(1):
        raise Refused("the stream is not the one that was written", 2)


def follow(rules: dict[str, typing.Any], position: typing.Any, h: typing.Any, stream: typing.Iterator[int]) -> int:
    """Layer by layer, to how many positions of A's there were."""
    claim, flat = h["claim"], h["rules"] == "mnk-1"
    player, v, last = claim["player"], claim["at_least"], claim.get("within")
    layer, ply, layers, positions = {position}, 0, 0, 0
    while layer:
        own, ply, following = sum(rules["to_move"](p) == player for p in layer), ply + 1, set[typing.Any]()
        positions, layers = positions + own, layers + (own > 0)
        if positions > h["positions"] or layers > h["layers"]:
            raise Refused("there are more positions or layers than declared", 2)
        for position in sorted(layer):
            moves = sorted(rules["moves"](position))
            if rules["to_move"](position) == player:
                byte, named = next(stream, None), {m if flat else i: m for i, m in enumerate(moves)}
                ends = byte == LEMMA and (flat or h["second"]) and rules["lemma"](position, claim, stream)
                if not ends and byte not in named:
                    raise Refused(f"at ply {ply} the stream has no legal move, or a lemma that does not hold", 1)
                moves = [] if ends else [named[byte]]
            for move in moves:
                child = rules["apply"](position, move)
                value = rules["result"](child)
                if value is None and ply != last:
                    following.add(rules["canonical"](child) if h["symmetry"] else child)
                elif v > 0 if value is None else (value, -value)[player] < v:
                    raise Refused(f"at ply {ply} a play ends below {v}, or should have ended", 1)
        layer = following
    return positions


def check(file: typing.BinaryIO, module: typing.BinaryIO | None = None) -> str:
    """The verdict on an open file, by the rules of an open module. Raises Refused, or what reading and RULES raise."""
    magic, line, seal = file.readline(8), file.readline(HEADER + 1), file.readline(66)
    if magic not in (b"ZCERT1\n", b"ZCERT2\n") or hashlib.sha256(magic + line).hexdigest().encode() + b"\n" != seal:
        raise Refused("this is no whole certificate of format ZCERT1 or ZCERT2", 2)
    h, code = json.loads(line) | {"second": magic == b"ZCERT2\n"}, module.read() if module else b""
    rules: dict[str, typing.Any] = {"canonical": tuple}
    game, claim, moves, digest = h["game"], h["claim"], h["start"], "sha256:" + hashlib.sha256(code).hexdigest()
    numbers = [*claim.values(), *moves, *map(h.get, ("positions", "layers", "payload_bytes"))]
    sane = all(type(n) is int for n in numbers) and claim["player"] in (0, 1) and claim.get("within", 1) > 0
    sane &= len(claim) == 2 + ("within" in claim) and [*moves] == moves
    if not sane or type(h["symmetry"]) is not bool or h["rules"] not in ("mnk-1", digest)[h["second"] :]:
        raise Refused("the header makes no sense, or is for other rules than those given", 2)
    rules |= lines(claim["player"], **game) if h["rules"] == "mnk-1" else exec(code, rules) or {}
    position = (0, 0) if h["rules"] == "mnk-1" else rules["start"](game)
    for move in [*moves, None]:
        if rules["result"](position) is not None or move not in [None, *rules["moves"](position)]:
            raise Refused("the start is no position in which play goes on", 2)
        position = position if move is None else rules["apply"](position, move)
    stream = unpacked(file, h["payload_bytes"], h["sha256"])
    try:
        positions = follow(rules, rules["canonical"](position) if h["symmetry"] else position, h, stream)
        if next(stream, None) is not None:
            raise Refused("the proof ends before the stream", 1)
    finally:
        collections.deque(itertools.islice(stream, DRAINED), 0)  # that it is damaged is told before what is wrong
    return f"{game}, start {moves}, rules {h['rules']}: {claim} holds, {positions} positions"


if __name__ == "__main__":
    try:
        print("VERIFIED:", check(*(open(name, "rb") for name in sys.argv[1:3])))
    except Exception as error:
        text, code = error.args if isinstance(error, Refused) else (ascii(f"{type(error).__name__}: {error}")[:200], 2)
        sys.exit(print(("REJECTED:", "MALFORMED:")[code - 1], text) or code)
