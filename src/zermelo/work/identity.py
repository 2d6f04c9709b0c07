"""The identity of long work: what it is about and what its results depend on, compared when it is resumed."""

from __future__ import annotations

import platform
from collections.abc import Iterator, Mapping
from typing import Any, Final

from zermelo.core.fingerprint import data_of, digest, is_object
from zermelo.core.game import Game
from zermelo.core.stable_text import stable_repr
from zermelo.core.version import __version__

MOST_SHOWN: Final = 60
"""The most characters of one value of an identity in a message."""

VERSION: Final = "version"
"""The name of the entry with the versions of zermelo and Python."""

CODE: Final = "code of"
"""The names of digests begin with this. Their values are not shown, because they mean nothing to people."""

Identity = Mapping[str, str]
"""Names and strings that identify work. A checkpoint fits only work with the same ones."""


def subject_of(game: Game[Any], state: Any) -> dict[str, str]:
    """The first entries of an identity: the game and the position."""
    return {"game": str(game), "position": game.position_text(state), "state": stable_repr(state)}


def versions_of(game: Game[Any]) -> dict[str, str]:
    """The last entries of an identity: the versions of zermelo and Python, and a digest of the game's code."""
    return {VERSION: f"zermelo {__version__}, Python {platform.python_version()}", "code of the game": code_of(game)}


def code_of(game: Game[Any]) -> str:
    """A digest of a game's code and of all its data."""
    return digest(game, *contents_of(game), deep=True)


def contents_of(game: Any) -> Iterator[Any]:
    """The contents of a game's arrays, and its runtime integers, which `digest` of the game alone does not cover."""
    for value in data_of(game).block.values():
        if is_object(value):
            yield from contents_of(value)
        else:
            yield value


def difference(theirs: Identity, ours: Identity) -> str:
    """The first difference between a stored identity and the one it should be, for a message; "" if there is none."""
    for name in (*ours, *theirs):
        if theirs.get(name) == ours.get(name):
            continue
        stored = _shown(theirs[name]) if name in theirs else "missing"
        wanted = _shown(ours[name]) if name in ours else "none"
        if name == VERSION:
            return f"it was made by {stored}, and this is {wanted}"
        if name.startswith(CODE):
            return f"the {name}, or the data in it, has changed"
        return f"its {name} is {stored}, and should be {wanted}"
    return ""


def _shown(text: str) -> str:
    line = " ".join(text.split())
    return repr(line if len(line) <= MOST_SHOWN else f"{line[: MOST_SHOWN - 1]}…")
