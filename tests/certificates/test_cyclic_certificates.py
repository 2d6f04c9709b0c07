"""Certificates of games in which positions may recur: ours are accepted, and no forged one proves what is not so.

Values are those of value iteration, and what a player can get is found from the rules module alone.
"""

from __future__ import annotations

import hashlib
import importlib
import itertools
import json
import random
import time
import types
from pathlib import Path
from typing import Any

import pytest

from tests.support.cyclic_claims import MODULE, Claimed, Guarantees, parameters_of, rules_of, solved
from tests.support.cyclic_graphs import by_iteration
from tests.support.forging import judged, resealed, said, seen_by_both, unsealed
from zermelo import certify, solve
from zermelo.certificates import bulk_checker, checker
from zermelo.certificates.files import NotProved
from zermelo.certificates.proof import Proof
from zermelo.core.errors import BadOption, NotSupported

certifying = importlib.import_module("zermelo.certificates.certify")

MEMORY = 1 << 20


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both checkers look in this process: that they are programs is for others to try. They wait less long for a player who
    moves alone.
    """
    monkeypatch.setattr(certifying, "verify", seen_by_both)
    for each in (checker, bulk_checker):
        monkeypatch.setattr(each, "MOST_ALONE", 30)


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    path = tmp_path / "rules.py"
    path.write_text(MODULE)
    return path


def guarantees(game: Claimed) -> tuple[Guarantees, Any]:
    module, first = rules_of(parameters_of(game))
    return Guarantees(module, first, game.never), first


# --- ours are accepted --------------------------------------------------------------------------------------------------
FORMS = list(itertools.product(("int", "pair", "str"), (False, True), (-1, 0, 1)))
SIZES = [(3, 1), (10, 1), (30, 1), (100, 1), (10, 3), (30, 3), (100, 3)]
CASES = [
    (size, 100 + 7 * seed, best, *form) for seed, ((size, best), form) in enumerate(itertools.product(SIZES, FORMS))
]


@pytest.mark.sampled(every=11)
@pytest.mark.parametrize(("size", "seed", "best", "form", "alternates", "endless"), CASES)
def test_every_exact_value_is_certified(
    size: int, seed: int, best: int, form: str, alternates: bool, endless: int, rules: Path, tmp_path: Path
) -> None:
    game = Claimed(size, seed, best, form, alternates, endless)
    known, first = guarantees(game)
    sign = 1 if first[1] == 0 else -1
    value = sign * known.value(first, best)
    assert by_iteration(game)[game.initial()][0] == value
    found = certify(
        game, folder=tmp_path / "proofs", rules=rules, solved=solved(game, value), compiled=False, memory=MEMORY
    )
    assert found.certified, found.report()
    claims = [(first[1], value), (1 - first[1], -value)]
    wanted = [claim for claim in claims if claim[1] > -best]
    assert [(each.claim.player, each.claim.at_least) for each in found.certificates] == wanted
    for each in found.certificates:
        never = game.never if each.claim.player == 0 else -game.never
        magic = b"ZCERT3\n" if each.claim.at_least <= never else b"ZCERT1\n"
        assert each.path.read_bytes().startswith(magic)
    assert not list((tmp_path / "proofs").glob("*.unfinished"))


@pytest.mark.parametrize("alternates", [False, True])
def test_distances_are_certified(alternates: bool, rules: Path, tmp_path: Path) -> None:
    proved = 0
    for seed in range(10):
        game = Claimed(30, seed, form="pair", alternates=alternates)
        value, distance = by_iteration(game)[game.initial()]
        if distance is None:
            continue
        options: dict[str, Any] = {"objective": "distance", "compiled": False, "memory": MEMORY}
        found = certify(game, folder=tmp_path, rules=rules, solved=solved(game, value, distance), **options)
        assert found.certified, found.report()
        within = [each.claim.within for each in found.certificates]
        assert within == ([distance, distance - 1] if distance > 1 else [distance])
        with pytest.raises(NotProved):
            certify(game, folder=tmp_path, rules=rules, solved=solved(game, value, distance + 1), **options)
        proved += 1
    assert proved > 0


def test_wins_within_a_depth_are_certified_without_a_table(rules: Path, tmp_path: Path) -> None:
    """One that takes a ply more than the depth is not known."""
    rules.write_text(MODULE.replace("ENDLESS", "OTHER"))
    decided = undecided = beyond = 0
    for size, seed in itertools.product((8, 30, 80), range(10)):
        game = Claimed(size, seed, form="pair", alternates=True)
        value, distance = by_iteration(game)[game.initial()]
        options: dict[str, Any] = {"objective": "distance", "depth": 8, "compiled": False}
        result = solve(game, **options)
        if distance is None:
            assert result.kind != "exact" or result.value == value
            undecided += 1
            continue
        assert (result.kind, result.value, result.distance) == ("exact", value, distance)
        found = certify(game, folder=tmp_path, rules=rules, **options)
        assert found.certified, found.report()
        decided += 1
        if distance > 1:
            assert solve(game, **options | {"depth": distance - 1}).kind != "exact"
            beyond += 1
    assert min(decided, undecided, beyond) >= 3


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize("endless", [-1, 0, 1])
def test_the_result_may_be_left_to_solve(endless: int, rules: Path, tmp_path: Path) -> None:
    for seed, objective in itertools.product(range(2), ("outcome", "distance")):
        game = Claimed(12, seed, form="pair", endless=endless)
        known, first = guarantees(game)
        found = certify(game, folder=tmp_path, rules=rules, objective=objective, compiled=False, memory=MEMORY)
        assert found.result.value == known.value(first, 1) * (1 if first[1] == 0 else -1)
        assert found.certified, found.report()


@pytest.mark.long
def test_a_wrong_value_is_not_proved(rules: Path, tmp_path: Path) -> None:
    for seed, endless in itertools.product(range(3), (-1, 0, 1)):
        game = Claimed(8, seed, endless=endless)
        known, first = guarantees(game)
        value = known.value(first, 1) * (1 if first[1] == 0 else -1)
        for wrong in {-1, 0, 1} - {value}:
            with pytest.raises(NotProved):
                certify(game, folder=tmp_path, rules=rules, solved=solved(game, wrong), compiled=False, memory=MEMORY)
            assert not list(tmp_path.glob("*.unfinished"))


def test_work_that_is_stopped_again_and_again_is_resumed(
    rules: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = draw(150)
    options: dict[str, Any] = {"rules": rules, "solved": solved(game, 0), "compiled": False, "memory": MEMORY}
    whole = certify(game, folder=tmp_path / "whole", **options)
    assert whole.certified
    assert max(each.layers for each in whole.certificates) > 2
    monkeypatch.setattr("zermelo.certificates.proof.BLOCK", 3)
    process: Any = Proof._process

    def slowly(self: Proof, rows: Any) -> None:
        time.sleep(0.002)
        process(self, rows)

    monkeypatch.setattr(Proof, "_process", slowly)
    seconds, stopped = 0.002, 0
    while (pieces := certify(game, folder=tmp_path / "pieces", seconds=seconds, **options)).stopped:
        seconds, stopped = seconds * 1.3, stopped + 1
        assert not pieces.certified
    assert stopped > 2
    assert pieces.certified
    assert [each.claim for each in pieces.certificates] == [each.claim for each in whole.certificates]


def draw(size: int, **options: Any) -> Claimed:
    """A graph on which nobody can force anything, with a large part of it reached."""
    for seed in itertools.count():
        game = Claimed(size, seed, **options)
        known, first = guarantees(game)
        safe = [known.safe(player, 0) for player in (0, 1)]
        if all(first in each and len(each) > size // 3 for each in safe):
            return game
    raise AssertionError


# --- forged streams -----------------------------------------------------------------------------------------------------
def forged(module: Any, first: Any, claim: dict[str, int], form: int) -> bool | None:
    """Whether any stream at all is accepted, in the first format one of at most 3 layers; None if there are too many."""
    limits = {"positions": 1000, "layers": 3 if form == 1 else 1000}
    header = {"claim": claim, "format": form, "rules": "sha256:", **limits}
    pending: list[list[int]] = [[]]
    for _ in range(1000):
        if not pending:
            return False
        stream = pending.pop()
        told = said(module, first, header, stream)
        if told == "accepted":
            return True
        if told == "more":
            pending += [[*stream, move] for move in range(4)]
    return None


@pytest.mark.long
@pytest.mark.parametrize("endless", [-1, 0, 1])
def test_of_all_claims_no_false_one_can_be_forged_and_no_true_one_is_refused(endless: int) -> None:
    """Every stream for small graphs, in both formats, both players and every level."""
    counts = {True: 0, False: 0, None: 0}
    for seed, alternates in itertools.product(range(6), (False, True)):
        game = Claimed(4, seed, 1 + seed % 2, alternates=alternates, endless=endless)
        known, first = guarantees(game)
        module = types.SimpleNamespace(**known.rules)
        for player, level in itertools.product((0, 1), range(-game.best - 1, game.best + 2)):
            never = game.never if player == 0 else -game.never
            claim = {"player": player, "at_least": level}
            holds = level <= never and first in known.safe(player, level)
            found = forged(module, first, claim, 3)
            counts[found] += 1
            assert found in (holds, None), (seed, claim)
            ends = first in known.forced(player, level)
            assert ends or not forged(module, first, claim, 1), (seed, claim)
            assert (holds or ends) == (first in known.holding(player, level))
            del module.ENDLESS
            assert forged(module, first, claim, 3) is False
            module.ENDLESS = game.never
    assert min(counts[True], counts[False]) > 20, counts
    assert counts[None] < 5, counts


# --- forged files -------------------------------------------------------------------------------------------------------
def is_true(header: dict[str, Any]) -> bool:
    """Whether what a header claims holds, by the rules alone."""
    module, first = rules_of(header["game"])
    state = first
    for move in header["start"]:
        state = module["apply"](state, move)
    known = Guarantees(module, state, module["ENDLESS"])
    player, level = header["claim"]["player"], header["claim"]["at_least"]
    if "within" in header["claim"]:
        return known.holds_within(player, level, header["claim"]["within"], state)
    return state in known.holding(player, level)


def mutated(rng: random.Random, magic: bytes, header: dict[str, Any], stream: bytes) -> bytes:
    """The file with one to three things changed."""
    header = json.loads(json.dumps(header))
    claim = header["claim"]
    for _ in range(rng.randint(1, 3)):
        match rng.randrange(8):
            case 0:
                claim["at_least"] += rng.choice((-1, 1, 1, 2, 10**30))
            case 1:
                claim["player"] = 1 - claim["player"]
            case 2:
                claim["within"] = rng.randint(1, 6)
            case 3:
                magic = rng.choice((b"ZCERT1", b"ZCERT2", b"ZCERT3"))
            case 4:
                header["start"] = [rng.randrange(3) for _ in range(rng.randint(0, 2))]
            case 5:
                header["game"]["endless"] = rng.choice((-1, 0, 1))
            case 6:
                header["game"]["seed"] += 1
            case _:
                place = rng.randrange(len(stream) + 1)
                stream = stream[:place] + bytes([rng.randrange(4)]) + stream[place + rng.randrange(2) :]
    return resealed(magic, header, stream)


@pytest.mark.long
def test_files_that_are_changed_prove_nothing_false(rules: Path, tmp_path: Path) -> None:
    rng, accepted, refused = random.Random("forger"), 0, 0
    forgery = tmp_path / "forged.zcert"
    for seed in range(6):
        game = Claimed(8, seed, 1 + seed % 2, alternates=seed % 3 == 0, endless=seed % 3 - 1)
        known, first = guarantees(game)
        value = known.value(first, game.best) * (1 if first[1] == 0 else -1)
        result = solved(game, value)
        found = certify(game, folder=tmp_path / "p", rules=rules, solved=result, compiled=False, memory=MEMORY)
        for each in found.certificates:
            for _ in range(30):
                forgery.write_bytes(mutated(rng, *unsealed(each.path)))
                code, text = judged(forgery, rules)
                accepted, refused = accepted + (code == 0), refused + (code != 0)
                assert code != 0 or is_true(unsealed(forgery)[1]), text
    assert min(accepted, refused) > 10


def test_flipped_bytes_and_cuts_are_detected(rules: Path, tmp_path: Path) -> None:
    game = draw(20)
    options: dict[str, Any] = {"compiled": False, "memory": MEMORY}
    found = certify(game, folder=tmp_path / "p", rules=rules, solved=solved(game, 0), **options)
    data, forgery = found.certificates[0].path.read_bytes(), tmp_path / "forged.zcert"
    assert data.startswith(b"ZCERT3\n")
    for place in range(0, len(data), 2):
        forgery.write_bytes(data[:place] + bytes([data[place] ^ 1 << place % 8]) + data[place + 1 :])
        assert judged(forgery, rules)[0] == 2
        forgery.write_bytes(data[:place])
        assert judged(forgery, rules)[0] == 2


# --- the classic traps --------------------------------------------------------------------------------------------------
CIRCLE = """
NEXT = {0: [1], 1: [0, 2, 3, 4], 4: [0]}
ENDS = {2: 1, 3: -1}
ENDLESS = 0

