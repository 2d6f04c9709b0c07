"""`import zermelo` is light: names are imported when they are first used, and LLVM only when something is compiled."""

from __future__ import annotations

import importlib
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

import zermelo.games

NAMES: Final = {
    *("Bits", "AsState", "Cell", "Game", "NONE", "UNBOUNDED", "ZermeloError"),
    *("solve", "Solver", "Result", "search_tree", "grundy"),
    *("check", "classify", "game_named", "from_openspiel", "to_openspiel"),
    *("analyze", "review", "engine_named", "match", "prove_play", "Oracle", "board"),
    *("census", "tabulate", "open_table", "certify", "verify", "cluster"),
}
HEAVY: Final = ("llvmlite", "zermelo.compiler.kernel", "zermelo.native.native")

GAME: Final = """
class Take(zermelo.Game):
    action_count = 3
    max_length = 9
    def initial(self): return 9
    def legal(self, state, action): return action < state
    def apply(self, state, action): return state - action - 1
    def terminal(self, state): return state == 0
    def reward(self, state): return -1
"""


def loaded_after(code: str) -> set[str]:
    """The modules that a fresh interpreter has loaded after `code`."""
    ran = subprocess.run(
        [sys.executable, "-c", f"import sys\n{code}\nprint('\\n'.join(sys.modules))"],
        capture_output=True,
        text=True,
        check=True,
    )
    return set(ran.stdout.split())


def test_the_exported_names_are_these() -> None:
    assert set(zermelo.__all__) == NAMES
    assert len(zermelo.__all__) == len(NAMES)


@pytest.mark.parametrize("name", sorted(NAMES))
def test_each_exported_name_is_there(name: str) -> None:
    assert getattr(zermelo, name) is getattr(importlib.import_module("zermelo"), name)
    assert name in dir(zermelo)


def test_all_names_can_be_imported_at_once() -> None:
    space: dict[str, Any] = {}
    exec("from zermelo import *", space)
    assert set(space) - {"__builtins__"} == NAMES


def test_no_other_name_is_there() -> None:
    with pytest.raises(AttributeError, match="module 'zermelo' has no attribute 'solves'"):
        zermelo.solves  # noqa: B018  # pyright: ignore[reportAttributeAccessIssue]


def test_importing_zermelo_loads_nothing_heavy() -> None:
    assert not loaded_after("import zermelo") & {
        *HEAVY,
        "numpy",
        "zermelo.solver.solver",
        "zermelo.games",
    }


def test_a_game_of_zermelos_own_is_solved_without_first_plays() -> None:
    code = "import zermelo\nzermelo.solve('tictactoe', compiled=False)"
    assert not loaded_after(code) & {"zermelo.preflight.plays", "zermelo.preflight.purity"}


def test_help_loads_nothing_heavy() -> None:
    """The list of commands imports the module of each command."""
    code = "from zermelo.cli import main\ntry: main(['--help'])\nexcept SystemExit: pass"
    assert not loaded_after(code) & {*HEAVY, "numpy", "rich.console", "zermelo.preflight", "zermelo.solver"}


@pytest.mark.long
@pytest.mark.parametrize(
    "code",
    [
        "zermelo.solve",
        "[getattr(zermelo, name) for name in zermelo.__all__]",
        "zermelo.games.mnk(3, 3, 3)",
        f"{GAME}\nassert zermelo.solve(Take(), compiled=False).value == 1",
        f"{GAME}\nzermelo.Solver(Take())",
        "zermelo.solve(zermelo.games.mnk(3, 3, 3), compiled=False)",
    ],
    ids=["a name", "every name", "a game", "solving interpreted", "preparing to solve", "solving a family's game"],
)
def test_the_compiler_is_not_loaded_by(code: str) -> None:
    loaded = loaded_after(f"import zermelo.games\n{code}")
    assert not loaded & {*HEAVY}
    assert "zermelo" in loaded


@pytest.mark.long
def test_the_compiler_is_loaded_to_compile_and_not_to_run_what_is_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path / "cache"))
    game = tmp_path / "take.py"
    game.write_text("import zermelo\n" + GAME)
    solved = f"zermelo.solve(zermelo.game_named({str(game)!r}), algorithm='minimax', compiled=True)"
    code = f"import zermelo\nassert {solved}.value == 1"
    compiling, running = (loaded_after(code) & {*HEAVY} for _ in range(2))
    assert compiling >= {"llvmlite", "zermelo.native.native"}  # where there can be a child process, that compiles
    assert running == {"llvmlite", "zermelo.native.native"}


def test_the_version_is_that_of_the_package() -> None:
    import importlib.metadata

    assert zermelo.__version__ == importlib.metadata.version("zermelo")


def test_no_module_hides_an_exported_name() -> None:
    """To import a module sets an attribute of the package."""
    package = Path(zermelo.__file__).parent
    modules = {path.stem for path in package.glob("*.py")} | {path.name for path in package.iterdir() if path.is_dir()}
    assert not modules & NAMES


def test_a_package_is_there_without_an_import_of_its_own() -> None:
    """`zermelo.tablebase.verify_table`, as the page on tables writes it, raised AttributeError in a fresh process."""
    assert "zermelo.tablebase.verify" in loaded_after("import zermelo; zermelo.tablebase.verify_table")


def test_type_checkers_know_the_same_packages() -> None:
    stub = Path(zermelo.__file__).with_suffix(".pyi").read_text()
    told = re.findall(r"^from zermelo import (\w+) as \1$", stub, re.MULTILINE)
    assert told == sorted({*re.findall(r"^from zermelo\.(\w+)\S* import", stub, re.MULTILINE)})
