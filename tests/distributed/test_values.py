"""Values and certificates from clusters of any kind, against brute force and against each other."""

from __future__ import annotations

import contextlib
import json
import random
from pathlib import Path
from typing import Any

import pytest

import zermelo
from tests.support.brute_force import Truth
from tests.support.clusters import WITH_RAY, Scripted, honest, scripted
from zermelo.certificates.files import NotProved
from zermelo.core.errors import BadGame
from zermelo.distributed import session
from zermelo.distributed.cluster import Cluster
from zermelo.distributed.executors import Received
from zermelo.distributed.questioner import Questioner
from zermelo.distributed.session import ProofProgress

SMALL = (
    "mnk(3,3,3)",
    "mnk(4,3,3)",
    "connect(4,3,3)",
    "connect(4,4,3)",
    "lines(2x2x2,2,misere=1)",
    "lines(2x2x3,2,weak=1)",
    "polyomino(elly,3,3)",
    "sets(123/345/561)",
    "clique(4,3)",
    "capture(6,2)",
    "tree(3,5)",
    "tree(2,9,7)",
    "nim(2,3,4)",
    "kayles(9)",
    "chomp(3,4)",
    "examples/hexapawn.py",
    "examples/dots_and_boxes.py",
    "examples/domineering.py:Domineering(4,3)",
)


@pytest.mark.sampled("0-nim*", "0-chomp*")
@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("seed", [0, 1])
def test_small_jobs_find_the_value_by_brute_force(name: str, seed: int) -> None:
    """Jobs of a few nodes make deep trees; three workers answer in any order."""
    game = zermelo.game_named(name)
    truth = Truth(game)
    rng = random.Random(seed)
    state = game.initial()
    for _ in range(rng.randrange(4) if seed else 0):
        state = game.apply(state, rng.choice(list(game.actions(state)))) if not game.terminal(state) else state
    if game.terminal(state):
        state = game.initial()
    with scripted(3, seed) as workers:
        result = workers.solve(name, zermelo.AsState(state), job_nodes=64 * (4 + 40 * seed), compiled=False)
    value = truth.worth(state).value
    assert (result.kind, result.value, result.lower, result.upper) == ("exact", value, value, value)
    best = game.parse_action(result.best[0])
    assert truth.after(state, best).value == value
    for move in result.line:
        state = game.apply(state, game.parse_action(move))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(20))
def test_positions_of_another_shape_with_the_same_words_are_not_mixed_up(seed: int) -> None:
    """((1, 2), (3,)) and ((1,), (2, 3)) are two positions, though the words of both are 1, 2, 3."""
    rng = random.Random(seed)
    left, right = ("".join(rng.choices("12", k=rng.randrange(1 + more, 5 + more))) for more in (0, 1))
    name = f"tests/support/small_games.py:Rows({left},{right})"
    game = zermelo.game_named(name)
    with scripted(3, seed) as workers:
        result = workers.solve(name, job_nodes=64)
    assert (result.kind, result.value) == ("exact", Truth(game).worth(game.initial()).value)


class Late(Scripted):
    """The first answer of worker 1 comes when the next job has been given after the one that proved the value `least`."""

    def __init__(self, least: Any) -> None:
        super().__init__(2)
        self._least = least
        self._held: list[Received] | None = None
        self._proved = False

    def send(self, worker: str, line: bytes) -> None:
        asked = json.loads(line)
        if self._proved and self._held:
            self._waiting, self._held = [*self._waiting, *self._held], []
        super().send(worker, line)
        if asked["do"] == "ask" and worker == "worker 1" and self._held is None:
            self._held = [self._waiting.pop()]
        self._proved = self._proved or (asked["do"] == "ask" and not asked["moves"] and asked["bound"] == self._least)

    def receive(self, seconds: float) -> list[Received]:
        return [self._waiting.pop(0)] if self._waiting else []


