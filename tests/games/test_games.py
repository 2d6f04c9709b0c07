"""The games that come with the package: rules, knowledge, symmetries and texts are what the obvious oracles say."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, Final, NamedTuple

import pytest

from tests.support.games import played
from tests.support.naive import (
    Cells,
    Drops,
    LineRules,
    Oracle,
    Placement,
    RandomTree,
    other,
    outcomes,
    random_walk,
    splitmix64,
    to_move,
)
from zermelo import Game
from zermelo.core.bits import Bits
from zermelo.core.constants import NONE, UNBOUNDED
from zermelo.core.errors import BadGame, BadMove, BadPosition
from zermelo.games import connect, mnk, tree
from zermelo.games.in_a_row.drop import HELD, OPEN
from zermelo.solver.solver import solve

PLACEMENTS: Final = [
    (3, 3, 3),
    (4, 4, 3),
    (3, 4, 5),
    (2, 5, 2),
    (5, 2, 3),
    (1, 6, 2),
    (6, 1, 3),
    (1, 1, 1),
    (3, 3, 1),
    (2, 2, 5),
    (5, 7, 4),
    (19, 19, 5),
]
DROPS: Final = [(4, 4, 3), (7, 6, 4), (1, 5, 3), (5, 1, 2), (3, 3, 1), (3, 4, 6), (10, 3, 3), (19, 19, 19)]


class Pair(NamedTuple):
    """A game of lines and the oracle's idea of it."""

    game: Any
    rules: Any


PAIRS: Final = [Pair(mnk(*sides), Placement(*sides)) for sides in PLACEMENTS] + [
    Pair(connect(*sides), Drops(*sides)) for sides in DROPS
]
LARGE: Final = 100
"""Cells from which on the oracle is slow, and a few positions must do."""

SMALL: Final = [pair for pair in PAIRS if pair.rules.cell_count <= 12]
"""Boards of which the oracle knows every value."""


def each(pairs: list[Pair]) -> Any:
    return pytest.mark.parametrize("pair", pairs, ids=lambda pair: str(pair.game))


def walks(pair: Pair, count: int, seed: int = 1) -> Iterator[tuple[Any, Cells]]:
    """Positions that are not over, from random play, in both worlds."""
    rng = random.Random(f"{pair.game} {seed}")
    for _ in range(count if pair.rules.cell_count < LARGE else 3):
        cells, moves = random_walk(pair.rules, rng, rng.randint(0, pair.rules.cell_count))
        yield played(pair.game, moves), cells


