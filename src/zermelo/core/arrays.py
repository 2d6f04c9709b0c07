"""Arrays of 64-bit integers for the parts of a search: memory that native code uses in place.

Interpreted code reads it through memoryviews, whose items are plain Python integers: NumPy scalars would bring 64-bit
arithmetic into the game's own, which is unbounded when interpreted. Nor does an interpreted search need NumPy at all, whose
import takes longer than most such searches, and which is not installed everywhere.
"""

from __future__ import annotations

import array
import importlib.util
import math
import mmap
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final, TypeGuard, cast

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]
    """A memoryview, typed as what it has in common with NumPy's arrays: items that are integers, read and set by index."""
else:
    Array = memoryview

HAS_NUMPY: Final = importlib.util.find_spec("numpy") is not None


OF_ITS_OWN: Final = 1 << 16
"""Bytes from which an array is a mapping of its own, whose pages the system clears as they are used: often few are."""
LARGE: Final = 1 << 22
"""Bytes from which large pages, if the system has them, make an array faster."""


def zeros(*shape: int) -> Array:
    """An array of zeros of one or two dimensions. If one of two lengths is 0, it is 1: no memoryview is without items then.

    Raises MemoryError.
    """
    lengths = shape if len(shape) == 1 else tuple(max(length, 1) for length in shape)
    return over(_cleared(8 * math.prod(lengths)), lengths)


def _cleared(size: int) -> Any:
    """`size` bytes, all 0. Raises MemoryError."""
    if size < OF_ITS_OWN:
        return bytearray(size)
    private = {"flags": mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS} if hasattr(mmap, "MAP_PRIVATE") else {}
    try:
        mapped = mmap.mmap(-1, size, **private)
    except OSError as error:
        raise MemoryError(f"there is no room for {size:,} bytes") from error
    if size >= LARGE and hasattr(mmap, "MADV_HUGEPAGE"):
        mapped.madvise(mmap.MADV_HUGEPAGE)
    return mapped


def filled(number: int, *shape: int) -> Array:
    """An array in which each item is this number. Lengths as for `zeros`."""
    made = zeros(*shape)
    memory(made)[:] = array.array("q", [number]).tobytes() * (made.nbytes // 8)
    return made


def of(numbers: Iterable[int]) -> Array:
    numbers = array.array("q", numbers)
    return over(numbers, (len(numbers),))


def over(memory: Any, shape: tuple[int, ...]) -> Array:
    """An array of this shape over memory, given as anything with a buffer."""
    view = memoryview(memory).cast("B")
    return cast("Array", view.cast("q") if len(shape) == 1 else view.cast("q", shape))


def memory(words: Array) -> memoryview:
    """The bytes of an array."""
    return memoryview(cast("Any", words)).cast("B")


def copy_of(words: Array) -> Array:
    return over(bytearray(memory(words)), words.shape)


def is_view(value: Any) -> TypeGuard[Array]:
    """Whether this is an array made here."""
    # a signed integer of 64 bits is "l" on most systems
    return type(value) is memoryview and value.format in ("q", "l") and value.itemsize == 8 and value.c_contiguous


def numpy_types(*names: str) -> tuple[type, ...]:
    """The types of NumPy with these names: "ndarray", "random.Generator". Those that are not there yet, since their modules
    have not been imported or another thread is about to, are left out: no value can be of one.
    """
    if names in _ALL_THERE:
        return _ALL_THERE[names]
    if "numpy" not in sys.modules:
        return ()
    places = (f"numpy.{name}".rpartition(".") for name in names)
    found = (getattr(sys.modules.get(module), name, None) for module, _, name in places)
    types = tuple(each for each in found if each is not None)
    if len(types) == len(names):
        _ALL_THERE[names] = types
    return types


_ALL_THERE: Final[dict[tuple[str, ...], tuple[type, ...]]] = {}
"""The answers of `numpy_types` that can't change any more, since it is called for every value of a digest."""


def is_numpy(value: Any) -> TypeGuard[NDArray[Any]]:
    """Whether this is an array of NumPy. Not a masked array or a matrix, which are more than their items."""
    return type(value) in numpy_types("ndarray", "memmap")


def is_array(value: Any) -> TypeGuard[Array]:
    """Whether native code can read `value` in place."""
    return is_view(value) or is_numpy(value)


def as_numpy(words: Array) -> NDArray[Any]:
    import numpy as np

    return np.asarray(words)


def kind_of(words: Array) -> tuple[Any, int]:
    """The type of the items, and the number of dimensions."""
    return ("int64" if is_view(words) else words.dtype), words.ndim
