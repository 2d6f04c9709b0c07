"""The exceptions, one class for each cause. A message is one or two sentences: what is wrong, then what would be right."""

import contextlib
from collections.abc import Generator
from typing import Final


class ZermeloError(Exception):
    """The base class of zermelo's exceptions. Its message is meant for people."""


class BadGame(ZermeloError):
    """A game class, or the arguments it was made with, cannot be used."""


class BadPosition(ZermeloError):
    """A position cannot be read, is not legal, or is already over."""


class BadMove(BadPosition):
    """A move cannot be read, or is not legal where it is played."""


@contextlib.contextmanager
def at(place: str) -> Generator[None]:
    """A context in which the message of a BadPosition or BadMove begins with a place, such as "Move 3"."""
    try:
        yield
    except BadPosition as error:
        raise type(error)(f"{place}: {error}") from None


class BadOption(ZermeloError):
    """An option, or a combination of options, makes no sense."""


class BadAlgorithm(ZermeloError):
    """A user's own algorithm returned a result that cannot be right."""


class BadCheckpoint(ZermeloError):
    """A file is not a checkpoint, is damaged, was written by other work, or cannot be written."""


class BadTable(ZermeloError):
    """A folder contains no table of positions, or a damaged one, or one of another game."""


class NotSupported(ZermeloError):
    """A game has a facet that the chosen algorithm does not support."""


class NotInstalled(NotSupported):
    """Something is needed that comes with an extra of zermelo only, or that must be built."""

    def __init__(self, what: str, extra: str = "", instead: str = "", how: str = "") -> None:
        how = how or f"`pip install 'zermelo[{extra}]'` installs it."
        super().__init__(f"{what} is not installed; {how} {instead}".rstrip())


class NotCompilable(ZermeloError):
    """A game cannot be compiled to native code. The message gives the reason and the line."""


TOO_LONG: Final = "a play is longer than max_length"
"""The message of the BrokenContract that is raised if a play is not over after max_length plies."""


class BrokenContract(Exception):  # raised in kernels; users see a BadGame with the game's name
    """A game broke the contract during a search."""


class MixedStates(BrokenContract):
    """States or keys differ in shape, or take more room than is set aside for them: only interpreted code takes them all."""


class LongState(MixedStates):
    """A state takes more room than is set aside for it."""


class GameFailed(ZermeloError):
    """A method of the game raised an exception during a search."""


RAISED: Final = (Exception, SystemExit, GeneratorExit)
"""What a method of a game, or a program of the user's, may raise. KeyboardInterrupt is Ctrl-C."""


class DoesNotReturn(GameFailed):
    """A method of the game was still running some time after the work should have ended."""

    RIGHT: Final = "It must return quickly, for every state."

    def __init__(self, found: str) -> None:
        self.found = found
        super().__init__(f"{found} {self.RIGHT}")
