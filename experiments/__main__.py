"""`python -m experiments`: runs studies, or lists those that are out of date."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import click

from experiments import STUDIES, study_named
from experiments.answers import RESULTS
from experiments.command import EXIT_CODES, SCHEMA, Command, json_text, working
from experiments.staleness import staleness
from experiments.study import Row, Study
from experiments.wording import joined, unknown
from experiments.writing import Conducted, conduct, rewrite, write_answers
from zermelo.core.errors import BadOption

WIDTH: Final = max(map(len, STUDIES)) + 2


@click.command(cls=Command, epilog=EXIT_CODES, context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--all", "everything", is_flag=True, help="Run all studies, and write README.md with all answers.")
@click.option("--out", metavar="DIR", help="Folder for rows and pages. Default: results; docs/results with --stale.")
@click.option(
    "--seed", type=click.IntRange(min=0), default=0, show_default=True, metavar="N", help="Seed for everything random."
)
@click.option("--quick", is_flag=True, help="Measure only the cases that take seconds.")
@click.option("--pages", is_flag=True, help="Measure nothing: write the pages again from the rows in DIR.")
@click.option("--only", metavar="CASE", help="Measure this case and print its row. Write nothing.")
@click.option("--stale", is_flag=True, help="List which results in DIR are out of date.")
@click.option("--json", "as_json", is_flag=True, help="Print answers and rows as JSON.")
@click.option("-q", "--quiet", is_flag=True, help="Show no progress.")
def main(
    names: tuple[str, ...], everything: bool, out: str | None, only: str | None, stale: bool, as_json: bool, **how: Any
) -> None:
    """Measure search algorithms: which to use, and why. Each NAME is a study; without NAME, list the studies.

    Rows (JSON Lines), Markdown, plots and a self-contained HTML page are written to DIR. Rows that are there already are
    not measured again, so a study that was interrupted resumes.
    """
    if everything and names:
        raise BadOption("--all means all studies: name none beside it.")
    every = everything or ((only is not None or stale) and not names)
    studies = [study_named(name) for name in (STUDIES if every else names)]
    if stale:
        _show_stale(studies, RESULTS if out is None else Path(out), as_json)
    elif only is not None:
        _show_case(studies, only, how["seed"], as_json)
    elif studies:
        _measure(studies, Path(out or "results"), answers=everything, as_json=as_json, **how)
    else:
        _list(as_json)


def _measure(
    studies: Sequence[Study],
    folder: Path,
    *,
    answers: bool,
    as_json: bool,
    seed: int,
    quick: bool,
    pages: bool,
    quiet: bool,
) -> None:
    """Measure studies, or only write their pages again, and print their answers; `answers`: write README.md, too."""
    conducted: list[Conducted] = []
    with working(quiet=quiet) as show:
        for study in studies:
            if pages:
                conducted.append(rewrite(study, folder))
            else:
                conducted.append(conduct(study, folder, seed=seed, quick=quick, progress=show))
            if not as_json:
                click.echo(f"{conducted[-1].answer.markdown}\n{_page(study, folder)}")
    if answers:
        write_answers(conducted, folder)
    if as_json:
        described = [
            _described(each.study, each.rows, each.answer.text, _page(each.study, folder)) for each in conducted
        ]
        click.echo(_json(described))


def _list(as_json: bool) -> None:
    """Print the names and titles of all studies."""
    studies = list(map(study_named, STUDIES))
    rows = [f"{study.name:<{WIDTH}}{study.title}" for study in studies]
    click.echo(_json(list(map(_described, studies))) if as_json else "\n".join(rows))


def _show_stale(studies: Sequence[Study], folder: Path, as_json: bool) -> None:
    """Print whether the results of each study are out of date."""
    results = [staleness(study.name, folder) for study in studies]
    if as_json:
        click.echo(json_text({"schema": SCHEMA, "stale": [each._asdict() for each in results]}))
    else:
        click.echo("\n".join(f"{each.study:<{WIDTH}}{each.sentence()}" for each in results))


def _show_case(studies: Sequence[Study], name: str, seed: int, as_json: bool) -> None:
    """Measure one case and print its row. Raises BadOption if no case has this name."""
    cases = {case.name: (study, case) for study in studies for case in study.cases(seed)}
    if name not in cases:
        listing = f"there are {len(cases)}, such as {joined(map(repr, [*cases][:3]))}"
        raise BadOption(unknown("case", name, cases, listing=listing))
    study, case = cases[name]
    row = {"case": name, **case.measure()}
    click.echo(_json([_described(study, [row])]) if as_json else json_text(row))


def _page(study: Study, folder: Path) -> str:
    """The path of a study's HTML page."""
    return str(folder / f"{study.name}.html")


def _described(
    study: Study, rows: Sequence[Row] = (), answer: str | None = None, page: str | None = None
) -> dict[str, Any]:
    """A study with its results, as plain data for JSON."""
    return {"experiment": study.name, "title": study.title, "answer": answer, "page": page, "rows": rows}


def _json(experiments: list[dict[str, Any]]) -> str:
    """Studies as JSON."""
    return json_text({"schema": SCHEMA, "experiments": experiments})


if __name__ == "__main__":
    main()
