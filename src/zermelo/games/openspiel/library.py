"""pyspiel, the module of OpenSpiel, which is an optional dependency."""

from __future__ import annotations

import importlib
from typing import Any

from zermelo.core.errors import NotSupported


def pyspiel_module() -> Any:
    """The module pyspiel. Raises NotSupported if OpenSpiel is not installed."""
    try:
        return importlib.import_module("pyspiel")
    except ImportError:
        raise NotSupported("OpenSpiel is not installed; `pip install 'zermelo[openspiel]'` installs it.") from None
