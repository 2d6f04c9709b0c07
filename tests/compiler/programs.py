"""Random programs, to compare Python and compiled code.

A program is a module of a few functions, with annotations, and the calls of its main function. `program(seed)` is always
the same program. It ends soon, and most calls raise nothing.

`python -m tests.compiler.programs --from A --to B` tries the programs with these seeds, and prints those that Python and
compiled code run differently, each made as small as possible. With `--notes FILE` it resumes where it has stopped.
"""

from __future__ import annotations

import argparse
import ast
import sys
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from tests.compiler.expressions import Function, Scope
from tests.compiler.statements import Lines, Statements
from tests.compiler.types_of_programs import (
    BOOL,
    INT,
    STR,
    Type,
    is_constant,
    is_hashed_alike,
    list_of,
    pair_of,
    random_type,
    row_of,
)

IMPORTS: Final = """
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from functools import reduce
from itertools import accumulate, combinations, pairwise
from typing import NamedTuple
"""

DIGEST: Final = """
def {name}(numbers: list[int]) -> int:
    result = 7
    for number in numbers:
        result = (31 * result + number) % 100003
    return result
"""

ATTEMPTS: Final = 100


class Program(NamedTuple):
    """The source of a module, the name of its main function, and the arguments of its calls, as text: "(1, Hue.RED)"."""

    source: str
    function: str
    calls: list[str]


@lru_cache(maxsize=100)
def program(seed: int) -> Program:
    """Its names end in its seed, so that a module can hold several programs."""
    from tests.compiler.trials import is_well_behaved

    random = Random(seed)
    for _ in range(ATTEMPTS):
        found = Writer(random, f"_{seed}").program()
        if is_well_behaved(found, random.random()):
            return found
    raise AssertionError(f"no program for seed {seed}")


