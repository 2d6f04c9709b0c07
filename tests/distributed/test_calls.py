"""Independent calls over a cluster: many games, many positions, matches, and functions of one's own."""

from __future__ import annotations

import dataclasses
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import zermelo
from tests.support.clusters import WITH_RAY, honest, scripted
from zermelo.core.errors import BadCheckpoint, BadGame, BadOption, GameFailed, NotSupported
from zermelo.distributed import call_worker, calls, steps
from zermelo.distributed.executors import ClusterFailed
from zermelo.distributed.log import NAME

GAMES = (
    "mnk(3,3,3)",
    "connect(4,3,3)",
    "nim(2,3)",
    "einstein(3,1)",
    "mnk(3,3,3)",
    "examples/hexapawn.py",
    "examples/oware.py:Oware(2,1)",
)


def timeless(result: zermelo.Result) -> dict[str, Any]:
    """All that does not depend on the clock, and on who has compiled what before."""
    left: dict[str, Any] = {"seconds": 0.0, "compile_seconds": 0.0, "counters": {}, "table_bytes": 0, "note": ""}
    return dataclasses.asdict(dataclasses.replace(result, **left))


@pytest.mark.long
@pytest.mark.parametrize("where", ["serial", "processes:2", pytest.param("ray", marks=WITH_RAY)])
def test_games_have_the_results_of_solve(where: str) -> None:
    with zermelo.cluster(where) as workers:
        results = workers.solve_each(GAMES, compiled=False)
    for game, result in zip(GAMES, results, strict=True):
        assert timeless(result) == timeless(zermelo.solve(game, compiled=False, threads=1))


def test_options_are_those_of_solve() -> None:
    with scripted(2) as workers:
        (result,) = workers.solve_each(["mnk(4,4,4)"], depth=2, compiled=False, algorithm="negamax")
        assert (result.depth, result.kind, result.algorithm) == (2, "heuristic", "negamax")
        (spent,) = workers.solve_each(["connect(7,6,4)"], seconds=0.01, compiled=False)
        assert spent.stopped == "seconds"


@pytest.mark.parametrize("game", ["mnk(3,3,3)", "einstein(3,1)", "examples/hexapawn.py"])
@pytest.mark.parametrize("seed", range(3))
def test_positions_have_the_answers_of_a_solver(game: str, seed: int) -> None:
    made, rng = zermelo.game_named(game), random.Random(seed)
    positions: list[Any] = [None, "nonsense"]
    for _ in range(30):
        state = made.initial()
        for _ in range(rng.randrange(6)):
            if made.terminal(state) or made.chance(state):
                break
            state = made.apply(state, rng.choice(list(made.actions(state))))
        positions.append(zermelo.AsState(state))
    alone = zermelo.Solver(made, compiled=False).solve_many(positions)
    with scripted(3, seed) as workers:
        together = workers.solve_many(game, positions, compiled=False)
    for name in ("value", "kind", "lower", "upper", "distance"):
        assert np.array_equal(getattr(together, name), getattr(alone, name)), name
        assert getattr(together, name).dtype == getattr(alone, name).dtype
    assert together.refused == alone.refused
    assert (together.stopped, together.note) == ("complete", alone.note)
    for index, action in enumerate(together.best.tolist()):
        assert (action == -1) == (alone.best[index] == -1)


def test_rows_of_words() -> None:
    words = np.array([[0, 0], [1, 0], [1, 1 << 4]])
    with scripted(2) as workers:
        together = workers.solve_many("mnk(3,3,3)", words, compiled=False)
    alone = zermelo.Solver("mnk(3,3,3)", compiled=False).solve_many(words)
    assert together.value.tolist() == alone.value.tolist()
    assert together.kind.tolist() == alone.kind.tolist()


@pytest.mark.long
def test_a_match_has_the_games_that_were_asked_for() -> None:
    with scripted(3) as workers:
        result = workers.match("mnk(3,3,3)", ("perfect", "random"), games=7, opening=2, seed=5)
    alone = zermelo.match("mnk(3,3,3)", ("random", "random"), games=7, opening=2, seed=5)
    assert [game.first for game in result.games] == [0, 1, 0, 1, 0, 1, 0]
    assert [game.moves[: game.opening] for game in result.games] == [game.moves[: game.opening] for game in alone.games]
    assert (result.wanted, len(result.games), result.losses) == (7, 7, 0)
    assert result.names == ("perfect", "random")


