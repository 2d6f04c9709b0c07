"""What long work is about, and what its results depend on: compared when it is resumed."""

from __future__ import annotations

import platform
from collections.abc import Iterator
from typing import Any

from zermelo.core.fingerprint import data_of, digest, is_object
from zermelo.core.game import Game
from zermelo.core.stable_text import stable_repr
from zermelo.core.version import __version__
from zermelo.work.checkpoint import VERSION


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
