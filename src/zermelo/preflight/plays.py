"""A few random plays before a search: `check_plays` examines the essential rules at each position that they reach.

A search of a game whose plays do not end might run for ever, or find a value only because it never reached such a play.
If the search meets such a play and random play did not, `zermelo.preflight.endless` looks for the moves to show.
"""

from __future__ import annotations

import contextlib
import itertools
import random
import time
from collections.abc import Container, Generator, Iterable, Iterator
from typing import Any, Final

from zermelo.core.constants import NONE
from zermelo.core.errors import RAISED, BadGame
from zermelo.core.game import Game, inherits
from zermelo.core.shape import has_shape
from zermelo.core.wording import in_a_line, shown
from zermelo.preflight.contents import changed, contents
from zermelo.preflight.endless import UNCHANGED, endless_play, sentence, where
from zermelo.preflight.equality import Futures, Path, Unlike, equality_advice, equality_doubt, unlike
from zermelo.preflight.purity import TRUSTED, changes
from zermelo.preflight.questions import CALLED, AnswerLog, Question, TwoAnswers
from zermelo.preflight.random_plays import Plays, RandomPosition
from zermelo.preflight.rule import Case, Finding, Place, Rule, Start
from zermelo.preflight.rules import (
    AT_EACH_POSITION,
    AT_EACH_VISIT,
    SameKey,
    play_begins_in_one_state,
    same_key,
    state_is_hashable,
)

PLAYS: Final = 16
PLIES: Final = 2000
SECONDS: Final = 0.2
"""The limits of random play: the number of plays, their plies in all, and roughly the time."""

PAIRS, WIDTH, PLIES_OF_KEYS = 20, 6, 2
"""How far two states with equal keys are compared: pairs of states, moves of each, plies."""

ADVICE: Final = (
    "What changes during a play belongs in the state. To remember results, use functools.cache on a function outside the "
    "class."
)

RECORDED: Final = {*CALLED, "reward", "rewards"}
"""The methods whose answers are recorded."""

ANSWERS: Final = RECORDED - {"reward", "rewards", "to_move", "apply", "actions", "relevant", "deciding"}
"""Those whose answers are looked at for their type alone; rules look at the others."""

IMPURE: Final = "Methods must depend on nothing but their arguments."


def check_plays(game: Game[Any]) -> None:
    """Try a few random plays.

    Raises BadGame if one of the essential rules is broken, if plays change the game, if a method returns two different
    answers to the same call, or if equal states have different futures. Also raises any exception of the game.
    """
    if type(game).__module__.startswith(TRUSTED) and has_shape(game.initial()):
        return
    with _unchanged(game):
        log = AnswerLog(game)
        trial = _Trial(game, log)
        trial.apply_rules([play_begins_in_one_state], Start())
        with _yes_or_no(game, log):
            trial.play(PLAYS, PLIES, SECONDS)
    check_equality(game)
    _check_texts(game)
    with _unchanged(game):  # again, because the first plays may have created what these change
        found = None if game.cyclic else endless_play(game)
    if found is not None:
        raise BadGame(sentence(game, found.path, found.finding(game)))
    twice = log.again(SECONDS / 2)
    if twice is not None:
        raise BadGame(f"{sentence(game, twice.path, Finding(twice.found, IMPURE))} {ADVICE}")


def check_source(game: Game[Any]) -> None:
    """Raises BadGame for a method whose source changes the game or uses a random number."""
    for change in changes(game):
        raise BadGame(f"{game}: {change}. {IMPURE} {ADVICE}")


def first_fault(game: Game[Any]) -> str:
    """What `check_plays` says of a game; "" if it says nothing, or raises an exception of the game."""
    try:
        check_plays(game)
    except BadGame as fault:
        return str(fault).removeprefix(f"{game}: ")
    except RAISED:
        return ""
    return ""


