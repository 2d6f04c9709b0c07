"""`zermelo games`."""

from __future__ import annotations

import json

import click

WIDTH = 25


@click.command("games")
@click.option("--json", "as_json", is_flag=True, help="Print the list as JSON.")
def command(as_json: bool) -> None:
    """The games that come with zermelo, and how to name yours."""
    from zermelo.games.catalogue import ALIASES, FAMILIES

    if as_json:
        families = {
            name: {"signature": f.signature, "summary": f.summary, "example": f.example} for name, f in FAMILIES.items()
        }
        click.echo(json.dumps({"schema": 1, "families": families, "aliases": dict(ALIASES)}, indent=2))
        return
    for family in FAMILIES.values():
        click.echo(f"{family.example:<{WIDTH}}{family.signature}: {family.summary}")
    for alias, name in ALIASES.items():
        click.echo(f"{alias:<{WIDTH}}{name}")
    click.echo(
        f"{'mygame.py:MyGame(5)':<{WIDTH}}FILE.py:CLASS or MODULE:CLASS: your own, with arguments if it takes any"
    )
