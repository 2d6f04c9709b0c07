"""Certificates in the proved checker, beside the other two: seconds and memory.

    make proofs
    python benchmarks/proved_checker.py [--largest 1] [--json FILE]

For each claim a certificate is written, and then checked by each of the three checkers in a new process. The certificates
are kept in build/certificates, and not written again. `--largest 1` adds the games that take minutes, and Qubic, whose proof
takes half an hour and a table of 6 GB to write.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

from certificates import checked
from common import EXAMPLES, Bound, Verdict, arguments, conclude, print_table

from zermelo import certify, game_named
from zermelo.certificates.files import header_of
from zermelo.certificates.proved import check_built
from zermelo.certificates.verify import CHECKERS
from zermelo.games.rules import module_with

GAMES: Final = (
    "mnk(5,5,4)",
    "mnk(6,6,5)",
    "connect(5,5,4)",
    "connect(6,5,4)",
    "lines(3x3x3,3)",
    "clique(6,3)",
    "polyomino(snaky,6,6)",
    "three_mens_morris.py:ThreeMensMorris",
    "three_mens_morris.py:ThreeMensMorris(diagonals=0)",
)
LARGEST: Final = ("mnk(9,4,4)", "connect(6,6,4)", "connect(7,6,4)", "lines(4x4x4,4)")

KEPT: Final = Path(__file__).parents[1] / "build" / "certificates"

PROVED: Final = """
import json, resource, sys, time
from pathlib import Path
from zermelo.certificates.proved import check_proved
file, *rules = map(Path, sys.argv[1:])
began = time.perf_counter()
code, _ = check_proved(file, rules[0] if rules else None, lambda: None)
print(json.dumps([code, time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss]))
"""

REFUSED = Bound("claims that a checker does not accept", 0, lower=True)


def rules_of_example(name: str) -> Path | None:
    """The rules module of a game in examples/."""
    file, _, game = name.partition(":")
    return EXAMPLES / "rules" / file if game else None


def written(name: str, place: Path) -> list[Path]:
    """The certificates of a game."""
    rules = rules_of_example(name)
    game: Any = game_named(str(EXAMPLES / name) if rules else name)
    memory = {"memory": 6 << 30} if name == "lines(4x4x4,4)" else {}
    certify(game, folder=place, rules=rules, **memory)
    return sorted(place.glob("*.zcert"))


def row_of(name: str, file: Path) -> dict[str, Any]:
    header = header_of(file)
    rules = rules_of_example(name) or module_with(header["rules"].removeprefix("sha256:"))
    page, bulk = (checked(file, rules, checker) for checker in CHECKERS)
    command = [sys.executable, "-c", PROVED, str(file), *([str(rules)] if rules else [])]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    code, seconds, peak = json.loads(done.stdout)
    claim = header["claim"]
    return {
        "claim": f"{name}: {('first', 'second')[claim['player']]} player, {claim['at_least']}",
        "positions": header["positions"],
        "page, s": round(page[1], 1),
        "bulk, s": round(bulk[1], 1),
        "proved, s": round(seconds, 1),
        "proved, MB": round(peak / 1024),
        "accepted": (page[0], bulk[0], code) == (0, 0, 0),
    }


def main() -> None:
    options = arguments(__doc__, largest="0: 1 to add the games that take minutes")
    check_built()
    rows: list[dict[str, Any]] = []
    for name in (*GAMES, *(LARGEST if options.largest else ())):
        place = KEPT / name
        for file in sorted(place.glob("*.zcert")) or written(name, place):
            rows.append(row_of(name, file))
            print(*rows[-1].values(), flush=True, file=sys.stderr)
    print_table(list(rows[0])[:-1], [list(row.values())[:-1] for row in rows])
    conclude([Verdict(REFUSED, sum(not row["accepted"] for row in rows))], rows, options.json)


if __name__ == "__main__":
    main()
