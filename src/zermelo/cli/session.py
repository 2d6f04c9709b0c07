"""One game on a terminal, or over a pipe: what `zermelo play` asks, hears and shows."""

from __future__ import annotations

import contextlib
import importlib
import random
import sys
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from rich.console import Console
from rich.text import Text

from zermelo.cli.analyze import as_table
from zermelo.cli.progress import ProgressLine
from zermelo.cli.rows import fitted
from zermelo.core.errors import BadPosition, NotSupported
from zermelo.core.positions import AsState
from zermelo.games.in_a_row.drawing import MARKS, Drawing
from zermelo.play.analysis import Analyst
from zermelo.play.engine import Player
from zermelo.play.move_values import Analysis
from zermelo.play.record import Record
from zermelo.play.review import judge

HINTED: Final = 5
"""Moves that a hint shows where none is proved to be best."""

COLOURS: Final = ("blue", "red", "green", "magenta")
"""Of the players' stones."""

HELP: Final = """\
A move by its name, or:
moves    all legal moves            values   what each of them is worth
hint     how you stand; again: the best move
undo     take back your last move   redo     make it again
swap     change sides               board    show the board again
quit     stop here; the moves so far are told"""


class Seats(NamedTuple):
    """Who plays, and how."""

    humans: set[int]
    seconds: float
    """For a hint."""
    values: bool
    """Whether it is told what positions are worth."""
    review: bool
    """Whether the game is judged when it is over."""


