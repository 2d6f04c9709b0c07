"""Censuses and tables in shards are those of one process, byte by byte, whatever ends the work or its workers."""

from __future__ import annotations

import json
import random
import shutil
import uuid
from pathlib import Path
from typing import Any

import pytest

import zermelo
from tests.support.clusters import WITH_RAY, honest, scripted
from tests.support.cyclic_graphs import by_iteration
from tests.support.processes import Killed
from tests.support.tables import contents, in_small_pieces, resealed
from zermelo.core.errors import BadCheckpoint, BadGame, BadOption, BadTable, NotSupported
from zermelo.distributed import shard_worker
from zermelo.distributed.executors import ClusterFailed
from zermelo.distributed.log import NAME, Log
from zermelo.tablebase import shards
from zermelo.tablebase.verify import verify_table

GRAPHS = "tests/support/cyclic_graphs.py:Graph"

GAMES = (
    "mnk(3,3,3)",
    "connect(4,3,3)",
    "lines(2x2x2,2,misere=1)",
    "capture(6,2)",
    "nim(2,3,4)",
    "chomp(3,4)",
    "tree(3,4)",
    "tree(2,7,7)",
    "examples/hexapawn.py",
    "examples/dots_and_boxes.py:DotsAndBoxes(1,2)",
    "examples/three_mens_morris.py",
    f"{GRAPHS}(30,1)",
    f"{GRAPHS}(60,2,3,pair)",
    f"{GRAPHS}(40,3,2,int,1)",
    f"{GRAPHS}(40,4,1,int,0,0)",
    f"{GRAPHS}(40,5,5,pair,1,1)",
    f"{GRAPHS}(300,6,9)",
)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks of a few rows, and sets that are soon full; nothing is synced to disk."""
    monkeypatch.setattr("os.fsync", not_synced)
    in_small_pieces(monkeypatch, 50, 50, 64)
    monkeypatch.setattr("zermelo.tablebase.shard_values.BLOCK", 50)
    monkeypatch.setattr(shards, "LIKELY", 1)


def not_synced(number: int) -> None:
    """Syncing takes longer than everything else."""


def one_process(name: str, folder: Path) -> dict[str, str]:
    zermelo.tabulate(name, folder=folder, compiled=False)
    return contents(folder)


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("count", [1, 3, 16])
def test_they_are_those_of_one_process(name: str, count: int, small: None, tmp_path: Path) -> None:
    options: dict[str, Any] = {"shards": count, "compiled": False, "memory": 64 * 3 * 200}
    game = zermelo.game_named(name)
    hows: list[dict[str, Any]] = [{}, {"symmetry": True}, {"plies": 2}]
    for how in hows:
        alone = zermelo.census(game, compiled=False, **how)
        with scripted(3, count) as workers:
            together = workers.census(name, **options, **how)
        assert together.plies == alone.plies
        assert (together.complete, together.stopped, together.symmetric) == (
            alone.complete,
            alone.stopped,
            alone.symmetric,
        )
    with scripted(3, count) as workers:
        made = workers.tabulate(name, folder=tmp_path / "together", **options)
        assert contents(tmp_path / "together") == one_process(name, tmp_path / "alone")
        alone = zermelo.open_table(tmp_path / "alone", game)
        assert made.table is not None
        assert (made.stopped, made.entry) == ("complete", alone.probe(None))
        verdict = workers.verify_table(tmp_path / "together", name, compiled=False)
    assert (verdict.consistent, verdict.text) == verify_table(tmp_path / "alone", game, compiled=False)[:2]


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name in GAMES if name.startswith(GRAPHS)])
def test_values_are_those_of_value_iteration(name: str, tmp_path: Path) -> None:
    game = zermelo.game_named(name)
    with scripted(2) as workers:
        table = workers.tabulate(name, folder=tmp_path, shards=5, compiled=False).table
    assert table is not None
    right = by_iteration(game)
    assert len(table) == len(right)
    for state, known in right.items():
        entry = table.probe(zermelo.AsState(state))
        assert (entry.value, entry.distance) == known


@pytest.mark.long
@pytest.mark.parametrize("where", ["serial", "processes:2", pytest.param("ray", marks=WITH_RAY)])
def test_workers_of_every_kind(where: str, tmp_path: Path) -> None:
    alone = zermelo.census("connect(4,4,3)", symmetry=True)
    with zermelo.cluster(where) as workers:
        assert workers.census("connect(4,4,3)", symmetry=True).plies == alone.plies
        for game in ("connect(4,4,3)", "examples/hare_and_hounds.py"):
            folder = tmp_path / str(game.endswith(".py"))
            folder.mkdir()
            zermelo.tabulate(game, folder=folder / "alone")
            workers.tabulate(game, folder=folder / "together", shards=4)
            assert contents(folder / "together") == contents(folder / "alone")
            assert workers.verify_table(folder / "together", game).consistent


@pytest.mark.long
def test_a_position_to_begin_with(tmp_path: Path) -> None:
    with scripted(2) as workers:
        counts = workers.census("connect(4,4,3)", "4 1 2", shards=3, compiled=False)
        made = workers.tabulate("connect(4,4,3)", "4 1 2", folder=tmp_path, shards=3, compiled=False)
    assert counts.plies == zermelo.census("connect(4,4,3)", "4 1 2", compiled=False).plies
    assert made.entry is not None
    assert made.entry.value == zermelo.solve("connect(4,4,3)", "4 1 2").value


def test_numbers_of_plays_of_any_length() -> None:
    with scripted(1) as workers:
        counts = workers.census("tests/support/small_games.py:Narrow", shards=2, compiled=False)
    assert counts.games == 2**70 + 1


# --- work that is resumed -----------------------------------------------------------------------------------------------
@pytest.mark.long
@pytest.mark.parametrize("name", ["mnk(3,3,3)", "examples/hare_and_hounds.py"])
@pytest.mark.parametrize("seed", range(3))
def test_work_that_is_killed_is_resumed(name: str, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The master dies after some answers, again and again; no job that was noted is done again."""
    rng, left, given, noted = random.Random(f"killed {seed}"), [0], [0], list[str]()
    add = Log.add

    def adding(self: Log, entry: dict[str, Any]) -> None:
        noted.extend([entry["job"]] if "job" in entry else [])
        add(self, entry)

    def change(worker: str, answer: dict[str, Any]) -> bytes | None:
        if answer["is"] == "answer":
            left[0] -= 1
            if left[0] < 0:
                raise Killed
            given[0] += 1
        return honest(worker, answer)

    monkeypatch.setattr(Log, "add", adding)
    kills = 0
    while True:
        left[0] = rng.randrange(1, 40)
        workers = scripted(2, seed, change)
        try:
            with workers:
                workers.tabulate(name, folder=tmp_path / "work", shards=4, compiled=False)
            break
        except Killed:
            kills += 1
    assert kills > 2
    assert contents(tmp_path / "work") == one_process(name, tmp_path / "alone")
    assert len(noted) == len(set(noted))
    assert given[0] - len(noted) <= 2 * kills  # each time, two workers lose what they were doing


