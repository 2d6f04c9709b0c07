"""Games solved with all that is known, with one piece left out, and with one alone beside the table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from statistics import median
from typing import Any, Final

from experiments.markdown import number, table
from experiments.measuring import searched
from experiments.plots import bars
from experiments.study import TIMED, Case, Row, matching
from zermelo.core.game import knowledge_of
from zermelo.games.catalogue import game_named
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
"""And whether they are quick: interpreted, so that their seconds mean little."""

UNUSED: Final = ("evaluation", "quiescence")
"""Searches to the end of a game ask neither."""

LARGE: Final = ("mnk(5,5,4)",)
"""Games that nothing alone solves in so many nodes: there each piece is only left out."""

NODES: Final = 36_000_000

ALL, TABLE_ALONE, NOTHING = "all", "table alone", "nothing"
"""What is known in the searches that the others are compared with."""

TIMEABLE: Final = 100_000
"""Nodes from which on a search takes long enough to be timed."""

SAME: Final = ("table", "alone")
"""Not measured twice."""


def cases() -> list[Case]:
    """Each game with all, with nothing, with the table alone; with each piece left out, and alone beside the table."""
    return [
        Case(" ".join(filter(None, (game, *cell))), partial(measure, game, cell, options, quick), quick)
        for game, quick in GAMES.items()
        for cell, options in _asked(game).items()
        if game not in LARGE or cell[1] in (ALL, "left out")
    ]


def _asked(game: str) -> dict[tuple[str, str], dict[str, Any]]:
    """Of each search, by the piece and what is done with it, the options."""
    asked: dict[tuple[str, str], dict[str, Any]] = {
        ("", ALL): {"etc": True},
        ("", NOTHING): {"table": False, "etc": False, "without": "all"},
        ("", TABLE_ALONE): {"etc": False, "without": "all"},
    }
    for piece in pieces_of(game):
        asked |= {(piece, how): options_for(piece, how) for how in ("left out", "alone") if (piece, how) != SAME}
    return asked


def pieces_of(name: str) -> list[str]:
    """What can be left out and has a part in a solve."""
    known = (*knowledge_of(game_named(name)), *ORDERING)
    return ["table", "etc", *(piece for piece in PIECES if piece in known and piece not in UNUSED)]


def options_for(piece: str, how: str) -> dict[str, Any]:
    """Of the search with a piece left out, or alone beside the table."""
    if how == "left out":
        return {"table": piece != "table", "etc": piece != "etc", "without": piece if piece in PIECES else ()}
    return {"etc": piece == "etc", "without": tuple(other for other in PIECES if other != piece)}


def measure(game: str, cell: tuple[str, str], options: dict[str, Any], interpreted: bool) -> Row:
    """One solve of the beginning."""
    found = searched(
        game_named(game), algorithm="mtdf", nodes=NODES, compiled=not interpreted, deepening=False, **options
    )
    return {"game": game, "piece": cell[0], "how": cell[1], "interpreted": interpreted, **found}


def measured(rows: Sequence[Row]) -> list[Row]:
    """The rows of solves."""
    return [row for row in rows if "piece" in row]


def games_in(solves: Sequence[Row]) -> list[str]:
    """All games, in their order."""
    return list(dict.fromkeys(row["game"] for row in solves))


def check_values(rows: Sequence[Row]) -> None:
    """Raises AssertionError where exact values of one game differ."""
    for game in games_in(rows):
        values = {row["value"] for row in matching(rows, game=game, kind="exact")}
        if len(values) > 1:
            raise AssertionError(f"{game} has several values: {values}")


def ratios(solves: Sequence[Row], piece: str, how: str) -> dict[str, float]:
    """By game: the nodes with the piece, times those without it; where both are known. The table alone is beside nothing."""
    base = ALL if how == "left out" else NOTHING if piece == "table" else TABLE_ALONE
    asked = {"piece": "", "how": TABLE_ALONE} if (piece, how) == SAME else {"piece": piece, "how": how}
    found: dict[str, float] = {}
    for row in matching(solves, **asked):
        other = _one(solves, game=row["game"], piece="", how=base)
        with_it, without = (other, row) if how == "left out" else (row, other)
        if _done(row) and _done(other):
            found[row["game"]] = with_it["nodes"] / without["nodes"]
    return found


def _one(solves: Sequence[Row], **wanted: Any) -> Row:
    """The row that is as wanted."""
    (row,) = matching(solves, **wanted)
    return row


def _done(row: Row) -> bool:
    """Whether the search was complete."""
    return row["stopped"] == "complete"


def pieces_in(solves: Sequence[Row]) -> list[str]:
    """All pieces, in their order."""
    return list(dict.fromkeys(row["piece"] for row in solves if row["piece"] and row["how"] == "left out"))


def middle(values: Iterable[float]) -> float | None:
    """The median, None of nothing."""
    values = list(values)
    return median(values) if values else None


def overview(rows: Sequence[Row]) -> str:
    """The plot, and a line for each piece."""
    solves = measured(rows)
    return f"![Times fewer nodes by each piece beside the table](knowledge-alone.svg)\n\n{_summary(solves)}"


def _summary(solves: Sequence[Row]) -> str:
    """A line for each piece."""
    lines: list[list[object]] = []
    for piece in pieces_in(solves):
        alone, last = ratios(solves, piece, "alone").values(), ratios(solves, piece, "left out").values()
        lines.append(
            [
                f"`{piece}`",
                middle(alone),
                _saving(alone) if alone else "",
                middle(last),
                _saving(last) if last else "",
                _cost(solves, piece),
            ]
        )
    heads = [
        "piece",
        "alone: nodes, times",
        "saves : costs",
        "last: nodes, times",
        "saves : costs",
        "time a node, times",
    ]
    note = (
        f"Medians over {len(games_in(solves))} games, without searches that were cut short. *Alone*: added to the "
        "table alone (the table: to nothing). *Last*: added to all the other pieces. *Saves : costs* counts games with "
        "fewer and with more nodes. *Time a node*: alone, against the table alone, in native "
        f"searches of at least {TIMEABLE:,} nodes."
    )
    return f"{table(heads, lines)}\n\n{note}"


def _saving(values: Iterable[float]) -> str:
    """How many of the ratios are below 1, and above: "5 : 1"."""
    values = list(values)
    return f"{sum(value < 1 for value in values)} : {sum(value > 1 for value in values)}"


def _cost(solves: Sequence[Row], piece: str) -> float | None:
    """The median time for a node with the piece alone, times that with the table alone."""
    rates: list[float] = []
    for row in matching(solves, piece=piece, how="alone", interpreted=False):
        base = _one(solves, game=row["game"], piece="", how=TABLE_ALONE)
        if min(row["nodes"], base["nodes"]) >= TIMEABLE:
            rates.append((row[TIMED]["seconds"] / row["nodes"]) / (base[TIMED]["seconds"] / base["nodes"]))
    return middle(rates)


def details(rows: Sequence[Row]) -> str:
    """All searches, game by game."""
    solves = measured(rows)
    intro = (
        "MTD(f) with all that the game knows, with one piece left out, and with one alone beside the table; *times* "
        f"compares nodes. A search ends at {NODES:,} nodes (>). Games marked * were searched interpreted."
    )
    return "\n\n".join([intro, *(_game_table(solves, game) for game in games_in(solves))])


def _game_table(solves: Sequence[Row], game: str) -> str:
    """All searches of a game."""
    mine = matching(solves, game=game)
    lines: list[list[object]] = [
        [f"*{row['how']}*", *_nodes_and_seconds(row, None), "", "", ""] for row in matching(mine, piece="")
    ]
    everything, alone = _one(mine, piece="", how=ALL), matching(mine, piece="", how=TABLE_ALONE)
    for piece in pieces_in(mine):
        left = _nodes_and_seconds(_one(mine, piece=piece, how="left out"), everything)
        single = matching(mine, piece=piece, how="alone")
        lines.append([f"`{piece}`", *left, *(_nodes_and_seconds(single[0], alone[0]) if single else ["", "", ""])])
    star = "*" if mine[0]["interpreted"] else ""
    heads = ["piece", "left out: nodes", "times", "s", "alone: nodes", "times", "s"]
    return f"### {game}{star}\n\n{table(heads, lines)}"


def _nodes_and_seconds(row: Row, base: Row | None) -> list[object]:
    """Nodes, how many times those of `base`, seconds."""
    more = "" if _done(row) else ">"
    times = None if base is None or not _done(base) else row["nodes"] / base["nodes"]
    return [f"{more}{row['nodes']:,}", "" if times is None else more + number(times), f"{row[TIMED]['seconds']:.3f}"]


def pictures(rows: Sequence[Row]) -> dict[str, str]:
    """Times fewer nodes by each piece alone."""
    solves = measured(rows)
    groups = {
        piece: {game: 1 / ratio for game, ratio in found.items()}
        for piece in pieces_in(solves)
        if piece != "table" and (found := ratios(solves, piece, "alone"))
    }
    y = "times fewer nodes than with the table alone"
    return {"knowledge-alone": bars(groups, y=y, log_y=True, title="Each piece alone")}
