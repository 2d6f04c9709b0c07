"""`zermelo solve GAME --positions FILE`: a position on each line, and an answer for each, as CSV or as JSON Lines.

file or pipe --> lines, read by a thread of its own --> at most MOST at a time: solve_many --> rows, printed at once
"""

from __future__ import annotations

import contextlib
import csv
import io
import json
import queue
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, BinaryIO, Final, NamedTuple, TextIO

from zermelo.cli import BAD_INPUT, BUDGET_SPENT, DONE
from zermelo.cli.progress import QUIET_SECONDS, ProgressLine, working
from zermelo.cli.rows import tell
from zermelo.core.constants import NONE
from zermelo.core.errors import BadOption
from zermelo.core.stable_text import SCHEMA
from zermelo.core.wording import counted, joined, shortened

if TYPE_CHECKING:
    from zermelo.core.game import Game
    from zermelo.solver.many import Answers

COLUMNS: Final = ("position", "value", "kind", "lower", "upper", "distance", "best", "nodes", "error")

MOST: Final = 1000
"""The most lines that are answered at a time, and the most that wait."""

LONGEST: Final = 1 << 16
"""The most bytes of a line. Of a longer one only the beginning is kept."""

SHOWN: Final = 60
"""The characters that are shown of a line that is too long."""

TICK: Final = 0.1
"""Seconds between two looks at the time while there are no lines, and between two changes of the progress line."""

MOST_TOLD: Final = 20
"""The most refused lines that are told on stderr."""

ALONE: Final = ("certify", "rules", "checkpoint", "checkpoint_every", "all_moves", "seed", "cluster")
"""Options of `zermelo solve` for a single position."""

AnswerRow = dict[str, Any]


def check_many(position: str | None, given: Mapping[str, Any]) -> None:
    """Raises BadOption if options of `zermelo solve` are given that make no sense with many positions."""
    if position is not None:
        raise BadOption("The positions are those of --positions: leave out --from and the words after GAME.")
    wrong = [f"--{name.replace('_', '-')}" for name in ALONE if given[name] is not None and given[name] is not False]
    if wrong:
        raise BadOption(f"--positions finds one best move for each position: leave out {joined(wrong)}.")


def solve_positions(game: Game[Any], name: str, options: dict[str, Any], *, as_json: bool, quiet: bool) -> int:
    """Answer each line of the file `name`, "-" for standard input. The option `nodes` limits the search of each position,
    `seconds` all of them. Returns the exit code. Raises BadOption, and what `Solver` raises.
    """
    out = sys.stdout  # `working` sends what games print elsewhere
    with open_source(name) as source, working(quiet=quiet or out.isatty()) as line, InputLines(source) as lines:
        work = _Answering(game, options, _writer(out, as_json=as_json), line)
        code = work.run(lines)
        work.tell_refused()
    if work.count == 0 and not work.is_late:
        raise BadOption(f"There are no positions in {'standard input' if name == '-' else name}.")
    return code


# --- lines ------------------------------------------------------------------------------------------------------------
def open_source(name: str) -> BinaryIO:
    """The file with this name, "-" for standard input. Nothing is read ahead, so that lines are answered as they come."""
    if name != "-":
        return open(name, "rb", buffering=0)  # pyright: ignore[reportReturnType]
    try:
        return open(sys.stdin.fileno(), "rb", buffering=0, closefd=False)  # pyright: ignore[reportReturnType]
    except io.UnsupportedOperation:  # not a file of the operating system
        return sys.stdin.buffer


def lines_in(source: BinaryIO) -> Iterator[bytes]:
    """The lines without their ends; of one that is longer than LONGEST, at least one byte more than that."""
    rest = b""
    while chunk := source.read(LONGEST):
        *whole, rest = (rest + chunk).split(b"\n")
        yield from whole
        rest = rest[: LONGEST + 1]
    if rest:
        yield rest


class InputLine(NamedTuple):
    """A line of the file: its text, and why it cannot be a position; "" if it can."""

    text: str
    error: str = ""


def line_of(data: bytes, *, first: bool = False) -> InputLine:
    """The line with these bytes. The `first` one of a file may begin with a mark for UTF-8."""
    if len(data) > LONGEST:
        text = data[:SHOWN].decode("utf-8", "backslashreplace")
        return InputLine(f"{text}...", f"it is longer than {LONGEST:,} bytes.")
    data = data.removesuffix(b"\r")
    try:
        text = data.decode("utf-8-sig" if first else "utf-8")
    except UnicodeDecodeError:
        return InputLine(data.decode("utf-8", "backslashreplace"), "it is not UTF-8.")
    return InputLine(text, "" if text.strip() else "it is empty.")


