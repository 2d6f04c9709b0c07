"""`check`: correct games pass; each broken one fails for its own reason, with a position that shows it."""

from __future__ import annotations

import functools
import itertools
import json
import re
import time
from collections.abc import Iterator
from typing import Any

import pytest

from examples.tictactoe import TicTacToe
from tests.support import broken_games
from tests.support.broken_games import BROKEN, CORRECT, NAMED, Again, Balance, Broken, Memory, Row, Takeaway
from tests.support.games import OfText
from zermelo import Game, solve
from zermelo.conformance import Checked, CheckProgress, CheckReport, Fault, check, examine, native
from zermelo.conformance.case import ThoroughCase
from zermelo.conformance.examine import OPENING, PLAY, RULES
from zermelo.conformance.guard import Guarded, Raised
from zermelo.conformance.keys import value_is_kept
from zermelo.conformance.knowledge import windows
from zermelo.conformance.played import PlayedPosition
from zermelo.conformance.truth import (
    NODES_PER_POSITION,
    NODES_PER_RULE,
    Truth,
    plies_of,
    reward_of,
    score_text,
    seen_above,
)
from zermelo.core.errors import BadOption
from zermelo.core.shape import has_shape, shape
from zermelo.core.words import Unpackable
from zermelo.games import capture, connect, mnk, nim, tree
from zermelo.preflight.random_plays import WIDTH, Plays, RandomPosition
from zermelo.preflight.rule import NOT_APPLICABLE, spread

ALL = (*OPENING, PLAY, *RULES)
NAMES = [rule.name for rule in ALL]


def name_of(thing: Broken | Game) -> str:
    return type(thing.game if isinstance(thing, Broken) else thing).__name__


@functools.cache
def report_on(game: Game, *, compiled: bool | None = False, plays: int = 100) -> CheckReport:
    """The report on a game, once for all that is asked of it."""
    return check(game, compiled=compiled, plays=plays)


def report_of(broken: Broken) -> CheckReport:
    return report_on(broken.game, compiled=broken.compiled, plays=50)


def checked(report: CheckReport, rule: str) -> Checked:
    return next(entry for entry in report.checked if entry.rule == rule)


# --- what is right passes --------------------------------------------------------------------------------------------
@pytest.mark.sampled("tree(3,4,1,random)")
@pytest.mark.parametrize("game", [mnk(3, 3, 3), mnk(4, 3, 3), connect(4, 4, 3), tree(3, 4, 1)], ids=str)
def test_the_games_of_the_package_pass(game: Game) -> None:
    report = check(game)
    assert report.ok, report.text()
    assert report.compiled
    assert checked(report, "compiled").positions > 50
    assert report.sentence() == (
        f"{game} fulfils its contract: {len(NAMES) - len(report.skipped)} rules checked at {report.positions} positions "
        f"from 100 random plays, no fault found."
    )


@pytest.mark.parametrize("game", CORRECT, ids=name_of)
def test_the_games_that_are_broken_below_pass(game: Game) -> None:
    assert report_on(game).faults == ()


@pytest.mark.sampled("Row")
@pytest.mark.parametrize("game", [Row(), Again()], ids=name_of)
def test_they_pass_compiled(game: Game) -> None:
    report = check(game, compiled=True)
    assert report.ok, report.text()
    assert report.compiled


def test_every_rule_is_tried_by_some_correct_game() -> None:
    reports = [*map(report_on, CORRECT), report_on(mnk(3, 3, 3), plays=10), report_on(nim(2, 3), plays=10)]
    tried = {entry.rule for report in reports for entry in report.checked if entry.positions}
    assert set(NAMES) - tried == {"compilable", "overflow", "compiled"}


def test_a_game_of_any_state_is_checked_without_words() -> None:
    report = check(broken_games.Numbers())
    assert report.ok
    assert not report.compiled
    assert "the game runs only interpreted" in checked(report, "compilable").note


