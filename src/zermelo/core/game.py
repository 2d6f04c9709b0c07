"""START: the contract of a game. State, Transition, Action, Reward, Terminal, and what a game may know about itself.

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
    ...     def reward(self, state): return -1                # nothing left to take: who is to move has lost
    >>> solve(Subtraction(), compiled=False).value
    1

The same class runs interpreted and, unchanged, compiled. Compiled, a game's attributes and properties are constants of
the native code; those it names in `runtime` are passed in instead, so that games differing in them alone share one code.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Final, Generic, Self, TypeVar

from zermelo.core.attributes import MADE_WITH, attributes_of
from zermelo.core.board import Cell, to_board
from zermelo.core.constants import ALTERNATES, NONE, UNBOUNDED
from zermelo.core.errors import BadMove
from zermelo.core.knowledge import KNOWLEDGE, known_pieces
from zermelo.core.naming import name_with
from zermelo.core.stable_text import stable_repr, stable_text
from zermelo.core.wording import names_in

State = TypeVar("State")


class Game(Generic[State]):
    """A game of perfect information. Subclass it and define at least these seven: `action_count`, `max_length`, `initial`,
    `legal` (or `actions`), `apply`, `terminal` and `reward`.

    A state is an immutable value: an int, a bool, a `Bits`, or a (named) tuple of these, nested at will. Any other
    hashable object works too, interpreted. The methods are pure functions; integers stay within 64 bits (compiled,
    one that leaves them stops the search with an error, never with a wrong value).

    Values are *rewards for the player to move* in the state asked about.
    """

    # --- facets: what kind of game this is -------------------------------------------------------------------------
    players: int = 2
    """How many take part. With more than two, `rewards` gives one reward each instead of `reward`."""
    action_count: int
    """Actions are the integers 0..action_count - 1."""
    max_length: int
    """A bound on the number of plies of any play from the initial state."""
    reward_range: tuple[int, int] = (-1, 1)
    """The worst and the best reward there is; `worst == -best` when the players are adversaries."""
    reward_total: int = UNBOUNDED
    """What the rewards of all players add up to at most, which lets max^n prune; UNBOUNDED where that is not known. Games of
    two players need not tell."""
    resolution: int = 1
    """How many points of `evaluate` one unit of reward is worth."""
    has_chance: bool = False
    """Whether some states are chance nodes (`chance`, `weight`). Then `to_move` must be defined, for these states too: it
    says for whom their value is."""
    chance_total: int = 1
    """What the weights at each chance node add up to, or a multiple of it."""
    max_chances: int | None = None
    """A bound on the chance nodes of any play; None: as many as plies."""
    cyclic: bool = False
    """Whether a play may come back to a state it has been in."""
    impartial: bool = False
    """Whether both players have the same moves and, in normal play, who cannot move loses: so `grundy` applies."""
    forcing: bool = False
    """Whether wins come by chains of threats, so that following them proves most: `solve` asks df-pn then who wins."""
    hidden_information: bool = False
    """Whether a player does not see all of the position, as with cards in hand. Such games are out of scope, and refused."""
    simultaneous: bool = False
    """Whether players move at the same time, as in rock-paper-scissors. Such games are out of scope, and refused: played in
    turn, the second player would know the first one's move.
    """
    runtime: ClassVar[tuple[str, ...]] = ()
    """Names of integer attributes or properties that compiled code is given at run time instead of knowing them."""

    # --- START ------------------------------------------------------------------------------------------------------
    def initial(self) -> State:
        """The state in which play begins."""
        raise NotImplementedError("a game must define initial")

    def legal(self, state: State, action: int) -> bool:
        """Whether `action` may be played in `state`, which is not terminal. Define this, or `actions`, or both."""
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
        """Whether play is over. It is where there is no legal action; where it is, nobody asks for legal actions."""
        raise NotImplementedError("a game must define terminal")

    def reward(self, state: State) -> int:
        """What the player to move in the terminal `state` gets; the other player gets its negative."""
        raise NotImplementedError("a game must define reward")

    # --- optional: who moves, chance, more players, invariants ------------------------------------------------------
    def to_move(self, state: State) -> int:
        """The player to move, 0..players - 1. Players who simply take turns need not say so."""
        return ALTERNATES

    def passed(self, state: State) -> State:
        """The same position with the next player to move, though that may never come about: for best-reply search.

        Games of two players need not define it.
        """
        return state

    def rewards(self, state: State) -> tuple[int, ...]:
        """The reward of each player in the terminal `state`, for games of more than two players."""
        raise NotImplementedError

    def chance(self, state: State) -> bool:
        """Whether chance, not a player, moves in `state`."""
        return False

    def weight(self, state: State, action: int) -> int:
        """How likely chance is to take `action`, as a positive integer relative to the state's other actions."""
        return 1

    def invariant(self, state: State, action: int, after: State) -> bool:
        """What every transition keeps, for `check`: in tic-tac-toe, that there is one empty cell less."""
        return True

    # --- optional knowledge: neutral unless given, each switched off by name -----------------------------------------
    def key(self, state: State) -> Any:
        """What the state is known by in the table: equal keys only for states of equal futures; packable like a state."""
        return state

    def symmetric_key(self, state: State, symmetry: int) -> Any:
        """The key of `symmetric(state, symmetry)`, for games that have it quicker."""
        return self.key(self.symmetric(state, symmetry))

    symmetry_count: int = 1
    """How many symmetries `symmetric` knows, the identity (number 0) included."""

    def symmetric(self, state: State, symmetry: int) -> State:
        """The state seen through a symmetry of the game: same value, actions mapped by `symmetric_action`."""
        return state

    def symmetric_action(self, action: int, symmetry: int) -> int:
        """The action that corresponds to `action` in `symmetric(state, symmetry)`."""
        return action

    def canonical_symmetry(self, state: State) -> int:
        """The symmetry through which the table sees `state`, such that symmetric states look alike; NONE: that of the least
        key. For games of many symmetries that find one without trying all.
        """
        return NONE

    def evaluate(self, state: State) -> int:
        """A guess at the value for the player to move, in points: strictly inside `reward_range` times `resolution`."""
        return 0

    def swapped(self, state: State) -> State:
        """The same position with the other player to move, for `check`: `evaluate` gives the negative there."""
        raise NotImplementedError

    def noisy(self, state: State, action: int) -> bool:
        """Whether `evaluate` cannot be trusted before `action` has been looked at: a capture. No play has endless ones."""
        return False

    def priority(self, state: State, action: int) -> int:
        """The higher, the earlier the searches try `action`; 0 <= priority < 2**20."""
        return 0

    def forced(self, state: State) -> int:
        """An action to which no other is preferable, even for speed (a win at once, the only block), or NONE."""
        return NONE

    def relevant(self, state: State) -> Iterator[int]:
        """Legal actions of a state that is not terminal, such that no other is preferable, even for speed: at least one."""
        return self.actions(state)

    def deciding(self, state: State) -> Iterator[int]:
        """As `relevant`, but for the reward alone: of the actions left out none gets a better one, though it may take longer
        to lose. Searches for the objective `outcome` ask this instead.
        """
        return self.relevant(state)

    def plies(self, state: State) -> tuple[int, int, int]:
        """(win, loss, end): the player to move does not win in less than `win` plies, nor lose in less than `loss`; and if
        either player wins at all, then best play takes at most `end`.
        """
        return 0, 0, self.max_length

    def bounds(self, state: State, alpha: int, beta: int) -> tuple[int, int]:
        """Proven bounds (low, high) on the reward. Only low >= beta or high <= alpha ends a search: skip other work."""
        return -UNBOUNDED, UNBOUNDED

    def grundy_value(self, state: State) -> int:
        """Of an impartial game whose theory is known: the Grundy value of a state in normal play; -1 for "not known"."""
        return -1

    def summands(self, state: State) -> list[tuple[Game[Any], Any]]:
        """Of an impartial game that is a sum: the games it consists of, each with its state; none for "not a sum"."""
        return []

    # --- text ---------------------------------------------------------------------------------------------------------
    def render(self, state: State) -> str:
        """The state for people, one or more lines."""
        return stable_text(state) or stable_repr(state)  # a text that is empty is seen by its quotes

    def picture(self, state: State, mover: int) -> list[Cell]:
        """The places of the board, for pages that draw it; none where text must do. `mover`: whose turn it is."""
        return []

    def action_name(self, action: int) -> str:
        """The name of an action, without spaces."""
        return str(action)

    def parse_action(self, text: str) -> int:
        """The action with this name. Raises BadMove."""
        for action in range(self.action_count):
            if self.action_name(action) == text:
                return action
        raise BadMove(f"{text!r} is not a move of {self}; moves look like {self.action_name(0)!r}.")

    def position_text(self, state: State) -> str:
        """The state on one line, as `parse_position` reads it; the default has no such form and uses `render`."""
        return self.render(state)

    def parse_position(self, text: str) -> State:
        """The state given by `text`: by default the moves that lead to it, by name, spaces between. Raises BadPosition."""
        return self.play(names_in(text))

    # --- what follows from the above ----------------------------------------------------------------------------------
    def play(self, moves: list[str]) -> State:
        """The state after `moves`, by name, from the initial one. Raises BadMove at the first that is not legal."""
        state = self.initial()
        for number, text in enumerate(moves, start=1):
            action = self.parse_action(text)
            if self.terminal(state):
                raise BadMove(f"Move {number}, {text!r}, comes after the end of the game.")
            if not self.legal(state, action):
                raise BadMove(f"Move {number}, {text!r}, is not legal there.")
            state = self.apply(state, action)
        return state

    def without(self, *pieces: str) -> Self:
        """This game with the named pieces of knowledge switched off: KNOWLEDGE's names, or "all"."""
        members = [member for piece in known_pieces(pieces) for member in KNOWLEDGE[piece]]
        if not members:
            return self
        neutral = {member: getattr(Game, member) for member in members}
        cls = type(self)
        blind = type(cls.__name__, (cls,), {"__module__": cls.__module__, "__qualname__": cls.__qualname__, **neutral})
        twin: Self = object.__new__(blind)  # pyright: ignore[reportAssignmentType]
        made = {MADE_WITH: getattr(self, MADE_WITH)} if hasattr(self, MADE_WITH) else {}
        for name, value in (attributes_of(self) | made).items():
            if name not in neutral:
                object.__setattr__(twin, name, value)
        return twin

    def __new__(cls, /, *args: Any, **kwargs: Any) -> Self:
        """Keep the arguments, which are part of the name of the game; a `__new__` of your own passes them on for that."""
        if (args or kwargs) and cls.__init__ is object.__init__ and cls.__new__ is Game.__new__:
            raise TypeError(f"{cls.__name__}() takes no arguments")
        game = super().__new__(cls)
        if args or kwargs:
            object.__setattr__(game, MADE_WITH, (args, kwargs))
        return game

    def __str__(self) -> str:
        """The class with the arguments that are not its defaults, as in `Domineering(5)`; `game_named` reads it."""
        made: tuple[tuple[Any, ...], dict[str, Any]] = getattr(self, MADE_WITH, ((), {}))
        return name_with(type(self), *made, games=Game)

    def _repr_svg_(self) -> str | None:
        """The board at the beginning, for notebooks."""
        return to_board(self, self.initial())

    def _repr_html_(self) -> str | None:
        """The beginning as text, for notebooks, where there is no board to draw."""
        from html import escape

        state = self.initial()
        text = f"{self}\n{self.render(state)}"
        return None if self._repr_svg_() else f"<pre>{escape(text)}</pre>"


METHODS: Final = tuple(name for name, member in vars(Game).items() if callable(member) and not name.startswith("_"))
"""What a game may define or inherit, and must not hide behind an attribute of the same name."""

HIDDEN: Final = "no method, though the contract has one of that name; call the attribute something else."


def hidden_methods(game: Game[Any]) -> list[str]:
    """The methods that `game` hides behind attributes of its own."""
    return [name for name in METHODS if not callable(getattr(game, name, None))]


def knowledge_of(game: Game[Any]) -> list[str]:
    """The pieces of knowledge that `game` really has."""
    return [
        piece
        for piece, members in KNOWLEDGE.items()
        if any(getattr(type(game), member) is not getattr(Game, member) for member in members)
    ]


def player_at(game: Game[State], state: State, ply: int) -> int:
    """Who is to move, `ply` plies below the root."""
    mover = game.to_move(state)
    return ply & 1 if mover == ALTERNATES else mover
