"""Small correct games, and variations of each that break one rule of the contract, and no other.

`CORRECT` and `BROKEN` list them; what a broken game does wrong is in its docstring.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import NamedTuple

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


class Takeaway(Game[int]):
    """Take 1, 2 or 3 stones; who takes the last one wins. No knowledge."""

    action_count = 3
    max_length = 9

    def initial(self):
        return 9

    def legal(self, state, action):
        return action < state

    def apply(self, state, action):
        return state - action - 1

    def terminal(self, state):
        return state == 0

    def reward(self, state):
        return -1


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


# --- states -----------------------------------------------------------------------------------------------------------
class Forgetting(Counters):
    """Equality forgets the mark."""

    def __eq__(self, other):
        return isinstance(other, Forgetting) and self.left == other.left

    def __hash__(self):
        return hash(self.left)


class Unmarked(Marked):
    """States are equal that have different futures."""

    counters = Forgetting


class Unplain(Marked):
    """The plain value of a state forgets the mark."""

    def plain(self, state):
        return state.left

    def from_plain(self, value):
        return self.counters(value, False)


class Wrapped(Marked):
    """The plain value of a state is the state."""

    def plain(self, state):
        return (state,)

    def from_plain(self, value):
        return value[0]


# --- facets and members ----------------------------------------------------------------------------------------------
class NoActions(Takeaway):
    """There are no actions at all."""

    action_count = 0


class OneSided(Takeaway):
    """The best reward is not the opposite of the worst."""

    reward_range = (0, 1)


class Rewardless(Game[int]):
    """It defines no reward."""

    action_count, max_length = Takeaway.action_count, Takeaway.max_length
    initial, legal, apply, terminal = Takeaway.initial, Takeaway.legal, Takeaway.apply, Takeaway.terminal


class Lawless(Game[int]):
    """It defines neither legal nor actions."""

    action_count, max_length = Takeaway.action_count, Takeaway.max_length
    initial, apply, terminal, reward = Takeaway.initial, Takeaway.apply, Takeaway.terminal, Takeaway.reward


class Hiding(Row):
    """An attribute goes by the name of a method of the contract."""

    def __init__(self):
        self.passed = 0


# --- states ----------------------------------------------------------------------------------------------------------
class Hashed:
    """A pile that is equal to others of its size, but has a hash of its own."""

    def __init__(self, stones):
        self.stones = stones

    def __eq__(self, other):
        return isinstance(other, Hashed) and self.stones == other.stones

    def __hash__(self):
        return id(self)


class Nameless(Takeaway):
    """Two initial states have different hashes."""

    def initial(self):
        return Hashed(9)

    def legal(self, state, action):
        return action < state.stones

    def apply(self, state, action):
        return Hashed(state.stones - action - 1)

    def terminal(self, state):
        return state.stones == 0


class Listed(Takeaway):
    """After the first move, states are lists, which cannot be hashed."""

    def legal(self, state, action):
        return action < (state if isinstance(state, int) else state[0])

    def apply(self, state, action):
        return [(state if isinstance(state, int) else state[0]) - action - 1]

    def terminal(self, state):
        return state == [0]


@dataclass(unsafe_hash=True)
class Heap:
    stones: int


class Mutable(Takeaway):
    """apply takes the stones from the old state too."""

    def initial(self):
        return Heap(9)

    def legal(self, state, action):
        return action < state.stones

    def apply(self, state, action):
        state.stones -= action + 1
        return Heap(state.stones)

    def terminal(self, state):
        return state.stones <= 0


CALLS = itertools.count(1)


class Moody(Takeaway):
    """Every seventh move takes one stone more, whatever the state."""

    def apply(self, state, action):
        return max(state - action - 1 - (next(CALLS) % 7 == 0), 0)


class Wordy(Takeaway):
    """Texts for a yes or no."""

    def terminal(self, state):
        return "over" if state == 0 else ""


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


class Guesser(Takeaway):
    """Cards in hand."""

    hidden_information = True


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
        return action < (state if isinstance(state, int) else state[0])

    def apply(self, state, action):
        left = (state if isinstance(state, int) else state[0]) - action - 1
        return left if left >= 4 else (left, 0)

    def terminal(self, state):
        return state == (0, 0)


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


# --- play ------------------------------------------------------------------------------------------------------------
class Twice(Takeaway):
    """actions yields the last stone twice."""

    def actions(self, state):
        yield from range(min(state, 3))
        if state == 1:
            yield 0


class Outside(Takeaway):
    """actions yields a number that is no action."""

    def legal(self, state, action):
        return action < min(state, 3)

    def actions(self, state):
        yield from range(min(state, 4))


class Strict(Takeaway):
    """legal forbids taking the last three stones, which actions yields."""

    def legal(self, state, action):
        return action < state and not (state == 3 and action == 2)

    def actions(self, state):
        yield from range(min(state, 3))


class Endless(Row):
    """A full row without a line is not terminal."""

    def terminal(self, state):
        return has_line(state.you)


class Short(Takeaway):
    """A play may take nine moves, not five."""

    max_length = 5


class Returning(Takeaway):
    """Taking three stones of five puts three back on six: plays may come back."""

    max_length = 1000

    def apply(self, state, action):
        return 9 if state == 5 and action == 2 else state - action - 1


class Forgetful(Row):
    """A stone on the last cell takes the other player's stones off the board."""

    max_length = 100

    def apply(self, state, action):
        return Stones(0 if action == 5 else state.you, state.me | 1 << action)


