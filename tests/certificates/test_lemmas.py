"""Lemmas of rules modules: against values by minimax over sets of cells, in both checkers, and in proofs of ours."""

from __future__ import annotations

import functools
import hashlib
import itertools
import random
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import zermelo
from tests.support.forging import judged, resealed, unsealed
from zermelo import Game, certify, solve, verify
from zermelo.certificates import bulk_checker
from zermelo.certificates.lemmas import Lemma, lemma_holds
from zermelo.certificates.sharing import Sharing, share
from zermelo.core.errors import NotSupported
from zermelo.core.words import pack
from zermelo.games import lines, mnk
from zermelo.games.rules import load
from zermelo.search.parts.counters import BudgetSpent

BOXES = Path(zermelo.__file__).parent / "games" / "rules" / "modules" / "boxes.py"

Stones = frozenset[int]


# --- what lemmas say is so ------------------------------------------------------------------------------------------------
class Board:
    """K in a row on a box, by sets of cells; a position is the stones of who is to move, and the other's."""

    def __init__(self, shape: list[int], k: int) -> None:
        points = list(itertools.product(*map(range, shape)))
        ways = itertools.product((-1, 0, 1), repeat=len(shape))
        runs = [[tuple(x + i * d for x, d in zip(p, w, strict=True)) for i in range(k)] for w in ways for p in points]
        self.cells = range(len(points))
        self.lines = {frozenset(map(points.index, run)) for run in runs if {*run} <= {*points} and len({*run}) == k}
        self.value = functools.cache(self._value)

    def free(self, mine: Stones, yours: Stones) -> list[int]:
        return [cell for cell in self.cells if cell not in mine | yours]

    def _value(self, mine: Stones, yours: Stones) -> int:
        if any(line <= yours for line in self.lines):
            return -1
        return max((-self.value(yours, mine | {cell}) for cell in self.free(mine, yours)), default=0)

    def draw(self, rng: random.Random, count: int) -> tuple[Stones, Stones]:
        """The position after so many random moves; play goes on there."""
        while True:
            cells = rng.sample(self.cells, count)
            first, second = frozenset(cells[::2]), frozenset(cells[1::2])
            if not any(line <= first or line <= second for line in self.lines):
                return (second, first) if count % 2 else (first, second)


SHAPES: dict[str, tuple[list[int], int, int]] = {
    # shape, k, and how many random stones there are at least
    "3x3": ([3, 3], 3, 0),
    "7": ([7], 3, 0),
    "2x5": ([2, 5], 3, 1),
    "2x2x3": ([2, 2, 3], 3, 4),
    "3x3x2": ([3, 3, 2], 3, 9),
    "4x4": ([4, 4], 4, 7),
    "3x2x2x1": ([3, 2, 2, 1], 3, 4),
}


@pytest.mark.sampled("0-3x3", "0-3x3x2", "1-2x5", "1-2x2x3")
@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.parametrize("level", [0, 1])
def test_no_lemma_that_holds_is_about_a_position_that_is_worth_less(name: str, level: int) -> None:
    """All ways to name few cells, and random ways to name more, at random positions."""
    shape, k, least = SHAPES[name]
    board, rng, rules = Board(shape, k), random.Random(name), load(BOXES)
    rules["start"]({"shape": shape, "k": k})
    told = 0
    for _ in range(60):
        mine, yours = board.draw(rng, rng.randrange(least, len(board.cells) - 1))
        mover = len(mine | yours) % 2
        masks = [sum(1 << cell for cell in stones) for stones in (mine, yours)]
        state = rules["packed"](*(masks if mover == 0 else masks[::-1]))
        free = board.free(mine, yours)
        few = [way for length in range(4) for way in itertools.permutations(free, length)]
        more = [rng.sample(free, min(len(free), rng.randrange(4, 8))) for _ in range(300)]
        ways = [*rng.sample(few, min(len(few), 800)), *more, [*free, 0], [99], [free[0]] * 2]
        for way in ways:
            stream = iter([len(way), *way])
            claim = {"player": mover, "at_least": level}
            if rules["lemma"](state, claim, stream):
                assert board.value(mine, yours) >= level, (mine, yours, way)
                assert next(stream, None) is None
                told += 1
            other = {"player": 1 - mover, "at_least": level}
            assert not rules["lemma"](state, other, iter([len(way), *way]))
    assert told > 0


def test_a_lemma_that_breaks_off_does_not_hold() -> None:
    rules = load(BOXES)
    start = rules["start"]({"shape": [3, 3], "k": 3})
    for told in ([], [1], [5, 0, 1], [255]):
        for level in (0, 1):
            assert not rules["lemma"](start, {"player": 0, "at_least": level}, iter(told)) or told == []
    assert not rules["lemma"](start, {"player": 0, "at_least": 1, "within": 9}, iter([1, 0]))


