"""Files written before the package had its present layout: each is read, or refused by name.

tests/data/former/README.md says what they are.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests import DATA
from zermelo import Game, census, open_table, review, solve, verify
from zermelo.core.errors import BadCheckpoint, BadTable
from zermelo.games import mnk, nim

FORMER = DATA / "former"


@pytest.fixture
def former(tmp_path: Path) -> Path:
    """A copy of them, that may be written to."""
    return shutil.copytree(FORMER, tmp_path / "former")


def test_a_checkpoint_of_a_search_is_refused_by_name(former: Path) -> None:
    """What a table holds depends on the code of the search."""
    options = {"without": "all", "algorithm": "mtdf", "deepening": False, "memory": 1 << 16}
    with pytest.raises(BadCheckpoint, match=r"search\.checkpoint' .*code of"):
        solve(mnk(4, 4, 3), checkpoint=former / "search.checkpoint", compiled=False, **options)
    assert (former / "search.checkpoint").read_bytes() == (FORMER / "search.checkpoint").read_bytes()


def test_an_unfinished_census_is_refused_by_name(former: Path) -> None:
    with pytest.raises(BadCheckpoint, match=r"code of the game"):
        census(mnk(3, 3, 3), folder=former / "census", compiled=False)


@pytest.mark.parametrize(("folder", "game"), [("table", nim(2, 3)), ("board-table", mnk(3, 3, 2))])
def test_tables_are_refused_by_name(folder: str, game: Game[Any], former: Path) -> None:
    """What they say of a position depends on the code of the game."""
    with pytest.raises(BadTable, match="the code of the game, or the data in it, has changed"):
        open_table(former / folder, game)


@pytest.mark.long
@pytest.mark.parametrize("path", sorted((FORMER / "certificate").glob("*.zcert")), ids=lambda path: path.stem)
def test_certificates_are_accepted(path: Path) -> None:
    assert verify(path).verified


@pytest.mark.long
def test_a_record_of_games_is_read(former: Path) -> None:
    for line in (former / "games.jsonl").read_text().splitlines():
        moves = line.split()
        assert review(mnk(3, 3, 3), moves[:-1], compiled=False, seconds=1).game == "mnk(3,3,3)"


@pytest.mark.long
def test_compiled_code_is_not_run(former: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It bears the stamp of other sources, and may be of another machine."""
    cache = former / "cache"
    cache.chmod(0o700)
    kept = {path.name: path.read_bytes() for path in cache.iterdir()}
    monkeypatch.setenv("ZERMELO_CACHE", str(cache))
    found = solve(mnk(4, 4, 3), without="all", algorithm="mtdf", nodes=3000, compiled=True, line=False)
    assert found.compiled
    assert {name: (cache / name).read_bytes() for name in kept} == kept
    assert len([*cache.iterdir()]) > len(kept)


def test_the_manifest_of_a_table_is_json() -> None:
    assert json.loads((FORMER / "table" / "manifest.json").read_text())["game"] == "nim(2,3)"
