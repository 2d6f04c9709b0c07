"""`state._replace(field=value)` for named tuples in native code; Numba does not have it."""

from __future__ import annotations

import inspect
from typing import Any

from numba.core import types
from numba.extending import infer_getattr, lower_builtin

from zermelo.native.numba_internals import AttributeTemplate, bound_function, signature


@infer_getattr
class _Methods(AttributeTemplate):
    key = types.BaseNamedTuple

    @bound_function("namedtuple._replace")
    def resolve__replace(self, kind: Any, args: Any, kws: Any) -> Any:
        """A tuple of the same class. A field that is replaced has the type of its new value."""
        fields = kind.instance_class._fields
        if args or not set(kws) <= set(fields):
            return None
        given = [types.unliteral(kws[field]) if field in kws else types.Omitted(None) for field in fields]
        parts = [old if isinstance(new, types.Omitted) else new for old, new in zip(kind.types, given, strict=True)]
        keyword = inspect.Parameter.POSITIONAL_OR_KEYWORD
        pysig = inspect.Signature([inspect.Parameter(field, keyword, default=None) for field in fields])
        return signature(types.BaseTuple.from_types(parts, kind.instance_class), *given).replace(pysig=pysig)


@lower_builtin("namedtuple._replace", types.BaseNamedTuple, types.VarArg(types.Any))
def _replace(context: Any, builder: Any, given: Any, args: Any) -> Any:
    old, *new = args
    parts = [
        builder.extract_value(old, i) if isinstance(kind, types.Omitted) else value
        for i, (kind, value) in enumerate(zip(given.args[1:], new, strict=True))
    ]
    return context.make_tuple(builder, given.return_type, parts)
