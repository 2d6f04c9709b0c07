"""Settings of Sphinx for the site of the documentation: `make docs` builds it from the root of the checkout."""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "src"))

from zermelo.core.version import __version__  # noqa: E402

project = "zermelo"
author = "The zermelo authors"
release = __version__

# --- which files are pages ---------------------------------------------------------------------------------------------
root_doc = "docs/index"
include_patterns = [
    "docs/**.md",
    "course/**.md",
    "benchmarks/*.md",
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
]
exclude_patterns = ["[.]*", "build", "dist", "src", "tests", "node_modules"]

# --- how they are read -------------------------------------------------------------------------------------------------
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_copybutton", "sphinx_design"]
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4
nitpicky = True
default_role = "code"  # docstrings have single backticks
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

# --- how they look -----------------------------------------------------------------------------------------------------
html_theme = "furo"
html_title = f"zermelo {release}"

nitpick_ignore_regex = [
    ("py:.*", r"(?!zermelo\.).*"),  # other libraries: their documentation is not on this machine
    ("py:.*", r"zermelo\.[\w.]+\.(State|Default)"),  # type variables
]
