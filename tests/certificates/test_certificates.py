"""Certificates, forged, damaged and our own, against both checkers; values and strategies come from the rules alone."""

from __future__ import annotations

import ast
import functools
import hashlib
import itertools
import json
import lzma
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tests.support.forging import (
    NIM,
    Forger,
    Position,
    Rules,
    certificate,
    checked,
    checker,
    masks,
    nim_stream,
    sealed,
    strategy,
)
from zermelo import Game, certify, solve, verify
from zermelo.certificates.boards import FlatBoard, bridge_to
from zermelo.certificates.files import NotProved
from zermelo.certificates.verify import CHECKER, CHECKERS
from zermelo.cli import main
from zermelo.core.errors import BadOption
from zermelo.games import connect, mnk


# --- the checker ------------------------------------------------------------------------------------------------------
def test_the_checker_is_one_short_file_that_needs_nothing(tmp_path: Path) -> None:
    text = CHECKER.read_text()
    assert len(text.splitlines()) <= 320
    imported = set[str | None]()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            imported |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported.add(node.module and node.module.partition(".")[0])
    assert imported <= sys.stdlib_module_names
    rules = Rules(3, 3, 3)
    (tmp_path / "checker.py").write_text(text)
    (tmp_path / "file").write_bytes(certificate(rules, {"player": 1, "at_least": 0}, [], strategy(rules, 1, 0, [])))
    command = [sys.executable, "-I", "-S", "checker.py", "file"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("VERIFIED: ")
    assert done.stdout.count("\n") == 1


BOARDS = [(3, 3, 3, False), (4, 3, 3, False), (3, 4, 3, True), (4, 3, 3, True), (2, 2, 2, False), (1, 4, 2, False)]


@pytest.mark.sampled(every=2)
@pytest.mark.parametrize("board", BOARDS, ids=str)
@pytest.mark.parametrize("player", [0, 1])
def test_strategies_by_the_rules_are_accepted_and_no_more(board: tuple[int, int, int, bool], player: int) -> None:
    rules = Rules(*board)
    value = rules.value(rules.played([])) * (1 if player == 0 else -1)
    for level in (-1, 0, 1):
        data = certificate(
            rules, {"player": player, "at_least": level}, [], strategy(rules, player, level, []), symmetry=False
        )
        assert checked(data)[0] == (0 if value >= level else 1), checked(data)


def tokens_of(rules: Rules, position: Position, claim: dict[str, int]) -> list[list[int]]:
    """All that a stream may say there, and some that it may not: moves, and lemmas of up to two pairs."""
    free = rules.moves(position)
    pairs = list(itertools.combinations(free, 2))
    lemmas = [[255, 0], *([255, 1, *pair] for pair in pairs)]
    lemmas += [[255, 2, *one, *two] for one, two in itertools.combinations(pairs, 2) if not set(one) & set(two)]
    return [[cell] for cell in free] + (lemmas if claim["at_least"] == 0 else [[255, 0]])


def positions_with(rules: Rules, stones: int) -> Iterator[list[int]]:
    """Moves to every position in which play goes on after so many stones or more."""
    seen: set[Position] = set()
    pending: list[list[int]] = [[]]
    while pending:
        cells = pending.pop()
        position = rules.played(cells)
        if position in seen or rules.result(position) is not None:
            continue
        seen.add(position)
        if len(cells) >= stones:
            yield cells
        pending += [[*cells, cell] for cell in rules.moves(position)]


def test_lemmas_that_do_not_hold_are_rejected() -> None:
    """Cells that are taken, off the board, twice in it, or that leave a line."""
    claim, rules = {"player": 0, "at_least": 0}, Rules(2, 2, 2)
    position = checker.KInARow(0, w=2, h=2, k=2, gravity=False)
    good = [2, 0, 1, 2, 3]  # meets the rows, not the columns and diagonals
    assert position.lemma((0, 0), claim, iter(good)) is False
    free = checker.KInARow(0, w=3, h=1, k=2, gravity=False)
    for stream, holds in (([1, 0, 1], False), ([2, 0, 1, 1, 2], False), ([2, 0, 1, 2, 5], False), ([1, 0, 0], False)):
        assert free.lemma((0, 0), claim, iter(stream)) is holds
    assert free.lemma((2, 0), claim, iter([0])) is True
    assert free.lemma((2, 0), claim, iter([1, 0, 1])) is False
    assert free.lemma((1, 0), claim, iter([1, 1, 2])) is True
    assert free.lemma((1, 0), claim, iter([1, 1])) is False
    falling = checker.KInARow(0, w=3, h=1, k=2, gravity=True)
    assert falling.lemma((1, 0), claim, iter([1, 1, 2])) is False
    assert checked(certificate(rules, claim, [], bytes([255, *good])))[0] == 1
    assert checked(certificate(Rules(3, 1, 3), claim, [], bytes([1, 255, 0, 255])))[0] == 1  # how many is not told
    assert checked(certificate(Rules(3, 1, 3), claim, [], bytes([1, 255, 0, 255, 0])))[0] == 0


class BoardForger(Forger):
    """A position is its stones, and whether the player of the claim is to move."""

    def __init__(self, board: Rules, player: int, level: int) -> None:
        claim = {"player": player, "at_least": level}
        rules = checker.KInARow(player, w=board.w, h=board.h, k=board.k, gravity=board.gravity)
        super().__init__(rules, {"claim": claim, "rules": "mnk-1"})
        self.board = board

    def is_own(self, position: tuple[Position, bool]) -> bool:
        return position[1]

    def state(self, position: tuple[Position, bool]) -> Any:
        return masks(*position)

    def tokens(self, position: tuple[Position, bool]) -> Iterator[tuple[list[int], Any]]:
        for token in tokens_of(self.board, position[0], self.header["claim"]):
            after = self.board.after(position[0], token[0]) if len(token) == 1 else None
            yield token, (after, False) if after and self.board.result(after) is None else None

    def children(self, position: tuple[Position, bool]) -> Iterator[Any]:
        after = (self.board.after(position[0], cell) for cell in self.board.moves(position[0]))
        return ((child, True) for child in after if self.board.result(child) is None)


@pytest.mark.long
def test_of_all_claims_no_false_one_can_be_forged_and_no_true_one_is_refused() -> None:
    """Every position of 3x3 with four stones or more, both players, both levels."""
    rules = Rules(3, 3, 3)
    forgers = {(player, level): BoardForger(rules, player, level) for player in (0, 1) for level in (0, 1)}
    true = false = 0
    for start in positions_with(rules, 4):
        position = rules.played(start)
        value = rules.value(position) * (1 if len(start) % 2 == 0 else -1)
        for (player, level), forger in forgers.items():
            holds = (value if player == 0 else -value) >= level
            true, false = true + holds, false + (not holds)
            here = position, len(start) % 2 == player
            assert forger.can(here) == holds, (start, player, level)
            if holds:
                whole = strategy(rules, player, level, start)
                assert forger.said(here, list(whole)) == "accepted", start
    assert (true, false) == (16_744 - 8_372, 8_372)


def sample() -> bytes:
    rules = Rules(3, 3, 3)
    return certificate(rules, {"player": 1, "at_least": 0}, [], strategy(rules, 1, 0, []))


@pytest.mark.sampled("400")
@pytest.mark.parametrize("count", [400, 2000])
def test_every_flipped_bit_and_every_cut_is_detected(count: int) -> None:
    data, rng = sample(), random.Random("bits")
    assert checked(data)[0] == 0
    for _ in range(count):
        place = rng.randrange(8 * len(data))
        flipped = bytearray(data)
        flipped[place // 8] ^= 1 << place % 8
        code, text = checked(bytes(flipped))
        assert code == 2, (place, text)
        assert "\n" not in text
    for _ in range(count // 4):
        assert checked(data[: rng.randrange(len(data))])[0] == 2
    for _ in range(count // 20):
        one, two = sorted(rng.sample(range(len(data)), 2))
        swapped = data[two:] + data[one:two] + data[:one]
        assert checked(swapped)[0] == 2
    assert checked(data + b"x")[0] == 2


def hostile() -> dict[str, Callable[[], bytes]]:
    rules, claim = Rules(3, 3, 3), {"player": 1, "at_least": 0}
    stream = strategy(rules, 1, 0, [])

    def changed(**header: Any) -> Callable[[], bytes]:
        return lambda: certificate(rules, claim, [], stream, **header)

    def bomb(declared: int) -> Callable[[], bytes]:
        def made() -> bytes:
            packer = lzma.LZMACompressor(preset=0)
            packed = b"".join(packer.compress(bytes(1 << 20)) for _ in range(300)) + packer.flush()
            line = certificate(rules, claim, [], b"", payload_bytes=declared).split(b"\n")[1]
            return sealed(line) + packed

        return made

    return {
        "a bomb of more than declared": bomb(100),
        "a bomb as declared": bomb(300 << 20),
        "deep JSON": lambda: sealed(b"[" * 60_000),
        "a long header": lambda: sealed(b'{"a": "' + b"x" * 70_000 + b'"}'),
        "no object": lambda: sealed(b"[1, 2]"),
        "bad unicode": lambda: sealed(b'{"game": "\xff"}'),
        "a giant number": lambda: sealed(b'{"positions": ' + b"9" * 5000 + b"}"),
        "a giant board": changed(game={"w": 10**9, "h": 10**9, "k": 3, "gravity": False}),
        "a giant line": changed(game={"w": 3, "h": 3, "k": 10**12, "gravity": False}),
        "a board of text": changed(game={"w": "3", "h": 3, "k": 3, "gravity": False}),
        "gravity of 1": changed(game={"w": 3, "h": 3, "k": 3, "gravity": 1}),
        "a board of more": changed(game={"w": 3, "h": 3, "k": 3, "gravity": False, "wrap": True}),
        "a claim of text": changed(claim={"player": 1, "at_least": "0"}),
        "a third player": changed(claim={"player": 2, "at_least": 0}),
        "a claim of nothing": changed(claim={}),
        "a horizon of nothing": changed(claim={"player": 1, "at_least": 1, "within": 0}),
        "a start off the board": changed(start=[9]),
        "a start of a cell twice": changed(start=[4, 4]),
        "a start that is over": changed(start=[0, 3, 1, 4, 2]),
        "a start of text": changed(start="0"),
        "fewer positions": changed(positions=3),
        "fewer layers": changed(layers=1),
        "positions of text": changed(positions="many"),
        "symmetry of 1": changed(symmetry=1),
        "other rules": changed(rules="sha256:" + "0" * 64),
        "another digest": changed(sha256="0" * 64),
        "another length": changed(payload_bytes=len(stream) - 1),
        "an empty file": lambda: b"",
        "a picture": lambda: b"\x89PNG\r\n\x1a\n" + bytes(1000),
        "not xz": lambda: sample()[: -len(lzma.compress(stream))] + b"x" * 500,
    }


@pytest.mark.sampled("gravity of 1-page", "fewer positions-bulk", "a giant board-page", "deep JSON-page")
@pytest.mark.skipif(sys.platform == "win32", reason="there are no limits on memory to set")
@pytest.mark.parametrize("program", CHECKERS, ids=["page", "bulk"])
@pytest.mark.parametrize("name", hostile())
def test_hostile_files_are_refused_at_once_in_little_memory(
    name: str, program: tuple[str, ...], tmp_path: Path
) -> None:
    import resource  # not there on Windows

    (tmp_path / "file").write_bytes(hostile()[name]())
    command = [sys.executable, *program, str(tmp_path / "file")]

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_DATA, (300 << 20, 300 << 20))

    began = time.process_time()
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True, check=False, preexec_fn=limited)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert done.returncode in (1, 2), done.stdout
    assert (done.stdout.count("\n"), done.stderr) == (1, "")
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < 1.5, began
    assert done.returncode == 2 or name in ("a bomb as declared",)


def test_a_horizon_counts_plies() -> None:
    """A win as fast as can be, and no faster; who loses by it survives until just before."""
    rules = Rules(4, 3, 3)
    rules.value = functools.cache(functools.partial(scored, rules))
    plies, fastest = 100 - rules.value(rules.played([])), strategy(rules, 0, 1, [])
    for within in range(1, 10):
        win = certificate(rules, {"player": 0, "at_least": 1, "within": within}, [], fastest)
        assert checked(win)[0] == (0 if within >= plies else 1)


def scored(rules: Rules, position: Position) -> int:
    """100 less the plies to a win of who is to move, or the negative for a loss."""
    result = rules.result(position)
    if result is not None:
        return 100 * result
    best = max(-rules.value(rules.after(position, cell)) for cell in rules.moves(position))
    return best - (best > 0) + (best < 0)


# --- other rules --------------------------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize(("heaps", "player"), [([1, 2, 4], 0), ([1, 2, 3], 1), ([5], 0)])
def test_other_rules_are_a_module_that_the_header_names_by_its_digest(
    heaps: list[int], player: int, tmp_path: Path
) -> None:
    digest = "sha256:" + hashlib.sha256(NIM.encode()).hexdigest()
    stream = nim_stream(heaps, player)
    data = certificate(
        Rules(1, 1, 1), {"player": player, "at_least": 1}, [], stream, game={"heaps": heaps}, rules=digest
    )
    (tmp_path / "file").write_bytes(data)
    (tmp_path / "rules.py").write_text(NIM)
    assert verify(tmp_path / "file", tmp_path / "rules.py").code == 0
    (tmp_path / "rules.py").write_text(NIM + "\n")
    assert "other rules than those given" in verify(tmp_path / "file", tmp_path / "rules.py").text
    false = certificate(
        Rules(1, 1, 1), {"player": 1 - player, "at_least": 1}, [], stream, game={"heaps": heaps}, rules=digest
    )
    (tmp_path / "file").write_bytes(false)
    (tmp_path / "rules.py").write_text(NIM)
    assert verify(tmp_path / "file", tmp_path / "rules.py").code == 1


# --- our own ------------------------------------------------------------------------------------------------------------
OWN: dict[str, tuple[Game[Any], int]] = {
    "mnk(3,3,3)": (mnk(3, 3, 3), 0),
    "mnk(4,3,3)": (mnk(4, 3, 3), 1),
    "mnk(3,5,3)": (mnk(3, 5, 3), 1),
    "mnk(4,4,4)": (mnk(4, 4, 4), 0),
    "mnk(5,5,5)": (mnk(5, 5, 5), 0),
    "mnk(6,5,4)": (mnk(6, 5, 4), 1),
    "mnk(6,6,4)": (mnk(6, 6, 4), 1),  # its moves are df-pn's
    "mnk(1,5,2)": (mnk(1, 5, 2), 1),
    "connect(4,4,4)": (connect(4, 4, 4), 0),
    "connect(5,4,4)": (connect(5, 4, 4), 0),
    "connect(4,4,3)": (connect(4, 4, 3), 1),
}


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "compiled"),
    [
        *(pytest.param(name, None, id=name) for name in OWN),
        *(pytest.param(name, False, id=f"{name}-interpreted") for name in ("mnk(3,3,3)", "connect(4,4,3)")),
    ],
)
def test_values_are_certified(name: str, compiled: bool | None, tmp_path: Path) -> None:
    """With code that is compiled, boxes are every time: see `test_lemmas`."""
    game, value = OWN[name]
    found = certify(game, folder=tmp_path / "proofs", compiled=compiled)
    assert (found.result.value, found.certified) == (value, True)
    assert len(found.certificates) == (2 if value == 0 else 1)
    for each in found.certificates:
        assert each.path.stat().st_size == each.bytes
        assert each.path.parent == tmp_path / "proofs"
    assert sorted(path.name for path in (tmp_path / "proofs").iterdir()) == sorted(
        each.path.name for each in found.certificates
    )


