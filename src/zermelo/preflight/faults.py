"""Whose fault an exception is: the game's, which is reported as one sentence with the line, or zermelo's."""

from __future__ import annotations

import contextlib
import inspect
import re
from collections.abc import Callable, Generator
from typing import Any, Final, NamedTuple

from zermelo.core.errors import RAISED, TOO_LONG, BadAlgorithm, BadGame, BrokenContract, GameFailed, ZermeloError
from zermelo.core.fingerprint import is_library_module, is_ours, is_own
from zermelo.core.game import Game
from zermelo.core.wording import in_a_line


@contextlib.contextmanager
def unchanged(game: Game[Any]) -> Generator[None]:
    """Raises BadGame if the game's contents change inside: then no value found there can be trusted."""
    if is_own(game):
        yield
        return
    from zermelo.preflight.contents import changed, contents
    from zermelo.preflight.plays import ADVICE

    before = contents(game)
    yield
    for name in changed(before, contents(game)):
        raise BadGame(f"{game}: self.{name} has changed during the search, so no value can be trusted. {ADVICE}")


OURS: Final = (
    "This is a bug in zermelo, not in the game: no line of the game was involved. Please report it with everything that is "
    "printed here and, if possible, with the game."
)


OF_PYTHON: Final = re.compile(r"^TypeError: (\w+\.)?__\w+__\b")
"""What Python says of a method that it calls itself, such as `__str__` or `__hash__`. No line of the user's is involved."""

OWN: Final = ("zermelo", "click", "rich", "psutil")
"""zermelo and packages that it uses; none of their lines are the game's."""


class CodePlace(NamedTuple):
    """A line of a user's code."""

    file: str
    line: int
    function: str


def name_of(game: Game[Any]) -> str:
    """The name of a game; that of its class if `__str__` fails."""
    try:
        return str(game)
    except RAISED:
        return type(game).__name__


class failures_of:  # noqa: N801  (reads as a statement)
    """Turns an exception raised by a game's methods into GameFailed: one sentence, with the place in the game's code.
    This includes SystemExit, which would otherwise end the program without a message.

    Other exceptions pass through, with a note that they are a bug in zermelo.
    """

    def __init__(self, game: Game[Any], note: str = "", kernel: Callable[..., Any] | None = None) -> None:
        """`note` says why the game was not compiled, which may also be why it failed. `kernel` is the kernel of the search;
        one written by the user may be at fault itself.
        """
        self._game, self._note = game, note
        self._kernel = None if kernel is None or is_ours(kernel) else kernel

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _trace: Any) -> None:
        if isinstance(error, BrokenContract) and str(error).startswith(TOO_LONG):
            if self._kernel is not None:
                raise BadAlgorithm(
                    f"{self._kernel.__name__} does not search to the end of every play: it must look `depth` plies ahead. "
                    f"If it does, {self._game} has plays of more than max_length = {self._game.max_length} plies."
                ) from error
            from zermelo.preflight.endless import overlong

            raise BadGame(overlong(self._game)) from error
        if isinstance(error, BrokenContract):
            raise BadGame(f"{self._subject(None).removesuffix(',')}: {error}. `zermelo check` shows where.") from error
        if isinstance(error, RAISED) and not isinstance(error, ZermeloError):
            place = place_of(error)
            why = self._why(error, place)
            if why:
                raise GameFailed(f"{self._subject(place)} failed: {why}") from error
            if OURS not in getattr(error, "__notes__", ()):
                error.add_note(OURS)

    def _subject(self, place: CodePlace | None) -> str:
        """The subject of the sentence: the game, or the algorithm in whose file the exception was raised."""
        if self._kernel is None:
            return name_of(self._game)
        file, name = self._kernel.__code__.co_filename, self._kernel.__name__
        if place is None or file == _file_of(type(self._game)):
            return f"{name_of(self._game)}, or the algorithm {name},"
        return f"The algorithm {name}" if place.file == file else name_of(self._game)

    def _why(self, error: BaseException, place: CodePlace | None) -> str:
        message = in_a_line(error)
        if place is not None:
            return f"{message} ({place.file}:{place.line})."
        if OF_PYTHON.search(message):
            return f"{message}."
        is_native = getattr(error, "native", False)
        if is_native or isinstance(error, MemoryError | RecursionError):  # the place is not known
            where = "`zermelo check` shows where." if self._kernel is None else "Run it interpreted to see the line."
            return f"{message}. {self._note or where}"
        from zermelo.preflight.plays import odd_answer

        odd = odd_answer(self._game)
        if odd is None:
            return ""
        return f"{odd}.{f' {self._note}' if self._note else ''}"


def _file_of(cls: type) -> str:
    try:
        return inspect.getfile(cls)
    except (TypeError, OSError):
        return ""


def place_of(error: BaseException) -> CodePlace | None:
    """The innermost place in the user's code where an exception was raised; None if the user's code had no part in it."""
    compiled = getattr(error, "place", None)  # in native code
    if compiled is not None:
        function, file, line = compiled
        return CodePlace(file, line, function)
    place, trace = None, error.__traceback__
    while trace is not None:
        module, code = trace.tb_frame.f_globals.get("__name__", ""), trace.tb_frame.f_code
        if module.partition(".")[0] not in OWN and not is_library_module(module):
            place = CodePlace(code.co_filename, trace.tb_lineno, code.co_name)
        trace = trace.tb_next
    stopped = error.__cause__ if isinstance(error, RuntimeError) else None  # a generator must not raise StopIteration
    return place_of(stopped) if place is None and isinstance(stopped, StopIteration) else place
