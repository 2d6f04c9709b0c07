"""The published benchmark: eight algorithms on four boards, beside the figures of Chan (2026).

What is counted. A *cell* is one whole game of self-play from the empty board. The engine searches each position from
scratch for the player to move (with an empty table, if it has one), tries actions in row-major order, and plays the first
of the best moves. *States* are the positions visited by all these searches together, including each search's root; a
position counts as often as it is visited. *Seconds* are those of searching, without compiling. In the first table the
algorithms know nothing but the rules (`without=("all",)`); in the second they use everything that the game knows.

Which rows have a table. The plain algorithms have none: MiniMax, Alpha-Beta, NegaMax, NegaScout, Best Node Search. MTD(f)
has one, because Chan calls it "not optional" there. So do both rows with iterative deepening, which has nowhere else to
keep the best moves of one depth for the next. Rows of our own show what a table does for the other algorithms, and what
depth-scaled rewards cost NegaMax: Chan's NegaMax turns out to be that row.

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