class Levels(Game[Any]):
    """Take one to three levels of a nested tuple. It has more actions than there are, and lists the legal ones alone."""

    action_count, max_length = 500, 24

    def initial(self) -> Any:
        return functools.reduce(lambda inner, _: (inner,), range(24), ())

    def actions(self, state: Any) -> Iterator[int]:
        return iter(range(min(self.depth(state), 3)))

    def depth(self, state: Any) -> int:
        return 1 + self.depth(state[0]) if state else 0

    def apply(self, state: Any, action: int) -> Any:
        return functools.reduce(lambda outer, _: outer[0], range(action + 1), state)

    def terminal(self, state: Any) -> bool:
        return not state

    def reward(self, state: Any) -> int:
        return -1


def test_actions_are_not_listed_anew_for_each_action(monkeypatch: pytest.MonkeyPatch) -> None:
    calls, usual = list[int](), Game.legal

    def counted(self: Any, state: Any, action: int) -> bool:
        calls.append(action)
        return usual(self, state, action)

    monkeypatch.setattr(Game, "legal", counted)
    assert check(Levels(), plays=20, compiled=False).ok
    assert len(calls) < 100


@pytest.mark.parametrize(
    ("game", "said"),
    [
        (Levels(), "; so the game runs only interpreted"),
        (broken_games.Wide(), "does not fit in 64 bits; use zermelo.Bits"),
        (broken_games.Growing(), "it has the shape (int, int), and the initial state int"),
        (broken_games.Widening(), "it has the shape Bits(5), and the initial state Bits(4)"),
    ],
    ids=str,
)
def test_states_of_several_shapes_are_no_fault_and_told(game: Game, said: str) -> None:
    """Search and tables take them, interpreted."""
    report = check(game, plays=20, compiled=False)
    assert report.ok
    assert [note for note in report.notes if said in note]
    assert solve(game, compiled=False).kind == "exact"


# --- what is wrong is caught -----------------------------------------------------------------------------------------
@pytest.mark.sampled(every=1)
@pytest.mark.parametrize("broken", BROKEN, ids=name_of)
def test_a_broken_rule_is_named_and_no_other(broken: Broken) -> None:
    report = report_of(broken)
    assert [fault.rule for fault in report.faults] == [broken.rule], report.text()
    assert not report.ok


def test_there_is_a_broken_game_for_every_rule() -> None:
    """But for `play`, which shows as raises, `symmetric value`, which the other rules of symmetry imply, and `rules`, which
    are a file beside the game.
    """
    assert set(NAMES) - {broken.rule for broken in BROKEN} == {"play", "symmetric value", "rules"}


WHOLE_GAME = {
    "facets",
    "members",
    "grundy",
    "initial",
    "symmetric_action",
    "refusals",
    "title",
    "compilable",
    "unchanged",
}
NOT_AGAIN = {"Mutable", "Moody", "Spaced", "Namesakes", "Misread", "Colourblind", "Unreadable"}
"""Their plays cannot be repeated, or their texts are what is wrong."""


@pytest.mark.parametrize(
    "broken",
    [broken for broken in BROKEN if broken.rule not in WHOLE_GAME and name_of(broken) not in NOT_AGAIN],
    ids=name_of,
)
def test_the_position_of_a_fault_can_be_set_up_again(broken: Broken) -> None:
    (fault,) = report_of(broken).faults
    assert fault.position is not None
    assert broken.game.play(list(fault.moves)) == broken.game.parse_position(fault.position)


@pytest.mark.parametrize("rule", sorted(WHOLE_GAME - {"compilable"}))
def test_a_fault_of_the_whole_game_has_no_position(rule: str) -> None:
    game = next(broken.game for broken in BROKEN if broken.rule == rule)
    (fault,) = check(game, compiled=False).faults
    assert fault.position is None
    assert fault.moves == ()
    assert fault.sentence().startswith(f"{rule}: ")


@pytest.mark.parametrize("broken", [broken for broken in BROKEN if not broken.compiled], ids=name_of)
def test_a_fault_is_told_in_plain_sentences_on_one_line(broken: Broken) -> None:
    (fault,) = report_of(broken).faults
    for text in (fault.found, fault.right):
        assert text.endswith(".")
        assert "\n" not in text
        assert "Traceback" not in text
        assert text.count(". ") <= 1


