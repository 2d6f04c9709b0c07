"""`zermelo check`: test on random play whether a game fulfils its contract.

    >>> from zermelo import check

    >>> from zermelo.games import mnk
    >>> check(mnk(3, 3, 3), compiled=False).ok
    True

    plays --> positions --> rules, one after the other --> Report

A rule is a short function that examines one position and returns what is wrong there; its promise stands above it. The
essential rules are in `zermelo.preflight`, because a search examines them, too, in a few plays beforehand. A report without
faults is not a proof: random play does not reach every position.
"""

from __future__ import annotations

from zermelo.conformance.examine import check
from zermelo.conformance.report import Checked, CheckProgress, CheckReport, Fault

__all__ = ["CheckProgress", "CheckReport", "Checked", "Fault", "check"]
