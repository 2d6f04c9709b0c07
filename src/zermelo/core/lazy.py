"""Lazy exports: names of a package that are imported when they are first used, so that importing the package is fast."""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

EXPORT: Final = re.compile(r"^from (\S+) import (\w+) as \2$", re.MULTILINE)
"""A line of a stub: a module, and a name that the package exports from it."""


def lazy_exports(package: str, file: str) -> tuple[list[str], Callable[[str], Any], Callable[[], list[str]]]:
    """The `__all__`, `__getattr__` and `__dir__` of `package`, whose stub lies beside its `file` and names what it exports,
    for type checkers, too. The packages and modules inside it that the stub names are imported when they are used, too:
    `zermelo.tablebase.verify_table` needs no import of its own. For type checkers the stub imports them from `package`.
    """
    exports = EXPORT.findall(Path(file).with_suffix(".pyi").read_text())
    homes = {name: home for home, name in exports if home != package}
    inside = {home.removeprefix(f"{package}.").partition(".")[0] for home in homes.values()}

    def getattr_(name: str) -> Any:
        if name in inside and name not in homes:
            return importlib.import_module(f"{package}.{name}")
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(importlib.import_module(homes[name]), name)
        setattr(sys.modules[package], name, value)
        return value

    return sorted(homes), getattr_, lambda: sorted(homes)
