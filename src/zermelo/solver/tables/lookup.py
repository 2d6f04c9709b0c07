"""Results from a table: a position in a table needs no search."""

from __future__ import annotations

import random
import time
from typing import Any

from zermelo.core.errors import BadOption, BadTable
from zermelo.core.game import Game
from zermelo.search.parts.sign import sign_of
from zermelo.solver.options import Options
from zermelo.solver.result import Known, Result
from zermelo.solver.tables.table import Table
from zermelo.solver.technique import LOOKUP


def check_lookup(options: Options) -> None:
    """Raises BadOption for options that only a search can use."""
    searching = (options.algorithm, options.depth, options.deepening, options.etc)
    if any(option is not None for option in searching) or options.left_out:
        raise BadOption(
            "Positions in a table are not searched: leave out the options algorithm, depth, deepening, 'etc' and "
            "'without', or leave out the tables."
        )


def by_table(game: Game[Any], state: Any, options: Options, table: Table) -> Result | None:
    """The value and all best moves of a position, or None if it is not in the table. Raises BadTable."""
    started = time.perf_counter()
    score = table.score(state)
    if score is None:
        return None
    value, distance = table.value_and_distance(score)
    scored = _scored(game, state, table)
    by_distance = options.objective == "distance"
    as_good = (
        score if by_distance else min(other for other in scored.values() if table.value_and_distance(other)[0] == value)
    )
    best = [action for action in scored if scored[action] >= as_good]
    if options.seed is not None:
        random.Random(options.seed).shuffle(best)
    names = tuple(map(game.action_name, best))
    line = _line(game, state, best[0], table) if options.line else ()
    return Result.of_known(
        game,
        state,
        options.objective,
        Known(value, distance if by_distance else None, names, line),
        algorithm=LOOKUP,
        chosen=f"a tablebase of {len(table):,} positions in {str(table.folder)!r}",
        seconds=time.perf_counter() - started,
    )


def _scored(game: Game[Any], state: Any, table: Table) -> dict[int, int]:
    """The score of each action, the best first. Raises BadTable if the best is not the state's own score."""
    scored: dict[int, int] = {}
    for action in game.actions(state):
        child = game.apply(state, action)
        known = table.score(child)
        if known is None:
            break
        scored[action] = table.scoring.to_parent(sign_of(game, state, child) * known)
    else:
        if max(scored.values()) == table.score(state):
            return dict(sorted(scored.items(), key=lambda item: -item[1]))
    raise BadTable(
        f"The table in {str(table.folder)!r} is wrong about {game.position_text(state)!r} or a position after it; run "
        f"`zermelo verify`."
    )


def _line(game: Game[Any], state: Any, action: int, table: Table) -> tuple[str, ...]:
    """Best play from `state` on, beginning with this action."""
    line: list[str] = []
    while True:
        line.append(game.action_name(action))
        state = game.apply(state, action)
        if game.terminal(state):
            return tuple(line)
        action = next(iter(_scored(game, state, table)))
