"""`zermelo verify`: checks certificates."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

import click

from zermelo.cli import BAD_INPUT, DONE, EXIT_CODES, FALSE, OUR_FAULT
from zermelo.cli.options import printing, setting
from zermelo.cli.progress import ProgressLine, working
from zermelo.cli.rows import tell
from zermelo.core.errors import BadOption, NotInstalled, ZermeloError
from zermelo.core.stable_text import SCHEMA, json_text
from zermelo.core.wording import abridged

CERTIFICATES: Final = "*.zcert"
"""The files in a folder that are checked as certificates."""

CODES: Final = {
    "verified": DONE,
    "consistent": DONE,
    "rejected": FALSE,
    "inconsistent": FALSE,
    "another game": BAD_INPUT,
    "malformed": BAD_INPUT,
    "rules missing": BAD_INPUT,
    "not proved": BAD_INPUT,
    "unreadable": BAD_INPUT,
    "zermelo failed": OUR_FAULT,
}
"""The exit code of each verdict, on a certificate or on a table."""


class FileVerdict(NamedTuple):
    """The verdict on one certificate or table."""

    path: str
    verdict: str
    """One of CODES."""
    text: str


@click.command("verify", epilog=EXIT_CODES)
@click.argument("paths", metavar="FILE|DIR...", nargs=-1, required=True)
@setting("--rules", "Rules that you trust, for a FILE that names them by their digest.", "RULES.py")
@click.option("--proved", is_flag=True, help="Also check with the checker that is proved correct in Coq.")
@printing("the verdicts")
@click.pass_context
def command(
    ctx: click.Context, paths: tuple[str, ...], rules: str | None, proved: bool, as_json: bool, quiet: bool
) -> None:
    """Check certificates, by two programs that share no code with the search, nor with each other.

    A FILE is a certificate, a DIR a folder of certificates (*.zcert). The exit code is that of the worst verdict.
    """

    def certificates_in(folder: Path) -> list[Path]:
        return sorted(folder.glob(CERTIFICATES))

    def verdict(path: Path, line: ProgressLine) -> FileVerdict:
        from zermelo.certificates import verify

        if path.is_dir():
            nothing = f"There is nothing to verify in {str(path)!r}: it holds no certificate ({CERTIFICATES})"
            raise BadOption(f"{nothing}; `zermelo table verify` verifies tablebases.")
        found = verify(path, rules, proved=proved, progress=line.show)
        verdicts = ("verified", "rejected", "malformed", "rules missing", "zermelo failed", "not proved")
        return FileVerdict(str(path), verdicts[found.code], found.text)

    ctx.exit(tell_verdicts(paths, certificates_in, verdict, as_json=as_json, quiet=quiet))


def tell_verdicts(
    paths: tuple[str, ...],
    found_in: Callable[[Path], list[Path]],
    verdict: Callable[[Path, ProgressLine], FileVerdict],
    *,
    as_json: bool,
    quiet: bool,
) -> int:
    """Check files, and what is `found_in` folders. Print the verdict on each and a summary. Returns the exit code of the
    worst. Raises BadOption, and what `verdict` raises for a single path; otherwise that is a verdict, too.
    """
    if "" in paths:
        raise BadOption("'' is not the name of a file or a folder; the current folder is '.'.")
    files = [each for path in map(Path, paths) for each in (found_in(path) if path.is_dir() else ()) or [path]]
    alone, checked = files == [Path(paths[0])] and not as_json, list[FileVerdict]()
    for path in files:
        with working(quiet=quiet) as line:
            try:
                checked.append(verdict(path, line))
            except ZermeloError as error:
                if alone or isinstance(error, NotInstalled):
                    raise
                checked.append(FileVerdict(str(path), "unreadable", f"UNREADABLE: {error}"))
        if not as_json:
            tell(abridged(checked[-1].text) if alone else f"{path}: {abridged(checked[-1].text)}")
    if as_json:
        click.echo(json_text({"schema": SCHEMA, "verdicts": [each._asdict() for each in checked]}))
    elif len(checked) > 1:
        tell(_summary(checked))
    return max(CODES[each.verdict] for each in checked)


def _summary(checked: list[FileVerdict]) -> str:
    verdicts = [each.verdict for each in checked]
    counts = [f"{verdicts.count(verdict):,} {verdict}" for verdict in CODES if verdict in verdicts]
    return f"{len(checked):,} checked: {', '.join(counts)}."
