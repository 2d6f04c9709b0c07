"""Encodings: how proofs about a game are written, either with the checkers' built-in rules or with a rules module."""

from __future__ import annotations

import hashlib
import json
import os
from typing import Any, Final

from zermelo.certificates.boards import Bridge, FlatWalk, bridge_to
from zermelo.certificates.claim_game import may_be_endless
from zermelo.certificates.files import FIRST_FORMAT, LONGEST_HEADER, SECOND_FORMAT, THIRD_FORMAT, Claim
from zermelo.certificates.lemmas import LemmaKind
from zermelo.certificates.module_walk import MOST_MOVES, Cells, ModuleWalk, cells_of
from zermelo.core.errors import BadOption, BadPosition, NotSupported
from zermelo.core.game import Game, endless_reward
from zermelo.core.positions import moves_to
from zermelo.core.shape import unpackable
from zermelo.core.wording import joined
from zermelo.games.rules import FUNCTIONS, RulesModule, disagreement, load, rules_module_for

COMPARED: Final = 20
"""How many random plays are used to compare a game with its rules module before a proof begins."""


ROOM: Final = 1 << 12
"""The bytes of a header that are left for all else but the description of the game."""


class FlatEncoding:
    """K in a row in two dimensions, with or without gravity, by the checkers' built-in rules."""

    rules = None

    def __init__(self, game: Any, bridge: Bridge) -> None:
        self.game = game
        self.name = str(game)
        self.bridge = bridge

    def facts(self) -> dict[str, Any]:
        board = self.bridge.board
        numbers = {"w": board.w, "h": board.h, "k": board.k, "gravity": board.gravity}
        return {"game": numbers, "rules": "mnk-1", "symmetry": True}

    def magic(self, claim: Claim) -> bytes:
        return FIRST_FORMAT

    def check_endless(self) -> None:
        pass

    def lemma(self, claim: Claim) -> LemmaKind | None:
        return "pairs" if claim.at_least == 0 and not self.bridge.board.gravity else None

    def start(self, state: Any, position: Any) -> list[int]:
        """The cells in an order in which they can have been taken."""
        return move_order(self._stones(state), self.bridge.board.w if self.bridge.board.gravity else 0)

    def walk(self, state: Any, start: list[int], player: int, seen: Game[Any]) -> FlatWalk:
        first, second = (sum(1 << cell for cell in cells) for cells in self._stones(state))
        return FlatWalk(self.bridge, player, (first, second))

    def mover(self, state: Any, start: list[int]) -> int:
        return len(start) % 2

    def _stones(self, state: Any) -> list[list[int]]:
        return [[int(self.bridge.cells[bit]) for bit in side] for side in self.game.in_order(state)]