def test_the_words_of_a_fault() -> None:
    """A legend of what the sentences look like."""
    (fault,) = check(NAMED["Modest"], compiled=False).faults
    assert fault.position == " ".join(fault.moves)
    assert fault.sentence() == (
        f"forced at {fault.position}: forced returned action 0, which gets -1 in 2 plies; another action gets +1 in 1 ply. "
        "No other action may be better than a forced one, win sooner or lose later."
    )


def test_an_exception_is_a_fault_with_its_place() -> None:
    (fault,) = check(broken_games.Crashing(), compiled=False).faults
    assert fault.found.startswith("apply(2, 0) raised IndexError: no such pile (")
    assert fault.found.endswith(", in apply).")
    assert "broken_games.py:" in fault.found
    assert Takeaway().play(list(fault.moves)) == 2


def test_each_method_that_raises_is_a_fault_of_its_own() -> None:
    class Twofold(type(NAMED["Blind"])):
        def priority(self, state, action):
            raise RuntimeError

    faults = check(Twofold(), compiled=False).faults
    assert [fault.rule for fault in faults] == ["raises", "raises"]
    assert [fault.found.split("(")[0] for fault in faults] == ["evaluate", "priority"]


def test_a_game_that_calls_itself_for_ever_is_at_fault() -> None:
    class Endless(Takeaway):
        def terminal(self, state):
            return self.terminal(state)

    (fault,) = check(Endless(), compiled=False).faults
    assert fault.rule == "raises"
    assert "terminal(9) raised RecursionError" in fault.found


def test_actions_that_never_end_do_not_hang_the_check() -> None:
    class Everlasting(Takeaway):
        def legal(self, state, action):
            return action < state

        def actions(self, state):
            while True:
                yield 0

    assert {fault.rule for fault in check(Everlasting(), compiled=False).faults} == {"actions", "legal"}


def test_several_faults_are_all_found() -> None:
    class Poor(Row):
        evaluate, forced, bounds = (
            getattr(type(NAMED[name]), member)
            for name, member in (("LeftHanded", "evaluate"), ("Timid", "forced"), ("Boastful", "bounds"))
        )

    report = check(Poor(), compiled=False)
    assert [fault.rule for fault in report.faults] == ["symmetric evaluation", "forced", "bounds"]
    assert "(3 faults in all)" in report.sentence()
    assert report.text().count("\n  fault    ") == 3


def test_what_needs_a_broken_rule_is_skipped() -> None:
    report = check(NAMED["Unmoved"], compiled=False)
    assert checked(report, "symmetric play").note == 'the rule "symmetric legal" is broken'
    assert checked(report, "symmetric evaluation").note == 'the rule "symmetric legal" is broken'
    assert checked(report, "priority").positions > 0


# --- compiled --------------------------------------------------------------------------------------------------------
def test_a_game_that_cannot_be_compiled_is_no_fault_unless_compiling_is_insisted_on() -> None:
    report = check(broken_games.Worded())
    assert report.ok
    assert not report.compiled
    assert "Worded cannot be compiled" in checked(report, "compiled").note
    assert "Worded cannot be compiled" in check(broken_games.Worded(), compiled=True).faults[0].found


def test_overflow_is_told_with_the_cure() -> None:
    (fault,) = check(broken_games.Overflowing(), compiled=True, plays=5).faults
    assert "overflows 64 bits" in fault.found
    assert "zermelo.Bits" in fault.right


# --- the search of its own -------------------------------------------------------------------------------------------
@pytest.mark.parametrize("game", [Row(), Again(), Takeaway(), Balance(), connect(3, 3, 3), tree(2, 4)], ids=str)
def test_truth_is_what_solve_says(game: Game) -> None:
    plays = Plays(game, 0)
    for _ in range(10):
        list(plays.play())
    truth = Truth(game)
    for position in plays.positions:
        truth.allow()
        score = truth.score(position.state)
        assert score is not None
        if not position.terminal:
            result = solve(game, position.state, objective="distance", compiled=False, line=False, without=("all",))
            assert reward_of(score) == result.value
            assert score == 0 or plies_of(score) == result.distance


