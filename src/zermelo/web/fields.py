"""The fields of a state by name, which the page shows as a table if there is no board to draw."""

from __future__ import annotations

import dataclasses
from typing import Any

from zermelo.core.game import Game, inherits
from zermelo.core.stable_text import stable_repr
from zermelo.core.wording import shortened


def fields_shown(game: Game[Any], state: Any) -> list[dict[str, str]]:
    """The name and the value of each field; none if the game has a text for its states, or the fields have no names."""
    if not inherits(game, "render"):
        return []
    return [{"name": name, "value": shortened(stable_repr(getattr(state, name)))} for name in _names(state)]


def _names(state: Any) -> tuple[str, ...]:
    if dataclasses.is_dataclass(state):
        return tuple(field.name for field in dataclasses.fields(state))
    return getattr(state, "_fields", ())
