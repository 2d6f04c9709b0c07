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

import functools
import importlib
import re
import unicodedata
from collections.abc import Sequence
from typing import Any, Final, cast

from zermelo.core.errors import BadGame, BadOption, NotSupported
from zermelo.core.facets import most_chances
from zermelo.core.fingerprint import data_of, digest, is_own
from zermelo.core.game import Game
from zermelo.core.wording import shown
from zermelo.display.markup import clean
from zermelo.games.catalogue import as_game
from zermelo.openspiel.loading import pyspiel_module
from zermelo.openspiel.observer import Observer, has_fixed_shape
from zermelo.openspiel.position import REGISTERED, TERMINAL, PositionForSpiel, Registration
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


# --- the classes of OpenSpiel: each call crosses from C++ to Python, so `PositionForSpiel` keeps what is asked most often --
def register(registration: Registration) -> None:
    """Register a game with OpenSpiel: from now on `pyspiel.load_game` makes it. Raises what the game raises."""
    pyspiel, game = pyspiel_module(), registration.game
    members = {
        "kind": _type_of(pyspiel, registration),
        "sizes": _info_of(pyspiel, registration),
        "start": PositionForSpiel(registration, game.initial()),
        "has_numbers": has_fixed_shape(game),
    }
    # a class, and not a function: OpenSpiel releases its reference when Python has ended, and that must not be the last
    # one, or the process is aborted; a class refers to itself
    pyspiel.register_game(members["kind"], type(registration.name, (_game_class(),), members))


def _type_of(pyspiel: Any, registration: Registration) -> Any:
    """OpenSpiel's `GameType`: the facets of the game."""
    game, kind = registration.game, pyspiel.GameType
    return kind(
        short_name=registration.name,
        long_name=_title(game),
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC if game.has_chance else kind.ChanceMode.DETERMINISTIC,
        information=kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM if game.players == 2 else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=game.players,
        min_num_players=game.players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={},
    )


def _title(game: Game[Any]) -> str:
    """The title of a game. Raises BadGame if it is no text."""
    title: Any = game.title()
    if not isinstance(title, str) or not title or clean(title) != title:
        raise BadGame(f"{game}: title returned {shown(title)}, but must return a line of text.")
    return title


def _info_of(pyspiel: Any, registration: Registration) -> Any:
    """OpenSpiel's `GameInfo`: the sizes of the game."""
    game = registration.game
    worst, best = game.reward_range
    return pyspiel.GameInfo(
        num_distinct_actions=game.action_count,
        max_chance_outcomes=game.action_count if game.has_chance else 0,
        num_players=game.players,
        min_utility=float(worst),
        max_utility=float(best),
        utility_sum=0.0 if game.players == 2 else None,
        max_game_length=game.max_length,
    )


@functools.cache
def _game_class() -> type[Any]:
    """The subclass of `pyspiel.Game` that is the base of all registered games; made when OpenSpiel is first needed."""
    pyspiel = pyspiel_module()
    state_class = _state_class()

    class SpielGame(pyspiel.Game):
        """One of zermelo's games, which a subclass names."""

        kind: Any
        sizes: Any
        start: PositionForSpiel
        has_numbers: bool

        def __init__(self, parameters: Any = None) -> None:
            super().__init__(self.kind, self.sizes, parameters or {})  # pyright: ignore[reportUnknownMemberType]

        def new_initial_state(self) -> Any:
            return state_class(self)

        def max_chance_nodes_in_history(self) -> int:
            game = self.start.registration.game
            return most_chances(game) if game.has_chance else 0

        def make_py_observer(self, kind: Any = None, params: Any = None) -> Any:
            if isinstance(kind, dict):  # C++ leaves out the kind if it is the usual one
                kind, params = None, cast("dict[str, Any]", kind)
            if params:
                raise BadOption(f"Observations of {self} have no parameters, but {shown(params)} was given.")
            if kind is None or (kind.public_info and not kind.perfect_recall):
                return Observer(self.start.registration.game, has_numbers=self.has_numbers)
            observation = importlib.import_module("open_spiel.python.observation")
            return observation.IIGObserverForPublicInfoGame(kind, params)

        def __reduce__(self) -> tuple[Any, ...]:
            return _game_named, (self.start.registration.name,)

    return SpielGame


@functools.cache
def _state_class() -> type[Any]:
    """The subclass of `pyspiel.State` for the states of all registered games."""
    pyspiel = pyspiel_module()

    class SpielState(pyspiel.State):
        """A state of one of zermelo's games. Its only attribute is the position, which clones share."""

        def __init__(self, game: Any) -> None:
            super().__init__(game)  # pyright: ignore[reportUnknownMemberType]
            self.position = game.start

        def current_player(self) -> int:
            return self.position.current

        def is_terminal(self) -> bool:
            return self.position.current == TERMINAL

        def _legal_actions(self, player: int) -> list[int]:
            return self.position.legal()

        def chance_outcomes(self) -> list[tuple[int, float]]:
            return self.position.outcomes()

        def _apply_action(self, action: int) -> None:
            self.position = self.position.after(action)

        def _action_to_string(self, player: int, action: int) -> str:
            return self.position.registration.game.action_name(action)

        def returns(self) -> list[float]:
            return self.position.returns()

        def __str__(self) -> str:
            return self.position.text()

        def __reduce__(self) -> tuple[Any, ...]:
            return _state_after, (self.position.registration.name, self.position.actions())

    return SpielState


def _game_named(name: str) -> Any:
    return pyspiel_module().load_game(name)


def _state_after(name: str, actions: Sequence[int]) -> Any:
    state = _game_named(name).new_initial_state()
    for action in actions:
        state.apply_action(action)
    return state
