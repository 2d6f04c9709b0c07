"""What can go wrong, one class for each cause. The message is one or two sentences: what is wrong, what would be right."""

from typing import Final


class ZermeloError(Exception):
    """The base of all refusals; its text is meant for people."""


class BadGame(ZermeloError):
    """A game class, or the arguments it was made with, that cannot be used."""


class BadPosition(ZermeloError):
    """A position that cannot be read, is not legal, or is over."""


class BadMove(BadPosition):
    """A move that cannot be read or is not legal where it is played."""


class BadOption(ZermeloError):
    """An option, or a pair of options, that makes no sense."""


class BadAlgorithm(ZermeloError):
    """An algorithm of a user's own that returns what no search can find."""


class BadCheckpoint(ZermeloError):
    """A file that is no checkpoint, or a damaged one, or one of other work; or one that cannot be written."""


class BadTable(ZermeloError):
    """A folder that holds no table of positions, or a damaged one, or one of another game."""


class NotSupported(ZermeloError):
    """A facet of a game that the algorithm asked for does not support."""


class NotCompilable(ZermeloError):
    """A game that cannot become native code; the message names the reason and the line."""


GOES_ON: Final = "a play goes on after max_length"
"""What kernels say in a BrokenContract where a depth of max_length was not enough."""


class BrokenContract(Exception):  # raised in kernels, and told as BadGame with the game's name
    """A game that does what no game may, noticed during a search."""


class GameFailed(ZermeloError):
    """A game's own method raised an exception during a search."""


class DoesNotReturn(GameFailed):
    """A game's own method had not returned long after the work was to end."""

    RIGHT: Final = "It must come to an end soon, for every state."

    def __init__(self, found: str) -> None:
        self.found = found
        super().__init__(f"{found} {self.RIGHT}")
