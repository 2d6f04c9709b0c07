"""The objects, other than games, that kernels work with: plain classes whose methods run interpreted and compiled."""

from __future__ import annotations

import copy
from typing import Any, ClassVar, Self, cast

import numpy as np


class Component:
    """The base of what a kernel is given besides the game.

    What a kernel changes lives in numpy arrays of int64, attributes of the component; every other attribute is a
    constant of the compiled code. `runtime` names integers that compiled code is given at run time instead.
    """

    runtime: ClassVar[tuple[str, ...]] = ()

    checks_indices: bool = False
    """Whether compiled code, too, raises IndexError for an index outside an array."""

    def check_indices(self) -> None:
        """Let no index go unchecked, in this component and its parts: for kernels that are not zermelo's own."""
        self.checks_indices = True
        for part in vars(self).values():
            if isinstance(part, Component):
                part.check_indices()

    def interpreted(self) -> Self:
        """This component over the same memory, its arrays seen as memoryviews: their items are plain Python integers.

        A numpy scalar would carry its 64 bits into the game's own arithmetic, which interpreted has none.
        """
        twin = copy.copy(self)
        for name, value in vars(self).items():
            if isinstance(value, np.ndarray):
                setattr(twin, name, memoryview(cast("Any", value)))
            elif isinstance(value, Component):
                setattr(twin, name, value.interpreted())
        return twin
