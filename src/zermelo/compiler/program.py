"""A program: the instances of all functions that are called from its entry, as one module of LLVM's."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from typing import Any, Final

from zermelo.compiler.instances import Instance, Restart, Source
from zermelo.compiler.module import Module
from zermelo.compiler.scopes import Outside, has_try
from zermelo.compiler.statements import Statements
from zermelo.compiler.types import NEVER, Mixed, NotCompiled, Type, Value, is_plain_tuple, join
from zermelo.core.component import is_cold

MOST_ATTEMPTS: Final = 60
"""How often a function is made again before the compiler gives up."""

REFERENCE: Final = re.compile(r"@(\w+)")
"""A function in LLVM's text."""

DEPTH: Final = 20_000
"""How deep Python's calls may be nested while a program is made."""


Replacement = Callable[[Any, list[Value]], Value]
"""What is done in place of a call, given the code that is being made and the arguments."""


class StartAgain(Exception):
    """Something was learnt on which all instances may depend."""


class Program:
    """Makes instances when they are first called, and keeps them."""

    builder: type[Statements] = Statements

    def __init__(self) -> None:
        self.module = Module()
        self.hosts: dict[tuple[str, ...], Any] = {}
        """Objects that Python has made, by the path to them from the entry's arguments."""
        self.fields: dict[type, dict[str, Type]] = {}
        """The attributes of objects that the program makes, by class."""
        self.learnt: dict[Any, Any] = {}
        """What is learnt of the types in each function, for the attempts to come."""
        self.replacements: dict[Any, Replacement] = {}
        self.put_in_place: set[Any] = set()
        """Functions whose calls are put in the place of the call."""
        self._instances: dict[Any, Instance] = {}
        self._being_made: list[Instance] = []
        """Each is called by the one before it."""
        self._outsides: dict[Any, Outside] = {}
        self._count = 0

    def start_again(self) -> None:
        raise StartAgain

    def outside(self, function: Any) -> Outside:
        if function not in self._outsides:
            self._outsides[function] = Outside(function)
        return self._outsides[function]

    def replacement(self, function: Any) -> Replacement | None:
        """What is done in place of a call of this function."""
        return self.replacements.get(function)

    def is_checked(self, function: Any, given: dict[str, Value]) -> bool:
        """Whether arithmetic is checked in a function, even if it is not in its caller: in the methods of a game."""
        return False

    # --- instances ----------------------------------------------------------------------------------------------------
    def instance(self, source: Source, names: tuple[str, ...], kinds: tuple[Type, ...], checked: bool) -> Instance:
        """The instance of a function for these types, made if there is none."""
        key = (source.node, source.scope, names, kinds, checked, _cells(source.function))
        found = self._instances.get(key) or self._wider(source, names, kinds, checked)
        if found is not None:
            found.is_recursive = found.is_recursive or not found.is_done
            self._note_guesses(found)
            return found
        self._count += 1
        instance = Instance(self, source, names, kinds, checked, self._count)
        self._instances[key] = instance
        self._being_made.append(instance)
        try:
            self._make(instance)
        except BaseException:
            self._instances.pop(key, None)
            raise
        finally:
            self._being_made.pop()
        self._note_guesses(instance)
        return instance

    def _note_guesses(self, called: Instance) -> None:
        """Note in the instances that are being made what the one that is called, or will be, stands on."""
        for guessed in called.guesses if called.is_done else {called}:
            if not guessed.is_done:
                for caller in self._being_made[self._being_made.index(guessed) + 1 :]:
                    caller.guesses.add(guessed)

    def _wider(self, source: Source, names: tuple[str, ...], kinds: tuple[Type, ...], checked: bool) -> Instance | None:
        """The instance to use in place of another one inside a call of the same function: a tuple that grows from call to
        call would have a type of its own in each.
        """
        for other in self._instances.values():
            same = not other.is_done and other.source.node is source.node and other.source.scope == source.scope
            if same and other.names == names and other.checked == checked and _may_grow(other.arguments, kinds):
                try:
                    wide = tuple(map(join, other.arguments, kinds))
                except Mixed:
                    return None
                if wide == other.arguments:
                    return other
                return self.instance(source, names, wide, checked) if wide != kinds else None
        return None

    def _make(self, instance: Instance) -> None:
        """Make an instance, again and again until nothing new is learnt."""
        for _ in range(MOST_ATTEMPTS):
            instance.is_used_early = False
            was_recursive = instance.is_recursive
            builder = self.builder(instance)
            try:
                builder.volatile = "volatile " if has_try(instance.source.node) else ""
                instance.lines = builder.function()
            except Restart as restart:
                if restart.instance is not instance:
                    raise
            except NotCompiled:
                if not builder.turns or not instance.learnt.may_write_out:
                    raise
                instance.learnt.may_write_out = False  # the turns of a loop may differ in their types
            else:
                guess, instance.returned = instance.returned, instance.returned_now
                is_as_guessed = guess == instance.returned and instance.is_recursive == was_recursive
                if is_as_guessed or not instance.is_used_early:
                    instance.is_done = True
                    return
            self._forget_those_with(instance)
        raise NotCompiled(
            f"the types in {instance.source.place.function} are not found "
            f"({instance.source.place.file}:{instance.source.place.line})"
        )

    def _forget_those_with(self, guessed: Instance) -> None:
        """Forget the instances that stand on what was guessed of this one, and those of functions inside others, whose
        variables are found anew.
        """
        for key, instance in list(self._instances.items()):
            if guessed in instance.guesses or (instance.is_done and instance.source.scope is not None):
                del self._instances[key]

    # --- the whole ----------------------------------------------------------------------------------------------------
    def made(self, work: Callable[[], str]) -> str:
        """The text of the module, in which `work` makes the entry. Raises NotCompiled."""
        limit = sys.getrecursionlimit()
        sys.setrecursionlimit(max(limit, DEPTH))
        try:
            for _ in range(MOST_ATTEMPTS):
                try:
                    entry = work()
                    break
                except (StartAgain, Restart):  # of an instance that was done
                    self._instances.clear()
            else:
                raise NotCompiled("the types of the attributes of an object are not found")
        except RecursionError:
            raise NotCompiled("the calls are nested too deeply") from None
        finally:
            sys.setrecursionlimit(limit)
        definitions = {instance.name: _definition(instance) for instance in self._instances.values()}
        return "\n".join([self.module.text(), *_reached(entry, definitions), entry])


