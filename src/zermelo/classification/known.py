"""The factors by which estimates were off, on solves of known length; written by benchmarks/estimates.py."""

from typing import Final

OFF: Final = (1.08, 1.13, 1.16, 1.2, 1.97, 2.06, 2.42, 2.68, 2.95, 3.61, 4.21, 11.96)
