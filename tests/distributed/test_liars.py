"""Workers that lie: no certificate relies on them, and they are named."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import zermelo
from tests.support.clusters import Change, honest, scripted
from zermelo.certificates.files import Claim
from zermelo.certificates.proof import Proof
from zermelo.certificates.strategy import Strategist
from zermelo.core.constants import NONE
from zermelo.core.words import pack
from zermelo.distributed.advice import LogAdvice


def lying(rate: float, seed: int, *, worker: str = "") -> Change:
    """Change so many answers, all of one worker or of any: the bounds, or the numbers of a move."""
    rng = random.Random(f"lies {seed}")

    def change(name: str, answer: dict[str, Any]) -> bytes | None:
        if answer.get("is") == "answer" and worker in ("", name) and rng.random() < rate:
            if answer["lower"] == answer["upper"] or rng.random() < 0.5:
                answer["lower"] = answer["upper"] = rng.choice((-1, 0, 1))
            else:
                answer["lower"], answer["upper"] = -answer["upper"], -answer["lower"]
            for move in answer["moves"]:
                if rng.random() < 0.3:
                    move[1:] = rng.choice(([0, 1 << 40], [1 << 40, 0]))
        return honest(name, answer)

    return change


@pytest.mark.long
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("game", ["mnk(4,3,3)", "connect(4,4,3)", "mnk(3,3,3)"])
def test_a_worker_that_lies_is_named_and_its_answers_are_not_used(game: str, seed: int, tmp_path: Path) -> None:
    """The liar's name is the only one: the others are honest."""
    with scripted(3, seed, lying(0.5, seed, worker="worker 2")) as workers:
        proof = workers.certify(game, folder=tmp_path, job_nodes=64, compiled=False)
    assert proof.certified
    assert proof.result.value == zermelo.solve(game).value
    assert set(proof.liars) <= {"worker 2"}


@pytest.mark.long
def test_a_liar_is_met_at_all(tmp_path: Path) -> None:
    """In the test above, some liars are named."""
    named = 0
    for seed in range(8):
        with scripted(3, seed, lying(0.5, seed, worker="worker 2")) as workers:
            folder = tmp_path / str(seed)
            named += bool(workers.certify("mnk(3,3,3)", folder=folder, job_nodes=64, compiled=False).liars)
    assert named >= 3


@pytest.mark.sampled("0-*")
@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("rate", [0.01, 0.5])
def test_if_all_lie_a_certificate_is_still_true(seed: int, rate: float, tmp_path: Path) -> None:
    """Whoever is replaced lies under another name."""
    with scripted(2, seed, lying(rate, seed)) as workers:
        proof = workers.certify("mnk(3,3,3)", folder=tmp_path, job_nodes=64, compiled=False)
    assert proof.certified
    assert proof.result.value == zermelo.solve("mnk(3,3,3)").value


def test_what_a_liar_said_is_not_used_after_resuming(tmp_path: Path) -> None:
    for seed in range(8):
        log, folder = tmp_path / f"log {seed}", tmp_path / str(seed)
        with scripted(3, seed, lying(0.5, seed, worker="worker 2")) as workers:
            proof = workers.certify("mnk(3,3,3)", folder=folder, checkpoint=log, job_nodes=64, compiled=False)
        if proof.liars:
            break
    else:
        pytest.fail("no liar was named")
    with scripted(2) as workers:
        again = workers.certify("mnk(3,3,3)", folder=tmp_path / "b", checkpoint=log, job_nodes=64, compiled=False)
    assert again.certified
    assert again.liars == ("worker 2",)
    assert "False answers came from worker 2; they were not used." in again.result.note


@pytest.mark.long
@pytest.mark.parametrize("seed", range(6))
def test_one_lie_in_a_hundred(seed: int, tmp_path: Path) -> None:
    with scripted(4, seed, lying(0.01, seed)) as workers:
        proof = workers.certify("connect(5,4,4)", folder=tmp_path, job_nodes=2000)
    assert proof.certified
    assert proof.result.value == zermelo.solve("connect(5,4,4)").value


@pytest.mark.long
def test_a_liar_is_found_in_a_certificate_that_is_resumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first part of the strategy rests on advice of which the second call knows nothing."""
    named, process, stop_at = 0, Proof._process, [0]

    def stopping(self: Proof, rows: Any) -> Any:
        if self.ply >= stop_at[0]:
            self.stop()
        return process(self, rows)

    monkeypatch.setattr(Proof, "_process", stopping)
    for seed in range(14):
        log, folder = tmp_path / f"log {seed}", tmp_path / str(seed)
        given: dict[str, Any] = {"folder": folder, "checkpoint": log, "job_nodes": 64, "compiled": False}
        stop_at[0] = 2 + seed % 2
        with scripted(3, seed, lying(0.5, seed, worker="worker 2")) as workers:
            workers.solve("mnk(3,3,3)", checkpoint=log, job_nodes=64, compiled=False)
        with scripted(2) as workers:
            workers.certify("mnk(3,3,3)", **given)
        stop_at[0] = 99
        with scripted(2) as workers:
            proof = workers.certify("mnk(3,3,3)", **given)
        assert (proof.certified, proof.result.value) == (True, 0)
        assert set(proof.liars) <= {"worker 2"}
        named += bool(proof.liars)
    assert named


def test_advice_is_asked_for_where_a_certificate_is_resumed() -> None:
    """However far from the start that is."""
    asked: list[int] = []

    class Silent:
        def action(self, state: Any, at_least: int) -> int:
            asked.append(at_least)
            return NONE

    game = zermelo.game_named("mnk(3,3,3)")
    strategist = Strategist(game, Claim(0, 0), memory=1 << 20, lemma=None, compiled=False, advice=Silent())
    state = game.initial()
    for action in (0, 1, 2, 4):
        state = game.apply(state, action)
    rows = np.array([pack(state)])
    for count in (1, 2, 2):  # after two layers without advice, no more is asked for
        strategist.choices(rows, 4)
        assert len(asked) == count
    strategist.choices(rows[:0], 5)


@pytest.mark.long
def test_the_time_is_up_while_a_liar_is_looked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def too_late(self: LogAdvice, state: Any) -> set[str]:
        raise KeyboardInterrupt

    monkeypatch.setattr(LogAdvice, "liars", too_late)
    stops = set[str]()
    for seed in range(8):
        with scripted(3, seed, lying(0.5, seed, worker="worker 2")) as workers:
            proof = workers.certify("mnk(3,3,3)", folder=tmp_path / str(seed), job_nodes=64, compiled=False)
        stops.add(proof.stopped)
    assert "interrupted" in stops


def test_wrong_knowledge_is_not_blamed_on_workers(tmp_path: Path) -> None:
    """If `deciding` leaves out the only move that wins, there is no proof, as without a cluster."""
    path = tmp_path / "wrong.py"
    path.write_text(WRONG)
    rules = tmp_path / "rules.py"
    rules.write_text("")
    game = f"{path}:Wrong"
    with scripted(2) as workers:
        result = workers.solve(game, job_nodes=64, compiled=False)
    assert result.note == ""
    assert result.value == zermelo.solve(game).value


WRONG = """
from zermelo import Game


class Wrong(Game[int]):
    action_count, max_length = 3, 9

    def initial(self): return 9
    def legal(self, state, action): return action < state
    def apply(self, state, action): return state - action - 1
    def terminal(self, state): return state == 0
    def reward(self, state): return -1
    def deciding(self, state): return [0]
"""
