"""Null windows: how often NegaScout searches again, what a guess is worth to MTD(f), and both against Alpha-Beta."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from experiments.markdown import between
from experiments.study import Case, Report, Row, Study, matching
from experiments.windows import games, guesses, scouts, tenths


def cases(seed: int) -> list[Case]:
    """Games, trees, guesses, tenths."""
    return [*games.cases(), *scouts.cases(seed), *guesses.cases(seed), *tenths.cases()]


def report(rows: Sequence[Row]) -> Report:
    """Scouts, guesses, and windows over tenths."""
    played, scouted = matching(rows, kind="game"), matching(rows, kind="scouts")
    guessed, of_games = matching(rows, kind="guess"), matching(rows, kind="game guess")
    over_tenths = {row["scale"]: row for row in matching(rows, kind="floats")}
    games.check_scores(played)
    answers = (
        _worth(guessed, scouted),
        games.three_outcomes(played),
        games.mtdf_and_bns(played),
        guesses.halving_or_not(guessed, of_games),
        tenths.answer(over_tenths),
    )
    sections = (
        scouts.section(scouted),
        games.section(played),
        guesses.section(guessed, of_games),
        tenths.section(over_tenths),
    )
    pictures = {
        "windows-order": scouts.order_plot(scouted),
        "windows-games": games.games_plot(played),
        "windows-guess": guesses.nodes_plot(guessed),
        "windows-passes": guesses.passes_plot(guessed),
    }
    return Report("\n\n".join(answers), "\n\n".join(sections), pictures)


def _worth(guessed: Sequence[Row], scouted: Sequence[Row]) -> str:
    """The question of the title, from trees of many scores."""
    near, far = guesses.from_nearest_and_farthest(guessed)
    worth = "what the guess is worth" if max(near) < min(far) else "the same whatever the guess"
    return (
        f"Null windows are worth {worth}. On trees of many scores MTD(f) from the exact score visits {between(near)} times "
        f"Alpha-Beta's nodes, from the worst guess {between(far)} times. NegaScout's guess is that the first move is best: "
        f"{'; '.join(scouts.by_order(scouted))}."
    )


STUDY: Final = Study(
    "windows",
    "What are null windows and guesses worth?",
    "NegaScout asks of all moves but the first by a null window whether they are better, and searches again when they "
    "are; MTD(f) and BNS use null windows alone. How many searches are repeated, in good and bad order, with three outcomes "
    "and with many? What does a bad guess cost MTD(f), and is it the binary search it is said to be? Is [f, f + 1] a null "
    "window where a win is worth 1 less a tenth for each ply? Each game is searched by the rules alone.",
    cases,
    report,
)
