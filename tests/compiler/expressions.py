"""Random expressions of a given type, for `programs.py`."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final, NamedTuple

from tests.compiler.types_of_programs import (
    BOOL,
    COLLECTIONS,
    INT,
    SEQUENCES,
    SETS,
    STR,
    Type,
    holds,
    is_constant,
    is_hashed_alike,
    is_ordered,
    list_of,
    pair_of,
    random_type,
    row_of,
)

LETTERS: Final = "abcxyzXO.12é♞"
NAMES: Final = {
    "int": "n",
    "bool": "flag",
    "str": "word",
    "list": "cells",
    "set": "seen",
    "dict": "table",
    "row": "line",
}
SMALL: Final = (0, 1, 2, 3, 5, 7, 10, -1, -2, -7)
LARGE: Final = (2**40, 2**62, 2**63 - 1, -(2**63))

TURNS: Final = 6
"""About as often a loop runs."""

MOST_STEPS: Final = 3000
"""So much may a call cost, with the loops around it."""


def separated(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(";"))


TEMPLATES: Final[dict[str, tuple[str, ...]]] = {
    "int": separated(
        """
        <int> + <int>; <int> - <int>; <int> * <small>; <int> + <int>; <int> - <small>; -<int>; <int> // <divisor>;
        <int> % <divisor>; divmod(<int>, <divisor>)[0]; divmod(<int>, <divisor>)[1]; <int> & <int>; <int> | <int>;
        <int> ^ <int>; <int> << <small>; <int> >> <small>; ~<int>; abs(<int>); min(<int>, <int>);
        max(<int>, <int>, <int>); <small> ** <tiny>; <int>.bit_count(); len(<collection>); len(<collection>);
        len(<str>); sum(<ints>); sum(<ints>, <int>); max(<ints>, default=<int>); min(<ints>, default=0);
        min([<int>, *<ints>]); <bool> + <bool>; int(<bool>); <int> or <int>; <int> and <int>; <str>.count(<letter>);
        <str>.find(<letter>); ord(<letter>); sum(1 for _ in <ints>); next(iter(<ints>), <int>);
        reduce(lambda a, b: a ^ b, <ints>, <int>); int(str(<int>)); max(<int>, <int>, key=abs);
        (<int>, <int>)[<bool>]; sum(map(abs, <ints>))
        """
    ),
    "bool": separated(
        """
        <int> < <int>; <int> == <int>; <int> != <int>; <small> <= <int> < <int>; <int> >= <int>; <int> in <ints>;
        not <bool>; <bool> and <bool>; <bool> or <bool>; <bool> != <bool>; <bool> & <bool>; <bool> ^ <bool>;
        <str> == <str>; <str> < <str>; <letter> in <str>; <str>.startswith(<letter>); <str>.isdigit();
        bool(<collection>); bool(<int>); any(<bools>); all(<bools>); <equal>; <compared>; <contained>;
        not <collection>; <int> % 2 == 0; <int> not in (1, 2, 3); <subset>
        """
    ),
    "str": separated(
        """
        <str> + <str>; <str> + <letter>; <str>[<slice>]; <str>[::-1]; <str> * <tiny>; str(<int>); <str>.upper();
        <str>.replace(<letter>, <letter>); <letter>.join(<strs>); ''.join(<strs>); <str>.strip(<letter>);
        chr(97 + <int> % 26); <str> or <str>; min(<str>, <str>); ''.join(sorted(<str>)); <formatted>; 'XO'[<bool>];
        max(<strs>, default=<str>); ''.join(reversed(<str>))
        """
    ),
    "row": separated(
        """
        tuple(<items>); tuple(<items>); <same>[<slice>]; <same>[::-1]; (*<same>, <item>); <same> + <same>;
        (<item>,) + <same>; <same> * <tiny>; (<item>, <item>); (*<items>,); <replaced>; tuple(<sorted>);
        <same> or <same>
        """
    ),
    "list": separated(
        """
        list(<items>); [*<items>]; <same>[<slice>]; <same>[::-1]; <same> + [<item>]; <same> + <same>;
        [<item>] * <tiny>; [<item>, <item>]; list(reversed(<same>)); <sorted>; <sorted>; <listed>; <same>.copy();
        <same>[:]; <listed>
        """
    ),
    "set": separated(
        """
        set(<items>); <same> | <same>; <same> & <same>; <same> - <same>; <same> ^ <same>; {*<items>};
        <same> - {<item>}
        """
    ),
    "frozenset": separated(
        """
        frozenset(<items>); <same> | {<item>}; <same> & <same>; <same> - <same>; <same> ^ <same>; <same> | <same>
        """
    ),
    "dict": separated(
        """
        {**<same>, <key>: <value>}; <same> | <same>; dict(<same>); dict(zip(<keys>, <values>)); {<key>: <value>}
        """
    ),
    "enum": separated(
        """
        list(<class>)[<small> % len(<class>)]; <class>(<same>.value); <class>[<same>.name]
        """
    ),
    "named": separated(
        """
        <changed>; <class>(*<same>)
        """
    ),
}
"""Of expressions of each form. What stands in for `<item>` and the like, `filling` says."""

GROWS: Final = re.compile(r"\+|\*|join|replace|str\(|tuple\(|list\(|<formatted>|<listed>|<sorted>|copy")
"""Of templates of text and sequences: in a loop, what they make is cut short."""

MULTIPLIES: Final = re.compile(r"\* |<<|sum|reduce")


class Function(NamedTuple):
    """A function that programs can call."""

    name: str
    parameters: tuple[Type, ...]
    returns: Type
    steps: int
    yields: bool = False
    optional: bool = False
    recursive: bool = False
    """Its first parameter counts down."""
    logs: bool = False
    """It notes what becomes of its variables, in a list that it is given; the main function makes the list."""
    default: str = ""
    last: str = ""
    """Default and name of the last parameter."""
    shows: tuple[Type, ...] = ()
    """Of the main function: what it returns, all of which are variables."""

    @property
    def takes_log(self) -> bool:
        return self.logs and not self.shows


class Path(NamedTuple):
    """A way from a variable to a value inside of it, which is there if the guards are true."""

    text: str
    kind: Type
    guards: tuple[str, ...] = ()

    @property
    def guard(self) -> str:
        return " and ".join(self.guards)


def sure_parts(path: Path) -> Iterator[Path]:
    text, kind, guards = path
    if kind.form == "tuple":
        yield from (Path(f"{text}[{i}]", part, guards) for i, part in enumerate(kind.parts))
    if kind.form in ("named", "object"):
        yield from (Path(f"{text}.{name}", part, guards) for name, part in zip(kind.fields, kind.parts, strict=True))
    if kind.form == "enum":
        yield Path(f"{text}.name", STR, guards)
        yield Path(f"{text}.value", kind.parts[0], guards)


@dataclass(frozen=True)
class Scope:
    """What can be used at some place of a program."""

    variables: dict[str, Type]
    functions: tuple[Function, ...] = ()
    constants: dict[str, Type] = field(default_factory=dict[str, Type])
    """Of the module; never written on, and no other name for them is given."""
    kept: frozenset[str] = frozenset()
    """Variables that are not assigned to: counters of loops."""
    steady: tuple[Type, ...] = ()
    """Sets and dictionaries of these types are looped over, so nothing is added or removed."""
    loops: int = 0
    blocks: int = 0
    steps: int = 1
    """How often this place is reached, about."""
    daring: bool = False
    """Whether errors are caught here, so that many may happen."""

    def within(self, more: dict[str, Type], *, steady: Iterable[Type] = (), loops: int = 0) -> Scope:
        return replace(
            self,
            variables={**self.variables, **more},
            steady=(*self.steady, *steady),
            loops=self.loops + loops,
            steps=self.steps * TURNS**loops,
        )

    def without(self, kind: Type) -> Scope:
        """Without what holds values of this type."""
        kept = {name: known for name, known in self.variables.items() if not holds(known, kind)}
        return replace(self, variables=kept, functions=())


class Source(NamedTuple):
    """What a loop runs over: `for <target> in <text>`."""

    target: str
    text: str
    variables: dict[str, Type]
    steady: tuple[Type, ...] = ()


class Expressions:
    """Writes random expressions. `steps` adds up what the function being written costs."""

    def __init__(self, random: Random, classes: list[Type]) -> None:
        self.random = random
        self.classes = classes
        self.steps = 0
        self.names = 0
        self.types: list[Type] = []
        self.templates = {
            form: random.choices(templates, k=1 + len(templates) // 2) for form, templates in TEMPLATES.items()
        }
        """Some for each program, so that it uses them often."""

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def new_name(self, kind: Type) -> str:
        self.names += 1
        return f"{NAMES.get(kind.form, kind.form)}{self.names}"

    def choose_types(self) -> None:
        """A few for each program, so that it has several variables of each, and others that hold them."""
        chosen = [random_type(self.random, self.classes) for _ in range(5)]
        self.types = [INT, INT, BOOL, STR, *chosen, *(part for kind in chosen for part in kind.parts), *self.classes]

    def some_type(self, *, constant: bool = False, plain: bool = False) -> Type:
        """If `plain`, without objects that can be written on."""
        objects = [kind for kind in self.classes if kind.form == "object"]
        types = [kind for kind in self.types if not plain or not any(holds(kind, each) for each in objects)]
        return self.random.choice([kind for kind in types if not constant or is_constant(kind)])

    # --- an expression of any type ------------------------------------------------------------------------------------

    def expression(self, kind: Type, scope: Scope, depth: int = 2) -> str:
        if depth <= 0 or self.chance(0.2):
            return self.leaf(kind, scope)
        makers = [self.conditional, self.reached, self.called, self.comprehended]
        makers += [self.from_template] * 6 * (kind.form in self.templates)
        for _ in range(4):
            if (text := self.random.choice(makers)(kind, scope, depth - 1)) is not None:
                return f"({text})"
        return self.literal(kind, scope, depth - 1)

    def leaf(self, kind: Type, scope: Scope) -> str:
        """A variable, a part of one, or a literal."""
        near = [path.text for path in self.paths(scope, depth=1) if path.kind == kind]
        if near and self.chance(0.8):
            return self.random.choice(near[-3:] if self.chance(0.5) else near)
        return self.near_test(scope) if kind == BOOL and scope.variables else self.literal(kind, scope, 0)

    def near_test(self, scope: Scope) -> str:
        """A short condition; True and False would decide too much beforehand."""
        path = self.random.choice([*self.paths(scope, depth=1)])
        match path.kind.form:
            case "int":
                return f"({path.text} {self.random.choice(('> 2', '< 3', '% 2 == 0', '== 0', '!= 1'))})"
            case "enum":
                sign = self.random.choice(("is", "is not", "==", "!="))
                return f"({path.text} {sign} {self.literal(path.kind, scope, 0)})"
            case "tuple":
                return f"({path.text} != {self.literal(path.kind, scope, 0)})"
            case form if form in (*COLLECTIONS, "str"):
                return f"(len({path.text}) {self.random.choice(('> 0', '> 1', '< 3', '% 2 == 1'))})"
            case _:
                return self.random.choice(("True", "False"))

    def literal(self, kind: Type, scope: Scope, depth: int, least: int = 0) -> str:
        """Of a collection, with at least so many elements."""

        def some(part: Type) -> str:
            return self.expression(part, scope, depth)

        match kind.form:
            case "int":
                numbers = LARGE if self.chance(0.01) else (*SMALL, self.random.randint(-50, 100))
                return str(self.random.choice(numbers))
            case "bool":
                return self.random.choice(("True", "False"))
            case "str":
                return repr("".join(self.random.choices(LETTERS, k=self.random.randint(0, 4))))
            case "enum":
                return f"{kind}.{self.random.choice(kind.fields)}"
            case "tuple":
                return f"({', '.join(map(some, kind.parts))})"
            case "named" | "object":
                return f"{kind}({', '.join(map(some, kind.parts))})"
            case "dict":
                key, value = kind.parts
                return f"{{{', '.join(f'{some(key)}: {some(value)}' for _ in range(self.random.randint(least, 3)))}}}"
            case _:
                return self.collection(kind, [some(kind.parts[0]) for _ in range(self.random.randint(least, 4))])

    def collection(self, kind: Type, items: list[str]) -> str:
        text = ", ".join(items)
        match kind.form:
            case "row":
                return f"({text},)" if items else "()"
            case "list":
                return f"[{text}]"
            case "set":
                return f"{{{text}}}" if items else "set()"
            case _:
                return f"frozenset({{{text}}})" if items else "frozenset()"

    # --- ways to make one ---------------------------------------------------------------------------------------------

    def from_template(self, kind: Type, scope: Scope, depth: int) -> str | None:
        template = self.random.choice(self.templates[kind.form])
        holes: list[str] = re.findall(r"<(\w+)>", template)
        fillings = [self.filling(hole, kind, scope, depth) for hole in holes]
        found = iter([filling for filling in fillings if filling is not None])
        if None in fillings:
            return None
        text = re.sub(r"<(\w+)>", lambda hole: next(found) if hole[1] == "slice" else f"({next(found)})", template)
        if scope.loops and kind.form in ("str", *SEQUENCES) and GROWS.search(template):
            return f"({text})[:{TURNS}]"
        return f"({text}) % 1009" if scope.loops and kind == INT and MULTIPLIES.search(template) else text

    def conditional(self, kind: Type, scope: Scope, depth: int) -> str:
        test = self.expression(BOOL, scope, depth)
        return f"{self.expression(kind, scope, depth)} if {test} else {self.expression(kind, scope, depth)}"

    def reached(self, kind: Type, scope: Scope, depth: int) -> str | None:
        """A part of a variable; mostly tested to be there."""
        found = [path for path in self.paths(scope, depth=3, guarded=True) if path.kind == kind]
        if not found:
            return None
        path = self.random.choice(found)
        if not path.guards or self.chance(0.3 if scope.daring else 0.12):
            return path.text
        return f"{path.text} if {path.guard} else {self.expression(kind, scope, depth - 1)}"

    def called(self, kind: Type, scope: Scope, depth: int) -> str | None:
        possible = [f for f in scope.functions if f.returns == kind and not f.yields and not f.optional]
        call = self.call(self.random.choice(possible), scope, depth) if possible else None
        if call is None or not scope.loops:
            return call
        if kind.form in ("str", *SEQUENCES) and all(part in (INT, BOOL) for part in kind.parts):
            return f"{call}[:{TURNS}]"
        return f"{call} % 1009" if kind == INT else call if kind.form in ("bool", "enum") else None

    def call(self, function: Function, scope: Scope, depth: int) -> str | None:
        """None if it costs too much, or might write on what is looped over."""
        changed = [part for part in function.parameters if any(holds(part, kind) for kind in scope.steady)]
        if scope.steps * function.steps > MOST_STEPS or changed:
            return None
        self.steps += scope.steps * function.steps
        arguments = [self.expression(part, scope, min(depth, 1)) for part in function.parameters]
        if function.recursive:
            arguments[0] = f"{arguments[0]} % 4"
        if function.default and self.chance(0.6):
            arguments[-1:] = [f"{function.last}={arguments[-1]}"] if self.chance(0.5) else []
        arguments = [*["log"] * function.logs, *arguments]
        return f"{function.name}({', '.join(arguments)})"

    def comprehended(self, kind: Type, scope: Scope, depth: int) -> str | None:
        if kind.form == "dict":
            key, value = kind.parts
            header, inner = self.clauses(scope, depth)
            return f"{{{self.expression(key, inner, depth)}: {self.expression(value, inner, depth)} {header}}}"
        if kind.form in ("list", "set"):
            generated = self.generated(kind.parts[0], scope, depth)
            return f"[{generated}]" if kind.form == "list" else f"{{{generated}}}"
        return None

    def generated(self, item: Type, scope: Scope, depth: int) -> str:
        """The inside of a comprehension."""
        header, inner = self.clauses(scope, depth)
        return f"{self.expression(item, inner, depth)} {header}"

    def clauses(self, scope: Scope, depth: int) -> tuple[str, Scope]:
        """One `for` or two, with conditions."""
        clauses: list[str] = []
        for _ in range(2 if self.chance(0.15) and scope.steps < TURNS**2 else 1):
            source = self.source(scope, depth)
            scope = scope.within(source.variables, steady=source.steady, loops=1)
            clauses.append(f"for {source.target} in {source.text}")
            if self.chance(0.3):
                clauses.append(f"if {self.expression(BOOL, scope, 1)}")
        self.steps += scope.steps
        return " ".join(clauses), scope

    # --- what is in reach ---------------------------------------------------------------------------------------------

    def paths(self, scope: Scope, *, depth: int, guarded: bool = False) -> Iterator[Path]:
        for name, kind in scope.variables.items():
            yield from self.paths_from(Path(name, kind), scope, depth, guarded=guarded)
        for name, kind in scope.constants.items():
            parts = self.paths_from(Path(name, kind), scope, depth, guarded=guarded)
            yield from (path for path in parts if is_constant(path.kind))

    def paths_from(self, path: Path, scope: Scope, depth: int, *, guarded: bool = True) -> Iterator[Path]:
        """If `guarded`, also the parts of collections, which may be missing."""
        yield path
        if depth > 0:
            parts = itertools.chain(sure_parts(path), self.guarded_parts(path, scope) if guarded else ())
            yield from (inner for part in parts for inner in self.paths_from(part, scope, depth - 1, guarded=guarded))

    def guarded_parts(self, path: Path, scope: Scope) -> Iterator[Path]:
        text, kind, guards = path
        if kind.form in SEQUENCES:
            index = self.random.choice(("0", "-1", "1", f"{self.near(INT, scope)} % len({text})"))
            guard = f"len({text}) > 1" if index == "1" else text
            yield Path(f"{text}[{index}]", kind.parts[0], (*guards, guard))
        if kind.form == "dict":
            key = self.near(kind.parts[0], scope)
            yield Path(f"{text}[{key}]", kind.parts[1], (*guards, f"{key} in {text}"))

    def near(self, kind: Type, scope: Scope) -> str:
        """A variable or a short literal."""
        names = [name for name, known in scope.variables.items() if known == kind]
        return self.random.choice(names) if names and self.chance(0.7) else self.literal(kind, Scope({}), 0)

    def variable(
        self, scope: Scope, accepted: Callable[[Type], bool], *, constants: bool = True
    ) -> tuple[str, Type] | None:
        known = scope.variables | scope.constants if constants else scope.variables
        found = [(name, kind) for name, kind in known.items() if accepted(kind)]
        return self.random.choice(found) if found else None

    # --- what loops run over ------------------------------------------------------------------------------------------

    def source(self, scope: Scope, depth: int) -> Source:
        makers = [self.over_variable] * 6 + [self.over_range, self.over_pairs, self.over_generator, self.over_members]
        for _ in range(3):
            if (source := self.random.choice(makers)(scope, depth)) is not None:
                return source
        return self.over_range(scope, depth)

    def over_range(self, scope: Scope, depth: int) -> Source:
        n = self.new_name(INT)
        small = f"({self.expression(INT, scope, depth)}) % {TURNS}"
        forms = (
            f"range({small})",
            f"range({self.random.randint(2, TURNS)})",
            f"range({small}, -1, -1)",
            f"range(1, {small}, 2)",
        )
        return Source(n, self.random.choice(forms), {n: INT})

    def over_variable(self, scope: Scope, depth: int) -> Source | None:
        found = self.variable(scope, lambda kind: kind.form in (*COLLECTIONS, "str"))
        if found is None:
            return None
        name, kind = found
        if kind.form == "dict":
            return self.over_dictionary(name, kind)
        item = STR if kind == STR else kind.parts[0]
        if kind.form in SETS and (not is_hashed_alike(item) or self.chance(0.6)):
            return self.over_item(f"sorted({name})", item) if is_ordered(item) else None
        if kind.form in SETS:
            return self.over_item(name, item)._replace(steady=(kind,))
        forms = [name, name, name, f"reversed({name})", f"{name}[1:]"]
        if self.chance(0.25):
            n, source = self.new_name(INT), self.over_item(name, item)
            start = self.random.choice(("", ", 1", f", {self.near(INT, scope)}"))
            target = f"({source.target})" if "," in source.target else source.target
            return Source(f"{n}, {target}", f"enumerate({name}{start})", {n: INT, **source.variables})
        return self.over_item(self.random.choice(forms + [f"sorted({name})"] * is_ordered(item)), item)

    def over_dictionary(self, name: str, kind: Type) -> Source:
        key, value = kind.parts
        match self.random.randrange(4):
            case 0:
                return self.over_item(name, key)._replace(steady=(kind,))
            case 1:
                return self.over_item(f"{name}.values()", value)._replace(steady=(kind,))
            case 2:
                return self.over_item(f"list({name})", key)
            case _:
                k, v = self.new_name(key), self.new_name(value)
                return Source(f"{k}, {v}", f"{name}.items()", {k: key, v: value}, (kind,))

    def over_item(self, text: str, item: Type) -> Source:
        """Pairs are mostly taken apart."""
        if item.form == "tuple" and self.chance(0.7):
            variables = {self.new_name(part): part for part in item.parts}
            return Source(", ".join(variables), text, variables)
        name = self.new_name(item)
        return Source(name, text, {name: item})

    def over_pairs(self, scope: Scope, depth: int) -> Source | None:
        """Two sequences at once, or the neighbours in one."""
        first = self.variable(scope, lambda kind: kind.form in (*SEQUENCES, "str"))
        second = self.variable(scope, lambda kind: kind.form in (*SEQUENCES, "str"))
        if first is None or second is None:
            return None
        a, b = (STR if kind == STR else kind.parts[0] for _, kind in (first, second))
        if self.chance(0.3):
            return self.over_item(f"pairwise({first[0]})", pair_of(a, a))
        if is_constant(a) and self.chance(0.2):
            return self.over_item(f"combinations({first[0]}[:4], 2)", pair_of(a, a))
        return self.over_item(f"zip({first[0]}, {second[0]})", pair_of(a, b))

    def over_generator(self, scope: Scope, depth: int) -> Source | None:
        possible = [function for function in scope.functions if function.yields]
        if not possible:
            return None
        function = self.random.choice(possible)
        call = self.call(function, scope, depth)
        return None if call is None else self.over_item(call, function.returns)

    def over_members(self, scope: Scope, depth: int) -> Source | None:
        enums = [kind for kind in self.classes if kind.form == "enum"]
        return self.over_item(str(enums[0]), enums[0]) if enums else None

    # --- what templates have holes for --------------------------------------------------------------------------------

    def filling(self, hole: str, kind: Type, scope: Scope, depth: int) -> str | None:
        """None if there is nothing for it."""
        match hole:
            case "int" | "bool" | "str":
                return self.expression(Type(hole), scope, depth)
            case "same":
                return self.expression(kind, scope, depth)
            case "item" | "key":
                return self.expression(kind.parts[0], scope, depth)
            case "value":
                return self.expression(kind.parts[1], scope, depth)
            case "ints" | "bools" | "strs":
                return self.items({"ints": INT, "bools": BOOL, "strs": STR}[hole], scope, depth)
            case "items" | "keys":
                return self.items(kind.parts[0], scope, depth)
            case "values":
                return self.items(kind.parts[1], scope, depth)
            case "class":
                return str(kind)
            case _:
                return getattr(self, f"hole_{hole}")(kind, scope, depth)

    def other_items(self, kind: Type, scope: Scope) -> str:
        """Something to add to a collection; no collection is read while it grows."""
        return self.items(kind.parts[0], scope.without(kind), 1)

    def items(self, item: Type, scope: Scope, depth: int) -> str:
        """Something to run over."""
        found = self.variable(scope, lambda kind: kind.form in SEQUENCES and kind.parts[0] == item)
        if found and self.chance(0.5):
            return found[0]
        if depth > 0 and scope.steps < TURNS**3:
            return f"({self.generated(item, scope, depth - 1)})"
        return self.literal(self.random.choice((list_of(item), row_of(item))), scope, 0, least=1)

    def hole_small(self, kind: Type, scope: Scope, depth: int) -> str:
        return str(self.random.randrange(5)) if self.chance(0.5) else f"({self.expression(INT, scope, depth)}) % 5"

    def hole_tiny(self, kind: Type, scope: Scope, depth: int) -> str:
        return f"({self.expression(INT, scope, depth)}) % 3"

    def hole_divisor(self, kind: Type, scope: Scope, depth: int) -> str:
        if self.chance(0.2 if scope.daring else 0.08):
            return self.expression(INT, scope, depth)
        return self.random.choice(("2", "3", "7", "-3", "10", f"(abs({self.expression(INT, scope, depth)}) + 1)"))

    def hole_letter(self, kind: Type, scope: Scope, depth: int) -> str:
        return repr(self.random.choice(LETTERS))

    def hole_slice(self, kind: Type, scope: Scope, depth: int) -> str:
        start, end = (self.random.choice(("", "1", "-1", self.near(INT, scope))) for _ in range(2))
        return f"{start}:{end}" + self.random.choice(("", "", "", ":2", ":-1"))

    def hole_collection(self, kind: Type, scope: Scope, depth: int) -> str | None:
        found = self.variable(scope, lambda kind: kind.form in COLLECTIONS)
        return None if found is None else found[0]

    def hole_formatted(self, kind: Type, scope: Scope, depth: int) -> str | None:
        parts = [self.variable(scope, lambda kind: kind in (INT, STR, BOOL)) for _ in range(2)]
        text = self.random.choice("-: ").join(f"{{{part[0]}}}" for part in parts if part)
        return f"f'{text}'" if text else None

    def hole_equal(self, kind: Type, scope: Scope, depth: int) -> str | None:
        found = self.variable(scope, lambda kind: kind.form != "object" and is_constant(kind))
        return found and f"{found[0]} {self.random.choice(('==', '!='))} {self.expression(found[1], scope, depth)}"

    def hole_compared(self, kind: Type, scope: Scope, depth: int) -> str | None:
        found = self.variable(scope, lambda kind: kind.form in ("tuple", "row", "list", "named") and is_ordered(kind))
        sign = self.random.choice(("<", "<=", ">", ">="))
        return found and f"{found[0]} {sign} {self.expression(found[1], scope, depth)}"

    def hole_contained(self, kind: Type, scope: Scope, depth: int) -> str | None:
        found = self.variable(scope, lambda kind: kind.form in COLLECTIONS)
        word = self.random.choice(("in", "not in"))
        return found and f"{self.expression(found[1].parts[0], scope, depth)} {word} {found[0]}"

    def hole_subset(self, kind: Type, scope: Scope, depth: int) -> str | None:
        found = self.variable(scope, lambda kind: kind.form in SETS)
        return found and f"{found[0]} {self.random.choice(('<=', '<', '>='))} {self.expression(found[1], scope, depth)}"

    def hole_replaced(self, kind: Type, scope: Scope, depth: int) -> str | None:
        """A tuple with one element changed."""
        found = self.variable(scope, lambda known: known == kind)
        index = self.hole_small(kind, scope, 0)
        item = self.expression(kind.parts[0], scope, depth)
        return found and f"{found[0]}[:{index}] + ({item},) + {found[0]}[{index} + 1:]"

    def hole_changed(self, kind: Type, scope: Scope, depth: int) -> str:
        """A named tuple with one field changed."""
        i = self.random.randrange(len(kind.fields))
        value = self.expression(kind.parts[i], scope, depth)
        return f"{self.expression(kind, scope, depth)}._replace({kind.fields[i]}={value})"

    def hole_sorted(self, kind: Type, scope: Scope, depth: int) -> str | None:
        item = kind.parts[0]
        found = self.variable(scope, lambda known: known.form in SEQUENCES and known.parts[0] == item)
        if found is None or not is_constant(item):
            return None
        name = self.new_name(item)
        key = f", key=lambda {name}: {self.expression(INT, scope.within({name: item}, loops=1), 1)}"
        reverse = self.random.choice(("", ", reverse=True"))
        return f"sorted({found[0]}{reverse if is_ordered(item) and self.chance(0.6) else key + reverse})"

    def hole_listed(self, kind: Type, scope: Scope, depth: int) -> str | None:
        """What else becomes a list: of a set in order, of a dictionary, of text, of a generator."""
        item = kind.parts[0]
        texts: list[str] = []
        for name, known in (scope.variables | scope.constants).items():
            if known.form in SETS and known.parts[0] == item:
                texts += [f"sorted({name})"] * is_ordered(item) + [f"list({name})"] * is_hashed_alike(item)
            if known.form == "dict":
                key, value = known.parts
                texts += [f"list({name})"] * (key == item)
                texts += [f"list({name}.values())"] * (value == item and is_constant(value))
                texts += [f"list({name}.items())"] * (pair_of(key, value) == item and is_constant(value))
            if known == STR and item == STR:
                texts += [f"list({name})", f"{name}.split({self.random.choice(LETTERS)!r})"]
            if known.form in SEQUENCES and item == INT:
                texts.append(f"list(range(len({name})))")
            if known.form in SEQUENCES and known.parts[0] == INT == item:
                texts += [f"list(accumulate({name}))", f"list(map(lambda n: n * 2 - 1, {name}))"]
        calls = [self.call(f, scope, depth) for f in scope.functions if f.yields and f.returns == item]
        texts += [f"list({call})" for call in calls if call]
        return self.random.choice(texts) if texts else None
