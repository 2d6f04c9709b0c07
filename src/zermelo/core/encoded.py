"""Views of a game whose states are rows of 64-bit words: for code that stores every position, such as tablebases.

    OwnStates   the game's own states; one of another shape than the initial state does not fit
    Encoded     states encoded as tuples of a fixed number of words; one that takes more words does not fit

Both run interpreted. Code that meets a state that does not fit starts again, with an `Encoded` of as many words as it takes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from zermelo.core.encoding import Encoding, RecordedType, Unencodable, to_bytes, to_words, words_for
from zermelo.core.errors import BadGame, BadTable, NotSupported
from zermelo.core.game import Game
from zermelo.core.shape import is_alike
from zermelo.core.wording import shown

FACETS: Final = (
    "players",
    "action_count",
    "max_length",
    "reward_range",
    "has_chance",
    "cyclic",
    "endless",
    "symmetry_count",
)
"""The facets, besides the methods, that are needed to walk over positions."""

REMEMBERED: Final = 1 << 10
"""How many decoded states are cached."""

Words = tuple[int, ...]


class ShapeMismatch(Exception):
    """A state that does not fit in a row."""

    def __init__(self, words: int) -> None:
        """`words` is the number of words that it takes, encoded."""
        super().__init__(words)
        self.words = words


class GameView(Game[Any]):
    """A view of a game with states of another form. It has the methods that are needed to walk over positions; those that
    lead to other states raise ShapeMismatch.
    """

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        for name in FACETS:
            setattr(self, name, getattr(game, name))

    def inside(self, state: Any) -> Any:
        """The game's own state for a state of this view."""
        raise NotImplementedError

    def outside(self, state: Any) -> Any:
        """The state of this view for one of the game's. Raises ShapeMismatch."""
        raise NotImplementedError

    def initial(self) -> Any:
        return self.outside(self.game.initial())

    def actions(self, state: Any) -> Iterator[int]:
        return self.game.actions(self.inside(state))

    def apply(self, state: Any, action: int) -> Any:
        return self.outside(self.game.apply(self.inside(state), action))

    def terminal(self, state: Any) -> bool:
        return self.game.terminal(self.inside(state))

    def reward(self, state: Any) -> int:
        return self.game.reward(self.inside(state))

    def to_move(self, state: Any) -> int:
        return self.game.to_move(self.inside(state))

    def symmetric(self, state: Any, symmetry: int) -> Any:
        """As in the game. Raises ShapeMismatch, and BadGame for an image that cannot be encoded although the state can."""
        image = self.game.symmetric(self.inside(state), symmetry)
        try:
            return self.outside(image)
        except NotSupported:
            raise BadGame(
                f"{self.game}: symmetric gives {shown(image)}; it must give a state of the same kind as its argument."
            ) from None

    def position_text(self, state: Any) -> str:
        return self.game.position_text(self.inside(state))

    def __str__(self) -> str:
        return str(self.game)


class OwnStates(GameView):
    """A view with the game's own states, for as long as all of them have the shape of the initial one."""

    def __init__(self, game: Game[Any]) -> None:
        super().__init__(game)
        self.first = game.initial()

    def inside(self, state: Any) -> Any:
        return state

    def outside(self, state: Any) -> Any:
        """The same state. Raises ShapeMismatch if it is of another shape."""
        if not is_alike(state, self.first):
            raise ShapeMismatch(words_needed(self.game, state))
        return state


class Encoded(GameView):
    """A view whose states are rows of a fixed number of words."""

    def __init__(self, game: Game[Any], words: int, kinds: Iterable[RecordedType] = ()) -> None:
        """`kinds`: the types that an earlier encoding has recorded; raises ValueError or TypeError if they are
        malformed. Raises ShapeMismatch, NotSupported.
        """
        super().__init__(game)
        self.words = words
        self._recent: dict[Words, Any] = {}
        try:
            self._encoding = Encoding(kinds, game.plain(game.initial()))
        except Unencodable as error:
            raise _cannot_be_kept(game, error) from None

    @property
    def classes(self) -> list[Any]:
        """The classes of dataclasses and enumerations that have been met in states, by number."""
        return self._encoding.classes

    @property
    def kinds(self) -> list[RecordedType]:
        return self._encoding.kinds

    def outside(self, state: Any) -> Words:
        """The words of a state. Raises ShapeMismatch, NotSupported."""
        try:
            data = self._encoding.encoded(self.game.plain(state))
        except Unencodable as error:
            raise _cannot_be_kept(self.game, error) from None
        if words_for(data) > self.words:
            raise ShapeMismatch(words_for(data))
        return to_words(data, self.words)

    def inside(self, state: Words) -> Any:
        """The state of these words. Raises NotSupported, and BadTable for words that do not encode a state."""
        if state not in self._recent:
            if len(self._recent) >= REMEMBERED:
                self._recent.clear()
            self._recent[state] = self._decoded(state)
        return self._recent[state]

    def _decoded(self, words: Words) -> Any:
        try:
            return self.game.from_plain(self._encoding.decoded(to_bytes(words)))
        except Unencodable as error:
            raise _cannot_be_kept(self.game, error) from None
        except ValueError:
            raise BadTable(f"A table of {self.game} is damaged: a row is not a position. Tabulate it again.") from None


def own(game: Game[Any]) -> Game[Any]:
    """The game behind a view; a game that is not a view is returned unchanged."""
    return game.game if isinstance(game, GameView) else game


def words_needed(game: Game[Any], state: Any) -> int:
    """The number of words that a state takes, encoded. Raises NotSupported."""
    try:
        return words_for(Encoding().encoded(game.plain(state)))
    except Unencodable as error:
        raise _cannot_be_kept(game, error) from None


def _cannot_be_kept(game: Game[Any], error: Unencodable) -> NotSupported:
    return NotSupported(
        f"The positions of {game} cannot be counted or tabulated: {error}. For states of another class, define "
        f"plain and from_plain."
    )
