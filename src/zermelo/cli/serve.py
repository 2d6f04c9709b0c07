"""`zermelo serve`: starts the web page and the API."""

from __future__ import annotations

import sys
from urllib.parse import quote

import click

from zermelo.cli import EXIT_CODES
from zermelo.cli.options import Between, setting, switches
from zermelo.cli.rows import tell
from zermelo.core.errors import NotInstalled
from zermelo.solver.options import Options

DEFAULT_PORT = 8765


@click.command("serve", epilog=EXIT_CODES)
@click.argument("games", metavar="[GAME]...", nargs=-1)
@setting("--port", "The port to listen on; 0 for any free port.", "PORT", DEFAULT_PORT, kind=Between(0, 65535))
@setting(
    "--host", "The address to listen on. With the default, only this computer can connect.", "ADDRESS", "127.0.0.1"
)
@setting(
    "--workers",
    "How many searches may run at the same time. Default: one for each processor.",
    kind=Between(1, 256),
)
@switches(Options, "tables")
@click.option(
    "--open/--no-open",
    "opens",
    default=None,
    help="Open the page in your browser. Default: on a terminal, if games are named.",
)
def command(
    games: tuple[str, ...],
    port: int,
    host: str,
    workers: int | None,
    tables: str | None,
    opens: bool | None,
) -> None:
    """Serve a web page for playing and for studying searches, and the API that it uses.

    All games that come with zermelo are there. Name your own to add them, as in mygame.py or
    mygame.py:MyGame: the page opens with the first one.
    """
    try:
        from zermelo.core.supervision import processors
        from zermelo.web.server import bound, serve
    except ModuleNotFoundError as error:
        package = str(error.name).partition(".")[0]
        if package not in ("starlette", "uvicorn", "msgspec"):
            raise
        raise NotInstalled(package, "web") from None
    from zermelo.games.catalogue import game_named
    from zermelo.tablebase.table import tables_in
    from zermelo.web.offer import Offer

    offer = Offer.of(games)
    if tables is not None:
        for name in offer.own or ("mnk(3,3,3)",):
            list(tables_in(tables, game_named(name)))
    sock = bound(host, port)
    shown, number = sock.getsockname()[:2]
    address = f"http://{f'[{shown}]' if ':' in shown else shown}:{number}/"
    page = f"{address}#game={quote(offer.own[0], safe='/:,')}" if games else address

    def ready() -> None:
        click.echo(f"Serving on {page}")
        tell("Press Ctrl-C to stop.", err=True)
        if opens or (opens is None and games and sys.stdout.isatty()):
            click.launch(page)

    serve(sock, host, offer, workers=workers or processors(), ready=ready, tables=tables)
