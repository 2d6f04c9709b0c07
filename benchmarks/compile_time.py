"""The time that each stage of a cold compilation takes.

    python benchmarks/compile_time.py [--json FILE]

A first game is compiled so that LLVM has started; then mnk(5,4,4), without and with all knowledge. The figures are the
processor times of each stage, without those of the stages inside it.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import llvmlite.binding as llvm
from common import arguments, conclude, print_table

from zermelo import Solver
from zermelo.compiler import kernel as compiler
from zermelo.compiler.runtime import machine_code
from zermelo.games import mnk

STAGES: list[tuple[Any, str, str]] = [
    (compiler, "kernel", "find types, write LLVM's text"),
    (llvm, "parse_assembly", "LLVM: parse"),
    (llvm.ModuleRef, "verify", "LLVM: verify"),
    (llvm.newpassmanagers.ModulePassManager, "run", "LLVM: optimise"),
    (llvm.TargetMachine, "emit_object", "LLVM: write machine code"),
]
"""The function of each stage, by owner and name, and the stage's name in the table; all other time is "the rest"."""

REST = "the rest"


class Stopwatch:
    """Processor time by stage. Time counts only for the innermost stage that is running."""

    def __init__(self) -> None:
        self.spent: Counter[str] = Counter()
        self._stages = [REST]
        self._since = time.process_time()

    def switch(self) -> None:
        """Count the time until now for the present stage."""
        now = time.process_time()
        self.spent[self._stages[-1]] += now - self._since
        self._since = now

    def around(self, function: Callable[..., Any], stage: str) -> Callable[..., Any]:
        """`function`, with its time counted for a stage."""

        def timed(*args: Any, **kws: Any) -> Any:
            self.switch()
            self._stages.append(stage)
            try:
                return function(*args, **kws)
            finally:
                self.switch()
                self._stages.pop()

        return timed

    def restart(self) -> None:
        """Set all times to zero."""
        self.switch()
        self.spent.clear()


def instrumented() -> Stopwatch:
    """A stopwatch that times all compilations from now on."""
    watch = Stopwatch()
    for owner, name, stage in STAGES:
        setattr(owner, name, watch.around(getattr(owner, name), stage))
    return watch


def compiled(solver: Solver[Any]) -> None:
    """Compile a solver's search in this process, without the compile cache."""
    made = compiler.kernel(solver.algorithm.search_root, solver.searched_game, solver.search)
    machine_code(made.text)


def measure(watch: Stopwatch, *, knowing: bool) -> dict[str, Any]:
    """The stages of compiling a search of mnk(5,4,4)."""
    solver = Solver(mnk(5, 4, 4), algorithm="mtdf", line=False, without=() if knowing else ("all",))
    watch.restart()
    compiled(solver)
    watch.switch()
    stages = {stage: watch.spent[stage] for stage in (*(stage for _, _, stage in STAGES), REST)}
    return {"knowledge": "all" if knowing else "none", **stages, "sum": sum(stages.values())}


def main() -> None:
    options = arguments(__doc__)
    started = time.process_time()
    compiled(Solver(mnk(3, 3, 3), algorithm="negamax", table=False, without=("all",), line=False))
    print(f"the first game, including LLVM's start: {time.process_time() - started:.2f} s\n")
    watch = instrumented()
    rows = [measure(watch, knowing=knowing) for knowing in (False, True)]
    print_table(
        ["stage", *(f"knowledge: {row['knowledge']}" for row in rows)],
        [[key, *(row[key] for row in rows)] for key in list(rows[0])[1:]],
    )
    conclude([], rows, options.json)


if __name__ == "__main__":
    main()
