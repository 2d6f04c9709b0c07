"""Settings of Sphinx for the site of the documentation: `make docs` builds it from the root of the checkout."""

from __future__ import annotations

import re
import shutil
import zipfile
from pathlib import Path

from sphinx.application import Sphinx

from zermelo import __version__
from zermelo.core.paths import PACKAGE
from zermelo.display import svg as boards
from zermelo.pictures import svg as trees

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
exclude_patterns = ["[.]*", "build", "dist", "src", "tests"]

PAGES_BELOW = {
    "benchmarks/README": "KNOWLEDGE",
    "course/README": "INSTRUCTOR\n*/statement\n16-crossover/conclusion",
    "docs/results/README": "*",
}
"""Pages that the menu shows below another one, which is also read elsewhere and so has no list of them."""

# --- how they are read -------------------------------------------------------------------------------------------------
extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx_copybutton"]
myst_heading_anchors = 4
nitpicky = True
nitpick_ignore_regex = [
    ("py:.*", r"(?!zermelo\.).*"),  # other libraries: their documentation is not on this machine
    ("py:.*", r"zermelo\.[\w.]+\.(State|Default|Rewards)"),  # type variables, and a name for a tuple
    ("py:.*", r"zermelo\.native\..*"),  # not for use from outside
]
suppress_warnings = ["ref.python"]  # "bytes" in a type is Python's, though some classes have an attribute of that name
default_role = "code"  # docstrings have single backticks
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

# --- notebooks ---------------------------------------------------------------------------------------------------------
nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 300  # seconds for a cell
nb_merge_streams = True

RUNTIME = Path(__file__).parents[1] / "build/pyodide/package"
"""Python for the browser."""

# --- how they look -----------------------------------------------------------------------------------------------------
html_theme = "furo"
html_title = f"zermelo {release}"
html_static_path = ["static"]
html_css_files = ["site.css", "themes.css"]
html_show_copyright = False


def setup(app: Sphinx) -> None:
    """Add the lists of pages below, and files: the first page at the root, the themes of boards, Python for the browser."""
    app.connect("source-read", add_pages_below)
    app.connect("build-finished", add_files)


def add_pages_below(_app: Sphinx, page: str, source: list[str]) -> None:
    """Add to a page the list of the pages below it."""
    if page in PAGES_BELOW:
        source[0] += f"\n```{{toctree}}\n:hidden:\n:glob:\n\n{PAGES_BELOW[page]}\n```\n"


def add_files(app: Sphinx, error: Exception | None) -> None:
    """Add to a site that has been built what Sphinx does not make."""
    if error is None and app.builder.format == "html":
        site = Path(app.outdir)
        add_entrance(site)
        add_themes(site / "_static")
        add_runtime(site / "_static")


def add_entrance(site: Path) -> None:
    """Add an index.html that leads to the first page: the pages are in the folders of their sources."""
    page = f"{root_doc}.html"
    (site / "index.html").write_text(
        f'<!doctype html><meta charset="utf-8"><title>{project}</title>'
        f'<meta http-equiv="refresh" content="0; url={page}"><a href="{page}">{project}</a>\n',
        encoding="utf-8",
    )


def add_themes(static: Path) -> None:
    """Add a style by which boards and trees follow the button for the theme, and not only the reader's system."""
    rules: list[str] = []
    for style in (boards.STYLE, trees.STYLE):
        light, dark, *_ = re.findall(r"\.zermelo-\w+\{--[^}]*\}", style)
        rules += [f'body[data-theme="light"] {light}', f'body[data-theme="dark"] {dark}']
    (static / "themes.css").write_text("\n".join([*rules, ""]), encoding="utf-8")


def add_runtime(static: Path) -> None:
    """Add Python for the browser, which `make docs` takes from the npm registry, and zermelo's own modules."""
    if RUNTIME.is_dir():
        unused = shutil.ignore_patterns("*.map", "*.html", "*.ts")
        shutil.copytree(RUNTIME, static / "pyodide", dirs_exist_ok=True, ignore=unused)
    with zipfile.ZipFile(static / "zermelo.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted([*PACKAGE.rglob("*.py"), *PACKAGE.rglob("*.pyi"), PACKAGE / "display/shapes.json"]):
            archive.write(path, Path("zermelo") / path.relative_to(PACKAGE))
