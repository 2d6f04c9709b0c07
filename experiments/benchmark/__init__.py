"""The benchmark of the chain of algorithms: eight of them on four boards, beside the figures published for the same.

What is counted. One *cell* is one whole game of self-play from the empty board. The engine searches each position
afresh for the side to move (with an empty table, where there is one), tries actions in row-major order, and plays the
best move it found first. *States* are the positions visited by all these searches together, each search's root
included, and a position as often as it is visited. *Seconds* are those of searching; compiling is kept apart. In the
first table the game knows nothing but its rules (`without=("all",)`); in the second, everything it knows is on.

Which rows have a table. The plain algorithms have none: MiniMax, Alpha-Beta, NegaMax, NegaScout, Best Node Search.
MTD(f) has one, as the published text insists (without it "re-searches undo all savings"), and so have both rows with
iterative deepening, which has nowhere else to remember one depth's best moves for the next. Rows of our own show what a
table does for the others, and what depth-scaled rewards cost NegaMax: the published NegaMax turns out to be that row.

    >>> from experiments.benchmark import run, select
    >>> cell, = run(select(["alpha-beta"], ["3x3k3"]))
    >>> cell.states, cell.published.states
    (21652, 21652)
"""

from experiments.benchmark.cells import BOARDS, ROWS, Board, Cell, Row, select
from experiments.benchmark.play import SECONDS, BenchProgress, run
from experiments.benchmark.published import PUBLISHED, SOURCE, Published
from experiments.benchmark.report import FORMATS, to_csv, to_json, to_markdown, to_text

__all__ = [
    "BOARDS",
    "FORMATS",
    "PUBLISHED",
    "ROWS",
    "SECONDS",
    "SOURCE",
    "BenchProgress",
    "Board",
    "Cell",
    "Published",
    "Row",
    "run",
    "select",
    "to_csv",
    "to_json",
    "to_markdown",
    "to_text",
]