@pytest.mark.long
def test_a_census_stops_and_goes_on(tmp_path: Path) -> None:
    whole, stops = zermelo.census("mnk(3,3,3)", compiled=False), 0
    with scripted(2) as workers:
        while True:
            counts = workers.census("mnk(3,3,3)", folder=tmp_path, shards=2, seconds=0.02, compiled=False)
            assert counts.plies == whole.plies[: len(counts.plies)]
            if counts.stopped == "complete":
                break
            assert counts.stopped == "seconds"
            stops += 1
        again = workers.census("mnk(3,3,3)", folder=tmp_path, compiled=False)
    assert stops > 1
    assert (again.plies, again.stopped) == (whole.plies, "complete")
    assert [path.name for path in tmp_path.iterdir()] == [NAME]


@pytest.mark.long
def test_more_plies_go_on_from_fewer(tmp_path: Path) -> None:
    with scripted(2) as workers:
        for plies in (1, 3, None):
            counts = workers.census("connect(4,3,3)", plies=plies, folder=tmp_path, compiled=False)
            assert counts.plies == zermelo.census("connect(4,3,3)", plies=plies, compiled=False).plies


@pytest.mark.long
@pytest.mark.parametrize("seed", range(5))
def test_workers_may_end_at_any_time(seed: int, tmp_path: Path) -> None:
    """One job in twenty is done, but its worker ends before it says so."""
    rng = random.Random(f"ends {seed}")

    def change(worker: str, answer: dict[str, Any]) -> bytes | None:
        return None if answer["is"] == "answer" and rng.random() < 0.05 else honest(worker, answer)

    with scripted(3, seed, change) as workers:
        workers.tabulate("mnk(3,3,3)", folder=tmp_path / "work", shards=8, compiled=False)
    assert contents(tmp_path / "work") == one_process("mnk(3,3,3)", tmp_path / "alone")


