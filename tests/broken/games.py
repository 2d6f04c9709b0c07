"""Small games, each right but for one place, by kind: `BROKEN[kind][name]` makes one.

Each is one of the right games here with some members of its class replaced.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

import numpy as np

from tests.support.games import Take
from zermelo import NONE, Game
from zermelo.core.contract import METHODS


# --- the right games -------------------------------------------------------------------------------------------------
class Again(Game[Any]):
    """Take 1 or 2 of 8 stones; whoever takes 2 moves again. The one who takes the last stone gets its parity."""

    action_count, max_length, reward_range = 2, 8, (-2, 2)

    def initial(self) -> Any:
        return 8, 0

    def legal(self, state: Any, action: int) -> Any:
        return action < state[0]

    def apply(self, state: Any, action: int) -> Any:
        return state[0] - action - 1, state[1] if action == 1 else 1 - state[1]

    def terminal(self, state: Any) -> Any:
        return state[0] == 0

    def reward(self, state: Any) -> Any:
        return 2 if state[1] == 0 else -1

    def to_move(self, state: Any) -> Any:
        return state[1]


class Coins(Game[Any]):
    """Take a coin from an end of a row; whoever moves sees (left, right, own lead)."""

    coins = (3, 1, 4, 1, 5, 2)
    action_count, max_length, reward_range = 2, 6, (-16, 16)

    def initial(self) -> Any:
        return 0, 6, 0

    def legal(self, state: Any, action: int) -> Any:
        return state[1] - state[0] > action

    def apply(self, state: Any, action: int) -> Any:
        left, right, lead = state
        taken = self.coins[left if action == 0 else right - 1]
        return left + (action == 0), right - (action == 1), -(lead + taken)

    def terminal(self, state: Any) -> Any:
        return state[0] >= state[1]

    def reward(self, state: Any) -> Any:
        return state[2]


class Marks(Game[Any]):
    """Mark one of five cells in a row, not next to a mark; whoever cannot move loses."""

    action_count, max_length, symmetry_count = 5, 5, 2

    def initial(self) -> Any:
        return (0,) * 5

    def legal(self, state: Any, action: int) -> Any:
        return not any(state[max(action - 1, 0) : action + 2])

    def apply(self, state: Any, action: int) -> Any:
        return (*state[:action], 1, *state[action + 1 :])

    def terminal(self, state: Any) -> Any:
        return not any(self.legal(state, action) for action in range(5))

    def reward(self, state: Any) -> Any:
        return -1

    def symmetric(self, state: Any, symmetry: int) -> Any:
        return state[::-1] if symmetry else state

    def symmetric_action(self, action: int, symmetry: int) -> Any:
        return 4 - action if symmetry else action


class Walk(Game[Any]):
    """Two players walk one token on a ring of five cells; whoever reaches cell 3 by a step forward wins."""

    action_count, max_length, cyclic = 2, 40, True

    def initial(self) -> Any:
        return 0, 0

    def legal(self, state: Any, action: int) -> Any:
        return True

    def apply(self, state: Any, action: int) -> Any:
        return (state[0] + (1, 4)[action]) % 5, 1 - state[1]

    def terminal(self, state: Any) -> Any:
        return state[0] == 3

    def reward(self, state: Any) -> Any:
        return -1

    def to_move(self, state: Any) -> Any:
        return state[1]


class Dice(Game[Any]):
    """Take 1 or 2 of 5 stones, after which a coin may take one more. The last to move wins."""

    action_count, max_length, has_chance, chance_total, max_chances = 2, 10, True, 2, 5

    def initial(self) -> Any:
        return 5, 0, False

    def legal(self, state: Any, action: int) -> Any:
        return state[2] or action < state[0]

    def apply(self, state: Any, action: int) -> Any:
        stones, player, rolls = state
        return (
            (max(stones - action, 0), player, False)
            if rolls
            else (stones - action - 1, 1 - player, stones > action + 1)
        )

    def terminal(self, state: Any) -> Any:
        return state[0] == 0

    def reward(self, state: Any) -> Any:
        return -1

    def to_move(self, state: Any) -> Any:
        return state[1]

    def chance(self, state: Any) -> Any:
        return state[2]


class Three(Game[Any]):
    """Three players take 1 or 2 of 7 stones; whoever takes the last one wins."""

    players, action_count, max_length, reward_range = 3, 2, 7, (0, 1)

    def initial(self) -> Any:
        return 7, 0

    def legal(self, state: Any, action: int) -> Any:
        return action < state[0]

    def apply(self, state: Any, action: int) -> Any:
        return state[0] - action - 1, (state[1] + 1) % 3

    def terminal(self, state: Any) -> Any:
        return state[0] == 0

    def rewards(self, state: Any) -> Any:
        return tuple(int((player + 1) % 3 == state[1]) for player in range(3))

    def to_move(self, state: Any) -> Any:
        return state[1]


RIGHT: Final = (Take, Again, Coins, Marks, Walk, Dice, Three)

Made = Callable[[], Game[Any]]


def but(base: type[Game[Any]], **members: Any) -> Made:
    """Makes a game of a class like `base`, with these members instead."""
    return type(f"{base.__name__}But", (base,), {"__module__": __name__, **members})


def each(base: type[Game[Any]], member: str, **values: Any) -> dict[str, Made]:
    """One game for each of these values of a member, by the name of the value."""
    return {f"{base.__name__}.{member} {name}": but(base, **{member: value}) for name, value in values.items()}


def where(test: Callable[[Any], bool], member: str, value: Any, base: type[Game[Any]]) -> Callable[..., Any]:
    """The method of `base`, but with this value in states that meet the test."""
    right = getattr(base, member)
    return lambda self, state, *rest: value if test(state) else right(self, state, *rest)


# --- arguments: a method takes others than the contract calls it with -------------------------------------------------
CALLED: Final = tuple(name for name in METHODS if name not in ("title", "rules", "without", "from_plain"))
ARGUMENTS: Final = {
    **{f"{name} takes none": but(Take, **{name: lambda self: 0}) for name in CALLED if name != "initial"},  # pyright: ignore[reportUnknownLambdaType]
    "initial takes a seed": but(Take, initial=lambda self, seed: 9),
    "apply takes a player": but(Take, apply=lambda self, state, action, player: state - action - 1),
    "legal takes a state": but(Take, legal=lambda self, state: True),
    "terminal takes an action": but(Take, terminal=lambda self, state, action: state == 0),
    "reward takes a player": but(Take, reward=lambda self, state, player: -1),
    "priority takes a state": but(Take, priority=lambda self, state: 0),
    "to_move takes an action": but(Take, to_move=lambda self, state, action: 0),
    "bounds takes a state": but(Take, bounds=lambda self, state: (-1, 1)),
    "symmetric takes a state": but(Marks, symmetric=lambda self, state: state),
    "forced takes an action": but(Take, forced=lambda self, state, action: NONE),
}


# --- returns: nothing, or a value of another type -----------------------------------------------------------------------
NOTHING: Final = (
    *((Take, name) for name in ("initial", "legal", "apply", "terminal", "reward", "key", "evaluate")),
    *((Take, name) for name in ("priority", "forced", "bounds", "plies", "relevant", "render")),
    *((Marks, name) for name in ("symmetric", "symmetric_action")),
    *((Again, "to_move"), (Dice, "weight"), (Dice, "chance"), (Three, "rewards")),
)
RETURNS: Final = {
    **{f"{base.__name__}.{name} None": but(base, **{name: lambda self, *_: None}) for base, name in NOTHING},
    **each(
        Take,
        "reward",
        half=lambda self, state: -0.5,
        text=lambda self, state: "lost",
        pair=lambda self, state: (-1, 1),
        fraction=lambda self, state: Fraction(-1, 2),
        numpy=lambda self, state: np.int64(-1),
        boolean=lambda self, state: state != 0,
    ),
    **each(
        Take, "terminal", text=lambda self, state: "no" if state else "yes", array=lambda self, state: np.array([0, 1])
    ),
    **each(Take, "legal", text=lambda self, state, action: "no", items=lambda self, state, action: [action < state]),
    **each(Take, "evaluate", half=lambda self, state: 0.5, text=lambda self, state: "even"),
    **each(Take, "priority", half=lambda self, state, action: 0.5, text=lambda self, state, action: "high"),
    **each(Take, "key", items=lambda self, state: [state], half=lambda self, state: state / 2),
    **each(Take, "apply", half=lambda self, state, action: (state - action - 1) / 1),
}


# --- keys: they leave something out, collide, or are no values ----------------------------------------------------------
KEYS: Final = {
    **each(
        Again,
        "key",
        no_player=lambda self, state: state[0],
        no_stones=lambda self, state: state[1],
        constant=lambda self, state: 0,
        half=lambda self, state: (state[0] // 2, state[1]),
        sum=lambda self, state: state[0] + state[1],
        modulo=lambda self, state: (state[0] % 3, state[1]),
        swapped_late=lambda self, state: (state[0], state[1] if state[0] > 4 else 0),
        items=lambda self, state: [*state],
        set=lambda self, state: {*state},
        dict=lambda self, state: dict([state]),
        array=lambda self, state: np.array(state),
    ),
    **each(
        Coins,
        "key",
        no_lead=lambda self, state: state[:2],
        no_left=lambda self, state: state[1:],
        no_right=lambda self, state: (state[0], state[2]),
        sign_of_lead=lambda self, state: (*state[:2], state[2] > 0),
        size_of_lead=lambda self, state: (*state[:2], abs(state[2])),
        small_lead=lambda self, state: (*state[:2], state[2] // 4),
        length=lambda self, state: state[1] - state[0],
        text=lambda self, state: str(state[:2]),
    ),
    **each(
        Marks,
        "key",
        count=lambda self, state: sum(state),
        first=lambda self, state: state[0],
        half=lambda self, state: state[:3],
        ends=lambda self, state: (state[0], state[4]),
        even=lambda self, state: state[::2],
        weighted=lambda self, state: sum(cell * mark for cell, mark in enumerate(state)),
    ),
    **each(Walk, "key", no_player=lambda self, state: state[0], no_cell=lambda self, state: state[1]),
    **each(Dice, "key", no_player=lambda self, state: state[::2], no_roll=lambda self, state: state[:2]),
    **each(Take, "key", parity=lambda self, state: state % 2, nan=lambda self, state: float("nan")),
}


# --- ranges -------------------------------------------------------------------------------------------------------------
RANGES: Final = {
    **each(Take, "reward", low=lambda self, state: -2, high=lambda self, state: 2, huge=lambda self, state: 1 << 70),
    **each(Take, "evaluate", low=lambda self, state: -100, high=lambda self, state: 100, edge=lambda self, state: 1),
    **each(Take, "evaluate", huge=lambda self, state: 1 << 70, late=lambda self, state: 50 if state < 4 else 0),
    **each(Take, "action_count", none=0, negative=-1, small=2, half=1.5, large=1 << 20),
    **each(Take, "max_length", none=0, small=5, text="9", large=1 << 20),
    **each(
        Coins, "reward_range", small=(-1, 1), uneven=(-2, 16), turned=(16, -16), items=[-16, 16], half=(-16.5, 16.5)
    ),
    **each(Take, "plies", late=lambda self, state: (5, 5, 9), soon=lambda self, state: (0, 0, 1)),
    **each(Take, "bounds", won=lambda self, state, low, high: (1, 1), turned=lambda self, state, low, high: (1, -1)),
    **each(Take, "forced", outside=lambda self, state: 3, first=lambda self, state: 0, illegal=lambda self, state: 2),
    **each(Take, "priority", negative=lambda self, state, action: -1, large=lambda self, state, action: 1 << 20),
    **each(Take, "resolution", none=0, half=0.5),
    **each(Take, "relevant", none=lambda self, state: iter(()), first=lambda self, state: iter((0,))),
}


# --- facets: forgotten, needless, or untrue ---------------------------------------------------------------------------
FACETS: Final = {
    **each(Walk, "cyclic", forgotten=False, text="yes"),
    **each(Walk, "endless", third=2, text="first"),
    **each(Walk, "max_length", small=2),
    **each(Walk, "impartial", claimed=True),
    **each(Take, "cyclic", needless=True, number=1),
    **each(Take, "endless", needless=0),
    **each(Take, "has_chance", needless=True),
    **each(Take, "symmetry_count", needless=2, none=0),
    **each(Take, "players", one=1, three=3, none=0, text="two"),
    **each(Take, "simultaneous", claimed=True),
    **each(Take, "hidden_information", claimed=True),
    **each(Take, "depends_on_history", claimed=True),
    **each(Take, "runtime", text="stones", missing=("stones",)),
    "Take.impartial misere": but(Take, impartial=True, reward=lambda self, state: 1),
    "Take.rewards for two": but(Take, rewards=lambda self, state: (1, -1)),
    "Take.weight without chance": but(Take, weight=lambda self, state, action: 1 + action),
    "Take.chance without has_chance": but(Take, chance=lambda self, state: state % 2),
    **each(Again, "impartial", claimed=True),
    **each(Coins, "impartial", claimed=True),
    **each(Marks, "symmetry_count", forgotten=1, three=3),
    **each(Dice, "has_chance", forgotten=False),
    **each(Dice, "max_chances", small=1),
    **each(Dice, "chance_total", small=1),
    **each(Three, "reward_total", small=0),
    **each(Three, "players", two=2, four=4),
}


# --- states -------------------------------------------------------------------------------------------------------------
class Pile:
    """An object that can change, equal to itself alone."""

    def __init__(self, stones: int) -> None:
        self.stones = stones


class EqualPile(Pile):
    """Equal to a pile with as many stones; its `__eq__` takes every other object for a pile."""

    def __eq__(self, other: Any) -> bool:
        return self.stones == other.stones

    def __hash__(self) -> int:
        return hash(self.stones)


class NumpyHash(EqualPile):
    """Its hash is a number of NumPy."""

    def __hash__(self) -> Any:
        return np.int64(self.stones)


class AnyPile(Pile):
    """Equal to every other."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0