def test_players_that_cannot_travel() -> None:
    with scripted(1) as workers:
        with pytest.raises(NotSupported, match=r"cannot travel to a worker; give a string such as 'perfect'"):
            workers.match("mnk(3,3,3)", ("perfect", lambda game, state: 0))  # type: ignore[arg-type]
        with pytest.raises(BadOption, match=r"would play alike in each pair of games"):
            workers.match("mnk(3,3,3)", ("perfect", "random(seed=1)"))
        with pytest.raises(NotSupported, match=r"a match needs a game for two\.$"):
            workers.match("lines(3x3,3,players=3)", ("perfect", "random"))


# --- functions ----------------------------------------------------------------------------------------------------------
def squared(number: int) -> dict[str, int]:
    return {"square": number * number}


def nothing(number: int) -> None:
    return None


def failing(number: int) -> Any:
    return {1, 2} if number else 1 // number


HERE = "tests.distributed.test_calls"


def test_a_function_is_called_once_for_equal_arguments() -> None:
    heard: list[Any] = []
    with scripted(2) as workers:
        found = workers.map(
            f"{HERE}:squared",
            [{"number": number} for number in (3, 4, 3)],
            on_answer=lambda given, answer: heard.append((given, answer)),
        )
    assert found == [{"square": 9}, {"square": 16}, {"square": 9}]
    assert sorted(heard, key=str) == [({"number": 3}, {"square": 9}), ({"number": 4}, {"square": 16})]


def test_an_answer_may_be_nothing() -> None:
    with scripted(1) as workers:
        assert workers.map(f"{HERE}:nothing", [{"number": 1}, {"number": 2}]) == [None, None]


def test_calls_in_the_log_are_not_made_again(tmp_path: Path) -> None:
    made: list[Any] = []

    def change(worker: str, answer: dict[str, Any]) -> bytes | None:
        if answer["is"] == "answer":
            made.append(answer["found"])
        return honest(worker, answer)

    for count in (2, 5):
        with scripted(2, 0, change) as workers:
            found = workers.map(f"{HERE}:squared", [{"number": number} for number in range(count)], checkpoint=tmp_path)
        assert found == [{"square": number * number} for number in range(count)]
        assert len(made) == count
    assert (tmp_path / NAME).exists()
    with scripted(1) as workers, pytest.raises(BadCheckpoint, match="belongs to other work"):
        workers.map(f"{HERE}:failing", [{"number": 1}], checkpoint=tmp_path)


REFUSED = {
    "nothing": r"'nothing' is not a function; give its module and its name, as in 'mymodule:measure'\.",
    "math:pi": r"'math:pi' is not a function; give its module",
    "no.such.module:f": r"There is no function 'no\.such\.module:f' to call: ModuleNotFoundError: No module named 'no'\.",
    "os:nothing": r"There is no function 'os:nothing' to call: .*",
    ":f": r"There is no function ':f' to call: .*",
}


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_function(name: str) -> None:
    with scripted(1) as workers, pytest.raises(BadOption, match=f"^{REFUSED[name]}"):
        workers.map(name, [{}])


def test_arguments_and_answers_are_json() -> None:
    with scripted(2) as workers:
        with pytest.raises(BadOption, match=r"cannot travel to a worker"):
            workers.map(f"{HERE}:squared", [{"number": {1, 2}}])
        with pytest.raises(
            GameFailed, match=rf"^{HERE}:failing failed for {{'number': 1}}: TypeError: .*not JSON serializable\.$"
        ):
            workers.map(f"{HERE}:failing", [{"number": 1}])
        with pytest.raises(GameFailed, match=rf"^{HERE}:failing failed for {{'number': 0}}: ZeroDivisionError: "):
            workers.map(f"{HERE}:failing", [{"number": 0}])


def test_what_is_wrong_with_a_game_or_an_option_is_said_at_once() -> None:
    with scripted(1) as workers:
        with pytest.raises(BadGame, match="chess"):
            workers.solve_each(["chess"])
        with pytest.raises(BadOption, match="depth"):
            workers.solve_each(["mnk(3,3,3)"], depth=-1)
        with pytest.raises(BadOption, match=r"^positions must be a list"):
            workers.solve_many("mnk(3,3,3)", "a1")
        with pytest.raises(BadOption, match=r"^The arguments must be a list of dicts"):
            workers.map(f"{HERE}:squared", [3])  # type: ignore[list-item]
        with pytest.raises(BadOption, match="perfct"):
            workers.match("mnk(3,3,3)", ("perfct", "random"))
        assert [result.value for result in workers.solve_each(zermelo.game_named("nim(1,2)"))] == [1]
    with pytest.raises(BadOption, match="The cluster is closed"):
        workers.map(f"{HERE}:squared", [])