@pytest.mark.long
@pytest.mark.parametrize("board", [(4, 3, 3, False), (4, 4, 4, True)], ids=str)
def test_positions_on_the_way_are_certified(board: tuple[int, int, int, bool], tmp_path: Path) -> None:
    rules, rng = Rules(*board), random.Random("way")
    w, h, k, gravity = board
    game: Any = connect(w, h, k) if gravity else mnk(h, w, k)
    for _ in range(6):
        cells: list[int] = []
        while len(cells) < rng.randrange(2, w * h - 3) and rules.result(rules.played(cells)) is None:
            cells.append(rng.choice(rules.moves(rules.played(cells))))
        if rules.result(rules.played(cells)) is not None:
            continue
        text = " ".join(str(cell % w + 1) if gravity else game.action_name(cell) for cell in cells)
        found = certify(game, text, folder=tmp_path)
        assert found.certified
        assert found.result.value == rules.value(rules.played(cells))


@pytest.mark.long
def test_a_claim_that_the_search_cannot_keep_gets_no_certificate(tmp_path: Path) -> None:
    false = solve(mnk(4, 3, 3), line=False)
    with pytest.raises(NotProved, match=r"In mnk.*found no strategy to prove that the first player wins"):
        certify(mnk(3, 3, 3), folder=tmp_path, solved=false)
    assert list(tmp_path.iterdir()) == []