class Generous(Takeaway):
    """Who took the last stone by taking just one gets two."""

    def reward(self, state):
        return -2


class Vague(Takeaway):
    """reward forgets to return anything."""

    def reward(self, state):
        return None


class Third(Again):
    """The players are called 1 and 2."""

    def to_move(self, state):
        return state.player + 1


class Silent(Again):
    """to_move says that players alternate when the game is over."""

    def to_move(self, state):
        return NONE if state.stones == 0 else state.player


class Secret(Coin):
    """It has chance nodes and does not say so."""

    has_chance = False


class Uneven(Coin):
    """Its weights do not divide what they are said to."""

    chance_total = 4


class Thrown(Coin):
    """It is thrown twice."""

    max_chances = 1


class Nobody(Coin):
    """It is not said for whom a value is."""

    to_move = Game.to_move


class Endlessly(Coin):
    """How often it is thrown at most is no number."""

    max_chances = "never"


class Weightless(Coin):
    """Heads have no weight."""

    def weight(self, state, action):
        return action


# --- knowledge -------------------------------------------------------------------------------------------------------
class LooseKey(Row):
    """Keys are lists."""

    def key(self, state):
        return [state.me, state.you]


class Ungrundy(Takeaway):
    """The Grundy value that it gives is one too low."""

    impartial = True

    def grundy_value(self, state):
        return (state - 1) % (self.action_count + 1)


class ShortKey(Row):
    """The key tells where stones are, not whose."""

    def key(self, state):
        return state.me | state.you


class MirrorKey(Row):
    """The key of a state is that of its mirror image, where other moves are legal."""

    def key(self, state):
        return min(super().key(state), super().key(Stones(mirrored(state.me), mirrored(state.you))))


class Personal(Again):
    """The key forgets that taking one stone of four does not give the move away."""

    def apply(self, state, action):
        again = action == 0 and (state.stones != 4 or state.player == 1)
        return Turn(state.stones - action - 1, state.player if again else 1 - state.player)


class Nostalgic(Memory):
    """The evaluation looks at the last move, the key does not."""

    def evaluate(self, state):
        return state.last


class AlwaysMirrored(Row):
    """Symmetry 0 is the mirror image too."""

    def symmetric(self, state, symmetry):
        return Stones(mirrored(state.me), mirrored(state.you))


class Folded(Row):
    """symmetric_action folds the row in the middle."""

    def symmetric_action(self, action, symmetry):
        return min(action, CELLS - 1 - action) if symmetry else action


class Bare(Row):
    """symmetric gives a pair that is no Stones."""

    def symmetric(self, state, symmetry):
        return (mirrored(state.me), mirrored(state.you)) if symmetry else state


class Exchanged(Row):
    """symmetric exchanges the players as well."""

    def symmetric(self, state, symmetry):
        return Stones(mirrored(state.you), mirrored(state.me)) if symmetry else state


class Unmoved(Row):
    """symmetric mirrors the row, symmetric_action does not."""

    def symmetric_action(self, action, symmetry):
        return action


class Turned(Balance):
    """symmetric exchanges the signs, symmetric_action something else."""

    def symmetric_action(self, action, symmetry):
        return (action + 1) % 3 if symmetry else action


class Certain(Row):
    """A line that can be completed evaluates like one that is."""

    def evaluate(self, state):
        return 10 if completing(state.me, state.you) != NONE else 0


class LeftHanded(Row):
    """The evaluation prefers cells on the left."""

    def evaluate(self, state):
        return (state.me & 0b111).bit_count() - (state.you & 0b111).bit_count()


class Tempo(Row):
    """The evaluation adds something for being on move, which swapped denies."""

    def evaluate(self, state):
        return super().evaluate(state) + 1


