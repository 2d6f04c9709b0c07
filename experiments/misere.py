"""Misère k in a row: the player who completes a line loses."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from experiments.markdown import table
from experiments.measuring import search, searched
from experiments.plots import bars
from experiments.study import Case, Report, Row, Study, matching
from zermelo.games import lines
from zermelo.solver.options import ORDERING

BOARDS: Final = (
    ((2, 2), 2, True),
    ((3, 2), 2, True),
    ((3, 3), 2, True),
    ((3, 3), 3, True),
    ((4, 3), 3, False),
    ((5, 3), 3, False),
    ((4, 4), 3, False),
    ((4, 4), 4, False),
    ((5, 4), 4, False),
    ((2, 2, 2), 2, True),
    ((3, 2, 2), 2, True),
    ((3, 3, 2), 3, False),
    ((3, 3, 3), 3, False),
)
"""Shape, k, and whether it is quick: small enough to be searched without compiling."""

NODES: Final = 20_000_000
"""Limit for each search."""

WINNERS: Final = {1: "first player", 0: "draw", -1: "second player"}


def cases(_seed: int) -> list[Case]:
    """Each board in normal and in misère play."""
    return [
        Case(f"{name_of(shape, k)} {play}", partial(measure, shape, k, play, quick), quick)
        for shape, k, quick in BOARDS
        for play in ("normal", "misère")
    ]


def name_of(shape: tuple[int, ...], k: int) -> str:
    """As `3x3, k = 3`."""
    return f"{'x'.join(map(str, shape))}, k = {k}"


def measure(shape: tuple[int, ...], k: int, play: str, interpreted: bool) -> Row:
    """Solve the empty board with a table, by the rules alone and with all knowledge, the latter for all best moves."""
    game = lines(shape, k, misere=play == "misère")
    common: dict[str, Any] = {"algorithm": "mtdf", "deepening": False, "compiled": False if interpreted else None}
    plain = searched(game, nodes=NODES, without="all", **common)
    known = search(game, nodes=NODES, all_moves=True, **common)
    found = {"value": known.value, "kind": known.kind, "nodes": known.counters["nodes"], "stopped": known.stopped}
    return {
        "board": name_of(shape, k),
        "shape": list(shape),
        "k": k,
        "play": play,
        "plain": plain,
        "known": found,
        "knowledge": [piece for piece in known.knowledge if piece not in ORDERING],
        "bounds": known.counters["bounds"],
        "forced": known.counters["forced"],
        "best": sorted(known.best) if known.all_best else None,
        "moves": game.action_count,
    }


def copier(shape: Sequence[int], k: int) -> str:
    """The player who never loses in misère play by answering each stone at the opposite cell; "" if there is none.

    With an even side no cell is its own opposite, and the second player copies. With odd sides the first player begins in
    the centre and copies. Then every line through the centre must be its own mirror image, so no side may exceed k.
    """
    if any(side % 2 == 0 for side in shape):
        return "second player"
    return "first player" if all(side <= k for side in shape) else ""


COPYING: Final = (
    "In misère play, answer each stone at the opposite cell. A line that is its own mirror image through the centre "
    "consists of opposite cells, so both players have stones on it. Any other line of the copier is the mirror image "
    "of a line of the opponent, which was complete before. With an even side no cell is its own opposite, and the "
    "second player copies. If all sides are odd and none exceeds k, every line through the centre is its own mirror "
    "image, and the first player copies, beginning in the centre. On other boards the argument does not apply."
)


def value_of(row: Row) -> int | None:
    """The exact value, None if no search finished. Raises AssertionError if two searches disagree."""
    values = {found["value"] for found in (row["plain"], row["known"]) if found["kind"] == "exact"}
    if len(values) > 1:
        raise AssertionError(f"{row['case']} has several values: {values}")
    return values.pop() if values else None


# --- the report ------------------------------------------------------------------------------------------------------------
def report(rows: Sequence[Row]) -> Report:
    """Winners and nodes in normal and in misère play."""
    boards = list(dict.fromkeys(row["board"] for row in rows))
    pairs = [(one(rows, board, "normal"), one(rows, board, "misère")) for board in boards]
    summary = [
        table(
            ["board", "winner, normal", "winner, misère", "copier", "nodes, normal", "nodes, misère"],
            map(summary_line, pairs),
        ),
        "Nodes are those of a search with all that zermelo knows about the game. The copier is the player who cannot lose "
        "in misère play, because answering each stone at the opposite cell is safe.",
        "![Nodes in misère play, divided by nodes in normal play](misere.svg)",
    ]
    heads = ["board", "play", "nodes: rules", "nodes: all", "times fewer", "bounds", "forced", "best first moves"]
    details = [
        "### Copying never loses",
        COPYING,
        "### Nodes and best moves",
        table(heads, [board_line(row) for pair in pairs for row in pair]),
        f"Searches by the rules alone, and with all that zermelo knows about the game, of at most {NODES:,} nodes (>: "
        "stopped there). Of the second search, *bounds* is the number of nodes that proven bounds settle, and *forced* the "
        "number of nodes with a forced move. The best first moves are all those that keep the value.",
    ]
    pictures = {"misere": nodes_plot(pairs)}
    return Report(summary="\n\n".join(summary), details="\n\n".join(details), pictures=pictures)


def one(rows: Sequence[Row], board: str, play: str) -> Row:
    """The row of a board."""
    (row,) = matching(rows, board=board, play=play)
    return row


def finished(search: Row) -> bool:
    """Whether a search was not cut short."""
    return search["stopped"] == "complete"


def summary_line(pair: tuple[Row, Row]) -> list[object]:
    """A line of the summary: a board in normal and in misère play."""
    normal, misere = pair
    winners = [winner(row) for row in pair]
    return [
        normal["board"],
        *winners,
        copier(misere["shape"], misere["k"]),
        *(shown_nodes(row["known"]) for row in pair),
    ]


def winner(row: Row) -> str:
    """Who wins, "?" if that is not known."""
    value = value_of(row)
    return "?" if value is None else WINNERS[value]


def board_line(row: Row) -> list[object]:
    """A line of the details: a board in one kind of play."""
    plain, known = row["plain"], row["known"]
    both = finished(plain) and finished(known)
    best = row["best"]
    moves = "" if best is None else "all" if len(best) == row["moves"] else f"{len(best)}: {' '.join(best)}"
    return [
        row["board"],
        row["play"],
        shown_nodes(plain),
        shown_nodes(known),
        plain["nodes"] / known["nodes"] if both else None,
        row["bounds"],
        row["forced"],
        moves,
    ]


def shown_nodes(search: Row) -> str:
    """The nodes of a search, with > if it was cut short."""
    return f"{'' if finished(search) else '>'}{search['nodes']:,}"


def nodes_plot(pairs: Sequence[tuple[Row, Row]]) -> str:
    """Nodes in misère play, divided by nodes in normal play, of the searches that finished."""
    ratios = {
        misere["board"].replace(", ", "\n").replace(" ", ""): {
            label: misere[search]["nodes"] / normal[search]["nodes"]
            for search, label in (("plain", "rules"), ("known", "all knowledge"))
            if finished(misere[search]) and finished(normal[search])
        }
        for normal, misere in pairs
    }
    shown = {board: ratio for board, ratio in ratios.items() if ratio}
    return bars(shown, y="misère nodes / normal nodes", log_y=True, title="Is misère play harder to solve?")


STUDY: Final = Study(
    "misere",
    "What changes when completing a line loses?",
    "Boards of k in a row are solved twice: in normal play, where the first player to complete a line wins, and in misère "
    "play, where that player loses. MTD(f) with a table searches each by the rules alone, and again with all that zermelo "
    f"knows about the game, up to {NODES:,} nodes. The second search also finds all first moves that keep the value.",
    cases,
    report,
)
