"""`zermelo solve`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import click

from zermelo.cli import BUDGET_SPENT, EXIT_CODES, FALSE, INTERRUPTED, OUR_FAULT
from zermelo.cli.arguments import GameArgument, Memory, Number, Whole, at_position
from zermelo.cli.progress import ProgressLine, working
from zermelo.cli.rows import as_rows, fitted, tell
from zermelo.core.errors import BadOption, ZermeloError
from zermelo.core.stable_text import json_text

if TYPE_CHECKING:
    from zermelo.certificates import Certification
    from zermelo.core.game import Game
    from zermelo.solver.result import Result

CERTIFIED: Final = ("objective", "depth", "memory", "compiled", "checkpoint_every")
"""The options that hold for certificates too."""

LEAST_SECONDS: Final = 0.1
"""For a proof, if the search has used up the rest."""


@click.command("solve", epilog=EXIT_CODES)
@click.argument("game", type=GameArgument())
@at_position
@click.option(
    "--algorithm",
    metavar="NAME",
    help="By default what suits the game; `zermelo classify` tells. docs/algorithms.md lists all.",
)
@click.option("--objective", metavar="NAME", help="outcome (default), or distance: faster wins, slower losses.")
@click.option("--depth", type=Whole(), metavar="PLIES", help="Look no further ahead than this.")
@click.option(
    "--deepening/--no-deepening",
    default=None,
    help="Search depth 1, 2, 3, ... in turn; default under a budget, without a checkpoint.",
)
@click.option("--no-table", is_flag=True, help="Do not remember positions.")
@click.option("--etc/--no-etc", default=None, help="Ask what is known of all children before searching one.")
@click.option(
    "--memory", type=Memory(), metavar="SIZE", help="What the whole process may take: 256M, 2G. Default: a table of 1G."
)
@click.option("--without", multiple=True, metavar="NAMES", help="Knowledge to leave out, or all.")
@click.option("--nodes", type=Whole(), metavar="N", help="Visit no more positions than this.")
@click.option("--seconds", type=Number(), metavar="S", help="Search, and write certificates, no longer than this.")
@click.option(
    "--checkpoint", metavar="FILE", help="Keep the state of the search there, and go on from it if it is there."
)
@click.option(
    "--checkpoint-every", type=Number(), metavar="S", help="Keep it this often (default 600 seconds), and at the end."
)
@click.option(
    "--threads",
    type=Whole(),
    metavar="N",
    help="How many threads work on a long search. Default: one for each processor.",
)
@click.option(
    "--tables", metavar="DIR", help="A table of positions, or a folder with some: what is there is not searched."
)
@click.option("--compiled/--interpreted", default=None, help="Insist on native code, or on the interpreter.")
@click.option("--all-moves", is_flag=True, help="Find every best move, not just one.")
@click.option("--seed", type=Whole(), metavar="N", help="Choose at random among all best moves, by this seed.")
@click.option("--certify", metavar="DIR", help="Write certificates of the value there, and have each checked.")
@click.option("--rules", metavar="RULES.py", help="With --certify: the game's rules once more, in plain Python.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
@click.option("-q", "--quiet", is_flag=True, help="Show no progress.")
@click.pass_context
def command(
    ctx: click.Context,
    game: Game[Any],
    position: str | None,
    certify: str | None,
    rules: str | None,
    as_json: bool,
    quiet: bool,
    **given: Any,
) -> None:
    """The value of GAME, its best moves, and how much work that was."""
    from zermelo.solver.solver import solve

    with working(quiet=quiet) as progress:
        if certify is None and rules is not None:
            raise BadOption("--rules goes with --certify, which says where certificates are to be written.")
        if certify is not None:
            from zermelo.certificates import prepared

            objective = given["objective"] or "outcome"
            prepared(game, position, certify, rules, objective=objective)  # before hours go by
        result = solve(game, position, progress=progress, **_options(given))
        try:
            proof = _certified(game, position, result, {"folder": certify, "rules": rules}, given, progress)
            trouble = None
        except ZermeloError as error:
            proof, trouble = None, error
    if as_json:
        told = {"certified": False} if certify is not None else {}
        told |= {} if proof is None else {"certified": proof.certified, "certificates": proof.to_list()}
        click.echo(json_text(result.to_dict() | told))
    else:
        click.echo(report(result, game.render(game.parse_position(position) if position else game.initial())))
        if proof is not None:
            tell(f"\n{proof.report()}")
        elif certify is not None and trouble is None:
            tell("\nNothing is certified: the value is not exact.")
    if result.note:
        tell(result.note, err=True)
    stops = (result.stopped, "" if proof is None else proof.stopped)
    if "interrupted" in stops:
        ctx.exit(INTERRUPTED)
    if {*stops} & {"nodes", "seconds", "memory"}:
        ctx.exit(BUDGET_SPENT)
    if trouble is not None:
        raise trouble
    if certify is not None and (proof is None or not proof.certified):
        ctx.exit(OUR_FAULT if proof is not None and proof.failed else FALSE)


def _certified(
    game: Game[Any],
    position: str | None,
    result: Result,
    where: dict[str, Any],
    given: dict[str, Any],
    progress: ProgressLine,
) -> Certification | None:
    """The certificates of the result, if they were asked for and it is exact."""
    if where["folder"] is None or result.kind != "exact":
        return None
    from zermelo.certificates import certify
    from zermelo.solver.options import Options

    options = {name: given[name] for name in CERTIFIED if given[name] is not None}
    if given["seconds"] is not None:
        options["seconds"] = max(given["seconds"] - result.seconds, LEAST_SECONDS)
    blind = game.without(*Options(without=_left_out(given)).left_out)
    return certify(blind, position, solved=result, progress=progress.show, **where, **options)


def _options(given: dict[str, Any]) -> dict[str, Any]:
    """The options of `zermelo.solve` that were given on the command line; its own defaults hold for the others."""
    options = {
        name: value for name, value in given.items() if value is not None and name not in ("no_table", "without")
    }
    options["table"] = not given["no_table"]
    options["whole_process"] = given["memory"] is not None
    options["without"] = _left_out(given)
    return options


def _left_out(given: dict[str, Any]) -> str:
    """The knowledge to leave out, by names with commas between, of which each --without may have several."""
    return ",".join(given["without"])


def report(result: Result, board: str) -> str:
    """The result for people."""
    from zermelo.core.stakes import signed
    from zermelo.solver.result import STOP_REASONS
    from zermelo.solver.technique import LOOKUP, THEORY

    if result.kind == "exact":
        value = f"{result.value} (exact)"
    elif result.kind == "heuristic":
        value = f"{signed(result.value)} points of {result.unit} (heuristic); proved: {result.lower}..{result.upper}"
    else:
        value = f"{result.lower}..{result.upper} (proved bounds)"
    best = " ".join(result.best) or "none: chance moves first"
    if result.best and not result.all_best:
        unproved = "so far" if result.line else "a guess: no move has been searched yet"
        best += "  (others not asked for)" if result.best_proved else f"  ({unproved})"
    counters = result.counters
    work = [f"{counters['nodes']:,} nodes"]
    work += [f"{counters[name]:,} {name.replace('_', ' ')}" for name in counters if name != "nodes" and counters[name]]
    searched = result.algorithm not in (THEORY, LOOKUP)
    knowledge = ", ".join(result.knowledge) or "none"
    table = f"table {result.table_bytes / 1e6:.1f} MB" if result.table_bytes else "no table"
    mode = "compiled" if result.compiled else "interpreted"
    mode += f", {result.threads} threads" if result.threads > 1 else ""
    search = f"{result.algorithm}, {result.objective}, {table}, {mode}; knowledge: {knowledge}"
    rows = [
        ("value", f"{value}, for the player to move"),
        ("rewards", "" if result.rewards is None else f"{' '.join(map(str, result.rewards))}, of the players in turn"),
        ("best", best),
        ("line", " ".join(result.line)),
        ("chosen", result.chosen and f"{result.algorithm} ({result.chosen})"),
        ("search", search if searched else ""),
        ("work", ", ".join(work) if searched else ""),
        ("time", f"{result.seconds:.4f} s searching, {result.compile_seconds:.2f} s compiling or loading"),
        ("stopped", STOP_REASONS[result.stopped] + (f" (depth {result.depth})" if result.depth is not None else "")),
    ]
    return "\n".join([fitted(f"{result.game}: {result.sentence()}"), "", board, "", as_rows(rows)])
