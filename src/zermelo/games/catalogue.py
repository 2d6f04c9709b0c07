"""Games by name: "mnk(4,4,4)", "lines(4x4x4,4,players=3)", "mygame.py:MyGame", "package.module:MyGame(5)".

Every public function that takes a game, or the name of one, calls `as_game` first.
"""

from __future__ import annotations

import importlib
import inspect
import re
import traceback
from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any, Final, NamedTuple, TypeVar

from zermelo.core.errors import BadGame, ZermeloError
from zermelo.core.game import Game
from zermelo.core.wording import in_a_line, joined, nearest, shown, unknown
from zermelo.games.user_games import class_in, games_in, missing_methods

State = TypeVar("State")


class GameFamily(NamedTuple):
    """A family of games that comes with zermelo, as `zermelo games` lists it."""

    example: str
    summary: str

    @property
    def name(self) -> str:
        """What the names of its games begin with."""
        return self.example.partition("(")[0]

    @property
    def make(self) -> Callable[..., Game[Any]]:
        """The function or class in `zermelo.games` that makes its games; its module is imported when it is first needed."""
        function = "game_sum" if self.name == "sum" else self.name  # Python has a sum of its own
        return getattr(importlib.import_module("zermelo.games"), function)

    @property
    def signature(self) -> str:
        return _signature(self.name, self.make)


FAMILIES: Final[Mapping[str, GameFamily]] = {
    family.name: family
    for family in (
        GameFamily("mnk(3,3,3)", "k in a row on a board of up to 19x19; rows come first"),
        GameFamily("connect(7,6,4)", "k in a row with gravity: Connect Four; columns come first"),
        GameFamily("lines(4x4x4,4)", "k in a row in n dimensions, 2 to 4 players; shape: layers x rows x columns"),
        GameFamily(
            "polyomino(elly,5,5)", "whoever first has a polyomino, like tic, elly, snaky or XX./.XX, in any orientation"
        ),
        GameFamily("clique(5,3)", "whoever first has all edges between some points"),
        GameFamily(
            "sets(123/345/561)", "whoever first has all cells of a winning set; the sets are listed, or in a JSON file"
        ),
        GameFamily("capture(7,2)", "pieces on a line capture their neighbours"),
        GameFamily("einstein(3,2)", "EinStein würfelt nicht!: a race; a die decides which stone moves"),
        GameFamily("tree(4,8)", "a uniform tree with random leaves; order: random, best, worst"),
        GameFamily("nim(3,5,7)", "take any number from one heap"),
        GameFamily("subtraction(21,1,2,3)", "take one of the given numbers from the heap"),
        GameFamily("octal(0.156,9)", "the octal game with this code"),
        GameFamily("kayles(7)", "Kayles, octal 0.77: knock down one pin of a row, or two neighbours"),
        GameFamily("dawson(9)", "Dawson's Kayles, octal 0.07: knock down two neighbouring pins"),
        GameFamily("splits(12)", "Grundy's game: split a heap into two of different sizes"),
        GameFamily("wythoff(3,5)", "Wythoff's game: take from one heap, or equally from both"),
        GameFamily("chomp(3,4)", "Chomp: bite pieces off a bar of chocolate; the corner is poisoned"),
        GameFamily("sum(nim(3,4),chomp(2,3))", "several impartial games: move in any one of them"),
    )
}

ALIASES: Final[Mapping[str, str]] = {
    "tictactoe": "mnk(3,3,3)",
    "tic-tac-toe": "mnk(3,3,3)",
    "connect4": "connect(7,6,4)",
    "qubic": "lines(4x4x4,4)",
    "sim": "clique(6,3,misere=1)",
}

OPENSPIEL: Final[Mapping[str, Mapping[str, bool]]] = {
    "openspiel:": {},
    "openspiel-untranslated:": {"translate": False},
    "openspiel-history:": {"by_history": True},
}
"""What the names of OpenSpiel's games begin with, and the options of `from_openspiel` that it stands for."""

WORDS: Final = r"[A-Za-z_.~/][\w.~/-]*|\w[\w.-]*\.json|\w+(/\w+)+|[0-9]+:[0-9]+|[0-9]+(x[0-9]+)+|[0-9]+\.[0-9]+"
"""An argument that is a word: best, fano.json, XX./.XX, 123/145, 2:1, 4x4x4, 0.77."""

MAX_DIGITS: Final = 18
"""The most digits of an integer argument."""