def test_threats_are_found_where_there_are_some() -> None:
    """On a board of 4 rows of 4 with k = 3, who moves first wins by threats; and each that is found holds."""
    game, rules = lines((4, 4), 3), load(BOXES)
    rules["start"]({"shape": [4, 4], "k": 3})
    lemma, found, rng = Lemma("threats", 1), 0, random.Random("threats")
    for _ in range(200):
        state: Any = game.initial()
        for _ in range(rng.randrange(2, 9)):
            state = game.apply(state, rng.choice(list(game.actions(state))))
            if game.terminal(state):
                break
        if game.terminal(state) or not lemma_holds(game, lemma, state, 0):
            continue
        found += 1
        cells = [game.action_at(bit) for bit in lemma.cells[0, : lemma.counts[0]].tolist()]
        mover = (state.me | state.you).count() % 2
        masks = [sum(1 << game.action_at(bit) for bit in stones) for stones in (state.me, state.you)]
        assert rules["wins"](masks[0], masks[1], cells), (state, mover)
    assert found > 50


@pytest.mark.parametrize(
    ("shape", "k", "symmetries"),
    [
        ([4, 4, 4], 4, 192),  # Silver 1967
        ([4, 4], 4, 32),
        ([5, 5, 5], 5, 192),
        ([3, 3, 3], 3, 48),
        ([4, 4, 4], 3, 48),
        ([3, 4], 3, 4),
        ([6, 6], 6, 8),  # of 192: not all are looked for where sides are long
        ([9], 3, 2),
        ([1], 1, 1),
    ],
)
def test_symmetries_of_boxes(shape: list[int], k: int, symmetries: int) -> None:
    """They are as many as there should be, and map lines to lines."""
    rules = load(BOXES)
    rules["start"]({"shape": shape, "k": k})
    cells = list(rules["cells"])
    images = [image(cells) for image in rules["images"]]
    assert len({*images}) == len(images) == symmetries
    for image in images:
        moved = {sum(1 << image[cell] for cell in cells if line >> cell & 1) for line in rules["lines"]}
        assert moved == rules["lines"]


# --- in certificates --------------------------------------------------------------------------------------------------
PROVED: dict[str, tuple[Game[Any], int]] = {
    "lines(3x3x3,3)": (lines((3, 3, 3), 3), 1),
    "lines(3x3x2,3)": (lines((3, 3, 2), 3), 0),
    "lines(2x2x3,3)": (lines((2, 2, 3), 3), 0),
    "lines(2x2x2x2,2)": (lines((2, 2, 2, 2), 2), 1),
    "mnk(8,8,8)": (mnk(8, 8, 8), 0),  # more than 63 cells
    "mnk(13,5,4)": (mnk(13, 5, 4), 1),
}


LONG = ("lines(3x3x2,3)", "lines(2x2x2x2,2)", "mnk(13,5,4)")
"""For the long checks."""


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "whole"),
    [
        ("lines(3x3x3,3)", False),
        *(pytest.param(name, True, marks=pytest.mark.stress) if name in LONG else (name, True) for name in PROVED),
    ],
)
def test_boxes_are_certified_with_lemmas(name: str, whole: bool, tmp_path: Path) -> None:
    """Choosing the moves is compiled every time; the search before it, as a `whole`, in the long tests."""
    game, value = PROVED[name]
    found = certify(game, folder=tmp_path, solved=None if whole else solve(game, compiled=False, line=False))
    assert (found.certified, found.result.value) == (True, value), found
    for each in found.certificates:
        assert each.path.read_bytes().startswith(b"ZCERT2\n")


@pytest.mark.long
@pytest.mark.parametrize(
    "game",
    [
        lines((7,), 3, misere=True),
        lines((3, 3), 3, weak=True),
        lines((2, 2, 3), 2, gravity=0),
    ],
    ids=str,
)
def test_games_that_no_lemma_is_about_have_the_first_format(game: Game[Any], tmp_path: Path) -> None:
    found = certify(game, folder=tmp_path, compiled=False)
    assert found.certified
    assert all(each.path.read_bytes().startswith(b"ZCERT1\n") for each in found.certificates)


def verdict(path: Path, rules: Path | None = BOXES) -> int:
    """The exit code of both checkers."""
    return judged(path, rules)[0]


def change(path: Path, magic: bytes, changed: Callable[[dict[str, Any], bytes], bytes] | None = None) -> None:
    """The same header and stream in another format, or another stream."""
    _, header, stream = unsealed(path)
    path.write_bytes(resealed(magic, header, stream if changed is None else changed(header, stream)))


