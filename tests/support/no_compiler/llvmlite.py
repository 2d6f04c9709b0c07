"""Stands for LLVM in processes that are to compile nothing: see `tests/support/interpreting.py`."""

raise ImportError("left out for a test")