def test_truth_does_not_ask_what_the_game_knows() -> None:
    class Lying(Row):
        def forced(self, state):
            raise AssertionError

        key = symmetric = evaluate = priority = bounds = forced

    truth = Truth(Lying())
    truth.allow()
    assert truth.score(Row().parse_position("XX.OO.")) is not None


def test_truth_gives_up_in_time_and_remembers_it() -> None:
    truth = Truth(mnk(4, 4, 4))
    truth.allow()
    assert truth.score(mnk(4, 4, 4).initial()) is None
    assert truth._allowance == NODES_PER_RULE - NODES_PER_POSITION
    assert truth.score(mnk(4, 4, 4).initial()) is None
    assert truth._allowance == NODES_PER_RULE - NODES_PER_POSITION


def test_scores_say_reward_and_distance() -> None:
    won = seen_above(seen_above(3 << 20, same_mover=False), same_mover=False)
    assert (reward_of(won), plies_of(won), score_text(won)) == (3, 2, "+3 in 2 plies")
    assert score_text(seen_above(-1 << 20, same_mover=True)) == "-1 in 1 ply"
    assert score_text(seen_above(0, same_mover=False)) == "0"


def test_a_symmetry_that_changes_values_is_found_by_its_values() -> None:
    class Shifted(Takeaway):
        symmetry_count = 2

        def symmetric(self, state, symmetry):
            return state + symmetry

    case = ThoroughCase(Shifted())
    case.truth.allow()
    finding = value_is_kept(case, RandomPosition(4, (), 4, False))
    assert finding is not None
    assert finding.found == "The value is -1 in 2 plies, but +1 in 3 plies in the image under symmetry 1."
    assert value_is_kept(ThoroughCase(Row()), RandomPosition(Row().initial(), (), None, False)) is NOT_APPLICABLE


def test_bounds_are_asked_about_wide_and_narrow_windows() -> None:
    asked = list(windows(-1, 1, 1))
    assert (-1, 1) in asked
    assert {(0, 0), (-1, 0), (0, 1), (1, 1), (1, 2)} <= set(asked)
    assert all(alpha <= beta for alpha, beta in asked)


# --- play ------------------------------------------------------------------------------------------------------------
def test_plays_meet_each_position_once_and_reach_the_end() -> None:
    plays = Plays(Row(), 0)
    for _ in range(50):
        list(plays.play())
    states = [position.state for position in plays.positions]
    assert len(set(states)) == len(states)
    for position in plays.positions:
        assert Row().play(["abcdef"[action] for action in position.path]) == position.state
        assert position.terminal == (not position.children)
        assert len(position.path) + position.plies_left <= Row.max_length
    assert max(len(position.path) for position in plays.positions) == Row.max_length


def test_a_position_knows_the_longest_play_that_came_to_it() -> None:
    plays = Plays(Takeaway(), 0)
    for _ in range(200):
        list(plays.play())
    last = next(position for position in plays.positions if position.terminal)
    assert len(last.path) < len(last.longest) <= Takeaway.max_length
    assert Takeaway().play(list(map(str, last.longest))) == last.state


@pytest.mark.parametrize("seed", range(10))
def test_a_bound_on_the_length_of_plays_is_tried_whatever_the_seed(seed: int) -> None:
    (fault,) = check(NAMED["Short"], compiled=False, seed=seed).faults
    assert (fault.rule, len(fault.moves)) == ("length", NAMED["Short"].max_length)


def test_wide_positions_are_tried_out_in_part() -> None:
    plays = Plays(mnk(6, 6, 4), 0)
    list(plays.play())
    assert len(plays.positions[0].children) == WIDTH < len(plays.positions[0].allowed) == 36


