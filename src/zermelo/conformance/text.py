"""Rules about texts: names of actions, positions on one line, drawings for people."""

from __future__ import annotations

from typing import Any, Final

from zermelo.conformance.case import ThoroughCase
from zermelo.conformance.guard import Raised
from zermelo.core.board import LOOKS, Cell
from zermelo.core.constants import NONE
from zermelo.core.errors import BadMove, BadPosition
from zermelo.core.integers import is_within
from zermelo.preflight.random_plays import RandomPosition
from zermelo.preflight.rule import Finding, Rule, rule

NONSENSE: Final = "no such thing ☃"


@rule("action_name", "Every action needs a unique name, without spaces, that parse_action reads as the action.")
def names_are_read_back(case: ThoroughCase, position: RandomPosition) -> Finding | None:
    for action in position.allowed:
        name = case.game.action_name(action)
        if case.known_names.get(name) == action:
            continue
        if not isinstance(name, str) or name.split() != [name]:
            return Finding(f"action_name({action}) is {name!r}.")
        if name in case.known_names:
            return Finding(f"The actions {case.known_names[name]} and {action} have the same name {name!r}.")
        case.known_names[name] = action
        read = case.game.parse_action(name)
        if read != action:
            return Finding(f"The name of action {action} is {name!r}, which parse_action reads as {read!r}.")
    return None


def _unless_positions_have_texts(case: ThoroughCase) -> str:
    own = case.overrides("position_text", "parse_position")
    return "" if own else "the game does not define how positions are written"


@rule(
    "position_text",
    "parse_position must read the text of a position (from position_text, or else its moves) as the same state.",
    ThoroughCase.few,
    needs=("key", "action_name"),
    skip=_unless_positions_have_texts,
)
def positions_are_read_back(case: ThoroughCase, position: RandomPosition) -> Finding | None:
    text = position_line(case, position.state, position.path)
    if not isinstance(text, str) or "\n" in text:
        return Finding(f"position_text returned {text!r}, which is not one line of text.")
    try:
        read = case.game.parse_position(text)
    except Raised as raised:
        if isinstance(raised.error, BadPosition):
            return Finding(f"parse_position refuses {text!r}: {raised.error}")
        raise
    if read == position.state or (not position.terminal and case.game.key(read) == case.game.key(position.state)):
        return None
    return Finding(f"parse_position reads {text!r} as another state.")


def position_line(case: ThoroughCase, state: Any, path: tuple[int, ...]) -> Any:
    """The position as `parse_position` takes it: by position_text if the game defines it, otherwise by its moves."""
    if case.overrides("position_text"):
        return case.game.position_text(state)
    return " ".join(str(case.game.action_name(action)) for action in path)


@rule(
    "refusals",
    "Text that cannot be read must be refused: parse_action must raise BadMove, and parse_position BadPosition.",
    ThoroughCase.start,
)
def nonsense_is_refused(case: ThoroughCase, _start: Any) -> Finding | None:
    refusals = (("parse_action", BadMove), ("parse_position", BadPosition))
    for member, refusal in refusals:
        try:
            read = getattr(case.game, member)(NONSENSE)
        except Raised as raised:
            if isinstance(raised.error, refusal):
                continue
            return Finding(f"{raised.found}")
        return Finding(f"{member}({NONSENSE!r}) returned {read!r}.")
    return None


@rule("title", "title must return one line of text, and rules a string.", ThoroughCase.start)
def introduction_is_text(case: ThoroughCase, _start: Any) -> Finding | None:
    title: Any = case.game.title()
    if not isinstance(title, str) or len(title.splitlines()) != 1:
        return Finding(f"title returned {title!r}.")
    rules: Any = case.game.rules()
    return None if isinstance(rules, str) else Finding(f"rules returned {rules!r}.")


@rule("render", "render must return a string that is not empty.", ThoroughCase.few)
def drawing_is_text(case: ThoroughCase, position: RandomPosition) -> Finding | None:
    drawing = case.game.render(position.state)
    return None if isinstance(drawing, str) and drawing else Finding(f"render returned {drawing!r}.")


@rule(
    "picture",
    "picture must return a list of cells: rows and columns from 0, each place once, with strings, a player or NONE, "
    "actions of the game, and a look from zermelo.core.board.LOOKS.",
    ThoroughCase.few,
)
def picture_is_a_board(case: ThoroughCase, position: RandomPosition) -> Finding | None:
    seen: set[tuple[str, int, int]] = set()
    cells: Any = case.game.picture(position.state, 0)
    if not isinstance(cells, list):
        return Finding(f"picture returned {cells!r}.")
    for cell in cells:  # pyright: ignore[reportUnknownVariableType]
        if not isinstance(cell, Cell) or not is_within(cell.row, 0) or not is_within(cell.column, 0):
            return Finding(f"picture returned the cell {cell!r}.")
        texts = all(isinstance(text, str) for text in (cell.mark, cell.layer, cell.look))  # pyright: ignore[reportUnnecessaryIsInstance]
        owned = is_within(cell.player, NONE, case.plain.players - 1)
        drawn = texts and cell.look in LOOKS and isinstance(cell.marked, bool)  # pyright: ignore[reportUnnecessaryIsInstance]
        if not owned or not drawn or not all(is_within(a, 0, case.plain.action_count - 1) for a in cell.actions):
            return Finding(f"picture returned the cell {cell!r}.")
        if (cell.layer, cell.row, cell.column) in seen:
            return Finding(f"picture returned the cell {cell!r}, and another cell at the same place.")
        seen.add((cell.layer, cell.row, cell.column))
    return None


RULES: Final[tuple[Rule, ...]] = (
    *(names_are_read_back, positions_are_read_back, nonsense_is_refused),
    *(introduction_is_text, drawing_is_text, picture_is_a_board),
)
