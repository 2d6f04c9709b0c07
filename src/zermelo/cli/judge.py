"""`zermelo judge`: judges the moves of an engine, or of games that have been played, by the exact values of all moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from zermelo.cli import BAD_INPUT, BUDGET_SPENT, DONE, EXIT_CODES, INTERRUPTED
from zermelo.cli.options import ORACLE_OPTIONS, GameArgument, OneOf, printing, setting, switches
from zermelo.cli.output import headed, maker_of, write
from zermelo.cli.positions import line_of, lines_in, open_source
from zermelo.cli.progress import working
from zermelo.cli.prove_play import SIDES
from zermelo.cli.rows import as_rows, tell
from zermelo.core.errors import BadOption, NotSupported, ZermeloError, at
from zermelo.core.stable_text import json_text, plain
from zermelo.core.wording import joined
from zermelo.solver.options import Options

if TYPE_CHECKING:
    from zermelo.core.game import Game
    from zermelo.play.best_response import BestResponse
    from zermelo.play.game_lines import PastGame
    from zermelo.play.oracle import Oracle
    from zermelo.play.scores import Scores


PLOT: Final = "plot"

WRITTEN: Final = {".csv": "table", ".png": PLOT, ".svg": PLOT, ".pdf": PLOT}
"""What is written to a file, by its ending."""

DEFAULTS: Final[dict[str, Any]] = {"against": "random", "number": 100, "seed": 0}
"""How an engine plays if the options do not say: its opponent, the number of games, and the seed."""


@click.command("judge", epilog=EXIT_CODES)
@click.argument("game", type=GameArgument())
@setting("--games", "Judge the games in FILE, one on each line, as match -o writes them; - is stdin.", "FILE")
@setting("--agent", "Judge the moves of this engine; see `zermelo match --help`.", "ENGINE")
@setting("--as side", "The side that is judged.", None, "both", kind=OneOf("side", SIDES))
@setting("--against", "The opponent of the engine. Default: random.", "ENGINE")
@setting("--number", "The number of games that the engine plays. Default: 100.")
@setting("--seed", "Seed for everything random. Default: 0.")
@click.option(
    "--exploitability", is_flag=True, help="Also find what the engine gets against an opponent that knows its moves."
)
@switches(
    Options,
    *ORACLE_OPTIONS,
    objective="distance: optimal moves also win soonest or lose latest; or outcome. Default: distance without chance.",
    nodes="Visit at most N positions for each move.",
    seconds="Time limit for judging, in seconds; compiling does not count.",
)
@setting(
    "-o --output outputs",
    "Write the rates of each ply with their intervals to FILE: .csv, or a plot: .png, .svg, .pdf (requires "
    "Matplotlib). May be repeated.",
    "FILE",
    multiple=True,
)
@printing("the scores and all judged moves")
@click.pass_context
def command(ctx: click.Context, game: Game[Any], as_json: bool, quiet: bool, **given: Any) -> None:
    """Judge moves by the exact values of all moves: how many are optimal, how many keep the value, and what they lose.

    The moves are those of an engine (--agent), which plays games against another one, or those of a file (--games). The
    worst mistakes are shown.
    """
    from zermelo.play.oracle import Oracle

    _check(given)
    past = None if given["games"] is None else list(read(game, given["games"]))
    with working(quiet=quiet) as line:
        oracle: Oracle[Any] = Oracle(game, **{name: given[name] for name in ORACLE_OPTIONS})
        scores = _scores(oracle, past, given, line.show)
        responses, code = _responses(oracle, scores.stopped, given, line.show)
    if oracle.note:
        tell(oracle.note, err=True)
    try:
        _write(scores, given)
    finally:  # the scores are shown even if the disk is full
        click.echo(json_text(_as_dict(scores, responses)) if as_json else _as_text(scores, responses))
    ctx.exit(code)


def read(game: Game[Any], name: str) -> Iterator[PastGame]:
    """The games in a file, "-" for standard input. Raises BadOption, BadMove with the number of the line."""
    from zermelo.play.game_lines import read_game

    found = False
    with open_source(name) as source:
        for number, data in enumerate(lines_in(source), start=1):
            if not data.strip():
                continue
            found, line = True, line_of(data, first=number == 1)
            if line.error:
                raise BadOption(f"Line {number}: {line.error}")
            with at(f"Line {number}"):
                past = read_game(game, line.text)
            yield past
    if not found:
        raise BadOption(f"There are no games in {'standard input' if name == '-' else name}.")


def _check(given: Mapping[str, Any]) -> None:
    """Raises BadOption unless either games or an engine are given, and files can be written; NotSupported for a plot without
    Matplotlib.
    """
    from zermelo.play.scores import check_plot

    if (given["games"] is None) == (given["agent"] is None):
        raise BadOption(
            "Name either an engine to judge, as in --agent mybot.py:choose, or a file of games with --games."
        )
    of_agents = [name for name in DEFAULTS if given[name] is not None]
    of_agents += ["exploitability"] if given["exploitability"] else []
    if given["agent"] is None and of_agents:
        raise BadOption(f"Options for an engine need --agent; leave out {joined(f'--{name}' for name in of_agents)}.")
    for name in given["outputs"]:
        if maker_of(name, WRITTEN) == PLOT:
            check_plot(name)


def _scores(
    oracle: Oracle[Any], past: list[PastGame] | None, given: Mapping[str, Any], progress: Callable[[str], None]
) -> Scores:
    if past is not None:
        return oracle.score(past, side=given["side"], progress=progress)
    against, games, seed = (default if given[name] is None else given[name] for name, default in DEFAULTS.items())
    return oracle.score(given["agent"], side=given["side"], against=against, games=games, seed=seed, progress=progress)


def _responses(
    oracle: Oracle[Any], stopped: str, given: Mapping[str, Any], progress: Callable[[str], None]
) -> tuple[list[BestResponse], int]:
    """Best responses to the engine on both sides, if they are wanted and nothing was interrupted; and the exit code.

    If they cannot be found, the reason is printed. The scores remain, so it is no exception.
    """
    from zermelo.play.oracle import NotFound

    code = DONE if stopped == "complete" else INTERRUPTED if stopped == "interrupted" else BUDGET_SPENT
    if not given["exploitability"] or code == INTERRUPTED:
        return [], code
    try:
        return [oracle.best_response(given["agent"], side, progress=progress) for side in SIDES["both"]], code
    except KeyboardInterrupt:
        return [], INTERRUPTED
    except ZermeloError as error:
        tell(f"No exploitability: {error}", err=True)
        return [], BUDGET_SPENT if isinstance(error, NotFound | NotSupported) else BAD_INPUT


def _write(scores: Scores, given: Mapping[str, Any]) -> None:
    for name in given["outputs"]:
        if WRITTEN[Path(name).suffix.lower()] == PLOT:
            scores.plot(name)
        else:
            write(name, scores.csv())
        tell(f"Wrote {name}.", err=True)


def _as_dict(scores: Scores, responses: Sequence[BestResponse]) -> dict[str, Any]:
    from zermelo.play.best_response import mean_loss

    found = plain(mean_loss(responses)) if responses else None
    return scores.to_dict() | {"exploitability": found, "responses": [each.fields() for each in responses]}


def _as_text(scores: Scores, responses: Sequence[BestResponse]) -> str:
    from zermelo.play.best_response import rows_of

    table = scores.table() if scores.moves else ""
    return "\n\n".join(filter(None, (headed(scores), table, as_rows(scores.mistakes()), as_rows(rows_of(responses)))))
