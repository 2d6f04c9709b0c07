"""The study of scaled rewards: its answer."""

from __future__ import annotations

from experiments.scaled_rewards import ALGORITHMS
from experiments.study import matching
from experiments.tests.prose import numbers_of, rows_of


def test_the_answer_is_true_of_the_rows() -> None:
    rows = rows_of("scaled-rewards")
    won, drawn = list[float](), dict[str, list[float]]()
    games = dict[int, set[str]]()
    for outcome in matching(rows, objective="outcome"):
        game, algorithm = outcome["game"], outcome["algorithm"]
        (distance,) = matching(rows, game=game, algorithm=algorithm, objective="distance")
        games.setdefault(outcome["value"], set()).add(game)
        ratio = distance["nodes"] / outcome["nodes"]
        if outcome["value"]:
            won.append(ratio)
        else:
            drawn.setdefault(algorithm, []).append(ratio)
    assert len(games[1]) == 2  # "both"
    assert set(drawn["mtdf"]) == {1}
    more = {
        algorithm: [f"{100 * (ratio - 1):.0f} %" for ratio in sorted(ratios)] for algorithm, ratios in drawn.items()
    }
    assert max(map(max, drawn.values())) == max(drawn["negamax"])
    assert numbers_of("scaled-rewards") == [
        *(f"{min(won):.1f}", f"{max(won):.1f}", more["negamax"][-1]),
        *("2026", str(len(ALGORITHMS))),
        *(str(len(games[0])), more["negamax"][0], more["negamax"][-1], more["negascout"][-1]),
    ]
