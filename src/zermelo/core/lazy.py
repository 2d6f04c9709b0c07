"""Lazy exports: names of a package that are imported when they are first used, so that importing the package is fast."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Mapping
from typing import Any


def lazy_exports(package: str, homes: Mapping[str, str]) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """The `__getattr__` and `__dir__` of `package`. `homes` maps each name to the module, inside it, that defines it. The
    packages and modules named there are imported, too: `zermelo.tablebase.verify_table` needs no import of its own.
    """
    inside = {home.partition(".")[0] for home in homes.values()}

    def getattr_(name: str) -> Any:
        if name in inside and name not in homes:
            return importlib.import_module(f"{package}.{name}")
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(importlib.import_module(f"{package}.{homes[name]}"), name)
        setattr(sys.modules[package], name, value)
        return value

    def dir_() -> list[str]:
        return sorted(homes)

    return getattr_, dir_
