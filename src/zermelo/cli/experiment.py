"""`zermelo experiment`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from zermelo.cli import EXIT_CODES
from zermelo.cli.arguments import Between
from zermelo.cli.progress import working
from zermelo.cli.rows import as_rows, tell
from zermelo.errors import BadOption
from zermelo.telling import SCHEMA, json_text
from zermelo.wording import joined, unknown

if TYPE_CHECKING:
    from zermelo.experiments.study import Row, Study


@click.command("experiment", epilog=EXIT_CODES)
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--all", "everything", is_flag=True, help="All of them, and a page of all.")
@click.option("--out", metavar="DIR", default="results", show_default=True, help="Where rows and pages go.")
@click.option("--seed", type=Between(min=0), default=0, show_default=True, help="Of all that is random.")
@click.option("--quick", is_flag=True, help="The cases that take seconds only.")
@click.option("--only", metavar="CASE", help="Measure this case and print its row; nothing is written.")
@click.option("--json", "as_json", is_flag=True, help="Print answers and rows as JSON.")
@click.option("-q", "--quiet", is_flag=True, help="Show no progress.")
def command(
    names: tuple[str, ...],
    everything: bool,
    out: str,
    seed: int,
    quick: bool,
    only: str | None,
    as_json: bool,
    quiet: bool,
) -> None:
    """Measure which algorithm, and why: each NAME is an experiment; without one, they are listed.

    Into DIR go rows (JSON Lines), Markdown, plots and an HTML page that needs nothing else. A row that is there is not
    measured again: an experiment that was ended goes on.
    """
    from zermelo.experiments import STUDIES, study_named
    from zermelo.experiments.writing import Conducted, conduct, conduct_all

    every = everything or (only is not None and not names)
    studies = [study_named(name) for name in (STUDIES if every else names)]
    if everything and names:
        raise BadOption("--all is all experiments: name none beside it.")
    if not studies:
        _list(as_json)
        return
    if only is not None:
        _show_case(studies, only, seed, as_json)
        return
    conducted, signature = list[Conducted](), None
    if everything:
        with working(quiet=quiet) as line:
            conducted, signature = conduct_all(studies, Path(out), seed=seed, quick=quick, progress=line.show)
    else:
        for study in studies:
            with working(quiet=quiet) as line:
                conducted.append(conduct(study, Path(out), seed=seed, quick=quick, progress=line.show))
            if not as_json:
                tell(f"{conducted[-1].report.answer}\n{_page(study, out)}")
    if as_json:
        experiments = [_told(each.study, each.rows, each.report.answer, _page(each.study, out)) for each in conducted]
        click.echo(_json(experiments, signature))
    elif signature is not None:
        tell(f"{Path(out) / 'index.html'}: {len(studies)} experiments, signature {signature[:16]}")


def _list(as_json: bool) -> None:
    """The names and titles of all experiments."""
    from zermelo.experiments import STUDIES, study_named

    studies = list(map(study_named, STUDIES))
    rows = [(study.name, study.title) for study in studies]
    click.echo(_json(list(map(_told, studies))) if as_json else as_rows(rows, max(map(len, STUDIES)) + 2))


def _show_case(studies: list[Study], name: str, seed: int, as_json: bool) -> None:
    """Print the row of one case. Raises BadOption where there is none of this name."""
    cases = {case.name: (study, case) for study in studies for case in study.cases(seed)}
    if name not in cases:
        listing = f"there are {len(cases)}, such as {joined(map(repr, [*cases][:3]))}"
        raise BadOption(unknown("case", name, cases, listing=listing))
    study, case = cases[name]
    row = {"case": name, **case.measure()}
    click.echo(_json([_told(study, [row])]) if as_json else json_text(row))


def _page(study: Study, out: str) -> str:
    """The file that the report of a study is in."""
    return str(Path(out) / f"{study.name}.html")


def _told(study: Study, rows: Sequence[Row] = (), answer: str | None = None, page: str | None = None) -> dict[str, Any]:
    """A study, and what was measured of it, as plain data for JSON."""
    return {"experiment": study.name, "title": study.title, "answer": answer, "page": page, "rows": rows}


def _json(experiments: list[dict[str, Any]], signature: str | None = None) -> str:
    """Studies, and the signature of all of them if they were measured, as JSON."""
    return json_text({"schema": SCHEMA, "experiments": experiments, "signature": signature})