def test_symmetries_of_a_board_are_the_format_s() -> None:
    for w, h, gravity, count in ((3, 3, False, 8), (4, 3, False, 4), (4, 4, True, 2), (1, 3, False, 4)):
        board = FlatBoard(w, h, 3, gravity)
        assert len(board.symmetries) == count - 1
        rules = checker.KInARow(0, w=w, h=h, k=3, gravity=gravity)
        rng = random.Random(w)
        import numpy as np

        for _ in range(50):
            cells = rng.sample(range(w * h), rng.randrange(w * h))
            mine = sum(1 << cell for cell in cells[::2])
            yours = sum(1 << cell for cell in cells[1::2])
            assert tuple(board.reduced(np.array([[mine, yours]], np.int64))[0].tolist()) == rules.canonical(
                (mine, yours)
            )


def test_what_cannot_be_certified_is_refused_before_it_is_solved(tmp_path: Path) -> None:
    assert bridge_to(mnk(8, 8, 5)) is None
    (tmp_path / "file").write_text("mine")
    with pytest.raises(BadOption, match="cannot be created"):
        certify(mnk(3, 3, 3), folder=tmp_path / "file")
    shown = CliRunner().invoke(main, ["solve", "connect(7,6,4)", "--certify", "-o", str(tmp_path / "file")])
    assert (shown.exit_code, "cannot be created" in shown.stderr) == (2, True)


