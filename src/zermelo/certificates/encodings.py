"""How a game's proofs are told to the checkers: as a flat board, by the fixed format, or by a rules module."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import Any, Final, Protocol

from zermelo.certificates.boards import Bridge, FlatWalk, bridge_to
from zermelo.certificates.cells import Cells, cells_of
from zermelo.certificates.files import FIRST_FORMAT, SECOND_FORMAT, Claim
from zermelo.certificates.lemmas import Kind
from zermelo.certificates.proof import Walk
from zermelo.certificates.rulebook import MOST_MOVES, Rulebook
from zermelo.core.errors import BadOption, BadPosition, NotSupported
from zermelo.core.game import Game
from zermelo.core.positions import moves_to
from zermelo.core.shape import unpackable
from zermelo.core.wording import joined
from zermelo.games.rules import FUNCTIONS, Ruling, disagreement, load, ruling_for

COMPARED: Final = 20
"""Random plays by which a game is compared with its rules before a proof is begun."""


class Style(Protocol):
    """A way to tell proofs."""

    magic: bytes
    """The version of the format."""
    name: str
    """Of the game, for those of files."""

    @property
    def rules(self) -> Path | None:
        """The module, if there is one."""
        ...

    def facts(self) -> dict[str, Any]:
        """What a certificate's header says of the game."""
        ...

    def lemma(self, claim: Claim) -> Kind | None:
        """By what a proof of the claim may end before play does."""
        ...

    def start(self, state: Any, position: Any) -> list[int]:
        """Moves from the beginning of play to `position`, which is `state`, as a header has them. Raises BadPosition."""
        ...

    def walk(self, state: Any, start: list[int], player: int) -> Walk:
        """For the proof of what `player` gets from there on."""
        ...

    def mover(self, state: Any, start: list[int]) -> int:
        """Who is to move there."""
        ...


class Flat:
    """K in a row in two dimensions, perhaps with gravity: nothing but its numbers need be told."""

    magic = FIRST_FORMAT
    rules = None

    def __init__(self, game: Any, bridge: Bridge) -> None:
        self.game = game
        self.name = str(game)
        self.bridge = bridge

    def facts(self) -> dict[str, Any]:
        """Width, height, and how many in a row."""
        board = self.bridge.board
        numbers = {"w": board.w, "h": board.h, "k": board.k, "gravity": board.gravity}
        return {"game": numbers, "rules": "mnk-1", "symmetry": True}

    def lemma(self, claim: Claim) -> Kind | None:
        """Pairs, for a draw on a board without gravity."""
        return "pairs" if claim.at_least == 0 and not self.bridge.board.gravity else None

    def start(self, state: Any, position: Any) -> list[int]:
        """Cells in an order in which they may have been taken."""
        return in_play(self._stones(state), self.bridge.board.w if self.bridge.board.gravity else 0)

    def walk(self, state: Any, start: list[int], player: int) -> FlatWalk:
        """By masks of the stones."""
        first, second = (sum(1 << cell for cell in cells) for cells in self._stones(state))
        return FlatWalk(self.bridge, player, (first, second))

    def mover(self, state: Any, start: list[int]) -> int:
        """In turn."""
        return len(start) % 2

    def _stones(self, state: Any) -> list[list[int]]:
        """The cells of either player."""
        return [[int(self.bridge.cells[bit]) for bit in side] for side in self.game.in_order(state)]


