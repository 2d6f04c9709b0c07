"""`certify_grundy`: prove a Grundy value g by proving that the sum with a heap of size g is lost for the player to move."""

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
    """Certify the Grundy value g of a position, given by the moves that lead to it: one claim, about the sum with nim(g).

    The player to move loses a sum if and only if its Grundy value is 0 (Sprague 1935, Grundy 1939). `options` are those of
    `certify`. Raises what `certify` raises, and NotSupported if the game is not impartial or not in normal play.
    """
    game = as_game(game)
    value = analysis(game, position).grundy
    names = [game.action_name(action) for action in moves_to(game, position, state_of(game, position))]
    if position and not names:
        raise BadPosition(f"For a certificate of {game}, give the position by the moves that lead to it.")
    beside = [game_named(f"nim({value})")] if value else []
    moves = " ".join(f"1/{name}" for name in names) or None
    return certify(game_sum(game, *beside), moves, folder=folder, progress=progress, **options)
