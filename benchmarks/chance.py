"""How much Star1 and Star2 save compared with plain expectiminimax.

    python benchmarks/chance.py [--json FILE]

EinStein würfelt nicht! from the start, with and without a table, and uniform trees with random leaves in which throws and
moves alternate. The figures are the positions visited, the seconds, and the value, which must be the same fraction for every
algorithm.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from common import Bound, Verdict, arguments, conclude, print_table

from zermelo import Game, solve
from zermelo.games import einstein

BOUND: Final = Bound("nodes of plain expectiminimax relative to Star1, einstein(3,2) without a table", 10, 30)


class Place(NamedTuple):
    """A node of a tree: its number among the nodes of its ply, and the ply."""

    number: int
    ply: int


class Throws(Game[Place]):
    """A tree in which a throw with `faces` equally likely outcomes precedes each move; a node has `moves` moves."""

    has_chance = True
    reward_range = (-1000, 1000)

    def __init__(self, faces: int, moves: int, length: int) -> None:
        self.faces, self.moves = faces, moves
        self.action_count, self.chance_total = max(faces, moves), faces
        self.max_length, self.max_chances = 2 * length, length

    def initial(self) -> Place:
        return Place(0, 0)

    def chance(self, state: Place) -> bool:
        return state.ply % 2 == 0

    def to_move(self, state: Place) -> int:
        return state.ply // 2 % 2

    def legal(self, state: Place, action: int) -> bool:
        return action < (self.faces if state.ply % 2 == 0 else self.moves)

    def apply(self, state: Place, action: int) -> Place:
        return Place(state.number * self.action_count + action, state.ply + 1)

    def terminal(self, state: Place) -> bool:
        return state.ply == self.max_length

    def reward(self, state: Place) -> int:
        mixed = (state.number * 2654435761 + 12345) % 4294967291
        return mixed * (mixed % 9973) % 2001 - 1000

    def __str__(self) -> str:
        return f"{self.faces} faces, {self.moves} moves, {self.max_chances} times"


SEARCHES: Final[tuple[tuple[Game[Any], bool], ...]] = (
    (einstein(3, 2), False),
    (einstein(3, 2), True),
    (einstein(4, 2), True),
    (Throws(2, 20, 4), False),
    (Throws(6, 20, 3), False),
)
ALGORITHMS: Final = ("expectiminimax", "star1", "star2")


def main() -> None:
    """Print a row for each search, and whether the bound is met."""
    asked = arguments(__doc__)
    rows: list[dict[str, Any]] = []
    for game, table in SEARCHES:
        for algorithm in ALGORITHMS:
            found = solve(game, algorithm=algorithm, table=table, line=False)
            nodes = found.counters["nodes"]
            rows.append(
                {
                    "game": found.game,
                    "table": table,
                    "algorithm": algorithm,
                    "value": str(found.value),
                    "nodes": nodes,
                    "seconds": found.seconds,
                }
            )
        same = {row["value"] for row in rows if row["game"] == rows[-1]["game"]}
        assert len(same) == 1, "the algorithms disagree"
    print_table(list(rows[0]), [list(row.values()) for row in rows])
    saved = rows[0]["nodes"] / rows[1]["nodes"]
    conclude([Verdict(BOUND, saved)], rows, asked.json)


if __name__ == "__main__":
    main()
