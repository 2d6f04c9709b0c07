"""Engines against themselves, their optimisations switched on one after the other."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from experiments.markdown import names, number, seconds, table
from experiments.measuring import against_every_line, matched
from experiments.plots import bars
from experiments.study import TIMED, Case, Report, Row, Study, matching
from zermelo.games.in_a_row.mnk import mnk
from zermelo.play.engine import Engine

RULES: Final[dict[str, Any]] = {"without": "all", "table": False, "objective": "distance"}
"""Knowing nothing else, preferring faster wins, remembering no position."""


class Stage(NamedTuple):
    """An engine."""

    title: str
    options: dict[str, Any]
    book: bool
    """Whether the best moves of a position are looked for only once in the whole of a match."""


STAGES: Final = {
    "minimax": Stage("MiniMax", {**RULES, "algorithm": "minimax"}, book=False),
    "alpha-beta": Stage("Alpha-Beta", {**RULES, "algorithm": "alpha-beta"}, book=False),
    "depth": Stage("Alpha-Beta to depth 4", {**RULES, "algorithm": "alpha-beta", "depth": 4}, book=False),
    "book": Stage("Alpha-Beta to depth 4, and a book", {**RULES, "algorithm": "alpha-beta", "depth": 4}, book=True),
    "perfect": Stage("the perfect engine", {}, book=True),
}

PUBLISHED: Final = {
    (3, "minimax"): (1000, 2.10477),
    (3, "alpha-beta"): (1000, 1.79131),
    (3, "depth"): (1000, 0.61599),
    (3, "book"): (1000, 0.41371),
    (4, "depth"): (1, 38.34811),
    (4, "book"): (1000, 3.79463),
}
"""Games and seconds by side of the board and stage (Root-Roatch 2024); the book there is "play the first free cell"."""

PUBLISHED_LINES: Final = {"alpha-beta": (7650, 4.29160), "depth": (7650, 3.64228)}
"""Games and seconds of play against every line on 3x3; the second with its book: here, too, each position is asked about
once."""

SHORT, LONG = 20, 1000
"""Games."""


def cases(seed: int) -> list[Case]:
    """Matches of each stage against itself, and its play against every line."""
    found = list[Case]()
    for side in (3, 4):
        for stage in STAGES:
            if side == 4 and stage in ("minimax", "alpha-beta"):
                continue  # to the end of 4x4: hours for a move
            for games in (SHORT, LONG):
                quick = games == SHORT and (side == 3 or stage == "perfect") and stage != "minimax"
                name = f"{side}x{side} {stage} {games} games"
                found.append(Case(name, partial(play, side, stage, games, seed), quick))
    for stage in ("alpha-beta", "depth", "perfect"):
        found.append(Case(f"3x3 {stage} every line", partial(every_line, stage), stage != "alpha-beta"))
    return found


def play(side: int, stage: str, games: int, seed: int) -> Row:
    """A stage against itself, choosing at random among moves that it finds equal."""
    game = mnk(side, side, side)
    _, options, book = STAGES[stage]
    player = Engine(game, seed=seed, threads=1, remembers=book, **options)
    for solver in player.solvers:
        solver.prepare()
    found = matched(game, (player, player), games, seed)
    row: Row = {"what": "match", "side": side, "stage": stage, "games": games}
    row |= {"wins": found.wins, "draws": found.draws, "losses": found.losses}
    row["different"] = len({played.moves for played in found.games})
    return row | {TIMED: {"seconds": found.seconds}}


def every_line(stage: str) -> Row:
    """A stage against every line of the other side, both sides, on 3x3."""
    game = mnk(3, 3, 3)
    player = Engine(game, threads=1, **STAGES[stage].options)
    for solver in player.solvers:
        solver.prepare()
    began = time.perf_counter()
    row: Row = {"what": "every line", "side": 3, "stage": stage, **against_every_line(game, player)}
    return row | {TIMED: {"seconds": time.perf_counter() - began}}


def report(rows: Sequence[Row]) -> Report:
    """Games, ends and seconds of each stage."""
    matches = _longest(matching(rows, what="match"))
    lines = matching(rows, what="every line")
    perfect = matching(matches, stage="perfect")
    drawn = all(row["draws"] == row["games"] for row in perfect)
    played = names([f"{row['games']:,} on {_board(row)}" for row in perfect])
    answer = [
        f"Draws: all perfect games are, {played}."
        if drawn
        else f"Of the perfect games, {played}, not all are drawn: one of the values behind them is wrong.",
        *map(_perfect, perfect),
    ]
    others = [row for row in matching(matches, stage="depth") if row["draws"] < row["games"]]
    if others:
        told = [f"{row['games'] - row['draws']:,} of {row['games']:,} games on {_board(row)}" for row in others]
        answer.append(f"Looking four plies ahead is not enough: {names(told)} are not drawn.")
    caught = [row for row in lines if row["lost"]]
    if caught:
        told = [f"{row['lost']:,} of {row['games']:,} games by {STAGES[row['stage']].title}" for row in caught]
        answer.append(f"Played against every line on 3x3, both sides, {names(told)} are lost.")
    unbeaten = [f"{row['games']:,} games by {STAGES[row['stage']].title}" for row in lines if not row["lost"]]
    if unbeaten:
        answer.append(f"No line beats {names(unbeaten)}.")
    timed = {
        f"{_board(row)}, {row['stage']}": {"here": _each(row), "published": PUBLISHED[place][1] / PUBLISHED[place][0]}
        for row in matches
        if (place := (row["side"], row["stage"])) in PUBLISHED
    }
    plot = bars(timed, y="seconds for a game", log_y=True, title="A game of an engine against itself")
    body = "\n\n".join(("![Seconds for a game of each engine](selfplay.svg)", _matches(matches), _lines(lines)))
    return Report(" ".join(answer), body, {"selfplay": plot})


def _longest(rows: Sequence[Row]) -> list[Row]:
    """Of each board and stage the match of the most games."""
    best: dict[tuple[int, str], Row] = {}
    for row in rows:
        place = row["side"], row["stage"]
        if place not in best or best[place]["games"] < row["games"]:
            best[place] = row
    return [best[place] for place in sorted(best, key=lambda place: (place[0], [*STAGES].index(place[1])))]


def _perfect(row: Row) -> str:
    """What a match of perfect engines took, beside the published one."""
    _, published = PUBLISHED[row["side"], "book"]
    return (
        f"On {_board(row)} {row['games']:,} games, {row['different']:,} of them different, take "
        f"{seconds(row[TIMED]['seconds'])}; 1,000 games of an engine whose moves never vary are published with "
        f"{seconds(published)}."
    )


def _board(row: Row) -> str:
    return f"{row['side']}x{row['side']}"


def _each(row: Row) -> float:
    """Seconds for a game."""
    return row[TIMED]["seconds"] / row["games"]


def _matches(rows: Sequence[Row]) -> str:
    """A table of the matches."""
    heads = ["board", "engine against itself", "games", "different", "not drawn", "time", "published"]
    shown: list[list[object]] = []
    for row in rows:
        games, taken = PUBLISHED.get((row["side"], row["stage"]), (0, 0.0))
        published = f"{number(games)} in {seconds(taken)}" if games else ""
        lost = row["games"] - row["draws"]
        title = STAGES[row["stage"]].title
        shown.append(
            [_board(row), title, row["games"], row["different"], lost, seconds(row[TIMED]["seconds"]), published]
        )
    return table(heads, shown)


def _lines(rows: Sequence[Row]) -> str:
    """A table of the play against every line."""
    heads = ["3x3, against every line", "games, both sides", "lost", "a lost one", "time", "published"]
    shown: list[list[object]] = []
    for row in rows:
        games, taken = PUBLISHED_LINES.get(row["stage"], (0, 0.0))
        published = f"{number(games)} in {seconds(taken)}" if games else ""
        lost = next((" ".join(line) for line in row["lines"] if line), "")
        title = STAGES[row["stage"]].title
        shown.append([title, row["games"], row["lost"], lost, seconds(row[TIMED]["seconds"]), published])
    return table(heads, shown)


STUDY: Final = Study(
    "selfplay",
    "What is left of a match when engines are perfect?",
    "An engine plays against itself, choosing at random among the moves that it finds equally good: MiniMax first, then "
    "Alpha-Beta, then with a depth limit, then with a book, by which the best moves of a position are looked for once in a "
    "match (elsewhere rules for the opening were written by hand for that). The perfect engine has all that the game knows, "
    "and the book. Then they play against every line there is. Beside the seconds stand those of the text that added these "
    "optimisations one by one.",
    cases,
    report,
)
