"""Tries programs: what Python and compiled code make of them, and the smallest program in which they still differ."""

from __future__ import annotations

import ast
import builtins
import hashlib
import importlib.util
import json
import multiprocessing
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from types import ModuleType
from typing import Any, Final, NamedTuple

from tests.compiler.comparing import OnDemand, Outcome, outcome, same_outcome
from tests.compiler.programs import Program, program
from tests.compiler.shrinking import smallest

MOST_STEPS: Final = 20_000
"""A program with a call of more steps is not kept."""

TOGETHER: Final = 100
"""So many programs are in one module."""

SECONDS: Final = 60
"""So long after its last result a process is taken to hang."""

SECONDS_OF_ONE: Final = 10
"""The same, of a process that tries a single program."""


# --- what Python does -------------------------------------------------------------------------------------------------


class TooLong(BaseException):
    """A call takes too many steps."""


class Watch:
    """Counts the steps of a call, and notices when a number leaves 64 bits."""

    def __init__(self) -> None:
        self.steps = 0
        self.wide = False

    def __call__(self, value: Any = None) -> Any:
        self.steps += 1
        if self.steps > MOST_STEPS or (isinstance(value, int) and value.bit_length() > 1000):
            raise TooLong
        self.wide |= isinstance(value, int) and not -(2**63) <= value < 2**63
        return value


class Watched(ast.NodeTransformer):
    """Passes the value of each operation and of each call through `_watch`, and calls it in each loop."""

    def visit(self, node: ast.AST) -> Any:
        visited: Any = super().visit(node)
        match visited:
            case ast.BinOp() | ast.UnaryOp() | ast.Call():
                return watching(visited)
            case ast.ListComp() | ast.SetComp() | ast.GeneratorExp():
                visited.elt = watching(visited.elt)
            case ast.DictComp():
                visited.value = watching(visited.value)
            case ast.Lambda():
                visited.body = watching(visited.body)
            case ast.For() | ast.While() | ast.FunctionDef():
                visited.body.insert(0, ast.Expr(watching(ast.Constant(None))))
            case _:
                pass
        return visited

    def visit_AugAssign(self, node: ast.AugAssign) -> list[ast.stmt]:
        """The result is looked at afterwards."""
        target = ast.parse(ast.unparse(node.target), mode="eval").body
        self.generic_visit(node)
        return [node, ast.Expr(watching(target))]

    def visit_match_case(self, node: ast.match_case) -> ast.match_case:
        """Patterns stay as they are."""
        inside = self.visit(ast.Module(node.body, []))
        node.body = inside.body
        return node


def watching(value: ast.expr) -> ast.expr:
    return ast.Call(ast.Name("_watch", ast.Load()), [value], [])


def watched(source: str) -> Any:
    tree = ast.fix_missing_locations(Watched().visit(ast.parse(source)))
    return compile(tree, "<watched>", "exec", dont_inherit=True)


class Observed(NamedTuple):
    """What Python makes of a call, and whether a number leaves 64 bits on the way."""

    outcome: Outcome
    wide: bool


def observed(found: Program) -> list[Observed]:
    """Raises TooLong."""
    watch = Watch()
    module = ModuleType("watched_program")
    module.__dict__["_watch"] = watch
    sys.modules[module.__name__] = module  # where dataclasses look
    exec(watched(found.source), module.__dict__)
    results: list[Observed] = []
    for call in found.calls:
        watch.__init__()
        result = outcome(getattr(module, found.function), eval(call, module.__dict__))
        results.append(Observed(result, watch.wide))
    return results


def is_well_behaved(found: Program, luck: float) -> bool:
    """Whether its calls end soon. Few programs are kept in which all calls raise, or in which a number leaves 64 bits."""
    try:
        results = observed(found)
    except TooLong:
        return False
    raising = sum(result.outcome.error is not None for result in results)
    return luck > (0.7 if any(result.wide for result in results) else 0) and luck > 1.1 * raising / len(results) - 0.2


# --- what compiled code does ------------------------------------------------------------------------------------------


class Difference(NamedTuple):
    """Of what kind it is: "refused", "compiler" (an error in it), "different", "crash" or "hangs"."""

    kind: str
    text: str