class Ruled:
    """Any game, by a module that tells its rules."""

    def __init__(self, game: Game[Any], ruling: Ruling, cells: Cells | None) -> None:
        """`cells`: for the lemmas of the module, if it has any. Raises BadOption, also where game and module are found to
        differ.
        """
        self.game = game
        # a game that does not say what it was made with
        plain = type(game).__str__ is Game.__str__  # pyright: ignore[reportUnknownMemberType]
        self.name = "-".join([str(game), *(map(str, ruling.parameters.values()) if plain else [])])
        self.rules = ruling.path
        self.parameters = ruling.parameters
        self.module = load(ruling.path)
        self.cells = cells if "lemma" in self.module else None
        self.magic = SECOND_FORMAT if self.cells else FIRST_FORMAT
        trouble = disagreement(game, self.module, self.parameters, COMPARED)
        if trouble:
            raise BadOption(f"The rules in {str(ruling.path)!r} are not those of {game}. {trouble}")
        count = len(self.module["moves"](self.module["start"](self.parameters)))
        if count > MOST_MOVES:
            raise NotSupported(f"Certificates are for games of at most {MOST_MOVES} moves; {game} begins with {count}.")

    def facts(self) -> dict[str, Any]:
        """The parameters, and the digest of the module."""
        digest = hashlib.sha256(self.rules.read_bytes()).hexdigest()
        return {"game": self.parameters, "rules": f"sha256:{digest}", "symmetry": "canonical" in self.module}

    def lemma(self, claim: Claim) -> Kind | None:
        """Threats for a win, whenever that comes; pairs for a draw."""
        kinds: dict[int, Kind] = {0: "pairs", 1: "threats"}
        return kinds.get(claim.at_least) if self.cells and claim.within is None else None

    def start(self, state: Any, position: Any) -> list[int]:
        """The actions that `position` names; only moves tell a module where play is."""
        if state == self.game.initial():
            return []
        played = moves_to(self.game, position, state)
        if played:
            return played
        first = self.game.action_name(next(iter(self.game.actions(self.game.initial()))))
        raise BadPosition(
            f"For a certificate of {self.game}, tell the position by the moves that lead to it, the first perhaps {first!r}."
        )

    def walk(self, state: Any, start: list[int], player: int) -> Rulebook:
        """By the module's states."""
        return Rulebook(self.game, self.module, self.parameters, player, start, self.cells)

    def mover(self, state: Any, start: list[int]) -> int:
        """As the module says."""
        ruled = self.module["start"](self.parameters)
        for move in start:
            ruled = self.module["apply"](ruled, move)
        return self.module["to_move"](ruled)


def style_of(game: Game[Any], rules: str | os.PathLike[str] | None) -> Style:
    """How proofs about `game` are told; `rules`: a module of its rules. Raises BadOption, NotSupported."""
    if game.has_chance or game.players != 2:
        raise NotSupported(f"Certificates are for two players without chance, and {game} is not.")
    why_not = unpackable(game.initial())
    if why_not:
        raise NotSupported(f"The positions of {game} cannot be put in order: {why_not}.")
    bridge = bridge_to(game) if rules is None else None
    if bridge is not None:
        return Flat(game, bridge)
    ruling = ruling_for(game, rules)
    if ruling is None:
        raise NotSupported(
            f"No rules of {game} that a checker can read come with zermelo: write them once more in plain Python, with the "
            f"functions {joined(FUNCTIONS)}, and name that file, --rules RULES.py (in Python rules=). docs/certificates.md "
            "tells how."
        )
    return Ruled(game, ruling, cells_of(game) if rules is None else None)


def in_play(stones: list[list[int]], falls: int) -> list[int]:
    """An order in which the cells of both players may have been taken; `falls`: the cells of a row, where stones fall."""
    if not falls:
        return [cell for pair in zip(stones[0], [*stones[1], -1], strict=False) for cell in pair if cell >= 0]
    found = _order(frozenset(stones[0]), frozenset(stones[1]), falls, set())
    if found is None:
        raise BadPosition("No play leads to that position: the stones cannot have fallen so in turn.")
    return found


def _order(mine: frozenset[int], yours: frozenset[int], falls: int, vain: set[frozenset[int]]) -> list[int] | None:
    """An order in which these cells may still be taken, bottom cells first; `vain`: what is known to have none."""
    left = mine | yours
    if not left:
        return []
    if left in vain:
        return None
    for cell in sorted(mine):
        if cell - falls not in left:
            rest = _order(yours, mine - {cell}, falls, vain)
            if rest is not None:
                return [cell, *rest]
    vain.add(left)
    return None