def test_a_selection_is_spread_over_all() -> None:
    assert spread(list(range(10)), 4) == [0, 3, 6, 9]  # pyright: ignore
    assert spread(list(range(4)), 4) == [0, 1, 2, 3]  # pyright: ignore
    assert spread([], 4) == []


# --- shapes and guards -----------------------------------------------------------------------------------------------
def test_a_shape_tells_kinds_nesting_and_widths() -> None:
    assert shape(connect(4, 4, 3).initial()) == "Board(Bits(20), Bits(20))"
    assert shape((1, (True, 2))) == "(int, (bool, int))"
    assert not has_shape((1, None))
    with pytest.raises(Unpackable, match="float is neither"):
        shape(1.5)


def test_a_property_that_raises_is_reported() -> None:
    class Dear(Takeaway):
        @property
        def resolution(self):
            raise RuntimeError("too dear")

    (fault,) = check(Dear(), compiled=False).faults
    assert fault.rule == "raises"
    assert "too dear" in fault.found


def test_a_guard_names_the_call() -> None:
    with pytest.raises(Raised, match=r"apply\(state, 0\) raised AttributeError"):
        Guarded(Row()).apply((1, 2), 0)
    with pytest.raises(Raised, match=r"parse_action\('\?'\) raised BadMove"):
        Guarded(Row()).parse_action("?")


# --- the report ------------------------------------------------------------------------------------------------------
def test_the_same_seed_gives_the_same_report() -> None:
    reports = [check(Memory(), compiled=False, seed=seed, plays=3).to_dict() for seed in (1, 1, 2)]
    assert reports[0] == reports[1]
    assert reports[0] != reports[2]


def test_a_report_is_plain_data() -> None:
    data = check(NAMED["Unmoved"], compiled=False).to_dict()
    assert json.loads(json.dumps(data)) == data
    assert data["schema"] == 1
    assert data["ok"] is False
    assert data["faults"][0]["rule"] == "symmetric legal"
    assert [entry["rule"] for entry in data["checked"]] == NAMES
    assert all(entry["positions"] or entry["note"] for entry in data["checked"])


def test_the_text_lists_faults_and_what_was_skipped() -> None:
    lines = check(NAMED["Unmoved"], compiled=False).text().split("\n")
    assert lines[0] == "Unmoved breaks its contract."
    assert lines[1].startswith("  fault    symmetric legal at ")
    assert "  skipped  1 rule: the game has no chance nodes." in lines


def test_a_fault_at_the_start_says_so() -> None:
    assert Fault("legal", "", "A.", "B.").sentence() == "legal at the start: A. B."
    assert Fault("legal", "a b", "A.", "B.").sentence() == "legal at a b: A. B."
    assert Fault("facets", None, "A.", "B.").sentence() == "facets: A. B."


# --- time, interruption, options -------------------------------------------------------------------------------------
class Tired(Takeaway):
    """Each move takes a hundredth of a second."""

    def apply(self, state, action):
        time.sleep(0.01)
        return state - action - 1


def test_the_time_budget_is_kept() -> None:
    started = time.monotonic()
    report = check(Tired(), seconds=0.5, plays=10_000)
    assert time.monotonic() - started < 10
    assert report.stopped == "seconds"
    assert report.ok
    assert report.sentence().endswith("Time ran out before the check was complete.")
    assert checked(report, "play").note == "time ran out"
    assert checked(report, "compilable").note


def test_with_time_enough_nothing_is_cut_short() -> None:
    assert check(Takeaway(), compiled=False, seconds=60).stopped == "complete"


class Interrupted(type(NAMED["Unmoved"])):
    """Ctrl-C is pressed while the hundredth position is drawn."""

    def __init__(self) -> None:
        self.drawings = itertools.count(1)

    def render(self, state):
        if next(self.drawings) == 100:
            raise KeyboardInterrupt
        return str(state)


