"""`zermelo serve`."""

from __future__ import annotations

import click

from zermelo.cli import EXIT_CODES
from zermelo.cli.arguments import Between
from zermelo.cli.rows import tell
from zermelo.core.errors import NotSupported

DEFAULT_PORT = 8765


@click.command("serve", epilog=EXIT_CODES)
@click.argument("games", metavar="[GAME]...", nargs=-1)
@click.option("--port", type=Between(0, 65535), default=DEFAULT_PORT, show_default=True, help="0 takes a free one.")
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="The address to listen on. Others than your own computer's let others in.",
)
@click.option("--workers", type=Between(1, 256), help="Searches at the same time; by default one for each processor.")
@click.option(
    "--tables", metavar="DIR", help="A table of positions, or a folder with some: what is there is not searched."
)
@click.option("--open/--no-open", "opens", default=False, help="Open the page in your browser.")
def command(games: tuple[str, ...], port: int, host: str, workers: int | None, tables: str | None, opens: bool) -> None:
    """A page to play on, and to look into searches with; and an API under it.

    Any game that comes with zermelo is there; name your own, as in mygame.py:MyGame.
    """
    try:
        from zermelo.web.server import bound, processors, serve
    except ModuleNotFoundError as error:
        raise NotSupported(f"serve needs {error.name}: install it with `pip install 'zermelo[web]'`.") from None
    from zermelo.games.catalogue import game_named
    from zermelo.solver.tables.table import tables_in
    from zermelo.web.offer import Offer

    for game in [game_named(name) for name in games or ("mnk(3,3,3)",)]:
        if tables is not None:
            list(tables_in(tables, game))
    sock = bound(host, port)
    shown, number = sock.getsockname()[:2]
    address = f"http://{f'[{shown}]' if ':' in shown else shown}:{number}/"

    def ready() -> None:
        click.echo(f"Serving on {address}")
        tell("Ctrl-C ends it.", err=True)
        if opens:
            click.launch(address)

    serve(sock, host, Offer(games), workers=workers or processors(), ready=ready, tables=tables)
