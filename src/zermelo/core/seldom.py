"""Marking the functions of a search that are seldom called."""

from __future__ import annotations

from typing import Any, TypeVar

Function = TypeVar("Function")


def seldom(function: Function) -> Function:
    """Mark a function as seldom called: compiled code keeps it apart, so that what surrounds its calls is short and fast."""
    function.seldom = True  # pyright: ignore[reportAttributeAccessIssue]
    return function


def is_seldom(function: Any) -> bool:
    return getattr(function, "seldom", False)