def test_an_interruption_ends_with_what_was_found() -> None:
    report = check(Interrupted(), compiled=False)
    assert report.stopped == "interrupted"
    assert [fault.rule for fault in report.faults] == ["symmetric legal"]
    assert checked(report, "picture").note == "the check was interrupted"
    assert report.sentence().endswith("The check was interrupted before it was complete.")


def test_an_interruption_at_the_end_leaves_a_report(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_game: Game[Any]) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(examine, "refused", interrupted)
    report = check(Takeaway(), compiled=False)
    assert (report.stopped, report.ok) == ("interrupted", True)


def test_compiling_can_be_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    """However fast it is here: other tests have compiled most of this game."""
    made = native.Asker

    def slowly(*given: Any, **options: Any) -> native.Asker:
        time.sleep(1)
        return made(*given, **options)

    def press(progress: CheckProgress) -> None:
        if progress.phase == "compiling":
            raise KeyboardInterrupt

    monkeypatch.setattr(native, "Asker", slowly)
    report = check(Row(), compiled=True, progress=press)
    assert report.stopped == "interrupted"
    assert checked(report, "compiled").note == "the check was interrupted"


def test_progress_is_shown() -> None:
    seen: list[CheckProgress] = []
    check(Tired(), compiled=False, plays=10, seconds=2, progress=seen.append)
    assert "playing" in {progress.phase for progress in seen}
    assert {progress.phase for progress in seen} <= {"playing", *NAMES}
    assert all(0 <= progress.done <= progress.total for progress in seen)
    assert [progress.seconds for progress in seen] == sorted(progress.seconds for progress in seen)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"plays": 0}, "plays = 0 is not an integer of 1 or more."),
        ({"plays": True}, "plays = True is not an integer of 1 or more."),
        ({"seed": -1}, "seed = -1 is not an integer of 0 or more."),
        ({"seconds": 0}, "seconds = 0 is not a positive number."),
        ({"seconds": float("nan")}, "seconds = nan is not a positive number."),
    ],
)
def test_options_are_checked(options: dict, sentence: str) -> None:
    with pytest.raises(BadOption) as refusal:
        check(Takeaway(), **options)
    assert str(refusal.value) == sentence


# --- what the plays looked like --------------------------------------------------------------------------------------
def played_of(game: Game, **options: Any) -> PlayedPosition:
    played = check(game, compiled=False, **options).played
    assert played is not None
    return played


def lines_of(game: Game, **options: Any) -> dict[str, str]:
    return dict(played_of(game, **options).lines())


class Mistaken(Takeaway):
    """Its reward has the wrong sign: a game by itself, that breaks no rule."""

    def reward(self, state):
        return -Takeaway().reward(state)


class Silent(Again):
    """The state says who is to move again, and the game does not define to_move."""

    to_move = Game.to_move


def test_the_report_tells_what_the_plays_looked_like() -> None:
    """Against plays counted here: the same ones, as the seed says."""
    plays, lengths, outcomes = Plays(Row(), 0), list[int](), list[int]()
    for _ in range(100):
        list(plays.play())
        lengths.append(len(plays.path))
        outcomes.append(-Row().reward(Row().play(["abcdef"[action] for action in plays.path])))
    average = sum(lengths) / 100
    wins, draws = outcomes.count(1), outcomes.count(0)
    assert lines_of(Row()) == {
        "plays": f"100 random plays of 5 to 6 plies, {average:.1f} on average. "
        "Every second play avoids the end while it can.",
        "rewards": f"The player who moved last won {wins}, lost 0 and drew {draws}.",
        "turns": "Turns alternate, because the game does not define to_move.",
    }
    assert wins + draws == 100


def test_a_reward_of_the_wrong_sign_shows_in_who_won() -> None:
    assert check(Mistaken(), compiled=False).ok
    assert lines_of(Takeaway())["rewards"] == "The player who moved last won 100, lost 0 and drew 0."
    assert lines_of(Mistaken())["rewards"] == "The player who moved last won 0, lost 100 and drew 0."


class FirstPlayers(TicTacToe):
    """Its reward is that of the first player, as textbooks have it, and not of the player to move."""

    def reward(self, state: tuple[int, int]) -> int:
        return super().reward(state) * (-1 if (state[0] | state[1]).bit_count() % 2 else 1)


