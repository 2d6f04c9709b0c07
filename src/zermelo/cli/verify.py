"""`zermelo verify`: checks certificates and tables."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import click

from zermelo.cli import BAD_INPUT, DONE, EXIT_CODES, FALSE, OUR_FAULT
from zermelo.cli.arguments import QUIET_HELP, GameArgument
from zermelo.cli.clusters import workers_at
from zermelo.cli.progress import ProgressLine, working
from zermelo.cli.rows import tell
from zermelo.core.errors import BadOption, BadTable, NotInstalled, ZermeloError
from zermelo.core.stable_text import SCHEMA, json_text
from zermelo.core.wording import abridged

if TYPE_CHECKING:
    from zermelo.core.game import Game
    from zermelo.distributed.cluster import Cluster
    from zermelo.tablebase.manifest import Manifest

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
"""The exit code of each verdict."""


class VerifiedFile(NamedTuple):
    """The verdict on one file or table."""

    path: str
    verdict: str
    """One of CODES."""
    text: str


class Checks(NamedTuple):
    """The options for checking certificates and tables."""

    rules: str | None
    games: tuple[Game[Any], ...]
    proved: bool
    workers: Cluster | None
    """Who checks tables; None: this process."""
    line: ProgressLine
    raises: bool
    """Whether an error is raised for what cannot be checked, instead of a verdict."""

    def of(self, path: Path) -> VerifiedFile:
        """The verdict on a certificate, or on the table in a folder. Raises ZermeloError only if it `raises`."""
        try:
            return self._table(path) if path.is_dir() else self._certificate(path)
        except NotInstalled:
            raise
        except ZermeloError as error:
            if self.raises:
                raise
            return VerifiedFile(str(path), "unreadable", f"UNREADABLE: {error}")

    def _certificate(self, path: Path) -> VerifiedFile:
        from zermelo.certificates import verify

        verdict = verify(path, self.rules, proved=self.proved, progress=self.line.show)
        verdicts = ("verified", "rejected", "malformed", "rules missing", "zermelo failed", "not proved")
        return VerifiedFile(str(path), verdicts[verdict.code], verdict.text)

    def _table(self, folder: Path) -> VerifiedFile:
        from zermelo.tablebase.manifest import read_manifest
        from zermelo.tablebase.verify import verify_table

        if not is_table(folder):
            raise BadOption(
                f"There is nothing to verify in {str(folder)!r}: it holds no certificate ({CERTIFICATES}) and no tablebase."
            )
        manifest = read_manifest(folder)
        if self._is_unknown(manifest) and not self.raises:
            text = f"OF ANOTHER GAME: the tablebase is of {manifest.game}; give that game with --game to check it."
            return VerifiedFile(str(folder), "another game", text)
        verify = verify_table if self.workers is None else self.workers.verify_table
        report = verify(folder, self._game_of(manifest), progress=self.line.show)
        return VerifiedFile(str(folder), "consistent" if report.consistent else "inconsistent", report.text)

    def _is_unknown(self, manifest: Manifest) -> bool:
        """Whether the game of a table neither comes with zermelo nor was given."""
        from zermelo.games.catalogue import FAMILIES

        return manifest.game.partition("(")[0] not in FAMILIES and manifest.game not in map(str, self.games)

    def _game_of(self, manifest: Manifest) -> Game[Any] | None:
        """The given game that a table is of, found by its code, else by its name.

        None if the game comes with zermelo, which finds it by name. For any other table it is the first game that was given,
        which the check of the table then rejects.
        """
        from zermelo.work.identity import code_of

        named = [game for game in self.games if str(game) == manifest.game]
        same = [game for game in named if code_of(game) == manifest.code]
        if same or named:
            return (same or named)[0]
        return self.games[0] if self.games and self._is_unknown(manifest) else None


@click.command("verify", epilog=EXIT_CODES, short_help="Check certificates and tablebases.")
@click.argument("paths", metavar="FILE|DIR...", nargs=-1, required=True)
@click.option("--rules", metavar="RULES.py", help="Rules that you trust, for a FILE that names them by their digest.")
@click.option(
    "--game",
    "games",
    type=GameArgument(),
    multiple=True,
    help="The game of a tablebase in DIR, if it does not come with zermelo. May be repeated.",
)
@click.option("--proved", is_flag=True, help="Also check certificates with the checker that is proved correct in Coq.")
@click.option(
    "--cluster",
    metavar="WHERE",
    help="Let workers check tablebases: processes:N, ray, or ray:ADDRESS. All must see DIR.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the verdicts as JSON.")
@click.option("-q", "--quiet", is_flag=True, help=QUIET_HELP)
@click.pass_context
def command(
    ctx: click.Context,
    paths: tuple[str, ...],
    rules: str | None,
    games: tuple[Game[Any], ...],
    proved: bool,
    cluster: str | None,
    as_json: bool,
    quiet: bool,
) -> None:
    """Check certificates and tablebases.

    A certificate is checked by two programs that share no code with the search, nor with each other. In a tablebase,
    each entry is compared with the entries of its successors.

    A FILE is a certificate. A DIR is a tablebase, or a folder of certificates (*.zcert) and tablebases. The exit code is
    that of the worst verdict.
    """
    files = [each for path in paths for each in _files_of(path)]
    if rules is not None and all(map(is_table, files)):
        raise BadOption("--rules is for certificates; for a tablebase, give its game with --game.")
    if proved and all(map(is_table, files)):
        raise BadOption("--proved is for certificates; a tablebase is compared with itself.")
    if games and not any(path.is_dir() for path in files):
        raise BadOption("--game is for tablebases; for a certificate, give its rules with --rules.")
    if cluster is not None and not any(path.is_dir() for path in files):
        raise BadOption("--cluster is for tablebases; leave it out for certificates.")
    alone, checked = files == [Path(paths[0])], list[VerifiedFile]()
    with workers_at(cluster) as workers:
        for path in files:
            with working(quiet=quiet) as line:
                checked.append(Checks(rules, games, proved, workers, line, raises=alone and not as_json).of(path))
            if not as_json:
                tell(abridged(checked[-1].text) if alone else f"{path}: {abridged(checked[-1].text)}")
    if as_json:
        click.echo(json_text({"schema": SCHEMA, "verdicts": [each._asdict() for each in checked]}))
    elif len(checked) > 1:
        tell(summary(checked))
    ctx.exit(max(CODES[each.verdict] for each in checked))


def is_table(path: Path) -> bool:
    """Whether a folder is a table, be it a damaged one."""
    from zermelo.tablebase.manifest import MANIFEST, NoTable, read_manifest

    try:
        return (path / MANIFEST).exists() and bool(read_manifest(path))
    except BadTable as error:
        return not isinstance(error, NoTable)


def _files_of(name: str) -> list[Path]:
    """The paths to check: a file, a table, or the certificates and tables in a folder; the folder itself if it has none.

    Raises BadOption.
    """
    if not name:
        raise BadOption("'' is not the name of a file or a folder; the current folder is '.'.")
    path = Path(name)
    if not path.is_dir():
        return [path]
    tables = [folder for folder in (path, *sorted(path.iterdir())) if is_table(folder)]
    return [*sorted(path.glob(CERTIFICATES)), *tables] or [path]


def summary(checked: list[VerifiedFile]) -> str:
    """The number of each verdict, as a sentence."""
    verdicts = [each.verdict for each in checked]
    counts = [f"{verdicts.count(verdict):,} {verdict}" for verdict in CODES if verdict in verdicts]
    return f"{len(checked):,} checked: {', '.join(counts)}."
