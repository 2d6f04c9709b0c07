"""The rows of a study in a file, a line of JSON each: what is there is not measured again.

A file beside it, their head, says what they were measured with. Rows of another seed, another version or another machine are
no use.
"""

from __future__ import annotations

import datetime as dt
import json
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Final, cast

from experiments.benchmark.report import machine
from experiments.source import WITH_CHANGES, commit, source
from experiments.study import TIMED, Case, Row, Study
from zermelo.core.errors import BadOption
from zermelo.work.files import put

SCHEMA: Final = 2
"""The version of the files."""

HEAD: Final = ("schema", "study", "seed", "source", "machine")
"""What must be the same for rows to be of use."""


class Rows:
    """Those of one study, in one file with another for their head."""

    def __init__(self, study: Study, folder: Path, seed: int) -> None:
        """Reads what is there; a last line that was not written whole is dropped.

        Raises BadOption for files of something else, or of another seed: they are not overwritten.
        """
        self.study = study
        self.path = folder / f"{study.name}.jsonl"
        today = dt.datetime.now(dt.UTC).date().isoformat()
        values = (SCHEMA, study.name, seed, source(study.name), machine())
        self.head: Row = dict(zip(HEAD, values, strict=True)) | {"commit": commit(), "date": today}
        self.cases = list(study.cases(seed))
        self.kept = self._read()

    def _read(self) -> dict[str, Row]:
        beside = _beside(self.path)
        if not any(path.exists() and path.stat().st_size for path in (self.path, beside)):
            return {}
        head = head_of(self.path)
        if (head.get("study"), head.get("seed")) != (self.study.name, self.head["seed"]):
            raise BadOption(
                f"{str(self.path)!r} does not hold rows of {self.study.name} with seed {self.head['seed']}: name another "
                f"folder, or remove it and {beside.name!r} beside it."
            )
        if any(head.get(name) != self.head[name] for name in HEAD):
            return {}
        self.head = head
        names = {case.name for case in self.cases}
        rows = map(_parsed, _whole_lines(self.path))
        return {row["case"]: row for row in rows if _is_whole(row) and row["case"] in names}

    def wanted(self, *, quick: bool) -> list[Case]:
        """The cases."""
        return [case for case in self.cases if case.quick or not quick]

    def measure(self, cases: Iterable[Case], progress: Callable[[str], None]) -> list[Row]:
        """Their rows; each is written as soon as it is there. Raises KeyboardInterrupt."""
        cases = list(cases)
        self._write()
        for number, case in enumerate(cases):
            if case.name in self.kept:
                continue
            progress(f"{self.study.name}: {number + 1} of {len(cases)}: {case.name}")
            began = time.monotonic()
            row: Row = {"case": case.name, **case.measure()}
            row.setdefault(TIMED, {})["took"] = time.monotonic() - began
            self.kept[case.name] = json.loads(json.dumps(row))  # as it will be read
            with self.path.open("a", encoding="utf-8") as file:
                file.write(_line(row))
        self._write()
        return [self.kept[case.name] for case in cases]

    def _write(self) -> None:
        """The files anew, with the rows that are of use, in the order of the cases."""
        rows = [self.kept[case.name] for case in self.cases if case.name in self.kept]
        if rows:
            put(self.path, "".join(map(_line, rows)))
        else:
            self.path.unlink(missing_ok=True)
        put(_beside(self.path), _line(self.head))  # last, so that it never stands beside rows that it is not of


def read(path: Path) -> tuple[Row, list[Row]]:
    """What was said of the making of a file's rows, and the rows."""
    return head_of(path), list(map(json.loads, _whole_lines(path)))


def head_of(path: Path) -> Row:
    """What was said of the making of a file's rows, nothing if there are none."""
    return _parsed(_text(_beside(path)))


def _parsed(line: str) -> Row:
    """A line of a file that anybody may have written; what is no row is an empty one."""
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return cast(Row, row) if isinstance(row, dict) else {}


def _is_whole(row: Row) -> bool:
    """Whether it names its case, and says how long it took."""
    timed = row.get(TIMED)
    return isinstance(row.get("case"), str) and isinstance(timed, dict) and isinstance(timed.get("took"), int | float)  # pyright: ignore[reportUnknownMemberType]


def _beside(path: Path) -> Path:
    """The file that says what the rows in a file were measured with."""
    return path.with_suffix(".head.json")


def _text(path: Path) -> str:
    """A file's text, "" if it is none or there is no such file."""
    try:
        return path.read_text(encoding="utf-8")
    except (FileNotFoundError, UnicodeDecodeError):
        return ""


def _whole_lines(path: Path) -> list[str]:
    text = _text(path)
    return text[: text.rfind("\n") + 1].splitlines()


def _line(row: Row) -> str:
    return json.dumps(row, sort_keys=False, allow_nan=False) + "\n"


def made(study: Study, head: Row, rows: Sequence[Row]) -> str:
    """When, with which code and on what they were measured, and how to do it again: two sentences."""
    taken = sum(row[TIMED]["took"] for row in rows)
    on: dict[str, Any] = head["machine"]
    seed: int = head["seed"]
    again = f"python -m experiments {study.name}"
    again += f" --seed {seed}" if seed else ""
    again += " --quick" if len(rows) < len(study.cases(seed)) else ""
    commit: str | None = head.get("commit")
    at = "" if commit is None else f" at commit {short_commit(commit)}"
    return (
        f"Measured on {head['date']}{at}: {len(rows)} cases in {taken:,.0f} seconds; {on['processor']}, "
        f"{on['cores']} cores, Python {on['python']}, Numba {on['numba']}, zermelo {on['zermelo']}. "
        f"`{again}` measures them again."
    )


def short_commit(name: str) -> str:
    """A commit for people."""
    return name[:10] + (" with changes" if name.endswith(WITH_CHANGES) else "")
