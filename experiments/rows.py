"""The rows of a study in a file, one line of JSON each. A row that is there already is not measured again.

A second file, the head, records what the rows were measured with. Rows of another version or machine are not used; a file
with rows of another seed is refused.
"""

from __future__ import annotations

import datetime as dt
import json
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, cast

from experiments.benchmark.report import machine as machine_here
from experiments.files import put
from experiments.source import WITH_CHANGES, commit
from experiments.source import source as source_of
from experiments.study import TIMED, Case, Row, Study
from zermelo.core.errors import BadOption

SCHEMA: Final = 2
"""Version of the file format."""

HEAD: Final = ("schema", "study", "seed", "source", "machine")
"""What must be the same for existing rows to be used."""


class Rows:
    """The rows of one study, in a file with its head in another."""

    def __init__(self, study: Study, folder: Path, seed: int) -> None:
        """Read the existing rows; an incomplete last line is dropped.

        Raises BadOption if the files hold something else, or rows of another seed: they are not overwritten.
        """
        self.study = study
        self.path = folder / f"{study.name}.jsonl"
        today = dt.datetime.now(dt.UTC).date().isoformat()
        values = (SCHEMA, study.name, seed, source_of(study.name), machine_here())
        self.head: Row = dict(zip(HEAD, values, strict=True)) | {"commit": commit(), "date": today}
        self.cases = list(study.cases(seed))
        self.kept = self._read()

    def _read(self) -> dict[str, Row]:
        """The existing rows that can be used, by case."""
        head_path = _head_path(self.path)
        if not any(path.exists() and path.stat().st_size for path in (self.path, head_path)):
            return {}
        head = head_of(self.path)
        if (head.get("study"), head.get("seed")) != (self.study.name, self.head["seed"]):
            raise BadOption(
                f"{str(self.path)!r} does not hold rows of {self.study.name} with seed {self.head['seed']}: choose another "
                f"folder, or remove it and {head_path.name!r} beside it."
            )
        if any(head.get(name) != self.head[name] for name in HEAD):
            return {}
        self.head = head
        names = {case.name for case in self.cases}
        rows = map(_parsed, _complete_lines(self.path))
        return {row["case"]: row for row in rows if _is_complete(row) and row["case"] in names}

    def wanted(self, *, quick: bool) -> list[Case]:
        """The cases to measure."""
        return [case for case in self.cases if case.quick or not quick]

    def measure(self, cases: Iterable[Case], progress: Callable[[str], None]) -> list[Row]:
        """The rows of these cases; each is written as soon as it is measured. Raises KeyboardInterrupt."""
        cases = list(cases)
        self._write()
        new = [case for case in cases if case.name not in self.kept]
        for number, case in enumerate(new):
            progress(f"{self.study.name}: {number + 1} of {len(new)}: {case.name}")
            self._add(row_of(case))
        self._write()
        return [self.kept[case.name] for case in cases]

    def _add(self, row: Row) -> None:
        """Write a row that has just been measured."""
        self.kept[row["case"]] = json.loads(json.dumps(row))  # as it will be read
        with self.path.open("a", encoding="utf-8") as file:
            file.write(_line(row))

    def _write(self) -> None:
        """Write both files again, with the usable rows in the order of the cases."""
        rows = [self.kept[case.name] for case in self.cases if case.name in self.kept]
        if rows:
            put(self.path, "".join(map(_line, rows)))
        else:
            self.path.unlink(missing_ok=True)
        put(_head_path(self.path), _line(self.head))  # last, so that a head is never beside rows of another


def row_of(case: Case) -> Row:
    """The row of a case, which is measured now."""
    began = time.monotonic()
    row: Row = {"case": case.name, **case.measure()}
    row.setdefault(TIMED, {})["took"] = time.monotonic() - began
    return row


def read(path: Path) -> tuple[Row, list[Row]]:
    """The head of a file of rows, and the rows."""
    return head_of(path), list(map(json.loads, _complete_lines(path)))


def head_of(path: Path) -> Row:
    """The head of a file of rows, empty if there is none."""
    return _parsed(_text(_head_path(path)))


def _parsed(line: str) -> Row:
    """A line of an untrusted file; an empty row if the line is not a row."""
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return cast(Row, row) if isinstance(row, dict) else {}


def _is_complete(row: Row) -> bool:
    """Whether the row has the name of its case, and the time that it took."""
    timed = row.get(TIMED)
    return isinstance(row.get("case"), str) and isinstance(timed, dict) and isinstance(timed.get("took"), int | float)  # pyright: ignore[reportUnknownMemberType]


def _head_path(path: Path) -> Path:
    """The file with the head of a file of rows."""
    return path.with_suffix(".head.json")


def _text(path: Path) -> str:
    """The text of a file, "" if there is no such file or it is not text."""
    try:
        return path.read_text(encoding="utf-8")
    except (FileNotFoundError, UnicodeDecodeError):
        return ""


def _complete_lines(path: Path) -> list[str]:
    """The lines of a file that end with a newline."""
    text = _text(path)
    return text[: text.rfind("\n") + 1].splitlines()


def _line(row: Row) -> str:
    """A row as a line of JSON."""
    return json.dumps(row, sort_keys=False, allow_nan=False) + "\n"


def made(study: Study, head: Row, rows: Sequence[Row]) -> str:
    """When, with which code and on which machine the rows were measured, and the command to measure them again."""
    taken = sum(row[TIMED]["took"] for row in rows)
    on: dict[str, Any] = head["machine"]
    seed: int = head["seed"]
    again = f"python -m experiments {study.name}"
    again += f" --seed {seed}" if seed else ""
    again += " --quick" if len(rows) < len(study.cases(seed)) else ""
    commit: str | None = head.get("commit")
    at = "" if commit is None else f" at commit {short_commit(commit)}"
    return (
        f"Measured on {head['date']}{at}: {len(rows)} cases in {taken:,.0f} seconds, on {on['processor']} with "
        f"{on['cores']} cores, Python {on['python']}, {_compiler(on)} and zermelo {on['zermelo']}. "
        f"`{again}` measures them again."
    )


def _compiler(on: Mapping[str, Any]) -> str:
    """The compiler that the rows were measured with; until 2026-11 it was Numba."""
    return f"Numba {on['numba']}" if "numba" in on else f"llvmlite {on['llvmlite']}"


def short_commit(name: str) -> str:
    """A commit, abbreviated."""
    return name[:10] + (" with changes" if name.endswith(WITH_CHANGES) else "")
