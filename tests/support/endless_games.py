"""Games whose plays do not end, or end later than max_length says; by name in ENDLESS. For the command line, too.

Each is a walk over numbers, wrong in its own way: at once or after many plies, on every line or on one in a thousand, with
dice, with more players, where a player moves twice, with states of other types.
"""

from __future__ import annotations

from typing import Any

from zermelo import Game


class Take(Game[Any]):
    """Take 1, 2 or 3 of 30 stones: plays end, in time."""

    action_count, max_length = 3, 30

    def initial(self) -> Any:
        return 30

    def legal(self, state: Any, action: int) -> bool:
        return action < state

    def apply(self, state: Any, action: int) -> Any:
        return state - action - 1

    def terminal(self, state: Any) -> bool:
        return state == 0

    def reward(self, state: Any) -> int:
        return -1


class ShortByMuch(Take):
    max_length = 5


class ShortByOne(Take):
    max_length = 29


class ShortByHalf(Take):
    max_length = 15


class Never(Take):
    """Nothing is ever terminal."""

    def terminal(self, state: Any) -> bool:
        return False

    def legal(self, state: Any, action: int) -> bool:
        return True


class Upwards(Take):
    """The pile grows."""

    max_length = 1000

    def apply(self, state: Any, action: int) -> Any:
        return state + action + 1

    def legal(self, state: Any, action: int) -> bool:
        return True


class BackToTheStart(Take):
    """Taking 3 of 5 starts anew."""

    max_length = 1000

    def apply(self, state: Any, action: int) -> Any:
        return 30 if (state, action) == (5, 2) else state - action - 1


class ToAndFro(Take):
    """One stone may be put back at any time."""

    max_length = 200

    def apply(self, state: Any, action: int) -> Any:
        return state + 1 if action == 2 else state - action - 1


class PassAndPass(Take):
    """Passing is allowed, and so is passing again."""

    max_length = 60

    def legal(self, state: Any, action: int) -> bool:
        return action == 2 or action < state

    def apply(self, state: Any, action: int) -> Any:
        return state if action == 2 else state - action - 1


class OnceInAThousand(Take):
    """Only from one position, deep in the game, does play go round in a circle."""

    max_length = 400

    def apply(self, state: Any, action: int) -> Any:
        return 9 if (state, action) == (3, 2) else state - action - 1

    def legal(self, state: Any, action: int) -> bool:
        return action < state


class Circle(Take):
    """Ten places in a circle, and no end."""

    max_length = 500

    def initial(self) -> Any:
        return 0

    def apply(self, state: Any, action: int) -> Any:
        return (state + action + 1) % 10

    def terminal(self, state: Any) -> bool:
        return False

    def legal(self, state: Any, action: int) -> bool:
        return True


class Texts(Take):
    """States are texts, and the text grows."""

    max_length = 40

    def initial(self) -> Any:
        return ""

    def apply(self, state: Any, action: int) -> Any:
        return f"{state}{action}"

    def terminal(self, state: Any) -> bool:
        return False

    def legal(self, state: Any, action: int) -> bool:
        return True


class Sets(Take):
    """States are sets of numbers, each of which may be put in and taken out again."""

    max_length = 30

    def initial(self) -> Any:
        return frozenset[int]()

    def apply(self, state: Any, action: int) -> Any:
        return state ^ {action}

    def terminal(self, state: Any) -> bool:
        return len(state) == 3

    def legal(self, state: Any, action: int) -> bool:
        return True


class Pairs(Take):
    """States are pairs: the stones, and who is to move. Taking one stone lets a player move again, too often."""

    max_length = 12

    def initial(self) -> Any:
        return (30, 0)

    def apply(self, state: Any, action: int) -> Any:
        return (state[0] - action - 1, state[1] if action == 0 else 1 - state[1])

    def terminal(self, state: Any) -> bool:
        return state[0] == 0

    def legal(self, state: Any, action: int) -> bool:
        return action < state[0]

    def to_move(self, state: Any) -> int:
        return state[1]


class Three(Pairs):
    """Three players, who may pass for ever."""

    players, max_length, reward_range = 3, 90, (0, 2)

    def apply(self, state: Any, action: int) -> Any:
        return (state[0] - action, (state[1] + 1) % 3)

    def rewards(self, state: Any) -> tuple[int, ...]:
        return (0, 1, 2)

    def legal(self, state: Any, action: int) -> bool:
        return action <= state[0]


class Dice(Pairs):
    """Pig to 6 with a coin: holding nothing gives the turn away and changes nothing."""

    action_count, max_length, has_chance, chance_total, max_chances = 2, 40, True, 2, 6

    def initial(self) -> Any:
        return (0, 0, 0, 0, 0)  # the mover's points, the other's, those of this turn, who is to move, a throw

    def apply(self, state: Any, action: int) -> Any:
        mine, other, turn, mover, throw = state
        if throw:
            return (mine, other, turn + 3, mover, 0) if action == 0 else (other, mine, 0, 1 - mover, 0)
        return (mine, other, turn, mover, 1) if action == 0 else (other, mine + turn, 0, 1 - mover, 0)

    def terminal(self, state: Any) -> bool:
        return max(state[0] + state[2], state[1]) >= 6

    def legal(self, state: Any, action: int) -> bool:
        return True

    def chance(self, state: Any) -> bool:
        return state[4] == 1

    def to_move(self, state: Any) -> int:
        return state[3]

    def reward(self, state: Any) -> int:
        return 1 if state[0] + state[2] >= 6 else -1


class Slow(Take):
    """Plays end, after a million plies."""

    max_length = 1000

    def initial(self) -> Any:
        return 1_000_000


class Wide(Take):
    """Two hundred moves everywhere, one of which leads back."""

    action_count, max_length = 200, 300

    def legal(self, state: Any, action: int) -> bool:
        return True

    def apply(self, state: Any, action: int) -> Any:
        return 30 if action == 199 else max(state - action % 3 - 1, 0)


class Mirror(Take):
    """Numbers change their sign for ever."""

    max_length = 50

    def apply(self, state: Any, action: int) -> Any:
        return -state

    def terminal(self, state: Any) -> bool:
        return state == 0

    def legal(self, state: Any, action: int) -> bool:
        return True


class LateEnd(Take):
    """The last stone must be passed to and fro three times."""

    max_length = 30

    def initial(self) -> Any:
        return (30, 0)

    def legal(self, state: Any, action: int) -> bool:
        return action == 0 if state[0] == 1 else action < state[0] - 1

    def apply(self, state: Any, action: int) -> Any:
        return (1, state[1] + 1) if state[0] == 1 else (state[0] - action - 1, 0)

    def terminal(self, state: Any) -> bool:
        return state[1] == 3


class Impartial(ToAndFro):
    impartial = True


class Stuck(Take):
    """The last stone cannot be taken, and play is not over before it is."""

    def legal(self, state: Any, action: int) -> bool:
        return action + 1 < state


ENDLESS = (
    ShortByMuch, ShortByOne, ShortByHalf, Never, Upwards, BackToTheStart, ToAndFro, PassAndPass, OnceInAThousand, Circle,
    Texts, Sets, Pairs, Three, Dice, Slow, Wide, Mirror, LateEnd, Impartial, Stuck,
)  # fmt: skip