def test_the_commands(tmp_path: Path) -> None:
    solve = ["solve", "mnk(3,3,3)", "--interpreted", "--certify", "-o", str(tmp_path / "proofs")]
    shown = CliRunner().invoke(main, solve)
    assert shown.exit_code == 0
    assert "The value is certified: two checkers accepted each claim." in shown.stdout
    told = CliRunner().invoke(main, [*solve, "--json"])
    assert json.loads(told.stdout)["certified"] is True
    file = tmp_path / "proofs" / "mnk-3-3-3-second-draws.zcert"
    good = CliRunner().invoke(main, ["verify", str(file)])
    assert (good.exit_code, good.stdout[:9]) == (0, "VERIFIED:")
    file.write_bytes(file.read_bytes()[:-1])
    bad = CliRunner().invoke(main, ["verify", str(file)])
    assert (bad.exit_code, bad.stdout[:10]) == (2, "MALFORMED:")
    none = CliRunner().invoke(main, ["verify", str(tmp_path / "nothing")])
    assert none.exit_code == 2
    limited = ["solve", "connect(7,6,4)", "--interpreted", "--nodes", "10", "--certify", "-o", str(tmp_path)]
    spent = CliRunner().invoke(main, limited)
    assert spent.exit_code == 3
    assert "No certificate was written: the value is not exact." in spent.stdout
