"""Grundy values as claims: with a heap of that size beside it, the game is lost for who is to move."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, Unpack

from zermelo.certificates.certification import Certification
from zermelo.certificates.certify import certify
from zermelo.certificates.options import CertifyOptions
from zermelo.core.errors import BadPosition
from zermelo.core.game import Game
from zermelo.core.positions import moves_to, state_of
from zermelo.games.catalogue import as_game, game_named
from zermelo.games.impartial import analysis
from zermelo.games.impartial.sums import game_sum


def certify_grundy(
    game: Game[Any] | str,
    position: str | None = None,
    *,
    folder: str | os.PathLike[str],
    progress: Callable[[str], None] | None = None,
    **options: Unpack[CertifyOptions],
) -> Certification:
    """Certify the Grundy value g of a position, told by the moves that lead to it: one claim, about the sum with nim(g).

    In a sum of value 0, and in no other, who is to move loses (Sprague 1935, Grundy 1939). `options` are those of `certify`,
    which also says what is raised; besides NotSupported for what is not an impartial game in normal play.
    """
    game = as_game(game)
    value = analysis(game, position).grundy
    names = [game.action_name(action) for action in moves_to(game, position, state_of(game, position))]
    if position and not names:
        raise BadPosition(f"For a certificate of {game}, tell the position by the moves that lead to it.")
    beside = [game_named(f"nim({value})")] if value else []
    moves = " ".join(f"1/{name}" for name in names) or None
    return certify(game_sum(game, *beside), moves, folder=folder, progress=progress, **options)
