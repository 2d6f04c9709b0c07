"""One game of `zermelo play`, on a terminal or over a pipe."""

from __future__ import annotations

import contextlib
import importlib
import random
import sys
from collections.abc import Callable, Mapping
from typing import Any, Final

from rich.console import Console
from rich.text import Text

from zermelo.cli.analyze import as_table
from zermelo.cli.progress import ProgressLine
from zermelo.cli.rows import LEAST, abreast, as_rows, columns, fitted, joined_lines
from zermelo.core.errors import BadPosition, NotSupported
from zermelo.core.positions import AsState
from zermelo.games.in_a_row.drawing import MARKS, Drawing
from zermelo.play.analysis import Analyst
from zermelo.play.move_values import Analysis
from zermelo.play.players import Player
from zermelo.play.record import Record
from zermelo.play.review import judge

HINTED: Final = 5
"""The number of moves that a hint shows if none is proved to be best."""

COLOURS: Final = ("blue", "red", "green", "magenta")
"""The colours of the players' stones."""

WIDEST: Final = 120
"""The most columns that boards take side by side."""

COMMANDS: Final = (
    ("moves", "list the legal moves"),
    ("values", "show the value of each move"),
    ("hint", "show how you stand; a second hint shows the best moves"),
    ("undo", "take back your last move"),
    ("redo", "make it again"),
    ("swap", "change sides"),
    ("board", "show the board again"),
    ("rules", "show the rules again"),
    ("quit", "stop, and print the moves"),
)


