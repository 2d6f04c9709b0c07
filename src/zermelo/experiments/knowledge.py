"""What each piece of knowledge is worth, and which are proved never to cost anything."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from statistics import median
from typing import Any, Final

from zermelo.experiments import never_more
from zermelo.experiments.markdown import names, number, table
from zermelo.experiments.measuring import searched
from zermelo.experiments.never_more import PAIRS, Pair
from zermelo.experiments.plots import bars
from zermelo.experiments.study import TIMED, Case, Report, Row, Study, matching
from zermelo.game import knowledge_of
from zermelo.games.catalogue import game_named
from zermelo.options import ORDERING, PIECES

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

ARGUMENT: Final = """
**Never another value.** Killers, history, priorities and the table's move only change the order, and a maximum does
not depend on it. Forced moves, relevant moves and bounds are theorems about the game, symmetries map plays to plays
of the same reward, equal keys have equal futures, and the table keeps whole keys.

**Never more nodes**, in one alpha-beta search with a fixed order and no table. Let A(n) be the largest of the root's
alpha and the true values of all elder siblings of n and of its ancestors where the maximiser chooses, B(n) the
smallest of beta and of those where the minimiser does. *Then n is visited exactly if A(n) < B(n)* (as in Baudet
1978): a result is exact inside its window, and on the true side of it outside, so a window narrowed by results is the
window narrowed by true values. Hence:

- `range`: a root's window that ends at the best and the worst reward can only raise A and lower B.
- `bounds`: a node that they settle returns a result of the same kind, so that all other windows stay the same; what
  was below it is gone.
- Moves left out that get the worst reward: where the range is known their values move no window, so the others are
  searched as before. In these games `relevance` leaves out nothing else, and neither does `forced` where it blocks:
  all else loses at once.
- `instant win` (the part of `forced` that completes a line): one child is visited, and the value is the same. No node
  that is searched gets by with less, so this needs not even the range.

