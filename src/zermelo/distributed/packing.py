"""How a game and its positions travel to a worker: a game by its name, with the file that it names; a position as
moves.

The state that a proof begins with is the only one that travels itself: as it was written, or encoded.
"""

from __future__ import annotations

import contextlib
import os
import platform
import re
import sys
import types
from collections.abc import Generator, Iterable
from pathlib import Path
from typing import Any, Final, NamedTuple

from zermelo.core.attributes import MADE_WITH, own_attribute
from zermelo.core.encoding import Encoding, Unencodable
from zermelo.core.errors import BadGame, BadPosition, NotSupported, ZermeloError
from zermelo.core.game import Game
from zermelo.core.positions import state_of
from zermelo.core.stable_text import stable_repr
from zermelo.core.version import __version__
from zermelo.games.catalogue import as_game, game_named
from zermelo.games.user_games import brought
from zermelo.work.identity import code_of

IN_FILE: Final = re.compile(r"(?P<file>.+?\.py)(?P<rest>(:.*)?(\(.*\))?)", re.DOTALL)
"""The name of a game in a file: the file, the class, and its arguments."""

WORKER: Final = "ZERMELO_WORKER"
"""The environment variable that is set in a process that works for a cluster, or makes a game for one."""


class Unfit(BadGame):
    """A worker that is not fit for the work: its answers would differ from those of the others."""


class PackedGame(NamedTuple):
    """A game as it travels."""

    name: str
    """Its name; for a class in a file, without the file."""
    file: str
    """The file of its class; empty if it is in none."""
    text: str
    version: str
    """The version of zermelo and Python."""
    code: str = ""
    """The digest of its code and data, as it is where it was packed."""

    @property
    def source(self) -> bytes:
        return self.text.encode("utf-8", "surrogateescape")

    def open(self) -> Game[Any]:
        """The game, on a worker. Raises Unfit if it is not the same, and what `game_named` raises."""
        if self.version != versions():
            raise Unfit(f"It has {versions()}, and the cluster {self.version}.")
        game = self.made()
        if code_of(game) != self.code:
            raise Unfit(f"Its code of {game} differs from that of the cluster.")
        return game

    def made(self) -> Game[Any]:
        """The game, as it is made here. Raises what `game_named` raises."""
        with working_for_a_cluster():  # the file may be a script that makes a cluster
            return game_named(f"{brought(self.file, self.source)}{self.name}" if self.file else self.name)


@contextlib.contextmanager
def working_for_a_cluster() -> Generator[None]:
    """A context in which no cluster can be made."""
    before = os.environ.get(WORKER)
    os.environ[WORKER] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[WORKER]


def versions() -> str:
    """The version of zermelo and Python."""
    return f"zermelo {__version__} and Python {'.'.join(platform.python_version_tuple()[:2])}"


def game_in(message: dict[str, Any]) -> Game[Any]:
    """Raises Unfit if the game cannot be made, or is not the same."""
    try:
        return PackedGame(**message["game"]).open()
    except Unfit:
        raise
    except ZermeloError as error:
        raise Unfit(str(error)) from None


def packed_game(given: Game[Any] | str) -> PackedGame:
    """The game, ready to travel. Raises NotSupported for one that workers could not make from its name."""
    game = as_game(given)
    for name in (given,) if isinstance(given, str) else _names_of(game):
        with contextlib.suppress(ZermeloError, OSError):
            packed = _packed(name)
            made = packed.made()
            if isinstance(given, str) or _is_made(game, packed, made):
                return packed._replace(code=code_of(made))
    raise NotSupported(
        f"{game} cannot travel to the workers of a cluster: they make it from its name. Give its name in place of the "
        f"object, such as 'mnk(4,4,3)' or 'mygame.py:MyGame(3)'; a class must be in a file, as it is now."
    )


def _is_made(game: Game[Any], packed: PackedGame, made: Game[Any]) -> bool:
    """Whether a game that was given as an object is what is made from the packed game: its file may have been edited
    since.
    """
    if not packed.file:
        return code_of(made) == code_of(game)
    # the class is made again from the file, in a module of the same name, so that the digests are alike
    cls = type(game)
    module = types.ModuleType(cls.__module__)
    made_with: tuple[tuple[Any, ...], dict[str, Any]] = own_attribute(game, MADE_WITH, ((), {}))
    try:
        with working_for_a_cluster():
            exec(compile(packed.source, packed.file, "exec", dont_inherit=True), vars(module))  # noqa: S102
            again = getattr(module, cls.__qualname__)(*made_with[0], **made_with[1])
    except Exception:  # whatever the file does when it is run, or a class that is not at the top of it
        return False
    return code_of(again) == code_of(game)


def _names_of(game: Game[Any]) -> tuple[str, ...]:
    """The names that may be those of a game which was given as an object. A script is not run again to make it."""
    module = type(game).__module__
    file = getattr(sys.modules.get(module), "__file__", None)
    return (str(game), f"{file}:{game}") if file and module != "__main__" else (str(game),)


def _packed(name: str) -> PackedGame:
    """The game of this name, without its digest. Raises OSError if the file cannot be read."""
    found = IN_FILE.fullmatch(name)
    if found is None:
        return PackedGame(name, "", "", versions())
    path = Path(found["file"]).resolve()
    return PackedGame(found["rest"], str(path), path.read_bytes().decode("utf-8", "surrogateescape"), versions())


# --- positions ----------------------------------------------------------------------------------------------------------
def packed_state(game: Game[Any], position: Any, state: Any) -> dict[str, Any]:
    """The state that `position` stands for, ready to travel. Raises NotSupported."""
    if position is None or isinstance(position, str):
        return {"position": position}
    encoding = Encoding()
    with contextlib.suppress(Unencodable, BadPosition):
        encoded, here = encoding.encoded(game.plain(state)).hex(), type(game).__module__
        kinds = [(*kind[:2], "" if kind[2] == here else kind[2], kind[3]) for kind in encoding.kinds]
        packed = {"encoded": encoded, "kinds": kinds}  # the module of a game has another name on a worker
        if stable_repr(unpacked_state(game, packed)) == stable_repr(state):
            return packed
    raise NotSupported(
        f"This position of {game} cannot travel to the workers of a cluster: its state is not made of plain values. Give it "
        f"as a string, or define plain and from_plain."
    )


def unpacked_state(game: Game[Any], packed: dict[str, Any]) -> Any:
    """The state, on a worker. Raises BadPosition."""
    if "position" in packed:
        return state_of(game, packed["position"])
    try:
        kinds = [
            (place, length, module or type(game).__module__, name) for place, length, module, name in packed["kinds"]
        ]
        encoding = Encoding(kinds, game.plain(game.initial()))
        return game.from_plain(encoding.decoded(bytes.fromhex(packed["encoded"])))
    except (KeyError, TypeError, ValueError) as error:
        raise BadPosition(f"A position of {game} did not arrive as it was sent: {error}.") from None


def state_after(game: Game[Any], state: Any, moves: Iterable[int]) -> Any:
    for action in moves:
        state = game.apply(state, action)
    return state
