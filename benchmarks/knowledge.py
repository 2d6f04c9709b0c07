"""The effect of each piece of knowledge: solves with all of it, with one piece left out, and with one piece alone.

    python benchmarks/knowledge.py [--seconds 20] [--games N] [--json FILE]

Prints a Markdown table for each game. "Left out" is a solve with everything but the piece; its nodes are compared with those
of a solve with everything. "Alone" is a solve with only the table and the piece; its nodes are compared with those of a
solve with only the table. In the row `table`, "left out" is without the table, and "alone" compares the table alone with
nothing. ">N" means that the solve was stopped after `--seconds`, having visited N nodes. There is no bound.
"""

from __future__ import annotations

from typing import Any, Final

from common import arguments, conclude, example, solved

from zermelo import Game, Solver
from zermelo.core.game import knowledge_of
from zermelo.solver.options import ORDERING, PIECES

GAMES: Final = (
    "mnk(4,4,4)",
    "mnk(5,5,4)",
    "connect(5,4,4)",
    "connect(6,4,4)",
    "lines(3x3x2,3)",
    "lines(4x3,3,misere=1)",
)
UNUSED: Final = ("evaluation", "quiescence")
"""Searches to the end of a game use neither."""


def pieces_of(game: Game[Any]) -> list[str]:
    """The pieces of knowledge that a solve of this game uses."""
    return [piece for piece in PIECES if piece in (*knowledge_of(game), *ORDERING) and piece not in UNUSED]


def cells(game: Game[Any], seconds: int) -> dict[tuple[str, str], dict[str, Any]]:
    """All solves, by the piece and by whether it is left out or alone; the piece is "" for everything and for nothing."""
    pieces = pieces_of(game)
    looks_ahead = Solver(game).search.use_etc
    asked: dict[tuple[str, str], dict[str, Any]] = {
        ("", "everything"): {},
        ("", "nothing"): {"without": "all", "table": False, "etc": False},
        ("table", "left out"): {"table": False, "etc": False},
        ("table", "alone"): {"without": "all", "etc": False},
        ("etc", "left out" if looks_ahead else "added"): {"etc": not looks_ahead},
        ("etc", "alone"): {"without": "all", "etc": True},
    }
    for piece in pieces:
        asked[piece, "left out"] = {"without": piece, "etc": looks_ahead}
        others = tuple(other for other in PIECES if other != piece)
        asked[piece, "alone"] = {"without": others, "etc": False}
    return {cell: solved(game, algorithm="mtdf", seconds=seconds, **options) for cell, options in asked.items()}


def shown(cell: dict[str, Any] | None, reference: dict[str, Any]) -> str:
    """Two columns of Markdown: the nodes, and their ratio to those of the reference."""
    if cell is None:
        return "| "
    more = ">" if " to " in cell["value"] else ""
    ratio = "" if " to " in reference["value"] else f"{more}{cell['nodes'] / reference['nodes']:.2f}"
    return f"{more}{cell['nodes']:,} | {ratio}"


def print_game(game: Game[Any], found: dict[tuple[str, str], dict[str, Any]]) -> None:
    """Print a heading and a table."""
    everything, nothing, table = found["", "everything"], found["", "nothing"], found["table", "alone"]
    print(f"\n### {game}\n")
    print("| piece | left out: nodes | times | alone: nodes | times |\n|---|--:|--:|--:|--:|")
    print(f"| (everything; nothing) | {shown(everything, everything)} | {shown(nothing, nothing)} |")
    for piece in ("table", "etc", *pieces_of(game)):
        added = found.get((piece, "added"))
        out = found.get((piece, "left out"), added)
        name = f"{piece} (added)" if added else piece
        alone = shown(found[piece, "alone"], nothing if piece == "table" else table)
        print(f"| {name} | {shown(out, everything)} | {alone} |", flush=True)


def main() -> None:
    """Print a table for each game."""
    asked = arguments(__doc__, seconds="20: time limit for each solve", games=f"{len(GAMES)}: how many of the games")
    rows: list[dict[str, Any]] = []
    for name in GAMES[: asked.games]:
        game = example(name)
        found = cells(game, asked.seconds)
        values = {cell["value"] for cell in found.values() if " to " not in cell["value"]}
        assert len(values) == 1, f"{game} has several values: {values}"
        print_game(game, found)
        rows += [{"piece": piece, "how": how, **cell} for (piece, how), cell in found.items()]
    print()
    conclude([], rows, asked.json)


if __name__ == "__main__":
    main()
