"""The view of a game that compiled code uses where its states are no words, or many."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

from zermelo.core.encoded import Encoded, words_needed
from zermelo.core.errors import LongState, MixedStates, NotSupported
from zermelo.core.fingerprint import is_own
from zermelo.core.game import Game, inherits
from zermelo.core.random_play import random_play
from zermelo.core.shape import has_shape, is_alike, unpackable
from zermelo.core.words import pack

PLAYS: Final = 20
MOVES: Final = 200
"""So many plays, and so many moves of each, are looked at."""

LONGEST: Final = 1.0
"""Seconds after which no other move is looked at: compiled code finds out what is not known of a slow game."""

MOST_PACKED: Final = 4
"""The most words of a state that is packed as it is. A longer one is shorter when it is encoded."""

MOST: Final = 32
"""The most words of a state that is encoded."""


def encoded_view(game: Game[Any]) -> Encoded | None:
    """A view with as many words as the states and keys of random plays take; None if they are packed as they are, or cannot
    be encoded.
    """
    if is_own(game) or not (inherits(game, "plain") and inherits(game, "from_plain")):
        return None
    try:
        return _view(game)
    except NotSupported:
        return None


def wider(view: Encoded | None, error: MixedStates) -> Encoded | None:
    """A view with more room, if that is what a state lacks; None if it lacks something else, or has as much as there is."""
    if view is None or view.words == MOST or not isinstance(error, LongState):
        return None
    return Encoded(view.game, min(2 * view.words, MOST), view.kinds)


def states_of_plays(game: Game[Any]) -> Iterator[Any]:
    """The states of some random plays, without the initial one."""
    rng, began = random.Random(0), time.perf_counter()
    for _ in range(PLAYS):
        for move in islice(random_play(game, game.initial(), rng), MOVES):
            yield move.after
            if time.perf_counter() - began > LONGEST:
                return


def _view(game: Game[Any]) -> Encoded | None:
    initial = game.initial()
    if has_shape(initial) and unpackable(initial):  # an integer is too large for compiled code
        return None
    first_key, met = game.key(initial), [initial]
    packs = not (unpackable(initial) or unpackable(first_key)) and len(pack(initial)) <= MOST_PACKED
    most, differ = max(words_needed(game, initial), words_needed(game, first_key)), False
    for state in states_of_plays(game):
        key = first_key if game.terminal(state) else game.key(state)
        needed = words_needed(game, state)
        if key is not state:
            needed = max(needed, words_needed(game, key))
        differ = differ or needed != most
        most = max(most, needed)
        met.append(state)
        packs = packs and is_alike(state, initial) and is_alike(key, first_key)
    if packs or most > MOST:
        return None
    view = Encoded(game, most + differ)
    for state in met:
        view.outside(state)  # so that it knows their classes
    return view