def cells_of(game: Any, stones: Bits) -> set[int]:
    """The cells of a set of stones, numbered as the oracle numbers them: without the padding of each lane."""
    return {bit // game.stride * game.sides[0] + bit % game.stride for bit in stones}


def as_cells(game: Any, state: Any) -> Cells:
    """A state as the oracle writes it down."""
    me, you = cells_of(game, state.me), cells_of(game, state.you)
    assert not me & you
    mark = "X" if len(me) == len(you) else "O"
    marks = dict.fromkeys(me, mark) | dict.fromkeys(you, other(mark))
    return tuple(marks.get(cell, ".") for cell in range(game.sides[1] * game.sides[0]))


# --- rules -----------------------------------------------------------------------------------------------------------


@each(PAIRS)
def test_play_follows_the_rules(pair: Pair) -> None:
    game, rules, rng = pair.game, pair.rules, random.Random(str(pair.game))
    for _ in range(10 if rules.cell_count < LARGE else 2):
        state, cells, plies = game.initial(), rules.start(), 0
        while not rules.over(cells):
            assert not game.terminal(state)
            assert list(game.actions(state)) == rules.actions(cells)
            action = rng.choice(rules.actions(cells))
            after = game.apply(state, action)
            assert game.invariant(state, action, after)
            state, cells, plies = after, rules.apply(cells, action), plies + 1
            assert as_cells(game, state) == cells
        assert game.terminal(state)
        assert game.reward(state) == rules.reward(cells)
        assert plies <= game.max_length == rules.cell_count


@each(PAIRS)
def test_an_action_is_legal_exactly_where_there_is_room(pair: Pair) -> None:
    for state, cells in walks(pair, 20):
        legal = [action for action in range(pair.game.action_count) if pair.game.legal(state, action)]
        assert legal == pair.rules.actions(cells)


@each(PAIRS)
def test_lines_count_in_any_direction_and_never_around_an_edge(pair: Pair) -> None:
    """On boards filled at random, whether they can arise or not."""
    rng = random.Random(str(pair.game))
    game, rules = pair.game, pair.rules
    for density in (0.3, 0.5, 0.7, 0.9) * 20:
        cells = tuple("X" if rng.random() < density else "." for _ in range(rules.cell_count))
        bits = (
            cell // game.sides[0] * game.stride + cell % game.sides[0] for cell, mark in enumerate(cells) if mark == "X"
        )
        assert game.has_line(Bits.of(game.width, *bits)) == rules.has_line(cells, "X")


# --- knowledge -------------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_open_twos_are_lines_with_two_stones_of_one_side() -> None:
    """The drop game of 4x4, k = 3, at every depth, against the rules by the book with that evaluation."""

    class Twos(Drops):
        def evaluation(self, cells: Cells) -> int:
            marks = [[cells[cell] for cell in line] for line in self.lines]
            mine, yours = to_move(cells), other(to_move(cells))
            return sum((m.count(mine), m.count(yours)) == (2, 0) for m in marks) - sum(
                (m.count(mine), m.count(yours)) == (0, 2) for m in marks
            )

    game, rules, rng = connect(4, 4, 3, twos=True), Twos(4, 4, 3), random.Random(12)
    assert str(game) == "connect(4,4,3,twos=1)"
    for _ in range(25):
        cells, moves = random_walk(rules, rng, rng.randint(0, 9))
        state = played(game, moves)
        assert game.evaluate(state) == rules.evaluation(cells)
        for depth in range(1, 4):
            if not rules.over(cells):
                oracle = Oracle(rules, longest=16, resolution=game.resolution, evaluates=True)
                found = solve(game, state, depth=depth, compiled=False, line=False, without="forced,bounds,relevance")
                assert found.kind == "exact" or found.value == oracle.score(cells, depth)
    with pytest.raises(BadGame, match="twos"):
        connect(4, 4, 3, twos="yes")  # pyright: ignore[reportArgumentType]


@each(PAIRS)
def test_evaluation_is_what_it_says(pair: Pair) -> None:
    for state, cells in walks(pair, 30):
        assert pair.game.evaluate(state) == pair.rules.evaluation(cells)
        assert abs(pair.game.evaluate(state)) < pair.game.resolution


@each(PAIRS)
def test_completions_are_the_empty_cells_that_make_a_line(pair: Pair) -> None:
    for state, cells in walks(pair, 30):
        mark = to_move(cells)
        found = pair.game.completions(state.me, state.you), pair.game.completions(state.you, state.me)
        assert cells_of(pair.game, found[0]) == pair.rules.completions(cells, mark)
        assert cells_of(pair.game, found[1]) == pair.rules.completions(cells, other(mark))


@each(PAIRS)
def test_forced_is_a_win_at_once_or_else_the_only_block(pair: Pair) -> None:
    for state, cells in walks(pair, 30):
        expected = pair.rules.forced(cells)
        assert pair.game.forced(state) == (NONE if expected is None else expected)


def weight(rules: LineRules, cells: Cells, cell: int) -> int:
    """For each line through a cell: 4 to the number of stones, at most 6, of each side if the other has none there."""
    lines = [[cells[c] for c in line] for line in rules.lines if cell in line]
    pairs = [(line.count(mark), line.count(other(mark))) for line in lines for mark in "XO"]
    return sum(4 ** min(own, 6) for own, others in pairs if others == 0)


@each([pair for pair in PAIRS if pair.rules.k > 1 and isinstance(pair.game, mnk)])  # with k = 1 four lines are one cell
def test_priority_is_the_weight_of_the_lines_through_the_cell(pair: Pair) -> None:
    for state, cells in walks(pair, 5):
        for action in pair.rules.actions(cells):
            priority = pair.game.priority(state, action)
            assert priority == weight(pair.rules, cells, pair.rules.target(cells, action))
            assert 0 <= priority < 1 << 20


@each([pair for pair in PAIRS if pair.rules.k > 1 and isinstance(pair.game, connect)])
def test_priority_is_the_cells_that_would_win_then_the_lines_through_the_column(pair: Pair) -> None:
    for state, cells in walks(pair, 5):
        mark = to_move(cells)
        for action in pair.rules.actions(cells):
            after = list(cells)
            after[pair.rules.target(cells, action)] = mark
            wins = {
                cell
                for line in pair.rules.lines
                for cell in line
                if after[cell] not in "XO" and all(after[other] == mark for other in line if other != cell)
            }
            rows = pair.rules.rows
            column = set(range(action * rows, action * rows + rows))
            through = sum(len(column & set(line)) for line in pair.rules.lines)
            assert pair.game.priority(state, action) == 2047 * len(wins) + min(through, 2047)


@cache
def values(pair: Pair) -> Callable[[Cells], int]:
    return outcomes(pair.rules)


@pytest.mark.sampled(every=2)
@each(SMALL)
def test_bounds_hold_the_value(pair: Pair) -> None:
    for state, cells in walks(pair, 40):
        value = values(pair)(cells)
        for alpha in range(-1, 2):
            for beta in range(alpha, 2):
                low, high = pair.game.bounds(state, alpha, beta)
                assert low <= value <= high


def test_bounds_tell_something() -> None:
    """Without this the test above could not fail."""
    told = {str(pair.game): 0 for pair in SMALL}
    for pair in SMALL:
        for state, _ in walks(pair, 40):
            told[str(pair.game)] += pair.game.bounds(state, 0, 0) != (-UNBOUNDED, UNBOUNDED)
    assert [told[str(mnk(*sides))] > 0 for sides in ((3, 3, 3), (3, 4, 5), (2, 2, 5))] == [True] * 3
    assert [told[str(connect(*sides))] > 0 for sides in ((1, 5, 3), (3, 4, 6))] == [True] * 2


def test_bounds_are_left_alone_where_they_could_not_end_a_search() -> None:
    game = mnk(2, 2, 5)
    assert game.bounds(game.initial(), -1, 1) == (-UNBOUNDED, UNBOUNDED)
    assert game.bounds(game.initial(), 0, 1) == (-UNBOUNDED, 0)
    assert game.bounds(game.initial(), -1, 0) == (0, UNBOUNDED)


def can_complete(rules: Placement) -> Callable[[Cells, str, str], bool]:
    """Whether `attacker` gets a line against best defence, the defender's own lines left aside, `mover` to move."""

    @cache
    def wins(cells: Cells, attacker: str, mover: str) -> bool:
        if rules.has_line(cells, attacker):
            return True
        free = [cell for cell, content in enumerate(cells) if content == "."]
        after = ((*cells[:cell], mover, *cells[cell + 1 :]) for cell in free)
        results = [wins(child, attacker, other(mover)) for child in after]
        return any(results) if mover == attacker else bool(results) and all(results)

    return wins


@pytest.mark.sampled("(4, 3, 3)", "(3, 3, 3)")
@pytest.mark.parametrize(
    "sides", [(3, 3, 3), (2, 5, 3), (2, 4, 3), (4, 2, 3), (4, 3, 3), (3, 4, 4), (1, 9, 3), (1, 10, 4)], ids=str
)
def test_a_held_attacker_never_gets_a_line(sides: tuple[int, int, int]) -> None:
    pair = Pair(mnk(*sides), Placement(*sides))
    wins, held = can_complete(pair.rules), 0
    for state, cells in walks(pair, 60):
        for attacker, sets in (
            (to_move(cells), (state.me, state.you)),
            (other(to_move(cells)), (state.you, state.me)),
        ):
            for attacks in (False, True):
                if pair.game.is_held(*sets, attacks):
                    held += 1
                    assert not wins(cells, attacker, attacker if attacks else other(attacker))
    assert held > 0


def test_danger_at_its_bounds() -> None:
    """Two lines of two empty cells each that share one: their defender must be on move. A third makes it hopeless."""
    one_row = mnk(1, 3, 2)
    assert one_row.danger(*one_row.initial(), False) < 4
    assert one_row.danger(*one_row.initial(), True) == 4
    square = mnk(2, 2, 2)
    assert square.danger(*square.initial(), False) >= 4


@pytest.mark.sampled("(3, 4, 3)", "(4, 3, 3)", "(3, 5, 3)", "(2, 6, 4)", "(5, 2, 3)")
@pytest.mark.parametrize(
    "sides", [(3, 4, 3), (4, 3, 3), (3, 5, 3), (2, 6, 4), (5, 2, 3), (5, 3, 4), (4, 4, 4)], ids=str
)
def test_a_player_who_is_followed_does_not_win(sides: tuple[int, int, int]) -> None:
    pair = Pair(connect(*sides), Drops(*sides))
    followed = beaten = 0
    for state, cells in walks(pair, 60):
        if pair.game.terminal(state):
            continue
        value = values(pair)(cells)
        proved = pair.game.followed(*state)
        if proved != OPEN:
            followed += 1
            assert value <= 0
        if proved > HELD:
            beaten += 1
            assert value == -1
    assert followed > 0
    assert beaten > 0 or sides in ((3, 4, 3), (2, 6, 4), (5, 2, 3))


def test_known_pairings_are_found() -> None:
    """No line fits, or two in each row do, paired by neighbours."""
    for sides in ((2, 2, 3), (3, 3, 4), (1, 4, 3), (2, 4, 3)):
        assert mnk(*sides).is_held(*mnk(*sides).initial(), True)


@pytest.mark.long
@pytest.mark.parametrize("count", [300, pytest.param(60_000, marks=pytest.mark.stress)])
@each([pair for pair in SMALL if pair.rules.k > 1])
def test_positions_of_one_key_have_one_value_and_the_same_moves(pair: Pair, count: int) -> None:
    """Their symmetric images too: equal keys under any symmetry."""
    by_key: dict[Any, tuple[int, Any]] = {}
    for state, cells in walks(pair, count):
        if pair.game.terminal(state):
            continue
        value = values(pair)(cells)
        for symmetry in range(pair.game.symmetry_count):
            moves = sorted(pair.game.symmetric_action(action, symmetry) for action in pair.game.actions(state))
            key = pair.game.symmetric_key(state, pair.game.key(state), symmetry)
            assert by_key.setdefault(key, (value, moves)) == (value, moves)


def test_dead_stones_are_forgotten() -> None:
    """In a full row of two columns nobody can use the first stones any more, whoever owns them."""
    game = connect(4, 3, 4)
    assert game.key(game.play(list("1232"))) == game.key(game.play(list("2312")))


# --- symmetries ------------------------------------------------------------------------------------------------------


def permutations(game: Any) -> list[tuple[int, ...]]:
    """What each symmetry does to the actions."""
    actions = range(game.action_count)
    return [tuple(game.symmetric_action(a, s) for a in actions) for s in range(game.symmetry_count)]


def isometries(m: int, n: int) -> set[tuple[int, ...]]:
    """Every way to lay a board of m rows and n columns onto itself, as permutations of its cells in reading order."""
    cells = [(row, column) for row in range(m) for column in range(n)]
    maps: list[Callable[[int, int], tuple[int, int]]] = [
        lambda r, c: (r, c),
        lambda r, c: (m - 1 - r, c),
        lambda r, c: (r, n - 1 - c),
        lambda r, c: (m - 1 - r, n - 1 - c),
    ]
    if m == n:
        maps += [lambda r, c, f=f: f(c, r) for f in list(maps)]
    return {tuple(row * n + column for row, column in (f(r, c) for r, c in cells)) for f in maps}


@pytest.mark.parametrize("sides", PLACEMENTS, ids=str)
def test_symmetries_of_a_board_are_all_there_are(sides: tuple[int, int, int]) -> None:
    assert set(permutations(mnk(*sides))) == isometries(*sides[:2])


@pytest.mark.parametrize("sides", DROPS, ids=str)
def test_the_symmetry_of_a_drop_game_is_the_mirror_image(sides: tuple[int, int, int]) -> None:
    columns = range(sides[0])
    assert permutations(connect(*sides)) == [tuple(columns), tuple(reversed(columns))]


@pytest.mark.sampled(every=3)
@each(PAIRS)
def test_symmetries_keep_the_rules_and_map_moves(pair: Pair) -> None:
    game = pair.game
    for state, _ in walks(pair, 12):
        for symmetry in range(game.symmetry_count):
            image = game.symmetric(state, symmetry)
            moved = {game.symmetric_action(action, symmetry): action for action in game.actions(state)}
            assert sorted(moved) == list(game.actions(image))
            assert game.evaluate(image) == game.evaluate(state)
            for there, here in moved.items():
                child = game.apply(image, there)
                assert child == game.symmetric(game.apply(state, here), symmetry)
                assert game.terminal(child) == game.terminal(game.apply(state, here))
                assert game.priority(image, there) == game.priority(state, here)


@each(PAIRS)
def test_the_image_of_a_position_has_its_stones_on_the_image_of_their_cells(pair: Pair) -> None:
    """A symmetry of cells follows from that of actions; in a drop game a column keeps its order."""
    game, rules = pair.game, pair.rules
    for state, cells in walks(pair, 10, seed=2):
        for symmetry in range(game.symmetry_count):
            image = as_cells(game, game.symmetric(state, symmetry))
            for cell, content in enumerate(cells):
                if isinstance(rules, Placement):
                    target = game.symmetric_action(cell, symmetry)
                else:
                    column, height = divmod(cell, rules.rows)
                    target = game.symmetric_action(column, symmetry) * rules.rows + height
                assert image[target] == content


# --- trees -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", [(1, 1), (1, 7), (2, 3), (3, 4), (7, 2), (50, 1)], ids=str)
@pytest.mark.parametrize("seed", [0, 1, 2**63 - 1])
def test_trees_have_the_leaves_that_their_documentation_promises(shape: tuple[int, int], seed: int) -> None:
    game, rules = tree(*shape, seed), RandomTree(*shape, seed)
    rng = random.Random(seed)
    for _ in range(20):
        path = [rng.randrange(shape[0]) for _ in range(shape[1])]
        leaf = played(game, path)
        assert game.terminal(leaf)
        assert game.reward(leaf) == rules.reward(tuple(path))
        assert not game.terminal(played(game, path[:-1]))


def test_splitmix64_gives_the_published_first_numbers() -> None:
    """Of seed 1234567, from Rosetta Code; they check the oracle, and through the tests above the tree."""
    stream = splitmix64(1234567)
    assert [next(stream) for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def best_reward(game: Game[Any], state: Any) -> int:
    if game.terminal(state):
        return game.reward(state)
    return max(-best_reward(game, game.apply(state, action)) for action in game.actions(state))


@pytest.mark.parametrize(("branching", "depth"), [(2, 5), (3, 4), (4, 3), (5, 1)])
def test_the_order_of_a_tree_changes_no_value_and_no_leaf(branching: int, depth: int) -> None:
    trees = {order: tree(branching, depth, 11, order) for order in ("random", "best", "worst")}
    assert len({best_reward(game, game.initial()) for game in trees.values()}) == 1

    def leaves(game: Any, state: Any) -> list[int]:
        if game.terminal(state):
            return [game.reward(state)]
        return [leaf for action in game.actions(state) for leaf in leaves(game, game.apply(state, action))]

    assert len({tuple(sorted(leaves(game, game.initial()))) for game in trees.values()}) == 1


@pytest.mark.parametrize(("order", "first"), [("best", max), ("worst", min)])
def test_sorted_trees_try_the_best_or_the_worst_child_first(order: str, first: Callable[[list[int]], int]) -> None:
    game = tree(3, 4, 8, order)

    def check(state: Any) -> None:
        if game.terminal(state):
            return
        children = [game.apply(state, action) for action in game.actions(state)]
        rewards = [-best_reward(game, child) for child in children]
        assert rewards == sorted(rewards, reverse=order == "best")
        assert rewards[0] == first(rewards)
        for child in children:
            check(child)

    check(game.initial())


# --- texts -----------------------------------------------------------------------------------------------------------


@each(PAIRS)
def test_a_position_is_read_as_it_is_written(pair: Pair) -> None:
    for state, cells in walks(pair, 20):
        text = pair.game.position_text(state)
        assert text == pair.rules.text(cells)
        assert pair.game.parse_position(text) == state
        assert pair.game.parse_position(text.lower().replace("/", "\n").replace(".", "-")) == state
        assert pair.game.parse_position(text.replace("/", " ").replace(".", "_")) == state


@each(PAIRS)
def test_a_list_of_moves_is_the_position_after_them(pair: Pair) -> None:
    game, rng = pair.game, random.Random(5)
    for _ in range(10 if pair.rules.cell_count < LARGE else 2):
        cells, moves = random_walk(pair.rules, rng, rng.randint(0, pair.rules.cell_count))
        names = [game.action_name(action) for action in moves]
        for text in (" ".join(names), ",".join(names), ", ".join(names)):
            assert as_cells(game, game.parse_position(text)) == cells
        assert game.play(names) == played(game, moves)


def test_columns_of_one_digit_need_no_spaces() -> None:
    game = connect(7, 6, 4)
    assert game.parse_position("44 4,1") == game.parse_position("4441") == played(game, [3, 3, 3, 0])
    wide = connect(10, 3, 3)
    assert wide.parse_position("10 1") == played(wide, [9, 0])


@each(PAIRS)
def test_an_action_is_read_as_it_is_written(pair: Pair) -> None:
    names = [pair.game.action_name(action) for action in range(pair.game.action_count)]
    assert [pair.game.parse_action(name) for name in names] == list(range(pair.game.action_count))
    assert len(set(names)) == len(names)
    assert not any(" " in name for name in names)


def test_cells_are_named_by_column_letter_and_row_number() -> None:
    game = mnk(2, 3, 2)
    assert [game.action_name(action) for action in range(6)] == ["a1", "b1", "c1", "a2", "b2", "c2"]
    assert game.parse_action(" B2 ") == 4


def test_boards_are_drawn() -> None:
    assert mnk(2, 3, 3).render(mnk(2, 3, 3).parse_position("a1 b2")) == " 1 X . .\n 2 . O .\n   a b c"
    game = connect(3, 2, 3)
    assert game.render(game.parse_position("112")) == "O . .\nX X .\n1 2 3"


def test_a_finished_position_can_be_read() -> None:
    for text in ("XXX/OO./...", "XX./OOO/X..", "XOX/XOO/OXX", "X.O/.XO/..X"):
        state = mnk(3, 3, 3).parse_position(text)
        assert mnk(3, 3, 3).terminal(state)
        assert mnk(3, 3, 3).position_text(state) == text


def test_games_are_written_as_they_are_made() -> None:
    assert [str(game) for game in (mnk(3, 4, 5), connect(7, 6, 4), tree(4, 8))] == [
        "mnk(3,4,5)",
        "connect(7,6,4)",
        "tree(4,8,0,random)",
    ]


# --- refusals --------------------------------------------------------------------------------------------------------

BAD_SIDES: Final = [0, -1, 20, 3.0, "3", None, True]


@pytest.mark.parametrize("make", [mnk, connect])
@pytest.mark.parametrize("place", range(3))
@pytest.mark.parametrize("bad", BAD_SIDES, ids=repr)
def test_a_side_or_length_must_be_an_integer_from_1_to_19(make: Callable[..., Any], place: int, bad: Any) -> None:
    sides: list[Any] = [3, 3, 3]
    sides[place] = bad
    names = {mnk: ("rows", "columns", "k"), connect: ("columns", "rows", "k")}[make]
    with pytest.raises(BadGame) as refusal:
        make(*sides)
    assert str(refusal.value) == (f"{make.__name__}: {names[place]} = {bad!r} is not an integer from 1 to 19.")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0, 3), "tree: branching = 0 is not an integer of 1 or more."),
        ((-2, 3), "tree: branching = -2 is not an integer of 1 or more."),
        ((2, 0), "tree: depth = 0 is not an integer of 1 or more."),
        ((2.0, 3), "tree: branching = 2.0 is not an integer of 1 or more."),
        ((True, 3), "tree: branching = True is not an integer of 1 or more."),
        ((2, "3"), "tree: depth = '3' is not an integer of 1 or more."),
        ((2, 3, -1), "tree: seed = -1 is not an integer of 0 or more."),
        ((2, 3, 0, "sorted"), "There is no order of a tree 'sorted'; the choices are random, best and worst."),
        ((2, 25), "tree: 2**25 leaves are too many; at most 16777216 are allowed."),
        ((1, 10**6), "tree: 1**1000000 leaves are too many; at most 16777216 are allowed."),
    ],
    ids=str,
)
def test_a_tree_that_cannot_be_made_is_refused(arguments: tuple[Any, ...], message: str) -> None:
    with pytest.raises(BadGame) as refusal:
        tree(*arguments)
    assert str(refusal.value) == message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("XX./.../...", "cannot arise: X moves first"),
        ("O../.../...", "cannot arise: X moves first"),
        ("XXX/OOO/...", "cannot arise: the game ends as soon as a line is complete"),
        ("XXX/OO./O..", "cannot arise: the game ends as soon as a line is complete"),
        ("XX.O/..../....", "a position has 3 rows of 3 cells"),
        ("X../...", "a position has 3 rows of 3 cells"),
        ("X..O..X..", "a position has 3 rows of 3 cells"),
        (".", "a position has 3 rows of 3 cells"),
    ],
)
def test_positions_that_cannot_be_are_refused(text: str, message: str) -> None:
    with pytest.raises(BadPosition, match=message) as refusal:
        mnk(3, 3, 3).parse_position(text)
    assert refusal.type is BadPosition


