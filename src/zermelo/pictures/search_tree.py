"""Builds the tree of a search: `search_tree`.

The tree is built from the events that the search itself records (zermelo.search.parts.observers), not by a second search.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final, Unpack

from zermelo.core.constants import NONE
from zermelo.core.errors import BadOption, NotSupported
from zermelo.core.game import Game, player_at
from zermelo.core.integers import is_within
from zermelo.core.positions import state_of
from zermelo.core.wording import shown
from zermelo.display.markup import as_printed
from zermelo.games.catalogue import as_game
from zermelo.pictures.nodes import ONE_SIDED, Cut, Node, SearchNodes
from zermelo.pictures.svg import to_svg
from zermelo.pictures.text import to_text
from zermelo.preflight.faults import failures_of
from zermelo.search import Algorithm
from zermelo.search.parts.observers import CUT, ENTER, LEAVE, PLAY, PLAYOUT, REASONS, RETURN, Trace
from zermelo.solver.options import SolveOptions
from zermelo.solver.progress import Progress
from zermelo.solver.requirements import suiting
from zermelo.solver.solver import Solver

MOST_EVENTS: Final = 1_000_000
"""The default for the number of events that are kept."""


class SearchTree(SearchNodes):
    """The tree of a search from one position. Notebooks show it as a picture, `print` as text."""

    def __str__(self) -> str:
        return to_text(self)

    _repr_pretty_ = as_printed

    def _repr_svg_(self) -> str:
        return to_svg(self)


def search_tree(
    game: Game[Any] | str,
    position: Any = None,
    *,
    most: int = MOST_EVENTS,
    progress: Callable[[Progress], None] | None = None,
    **options: Unpack[SolveOptions],
) -> SearchTree:
    """Search `position` as `solve` does, and return the search tree. `options` and `progress` are those of `solve`.

    The first `most` events of the search are kept. The default algorithm is alpha-beta for two players without chance, and
    for other games one that suits them; `result.chosen` says why.

    Raises BadOption, NotSupported, and what `solve` raises.
    """
    game = as_game(game)
    if not is_within(most, 1, 1 << 28):
        raise BadOption(f"most = {shown(most)} is not an integer from 1 to {1 << 28}.")
    trace, chosen = Trace(most), ""
    defaults: SolveOptions = {"line": False, "threads": 1, **options}
    if options.get("algorithm") is None and game.players == 2 and not game.has_chance:
        # it searches the root only once
        defaults["algorithm"], chosen = "alpha-beta", "two players, no chance"
    solver = Solver(game, observer=trace, **defaults)
    if not solver.searches:
        raise NotSupported(f"{solver.options.algorithm} needs no search, so there is no tree; name another algorithm.")
    if _has_passes(solver.algorithm, game):
        raise NotSupported(
            f"{solver.algorithm.name} lets players pass, which a tree of moves cannot show; name paranoid or maxn."
        )
    result = solver.solve(position, progress=progress)
    result = replace(result, chosen=chosen) if chosen else result
    with failures_of(game):
        builder = _Builder(solver.searched_game, state_of(game, position), result.algorithm in ONE_SIDED)
        for event in trace.recorded():
            builder.add(*event)
    return SearchTree(game, result, solver.search.scoring, tuple(builder.roots), trace.complete())


def drawable(game: Game[Any]) -> list[str]:
    """The names of the algorithms that suit a game and whose searches can be drawn."""
    return [algorithm.name for algorithm in suiting(game) if not _has_passes(algorithm, game)]


def _has_passes(algorithm: Algorithm, game: Game[Any]) -> bool:
    """Whether players pass in a search, which a tree of moves cannot show."""
    return algorithm.passes and game.players > 2


class _Builder:
    """Builds the nodes from the events of a search, in their order."""

    def __init__(self, game: Game[Any], state: Any, one_sided: bool) -> None:
        self.game, self.state, self.one_sided = game, state, one_sided
        self.hero = player_at(game, state, 0)
        """The player to move at the root."""
        self.roots: list[Node] = []
        self.path: list[Node] = []
        """The nodes from the root to the current one."""
        self.tried: dict[int, int] = {}
        """The move that is being tried at each ply; it may be searched more than once."""

    def add(self, event: int, ply: int, a: int, b: int, c: int) -> None:
        if event == ENTER:
            self._enter(ply, a, b)
        elif event == PLAY:
            self.tried[ply] = a
        elif event == CUT:
            self._cut(self.path[ply], a, b, c)
        elif event == RETURN:
            self._return(ply, a)
        elif event == PLAYOUT:
            self.path[ply].played += a
        elif event == LEAVE:
            node = self.path[ply]
            del self.path[ply:]
            node.reason, node.value, node.best = REASONS[a], self._value(node, REASONS[a], b), self._name(c)

    def _enter(self, ply: int, alpha: int, beta: int) -> None:
        del self.path[ply:]
        if ply == 0:
            node = Node("", 0, self.hero, self.state, alpha, beta)
            self.roots.append(node)
        else:
            parent, action = self.path[-1], self.tried[ply - 1]
            move, state = self._name(action), self.game.apply(parent.state, action)
            again = any(child.move == move for child in parent.children)
            mover = player_at(self.game, state, ply)
            if self._is_flipped(mover):
                alpha, beta = -beta, -alpha
            node = Node(move, ply, mover, state, alpha, beta, again)
            parent.children.append(node)
        self.path.append(node)

    def _return(self, ply: int, action: int) -> None:
        move, nodes = self._name(action), self.path[ply - 1].children if ply else self.roots
        self.path[ply:] = [node for node in nodes if ply == 0 or node.move == move][-1:]

    def _cut(self, node: Node, by: int, value: int, beta: int) -> None:
        tried = {child.move for child in node.children}
        left = tuple(name for name in map(self._name, self.game.actions(node.state)) if name not in tried)
        if self._is_flipped(node.mover):
            value, beta = -value, node.beta
        node.cut = Cut(self._name(by), value, beta, left)

    def _is_flipped(self, mover: int) -> bool:
        """Whether windows and values at this player's nodes are recorded for the player to move at the root."""
        return self.one_sided and mover != self.hero

    def _value(self, node: Node, reason: str, recorded: int) -> int:
        """The recorded value for the player to move. At the end of the game it is recorded for that player already, except
        that with more than two players it counts as the opposite of the root's reward.
        """
        if not self._is_flipped(node.mover):
            return recorded
        if reason != "terminal":
            return -recorded
        return recorded if self.game.players == 2 else -self.game.rewards(node.state)[self.hero]

    def _name(self, action: int) -> str:
        return "" if action == NONE else self.game.action_name(action)
