"""What the tests cost, told at the end: kernels compiled, processes started, tests run, and the files that took longest.

The tests that run every time stay below LIMITS, which count and do not time, so that they hold on any machine. A change that
needs more raises a limit here, and says why.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from typing import Any, Final

import pytest

LIMITS: Final = {"kernels": 90, "processes": 120, "tests": 2500}
"""The most that `pytest` without arguments, with an empty cache, compiles, starts and runs.

A kernel takes about a second. With the compiler before, it took five to ten, and there were 60.
"""

DEAREST: Final = 10
"""So many files are named."""

COUNTED: Final = Counter[str]()
"""What this process has compiled and started."""

SEEN: Final = Counter[str]()
"""What all processes of the tests have."""


def _count(event: str, _arguments: Any) -> None:
    if event == "subprocess.Popen":
        _note("processes")
    elif event == "os.fork" and sys._getframe(1).f_code.co_name == "_forked":  # native/apart.py: to compile
        _note("kernels")


def _note(name: str) -> None:
    COUNTED[name] += 1
    COUNTED[f"{name} {os.environ.get('PYTEST_CURRENT_TEST', '').partition('::')[0]}"] += 1


class Costs:
    """Counts in each process of the tests, and adds up in the first one."""

    def __init__(self, config: pytest.Config, *, limited: bool) -> None:
        """`limited`: whether LIMITS apply."""
        self.config = config
        self.limited = limited
        sys.addaudithook(_count)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test has begun, or ended. A failure is noted where .ci/run looks, as the time may run out before the end.

        Only the first process notes it: in the others a test may fail because the time's end interrupts it.
        """
        SEEN["tests"] += report.when == "setup"
        if report.failed and not hasattr(self.config, "workeroutput") and (notes := os.environ.get("CI_FAILURES")):
            with open(notes, "a") as file:
                file.write(f"{report.nodeid}\n")

    def pytest_testnodedown(self, node: Any) -> None:
        """A process of the tests has ended."""
        SEEN.update(getattr(node, "workeroutput", {}).get("costs", {}))

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> Any:
        """A process of the tests tells its counts; the first one fails if they are too high."""
        if hasattr(self.config, "workeroutput"):
            self.config.workeroutput["costs"] = dict(COUNTED)
            return (yield)
        SEEN.update({} if self.config.getoption("numprocesses", None) else COUNTED)
        if self.limited and self._too_high() and session.exitstatus == 0:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED
        return (yield)

    def _too_high(self) -> dict[str, str]:
        return {name: f"{SEEN[name]} {name}, more than {most}" for name, most in LIMITS.items() if SEEN[name] > most}

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Tell what the tests cost."""
        seconds, tests = Counter[str](), Counter[str]()
        for report in (report for reports in terminalreporter.stats.values() for report in reports):
            if isinstance(report, pytest.TestReport):
                seconds[report.nodeid.partition("::")[0]] += report.duration
                tests[report.nodeid.partition("::")[0]] += report.when == "call"
        terminalreporter.section("costs")
        terminalreporter.line(", ".join(f"{SEEN[name]} {name} (at most {most})" for name, most in LIMITS.items()))
        for file, spent in seconds.most_common(DEAREST):
            terminalreporter.line(f"{spent:7.1f} s {tests[file]:5} tests  {file}")
        for name, found in self._too_high().items() if self.limited else ():
            terminalreporter.line(f"Too much: {found}. See tests/costs.py.", red=True)
            by_file = Counter({key.partition(" ")[2]: seen for key, seen in SEEN.items() if key.startswith(f"{name} ")})
            for file, seen in by_file.most_common(DEAREST):
                terminalreporter.line(f"{seen:7} {name}  {file}")