def test_stones_of_a_drop_game_lie_on_others_or_on_the_floor() -> None:
    game = connect(3, 3, 3)
    assert game.parse_position(".../..O/.XX") == played(game, [2, 2, 1])
    with pytest.raises(BadPosition, match="a stone has an empty cell below it"):
        game.parse_position(".../..O/.X.")


def test_two_lines_are_possible_only_if_one_stone_made_both() -> None:
    game = mnk(3, 5, 3)
    assert game.terminal(game.parse_position("XXXXX/OO.OO/....."))
    with pytest.raises(BadPosition, match="the game ends as soon as a line is complete"):
        game.parse_position("XXX../OO.OO/XXX.O")


@pytest.mark.parametrize(
    ("game", "text", "message"),
    [
        (mnk(3, 3, 3), "a4", "'a4' is not a cell of mnk(3,3,3): cells are a1 to c3."),
        (mnk(3, 3, 3), "d1", "'d1' is not a cell of mnk(3,3,3): cells are a1 to c3."),
        (mnk(3, 3, 3), "a0", "'a0' is not a cell of mnk(3,3,3): cells are a1 to c3."),
        (mnk(3, 3, 3), "b2 5", "'5' is not a cell of mnk(3,3,3): cells are a1 to c3."),
        (mnk(3, 3, 3), "a1 a1", "Move 2, 'a1', is not legal there."),
        (mnk(3, 3, 3), "a1 a2 b1 b2 c1 c2", "Move 6, 'c2', comes after the end of the game."),
        (connect(4, 2, 3), "5", "'5' is not a column of connect(4,2,3): columns are 1 to 4."),
        (connect(4, 2, 3), "10", "'0' is not a column of connect(4,2,3): columns are 1 to 4."),
        (connect(4, 2, 3), "y", "'y' is not a column of connect(4,2,3): columns are 1 to 4."),
        (connect(4, 2, 3), "111", "Move 3, '1', is not legal there."),
        (connect(4, 2, 3), "112233", "Move 6, '3', comes after the end of the game."),
        (tree(2, 3), "0 2", "'2' is not a move of tree(2,3,0,random); moves look like '0'."),
        (tree(2, 3), "0 1 0 1", "Move 4, '1', comes after the end of the game."),
    ],
    ids=str,
)
def test_moves_that_cannot_be_played_are_refused(game: Game[Any], text: str, message: str) -> None:
    with pytest.raises(BadMove) as refusal:
        game.parse_position(text)
    assert str(refusal.value) == message


@pytest.mark.parametrize(
    ("game", "text"),
    [(mnk(3, 3, 3), "XXX/OO./..."), (mnk(3, 3, 3), "XOX/XOO/OXX"), (connect(4, 2, 3), "11223"), (tree(2, 2), "1 1")],
    ids=str,
)
def test_a_finished_position_has_nothing_to_solve(game: Game[Any], text: str) -> None:
    with pytest.raises(
        BadPosition, match=r"The game is over in .* with the reward -?\d+ for the player to move"
    ) as refusal:
        solve(game, text, compiled=False)
    assert refusal.type is BadPosition
