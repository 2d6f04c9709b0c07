"""Which engine plays best, and which are significantly worse in the same positions."""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import Final

from experiments.markdown import table
from experiments.quality.answers import Answers, rounded

SURE: Final = 0.95
"""The confidence of intervals and tests."""


def sign_test(more: int, fewer: int) -> float:
    """The probability of a split at least as uneven, if either engine is equally likely to be right when only one is."""
    count, least = more + fewer, min(more, fewer)
    tail = sum(math.comb(count, few) for few in range(least + 1)) / 2**count
    return min(1.0, 2 * tail)


def wilson(share: float, trials: int) -> tuple[float, float]:
    """A confidence interval for a probability, from the share observed in so many trials (Wilson 1927)."""
    square = NormalDist().inv_cdf((1 + SURE) / 2) ** 2
    middle = (share + square / (2 * trials)) / (1 + square / trials)
    reach = math.sqrt(square * (share * (1 - share) + square / (4 * trials)) / trials) / (1 + square / trials)
    return max(middle - reach, 0.0), min(middle + reach, 1.0)


def best_of(answers: dict[str, Answers]) -> str:
    """The engine with the most perfect moves; of several, the one that loses least."""
    return max(answers, key=lambda engine: (answers[engine].right, -sum(answers[engine].losses)))


def behind(answers: dict[str, Answers], best: str) -> list[str]:
    """The engines that are significantly worse in the same positions, by a sign test with Bonferroni's correction."""
    others = [engine for engine in answers if engine != best]
    worse: list[str] = []
    for engine in others:
        pairs = list(zip(answers[best].losses, answers[engine].losses, strict=True))
        more = sum(mine == 0 < yours for mine, yours in pairs)
        fewer = sum(yours == 0 < mine for mine, yours in pairs)
        if more > fewer and sign_test(more, fewer) < (1 - SURE) / len(others):
            worse.append(engine)
    return worse


def ranked(answers: dict[str, Answers]) -> str:
    """A table of the engines, the best first."""
    order = sorted(answers, key=lambda engine: (-answers[engine].right, sum(answers[engine].losses)))
    best = best_of(answers)
    worse = behind(answers, best)
    lines = [
        [
            f"`{engine}`",
            f"{answers[engine].right} of {answers[engine].total}",
            _share(answers[engine]),
            sum(answers[engine].losses) / answers[engine].total,
            rounded(sum(answers[engine].proved) / answers[engine].total),
            "" if engine == best else "yes" if engine in worse else "no",
        ]
        for engine in order
    ]
    return table(["engine", "perfect", "share", "mean loss", "proved", "significantly worse"], lines)


def _share(answers: Answers) -> str:
    """The share of perfect moves, with its interval."""
    low, high = wilson(answers.right / answers.total, answers.total)
    return f"{rounded(answers.right / answers.total)} ({rounded(low)} to {rounded(high)})"
