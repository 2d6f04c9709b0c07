"""`zermelo tree`: draws the search tree of a position."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import click

from zermelo.cli import EXIT_CODES, exit_if_stopped
from zermelo.cli.options import TABLE_MEMORY_HELP, at_position, given_of, printing, setting, switches
from zermelo.cli.output import maker_of, write
from zermelo.cli.progress import working
from zermelo.cli.rows import columns, tell
from zermelo.core.stable_text import json_text
from zermelo.solver.options import Options

if TYPE_CHECKING:
    from zermelo.core.game import Game

SUFFIXES: Final = (".svg", ".html", ".txt")

WIDEST: Final = 100
"""Columns that are used if the output does not go to a terminal."""


@click.command("tree", epilog=EXIT_CODES)
@at_position
@switches(
    Options,
    *("algorithm", "objective", "depth", "deepening", "table", "memory", "without", "nodes", "seconds", "compiled"),
    algorithm="The search algorithm. Default: alpha-beta for two players without chance, otherwise one that suits GAME.",
    memory=TABLE_MEMORY_HELP,
    seconds="Time limit, in seconds.",
)
@setting(
    "--most",
    "Draw at most N nodes, those nearest the root; count the others. Default: 60 as text, 120 as .svg, otherwise 1000.",
)
@setting("-o --output", f"Write to FILE ({', '.join(SUFFIXES)}). Default: print text.", "FILE")
@printing("the tree")
@click.pass_context
def command(
    ctx: click.Context,
    game: Game[Any],
    position: str | None,
    as_json: bool,
    quiet: bool,
    **given: Any,
) -> None:
    """Search POSITION and draw the search tree: each node with its window and its value, and each cutoff with its reason.

    POSITION is a list of moves (b2 a1) or a board (X../.O./...). Default: the initial position of GAME. With -o FILE.html,
    the page shows the search step by step.
    """
    from zermelo.pictures import document
    from zermelo.pictures.search_tree import search_tree

    options = given_of(given)
    output = options.pop("output", None)
    drawn = _maker(output)
    shown = {"most": options.pop("most")} if "most" in options else {}
    with working(quiet=quiet) as progress:
        tree = search_tree(game, position, progress=progress, **options)
    if output is not None:
        write(output, drawn(tree, **shown))
    if as_json:
        click.echo(json_text(document(tree, **shown)))
    elif output is None:
        click.echo(drawn(tree, **shown))
    else:
        tell(f"Wrote {output}. {tree.result.sentence()}")
    exit_if_stopped(ctx, tree.result.stopped)


def _maker(output: str | None) -> Callable[..., str]:
    """The function that draws the tree, chosen by the suffix of the output file. Raises BadOption."""
    from zermelo.pictures import to_page, to_svg, to_text

    if output is None:
        width, encoding = columns(1), sys.stdout.encoding or "ascii"
        return partial(to_text, width=WIDEST if width == sys.maxsize else width, encoding=encoding)
    makers: dict[str, Callable[..., str]] = dict(zip(SUFFIXES, (to_svg, to_page, to_text), strict=True))
    return maker_of(output, makers)
