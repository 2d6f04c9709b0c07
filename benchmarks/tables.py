"""Tables of four games: their time, memory and size, and whether their entries agree with searches.

    python benchmarks/tables.py [--positions N] [--kills N] [--json FILE]

Each table is made in a new process and verified. Its number of positions is compared with that of the census, and its
entries (value, and distance to the end) with `solve`, in positions reached by random plays of random length. The last table
is made once more by processes that are killed (SIGKILL) after at most half the time that it takes: the files must be the
same.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from common import Bound, Verdict, arguments, conclude, print_table

from zermelo import Game, Solver, census, game_named, open_table
from zermelo.tablebase.table import Entry, Table
from zermelo.tablebase.verify import verify_table
from zermelo.work.files import digest_of

GAMES = ("mnk(3,3,3)", "mnk(4,4,4)", "connect(5,4,4)", "connect(5,5,4)")
MEMORY = 1 << 29
CHILD = """
import json, resource, sys, time
from zermelo import game_named, tabulate

name, folder, memory = sys.argv[1], sys.argv[2], int(sys.argv[3])
began = time.perf_counter()
tabulate(game_named(name), folder=folder, memory=memory, checkpoint_every=2)
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(json.dumps([time.perf_counter() - began, peak / 1024]))
"""

DIFFERENT = Bound("entries that differ from solve", 0, lower=True)
MISCOUNTED = Bound("tables whose number of positions differs from the census", 0, lower=True)
INCONSISTENT = Bound("tables that verify rejects", 0, lower=True)
PEAK = Bound("peak memory of the largest, MB", 1024, 700, lower=True)
SECONDS = Bound("seconds for the largest", 300, 100, lower=True)
OTHER = Bound("files that differ after kills", 0, lower=True)


def process(name: str, folder: Path) -> subprocess.Popen[str]:
    """A process that makes a table."""
    command = [sys.executable, "-c", CHILD, name, str(folder), str(MEMORY)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def made(name: str, folder: Path) -> tuple[float, float]:
    """The seconds and the peak resident memory in MB of making a table."""
    out, _ = process(name, folder).communicate()
    seconds, peak = json.loads(out)
    return seconds, peak


def random_state(game: Game[Any], rng: random.Random) -> Any:
    """The state of a random play, which has not ended, after a random number of plies."""
    while True:
        state = game.initial()
        for _ in range(rng.randrange(game.max_length)):
            if game.terminal(state):
                break
            state = game.apply(state, rng.choice(list(game.actions(state))))
        if not game.terminal(state):
            return state


def differences(table: Table, count: int) -> int:
    """In how many of `count` random positions the table and a search differ."""
    rng = random.Random(str(table.game))
    solver = Solver(table.game, objective="distance", line=False)
    different = 0
    for _ in range(count):
        state = random_state(table.game, rng)
        found = solver.solve(state)
        different += table.probe(state) != Entry(int(found.value), found.distance)
    return different


def row_of(name: str, folder: Path, count: int) -> dict[str, Any]:
    """A row of the table that is printed."""
    game = game_named(name)
    seconds, peak = made(name, folder)
    table = open_table(folder, game)
    audited = verify_table(folder, game)
    return {
        "game": name,
        "positions": len(table),
        "census": census(game, symmetry=True, memory=MEMORY).positions,
        "bytes": table.bytes,
        "seconds": seconds,
        "peak MB": peak,
        "seconds to verify": audited.seconds,
        "consistent": audited.consistent,
        "compared": count,
        "different": differences(table, count),
    }


def killed(name: str, folder: Path, kills: int, seconds: float) -> int:
    """Make a table by processes, of which up to `kills` are killed; returns how many were."""
    rng, count = random.Random("kills"), 0
    while True:
        child = process(name, folder)
        try:
            child.communicate(timeout=rng.uniform(0, seconds / 2) if count < kills else None)
        except subprocess.TimeoutExpired:
            child.kill()
            child.communicate()
            count += 1
            continue
        return count


def main() -> None:
    options = arguments(__doc__, positions="10000: positions to compare in each game", kills="8: number of kills")
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        rows = [row_of(game, place / str(number), options.positions) for number, game in enumerate(GAMES)]
        print_table(list(rows[0]), [list(row.values()) for row in rows])
        began = time.perf_counter()
        whole, pieces = place / str(len(GAMES) - 1), place / "pieces"
        count = killed(GAMES[-1], pieces, options.kills, rows[-1]["seconds"])
        names = {path.name for path in (*whole.iterdir(), *pieces.iterdir())}
        other = [each for each in names if digest_of(whole / each) != digest_of(pieces / each)]
        print(f"{GAMES[-1]} again, killed {count} times: {time.perf_counter() - began:.0f} s\n")
    verdicts = [
        Verdict(DIFFERENT, sum(row["different"] for row in rows)),
        Verdict(MISCOUNTED, sum(row["positions"] != row["census"] for row in rows)),
        Verdict(INCONSISTENT, sum(not row["consistent"] for row in rows)),
        Verdict(PEAK, rows[-1]["peak MB"]),
        Verdict(SECONDS, rows[-1]["seconds"]),
        Verdict(OTHER, len(other)),
    ]
    conclude(verdicts, rows, options.json)


if __name__ == "__main__":
    main()
