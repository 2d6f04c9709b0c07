"""Games of chance: expectiminimax, Star1 and Star2 against fractions, at every window; EinStein würfelt nicht!."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any, Final, NamedTuple

import pytest

from tests import ROOT
from tests.support.naive import Placement, random_walk
from zermelo import Bits, Game, check, solve
from zermelo.core.errors import BadGame, BadOption, BadPosition, NotSupported
from zermelo.games import einstein
from zermelo.native.machine import Machine
from zermelo.search import ALGORITHMS
from zermelo.search.parts.observers import NoObserver
from zermelo.solver.options import Options
from zermelo.solver.plan import plan_for
from zermelo.solver.setup import new_search
from zermelo.solver.solver import Solver

CHANCE: Final = [name for name, algorithm in ALGORITHMS.items() if algorithm.chance]

# --- the oracle: rules of EinStein written again, and means as fractions --------------------------------------------------

Stones = frozenset[tuple[int, int, int, int]]
"""(player, number, row, column) of each stone."""


class Board(NamedTuple):
    stones: Stones
    mover: int
    die: int


@cache
def start(size: int, rows: int) -> Board:
    corner = sorted(
        ((r, c) for r in range(rows) for c in range(rows) if r + c < rows), key=lambda rc: (sum(rc), -rc[0])
    )
    last = size - 1
    first = {(0, n, r, c) for n, (r, c) in enumerate(corner, 1)}
    second = {(1, n, last - r, last - c) for n, (r, c) in enumerate(corner, 1)}
    return Board(frozenset(first | second), 0, 0)


def over(board: Board, size: int) -> bool:
    movers = {player for player, *_ in board.stones}
    goals = {(0, size - 1, size - 1), (1, 0, 0)}
    return len(movers) < 2 or any((player, r, c) in goals for player, _, r, c in board.stones)


def steps(board: Board, size: int) -> Iterator[tuple[str, Board]]:
    """The steps of the mover, named as zermelo names them."""
    mine = sorted(number for player, number, *_ in board.stones if player == board.mover)
    below = [n for n in mine if n < board.die]
    above = [n for n in mine if n > board.die]
    allowed = [board.die] if board.die in mine else below[-1:] + above[:1]
    way = 1 if board.mover == 0 else -1
    for player, number, r, c in board.stones:
        if player != board.mover or number not in allowed:
            continue
        for name, down, right in (("h", 0, way), ("v", way, 0), ("d", way, way)):
            to = (r + down, c + right)
            if min(to) >= 0 and max(to) < size:
                rest = {stone for stone in board.stones if stone[2:] not in ((r, c), to)}
                yield f"{number}{name}", Board(frozenset(rest | {(player, number, *to)}), 1 - board.mover, 0)


def faces(rows: int) -> int:
    return rows * (rows + 1) // 2


@cache
def expected(board: Board, size: int, rows: int) -> Fraction:
    """The mover's expected reward."""
    if board.die == 0:
        if over(board, size):
            return Fraction(-1)
        total = sum(expected(board._replace(die=face), size, rows) for face in range(1, faces(rows) + 1))
        return Fraction(total) / faces(rows)
    return max(-expected(after, size, rows) for _, after in steps(board, size))


def text(board: Board, size: int) -> str:
    marks = {(r, c): "@`"[player] for player, _, r, c in board.stones}
    marks |= {(r, c): chr(ord("@`"[player]) + number) for player, number, r, c in board.stones}
    grid = "/".join("".join(marks.get((r, c), ".") for c in range(size)) for r in range(size))
    return f"{grid} {'Aa'[board.mover]}{board.die or '?'}"


def boards(size: int, rows: int, count: int, seed: str) -> Iterator[Board]:
    """Positions of random play, before and after throws."""
    rng = random.Random(f"{seed} {size} {rows}")
    made = 0
    while made < count:
        board = start(size, rows)
        for _ in range(rng.randrange(1, 14)):
            if over(board, size):
                break
            if board.die == 0:
                board = board._replace(die=rng.randint(1, faces(rows)))
            else:
                board = rng.choice(sorted(steps(board, size), key=lambda step: step[0]))[1]
        if not over(board, size):
            made += 1
            yield board


# --- EinStein -------------------------------------------------------------------------------------------------------------