def test_a_worker_with_another_version_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with scripted(1) as workers:
        workers.map(f"{HERE}:squared", [])
        monkeypatch.setattr(calls, "versions", lambda: "zermelo 9.9.9 and Python 3.11")
        with pytest.raises(
            ClusterFailed, match=r"^Worker 1 was refused\. It has zermelo .*, and the cluster zermelo 9"
        ):
            workers.map(f"{HERE}:squared", [{"number": 1}])


@pytest.mark.parametrize("seed", range(3))
def test_workers_may_end_at_any_time(seed: int) -> None:
    rng = random.Random(f"ends {seed}")

    def change(worker: str, answer: dict[str, Any]) -> bytes | None:
        return None if answer["is"] == "answer" and rng.random() < 0.1 else honest(worker, answer)

    with scripted(3, seed, change) as workers:
        found = workers.map(f"{HERE}:squared", [{"number": number} for number in range(50)])
    assert found == [{"square": number * number} for number in range(50)]


def test_an_interrupt_keeps_what_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The calls in the log are kept; a match and many positions give what they have."""
    answers = [0]

    def change(worker: str, answer: dict[str, Any]) -> bytes | None:
        answers[0] += answer["is"] == "answer"
        return honest(worker, answer)

    with scripted(1, 0, change) as workers:
        monkeypatch.setattr(steps, "heeded", lambda: answers[0] == 3)
        with pytest.raises(KeyboardInterrupt):
            workers.map(f"{HERE}:squared", [{"number": number} for number in range(5)], checkpoint=tmp_path)
        monkeypatch.setattr(steps, "heeded", lambda: False)
        assert (
            len(workers.map(f"{HERE}:squared", [{"number": number} for number in range(5)], checkpoint=tmp_path)) == 5
        )
        assert answers[0] == 5
        monkeypatch.setattr(steps, "heeded", lambda: answers[0] == 6)
        match = workers.match("mnk(3,3,3)", ("random", "random"), games=5)
        assert (match.wanted, len(match.games)) == (5, 2)
        monkeypatch.setattr(steps, "heeded", lambda: True)
        found = workers.solve_many("mnk(3,3,3)", ["a1", "zz"], compiled=False)
        assert found.stopped == "interrupted"
        assert found.kind.tolist() == ["lower", "refused"]
        assert (found.lower[0], found.upper[0]) == (-1, 1)


def test_what_is_interrupted_itself_is_no_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the same process, the search hears of Ctrl-C first."""
    with zermelo.cluster("serial") as workers:
        monkeypatch.setattr(call_worker, "solve_many", interrupted)
        monkeypatch.setattr(call_worker, "solve", interrupted)
        assert workers.solve_many("mnk(3,3,3)", ["a1"], compiled=False).stopped == "interrupted"
        with pytest.raises(KeyboardInterrupt):
            workers.solve_each(["mnk(3,3,3)"], checkpoint=tmp_path, compiled=False)


def interrupted(**given: Any) -> Any:
    raise KeyboardInterrupt


NO_ANSWERS: tuple[Any, ...] = (None, 3, {}, [], {"value": 3}, {"games": [], "compile_seconds": 0}, {"value": [1e999]})


@pytest.mark.parametrize("nonsense", NO_ANSWERS, ids=range(len(NO_ANSWERS)))
def test_what_is_no_answer(nonsense: Any) -> None:
    def change(worker: str, answer: dict[str, Any]) -> bytes | None:
        return honest(worker, {**answer, "found": nonsense} if answer["is"] == "answer" else answer)

    with scripted(1, 0, change) as workers:
        for work in (
            lambda: workers.solve_each(["mnk(3,3,3)"], compiled=False),
            lambda: workers.solve_many("mnk(3,3,3)", ["a1"], compiled=False),
            lambda: workers.match("mnk(3,3,3)", ("random", "random"), games=1),
        ):
            with pytest.raises(ClusterFailed, match="its answer makes no sense: it is not an answer"):
                work()


def test_a_function_or_games_that_are_none() -> None:
    given: Any = 5
    with scripted(1) as workers:
        with pytest.raises(
            BadOption, match=r"^5 is not a function; give its module and its name, as in 'mymodule:measure'\.$"
        ):
            workers.map(given, [])
        with pytest.raises(BadOption, match=r"^games = 5 is neither a game nor a list of games\.$"):
            workers.solve_each(given)