def test_rewards_of_the_first_player_show_in_who_won() -> None:
    assert check(FirstPlayers(), compiled=False).ok
    assert (
        "Player 2 won every play that was not a draw: is the reward that of the player to move?"
        in (lines_of(FirstPlayers())["rewards"])
    )


def test_a_missing_to_move_shows_in_the_turns() -> None:
    assert check(Silent(), compiled=False).ok
    assert lines_of(Silent())["turns"] == "Turns alternate, because the game does not define to_move."
    twice = played_of(Again()).twice
    assert twice > 0
    assert lines_of(Again())["turns"] == f"In {twice} of 100 plays a player moved twice in a row."


def test_who_moves_last_is_told_by_to_move() -> None:
    """In Again, too, the player who takes the last stone wins; whose turn it is then is another matter."""
    game, plays = Again(), Plays(Again(), 0)
    won = lost = 0
    for _ in range(100):
        list(plays.play())
        states = [position.state for position in plays.ended[-1]]
        same = game.to_move(states[-2]) == game.to_move(states[-1])
        won += (game.reward(states[-1]) > 0) == same
        lost += (game.reward(states[-1]) > 0) != same
    assert lines_of(game)["rewards"] == f"The player who moved last won {won}, lost {lost} and drew 0."


def test_rewards_beyond_wins_and_losses_are_told_as_numbers() -> None:
    told = lines_of(capture(7, 2))["rewards"]
    assert re.fullmatch(
        r"The player who moved last got more than 0 in 100, less in 0 and 0 in 0: 1 to 2, 1\.\d\d on average\.", told
    )


def test_strict_turns_are_told_where_the_game_defines_them() -> None:
    class Counted(Takeaway):
        def initial(self):
            return (9, 0)

        def legal(self, state, action):
            return action < state[0]

        def apply(self, state, action):
            return (state[0] - action - 1, 1 - state[1])

        def terminal(self, state):
            return state[0] == 0

        def to_move(self, state):
            return state[1]

    assert lines_of(Counted())["turns"] == "The players always took turns."


def test_more_players_and_chance_are_told_by_player() -> None:
    for game, players in ((broken_games.Three(), 3), (broken_games.Coin(), 2)):
        played = played_of(game)
        assert played.last is None
        assert len(played.moves) == len(played.rewards) == players
        means = [f"player {number} got {got.mean:.2f}" for number, got in enumerate(played.rewards, start=1)]
        assert lines_of(game)["rewards"].endswith(f"on average, {', '.join(means)}.")
        assert lines_of(game)["turns"].startswith(
            f"Of the moves, player 1 made {played.moves[0] / sum(played.moves):.0%}, "
        )
        assert (played.throws > 0) == game.has_chance


@pytest.mark.long
def test_plays_that_were_cut_short_are_told_and_not_counted() -> None:
    report = check(connect(7, 6, 4), compiled=False)
    assert report.stopped == "positions"
    played = report.played
    assert played is not None
    assert (played.ended, played.cut_short) == (report.plays - 1, 1)
    assert "; 1 more stopped early. " in dict(played.lines())["plays"]


def test_plays_without_an_end_are_told() -> None:
    class Round(Takeaway):
        cyclic = True

        def apply(self, state, action):
            return state

    assert lines_of(Round(), plays=3) == {"plays": "None of 3 random plays was played to its end."}


def test_nothing_is_told_of_plays_where_a_rule_is_broken_that_this_rests_on() -> None:
    class Generous(Takeaway):
        def reward(self, state):
            return 7

    report = check(Generous(), compiled=False)
    assert [fault.rule for fault in report.faults] == ["reward"]
    assert report.played is None
    assert report.to_dict()["played"] is None
    assert "  plays " not in report.text()


