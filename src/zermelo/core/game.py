"""The contract of a game: START (state, transition, action, reward, terminal), and what a game may know about itself.

A complete game, ready to be solved:

    >>> from zermelo import Game, solve
    >>> class Subtraction(Game[int]):
    ...     "Take 1, 2 or 3 stones; who takes the last one wins."
    ...     action_count = 3                                  # actions are 0, 1, 2: take one stone more than that
    ...     max_length = 21                                   # no play is longer
    ...     def initial(self): return 21                      # State: the stones that are left
    ...     def legal(self, state, action): return action < state
    ...     def apply(self, state, action): return state - action - 1
    ...     def terminal(self, state): return state == 0
    ...     def reward(self, state): return -1                # nothing left to take: the player to move has lost
    >>> solve(Subtraction(), compiled=False).value
    1

The same class runs interpreted and, unchanged, compiled. In compiled code, a game's attributes and properties are
constants. Those named in `runtime` are passed in instead, so that games which differ only in them share compiled code.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from inspect import cleandoc
from typing import Any, ClassVar, Generic, Self, TypeVar

from zermelo.core.attributes import BESIDES, MADE_WITH, attributes_of, name_with, own_attribute, title_of
from zermelo.core.board import Cell
from zermelo.core.constants import ALTERNATES, NONE, UNBOUNDED
from zermelo.core.errors import BadMove
from zermelo.core.knowledge import KNOWLEDGE, known_pieces
from zermelo.core.stable_text import stable_repr, stable_text
from zermelo.core.wording import names_in

State = TypeVar("State")


class Game(Generic[State]):
    """A game of perfect information. Subclass it and define at least these seven: `action_count`, `max_length`, `initial`,
    `legal` (or `actions`), `apply`, `terminal` and `reward`.

    A state is an immutable value: an int, a bool, a `Bits`, or a (named) tuple of these, nested to any depth. Any other
    hashable object also works, but only interpreted. The methods are pure functions. Integers must fit in 64 bits: in
    compiled code, one that does not stops the search with an error, never with a wrong value.

    All values are *rewards for the player to move* in the state in question.
    """

    # --- facets: what kind of game this is -------------------------------------------------------------------------
    players: int = 2
    """The number of players. With more than two, define `rewards` instead of `reward`."""
    action_count: int
    """Actions are the integers 0..action_count - 1."""
    max_length: int
    """An upper bound on the length of a play from the initial state, in plies."""
    reward_range: tuple[int, int] = (-1, 1)
    """The worst and the best reward; `worst == -best` if the players are adversaries."""
    reward_total: int = UNBOUNDED
    """An upper bound on the sum of all players' rewards, which lets max^n prune; UNBOUNDED if it is not known. Not
    needed for two players.
    """
    resolution: int = 1
    """How many points of `evaluate` make a reward of 1."""
    has_chance: bool = False
    """Whether some states are chance nodes (`chance`, `weight`). If so, `to_move` must be defined, for chance nodes
    too: there it says which player their value is for.
    """
    chance_total: int = 1
    """The sum of the weights at each chance node, or a multiple of it."""
    max_chances: int | None = None
    """An upper bound on the number of chance nodes in a play; None: `max_length`."""
    cyclic: bool = False
    """Whether a play may return to an earlier state."""
    endless: int = NONE
    """For games in which a play may return to an earlier state: the player, 0 or 1, who wins a play that never ends; NONE:
    such a play is a draw. If a player is named, `to_move` must be defined.
    """
    impartial: bool = False
    """Whether both players have the same moves. In normal play a player who cannot move loses, and `grundy` applies."""
    forcing: bool = False
    """Whether games are won by chains of threats, so that following them proves most: `solve` may then use df-pn."""
    hidden_information: bool = False
    """Whether a player cannot see the whole position, as with cards in hand. Such games are out of scope and refused."""
    simultaneous: bool = False
    """Whether players move at the same time, as in rock-paper-scissors. Such games are out of scope and refused: played in
    turn, the second player would know the first one's move.
    """
    depends_on_history: bool = False
    """Whether rules depend on earlier positions that are not part of the state, as with superko, or if whoever repeats a
    position loses. Such games are out of scope and refused.
    """
    runtime: ClassVar[tuple[str, ...]] = ()
    """Names of integer attributes or properties that are passed to compiled code at run time instead of being constants."""

    # --- START ------------------------------------------------------------------------------------------------------
    def initial(self) -> State:
        """The initial state."""
        raise NotImplementedError("a game must define initial")

    def legal(self, state: State, action: int) -> bool:
        """Whether `action` is legal in `state`, which is not terminal. Define this, or `actions`, or both."""
        for candidate in self.actions(state):
            if candidate == action:
                return True
        return False

    def actions(self, state: State) -> Iterator[int]:
        """The legal actions of a state that is not terminal, in the game's natural order."""
        for action in range(self.action_count):
            if self.legal(state, action):
                yield action

    def apply(self, state: State, action: int) -> State:
        """Transition: the state after a legal `action`."""
        raise NotImplementedError("a game must define apply")

    def terminal(self, state: State) -> bool:
        """Whether the game is over. A state without legal actions must be terminal."""
        raise NotImplementedError("a game must define terminal")

    def reward(self, state: State) -> int:
        """The reward of the player to move in the terminal `state`; the other player gets its negative."""
        raise NotImplementedError("a game must define reward")

    # --- optional: who moves, chance, more players, invariants ------------------------------------------------------
    def to_move(self, state: State) -> int:
        """The player to move, 0..players - 1. Not needed if two players simply take turns."""
        return ALTERNATES

    def passed(self, state: State) -> State:
        """The same position with the next player to move, for best-reply search; it need not be reachable.

        Not needed for two players.
        """
        return state

    def rewards(self, state: State) -> tuple[int, ...]:
        """The reward of each player in the terminal `state`, in games of more than two players."""
        raise NotImplementedError

    def chance(self, state: State) -> bool:
        """Whether `state` is a chance node: chance moves there, not a player."""
        return False

    def weight(self, state: State, action: int) -> int:
        """The weight of `action` at a chance node: a positive integer, proportional to its probability."""
        return 1

    def plain(self, state: State) -> Any:
        """The state as a plain value, for tables of positions, which contain nothing else: made of numbers, strings, bytes,
        None, `Bits`, tuples, frozensets, frozen dataclasses and members of an Enum. Equal states have equal values. Needed
        only if states are objects of another class of your own.
        """
        return state

    def from_plain(self, value: Any) -> State:
        """The state that `plain` turns into this value."""
        return value

    def invariant(self, state: State, action: int, after: State) -> bool:
        """A condition that every transition must meet, for `check`: in tic-tac-toe, one empty cell less than before."""
        return True

    # --- optional knowledge: neutral unless given, each switched off by name -----------------------------------------
    def key(self, state: State) -> Any:
        """The key of the state in the transposition table: an int, a bool, a `Bits` or a tuple of these. States may share a
        key only if play continues alike from them: the same legal actions, rewards and values.
        """
        return state

    def symmetric_key(self, state: State, key: Any, symmetry: int) -> Any:
        """The key of `symmetric(state, symmetry)`, for games that can compute it faster, from `key`, the state's own key."""
        return self.key(self.symmetric(state, symmetry))

    symmetry_count: int = 1
    """The number of symmetries, including the identity, which is number 0."""

    def symmetric(self, state: State, symmetry: int) -> State:
        """The image of the state under a symmetry: same value, actions mapped by `symmetric_action`."""
        return state

    def symmetric_action(self, action: int, symmetry: int) -> int:
        """The action that corresponds to `action` in `symmetric(state, symmetry)`."""
        return action

    def canonical_symmetry(self, state: State, key: Any) -> int:
        """The symmetry whose image of `state` the table stores, chosen so that all symmetric states have the same key;
        NONE: all images are tried, and the one with the least key is used. `key` is the state's own key. Define it for
        games with many symmetries.
        """
        return NONE

    def evaluate(self, state: State) -> int:
        """The static evaluation for the player to move, in points: strictly inside `reward_range` times `resolution`."""
        return 0

    def swapped(self, state: State) -> State:
        """The same position with the other player to move, for `check`: `evaluate` must return the negative there."""
        raise NotImplementedError

    def noisy(self, state: State, action: int) -> bool:
        """Whether `action`, such as a capture, must be searched before `evaluate` is trusted.

        A play of such actions alone must end.
        """
        return False

    def priority(self, state: State, action: int) -> int:
        """The priority of `action` in move ordering, 0 <= priority < 2**20; higher ones are searched first."""
        return 0

    def forced(self, state: State) -> int:
        """An action so good that the others need not be tried, such as an immediate win or the only block; NONE if there is
        none. No other action may be better, win sooner or lose later.
        """
        return NONE

    def relevant(self, state: State) -> Iterator[int]:
        """Some legal actions of a state that is not terminal, at least one. No action left out may be better than the best
        of these, win sooner or lose later.
        """
        return self.actions(state)

    def deciding(self, state: State) -> Iterator[int]:
        """Like `relevant`, but only the reward counts: no action left out may get a better reward, though it may lose
        later. Searches with the objective `outcome` use this instead.
        """
        return self.relevant(state)

    def plies(self, state: State) -> tuple[int, int, int]:
        """(win, loss, end): the player to move does not win in fewer than `win` plies, nor lose in fewer than `loss`;
        if either player wins at all, best play takes at most `end` plies.
        """
        return 0, 0, self.max_length

    def bounds(self, state: State, alpha: int, beta: int) -> tuple[int, int]:
        """Proved bounds (low, high) on the reward. They end a search only if low >= beta, high <= alpha or low == high; do
        not spend time on bounds that cannot do that.
        """
        return -UNBOUNDED, UNBOUNDED

    def grundy_value(self, state: State) -> int:
        """The Grundy value of a state in normal play, for impartial games with a known theory; -1 if it is not known."""
        return -1

    def summands(self, state: State) -> list[tuple[Game[Any], Any]]:
        """The games that an impartial game is the sum of, each with its state; an empty list if it is not a sum."""
        return []

    # --- text ---------------------------------------------------------------------------------------------------------
    # (methods, not attributes: attributes and properties are constants of compiled code)
    # (what derives a board is imported when it is needed: most searches do not need it)
    def title(self) -> str:
        """The name of the game for people, on one line: "Tic-tac-toe". By default the words of the class's name."""
        return title_of(type(self))

    def rules(self) -> str:
        """How the game is played and who wins, for someone who has never seen it: the class's docstring. Paragraphs are
        separated by empty lines.
        """
        return docstring_of(type(self))

    def render(self, state: State) -> str:
        """The state as text for people, one or more lines."""
        return stable_text(state) or stable_repr(state)  # an empty string is shown with its quotes

    def picture(self, state: State, mover: int) -> list[Cell]:
        """The places of the board, to draw it; none if the game is shown as text. `mover`: the player to move.

        By default the board is derived from the fields of the state.
        """
        from zermelo.display.derived.board import derived_picture

        return derived_picture(self, state, mover)

    def action_name(self, action: int) -> str:
        """The name of an action, without spaces. By default the cells that it changes, on a derived board, or its number."""
        from zermelo.display.derived.names import derived_name

        return derived_name(self, action) if inherits(self, "parse_action") else str(action)

    def parse_action(self, text: str) -> int:
        """The action with this name; by default, also with this number. Raises BadMove."""
        if inherits(self, "action_name"):
            from zermelo.display.derived.names import derived_action

            action = derived_action(self, text)
            if action is not None:
                return action
        for action in range(self.action_count):
            if self.action_name(action) == text:
                return action
        raise BadMove(f"{text!r} is not a move of {self}; moves look like {self.action_name(0)!r}.")

    def position_text(self, state: State) -> str:
        """The state on one line, in the form that `parse_position` reads. The default has no such form and uses `render`."""
        return self.render(state)

    def parse_position(self, text: str) -> State:
        """The state that `text` describes: by default, the names of the moves that lead to it. Raises BadPosition."""
        return self.play(names_in(text))

    # --- what follows from the above ----------------------------------------------------------------------------------
    def play(self, moves: str | list[str]) -> State:
        """The state after `moves`, given by name, in one text or in a list, from the initial state. Raises BadMove for the
        first that is not legal.
        """
        state = self.initial()
        for number, text in enumerate(names_in(moves) if isinstance(moves, str) else moves, start=1):
            if not isinstance(text, str):  # pyright: ignore[reportUnnecessaryIsInstance]
                raise BadMove(f"Move {number} is {text!r}; moves are given by name, such as {self.action_name(0)!r}.")
            action = self.parse_action(text)
            if self.terminal(state):
                raise BadMove(f"Move {number}, {text!r}, comes after the end of the game.")
            if not self.legal(state, action):
                raise BadMove(f"Move {number}, {text!r}, is not legal there.")
            state = self.apply(state, action)
        return state

    def without(self, *pieces: str) -> Self:
        """This game without the named pieces of knowledge: names in KNOWLEDGE, or "all"."""
        members = [member for piece in known_pieces(pieces) for member in KNOWLEDGE[piece]]
        if not members:
            return self
        neutral = {member: getattr(Game, member) for member in members}
        cls = type(self)
        reduced = type(
            cls.__name__, (cls,), {"__module__": cls.__module__, "__qualname__": cls.__qualname__, **neutral}
        )
        clone: Self = object.__new__(reduced)  # pyright: ignore[reportAssignmentType]
        made = {name: getattr(self, name) for name in BESIDES if hasattr(self, name)}
        for name, value in (attributes_of(self) | made).items():
            if name not in neutral:
                object.__setattr__(clone, name, value)
        return clone

    def __new__(cls, /, *args: Any, **kwargs: Any) -> Self:
        """Store the arguments, which are part of the game's name. A `__new__` of your own must pass them on."""
        if (args or kwargs) and cls.__init__ is object.__init__ and cls.__new__ is Game.__new__:
            raise TypeError(f"{cls.__name__}() takes no arguments")
        game = super().__new__(cls)
        if args or kwargs:
            object.__setattr__(game, MADE_WITH, (args, kwargs))
        return game

    def __str__(self) -> str:
        """The class and the arguments that differ from the defaults, as `game_named` reads them: `Domineering(5)`."""
        made: tuple[tuple[Any, ...], dict[str, Any]] = own_attribute(self, MADE_WITH, ((), {}))
        return name_with(type(self), *made, games=Game)

    def _repr_svg_(self) -> str | None:
        """The initial board, for notebooks."""
        from zermelo.display.svg import to_board

        return to_board(self, self.initial())

    def __getstate__(self) -> dict[str, Any]:
        """The attributes for a copy or a pickle, without those that can be computed again."""
        kept = vars(self).items()
        return {name: value for name, value in kept if not isinstance(getattr(type(self), name, None), cached_property)}

    def _repr_html_(self) -> str | None:
        """The initial state as a table of its fields or as text, for notebooks, if there is no board to draw."""
        from zermelo.display.svg import state_as_html

        return None if self._repr_svg_() else state_as_html(self, self.initial())


