"""Misère k in a row: who makes a line loses."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from experiments.markdown import names, table
from experiments.measuring import search, searched
from experiments.plots import bars
from experiments.study import Case, Report, Row, Study, matching
from zermelo.core.knowledge import KNOWLEDGE
from zermelo.games.in_a_row.lines import lines

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
"""Shape, k, and whether it is quick: small enough to be searched interpreted."""

NODES: Final = 20_000_000

WINNERS: Final = {1: "first player", 0: "nobody", -1: "second player"}


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
    """The beginning, by the rules with a table, and by all that the game knows; then its best moves."""
    game = lines(shape, k, misere=play == "misère")
    common: dict[str, Any] = {"algorithm": "mtdf", "deepening": False, "compiled": False if interpreted else None}
    plain = searched(game, nodes=NODES, without="all", **common)
    known = search(game, nodes=NODES, all_moves=True, **common)
    told = {"value": known.value, "kind": known.kind, "nodes": known.counters["nodes"], "stopped": known.stopped}
    return {
        "board": name_of(shape, k),
        "shape": list(shape),
        "k": k,
        "play": play,
        "plain": plain,
        "known": told,
        "knowledge": [piece for piece in known.knowledge if piece in KNOWLEDGE],
        "bounds": known.counters["bounds"],
        "forced": known.counters["forced"],
        "best": sorted(known.best) if known.all_best else None,
        "moves": game.action_count,
    }


def mirrored(shape: Sequence[int], k: int) -> str:
    """Who never loses in misère play, by answering each stone at the opposite cell; "" where that proves nothing.

    A line of the one who copies, if it is not its own image, has an image of the other's that was complete before. One
    that is its own image has opposite cells, which two players hold. With an even side no cell is its own opposite, and
    the second player copies. With odd sides the first begins in the centre, and copies; but that cell is in lines which
    are not their own image, unless k is so great that every line through it is.
    """
    if any(side % 2 == 0 for side in shape):
        return "second player"
    return "first player" if all(side <= k for side in shape) else ""


def value_of(row: Row) -> int | None:
    """The exact value, None if no search was complete. Raises AssertionError where two differ."""
    values = {found["value"] for found in (row["plain"], row["known"]) if found["kind"] == "exact"}
    if len(values) > 1:
        raise AssertionError(f"{row['case']} has several values: {values}")
    return values.pop() if values else None


# --- the report ------------------------------------------------------------------------------------------------------------
def report(rows: Sequence[Row]) -> Report:
    """Values and nodes of both plays."""
    boards = list(dict.fromkeys(row["board"] for row in rows))
    pairs = [(one(rows, board, "normal"), one(rows, board, "misère")) for board in boards]
    lines_of = [line for normal, misere in pairs for line in (board_line(normal), board_line(misere))]
    heads = ["board", "play", "winner", "nodes: rules", "nodes: all", "times fewer", "best first moves"]
    body = [
        "![Misère nodes, times normal ones](misere.svg)",
        table(heads, lines_of),
        f"MTD(f) with a table: by the rules alone, and with all that the game knows; up to {NODES:,} nodes (>). "
        f"{applies(rows)}",
        f"**Who copies does not lose.** {argument(pairs)}",
    ]
    ratios = {
        misere["board"]: {
            label: misere[name]["nodes"] / normal[name]["nodes"]
            for name, label in (("plain", "rules"), ("known", "all knowledge"))
            if finished(misere[name]) and finished(normal[name])
        }
        for normal, misere in pairs
    }
    shown = {board.replace(", ", "\n").replace(" ", ""): found for board, found in ratios.items() if found}
    picture = bars(shown, y="misère nodes, times normal ones", log_y=True, title="Is misère play harder to solve?")
    return Report(answer(pairs), "\n\n".join(body), {"misere": picture})


def one(rows: Sequence[Row], board: str, play: str) -> Row:
    """The row of a board."""
    (row,) = matching(rows, board=board, play=play)
    return row


def finished(found: Row) -> bool:
    """Whether a search was complete."""
    return found["stopped"] == "complete"


def board_line(row: Row) -> list[object]:
    """Of the table."""
    value = value_of(row)
    plain, known = row["plain"], row["known"]
    both = finished(plain) and finished(known)
    best = row["best"]
    moves = "" if best is None else "all" if len(best) == row["moves"] else f"{len(best)}: {' '.join(best)}"
    return [
        row["board"],
        row["play"],
        "?" if value is None else WINNERS[value],
        shown_nodes(plain),
        shown_nodes(known),
        plain["nodes"] / known["nodes"] if both else None,
        moves,
    ]


def shown_nodes(found: Row) -> str:
    """With > where the search was cut short."""
    return f"{'' if finished(found) else '>'}{found['nodes']:,}"


def applies(rows: Sequence[Row]) -> str:
    """Which knowledge has a part in each play."""
    told: list[str] = []
    for play in ("normal", "misère"):
        mine = matching(rows, play=play)
        counts = [sum(row[name] > 0 for row in mine) for name in ("bounds", "forced")]
        told.append(
            f"in {play} play proven bounds settle nodes on {counts[0]} of {len(mine)} boards, and moves are forced on "
            f"{counts[1]}"
        )
    return f"Of what the game knows, {'; '.join(told)}."


def argument(pairs: Sequence[tuple[Row, Row]]) -> str:
    """The pairing by opposite cells, and how the values agree with it."""
    told = [(misere, mirrored(misere["shape"], misere["k"])) for _, misere in pairs]
    kept = [(misere, value) for misere, who in told if who and (value := value_of(misere)) is not None]
    broken = [row["board"] for row, value in kept if value * sign(row) < 0]
    outcome = f"All {len(kept)} values agree with it" if not broken else f"The values of {names(broken)} contradict it"
    sure = sum(value * sign(row) > 0 for row, value in kept)
    return (
        "In misère play answer each stone at the opposite cell. A line that is its own image has opposite cells, so both "
        "have stones on it; the image of any other line of the copier's is the other's, and was complete before. With an "
        "even side no cell is its own opposite, and the second player copies; with odd sides not above k every line "
        "through the centre is its own image, and the first player, beginning there, does. "
        f"{outcome}; the value is even a win for who copies on {sure} of these boards, and of "
        f"{sum(not who for _, who in told)} of {len(told)} boards the argument says nothing."
    )


def sign(row: Row) -> int:
    """1 if the first player copies, -1 if the second does."""
    return 1 if mirrored(row["shape"], row["k"]) == "first player" else -1


def answer(pairs: Sequence[tuple[Row, Row]]) -> str:
    """Who wins, what it costs, and where to begin."""
    known = [
        (normal, misere, first, second)
        for normal, misere in pairs
        if (first := value_of(normal)) is not None and (second := value_of(misere)) is not None
    ]
    normal_wins = [sum(first == value for _, _, first, _ in known) for value in (1, 0, -1)]
    misere_wins = [sum(second == value for _, _, _, second in known) for value in (1, 0, -1)]
    harder = [
        (sum(m[name]["nodes"] > n[name]["nodes"] for n, m in both), len(both))
        for name in ("plain", "known")
        for both in [[(n, m) for n, m in pairs if finished(n[name]) and finished(m[name])]]
    ]
    turned = (normal_wins[0] - normal_wins[2]) * (misere_wins[0] - misere_wins[2]) < 0
    said = [
        f"The advantage {'changes sides' if turned else 'stays'}: of {len(known)} boards the first player wins "
        f"{normal_wins[0]} in normal and {misere_wins[0]} in misère play, the second {normal_wins[2]} and "
        f"{misere_wins[2]}; {normal_wins[1]} and {misere_wins[1]} are drawn.",
        f"By the rules alone misère play takes more nodes on {harder[0][0]} of {harder[0][1]} boards, with all that the "
        f"game knows on {harder[1][0]} of {harder[1][1]}.",
    ]
    for normal, misere in pairs:
        if misere["board"] == name_of((3, 3), 3) and misere["best"] is not None and normal["best"] is not None:
            said.append(
                f"On 3x3 (k = 3, {'drawn' if value_of(misere) == 0 else 'won'}) {holding(misere)} in misère play, and "
                f"{holding(normal)} in normal play."
            )
    return " ".join(said)


def holding(row: Row) -> str:
    """Which first moves keep the value."""
    best = row["best"]
    if len(best) == row["moves"]:
        return "every first move keeps the value"
    if best == ["b2"]:
        return "only the centre keeps the value"
    return f"only {names(best)} keep{'s' if len(best) == 1 else ''} the value"


STUDY: Final = Study(
    "misere",
    "What changes when a line loses?",
    "k in a row is played to win and in misère play, where who first makes a line loses: who wins, with which first "
    "moves, and how many nodes it takes, by the rules alone and with all that the game knows.",
    cases,
    report,
)