class Session:
    """One game on a terminal, or over a pipe."""

    def __init__(
        self,
        record: Record,
        engine: Player,
        analyst: Analyst | NotSupported,
        seats: Seats,
        console: Console,
        rng: random.Random,
    ) -> None:
        """Without an analyst there is the reason why values cannot be told."""
        self.record = record
        self.game = record.game
        self.engine = engine
        self.analyst = analyst
        self.seats = seats
        self.humans = seats.humans
        self.console = console
        self.random = rng
        self.hinted: Any = None
        """The state in which a hint has been given."""
        self.commands: dict[str, Callable[[], None]] = {
            "moves": self.tell_moves,
            "values": self.tell_values,
            "hint": self.hint,
            "undo": self.undo,
            "redo": self.redo,
            "swap": self.swap,
            "board": self.show,
            "help": self.help,
        }

    def run(self) -> None:
        """Until play is over, or nobody says anything more."""
        self.say(f"{self.game}. `help` lists the commands.")
        if self.engine.note and len(self.humans) < self.game.players:
            self.say(self.engine.note)
        self.show()
        while not self.record.over:
            if self.goes_on:
                self.say(f"The game stops here, after {len(self.record.moves):,} plies: its plays need not end.")
                return
            if self.record.chance:
                action = self.record.throw(self.random)
                self.say(f"Chance: {self.game.action_name(action)}.")
                self.record.do(action)
            elif self.record.mover in self.humans:
                if not self.ask():
                    self.say("The game stops here.")
                    return
            else:
                self.reply()
        self.say(self.record.outcome())

    @property
    def goes_on(self) -> bool:
        """Whether the engine plays itself, and may do so for ever."""
        return not self.humans and self.game.cyclic and len(self.record.moves) >= self.game.max_length

    def close(self) -> None:
        """Tell the moves, and what they were worth."""
        if not self.record.moves:
            return
        if self.seats.review:
            self.judge()
        self.say(f"Moves: {' '.join(self.record.names())}")

    def judge(self) -> None:
        """Mistakes, and how accurate each player was; a move has as long as the engine."""
        with ProgressLine(quiet=False) as line:
            found = judge(self.judging, self.record, seconds=self.seats.seconds * len(self.record.moves), progress=line)
        for ply in found.mistakes:
            better = f"; {' '.join(ply.best)} would have got {ply.value}" if ply.best else ""
            got = "less than another move" if ply.got is None else ply.got
            self.say(
                f"Move {ply.ply + 1}, {ply.move}, was a mistake of {self.record.name(ply.mover)}'s: it got {got}{better}."
            )
        for player, share in enumerate(found.accuracy):
            accuracy = "not known" if share is None else f"{share:.0%}"
            self.say(f"Accuracy of {self.record.name(player)}: {accuracy}.")

    # --- turns ------------------------------------------------------------------------------------------------------------
    def ask(self) -> bool:
        """One line of a person; False where there is none, or it says so."""
        line = self.heard(f"{self.name()} to move> ")
        text = (line or "").strip()
        if not sys.stdin.isatty():
            self.say(text)
        if line is None or text in ("quit", "exit"):
            return False
        if text in self.commands:
            try:
                self.commands[text]()
            except NotSupported as refusal:  # where nobody can tell values
                self.say(str(refusal))
        elif text:
            self.move(text)
        return True

    def heard(self, prompt: str) -> str | None:
        """What a person answers to a prompt, None at the end of the input. On a terminal lines can be edited, and the arrow
        keys call the last ones back, where Python has readline.
        """
        if sys.stdin.isatty() and sys.stdout.isatty():
            with contextlib.suppress(ImportError):
                importlib.import_module("readline")  # input() uses it from then on
            try:
                return input(prompt)
            except EOFError:
                return None
        self.console.print(prompt, end="")
        return sys.stdin.readline() or None

    def move(self, text: str) -> None:
        """A move by its name."""
        try:
            self.record.do(self.game.parse_action(text))
        except BadPosition as error:
            self.say(f"{error} Say `moves` for all legal ones, `help` for what else there is.")
            return
        self.show()
        self.tell_worth()

    def reply(self) -> None:
        """A move of the engine's."""
        mover = self.name()
        with ProgressLine(quiet=False) as line:
            line.show(f"{mover} thinks")
            choice = self.engine.choose(self.record.state, progress=line)
        self.say(f"{mover} plays {self.game.action_name(choice.action)}.")
        self.record.do(choice.action)
        self.show()
        self.tell_worth()

    def tell_worth(self) -> None:
        """What the new position is worth, if that is wanted."""
        if self.seats.values and not self.record.over and not self.record.chance:
            self.say(f"{self.analysis().sentence()}\n")

    # --- what a person may say --------------------------------------------------------------------------------------------
    def tell_moves(self) -> None:
        """All legal moves."""
        self.say(" ".join(self.game.action_name(action) for action in self.game.actions(self.record.state)))

    def tell_values(self) -> None:
        """What each is worth."""
        self.say(as_table(self.analysis(), self.console.width))

    def hint(self) -> None:
        """First how one stands, then what to do: the best moves, or those that look best where none is proved to be."""
        found = self.analysis()
        again = self.hinted is not None and self.hinted == self.record.state
        self.hinted = self.record.state
        if not again:
            self.say(found.sentence() if found.best else found.verdict())
        elif found.best:
            self.say(f"Best: {' '.join(found.best)}")
        elif found.favourites:
            self.say(f"No move is proved to be best. These look best:\n{as_table(found, self.console.width, HINTED)}")
        else:
            self.say("Nothing tells the moves apart yet; more --seconds may help.")

    def undo(self) -> None:
        """Back to where a person was to move before."""
        if not self.record.undo():
            self.say("There is no move to take back.")
            return
        while self.record.moves and (self.record.chance or self.record.mover not in self.humans):
            self.record.undo()
        self.show()

    def redo(self) -> None:
        """As far as undo went back."""
        if not self.record.redo():
            self.say("There is no move to make again.")
            return
        while self.record.undone and (self.record.chance or self.record.mover not in self.humans):
            self.record.redo()
        self.show()

    def swap(self) -> None:
        """The engine takes over from here, and the person its side."""
        self.humans = set(range(self.game.players)) - self.humans

    def help(self) -> None:
        """What can be said."""
        self.say(HELP)

    def show(self) -> None:
        """The board, each player's stones in a colour of their own."""
        board = Text(f"\n{self.game.render(self.record.state)}\n")
        if isinstance(self.game, Drawing):
            for mark, colour in zip(MARKS, COLOURS, strict=True):
                board.highlight_regex(rf"\b{mark}\b", f"bold {colour}")
        self.console.print(board)

    # --- words ------------------------------------------------------------------------------------------------------------
    def analysis(self) -> Analysis:
        """Of the position. Raises NotSupported."""
        with ProgressLine(quiet=False) as line:
            return self.judging.analysis(AsState(self.record.state), seconds=self.seats.seconds, progress=line)

    @property
    def judging(self) -> Analyst:
        """Who tells values. Raises NotSupported."""
        if isinstance(self.analyst, NotSupported):
            raise self.analyst
        return self.analyst

    def name(self) -> str:
        """Of who is to move."""
        return self.record.name(self.record.mover)

    def say(self, text: str) -> None:
        """A line, or several; too long ones are wrapped on a terminal."""
        self.console.print(fitted(text), markup=False)
