"""OpenSpiel's games as games of zermelo: `from_openspiel("hex(board_size=3)")`.

OpenSpiel (Lanctot et al. 2019) has more than a hundred games. Those for two players, with perfect information, without
chance, and with rewards at the end can be solved here.
"""

from __future__ import annotations

import functools
import itertools
import re
from collections import Counter, deque
from collections.abc import Iterator, Mapping
from typing import Any, Final

from zermelo.core.constants import MAX_DEPTH
from zermelo.core.errors import BadGame, BadMove, BadPosition, NotSupported
from zermelo.core.game import Game
from zermelo.core.wording import names_in, shortened, shown
from zermelo.games.catalogue import OPENSPIEL
from zermelo.openspiel.loading import loaded, pyspiel_module
from zermelo.openspiel.translation import translated

NAMED: Final = {
    *("breakthrough", "checkers", "clobber", "connect_four", "cursor_go", "dots_and_boxes", "go", "gomoku", "havannah"),
    *("hex", "hive", "lines_of_action", "mancala", "mnk", "nim", "nine_mens_morris", "othello", "oware", "pentago"),
    *("tic_tac_toe", "twixt", "y"),
}
"""OpenSpiel's games in which the name of an action does not depend on the position. Others may fail, or end the process,
when they are asked for the name of an action that is not legal.
"""

SCHEME, UNTRANSLATED, BY_HISTORY = OPENSPIEL

HIDDEN: Final[Mapping[str, tuple[str, ...]]] = {
    "which amazon is being moved": ("amazons",),
    "how many moves ago a piece was captured": ("checkers",),
    "whether a position has occurred before": ("antichess", "chess", "crazyhouse", "shogi"),
    "which positions have occurred before": ("cursor_go", "go", "lines_of_action", "oware"),
    "how many moves have been made": ("chinese_checkers", "quoridor", "xiangqi", "hive"),
}
"""What the rules of some games depend on that OpenSpiel's text of a position does not show; in hive, if it has colours."""

MOST_SEARCHED: Final = 1_000_000
"""How many positions are searched for one that another process has written down."""

COLOURS: Final = re.compile(r"\x1b\[[0-9;]*m")
"""Escape sequences that colour the text of some games."""


class SpielPosition:
    """A position of an OpenSpiel game. Two are equal if their identities are."""

    __slots__ = ("_legal", "identity", "spiel")

    def __init__(self, spiel: Any, *, by_history: bool) -> None:
        """`spiel`: a pyspiel.State, which is never changed."""
        self.spiel = spiel
        self.identity: tuple[Any, ...] = tuple(spiel.history()) if by_history else _text_of(spiel)
        self._legal: frozenset[int] | None = None

    def allows(self, action: int) -> bool:
        if self._legal is None:
            self._legal = frozenset(self.spiel.legal_actions())
        return action in self._legal

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SpielPosition) and self.identity == other.identity

    def __hash__(self) -> int:
        return hash(self.identity)

    def __str__(self) -> str:
        lines = COLOURS.sub("", str(self.spiel)).rstrip().split("\n")
        return "\n".join(map(str.rstrip, lines))

    def __repr__(self) -> str:
        return f"Position({str(self)!r})"


def _text_of(spiel: Any) -> tuple[Any, ...]:
    """OpenSpiel's text of a position and the player to move; for a finished game also the return, a whole number."""
    over = (int(spiel.returns()[0]),) if spiel.is_terminal() else ()
    return str(spiel), spiel.current_player(), *over