@functools.cache
def drawn() -> bytes:
    """A proof of a draw, with pairs."""
    with tempfile.TemporaryDirectory() as folder:
        found = certify(lines((2, 2, 3), 3), folder=folder, compiled=False)
        path = found.certificates[1].path
        assert verdict(path) == 0
        return path.read_bytes()


def proof(tmp_path: Path) -> Path:
    """That proof in a file."""
    path = tmp_path / "drawn.zcert"
    path.write_bytes(drawn())
    return path


@pytest.mark.long
def test_the_first_format_knows_no_lemmas_of_modules(tmp_path: Path) -> None:
    path = proof(tmp_path)
    change(path, b"ZCERT1")
    assert verdict(path) == 1


@pytest.mark.long
def test_the_second_format_is_for_modules(tmp_path: Path) -> None:
    path = certify(mnk(3, 3, 3), folder=tmp_path, compiled=False).certificates[0].path
    assert verdict(path, None) == 0
    change(path, b"ZCERT2")
    assert verdict(path, None) == 2
    change(path, b"ZCERT3")
    assert verdict(path, None) == 2


@pytest.mark.long
@pytest.mark.parametrize(
    "lemma",
    [
        "",  # there is none
        "def lemma(state, claim, stream): return 1 // 0",
        "def lemma(state): return True",
        "lemma = 5",
        "def lemma(state, claim, stream): return next(stream) == next(stream) == next(stream)",
        "def lemma(state, claim, stream): return lemma(state, claim, stream)",
    ],
)
def test_lemmas_of_modules_that_fail_are_malformed(lemma: str, tmp_path: Path) -> None:
    path = proof(tmp_path)
    text = BOXES.read_text().replace("def lemma(", "def no_lemma(") + f"\n\n{lemma}\n"
    (tmp_path / "rules.py").write_text(text)
    digest = "sha256:" + hashlib.sha256(text.encode()).hexdigest()

    def broken(header: dict[str, Any], _: bytes) -> bytes:
        header["rules"] = digest
        return b"\xff\x01"

    change(path, b"ZCERT2", broken)
    assert verdict(path, tmp_path / "rules.py") in ((1, 2) if "next" in lemma else (2,))


@pytest.mark.long
def test_streams_of_lemmas_that_are_changed_prove_something_or_are_rejected(tmp_path: Path) -> None:
    """Some bytes may be others as well, as moves may be; the verdicts of both are the same."""
    path = proof(tmp_path)
    whole, rng = path.read_bytes(), random.Random("streams")
    codes = set[int]()
    for _ in range(300):
        path.write_bytes(whole)

        def mutated(_: dict[str, Any], stream: bytes) -> bytes:
            data = bytearray(stream)
            place, kind = rng.randrange(len(data)), rng.randrange(3)
            data[place : place + (kind != 1)] = bytes([rng.randrange(256)] * (kind != 2))
            return bytes(data)

        change(path, b"ZCERT2", mutated)
        codes.add(verdict(path))
    assert 1 in codes
    assert codes <= {0, 1, 2}  # 2: there are more positions than declared


