"""`zermelo solve`: the value of a position and a best move, with certificates if wanted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, Any, Final

import click

from zermelo.cli import EXIT_CODES, FALSE, OUR_FAULT, exit_if_stopped
from zermelo.cli.options import at_position, certifying, given_of, printing, setting, switches
from zermelo.cli.progress import ProgressLine, working
from zermelo.cli.rows import as_rows, fitted, tell
from zermelo.core.attributes import translation_of
from zermelo.core.errors import BadOption, ZermeloError
from zermelo.core.options import declared, names_of
from zermelo.core.stable_text import count_text, json_text
from zermelo.core.wording import Row, counted, joined
from zermelo.solver.options import Options, names_for

if TYPE_CHECKING:
    from zermelo.certificates import Certification
    from zermelo.core.game import Game
    from zermelo.solver.result import Result

SWITCHES: Final = tuple(each.name for each in fields(Options) if declared(each).help)
"""All options of `solve` but those that only Python has."""

TAKEN: Final = ("checkpoint", "seconds", *names_for("worker"), "threads", "lanes")
"""The options of `solve` that a cluster takes."""

NO_SEARCH: Final = ("certify", "rules", "positions", "cluster")
"""The options of this command alone."""

LEAST_SECONDS: Final = 0.1
"""The least time for a proof, in seconds, even if the search has used up the limit."""

SHORTEST: Final = 0.005
"""The shortest time, in seconds, that is not shown as 0.00."""

UNITS: Final = {
    "nodes": ("node", "nodes"),
    "leaves": ("leaf", "leaves"),
    "cutoffs": ("cutoff", "cutoffs"),
    "first_cutoffs": ("by the first move", "by the first move"),
    "probes": ("probe", "probes"),
    "hits": ("hit", "hits"),
    "bounds": ("bound", "bounds"),
    "forced": ("forced move", "forced moves"),
    "researches": ("re-search", "re-searches"),
    "passes": ("pass", "passes"),
    "truncated": ("truncated value", "truncated values"),
    "transposed": ("ETC cutoff", "ETC cutoffs"),
    "noisy": ("quiescence node", "quiescence nodes"),
    "put_off": ("move put off", "moves put off"),
    "overtaken": ("node overtaken", "nodes overtaken"),
}
"""What the counters of a search count, one and several (search.parts.counters explains each)."""

PARTS: Final = {"first_cutoffs": "cutoffs", "hits": "probes"}
"""Counters that are a part of another one."""


@click.command("solve", epilog=EXIT_CODES)
@at_position
@switches(Options, *SWITCHES)
@setting("--lanes", "For --cluster: let each worker do N jobs at a time. Default: 1.")
@certifying
@setting("--rules", "For --certify: a file with the rules of GAME, written once more in plain Python.", "RULES.py")
@setting(
    "--positions",
    "Solve many positions: those on the lines of FILE, or of standard input if it is -. Prints CSV, with --json JSON "
    "Lines.",
    "FILE",
)
@setting(
    "--cluster",
    "Let workers solve it by jobs: processes:N, ray, or ray:ADDRESS. --checkpoint is then a folder, and --memory "
    "is for the table of each worker.",
    "WHERE",
)
@printing("the result")
@click.pass_context
def command(
    ctx: click.Context, game: Game[Any], position: str | None, as_json: bool, quiet: bool, **given: Any
) -> None:
    """Find the value of GAME and a best move, and show how much work that took."""
    if given["positions"] is not None:
        from zermelo.cli.positions import check_many, solve_positions

        check_many(position, given)
        ctx.exit(solve_positions(game, given["positions"], _without_lanes(given), as_json=as_json, quiet=quiet))
    result, proof, trouble = _solved(game, position, given, quiet=quiet)
    wanted = given["certify"] is not None
    if as_json:
        fields = {"certified": False} if wanted else {}
        fields |= {} if proof is None else {"certified": proof.certified, "certificates": proof.to_list()}
        click.echo(json_text(result.to_dict() | fields))
    else:
        from zermelo.play.record import board_at

        all_wanted = given["all_moves"] or given["seed"] is not None
        click.echo(report(result, board_at(game, position), all_wanted=all_wanted))
        if proof is not None:
            tell(f"\n{proof.report()}")
        elif wanted and trouble is None:
            tell("\nNo certificate was written: the value is not exact.")
    note = result.note.removeprefix(translation_of(game)).strip()  # which has been said
    if note:
        tell(note, err=True)
    exit_if_stopped(ctx, result.stopped, "" if proof is None else proof.stopped)
    if trouble is not None:
        raise trouble
    if wanted and (proof is None or not proof.certified):
        ctx.exit(OUR_FAULT if proof is not None and proof.failed else FALSE)


def _solved(
    game: Game[Any], position: str | None, given: Mapping[str, Any], *, quiet: bool
) -> tuple[Result, Certification | None, ZermeloError | None]:
    """The result, the certificates if they are wanted, and the reason if they could not be written."""
    from zermelo.solver.solver import Solver

    folder, rules = given["certify"], given["rules"]
    with working(quiet=quiet) as progress:
        if folder is None and rules is not None:
            raise BadOption("--rules is an option of --certify; give both, or neither.")
        reduced = Options(without=given["without"] or "").reduced(game)
        solver = None if given["cluster"] is not None else Solver[Any](game, **_without_lanes(given))
        if folder is not None:  # before hours go by
            from zermelo.certificates import prepared

            objective = given["objective"] or "outcome"
            prepared(reduced, position, folder, rules, objective=objective, depth=given["depth"])
        if solver is None:
            return *_solved_by_cluster(game, position, given, progress), None
        result = solver.solve(position, progress=progress)
        try:
            return result, _certified(reduced, position, result, given, progress), None
        except ZermeloError as error:
            return result, None, error


def _solved_by_cluster(
    game: Game[Any], position: str | None, given: Mapping[str, Any], progress: ProgressLine
) -> tuple[Result, Certification | None]:
    """The result and, if they are wanted, the certificates. Raises BadOption for options that cannot be combined."""
    from zermelo.distributed.cluster import cluster

    options = _options(given)
    for name, value in options.items():
        if name not in TAKEN:
            switch = f"{'--no-' if value is False else '--'}{name.replace('_', '-')}"
            raise BadOption(
                f"--cluster cannot be combined with {switch}; it takes "
                f"{', '.join(f'--{taken}' for taken in TAKEN)}, --certify and --rules."
            )

    def show(state: Any) -> None:
        progress.show(state.line(progress.width))

    with cluster(given["cluster"], threads=options.pop("threads", 1), lanes=options.pop("lanes", 1)) as workers:
        if given["certify"] is None:
            return workers.solve(game, position, progress=show, **options), None
        options |= {"folder": given["certify"], "rules": given["rules"]}
        proof = workers.certify(game, position, progress=show, writing=progress.show, **options)
        return proof.result, proof if proof.result.exact else None


def _certified(
    game: Game[Any], position: str | None, result: Result, given: Mapping[str, Any], progress: ProgressLine
) -> Certification | None:
    """The certificates of the result, if they were requested and the result is exact."""
    if given["certify"] is None or result.kind != "exact":
        return None
    from zermelo.certificates import certify
    from zermelo.certificates.options import Certifying

    options = given_of({name: given.get(name) for name in names_of(Certifying)})
    if "seconds" in options:
        options["seconds"] = max(options["seconds"] - result.seconds, LEAST_SECONDS)
    return certify(game, position, solved=result, folder=given["certify"], progress=progress.show, **options)


def _options(given: Mapping[str, Any]) -> dict[str, Any]:
    """The options of the search that were given on the command line."""
    return {name: value for name, value in given_of(given).items() if name not in NO_SEARCH}


def _without_lanes(given: Mapping[str, Any]) -> dict[str, Any]:
    """The options of `zermelo.solve`, which has defaults for the others. Raises BadOption for an option of clusters."""
    options = _options(given)
    if "lanes" in options:
        raise BadOption("--lanes is an option of --cluster; give both, or neither.")
    return options | {"whole_process": "memory" in options}


def report(result: Result, board: str, *, all_wanted: bool = False) -> str:
    """The result as text. `all_wanted`: whether all best moves were requested."""
    from zermelo.solver.technique import LOOKUP, NOT_SEARCHES, RETROGRADE

    searched = result.algorithm not in (*NOT_SEARCHES, LOOKUP)
    positions = f"{count_text(result.counters['nodes'])} positions, {'compiled' if result.compiled else 'interpreted'}"
    rows = [
        *_value_rows(result),
        ("best", _best_moves(result, all_wanted)),
        ("line", " ".join(result.line)),
        ("chosen", result.chosen and f"{result.algorithm} ({result.chosen})"),
        *(_search_rows(result) if searched else []),
        ("table", positions if result.algorithm == RETROGRADE and result.exact else ""),
        ("time", _times(result)),
        ("stopped", _why_stopped(result)),
    ]
    return "\n".join([fitted(f"{result.game}: {result.sentence()}"), "", board, "", as_rows(rows)])


def _value_rows(result: Result) -> list[Row]:
    """The value, what is proved of it, and the rewards of all players if the algorithm finds them."""
    from zermelo.core.reward_scale import with_decimals

    bounds = f"from {with_decimals(result.lower)} to {with_decimals(result.upper)}"
    if result.kind == "exact":
        rows: list[Row] = [("value", f"{with_decimals(result.value)} (exact), for the player to move")]
    elif result.kind == "heuristic":
        rows = [("value", f"{result.points()} (heuristic), for the player to move"), ("", f"proved: {bounds}")]
    else:
        rows = [("value", f"{bounds} (proved bounds), for the player to move")]
    if result.rewards is not None:
        players = joined(map(str, range(1, len(result.rewards) + 1)))
        rows.append(("rewards", f"{' '.join(map(str, result.rewards))}, for players {players}"))
    return rows


def _best_moves(result: Result, all_wanted: bool) -> str:
    from zermelo.search import named

    if not result.best:
        return "none: chance moves here"
    moves = " ".join(result.best)
    if result.all_best:
        return moves
    if not result.best_proved:
        return f"{moves}  ({'best so far' if result.line else 'a guess: the search has set no move apart yet'})"
    if all_wanted:
        return f"{moves}  (there may be others)"
    algorithm = named(result.algorithm)
    hint = "; --all-moves lists them" if algorithm is not None and algorithm.gives_value else ""
    return f"{moves}  (one of possibly several{hint})"


def _search_rows(result: Result) -> list[Row]:
    """How the position was searched, with which knowledge, and the work that took."""
    how = [result.algorithm, f"objective {result.objective}"]
    how.append(f"table of {result.table_bytes / 1e6:.1f} MB" if result.table_bytes else "no table")
    how.append("compiled" if result.compiled else "interpreted")
    how += [f"{result.threads} threads"] if result.threads > 1 else []
    first, *others = result.knowledge or ("none",)
    return [("search", how), ("", [f"knowledge: {first}", *others]), ("work", _work(result.counters))]


def _work(counters: Mapping[str, int]) -> list[str]:
    """The counters that are not 0, with their units. A counter that is part of another one follows it in parentheses."""
    shown = {name: counted(number, *UNITS[name]) for name, number in counters.items() if number or name == "nodes"}
    parts = {whole: f" ({shown[name]})" for name, whole in PARTS.items() if name in shown}
    return [f"{text}{parts.get(name, '')}" for name, text in shown.items() if name not in PARTS]


def _times(result: Result) -> str:
    search = f"{result.seconds:.4f} s searching"
    if result.compile_seconds < SHORTEST:
        return search
    return f"{search}, {result.compile_seconds:.2f} s compiling or loading"


def _why_stopped(result: Result) -> str:
    from zermelo.solver.result import STOP_REASONS

    reason = STOP_REASONS[result.stopped]
    if result.depth is None:
        return reason
    return f"{reason} at depth {result.depth}" if result.exact else f"{reason} (depth {result.depth} completed)"