class InputLines:
    """Reads lines in a thread of its own. Not more than MOST wait to be taken."""

    def __init__(self, source: BinaryIO) -> None:
        self._source = source
        self._waiting = queue.Queue[bytes | OSError | None](MOST)
        self._closed = threading.Event()
        self._ended = False

    def __enter__(self) -> InputLines:
        threading.Thread(target=self._read, name="zermelo-lines", daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._closed.set()

    def _read(self) -> None:
        try:
            for line in lines_in(self._source):
                self._put(line)
                if self._closed.is_set():
                    return
        except OSError as error:
            self._put(error)
        except ValueError:  # the file has been closed
            return
        self._put(None)

    def _put(self, item: bytes | OSError | None) -> None:
        while not self._closed.is_set():
            with contextlib.suppress(queue.Full):
                self._waiting.put(item, timeout=TICK)
                return

    def take(self) -> list[bytes] | None:
        """All lines that wait, at most MOST; none if none comes for a moment; None at the end. Raises OSError."""
        taken: list[bytes] = []
        with contextlib.suppress(queue.Empty):
            while not self._ended and len(taken) < MOST:
                line = self._waiting.get_nowait() if taken else self._waiting.get(timeout=TICK)
                if isinstance(line, OSError):
                    raise line
                if line is None:
                    self._ended = True
                else:
                    taken.append(line)
        return taken if taken or not self._ended else None


# --- answers ----------------------------------------------------------------------------------------------------------
class _Answering:
    """The answers for all lines, a part of them at a time."""

    def __init__(
        self,
        game: Game[Any],
        options: dict[str, Any],
        write: Callable[[Sequence[AnswerRow]], None],
        line: ProgressLine,
    ) -> None:
        """Raises what `Solver` raises."""
        from zermelo.core.integers import check_seconds
        from zermelo.core.supervision import Allowance
        from zermelo.solver.solver import Solver

        limits = {name: options.pop(name, None) for name in ("nodes", "seconds", "all_moves")}
        self._solver: Solver[Any] = Solver(game, **options, line=False)
        if limits["seconds"] is not None:
            check_seconds(limits["seconds"])
        self.count = 0
        """The number of lines answered."""
        self.is_late = False
        """Whether the time is up."""
        self._nodes: int | None = limits["nodes"]
        self._time_given = Allowance(limits["seconds"])
        self._cut_short = False
        self._refused = 0
        self._note: str = ""
        self._write, self._line = write, line
        self._began, self._shown = time.monotonic(), 0.0

    def run(self, lines: InputLines) -> int:
        """Answer the lines until they end or the time is up. Returns the exit code."""
        while not self.is_late and (taken := lines.take()) is not None:
            if taken:
                self._answer([line_of(data, first=self.count + i == 0) for i, data in enumerate(taken)])
            self.is_late = self.is_late or self._time_given.spent
        if self._refused:
            return BAD_INPUT
        return BUDGET_SPENT if self.is_late or self._cut_short else DONE

    def _answer(self, lines: Sequence[InputLine]) -> None:
        """Answer these lines, and print the answers. Raises KeyboardInterrupt after those that were found before Ctrl-C."""
        texts = [line.text for line in lines if not line.error]
        seconds = self._time_given.share(1)
        answers = self._solver.solve_many(texts, nodes=self._nodes, seconds=seconds, progress=self._show)
        rows = self._rows(lines, answers)
        self._write(rows)
        if answers.note not in ("", self._note):
            self._note = answers.note
            tell(answers.note, err=True)
        self._cut_short |= self._nodes is not None and any(row["kind"] in ("lower", "upper") for row in rows)
        self.count += len(rows)
        self._show(0)
        if answers.stopped == "interrupted":
            raise KeyboardInterrupt
        self.is_late = answers.stopped == "seconds"

    def _rows(self, lines: Sequence[InputLine], answers: Answers) -> list[AnswerRow]:
        """A row for each line, up to the first that was left over."""
        found = _found(self._solver.game, answers)
        rows: list[AnswerRow] = []
        for number, line in enumerate(lines, self.count + 1):
            row = _refused(line.error) if line.error else next(found)
            if row is None:
                break
            if row["error"]:
                row["error"] = f"Line {number}: {row['error']}"
                self._refuse(row["error"])
            rows.append(dict.fromkeys(COLUMNS) | row | {"position": line.text})
        return rows

    def _refuse(self, message: str) -> None:
        self._refused += 1
        if self._refused <= MOST_TOLD:
            tell(message, err=True)

    def tell_refused(self) -> None:
        if self._refused > MOST_TOLD:
            tell(f"{counted(self._refused, 'line')} of {self.count:,} were refused; `error` says why.", err=True)

    def _show(self, answered: int) -> None:
        """Show how many have been answered, `answered` of them by the search that is running."""
        now = time.monotonic()
        seconds = now - self._began
        if seconds < QUIET_SECONDS or now - self._shown < TICK:
            return
        self._shown, count = now, self.count + answered
        self._line.show(f"{counted(count, 'position')} answered  {count / seconds:,.0f}/s")


def _refused(why: str) -> AnswerRow:
    return {"kind": "refused", "error": why}


def _found(game: Game[Any], answers: Answers) -> Iterator[AnswerRow | None]:
    """The answers as rows; None for a position that was left over because of an early end."""
    columns = (answers.value, answers.kind, answers.lower, answers.upper, answers.distance, answers.best, answers.nodes)
    for index, (value, kind, *more) in enumerate(zip(*(column.tolist() for column in columns), strict=True)):
        lower, upper, distance, best, nodes = more
        if index in answers.refused:
            yield _refused(shortened(answers.refused[index]))
        elif kind == "lower" and nodes == 0 and answers.stopped != "complete":
            yield None
        else:
            name = None if best == NONE else game.action_name(best)
            known = {"value": value, "kind": kind, "lower": lower, "upper": upper, "best": name, "nodes": nodes}
            yield known | {"distance": None if distance < 0 else distance, "error": None}


def _writer(out: TextIO, *, as_json: bool) -> Callable[[Sequence[AnswerRow]], None]:
    """What prints rows as JSON Lines, or as CSV below a header."""
    table = csv.writer(out, lineterminator="\n")
    head = iter([COLUMNS])  # printed once, with the first rows

    def write(rows: Sequence[AnswerRow]) -> None:
        if as_json:
            out.writelines(f"{json.dumps({'schema': SCHEMA, **row})}\n" for row in rows)
        else:
            table.writerows([*head, *(list(map(row.get, COLUMNS)) for row in rows)])
        out.flush()  # for a reader who may be waiting for them

    return write
