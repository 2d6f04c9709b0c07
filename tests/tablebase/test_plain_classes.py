"""States that are dataclasses or hold members of enumerations: counted and tabulated as others, with cycles, too."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import pytest

from zermelo import Game, analyze, census, check, open_table, solve, tabulate
from zermelo.core.encoding import Encoding, Unencodable


class Side(enum.Enum):
    LEFT = "left"
    RIGHT = "right"


class Mood(enum.Flag):
    CALM = 1
    BOLD = 2


class Rank(enum.IntEnum):
    ACE = 1
    KING = 300


class Suit(str, enum.Enum):  # noqa: UP042  (the older form, still the commonest)
    HEARTS = "h"


@dataclass(frozen=True)
class Spot:
    node: int
    side: Side

    @cached_property
    def both(self) -> tuple[int, Side]:
        return self.node, self.side


@dataclass(frozen=True, slots=True)
class Twin:
    node: int
    side: Any


VALUES: Final = (
    Spot(1, Side.LEFT),
    Spot(2, Side.RIGHT),
    Twin(1, Side.LEFT),
    Twin(300, Spot(1, Side.LEFT)),
    Side.LEFT,
    Mood.BOLD,
    Mood.CALM | Mood.BOLD,
    Rank.KING,
    Suit.HEARTS,
    (Spot(1, Side.LEFT), Twin(1, Rank.ACE), 5),
    frozenset({Twin(1, Mood.CALM), Spot(1, Side.RIGHT)}),
)


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize("value", VALUES, ids=range(len(VALUES)))
def test_a_value_comes_back_of_its_own_class_in_another_encoding(value: Any) -> None:
    encoding = Encoding()
    data = encoding.encoded(value)
    again = Encoding(encoding.kinds).decoded(data)
    assert (again, type(again)) == (value, type(value))
    assert all(encoding.encoded((other,)) != encoding.encoded((value,)) for other in VALUES[:7] if other != value)


@dataclass(frozen=True)
class Partly:
    node: int
    name: str = field(compare=False)


@dataclass(frozen=True)
class Own:
    node: int

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Own) and self.node % 2 == other.node % 2

    def __hash__(self) -> int:
        return self.node % 2


@dataclass(frozen=True)
class Hides:
    node: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "more", [])


@dataclass(frozen=True, eq=False)
class Alone:
    node: int


@pytest.mark.parametrize("value", [Partly(1, "a"), Own(1), Hides(1), Alone(1)], ids=str)
def test_a_dataclass_with_another_equality_or_more_than_its_fields_is_refused(value: Any) -> None:
    with pytest.raises(Unencodable, match=f"{type(value).__name__} is not one of"):
        Encoding().encoded(value)


class Ring(Game[Any]):
    """A token on a ring of seven nodes: a step, or two; who reaches node 6 wins, and node 3 loses for its mover."""

    action_count, max_length, cyclic = 2, 50, True

    def initial(self) -> Any:
        return Spot(0, Side.LEFT)

    def legal(self, state: Any, action: int) -> bool:
        return True

    def apply(self, state: Any, action: int) -> Any:
        other = Side.RIGHT if state.side is Side.LEFT else Side.LEFT
        return type(state)((state.node + (1, 5)[action]) % 7, other)

    def terminal(self, state: Any) -> bool:
        return state.node in (3, 6)

    def reward(self, state: Any) -> int:
        return -1 if state.node == 6 else 1


class Pairs(Ring):
    """The same with tuples that hold a member of an enumeration."""

    def initial(self) -> Any:
        return (Side.LEFT, Rank.ACE, 0)

    def apply(self, state: Any, action: int) -> Any:
        side = Side.RIGHT if state[0] is Side.LEFT else Side.LEFT
        return (side, Rank.KING if action else Rank.ACE, (state[2] + (1, 5)[action]) % 7)

    def terminal(self, state: Any) -> bool:
        return state[2] in (3, 6)

    def reward(self, state: Any) -> int:
        return -1 if state[2] == 6 else 1


def by_hand(game: Game[Any]) -> dict[Any, int]:
    """The value of each position for the player to move: what is not decided after all rounds is a draw."""
    found, frontier = {game.initial()}, [game.initial()]
    while frontier:
        state = frontier.pop()
        following = [] if game.terminal(state) else [game.apply(state, action) for action in (0, 1)]
        frontier += [child for child in following if child not in found]
        found.update(following)
    worth = {state: game.reward(state) for state in found if game.terminal(state)}
    for _ in found:
        for state in found - worth.keys():
            known = [worth.get(game.apply(state, action)) for action in (0, 1)]
            if -1 in known:
                worth[state] = 1
            elif known == [1, 1]:
                worth[state] = -1
    return {state: worth.get(state, 0) for state in found}


@pytest.mark.long
@pytest.mark.parametrize("game", [Ring(), Pairs()], ids=str)
def test_a_cyclic_game_of_such_states_has_the_values_found_by_hand(game: Any, tmp_path: Path) -> None:
    values = by_hand(game)
    assert len({*values.values()}) > 1
    assert check(game).ok
    layers = [{game.initial()}]
    for _ in range(5):
        layers.append({game.apply(at, move) for at in layers[-1] if not game.terminal(at) for move in (0, 1)})
    assert [ply.positions for ply in census(game, plies=5).plies] == [*map(len, layers)]
    assert solve(game).value == analyze(game).value == values[game.initial()]
    tabulate(game, folder=tmp_path / "table")
    table = open_table(tmp_path / "table", game)
    found = {state: entry.value for state in values if (entry := table.get(state)) is not None}
    assert found == values