@pytest.mark.sampled("False-*-2-1-20")
@pytest.mark.parametrize(("size", "rows", "count"), [(2, 1, 20), (3, 1, 80), (4, 1, 200), (3, 2, 500)])
@pytest.mark.parametrize("algorithm", CHANCE)
@pytest.mark.parametrize("compiled", [True, False])
def test_expected_rewards_are_those_of_fractions(
    algorithm: str, size: int, rows: int, count: int, compiled: bool
) -> None:
    """2,400 positions in all; where a player is to move, the move found has the value."""
    solver = Solver(einstein(size, rows), algorithm=algorithm, compiled=compiled, line=False)
    for board in boards(size, rows, count, "values"):
        found = solver.solve(text(board, size))
        assert (found.value, found.kind) == (expected(board, size, rows), "exact")
        if board.die:
            assert -expected(dict(steps(board, size))[found.best[0]], size, rows) == found.value
        else:
            assert found.best == found.line == ()


@pytest.mark.long
def test_from_the_start_it_is_exact_by_every_algorithm() -> None:
    for algorithm in CHANCE:
        found = solve(einstein(3, 2), algorithm=algorithm)
        assert found.value == expected(start(3, 2), 3, 2) == Fraction(97, 243)
        assert found.sentence() == "With best play the player to move gets 97/243 on average (+0.3992)."
        assert found.to_dict()["value"] == "97/243"


def test_positions_are_read_as_they_are_written() -> None:
    game = einstein(3, 2)
    for board in boards(3, 2, 100, "text"):
        state = game.parse_position(text(board, 3))
        assert game.position_text(state) == text(board, 3)
        if board.die:
            names = {game.action_name(action) for action in game.actions(state)}
            assert names == {name for name, _ in steps(board, 3)}


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize(
    "position", ["A../.../..a A4", "A../.../..a B1", "AA./.../..a A?", "A../... A?", "Z../.../..a A1", "A../.../a.. Ax"]
)
def test_positions_that_cannot_be_are_refused(position: str) -> None:
    with pytest.raises(BadPosition):
        einstein(3, 2).parse_position(position)


def test_no_die_is_thrown_after_the_end() -> None:
    with pytest.raises(BadPosition, match="over"):
        einstein(3, 2).parse_position("a../.A./... A1")


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize("arguments", [(1, 1), (7, 2), (3, 0), (3, 3), (True, 1), ("3", 1), (3, 2.0)])
def test_boards_that_cannot_be_are_refused(arguments: tuple[Any, Any]) -> None:
    with pytest.raises(BadGame, match="einstein"):
        einstein(*arguments)


@pytest.mark.long
@pytest.mark.parametrize("size", [2, 3, 4])
def test_einstein_keeps_the_contract(size: int) -> None:
    assert check(einstein(size, min(2, size - 1)), plays=20).ok


class Thrown(Game[tuple[int, int]]):
    """A die is thrown once: a six wins. It may be said that there are more throws."""

    action_count, max_length, has_chance, chance_total = 6, 60, True, 6

    def __init__(self, throws: int | None) -> None:
        self.max_chances = throws

    def initial(self):
        return (0, 0)

    def legal(self, state, action):
        return True

    def apply(self, state, action):
        return (1, action)

    def terminal(self, state):
        return state[0] == 1

    def reward(self, state):
        return 1 if state[1] == 5 else -1

    def to_move(self, state):
        return 0

    def chance(self, state):
        return state[0] == 0


def test_as_many_throws_of_a_die_fit_as_the_docs_say() -> None:
    page = (ROOT / "docs" / "reference" / "contract.md").read_text()
    (told,) = re.findall(r"(\d+) throws of a die fit", page)
    fits = int(told)
    for algorithm in CHANCE:
        assert solve(Thrown(fits), algorithm=algorithm, compiled=False).value == Fraction(-2, 3)
        with pytest.raises(NotSupported):
            solve(Thrown(fits + 1), algorithm=algorithm, compiled=False)


def test_a_refusal_of_too_many_throws_says_what_can_be_told() -> None:
    """Nothing is told of the throws: as many as plies."""
    with pytest.raises(NotSupported) as refusal:
        solve(Thrown(None), compiled=False)
    assert "chance_total ** max_chances = 6**60, which do not fit in 62 bits" in str(refusal.value)
    for name in ("max_chances", "chance_total", "depth"):
        assert name in str(refusal.value).partition(". ")[2]
    assert solve(Thrown(None), compiled=False, depth=1).value == Fraction(-2, 3)


