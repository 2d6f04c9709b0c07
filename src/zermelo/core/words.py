"""States as rows of 64-bit words: the form in which compiled code and the transposition table hold them.

A state (or key) can be packed if it is an integer, a bool, a `Bits`, or a tuple of these, nested to any depth. Its words are
those of its parts from left to right. An integer is one signed word; a `Bits` is as many words as its width needs, the
lowest first. The shape is the same for all states of a game, so the words alone identify a state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar

from zermelo.core.bits import Bits
from zermelo.core.stable_text import stable_repr

if TYPE_CHECKING:
    from zermelo.core.game import Game

State = TypeVar("State")

WORD = 64
MASK = (1 << WORD) - 1
SIGN = 1 << (WORD - 1)


class Unpackable(TypeError):
    """A state is not built from integers, bools, `Bits` and tuples, or an integer does not fit in 64 bits."""


def signed(word: int) -> int:
    """The low 64 bits of `word` as a signed number."""
    return ((word & MASK) ^ SIGN) - SIGN


def pack(value: Any) -> tuple[int, ...]:
    """The words of `value`, each as a signed 64-bit number.

    Raises Unpackable. In compiled code the length of the result follows from the type.
    """
    words: list[int] = []
    _append_words(value, words)
    return tuple(words)


def _append_words(value: Any, words: list[int]) -> None:
    if type(value) is tuple and are_words(value):  # pyright: ignore[reportUnknownArgumentType]
        words.extend(value)  # pyright: ignore[reportUnknownArgumentType]
    elif isinstance(value, Bits):
        words.extend(signed(value.value >> low) for low in range(0, value.width, WORD))
    elif isinstance(value, bool):
        words.append(int(value))
    elif isinstance(value, int):
        if not -SIGN <= value < SIGN:
            raise Unpackable(
                f"the integer {stable_repr(value)} does not fit in 64 bits; use zermelo.Bits for boards that wide"
            )
        words.append(value)
    elif isinstance(value, tuple):
        for part in value:  # pyright: ignore[reportUnknownVariableType]
            _append_words(part, words)
    else:
        raise Unpackable(f"{type(value).__name__} is neither int, bool, zermelo.Bits nor a tuple of these")


def least_image(game: Game[State], state: State) -> Any:
    """The words of the least image of a state under the symmetries of its game; without symmetries, those of the state."""
    least = pack(state)
    for symmetry in range(1, game.symmetry_count):
        image = pack(game.symmetric(state, symmetry))
        if image < least:
            least = image
    return least


def are_words(parts: tuple[Any, ...]) -> bool:
    """Whether a tuple has parts, and each is a plain integer of 64 bits. No line of Python runs for each part."""
    return set(map(type, parts)) == {int} and min(parts) >= -SIGN and max(parts) < SIGN


def unpack(words: list[int], like: Any) -> Any:
    """The inverse of `pack`: the state with these words and the shape of the state `like`."""
    rest = iter(words)
    return _take(rest, like)


def _take(rest: Any, like: Any) -> Any:
    if isinstance(like, Bits):
        value = sum((next(rest) & MASK) << low for low in range(0, like.width, WORD))
        return Bits(like.width, value)
    if isinstance(like, bool):
        return bool(next(rest))
    if isinstance(like, int):
        return int(next(rest))
    parts = [_take(rest, part) for part in like]
    return type(like)(*parts) if hasattr(like, "_fields") else tuple(parts)


def words_at(rows: Any, row: int) -> tuple[int, ...]:
    """The words of a state that are a row of an array."""
    return tuple([int(rows[row, column]) for column in range(rows.shape[1])])


def state_at(initial: Any, rows: Any, row: int) -> Any:
    """The state whose words are a row of an array, of the shape of `initial`."""
    return unpack(list(words_at(rows, row)), initial)


def put(rows: Any, row: int, words: tuple[int, ...]) -> None:
    for column, word in enumerate(words):
        rows[row, column] = word


def holds(rows: Any, row: int, words: tuple[int, ...]) -> bool:
    for column, word in enumerate(words):
        if rows[row, column] != word:
            return False
    return True


def hash_words(words: tuple[int, ...]) -> int:
    """A well-mixed hash of a row of words, 0 <= hash < 2**63, the same interpreted and compiled.

    Each word is mixed in by the 64-bit finalizer of MurmurHash3 (Appleby 2011).
    """
    mixed = 0
    for word in words:
        mixed = (mixed ^ word) & MASK
        mixed = ((mixed ^ (mixed >> 33)) * 0xFF51AFD7ED558CCD) & MASK
        mixed = ((mixed ^ (mixed >> 33)) * 0xC4CEB9FE1A85EC53) & MASK
        mixed ^= mixed >> 33
    return mixed & (SIGN - 1)


def mix(word: int) -> int:
    """A number that depends on all bits of a word, 0 <= number < 2**63, the same interpreted and compiled.

    It takes one multiplication, by 2**64 divided by the golden ratio (Knuth 1973), and is not as well mixed as a hash.
    """
    mixed = (word & MASK) * 0x9E3779B97F4A7C15 & MASK
    return (mixed ^ (mixed >> 32)) & (SIGN - 1)


AHEAD: Final = 16
"""How many items before it is used, what kernels look at for an item is fetched from memory."""


def prefetch(rows: Any, row: int, column: int) -> None:
    """Fetch the word at this row and column from memory into the processor's cache. Does nothing when interpreted."""


def read_once(rows: Any, row: int, column: int) -> int:
    """The word at this row and column. Compiled code reads it from memory exactly once, and atomically."""
    return int(rows[row, column])


def compare_and_swap(array: Any, place: int, old: int, new: int) -> int:
    """Put `new` at this place of an array if `old` is there; returns what was there. In compiled code this is atomic."""
    there = int(array[place])
    if there == old:
        array[place] = new
    return there
