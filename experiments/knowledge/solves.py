"""Games solved with all knowledge, with one piece left out, and with one piece alone beside the table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from statistics import median
from typing import Any, Final

from experiments.markdown import number, table
from experiments.measuring import searched
from experiments.plots import bars
from experiments.study import TIMED, Case, Row, matching
from zermelo import Game, game_named
from zermelo.solver.options import ORDERING, PIECES

GAMES: Final = {
    "mnk(3,3,3)": True,
    "connect(4,3,3)": True,
    "mnk(4,4,4)": False,
    "mnk(5,5,4)": False,
    "connect(5,4,4)": False,
    "connect(6,4,4)": False,
    "lines(3x3x2,3)": False,
    "lines(4x3,3,misere=1)": False,
}
"""Games, and whether they are quick: searched interpreted, so their times mean little."""

MEMBERS: Final = {
    "key": ("key",),
    "symmetry": ("symmetry_count",),
    "evaluation": ("evaluate",),
    "quiescence": ("noisy",),
    "priority": ("priority",),
    "forced": ("forced",),
    "relevance": ("relevant", "deciding"),
    "bounds": ("bounds",),
}
"""The pieces of knowledge that a game may have, and the members of its class that may define each."""

UNUSED: Final = ("evaluation", "quiescence")
"""Pieces that a search to the end of the game does not use."""

LARGE: Final = ("mnk(5,5,4)",)
"""Games that no piece alone solves within the limit: each piece is only left out."""

NODES: Final = 36_000_000
"""Limit for each search."""

ALL, TABLE_ALONE, NOTHING = "all", "table alone", "nothing"
"""The searches that the others are compared with."""

TIMEABLE: Final = 100_000
"""Nodes of the smallest search that takes long enough to be timed."""

SAME: Final = ("table", "alone")
"""The table beside the table: the same search as with the table alone, so not measured twice."""


def cases() -> list[Case]:
    """Each game with all, with nothing, with the table alone; with each piece left out, and with each alone."""
    return [
        Case(" ".join(filter(None, (game, *cell))), partial(measure, game, cell, options, quick), quick)
        for game, quick in GAMES.items()
        for cell, options in _searches(game).items()
        if game not in LARGE or cell[1] in (ALL, "left out")
    ]


def _searches(game: str) -> dict[tuple[str, str], dict[str, Any]]:
    """The options of each search, by the piece and what is done with it."""
    searches: dict[tuple[str, str], dict[str, Any]] = {
        ("", ALL): {"etc": True},
        ("", NOTHING): {"table": False, "etc": False, "without": "all"},
        ("", TABLE_ALONE): {"etc": False, "without": "all"},
    }
    for piece in pieces_of(game):
        searches |= {(piece, how): options_for(piece, how) for how in ("left out", "alone") if (piece, how) != SAME}
    return searches


def pieces_of(name: str) -> list[str]:
    """What can be left out of a game and plays a part in solving it."""
    known = (*knowledge_of(game_named(name)), *ORDERING)
    return ["table", "etc", *(piece for piece in PIECES if piece in known and piece not in UNUSED)]


def knowledge_of(game: Game[Any]) -> list[str]:
    """The pieces of knowledge that the class of a game defines."""
    return [
        piece
        for piece, members in MEMBERS.items()
        if any(getattr(type(game), member) is not getattr(Game, member) for member in members)
    ]


def options_for(piece: str, how: str) -> dict[str, Any]:
    """The options of a search with a piece left out, or alone beside the table."""
    if how == "left out":
        return {"table": piece != "table", "etc": piece != "etc", "without": piece if piece in PIECES else ()}
    return {"etc": piece == "etc", "without": tuple(other for other in PIECES if other != piece)}


def measure(game: str, cell: tuple[str, str], options: dict[str, Any], interpreted: bool) -> Row:
    """Solve the initial position."""
    result = searched(
        game_named(game), algorithm="mtdf", nodes=NODES, compiled=not interpreted, deepening=False, **options
    )
    return {"game": game, "piece": cell[0], "how": cell[1], "interpreted": interpreted, **result}


def measured(rows: Sequence[Row]) -> list[Row]:
    """The rows of solves."""
    return [row for row in rows if "piece" in row]


def games_in(solves: Sequence[Row]) -> list[str]:
    """All games, in the order of the rows."""
    return list(dict.fromkeys(row["game"] for row in solves))


def check_values(rows: Sequence[Row]) -> None:
    """Raises AssertionError if exact values of one game differ."""
    for game in games_in(rows):
        values = {row["value"] for row in matching(rows, game=game, kind="exact")}
        if len(values) > 1:
            raise AssertionError(f"{game} has several values: {values}")


def ratios(solves: Sequence[Row], piece: str, how: str) -> dict[str, float]:
    """The nodes with a piece divided by those without it, for each game in which both searches finished.

    What is left out is compared with all knowledge, what is alone with the table alone, and the table with nothing.
    """
    base = ALL if how == "left out" else NOTHING if piece == "table" else TABLE_ALONE
    wanted = {"piece": "", "how": TABLE_ALONE} if (piece, how) == SAME else {"piece": piece, "how": how}
    by_game: dict[str, float] = {}
    for row in matching(solves, **wanted):
        other = _one(solves, game=row["game"], piece="", how=base)
        with_it, without = (other, row) if how == "left out" else (row, other)
        if _finished(row) and _finished(other):
            by_game[row["game"]] = with_it["nodes"] / without["nodes"]
    return by_game


def _one(solves: Sequence[Row], **wanted: Any) -> Row:
    """The one row whose fields have these values."""
    (row,) = matching(solves, **wanted)
    return row


def _finished(row: Row) -> bool:
    """Whether the search was not cut short."""
    return row["stopped"] == "complete"


def pieces_in(solves: Sequence[Row]) -> list[str]:
    """All pieces, in the order of the rows."""
    return list(dict.fromkeys(row["piece"] for row in solves if row["piece"] and row["how"] == "left out"))


def middle(values: Iterable[float]) -> float | None:
    """The median, None if there are no values."""
    values = list(values)
    return median(values) if values else None


def summary() -> str:
    """The plot."""
    return "![How many times fewer nodes each piece leaves beside a table](knowledge-alone.svg)"


def figures(rows: Sequence[Row]) -> str:
    """The sections of the details: medians by piece, then all searches."""
    solves = measured(rows)
    heads = ["piece", "alone", "saves : costs", "last", "saves : costs", "time of a node"]
    return "\n\n".join(
        [
            "### With a table",
            table(heads, [_piece_line(solves, piece) for piece in pieces_in(solves)]),
            f"Medians of {len(games_in(solves))} games, without searches that were cut short, of the nodes with a piece "
            "divided by those without it. *Alone*: the piece is added to the table alone, and the table to nothing. *Last*: "
            "it is added to all other pieces. *Saves : costs* counts the games with fewer and with more nodes. The last "
            "column divides the time of a node with the piece alone by that with the table alone, in compiled searches of "
            f"at least {TIMEABLE:,} nodes.",
            "### Game by game",
            "MTD(f) with all knowledge, with one piece left out, and with one piece alone beside the table. *Times* divides "
            "the nodes by those with all knowledge, and by those with the table alone. > means that the search was cut "
            f"short at {NODES:,} nodes.",
            *(_game_table(solves, game) for game in games_in(solves)),
        ]
    )


def _piece_line(solves: Sequence[Row], piece: str) -> list[object]:
    """The line of a piece in the table of medians."""
    line: list[object] = [f"`{piece}`"]
    for how in ("alone", "left out"):
        values = ratios(solves, piece, how).values()
        line += [middle(values), _saving(values) if values else ""]
    return [*line, _cost(solves, piece)]


def _saving(values: Iterable[float]) -> str:
    """How many of the ratios are below 1, and how many above it, as `5 : 1`."""
    values = list(values)
    return f"{sum(value < 1 for value in values)} : {sum(value > 1 for value in values)}"


def _cost(solves: Sequence[Row], piece: str) -> float | None:
    """The time of a node with the piece alone divided by that with the table alone, the median of the games."""
    rates: list[float] = []
    for row in matching(solves, piece=piece, how="alone", interpreted=False):
        base = _one(solves, game=row["game"], piece="", how=TABLE_ALONE)
        if min(row["nodes"], base["nodes"]) >= TIMEABLE:
            rates.append((row[TIMED]["seconds"] / row["nodes"]) / (base[TIMED]["seconds"] / base["nodes"]))
    return middle(rates)


def _game_table(solves: Sequence[Row], game: str) -> str:
    """A table of all searches of a game, under its name."""
    mine = matching(solves, game=game)
    lines: list[list[object]] = [
        [f"*{row['how']}*", *_nodes_and_seconds(row, None), "", "", ""] for row in matching(mine, piece="")
    ]
    everything, alone = _one(mine, piece="", how=ALL), matching(mine, piece="", how=TABLE_ALONE)
    for piece in pieces_in(mine):
        left = _nodes_and_seconds(_one(mine, piece=piece, how="left out"), everything)
        single = matching(mine, piece=piece, how="alone")
        lines.append([f"`{piece}`", *left, *(_nodes_and_seconds(single[0], alone[0]) if single else ["", "", ""])])
    interpreted = " (interpreted)" if mine[0]["interpreted"] else ""
    heads = ["piece", "left out: nodes", "times", "s", "alone: nodes", "times", "s"]
    return f"`{game}`{interpreted}:\n\n{table(heads, lines)}"


def _nodes_and_seconds(row: Row, base: Row | None) -> list[object]:
    """The nodes of a search, these divided by the nodes of `base`, and seconds."""
    sign = "" if _finished(row) else ">"
    times = None if base is None or not _finished(base) else row["nodes"] / base["nodes"]
    return [f"{sign}{row['nodes']:,}", "" if times is None else sign + number(times), f"{row[TIMED]['seconds']:.3f}"]


def pictures(rows: Sequence[Row]) -> dict[str, str]:
    """A plot of how many times fewer nodes each piece leaves beside the table."""
    solves = measured(rows)
    groups = {
        piece: {game: 1 / ratio for game, ratio in by_game.items()}
        for piece in pieces_in(solves)
        if piece != "table" and (by_game := ratios(solves, piece, "alone"))
    }
    y = "times fewer nodes than with the table alone"
    return {"knowledge-alone": bars(groups, y=y, log_y=True, title="Each piece alone beside a table")}