class Writer(Statements):
    """Writes a module."""

    def __init__(self, random: Random, suffix: str) -> None:
        super().__init__(random, [])
        self.suffix = suffix
        self.digest = "digest" + suffix
        self.lines: Lines = DIGEST.format(name=self.digest).splitlines()

    def program(self) -> Program:
        for declare in (self.enum, self.named_tuple, self.writable_class):
            if self.chance(0.7):
                declare()
        self.choose_types()
        scope = Scope({}, constants=self.constants())
        functions: list[Function] = []
        for number in range(self.random.randint(1, 4)):
            function, lines = self.written_function(
                self.helper(number), replace(scope, functions=tuple(functions)), self.random.randint(1, 5)
            )
            functions.append(function)
            self.lines += lines
        main = self.main_function()
        _, lines = self.written_function(main, replace(scope, functions=tuple(functions)), self.random.randint(5, 12))
        source = ast.unparse(ast.parse(IMPORTS + "\n".join(self.lines + lines)))
        return Program(source, main.name, [self.arguments(main.parameters) for _ in range(4)])

    # --- classes and constants ----------------------------------------------------------------------------------------

    def enum(self) -> None:
        random, name = self.random, "Hue" + self.suffix
        members = ("RED", "GREEN", "BLUE")
        base = random.choice(("Enum", "Enum", "IntEnum"))
        values = random.sample("rgbXO", 3) if base == "Enum" and self.chance(0.4) else random.sample(range(-2, 9), 3)
        self.lines += [
            f"class {name}({base}):",
            *(f"    {member} = {value!r}" for member, value in zip(members, values, strict=True)),
        ]
        self.classes.append(Type(name, (STR if isinstance(values[0], str) else INT,), members, "enum"))

    def named_tuple(self) -> None:
        name = "Spot" + self.suffix
        fields = ("x", "y", "mark")[: self.random.randint(2, 3)]
        types = [
            self.random.choice((INT, INT, random_type(self.random, self.classes, 1, constant=True))) for _ in fields
        ]
        kind = Type(name, tuple(types), fields, "named")
        self.lines += [
            f"class {name}(NamedTuple):",
            *(f"    {field}: {kind}" for field, kind in zip(fields, types, strict=True)),
        ]
        self.lines += [
            "    def moved(self, step: int = 1):",
            f"        return self._replace(x={self.literal(types[0], Scope({}), 0)})",
        ]
        self.classes.append(kind)

    def writable_class(self) -> None:
        name = "Hand" + self.suffix
        self.lines += [
            "@dataclass",
            f"class {name}:",
            "    total: int",
            "    cards: list[int] = field(default_factory=list)",
        ]
        self.lines += ["    def add(self, card: int) -> int:", "        self.total += card"]
        self.lines += [
            "        if len(self.cards) < 8:",
            "            self.cards.append(card)",
            "        return self.total",
        ]
        self.classes.append(Type(name, (INT, list_of(INT)), ("total", "cards"), "object"))

    def constants(self) -> dict[str, Type]:
        types = (
            row_of(INT),
            list_of(pair_of(INT, INT)),
            Type("dict", (STR, INT)),
            Type("frozenset", (INT,)),
            list_of(STR),
        )
        chosen = self.random.sample(types, self.random.randint(0, 3))
        constants = {f"CONSTANT{number}{self.suffix}": kind for number, kind in enumerate(chosen)}
        self.lines += [f"{name} = {self.literal(kind, Scope({}), 0, least=1)}" for name, kind in constants.items()]
        return constants

    # --- functions ----------------------------------------------------------------------------------------------------

    def helper(self, number: int) -> Function:
        random = self.random
        parameters = [self.some_type() for _ in range(random.randint(1, 3))]
        returns = random.choice((INT, BOOL, STR, self.some_type(), self.some_type()))
        function = Function(f"helper{number}{self.suffix}", tuple(parameters), returns, 1, logs=self.chance(0.7))
        match random.randrange(7):
            case 0:
                return function._replace(optional=True)
            case 1 | 2:
                lazy = [kind for kind in parameters if is_constant(kind)] or [list_of(INT)]
                return function._replace(parameters=tuple(lazy), yields=True)
            case 3:
                return function._replace(parameters=(INT, *parameters[1:]), recursive=True)
            case 4 | 5 if is_constant(parameters[-1]):
                return function._replace(default=self.literal(parameters[-1], Scope({}), 0))
            case _:
                return function

    def main_function(self) -> Function:
        parameters = [self.some_type(constant=True) for _ in range(self.random.randint(1, 3))]
        shows = [self.some_type(plain=True) for _ in range(self.random.randint(2, 4))]
        returns = Type("tuple", (list_of(INT), *shows))
        return Function("play" + self.suffix, tuple(parameters), returns, 1, logs=True, shows=tuple(shows))

    def arguments(self, types: tuple[Type, ...]) -> str:
        return f"({''.join(self.argument(kind) + ', ' for kind in types)})"

    def argument(self, kind: Type) -> str:
        """The order of a set that is an argument never depends on how the set was made: it holds numbers below eight, or one
        element, or elements whose hashes differ from process to process, so that programs do not look at their order.
        """
        match kind.form:
            case "frozenset":
                item = kind.parts[0]
                if item == INT:
                    return f"frozenset({self.random.sample(range(8), self.random.randint(0, 4))})"
                most = 1 if is_hashed_alike(item) else 3
                return self.collection(kind, [self.argument(item) for _ in range(self.random.randint(0, most))])
            case "row":
                return self.collection(kind, [self.argument(kind.parts[0]) for _ in range(self.random.randint(0, 4))])
            case "tuple" | "named":
                return f"{kind if kind.form == 'named' else ''}({', '.join(map(self.argument, kind.parts))})"
            case _:
                return self.literal(kind, Scope({}), 0)


# --- the command ------------------------------------------------------------------------------------------------------


def main() -> None:
    from tests.compiler.trials import try_programs

    parser = argparse.ArgumentParser(
        prog="python -m tests.compiler.programs", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--from", dest="first", type=int, default=0, metavar="A")
    parser.add_argument("--to", dest="last", type=int, default=2000, metavar="B")
    parser.add_argument("--notes", type=Path, metavar="FILE", help="what has been tried, to resume")
    parser.add_argument("--show", type=int, metavar="SEED", help="print this program, and try nothing")
    given = parser.parse_args()
    if given.show is not None:
        found = program(given.show)
        print(found.source, *(f"{found.function}{call}" for call in found.calls), sep="\n")
        return
    sys.exit(1 if try_programs(range(given.first, given.last), given.notes) else 0)


if __name__ == "__main__":
    main()
