"""Which games are served: all that come with zermelo, and those that the command line names."""

from __future__ import annotations

import re
from typing import Any, Final, NamedTuple

from zermelo.core.stable_text import SCHEMA
from zermelo.core.version import __version__
from zermelo.games.catalogue import ALIASES, FAMILIES
from zermelo.search import ALGORITHMS
from zermelo.solver.options import OBJECTIVES, PIECES
from zermelo.web.messages import MOST_BODY, MOST_DRAWN, MOST_MOVES, MOST_SECONDS, Problem

SAFE: Final = re.compile(r"[A-Za-z0-9 ,.()=_+-]*")
"""Names of games that come with zermelo; a user's have a colon, or end in .py."""


class Offer(NamedTuple):
    """What can be played."""

    own: tuple[str, ...] = ()
    """The names that the command line gave: users' games are among them, and nowhere else."""

    def check(self, name: str) -> None:
        """Raises Problem where this game is not served."""
        if name not in self.own and (not SAFE.fullmatch(name) or ".py" in name):
            own = f"; of these, {', '.join(self.own)} can be asked for" if self.own else ""
            message = f"{name!r} is not served here: games of yours are named when the server is started{own}."
            raise Problem(422, "refused", message)

    def to_dict(self) -> dict[str, Any]:
        """As it is answered."""
        families = FAMILIES.values()
        summaries = {family.signature.partition("(")[0]: family.summary for family in families}
        listed = dict.fromkeys([*self.own, *(family.example for family in families)])
        return {
            "schema": SCHEMA,
            "version": __version__,
            "games": [{"game": name, "summary": summaries.get(_family(name), "")} for name in listed],
            "families": [
                {"signature": family.signature, "summary": family.summary, "example": family.example}
                for family in families
            ],
            "algorithms": [{"name": name, "source": algorithm.source} for name, algorithm in ALGORITHMS.items()],
            "objectives": list(OBJECTIVES),
            "pieces": list(PIECES),
            "limits": {"seconds": MOST_SECONDS, "moves": MOST_MOVES, "body": MOST_BODY, "drawn": MOST_DRAWN},
        }


def _family(name: str) -> str:
    return ALIASES.get(name.lower(), name).partition("(")[0]