@pytest.mark.long
@pytest.mark.parametrize("count", [100, pytest.param(500, marks=pytest.mark.stress)])
def test_damage_to_the_second_format_is_detected(count: int, tmp_path: Path) -> None:
    path, rng = proof(tmp_path), random.Random("bits")
    whole = path.read_bytes()
    for _ in range(count):
        place = rng.randrange(8 * len(whole))
        flipped = bytearray(whole)
        flipped[place // 8] ^= 1 << place % 8
        path.write_bytes(bytes(flipped))
        assert verdict(path) == 2, place
        path.write_bytes(whole[: rng.randrange(len(whole))])
        assert verdict(path) == 2


@pytest.mark.long
def test_threats_that_are_none_certify_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A writer that takes any three cells for threats is found out by the checkers."""

    def any_cells(game: Any, lemma: Lemma, state: Any, row: int) -> bool:
        cells = list(game.board & ~(state.me | state.you))
        for place in range(3):
            lemma.cells[row, place] = cells[place]
        lemma.counts[row] = 3
        return True

    monkeypatch.setattr("zermelo.certificates.strategy.lemma_holds", any_cells)
    monkeypatch.setattr("zermelo.certificates.sharing.lemma_holds", any_cells)
    game = lines((3, 3, 3), 3)
    found = certify(game, folder=tmp_path, compiled=False, solved=solve(game, line=False))
    assert not found.certified
    assert found.certificates[0].verdict.code == 1


# --- many states, in files ----------------------------------------------------------------------------------------------
COUNTING = """
def start(game): return (1, 0)
def to_move(state): return state[1]
def moves(state): return [1, 2, 3]
def apply(state, move): return (state[0] * 4 + move, 1 - state[1])
def result(state): return 1 if state[0] > 4**8 else None
"""
"""Four moves each, all different: as many states as there are answers. One is too large for 64 bits when they are wide."""

WIDE = COUNTING.replace("(1, 0)", "(1 << 70, 0)").replace("4**8", "4**8 << 70")


def counted(tmp_path: Path, text: str) -> Path:
    """A proof that player 0, who has won whatever happens, wins; all his moves are the first."""
    positions = [1, 3, 9, 27]
    header = {
        "game": {},
        "claim": {"player": 0, "at_least": 1},
        "start": [],
        "rules": "sha256:" + hashlib.sha256(text.encode()).hexdigest(),
        "symmetry": False,
        "positions": sum(positions),
        "layers": len(positions),
    }
    path = tmp_path / "counted"
    path.write_bytes(resealed(b"ZCERT1", header, bytes(sum(positions))))
    (tmp_path / "rules.py").write_text(text)
    return path


@pytest.mark.long
@pytest.mark.parametrize("held", [1, 1000])
def test_layers_in_files_are_those_in_memory(held: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bulk_checker, "HELD_STATES", held)
    assert verdict(counted(tmp_path, COUNTING), tmp_path / "rules.py") == 0
    found = certify(lines((3, 3, 2), 3), folder=tmp_path / "proofs", compiled=True)
    for each in found.certificates:
        assert verdict(each.path) == 0
        change(each.path, b"ZCERT2", lambda header, stream: stream[:-1])
        assert verdict(each.path) == 1


@pytest.mark.long
def test_states_that_fit_in_no_file_are_for_the_first_checker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, rules = counted(tmp_path, WIDE), str(tmp_path / "rules.py")
    assert bulk_checker.check(str(path), rules)[0] == 0
    monkeypatch.setattr(bulk_checker, "HELD_STATES", 5)
    assert bulk_checker.check(str(path), rules) == (
        3,
        "UNCHECKED: there are too many states that do not fit in 64-bit integers; use checker.py alone",
    )
    assert verify(path, rules).verified


# --- verdicts that two checkers once did not share ---------------------------------------------------------------------
@pytest.mark.long
def test_more_positions_than_declared_are_told_before_a_play_that_is_lost(tmp_path: Path) -> None:
    """By both, whatever the count: the play of the first empty cell each time loses sooner or later."""
    found = certify(lines((3, 3, 2), 3), folder=tmp_path, compiled=True)
    path = found.certificates[1].path
    whole = path.read_bytes()
    for positions in range(1, 200, 7):
        path.write_bytes(whole)

        def lazy(header: dict[str, Any], stream: bytes, positions: int = positions) -> bytes:
            header["positions"] = positions
            return bytes(len(stream))

        change(path, b"ZCERT2", lazy)
        assert verdict(path) in (1, 2)


@pytest.mark.parametrize(
    "more",
    [
        {"claim": {"player": 1, "at_least": 0, "x": 5}},
        {"claim": {"player": 1, "at_least": 0, "Within": 1}},
        {"claim": {"player": 1, "at least": 0}},
        {"start": {}},
        {"start": ""},
        {"game": {"shape": [2, 2, 3], "k": 3, "misere": True}},
        {"game": {"shape": [2, 2, 3], "k": 2.5}},
        {"game": {"shape": [2, 2, 3], "k": True}},
    ],
    ids=str,
)
def test_headers_that_say_more_than_is_checked_are_malformed(more: dict[str, Any], tmp_path: Path) -> None:
    path = proof(tmp_path)

    def changed(header: dict[str, Any], stream: bytes) -> bytes:
        header |= more
        return stream

    change(path, b"ZCERT2", changed)
    assert verdict(path) == 2


def test_modules_must_say_where_they_start(tmp_path: Path) -> None:
    path = counted(tmp_path, COUNTING.replace("def start", "def begin"))
    assert verdict(path, tmp_path / "rules.py") == 2


def test_choosing_among_many_moves_can_be_stopped() -> None:
    """On a board of 256 cells it takes minutes."""
    game = mnk(3, 3, 3)
    rows, actions = np.array([pack(game.initial())], np.int64), np.array([4], np.int64)
    sharing = Sharing(rows, actions, np.ones((1, 9), np.bool_), None, np.ones(1, np.int64))
    with pytest.raises(BudgetSpent):
        share(game, sharing, game.initial(), 0)
    assert actions[0] == 4


@pytest.mark.long
def test_games_of_too_many_moves_are_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(NotSupported, match="begins with 272"):
        certify(mnk(17, 16, 17), folder=tmp_path)