class OpenSpielGame(Game[SpielPosition]):
    """A game of OpenSpiel. The rules are those of its C++ or Python code, so the search is interpreted.

    A position is the text that OpenSpiel prints for it, with the player to move; with `by_history`, the moves that led to
    it. Actions and rewards are OpenSpiel's.
    """

    def __init__(self, name: str, by_history: bool = False) -> None:
        """`name`: as OpenSpiel's load_game takes it. Raises BadGame, NotSupported."""
        spiel = loaded(name)
        self.name, self.by_history = str(spiel).removesuffix("()"), by_history
        self.scheme = BY_HISTORY if by_history else UNTRANSLATED if translated(spiel) else SCHEME
        """What its name begins with."""
        self.action_count = spiel.num_distinct_actions()
        self.max_length = min(_longest(spiel), MAX_DEPTH)  # longer plays raise an error
        most = _integer(self, spiel.max_utility())
        self.reward_range = (-most, most)

    def initial(self) -> SpielPosition:
        return SpielPosition(loaded(self.name).new_initial_state(), by_history=self.by_history)

    def legal(self, state: SpielPosition, action: int) -> bool:
        return state.allows(action)

    def actions(self, state: SpielPosition) -> Iterator[int]:
        yield from state.spiel.legal_actions()

    def apply(self, state: SpielPosition, action: int) -> SpielPosition:
        """The position after the action; the old one does not change."""
        return SpielPosition(state.spiel.child(action), by_history=self.by_history)

    def terminal(self, state: SpielPosition) -> bool:
        return state.spiel.is_terminal()

    def to_move(self, state: SpielPosition) -> int:
        """The player to move, 0 or 1; 0 if the game is over."""
        return max(state.spiel.current_player(), 0)

    def reward(self, state: SpielPosition) -> int:
        """The return of player 0, who counts as the player to move at the end. Raises NotSupported for a fraction."""
        return _integer(self, state.spiel.returns()[0])

    @property
    def equality_doubt(self) -> str:
        """The reason why positions with the same text may differ, as a sentence; "" if none is known."""
        spiel = loaded(self.name)
        short = spiel.get_type().short_name
        hidden = next((what for what, games in HIDDEN.items() if short in games), None)
        if hidden is None or self.by_history or (short == "hive" and not spiel.get_parameters()["ansi_color_output"]):
            return ""
        return f"The rules depend on {hidden}, and OpenSpiel's text of a position does not show that."

    @property
    def equality_advice(self) -> str:
        """What to do about that."""
        return f"Use {BY_HISTORY}{self.name} instead: it tells positions apart by the moves that led to them."

    # --- as plain values --------------------------------------------------------------------------------------------------
    def plain(self, state: SpielPosition) -> Any:
        """The identity of the position. What it takes to find the position again is kept, for `from_plain`."""
        identity, paths = state.identity, _paths(self.name)
        if not self.by_history and identity not in paths:
            paths[identity] = tuple(state.spiel.history())
        return identity

    def from_plain(self, value: Any) -> SpielPosition:
        """The position with this identity. One that is not known yet is searched for, breadth first from the start."""
        path = value if self.by_history else _paths(self.name).get(value) or self._path_to(value)
        spiel = loaded(self.name).new_initial_state()
        for action in path:
            spiel.apply_action(action)
        return SpielPosition(spiel, by_history=self.by_history)

    def _path_to(self, identity: Any) -> tuple[int, ...]:
        """The moves that lead to a position that another process has written down. Raises BadPosition."""
        paths, met = _paths(self.name), {self.initial(): None}
        queue = deque(met)
        while queue:
            state = queue.popleft()
            if self.plain(state) == identity:
                return paths[identity]
            if not self.terminal(state):
                later = dict.fromkeys(self.apply(state, action) for action in self.actions(state))
                queue += [child for child in later if child not in met]
                met |= later
            if len(met) > MOST_SEARCHED:
                raise BadPosition(
                    f"{shortened(repr(identity))} is not among the first {MOST_SEARCHED:,} positions of {self}."
                )
        raise BadPosition(f"{shortened(repr(identity))} is not a position of {self}.")

    # --- text -------------------------------------------------------------------------------------------------------------
    def title(self) -> str:
        return loaded(self.name).get_type().long_name

    def rules(self) -> str:
        return f"{self.title()}, by the rules of OpenSpiel's game {self.name}."

    def action_name(self, action: int) -> str:
        """OpenSpiel's name of the action in one word, without the mark of the player: 0-1 for "x(0,1)". If OpenSpiel's names
        depend on the position, it is the number of the action.
        """
        names = _names(self.name)
        return names[action] if names else str(action)

    def parse_action(self, text: str) -> int:
        """The action with this name, or with this number. Raises BadMove."""
        wanted, names = _word(text), _names(self.name)
        if wanted in names:
            return names.index(wanted)
        if re.fullmatch(r"[0-9]{1,9}", wanted) and int(wanted) < self.action_count:
            return int(wanted)
        example = self.action_name(self.initial().spiel.legal_actions()[0])
        raise BadMove(f"{shown(text)} is not a move of {self}; moves look like {example!r}.")

    def position_text(self, state: SpielPosition) -> str:
        """The names of the moves so far; of the initial position, "start"."""
        return " ".join(map(self.action_name, state.spiel.history())) or "start"

    def parse_position(self, text: str) -> SpielPosition:
        """The position after these moves. Raises BadPosition."""
        names = names_in(text)
        return self.play([] if names == ["start"] else names)

    def __str__(self) -> str:
        return f"{self.scheme}{self.name}"


