"""Which technique for which game, why, and how long: the rules, the measuring, the command."""

from __future__ import annotations

import json
import math
import random
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tests import EXAMPLES
from tests.support.naive import Placement
from zermelo import Game, Solver, ZermeloError, classify, solve
from zermelo.classification.classify import OFF
from zermelo.classification.estimate import Step, _extended, estimate  # pyright: ignore[reportPrivateUsage]
from zermelo.classification.sample import evaluation_quality, lasting_play, sampled_play, tree_size
from zermelo.cli import main
from zermelo.core.errors import BadGame, BadOption, NotSupported
from zermelo.games import connect, lines, mnk, nim, tree
from zermelo.games.catalogue import FAMILIES, game_named
from zermelo.solver.technique import Description, choose

pytestmark = pytest.mark.usefixtures("plain")

# --- by description -------------------------------------------------------------------------------------------------------

SIX: dict[str, tuple[dict[str, Any], str, str]] = {
    "a small tree": ({"branching": 5, "depth": 9}, "MINIMAX_FULL", "O(b^d)"),
    "a large tree": ({"branching": 35, "depth": 80, "evaluation": "good"}, "ALPHA_BETA", "O(b^(d/2))"),
    "an impartial game": ({"closed_form": True, "branching": 20, "depth": 30}, "SPRAGUE_GRUNDY", "O(1)"),
    "dice": ({"chance": True, "branching": 20, "depth": 60, "evaluation": "good"}, "EXPECTIMINIMAX", "c outcomes"),
    "huge branching": ({"branching": 250, "depth": 150, "evaluation": "weak"}, "MCTS", "simulations"),
    "hidden": ({"hidden_information": True, "branching": 3, "depth": 4}, "NOT_APPLICABLE", "none"),
}


@pytest.mark.parametrize(("description", "technique", "complexity"), SIX.values(), ids=SIX)
def test_the_six_cases(description: dict[str, Any], technique: str, complexity: str) -> None:
    found = classify(**description)
    assert found.choice.technique == technique
    assert complexity in found.choice.complexity
    assert found.choice.reason in found.sentence()


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize(
    ("description", "broken", "algorithm"),
    [
        ({"hidden_information": True, "chance": True}, "perfect information", None),
        ({"zero_sum": False}, "zero sum", None),
        ({"zero_sum": False, "players": 3}, "zero sum", "maxn"),
        ({"players": 3}, "two players", "maxn"),
        ({"players": 4, "chance": True}, "two players", None),
        ({"players": 1}, "two players", None),
        ({"cyclic": True, "chance": True, "branching": 3, "depth": 5}, "plays that end", None),
        ({"cyclic": True, "players": 3}, "plays that end", None),
    ],
)
def test_what_is_not_applicable_names_the_assumption(
    description: dict[str, Any], broken: str, algorithm: str | None
) -> None:
    found = classify(**description)
    assert (found.choice.technique, found.choice.broken) == ("NOT_APPLICABLE", broken)
    assert found.choice.algorithm == algorithm
    assert f"MiniMax assumes {broken}." in found.sentence()


def test_threats_call_for_proof_numbers_unless_all_can_be_searched() -> None:
    large, small = {"branching": 6, "depth": 25}, {"branching": 3, "depth": 5}
    assert classify(forcing=True, **large).choice.technique == "PROOF_NUMBER"
    assert classify(**large).choice.technique == "ALPHA_BETA"
    assert classify(forcing=True, **small).choice.technique == "MINIMAX_FULL"


def test_between_the_cases_the_size_decides() -> None:
    """Nothing but the tree grows: a full search, then pruning, then playouts."""
    techniques = [choose(Description(branching=10, depth=depth)).technique for depth in range(1, 60)]
    assert techniques == ["MINIMAX_FULL"] * 7 + ["ALPHA_BETA"] * 17 + ["MCTS"] * 35
    assert choose(Description()).technique == "ALPHA_BETA"
    assert choose(Description(branching=250)).technique == "ALPHA_BETA"


