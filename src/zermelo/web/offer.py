"""The games that are served: all that come with zermelo, and those named on the command line."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from zermelo.core.board import Cell
from zermelo.core.constants import NONE
from zermelo.core.stable_text import SCHEMA
from zermelo.core.version import __version__
from zermelo.core.wording import unknown
from zermelo.games.catalogue import ALIASES, FAMILIES, full_names, game_named
from zermelo.games.in_a_row.sets import LISTED
from zermelo.play.record import Record
from zermelo.search import ALGORITHMS
from zermelo.solver.options import OBJECTIVES, PIECES
from zermelo.web.messages import MOST_BODY, MOST_DRAWN, MOST_MOVES, MOST_SECONDS, Problem

SAFE: Final = re.compile(r"[A-Za-z0-9 ,.()=_+/:-]*")
"""What the names of zermelo's own games are made of. Names of a user's games contain .py, or a colon before arguments."""

COLON: Final = re.compile(r"(?<![0-9]):|:(?![0-9])|^[^(]*:")
"""A colon that is not one of a ratio in the arguments, like 2:1."""

READS: Final = re.compile(rf"sets\s*\((?!\s*{LISTED}\s*[,)])", re.IGNORECASE)
"""In the name of a game whose winning sets are in a file."""

UNKNOWN: Final = {"title": None, "rules": None, "board": None}
"""What is shown of a user's game: only worker processes load it."""


class Offer(NamedTuple):
    """The games of this server, and all else that GET /games lists."""

    own: tuple[str, ...] = ()
    """The full names of the games named on the command line. A user's own game, or one from a file, is served only if it is
    one of them.
    """
    named: Mapping[str, str] = {}
    """The full name for each name that was given on the command line, and for each FILE.py."""

    @classmethod
    def of(cls, given: Sequence[str]) -> Offer:
        """The offer of a server that is started with these names of games. Raises BadGame."""
        found = {name: full_names(name) for name in given}
        own = tuple(dict.fromkeys(name for names in found.values() for name in names))
        files = {name.replace(f":{_class_of(name)}", "", 1): name for name in reversed(own) if _class_of(name)}
        return cls(own, files | {name: names[0] for name, names in found.items()})

    def full_name(self, name: str) -> str:
        """The name of a game as this server lists it. Nothing is loaded to find it. Raises Problem if it is not served."""
        name = self.named.get(name.strip(), name)
        users = ".py" in name or COLON.search(name) or READS.search(name)
        if name not in self.own and (users or not SAFE.fullmatch(name)):
            started = f" This server was started with {', '.join(self.own)}." if self.own else ""
            message = (
                f"{name!r} is not served. To serve a game of your own, name it when you start the server.{started}"
            )
            raise Problem("refused", message)
        family = name.partition("(")[0].strip()
        if name not in self.own and family.lower() not in (*FAMILIES, *ALIASES):
            raise Problem("refused", unknown("game", family, FAMILIES, also=ALIASES))
        return name

    def to_dict(self) -> dict[str, Any]:
        """The answer to GET /games, as plain data for JSON."""
        families = FAMILIES.values()
        summaries = {family.signature.partition("(")[0]: family.summary for family in families}
        listed = dict.fromkeys([*self.own, *(family.example for family in families)])
        return {
            "schema": SCHEMA,
            "version": __version__,
            "games": [
                {"game": name, "summary": summaries.get(_family(name), "")}
                | (UNKNOWN if name in self.own else _shown(name))
                for name in listed
            ],
            "families": [
                {"signature": family.signature, "summary": family.summary, "example": family.example}
                for family in families
            ],
            "algorithms": [{"name": name, "source": algorithm.source} for name, algorithm in ALGORITHMS.items()],
            "objectives": list(OBJECTIVES),
            "pieces": list(PIECES),
            "limits": {"seconds": MOST_SECONDS, "moves": MOST_MOVES, "body": MOST_BODY, "drawn": MOST_DRAWN},
        }


@functools.cache
def _shown(name: str) -> dict[str, Any]:
    """The title, the rules and the initial board of one of zermelo's own games."""
    record = Record.begin(game_named(name))
    places = record.game.picture(record.state, record.mover)
    return {
        "title": record.game.title(),
        "rules": record.game.rules(),
        "board": [place_view(place) for place in places],
    }


def _family(name: str) -> str:
    return ALIASES.get(name.lower(), name).partition("(")[0]


def _class_of(name: str) -> str:
    """The class in the name of a user's game."""
    found = re.match(r"[^(]*\.py:(\w+)", name)
    return found[1] if found else ""


def place_view(cell: Cell) -> dict[str, Any]:
    """A place of a board and what stands there, as answers have it; these are the fields of `response_types.PlaceView`."""
    fields = cell._asdict() | {"player": None if cell.player == NONE else cell.player}
    return {name: fields[name] for name in ("layer", "mark", "look", "row", "column", "player", "marked")}
