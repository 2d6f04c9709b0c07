"""Rules modules for sums of games: each is one file that contains the rules modules of its parts."""

from __future__ import annotations

from typing import Any, Final

from zermelo.core.errors import NotSupported
from zermelo.games.rules.library import rules_module_for

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
