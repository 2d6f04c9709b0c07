"""Random statements and functions, for `programs.py`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

from tests.compiler.expressions import TURNS, Expressions, Function, Path, Scope, sure_parts
from tests.compiler.types_of_programs import (
    BOOL,
    INT,
    SEQUENCES,
    SETS,
    STR,
    WRITABLE,
    Type,
    holds,
    is_constant,
    is_hashed_alike,
    is_ordered,
)

Lines = list[str]


def indented(lines: Lines) -> Lines:
    return ["    " + line for line in lines or ["pass"]]


class Statements(Expressions):
    """Writes random statements, and functions made of them."""

    def __init__(self, random: Random, classes: list[Type]) -> None:
        super().__init__(random, classes)
        self.function = Function("", (), INT, 0)
        """The one being written."""
        self.digest = "digest"
        """The function that makes one number of a list of numbers."""

    # --- functions ----------------------------------------------------------------------------------------------------

    def written_function(self, function: Function, scope: Scope, length: int) -> tuple[Function, Lines]:
        """A function like this one, with so many random statements, and what it costs."""
        self.function, self.steps = function, 1
        scope = replace(scope, functions=tuple(known for known in scope.functions if function.logs or not known.logs))
        parameters = {self.new_name(kind): kind for kind in function.parameters}
        scope = replace(scope.within(parameters), kept=frozenset([*parameters][: function.recursive]))
        annotations = ["log: list[int]"] * function.takes_log + [f"{name}: {kind}" for name, kind in parameters.items()]
        annotations[-1] += f" = {function.default}" * bool(function.default)
        returns = (
            f"Iterator[{function.returns}]" if function.yields else f"{function.returns}{' | None' * function.optional}"
        )
        body = [f"if {next(iter(parameters))} <= 0:", *indented([self.returned(scope)])] if function.recursive else []
        body += ["log: list[int] = []"] * (function.shows != ())
        for kind in function.shows:
            more, scope = self.new_variable(scope, kind)
            body += more
        more, scope = self.block(scope, length)
        body += more + self.ending(scope, [*parameters])
        steps = self.steps * (TURNS if function.recursive or function.yields else 1)
        function = function._replace(steps=steps, last=[*parameters][-1])
        return function, [f"def {function.name}({', '.join(annotations)}) -> {returns}:", *indented(body)]

    def ending(self, scope: Scope, parameters: list[str]) -> Lines:
        function = self.function
        if function.shows:
            names = self.random.sample([*scope.variables], min(8, len(scope.variables)))
            numbers = [self.number(name, scope.variables[name]) for name in names]
            return [*(f"log.append({number})" for number in numbers), self.returned(scope)]
        if function.yields:
            return [f"yield {self.expression(function.returns, scope)}"]
        if function.optional and self.chance(0.5):
            return ["return None"]
        if not function.recursive or function.returns not in (INT, BOOL, STR):
            return [self.returned(scope)]
        arguments = [
            *["log"] * function.takes_log,
            f"{parameters[0]} - 1",
            *(self.expression(kind, scope, 1) for kind in function.parameters[1:]),
        ]
        again = f"{function.name}({', '.join(arguments)})"
        join = {"int": "(<a> + <b>) % 997", "bool": "<a> != <b>", "str": "(<a> + <b>)[:9]"}[function.returns.name]
        more = f"({self.expression(function.returns, scope, 1)})"
        return ["return " + join.replace("<a>", again).replace("<b>", more)]

    def returned(self, scope: Scope) -> str:
        """The main function returns variables rather than anything else, so that its result shows what has happened."""
        if not self.function.shows:
            return f"return {self.expression(self.function.returns, scope, 2)}"
        return f"return (log, {', '.join(self.shown(kind, scope) for kind in self.function.shows)})"

    def shown(self, kind: Type, scope: Scope) -> str:
        names = [name for name, known in scope.variables.items() if known == kind]
        return self.random.choice(names) if names and self.chance(0.9) else self.expression(kind, scope, 2)

    # --- statements ---------------------------------------------------------------------------------------------------

    def block(self, scope: Scope, length: int) -> tuple[Lines, Scope]:
        """So many statements, and what is known after them."""
        lines: Lines = []
        for _ in range(length):
            more, scope = self.statement(scope)
            lines += more
            if self.function.logs and self.chance(0.4):
                lines += self.logged(scope)
        return lines, scope

    def logged(self, scope: Scope) -> Lines:
        """What has become of a variable is noted, mostly of one of the newest."""
        if not scope.variables:
            return []
        name, kind = self.random.choice([*scope.variables.items()][-4:])
        return [f"log.append({self.number(name, kind)})"]

    def number(self, text: str, kind: Type) -> str:
        """A number that depends on all of a value, and on its order."""
        match kind.form:
            case "int":
                return text
            case "bool":
                return f"int({text})"
            case "str":
                return f"{self.digest}([ord(letter) for letter in {text}])"
            case "enum":
                return f"list({kind}).index({text})"
            case "tuple" | "named" | "object":
                parts = sure_parts(Path(text, kind))
                return f"{self.digest}([{', '.join(self.number(part.text, part.kind) for part in parts)}])"
            case "dict":
                key, value = (self.new_name(part) for part in kind.parts)
                number = f"31 * {self.number(key, kind.parts[0])} + {self.number(value, kind.parts[1])}"
                return f"{self.digest}([{number} for {key}, {value} in {text}.items()])"
            case _:
                return self.number_of_collection(text, kind)

    def number_of_collection(self, text: str, kind: Type) -> str:
        """Of a set, in its order or in that of its elements, if there is one."""
        item = kind.parts[0]
        if kind.form in SETS and (not is_hashed_alike(item) or self.chance(0.5)):
            if not is_ordered(item):
                return f"len({text})"
            text = f"sorted({text})"
        name = self.new_name(item)
        return f"{self.digest}([{self.number(name, item)} for {name} in {text}])"

    def inner(self, scope: Scope, length: int = 3) -> Lines:
        return indented(self.block(replace(scope, blocks=scope.blocks + 1), self.random.randint(1, length))[0])

    def statement(self, scope: Scope) -> tuple[Lines, Scope]:
        simple: list[Callable[[Scope], tuple[Lines, Scope] | None]] = [
            *[self.new_variable] * 4,
            *[self.assigned, self.written_on, self.written_on] * self.random.choice((2, 4)),
            *[self.augmented, self.alias] * 2,
            *(self.unpacked, self.swapped, self.optional_call, self.leaves, self.walrus, self.checked),
        ]
        nested = [*[self.tested] * 4, *[self.loop] * 5, self.counted, self.caught, self.matched, self.inner_function]
        yields = [self.yielded] * 8 if self.function.yields else []
        while True:
            deep = scope.steps >= TURNS**2 or scope.blocks > 2 or self.steps > 400
            made = self.random.choice([*simple, *yields] if deep else [*simple, *yields, *nested])(scope)
            if made is not None:
                self.steps += scope.steps
                return made

    def new_variable(self, scope: Scope, kind: Type | None = None) -> tuple[Lines, Scope]:
        kind = kind or self.some_type()
        name = self.new_name(kind)
        empty = {"list": "[]", "dict": "{}", "set": "set()", "row": "()"}.get(kind.form)
        if empty and self.chance(0.2):
            return [f"{name}: {kind} = {empty}"], scope.within({name: kind})
        annotation = f": {kind}" if self.chance(0.4) else ""
        text = self.expression(kind, scope, self.random.randint(1, 3))
        return [f"{name}{annotation} = {text}"], scope.within({name: kind})

    def assigned(self, scope: Scope) -> tuple[Lines, Scope] | None:
        found = self.assignable(scope, lambda _: True)
        if found is None:
            return None
        text = self.expression(found[1], scope, 2)
        if text == found[0]:
            return None
        return [f"{found[0]} = {self.kept_small(found[1], text, scope)}"], scope

    def assignable(self, scope: Scope, accepted: Callable[[Type], bool]) -> tuple[str, Type] | None:
        free = {
            name: kind for name, kind in scope.variables.items() if name not in scope.kept and kind not in scope.steady
        }
        found = [(name, kind) for name, kind in free.items() if accepted(kind)]
        return self.random.choice(found) if found else None

    def kept_small(self, kind: Type, text: str, scope: Scope) -> str:
        small = scope.loops and kind == INT and self.chance(0.6)
        return f"({text}) {self.random.choice(('% 1000', '& 255'))}" if small else text

    def augmented(self, scope: Scope) -> tuple[Lines, Scope] | None:
        found = self.assignable(scope, lambda kind: kind.form in ("int", "str", "row", "list", "set", "frozenset"))
        if found is None:
            return None
        name, kind = found
        match kind.form:
            case "int":
                operator = self.random.choice(("+=", "+=", "-=", "*=", "//=", "%=", "^=", "|=", "&=", "<<=", ">>="))
                divides = operator in ("//=", "%=")
                number = self.hole_divisor(kind, scope, 1) if divides else f"({self.expression(INT, scope)}) % 7"
                lines = [f"{name} {operator} {number}"]
                return lines + [f"{name} %= 1000"] * (operator in ("*=", "<<=") and scope.loops > 0), scope
            case "set" | "frozenset":
                return [f"{name} {self.random.choice(('|=', '&=', '-=', '^='))} {self.expression(kind, scope)}"], scope
            case _:
                return self.if_short(name, f"{name} += {self.expression(kind, scope)}"), scope

    def if_short(self, name: str, line: str) -> Lines:
        return [f"if len({name}) < 8:", "    " + line]

    def unpacked(self, scope: Scope) -> tuple[Lines, Scope] | None:
        found = self.variable(scope, lambda kind: kind.form in ("tuple", "named", *SEQUENCES), constants=False)
        if found is None:
            return None
        name, kind = found
        if kind.form in ("tuple", "named"):
            variables = {self.new_name(part): part for part in kind.parts}
            return [f"{', '.join(variables)} = {name}"], scope.within(variables)
        first, rest = self.new_name(kind.parts[0]), self.new_name(Type("list", kind.parts))
        variables = {first: kind.parts[0], rest: Type("list", kind.parts)}
        target = self.random.choice((f"{first}, *{rest}", f"*{rest}, {first}"))
        lines = [f"if {name}:", f"    {target} = {name}", "else:"]
        lines += [
            f"    {first} = {self.literal(kind.parts[0], scope, 0)}",
            f"    {rest} = {self.expression(variables[rest], scope, 1)}",
        ]
        return ([f"{target} = {name}"] if self.chance(0.05) else lines), scope.within(variables)

    def swapped(self, scope: Scope) -> tuple[Lines, Scope] | None:
        first = self.assignable(scope, lambda _: True)
        if first is None:
            return None
        second = self.assignable(scope, lambda kind: kind == first[1])
        if second is None or second == first:
            return None
        return [f"{first[0]}, {second[0]} = {second[0]}, {self.expression(first[1], scope, 1)}"], scope

    def alias(self, scope: Scope) -> tuple[Lines, Scope] | None:
        """A second name for something that can be written on; or a copy."""
        found = self.variable(scope, lambda kind: kind.form in WRITABLE, constants=False)
        if found is None:
            return None
        name, kind = found
        same = self.new_name(kind)
        copies = {"list": ("[:]", ".copy()"), "set": (".copy()",), "dict": (".copy()",)}.get(kind.form, ("",))
        lines = [f"{same} = {name}{self.random.choice(copies) if self.chance(0.3) else ''}"]
        known = scope.within({same: kind})
        if not any(holds(kind, steady) for steady in scope.steady):
            lines += getattr(self, f"written_{kind.form}")(self.random.choice((name, same)), kind, known)
        return lines, known

    def optional_call(self, scope: Scope) -> tuple[Lines, Scope] | None:
        possible = [function for function in scope.functions if function.optional]
        call = self.call(self.random.choice(possible), scope, 1) if possible else None
        if call is None:
            return None
        kind = next(function.returns for function in possible if call.startswith(function.name + "("))
        found, name = self.new_name(kind), self.new_name(kind)
        default = self.expression(kind, scope, 1)
        known = scope.within({name: kind})
        if self.chance(0.5):
            return [f"{found} = {call}", f"{name} = {default} if {found} is None else {found}"], known
        lines = [
            f"{found} = {call}",
            f"if {found} is not None:",
            f"    {name} = {found}",
            "else:",
            f"    {name} = {default}",
        ]
        return lines, known

    def walrus(self, scope: Scope) -> tuple[Lines, Scope]:
        name = self.new_name(INT)
        inner = scope.within({name: INT})
        test = f"if ({name} := {self.expression(INT, scope)}) > {self.hole_small(INT, scope, 1)}:"
        return [test, *self.inner(inner, 2)], inner

    def leaves(self, scope: Scope) -> tuple[Lines, Scope] | None:
        """Returns early, or leaves a loop."""
        test = f"if {self.expression(BOOL, scope)}:"
        if scope.loops and self.chance(0.7):
            return [test, "    " + self.random.choice(("break", "continue"))], scope
        if self.chance(0.6):
            return None
        if self.function.yields:
            return [test, "    return"], scope
        nothing = self.function.optional and self.chance(0.5)
        return [test, "    return None" if nothing else "    " + self.returned(scope)], scope

    def checked(self, scope: Scope) -> tuple[Lines, Scope] | None:
        """Something that raises, seldom or where it is caught."""
        test = self.expression(BOOL, scope)
        if scope.daring and self.chance(0.7):
            return [f"if {test}:", "    raise ValueError"], scope
        if self.chance(0.1):
            return self.random.choice(([f"assert {test}"], [f"if {test}:", "    raise ValueError"])), scope
        return None

    def yielded(self, scope: Scope) -> tuple[Lines, Scope] | None:
        if scope.steps > TURNS:
            return None
        return [f"yield {self.expression(self.function.returns, scope)}"], scope

    # --- writing on things --------------------------------------------------------------------------------------------

    def written_on(self, scope: Scope) -> tuple[Lines, Scope] | None:
        paths = [
            path
            for name, kind in scope.variables.items()
            for path in self.paths_from(Path(name, kind), scope, 2)
            if path.kind.form in WRITABLE and not any(holds(path.kind, steady) for steady in scope.steady)
        ]
        if not paths:
            return None
        path = self.random.choice(paths)
        lines = getattr(self, f"written_{path.kind.form}")(path.text, path.kind, scope)
        return ([f"if {path.guard}:", *indented(lines)] if path.guards else lines), scope

    def written_list(self, name: str, kind: Type, scope: Scope) -> Lines:
        item = kind.parts[0]
        value, index = self.expression(item, scope), self.near(INT, scope)
        grown = [f"{name}.append({value})", f"{name}.append({value})", f"{name}.insert({index}, {value})"]
        grown += [f"{name}.extend({self.other_items(kind, scope)})"]
        grown += [f"{name} += {self.expression(kind, scope)}"] * name.isidentifier()
        shrunk = [f"{name}.pop()", f"{name}.pop(0)", f"{name}[{index} % len({name})] = {value}", f"del {name}[0]"]
        shrunk += [f"{name}[-1] = {value}", f"{name}[0], {name}[-1] = {name}[-1], {name}[0]"]
        shrunk += [f"{name}[{index} % len({name})] += {self.hole_small(INT, scope, 1)}"] * (item == INT)
        free = [f"{name}.reverse()", f"del {name}[{self.hole_slice(INT, scope, 0).split(':')[0]}:]"]
        free += [f"{name}[1:2] = {self.expression(kind, scope, 1)}[:2]"]
        free += [f"{name}.sort({self.random.choice(('', 'reverse=True'))})"] * is_ordered(item)
        match self.random.randrange(9):
            case 0 | 1 | 2 | 3:
                return self.if_short(name, self.random.choice(grown))
            case 4 | 5 | 6:
                line = self.random.choice(shrunk)
                return [line] if self.chance(0.3 if scope.daring else 0.06) else [f"if {name}:", "    " + line]
            case 7 if is_constant(item):
                removed = f"{name}.remove({self.near(item, scope)})"
                return [f"if {removed[len(name) + 8 : -1]} in {name}:", "    " + removed]
            case _:
                return [self.random.choice(free)]

    def written_set(self, name: str, kind: Type, scope: Scope) -> Lines:
        item = kind.parts[0]
        value = self.expression(item, scope)
        lines = [
            f"{name}.add({value})",
            f"{name}.add({value})",
            f"{name}.discard({value})",
            f"{name}.update({self.other_items(kind, scope)})",
        ]
        if is_hashed_alike(item) and self.chance(0.2):
            taken = self.new_name(item)
            return [f"if {name}:", f"    {taken} = {name}.pop()", f"    {name}.add({taken})"]
        if self.chance(0.15):
            line = f"{name}.remove({self.near(item, scope)})"
            return [f"if {line[len(name) + 8 : -1]} in {name}:", "    " + line] if not scope.daring else [line]
        return [self.random.choice(lines)]

    def written_dict(self, name: str, kind: Type, scope: Scope) -> Lines:
        key, value = (self.expression(part, scope) for part in kind.parts)
        near = self.near(kind.parts[0], scope)
        sure = [f"{name}[{key}] = {value}", f"{name}[{near}] = {value}", f"{name}.setdefault({key}, {value})"]
        sure += [f"{name}.pop({near}, {value})", f"{name}.update({self.expression(kind, scope, 1)})"]
        if kind.parts[1] == INT:
            sure += [f"{name}[{near}] = {name}.get({near}, 0) + 1"] * 3
        if kind.parts[1].form == "list":
            sure += [f"{name}.setdefault({near}, []).append({self.expression(kind.parts[1].parts[0], scope)})"] * 3
        guarded = [f"del {name}[{near}]", f"{name}.pop({near})", f"{name}[{near}] = {value}"]
        guarded += [f"{name}[{near}] += {self.hole_small(INT, scope, 1)}"] * (kind.parts[1] == INT)
        if self.chance(0.7):
            return [self.random.choice(sure)]
        line = self.random.choice(guarded)
        return [line] if self.chance(0.5 if scope.daring else 0.05) else [f"if {near} in {name}:", "    " + line]

    def written_object(self, name: str, kind: Type, scope: Scope) -> Lines:
        if self.chance(0.4):
            return [f"{name}.add({self.hole_small(INT, scope, 1)})"]
        i = self.random.randrange(len(kind.fields))
        return [
            f"{name}.{kind.fields[i]} = {self.kept_small(kind.parts[i], self.expression(kind.parts[i], scope), scope)}"
        ]

    # --- statements of statements -------------------------------------------------------------------------------------

    def tested(self, scope: Scope) -> tuple[Lines, Scope]:
        lines = [f"if {self.expression(BOOL, scope)}:", *self.inner(scope)]
        if self.chance(0.25):
            lines += [f"elif {self.expression(BOOL, scope)}:", *self.inner(scope, 2)]
        return lines + (["else:", *self.inner(scope)] if self.chance(0.4) else []), scope

    def loop(self, scope: Scope) -> tuple[Lines, Scope]:
        source = self.source(scope, 1)
        inner = scope.within(source.variables, steady=source.steady, loops=1)
        lines = [f"for {source.target} in {source.text}:", *self.inner(inner, 4)]
        return lines + (["else:", *self.inner(scope, 1)] if self.chance(0.1) else []), scope

    def counted(self, scope: Scope) -> tuple[Lines, Scope]:
        n = self.new_name(INT)
        inner = scope.within({n: INT}, loops=1)
        inner = replace(inner, kept=inner.kept | {n})
        condition = self.random.choice((f"{n} > 0", n, f"{n} > 0 and {self.expression(BOOL, scope, 1)}"))
        lines = [
            f"{n} = ({self.expression(INT, scope)}) % {TURNS}",
            f"while {condition}:",
            f"    {n} -= 1",
            *self.inner(inner),
        ]
        return lines + (["else:", *self.inner(scope, 1)] if self.chance(0.15) else []), scope

    def caught(self, scope: Scope) -> tuple[Lines, Scope]:
        errors = self.random.choice(
            ("(IndexError, KeyError, ZeroDivisionError, ValueError)", "(LookupError, ArithmeticError, ValueError)")
        )
        lines = ["try:", *self.inner(replace(scope, daring=True), 4), f"except {errors}:", *self.inner(scope, 2)]
        return lines + (["finally:", *indented(self.new_variable(scope)[0])] if self.chance(0.1) else []), scope

    def matched(self, scope: Scope) -> tuple[Lines, Scope] | None:
        found = self.variable(scope, lambda kind: self.patterns(kind) != [], constants=False)
        if found is None:
            return None
        name, kind = found
        lines: Lines = []
        for pattern in self.patterns(kind):
            lines += [f"    case {pattern}:", *indented(self.inner(scope, 2))]
        if self.chance(0.7):
            lines += ["    case _:", *indented(self.inner(scope, 2))]
        return [f"match {name}{' % 4' if kind == INT else ''}:", *lines], scope

    def patterns(self, kind: Type) -> list[str]:
        match kind.form:
            case "int":
                return self.random.sample(("0", "1", "2 | 3", "3"), 2)
            case "enum":
                return [f"{kind}.{member}" for member in self.random.sample(kind.fields, 2)]
            case "str":
                return [self.literal(STR, Scope({}), 0), "'a' | 'XO'"]
            case "tuple":
                rest = ", ".join("_" for _ in kind.parts[1:])
                return [f"({part}, {rest})" for part in self.patterns(kind.parts[0]) if kind.parts[0].form != "tuple"]
            case _:
                return []

    def inner_function(self, scope: Scope) -> tuple[Lines, Scope]:
        """A function that reads what is around it, and may write on it."""
        self.names += 1
        name, n = f"inner{self.names}", self.new_name(INT)
        returns = self.random.choice((INT, BOOL, STR))
        known = replace(scope.within({n: INT}), steps=scope.steps * TURNS, loops=max(scope.loops, 1), daring=False)
        known = replace(known, functions=tuple(f for f in scope.functions if all(map(is_constant, f.parameters))))
        outside = self.assignable(scope, lambda kind: kind == INT)
        body = (
            [f"nonlocal {outside[0]}", f"{outside[0]} = ({outside[0]} + {n}) % 100"]
            if outside and self.chance(0.4)
            else []
        )
        body.append(f"return {self.expression(returns, known, 2)}")
        function = Function(name, (INT,), returns, TURNS)
        return [f"def {name}({n}: int) -> {returns}:", *indented(body)], replace(
            scope, functions=(*scope.functions, function)
        )
