"""Running a search kernel on a game: compiled if possible, interpreted otherwise."""

from __future__ import annotations

import copy
import operator
import sys
import time
from collections.abc import Callable
from typing import Any, cast

from zermelo.compiler.entry import entry_of_rows, entry_to
from zermelo.core.component import Component
from zermelo.core.encoded import Encoded, ShapeMismatch
from zermelo.core.encoding import Encoding, Unencodable, words_for
from zermelo.core.errors import BadPosition, LongState, NotCompilable
from zermelo.core.fingerprint import is_ours
from zermelo.core.game import Game
from zermelo.core.interrupts import sparing_foreign_code
from zermelo.core.shape import has_shape, why_not_packed
from zermelo.core.wording import in_a_line, shown
from zermelo.core.words import Unpackable
from zermelo.native.cache_folder import code_path, may_have_code
from zermelo.native.identity import Identity
from zermelo.native.state_form import MOST

FRAMES_PER_PLY = 8
"""How many Python frames an interpreted kernel may need for each ply, with a margin."""

INTERPRETED = "Interpreted, ten to a thousand times slower"
"""The beginning of a note that says why a game is interpreted; benchmarks/native_vs_interpreted.py measures the factor."""


class Machine:
    """Runs the kernel `root(game, context, state, depth, alpha, beta, guess)`, or `root(game, context, state, start)`,
    compiled or interpreted.

    compiled=True raises NotCompilable if the game cannot be compiled; None falls back to the interpreter, and `note` says
    why; False interprets. With `at_once` nothing is compiled: if the code is not in the compile cache, the kernel is
    interpreted, and `can_compile` says so. `compile_seconds` is the time spent compiling or loading.
    """

    def __init__(
        self,
        root: Callable[..., int],
        game: Game[Any],
        context: Component,
        *,
        compiled: bool | None = None,
        at_once: bool = False,
        refused: str = "",
        view: Encoded | None = None,
    ) -> None:
        """`refused`: why the game cannot be compiled, if that is known. `view`: what is compiled in place of the game, whose
        states are no words; the context has a table for keys of as many words as the view's.
        """
        self._root = root
        self._game = game
        self._context = self._guarded(context)
        self._required = bool(compiled)
        self._refused = refused
        self._view = view
        self._native: Any = None
        self._plain: tuple[list[Any], Component] | None = None
        """The parts of the context, and the context over the same memory in interpreted code."""
        self.note = ""
        self.compile_seconds = 0.0
        self.can_compile = compiled is not False
        """Whether it is interpreted only because it has not been compiled."""
        if self.can_compile and (not at_once or may_have_code(cast("Any", root), game)):
            self._load(only_cached=at_once)

    def _load(self, *, only_cached: bool) -> None:
        """Load the native code; compile it, unless `only_cached`."""
        started = time.perf_counter()
        try:
            identity = _identity(self._root, self._view or self._game, self._context, self._refused)
            self._native = _native(identity, only_cached=only_cached)
        except NotCompilable as error:
            if only_cached:
                return  # a short search needs no native code, so it need not be told why there is none
            if self._required:
                raise
            self.note = f"{INTERPRETED}: {error}"
        if self._native is not None or not only_cached:
            self.can_compile = False
            self.compile_seconds += time.perf_counter() - started

    @property
    def words(self) -> int:
        """Into how many words states are encoded; 0 if they are packed as they are, or nothing is compiled."""
        return self._view.words if self._view is not None and self._native is not None else 0

    @property
    def compiled(self) -> bool:
        return self._native is not None

    def bind(self, game: Game[Any], context: Component, *, alike: bool = False) -> None:
        """Use this game and context from now on. Only arrays and runtime integers may differ from the former ones.

        `alike`: this is known to be true of the context.
        """
        self._game, self._context, self._plain = game, self._guarded(context), None
        if self._native is not None:
            self._native.bind(game, context, alike=alike)

    def _guarded(self, context: Component) -> Component:
        """The context; if the kernel is a user's, with index checks, since a wrong index would overwrite other memory."""
        if not is_ours(self._root):
            context.check_indices()
        return context

    def clone(self, game: Game[Any], context: Component) -> Machine:
        """A second machine for this game and context that shares the code. Both may run at the same time."""
        clone = copy.copy(self)
        clone._native = copy.copy(self._native)
        clone.bind(game, context)
        return clone

    def caller(self) -> Callable[[int, int, int, int, int, int], int]:
        """The native kernel for one thread at a time, until the next `bind`, as a function of the address of the words of
        states, the number of states, the depth, alpha, beta and the guess. It returns the integer for the last state.
        """
        return self._native.caller()

    def packed(self, state: Any) -> tuple[int, ...]:
        """A state's words for the native kernel. Raises BadPosition if its shape is not that of the first, LongState if it
        takes more room than encoded states have.
        """
        try:
            if self._view is not None:
                return self._view.outside(state)
            return self._native.packed(state)
        except ShapeMismatch as mismatch:
            raise LongState(f"the state {state} takes {mismatch.words} words") from None
        except Unpackable as error:
            raise BadPosition(f"{self._game} cannot be searched from there: {error}.") from None

    def run(self, state: Any, depth: int, alpha: int = 0, beta: int = 0, guess: int = 0) -> int:
        """The integer that the kernel returns. Raises as `packed` does."""
        if self._native is not None:
            return self._native.run(self.packed(state), depth, alpha, beta, guess)
        before = sys.getrecursionlimit()
        sys.setrecursionlimit(max(before, 1000 + FRAMES_PER_PLY * depth))
        parts = list(vars(self._context).values())
        if self._plain is None or not all(map(operator.is_, parts, self._plain[0])):
            self._plain = parts, self._context.interpreted()
        try:
            numbers = (depth,) if entry_to(self._root) is entry_of_rows else (depth, alpha, beta, guess)
            return self._root(self._game, self._plain[1], state, *numbers)
        finally:
            self._plain[1].write_back()
            sys.setrecursionlimit(before)


def _identity(root: Any, game: Game[Any], context: Component, refused: str) -> Identity:
    """What identifies the native code. Raises NotCompilable if its state or key has a part that native code cannot hold."""
    state = game.initial()
    why_not = refused or _why_not("state", state) or _why_not("key", game.key(state))
    if why_not:
        raise NotCompilable(f"{game} cannot be compiled: {why_not}.")
    return Identity(root, game, context)


def _why_not(what: str, value: Any) -> str:
    """That native code cannot hold a game's state or key, as `what` says, and why; "" if it can."""
    reason = why_not_packed(what, value)
    if not reason or has_shape(value):  # an integer may be too large
        return reason
    try:
        words = words_for(Encoding().encoded(value))
    except Unencodable as error:
        return f"in its {what} {shown(value)}, {error}"
    return (
        f"its {what} {shown(value)} takes {words} words of 64 bits, and {MOST} are the most" if words > MOST else reason
    )


@sparing_foreign_code()
def _native(identity: Identity, *, only_cached: bool) -> Any:
    """The kernel as native code; None if it would have to be compiled and `only_cached`. Raises NotCompilable."""
    if only_cached:
        file = code_path(identity)
        if file is None or not file.exists():  # tested here because importing LLVM takes a while
            return None
    try:
        from zermelo.native.native import Native, NotCached
    except Exception as error:  # LLVM is not installed, for example
        raise NotCompilable(
            f"{identity.game} cannot be compiled: the compiler cannot be loaded ({in_a_line(error)})."
        ) from error
    try:
        return Native(identity.root, identity.game, identity.context, identity, only_cached=only_cached)
    except NotCached:
        return None
