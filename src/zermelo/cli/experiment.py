"""`zermelo experiment`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from zermelo.cli import EXIT_CODES
from zermelo.cli.arguments import Between
from zermelo.cli.progress import working
from zermelo.cli.rows import as_rows, tell
from zermelo.errors import BadOption
from zermelo.telling import json_text
from zermelo.wording import joined, unknown

if TYPE_CHECKING:
    from zermelo.experiments.study import Study


@click.command("experiment", epilog=EXIT_CODES)
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--all", "everything", is_flag=True, help="All of them, and a page of all.")
@click.option("--out", metavar="DIR", default="results", show_default=True, help="Where rows and pages go.")
@click.option("--seed", type=Between(min=0), default=0, show_default=True, help="Of all that is random.")
@click.option("--quick", is_flag=True, help="The cases that take seconds only.")
@click.option("--only", metavar="CASE", help="Measure this case and print its row; nothing is written.")
@click.option("-q", "--quiet", is_flag=True, help="Show no progress.")
def command(
    names: tuple[str, ...], everything: bool, out: str, seed: int, quick: bool, only: str | None, quiet: bool
) -> None:
    """Measure which algorithm, and why: each NAME is an experiment; without one, they are listed.

    Into DIR go rows (JSON Lines), Markdown, plots and an HTML page that needs nothing else. A row that is there is not
    measured again: an experiment that was ended goes on.
    """
    from zermelo.experiments import STUDIES, study_named
    from zermelo.experiments.writing import conduct, conduct_all

    every = everything or (only is not None and not names)
    studies = [study_named(name) for name in (STUDIES if every else names)]
    if everything and names:
        raise BadOption("--all is all experiments: name none beside it.")
    if not studies:
        click.echo(as_rows([(name, study_named(name).title) for name in STUDIES], max(map(len, STUDIES)) + 2))
        return
    if only is not None:
        _show_case(studies, only, seed)
        return
    with working(quiet=quiet) as line:
        if everything:
            signature = conduct_all(studies, Path(out), seed=seed, quick=quick, progress=line.show)
            tell(f"{Path(out) / 'index.html'}: {len(studies)} experiments, signature {signature[:16]}")
            return
        for study in studies:
            report, _ = conduct(study, Path(out), seed=seed, quick=quick, progress=line.show)
            tell(f"{report.answer}\n{Path(out) / study.name}.html")


def _show_case(studies: list[Study], name: str, seed: int) -> None:
    """Print the row of one case. Raises BadOption where there is none of this name."""
    cases = {case.name: case for study in studies for case in study.cases(seed)}
    if name not in cases:
        listing = f"there are {len(cases)}, such as {joined(map(repr, [*cases][:3]))}"
        raise BadOption(unknown("case", name, cases, listing=listing))
    click.echo(json_text({"case": name, **cases[name].measure()}))
