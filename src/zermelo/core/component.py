"""Components: the objects besides the game that kernels use. Their methods run interpreted and compiled."""

from __future__ import annotations

import copy
from typing import Any, ClassVar, Self, TypeVar, cast

from zermelo.core.arrays import copy_of, is_array, is_numpy, is_view


class Component:
    """The base class of everything that a kernel is given besides the game.

    Data that a kernel changes is in arrays of 64-bit integers (`core.arrays`, or NumPy's), which are attributes of the
    component; every other attribute is a constant of the compiled code. `runtime` names integer attributes that are passed
    in at run time instead.
    """

    runtime: ClassVar[tuple[str, ...]] = ()

    checks_indices: bool = False
    """Whether compiled code also raises IndexError for an index outside an array. If not, a variable that is an index must
    not be negative.
    """

    def check_indices(self) -> None:
        """Turn on index checks, in this component and its parts: for kernels that are not zermelo's own."""
        self.checks_indices = True
        for part in vars(self).values():
            if isinstance(part, Component):
                part.check_indices()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """A copy with arrays and parts of its own. Constants are shared: some states cannot be copied."""
        memo[id(self)] = clone = copy.copy(self)
        for name, value in vars(self).items():
            if isinstance(value, Component) or is_array(value):
                setattr(clone, name, clone_of(value, memo))
        return clone

    def before_position(self) -> None:
        """Called by native code before each run of the kernel."""

    def after_position(self, returned: int) -> None:
        """Called by native code when the kernel has returned this integer."""

    def interpreted(self) -> Self:
        """This component over the same memory, without arrays of NumPy: see `core.arrays`."""
        clone = copy.copy(self)
        for name, value in vars(self).items():
            if is_numpy(value):
                setattr(clone, name, memoryview(cast("Any", value)))
            elif isinstance(value, Component):
                setattr(clone, name, value.interpreted())
        return clone

    def write_back(self) -> None:
        """Called when interpreted code has run: what it keeps elsewhere is written to the shared memory."""
        for part in vars(self).values():
            if isinstance(part, Component):
                part.write_back()


Part = TypeVar("Part")


def clone_of(part: Part, memo: dict[int, Any] | None = None) -> Part:
    """A copy of a component or an array; the copy module cannot copy the arrays that are views of memory."""
    return copy_of(part) if is_view(part) else copy.deepcopy(part, memo)


Function = TypeVar("Function")


def cold(function: Function) -> Function:
    """Mark a function as seldom called: compiled code keeps it apart, so that what surrounds its calls is short and fast."""
    function.cold = True  # pyright: ignore[reportAttributeAccessIssue]
    return function


def is_cold(function: Any) -> bool:
    return getattr(function, "cold", False)
