"""`to_openspiel`: one of zermelo's games, or your own, as a game of OpenSpiel.

    import pyspiel
    from zermelo.openspiel import to_openspiel

    game = to_openspiel("mnk(3,3,3)")                  # the same as pyspiel.load_game("zermelo_mnk_3_3_3") from now on
    state = game.new_initial_state()
    state.apply_action(4)

OpenSpiel's algorithms run on it, in Python and in C++, and so do libraries on top of OpenSpiel, such as Shimmy. An exception
raised by the game passes through them. One method of OpenSpiel 2.0 crashes with any game written in Python, including
OpenSpiel's own: `step` of the C++ class `pyspiel.MCTSBot`; call `mcts_search` instead.

The name is known to this process only: a pickle of a game or state can be read where the game has been registered.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Any, Final

from zermelo.core.errors import BadOption, NotSupported
from zermelo.core.fingerprint import data_of, digest, is_own
from zermelo.core.game import Game
from zermelo.core.wording import shown
from zermelo.games.catalogue import as_game
from zermelo.games.openspiel.loading import pyspiel_module
from zermelo.openspiel.classes import register
from zermelo.openspiel.position import REGISTERED, Registration
from zermelo.preflight.facets import check_facets
from zermelo.preflight.faults import failures_of

NAME: Final = re.compile(r"[A-Za-z0-9_]+")
"""The short names of games that `pyspiel.load_game` can read."""


def to_openspiel(game: Game[Any] | str, name: str | None = None) -> Any:
    """Register a game with OpenSpiel, and return it as a `pyspiel.Game`.

    `name` is the short name under which `pyspiel.load_game` finds it: letters, digits and underscores. By default it is made
    from the name of the game: "zermelo_mnk_3_3_3" for "mnk(3,3,3)". If the game is registered already, it is returned again.

    Raises NotSupported if OpenSpiel is not installed and for games whose plays need not end, BadOption for a name that
    another game has, and what `solve` raises for a game that breaks the contract.
    """
    pyspiel = pyspiel_module()
    game = as_game(game)
    with failures_of(game):
        check_facets(game)
    if game.cyclic:
        raise NotSupported(f"Plays of {game} can return to a position, but in OpenSpiel every play must end.")
    name = short_name(game) if name is None else name
    if not isinstance(name, str) or not NAME.fullmatch(name):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise BadOption(f"name = {shown(name)} must consist of letters, digits and underscores, as in 'my_game'.")
    known = REGISTERED.get(name)
    if known is None:
        if name in pyspiel.registered_names():
            raise BadOption(f"OpenSpiel has a game of its own named {name!r}; give another name.")
        registration = Registration(name, game)
        register(registration)
        REGISTERED[name] = registration
    elif not is_same(known.game, game):
        raise BadOption(
            f"{name!r} is already the name of {known.game}, which is not the same game; give another one "
            "as name='my_game'."
        )
    return pyspiel.load_game(name)


def short_name(game: Game[Any]) -> str:
    """The name of a game as OpenSpiel writes names: "zermelo_mnk_3_3_3" for "mnk(3,3,3)". Accents are left out.

    Raises BadOption if nothing is left.
    """
    words = re.findall(
        r"[a-z0-9]+", unicodedata.normalize("NFKD", str(game)).encode("ascii", "ignore").decode().lower()
    )
    if not words:
        raise BadOption(f"{game} has no letters that OpenSpiel takes; give a name for it there, as name='my_game'.")
    return "_".join(["zermelo", *words])


def is_same(one: Game[Any], other: Game[Any]) -> bool:
    """Whether two games have the same name, code and data. A class that was defined twice, alike, makes the same games."""
    if str(one) != str(other):
        return False
    return one is other or (is_own(one) and type(one) is type(other)) or _digest(one) == _digest(other)


def _digest(game: Game[Any]) -> str:
    """A digest of the code and the data of a game."""
    return digest(game, *data_of(game).block.values(), deep=True)