class Negative(Row):
    """Outer cells have a negative priority."""

    def priority(self, state, action):
        return super().priority(state, action) - 2


class Occupied(Row):
    """forced completes lines on cells that are taken."""

    def forced(self, state):
        for cell in range(CELLS):
            if has_line(state.me | 1 << cell):
                return cell
        return NONE


class Timid(Row):
    """forced stops the other side's line rather than completing its own."""

    def forced(self, state):
        action = completing(state.you, state.me)
        return action if action != NONE else completing(state.me, state.you)


class Modest(Takeaway):
    """forced leaves the last of two stones to the other player."""

    def forced(self, state):
        return 0 if state == 2 else NONE


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


class Dreaming(Row):
    """relevant yields all cells, taken ones too."""

    def relevant(self, state):
        yield from range(CELLS)


class Idle(Row):
    """relevant yields nothing where the outer cells are taken."""

    def relevant(self, state):
        yield from (action for action in (0, CELLS - 1) if self.legal(state, action))


class Insistent(Row):
    """relevant yields the first free cell twice."""

    def relevant(self, state):
        yield from (next(self.actions(state)), *self.actions(state))


class Hesitant(Takeaway):
    """relevant leaves out the taking of the last stones."""

    def relevant(self, state):
        yield from (action for action in self.actions(state) if action < state - 1 or state == 1)


class Undecided(Takeaway):
    """deciding leaves out the taking of the last stones."""

    def deciding(self, state):
        yield from (action for action in self.actions(state) if action < state - 1 or state == 1)


class Mirrorless(Row):
    """symmetric_key forgets to mirror."""

    def symmetric_key(self, state, key, symmetry):
        return self.key(state)


class Leaning(Row):
    """canonical_symmetry leaves every state as it is."""

    def canonical_symmetry(self, state, key):
        return 0


class Headless(Row):
    """canonical_symmetry gives a symmetry that there is not."""

    def canonical_symmetry(self, state, key):
        return 2


class Hasty(Row):
    """plies denies that anybody may win with the next stone."""

    def plies(self, state):
        return 3, 2, CELLS


class Brief(Takeaway):
    """plies says that whoever wins has done so after a ply."""

    def plies(self, state):
        return 1, 1, 1


class Boastful(Row):
    """bounds promises that nobody loses."""

    def bounds(self, state, alpha, beta):
        return 0, UNBOUNDED


class Narrow(Row):
    """bounds is right but for windows that begin at 0."""

    def bounds(self, state, alpha, beta):
        return (-UNBOUNDED, 0) if alpha == 0 and beta == 1 else super().bounds(state, alpha, beta)


# --- texts -----------------------------------------------------------------------------------------------------------
class Spaced(Takeaway):
    """Names have spaces."""

    def action_name(self, action):
        return f"take {action + 1}"


class Namesakes(Takeaway):
    """Two actions have one name."""

    def action_name(self, action):
        return "few" if action < 2 else "many"


class Misread(Takeaway):
    """parse_action is off by one."""

    def action_name(self, action):
        return str(action + 1)

    def parse_action(self, text):
        if text not in {"1", "2", "3"}:
            raise BadMove(f"{text!r} is not a move.")
        return int(text) % 3


class Colourblind(Row):
    """parse_position takes X for O where there are as many of each."""

    def parse_position(self, text):
        return super().parse_position(text.translate(str.maketrans("XO", "OX")) if text.count("X") == 2 else text)


class Unreadable(Row):
    """parse_position refuses a position that it should take."""

    def parse_position(self, text):
        if text.startswith("XX"):
            raise BadPosition("X may not have the first two cells.")
        return super().parse_position(text)


class Rude(Takeaway):
    """parse_action raises ValueError for what it cannot read."""

    def parse_action(self, text):
        return int(text)


class Headlong(Takeaway):
    """title returns two lines."""

    def title(self):
        return "Takeaway\nfrom nine stones"


class Itemised(Takeaway):
    """rules returns a list instead of a text."""

    def rules(self):
        return ["Take one stone or two."]


class Undrawn(Takeaway):
    """render prints instead of returning a text."""

    def render(self, state):
        return None


class Overdrawn(Takeaway):
    """picture has two cells at one place."""

    def picture(self, state, mover):
        return [Cell(0, 0), Cell(0, 0)]


class Overlooked(Takeaway):
    """picture has a look that is no name."""

    def picture(self, state, mover):
        return [Cell(0, 0, look=["disc"])]


# --- exceptions ------------------------------------------------------------------------------------------------------
class Crashing(Takeaway):
    """apply raises when one stone of two is taken."""

    def apply(self, state, action):
        if state == 2 and action == 0:
            raise IndexError("no such pile")
        return state - action - 1


