"""Arguments that several commands take."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from zermelo.game import Game

UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}


class GameArgument(click.ParamType[Any]):
    """A game by name."""

    name = "game"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Game[Any]:
        """The game. Raises BadGame."""
        from zermelo.games.catalogue import game_named

        return game_named(value)


class Memory(click.ParamType[int]):
    """A number of bytes: 500000, 64M, 2G."""

    name = "bytes"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number of bytes."""
        found = re.fullmatch(r"(\d{1,15})([KMG]?)(?:i?B)?", str(value).strip(), re.IGNORECASE)
        if not found or int(found[1]) == 0:
            self.fail(f"{value!r} is not a size; sizes look like 64M or 2G.", param, ctx)
        return int(found[1]) * UNITS[found[2].upper()]


class Names(click.ParamType[tuple[str, ...]]):
    """Names with commas between them."""

    name = "names"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, ...]:
        """The names."""
        if isinstance(value, tuple):  # a default
            return value  # pyright: ignore[reportUnknownVariableType]
        return tuple(name.strip() for name in str(value).split(",") if name.strip())
