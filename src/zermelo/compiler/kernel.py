"""A kernel for a game and its context as a module: the function that Python calls, and all that it needs."""

from __future__ import annotations

import pickle
import types
from typing import Any, NamedTuple

from zermelo.compiler import entry
from zermelo.compiler.encoded import FUNCTIONS, EncodedStates
from zermelo.compiler.hosts import REPLACEMENTS, hosts_of, state_type
from zermelo.compiler.instances import Instance
from zermelo.compiler.program import Program
from zermelo.compiler.runtime import ENTRY_LINES
from zermelo.compiler.scopes import source_of
from zermelo.compiler.types import INT, BitsType, HostType, NotCompiled, TupleType, Type, Value, python_class, type_of
from zermelo.core.encoded import Encoded
from zermelo.core.fingerprint import is_ours
from zermelo.core.game import Game
from zermelo.core.words import WORD


class Kernel(NamedTuple):
    """A module and the errors that it may raise, by number."""

    text: str
    errors: bytes
    """Pickled: for each the class, the arguments, and the place (function, file, line) or None."""


class KernelProgram(Program):
    """The program of a kernel for one game and one context."""

    builder = EncodedStates

    def __init__(self, game: Any, context: Any) -> None:
        super().__init__()
        self.hosts = {**hosts_of(game, "game"), **hosts_of(context, "context")}
        self.view = game if isinstance(game, Encoded) else None
        """The game, if its states are encoded where they are packed."""
        self.state: Type = _initial_type(game)
        """The type of a state."""
        self.words = word_count(state_type(game.initial()))
        """Into how many words a state is packed."""
        self.players: int = game.players
        self.replacements = dict(REPLACEMENTS)

    def is_checked(self, function: Any, given: dict[str, Value]) -> bool:
        if not is_ours(function):
            return True
        first = next(iter(given.values()), None)
        if first is None or not isinstance(first.type, HostType):
            return False
        cls = first.type.cls
        return getattr(cls, function.__name__, None) is function and issubclass(cls, Game)


def kernel(root: types.FunctionType, game: Game[Any], context: Any) -> Kernel:
    """The module of `root` for this game, or view of a game, and context. Raises NotCompiled."""
    program = KernelProgram(game, context)
    program.replacements[entry.root] = lambda code, given: code.call_function(root, given, {})
    program.replacements[entry.state_from] = _state_from
    program.replacements[entry.integer] = lambda code, given: code.shaped(given[0], INT, root.__name__)
    text = program.made(lambda: _entry(program, game, context, entry.entry_to(root), checked=not is_ours(root)))
    errors = [(error.cls, error.arguments, error.place) for error in program.module.errors]
    return Kernel("\n".join([text, FUNCTIONS, "!0 = !{}\n"]), pickle.dumps(errors))


def _entry(program: KernelProgram, game: Any, context: Any, function: types.FunctionType, *, checked: bool) -> str:
    """The function `i64 entry(rt, result, game, context, words, count, depth, alpha, beta, guess)`."""
    source = source_of(function)
    names = tuple(each.arg for each in source.node.args.args)
    hosts: tuple[Type, ...] = (
        HostType(python_class(game), ("game",)),
        HostType(python_class(context), ("context",)),
    )
    if program.view is not None:
        program.instance(source_of(entry.typical), ("game",), hosts[:1], False)
    instance: Instance = program.instance(source, names, (*hosts, *[INT] * (len(names) - 2)), checked)
    integers = [f"i64 %{name}" for name in names[2:]]
    return "\n".join(
        [
            f"define i64 @entry({', '.join(['ptr %rt', 'ptr %result', 'ptr %game', 'ptr %context', *integers])}) {{",
            ENTRY_LINES,
            f"  %returned = call i64 @{instance.name}({', '.join(['ptr %rt', 'ptr %game', 'ptr %context', *integers])})",
            "  store i64 %returned, ptr %result",
            "  ret i64 0",
            "}",
        ]
    )


def _state_from(code: Any, given: list[Value]) -> Value:
    """The state in a row of words; a row has at least one word."""
    _, words, row = given
    start = code.make(f"inttoptr i64 {code.integer(words)} to ptr")
    offset = code.make(f"mul nsw i64 {code.integer(row)}, {max(1, code.program.words)}")
    return code.state_in(code.address(INT, start, offset))


def _initial_type(game: Game[Any]) -> Type:
    if not isinstance(game, Encoded):
        return state_type(game.initial())
    found = type_of(game.game.initial())
    if found is None:
        raise NotCompiled(f"states such as {game.game.initial()!r} are not in the language")
    return found


def word_count(kind: Type) -> int:
    """The number of words of a state of this type."""
    if isinstance(kind, TupleType):
        return sum(map(word_count, kind.items))
    return -(-kind.width // WORD) if isinstance(kind, BitsType) else 1