WRONG: dict[str, tuple[Any, ...]] = {
    "players": (0, 2.5, True),
    "branching": (0, -3.0, math.nan, 1e308),
    "depth": (math.inf, "ten"),
    "chance": (1, "yes"),
    "evaluation": ("perfect",),
    "dice": (True,),
    "seconds": (0, math.nan),
    "seed": (-1, 0.5),
}


@pytest.mark.parametrize("description", [{}, *({name: value} for name, values in WRONG.items() for value in values)])
def test_descriptions_that_cannot_be_are_refused(description: dict[str, Any]) -> None:
    with pytest.raises(BadOption):
        classify(**description)


# --- by measuring ---------------------------------------------------------------------------------------------------------

TECHNIQUES = {
    "MINIMAX_FULL": "mnk clique sets capture tree wythoff chomp hexapawn.py tictactoe.py othello.py nim(3,4,misere=1)",
    "ALPHA_BETA": "connect polyomino breakthrough.py domineering.py dots_and_boxes.py",
    "PROOF_NUMBER": "lines mnk(6,6,5)",
    "EXPECTIMINIMAX": "einstein",
    "SPRAGUE_GRUNDY": "nim subtraction octal kayles dawson splits sum",  # of wythoff the Grundy values follow no known rule
    "RETROGRADE": "three_mens_morris.py hare_and_hounds.py dobutsu_shogi.py oware.py teeko.py",
    "NOT_APPLICABLE": "lines(3x3,3,players=3)",
}
EXPECTED = {name: technique for technique, names in TECHNIQUES.items() for name in names.split()}
"""Each family by its example in the catalogue, each example file, and two more."""


def test_every_game_is_classified() -> None:
    files = {path.name for path in EXAMPLES.glob("*.py")} - {"demo.py"}
    assert set(EXPECTED) >= set(FAMILIES) | files


@pytest.mark.sampled("kayles", "sum", "lines(3x3,3,players=3)")
@pytest.mark.parametrize("name", EXPECTED)
def test_games_by_measuring(name: str) -> None:
    text = FAMILIES[name].example if name in FAMILIES else str(EXAMPLES / name) if name.endswith(".py") else name
    found = classify(game_named(text), seconds=0.2)
    assert found.choice.technique == EXPECTED[name], found.to_dict()
    assert found.choice.reason
    if found.choice.algorithm is not None and found.choice.technique != "MCTS":
        assert (found.estimate is None) == (
            found.choice.technique in ("SPRAGUE_GRUNDY", "RETROGRADE")
        ) or not found.estimate


def test_what_is_told_goes_before_what_was_measured() -> None:
    assert classify(mnk(3, 3, 3), hidden_information=True).choice.technique == "NOT_APPLICABLE"
    assert classify(mnk(3, 3, 3), seconds=0.2, depth=60.0, evaluation="weak").choice.technique == "MCTS"


def test_a_cyclic_game_is_not_played() -> None:
    class Round(Faulty):
        max_length, cyclic = 1, True

        def apply(self, state: int, action: int) -> int:
            return 1 - state

    assert classify(Round()).choice.technique == "RETROGRADE"
    Round.depends_on_history = True
    with pytest.raises(NotSupported, match="a position alone has no value"):
        classify(Round())
    with pytest.raises(BadGame):
        classify("nim")  # pyright: ignore[reportArgumentType]


@pytest.mark.long
def test_random_plays_estimate_the_tree() -> None:
    """Knuth's estimate of a uniform tree is exact, that of tic-tac-toe near its 549,946 nodes."""
    rng = random.Random(1)
    plays = [sampled_play(tree(3, 6, 1, "random"), rng) for _ in range(5)]
    assert tree_size(plays) == pytest.approx(math.log10(sum(3**ply for ply in range(7))))
    plays = [sampled_play(mnk(3, 3, 3), rng) for _ in range(3000)]
    assert 10 ** tree_size(plays) == pytest.approx(549_946, rel=0.03)


