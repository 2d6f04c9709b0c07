"""Nodes per second, compared with the alpha-beta searches of OpenSpiel and easyAI, on tic-tac-toe from the empty board.

    python benchmarks/against_peers.py [--json FILE]

Each library is used as its documentation describes: OpenSpiel's `alpha_beta_search` (a Python algorithm on a C++ game);
easyAI's `Negamax` at full depth on the TicTacToe of its own examples (which takes moves back instead of copying the game);
and for zermelo the class of a page in games.py, compiled, without knowledge, table or ordering. A node is a call of the
search function. The calls are counted in a separate run; the code that is timed has no counter.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from typing import Any, NamedTuple
from unittest import mock

from common import Bound, Searcher, Verdict, arguments, busy, conclude, interleaved, print_table, ratio, typical
from games import TicTacToe

CELLS = 9

SEARCHES = 100
"""How many searches of zermelo are timed for each search of the other library."""

BOUNDS = {
    "OpenSpiel": Bound("nodes per second relative to OpenSpiel's alpha-beta", 50),
    "easyAI": Bound("nodes per second relative to easyAI's Negamax", 500),
}


class Peer(NamedTuple):
    """A search of another library, and how many nodes it visits."""

    search: Callable[[], Any]
    nodes: int


def openspiel() -> Peer:
    """OpenSpiel's alpha-beta."""
    import pyspiel
    from open_spiel.python.algorithms import minimax

    game = pyspiel.load_game("tic_tac_toe")

    def search() -> None:
        value, _ = minimax.alpha_beta_search(game)
        assert value == 0

    return Peer(search, calls(minimax, "_alpha_beta", search))


def easyai() -> Peer:
    """EasyAI's Negamax."""
    module = importlib.import_module("easyAI.AI.Negamax")
    theirs = importlib.import_module("easyAI.games.TicTacToe")
    player = module.Negamax(CELLS)
    game = theirs.TicTacToe([player, player])

    def search() -> None:
        player(game)
        assert player.alpha == 0

    return Peer(search, calls(module, "negamax", search))


def calls(module: Any, name: str, search: Callable[[], Any]) -> int:
    """How often `search` calls the recursive function `name` of `module`."""
    with mock.patch.object(module, name, wraps=getattr(module, name)) as counted:
        search()
    return counted.call_count


def measure(rounds: int) -> list[dict[str, Any]]:
    """A row of the table: the nodes per second of both, and their ratio."""
    peers = {"OpenSpiel": openspiel(), "easyAI": easyai()}
    ours = Searcher(TicTacToe(), "negamax", compiled=True)
    timed = {name: (lambda search=peer.search: busy(search)) for name, peer in peers.items()}
    taken = interleaved({"zermelo": typical(ours.seconds, SEARCHES), **timed}, rounds)
    nodes = {"zermelo": ours.nodes, **{name: peer.nodes for name, peer in peers.items()}}
    each = {name: [seconds / nodes[name] for seconds in taken[name]] for name in taken}
    return [
        {"search": name, "nodes": nodes[name], "rate": 1 / min(each[name]), "ratio": ratio(each[name], each["zermelo"])}
        for name in taken
    ]


def main() -> None:
    options = arguments(__doc__, rounds="7: rounds to measure")
    try:
        rows = measure(options.rounds)
    except ImportError as error:
        sys.exit(f"{error}; install the other libraries with pip install 'zermelo[peers]'.")
    print_table(
        ["search", "nodes", "nodes/s (best)", "zermelo is faster by (median)"], [list(r.values()) for r in rows]
    )
    conclude([Verdict(BOUNDS[row["search"]], row["ratio"]) for row in rows[1:]], rows, options.json)


if __name__ == "__main__":
    main()
