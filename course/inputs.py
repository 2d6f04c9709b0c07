"""The inputs of all tasks: hand-made positions, and random positions from SplitMix64."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import NamedTuple, TypeVar

from zermelo.games.uniform_tree import splitmix64

T = TypeVar("T")
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
EMPTY = (0,) * 9


class Input(NamedTuple):
    """A case without its answer."""

    about: str
    line: str
    sample: bool = False


class Dice:
    """Random numbers that any language can make: the outputs of SplitMix64 in order."""

    def __init__(self, seed: int) -> None:
        self.numbers = iter(splitmix64(seed, 1 << 16).tolist())

    def below(self, bound: int) -> int:
        """The next number, from 0 to bound - 1."""
        return next(self.numbers) % bound

    def choose(self, items: list[T]) -> T:
        """One of the items, at random."""
        return items[self.below(len(items))]


# --- positions ----------------------------------------------------------------------------------------------------------


def winner(board: tuple[int, ...]) -> int:
    """The player with three in a row, 1 or -1; 0 if there is none."""
    return next((board[a] for a, b, c in LINES if board[a] and board[a] == board[b] == board[c]), 0)


def line_made(moves: list[int]) -> bool:
    """Whether one of the players has three in a row after these moves; X moves first."""
    return any(set(line) <= set(side) for line in LINES for side in (moves[::2], moves[1::2]))


def played(dice: Dice, stones: int, first: int = 1) -> tuple[tuple[int, ...], int]:
    """A board after at most `stones` random moves, fewer if the game ends sooner, and the player to move."""
    board, player = list(EMPTY), first
    for _ in range(stones):
        if winner(tuple(board)) or 0 not in board:
            break
        board[dice.choose([cell for cell in range(9) if board[cell] == 0])] = player
        player = -player
    return tuple(board), player


def words(*numbers: object) -> str:
    """A line of input: the numbers with spaces between them."""
    return " ".join(str(number) for number in numbers)


BOARDS = (
    ("X completes the top row", (1, 1, 0, -1, -1, 0, 0, 0, 0), 1),
    ("O completes the middle row", (1, 1, 0, -1, -1, 0, 1, 0, 0), -1),
    ("two lines to complete", (1, -1, 1, -1, 1, -1, 0, 0, 0), 1),
    ("X must block", (1, 0, 0, 0, -1, 0, -1, 0, 1), 1),
    ("O can only draw", (1, 0, 0, 0, -1, 0, 0, 0, 1), -1),
    ("O is lost", (1, 0, 0, 0, 0, -1, 1, 0, 0), -1),
    ("O answers in the corner", (1, 0, 0, 0, 0, 0, 0, 0, -1), 1),
)
OVER = (
    ("full and won by the last stone", (1, 1, 1, -1, 1, -1, -1, -1, 1), -1),
    ("full and drawn", (1, -1, 1, 1, -1, -1, -1, 1, 1), -1),
    ("won by O", (-1, -1, -1, 1, 1, 0, 1, 0, 0), 1),
    ("won by X on a diagonal", (1, -1, 0, -1, 1, 0, 0, 0, 1), -1),
    ("full, two lines at once", (1, -1, 1, -1, 1, -1, 1, -1, 1), -1),
)


def boards(seed: int, count: int, *, least: int = 3, over: bool = True) -> Iterator[tuple[str, tuple[int, ...], int]]:
    """Positions of tic-tac-toe and the player to move: the hand-made ones, then `count` random ones.

    A random position has at least `least` stones, unless its game ends sooner. With over=False no game is over.
    """
    yield from BOARDS
    if over:
        yield from OVER
    dice = Dice(seed)
    made = 0
    while made < count:
        board, player = played(dice, least + dice.below(10 - least), first=1 if dice.below(4) else -1)
        if over or not (winner(board) or 0 not in board):
            made += 1
            yield "random play", board, player


def drops(seed: int, count: int, most: int = 12) -> Iterator[tuple[int, ...]]:
    """`count` random plays of the 4x4 drop game, with at most `most` stones, in which the game is not over."""
    dice = Dice(seed)
    while count:
        wanted, moves = dice.below(most + 1), []
        while len(moves) < wanted:
            moves.append(dice.choose([column for column in range(4) if moves.count(column) < 4]))
            if drop_won(moves):
                break
        if not drop_won(moves) and len(moves) < 16:
            count -= 1
            yield tuple(moves)


def drop_won(moves: list[int]) -> bool:
    """Whether a player has three in a row after these drops."""
    cells: dict[tuple[int, int], int] = {}
    for number, column in enumerate(moves):
        cells[column, sum(other == column for other in moves[:number])] = number % 2
    steps = ((1, 0), (0, 1), (1, 1), (1, -1))
    return any(
        all(cells.get((x + i * dx, y + i * dy)) == mark for i in range(3))
        for (x, y), mark in cells.items()
        for dx, dy in steps
    )


DROPS = (
    ("win at once", (0, 1, 0, 1)),
    ("block at once", (0, 3, 1)),
    ("a stone on top of another", (1, 1, 2)),
    ("the second player is to move", (1, 2, 1)),
    ("two threats at once", (1, 0, 2, 3, 3)),
)

# --- the inputs of each task --------------------------------------------------------------------------------------------


def inputs_01() -> Iterator[Input]:
    for line in LINES:
        for mark in (1, -1):
            board = [mark if cell in line else 0 for cell in range(9)]
            yield Input(f"line {words(*line)} of {'X' if mark == 1 else 'O'}", words(*board), sample=line == (0, 1, 2))
    yield Input("empty board", words(*EMPTY), sample=True)
    yield Input("empty lines before a won one", words(0, 0, 0, -1, -1, -1, 1, 1, 0))
    for triple in itertools.combinations(range(9), 3):
        if triple not in {tuple(sorted(line)) for line in LINES}:
            yield Input("three that are no line", words(*(int(cell in triple) for cell in range(9))))
    for about, board, _ in boards(1, 20):
        yield Input(about, words(*board))


def inputs_02() -> Iterator[Input]:
    for number, (about, board, player) in enumerate(boards(2, 24)):
        yield Input(about, words(*board, player), sample=number < 2)
    yield Input("empty board: a draw", words(*EMPTY, 1), sample=True)
    yield Input("empty board, O first", words(*EMPTY, -1))


def inputs_03() -> Iterator[Input]:
    for number, (about, board, player) in enumerate(boards(3, 28, over=False)):
        yield Input(about, words(*board, player), sample=number < 2)
    yield Input("a quick win and a slow one", words(1, 0, 0, 1, -1, 0, 0, -1, 0, 1))
    for stone in range(9):
        yield Input("one stone", words(*(int(cell == stone) for cell in range(9)), -1))
    yield Input("empty board: any cell", words(*EMPTY, 1), sample=True)


def inputs_04() -> Iterator[Input]:
    natural = tuple(range(9))
    yield Input("empty board, cells in order", words(*EMPTY, 1, *natural), sample=True)
    yield Input("empty board, centre and corners first", words(*EMPTY, 1, 4, 0, 2, 6, 8, 1, 3, 5, 7))
    yield Input("empty board, edges first", words(*EMPTY, 1, 1, 3, 5, 7, 0, 2, 6, 8, 4))
    dice = Dice(40)
    for about, board, player in boards(4, 16, least=2):
        order = sorted(natural, key=lambda _: dice.below(1 << 30))
        yield Input(about, words(*board, player, *natural), sample=about == "X must block")
        yield Input(f"{about}, another order", words(*board, player, *order), sample=about == "X must block")


def inputs_05() -> Iterator[Input]:
    for stones in range(21):
        yield Input(f"{stones} stones", str(stones), sample=stones in (0, 4, 5))
    for stones in (97, 100, 250, 500, 777, 998, 999, 1000):
        yield Input("many stones", str(stones))


def inputs_06() -> Iterator[Input]:
    for number, (about, board, player) in enumerate(boards(6, 24, least=2)):
        yield Input(about, words(*board, player), sample=number in (0, 7))
    yield Input("empty board", words(*EMPTY, 1), sample=True)
    yield Input("empty board, O first", words(*EMPTY, -1))


def inputs_07() -> Iterator[Input]:
    for number, (about, moves) in enumerate(DROPS):
        for depth in (1, 2, 4, 6):
            yield Input(f"{about}, depth {depth}", words(depth, *moves), sample=number < 2 and depth == 4)
    dice = Dice(70)
    yield Input("empty board", words(6))
    for moves in drops(7, 24):
        yield Input("random play", words(1 + dice.below(6), *moves))
    for moves in (moves for moves in drops(71, 200, most=14) if len(moves) >= 12):
        yield Input("the depth is more than there are cells", words(6, *moves))


def inputs_08() -> Iterator[Input]:
    yield Input("empty board, to the end", words(*EMPTY, 1, 9), sample=True)
    yield Input("empty board, one depth after the other", words(*EMPTY, 1, *range(1, 10)), sample=True)
    yield Input("deep first, then shallow", words(*EMPTY, 1, 6, 2, 4))
    dice = Dice(80)
    for about, board, player in boards(8, 20, least=0):
        depths = [1 + dice.below(9) for _ in range(1 + dice.below(4))]
        yield Input(about, words(*board, player, *depths))


def inputs_09() -> Iterator[Input]:
    yield Input("a small budget", words(60, 1), sample=True)
    yield Input("enough to the end", words(5000, 1, 1, 2, 2, 1), sample=True)
    for budget in (5, *range(10, 26)):
        yield Input("a budget about the end of depth 2", words(budget))
    yield Input("win at once", words(400, 0, 1, 0, 1))
    dice = Dice(90)
    for moves in drops(9, 30, most=9):
        yield Input("random play", words(5 + dice.below(3000), *moves))


def inputs_10() -> Iterator[Input]:
    for depth in range(1, 7):
        yield Input(f"empty board, depth {depth}", words(depth), sample=depth in (2, 6))
    for moves in drops(10, 24, most=8):
        yield Input("random play, depth 6", words(6, *moves))


def inputs_11() -> Iterator[Input]:
    yield Input("no move: nothing is hashed", words(42), sample=True)
    yield Input("one move", words(42, 4), sample=True)
    yield Input("two orders of moves, the first", words(42, 4, 0, 8), sample=True)
    yield Input("two orders of moves, the second", words(42, 8, 0, 4), sample=True)
    yield Input("the largest seed", words((1 << 63) - 1, 0, 1, 2))
    dice = Dice(110)
    for _ in range(10):
        moves, seed, wanted = list[int](), dice.below(1 << 62), 3 + dice.below(5)
        while len(moves) < wanted and not line_made(moves):
            moves.append(dice.choose([cell for cell in range(9) if cell not in moves]))
        yield Input("random moves", words(seed, *moves))
        moves[0], moves[2] = moves[2], moves[0]
        yield Input("the same moves in another order", words(seed, *moves))


def inputs_12() -> Iterator[Input]:
    yield Input("up one piece, until it is taken back", words(1, "xxoo"), sample=True)
    yield Input("nothing to capture", words(1, "x...o"), sample=True)
    yield Input("no move at all", words(2, "ox"))
    yield Input("a piece is lost whatever happens", words(1, "xoo"))
    dice = Dice(120)
    for _ in range(60):
        row = "".join("xxxooo."[dice.below(7)] for _ in range(5 + dice.below(5)))
        yield Input("a random row", words(1 + dice.below(4), row))
    yield Input("the second capture is better than the first", words(1, "xoxxox"))
    for _ in range(40):
        row = "".join("xo"[dice.below(2)] for _ in range(6 + dice.below(4)))
        yield Input("a full row", words(1 + dice.below(2), row))


def inputs_13() -> Iterator[Input]:
    for depth in range(1, 7):
        yield Input(f"empty board, depth {depth}", words(depth), sample=depth in (2, 6))
    dice = Dice(130)
    for moves in drops(13, 28, most=8):
        yield Input("random play", words(4 + dice.below(3), *moves))


def inputs_14() -> Iterator[Input]:
    yield Input("three piles", words(3, 4, 5), sample=True)
    yield Input("equal piles", words(7, 7), sample=True)
    yield Input("piles too large to search", words(1000, 999, 998), sample=True)
    yield Input("piles of any size", words(1_000_000_000, 123_456_789, 987_654_321), sample=True)
    yield Input("nothing left", words(0))
    yield Input("nothing left in three piles", words(0, 0, 0))
    yield Input("six piles of one", words(1, 1, 1, 1, 1, 1))
    yield Input("one pile", words(30))
    yield Input("as many positions as are searched", words(19_999))
    yield Input("one position too many to search", words(20_000))
    yield Input("as large a pile as has its Grundy value computed", words(1000, 3))
    yield Input("a pile too large for that", words(1001, 3))
    yield Input("a product beyond 64 bits", words(1 << 29, 1 << 29, 1 << 29, 1 << 29, 1 << 29, 1 << 29))
    yield Input("a product of just 2^64", words(65535, 65535, 65535, 65535))
    yield Input("a small pile and one too large", words(5, 1001))
    dice = Dice(140)
    for _ in range(24):
        most = dice.choose([3, 6, 30, 1000])
        piles = [dice.below(most + 1) for _ in range(1 + dice.below(6 if most < 30 else 3))]
        yield Input("random piles", words(*piles))
        yield Input("piles in pairs", words(*piles[:3], *piles[:3]))


CANONICAL = (
    ("tic-tac-toe: small enough to search", "branching=4 depth=9"),
    ("chess: large, with a good evaluation", "branching=35 depth=80 evaluation=good"),
    ("Nim: a closed form", "branching=12 depth=12 closed_form=yes"),
    ("backgammon: dice", "branching=20 depth=60 chance=yes evaluation=good"),
    ("Go: huge, and no good evaluation", "branching=250 depth=150 evaluation=weak"),
    ("poker: hidden cards", "branching=5 depth=20 chance=yes hidden=yes"),
    ("a negotiation: both may gain", "branching=4 depth=6 zero_sum=no"),
    ("three players", "branching=4 depth=6 players=3"),
    ("a puzzle", "branching=4 depth=20 players=1"),
    ("exactly ten million leaves", "branching=10 depth=7"),
    ("a leaf more than ten million", "branching=10000001 depth=1"),
    ("10^24 leaves", "branching=10 depth=24"),
    ("a few more than 10^24", "branching=11 depth=24"),
    ("2^64 leaves", "branching=2 depth=64"),
    ("a single line of play", "branching=1 depth=1000"),
    ("small with a closed form", "branching=3 depth=5 closed_form=yes"),
    ("dice with a closed form", "branching=3 depth=5 closed_form=yes chance=yes"),
)


RULES = (
    ("hidden=yes", "hidden information"),
    ("players=1", "one player"),
    ("zero_sum=no", "not zero-sum"),
    ("players=3", "three players"),
    ("chance=yes", "chance"),
    ("closed_form=yes", "a closed form"),
    ("branching=3 depth=9", "a small tree"),
    ("evaluation=good", "a good evaluation"),
    ("branching=30 depth=12", "a larger tree"),
    ("branching=250 depth=150", "a huge tree"),
)
"""For each rule of the table, a description to which it applies; if two rules apply, the first decides."""


def inputs_15() -> Iterator[Input]:
    for number, (about, facts) in enumerate(CANONICAL):
        yield Input(about, full_description(facts), sample=number in (0, 1, 4, 6))
    dice = Dice(150)
    for (first, name), (second, other) in itertools.combinations(RULES, 2):
        both = [*first.split(), *second.split()]
        if len({word.split("=")[0] for word in both}) == len(both):
            yield Input(f"{name}, and {other}", full_description(" ".join(both)))
    for _ in range(24):
        choices = {
            "branching": [2, 4, 30, 250],
            "depth": [4, 10, 40, 150],
            "players": [2, 2, 2, 3],
            "chance": ["no", "no", "yes"],
            "hidden": ["no", "no", "yes"],
            "zero_sum": ["yes", "yes", "no"],
            "closed_form": ["no", "no", "yes"],
            "evaluation": ["none", "weak", "good"],
        }
        facts = [f"{name}={dice.choose(list(values))}" for name, values in choices.items()]
        yield Input("a random description, in any order", " ".join(sorted(facts, key=lambda _: dice.below(1 << 30))))


def full_description(facts: str) -> str:
    """All eight facts about a game: the given ones, and default values for the rest."""
    usual = {
        "branching": "2",
        "depth": "1",
        "players": "2",
        "chance": "no",
        "hidden": "no",
        "zero_sum": "yes",
        "closed_form": "no",
        "evaluation": "none",
    }
    return " ".join(
        f"{name}={value}" for name, value in (usual | dict(word.split("=") for word in facts.split())).items()
    )


def inputs_16() -> Iterator[Input]:
    yield Input("b = 4, d = 6", words(4, 6, 42), sample=True)
    yield Input("b = 2, d = 3", words(2, 3, 1), sample=True)
    twos, threes, wide = ((2, d) for d in range(1, 11)), ((3, d) for d in range(1, 8)), ((8, 3), (5, 4), (16, 2))
    for branching, depth in itertools.chain(twos, threes, wide):
        yield Input(f"b = {branching}, d = {depth}", words(branching, depth, 100 * branching + depth))
    yield Input("a single branch", words(1, 5, 7))
    yield Input("alpha meets beta exactly", words(4, 7, 941))
