"""Small correct games, and variations of each that break one rule of the contract, and no other.

`CORRECT` and `BROKEN` list them.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Any, NamedTuple

from tests.support.games import Take
from zermelo import NONE, UNBOUNDED, Bits, Cell, Game
from zermelo.core.errors import BadMove, BadPosition

CELLS = 6
LINES = (0b000111, 0b001110, 0b011100, 0b111000)


# --- the games that keep the contract --------------------------------------------------------------------------------
class Stones(NamedTuple):
    """Bit i is cell i: those of the player to move, those of the other."""

    me: int
    you: int


def has_line(stones):
    for line in LINES:
        if stones & line == line:
            return True
    return False


def completing(mine, yours):
    """The lowest cell that gives `mine` a line, or NONE."""
    for cell in range(CELLS):
        if not (mine | yours) >> cell & 1 and has_line(mine | 1 << cell):
            return cell
    return NONE


def mirrored(stones):
    image = 0
    for cell in range(CELLS):
        if stones >> cell & 1:
            image |= 1 << (CELLS - 1 - cell)
    return image


class Row(Game[Stones]):
    """Three in a row on six cells in a line, with every kind of knowledge."""

    action_count = CELLS
    max_length = CELLS
    resolution = 10
    symmetry_count = 2

    def initial(self):
        return Stones(0, 0)

    def legal(self, state, action):
        return not (state.me | state.you) >> action & 1

    def apply(self, state, action):
        return Stones(state.you, state.me | 1 << action)

    def terminal(self, state):
        return has_line(state.you) or (state.me | state.you) == (1 << CELLS) - 1

    def reward(self, state):
        return -1 if has_line(state.you) else 0

    def invariant(self, state, action, after):
        return after.me == state.you and after.you == state.me | 1 << action

    def key(self, state):
        return state.me << CELLS | state.you

    def symmetric(self, state, symmetry):
        return Stones(mirrored(state.me), mirrored(state.you)) if symmetry else state

    def symmetric_action(self, action, symmetry):
        return CELLS - 1 - action if symmetry else action

    def swapped(self, state):
        return Stones(state.you, state.me)

    def evaluate(self, state):
        total = 0
        for line in LINES:
            if not state.you & line:
                total += 1
            if not state.me & line:
                total -= 1
        return total

    def priority(self, state, action):
        total = 0
        for line in LINES:
            if line >> action & 1:
                total += 1
        return total

    def forced(self, state):
        action = completing(state.me, state.you)
        return action if action != NONE else completing(state.you, state.me)

    def relevant(self, state):
        wins = completing(state.me, state.you)
        for action in range(CELLS):
            if self.legal(state, action) and wins in (NONE, action):
                yield action

    def plies(self, state):
        return 1, 2, CELLS - (state.me | state.you).bit_count()

    def bounds(self, state, alpha, beta):
        low, high = -UNBOUNDED, UNBOUNDED
        if not has_line((1 << CELLS) - 1 & ~state.you):
            high = 0
        if not has_line((1 << CELLS) - 1 & ~state.me):
            low = 0
        return low, high

    def action_name(self, action):
        return "abcdef"[action]

    def position_text(self, state):
        first, second = state if state.me.bit_count() == state.you.bit_count() else (state.you, state.me)
        return "".join("X" if first >> c & 1 else "O" if second >> c & 1 else "." for c in range(CELLS))

    def parse_position(self, text):
        if len(text) != CELLS or set(text) - set("XO."):
            raise BadPosition(f"{text!r} is not a row of six cells.")
        first, second = (sum(1 << c for c in range(CELLS) if text[c] == mark) for mark in "XO")
        return Stones(first, second) if first.bit_count() == second.bit_count() else Stones(second, first)


class Takeaway(Take):
    """Take 1, 2 or 3 stones; who takes the last one wins. No knowledge."""


class Pile(NamedTuple):
    stones: int
    last: int


class Memory(Game[Pile]):
    """Takeaway whose states also know the last action, which does not matter."""

    action_count = 3
    max_length = 9
    resolution = 10

    def initial(self):
        return Pile(9, 0)

    def legal(self, state, action):
        return action < state.stones

    def apply(self, state, action):
        return Pile(state.stones - action - 1, action)

    def terminal(self, state):
        return state.stones == 0

    def reward(self, state):
        return -1

    def key(self, state):
        return state.stones

    def evaluate(self, state):
        return 5 if state.stones % 4 else -5


class Turn(NamedTuple):
    stones: int
    player: int


class Again(Game[Turn]):
    """Takeaway in which who takes one stone moves once more: the player to move is part of the state."""

    action_count = 3
    max_length = 9

    def initial(self):
        return Turn(9, 0)

    def legal(self, state, action):
        return action < state.stones

    def apply(self, state, action):
        return Turn(state.stones - action - 1, state.player if action == 0 else 1 - state.player)

    def terminal(self, state):
        return state.stones == 0

    def reward(self, state):
        return -1

    def to_move(self, state):
        return state.player

    def key(self, state):
        return state.stones

    def forced(self, state):
        return 1 if state.stones == 2 else NONE


class Sum(NamedTuple):
    total: int
    plies: int


class Balance(Game[Sum]):
    """Each of five moves adds -1, 0 or 1; who is to move then loses unless the sum is 0. Signs may be exchanged."""

    action_count = 3
    max_length = 5
    symmetry_count = 2

    def initial(self):
        return Sum(0, 0)

    def legal(self, state, action):
        return True

    def apply(self, state, action):
        return Sum(state.total + action - 1, state.plies + 1)

    def terminal(self, state):
        return state.plies == 5

    def reward(self, state):
        return 1 if state.total == 0 else -1

    def symmetric(self, state, symmetry):
        return Sum(-state.total, state.plies) if symmetry else state

    def symmetric_action(self, action, symmetry):
        return 2 - action if symmetry else action


class Coin(Game[Sum]):
    """Players and a coin add 0 or 1 in turn, four times; 1 is twice as likely. Who is to move then gets the sum - 2."""

    action_count = 2
    max_length = 4
    reward_range = (-2, 2)
    has_chance = True
    chance_total = 3
    max_chances = 2

    def to_move(self, state):
        return state.plies // 2 % 2

    def initial(self):
        return Sum(0, 0)

    def legal(self, state, action):
        return True

    def apply(self, state, action):
        return Sum(state.total + action, state.plies + 1)

    def terminal(self, state):
        return state.plies == 4

    def reward(self, state):
        return state.total - 2

    def chance(self, state):
        return state.plies % 2 == 1

    def weight(self, state, action):
        return 1 + action


class Three(Game[int]):
    """Takeaway for three: who takes the last stone wins, the next one loses."""

    players = 3
    action_count = 3
    max_length = 12

    def initial(self):
        return 0

    def legal(self, state, action):
        return action < 12 - state // 3

    def apply(self, state, action):
        return (state // 3 + action + 1) * 3 + (state + 1) % 3

    def terminal(self, state):
        return state // 3 == 12

    def to_move(self, state):
        return state % 3

    def rewards(self, state):
        loser = state % 3
        return (
            -1 if loser == 0 else loser - 1,
            -1 if loser == 1 else 0 if loser == 0 else 1,
            1 - loser if loser else 1,
        )


class Numbers(Game[frozenset]):
    """Take the numbers 1 to 5 in turn; who makes the sum of those left less than 5 loses. Its states are sets."""

    action_count = 5
    max_length = 5

    def initial(self):
        return frozenset(range(5))

    def legal(self, state, action):
        return action in state

    def apply(self, state, action):
        return state - {action}

    def terminal(self, state):
        return sum(state) + len(state) < 5

    def reward(self, state):
        return 1


class Counters:
    """A state of a class with an equality of its own: what is left of 9, and whether the first move took 1."""

    def __init__(self, left: int, marked: bool) -> None:
        self.left, self.marked = left, marked

    def __eq__(self, other):
        return isinstance(other, Counters) and (self.left, self.marked) == (other.left, other.marked)

    def __hash__(self):
        return hash((self.left, self.marked))


class Marked(Game[Counters]):
    """Take 1 or 2 of 9 counters. If the first move took 1, who takes the last one loses, else who takes it wins."""

    action_count = 2
    max_length = 9
    counters = Counters

    def initial(self):
        return self.counters(9, False)

    def legal(self, state, action):
        return action < state.left

    def apply(self, state, action):
        return self.counters(state.left - action - 1, state.marked or (state.left == 9 and action == 0))

    def terminal(self, state):
        return state.left == 0

    def reward(self, state):
        return 1 if state.marked else -1

    def plain(self, state):
        return state.left, state.marked

    def from_plain(self, value):
        return self.counters(*value)


CORRECT = (Row(), Takeaway(), Memory(), Again(), Balance(), Coin(), Three(), Numbers(), Marked())


# --- those that break a rule ------------------------------------------------------------------------------------------
class Forgetting(Counters):
    """Equality forgets the mark."""

    def __eq__(self, other):
        return isinstance(other, Forgetting) and self.left == other.left

    def __hash__(self):
        return hash(self.left)


class Unmarked(Marked):
    """States are equal that have different futures."""

    counters = Forgetting


class Rewardless(Game[int]):
    """It defines no reward."""

    action_count, max_length = Takeaway.action_count, Takeaway.max_length
    initial, legal, apply, terminal = Takeaway.initial, Takeaway.legal, Takeaway.apply, Takeaway.terminal


class Lawless(Game[int]):
    """It defines neither legal nor actions."""

    action_count, max_length = Takeaway.action_count, Takeaway.max_length
    initial, apply, terminal, reward = Takeaway.initial, Takeaway.apply, Takeaway.terminal, Takeaway.reward


class Hashed:
    """A pile that is equal to others of its size, but has a hash of its own."""

    def __init__(self, stones):
        self.stones = stones

    def __eq__(self, other):
        return isinstance(other, Hashed) and self.stones == other.stones

    def __hash__(self):
        return id(self)


def of_piles(kind, **members):
    """The members of a Takeaway whose states are piles of this kind."""
    return {
        "initial": lambda self: kind(9),
        "legal": lambda self, state, action: action < state.stones,
        "apply": lambda self, state, action: kind(state.stones - action - 1),
        "terminal": lambda self, state: state.stones <= 0,
        **members,
    }


@dataclass(unsafe_hash=True)
class Heap:
    stones: int


def taking_from_the_old_heap(self, state, action):
    state.stones -= action + 1
    return Heap(state.stones)


def first_of(state):
    """The stones of a state that is a number, or a list or pair that begins with one."""
    return state if isinstance(state, int) else state[0]


CALLS = itertools.count(1)


class Selfish(Takeaway):
    """The number of moves is kept in the game."""

    def __init__(self):
        self.moved = 0

    def apply(self, state, action):
        self.moved += 1
        return state - action - 1


class Chronicler(Takeaway):
    """The moves are kept in a list that all games of the class share."""

    moves: list[int] = []

    def apply(self, state, action):
        moves = self.moves
        moves.append(action)
        return state - action - 1


class Patient(Game[int]):
    """Who reaches 6 wins, by steps of 2 or by a jump from 0 or 4. forced walks to a sure win rather than jump."""

    action_count = 2
    max_length = 3

    def initial(self):
        return 0

    def legal(self, state, action):
        return action == 0 or state != 2

    def apply(self, state, action):
        return 6 if action else state + 2

    def terminal(self, state):
        return state == 6

    def reward(self, state):
        return -1

    def forced(self, state):
        return 0 if state == 0 else NONE


class Misread(Takeaway):
    """parse_action is off by one."""

    def action_name(self, action):
        return str(action + 1)

    def parse_action(self, text):
        if text not in {"1", "2", "3"}:
            raise BadMove(f"{text!r} is not a move.")
        return int(text) % 3


class Unreadable(Row):
    """parse_position refuses a position that it should take."""

    def parse_position(self, text):
        if text.startswith("XX"):
            raise BadPosition("X may not have the first two cells.")
        return super().parse_position(text)


class Crashing(Takeaway):
    """apply raises when one stone of two is taken."""

    def apply(self, state, action):
        if state == 2 and action == 0:
            raise IndexError("no such pile")
        return state - action - 1


class Unlucky(Takeaway):
    """reward raises."""

    def reward(self, state):
        raise KeyError(state)


class Overflowing(Row):
    """A mask in legal has a bit 64 for a moment."""

    def legal(self, state, action):
        return not (state.me | state.you) & ((1 << (action + 60)) >> 60)


class Rounded(Takeaway):
    """priority compares a large integer with a float; native code first rounds the integer, and Python does not."""

    def priority(self, state, action):
        large = 9007199254740993 + 0 * state
        return 1 if large == 9007199254740992.0 else 0


class Worded(Takeaway):
    """legal divides, which cannot be compiled."""

    def legal(self, state, action):
        return action + 1 <= state / 1


class Broken(NamedTuple):
    """A game that breaks just this rule; `compiled` is what `check` is to be told."""

    game: Game
    rule: str
    compiled: bool | None = False


def but(base: type[Game], name: str, wrong: str, rule: str, **members: Any) -> Broken:
    """A game of a class like `base` with these members instead; `wrong` says what is wrong with them."""
    return Broken(type(name, (base,), {"__doc__": wrong, "__module__": __name__, **members})(), rule)


BROKEN = (
    but(Takeaway, "NoActions", "There are no actions at all.", "facets", action_count=0),
    but(Takeaway, "OneSided", "The best reward is not the opposite of the worst.", "facets", reward_range=(0, 1)),
    but(Takeaway, "Guesser", "Cards in hand.", "facets", hidden_information=True),
    but(Coin, "Endlessly", "How often it is thrown at most is no number.", "facets", max_chances="never"),
    Broken(Rewardless(), "members"),
    Broken(Lawless(), "members"),
    but(Row, "Hiding", "An attribute goes by the name of a method of the contract.", "members", passed=0),
    but(Coin, "Secret", "It has chance nodes and does not say so.", "members", has_chance=False),
    but(Coin, "Nobody", "It is not said for whom a value is.", "members", to_move=Game.to_move),
    but(Takeaway, "Nameless", "Two initial states have different hashes.", "initial", **of_piles(Hashed)),
    but(
        *(Takeaway, "Listed", "After the first move, states are lists, which cannot be hashed.", "hashable"),
        legal=lambda self, state, action: action < first_of(state),
        apply=lambda self, state, action: [first_of(state) - action - 1],
        terminal=lambda self, state: state == [0],
    ),
    but(
        *(Takeaway, "Mutable", "apply takes the stones from the old state too.", "immutable"),
        **of_piles(Heap, apply=taking_from_the_old_heap),
    ),
    but(
        *(Takeaway, "Moody", "Every seventh move takes one stone more, whatever the state.", "pure"),
        apply=lambda self, state, action: max(state - action - 1 - (next(CALLS) % 7 == 0), 0),
    ),
    but(
        *(Takeaway, "Wordy", "Texts for a yes or no.", "answers"),
        terminal=lambda self, state: "over" if state == 0 else "",
    ),
    Broken(Selfish(), "unchanged"),
    Broken(Chronicler(), "unchanged"),
    Broken(Unmarked(), "equality"),
    but(
        *(Marked, "Unplain", "The plain value of a state forgets the mark.", "plain"),
        plain=lambda self, state: state.left,
        from_plain=lambda self, value: self.counters(value, False),
    ),
    but(
        *(Marked, "Wrapped", "The plain value of a state is the state.", "plain"),
        plain=lambda self, state: (state,),
        from_plain=lambda self, value: value[0],
    ),
    # play
    but(
        *(Takeaway, "Twice", "actions yields the last stone twice.", "actions"),
        actions=lambda self, state: iter([*range(min(state, 3)), *([0] if state == 1 else [])]),
    ),
    but(
        *(Takeaway, "Outside", "actions yields a number that is no action.", "actions"),
        legal=lambda self, state, action: action < min(state, 3),
        actions=lambda self, state: iter(range(min(state, 4))),
    ),
    but(
        *(Takeaway, "Strict", "legal forbids taking the last three stones, which actions yields.", "legal"),
        legal=lambda self, state, action: action < state and not (state == 3 and action == 2),
        actions=lambda self, state: iter(range(min(state, 3))),
    ),
    but(
        *(Row, "Endless", "A full row without a line is not terminal.", "terminal"),
        terminal=lambda self, state: has_line(state.you),
    ),
    but(Takeaway, "Short", "A play may take nine moves, not five.", "length", max_length=5),
    but(
        *(Takeaway, "Returning", "Taking three stones of five puts three back on six: plays may come back.", "cyclic"),
        max_length=1000,
        apply=lambda self, state, action: 9 if state == 5 and action == 2 else state - action - 1,
    ),
    but(
        *(Row, "Forgetful", "A stone on the last cell takes the other player's stones off the board.", "invariant"),
        max_length=100,
        apply=lambda self, state, action: Stones(0 if action == 5 else state.you, state.me | 1 << action),
    ),
    but(Takeaway, "Generous", "Who lost gets less than the worst.", "reward", reward=lambda self, state: -2),
    but(Takeaway, "Vague", "reward forgets to return anything.", "reward", reward=lambda self, state: None),
    but(
        *(Again, "Third", "The players are called 1 and 2.", "to_move"),
        to_move=lambda self, state: state.player + 1,
    ),
    but(
        *(Again, "Silent", "to_move says that players alternate when the game is over.", "to_move"),
        to_move=lambda self, state: NONE if state.stones == 0 else state.player,
    ),
    but(Coin, "Weightless", "Heads have no weight.", "chance", weight=lambda self, state, action: action),
    but(Coin, "Uneven", "Its weights do not divide what they are said to.", "chance", chance_total=4),
    but(Coin, "Thrown", "It is thrown twice.", "chance", max_chances=1),
    # keys and symmetries
    but(Row, "LooseKey", "Keys are lists.", "key", key=lambda self, state: [state.me, state.you]),
    but(
        *(Takeaway, "Ungrundy", "The Grundy value that it gives is one too low.", "grundy"),
        impartial=True,
        grundy_value=lambda self, state: (state - 1) % (self.action_count + 1),
    ),
    but(
        *(Row, "ShortKey", "The key tells where stones are, not whose.", "futures"),
        key=lambda self, state: state.me | state.you,
    ),
    but(
        *(Row, "MirrorKey", "The key of a state is that of its mirror image, where other moves are legal.", "futures"),
        key=lambda self, state: min(Row.key(self, state), Row.key(self, Row.symmetric(self, state, 1))),
    ),
    but(
        *(Again, "Personal", "The key forgets that taking one stone of four does not give the move away.", "futures"),
        apply=lambda self, state, action: Turn(
            state.stones - action - 1,
            state.player if action == 0 and (state.stones != 4 or state.player == 1) else 1 - state.player,
        ),
    ),
    but(
        *(Memory, "Nostalgic", "The evaluation looks at the last move, the key does not.", "evaluation by key"),
        evaluate=lambda self, state: state.last,
    ),
    but(
        *(Row, "AlwaysMirrored", "Symmetry 0 is the mirror image too.", "symmetry 0"),
        symmetric=lambda self, state, symmetry: Row.symmetric(self, state, 1),
    ),
    but(
        *(Row, "Folded", "symmetric_action folds the row in the middle.", "symmetric_action"),
        symmetric_action=lambda self, action, symmetry: min(action, CELLS - 1 - action) if symmetry else action,
    ),
    but(
        *(Row, "Bare", "symmetric gives a pair that is no Stones.", "symmetric"),
        symmetric=lambda self, state, symmetry: (mirrored(state.me), mirrored(state.you)) if symmetry else state,
    ),
    but(
        *(Row, "Exchanged", "symmetric exchanges the players as well.", "symmetric end"),
        symmetric=lambda self, state, symmetry: Stones(mirrored(state.you), mirrored(state.me)) if symmetry else state,
    ),
    but(
        *(Row, "Unmoved", "symmetric mirrors the row, symmetric_action does not.", "symmetric legal"),
        symmetric_action=lambda self, action, symmetry: action,
    ),
    but(
        *(Balance, "Turned", "symmetric exchanges the signs, symmetric_action something else.", "symmetric play"),
        symmetric_action=lambda self, action, symmetry: (action + 1) % 3 if symmetry else action,
    ),
    but(
        *(Row, "Mirrorless", "symmetric_key forgets to mirror.", "symmetric_key"),
        symmetric_key=lambda self, state, key, symmetry: self.key(state),
    ),
    but(
        *(Row, "Leaning", "canonical_symmetry leaves every state as it is.", "canonical_symmetry"),
        canonical_symmetry=lambda self, state, key: 0,
    ),
    but(
        *(Row, "Headless", "canonical_symmetry gives a symmetry that there is not.", "canonical_symmetry"),
        canonical_symmetry=lambda self, state, key: 2,
    ),
    # knowledge
    but(
        *(Row, "Certain", "A line that can be completed evaluates like one that is.", "evaluation"),
        evaluate=lambda self, state: 10 if completing(state.me, state.you) != NONE else 0,
    ),
    but(
        *(Row, "LeftHanded", "The evaluation prefers cells on the left.", "symmetric evaluation"),
        evaluate=lambda self, state: (state.me & 0b111).bit_count() - (state.you & 0b111).bit_count(),
    ),
    but(
        *(Row, "Tempo", "The evaluation adds something for being on move, which swapped denies.", "swapped evaluation"),
        evaluate=lambda self, state: Row.evaluate(self, state) + 1,
    ),
    but(
        *(Row, "Negative", "Outer cells have a negative priority.", "priority"),
        priority=lambda self, state, action: Row.priority(self, state, action) - 2,
    ),
    but(
        *(Row, "Occupied", "forced completes lines on cells that are taken.", "forced legal"),
        forced=lambda self, state: next((cell for cell in range(CELLS) if has_line(state.me | 1 << cell)), NONE),
    ),
    but(
        *(Row, "Timid", "forced stops the other side's line rather than completing its own.", "forced"),
        forced=lambda self, state: Row.forced(self, Stones(state.you, state.me)),
    ),
    but(
        *(Takeaway, "Modest", "forced leaves the last of two stones to the other player.", "forced"),
        forced=lambda self, state: 0 if state == 2 else NONE,
    ),
    Broken(Patient(), "forced"),
    but(
        *(Row, "Dreaming", "relevant yields all cells, taken ones too.", "relevant legal"),
        relevant=lambda self, state: iter(range(CELLS)),
    ),
    but(
        *(Row, "Idle", "relevant yields nothing where the outer cells are taken.", "relevant legal"),
        relevant=lambda self, state: (action for action in (0, CELLS - 1) if self.legal(state, action)),
    ),
    but(
        *(Row, "Insistent", "relevant yields the first free cell twice.", "relevant legal"),
        relevant=lambda self, state: iter((next(self.actions(state)), *self.actions(state))),
    ),
    but(
        *(Takeaway, "Hesitant", "relevant leaves out the taking of the last stones.", "relevant"),
        relevant=lambda self, state: (action for action in self.actions(state) if action < state - 1 or state == 1),
    ),
    but(
        *(Takeaway, "Undecided", "deciding leaves out the taking of the last stones.", "deciding"),
        deciding=lambda self, state: (action for action in self.actions(state) if action < state - 1 or state == 1),
    ),
    but(
        *(Row, "Hasty", "plies denies that anybody may win with the next stone.", "plies"),
        plies=lambda self, state: (3, 2, CELLS),
    ),
    but(
        *(Takeaway, "Brief", "plies says that whoever wins has done so after a ply.", "plies"),
        plies=lambda self, state: (1, 1, 1),
    ),
    but(
        *(Row, "Boastful", "bounds promises that nobody loses.", "bounds"),
        bounds=lambda self, state, alpha, beta: (0, UNBOUNDED),
    ),
    but(
        *(Row, "Narrow", "bounds is right but for windows that begin at 0.", "bounds"),
        bounds=lambda self, state, alpha, beta: (
            (-UNBOUNDED, 0) if (alpha, beta) == (0, 1) else Row.bounds(self, state, alpha, beta)
        ),
    ),
    # texts
    but(
        *(Takeaway, "Spaced", "Names have spaces.", "action_name"),
        action_name=lambda self, action: f"take {action + 1}",
    ),
    but(
        *(Takeaway, "Namesakes", "Two actions have one name.", "action_name"),
        action_name=lambda self, action: "few" if action < 2 else "many",
    ),
    Broken(Misread(), "action_name"),
    but(
        *(Row, "Colourblind", "parse_position takes X for O where there are as many of each.", "position_text"),
        parse_position=lambda self, text: Row.parse_position(
            self, text.translate(str.maketrans("XO", "OX")) if text.count("X") == 2 else text
        ),
    ),
    Broken(Unreadable(), "position_text"),
    but(
        *(Takeaway, "Rude", "parse_action raises ValueError for what it cannot read.", "refusals"),
        parse_action=lambda self, text: int(text),
    ),
    but(Takeaway, "Headlong", "title returns two lines.", "title", title=lambda self: "Takeaway\nfrom nine stones"),
    but(Takeaway, "Itemised", "rules returns a list instead of a text.", "title", rules=lambda self: ["Take one."]),
    but(Takeaway, "Undrawn", "render prints instead of returning a text.", "render", render=lambda self, state: None),
    but(
        *(Takeaway, "Overdrawn", "picture has two cells at one place.", "picture"),
        picture=lambda self, state, mover: [Cell(0, 0), Cell(0, 0)],
    ),
    but(
        *(Takeaway, "Overlooked", "picture has a look that is no name.", "picture"),
        picture=lambda self, state, mover: [Cell(0, 0, look=["disc"])],
    ),
    # exceptions, and native code
    Broken(Crashing(), "raises"),
    but(
        *(Row, "Blind", "evaluate divides by the number of stones.", "raises"),
        evaluate=lambda self, state: 5 // (state.me | state.you).bit_count(),
    ),
    Broken(Unlucky(), "raises"),
    Broken(Overflowing(), "overflow", True),
    Broken(Rounded(), "compiled", True),
    Broken(Worded(), "compilable", True),
)
NAMED = {type(broken.game).__name__: broken.game for broken in BROKEN}


# --- those that run only interpreted ----------------------------------------------------------------------------------
class Widening(Game[Bits]):
    """The board is one cell wider after each move."""

    action_count = 4
    max_length = 4

    def initial(self):
        return Bits(4)

    def legal(self, state, action):
        return action not in state

    def apply(self, state, action):
        return Bits(state.width + 1, state.value).add(action)

    def terminal(self, state):
        return state.count() == 4

    def reward(self, state):
        return 0


class Wide(Takeaway):
    """The stones are counted from bit 80 on."""

    def initial(self):
        return super().initial() << 80

    def legal(self, state, action):
        return action < state >> 80

    def apply(self, state, action):
        return state - (action + 1 << 80)


class Growing(Takeaway):
    """The state becomes a pair when there are fewer than four stones."""

    def legal(self, state, action):
        return action < first_of(state)

    def apply(self, state, action):
        left = first_of(state) - action - 1
        return left if left >= 4 else (left, 0)

    def terminal(self, state):
        return state == (0, 0)