class Dear(Thrown):
    """The same for rewards that are larger than what `bounds` returns where nothing is proved."""

    reward_range = (-(10**10), 10**10)

    def reward(self, state):
        return super().reward(state) * 10**10


@pytest.mark.parametrize("algorithm", CHANCE)
def test_rewards_that_are_too_large_are_refused(algorithm: str) -> None:
    with pytest.raises(BadOption, match=r"rewards that are too large: the largest possible is 2,147,483,647\."):
        solve(Dear(1), algorithm=algorithm, compiled=False)


def test_no_play_has_more_throws_than_told() -> None:
    rng = random.Random(5)
    for size, rows in ((2, 1), (3, 2), (4, 2)):
        game = einstein(size, rows)
        for _ in range(200):
            state, throws = game.initial(), 0
            while not game.terminal(state):
                throws += game.chance(state)
                state = game.apply(state, rng.choice(list(game.actions(state))))
            assert throws <= game.max_chances


# --- any tree with chance in it -------------------------------------------------------------------------------------------


class Place(NamedTuple):
    number: int
    """Of the node in its tree: the children of n are 3n + 1 to 3n + 3."""
    mover: int
    ply: int


class Lottery(Game[Place]):
    """A ternary tree with random leaves, movers, chance nodes and weights; fractions with denominators up to 12**depth."""

    has_chance = True
    action_count = 3
    chance_total = 12
    reward_range = (-50, 50)
    resolution = 4

    runtime = ("seed",)  # so that all trees of a depth share their code

    def __init__(self, depth: int, seed: int) -> None:
        self.max_length = depth
        self.seed = seed

    def mixed(self, state: Place, salt: int) -> int:
        """A number that looks random."""
        number = (state.number * 2654435761 + self.seed * 40503 + salt * 7919) % 1000003
        return number * number % 1000003

    def initial(self) -> Place:
        return Place(0, 0, 0)

    def legal(self, state: Place, action: int) -> bool:
        return True

    def apply(self, state: Place, action: int) -> Place:
        return Place(3 * state.number + action + 1, self.mixed(state, action) % 2, state.ply + 1)

    def terminal(self, state: Place) -> bool:
        return state.ply == self.max_length or (state.ply > 1 and self.mixed(state, 9) % 7 == 0)

    def reward(self, state: Place) -> int:
        return self.mixed(state, 5) % 101 - 50

    def to_move(self, state: Place) -> int:
        return state.mover

    def chance(self, state: Place) -> bool:
        return self.mixed(state, 6) % 2 == 0

    def weight(self, state: Place, action: int) -> int:
        kind = self.mixed(state, 7) % 3
        if kind == 0:
            return 1
        if kind == 1:
            return 1 + (2 if action == 2 else 0) + (action % 2) * 1
        return (1, 2, 9)[action]

    def evaluate(self, state: Place) -> int:
        return self.mixed(state, 8) % 399 - 199


def mean_to(game: Lottery, state: Place, depth: int) -> Fraction:
    """The score of a search to a depth, in points."""
    if game.terminal(state):
        return Fraction(game.reward(state) * game.resolution)
    if depth == 0:
        return Fraction(game.evaluate(state))
    children = [game.apply(state, action) for action in range(3)]
    values = [mean_to(game, child, depth - 1) * (1 if child.mover == state.mover else -1) for child in children]
    if game.chance(state):
        weights = [game.weight(state, action) for action in range(3)]
        return sum((w * v for w, v in zip(weights, values, strict=True)), Fraction(0)) / sum(weights)
    return max(values)


@pytest.mark.sampled("False-*")
@pytest.mark.parametrize("algorithm", CHANCE)
@pytest.mark.parametrize("compiled", [False, True])
def test_at_every_window_and_depth_the_score_is_exact_or_a_bound(algorithm: str, compiled: bool) -> None:
    machines = {
        table: Machine(
            ALGORITHMS[algorithm].search_root,
            Lottery(5, 0),
            new_search(plan_for(Lottery(5, 0), Options(algorithm=algorithm, depth=4, table=table)), NoObserver()),
            compiled=compiled,
        )
        for table in (False, True)
    }
    for seed in range(40 if compiled else 8):
        game, depth = Lottery(5, seed), 4
        options = Options(algorithm=algorithm, depth=depth, table=seed % 2 == 0)
        search = new_search(plan_for(game, options), NoObserver())
        scale: Any = search.scoring
        machine = machines[options.table]
        machine.bind(game, search)
        true = mean_to(game, game.initial(), depth) * scale.scale
        assert true.denominator == 1
        score, unit = int(true), scale.scale
        for alpha in (score - unit, score - 1, score, score + 5, -scale.highest - 1):
            for beta in (alpha + 1, score, score + 1, score + unit, scale.highest + 1):
                if alpha >= beta:
                    continue
                search = new_search(plan_for(game, options), NoObserver())
                machine.bind(game, search)
                found = machine.run(game.initial(), depth, alpha, beta, 0)
                if algorithm == "expectiminimax" or alpha < found < beta:
                    assert found == score
                else:
                    assert score <= found if found <= alpha else score >= found


