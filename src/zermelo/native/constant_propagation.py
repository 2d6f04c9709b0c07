"""What an object's constants decide is decided before types are inferred: code that never runs is not compiled."""

from __future__ import annotations

from typing import Any

from numba.core import ir, types

from zermelo.native.numba_internals import FunctionPass, get_definition, guard, redefine, register_pass


class Constants(types.Type):
    """A Numba type of objects that all have the same `constants`, by name of attribute."""

    constants: dict[str, Any]


@register_pass(mutates_CFG=False, analysis_only=False)
class KnowConstants(FunctionPass):
    """Replaces `self.rule`, where that is a constant, by its value; Numba itself then leaves out what never runs."""

    _name = "know_constants"

    def __init__(self) -> None:
        FunctionPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        """Rewrites `state.func_ir` in place."""
        for block in state.func_ir.blocks.values():
            for statement in block.body:
                value = _known(state, statement)
                if value is not None:
                    redefine(state.func_ir, statement, ir.Const(value, statement.loc))
        return True


def _known(state: Any, statement: Any) -> bool | int | None:
    """The truth or number that a statement reads from a constant of an argument, if it does."""
    value = statement.value if isinstance(statement, ir.Assign) else None
    if not isinstance(value, ir.Expr) or value.op != "getattr":
        return None
    owner = guard(get_definition, state.func_ir, value.value)
    kind = state.args[owner.index] if isinstance(owner, ir.Arg) else None
    known = kind.constants.get(value.attr) if isinstance(kind, Constants) else None
    return known if isinstance(known, bool) or (isinstance(known, int) and abs(known) < 1 << 62) else None
