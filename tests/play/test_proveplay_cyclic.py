"""A player against every line in games in which positions come back: a play that never ends gives what the game says."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.support.cyclic_claims import Claimed, Guarantees, parameters_of, rules_of
from zermelo import Game
from zermelo.play.players import Bot
from zermelo.play.prove_play import EveryLine, Side, prove_play
from zermelo.play.walk import PathNode


def worst_of(game: Claimed, moves: dict[Any, int], mover: int) -> tuple[int, bool]:
    """What a player with these moves gets at least, by the rules: the other one chooses alone; whether play may not end."""
    rules, first = rules_of(parameters_of(game))
    fixed = dict(rules)
    fixed["moves"] = lambda state: [moves[state]] if state[1] == mover else rules["moves"](state)
    known = Guarantees(fixed, first, game.never)
    open_ended = set(known.children)
    while True:
        ending = {state for state in open_ended if not any(child in open_ended for child in known.children[state])}
        if not ending:
            break
        open_ended -= ending
    level = max(level for level in range(-game.best, game.best + 1) if first in known.holding(mover, level))
    return level, bool(open_ended)


class Fixed(EveryLine):
    """The test of a player with one move for each position. `values` are those of player 0."""

    values: dict[Any, int]

    def _value_of(self, node: PathNode) -> int:
        return self.values[node.state] if self.mover == 0 else -self.values[node.state]


def side_of(game: Claimed, moves: dict[Any, int], values: dict[Any, int], first: Any, mover: int) -> Side:
    """The result for that player on one side."""
    lines = Fixed(game, Bot(game, lambda _, state: moves[state], name="fixed"), mover, values[first] * (1 - 2 * mover))
    lines.values = values
    root = PathNode(game, game.initial(), first=first[1])
    for _ in lines.visit(root):
        pass
    return lines.side("first", root)


@pytest.mark.parametrize("endless", [-1, 0, 1])
def test_what_the_player_gets_is_what_the_rules_say(endless: int) -> None:
    rng, caught, held, never_ended = random.Random(endless), 0, 0, 0
    for seed in range(40):
        game = Claimed(12, seed, 1 + seed % 2, "pair", seed % 3 == 0, endless)
        rules, first = rules_of(parameters_of(game))
        known = Guarantees(rules, first, game.never)
        values = {state: known.value(state, game.best) for state in known.children}
        moves = {state: rng.randrange(max(len(rules["moves"](state)), 1)) for state in known.children}
        for mover in (0, 1):
            side = side_of(game, moves, values, first, mover)
            worst, is_endless = worst_of(game, moves, mover)
            assert side.ends is not None
            assert (side.ends.worst, side.ends.endless) == (worst, is_endless)
            assert side.holds == (worst >= side.value)
            caught, held, never_ended = caught + (not side.holds), held + side.holds, never_ended + is_endless
            if side.line:
                assert_line_is_bad(game, side.line, mover, int(side.value))
            assert len(side.rows()) == 2
    assert min(caught, held, never_ended) > 5


def assert_line_is_bad(game: Claimed, line: tuple[str, ...], mover: int, value: int) -> None:
    """The line ends with less than the value, or returns to a position and endless play gives less."""
    states = [game.initial()]
    for name in line:
        states.append(game.apply(states[-1], int(name)))
    last = states[-1]
    if game.terminal(last):
        got = game.reward(last) * (1 if last[1] == mover else -1)
    else:
        assert last in states[:-1]
        got = game.never if mover == 0 else -game.never
    assert got < value


class Circle(Game[tuple[int, int]]):
    """The first player wins at once, or goes round in a circle."""

    action_count, max_length, cyclic = 2, 4, True

    def initial(self) -> tuple[int, int]:
        return 0, 0

    def legal(self, state: tuple[int, int], action: int) -> bool:
        return True

    def apply(self, state: tuple[int, int], action: int) -> tuple[int, int]:
        return int(action == 1 and state[1] == 0), 1 - state[1]

    def terminal(self, state: tuple[int, int]) -> bool:
        return state[0] == 1

    def reward(self, state: tuple[int, int]) -> int:
        return -1

    def to_move(self, state: tuple[int, int]) -> int:
        return state[1]


def test_a_player_that_goes_round_in_a_circle_never_wins() -> None:
    """No single move gives up the win, but it does not come."""
    waits = prove_play(Circle(), lambda game, state: 0, sides=("first",))
    assert (waits.caught, waits.sides[0].value, waits.sides[0].mistake) == (True, 1, None)
    assert waits.sides[0].line == ("0", "0")
    assert "some games never end" in str(waits)
    wins = prove_play(Circle(), lambda game, state: 1, sides=("first",))
    assert wins.holds
    assert "the only game" in str(wins)
