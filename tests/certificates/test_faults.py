"""A solver that is wrong: each fault planted in the search, or in the writer of proofs, and no wrong value is certified.

    fault, planted --> solve, certify --> "certified": then the value is the rules' own, and both checkers say so
                                      '-> "refused" (NotProved), or "rejected" (by both checkers)

Values are those of plain minimax, by rules that share nothing with the package. Each fault must have made something fail:
a fault that changes nothing shows nothing.
"""

from __future__ import annotations

import importlib
import random
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.support.forging import Rules, seen_by_both
from zermelo import Game
from zermelo.certificates.boards import FlatWalk, bridge_to
from zermelo.certificates.encodings import FlatEncoding
from zermelo.certificates.files import NotProved
from zermelo.core.constants import NONE
from zermelo.core.words import hash_words, pack
from zermelo.games import connect, mnk
from zermelo.games.in_a_row.linegame import Board
from zermelo.search.parts import table
from zermelo.search.parts.entry import EXACT, LOWER, UPPER, to_data
from zermelo.search.parts.moves import SortedOrder
from zermelo.search.parts.table import InterpretedTable, TableNode, TranspositionTable

certifying: Any = importlib.import_module("zermelo.certificates.certify")
sharing: Any = importlib.import_module("zermelo.certificates.sharing")
strategies: Any = importlib.import_module("zermelo.certificates.strategy")

Patch = pytest.MonkeyPatch

BLIND = ("bounds", "forced", "relevance", "key", "priority")
"""Knowledge that the search does without, or it would hardly need its table on boards as small as these."""


class Case(NamedTuple):
    """A position of a board; `cells` were taken before."""

    w: int
    h: int
    k: int
    gravity: bool
    cells: tuple[int, ...]

    @property
    def game(self) -> Any:
        return connect(self.w, self.h, self.k) if self.gravity else mnk(self.h, self.w, self.k)

    @property
    def moves(self) -> str:
        return " ".join(str(c % self.w + 1) if self.gravity else self.game.action_name(c) for c in self.cells)


BOARDS = {
    (3, 3, 3, False): (1, 2, 2, 3),
    (4, 3, 3, False): (2, 4),
    (3, 4, 3, False): (3, 4),
    (4, 3, 3, True): (2, 3),
    (4, 4, 4, True): (7, 7, 8),
}
"""Boards, and how many random stones are on them before."""


def cases() -> Iterator[tuple[Case, int]]:
    """Positions with what they are worth to the player to move."""
    rng = random.Random("faults")
    for board, counts in BOARDS.items():
        rules = Rules(*board)
        for count in counts:
            cells = played(rules, count, rng)
            yield Case(*board, cells), rules.value(rules.played(list(cells)))


def played(rules: Rules, count: int, rng: random.Random) -> tuple[int, ...]:
    """Cells of a random play of so many moves that has not come to its end."""
    while True:
        cells: list[int] = []
        while len(cells) < count and rules.result(rules.played(cells)) is None:
            cells.append(rng.choice(rules.moves(rules.played(cells))))
        if rules.result(rules.played(cells)) is None:
            return tuple(cells)


CASES = list(cases())


# --- runs ---------------------------------------------------------------------------------------------------------------
def outcome(case: Case, value: int, solver: Game[Any], folder: Path, **options: Any) -> str:
    """What becomes of a certificate made by `solver`, which should play the case's game. Certified is what is right."""
    try:
        found = certifying.certify(solver, case.moves or None, folder=folder, **options)
    except NotProved:
        return "refused"
    assert not list(folder.glob("*.unfinished"))
    if found.certified:
        assert found.result.value == value, (case, found)
        assert all(each.verdict.code == 0 for each in found.certificates)
        return "certified"
    assert any(each.verdict.code in (1, 2) for each in found.certificates), found
    return "rejected"


def encoded_honestly(patch: Patch) -> None:
    """The files are about the true board, whatever the solver takes it for."""
    patch.setattr(certifying, "encoding_of", lambda game, rules: FlatEncoding(game, bridge_to(honest(game))))
    patch.setattr(certifying, "verify", seen_by_both)
    patch.setattr(sharing, "SWEEPS", 1)  # the proofs come out larger, and sooner


def honest(game: Any) -> Any:
    return (
        connect(game.columns, game.rows, game.k) if isinstance(game, connect) else mnk(game.rows, game.columns, game.k)
    )


def runs(plant: Fault | None, folder: Path, patch: Patch, some: list[tuple[Case, int]]) -> Counter[str]:
    """How many of the cases came out in each way."""
    counts = Counter[str]()
    for number, (case, value) in enumerate(some):
        with patch.context() as planted:
            encoded_honestly(planted)
            solver = case.game.without(*BLIND)
            if plant is not None:
                plant(planted, type(solver), random.Random(number))
            counts[outcome(case, value, solver, folder, compiled=False)] += 1
    return counts


# --- faults: each is planted with a patch, in the solver's class perhaps, from some random numbers ----------------------
Fault = Callable[[Patch, Any, random.Random], None]


