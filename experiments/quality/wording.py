"""How shares and engines are told."""

from __future__ import annotations

from collections.abc import Iterable

from experiments.markdown import names


def percent(share: float) -> str:
    """As 12 %."""
    return f"{100 * share:.0f} %"


def engine_names(engines: Iterable[str]) -> str:
    """As `mtdf` and `bns`."""
    return names([f"`{engine}`" for engine in engines])
