"""Makes a program smaller, as long as Python and compiled code still differ in the same way."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from typing import Any, Final, cast

from tests.compiler.programs import Program

ANNOTATIONS: Final = ("annotation", "returns")

Edit = Callable[[], None]


def smallest(found: Program, differs: Callable[[Program], bool]) -> Program:
    """No single edit makes it smaller so that it still differs."""
    for call in found.calls:
        if len(found.calls) > 1 and differs(found._replace(calls=[call])):
            found = found._replace(calls=[call])
    while (smaller := pass_over(found, differs)) != found:
        found = smaller
    return found


def pass_over(found: Program, differs: Callable[[Program], bool]) -> Program:
    number = 0
    while (source := edited(found.source, number)) is not None:
        candidate = found._replace(source=source)
        if len(source) < len(found.source) and differs(candidate):
            found = candidate
        else:
            number += 1
    return found


def edited(source: str, number: int) -> str | None:
    """With one edit; None if there are fewer."""
    tree = ast.parse(source)
    for position, edit in enumerate((*statement_edits(tree), *expression_edits(tree))):
        if position == number:
            edit()
            return ast.unparse(ast.fix_missing_locations(tree))
    return None


def statement_edits(tree: ast.AST) -> Iterator[Edit]:
    """Leave out a statement, or put one of its blocks in its place; the last ones first, since they use the others."""
    for node in ast.walk(tree):
        for block in blocks(node):
            for index in reversed(range(len(block))):
                for instead in ([], *blocks(block[index])):
                    yield lambda block=block, index=index, instead=instead: replace_statement(block, index, instead)


def blocks(node: ast.AST) -> list[list[ast.stmt]]:
    if isinstance(node, ast.Match):
        return [case.body for case in node.cases]
    values = [getattr(node, name, None) for name in ("body", "orelse", "finalbody")]
    return [value for value in values if isinstance(value, list) and value]


def replace_statement(block: list[ast.stmt], index: int, instead: list[ast.stmt]) -> None:
    block[index : index + 1] = instead or ([] if len(block) > 1 else [ast.Pass()])


def expression_edits(tree: ast.AST) -> Iterator[Edit]:
    """Leave out an annotation, or put a part of an expression, or 0, in its place."""
    for node in walk_unannotated(tree):
        for name, value in ast.iter_fields(node):
            if name in ANNOTATIONS:
                if value and not isinstance(node, ast.AnnAssign):
                    yield lambda node=node, name=name: setattr(node, name, None)
            elif isinstance(value, ast.expr) and name != "func":
                for part in parts(value):
                    yield lambda node=node, name=name, part=part: setattr(node, name, part)
            elements = cast("list[Any]", value) if isinstance(value, list) else []
            for index, element in enumerate(elements):
                for part in parts(element):
                    yield lambda elements=elements, index=index, part=part: elements.__setitem__(index, part)


def walk_unannotated(tree: ast.AST) -> Iterator[ast.AST]:
    yield tree
    annotations = [getattr(tree, name, None) for name in ANNOTATIONS]
    for child in ast.iter_child_nodes(tree):
        if child not in annotations:
            yield from walk_unannotated(child)


def parts(value: object) -> list[ast.expr]:
    if not isinstance(value, ast.expr) or isinstance(getattr(value, "ctx", None), (ast.Store, ast.Del)):
        return []
    called = value.func if isinstance(value, ast.Call) else None
    inner = [part for part in ast.iter_child_nodes(value) if isinstance(part, ast.expr) and part is not called]
    return [ast.Constant(0), *inner]
