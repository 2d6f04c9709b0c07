"""Where the rules module of a game is, and which parameters it is given: those of a certificate's header."""

from __future__ import annotations

import hashlib
import inspect
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple, cast

from zermelo.core.errors import NotSupported
from zermelo.core.game import Game
from zermelo.core.paths import check_path
from zermelo.games.impartial.sums import Sum

FOLDER: Final = Path(__file__).with_name("modules")

OURS: Final = "zermelo.games."
"""Where the classes of our games are."""

Parameters = dict[str, Any]


class Ruling(NamedTuple):
    """A rules module, and the parameters that make it the rules of one game."""

    path: Path
    parameters: Parameters


def ruling_for(game: Game[Any], rules: str | os.PathLike[str] | None = None) -> Ruling | None:
    """The module `rules` with the arguments that the game was made with; without one, the module that comes with zermelo for
    a game that does; else None. Raises NotSupported where the arguments cannot be told.
    """
    if rules is not None:
        check_path(rules, "rules", "file")
        return Ruling(Path(rules), parameters_of(game))
    if not type(game).__module__.startswith(OURS):  # a subclass may have rules of its own
        return None
    for known, told in _library():
        if isinstance(game, known):
            name, parameters = told(game)
            return Ruling(FOLDER / f"{name}.py", parameters)
    return None


def _library() -> list[tuple[Any, Callable[[Any], tuple[str, Parameters]]]]:
    """For each class of games, what its module is called and given."""
    from zermelo.games.capture_game import capture
    from zermelo.games.impartial.chomp import chomp
    from zermelo.games.impartial.heaps import Heaps
    from zermelo.games.impartial.wythoff import wythoff
    from zermelo.games.in_a_row.connect import connect
    from zermelo.games.in_a_row.lines import Claimed, Dropped, Placed
    from zermelo.games.in_a_row.mnk import mnk
    from zermelo.games.uniform_tree import tree

    return [
        (mnk, lambda game: ("boxes", {"shape": [game.rows, game.columns], "k": game.k})),
        (connect, lambda game: ("lines", _lines([game.columns, game.rows], game.k, gravity=1))),
        (Placed, _placed),
        (Dropped, lambda game: ("lines", _lines(game.shape, game.k, gravity=game.gravity, misere=game.misere))),
        (Claimed, lambda game: ("lines", _lines(game.shape, game.k, weak=True))),
        (capture, lambda game: ("capture", {"cells": game.cells, "pieces": game.pieces})),
        (chomp, lambda game: ("chomp", {"rows": game.rows, "columns": game.columns, "misere": bool(game.misere)})),
        (wythoff, lambda game: ("wythoff", {"first": game.first, "second": game.second, "misere": bool(game.misere)})),
        (tree, lambda game: ("tree", parameters_of(game))),
        (Heaps, _heaps),
    ]


def _placed(game: Any) -> tuple[str, Parameters]:
    """By the module with lemmas, which knows no misere play."""
    if game.misere:
        return "lines", _lines(game.shape, game.k, misere=True)
    return "boxes", {"shape": list(game.shape), "k": game.k}


def _lines(shape: Any, k: int, *, gravity: int | None = None, misere: bool = False, weak: bool = False) -> Parameters:
    return {"shape": list(shape), "k": k, "gravity": gravity, "misere": misere, "weak": weak}


def _heaps(game: Any) -> tuple[str, Parameters]:
    """By the name that it was made with: nim(3,5,7), octal(0.156,9), subtraction(21,1,2,3)."""
    family, _, given = game.name.partition("(")
    options = {"misere": game.misere}
    if family == "subtraction":
        heap, *takes = map(int, given.split(","))
        return family, {"heap": heap, "takes": takes, **options}
    heaps = {"heaps": list(game.heaps), **options}
    codes = {"octal": given.partition(",")[0], "kayles": "0.77", "dawson": "0.07"}
    return ("octal", {"code": codes[family], **heaps}) if family in codes else (family, heaps)


def parameters_of(game: Game[Any]) -> Parameters:
    """The arguments that a game was made with, which it must keep as attributes of the same names. Raises NotSupported."""
    if isinstance(game, Sum):
        return {"parts": [_part(part) for part in game.flat], "misere": game.misere}
    own_init = type(game).__init__ is not object.__init__
    names = list(inspect.signature(type(game).__init__).parameters)[1:] if own_init else []
    for name in names:
        if not _is_plain(getattr(game, name, _Missing)):
            raise NotSupported(
                f"A certificate of {game} must say what its {name} was: keep it as the attribute {name}, an "
                "integer, a text, a truth value, or a list of these."
            )
    return {name: _plain(getattr(game, name)) for name in names}


def _part(part: Game[Any]) -> list[Any]:
    """Of a sum: what the rules of the part are called, their parameters, and how many numbers its moves have."""
    ruling = ruling_for(part)
    return [str(part) if ruling is None else ruling.path.stem, ruling and ruling.parameters, part.action_count]


class _Missing:
    """What no attribute is."""


def _is_plain(value: Any) -> bool:
    if isinstance(value, list | tuple):
        return all(map(_is_plain, cast("list[Any]", value)))
    return value is None or isinstance(value, bool | int | str)


def _plain(value: Any) -> Any:
    return [_plain(each) for each in cast("list[Any]", value)] if isinstance(value, list | tuple) else value


def module_with(digest: str) -> Path | None:
    """The module that comes with zermelo and has this SHA-256, in hex."""
    found = [path for path in sorted(FOLDER.glob("*.py")) if hashlib.sha256(path.read_bytes()).hexdigest() == digest]
    return found[0] if found else None