@dataclass
class Unfrozen:
    """A dataclass that cannot be hashed."""

    stones: int


@dataclass(frozen=True, eq=False)
class Unequal:
    """A dataclass equal to itself alone."""

    stones: int


def states(made: Callable[[int], Any], read: Callable[[Any], int], base: type[Game[Any]] = Take) -> Made:
    """The game `base`, whose states are `made` of the stones and `read` back."""
    return but(
        base,
        initial=lambda self: made(9),
        legal=lambda self, state, action: action < read(state),
        apply=lambda self, state, action: made(read(state) - action - 1),
        terminal=lambda self, state: read(state) == 0,
    )


def in_place(kind: Callable[[int], Any]) -> Made:
    """The game of piles of this kind, whose moves change the pile that they are given."""

    def apply(self: Any, state: Any, action: int) -> Any:
        state.stones -= action + 1
        return state

    return type("InPlace", (states(kind, lambda pile: pile.stones),), {"apply": apply})  # pyright: ignore[reportArgumentType]


def pop(self: Any, state: Any, action: int) -> Any:
    del state[: action + 1]
    return state


FIRST: Final[Callable[[Any], int]] = lambda state: state[0]  # noqa: E731
STONES: Final[Callable[[Any], int]] = lambda pile: pile.stones  # noqa: E731
STATES: Final = {
    "list": states(lambda stones: [stones], FIRST),
    "list of stones": states(lambda stones: [0] * stones, len),
    "list changed in place": but(
        Take,
        initial=lambda self: [0] * 9,
        apply=pop,
        legal=lambda self, state, action: action < len(state),
        terminal=lambda self, state: not state,
    ),
    "tuple with a list": states(lambda stones: ([stones],), lambda state: state[0][0]),
    "dict": states(lambda stones: {0: stones}, FIRST),
    "set": states(lambda stones: set(range(stones)), len),
    "bytearray": states(bytearray, len),
    "array": states(lambda stones: np.array([stones, 1]), FIRST),
    "array of bools": states(lambda stones: np.arange(9) < stones, sum),
    "numpy number": states(np.int64, int),
    "small numpy number": states(np.int8, int),
    "numpy in a tuple": states(lambda stones: (np.int64(stones), 0), FIRST),
    "float": states(float, int),
    "nan beside": states(lambda stones: (stones, float("nan")), FIRST),
    "growing nan": states(lambda stones: (stones, float(f"{stones}e400") * 0), FIRST),
    "object": states(Pile, STONES),
    "object without a test of types": states(EqualPile, STONES),
    "object with a hash of numpy": states(NumpyHash, STONES),
    "object equal to all": states(AnyPile, STONES),
    "dataclass": states(Unfrozen, STONES),
    "dataclass without eq": states(Unequal, STONES),
    "object in place": in_place(Pile),
    "equal object in place": in_place(EqualPile),
    "dataclass in place": in_place(Unfrozen),
    "None at the end": states(lambda stones: stones or None, lambda state: state or 0),
    "tuple at the end": states(lambda stones: stones or (), lambda state: state or 0),
    "lengths": states(lambda stones: (1,) * stones, len),
    "text": states(lambda stones: "x" * stones, len),
    "wide": states(lambda stones: stones << 80, lambda state: state >> 80),
    "generator": states(lambda stones: (each for each in range(stones)), lambda state: sum(1 for _ in state)),
    "iterator": states(lambda stones: iter(range(stones)), lambda state: sum(1 for _ in state)),
    "complex": states(complex, lambda state: int(state.real)),
    "no state": but(Take, apply=lambda self, state, action: NotImplemented),
}