def test_damage_is_noticed(tmp_path: Path) -> None:
    with scripted(1) as workers:
        workers.census("connect(4,3,3)", plies=3, folder=tmp_path, shards=1, compiled=False)
        layer = next(tmp_path.glob("layer-*"))
        whole = layer.read_bytes()
        layer.write_bytes(whole[:-8] + bytes(8))
        with pytest.raises(BadCheckpoint, match=r"is damaged; delete the folder, or name another\.$"):
            workers.census("connect(4,3,3)", folder=tmp_path, compiled=False)
        layer.unlink()
        with pytest.raises(BadCheckpoint, match=r"cannot be read: No such file or directory; delete the folder"):
            workers.census("connect(4,3,3)", folder=tmp_path, compiled=False)


def test_a_half_done_step_is_checked(tmp_path: Path) -> None:
    """Of the newest files, which no other job has read."""
    left = [7]

    def change(worker: str, answer: dict[str, Any]) -> bytes | None:
        left[0] -= answer["is"] == "answer"
        if left[0] < 0:
            raise Killed
        return honest(worker, answer)

    with pytest.raises(Killed), scripted(1, 0, change) as workers:
        workers.census("connect(4,3,3)", folder=tmp_path, shards=4, compiled=False)
    newest = json.loads((tmp_path / NAME).read_text().splitlines()[-1].rpartition(" ")[0])["answer"]
    (name, *_), _ = newest[0][0]
    whole = (tmp_path / name).read_bytes()
    (tmp_path / name).write_bytes(bytes(len(whole)))
    late = tmp_path / f"children-9-9-{uuid.uuid4().hex}"
    late.write_bytes(b"of a worker that was late")
    with scripted(1) as workers:
        with pytest.raises(BadCheckpoint, match=r"is damaged; delete the folder"):
            workers.census("connect(4,3,3)", folder=tmp_path, compiled=False)
        assert late.exists()  # nothing is deleted before all is well
        (tmp_path / name).write_bytes(whole)
        workers.census("connect(4,3,3)", folder=tmp_path, plies=3, compiled=False)
    assert not late.exists()


@pytest.mark.parametrize("does", ["census", "tabulate"])
def test_other_files_in_the_folder_stay(does: str, tmp_path: Path) -> None:
    names = ("known-issues.md", "links-2024.txt", "children-of-mine.csv", "layer-notes.txt", "starts-here", "layer-0")
    for name in names:
        (tmp_path / name).write_text(name)
    with scripted(2) as workers:
        getattr(workers, does)("nim(2,2)", folder=tmp_path, compiled=False)
    for name in names:
        assert (tmp_path / name).read_text() == name


