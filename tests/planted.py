"""Whether `make test` notices faults: each is planted in a copy of the package, and the tests must fail there.

    python -m tests.planted [NAME...]

For each fault it runs the tests of one file, those that run every time, and prints the test that is to notice it. All
together take some five minutes.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final, NamedTuple

from tests import ROOT


class Fault(NamedTuple):
    """What is written instead of what, in a file of the package."""

    file: str
    right: str
    wrong: str
    tests: str
    """The file of tests in which it is noticed."""
    test: str
    """The test that notices it, whose name says what is wrong."""


FAULTS: Final = {
    "swapped bound": Fault(
        "search/parts/search.py",
        "return LOWER if score >= beta",
        "return UPPER if score >= beta",
        "search/test_algorithms.py",
        "test_at_every_window_the_result_is_exact_or_a_bound",
    ),
    "depth ignored": Fault(
        "search/parts/known_scores.py",
        "return depth_of(data) == depth",
        "return True",
        "search/test_table.py",
        "test_an_entry_serves_its_own_depth_and_every_greater_one_if_complete",
    ),
    "score too high": Fault(
        "search/mtdf.py",
        "lower = min(score, upper)",
        "lower = min(score + 1, upper)",
        "search/test_algorithms.py",
        "test_minimax_null_windows_and_proof_numbers_return_the_exact_score",
    ),
    "wrong mirror": Fault(
        "games/in_a_row/mnk.py",
        "column = self.columns - 1 - column",
        "column = (self.columns - column) % self.columns",
        "games/test_games.py",
        "test_symmetries_keep_the_rules_and_map_moves",
    ),
    "delay of wins": Fault(
        "search/parts/scoring.py",
        "return score - 1",
        "return score",
        "search/test_algorithms.py",
        "test_at_every_window_the_result_is_exact_or_a_bound",
    ),
    "bound of chance": Fault(
        "search/parts/chance.py",
        "if (score > low) if sign > 0 else (score < high):",
        "if score != low:",
        "search/test_chance.py",
        "test_at_every_window_and_depth_the_score_is_exact_or_a_bound",
    ),
    "bound as exact": Fault(
        "solver/findings.py",
        'return findings.lower, "lower", 1',
        'return findings.lower, "exact", 1',
        "search/test_equals_minimax.py",
        "test_a_spent_budget_leaves_true_bounds_and_a_legal_move",
    ),
    "lost write": Fault(
        "tablebase/table_builder.py",
        "file.write(self.scores.data)",
        "file.write(self.scores.data[:-1])",
        "tablebase/test_tables.py",
        "test_every_entry_is_what_the_rules_say",
    ),
    "accepted loss": Fault(
        "certificates/checker.py",
        "(result, -result)[player] < v",
        "(result, result)[player] < v",
        "certificates/test_certificates.py",
        "test_strategies_by_the_rules_are_accepted_and_no_more",
    ),
    "native shift": Fault(
        "native/bits.py",
        '(operator.lshift, "shl")',
        '(operator.lshift, "lshr")',
        "native/test_widths.py",
        "test_every_operation_is_the_same_compiled",
    ),
    "words out of range": Fault(
        "tablebase/coding.py",
        "if word < self.low[place] or word > self.high[place]:",
        "if word < self.low[place]:",
        "tablebase/test_tables.py",
        "test_a_word_outside_its_range_has_no_code",
    ),
    "table of other rules": Fault(
        "tablebase/table.py",
        "if (theirs, manifest.code) != (ours, code_of(game)):",
        "if theirs != ours:",
        "tablebase/test_tabulate.py",
        "test_tables_of_edited_games_are_refused",
    ),
    "lost too early": Fault(
        "tablebase/retrograde.py",
        "if wins != 0 or left == 1:",
        "if wins != 0 or left <= 2:",
        "tablebase/test_cyclic_tables.py",
        "test_values_and_distances_are_those_of_value_iteration",
    ),
    "settled too early": Fault(
        "tablebase/in_memory.py",
        "(own > 0 or left[parent] == 0)",
        "(own > 0 or left[parent] <= 1)",
        "tablebase/test_in_memory.py",
        "test_values_of_games_with_cycles_are_those_of_value_iteration",
    ),
    "value of endless play": Fault(
        "tablebase/endless.py",
        "(own - best if own > 0 else -best)",
        "(own - best if own > 0 else best)",
        "tablebase/test_cyclic_tables.py",
        "test_values_and_distances_are_those_of_value_iteration",
    ),
    "claim of a job": Fault(
        "distributed/proof_tree.py",
        "self.bound if node.own else 1 - self.bound",
        "self.bound if node.own else -self.bound",
        "distributed/test_proof_tree.py",
        "test_random_graphs",
    ),
    "sign of a bound": Fault(
        "distributed/known.py",
        "(low, high) if same else (-high, -low)",
        "(low, high)",
        "distributed/test_values.py",
        "test_small_jobs_find_the_value_by_brute_force",
    ),
    "who moves on the page": Fault(
        "web/jobs.py",
        '"mover": record.mover,',
        '"mover": 1 - record.mover,',
        "web/test_web.py",
        "test_the_api_answers_as_its_page_shows",
    ),
    "value of a move": Fault(
        "play/analysis.py",
        "opposite.get(kind, kind), -value",
        "opposite.get(kind, kind), value",
        "play/test_analyze.py",
        "test_every_move_is_worth_what_minimax_says",
    ),
    "cell of two pairs": Fault(
        "certificates/checker.py",
        "if len(set(cells)) < len(cells) or not set(cells) <=",
        "if not set(cells) <=",
        "certificates/test_certificates.py",
        "test_lemmas_that_do_not_hold_are_rejected",
    ),
}
"""By name."""

HANGS: Final = 60
"""Seconds for a test: some faults make a search endless."""


def noticed(fault: Fault) -> tuple[list[str], float]:
    """The tests of the fault's file that fail with it, of those that run every time, and after how many seconds."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    with tempfile.TemporaryDirectory() as temporary:
        copy = Path(temporary)
        for name in filter(None, listed.split("\0")):
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, copy / name)
        file = copy / "src" / "zermelo" / fault.file
        text = file.read_text()
        if text.count(fault.right) != 1:
            raise ValueError(f"{fault.file} holds {fault.right!r} {text.count(fault.right)} times, not once")
        file.write_text(text.replace(fault.right, fault.wrong))
        began = time.monotonic()
        environment = {**os.environ, "PYTHONPATH": str(copy / "src"), "ZERMELO_CACHE": str(copy / "cache")}
        command = [sys.executable, "-m", "pytest", "-q", f"--timeout={HANGS}", f"tests/{fault.tests}"]
        ran = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True, check=False)
        return re.findall(r"^(?:FAILED|ERROR) (\S+)", ran.stdout, re.MULTILINE), time.monotonic() - began


def main(names: list[str]) -> None:
    """Plant the faults of these names, or all."""
    missed = list[str]()
    for name in names or FAULTS:
        fault = FAULTS[name]
        failed, seconds = noticed(fault)
        found = any(f"::{fault.test}" in test for test in failed)
        print(f"{name}: {fault.test if found else 'not noticed'} ({len(failed)} failed, {seconds:.0f} s)", flush=True)
        missed += [] if found else [name]
    if missed:
        sys.exit(f"Not noticed: {', '.join(missed)}.")


if __name__ == "__main__":
    main(sys.argv[1:])