def test_an_evaluation_is_worth_what_it_foretells() -> None:
    rng = random.Random(2)
    assert evaluation_quality(mnk(3, 3, 3), [sampled_play(mnk(3, 3, 3), rng) for _ in range(200)]) == "good"
    blind = mnk(3, 3, 3).without("evaluation")
    assert evaluation_quality(blind, [sampled_play(blind, rng) for _ in range(20)]) == "none"


def test_lasting_plays_end_only_when_they_must() -> None:
    rules, rng = Placement(3, 3, 3), random.Random(3)
    game = mnk(3, 3, 3).without("forced")
    lengths = [len(lasting_play(game, rng)) - 1 for _ in range(30)]
    usual = [len(sampled_play(game, rng).widths) for _ in range(30)]
    assert sum(lengths) > sum(usual)
    assert max(lengths) == rules.cell_count


# --- how long -------------------------------------------------------------------------------------------------------------


def test_growth_is_extended_to_the_start() -> None:
    """Twice the work each ply: from 1,024 nodes at ply 10 to a million at ply 0."""
    steps = [Step(ply, 12, 2.0 ** (20 - ply), 2.0 ** (20 - ply) / 1e6) for ply in range(13, 9, -1)]
    found = _extended("mtdf", steps)
    assert found is not None
    assert found.nodes == pytest.approx(2**20)
    assert found.seconds == pytest.approx(2**20 / 1e6)
    assert found.growth == pytest.approx(2)
    assert found.low == pytest.approx(found.seconds / 2)
    assert not found.solved
    assert _extended("mtdf", steps[:2]) is None


def test_the_more_the_steps_scatter_the_wider_the_spread() -> None:
    rng = random.Random(4)
    widths: list[float] = []
    for scatter in (0.0, 0.5, 1.0):
        steps = [
            Step(ply, 12, 2.0 ** (24 - ply + rng.choice([-scatter, scatter])), 2.0 ** (24 - ply) / 1e6)
            for ply in range(16, 8, -1)
        ]
        found = _extended("mtdf", steps)
        assert found is not None
        widths.append(found.high / found.low)
    assert widths == sorted(widths)
    assert widths[0] == pytest.approx(4)


@pytest.mark.long
def test_a_forecast_comes_with_the_record_of_such_forecasts() -> None:
    found = classify(game_named("connect(7,6,4)"), seconds=3.0)
    if found.estimate is not None:
        assert f"On {len(OFF)} solves of known length" in found.record()
    assert min(OFF) >= 1
    assert classify(mnk(3, 3, 3), seconds=30.0).record() == ""


@pytest.mark.long
def test_what_is_solved_on_the_way_is_told_as_it_is() -> None:
    found = estimate(mnk(3, 3, 3), seconds=30.0)
    assert found is not None
    assert found.solved
    assert found.nodes == solve(mnk(3, 3, 3), line=False).counters["nodes"]


# --- solve chooses --------------------------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "algorithm"),
    [
        ("mnk(3,3,3)", "mtdf"),
        ("nim(3,4,5)", "sprague-grundy"),
        ("sum(nim(3),chomp(2,3))", "sprague-grundy"),
        ("nim(3,4,5,misere=1)", "mtdf"),
        ("einstein(3,1)", "star1"),
        ("lines(2x3,3,players=3)", "maxn"),
    ],
)
def test_solve_takes_what_suits_the_game_and_says_so(name: str, algorithm: str) -> None:
    solver = Solver(game_named(name), compiled=None)
    solver.small = None  # however slow the machine is, the search goes on to its end
    found = solver.solve()
    assert found.algorithm == algorithm
    assert found.chosen
    assert solve(game_named(name), algorithm=algorithm).chosen == ""


