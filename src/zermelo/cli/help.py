"""`zermelo help`: shows a page of the documentation, or the options of a command."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping
from pathlib import Path
from typing import Final, NamedTuple

import click
from click.shell_completion import CompletionItem

from zermelo.cli import COMMANDS, ELSEWHERE, EXIT_CODES
from zermelo.cli.rows import LEAST, as_rows, columns
from zermelo.core.errors import BadOption
from zermelo.core.paths import folder_of
from zermelo.core.wording import unknown

CHAPTERS: Final = ("tutorials", "how-to", "reference", "explanation")
"""The folders of pages, in the order in which they are read."""

WIDEST: Final = 100
"""The columns of a page in a wide terminal: longer lines are hard to read."""

ONLY_ON_THE_SITE: Final = re.compile(r"^(```\{|<)", re.MULTILINE)
"""A line of a page that only the site can show: what Sphinx fills in, or HTML."""

LINK: Final = re.compile(r"!?\[([^\]]+)\]\(([^)\s]+)\)")


class Page(NamedTuple):
    """A page of the documentation."""

    title: str
    text: str
    """Markdown, without links: only their texts."""
    related: tuple[str, ...]
    """The names of the pages that it links to, in that order."""


def complete(_context: click.Context, _parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """The pages and commands that begin with what has been typed, for shells."""
    return [CompletionItem(name) for name in [*pages(), *COMMANDS] if name.startswith(typed.lower())]


@click.command("help", epilog=EXIT_CODES)
@click.argument("topic", nargs=-1, shell_complete=complete)
@click.pass_context
def command(context: click.Context, topic: tuple[str, ...]) -> None:
    """Read the page of the documentation on TOPIC, such as contract, or the options of a command, such as table make.

    Without a TOPIC, this lists all pages. In a terminal, a long page is shown by your pager; set PAGER=cat to have it
    printed.
    """
    found = pages()
    if not topic:
        click.echo(as_rows([(name, page.title) for name, page in found.items()], max(map(len, found)) + 2))
        return
    name = " ".join(topic).lower().removesuffix(".md")
    explained = context.find_root().command
    for word in name.split():
        explained = explained.get_command(context, word) if isinstance(explained, click.Group) else None
    if name not in found and explained is None:
        raise BadOption(ELSEWHERE.get(name) or unknown("page or command", " ".join(topic), [*found, *COMMANDS]))
    if explained is not None:
        click.echo(explained.make_context(f"zermelo {name}", [], resilient_parsing=True).get_help())
    if name in found:
        _show(rendered(found[name], found))


def _show(text: str) -> None:
    """Show a text by the pager, or print it if PAGER cannot be read as a command."""
    try:
        click.echo_via_pager(text)
    except ValueError:
        click.echo(text)


def pages() -> Mapping[str, Page]:
    """The pages that can be read in a terminal, by name. Raises BadOption if the documentation is missing."""
    home = folder_of("docs")
    paths = (path for chapter in CHAPTERS for path in sorted((home / chapter).glob("*.md")))
    texts = {path.stem: path.read_text(encoding="utf-8") for path in paths}
    found = {name: _page(text) for name, text in texts.items() if not ONLY_ON_THE_SITE.search(text)}
    if not found:
        raise BadOption(f"The documentation is missing: there are no pages in {str(home)!r}.")
    return found


def _page(text: str) -> Page:
    names = (Path(target.partition("#")[0]) for _, target in LINK.findall(text))
    related = dict.fromkeys(name.stem for name in names if name.suffix == ".md" and name.parent.name != "results")
    return Page(text.partition("\n")[0].removeprefix("# "), LINK.sub(r"\1", text), tuple(related))


def rendered(page: Page, known: Container[str]) -> str:
    """A page for this terminal, in colour if it shows any; with those of the `known` pages that it refers to at the end."""
    from rich.console import Console, ConsoleOptions, RenderResult
    from rich.markdown import Markdown, TableElement
    from rich.table import Table

    class Folding(TableElement):
        """A table in which words that are too long are broken, and not cut."""

        def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
            for part in super().__rich_console__(console, options):
                for column in part.columns if isinstance(part, Table) else ():
                    column.overflow = "fold"
                yield part

    class Text(Markdown):
        elements = Markdown.elements | {"table_open": Folding}

    others = [name for name in page.related if name in known]
    more = f"\n\n## See also\n\n{', '.join(f'`zermelo help {name}`' for name in others)}" if others else ""
    console = Console(width=min(columns(LEAST), WIDEST))
    with console.capture() as capture:
        console.print(Text(page.text + more))
    return "".join(f"{line.rstrip()}\n" for line in capture.get().splitlines())
