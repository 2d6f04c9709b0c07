"""The rules module of a game, and the parameters that a certificate's header passes to it."""

from __future__ import annotations

import hashlib
import inspect
import os
from pathlib import Path
from typing import Any, Final, NamedTuple, cast

from zermelo.core.errors import NotSupported
from zermelo.core.game import Game
from zermelo.core.paths import check_path
from zermelo.games.impartial.sums import Sum

FOLDER: Final = Path(__file__).with_name("modules")

BUILT_IN: Final = "zermelo.games."
"""The prefix of the Python modules that define zermelo's own games."""

MOST_IMAGES: Final = 1000
"""The most symmetries that the module `sets` uses: for each position it looks at all of its images."""

MOST_IMAGED: Final = 50_000
"""The most cells of all these images together."""

BY_ARGUMENTS: Final = ("capture", "chomp", "tree", "wythoff")
"""The families whose modules have their names, and take their arguments."""

Parameters = dict[str, Any]


class RulesModule(NamedTuple):
    """A rules module, and the parameters that make it the rules of one game."""

    path: Path
    parameters: Parameters


def rules_module_for(game: Game[Any], rules: str | os.PathLike[str] | None = None) -> RulesModule | None:
    """The rules module of a game: the file `rules` if it is given, otherwise zermelo's own module if the game is its own.

    None if there is neither. The parameters of a given file are the arguments that the game was made with. Raises
    NotSupported if these are not known.
    """
    if rules is not None:
        check_path(rules, "rules", "file")
        return RulesModule(Path(rules), parameters_of(game))
    if not type(game).__module__.startswith(BUILT_IN) or game.players != 2:  # a user's subclass may have other rules
        return None
    from zermelo.games.impartial.heaps import Heaps
    from zermelo.games.in_a_row.boxes import Box
    from zermelo.games.in_a_row.winning_sets import WinningSets

    for family, describe in ((WinningSets, _sets), (Box, _lines), (Heaps, _heaps)):
        if isinstance(game, family):
            name, parameters = describe(game)
            return RulesModule(FOLDER / f"{name}.py", parameters)
    name = type(game).__name__
    return RulesModule(FOLDER / f"{name}.py", parameters_of(game)) if name in BY_ARGUMENTS else None


def _lines(game: Any) -> tuple[str, Parameters]:
    """The module `boxes`, which has lemmas, if a stone may go anywhere and completes a line to win; otherwise `lines`."""
    parameters = {"shape": list(game.shape), "k": game.k}
    if not game.falls and not game.misere and game.both_complete:
        return "boxes", parameters
    return "lines", parameters | {"gravity": game.gravity, "misere": game.misere, "weak": not game.both_complete}


