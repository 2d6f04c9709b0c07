"""Where the seconds of a cold compilation go.

    python benchmarks/compile_time.py [--json FILE]

A first game is compiled to get Numba's own start out of the way; then mnk(5,4,4), without and with all that it knows,
with every stage timed: processor time, that of the stages within a stage left out.
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
    "translate_bytecode": "read the functions",
    "nopython_type_inference": "infer types",
    "lower": "write LLVM code",
    "add_ir_module": "LLVM parses it",
    "link_and_emit": "LLVM links it and makes it native",
    "optimise": "LLVM optimises it",
}
"""What Numba calls a stage, and what we do; all else is "the rest"."""

REST = "the rest"


class Stopwatch:
    """Processor time by stage, the innermost running stage alone being charged."""

    def __init__(self) -> None:
        self.spent: Counter[str] = Counter()
        self._stages = [REST]
        self._since = time.process_time()

    def _switch(self) -> None:
        now = time.process_time()
        self.spent[self._stages[-1]] += now - self._since
        self._since = now

    def around(self, function: Callable[..., Any], stage: Callable[..., str]) -> Callable[..., Any]:
        """`function`, charged to the stage that `stage` says of its arguments."""

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
        """Forget what was spent."""
        self._switch()
        self.spent.clear()


def instrumented() -> Stopwatch:
    """A stopwatch that Numba's compiler runs under from now on."""
    from numba.core.codegen import CPUCodeLibrary
    from numba.core.compiler_machinery import PassManager
    from numba.core.lowering import Lower

    from zermelo.native import compiler, whole_program

    watch = Stopwatch()
    PassManager._runPass = watch.around(PassManager._runPass, lambda manager, index, stage, *rest: stage.name())
    for owner, names in (
        (Lower, ("lower",)),
        (CPUCodeLibrary, ("add_ir_module",)),
        (compiler, ("link_and_emit",)),
        (whole_program, ("optimise",)),
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
    print(f"the first game, with the start of Numba: {time.process_time() - started:.2f} s\n")
    watch = instrumented()
    rows = [measure(watch, knowing=knowing) for knowing in (False, True)]
    print_table(
        ["stage", *(f"knowledge: {row['knowledge']}" for row in rows)],
        [[key, *(row[key] for row in rows)] for key in list(rows[0])[1:]],
    )
    conclude([], rows, options.json)


if __name__ == "__main__":
    main()