def keys_of(bits: int) -> Fault:
    """Positions are known by so many bits of a hash: others are taken for them."""
    whole = table.canonical

    def cut(game: Game[Any], state: Any) -> tuple[Any, int]:
        key, symmetry = whole(game, state)
        return (hash_words(key) & ((1 << bits) - 1), *(0 for _ in key[1:])), symmetry

    return lambda patch, _, __: patch.setattr(table, "canonical", cut)


def kind_as(wrong: int) -> Fault:
    """Upper bounds are stored as something else."""
    store = TranspositionTable.store

    def plant(patch: Patch, _: Any, rng: random.Random) -> None:
        def stored(
            self: Any, game: Any, node: Any, score: int, depth: int, complete: bool, kind: int, action: int
        ) -> None:
            kind = wrong if kind == UPPER else kind
            store(self, game, node, score, depth, complete, kind, action)

        patch.setattr(TranspositionTable, "store", stored)

    return plant


def dropped(parity: int) -> Fault:
    """At plies of this parity, from the root of a search, one move is never tried where there is another."""
    generate = SortedOrder.generate

    def plant(patch: Patch, _: Any, rng: random.Random) -> None:
        lost = rng.randrange(3)

        def written(self: Any, game: Any, state: Any, node: Any, ply: int) -> tuple[int, int]:
            begin, end = generate(self, game, state, node, ply)
            if ply % 2 == parity and end - begin > 1:
                place = begin + lost % (end - begin)
                self.actions[place] = self.actions[end - 1]
                end -= 1
                self.starts[ply + 1] = end
            return begin, end

        patch.setattr(SortedOrder, "generate", written)

    return plant


def half_a_mirror(patch: Patch, solver: Any, _: random.Random) -> None:
    """A symmetry moves the stones of the one side and leaves those of the other."""

    def image(self: Any, state: Board, symmetry: int) -> Board:
        return Board(self.image(state.me, symmetry), state.you)

    patch.setattr(solver, "symmetric_key", lambda self, state, key, symmetry: image(self, key, symmetry))
    patch.setattr(solver, "symmetric", image)
    patch.setattr(solver, "canonical_symmetry", lambda self, state, key: NONE)


def entries_altered(share: float) -> Fault:
    """A share of the entries are written with another value and another move, under a seal that fits."""
    insert = InterpretedTable.insert

    def plant(patch: Patch, _: Any, rng: random.Random) -> None:
        def altered(self: Any, key: Any, hashed: int, score: int, data: int) -> None:
            if rng.random() < share:
                kind = rng.choice((LOWER, EXACT, UPPER))
                data = to_data(rng.choice((-1, 0, 1)), table.depth_of(data), True, kind, rng.randrange(9))
            insert(self, key, hashed, score, data)

        patch.setattr(InterpretedTable, "insert", altered)

    return plant


def words_torn(patch: Patch, _: Any, rng: random.Random) -> None:
    """Rows have words that another thread might have left there: what is altered fits no seal."""
    insert = TranspositionTable.insert

    def torn(self: Any, key: Any, hashed: int, score: int, data: int) -> None:
        insert(self, key, hashed, score, data)
        if rng.random() < 0.5:
            first = hashed & (len(self.rows) - 2)
            self.rows[first + rng.randrange(2), rng.randrange(self.last + 1)] ^= rng.randrange(1, 1 << 62)

    patch.setattr(TranspositionTable, "insert", torn)
    patch.setattr(TranspositionTable, "interpreted", lambda self: self)  # or nothing would be read from the rows


def bounds_too_good(patch: Patch, solver: Any, rng: random.Random) -> None:
    """The game claims to know of some positions that the player to move does not lose, or does not win."""
    salt = rng.getrandbits(60)

    def bounds(self: Any, state: Board, alpha: int, beta: int) -> tuple[int, int]:
        chance = hash_words((*pack(state), salt)) % 40
        return (0, 1) if chance == 0 else (-1, 0) if chance == 1 else (-1, 1)

    patch.setattr(solver, "bounds", bounds)


def lines_unseen(patch: Patch, solver: Any, rng: random.Random) -> None:
    """The solver's board has no lines that hold a certain cell."""
    place = rng.randrange(9)
    has_line = solver.has_line

    def blind(self: Any, stones: Any) -> bool:
        return bool(has_line(self, stones & ~(stones ^ stones).add(self.cell(0) + place)))

    patch.setattr(solver, "has_line", blind)


def lemmas_unmet(patch: Patch, _: Any, rng: random.Random) -> None:
    """Pairs of cells are taken to meet lines that they do not."""

    def lemma_holds(game: Any, lemma: Any, state: Any, row: int) -> bool:
        cells = list(game.board & ~(state.me | state.you))
        if len(cells) < 2 or rng.random() < 0.5 or not lemma.pairs:
            return False
        lemma.cells[row, 0], lemma.cells[row, 1] = cells[:2]
        lemma.counts[row] = 2
        return True

    patch.setattr(strategies, "lemma_holds", lemma_holds)


