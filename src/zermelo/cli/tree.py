"""`zermelo tree`."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from zermelo.cli import BUDGET_SPENT, EXIT_CODES, INTERRUPTED
from zermelo.cli.arguments import GameArgument, Memory, Number, Whole, at_position
from zermelo.cli.progress import working
from zermelo.cli.rows import columns, tell
from zermelo.core.errors import BadOption
from zermelo.core.stable_text import json_text
from zermelo.work.files import check_place, put

if TYPE_CHECKING:
    from zermelo.core.game import Game

SUFFIXES: Final = (".svg", ".html", ".dot", ".txt")

LEAST: Final = 30
"""Columns, however narrow the terminal is."""

WIDEST: Final = 100
"""Where no terminal says how wide it is."""


@click.command("tree", epilog=EXIT_CODES)
@click.argument("game", type=GameArgument())
@at_position
@click.option(
    "--algorithm",
    metavar="NAME",
    help="Default: alpha-beta for two players without chance, for other games one that takes them.",
)
@click.option("--objective", metavar="NAME", help="outcome (default), or distance: faster wins, slower losses.")
@click.option("--depth", type=Whole(), metavar="PLIES", help="Look no further ahead than this.")
@click.option("--deepening/--no-deepening", default=None, help="Search depth 1, 2, 3, ... in turn.")
@click.option("--table/--no-table", default=True, help="Remember positions (default), or do not.")
@click.option("--memory", type=Memory(), metavar="SIZE", help="What the table may take: 256M, 2G.")
@click.option("--without", metavar="NAMES", help="Knowledge to leave out, or all.")
@click.option("--nodes", type=Whole(), metavar="N", help="Visit no more positions than this.")
@click.option("--seconds", type=Number(), metavar="S", help="Search no longer than this.")
@click.option(
    "--most", type=Whole(), metavar="N", help="Draw no more nodes than this, those near the root; count the rest."
)
@click.option("-o", "--output", metavar="FILE", help=f"Write it there: {', '.join(SUFFIXES)}. Default: text, here.")
@click.option("--compiled/--interpreted", default=None, help="Insist on native code, or on the interpreter.")
@click.option("--json", "as_json", is_flag=True, help="Print the tree as JSON.")
@click.option("-q", "--quiet", is_flag=True, help="Show no progress.")
@click.pass_context
def command(
    ctx: click.Context,
    game: Game[Any],
    position: str | None,
    most: int | None,
    output: str | None,
    as_json: bool,
    quiet: bool,
    **given: Any,
) -> None:
    """Draw the search of POSITION: what was visited, with which window, what came of it, what was cut, and why.

    POSITION is moves (b2 a1) or a drawing (X../.O./...); without it, the beginning of GAME. A FILE.html can be stepped
    through.
    """
    from zermelo.pictures import document
    from zermelo.pictures.search_tree import search_tree

    write = _writer(output)
    shown: dict[str, Any] = {} if most is None else {"most": most}
    options = {name: value for name, value in given.items() if value is not None}
    with working(quiet=quiet) as progress:
        tree = search_tree(game, position, progress=progress, **options)
    if output is not None:
        put(Path(output), write(tree, **shown))
    if as_json:
        click.echo(json_text(document(tree, **shown)))
    elif output is None:
        click.echo(write(tree, **shown))
    else:
        tell(f"{output}: {tree.result.sentence()}")
    if tree.result.stopped == "interrupted":
        ctx.exit(INTERRUPTED)
    if tree.result.stopped in ("nodes", "seconds", "memory"):
        ctx.exit(BUDGET_SPENT)


def _writer(output: str | None) -> Callable[..., str]:
    """What makes the file, by its suffix. Raises BadOption."""
    from zermelo.pictures import to_dot, to_page, to_svg, to_text

    if output is None:
        width, encoding = columns(LEAST), sys.stdout.encoding or "ascii"
        return partial(to_text, width=WIDEST if width == sys.maxsize else width, encoding=encoding)
    makers: dict[str, Callable[..., str]] = dict(zip(SUFFIXES, (to_svg, to_page, to_dot, to_text), strict=True))
    suffix = Path(output).suffix.lower()
    if suffix not in makers:
        raise BadOption(f"{output!r} does not say what to draw: let it end in {', '.join(SUFFIXES[:-1])} or .txt.")
    check_place(output)
    return makers[suffix]
