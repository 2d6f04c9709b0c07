"""The time that each stage of a cold compilation takes.

    python benchmarks/compile_time.py [--json FILE]

A first game is compiled so that Numba has started; then mnk(5,4,4), without and with all knowledge. The figures are the
processor times of each stage, without those of the stages inside it.
"""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

from common import arguments, conclude, print_table

os.environ["ZERMELO_CACHE"] = "off"

from zermelo import Solver
from zermelo.games import mnk

STAGES = {
    "translate_bytecode": "translate bytecode",
    "nopython_type_inference": "infer types",
    "lower": "write LLVM code",
    "add_ir_module": "LLVM: parse",
    "link": "LLVM: link",
    "_defined": "LLVM: read the program",
    "_optimise": "LLVM: optimise",
    "machine_code": "LLVM: write machine code",
}
"""The names of the stages in the code, and in the table; all other time is "the rest"."""

REST = "the rest"


class Stopwatch:
    """Processor time by stage. Time counts only for the innermost stage that is running."""

    def __init__(self) -> None:
        self.spent: Counter[str] = Counter()
        self._stages = [REST]
        self._since = time.process_time()

    def _switch(self) -> None:
        now = time.process_time()
        self.spent[self._stages[-1]] += now - self._since
        self._since = now

    def around(self, function: Callable[..., Any], stage: Callable[..., str]) -> Callable[..., Any]:
        """`function`, with its time counted for the stage that `stage` returns for its arguments."""

        def timed(*args: Any, **kws: Any) -> Any:
            self._switch()
            self._stages.append(STAGES.get(stage(*args), REST))
            try:
                return function(*args, **kws)
            finally:
                self._switch()
                self._stages.pop()

        return timed

    def restart(self) -> None:
        """Set all times to zero."""
        self._switch()
        self.spent.clear()


def instrumented() -> Stopwatch:
    """A stopwatch that times all compilations from now on."""
    from numba.core.codegen import CPUCodeLibrary
    from numba.core.compiler_machinery import PassManager
    from numba.core.lowering import Lower

    from zermelo.native import codegen, compiler, native

    watch = Stopwatch()
    PassManager._runPass = watch.around(PassManager._runPass, lambda manager, index, stage, *rest: stage.name())
    for owner, names in (
        (Lower, ("lower",)),
        (CPUCodeLibrary, ("add_ir_module",)),
        (compiler, ("link",)),
        (codegen, ("_defined", "_optimise")),
        (native, ("machine_code",)),
    ):
        for name in names:
            setattr(owner, name, watch.around(getattr(owner, name), lambda *_, name=name: name))
    return watch


def measure(watch: Stopwatch, *, knowing: bool) -> dict[str, Any]:
    """The stages of compiling a search of mnk(5,4,4)."""
    watch.restart()
    solver = Solver(mnk(5, 4, 4), algorithm="mtdf", line=False, without=() if knowing else ("all",))
    solver.machine()
    watch._switch()
    stages = {stage: watch.spent[stage] for stage in (*STAGES.values(), REST)}
    return {"knowledge": "all" if knowing else "none", **stages, "sum": sum(stages.values())}


def main() -> None:
    options = arguments(__doc__)
    started = time.process_time()
    Solver(mnk(3, 3, 3), algorithm="negamax", table=False, without=("all",), line=False).machine()
    print(f"the first game, including Numba's start: {time.process_time() - started:.2f} s\n")
    watch = instrumented()
    rows = [measure(watch, knowing=knowing) for knowing in (False, True)]
    print_table(
        ["stage", *(f"knowledge: {row['knowledge']}" for row in rows)],
        [[key, *(row[key] for row in rows)] for key in list(rows[0])[1:]],
    )
    conclude([], rows, options.json)


if __name__ == "__main__":
    main()