@pytest.mark.parametrize("seed", range(30))
def test_a_late_answer_to_an_easier_question_does_not_change_the_best_move(seed: int) -> None:
    name = f"tree(4,3,{seed})"
    game = zermelo.game_named(name)
    truth = Truth(game)
    workers = Cluster("serial")
    workers._start = lambda: Late(truth.worth(game.initial()).value)
    with workers:
        result = workers.solve(name, compiled=False)
    after = truth.after(game.initial(), game.parse_action(result.best[0]))
    assert (result.value, result.best_proved) == (after.value, True)


def test_serial_is_deterministic() -> None:
    def once() -> Any:
        with Cluster("serial") as workers:
            result = workers.solve("connect(4,4,4)", job_nodes=500)
        return result.value, result.best, result.line, result.counters["nodes"], result.chosen

    assert once() == once()


@pytest.mark.long
def test_a_job_of_slow_nodes_is_cut_short_by_its_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else it would take hours, and a worker that is lost would lose them."""
    monkeypatch.setattr(session, "JOB_SECONDS", 0.005)
    with Cluster("serial") as workers:
        result = workers.solve("connect(4,4,4)", job_nodes=1 << 40, compiled=False)
    assert (result.kind, result.value) == ("exact", 0)
    assert int(result.chosen.split()[0]) > 5


@pytest.mark.long
@pytest.mark.parametrize("etc", [None, False, True])
def test_workers_may_look_at_all_children_first(etc: bool | None) -> None:
    with Cluster("serial") as workers:
        result = workers.solve("mnk(4,4,3)", job_nodes=640, compiled=False, etc=etc)
    assert (result.kind, result.value) == ("exact", 1)
    algorithm = Questioner(zermelo.game_named("mnk(8,8,5)"), memory=1 << 20, compiled=False, etc=etc).algorithm
    assert algorithm == ("negamax" if etc else "dfpn")  # df-pn cannot use it


WHERE = ("serial", "processes:2", pytest.param("ray", marks=WITH_RAY))


@pytest.mark.parametrize("where", WHERE)
def test_a_certificate_is_accepted(where: str, tmp_path: Path) -> None:
    with zermelo.cluster(where) as workers:
        proof = workers.certify("connect(5,4,4)", folder=tmp_path, job_nodes=300)
    assert proof.certified
    assert proof.result.value == zermelo.solve("connect(5,4,4)").value


@pytest.mark.long
def test_what_a_worker_answers_falsely_is_not_certified(tmp_path: Path) -> None:
    """Whatever the lie: the strategy is made and checked in this process."""
    values = set[int]()
    for seed in range(12):
        rng = random.Random(seed)

        def change(worker: str, answer: dict[str, Any], rng: random.Random = rng) -> bytes | None:
            if answer.get("is") == "answer" and rng.random() < 0.3:
                answer["lower"], answer["upper"] = -answer["upper"], -answer["lower"]
            return honest(worker, answer)

        with scripted(2, seed, change) as workers, contextlib.suppress(NotProved, BadGame):
            proof = workers.certify("nim(2,3)", folder=tmp_path / str(seed), job_nodes=64, compiled=False)
            values |= {proof.result.value} if proof.certified else set()
    assert values <= {1}
    with scripted(1) as workers:
        assert workers.certify("nim(2,3)", folder=tmp_path / "honest", compiled=False).result.value == 1


@pytest.mark.long
def test_progress_is_a_line_of_any_width() -> None:
    lines: list[str] = []

    def show(progress: ProofProgress) -> None:
        assert 0 <= progress.share <= 1
        lines.extend(progress.line(width) for width in (10, 60, 200))

    with scripted(2) as workers:
        workers.solve("mnk(4,3,3)", job_nodes=64, compiled=False, progress=show)
    assert lines
    assert all(len(line) <= width for line, width in zip(lines, (10, 60, 200) * len(lines), strict=False))
    assert any("running on 2 workers" in line and "of this question" in line for line in lines)