class ModuleEncoding:
    """Any game, by a rules module."""

    def __init__(self, game: Game[Any], rules: RulesModule, cells: Cells | None) -> None:
        """`cells`: the conversion of the module's states, for its lemmas.

        Raises BadOption, also if the game and the module differ, and NotSupported.
        """
        self.game = game
        # the default name does not include the arguments
        plain = type(game).__str__ is Game.__str__  # pyright: ignore[reportUnknownMemberType]
        self.name = "-".join([str(game), *(map(str, rules.parameters.values()) if plain else [])])
        self.rules = rules.path
        self.parameters = rules.parameters
        self.module = load(rules.path)
        self.cells = cells if "lemma" in self.module else None
        if len(json.dumps(rules.parameters)) > LONGEST_HEADER - ROOM:
            raise NotSupported(
                f"The header of a certificate has at most {LONGEST_HEADER:,} bytes, which is too little to describe {game}."
            )
        count = len(self.module["moves"](self.module["start"](self.parameters)))
        if count > MOST_MOVES:
            raise NotSupported(
                f"A certificate can have at most {MOST_MOVES} moves in a position; {game} begins with {count}."
            )
        difference = disagreement(game, self.module, self.parameters, COMPARED)
        if difference:
            raise BadOption(f"The rules in {str(rules.path)!r} are not those of {game}. {difference}")

    def facts(self) -> dict[str, Any]:
        digest = hashlib.sha256(self.rules.read_bytes()).hexdigest()
        return {"game": self.parameters, "rules": f"sha256:{digest}", "symmetry": "canonical" in self.module}

    def magic(self, claim: Claim) -> bytes:
        if may_be_endless(self.game, claim):
            self.check_endless()
            return THIRD_FORMAT
        return SECOND_FORMAT if self.cells else FIRST_FORMAT

    def check_endless(self) -> None:
        """Raises BadOption if the module does not say what a play that never ends gives."""
        if "ENDLESS" not in self.module:
            raise BadOption(
                f"The rules in {str(self.rules)!r} must say what player 0 gets from a play that never ends: "
                f"ENDLESS = {endless_reward(self.game, 0)}."
            )

    def lemma(self, claim: Claim) -> LemmaKind | None:
        return self.cells.lemma(claim) if self.cells and claim.within is None else None

    def start(self, state: Any, position: Any) -> list[int]:
        """The actions that `position` names: a rules module reaches a position only by moves."""
        if state == self.game.initial():
            return []
        played = moves_to(self.game, position, state)
        if played:
            return played
        first = self.game.action_name(next(iter(self.game.actions(self.game.initial()))))
        raise BadPosition(
            f"For a certificate of {self.game}, give the position by the moves that lead to it: for example {first!r}."
        )

    def walk(self, state: Any, start: list[int], player: int, seen: Game[Any]) -> ModuleWalk:
        return ModuleWalk(seen, self.module, self.parameters, player, start, self.cells)

    def mover(self, state: Any, start: list[int]) -> int:
        rules_state = self.module["start"](self.parameters)
        for move in start:
            rules_state = self.module["apply"](rules_state, move)
        return self.module["to_move"](rules_state)


Encoding = FlatEncoding | ModuleEncoding


def encoding_of(game: Game[Any], rules: str | os.PathLike[str] | None) -> Encoding:
    """The encoding of proofs about `game`; `rules`: a file with its rules module. Raises BadOption, NotSupported."""
    if game.has_chance or game.players != 2:
        raise NotSupported(f"Certificates are for games of two players without chance, and {game} is not one.")
    why_not = unpackable(game.initial())
    if why_not and not game.cyclic:  # the rows of a table may have states of any kind
        raise NotSupported(f"The positions of {game} cannot be sorted, as a certificate requires: {why_not}.")
    built_in = rules is None and not game.cyclic
    bridge = bridge_to(game) if built_in else None
    if bridge is not None:
        return FlatEncoding(game, bridge)
    module = rules_module_for(game, rules)
    if module is None:
        raise NotSupported(
            f"zermelo has no rules module for {game}, which the checkers need. Write its rules in plain Python, with the "
            f"functions {joined(FUNCTIONS)}, and give that file as --rules RULES.py (in Python, rules=...); "
            "`zermelo help certificates` says more."
        )
    return ModuleEncoding(game, module, cells_of(game) if built_in else None)


def move_order(stones: list[list[int]], falls: int) -> list[int]:
    """An order in which the players can have taken their cells. `falls`: the cells of a row with gravity, 0 without."""
    if not falls:
        return [cell for pair in zip(stones[0], [*stones[1], -1], strict=False) for cell in pair if cell >= 0]
    order = _drop_order(frozenset(stones[0]), frozenset(stones[1]), falls, set())
    if order is None:
        raise BadPosition("No play leads to that position: the stones cannot have been dropped in turn.")
    return order


def _drop_order(
    mine: frozenset[int], yours: frozenset[int], falls: int, failed: set[frozenset[int]]
) -> list[int] | None:
    """An order in which these cells can be taken, bottom cells first; `failed`: the sets of cells known to have none."""
    left = mine | yours
    if not left:
        return []
    if left in failed:
        return None
    for cell in sorted(mine):
        if cell - falls not in left:
            rest = _drop_order(yours, mine - {cell}, falls, failed)
            if rest is not None:
                return [cell, *rest]
    failed.add(left)
    return None