MOST_NESTED: Final = 50
"""The most opening parentheses in the name of a game."""


def game_named(text: str) -> Game[Any]:
    """The game with this name. Raises BadGame, which gives the reason and what would be right.

    The arguments of a family follow its name in parentheses: `mnk(3,3,3)`. Your own game is `FILE.py:CLASS` or
    `MODULE:CLASS`, followed by the arguments of the class if it takes any; CLASS may be left out if the file defines only
    one game. A game of OpenSpiel is `openspiel:NAME`, with OpenSpiel's parameters: `openspiel:hex(board_size=3)`.
    """
    if not isinstance(text, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise BadGame(f"{shown(text)} is not the name of a game; a name is a string like 'mnk(3,3,3)'.")
    text = ALIASES.get(text.strip().lower(), text.strip())
    for scheme, options in OPENSPIEL.items():
        if text.lower().startswith(scheme):
            openspiel = importlib.import_module("zermelo.openspiel.adapter")
            return openspiel.from_openspiel(text[len(scheme) :].strip(), **options)
    if text.count("(") > MOST_NESTED:
        raise BadGame(f"{shown(text)} has more than {MOST_NESTED} parentheses; names look like mnk(3,3,3).")
    found = re.fullmatch(r"(?P<name>[^()]*)(?:\((?P<args>.*)\))?", text)
    if found is None or not found["name"]:
        raise BadGame(f"{shown(text)} is not the name of a game; names look like mnk(3,3,3) or mygame.py:MyGame.")
    name, args = found["name"].strip(), found["args"]
    if ":" in name or name.endswith(".py"):
        path, _, cls = name.rpartition(":") if ":" in name else (name, "", "")
        return _made(text, class_in(path, cls), args)
    if name.lower() not in FAMILIES:
        raise BadGame(_no_game(name))
    family = FAMILIES[name.lower()]
    if args is None:
        raise BadGame(f"{name} needs arguments: {family.signature}, for example {family.example}.")
    return _made(text, family.make, args, family.name)


def full_names(text: str) -> list[str]:
    """The names, each with its class, of the games that `text` names: several if it is a FILE.py with several classes, of
    which those are left out that are no complete games. Raises BadGame.
    """
    text = ALIASES.get(text.strip().lower(), text.strip())
    file = re.fullmatch(r"(?P<path>[^()]*\.py)(?P<args>\(.*\))?", text)
    names = [text]
    if file is not None and ":" not in file["path"].removesuffix(".py"):
        names = [f"{file['path']}:{cls}{file['args'] or ''}" for cls in games_in(file["path"])] or names
    made, faults = list[str](), list[BadGame]()
    for name in names:
        try:
            as_game(name)
            made.append(name)
        except BadGame as fault:
            faults.append(fault)
    if not made:
        raise faults[0]
    return made


def game_of(given: Game[State] | str) -> Game[State]:
    """`given` itself if it is a game, or the game of that name. Raises BadGame for anything else."""
    game: Any = game_named(given) if isinstance(given, str) else given
    if not isinstance(game, Game) and hasattr(game, "new_initial_state"):
        raise BadGame(f"{game} is a game of OpenSpiel; zermelo.from_openspiel(game) makes one of zermelo's of it.")
    if isinstance(game, type) and issubclass(game, Game):
        raise BadGame(f"{game.__name__} is a class; give an instance of it, {game.__name__}().")
    if not isinstance(game, Game):
        raise BadGame(
            f"{game!r} is not a game; give an instance of a subclass of zermelo.Game, or a name like 'mnk(3,3,3)'."
        )
    return game  # pyright: ignore[reportUnknownVariableType]


def _no_game(name: str) -> str:
    """The message for a name that is not the name of a family."""
    if name.lower() in ALIASES:
        return f"{name} takes no arguments: it is {ALIASES[name.lower()]}."
    names = ", ".join((*FAMILIES, *ALIASES))
    listing = f"the choices are {names}, your own as FILE.py:CLASS, or OpenSpiel's as openspiel:NAME"
    return unknown("game", name, FAMILIES, also=ALIASES, listing=listing)


def _made(text: str, make: Callable[..., Game[Any]], args: str | None, name: str = "") -> Game[Any]:
    """The game that `make` returns for the arguments `args`, as written in the name `text`. Raises BadGame.

    `name`: that of its family, if it is not that of `make`.
    """
    positional: list[Argument] = []
    named: dict[str, Argument] = {}
    for part in _parts(text, args or ""):
        key, equals, value = part.rpartition("=")
        if equals and re.fullmatch(r"\s*\w+\s*", key):
            if key.strip() in named:
                raise BadGame(f"{shown(text)} gives {key.strip()} twice.")
            named[key.strip()] = _argument(text, value)
        else:
            positional.append(_argument(text, part))
    try:
        game = make(*positional, **named)
    except ZermeloError:
        raise
    except TypeError as error:
        told = re.sub(r"^\w+\.__(init|new)__\(\) |^\w+\(\) ", "", str(error))  # without the name of the function
        like = _signature(name or make.__name__, make)
        raise BadGame(f"{shown(text)} has the wrong arguments ({told}); it is {like}.") from error
    except Exception as error:
        _here, *inner = traceback.extract_tb(error.__traceback__)
        place = f" ({inner[-1].filename}:{inner[-1].lineno})" if inner else ""
        raise BadGame(f"{shown(text)} cannot be made: {in_a_line(error)}{place}.") from error
    if not isinstance(game, Game):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise BadGame(f"{shown(text)} makes {shown(game)}, which is not a game: its __new__ must return one.")
    return game


def _signature(name: str, make: Callable[..., Game[Any]]) -> str:
    """A name, and those of the arguments of `make`: "nim(heaps...,misere)"."""
    signature = inspect.signature(make)
    taken = () if signature == inspect.signature(Game) else signature.parameters.values()
    names = [
        each.name + "..." * (each.kind is each.VAR_POSITIONAL) for each in taken if each.kind is not each.VAR_KEYWORD
    ]
    return f"{name}({','.join(names)})"


Argument = int | str | tuple[int, ...] | Game[Any]


def _parts(text: str, args: str) -> list[str]:
    """The arguments: `args` split at each comma that is not inside parentheses. Raises BadGame."""
    parts, depth = [""], 0
    for character in args:
        depth += {"(": 1, ")": -1}.get(character, 0)
        if depth < 0:
            break
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    if depth != 0:
        raise BadGame(f"{shown(text)}: the parentheses do not match.")
    return parts if args.strip() else []


def _argument(text: str, part: str) -> Argument:
    """The value of one argument: an integer, a tuple of integers, True, False, a game, or a word. Raises BadGame."""
    part = part.strip()
    if not part:
        raise BadGame(f"{shown(text)} has an empty argument: nothing before a comma, or after the last one.")
    if re.fullmatch(r"[+-]?[0-9]+", part):
        if len(part) > MAX_DIGITS:
            raise BadGame(
                f"{shown(text)}: a number of {len(part)} digits is too large; at most {MAX_DIGITS} digits are allowed."
            )
        return int(part)
    if part in ("True", "False"):
        return part == "True"
    if re.fullmatch(WORDS, part, re.ASCII):
        return part
    if re.fullmatch(r"[A-Za-z][\w-]*\(.*\)", part):
        return game_named(part)
    if part.startswith("(") and part.endswith(")"):
        numbers = [_argument(text, number) for number in _parts(text, part[1:-1]) if number.strip()]
        if all(isinstance(number, int) for number in numbers):
            return tuple(number for number in numbers if isinstance(number, int))
    raise BadGame(
        f"{shown(text)}: the argument {part!r} is neither a whole number nor a word, like best, 4x4x4 or XX./.XX."
    )


def as_game(given: Game[State] | str) -> Game[State]:
    """`given` itself if it is a game, or the game of that name. Raises BadGame for anything else, and for a game that lacks
    a method which every game must define.

    Every public function that takes a game calls this first, once.
    """
    game = game_of(given)
    missing = missing_methods(type(game))
    if missing:
        which = f"{joined(missing)}{_misspelt(type(game), missing)}"
        raise BadGame(f"{type(game).__name__} is not a complete game: it does not define {which}.")
    return game


def _misspelt(cls: type, missing: list[str]) -> str:
    """The end of the sentence that methods are missing: a method of the class that may be one of them, misspelt."""
    others = {
        name: made for name, made in vars(cls).items() if isinstance(made, FunctionType) and not hasattr(Game, name)
    }
    for name in (words.partition(" ")[0] for words in missing):
        if near := nearest(name, others):
            return f"; perhaps {near}, in line {others[near].__code__.co_firstlineno}, should be {name}"
    return ""
