"""Reading open constants: global variables that a program declares, and that `codegen` defines for one board."""

from __future__ import annotations

from typing import Any

from llvmlite import ir

WORD = ir.IntType(64)


def address(builder: Any, name: str) -> Any:
    """A pointer to the first word of an open constant."""
    module = builder.module
    if name in module.globals:
        return module.globals[name]
    variable = ir.GlobalVariable(module, WORD, name)
    variable.global_constant = True
    return variable


def word(builder: Any, name: str, number: int = 0) -> Any:
    return builder.load(builder.gep(address(builder, name), [WORD(number)]))


def wide(builder: Any, words: list[Any]) -> Any:
    if len(words) == 1:
        return words[0]
    kind = ir.IntType(64 * len(words))
    value = kind(0)
    for i, each in enumerate(words):
        value = builder.or_(value, builder.shl(builder.zext(each, kind), kind(64 * i)))
    return value
