"""Whether a game keeps its contract, tried out on random play.

    >>> from zermelo import check

    >>> from zermelo.games import mnk
    >>> check(mnk(3, 3, 3), compiled=False).ok
    True

    plays --> positions --> rules, one after the other --> Report

A rule is one short function that looks at one position and says what it found wrong; each is listed, with what it
promises, in the module it lives in. A report without faults is no proof: what random play does not meet is not seen.
"""

from __future__ import annotations

from zermelo.conformance.examine import check
from zermelo.conformance.report import Checked, CheckProgress, CheckReport, Fault

__all__ = ["CheckProgress", "CheckReport", "Checked", "Fault", "check"]