class Session:
    """One game on a terminal, or over a pipe. Each of its methods do_... is a command that a person can type."""

    def __init__(
        self,
        record: Record,
        engine: Player,
        analyst: Analyst | NotSupported,
        humans: set[int],
        options: Mapping[str, Any],
    ) -> None:
        """`analyst` is the reason why there are no values, if there can be none; `humans` are the sides of people; and
        `options` those of the command: seconds, seed, values, review.
        """
        self.record = record
        self.game = record.game
        self.engine = engine
        self.analyst = analyst
        self.humans = humans
        self.options = options
        self.console = Console(highlight=False, soft_wrap=True)
        self.random = random.Random(options["seed"])
        self.hinted: Any = None
        """The state of the last hint."""

    def run(self) -> None:
        self.introduce()
        if self.engine.note and len(self.humans) < self.game.players:
            self.say(self.engine.note)
        self.do_board()
        while not self.record.over:
            if self.may_be_endless:
                self.say(f"The game stops here, after {len(self.record.moves):,} plies; it might never end.")
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

    def introduce(self) -> None:
        """Print what the game is called, how it is played and, for people, how to move."""
        title, name = self.game.title(), str(self.game)
        self.say(title if title == name else f"{title}\n{name}")
        self.do_rules()
        if self.humans:
            self.say(f"\nType a move, such as {self.example()}, or `help` for a list of commands.")

    def example(self) -> str:
        """The name of a legal move; at a chance node, of the first action."""
        legal = () if self.record.over or self.record.chance else self.game.actions(self.record.state)
        return self.game.action_name(next(iter(legal), 0))

    @property
    def may_be_endless(self) -> bool:
        """Whether the engine plays against itself, and the game has got so long that it may never end."""
        return not self.humans and self.game.cyclic and len(self.record.moves) >= self.game.max_length

    def close(self) -> None:
        if not self.record.moves:
            return
        if self.options["review"]:
            self.judge()
        self.say(f"Moves: {' '.join(self.record.names())}")

    def judge(self) -> None:
        """Print the review. Each move gets as much time as a move of the engine."""
        with ProgressLine(quiet=False) as line:
            review = judge(
                self.judging, self.record, seconds=self.options["seconds"] * len(self.record.moves), progress=line
            )
        for sentence in review.sentences():
            self.say(sentence)

    # --- turns ------------------------------------------------------------------------------------------------------------
    def ask(self) -> bool:
        """Read one line and carry it out. False if the input has ended, or the person quits."""
        line = self.read_line(f"{self.name()} to move> ")
        text = (line or "").strip()
        if not sys.stdin.isatty():
            self.say(text)
        if line is None or text in ("quit", "exit"):
            return False
        command: Callable[[], None] | None = getattr(self, f"do_{text}", None)
        if command is not None:
            try:
                command()
            except NotSupported as refusal:  # the game has no values
                self.say(str(refusal))
        elif text:
            self.move(text)
        return True

    def read_line(self, prompt: str) -> str | None:
        """A line of input after a prompt, None at the end of the input. On a terminal readline, if Python has it, edits
        lines and recalls earlier ones.
        """
        if sys.stdin.isatty() and sys.stdout.isatty():
            with contextlib.suppress(ImportError):
                importlib.import_module("readline")  # from now on input() uses it
            try:
                return input(prompt)
            except EOFError:
                return None
        self.console.print(prompt, end="")
        return sys.stdin.readline() or None

    def move(self, text: str) -> None:
        try:
            self.record.do(self.game.parse_action(text))
        except BadPosition as error:
            self.say(f"{error} Type `moves` for the legal moves, or `help` for all commands.")
            return
        self.do_board()
        self.show_value()

    def reply(self) -> None:
        mover = self.name()
        with ProgressLine(quiet=False) as line:
            line.show(f"{mover} is thinking")
            choice = self.engine.choose(self.record.state, progress=line)
        self.say(f"{mover} plays {self.game.action_name(choice.action)}.")
        self.record.do(choice.action)
        self.do_board()
        self.show_value()

    def show_value(self) -> None:
        if self.options["values"] and not self.record.over and not self.record.chance:
            self.say(f"{self.analysis().sentence(self.name())}\n")

    # --- commands ---------------------------------------------------------------------------------------------------------
    def do_moves(self) -> None:
        self.say(" ".join(self.game.action_name(action) for action in self.game.actions(self.record.state)))

    def do_values(self) -> None:
        self.say(as_table(self.analysis(), self.console.width))

    def do_hint(self) -> None:
        """Print the value of the position, and when asked again the best moves, or those that look best."""
        analysis = self.analysis()
        again = self.hinted is not None and self.hinted == self.record.state
        self.hinted = self.record.state
        if not again:
            self.say(analysis.sentence(self.name()) if analysis.best else analysis.verdict(self.name()))
        elif analysis.best:
            self.say(f"Best: {' '.join(analysis.best)}")
        elif analysis.favourites:
            self.say(
                f"No move is proved to be best. These look best:\n{as_table(analysis, self.console.width, HINTED)}"
            )
        else:
            self.say("The search has not told the moves apart yet; more --seconds may help.")

    def do_undo(self) -> None:
        """Go back to the last position in which a person was to move."""
        if not self.record.undo():
            self.say("There is no move to take back.")
            return
        while self.record.moves and (self.record.chance or self.record.mover not in self.humans):
            self.record.undo()
        self.do_board()

    def do_redo(self) -> None:
        if not self.record.redo():
            self.say("There is no move to redo.")
            return
        while self.record.undone and (self.record.chance or self.record.mover not in self.humans):
            self.record.redo()
        self.do_board()

    def do_swap(self) -> None:
        """Swap sides: the engine takes over the person's side, and the person the engine's."""
        self.humans = set(range(self.game.players)) - self.humans

    def do_help(self) -> None:
        self.say(f"Type a move, or one of these commands:\n{as_rows(COMMANDS)}")

    def do_rules(self) -> None:
        if self.game.rules():
            self.say(f"\n{joined_lines(self.game.rules())}")

    def do_board(self) -> None:
        """Print the board, with a colour for each player's stones."""
        drawn = self.record.board()
        if isinstance(self.game, Drawing):
            drawn = abreast(drawn, min(columns(LEAST), WIDEST))
        board = Text(f"\n{drawn}\n")
        if isinstance(self.game, Drawing):
            for mark, colour in zip(MARKS, COLOURS, strict=True):
                board.highlight_regex(rf"\b{mark}\b", f"bold {colour}")
        self.console.print(board)

    # --- words ------------------------------------------------------------------------------------------------------------
    def analysis(self) -> Analysis:
        """The analysis of the position. Raises NotSupported."""
        with ProgressLine(quiet=False) as line:
            return self.judging.analysis(AsState(self.record.state), seconds=self.options["seconds"], progress=line)

    @property
    def judging(self) -> Analyst:
        """The analyst. Raises NotSupported if the game has no values."""
        if isinstance(self.analyst, NotSupported):
            raise self.analyst
        return self.analyst

    def name(self) -> str:
        return self.record.name(self.record.mover)

    def say(self, text: str) -> None:
        self.console.print(fitted(text), markup=False)
