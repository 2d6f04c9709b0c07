"""`zermelo bench`: how fast zermelo searches on this machine."""

from __future__ import annotations

import hashlib
from typing import Any, Final

import click

from zermelo.cli import EXIT_CODES
from zermelo.cli.options import printing, switches
from zermelo.cli.progress import ProgressLine, working
from zermelo.core.stable_text import SCHEMA, json_text
from zermelo.solver.options import Options, SolveOptions

SEARCHES: Final[tuple[tuple[str, SolveOptions], ...]] = (
    ("mnk(3,3,3)", {"algorithm": "minimax", "table": False, "without": "all"}),
    ("mnk(4,4,4)", {"algorithm": "alpha-beta", "without": "all"}),
    ("tree(4,12,1)", {"algorithm": "negamax", "table": False}),
    ("mnk(4,4,3)", {"algorithm": "negascout", "objective": "distance", "without": "all"}),
    ("connect(5,5,4)", {"algorithm": "mtdf"}),
    ("connect(6,4,4)", {"algorithm": "dfpn"}),
    ("lines(3x3,3,players=3)", {"algorithm": "maxn"}),
    ("einstein(4,3)", {"algorithm": "star2", "depth": 8}),
)
"""Games, and how they are searched. A change here changes the signature, so that older results cannot be compared."""


@click.command("bench", epilog=EXIT_CODES)
@switches(Options, "compiled")
@printing("the result")
def command(compiled: bool | None, as_json: bool, quiet: bool) -> None:
    """Measure how fast zermelo searches on this machine: a fixed list of searches, each on one thread.

    The signature is a digest of the node counts. It is the same on every machine, and changes when a new version of zermelo
    searches differently. The seconds do not include compiling. The benchmark behind the published figures is
    `python -m experiments.benchmark`, in a checkout of the repository.
    """
    searches = list[dict[str, Any]]()
    with working(quiet=quiet) as line:
        for game, options in SEARCHES:
            searches.append(_measured(game, options, compiled, line))
    total = {name: sum(row[name] for row in searches) for name in ("nodes", "seconds")}
    signature = hashlib.sha256(" ".join(str(row["nodes"]) for row in searches).encode()).hexdigest()[:16]
    if as_json:
        click.echo(json_text({"schema": SCHEMA, "searches": searches, **total, "signature": signature}))
    else:
        width = max(len(_title(row)) for row in searches)
        click.echo(f"{'search':<{width}}  {'nodes':>10}  {'seconds':>7}  {'million/s':>9}")
        click.echo("\n".join(_row(_title(row), row, width) for row in searches))
        click.echo(f"\n{_row('total', total, width)}\nsignature {signature}")


def _measured(game: str, options: SolveOptions, compiled: bool | None, line: ProgressLine) -> dict[str, Any]:
    """One search, as plain data. Raises KeyboardInterrupt if it was interrupted, since half a search measures nothing."""
    from zermelo.solver.solver import solve

    given: SolveOptions = {"line": False, "threads": 1, "compiled": compiled, **options}
    result = solve(game, progress=line, **given)
    if result.stopped == "interrupted":
        raise KeyboardInterrupt
    return {
        "game": game,
        "options": options,
        "nodes": result.counters["nodes"],
        "seconds": result.seconds,
        "compile_seconds": result.compile_seconds,
        "compiled": result.compiled,
    }


def _title(row: dict[str, Any]) -> str:
    texts = {"algorithm": "{}", "objective": "{}", "table": "no table"}
    options = (texts.get(name, f"{name}={{}}").format(value) for name, value in row["options"].items())
    return " ".join([row["game"], *options])


def _row(title: str, row: dict[str, Any], width: int) -> str:
    """One line of the table: nodes, seconds, and millions of nodes per second."""
    rate = row["nodes"] / max(row["seconds"], 1e-9)
    return f"{title:<{width}}  {row['nodes']:>10,}  {row['seconds']:>7.3f}  {rate / 1e6:>9.3f}"