def test_what_is_refused_leaves_no_log(tmp_path: Path) -> None:
    """It would keep the right work out of the folder."""
    zermelo.tabulate("connect(5,4,4)", folder=tmp_path, compiled=False, seconds=0.2)
    with scripted(1) as workers:
        with pytest.raises(BadCheckpoint, match=r"progress' exists"):
            workers.tabulate("nim(2,2)", folder=tmp_path, compiled=False)
        with pytest.raises(BadOption, match=r"is too little"):
            workers.census("nim(2,2)", folder=tmp_path, memory=1000, compiled=False)
        assert not (tmp_path / NAME).exists()
        workers.tabulate("nim(2,2)", folder=tmp_path / "table", compiled=False)
        with pytest.raises(BadTable):
            workers.tabulate("nim(2,3)", folder=tmp_path / "table", compiled=False)
        assert workers.tabulate("nim(2,2)", folder=tmp_path / "table", compiled=False).table is not None
    with pytest.raises(BadOption, match=r"is closed"):
        workers.census("nim(2,2)", folder=tmp_path)
    assert not (tmp_path / NAME).exists()


def test_what_a_damaged_log_needs(tmp_path: Path) -> None:
    """Without the end of the log, files would be missing that have been deleted."""
    with scripted(1) as workers:
        workers.census("nim(2,2)", folder=tmp_path, compiled=False)
        (tmp_path / NAME).write_text((tmp_path / NAME).read_text().replace("gather", "gathes"))
        with pytest.raises(BadCheckpoint, match=r"is damaged; delete the folder, or name another folder\.$"):
            workers.census("nim(2,2)", folder=tmp_path, compiled=False)


def test_lanes_are_for_proofs(tmp_path: Path) -> None:
    with scripted(1, lanes=2) as workers:
        for refused in (
            lambda: workers.census("nim(2,2)"),
            lambda: workers.tabulate("nim(2,2)", folder=tmp_path),
        ):
            with pytest.raises(BadOption, match=r"^lanes = 2: only proofs have lanes; make a cluster without them"):
                refused()


def test_a_file_that_is_cut_off_later_is_noticed(tmp_path: Path) -> None:
    cut: list[Path] = []

    def change(worker: str, answer: dict[str, Any]) -> bytes | None:
        layers = sorted(tmp_path.glob("layer-2-*"))
        if layers and not cut:
            cut.append(layers[0])
            layers[0].write_bytes(b"")
        return honest(worker, answer)

    with scripted(1, 0, change) as workers, pytest.raises(BadCheckpoint, match=r"layer-2-.* is damaged"):
        workers.census("connect(4,3,3)", folder=tmp_path, shards=2, compiled=False)


def test_many_parts_are_gathered_in_rounds(small: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shards, "MOST_OPEN", 3)
    options: dict[str, Any] = {"shards": 8, "compiled": False, "memory": 64 * 3 * 200}
    with scripted(2) as workers:
        counts = workers.census("connect(4,3,3)", **options)
        workers.tabulate("connect(4,3,3)", folder=tmp_path / "work", **options)
    assert counts.plies == zermelo.census("connect(4,3,3)", compiled=False).plies
    assert contents(tmp_path / "work") == one_process("connect(4,3,3)", tmp_path / "alone")


def test_plays_that_are_too_long_are_refused(tmp_path: Path) -> None:
    """No position is far from the start, but some plays are longer than the game says."""
    with scripted(1) as workers, pytest.raises(BadGame, match="max_length"):
        workers.tabulate("tests/support/small_games.py:Detour", folder=tmp_path, compiled=False)


def test_work_of_one_process_and_of_a_cluster_do_not_mix(tmp_path: Path) -> None:
    zermelo.tabulate("connect(5,4,4)", folder=tmp_path / "one", compiled=False, seconds=0.2)
    with scripted(1) as workers:
        with pytest.raises(BadCheckpoint, match=r"progress' exists"):
            workers.tabulate("connect(5,4,4)", folder=tmp_path / "one", compiled=False)
        workers.tabulate("connect(5,4,4)", folder=tmp_path / "many", compiled=False, seconds=0.2)
    with pytest.raises(BadCheckpoint, match=r"log\.jsonl' exists"):
        zermelo.tabulate("connect(5,4,4)", folder=tmp_path / "many", compiled=False)


