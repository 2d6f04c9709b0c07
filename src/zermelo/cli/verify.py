"""`zermelo verify`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from zermelo.cli import DONE, EXIT_CODES, FALSE
from zermelo.cli.arguments import GameArgument
from zermelo.cli.progress import working
from zermelo.errors import BadOption

if TYPE_CHECKING:
    from zermelo.game import Game


@click.command("verify", epilog=EXIT_CODES)
@click.argument("path", metavar="FILE|DIR")
@click.option("--rules", metavar="RULES.py", help="The rules that FILE names by their digest; you trust them.")
@click.option("--game", type=GameArgument(), help="The game of the table in DIR, if it does not come with zermelo.")
@click.option("-q", "--quiet", is_flag=True, help="Show no progress.")
@click.pass_context
def command(ctx: click.Context, path: str, rules: str | None, game: Game[Any] | None, quiet: bool) -> None:
    """Have a certificate, FILE, checked by two programs that share nothing with the search, nor with each other; or every
    entry of a table, DIR, compared with those of its successors.
    """
    if Path(path).is_dir():
        if rules is not None:
            raise BadOption("--rules is for certificates; a table is checked by its game, which --game tells.")
        from zermelo.positions import verify_table

        with working(quiet=quiet) as line:
            audited = verify_table(path, game, progress=line.show)
        click.echo(audited.text)
        ctx.exit(DONE if audited.consistent else FALSE)
    if game is not None:
        raise BadOption("--game is for tables; a certificate is checked by its rules, which --rules tells.")
    if Path(path).exists() and not Path(path).is_file():
        raise BadOption(f"{path!r} is neither a file nor a folder.")
    from zermelo.certificates import verify

    with working(quiet=quiet) as line:
        verdict = verify(path, rules, progress=line.show)
    click.echo(verdict.text)
    ctx.exit(verdict.code)