def load(source: str, folder: Path) -> ModuleType:
    """As a module with a file, so that its source can be found."""
    name = "programs_" + hashlib.sha256(source.encode()).hexdigest()[:16]
    path = folder / f"{name}.py"
    path.write_text(source, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def difference(found: Program, module: ModuleType) -> Difference | None:
    """The first call that compiled code runs otherwise than Python."""
    from zermelo.compiler.types import NotCompiled
    from zermelo.core.errors import MixedStates

    function = getattr(module, found.function)
    ours_of = OnDemand(function)
    for number, call in enumerate(found.calls):
        arguments = eval(call, module.__dict__)
        pythons = outcome(function, arguments)
        try:
            ours_of.compile(arguments)
        except NotCompiled as refusal:
            return Difference("refused", str(refusal))
        except Exception as error:
            return Difference("compiler", f"{type(error).__name__}: {error}")
        ours = outcome(ours_of, eval(call, module.__dict__))
        if ours.error is MixedStates:  # compiled code does not know a character
            return Difference("refused", "characters beyond ASCII")
        if not same_outcome(ours, pythons) and not (ours.error is OverflowError and observed(found)[number].wide):
            return Difference("different", f"{found.function}{call}:\n  Python   {pythons}\n  compiled {ours}")
    return None


def differences(seeds: Iterable[int], folder: Path) -> Iterator[tuple[int, Difference | None]]:
    """Of the programs with these seeds, all in one module."""
    programs = {seed: program(seed) for seed in seeds}
    module = load("\n\n".join(found.source for found in programs.values()), folder)
    for seed, found in programs.items():
        yield seed, difference(found, module)


def difference_alone(found: Program, folder: Path) -> Iterator[Difference | None]:
    yield difference(found, load(found.source, folder))


# --- in a process of its own, which may crash or hang -----------------------------------------------------------------


def apart(seconds: int, work: Callable[..., Iterator[Any]], *arguments: Any) -> Iterator[Any]:
    """What `work` yields, and a Difference of the kind "crash" or "hangs" if it comes to such an end."""
    receiver, sender = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.Process(target=send, args=(sender, work, arguments))
    process.start()
    sender.close()
    try:
        while receiver.poll(seconds):
            yield receiver.recv()
        yield Difference("hangs", f"nothing after {seconds} seconds")
    except EOFError:
        process.join()
        if process.exitcode:
            yield Difference("crash", f"exit code {process.exitcode}")
    finally:
        process.kill()
        process.join()


def send(sender: Connection, work: Callable[..., Iterator[Any]], arguments: Sequence[Any]) -> None:
    for result in work(*arguments):
        sender.send(result)


def differences_apart(seeds: list[int], folder: Path) -> dict[int, Difference]:
    """If the process ends, another one goes on with the next program."""
    found: dict[int, Difference] = {}
    left = seeds
    while left:
        for result in apart(SECONDS, differences, left, folder):
            each = result if isinstance(result, Difference) else result[1]
            found |= {left[0]: each} if each else {}
            left = left[1:]
    return found


def smallest_difference(found: Program, kind: str, folder: Path) -> tuple[Program, Difference | None]:
    """A program as small as possible with a difference of the same kind."""

    def tried(candidate: Program) -> Difference | None:
        return next(apart(SECONDS_OF_ONE, difference_alone, candidate, folder), None)

    def differs(candidate: Program) -> bool:
        return is_sound(candidate) and getattr(tried(candidate), "kind", None) == kind

    found = smallest(found, differs)
    return found, tried(found)


def is_sound(candidate: Program) -> bool:
    """Whether it is a program that people might write: no name is missing, and no type is wrong."""
    try:
        errors = {result.outcome.error for result in observed(candidate)}
    except (TooLong, Exception):
        return False
    mistakes = {NameError, UnboundLocalError, TypeError, AttributeError}
    return not errors & mistakes and not missing_names(candidate.source)


def missing_names(source: str) -> set[str]:
    """What is used and nowhere made."""
    used: set[str] = set()
    made = {*dir(builtins)}
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Name(id=name, ctx=ast.Load()):
                used.add(name)
            case (
                ast.Name(id=name)
                | ast.arg(arg=name)
                | ast.alias(name=name)
                | ast.FunctionDef(name=name)
                | ast.ClassDef(name=name)
            ):
                made.add(name)
            case _:
                pass
    return used - made


def try_programs(seeds: range, notes: Path | None) -> int:
    """Prints the differences, and returns in how many programs there are any. The notes say which have been tried."""
    lines = [json.loads(line) for line in notes.read_text().splitlines()] if notes and notes.exists() else []
    tried = {seed for line in lines for seed in range(line["from"], line["to"])}
    count = sum(len(line["different"]) for line in lines)
    with tempfile.TemporaryDirectory() as folder:
        for first in range(seeds.start, seeds.stop, TOGETHER):
            some = [seed for seed in range(first, min(first + TOGETHER, seeds.stop)) if seed not in tried]
            found = differences_apart(some, Path(folder)) if some else {}
            for seed, each in found.items():
                show(seed, each.kind, *smallest_difference(program(seed), each.kind, Path(folder)))
            count += len(found)
            if notes and some:
                with notes.open("a") as file:
                    file.write(json.dumps({"from": some[0], "to": some[-1] + 1, "different": [*found]}) + "\n")
            print(f"{min(first + TOGETHER, seeds.stop) - seeds.start} programs tried, {count} different", flush=True)
    return count


def show(seed: int, kind: str, found: Program, each: Difference | None) -> None:
    print(f"--- {seed}: {kind} ---", found.source, "", each and each.text, sep="\n", flush=True)