def docstring_of(cls: type[Game[Any]]) -> str:
    """The docstring of a class of games, or else of the nearest base that has one; empty if only `Game` has one."""
    for base in cls.__mro__[: cls.__mro__.index(Game)]:
        if base.__doc__ and not base.__doc__.startswith(f"{base.__name__}("):  # a dataclass gets its signature
            return cleandoc(base.__doc__)
    return ""


def inherits(game: Game[Any], method: str) -> bool:
    """Whether the class of `game` leaves a method as it is in `Game`."""
    return getattr(type(game), method) is getattr(Game, method)


def knowledge_of(game: Game[Any]) -> list[str]:
    """The pieces of knowledge that the class of `game` defines."""
    return [piece for piece, members in KNOWLEDGE.items() if not all(inherits(game, member) for member in members)]


def final_reward(game: Game[State], state: State) -> int | tuple[int, ...]:
    """The reward of a terminal state; with more than two players, the tuple of rewards."""
    return game.reward(state) if game.players <= 2 else game.rewards(state)


def moves_again(game: Game[State], state: State, child: State) -> bool:
    """Whether the player who moved in `state` moves again in `child`."""
    mover = game.to_move(state)
    return mover != ALTERNATES and mover == game.to_move(child)


def player_at(game: Game[State], state: State, ply: int) -> int:
    """The player to move in `state`, which is `ply` plies below the root."""
    mover = game.to_move(state)
    return ply & 1 if mover == ALTERNATES else mover


def endless_reward(game: Game[Any], player: int) -> int:
    """What `player`, 0 or 1, gets from a play that never ends."""
    if game.endless == NONE:
        return 0
    worst, best = game.reward_range
    return best if player == game.endless else worst


def rewards_at(game: Game[State], state: State, mover: int) -> tuple[int, ...]:
    """The reward of each player in a terminal state, where `mover` would be to move."""
    if game.players > 2:
        return tuple(game.rewards(state))
    reward = game.reward(state)
    return (reward, -reward) if mover == 0 else (-reward, reward)
