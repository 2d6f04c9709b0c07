"""The types of the variables in random programs (`programs.py`), and the classes that a program declares."""

from __future__ import annotations

from random import Random
from typing import Final, NamedTuple


class Type(NamedTuple):
    """`name` is that of a built-in class, or "row" for a tuple of any length; otherwise that of a class of the program.

    `parts` are the types of the elements of a collection, of the fields of a class, or of key and value.
    """

    name: str
    parts: tuple[Type, ...] = ()
    fields: tuple[str, ...] = ()
    category: str = ""
    """Of a class of the program: "enum", "named" (a NamedTuple) or "object" (a dataclass that can be written on)."""

    @property
    def form(self) -> str:
        """What decides how its values are written."""
        return self.category or self.name

    def __str__(self) -> str:
        """As an annotation."""
        if self.category or not self.parts:
            return self.name
        if self.name == "row":
            return f"tuple[{self.parts[0]}, ...]"
        return f"{self.name}[{', '.join(map(str, self.parts))}]"


INT: Final = Type("int")
BOOL: Final = Type("bool")
STR: Final = Type("str")

SEQUENCES: Final = ("row", "list")
SETS: Final = ("set", "frozenset")
COLLECTIONS: Final = (*SEQUENCES, *SETS, "dict")
WRITABLE: Final = ("list", "set", "dict", "object")


def list_of(item: Type) -> Type:
    return Type("list", (item,))


def row_of(item: Type) -> Type:
    return Type("row", (item,))


def pair_of(first: Type, second: Type) -> Type:
    return Type("tuple", (first, second))


def is_constant(kind: Type) -> bool:
    """Whether its values never change, so that they may be keys."""
    return kind.form not in WRITABLE and all(map(is_constant, kind.parts))


def is_ordered(kind: Type) -> bool:
    """Whether any two values can be compared."""
    return kind.form in ("int", "bool", "str", "tuple", "row", "list", "named") and all(map(is_ordered, kind.parts))


def is_hashed_alike(kind: Type) -> bool:
    """Whether a set of such values has the same order in each process. Hashes of text and of enum members differ."""
    return kind.form in ("int", "bool", "tuple", "row", "named") and all(map(is_hashed_alike, kind.parts))


def holds(kind: Type, part: Type) -> bool:
    return kind == part or any(holds(inner, part) for inner in kind.parts)


def random_type(random: Random, classes: list[Type], depth: int | None = None, *, constant: bool = False) -> Type:
    """Mostly simple; if `constant`, of values that never change."""
    depth = random.choice((1, 1, 2)) if depth is None else depth
    if depth == 0 or random.random() < 0.4:
        return random.choice([INT, INT, INT, BOOL, STR, STR, *(kind for kind in classes if is_simple(kind, constant))])
    form = random.choice(
        ["tuple", "row", "frozenset"] if constant else ["tuple", "row", "frozenset", *("list", "set", "dict") * 2]
    )
    if form == "tuple":
        return Type(
            form, tuple(random_type(random, classes, depth - 1, constant=constant) for _ in range(random.randint(2, 3)))
        )
    if form in SETS:
        return Type(form, (random_key(random, classes),))
    item = random_type(random, classes, depth - 1, constant=constant)
    return Type(form, (random_key(random, classes), item) if form == "dict" else (item,))


def is_simple(kind: Type, constant: bool) -> bool:
    return is_constant(kind) if constant else kind.category != ""


def random_key(random: Random, classes: list[Type]) -> Type:
    members = [kind for kind in classes if kind.category == "enum"]
    return random.choice([INT, INT, STR, pair_of(INT, INT), *members])