# --- moves --------------------------------------------------------------------------------------------------------------
def yields(*actions: Any, base: type[Game[Any]] = Take) -> Made:
    """The game whose `actions` yields these in every state."""
    return but(base, actions=lambda self, state: iter(actions))


def moves(made: Callable[[int], Any]) -> Made:
    """The game whose `actions` yields what is made of the numbers of the legal ones."""
    return type("Moves", (Take,), {"actions": lambda self, state: (made(a) for a in range(min(3, state)))})


MOVES: Final = {
    "from 1": but(Take, apply=lambda self, state, action: state - action),
    "from 1 in a cyclic game": but(Take, cyclic=True, apply=lambda self, state, action: state - action),
    "from 1 again": but(Again, apply=lambda self, state, action: (state[0] - action, 1 - state[1])),
    "nothing late": but(Take, apply=lambda self, state, action: state - action - (state > 4)),
    "unchanged": but(Take, apply=lambda self, state, action: state),
    "unchanged walk": but(Walk, apply=lambda self, state, action: state),
    "unchanged dice": but(Dice, apply=lambda self, state, action: state),
    "back": but(Take, apply=lambda self, state, action: state + 1 if action == 2 else state - action - 1),
    "coordinates": moves(lambda action: (0, action)),
    "floats": moves(float),
    "halves": moves(lambda action: action + 0.5),
    "texts": moves(str),
    "names": moves(lambda action: f"take {action + 1}"),
    "lists": moves(lambda action: [action]),
    "None": moves(lambda action: None),
    "numpy": moves(np.int64),
    "bools": moves(bool),
    "from 1 listed": moves(lambda action: action + 1),
    "negative": moves(lambda action: -action),
    "twice": moves(lambda action: action // 2),
    "all": yields(0, 1, 2),
    "outside": yields(0, 3),
    "nothing": yields(),
    "one": yields(0),
    "a list": but(Take, actions=lambda self, state: [*range(min(3, state))]),
    "a number": but(Take, actions=lambda self, state: min(3, state)),
    "no iterator": but(Take, actions=lambda self, state: None),
    "endless": but(Take, actions=lambda self, state: iter(int, 1)),
    "legal always": but(Take, legal=lambda self, state, action: True),
    "legal never": but(Take, legal=lambda self, state, action: False),
    "legal never late": but(Take, legal=lambda self, state, action: action < state and state > 2),
    "legal from 1": but(Take, legal=lambda self, state, action: 0 < action < state),
}


# --- turns --------------------------------------------------------------------------------------------------------------
class Tokens:
    """Names of players, as somebody may use them."""

    NAMES = ("white", "black")


TURNS: Final = {
    **each(
        Again,
        "to_move",
        from_1=lambda self, state: state[1] + 1,
        name=lambda self, state: Tokens.NAMES[state[1]],
        sign=lambda self, state: 1 - 2 * state[1],
        half=lambda self, state: state[1] / 1,
        boolean=lambda self, state: bool(state[1]),
        numpy=lambda self, state: np.int64(state[1]),
        alternates=lambda self, state: -1,
        first=lambda self, state: 0,
        second=lambda self, state: 1,
        other=lambda self, state: 1 - state[1],
        not_at_the_end=lambda self, state: state[1] if state[0] else -1,
        no_one_at_the_end=lambda self, state: state[1] if state[0] else None,
        outside_late=lambda self, state: state[1] if state[0] > 4 else 2,
        of_stones=lambda self, state: state[0] % 2,
        stones=lambda self, state: state[0],
        list=lambda self, state: [state[1]],
    ),
    **each(
        Again,
        "reward",
        of_player_0=lambda self, state: 2 if state[1] else 1,
        sign=lambda self, state: -2 if state[1] == 0 else 1,
        of_mover=lambda self, state: 2,
        nothing=lambda self, state: 0,
    ),
    "Again.reward of both": but(Again, reward=lambda self, state: (2, -2)),
    "Again.apply no turn": but(Again, apply=lambda self, state, action: (state[0] - action - 1, state[1])),
    "Again.apply third": but(Again, apply=lambda self, state, action: (state[0] - action - 1, state[1] + 1)),
    **each(Walk, "to_move", from_1=lambda self, state: state[1] + 1, first=lambda self, state: 0),
    **each(Three, "to_move", from_1=lambda self, state: state[1] + 1, first=lambda self, state: 0),
    **each(
        Dice,
        "to_move",
        from_1=lambda self, state: state[1] + 1,
        no_one=lambda self, state: -1 if state[2] else state[1],
    ),
    **each(Take, "reward", winner=lambda self, state: 1, nothing=lambda self, state: 0),
}

BROKEN: Final[dict[str, dict[str, Made]]] = {
    "arguments": ARGUMENTS,
    "returns": RETURNS,
    "keys": KEYS,
    "ranges": RANGES,
    "facets": FACETS,
    "states": STATES,
    "moves": MOVES,
    "turns": TURNS,
}