def _sets(game: Any) -> tuple[str, Parameters]:
    """The module `sets`, with generators of a group of symmetries, and one of all images of each set."""
    from zermelo.games.in_a_row.symmetries import automorphisms, generators

    group, _ = automorphisms(game.structure(), max(min(MOST_IMAGES, MOST_IMAGED // game.cell_count), 1))
    some, seen = list[list[int]](), set[frozenset[int]]()
    winning: tuple[tuple[int, ...], ...] = game.winning
    for cells in winning:
        if frozenset(cells) not in seen:
            some.append(list(cells))
            seen |= {frozenset(image[cell] for cell in cells) for image in group}
    parameters = {"cells": game.cell_count, "sets": some, "misere": game.misere, "weak": not game.both_complete}
    parameters |= {"turns": list(game.turns), "x": list(game.first), "o": list(game.second)}
    return "sets", parameters | {"images": [list(image) for image in generators(group)]}


def _heaps(game: Any) -> tuple[str, Parameters]:
    """The module of a game on heaps, found from its name: nim(3,5,7), octal(0.156,9), subtraction(21,1,2,3)."""
    family, _, given = game.name.partition("(")
    options = {"misere": game.misere}
    if family == "subtraction":
        heap, *takes = map(int, given.split(","))
        return family, {"heap": heap, "takes": takes, **options}
    heaps = {"heaps": list(game.heaps), **options}
    codes = {"octal": given.partition(",")[0], "kayles": "0.77", "dawson": "0.07"}
    return ("octal", {"code": codes[family], **heaps}) if family in codes else (family, heaps)


def parameters_of(game: Game[Any]) -> Parameters:
    """The arguments that a game was made with, read from its attributes of the same names.

    Raises NotSupported if an argument has no such attribute, or is not plain data.
    """
    if isinstance(game, Sum):
        return {"parts": [_part(part) for part in game.flat], "misere": game.misere}
    own_init = type(game).__init__ is not object.__init__
    names = list(inspect.signature(type(game).__init__).parameters)[1:] if own_init else []
    for name in names:
        if not _is_plain(getattr(game, name, ...)):
            raise NotSupported(
                f"A certificate of {game} must record the argument {name}. Store it in the attribute {name}, as "
                "an integer, a string, True, False, None, or a list of these."
            )
    return {name: _as_lists(getattr(game, name)) for name in names}


def _part(part: Game[Any]) -> list[Any]:
    """For a part of a sum: the name of its rules, their parameters, and its number of actions."""
    rules = rules_module_for(part)
    return [str(part) if rules is None else rules.path.stem, rules and rules.parameters, part.action_count]


def _is_plain(value: Any) -> bool:
    if isinstance(value, list | tuple):
        return all(map(_is_plain, cast("list[Any]", value)))
    return value is None or isinstance(value, bool | int | str)


def _as_lists(value: Any) -> Any:
    return [_as_lists(each) for each in cast("list[Any]", value)] if isinstance(value, list | tuple) else value


def module_with(digest: str) -> Path | None:
    """The rules module of zermelo's own that has this SHA-256 (in hex), or None."""
    paths = [path for path in sorted(FOLDER.glob("*.py")) if hashlib.sha256(path.read_bytes()).hexdigest() == digest]
    return paths[0] if paths else None


# A certificate names its rules by their SHA-256: a change of this text makes certificates of sums differ from older ones.
RULES: Final = '''\
"""Games side by side: in turn, player 0 first, the players move in any one; who cannot move in any loses, misere wins.

Parameters: {{"parts": [...], "misere": false}}; each part is what its rules are called, their parameters, and how many
numbers its moves have.
Moves: those of the first game by their own numbers, then those of the second, and so on.
State: the states of the games one after the other, then who is to move.
"""

SOURCES = {sources}
"""The rules of the parts, which are modules of their own."""


def start(game):
    """Every game at its start."""
    global rules, widths, counts, misere
    misere, counts = game["misere"], [count for _, _, count in game["parts"]]
    rules, state, widths = [], [], []
    for name, parameters, _ in game["parts"]:
        part = {{}}
        exec(SOURCES[name], part)
        rules.append(part)
        own = part["start"](parameters)
        widths.append(len(own))
        state += own
    return (*state, 0)


def parts(state):
    """The state of each game."""
    ends = [sum(widths[: place + 1]) for place in range(len(widths))]
    return [state[end - width : end] for end, width in zip(ends, widths)]


def to_move(state):
    """It is in the state."""
    return state[-1]


def moves(state):
    """Those of all games that are not over."""
    first, found = 0, []
    for part, own, count in zip(rules, parts(state), counts):
        if part["result"](own) is None:
            found += [first + move for move in part["moves"](own)]
        first += count
    return found


def apply(state, move):
    """A move in one game."""
    states = parts(state)
    for place, count in enumerate(counts):
        if 0 <= move < count:
            states[place] = rules[place]["apply"](states[place], move)
        move -= count
    return (*[number for own in states for number in own], 1 - state[-1])


def result(state):
    """1 if player 0 has won, -1 if player 1 has."""
    if any(part["result"](own) is None for part, own in zip(rules, parts(state))):
        return None
    winner = state[-1] if misere else 1 - state[-1]
    return 1 if winner == 0 else -1
'''


def rules_of_sum(game: Any) -> str:
    """The text of the rules module of a `zermelo.games.impartial.sums.Sum`.

    Raises NotSupported if a part has no rules module.
    """
    sources = dict[str, str]()
    for part in game.flat:
        rules = rules_module_for(part)
        if rules is None:
            raise NotSupported(
                f"A certificate of {game} needs a rules module for each part, and zermelo has none for {part}."
            )
        sources[rules.path.stem] = rules.path.read_text()
    return RULES.format(sources=sources)
