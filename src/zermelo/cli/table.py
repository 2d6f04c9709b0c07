"""`zermelo table`: counts all positions of a game, and makes and verifies tablebases."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Generator, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from zermelo.cli import EXIT_CODES, Commands, exit_if_stopped
from zermelo.cli.options import GameArgument, at_position, given_of, printing, setting, switches
from zermelo.cli.progress import ProgressLine, working
from zermelo.cli.rows import fitted
from zermelo.cli.verify import FileVerdict, tell_verdicts
from zermelo.core.errors import BadOption
from zermelo.core.interrupts import holding_on
from zermelo.core.options import names_of
from zermelo.core.stable_text import count_text, json_text
from zermelo.core.wording import counted
from zermelo.tablebase.limits import Limits

if TYPE_CHECKING:
    from zermelo.core.game import Game
    from zermelo.distributed.cluster import Cluster
    from zermelo.tablebase.census import Census
    from zermelo.tablebase.manifest import Manifest
    from zermelo.tablebase.tabulate import Tabulation


@click.group("table", cls=Commands, epilog=EXIT_CODES)
def command() -> None:
    """Count all positions of a game, make a tablebase with the value of each, or verify a tablebase."""


def _of_all_positions(command: Callable[..., Any]) -> Any:
    """Add the options of `count` and `make`, and the game and the position, to a command."""
    options = (
        at_position,
        switches(Limits, *names_of(Limits)),
        setting(
            "--cluster",
            "Let workers do it: processes:N, ray, or ray:ADDRESS. All must see the same folder; --memory is for each.",
            "WHERE",
        ),
        setting(
            "--shards",
            "For --cluster: divide the positions into N parts, by their hashes. Default: four for each worker.",
        ),
        printing("the result"),
        click.pass_context,
    )
    for option in reversed(options):
        command = option(command)
    return command


@command.command("count", epilog=EXIT_CODES, short_help="Count the positions and plays of GAME, ply by ply.")
@click.option("--symmetry", is_flag=True, help="Count symmetric positions once.")
@setting("--plies", "Count only the positions after 0 to N plies.")
@setting("--checkpoint folder", "Save the work in DIR; the same command resumes from there.", "DIR")
@_of_all_positions
def count(ctx: click.Context, game: Game[Any], as_json: bool, quiet: bool, **given: Any) -> None:
    """Count the positions of GAME after each number of plies, the plays that lead to them, and how games end."""
    options = given_of(given)
    with working(quiet=quiet) as line, _workers(options) as workers:
        counts = workers.census(game, progress=line.show, **options)
        with holding_on():
            text = json_text(counts.to_dict()) if as_json else report(counts, game.players, symmetry=given["symmetry"])
    click.echo(text)
    exit_if_stopped(ctx, counts.stopped)


@command.command("make", epilog=EXIT_CODES, short_help="Write a tablebase: the value of every position of GAME.")
@setting(
    "-o --output folder", "The folder for the tablebase; unfinished work in it is resumed. Default: GAME.table.", "DIR"
)
@_of_all_positions
def make(ctx: click.Context, game: Game[Any], as_json: bool, quiet: bool, **given: Any) -> None:
    """Write a tablebase: the value of every position of GAME, and the number of plies to the end with best play."""
    options = given_of(given)
    with working(quiet=quiet) as line, _workers(options) as workers:
        made = workers.tabulate(game, progress=line.show, **options)
        with holding_on():
            text = json_text(made.to_dict()) if as_json else fitted(_sentence(made))
    click.echo(text)
    exit_if_stopped(ctx, made.stopped)


@contextlib.contextmanager
def _workers(options: dict[str, Any]) -> Generator[Any]:
    """A context with what has the functions `census` and `tabulate`: a cluster, if the options name one, or zermelo. The
    options are left as these functions take them. Raises BadOption for options that cannot be combined.
    """
    where = options.pop("cluster", None)
    if where is None and "shards" in options:
        raise BadOption("--shards is an option of --cluster; give both, or neither.")
    if where is not None and "checkpoint_every" in options:
        raise BadOption(
            "--cluster cannot be combined with --checkpoint-every: each job is noted as soon as it is done."
        )
    import zermelo

    with _cluster(where) as workers:
        yield zermelo if workers is None else workers


def _cluster(where: str | None) -> contextlib.AbstractContextManager[Cluster | None]:
    """A context with the workers of a cluster, if one is named. Raises BadOption, and what starting them raises."""
    if where is None:
        return contextlib.nullcontext()
    from zermelo.distributed.cluster import cluster

    return cluster(where)


def report(counts: Census, players: int, *, symmetry: bool) -> str:
    """The counts as a table. `symmetry`: whether they were requested up to symmetry."""
    plays = [] if counts.nodes is None else ["plays"]
    heads = ["ply", "positions", *plays, "over", *(["first wins", "draws", "second wins"] if players == 2 else [])]
    rows: list[list[int]] = [
        [
            *(ply.ply, ply.positions, *([] if ply.plays is None else [ply.plays]), sum(ply.ended)),
            *(ply.ended if players == 2 else []),
        ]
        for ply in counts.plies
    ]
    totals = [sum(row[place] for row in rows) for place in range(1, len(heads))]
    shown = [heads, *([*map(count_text, row)] for row in rows), ["all", *map(count_text, totals)]]
    widths = [max(len(row[place]) for row in shown) for place in range(len(heads))]
    table = "\n".join("  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in shown)
    complete = "All positions are counted, each once, for the shortest play to it."
    if counts.games is not None and counts.nodes is not None:
        complete = (
            f"All positions are counted: {count_text(counts.games)} complete games, "
            f"{count_text(counts.nodes)} nodes of the game tree."
        )
    ending = {
        "complete": complete,
        "plies": "Play continues after that.",
        "seconds": "Stopped: time limit reached. Play continues after that.",
        "interrupted": "Stopped: interrupted. Play continues after that.",
    }[counts.stopped]
    symmetric = ", up to symmetry" if counts.symmetric else ""
    title = fitted(f"{counts.game}: positions after each number of plies{symmetric}")
    if symmetry and not counts.symmetric:
        ending += f"\n{counts.game} defines no symmetries, so these are all positions."
    return f"{title}\n\n{table}\n\n{fitted(ending)}"


def _sentence(made: Tabulation) -> str:
    entry = made.entry
    if made.table is None or entry is None:
        reason = "time limit reached" if made.stopped == "seconds" else made.stopped
        return f"{made.game}: stopped, {reason}. Run the same command again to resume."
    plies = "" if entry.distance is None else f", {counted(entry.distance, 'ply', 'plies')} to the end"
    return f"{made.table}\n{made.position}: value {entry.value} (computed), for the player to move{plies}"


@command.command("verify", epilog=EXIT_CODES, short_help="Verify tablebases.")
@click.argument("paths", metavar="DIR...", nargs=-1, required=True)
@click.option(
    "--game",
    "games",
    type=GameArgument(),
    multiple=True,
    help="The game of a tablebase, if it does not come with zermelo. May be repeated.",
)
@setting("--cluster", "Let workers do it: processes:N, ray, or ray:ADDRESS. All must see DIR.", "WHERE")
@printing("the verdicts")
@click.pass_context
def verify(
    ctx: click.Context,
    paths: tuple[str, ...],
    games: tuple[Game[Any], ...],
    cluster: str | None,
    as_json: bool,
    quiet: bool,
) -> None:
    """Compare each entry of a tablebase with the rules, and with the entries of its successors.

    A DIR is a tablebase, or a folder of tablebases. The exit code is that of the worst verdict.
    """
    from zermelo.games.catalogue import FAMILIES
    from zermelo.tablebase.manifest import NotATable, is_table, read_manifest
    from zermelo.tablebase.verify import verify_table

    def tables_in(folder: Path) -> list[Path]:
        return [each for each in (folder, *sorted(folder.iterdir())) if is_table(each)]

    with _cluster(cluster) as workers:
        verify = verify_table if workers is None else workers.verify_table

        def verdict(folder: Path, line: ProgressLine) -> FileVerdict:
            try:
                manifest = read_manifest(folder)
            except NotATable:
                if not folder.exists():
                    raise BadOption(f"There is no folder {str(folder)!r}.") from None
                raise BadOption(f"{str(folder)!r} is no tablebase; `zermelo verify` checks certificates.") from None
            game = _game_of(manifest, games)
            if game is None and manifest.game.partition("(")[0] not in FAMILIES:
                text = f"OF ANOTHER GAME: the tablebase is of {manifest.game}; give that game with --game to check it."
                return FileVerdict(str(folder), "another game", text)
            found = verify(folder, game, progress=line.show)
            return FileVerdict(str(folder), "consistent" if found.consistent else "inconsistent", found.text)

        ctx.exit(tell_verdicts(paths, tables_in, verdict, as_json=as_json, quiet=quiet))


def _game_of(manifest: Manifest, games: Iterable[Game[Any]]) -> Game[Any] | None:
    """The given game that a table is of, found by its code, else by its name; None if there is none."""
    from zermelo.work.identity import code_of

    named = [game for game in games if str(game) == manifest.game]
    same = [game for game in named if code_of(game) == manifest.code]
    return next(iter(same or named), None)