def start(game):
    return (game["node"], game["mover"])

def to_move(state):
    return state[1]

def moves(state):
    return [*range(len(NEXT.get(state[0], [])))]

def apply(state, move):
    return (NEXT[state[0]][move], 1 - state[1])

def result(state):
    return ENDS.get(state[0])
"""


def verdict(
    tmp_path: Path, stream: bytes, claim: dict[str, int], module: str = CIRCLE, magic: bytes = b"ZCERT3", **fields: Any
) -> tuple[int, str]:
    """What both checkers say of a proof about walks 0 -> 1 -> 0, 2 (player 0 gets 1), 3 (player 0 gets -1) or 4 -> 0."""
    rules, path = tmp_path / "rules.py", tmp_path / "file.zcert"
    rules.write_text(module)
    digest = hashlib.sha256(rules.read_bytes()).hexdigest()
    header = {
        "game": {"node": 0, "mover": 0},
        "claim": claim,
        "start": [],
        "rules": f"sha256:{digest}",
        "symmetry": False,
        "positions": 100,
        "layers": 100,
    }
    path.write_bytes(resealed(magic, header | fields, stream))
    return judged(path, rules)


DRAWS, WINS = {"player": 1, "at_least": 0}, {"player": 1, "at_least": 1}


def test_going_round_in_a_circle_is_a_draw_and_no_win(tmp_path: Path) -> None:
    """Player 1 goes back to 0 for ever: the stream has one move, since no position comes again."""
    assert verdict(tmp_path, bytes([0]), DRAWS)[0] == 0
    assert "never ends" in verdict(tmp_path, bytes([0]), WINS)[1]
    assert verdict(tmp_path, bytes([0] * 3), DRAWS)[0] == 1  # bytes are left
    for magic in (b"ZCERT1", b"ZCERT2"):
        assert verdict(tmp_path, bytes([0] * 300), DRAWS, magic=magic)[0] == 2  # more positions than declared
        assert verdict(tmp_path, bytes([0] * 99), WINS, magic=magic)[0] == 1
        assert verdict(tmp_path, bytes([0]), DRAWS, magic=magic)[0] == 1


def test_only_the_rules_say_who_wins_a_play_that_never_ends(tmp_path: Path) -> None:
    wins = CIRCLE.replace("ENDLESS = 0", "ENDLESS = -1")  # player 1
    assert verdict(tmp_path, bytes([0]), WINS, wins)[0] == 0
    assert verdict(tmp_path, bytes([0]), WINS | {"at_least": 2}, wins)[0] == 1
    loses = CIRCLE.replace("ENDLESS = 0", "ENDLESS = 1")
    assert verdict(tmp_path, bytes([0]), DRAWS, loses)[0] == 1
    for unsaid in ("", "ENDLESS = None", "ENDLESS = True", "ENDLESS = 0.0", "ENDLESS = '0'", "ENDLESS = (0,)"):
        assert verdict(tmp_path, bytes([0]), DRAWS, CIRCLE.replace("ENDLESS = 0", unsaid))[0] == 1
    told = {"endless": -1, "ENDLESS": -1}
    assert verdict(tmp_path, bytes([0]), WINS, **told)[0] == 1
    assert verdict(tmp_path, bytes([0]), WINS, game={"node": 0, "mover": 0, **told})[0] == 1


def test_a_set_that_leaks_proves_no_draw(tmp_path: Path) -> None:
    """Player 1 goes to 4, from where play comes back to 0, but with player 1 to move: then player 0 is at 1, and wins."""
    assert verdict(tmp_path, bytes([3]), DRAWS)[0] == 1
    assert verdict(tmp_path, bytes([3, 0]), DRAWS)[0] == 1
    assert verdict(tmp_path, bytes([1]), DRAWS)[0] == 1
    assert verdict(tmp_path, bytes([2]), DRAWS)[0] == 0  # it ends
    assert verdict(tmp_path, bytes([2]), WINS)[0] == 1  # in this format only what endless play gives is proved
    assert verdict(tmp_path, bytes([2]), WINS, magic=b"ZCERT1")[0] == 0


def test_a_player_who_moves_alone_for_ever_is_not_waited_for(tmp_path: Path) -> None:
    """Player 1 never moves. In the first format a proof would never end."""
    alone = CIRCLE.replace("state[1]\n\ndef moves", "0\n\ndef moves").replace("2, 3, 4", "4")
    for claim in (DRAWS, WINS):
        assert verdict(tmp_path, b"", claim, alone, magic=b"ZCERT1")[0] == 2
    assert verdict(tmp_path, b"", DRAWS, alone)[0] == 0


def test_what_the_format_does_not_allow(tmp_path: Path) -> None:
    for changed in (
        {"claim": DRAWS | {"within": 3}},
        {"claim": DRAWS | {"endless": 0}},
        {"claim": DRAWS | {"player": 2}},
        {"rules": "mnk-1", "game": {"w": 3, "h": 3, "k": 3, "gravity": False}},
        {"start": [0, 1]},  # play is over
        {"start": [1]},
        {"start": [0, 1, 0]},
        {"positions": 0},
        {"layers": 0},
    ):
        assert verdict(tmp_path, bytes([0]), **({"claim": DRAWS} | changed))[0] == 2, changed
    assert verdict(tmp_path, bytes([0]), DRAWS, magic=b"ZCERT4")[0] == 2
    assert verdict(tmp_path, bytes([0]), DRAWS, start=[0, 0])[0] == 0


def test_symmetric_positions_are_one(tmp_path: Path) -> None:
    """Nodes 0 and 4, and 1 and 5, are mirror images; without symmetry the circle is twice as long."""
    mirrored = (
        CIRCLE.replace(
            "NEXT = {0: [1], 1: [0, 2, 3, 4], 4: [0]}", "NEXT = {0: [5], 1: [0, 2, 3], 4: [1], 5: [4, 2, 3]}"
        )
        + "\ndef canonical(state):\n    return (state[0] - 4 if state[0] > 3 else state[0], state[1])\n"
    )
    assert verdict(tmp_path, bytes([0]), DRAWS, mirrored, symmetry=True)[0] == 0
    assert verdict(tmp_path, bytes([0, 0]), DRAWS, mirrored, symmetry=True)[0] == 1
    assert verdict(tmp_path, bytes([0, 0]), DRAWS, mirrored)[0] == 0
    assert verdict(tmp_path, bytes([0]), DRAWS, mirrored)[0] == 1


def test_the_second_checker_finds_visited_positions_in_its_files(
    rules: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = draw(200)
    options: dict[str, Any] = {"compiled": False, "memory": MEMORY}
    found = certify(game, folder=tmp_path / "p", rules=rules, solved=solved(game, 0), **options)
    for held in (0, 1, 5):
        monkeypatch.setattr(bulk_checker, "HELD_STATES", held)
        for each in found.certificates:
            assert judged(each.path, rules)[0] == 0
            magic, header, stream = unsealed(each.path)
            for changed in (stream[:-1], stream + bytes(1)):
                (tmp_path / "forged.zcert").write_bytes(resealed(magic, header, changed))
                assert judged(tmp_path / "forged.zcert", rules)[0] == 1


# --- what is refused ----------------------------------------------------------------------------------------------------
def test_rules_must_say_what_endless_play_gives(rules: Path, tmp_path: Path) -> None:
    """Unless a win is looked for within a number of plies."""
    game = Claimed(8, 0)
    rules.write_text(MODULE.replace("ENDLESS", "OTHER"))
    for options in ({"solved": solved(game, 0)}, {"objective": "distance"}, {"depth": 8}):
        with pytest.raises(BadOption, match=r"must say what player 0 gets from a play that never ends: ENDLESS = 0\."):
            certify(game, folder=tmp_path / "p", rules=rules, **options)
    rules.write_text(MODULE.replace('.get(game["endless"], 0)', "[0]"))
    with pytest.raises(BadOption, match="a play that never ends gives player 0 0 in the game, but 1 by the rules"):
        certify(game, folder=tmp_path / "p", rules=rules, solved=solved(game, 0))
    assert not (tmp_path / "p").exists() or not list((tmp_path / "p").iterdir())


def test_distances_of_scores_are_refused(rules: Path, tmp_path: Path) -> None:
    game = Claimed(8, 0, 3)
    with pytest.raises(NotSupported, match="only if rewards are -1, 0 and 1"):
        certify(game, folder=tmp_path, rules=rules, solved=solved(game, 2, 5), objective="distance")


def test_rules_without_the_game_are_refused(tmp_path: Path) -> None:
    with pytest.raises(NotSupported, match="no rules module"):
        certify(Claimed(8, 0), folder=tmp_path, solved=solved(Claimed(8, 0), 0))