def from_openspiel(game: Any, *, translate: bool = True, by_history: bool = False) -> Game[Any]:
    """A game of OpenSpiel, given by name, `"breakthrough(rows=5,columns=4)"`, or as a pyspiel.Game.

    With `translate`, a game that zermelo also has, with the same rules, is returned as that: `connect_four` is
    connect(7,6,4), which is compiled. Any other is an `OpenSpielGame`, and interpreted. There, positions with the same text
    and the same player to move count as one. A game in which they are not is refused by `solve`, and `check` names two such
    positions. `by_history` tells positions apart by their moves: then no two are one, which is always right, and slow.

    Raises NotSupported if OpenSpiel is not installed, or if the game does not fit: only games for two players with opposite
    interests, moving in turn, with perfect information, no chance, and whole rewards at the end do. Raises BadGame if there
    is no such game.
    """
    name = game if isinstance(game, str) else _name_of(game)
    ours = None if by_history or not translate else translated(loaded(name))
    return OpenSpielGame(name, by_history) if ours is None else ours


def _name_of(game: Any) -> str:
    """The name of a pyspiel.Game, which makes an equal game. Raises BadGame, NotSupported."""
    if not isinstance(game, pyspiel_module().Game):
        raise BadGame(f"{shown(game)} is neither the name of an OpenSpiel game nor a pyspiel.Game.")
    name = str(game)
    if loaded(name).get_parameters() != game.get_parameters():
        raise BadGame(f"the game that OpenSpiel makes of the name {shown(name)} is not the one that is given.")
    return name


def _longest(spiel: Any) -> int:
    """An upper bound on the plies of a play. OpenSpiel's own is too small if players may swap, in cursor_go, and in
    dots_and_boxes with more rows than columns.
    """
    if spiel.get_type().short_name in ("cursor_go", "dots_and_boxes"):
        return 3 * spiel.max_game_length()
    return spiel.max_game_length() + (1 if spiel.get_parameters().get("swap") else 0)


def _integer(game: OpenSpielGame, reward: float) -> int:
    """A reward as an integer. Raises NotSupported for a fraction."""
    if reward != int(reward):
        raise NotSupported(f"{game} has the reward {reward}; rewards must be whole numbers.")
    return int(reward)


@functools.cache
def _names(name: str) -> tuple[str, ...]:
    """A name for each action, in which nothing tells who moves; none if OpenSpiel's names depend on the position."""
    game = loaded(name)
    if game.get_type().short_name not in NAMED:
        return ()
    state = game.new_initial_state()
    try:
        both = [
            [state.action_to_string(player, action) for player in (0, 1)]
            for action in range(state.num_distinct_actions())
        ]
    except UnicodeDecodeError:  # the board has more columns than there are letters
        return ()
    names = [_word(_without_player(*pair)) for pair in both]
    counts = Counter(names)  # actions that are never legal may have no names of their own
    return tuple(name if counts[name] == 1 else f"action-{action}" for action, name in enumerate(names))


def _word(name: str) -> str:
    """A name in one word, without characters that separate moves: "(0,1)" is 0-1, and "pile:1, take:2;" pile:1-take:2."""
    return "-".join(re.findall(r"[^\s,;()]+", name))


def _without_player(first: str, second: str) -> str:
    """What two names of an action have in common at the end, if that is not empty; else the first."""
    same = itertools.takewhile(lambda pair: pair[0] == pair[1], zip(reversed(first), reversed(second), strict=False))
    return "".join(mark for mark, _ in same)[::-1] or first


@functools.lru_cache(maxsize=4)
def _paths(name: str) -> dict[Any, tuple[int, ...]]:
    """For the game of this name, the moves that lead to the positions that have been written down as plain values.

    It is the cache of a function because that is no part of a game's code, and so changes no digest.
    """
    return {}