def answers_unwritten(patch: Patch, _: Any, rng: random.Random) -> None:
    """The writer of a proof leaves out what follows some of the answers."""
    answered = FlatWalk.answered

    def some(self: FlatWalk, rows: Any) -> Iterator[Any]:
        for play in answered(self, rows):
            if rng.random() < 0.8:
                yield play

    patch.setattr(FlatWalk, "answered", some)


FAULTS: dict[str, Fault] = {
    "keys of 4 bits": keys_of(4),
    "keys of 8 bits": keys_of(8),
    "upper bounds as lower ones": kind_as(LOWER),
    "upper bounds as values": kind_as(EXACT),
    "a reply dropped": dropped(1),
    "a move dropped": dropped(0),
    "half a mirror": half_a_mirror,
    "entries altered": entries_altered(0.3),
    "bounds too good": bounds_too_good,
    "lines unseen": lines_unseen,
    "lemmas unmet": lemmas_unmet,
    "answers unwritten": answers_unwritten,
}
"""Each must be seen to do harm."""

MILD: dict[str, Fault] = {
    "keys of 16 bits": keys_of(16),
    "keys of 20 bits": keys_of(20),
    "keys of 24 bits": keys_of(24),
}
"""Faults that a small board may not notice: what is certified is right all the same."""


@pytest.mark.long
@pytest.mark.parametrize("half", [0, 1])
def test_without_a_fault_all_is_certified(half: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    some = CASES[half::2]
    assert runs(None, tmp_path, monkeypatch, some) == {"certified": len(some)}
    assert {value for _, value in some} == {-1, 0, 1}


@pytest.mark.long
@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_that_does_harm_certifies_nothing_wrong(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts = runs(FAULTS[name], tmp_path, monkeypatch, CASES)
    assert counts.total() == len(CASES)
    assert counts["refused"] + counts["rejected"] > 0, counts


@pytest.mark.long
@pytest.mark.parametrize("name", MILD)
def test_a_fault_that_may_do_no_harm_certifies_nothing_wrong(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts = runs(MILD[name], tmp_path, monkeypatch, CASES[::3])
    assert counts.total() == len(CASES[::3])


@pytest.mark.long
def test_torn_words_are_never_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The seal of a row tells them: nothing fails, and nothing is wrong."""
    some = CASES[::2]
    assert runs(words_torn, tmp_path, monkeypatch, some) == {"certified": len(some)}


def test_a_search_whose_moves_do_not_prove_what_it_says_comes_to_an_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To choose among no moves that will do took forever."""
    encoded_honestly(monkeypatch)
    monkeypatch.setattr(strategies, "proves", lambda *_: False)
    case, value = CASES[0]
    assert outcome(case, value, case.game.without(*BLIND), tmp_path, compiled=False) == "certified"


# --- larger boards, compiled ----------------------------------------------------------------------------------------------
class CutKeys(TranspositionTable):
    """A table that knows positions by a few bits of a hash. The games here have keys of two words."""

    bits = 64

    def name(self, game: Game[Any], state: Any) -> tuple[Any, int]:
        key, symmetry = table.canonical(game, state)
        return (hash_words(key) & ((1 << self.bits) - 1), 0), symmetry

    def open(self, game: Game[Any], state: Any, truncated: int) -> TableNode:
        key, symmetry = self.name(game, state)
        data, score = self.probe(key)
        hint = self.hint(game, symmetry, table.action_of(data))
        return TableNode(key, hash_words(key), symmetry, data, score, hint, NONE, truncated)


LARGE: dict[str, tuple[Any, int]] = {
    "mnk(4,4,4)": (mnk(4, 4, 4), 0),
    "mnk(5,5,4)": (mnk(5, 5, 4), 0),
    "connect(5,4,4)": (connect(5, 4, 4), 0),
    "connect(5,5,4)": (connect(5, 5, 4), 0),
}
"""With their values, which are known: all are draws."""


@pytest.mark.stress
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", LARGE)
def test_short_keys_certify_nothing_wrong_on_larger_boards(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of 12 bits, whose wrong hits do harm; and of 16, 20 and 24, whose may. All from the initial position, and after each
    first move.
    """
    game, value = LARGE[name]
    encoded_honestly(monkeypatch)
    counts = {bits: Counter[str]() for bits in (12, 16, 20, 24)}
    for bits in counts:
        cut = type("CutKeys", (CutKeys,), {"bits": bits, "__module__": __name__})
        with monkeypatch.context() as planted:
            encoded_honestly(planted)
            planted.setattr("zermelo.solver.setup.TranspositionTable", cut)
            planted.setattr(table, "TranspositionTable", cut)
            for first in [None, *game.actions(game.initial())]:
                w, h = (game.columns, game.rows)
                case = Case(w, h, game.k, isinstance(game, connect), () if first is None else (first,))
                counts[bits][outcome(case, value, game.without(*BLIND), tmp_path, compiled=True)] += 1
    print(name, counts)
    assert counts[12]["refused"] + counts[12]["rejected"] > 0, counts