class _Trial(Case):
    """Random plays, examined position by position, with one symmetry of each."""

    def __init__(self, game: Game[Any], log: AnswerLog, seed: int = 0) -> None:
        super().__init__(game)
        self.log = log
        self.random = random.Random(seed)
        self.plays = Plays(game, seed, thorough=False)
        self.at_each_position = [rule for rule in AT_EACH_POSITION if not rule.skip(self)]
        self.at_each_visit = [rule for rule in AT_EACH_VISIT if not rule.skip(self)]
        self.examined = 0
        """How many of the positions have been examined."""
        self.keys: dict[Any, RandomPosition] = {}
        """The first position with each key."""

    def symmetries(self) -> Iterable[int]:
        return [self.random.randrange(1, self.game.symmetry_count)] if self.game.symmetry_count > 1 else ()

    def play(self, plays: int, plies: float, seconds: float) -> None:
        """Play until one of these limits is reached. Raises BadGame, and any exception of the game."""
        ends = time.monotonic() + seconds
        for _ in range(plays):
            for _ in self._one_play():
                plies -= 1
                if plies <= 0 or time.monotonic() > ends:
                    return

    def _one_play(self) -> Iterator[None]:
        try:
            for position in self.plays.play():
                self._examine(position)
                yield
        except Exception as error:
            if not isinstance(error, BadGame):
                self._blame_state(error)
            raise

    def _blame_state(self, error: Exception) -> None:
        """Raises BadGame if the cause of an exception seems to be a state that is None or cannot be hashed, or what
        `actions` returns there, unless the game is over.
        """
        state, path = self.plays.state, self.plays.path
        if state is None and isinstance(error, TypeError | AttributeError | ValueError):
            name = "apply" if path else "initial"
            code = getattr(getattr(self.plain, name), "__code__", None)
            after = f" {where(self.plain, path[:-1])} for action {path[-1]}" if path else ""
            place = f" ({code.co_filename}:{code.co_firstlineno})" if code else ""
            raise BadGame(f"{self.plain}: {name} returns None{after}{place}: is a return missing?") from error
        self.apply_rules([state_is_hashable], RandomPosition(state, path, state, False))
        if not self._may_be_over(state):
            asked = Question("actions", (state,))
            fault = asked.fault(asked.answer(self.plain))
            self._raise(Finding(f"{fault}.") if fault else None, path)

    def _may_be_over(self, state: Any) -> bool:
        try:
            return bool(self.plain.terminal(state))
        except RAISED:
            return True

    def _examine(self, position: RandomPosition) -> None:
        if self.examined < len(self.plays.positions):  # it is a new one
            self.examined = len(self.plays.positions)
            self.apply_rules(self.at_each_position, position)
            self._examine_key(position)
        action = next(iter(position.children), 0)
        self.log.record(position.state, self.plays.path, over=position.terminal, action=action)
        self.apply_rules(self.at_each_visit, position)

    def apply_rules(self, rules: Iterable[Rule], place: Place) -> None:
        """Raises BadGame, and any exception of the game."""
        for rule in rules:
            self._raise(rule(self, place), self.plays.path, rule.promise)

    def _raise(self, finding: Finding | None, path: Path, promise: str = "") -> None:
        if finding and finding.found:
            raise BadGame(sentence(self.plain, path, Finding(finding.found, finding.right or promise)))

    def _examine_key(self, position: RandomPosition) -> None:
        if position.terminal or inherits(self.plain, "key"):
            return
        key = self.plain.key(position.state)
        try:
            first = self.keys.setdefault(key, position)
        except TypeError:  # it cannot be hashed: the log of answers has it
            return
        futures = Futures(self.plain, pairs=PAIRS, width=WIDTH, trusts_equality=True)
        difference = futures.difference(first.state, position.state, PLIES_OF_KEYS)
        self._raise(
            same_key(self, SameKey(first.state, first.path, position.state, position.path), difference), first.path
        )


@contextlib.contextmanager
def _unchanged(game: Game[Any]) -> Generator[None]:
    """Raises BadGame if plays change the game's contents, even if another error occurs: this may be its cause."""
    before = contents(game)
    try:
        yield
    finally:
        for name in changed(before, contents(game)):
            raise BadGame(f"{game}: self.{name} changes while the game is played. {ADVICE}")


