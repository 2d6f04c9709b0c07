"""Self-play: engines against themselves, from plain MiniMax to the perfect engine, and against every line of play."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from experiments.citations import ROOT_ROATCH
from experiments.markdown import seconds, table
from experiments.measuring import against_every_line, matched
from experiments.plots import bars
from experiments.study import TIMED, Case, Report, Row, Study, matching
from zermelo import engine_named
from zermelo.games import mnk

RULES: Final[dict[str, Any]] = {"without": "all", "table": False, "objective": "distance"}
"""By the rules alone, without a table, preferring faster wins."""


class Stage(NamedTuple):
    """An engine with its options."""

    title: str
    short: str
    """The title in plots."""
    options: dict[str, Any]
    remembers: bool
    """Whether it searches each position only once in a match."""


STAGES: Final = {
    "minimax": Stage("MiniMax", "MiniMax", {**RULES, "algorithm": "minimax"}, remembers=False),
    "alpha-beta": Stage("Alpha-Beta", "Alpha-Beta", {**RULES, "algorithm": "alpha-beta"}, remembers=False),
    "depth": Stage(
        "Alpha-Beta to depth 4", "depth 4", {**RULES, "algorithm": "alpha-beta", "depth": 4}, remembers=False
    ),
    "book": Stage(
        "Alpha-Beta to depth 4, remembering moves",
        "remembering",
        {**RULES, "algorithm": "alpha-beta", "depth": 4},
        remembers=True,
    ),
    "perfect": Stage("perfect engine", "perfect", {}, remembers=True),
}

PUBLISHED: Final = {
    (3, "minimax"): (1000, 2.10477),
    (3, "alpha-beta"): (1000, 1.79131),
    (3, "depth"): (1000, 0.61599),
    (3, "book"): (1000, 0.41371),
    (4, "depth"): (1, 38.34811),
    (4, "book"): (1000, 3.79463),
}
"""Games and seconds, by side of the board and stage (Root-Roatch 2024).

