"""Families: the boards of a game that share a program, in which the constants that differ between them are open.

What a board adds is a few numbers: its sides, its lines, the squares of an edge. The program reads them from global
variables and functions that it declares and does not define (see `codegen`). Everything else is the same for all boards of a
family: the code that the kernel can reach, the truth values among the constants, and the kinds of the other constants.

- An integer of 64 bits, a `Bits`, or a tuple of these is open. In a game, a tuple of five or more items of one kind is a
  *row*, whose length is open too.
- The width of a `Bits` is open, but not its number of words. The widths are numbered: two constants have the same width in
  all boards of a family or in none.
- All other constants are those of the family. Constants that the kernel can't reach do not count.
"""

from __future__ import annotations

import hashlib
import sys
import types
from collections import defaultdict
from typing import Any, Final, NamedTuple, cast

from zermelo.core.arrays import is_array, kind_of
from zermelo.core.bits import Bits
from zermelo.core.component import Component
from zermelo.core.fingerprint import Data, data_of, digest, is_object
from zermelo.core.game import Game
from zermelo.core.words import SIGN, WORD, pack
from zermelo.native.reach import reach

SHORTEST_ROW: Final = 5
"""Shorter tuples are used in more ways: methods take them apart, add to them, and return them."""

PREFIX: Final = "zermelo."
"""The beginning of the names of open constants."""


class IntKind(NamedTuple):
    """The kind of an integer, or of a bool in a tuple."""

    is_bool: bool = False


class BitsKind(NamedTuple):
    """The kind of a `Bits`: its number of words, and the number of its width."""

    words: int
    width: int


class TupleKind(NamedTuple):
    """The kind of a tuple whose length is part of the family."""

    cls: type
    kinds: tuple[Kind, ...]


class RowKind(NamedTuple):
    """The kind of a tuple whose length is open."""

    item: Kind
    length: int


Kind = IntKind | BitsKind | TupleKind | RowKind
"""The kind of an open constant."""


class OpenConstant(NamedTuple):
    """An open constant: the name of its global variable, and its kind."""

    name: str
    kind: Kind


class BoardConstants(NamedTuple):
    """The open constants of one board, by the names of the global variables and functions that a program declares."""

    words: dict[str, tuple[int, ...]]
    """The words of a variable."""
    items: dict[str, tuple[int, tuple[int, ...]]]
    """For a function that returns an item of a row: the number of bits of an item, and the items."""


def width_name(number: int) -> str:
    """The name of the global variable that holds the width with this number."""
    return f"{PREFIX}width.{number}"


def mask_name(number: int) -> str:
    """The name of the global variable that holds the words of a board of this width with all cells set."""
    return f"{PREFIX}mask.{number}"


def lengths_name(name: str) -> str:
    """The name of the global variable that holds the length of a row, of the rows in it, and so on."""
    return f"{name}.lengths"


def is_simple(kind: Kind) -> bool:
    """Whether this is a row of integers or boards."""
    return (
        isinstance(kind, RowKind) and isinstance(kind.item, IntKind | BitsKind) and kind.item != IntKind(is_bool=True)
    )


def item_name(name: str) -> str:
    """The name of the function that returns an item of a simple row, by its index."""
    return f"{name}.item"


class _Note(NamedTuple):
    """Something on which code depends."""

    path: str
    """The object."""
    name: str
    """The constant; "" if code depends on it in any case."""
    text: str
    things: tuple[Any, ...] = ()
    """Classes and values of which the code or value counts."""

    def __str__(self) -> str:
        return f"{self.path} {self.name} {self.text}"


