"""Makes cases.json for every task, and the examples in its statement.

    python course/make_cases.py [TASK ...]

The inputs come from inputs.py, the answers from the reference program. The reference programs share no code with zermelo.
`with_zermelo.py` must give the same answers, as far as it has them; otherwise nothing is written for the task. The known
mistakes are run too, and their answers are stored: each must get at least one case wrong.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import inputs
from inputs import Input

from zermelo import Bits, Solver
from zermelo.course.starting import solution
from zermelo.course.tasks import SCHEMA, Mistake, task_folders
from zermelo.games import mnk
from zermelo.games.in_a_row.linegame import Board
from zermelo.games.uniform_tree import splitmix64

HERE = Path(__file__).parent
PATIENCE = 120
"""Seconds for one program. A mistake that takes longer is stored without answers."""


def known_to_the_library(name: str, words: list[str]) -> list[str]:
    """The words of an answer that with_zermelo.py prints too; the others depend on the table or the hash of the exercise."""
    match name[3:]:
        case "transpositions":
            return [word for place, word in enumerate(words) if place % 3 < 2]
        case "deepening":
            return words[:2]
        case "ordering":
            return words[:3]
        case "zobrist":
            return words[2:3]
        case "pvs":
            return words[:1]
        case "classify":
            return words if words[0] == "NOT_APPLICABLE" else words[:1]
        case _:
            return words


def run(program: str, name: str, lines: list[str]) -> list[str] | None:
    """The lines that a Python program prints; None if it fails or takes too long."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_text(program, encoding="utf-8")
        try:
            done = subprocess.run(
                [sys.executable, path],
                input="\n".join(lines) + "\n",
                capture_output=True,
                text=True,
                timeout=PATIENCE,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return None
    return done.stdout.splitlines() if done.returncode == 0 else None


TICTACTOE = mnk(3, 3, 3)
SOLVER = Solver(TICTACTOE, objective="distance", all_moves=True, line=False)


def best_cells(line: str) -> list[str]:
    """All best moves in a position of task 3: the quickest wins, or the slowest losses."""
    *board, mover = (int(word) for word in line.split())
    mine, yours = (
        Bits.of(TICTACTOE.width, *(TICTACTOE.cell(cell) for cell in range(9) if board[cell] == player))
        for player in (mover, -mover)
    )
    return [str(TICTACTOE.parse_action(name)) for name in SOLVER.solve(Board(mine, yours)).best]


def write_examples(page: Path, cases: list[dict[str, Any]]) -> None:
    """Write the samples into a statement, as its examples."""
    shown = [
        f"{case['about']}:\n  input   {case['input']}\n  output  {' or '.join(case['answers'])}"
        for case in cases
        if case.get("sample")
    ]
    examples = "\n".join(shown)
    text = page.read_text(encoding="utf-8")
    before, _, rest = text.partition("## Example\n\n```text\n")
    _, _, after = rest.partition("```\n")
    page.write_text(f"{before}## Example\n\n```text\n{examples}\n```\n{after}", encoding="utf-8")


def make(folder: Path) -> None:
    """Write the cases and the examples of one task.

    Raises SystemExit if a program fails, two programs disagree, or no case shows a mistake.
    """
    fields = tomllib.loads((folder / "task.toml").read_text(encoding="utf-8"))
    source: Callable[[], Iterator[Input]] = getattr(inputs, f"inputs_{folder.name[:2]}")
    given = list({each.line: each for each in reversed(list(source()))}.values())[::-1]
    lines = [each.line for each in given]
    reference = solution(folder / "solution/python/solution.py")
    answers = run(reference, "solution.py", lines)
    library = run((folder / "solution/with_zermelo.py").read_text(encoding="utf-8"), "with_zermelo.py", lines)
    if answers is None or library is None or not len(answers) == len(library) == len(lines):
        raise SystemExit(f"{folder.name}: solution.py or with_zermelo.py failed")
    for line, answer, other in zip(lines, answers, library, strict=True):
        if known_to_the_library(folder.name, answer.split()) != other.split():
            raise SystemExit(f"{folder.name}: {line}: solution.py answers {answer}, with_zermelo.py {other}")
    several = folder.name == "03-best-move"
    cases = [
        {
            "about": each.about,
            "input": each.line,
            "answers": [answer, *(cell for cell in best_cells(each.line) if cell != answer)] if several else [answer],
            **({"sample": True} if each.sample else {}),
        }
        for each, answer in zip(given, answers, strict=True)
    ]
    right = [case["answers"] for case in cases]
    mistakes: dict[str, list[str]] = {}
    for mistake in (Mistake(**mistake) for mistake in fields["mistakes"]):
        if reference.count(mistake.find) != 1:
            raise SystemExit(f"{folder.name}: {mistake.name}: the text to replace must occur exactly once")
        wrong = run(reference.replace(mistake.find, mistake.replace), "solution.py", lines)
        if (
            wrong is not None
            and len(wrong) == len(lines)
            and all(line in accepted for line, accepted in zip(wrong, right, strict=True))
        ):
            raise SystemExit(f"{folder.name}: {mistake.name}: no case shows this mistake")
        mistakes[mistake.name] = wrong or []
    generator = {"name": "splitmix64", "seed": 0, "outputs": [f"{output:016x}" for output in splitmix64(0, 8).tolist()]}
    stored = {"schema": SCHEMA, "task": folder.name, "generator": generator, "cases": cases, "mistakes": mistakes}
    (folder / "cases.json").write_text(json.dumps(stored, indent=1) + "\n", encoding="utf-8")
    write_examples(folder / "statement.md", cases)
    shown = {name: sum(a not in b for a, b in zip(wrong, right, strict=False)) for name, wrong in mistakes.items()}
    print(f"{folder.name}: {len(cases)} cases; wrong answers of each mistake: {shown}")


if __name__ == "__main__":
    for task in task_folders(HERE):
        if not sys.argv[1:] or task.name in sys.argv[1:]:
            make(task)