class Blind(Row):
    """evaluate divides by the number of stones."""

    def evaluate(self, state):
        return 5 // (state.me | state.you).bit_count()


class Unlucky(Takeaway):
    """reward raises."""

    def reward(self, state):
        raise KeyError(state)


# --- native code -----------------------------------------------------------------------------------------------------
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
    """legal looks numbers up in a dictionary of lists, which cannot be compiled."""

    def legal(self, state, action):
        return action in {0: [0], 1: [0, 1], 2: [0, 1, 2]}.get(state - 1, [0, 1, 2])


class Broken(NamedTuple):
    """A game that breaks just this rule; `compiled` is what `check` is to be told."""

    game: Game
    rule: str
    compiled: bool | None = False


BROKEN = (
    Broken(NoActions(), "facets"),
    Broken(OneSided(), "facets"),
    Broken(Rewardless(), "members"),
    Broken(Lawless(), "members"),
    Broken(Hiding(), "members"),
    Broken(Nameless(), "initial"),
    Broken(Listed(), "hashable"),
    Broken(Mutable(), "immutable"),
    Broken(Moody(), "pure"),
    Broken(Wordy(), "answers"),
    Broken(Selfish(), "unchanged"),
    Broken(Chronicler(), "unchanged"),
    Broken(Guesser(), "facets"),
    Broken(Twice(), "actions"),
    Broken(Outside(), "actions"),
    Broken(Strict(), "legal"),
    Broken(Endless(), "terminal"),
    Broken(Short(), "length"),
    Broken(Returning(), "cyclic"),
    Broken(Unmarked(), "equality"),
    Broken(Unplain(), "plain"),
    Broken(Wrapped(), "plain"),
    Broken(Forgetful(), "invariant"),
    Broken(Generous(), "reward"),
    Broken(Vague(), "reward"),
    Broken(Third(), "to_move"),
    Broken(Silent(), "to_move"),
    Broken(Secret(), "members"),
    Broken(Weightless(), "chance"),
    Broken(Uneven(), "chance"),
    Broken(Thrown(), "chance"),
    Broken(Nobody(), "members"),
    Broken(Endlessly(), "facets"),
    Broken(LooseKey(), "key"),
    Broken(Ungrundy(), "grundy"),
    Broken(ShortKey(), "futures"),
    Broken(MirrorKey(), "futures"),
    Broken(Personal(), "futures"),
    Broken(Nostalgic(), "evaluation by key"),
    Broken(AlwaysMirrored(), "symmetry 0"),
    Broken(Folded(), "symmetric_action"),
    Broken(Bare(), "symmetric"),
    Broken(Exchanged(), "symmetric end"),
    Broken(Unmoved(), "symmetric legal"),
    Broken(Turned(), "symmetric play"),
    Broken(Certain(), "evaluation"),
    Broken(LeftHanded(), "symmetric evaluation"),
    Broken(Tempo(), "swapped evaluation"),
    Broken(Negative(), "priority"),
    Broken(Occupied(), "forced legal"),
    Broken(Timid(), "forced"),
    Broken(Modest(), "forced"),
    Broken(Patient(), "forced"),
    Broken(Dreaming(), "relevant legal"),
    Broken(Idle(), "relevant legal"),
    Broken(Insistent(), "relevant legal"),
    Broken(Hesitant(), "relevant"),
    Broken(Undecided(), "deciding"),
    Broken(Mirrorless(), "symmetric_key"),
    Broken(Leaning(), "canonical_symmetry"),
    Broken(Headless(), "canonical_symmetry"),
    Broken(Hasty(), "plies"),
    Broken(Brief(), "plies"),
    Broken(Boastful(), "bounds"),
    Broken(Narrow(), "bounds"),
    Broken(Spaced(), "action_name"),
    Broken(Namesakes(), "action_name"),
    Broken(Misread(), "action_name"),
    Broken(Colourblind(), "position_text"),
    Broken(Unreadable(), "position_text"),
    Broken(Rude(), "refusals"),
    Broken(Headlong(), "title"),
    Broken(Itemised(), "title"),
    Broken(Undrawn(), "render"),
    Broken(Overdrawn(), "picture"),
    Broken(Overlooked(), "picture"),
    Broken(Crashing(), "raises"),
    Broken(Blind(), "raises"),
    Broken(Unlucky(), "raises"),
    Broken(Overflowing(), "overflow", True),
    Broken(Rounded(), "compiled", True),
    Broken(Worded(), "compilable", True),
)