Instead of remembering moves, that engine plays the first free cell at the beginning of a game.
"""

PUBLISHED_LINES: Final = {"alpha-beta": (7650, 4.29160), "depth": (7650, 3.64228)}
"""Games and seconds of play against every line on 3x3; the second plays the first free cell of the empty board."""

SHORT, LONG = 20, 1000
"""Games in a match."""


def cases(seed: int) -> list[Case]:
    """Matches of each stage against itself, then stages against every line of play."""
    chosen = list[Case]()
    for side in (3, 4):
        for stage in STAGES:
            if side == 4 and stage in ("minimax", "alpha-beta"):
                continue  # would search to the end of 4x4: hours for a move
            for games in (SHORT, LONG):
                quick = games == SHORT and (side == 3 or stage == "perfect") and stage != "minimax"
                name = f"{side}x{side} {stage} {games} games"
                chosen.append(Case(name, partial(play, side, stage, games, seed), quick))
    for stage in ("alpha-beta", "depth", "perfect"):
        chosen.append(Case(f"3x3 {stage} every line", partial(every_line, stage), stage != "alpha-beta"))
    return chosen


def play(side: int, stage: str, games: int, seed: int) -> Row:
    """A match of a stage against itself; the seed chooses among moves that it considers equally good."""
    game = mnk(side, side, side)
    engine = STAGES[stage]
    player = engine_named(game, "perfect", seed=seed, threads=1, remembers=engine.remembers, **engine.options)
    for solver in player.solvers:
        solver.prepare()
    played = matched(game, (player, player), games, seed)
    row: Row = {"what": "match", "side": side, "stage": stage, "games": games}
    row |= {"wins": played.wins, "draws": played.draws, "losses": played.losses}
    row["different"] = len({each.moves for each in played.games})
    return row | {TIMED: {"seconds": played.seconds}}


def every_line(stage: str) -> Row:
    """A stage against every line of play on 3x3, as both sides."""
    game = mnk(3, 3, 3)
    player = engine_named(game, "perfect", threads=1, **STAGES[stage].options)
    for solver in player.solvers:
        solver.prepare()
    began = time.perf_counter()
    row: Row = {"what": "every line", "side": 3, "stage": stage, **against_every_line(game, player)}
    return row | {TIMED: {"seconds": time.perf_counter() - began}}


def report(rows: Sequence[Row]) -> Report:
    """The longest match of each stage, times beside the published ones, and play against every line."""
    matches = _longest(matching(rows, what="match"))
    details = "\n\n".join(
        (
            "### Against every line of play on 3x3",
            _lines(matching(rows, what="every line")),
            "### Beside the published times",
            _published(matches),
        )
    )
    plot = bars(_seconds_for_a_game(matches), y="seconds for a game", log_y=True, title="Engines against themselves")
    summary = f"{_matches(matches)}\n\n![Seconds for a game of each engine, here and published](selfplay.svg)"
    return Report(summary=summary, details=details, pictures={"selfplay": plot})


def _longest(rows: Sequence[Row]) -> list[Row]:
    """For each board and stage, the match with the most games."""
    best: dict[tuple[int, str], Row] = {}
    for row in rows:
        place = row["side"], row["stage"]
        if place not in best or best[place]["games"] < row["games"]:
            best[place] = row
    return [best[place] for place in sorted(best, key=lambda place: (place[0], [*STAGES].index(place[1])))]


def _board(row: Row) -> str:
    """As `3x3`."""
    return f"{row['side']}x{row['side']}"


def _seconds_for_a_game(matches: Sequence[Row]) -> dict[str, dict[str, float]]:
    """Here, and published if there is a published time; by board and engine."""
    times: dict[str, dict[str, float]] = {}
    for row in matches:
        place = row["side"], row["stage"]
        group = times[f"{_board(row)} {STAGES[row['stage']].short}"] = {"here": row[TIMED]["seconds"] / row["games"]}
        if place in PUBLISHED:
            games, taken = PUBLISHED[place]
            group["published"] = taken / games
    return times


def _matches(rows: Sequence[Row]) -> str:
    """A table of the matches."""
    heads = ["board", "engine against itself", "games", "not drawn", "different games", "time"]
    return table(
        heads,
        [
            [
                _board(row),
                STAGES[row["stage"]].title,
                row["games"],
                row["games"] - row["draws"],
                row["different"],
                seconds(row[TIMED]["seconds"]),
            ]
            for row in rows
        ],
    )


def _published(rows: Sequence[Row]) -> str:
    """A table of times beside the published ones."""
    shown: list[list[object]] = []
    for row in rows:
        if (place := (row["side"], row["stage"])) in PUBLISHED:
            games, taken = PUBLISHED[place]
            here = row["games"], seconds(row[TIMED]["seconds"])
            shown.append([_board(row), STAGES[row["stage"]].title, *here, games, seconds(taken)])
    return table(["board", "engine against itself", "games", "time", "published games", "published time"], shown)


def _lines(rows: Sequence[Row]) -> str:
    """A table of the play against every line."""
    heads = ["engine", "games", "lost", "example of a lost game", "time", "published games", "published time"]
    shown: list[list[object]] = []
    for row in rows:
        published: tuple[object, object] = (None, None)
        if row["stage"] in PUBLISHED_LINES:
            games, taken = PUBLISHED_LINES[row["stage"]]
            published = games, seconds(taken)
        lost = next((" ".join(line) for line in row["lines"] if line), "")
        title = STAGES[row["stage"]].title
        shown.append([title, row["games"], row["lost"], lost, seconds(row[TIMED]["seconds"]), *published])
    return table(heads, shown)


STUDY: Final = Study(
    "selfplay",
    "What happens when a perfect engine plays itself?",
    f"Each engine plays up to {LONG:,} games against itself and chooses at random among the moves that it considers equally "
    "good. The perfect engine uses all that zermelo knows about the game and searches each position only once in a match; "
    "the others know only the rules. Some of the engines also meet every line of play on 3x3, as both sides. "
    f"The published times are those of {ROOT_ROATCH}, which adds the same optimisations one by one; instead of remembering "
    "moves, that engine plays the first free cell at the beginning of a game.",
    cases,
    report,
)