@contextlib.contextmanager
def _yes_or_no(game: Game[Any], log: AnswerLog) -> Generator[None]:
    """Raises BadGame for a string instead of True or False, even if another error occurs: this may be its cause."""
    try:
        yield
    finally:
        odd = _odd(game, log, ANSWERS)
        if odd is not None:
            raise BadGame(f"{game}: {odd}.") from None


def check_equality(game: Game[Any]) -> None:
    """Raises BadGame for two states that are equal although their futures differ."""
    found = unlike(game)
    if found is not None:
        raise BadGame(sentence(game, found.path, equality_finding(game, found)))
    if equality_doubt(game):
        raise BadGame(f"{game}: {equality_doubt(game)} {equality_advice(game)}")


def equality_finding(game: Game[Any], found: Unlike) -> Finding:
    there = where(game, found.other_path)
    return Finding(f"The state {there} is equal to this one, but {found.difference}.", equality_advice(game))


def _played(game: Game[Any]) -> tuple[AnswerLog, str]:
    """The answers in some random plays, and the exception that ended these; "" if none did."""
    log = AnswerLog(game)
    try:
        _Trial(game, log).play(PLAYS, PLIES, SECONDS)
    except RAISED as error:
        return log, in_a_line(error)
    return log, ""


def two_answers(game: Game[Any]) -> TwoAnswers | None:
    """A call whose answer has changed after some random plays; None if none is found."""
    return _played(game)[0].again(SECONDS)


def explain(game: Game[Any], seconds: float = 1.0) -> str:
    """The first fault of key, symmetry, evaluation or knowledge, or of the rules, that a few plays find within this time,
    as a sentence; "" if they find none. For a result that its own line refutes.
    """
    log = AnswerLog(game)
    try:
        _Trial(game, log, seed=1).play(400, float("inf"), seconds)
    except Exception as error:
        return str(error) if isinstance(error, BadGame) else f"{game}: {in_a_line(error)}"
    odd = _odd(game, log, RECORDED)
    return f"{game}: {odd}." if odd else ""


def odd_answer(game: Game[Any]) -> str | None:
    """A sentence about something in random play that no search can handle: an answer of the wrong type, or an exception."""
    log, raised = _played(game)
    return _odd(game, log, RECORDED) or raised or None


def _odd(game: Game[Any], log: AnswerLog, methods: Container[str]) -> str | None:
    """A sentence about the first answer of one of these methods that is of the wrong type; None if there is none."""
    odd = log.odd(methods)
    return f"{where(game, odd[0])}, {odd[1]}" if odd else None


def changed_by_plays(game: Game[Any]) -> list[str]:
    """The names of the game's contents that some random plays change."""
    before = contents(game)
    _played(game)
    return changed(before, contents(game))


def _check_texts(game: Game[Any]) -> None:
    """Raises BadGame if the name of a first move, the drawing or the text of the initial position is not a string, and any
    exception of the game or of its states, such as those of `__str__`. `render` may change the game's contents: that does
    not affect play.
    """
    state = game.initial()
    str(game)
    actions = () if game.terminal(state) else itertools.islice(game.actions(state), game.action_count)
    calls = [("action_name", action, f"for action {action}") for action in actions]
    calls += [(name, state, where(game, ())) for name in ("render", "position_text")]
    for name, of, place in calls:
        text: Any = "" if inherits(game, name) and name != "render" else getattr(game, name)(of)
        if not isinstance(text, str):
            raise BadGame(f"{game}: {name} returns {shown(text)} {place}; it must return a string.")


def counted_from_one(game: Game[Any]) -> str:
    """A sentence about the actions of the initial state if they seem to be counted from 1; else ""."""
    state, count = game.initial(), game.action_count
    if game.terminal(state):
        return ""
    first = next(iter(game.actions(state)), NONE)
    if first == 0:
        idle = game.cyclic and game.apply(state, 0) == game.initial()
        return f"At the start, {UNCHANGED}" if idle else ""
    with contextlib.suppress(Exception):  # of a method that is asked about an action that the game does not have
        if first == 1 and not inherits(game, "legal") and game.legal(state, count):
            return (
                f"At the start, legal forbids action 0 and allows action {count}, although action_count is {count}. Actions "
                f"count from 0, so action {count} is never tried: is `action + 1` meant?"
            )
    return ""
