"""Games as those see them that keep all positions as rows of words, where these are not just the words of the states.

    Uniform   the states of the game; one of another shape than the initial state is a misfit
    Encoded   tuples of so many words, which are the states encoded; one that takes more words is a misfit

Both run interpreted. Who meets a misfit begins anew, with `Encoded` of as many words as it takes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from zermelo.core.encoding import Encoding, Kind, Unencodable, to_bytes, to_words, words_for
from zermelo.core.errors import BadGame, BadTable, NotSupported
from zermelo.core.game import Game
from zermelo.core.shape import is_alike
from zermelo.core.wording import shown

FACETS: Final = ("players", "action_count", "max_length", "reward_range", "has_chance", "cyclic", "symmetry_count")
"""What those who walk over positions ask a game for, besides its methods."""

REMEMBERED: Final = 1 << 10
"""States that are not decoded again."""

Words = tuple[int, ...]


class Misfit(Exception):
    """A state for which there is no room in a row."""

    def __init__(self, words: int) -> None:
        """`words` is how many it takes, encoded."""
        super().__init__(words)
        self.words = words


class Seen(Game[Any]):
    """A game seen through other states: the methods that walks over positions call."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        for name in FACETS:
            setattr(self, name, getattr(game, name))

    def inside(self, state: Any) -> Any:
        """The game's own state for one of ours."""
        raise NotImplementedError

    def outside(self, state: Any) -> Any:
        """Our state for one of the game's. Raises Misfit."""
        raise NotImplementedError

    def initial(self) -> Any:
        """The first state."""
        return self.outside(self.game.initial())

    def actions(self, state: Any) -> Iterator[int]:
        """The game's."""
        return self.game.actions(self.inside(state))

    def apply(self, state: Any, action: int) -> Any:
        """The game's. Raises Misfit."""
        return self.outside(self.game.apply(self.inside(state), action))

    def terminal(self, state: Any) -> bool:
        """The game's."""
        return self.game.terminal(self.inside(state))

    def reward(self, state: Any) -> int:
        """The game's."""
        return self.game.reward(self.inside(state))

    def to_move(self, state: Any) -> int:
        """The game's."""
        return self.game.to_move(self.inside(state))

    def symmetric(self, state: Any, symmetry: int) -> Any:
        """The game's. Raises Misfit, and BadGame for an image that cannot be kept, though the state can."""
        image = self.game.symmetric(self.inside(state), symmetry)
        try:
            return self.outside(image)
        except NotSupported:
            raise BadGame(
                f"{self.game}: symmetric gives {shown(image)}; it must give a state of the same kind as the one it is given."
            ) from None

    def position_text(self, state: Any) -> str:
        """The game's."""
        return self.game.position_text(self.inside(state))

    def __str__(self) -> str:
        return str(self.game)


class Uniform(Seen):
    """A game whose states all have the shape of the first one, as far as it is walked."""

    def __init__(self, game: Game[Any]) -> None:
        super().__init__(game)
        self.first = game.initial()

    def inside(self, state: Any) -> Any:
        """They are the same."""
        return state

    def outside(self, state: Any) -> Any:
        """They are the same. Raises Misfit for one of another shape."""
        if not is_alike(state, self.first):
            raise Misfit(words_needed(self.game, state))
        return state


class Encoded(Seen):
    """A game whose states are rows of so many words."""

    def __init__(self, game: Game[Any], words: int, kinds: Iterable[Kind] = ()) -> None:
        """`kinds`: what the encoding has learnt before. Raises Misfit, NotSupported; ValueError, TypeError for nonsense."""
        super().__init__(game)
        self.words = words
        self._recent: dict[Words, Any] = {}
        try:
            self._encoding = Encoding(kinds, game.initial())
        except Unencodable as error:
            raise _cannot_be_kept(game, error) from None

    @property
    def kinds(self) -> list[Kind]:
        """What the encoding has learnt."""
        return self._encoding.kinds

    def outside(self, state: Any) -> Words:
        """The words of a state. Raises Misfit, NotSupported."""
        try:
            data = self._encoding.encoded(state)
        except Unencodable as error:
            raise _cannot_be_kept(self.game, error) from None
        if words_for(data) > self.words:
            raise Misfit(words_for(data))
        return to_words(data, self.words)

    def inside(self, state: Words) -> Any:
        """The state of these words. Raises NotSupported, and BadTable for words that are none."""
        if state not in self._recent:
            if len(self._recent) >= REMEMBERED:
                self._recent.clear()
            self._recent[state] = self._decoded(state)
        return self._recent[state]

    def _decoded(self, words: Words) -> Any:
        try:
            return self._encoding.decoded(to_bytes(words))
        except Unencodable as error:
            raise _cannot_be_kept(self.game, error) from None
        except ValueError:
            raise BadTable(f"A table of {self.game} holds what is no position; tabulate it anew.") from None


def own(game: Game[Any]) -> Game[Any]:
    """The game behind what is seen of it."""
    return game.game if isinstance(game, Seen) else game


def words_needed(game: Game[Any], state: Any) -> int:
    """How many words a state takes, encoded. Raises NotSupported."""
    try:
        return words_for(Encoding().encoded(state))
    except Unencodable as error:
        raise _cannot_be_kept(game, error) from None


def _cannot_be_kept(game: Game[Any], error: Unencodable) -> NotSupported:
    return NotSupported(f"The positions of {game} cannot be counted or tabulated: {error}.")
