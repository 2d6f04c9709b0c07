"""`python -m experiments.benchmark`."""

from __future__ import annotations

import click

from experiments.benchmark import BenchProgress, Cell, run, select, to_csv, to_json, to_markdown, to_text
from experiments.command import EXIT_CODES, INTERRUPTED, Command, working

FORMATS = ("text", "markdown", "csv")
KNOWLEDGE = {"off": (False,), "on": (True,), "both": (False, True)}


@click.command(cls=Command, epilog=EXIT_CODES, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--rows", default="", metavar="NAMES", help="Only these algorithms, such as minimax,mtdf.")
@click.option("--boards", default="", metavar="NAMES", help="Only these boards, such as 3x3k3,4x4k4.")
@click.option(
    "--seconds",
    type=float,
    default=60.0,
    show_default=True,
    metavar="S",
    help="Limit for each cell. Published: 3600.",
)
@click.option(
    "--knowledge",
    type=click.Choice([*KNOWLEDGE]),
    default="both",
    show_default=True,
    help="Use what the game knows.",
)
@click.option("--format", "style", type=click.Choice(FORMATS), default="text", show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print the cells as JSON instead.")
@click.option("-q", "--quiet", is_flag=True, help="Show no progress.")
@click.pass_context
def main(
    ctx: click.Context,
    rows: str,
    boards: str,
    seconds: float,
    knowledge: str,
    style: str,
    as_json: bool,
    quiet: bool,
) -> None:
    """Run the published benchmark: eight algorithms and some of ours on four boards, beside the published figures.

    Each cell is one whole game of self-play, in which each position is searched from scratch. In the first table the
    algorithms know only the rules; in the second they use all that the game knows.
    """
    chosen = select(names_in(rows), names_in(boards))
    cells: list[Cell] = []
    with working(quiet=quiet) as show:

        def progress(state: BenchProgress) -> None:
            show(described(state))

        for known in KNOWLEDGE[knowledge]:
            cells += run(chosen, seconds=seconds, knowledge=known, progress=progress)
            if cells and cells[-1].stopped == "interrupted":
                break
    write = to_json if as_json else {"text": to_text, "markdown": to_markdown, "csv": to_csv}[style]
    click.echo(write(cells).rstrip("\n"))
    if cells and cells[-1].stopped == "interrupted":
        ctx.exit(INTERRUPTED)


def names_in(text: str) -> list[str]:
    """Names separated by commas."""
    return [name.strip() for name in text.split(",") if name.strip()]


def described(state: BenchProgress) -> str:
    """The progress of the running cell, in one line."""
    where = f"{state.row.title}, {state.board.title}"
    if state.phase == "compiling":
        return f"{where}: compiling"
    bounds = f"value in {state.lower}..{state.upper}"
    return f"{where}: move {state.move}, {state.states:,} states, {state.seconds:.0f} of {state.limit:g} s, {bounds}"


if __name__ == "__main__":
    main()