def _reached(entry: str, definitions: dict[str, str]) -> list[str]:
    """The functions that the entry calls, directly or not: some were made before the types were known."""
    found, pending = dict[str, str](), [entry]
    while pending:
        for name in REFERENCE.findall(pending.pop()):
            if name in definitions and name not in found:
                found[name] = definitions[name]
                pending.append(found[name])
    return list(found.values())


def _may_grow(before: tuple[Type, ...], now: tuple[Type, ...]) -> bool:
    """Whether arguments differ in the lengths of tuples."""
    pairs = [(one, other) for one, other in zip(before, now, strict=True) if one != other]
    return bool(pairs) and all(is_plain_tuple(one) and is_plain_tuple(other) for one, other in pairs)


def _cells(function: Any) -> Any:
    """What tells two functions with the same source apart: the values around them."""
    closure = getattr(function, "__closure__", None)
    return None if not closure else function


def _definition(instance: Instance) -> str:
    kinds = [f"{kind.llvm} %a{number}" for number, kind in enumerate(instance.arguments) if kind.llvm]
    form = "void" if instance.returned is NEVER else instance.returned.llvm
    attributes = ["nounwind"]
    if has_try(instance.source.node):
        attributes.append("returns_twice")
    elif instance.is_put_inside and not instance.calls_itself:
        attributes.append("alwaysinline")
    elif is_cold(instance.source.function):
        attributes += ["noinline", "cold"]
    parameters = ", ".join(["ptr noalias %rt", *kinds])
    head = f"define internal {form} @{instance.name}({parameters}) {' '.join(attributes)} {{"
    return "\n".join([head, *instance.lines, "}"])
