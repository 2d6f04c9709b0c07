"""What long work is about, and what its results depend on: compared when it is resumed."""

from __future__ import annotations

import platform
from collections.abc import Iterator, Mapping
from typing import Any, Final

from zermelo.core.fingerprint import data_of, digest, is_object
from zermelo.core.game import Game
from zermelo.core.stable_text import stable_repr
from zermelo.core.version import __version__

MOST_SHOWN: Final = 60
"""Characters of an identity in a message."""

VERSION: Final = "version"
"""The name in an identity of what made it."""

CODE: Final = "code of"
"""How the names of digests begin, which tell people nothing."""

Identity = Mapping[str, str]
"""What work is: names and texts. A checkpoint is only for work of the same texts; the first that differs is told."""


def subject_of(game: Game[Any], state: Any) -> dict[str, str]:
    """What work is about, as an identity tells it first."""
    return {"game": str(game), "position": game.position_text(state), "state": stable_repr(state)}


def makings_of(game: Game[Any]) -> dict[str, str]:
    """What the results of work depend on without being what it is about."""
    return {VERSION: f"zermelo {__version__}, Python {platform.python_version()}", "code of the game": code_of(game)}


def code_of(game: Game[Any]) -> str:
    """A digest of the code of a game and of all that it holds."""
    return digest(game, *contents_of(game), deep=True)


def contents_of(game: Any) -> Iterator[Any]:
    """The arrays and runtime integers of a game: `digest` itself sees of them that they are there."""
    for value in data_of(game).block.values():
        if is_object(value):
            yield from contents_of(value)
        else:
            yield value


def difference(theirs: Identity, ours: Identity) -> str:
    """What the first thing is that differs, of what is kept and of what is asked for; "" if nothing does."""
    for name in (*ours, *theirs):
        if theirs.get(name) == ours.get(name):
            continue
        kept = _shown(theirs[name]) if name in theirs else "not told"
        asked = _shown(ours[name]) if name in ours else "none"
        if name == VERSION:
            return f"it was made by {kept}, and this is {asked}"
        if name.startswith(CODE):
            return f"the {name}, or what it holds, is not the same"
        return f"its {name} is {kept}, and {asked} is asked for"
    return ""


def _shown(text: str) -> str:
    line = " ".join(text.split())
    return repr(line if len(line) <= MOST_SHOWN else f"{line[: MOST_SHOWN - 1]}…")