def test_a_wrong_entry_is_found(tmp_path: Path) -> None:
    with scripted(2) as workers:
        workers.tabulate("mnk(3,3,3)", folder=tmp_path, shards=2, compiled=False)
        scores = bytearray((tmp_path / "scores").read_bytes())
        scores[500] ^= 1
        (tmp_path / "scores").write_bytes(scores)
        resealed(tmp_path)
        alone = verify_table(tmp_path, compiled=False)
        verdict = workers.verify_table(tmp_path, compiled=False)
    assert not verdict.consistent
    assert verdict.text == alone.text


# --- what is refused ----------------------------------------------------------------------------------------------------
def test_a_folder_that_is_not_shared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = shard_worker.game_in

    def elsewhere(message: dict[str, Any]) -> Any:
        message["folder"] = str(tmp_path / "elsewhere")
        return made(message)

    zermelo.tabulate("mnk(3,3,3)", folder=tmp_path / "table", compiled=False)
    monkeypatch.setattr(shard_worker, "game_in", elsewhere)
    with scripted(2) as workers:
        with pytest.raises(ClusterFailed, match="It does not see the files of the cluster"):
            workers.verify_table(tmp_path / "table", compiled=False)
        with pytest.raises(ClusterFailed) as refused:
            workers.census("mnk(3,3,3)", folder=tmp_path / "here", compiled=False)
    assert str(refused.value).partition(" ")[2].partition(" ")[2] == (
        f"was refused. It does not see the files of the cluster in {str(tmp_path / 'elsewhere')!r}; the folder "
        f"must be on a disk that all machines share, under the same name."
    )


@pytest.mark.parametrize("count", [0, -1, 257, True, 2.0])
def test_impossible_shards(count: Any) -> None:
    with scripted(1) as workers, pytest.raises(BadOption, match=r"^shards = "):
        workers.census("mnk(3,3,3)", shards=count)


def test_the_shards_stay_the_same(tmp_path: Path) -> None:
    with scripted(2) as workers:
        workers.census("nim(2,3)", folder=tmp_path, shards=3, compiled=False)
        with pytest.raises(BadCheckpoint, match=r"^The work in the folder has 3 shards, not 4; leave out shards\.$"):
            workers.census("nim(2,3)", folder=tmp_path, shards=4, compiled=False)


def test_other_work_in_the_folder(tmp_path: Path) -> None:
    with scripted(2) as workers:
        workers.census("nim(2,3)", folder=tmp_path, compiled=False)
        with pytest.raises(BadCheckpoint, match=r"belongs to other work"):
            workers.census("nim(2,4)", folder=tmp_path, compiled=False)
        with pytest.raises(BadCheckpoint, match=r"belongs to other work"):
            workers.tabulate("nim(2,3)", folder=tmp_path, compiled=False)


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize(
    "name", [f"{GRAPHS}(30,1,1,str)", "tests/support/graphs.py:Graph(tuples)", "tests/support/graphs.py:Graph(wide)"]
)
def test_positions_of_any_shape_are_refused(name: str) -> None:
    with scripted(2) as workers, pytest.raises(NotSupported, match=r"^A cluster can count and tabulate"):
        workers.census(name, compiled=False)


def test_too_little_memory() -> None:
    with scripted(2) as workers, pytest.raises(BadOption, match=r"^memory = 1000 bytes is too little for mnk\(3,3,3\)"):
        workers.census("mnk(3,3,3)", memory=1000, compiled=False)


@pytest.mark.long
def test_progress_is_told(tmp_path: Path) -> None:
    lines: list[str] = []
    with scripted(2) as workers:
        workers.tabulate(
            "mnk(4,4,4)", "a1 b2 c3 d1 a2 b1 c4 d4", folder=tmp_path, compiled=False, progress=lines.append
        )
    assert lines
    shutil.rmtree(tmp_path)
