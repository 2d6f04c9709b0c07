"""What native code depends on: the kernel, the classes of game and context with all their code reaches, and constants."""

from __future__ import annotations

import functools
import hashlib
import sys
import types
from typing import Any

from zermelo.core.component import Component
from zermelo.core.encoded import Encoded, own
from zermelo.core.fingerprint import digest
from zermelo.core.game import Game
from zermelo.core.plain_classes import name_of
from zermelo.core.stable_text import stable_repr


class Identity:
    """Identifies the native code of `root` for this game and context."""

    def __init__(self, root: types.FunctionType, game: Game[Any], context: Component) -> None:
        self.root, self.game, self.context = root, game, context
        self.home = getattr(sys.modules.get(type(own(game)).__module__), "__file__", None) or ""
        """The file in which the class of the game is defined; empty if there is none."""
        self.label = label_of(root, game)

    @functools.cached_property
    def name(self) -> str:
        """Identifies the kernel and the board, whatever their code is."""
        things = digest(self.root, own(self.game), self.context, code=False, deep=True)
        return hashlib.sha256(f"{self.home}\0{things}\0{self._state}".encode()).hexdigest()[:16]

    @functools.cached_property
    def code(self) -> str:
        """Changes with everything that the native code depends on."""
        return digest(self.root, own(self.game), self.context, deep=True) + self._state

    @functools.cached_property
    def _state(self) -> str:
        state = self.game.initial()
        if isinstance(self.game, Encoded):
            return stable_repr((state, [name_of(cls) for cls in self.game.classes]))
        return stable_repr((state, self.game.key(state)))


def label_of(root: types.FunctionType, game: Game[Any]) -> str:
    """The part of a file's name that a person reads: the kernel and the class of the game."""
    return f"{root.__module__}-{type(own(game)).__qualname__}"
