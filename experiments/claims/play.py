"""Claims about play: how far an engine must look ahead to be unbeaten."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Unpack

from experiments.claims.claim import Judged, claim, verdict
from experiments.measuring import against_every_line, matched, search
from zermelo import Solver, engine_named
from zermelo.games import mnk
from zermelo.solver.options import EngineOptions


def unbeaten(game: mnk, **options: Unpack[EngineOptions]) -> tuple[int, int]:
    """The games of an engine against every line of play, as either player, and how many of them it loses."""
    row = against_every_line(game, engine_named(game, "perfect", **options))
    return row["games"], row["lost"]


@claim("never-loses", 4, "MiniMax with Alpha-Beta never loses at tic-tac-toe.")
def never_loses() -> Judged:
    """Play against every line of play, by the rules alone."""
    games, lost = unbeaten(mnk(3, 3, 3), algorithm="alpha-beta", without="all")
    why = f"Games against every line of play, as either player: {games:,}. Lost: {lost}."
    return Judged(verdict(lost == 0), why, {"games": games, "lost": lost})


@claim("depth-four", 3, "A depth limit of four is enough for perfect play on 3x3, and less is not.")
def depth_four() -> Judged:
    """Play against every line of play with each depth limit, preferring fast wins and, of equal moves, the first."""
    lost = {
        depth: unbeaten(mnk(3, 3, 3), algorithm="alpha-beta", without="all", objective="distance", depth=depth)[1]
        for depth in range(1, 8)
    }
    least = min((depth for depth in lost if not any(lost[d] for d in lost if d >= depth)), default=None)
    counts = ", ".join(f"{count} at {depth}" for depth, count in lost.items())
    why = f"Games lost against every line of play, by depth limit: {counts}. Smallest limit that is enough: {least}."
    return Judged(verdict(least == 4), why, {str(depth): count for depth, count in lost.items()})


@claim("nothing-in-four-plies", 3, "On the empty 4x4 board, a search of four plies sees no difference between moves.")
def nothing_in_four_plies() -> Judged:
    """Count the best moves at depth 4, and at the depth at which the first player may have won."""
    game = mnk(4, 4, 4)
    found = {
        depth: search(game, algorithm="alpha-beta", without="all", depth=depth, all_moves=True, compiled=depth > 4)
        for depth in (4, 7)
    }
    equal = {str(depth): len(result.best) for depth, result in found.items()}
    why = (
        f"Moves that share the best value, of {game.action_count}: {equal['4']} at depth 4, and {equal['7']} at depth 7, "
        "the first depth at which a line can be complete."
    )
    return Judged(verdict(equal["4"] == game.action_count), why, dict(equal))


@claim("any-first-move", 3, "On 4x4, every first move and every reply to it leads to a draw.")
def any_first_move() -> Judged:
    """Solve the position after each pair of moves."""
    game = mnk(4, 4, 4)
    solver = Solver(game, line=False, threads=1)
    pairs = [(one, two) for one in range(16) for two in range(16) if one != two]
    drawn = sum(solver.solve(game.apply(game.apply(game.initial(), one), two)).value == 0 for one, two in pairs)
    why = f"Pairs of a first move and a reply: {len(pairs)}. Drawn: {drawn}."
    return Judged(verdict(drawn == len(pairs)), why, {"pairs": len(pairs), "drawn": drawn})


@claim(
    "twelve-free-cells",
    3,
    "On 4x4, playing the first free cell is safe as long as 12 or more cells are free, but not longer.",
)
def twelve_free_cells() -> Judged:
    """Play the first free cell while at least 13, 12, 11 or 10 are free, against every line; count lost positions."""
    game = mnk(4, 4, 4)
    solver = Solver(game, line=False, threads=1)
    lost: dict[int, int] = {}
    for least in (13, 12, 11, 10):
        left = {state: None for side in (0, 1) for state in first_free(game, game.initial(), least, side)}
        values = {state: 0 if game.terminal(state[0]) else solver.solve(state[0]).value for state in left}
        lost[least] = sum((value if to_move else -value) < 0 for (_, to_move), value in values.items())
    limits, counts = ", ".join(map(str, lost)), ", ".join(map(str, lost.values()))
    why = f"Positions that are lost after playing the first free cell while at least {limits} cells are free: {counts}."
    return Judged(verdict(lost[12] == 0, lost[11] > 0), why, {str(least): count for least, count in lost.items()})


def first_free(game: mnk, state: Any, least: int, side: int, ply: int = 0) -> Iterator[tuple[Any, bool]]:
    """The positions in which player `side` stops playing the first free cell, and whether that player is to move."""
    free = list(game.actions(state)) if not game.terminal(state) else []
    own = ply % 2 == side
    if len(free) < least or not free:
        yield state, own
        return
    for action in free[:1] if own else free:
        yield from first_free(game, game.apply(state, action), least, side, ply + 1)


@claim("always-ties", 3, "Games of an engine against itself are always drawn.")
def always_ties() -> Judged:
    """Let perfect engines play, and engines that look four plies ahead; both choose at random among equal moves."""
    game, wanted = mnk(3, 3, 3), 30
    decided: dict[str, int] = {}
    engines: dict[str, dict[str, Any]] = {
        "perfect": {},
        "four plies": {"algorithm": "alpha-beta", "depth": 4, "without": "all"},
    }
    for name, options in engines.items():
        players = [
            engine_named(game, "perfect", seed=seed, remembers=True, compiled=False, **options) for seed in (1, 2)
        ]
        found = matched(game, (players[0], players[1]), wanted)
        decided[name] = found.wins + found.losses
    why = (
        f"Games on 3x3 that were not drawn, of {wanted}, with equal moves chosen at random: {decided['perfect']} by a "
        f"perfect engine, {decided['four plies']} by an engine that looks four plies ahead."
    )
    return Judged(verdict(*(count == 0 for count in decided.values())), why, dict(decided))


@claim("line-scores", 2, "With a heuristic score of the lines, it is enough to look a few moves ahead.")
def line_scores() -> Judged:
    """Play against every line of play, with the score and without it, at each depth.

    A line with stones of one player only counts 100, 10 or 1 by their number.
    """
    scored = "key,symmetry,priority,forced,relevance,bounds,killers,history"  # all but the score
    scored_lost, plain_lost = (
        {
            depth: unbeaten(mnk(3, 3, 3), algorithm="alpha-beta", without=without, depth=depth)[1]
            for depth in range(1, 6)
        }
        for without in (scored, "all")
    )
    scored_text, plain_text = (", ".join(map(str, counts.values())) for counts in (scored_lost, plain_lost))
    why = (
        f"Games on 3x3 lost against every line of play, looking 1 to {max(scored_lost)} plies ahead. With the score: "
        f"{scored_text}. Without it: {plain_text}."
    )
    figures = {"scored": list(scored_lost.values()), "unscored": list(plain_lost.values())}
    return Judged(verdict(*(count == 0 for count in scored_lost.values())), why, figures)
