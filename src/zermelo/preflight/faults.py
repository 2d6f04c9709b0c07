"""Whose fault an error is: exceptions of a game become one sentence with its line; others are faults of zermelo."""

from __future__ import annotations

import contextlib
import inspect
from collections.abc import Callable, Generator
from typing import Any, Final, NamedTuple

from zermelo.core.errors import GOES_ON, BadAlgorithm, BadGame, BrokenContract, GameFailed, ZermeloError
from zermelo.core.fingerprint import is_library_module, is_ours
from zermelo.core.game import Game
from zermelo.preflight.contents import changed, contents
from zermelo.preflight.plays import ADVICE, odd_answer, overlong


@contextlib.contextmanager
def unchanged(game: Game[Any]) -> Generator[None]:
    """Raises BadGame where the game holds something else afterwards: then nothing that was found is sure."""
    before = contents(game)
    yield
    for name in changed(before, contents(game)):
        raise BadGame(f"{game}: self.{name} has changed during the search, so no value is sure. {ADVICE}")


OURS: Final = (
    "This is a fault of zermelo's own, not of the game: no line of the game had a part in it. Please report it, with all "
    "that is printed here, and with the game if you may."
)


OWN: Final = ("zermelo", "click", "rich", "psutil")
"""Packages whose lines are not the game's, nor those of libraries that games may use: ours, and what it is made with."""


class Place(NamedTuple):
    """In a user's code."""

    file: str
    line: int


class failures_of:  # noqa: N801  (reads as a statement)
    """Turns an exception raised by a game's own methods into GameFailed: one sentence, with the place in its code.
    SystemExit, too: a game that ends the program would end it without a word.

    An exception in which the game has no part goes on as it is, with a note that it is a fault of ours.
    """

    def __init__(self, game: Game[Any], note: str = "", kernel: Callable[..., Any] | None = None) -> None:
        """`note` says why the game was not compiled: perhaps that is the very reason of its failure. `kernel` is that of the
        search: a user's may be at fault itself.
        """
        self._game, self._note = game, note
        self._kernel = None if kernel is None or is_ours(kernel) else kernel

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _trace: Any) -> None:
        if isinstance(error, BrokenContract) and str(error).startswith(GOES_ON):
            if self._kernel is not None:
                raise BadAlgorithm(
                    f"{self._kernel.__name__} does not search to the end of every play: it must look `depth` plies ahead. "
                    f"If it does, {self._game} has plays of more than max_length = {self._game.max_length} plies."
                ) from error
            raise BadGame(overlong(self._game)) from error
        if isinstance(error, BrokenContract):
            raise BadGame(f"{self._subject(None).removesuffix(',')}: {error}. `zermelo check` tells where.") from error
        if isinstance(error, Exception | SystemExit) and not isinstance(error, ZermeloError):
            place = _place(error)
            why = self._why(error, place)
            if why:
                raise GameFailed(f"{self._subject(place)} failed: {why}") from error
            if OURS not in getattr(error, "__notes__", ()):
                error.add_note(OURS)

    def _subject(self, place: Place | None) -> str:
        """What has failed: the game, or the algorithm in whose file the error was raised."""
        if self._kernel is None:
            return str(self._game)
        file, name = self._kernel.__code__.co_filename, self._kernel.__name__
        if place is None or file == _file_of(type(self._game)):
            return f"{self._game}, or the algorithm {name},"
        return f"The algorithm {name}" if place.file == file else str(self._game)

    def _why(self, error: Exception | SystemExit, place: Place | None) -> str:
        """What the game has to do with an error; nothing if the fault is ours."""
        told = f"{type(error).__name__}: {error}"
        if place is not None:
            return f"{told} ({place.file}:{place.line})."
        is_native = getattr(error, "native", False)
        if is_native or isinstance(error, MemoryError | RecursionError):  # from where is not known
            where = (
                "`zermelo check` tells where." if self._kernel is None else "Without compiling it, the line is named."
            )
            return f"{told}. {self._note or where}"
        odd = odd_answer(self._game)
        if odd is None:
            return ""
        return f"{odd}.{f' {self._note}' if self._note else ''}"


def _file_of(cls: type) -> str:
    """The file of a class, "" where there is none."""
    try:
        return inspect.getfile(cls)
    except (TypeError, OSError):
        return ""


def _place(error: BaseException) -> Place | None:
    """Where in the user's code an error was raised, None when it was not in the user's code."""
    compiled = getattr(error, "place", None)  # in native code: function, file, line
    if compiled is not None:
        _, file, line = compiled
        return Place(file, line)
    place, trace = None, error.__traceback__
    while trace is not None:
        module = trace.tb_frame.f_globals.get("__name__", "")
        if module.partition(".")[0] not in OWN and not is_library_module(module):
            place = Place(trace.tb_frame.f_code.co_filename, trace.tb_lineno)
        trace = trace.tb_next
    return place
