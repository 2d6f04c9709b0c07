"""`zermelo verify`."""

from __future__ import annotations

import click

from zermelo.cli import EXIT_CODES


@click.command("verify", epilog=EXIT_CODES)
@click.argument("file", metavar="FILE")
@click.option("--rules", metavar="RULES.py", help="The rules that FILE names by their digest; you trust them.")
@click.pass_context
def command(ctx: click.Context, file: str, rules: str | None) -> None:
    """Have a certificate checked by two programs that share nothing with the search, nor with each other."""
    from zermelo.certificates import verify

    verdict = verify(file, rules)
    click.echo(verdict.text)
    ctx.exit(verdict.code)