@pytest.mark.long
def test_star1_saves_nodes_and_interpreted_and_compiled_count_the_same() -> None:
    for game in (Lottery(6, 3), einstein(3, 1)):
        counted: dict[str, int] = {}
        for algorithm in CHANCE:
            runs = [solve(game, algorithm=algorithm, compiled=c, table=False, line=False) for c in (False, True)]
            assert runs[0].counters == runs[1].counters
            assert runs[0].value == runs[1].value
            counted[algorithm] = runs[0].counters["nodes"]
        assert counted["star1"] < counted["expectiminimax"]


# --- one outcome: nothing is left to chance -------------------------------------------------------------------------------


class Thinking(NamedTuple):
    left: int
    mover: int
    thrown: bool


class OneSided(Game[Thinking]):
    """Take 1 to 3 of n stones; before each move a die with one face is thrown."""

    has_chance = True
    action_count = 3
    reward_range = (-3, 3)

    def __init__(self, stones: int) -> None:
        self.stones = stones
        self.max_length = 2 * stones

    def initial(self) -> Thinking:
        return Thinking(self.stones, 0, False)

    def chance(self, state: Thinking) -> bool:
        return not state.thrown

    def to_move(self, state: Thinking) -> int:
        return state.mover

    def legal(self, state: Thinking, action: int) -> bool:
        return action == 0 if not state.thrown else action < state.left

    def apply(self, state: Thinking, action: int) -> Thinking:
        if not state.thrown:
            return state._replace(thrown=True)
        return Thinking(state.left - action - 1, 1 - state.mover, False)

    def terminal(self, state: Thinking) -> bool:
        return state.left == 0 and not state.thrown

    def reward(self, state: Thinking) -> int:
        return -1 - self.stones % 3


class Cells(NamedTuple):
    me: Bits
    you: Bits
    mover: int
    thrown: bool


class ThrownTicTacToe(Game[Cells]):
    """Tic-tac-toe, with a one-sided die thrown before each move."""

    has_chance = True
    action_count, max_length = 9, 18

    def __init__(self) -> None:
        rows = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
        self.lines = tuple(Bits.of(9, *row) for row in rows)

    def initial(self) -> Cells:
        return Cells(Bits(9), Bits(9), 0, False)

    def chance(self, state: Cells) -> bool:
        return not state.thrown

    def to_move(self, state: Cells) -> int:
        return state.mover

    def legal(self, state: Cells, action: int) -> bool:
        return action not in (state.me | state.you) if state.thrown else action == 5

    def apply(self, state: Cells, action: int) -> Cells:
        if not state.thrown:
            return Cells(state.me, state.you, state.mover, True)
        return Cells(state.you, state.me.add(action), 1 - state.mover, False)

    def has_line(self, stones: Bits) -> bool:
        for line in self.lines:
            if line & stones == line:
                return True
        return False

    def terminal(self, state: Cells) -> bool:
        return not state.thrown and (self.has_line(state.you) or (state.me | state.you).count() == 9)

    def reward(self, state: Cells) -> int:
        return -1 if self.has_line(state.you) else 0


@pytest.mark.sampled("15-star2-False")
@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("algorithm", CHANCE)
@pytest.mark.parametrize("positions", [15, 400, pytest.param(2000, marks=pytest.mark.stress)])
def test_with_one_outcome_it_is_minimax(algorithm: str, positions: int, compiled: bool) -> None:
    """Random positions of tic-tac-toe, before and after the throw."""
    rng, rules, known = random.Random("one outcome"), Placement(3, 3, 3), dict[Any, int]()

    def value(cells: Any) -> int:
        if cells not in known:
            known[cells] = (
                rules.reward(cells)
                if rules.over(cells)
                else max(-value(rules.apply(cells, action)) for action in rules.actions(cells))
            )
        return known[cells]

    game = ThrownTicTacToe()
    solver, checked = Solver(game, algorithm=algorithm, compiled=compiled, line=False), 0
    while checked < positions:
        cells, moves = random_walk(rules, rng, rng.randint(0, 8))
        if rules.over(cells):
            continue
        state = game.initial()
        for action in moves:
            state = game.apply(game.apply(state, 5), action)
        if checked % 2:
            state = game.apply(state, 5)
        found = solver.solve(state)
        assert (found.value, found.kind) == (value(cells), "exact")
        checked += 1


