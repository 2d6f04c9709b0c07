"""Which engine answers best, and which are proved to be worse on the same positions."""

from __future__ import annotations

import math
from typing import Final

from experiments.markdown import number, table
from experiments.quality.answers import Answers
from experiments.quality.wording import engine_names, percent
from zermelo.play.match import wilson

SURE: Final = 0.95


def sign_test(more: int, fewer: int) -> float:
    """How likely a split at least as uneven is, if either side is as likely to be right where only one is."""
    count, least = more + fewer, min(more, fewer)
    tail = sum(math.comb(count, few) for few in range(least + 1)) / 2**count
    return min(1.0, 2 * tail)


def best_of(answers: dict[str, Answers]) -> str:
    """The engine with most moves right; of several, that which loses least."""
    return max(answers, key=lambda engine: (answers[engine].right, -sum(answers[engine].losses)))


def behind(answers: dict[str, Answers], best: str) -> list[str]:
    """The engines that are proved worse on the same positions: by a sign test, the risk shared out among all of them."""
    others = [engine for engine in answers if engine != best]
    found: list[str] = []
    for engine in others:
        pairs = list(zip(answers[best].losses, answers[engine].losses, strict=True))
        more = sum(mine == 0 < yours for mine, yours in pairs)
        fewer = sum(yours == 0 < mine for mine, yours in pairs)
        if more > fewer and sign_test(more, fewer) < (1 - SURE) / len(others):
            found.append(engine)
    return found


def best_text(answers: dict[str, Answers], budget: str) -> str:
    """Which engine answers best, and how well; which are as good."""
    best = best_of(answers)
    told = answers[best]
    level = [engine for engine in answers if answers[engine].right == told.right]
    loss = sum(told.losses) / told.total
    lost = "nothing is lost" if not loss else f"a move of `{best}` loses {number(loss)} in value on average"
    return (
        f"With {budget} a move, {engine_names(level)} {'answers' if len(level) == 1 else 'answer'} best: {told.right} of "
        f"{told.total} moves are perfect, {_share(told)}; {lost}. {others_text(answers)}"
    )


def others_text(answers: dict[str, Answers]) -> str:
    """Which engines are as good as the best, as far as can be told."""
    best = best_of(answers)
    worse = behind(answers, best)
    level = [engine for engine in answers if engine not in (*worse, best)]
    if not worse:
        return f"No other is proved to be worse than `{best}` on these positions."
    if not level:
        return f"All others are proved to be worse than `{best}` on the same positions."
    return (
        f"Proved to be worse than `{best}` on the same positions: {engine_names(worse)}; not so: {engine_names(level)}."
    )


def ranked(answers: dict[str, Answers]) -> str:
    """A table of the engines, the best first."""
    order = sorted(answers, key=lambda engine: (-answers[engine].right, sum(answers[engine].losses)))
    lines = [
        [
            f"`{engine}`",
            f"{answers[engine].right} of {answers[engine].total}",
            _share(answers[engine]),
            sum(answers[engine].losses) / answers[engine].total,
            percent(sum(answers[engine].proved) / answers[engine].total),
        ]
        for engine in order
    ]
    return table(["engine", "perfect", "share", "mean loss", "proved"], lines)


def _share(answers: Answers) -> str:
    low, high = wilson(answers.right / answers.total, answers.total)
    return f"{percent(answers.right / answers.total)} ({percent(low)} to {percent(high)})"