Not proved: `forced` without the range (the block is searched in a wider window than it would be after a losing move);
`forced` beside `bounds` (this library asks no bounds where a move is forced); and whatever changes the order. With a
table none of it is proved: it tells which move comes first, and what is in it depends on what was searched before.
"""


def pieces_of(name: str) -> list[str]:
    """What can be left out and has a part in a solve."""
    known = (*knowledge_of(game_named(name)), *ORDERING)
    return ["table", "etc", *(piece for piece in PIECES if piece in known and piece not in UNUSED)]


def options_for(piece: str, how: str) -> dict[str, Any]:
    """Of the search with a piece left out, or alone beside the table."""
    if how == "left out":
        return {"table": piece != "table", "etc": piece != "etc", "without": piece if piece in PIECES else ()}
    return {"etc": piece == "etc", "without": tuple(other for other in PIECES if other != piece)}


def cases(seed: int) -> list[Case]:
    """Each game with all, with nothing, with the table alone; with each piece left out, and alone beside the table."""
    found: list[Case] = []
    for game, quick in GAMES.items():
        asked: dict[tuple[str, str], dict[str, Any]] = {
            ("", ALL): {"etc": True},
            ("", NOTHING): {"table": False, "etc": False, "without": "all"},
            ("", TABLE_ALONE): {"etc": False, "without": "all"},
        }
        for piece in pieces_of(game):
            asked |= {(piece, how): options_for(piece, how) for how in ("left out", "alone") if (piece, how) != SAME}
        found += [
            Case(" ".join(filter(None, (game, *cell))), partial(measure, game, cell, options, quick), quick)
            for cell, options in asked.items()
            if game not in LARGE or cell[1] in (ALL, "left out")
        ]
    return found + never_more.cases(seed)


SAME: Final = ("table", "alone")
"""Not measured twice."""


def measure(game: str, cell: tuple[str, str], options: dict[str, Any], interpreted: bool) -> Row:
    """One solve of the beginning."""
    found = searched(
        game_named(game), algorithm="mtdf", nodes=NODES, compiled=not interpreted, deepening=False, **options
    )
    return {"game": game, "piece": cell[0], "how": cell[1], "interpreted": interpreted, **found}


# --- the report ------------------------------------------------------------------------------------------------------------
def report(rows: Sequence[Row]) -> Report:
    """Nodes by piece and game; then what never costs any."""
    solves = [row for row in rows if "piece" in row]
    samples = [row for row in rows if "pairs" in row]
    check_values(solves)
    games = list(dict.fromkeys(row["game"] for row in solves))
    parts = [
        f"![Times fewer nodes by each piece beside the table](knowledge-alone.svg)\n\n{summary(solves, games)}",
        ARGUMENT.strip(),
        "Of the positions, random ones of several games, this many take fewer and more nodes with the piece:\n\n"
        + pairs_table(samples),
        examples(samples),
        "MTD(f) with all that the game knows, with one piece left out, and with one alone beside the table; *times* "
        f"compares nodes. A search ends at {NODES:,} nodes (>). Games marked * were searched interpreted.",
        *(game_table(solves, game) for game in games),
    ]
    return Report(
        answer(solves, samples, games), "\n\n".join(filter(None, parts)), {"knowledge-alone": plot(solves, games)}
    )


def check_values(solves: Sequence[Row]) -> None:
    """Raises AssertionError where exact values of one game differ."""
    for game in {row["game"] for row in solves}:
        values = {row["value"] for row in matching(solves, game=game, kind="exact")}
        if len(values) > 1:
            raise AssertionError(f"{game} has several values: {values}")


def one(solves: Sequence[Row], **wanted: Any) -> Row:
    """The row that is as wanted."""
    (row,) = matching(solves, **wanted)
    return row


def done(row: Row) -> bool:
    """Whether the search was complete."""
    return row["stopped"] == "complete"


def ratios(solves: Sequence[Row], piece: str, how: str) -> dict[str, float]:
    """By game: the nodes with the piece, times those without it; where both are known. The table alone is beside nothing."""
    base = ALL if how == "left out" else NOTHING if piece == "table" else TABLE_ALONE
    asked = {"piece": "", "how": TABLE_ALONE} if (piece, how) == SAME else {"piece": piece, "how": how}
    found: dict[str, float] = {}
    for row in matching(solves, **asked):
        other = one(solves, game=row["game"], piece="", how=base)
        with_it, without = (other, row) if how == "left out" else (row, other)
        if done(row) and done(other):
            found[row["game"]] = with_it["nodes"] / without["nodes"]
    return found


def pieces_in(solves: Sequence[Row]) -> list[str]:
    """All pieces, in their order."""
    return list(dict.fromkeys(row["piece"] for row in solves if row["piece"] and row["how"] == "left out"))


def saving(values: Iterable[float]) -> str:
    """How many of the ratios are below 1, and above: "5 : 1"."""
    values = list(values)
    return f"{sum(value < 1 for value in values)} : {sum(value > 1 for value in values)}"


def summary(solves: Sequence[Row], games: Sequence[str]) -> str:
    """A line for each piece."""
    lines: list[list[object]] = []
    for piece in pieces_in(solves):
        alone, last = ratios(solves, piece, "alone").values(), ratios(solves, piece, "left out").values()
        lines.append(
            [
                f"`{piece}`",
                middle(alone),
                saving(alone) if alone else "",
                middle(last),
                saving(last) if last else "",
                cost(solves, piece),
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
        f"Medians over {len(games)} games, without searches that were cut short. *Alone*: added to the table alone "
        "(the table: to nothing). *Last*: added to all the other pieces. *Saves : costs* counts games with fewer and "
        "with more nodes. *Time a node*: alone, "
        f"against the table alone, in native searches of at least {TIMEABLE:,} nodes."
    )
    return f"{table(heads, lines)}\n\n{note}"


def middle(values: Iterable[float]) -> float | None:
    """The median, None of nothing."""
    values = list(values)
    return median(values) if values else None


def cost(solves: Sequence[Row], piece: str) -> float | None:
    """The median time for a node with the piece alone, times that with the table alone."""
    rates: list[float] = []
    for row in matching(solves, piece=piece, how="alone", interpreted=False):
        base = one(solves, game=row["game"], piece="", how=TABLE_ALONE)
        if min(row["nodes"], base["nodes"]) >= TIMEABLE:
            rates.append((row[TIMED]["seconds"] / row["nodes"]) / (base[TIMED]["seconds"] / base["nodes"]))
    return middle(rates)


def game_table(solves: Sequence[Row], game: str) -> str:
    """All searches of a game."""
    mine = matching(solves, game=game)
    lines: list[list[object]] = [
        [f"*{row['how']}*", *figures(row, None), "", "", ""] for row in matching(mine, piece="")
    ]
    everything, alone = one(mine, piece="", how=ALL), matching(mine, piece="", how=TABLE_ALONE)
    for piece in pieces_in(mine):
        left = figures(one(mine, piece=piece, how="left out"), everything)
        single = matching(mine, piece=piece, how="alone")
        lines.append([f"`{piece}`", *left, *(figures(single[0], alone[0]) if single else ["", "", ""])])
    star = "*" if mine[0]["interpreted"] else ""
    heads = ["piece", "left out: nodes", "times", "s", "alone: nodes", "times", "s"]
    return f"### {game}{star}\n\n{table(heads, lines)}"


def figures(row: Row, base: Row | None) -> list[object]:
    """Nodes, how many times those of `base`, seconds."""
    more = "" if done(row) else ">"
    times = None if base is None or not done(base) else row["nodes"] / base["nodes"]
    return [f"{more}{row['nodes']:,}", "" if times is None else more + number(times), f"{row[TIMED]['seconds']:.3f}"]


def plot(solves: Sequence[Row], games: Sequence[str]) -> str:
    """Times fewer nodes by each piece alone."""
    groups = {
        piece: {game: 1 / ratio for game, ratio in found.items()}
        for piece in pieces_in(solves)
        if piece != "table" and (found := ratios(solves, piece, "alone"))
    }
    return bars(groups, y="times fewer nodes than with the table alone", log_y=True, title="Each piece alone")


# --- what never costs a node -----------------------------------------------------------------------------------------------
def found_pairs(samples: Sequence[Row], pair: Pair) -> list[tuple[Row, Row]]:
    """The comparisons of a pair, each with the row that it is of."""
    return [
        (row, compared)
        for row in samples
        for compared in row["pairs"]
        if compared["piece"] == pair.piece and tuple(compared["beside"]) == pair.beside
    ]


def costly(samples: Sequence[Row], pair: Pair) -> int:
    """In how many positions the piece costs nodes."""
    return sum(compared["more"] for _, compared in found_pairs(samples, pair))


def pairs_table(samples: Sequence[Row]) -> str:
    """A line for each pair."""
    positions = sum(row["positions"] for row in samples)
    lines: list[list[object]] = []
    for pair in PAIRS:
        found = [compared for _, compared in found_pairs(samples, pair)]
        fewer, before, after = (sum(row[name] for row in found) for name in ("fewer", "nodes without", "nodes with"))
        beside = ", ".join(f"`{name}`" for name in pair.beside) or "nothing"
        proved = "proved" if pair.proved else "no"
        lines.append(
            [f"`{pair.piece}`", beside, proved, fewer, costly(samples, pair), positions, round(after / before, 4)]
        )
    heads = ["piece", "beside", "never more", "fewer", "more", "positions", "nodes of all, times"]
    return table(heads, lines)


def examples(samples: Sequence[Row]) -> str:
    """For each pair that costs nodes somewhere, where it costs most."""
    lines: list[list[object]] = []
    for pair in PAIRS:
        worst = [(row["game"], compared["worst"]) for row, compared in found_pairs(samples, pair) if compared["worst"]]
        if worst:
            game, example = max(worst, key=lambda found: found[1]["nodes with"] - found[1]["nodes without"])
            beside = ", ".join(f"`{name}`" for name in pair.beside) or "nothing"
            before, after = example["nodes without"], example["nodes with"]
            lines.append([f"`{pair.piece}`", beside, f"`{game}`", f"`{example['position']}`", before, after])
    if not lines:
        return ""
    heads = ["piece", "beside", "game", "position", "nodes without", "nodes with"]
    return f"Where a piece costs most:\n\n{table(heads, lines)}"


def quoted(pieces: Iterable[str]) -> str:
    """Names as code, each once."""
    return names([f"`{piece}`" for piece in dict.fromkeys(pieces)])


def answer(solves: Sequence[Row], samples: Sequence[Row], games: Sequence[str]) -> str:
    """Which pieces are proved, which only measured."""
    positions = sum(row["positions"] for row in samples)
    proved = [pair for pair in PAIRS if pair.proved]
    refuted = [pair for pair in proved if costly(samples, pair)]
    kept = [pair for pair in proved if pair not in refuted]
    said = [
        f"Proved never to cost a node in alpha-beta with a fixed order and no table, once the range of rewards is known: "
        f"{quoted(pair.piece for pair in kept)}"
        + (f", and on none of {positions:,} random positions did one of them." if not refuted else "."),
    ]
    if refuted:
        said.append(
            f"The figures contradict the proof for {quoted(pair.piece for pair in refuted)}: one of them is wrong."
        )
    said.append(killers_said(solves, samples, positions))
    dear = [pair for pair in PAIRS if not pair.proved and pair.piece == "forced" and costly(samples, pair)]
    if dear:
        ways = names(
            [
                f"{costly(samples, pair)} positions "
                + ("beside " + quoted(pair.beside) if pair.beside else "where the range is not known")
                for pair in dear
            ]
        )
        said.append(f"Where the proof of `forced` does not hold, it costs nodes: in {ways}.")
    said.append(table_said(solves))
    alone = {piece: middle(ratios(solves, piece, "alone").values()) for piece in pieces_in(solves) if piece != "table"}
    best, piece = min((value, piece) for piece, value in alone.items() if value)
    said.append(
        f"Most is saved by `{piece}`: beside the table it leaves {number(best)} of the nodes, in the median of "
        f"{len(ratios(solves, piece, 'alone'))} games."
    )
    return " ".join(filter(None, said))


def killers_said(solves: Sequence[Row], samples: Sequence[Row], positions: int) -> str:
    """Of killers and history: what was measured."""
    said: list[str] = []
    for pair in PAIRS:
        if pair.piece not in ORDERING:
            continue
        alone = ratios(solves, pair.piece, "alone").values()
        fewer = sum(compared["fewer"] for _, compared in found_pairs(samples, pair))
        said.append(
            f"`{pair.piece}` saves nodes in {fewer:,} of these positions and costs some in {costly(samples, pair):,}, and "
            f"beside a table takes {number(min(alone))} to {number(max(alone))} times the nodes"
        )
    return f"Killer moves and history only change the order, so for them there are figures and no proof: {'; '.join(said)}."


def table_said(solves: Sequence[Row]) -> str:
    """With a table: whether what is proved without one costs nodes, alone or, where that is proved too, added last."""
    proved = dict.fromkeys(pair.piece for pair in PAIRS if pair.proved)
    unproved = {pair.piece for pair in PAIRS if not pair.proved and "bounds" in pair.beside}
    dear = [
        f"`{piece}` in {game} ({'alone' if how == 'alone' else 'added to all others'}, {number(ratio)} times)"
        for piece in proved
        for how in ("alone", "left out")
        for game, ratio in ratios(solves, piece, how).items()
        if ratio > 1 and not (how == "left out" and piece in unproved)
    ]
    if not dear:
        return "With a table nothing of it is proved, though in no game here did one of them cost nodes there."
    return f"With a table nothing of it is proved, and some cost nodes: {names(dear)}."


STUDY: Final = Study(
    "knowledge",
    "Which low-cost knowledge provably speeds up the search?",
    "Wins at once are taken without a search; what else is cheap and *provably* helps? Killer moves? Each game is "
    "solved with all that it knows, with one piece left out, and with one piece alone beside the table. Then, where a "
    "proof says that a piece never costs a node, searches of random positions with and without it are held against it.",
    cases,
    report,
)