def test_games_that_threats_decide_are_left_to_proof_numbers(tmp_path: Path) -> None:
    game = mnk(6, 6, 5)
    found = solve(game, compiled=False, line=False)
    assert (found.algorithm, found.chosen, found.value, found.kind) == ("dfpn", "threats decide", 0, "exact")
    for options in (
        {"objective": "distance"},
        {"seconds": 1.0},
        {"nodes": 1000},
        {"threads": 2},
        {"all_moves": True},
        {"seed": 1},
        {"depth": 2},
        {"deepening": True},
        {"etc": True},
        {"table": False},
        {"checkpoint": tmp_path / "kept"},
    ):
        assert Solver(game, **options).algorithm.name == "mtdf", options
    for other in (mnk(5, 5, 5), lines((6, 6), 5, misere=True), connect(7, 6, 4)):
        assert Solver(other).algorithm.name == "mtdf"
    assert Solver(lines((6, 6), 5, weak=True)).algorithm.name == "dfpn"
    assert Solver(game, seconds=1.0, deepening=False).algorithm.name == "dfpn"


@pytest.mark.long
def test_theory_and_search_agree() -> None:
    rng = random.Random(6)
    for _ in range(60):
        heaps = [rng.randrange(0, 8) for _ in range(3)]
        if not any(heaps):
            continue
        by_theory, by_search = solve(nim(*heaps)), solve(nim(*heaps), algorithm="mtdf", compiled=False, all_moves=True)
        assert by_theory.value == by_search.value
        assert sorted(by_theory.best) == sorted(by_search.best)
        assert (by_theory.kind, by_theory.counters["nodes"], by_theory.all_best) == ("exact", 0, True)


def test_growth_that_tells_nothing_gives_no_estimate() -> None:
    shrinking = [Step(ply, 12, 2.0 ** (4 + ply), 1e-3) for ply in range(16, 8, -1)]
    assert _extended("mtdf", shrinking) is None
    rng = random.Random(5)
    wild = [Step(ply, 12, 200 * 10.0 ** rng.uniform(0, 6) * 1.1 ** (20 - ply), 1e-3) for ply in range(16, 8, -1)]
    assert _extended("mtdf", wild) is None
    found = classify(game_named("einstein(5,3)"), seconds=0.2)
    assert found.choice.technique == "EXPECTIMINIMAX"
    assert "denominators" in found.forecast()


class Faulty(Game[int]):
    """Adds 1 or 2 up to 6."""

    action_count, max_length = 2, 6

    def initial(self) -> int:
        return 0

    def legal(self, state: int, action: int) -> bool:
        return state + action < 6

    def apply(self, state: int, action: int) -> int:
        return state + action + 1

    def terminal(self, state: int) -> bool:
        return state == 6

    def reward(self, state: int) -> int:
        return -1


class Raising(Faulty):
    def legal(self, state: int, action: int) -> bool:
        return 1 // (state - 2) < 5


class Stuck(Faulty):
    def legal(self, state: int, action: int) -> bool:
        return state < 3 and action == 0


class Endless(Faulty):
    def terminal(self, state: int) -> bool:
        return False

    def legal(self, state: int, action: int) -> bool:
        return True


class Over(Faulty):
    def initial(self) -> int:
        return 6


class Forcing(Faulty):
    def forced(self, state: int) -> int:
        return 7


class Unflagged(Faulty):
    def chance(self, state: int) -> bool:
        return state == 2


class Ranged(Faulty):
    reward_range = (-1, 0, 1)  # pyright: ignore[reportAssignmentType]


FAULTS: list[tuple[Game[int], str]] = [
    (Raising(), "ZeroDivisionError"),
    (Stuck(), "no move is legal"),
    (Endless(), "max_length = 6"),
    (Over(), "over in its initial position"),
    (Forcing(), "forced"),
    (Unflagged(), "has_chance"),
    (Ranged(), "pair of integers"),
]


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize(("game", "message"), FAULTS, ids=[type(game).__name__ for game, _ in FAULTS])
def test_faulty_games_are_refused_in_a_sentence(game: Game[int], message: str) -> None:
    with pytest.raises(ZermeloError, match=message):
        classify(game, seconds=0.2)


