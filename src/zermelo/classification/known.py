"""The factors by which estimates of solve times were off; benchmarks/estimates.py writes this file."""

from typing import Final

OFF: Final = (1.17, 1.2, 1.66, 2.25, 6.84, 8.86)
