"""Claims about play: what an engine must look at to be unbeaten."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Unpack

from experiments.claims.claim import Judged, claim, verdict
from experiments.measuring import against_every_line, matched, search
from zermelo.games.in_a_row.mnk import mnk
from zermelo.play.engine import Engine
from zermelo.solver.options import EngineOptions
from zermelo.solver.solver import Solver


def unbeaten(game: mnk, **options: Unpack[EngineOptions]) -> tuple[int, int]:
    """Games, and games lost, of an engine against every line from both sides."""
    row = against_every_line(game, Engine(game, **{**options, "compiled": False}))
    return row["games"], row["lost"]


@claim("never-loses", 4, "MiniMax with Alpha-Beta never loses at tic-tac-toe.")
def never_loses() -> Judged:
    """By the rules alone against every line."""
    games, lost = unbeaten(mnk(3, 3, 3), algorithm="alpha-beta", without="all")
    why = f"Played against every line from both sides it loses {lost} of {games:,} games."
    return Judged(verdict(lost == 0), why, {"games": games, "lost": lost})


@claim("depth-four", 3, "To look four plies ahead is the least that keeps 3x3 perfect.")
def depth_four() -> Judged:
    """The engine to each depth against every line, faster wins first, the first of equal moves taken."""
    lost = {
        depth: unbeaten(mnk(3, 3, 3), algorithm="alpha-beta", without="all", objective="distance", depth=depth)[1]
        for depth in range(1, 8)
    }
    least = min((depth for depth in lost if not any(lost[d] for d in lost if d >= depth)), default=None)
    told = ", ".join(f"{count} at {depth}" for depth, count in lost.items())
    why = f"Games lost against every line, by plies looked ahead: {told}. From {least} plies on it is unbeaten."
    return Judged(verdict(least == 4), why, {str(depth): count for depth, count in lost.items()})


@claim("nothing-in-four-plies", 3, "On the empty 4x4 board a search of four plies sees no difference between moves.")
def nothing_in_four_plies() -> Judged:
    """The equal moves, to depth 4 and to the depth at which somebody may have won."""
    game = mnk(4, 4, 4)
    found = {
        depth: search(game, algorithm="alpha-beta", without="all", depth=depth, all_moves=True, compiled=depth > 4)
        for depth in (4, 7)
    }
    equal = {str(depth): len(result.best) for depth, result in found.items()}
    why = (
        f"{equal['4']} of {game.action_count} moves are equal at depth 4, and {equal['7']} at depth 7, the first at "
        "which a line "
        "can be complete."
    )
    return Judged(verdict(equal["4"] == game.action_count), why, dict(equal))


@claim("any-first-move", 3, "On 4x4 every first move, and every answer to it, is a draw.")
def any_first_move() -> Judged:
    """All pairs."""
    game = mnk(4, 4, 4)
    solver = Solver(game, line=False, threads=1)
    pairs = [(one, two) for one in range(16) for two in range(16) if one != two]
    drawn = sum(solver.solve(game.apply(game.apply(game.initial(), one), two)).value == 0 for one, two in pairs)
    return Judged(
        verdict(drawn == len(pairs)), f"{drawn} of {len(pairs)} pairs are.", {"pairs": len(pairs), "drawn": drawn}
    )


@claim(
    "twelve-free-cells",
    3,
    "While twelve or more cells of 4x4 are free, the first free cell is as good as any; below that, not.",
)
def twelve_free_cells() -> Judged:
    """The first free cell for as long as so many are free, against every line; is the position that is left lost?"""
    game = mnk(4, 4, 4)
    solver = Solver(game, line=False, threads=1)
    lost: dict[int, int] = {}
    for least in (13, 12, 11, 10):
        left = {state: None for side in (0, 1) for state in first_free(game, game.initial(), least, side)}
        values = {state: 0 if game.terminal(state[0]) else solver.solve(state[0]).value for state in left}
        lost[least] = sum((value if to_move else -value) < 0 for (_, to_move), value in values.items())
    safe = min((least for least in lost if not any(lost[other] for other in lost if other >= least)), default=None)
    told = ", ".join(f"{count} at {least}" for least, count in lost.items())
    why = f"Lost positions after it has played so while so many or more were free: {told}. The least that is safe is {safe}."
    return Judged(verdict(lost[12] == 0, lost[11] > 0), why, {str(least): count for least, count in lost.items()})


def first_free(game: mnk, state: Any, least: int, side: int, ply: int = 0) -> Iterator[tuple[Any, bool]]:
    """The positions in which the player on `side` stops playing the first free cell, and whether it is to move "
    "there.
    """
    free = list(game.actions(state)) if not game.terminal(state) else []
    own = ply % 2 == side
    if len(free) < least or not free:
        yield state, own
        return
    for action in free[:1] if own else free:
        yield from first_free(game, game.apply(state, action), least, side, ply + 1)


@claim("always-ties", 3, "The games of an engine against itself are all drawn.")
def always_ties() -> Judged:
    """Perfect engines, and engines that look four plies ahead, both choosing at random among equal moves."""
    game, wanted = mnk(3, 3, 3), 30
    decided: dict[str, int] = {}
    engines: dict[str, dict[str, Any]] = {
        "perfect": {},
        "four plies": {"algorithm": "alpha-beta", "depth": 4, "without": "all"},
    }
    for name, options in engines.items():
        players = [Engine(game, seed=seed, remembers=True, compiled=False, **options) for seed in (1, 2)]
        found = matched(game, (players[0], players[1]), wanted)
        decided[name] = found.wins + found.losses
    why = (
        f"Not drawn on 3x3, of {wanted} games each, equal moves chosen at random: "
        + ", ".join(f"{count} ({name})" for name, count in decided.items())
        + "."
    )
    return Judged(verdict(*(count == 0 for count in decided.values())), why, dict(decided))


@claim("line-scores", 2, "With a score of lines one need not look to the end of the game.")
def line_scores() -> Judged:
    """The same scores (100, 10, 1 by stones in a line that one side has alone) to each depth, against every line."""
    scored = "key,symmetry,priority,forced,relevance,bounds,killers,history"  # all else that the game knows is left out
    lost, blind = (
        {
            depth: unbeaten(mnk(3, 3, 3), algorithm="alpha-beta", without=without, depth=depth)[1]
            for depth in range(1, 6)
        }
        for without in (scored, "all")
    )
    told, without = (", ".join(map(str, counts.values())) for counts in (lost, blind))
    why = (
        f"Games on 3x3 lost against every line when it looks 1 to {max(lost)} plies ahead: {told}; "
        f"without such scores {without}."
    )
    return Judged(
        verdict(*(count == 0 for count in lost.values())),
        why,
        {"scored": list(lost.values()), "blind": list(blind.values())},
    )