@pytest.mark.long
def test_theory_is_asked_only_for_what_it_knows() -> None:
    assert solve(nim(3, 4), objective="distance").algorithm == "mtdf"
    assert solve(nim(3, 4), depth=3).algorithm == "mtdf"
    assert solve(nim(3, 4), compiled=True).algorithm == "mtdf"
    for options in ({"depth": 3}, {"objective": "distance"}, {"deepening": True}, {"compiled": True}):
        with pytest.raises(BadOption, match="sprague-grundy"):
            solve(nim(3, 4), algorithm="sprague-grundy", **options)
    with pytest.raises(NotSupported, match="impartial"):
        solve(mnk(3, 3, 3), algorithm="sprague-grundy")
    with pytest.raises(NotSupported, match="normal play"):
        solve(nim(3, 4, misere=True), algorithm="sprague-grundy")


def test_theory_can_choose_at_random() -> None:
    assert {solve(nim(1, 1, 1), seed=seed).best[0] for seed in range(20)} == {"1:0", "2:0", "3:0"}


# --- the command ----------------------------------------------------------------------------------------------------------


def run(*words: str) -> Any:
    return CliRunner().invoke(main, ["classify", *words])


def test_the_command_tells_technique_reason_and_time() -> None:
    shown = run("mnk(3,3,3)", "--seconds", "20").output
    assert shown.startswith(
        "mnk(3,3,3)\nuse      MINIMAX_FULL, with --algorithm mtdf\nbecause  It has about 10^6 lines of play"
    )
    nodes = solve(mnk(3, 3, 3), line=False).counters["nodes"]
    assert f"Solved while measuring: {nodes} nodes" in shown
    assert "facts    2 players, no chance" in run("--branching", "3", "--depth", "4").output
    assert "problem  MiniMax assumes perfect information." in run("--hidden-information").output


def test_the_command_as_json() -> None:
    told = json.loads(run("mnk(3,3,3)", "--json", "--seconds", "20").output)
    assert (told["schema"], told["choice"]["technique"], told["estimate"]["solved"]) == (1, "MINIMAX_FULL", True)
    told = json.loads(run("--json", "--players", "3").output)
    assert (told["estimate"], told["choice"]["algorithm"]) == (None, "maxn")


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize(
    "words",
    [
        ["--players", "0"],
        ["--players", "many"],
        ["--branching", "nan"],
        ["--depth", "-1"],
        ["--evaluation", "superb"],
        ["nosuchgame(3)"],
        ["mnk(3,3,3)", "--seconds", "-2"],
        ["mnk(3,3,3)", "--seed", "-2"],
        ["--dice"],
    ],
)
def test_bad_input_gets_a_sentence_and_exit_code_2(words: list[str]) -> None:
    found = run(*words)
    assert found.exit_code == 2
    assert "Traceback" not in found.output


def test_classify_needs_no_compiler_for_a_description() -> None:
    assert "llvmlite" not in sys.modules or run("--branching", "3", "--depth", "4").exit_code == 0


@pytest.mark.parametrize("words", [["classify", "--players", "3"], ["solve", "nim(3,4)"], ["solve", "mnk(3,3,3)"]])
def test_no_line_is_wider_than_the_terminal(words: list[str]) -> None:
    wide = CliRunner().invoke(main, words, env={"COLUMNS": None}).output
    narrow = CliRunner().invoke(main, words, env={"COLUMNS": "50"}).output
    assert max(map(len, narrow.splitlines())) <= 50 < max(map(len, wide.splitlines()))
    assert [w for w in narrow.split() if w.isalpha()] == [w for w in wide.split() if w.isalpha()]


@pytest.mark.parametrize("told", [{"players": 3}, {"chance": True}, {"cyclic": True}])
def test_what_contradicts_the_game_is_refused(told: dict[str, Any]) -> None:
    with pytest.raises(BadOption, match=f"{next(iter(told))} = .* contradicts mnk"):
        classify("mnk(3,3,3)", **told)
