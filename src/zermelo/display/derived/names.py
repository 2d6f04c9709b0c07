"""Names of moves, for a game that does not name them: "b2" for the cell that changes, "b2-c3" for a move between cells.

A name must fit an action in every position, because `action_name` is not told the position. So an action has a name only if
it was watched to change the same cells each time. If all positions could be watched, an action that goes from one cell to
several others, depending on the position, is named after all of them: "b2-a3/c3".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from zermelo.core.game import Game
from zermelo.display.derived.board import board_of
from zermelo.display.derived.exploration import derived_once

MoveNames = tuple[Mapping[int, str], Mapping[str, int]]
"""The name of each action that has one, and the actions by name: of "b2-a3/c3", "b2-a3" and "b2-c3" are also read."""

NO_NAMES: Final[MoveNames] = {}, {}


def derived_name(game: Game[Any], action: int) -> str:
    """The derived name of an action; its number if it has none."""
    return (_names_of(game) or NO_NAMES)[0].get(action, str(action))


def derived_action(game: Game[Any], text: str) -> int | None:
    """The action that `text` names, also by its number; None if there is none."""
    found = (_names_of(game) or NO_NAMES)[1].get(text)
    if found is not None or not (text.isascii() and text.isdigit()):
        return found
    return next((action for action in range(game.action_count) if str(action) == text), None)


@derived_once
def _names_of(game: Game[Any]) -> MoveNames:
    board = board_of(game)
    if board is None or len(board.layers) > 1:
        return NO_NAMES
    cells = board.shape.names()
    routes = {
        action: [*dict.fromkeys(tuple(cells[cell] for cell in route) for route in sorted(several))]
        for action, several in board.routes.items()
    }
    uses = Counter(route for several in routes.values() for route in several)
    # otherwise actions mean something else than cells, or a rare route would get a wrong name, or names be mixed
    alike = all(len({route[:-1] for route in several}) == 1 for several in routes.values())
    watched = board.complete or all(len(several) == 1 for several in routes.values())
    unmixed = not board.starts or max(uses.values()) == 1
    if not (alike and watched and unmixed):
        return NO_NAMES
    names: dict[int, str] = {}
    actions: dict[str, int] = {}
    for action, several in routes.items():
        if not all(uses[route] == 1 and 1 <= len(route) <= 2 for route in several):
            continue
        ways = ["-".join(route) for route in several]
        first, *others = ways
        names[action] = "/".join([first, *(way.rpartition("-")[2] for way in others)])
        actions |= dict.fromkeys([*ways, names[action]], action)
    return names, actions
