"""Judging games: against the oracle, with budgets, chance and more players, and what is refused."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from zermelo import Game, Oracle, review
from zermelo.core.errors import BadMove
from zermelo.games import capture, connect, einstein, lines, mnk, nim
from zermelo.play.record import Record

GAMES: tuple[Game[Any], ...] = (mnk(3, 3, 3), connect(4, 3, 3), nim(1, 2, 2), capture(5, 2))


def random_moves(game: Game[Any], seed: int) -> list[str]:
    record, rng = Record.begin(game), random.Random(seed)
    while not record.over:
        record.do(record.throw(rng))
    return record.names()


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_review_judges_one_game_as_an_oracle_does(game: Game[Any]) -> None:
    moves = random_moves(game, 1)
    found, expected = review(game, moves, compiled=False), Oracle(game, compiled=False).score([moves]).moves
    assert [ply.move for ply in found.plies] == moves
    for ply, move in zip(found.plies, expected, strict=True):
        assert ply._replace(ply=ply.ply + 1, best=(), keeping=()) == move._replace(best=(), keeping=())
        assert (set(ply.best), set(ply.keeping)) == (set(move.best), set(move.keeping))
    right = [[not ply.mistake for ply in found.plies if ply.mover == player] for player in (0, 1)]
    assert found.accuracy == tuple(sum(each) / len(each) if each else None for each in right)
    assert found.mistakes == tuple(ply for ply in found.plies if ply.mistake)


def test_what_is_not_proved_is_not_judged() -> None:
    game = connect(7, 6, 4)
    found = review(game, ["4", "4", "1"], nodes=50, compiled=False)
    assert found.stopped == "nodes"
    assert {ply.mistake for ply in found.plies} == {None}
    assert all(ply.value is None and ply.lower < ply.upper for ply in found.plies)
    assert found.accuracy == (None, None)
    assert json.loads(json.dumps(found.to_dict()))["plies"][0]["mistake"] is None


def test_bounds_may_suffice_to_prove_a_mistake() -> None:
    """A win at once that is not taken, where little else is known."""
    last = review(connect(7, 6, 4), ["5"], "1 7 2 7 3 6", nodes=10, compiled=False, without="all").plies[-1]
    assert last.lower == 1
    assert last.mistake in (None, True)


def test_a_game_may_begin_anywhere() -> None:
    found = review(mnk(3, 3, 3), ["c3"], "b2 b1 a1", compiled=False)
    assert [(ply.ply, ply.mover, ply.value, ply.mistake) for ply in found.plies] == [(0, 1, -1, False)]
    assert found.accuracy == (None, 1.0)


def test_chance_is_not_judged() -> None:
    game = einstein(2, 1)
    moves = random_moves(game, 1)
    found = review(game, moves, compiled=False)
    assert [ply.move for ply in found.plies] == [move for move in moves if not move.startswith("die")]


def test_more_players_are_judged_by_what_each_gets() -> None:
    game = lines((3, 2), 2, players=3)
    moves = random_moves(game, 2)
    found = review(game, moves, compiled=False)
    assert len(found.accuracy) == 3
    assert {ply.mover for ply in found.plies} <= {0, 1, 2}


def test_moves_that_are_none_are_refused_by_their_number() -> None:
    with pytest.raises(BadMove, match=r"Move 2: .*z9"):
        review(mnk(3, 3, 3), ["b2", "z9"])
    with pytest.raises(BadMove, match=r"Move 2: b2 is not legal"):
        review(mnk(3, 3, 3), ["b2", "b2"])
    assert review(mnk(3, 3, 3), [], compiled=False).accuracy == (None, None)
