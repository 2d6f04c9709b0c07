"""`zermelo games`: lists the games that come with zermelo, or those in a file."""

from __future__ import annotations

import click

from zermelo.cli import EXIT_CODES
from zermelo.cli.rows import as_rows, tell
from zermelo.core.stable_text import SCHEMA, json_text
from zermelo.core.wording import Row


@click.command("games", epilog=EXIT_CODES)
@click.argument("source", metavar="[FILE.py|MODULE]", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print the list as JSON.")
def command(source: str | None, as_json: bool) -> None:
    """List the games that come with zermelo, and how to name your own; or the games in a file or a module of yours."""
    if source is None:
        _list_ours(as_json)
    else:
        _list_yours(source, as_json)


def _list_ours(as_json: bool) -> None:
    from zermelo.games.catalogue import ALIASES, FAMILIES, game_named

    titles = {name: game_named(family.example).title() for name, family in FAMILIES.items()}
    if as_json:
        families = {
            name: {"signature": f.signature, "summary": f.summary, "example": f.example, "title": titles[name]}
            for name, f in FAMILIES.items()
        }
        click.echo(json_text({"schema": SCHEMA, "families": families, "aliases": dict(ALIASES)}))
        return
    rows: list[Row] = []
    for name, family in FAMILIES.items():
        rows += [(family.example, titles[name]), ("", f"{family.signature}: {family.summary}")]
    rows += ALIASES.items()
    rows += [
        (
            "mygame.py:MyGame(5)",
            "FILE.py:CLASS or MODULE:CLASS: a game of your own, with arguments if the class takes any",
        ),
        ("", "`zermelo games FILE.py` lists the games in a file of yours"),
        ("openspiel:hex", "a game of OpenSpiel, with parameters as in openspiel:hex(board_size=3)"),
    ]
    click.echo(as_rows(rows, max(len(label) for label, _ in rows) + 1))


def _list_yours(source: str, as_json: bool) -> None:
    """List the games in a file or a module, with the first line of their docstrings. Raises BadGame."""
    from zermelo.games.user_games import games_in, summary_of

    summaries = {f"{source}:{name}": summary_of(game) for name, game in games_in(source).items()}
    if as_json:
        games = [{"game": name, "summary": summary} for name, summary in summaries.items()]
        click.echo(json_text({"schema": SCHEMA, "games": games}))
    elif summaries:
        width = max(map(len, summaries)) + 2
        click.echo(as_rows([(name, summary or "(no docstring)") for name, summary in summaries.items()], width))
    else:
        tell(f"There is no game in {source}; a game is a subclass of zermelo.Game.")
