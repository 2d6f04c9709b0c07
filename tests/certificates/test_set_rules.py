"""Certificates of games of winning sets: the rules module agrees with the games, and proves what is true, and no more."""

from __future__ import annotations

import itertools
import random
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.forging import Forger
from tests.support.set_games import KINDS, TURNS, Rules, Stand, after, over, some_game, start, value
from zermelo import Game, certify
from zermelo.core.errors import NotSupported
from zermelo.games import clique, lines, polyomino, sets
from zermelo.games.rules import disagreement, load, rules_module_for

MADE: list[Callable[..., Game[Any]]] = [
    lambda **options: clique(5, 3, **options),
    lambda **options: polyomino("el", 3, 3, **options),
    lambda **options: polyomino("knobby", 3, 4, **options),
    lambda **options: lines("3x4", 3, torus=1, **options),
    lambda **options: sets("123/145/167/246/257/347/356", **options),
    lambda **options: clique(4, 3, bias="2:1", **options),
    lambda **options: lines("3x4", 3, bias="2:3", opening=1, **options),
]
GAMES = [make(misere=kind == "misere", weak=kind == "weak") for kind in KINDS for make in MADE]


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_rules_module_agrees_with_the_game(game: Game[Any]) -> None:
    module = rules_module_for(game)
    assert module is not None
    assert disagreement(game, load(module.path), module.parameters, 30) is None


@pytest.mark.parametrize("turns", [(1, 1, 1), *TURNS])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(12))
def test_values_of_random_sets_are_certified(seed: int, kind: str, turns: tuple[int, int, int], tmp_path: Path) -> None:
    made = some_game(seed, kind, turns)
    if made is not None and not made[0].terminal(made[0].initial()):
        assert certify(made[0], folder=tmp_path, compiled=False).certified


@pytest.mark.long
@pytest.mark.parametrize(
    "game", [polyomino("elam", 2, 3), polyomino("skinny", 1, 6), sets(9, [["1"]]), clique(4, 2)], ids=str
)
def test_games_with_very_many_symmetries_are_certified(game: Game[Any], tmp_path: Path) -> None:
    assert certify(game, folder=tmp_path, compiled=False).certified


@pytest.mark.long
def test_a_long_verdict_is_shown_without_its_middle(tmp_path: Path) -> None:
    game = sets(60, [[cell, cell + 1] for cell in range(1, 60)])
    found = certify(game, folder=tmp_path, compiled=False)
    (each,) = found.certificates
    first, last = found.report().splitlines()[1].strip().split(" ... ")
    assert len(each.verdict.text) > len(first + last) == 400
    assert each.verdict.text.startswith(first)
    assert each.verdict.text.endswith(last)


def test_a_board_with_too_many_cells_is_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(NotSupported, match=r"at most 25\d moves in a position"):
        certify(sets(300, [[1, 2, 3], [4, 5, 6]]), folder=tmp_path, compiled=False)


HOSTILE: dict[str, dict[str, Any]] = {
    "there are at most 4096 sets": {
        "sets": [[0, 1, 2 * step] for step in range(3, 99)],
        "images": [[*range(1, 200), 0]],
    },
    "there are at most 1000 images": {"images": [[1, 0, *range(2, 200)], [*range(1, 200), 0]]},
    "an image has every cell once": {"images": [[0, *range(199)]]},
    "no cell has two stones": {"x": [0], "o": [0]},
    "leaves the stones in place": {"x": [0], "images": [[*range(1, 200), 0]]},
    "turns are three positive numbers": {"turns": [1, 0, 1]},
    "a set has a cell": {"sets": [[]]},
    "a cell is a number": {"sets": [[200]]},
    "the parameters are": {"cells": True},
}


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize("why", HOSTILE)
def test_hostile_parameters_are_refused_in_moments(why: str) -> None:
    module = rules_module_for(sets("12/23"))
    assert module is not None
    plain = {"cells": 200, "sets": [[0, 1]], "misere": False, "weak": False, "turns": [1, 1, 1], "x": [], "o": []}
    with pytest.raises(ValueError, match=why):
        load(module.path)["start"]({**plain, "images": []} | HOSTILE[why])


def test_a_game_that_no_header_can_describe_is_refused(tmp_path: Path) -> None:
    rng = random.Random("header")
    game = sets(200, [rng.sample([str(cell) for cell in range(1, 201)], 9) for _ in range(3000)])
    with pytest.raises(NotSupported, match="The header of a certificate has at most 65,536 bytes"):
        certify(game, folder=tmp_path, seconds=1)
    assert not list(tmp_path.iterdir())


# --- forging ------------------------------------------------------------------------------------------------------------
class SetForger(Forger):
    """Lemmas are included."""

    def __init__(self, game: Game[Any], rules: Rules, player: int, level: int) -> None:
        module = rules_module_for(game)
        assert module is not None
        self.module = types.SimpleNamespace(**load(module.path))
        self.module.start(module.parameters)
        super().__init__(self.module, {"claim": {"player": player, "at_least": level}, "rules": "", "format": 2})
        self.board, self.player = rules, player

    def is_own(self, position: Stand) -> bool:
        return position.turn == self.player

    def state(self, position: Stand) -> Any:
        return self.module.packed(*(sum(1 << cell for cell in side) for side in (position.first, position.second)))

    def tokens(self, position: Stand) -> Iterator[tuple[list[int], Any]]:
        """Moves by their numbers, and every lemma of up to 5 cells."""
        for number, cell in enumerate(sorted(self.module.moves(self.state(position)))):
            child = after(self.board, position, cell)
            yield [number], child if over(self.board, child) is None else None
        free = sorted({*range(self.board.cells)} - position.first - position.second)
        for length in range(6):
            yield from (([255, length, *cells], None) for cells in itertools.permutations(free, length))

    def children(self, position: Stand) -> Iterator[Any]:
        children = (after(self.board, position, cell) for cell in self.module.moves(self.state(position)))
        return (child for child in children if over(self.board, child) is None)


FORGED = (300, 301, 302, 304, 305, 306, 307, 308, 309, 311)
"""Games that are not over when they begin."""


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", FORGED)
def test_of_all_claims_no_false_one_can_be_forged_and_no_true_one_is_refused(seed: int, kind: str) -> None:
    """Every position of small games of random sets, both players, every level; also with turns of several cells."""
    true = false = 0
    for turns in ((1, 1, 1), TURNS[seed % len(TURNS)]):
        made = some_game(seed, kind, turns, sizes=(4, 6))
        if made is None:
            continue
        game, rules = made
        for player, level in itertools.product((0, 1), (-1, 0, 1)):
            forger = SetForger(game, rules, player, level)
            pending, seen = [start(rules)], set[Stand]()
            while pending:
                stand = pending.pop()
                if stand in seen or over(rules, stand) is not None:
                    continue
                seen.add(stand)
                worth = value(rules, stand) * (1 if stand.turn == player else -1)
                holds = worth >= level
                true, false = true + holds, false + (not holds)
                assert forger.can(stand) == holds, (stand, player, level)
                pending += forger.children(stand)
    assert true > 0
    assert false > 0