class Family:
    """What the native code of `root` for this game and context depends on, with the open constants of this board."""

    def __init__(self, root: types.FunctionType, game: Game[Any], context: Component) -> None:
        self.root, self.game, self.context = root, game, context
        self.constants = BoardConstants({}, {})
        self.places: dict[str, dict[str, OpenConstant]] = {}
        """The open constants of each object, by its path and the name of the attribute."""
        self.fixed: dict[str, dict[str, Any]] = {}
        """Likewise the constants that are the same for the whole family."""
        self._classes: list[type] = []
        self._data: dict[str, Data] = {}
        self._paths: dict[int, str] = {}
        self._widths: list[int] = []
        self._notes: list[_Note] = []
        self._walk(game, "game")
        self._walk(context, "context")
        attributes: defaultdict[str, list[Any]] = defaultdict(list)
        for data in self._data.values():
            for name, value in data.constants.items():
                attributes[name].append(value)
        found = reach(root, self._classes, attributes)
        self._define(found.names)
        notes = [note for note in self._notes if note.name in ("", "checks_indices", *found.names)]
        text = "\n".join((*map(str, notes), *found.methods))
        things = [thing for note in notes for thing in note.things]
        self.home = getattr(sys.modules.get(type(game).__module__), "__file__", None) or ""
        """The file in which the class of the game is defined; empty if there is none."""
        self.label = label_of(root, game)
        self.name = _sha256(text, self.home, digest(root, *things, code=False))
        """Identifies the family, whatever its code is."""
        self.board = _sha256(self.name, repr(self.constants))
        """Identifies this board of the family."""
        self.identity = _sha256(text, digest(*things, *found.functions))
        """Changes with everything that the program depends on."""

    def path(self, obj: Any) -> str:
        """The path of an object, such as "context.table"."""
        return self._paths[id(obj)]

    def identity_of(self, obj: Any) -> str:
        """Identifies what the native code of an object's methods depends on, which several kernels may share."""
        path = self.path(obj)
        notes = [note for note in self._notes if note.path == path]
        inside = [self.identity_of(value) for value in self._data[path].block.values() if is_object(value)]
        things = [thing for note in notes for thing in note.things]
        return _sha256(*map(str, notes), *inside, digest(type(obj), *things))

    def width(self, bits: Bits) -> BitsKind:
        """The kind of a `Bits`. A width that is new gets the next number."""
        if bits.width not in self._widths:
            self._widths.append(bits.width)
        return BitsKind(len(pack(bits)), self._widths.index(bits.width))

    # --- the walk ---------------------------------------------------------------------------------------------------------
    def _walk(self, obj: Any, path: str) -> None:
        """Find all objects; sort their constants into open and fixed ones."""
        if id(obj) in self._paths:
            self._notes.append(_Note(path, "", f"is {self._paths[id(obj)]}"))
            return
        self._paths[id(obj)] = path
        self._classes.append(type(obj))
        self._notes.append(_Note(path, "", f"{type(obj).__module__}.{type(obj).__qualname__}"))
        places, fixed = self.places[path], self.fixed[path] = {}, {}
        block, constants = self._data[path] = data_of(obj)
        for name, value in constants.items():
            kind = self._kind(value, rows=obj is self.game)
            self._note(path, name, kind, value)
            if kind is None:
                fixed[name] = value
            else:
                places[name] = OpenConstant(PREFIX + _in_ascii(f"{path}.{name}"), kind)
        if isinstance(obj, Game):
            for state in (obj.initial(), obj.key(obj.initial())):
                self._note(path, "", self._parts(state))
        for name, value in block.items():
            self._notes.append(_Note(path, "", f"{name} {_type_in_block(value)}"))
            if is_object(value):
                self._walk(value, f"{path}.{name}")

    def _note(self, path: str, name: str, kind: Kind | None, value: Any = None) -> None:
        """Note the kind of a constant, or its value if it can't be open."""
        self._notes.append(_Note(path, name, _text(kind), (value,) if kind is None else _classes(kind)))

    def _kind(self, value: Any, *, rows: bool) -> Kind | None:
        """The kind of a constant, with rows or without; None if it can't be open, like a bool, which decides what runs."""
        if isinstance(value, bool):
            return None
        return self._row(value) if rows and type(value) is tuple else self._parts(value)

    def _row(self, items: tuple[Any, ...]) -> Kind | None:
        """The kind of a tuple, which may be a row; None if it can't be open."""
        kinds = [self._row(item) if type(item) is tuple else self._parts(item) for item in items]
        if len(kinds) >= SHORTEST_ROW and kinds[0] is not None and all(kind == kinds[0] for kind in kinds):
            return RowKind(kinds[0], len(kinds))
        return self._parts(items)

    def _parts(self, value: Any) -> Kind | None:
        """The kind of a constant, without rows; None if it can't be open."""
        if isinstance(value, Bits):
            return self.width(value)
        if type(value) in (int, bool):
            return IntKind(isinstance(value, bool)) if -SIGN <= value < SIGN else None
        if not isinstance(value, tuple):
            return None
        kinds = tuple(map(self._parts, cast("tuple[Any, ...]", value)))
        return None if None in kinds or not kinds else TupleKind(type(value), cast("tuple[Kind, ...]", kinds))  # pyright: ignore[reportUnknownArgumentType]

    # --- the constants ----------------------------------------------------------------------------------------------------
    def _define(self, names: frozenset[str]) -> None:
        """Set the open constants with these names, and the widths."""
        for path, places in self.places.items():
            for name in sorted(names & places.keys()):
                self._define_constant(places[name], self._data[path].constants[name])
        for number, width in enumerate(self._widths):
            self.constants.words[width_name(number)] = (width,)
            self.constants.words[mask_name(number)] = pack(~Bits(width))

    def _define_constant(self, place: OpenConstant, value: Any) -> None:
        """Set an open constant, and the lengths of a row and of the rows in it."""
        kind, words = place.kind, pack(value)
        lengths: list[int] = []
        while isinstance(kind, RowKind):
            lengths.append(kind.length)
            kind = kind.item
        if lengths:
            self.constants.words[lengths_name(place.name)] = tuple(lengths)
        if is_simple(place.kind):
            bits = WORD * len(words) // len(value)
            items = tuple(item.value if isinstance(item, Bits) else item for item in value)
            self.constants.items[item_name(place.name)] = bits, items
        else:
            self.constants.words[place.name] = words


def label_of(root: types.FunctionType, game: Game[Any]) -> str:
    """The part of a file's name that a person reads: the kernel and the class of the game."""
    return f"{root.__module__}-{type(game).__qualname__}"


def _in_ascii(name: str) -> str:
    """A name that LLVM takes as it is; no two names become the same, as no attribute's name has a hyphen."""
    return name if name.isascii() else f"-{name.encode('punycode').decode()}"


def _type_in_block(value: Any) -> str:
    """The type of a value in a block, as text."""
    return " ".join(map(str, kind_of(value))) if is_array(value) else type(value).__name__


def _text(kind: Kind | None) -> str:
    if isinstance(kind, RowKind):
        return f"row of {_text(kind.item)}"
    if isinstance(kind, TupleKind):
        return f"({', '.join(map(_text, kind.kinds))})"
    return str(kind)


def _classes(kind: Kind) -> tuple[type, ...]:
    if isinstance(kind, RowKind):
        return _classes(kind.item)
    if isinstance(kind, TupleKind):
        return kind.cls, *(cls for part in kind.kinds for cls in _classes(part))
    return ()


def _sha256(*texts: str) -> str:
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:32]
