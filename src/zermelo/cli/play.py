"""`zermelo play`."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import click

from zermelo.cli import EXIT_CODES, INTERRUPTED
from zermelo.cli.arguments import GameArgument
from zermelo.cli.progress import ProgressLine

if TYPE_CHECKING:
    from rich.console import Console

    from zermelo.engine import Engine
    from zermelo.game import Game
    from zermelo.record import Record

SIDES: Final = ("first", "second", "both", "none")

HELP: Final = """\
A move by its name, or:
moves    all legal moves            values   what each of them is worth
hint     how you stand; again: the best move
undo     take back your last move   redo     make it again
swap     change sides               board    show the board again
quit     stop here; the moves so far are told"""


@click.command("play", epilog=EXIT_CODES)
@click.argument("game", type=GameArgument())
@click.option("--as", "side", type=click.Choice(SIDES), default="first", show_default=True, help="Whom you play.")
@click.option(
    "--from", "position", metavar="POSITION", help="Where to start: moves (a1 b2) or a position (X../.O./...)."
)
@click.option(
    "--strength", type=float, default=1.0, show_default=True, help="How often the engine looks for the best move."
)
@click.option(
    "--seconds",
    type=float,
    default=5.0,
    show_default=True,
    metavar="S",
    help="Its time for a move, and yours for a hint.",
)
@click.option("--seed", type=int, metavar="N", help="Of random moves, dice, and the choice among best moves.")
@click.option(
    "--tables", metavar="DIR", help="A table of positions, or a folder with some: what is there is not searched."
)
@click.option("--values", is_flag=True, help="Tell what the position is worth after each move.")
@click.option("--compiled/--interpreted", default=None, help="Insist on native code, or on the interpreter.")
@click.pass_context
def command(ctx: click.Context, game: Game[Any], side: str, position: str | None, **given: Any) -> None:
    """Play GAME against the perfect engine, a weaker one, or another person.

    Moves are read from standard input, a line each; `help` tells what else can be said.
    """
    from rich.console import Console

    from zermelo.engine import Engine
    from zermelo.record import Record

    values = given.pop("values")
    seed = given["seed"]
    engine = Engine(game, **given)
    humans = {"first": {0}, "second": {1}, "both": set(range(game.players)), "none": set[int]()}[side]
    console = Console(highlight=False, soft_wrap=True)
    record = Record.begin(game, position)
    hints = {name: given[name] for name in ("seconds", "tables", "compiled")}
    session = Session(record, engine, humans, console, random.Random(seed), values=values, hints=hints)
    try:
        session.run()
    except KeyboardInterrupt:
        session.say("\nInterrupted.")
        ctx.exit(INTERRUPTED)
    finally:
        session.close()


class Session:
    """One game on a terminal, or over a pipe."""

    def __init__(
        self,
        record: Record,
        engine: Engine,
        humans: set[int],
        console: Console,
        rng: random.Random,
        *,
        values: bool,
        hints: dict[str, Any],
    ) -> None:
        """`hints`: options of `analyze`."""
        self.record = record
        self.game = record.game
        self.engine = engine
        self.humans = humans
        self.console = console
        self.random = rng
        self.values = values
        self.hints = hints
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
        self.show()
        while not self.record.over:
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

    def close(self) -> None:
        """Tell the moves."""
        if self.record.moves:
            self.say(f"Moves: {' '.join(self.record.names())}")

    # --- turns ------------------------------------------------------------------------------------------------------------
    def ask(self) -> bool:
        """One line of a person; False where there is none, or it says so."""
        self.console.print(f"{self.name()} to move> ", end="")
        line = sys.stdin.readline()
        text = line.strip()
        if not sys.stdin.isatty():
            self.say(text)
        if not line or text in ("quit", "exit"):
            return False
        if text in self.commands:
            self.commands[text]()
        elif text:
            self.move(text)
        return True

    def move(self, text: str) -> None:
        """A move by its name."""
        from zermelo.errors import BadPosition

        try:
            self.record.do(self.game.parse_action(text))
        except BadPosition as error:
            self.say(f"{error} Say `moves` for all legal ones, `help` for what else there is.")
            return
        self.show()

    def reply(self) -> None:
        """A move of the engine's."""
        mover = self.name()
        with ProgressLine(quiet=False) as line:
            line.show(f"{mover} thinks")
            choice = self.engine.choose(self.record.state)
        told = f" {choice.result.sentence()}" if self.values and choice.result else ""
        self.say(f"{mover} plays {self.game.action_name(choice.action)}.{told}")
        self.record.do(choice.action)
        self.show()

    # --- what a person may say --------------------------------------------------------------------------------------------
    def tell_moves(self) -> None:
        """All legal moves."""
        self.say(" ".join(self.game.action_name(action) for action in self.game.actions(self.record.state)))

    def tell_values(self) -> None:
        """What each is worth."""
        from zermelo.cli.analyze import as_table

        self.say(as_table(self.analysis(), self.console.width))

    def hint(self) -> None:
        """First how one stands, then what to do."""
        found = self.analysis()
        again = self.hinted is not None and self.hinted == self.record.state
        self.hinted = self.record.state
        self.say(f"Best: {' '.join(found.best) or found.moves[0].move}" if again else found.sentence())

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
        """The board."""
        self.say(f"\n{self.game.render(self.record.state)}\n")

    # --- words ------------------------------------------------------------------------------------------------------------
    def analysis(self) -> Any:
        """Of the position."""
        from zermelo.analysis import analyze

        with ProgressLine(quiet=False) as line:
            return analyze(self.game, self.record.state, progress=line, **self.hints)

    def name(self) -> str:
        """Of who is to move."""
        return self.record.name(self.record.mover)

    def say(self, text: str) -> None:
        """A line, or several, as they are."""
        self.console.print(text, markup=False)
