"""Constant propagation: constants of a game or context are inserted before types are inferred, so dead code is dropped."""

from __future__ import annotations

from typing import Any

from numba.core import ir, types

from zermelo.native.numba_internals import FunctionPass, get_definition, guard, redefine, register_pass


class Constants(types.Type):
    """A Numba type of objects that all have the same `constants`: values by name of attribute."""

    constants: dict[str, Any]


@register_pass(mutates_CFG=False, analysis_only=False)
class PropagateConstants(FunctionPass):
    """Replaces `self.rule` by its value if that is a constant; Numba itself then drops branches that are never taken."""

    _name = "propagate_constants"

    def __init__(self) -> None:
        FunctionPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        for block in state.func_ir.blocks.values():
            for statement in block.body:
                value = _constant(state, statement)
                if value is not None:
                    redefine(state.func_ir, statement, ir.Const(value, statement.loc))
        return True


def _constant(state: Any, statement: Any) -> bool | int | None:
    """The bool or int that a statement reads from a constant attribute of an argument; None if it does not."""
    value = statement.value if isinstance(statement, ir.Assign) else None
    if not isinstance(value, ir.Expr) or value.op != "getattr":
        return None
    owner = guard(get_definition, state.func_ir, value.value)
    kind = state.args[owner.index] if isinstance(owner, ir.Arg) else None
    constant = kind.constants.get(value.attr) if isinstance(kind, Constants) else None
    is_small = isinstance(constant, bool) or (isinstance(constant, int) and abs(constant) < 1 << 62)
    return constant if is_small else None