# --- what is refused ------------------------------------------------------------------------------------------------------


class Nameless(OneSided):
    to_move = Game.to_move  # pyright: ignore[reportAssignmentType]


def test_what_cannot_be_is_refused_in_a_sentence() -> None:
    with pytest.raises(NotSupported, match=r"negamax does not support chance nodes.*star1"):
        solve(einstein(3, 1), algorithm="negamax")
    with pytest.raises(NotSupported, match=r"6\*\*69"):
        solve(einstein(5, 3), algorithm="star1")
    with pytest.raises(BadOption, match="expected rewards"):
        solve(einstein(3, 1), algorithm="star1", objective="distance")
    with pytest.raises(BadGame, match="to_move"):
        solve(Nameless(3), algorithm="star1")


class Unequal(OneSided):
    """Its weights add up to 3, which it does not tell."""

    def legal(self, state: Thinking, action: int) -> bool:
        return action < 2 if not state.thrown else action < state.left

    def apply(self, state: Thinking, action: int) -> Thinking:
        if not state.thrown:
            return state._replace(thrown=True, left=max(state.left - action, 1))
        return super().apply(state, action)

    def weight(self, state: Thinking, action: int) -> int:
        return 1 + action


class Negative(OneSided):
    """One side comes up less than never."""

    chance_total = 2

    def legal(self, state: Thinking, action: int) -> bool:
        return action < 2 if not state.thrown else action < state.left

    def weight(self, state: Thinking, action: int) -> int:
        return self.heads if action else 2 - self.heads

    heads = -1


class Weightless(Negative):
    heads = 0


class Heavy(Negative):
    heads = 1 << 61


@pytest.fixture
def no_first_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    """They find such weights, too."""
    with pytest.raises(BadGame, match=r"weight returns -1 for action 1"):
        solve(Negative(4))
    monkeypatch.setattr("zermelo.solver.solver.check_facets", lambda *_given, **_options: None)


@pytest.mark.usefixtures("no_first_plays")
@pytest.mark.parametrize("game", [Negative(4), Weightless(4), Heavy(4)], ids=["negative", "none", "heavy"])
@pytest.mark.parametrize("algorithm", CHANCE)
@pytest.mark.parametrize("compiled", [False, pytest.param(True, marks=pytest.mark.stress)])
def test_weights_are_positive(algorithm: str, game: Negative, compiled: bool) -> None:
    with pytest.raises(BadGame, match=r"weight returned a number outside 1..chance_total"):
        solve(game, algorithm=algorithm, compiled=compiled)


@pytest.mark.long
@pytest.mark.usefixtures("no_first_plays")
def test_weights_are_positive_in_compiled_code_too() -> None:
    with pytest.raises(BadGame, match=r"weight returned a number outside 1..chance_total"):
        solve(Negative(4), algorithm="star1", compiled=True)


@pytest.mark.parametrize("position", [".../.a./..A A1", ".../.../..A A1", ".A./.../... a?", ".A./.../..A a?"])
def test_positions_after_the_end_are_refused(position: str) -> None:
    with pytest.raises(BadPosition):
        solve(einstein(3, 1), position)


@pytest.mark.sampled("False")
@pytest.mark.parametrize("compiled", [False, None])
def test_weights_that_do_not_add_up_are_told_never_rounded(compiled: bool | None) -> None:
    for algorithm in CHANCE:
        with pytest.raises(BadGame, match="chance_total"):
            solve(Unequal(6), algorithm=algorithm, compiled=compiled)


@pytest.mark.long
def test_a_spent_budget_leaves_bounds() -> None:
    true = expected(start(3, 2), 3, 2)
    for nodes in (1, 50, 1000, 20_000, 60_000):
        for algorithm in CHANCE:
            found = solve(einstein(3, 2), algorithm=algorithm, nodes=nodes)
            assert found.lower <= true <= found.upper
            assert found.kind in ("lower", "upper")
            assert found.stopped == "nodes"
