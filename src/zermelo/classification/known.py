"""The factors by which estimates of solve times were off; benchmarks/estimates.py writes this file."""

from typing import Final

OFF: Final = (1.08, 1.13, 1.16, 1.2, 1.97, 2.06, 2.42, 2.68, 2.95, 3.61, 4.21, 11.96)