def test_what_the_plays_looked_like_is_plain_data_too() -> None:
    data = check(Takeaway(), compiled=False, plays=20).to_dict()["played"]
    assert json.loads(json.dumps(data)) == data
    assert (data["ended"], data["cut_short"], data["turns_told"], data["throws"]) == (20, 0, False, 0)
    assert sum(data["moves"]) == round(20 * data["plies"])
    assert data["last"] == {"above": 20, "below": 0, "zero": 0, "mean": 1.0, "least": 1, "most": 1}
    assert len(data["rewards"]) == 2


def test_the_text_tells_of_the_plays_before_what_was_skipped() -> None:
    lines = check(Takeaway(), compiled=False).text().split("\n")
    assert [line.split()[0] for line in lines[1:5]] == ["plays", "rewards", "turns", "skipped"]


# --- what is fine passes ----------------------------------------------------------------------------------------------
class Shrinking(Game[tuple[int, ...]]):
    """Take one or two from the first heap; an empty heap is gone. Who takes the last one wins."""

    action_count, max_length = 2, 9

    def initial(self):
        return (2, 3, 2)

    def legal(self, state, action):
        return action < state[0]

    def apply(self, state, action):
        return (state[0] - action - 1, *state[1:]) if state[0] > action + 1 else state[1:]

    def terminal(self, state):
        return state == ()

    def reward(self, state):
        return -1


class Keyed(Shrinking):
    """Heaps of the same sizes are the same position; it also says what it is worth."""

    def apply(self, state, action):
        return tuple(sorted(super().apply(state, action)))

    def key(self, state):
        return (state, len(state))


def test_a_text_that_may_be_empty_is_fine() -> None:
    assert check(OfText()).ok
    assert OfText().render("") == "''"


@pytest.mark.sampled("Keyed")
@pytest.mark.parametrize("cls", [Shrinking, Keyed])
def test_tuples_may_have_any_length(cls: type[Shrinking]) -> None:
    report = check(cls())
    assert report.ok, report.text()
    assert "the initial state (int, int, int); so the game runs only interpreted" in report.text()
    assert {rule.name for rule in ALL if rule.needs} - {entry.rule for entry in report.checked if entry.note} > {
        "reward",
        "length",
        "terminal",
        "action_name",
    }


# --- what is said ------------------------------------------------------------------------------------------------------
class Recursing(Takeaway):
    def terminal(self, state):
        return self.terminal(state)


def test_every_rule_that_is_skipped_has_a_reason() -> None:
    report = check(Recursing(), compiled=False)
    assert not report.ok
    assert all(entry.note for entry in report.skipped)
    assert "skipped  1 rule: no play could begin." in report.text()


class Misspelt(Takeaway):
    symmetry_cuont = 2

    def evalute(self, state):
        return 0

    def priorty(self, state, action):
        return 0

    def weights(self, state, action):
        return 0

    def layers(self, state, action):
        return 0

    def scores(self, state):
        """A helper, which nothing is said about; nor about the others here."""
        return 0

    def apply_move(self, state, action):
        return state

    def _evalute(self, state):
        return 0

    def position(self):
        return 0


def test_a_method_that_is_nearly_one_of_the_contract_is_noted() -> None:
    report = check(Misspelt(), compiled=False)
    assert report.ok
    assert report.notes == (
        "evalute is not a name of the contract; did you mean evaluate?",
        "priorty is not a name of the contract; did you mean priority?",
        "symmetry_cuont is not a name of the contract; did you mean symmetry_count?",
    )
    assert "note     evalute is not a name of the contract" in report.text()
    assert list(report.notes) == report.to_dict()["notes"]


def test_legal_may_be_misspelt_too() -> None:
    class Listed(Game[int]):
        def actions(self, state):
            yield 0

        legall = Takeaway.legal

    assert check(Listed()).notes == ("legall is not a name of the contract; did you mean legal?",)


@pytest.mark.parametrize("game", [*CORRECT, mnk(3, 3, 3), connect(4, 4, 3)], ids=name_of)
def test_helpers_are_not_noted(game: Game) -> None:
    assert not [note for note in check(game, compiled=False, plays=1).notes if "did you mean" in note]
