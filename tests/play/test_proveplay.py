"""A player against every line: games are counted as brute force counts them, and what loses is caught with its line."""

from __future__ import annotations

import functools
import json
import random
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tests.support.cyclic_claims import Claimed, Guarantees, parameters_of, rules_of
from tests.support.naive import Placement
from zermelo import Game, solve
from zermelo.cli import main
from zermelo.core.errors import BadOption
from zermelo.games import mnk, nim
from zermelo.play.engine import Engine, engine_named
from zermelo.play.players import Bot, Player
from zermelo.play.prove_play import EveryLine, PlayProof, Side, prove_play
from zermelo.play.walk import PathNode

GAME = mnk(3, 3, 3)


def by_brute_force(player: Player, mover: int) -> tuple[int, int, int]:
    """Games won, drawn and lost against every line, each played out move by move; no line is met twice."""
    rules = Placement(3, 3, 3)

    def play(state: Any, cells: Any, turn: int) -> tuple[int, int, int]:
        if rules.over(cells):
            reward = rules.reward(cells) * (1 if turn == mover else -1)
            return (reward > 0, reward == 0, reward < 0)
        moves = [player.choose(state).action] if turn == mover else rules.actions(cells)
        ends = [play(GAME.apply(state, move), rules.apply(cells, move), 1 - turn) for move in moves]
        wins, draws, losses = map(sum, zip(*ends, strict=True))
        return wins, draws, losses

    return play(GAME.initial(), rules.start(), 0)


@functools.cache
def engine(**options: Any) -> Engine:
    return Engine(GAME, compiled=False, remembers=True, **options)


@pytest.mark.long
@pytest.mark.parametrize("depth", [None, 3])
def test_games_are_counted_as_brute_force_counts_them(depth: int | None) -> None:
    player = engine(algorithm="alpha-beta", without="all", depth=depth)
    found = prove_play(GAME, player)
    for mover, side in enumerate(found.sides):
        assert side.ends is not None
        assert side.ends[:3] == by_brute_force(player, mover)


@pytest.mark.long
def test_the_perfect_engine_is_unbeaten_from_both_sides() -> None:
    found = prove_play(GAME, engine())
    assert found.holds
    assert not found.caught
    assert [(side.side, side.value, side.holds) for side in found.sides] == [("first", 0, True), ("second", 0, True)]
    assert all(side.ends and side.ends.losses == 0 and side.ends.games > 50 for side in found.sides)


@pytest.mark.long
def test_looking_three_plies_ahead_is_caught() -> None:
    found = prove_play(GAME, engine(algorithm="negamax", without="all", depth=3))
    assert found.caught
    assert not found.holds
    for mover, side in enumerate(found.sides):
        assert_line_loses(side.line, mover, side.mistake)


def assert_line_loses(line: tuple[str, ...], mover: int, mistake: int | None) -> None:
    """The line is a game that the player loses; before the mistake it was not lost, after it it was."""
    assert mistake is not None
    assert mistake % 2 == (mover + 1) % 2
    values: list[int] = []
    state = GAME.initial()
    for ply, name in enumerate(line):
        values.append(solve(GAME, state, compiled=False, line=False).value * (1 if ply % 2 == mover else -1))
        state = GAME.apply(state, GAME.parse_action(name))
    assert GAME.terminal(state)
    assert GAME.reward(state) * (1 if len(line) % 2 == mover else -1) == -1
    assert values[mistake - 1] >= 0 > values[mistake]


@pytest.mark.long
def test_one_planted_mistake_is_caught_with_its_line() -> None:
    """Perfect but in one position, and only as second: b2 a1 c3 and then the wrong corner's edge."""
    perfect, planted = engine(), GAME.play(["b2", "a1", "c3"])

    def nearly(game: Any, state: Any) -> int:
        return game.parse_action("b1") if state == planted else perfect.choose(state).action

    found = prove_play(GAME, Bot(GAME, nearly, name="nearly"))
    first, second = found.sides
    assert first.holds
    assert not second.holds
    assert second.line[:4] == ("b2", "a1", "c3", "b1")
    assert second.mistake == 4
    assert_line_loses(second.line, 1, 4)


def test_more_than_a_draw_is_kept_too() -> None:
    """A won game must be won: whoever lets a win go in Nim is caught though it may draw nothing."""
    game = nim(1, 2)
    found = prove_play(game, engine_named(game, "perfect", compiled=False))
    assert [(side.value, side.holds) for side in found.sides] == [(1, True), (-1, True)]

    def largest(game: Any, state: Any) -> int:
        return max(game.actions(state))

    assert prove_play(game, Bot(game, largest, name="largest")).caught


def test_from_a_position_and_one_side_only() -> None:
    found = prove_play(GAME, engine(), position="a1 b2 c3", sides=("second",))
    (side,) = found.sides
    assert (side.side, side.holds, side.value) == ("second", True, 0)


@pytest.mark.long
def test_it_ends_when_the_time_is_up_or_somebody_wants_it() -> None:
    assert prove_play(GAME, engine(), seconds=1e-9).stopped == "seconds"

    class Patience(Engine):
        asked = 0

        def choose(self, state: Any, **given: Any) -> Any:
            self.asked += 1
            if self.asked > 5:
                raise KeyboardInterrupt
            return super().choose(state, **given)

    found: PlayProof = prove_play(GAME, Patience(GAME, compiled=False))
    assert found.stopped == "interrupted"
    assert found.sides[0].ends is None
    assert found.sides[0].positions > 4
    assert not found.holds
    assert not found.caught


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize(("game", "message"), [("lines(3x3,3,players=3)", "3 players"), ("einstein(3,2)", "chance")])
def test_games_without_such_a_value_are_refused(game: str, message: str) -> None:
    shown = CliRunner().invoke(main, ["prove-play", game, "--engine", "random"])
    assert shown.exit_code == 2
    assert message in shown.stderr


def test_options_are_checked() -> None:
    with pytest.raises(BadOption, match="There is no side 'third'"):
        prove_play(GAME, engine(), sides=("third",))
    with pytest.raises(BadOption, match="seconds"):
        prove_play(GAME, engine(), seconds=0)


@pytest.mark.long
def test_the_command_tells_all_this(tmp_path: Path) -> None:
    whole = CliRunner().invoke(main, ["prove-play", "mnk(3,3,3)"])
    assert whole.exit_code == 0, whole.output
    assert "never gets less than the value" in whole.stdout
    assert "0 lost" in whole.stdout
    words = ["prove-play", "mnk(3,3,3)", "--engine", "negamax(depth=2,without=all)"]
    caught = CliRunner().invoke(main, words)
    assert caught.exit_code == 1
    assert "gets less than the value." in caught.stdout
    assert "?" in caught.stdout
    told = json.loads(CliRunner().invoke(main, [*words, "--json"]).stdout)
    assert told["holds"] is False
    assert told["sides"][0]["ends"]["games"] == sum(
        told["sides"][0]["ends"][end] for end in ("wins", "draws", "losses")
    )
    spent = CliRunner().invoke(main, ["prove-play", "mnk(4,4,4)", "--seconds", "0.001"])
    assert spent.exit_code == 3


# --- games in which positions come back: a play that never ends gives what the game says --------------------------------
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
