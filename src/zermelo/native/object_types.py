"""The Numba types of games and contexts: plain Python objects in native code.

In native code, an object is a pointer to its memory block. Its methods are linked and called directly; its attributes and
properties are constants of the native code, or open constants of a family of boards (see `family`), except

- arrays, and the integers and bools that the class names in `runtime`: these are read from the block;
- other objects, such as `search.table`: the block holds pointers to their blocks.
"""

from __future__ import annotations

import inspect
import types as python_types
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba.core import types
from numba.core.errors import NumbaError
from numba.core.ir import Loc
from numba.extending import infer_getattr, lower_builtin, lower_getattr_generic, models, register_model

from zermelo.core.arrays import is_array, kind_of
from zermelo.core.component import Component
from zermelo.core.fingerprint import data_of
from zermelo.core.game import Game
from zermelo.core.words import Unpackable, pack
from zermelo.native.arithmetic import constant
from zermelo.native.arrays import borrowed, make_array
from zermelo.native.constant_propagation import Constants
from zermelo.native.family import Family
from zermelo.native.linker import Linker
from zermelo.native.memory_layout import identity, layout
from zermelo.native.numba_internals import AbstractTemplate, AttributeTemplate, impl_ret_new_ref
from zermelo.native.refusal import refusal
from zermelo.native.return_types import ReturnTypes, convert, state_type
from zermelo.native.rows import open_type, read

WORD = ir.IntType(64)


_types: dict[str, ObjectType] = {}


class ObjectType(Constants):
    """The Numba type of all objects with the class, code and constants of `obj`, or of those of a family."""

    def __init__(self, obj: Any, name: str, family: Family | None) -> None:
        data = data_of(obj)
        self.places = family.places[family.path(obj)] if family else {}
        """The open constants."""
        self.constants = data.constants if family is None else family.fixed[family.path(obj)]
        self.cls = type(obj)
        kinds = {
            attribute: (first, _type_in_block(data.block[attribute], family))
            for attribute, first in layout(data).items()
        }
        self.layout = {attribute: place for attribute, place in kinds.items() if place[1] is not None}
        """For each readable attribute: the number of its first word in the block, and its Numba type."""
        self.return_types = _return_types(obj, family) if isinstance(obj, Game) else None
        self._linker = Linker(
            checks_integers=isinstance(obj, Game), checks_indices=isinstance(obj, Game) or obj.checks_indices
        )
        super().__init__(name)

    def method(self, attribute: str) -> Any:
        """The native version of a method, None if the class has no such method."""
        function = self._function(attribute)
        return self._linker.link(function) if function is not None else None

    def defined_at(self, attribute: str) -> tuple[str, int]:
        """The file and line at which a method is defined."""
        code = self._function(attribute).__code__
        return code.co_filename, code.co_firstlineno

    def _function(self, attribute: str) -> Any:
        member = inspect.getattr_static(self.cls, attribute, None)
        member = member.__func__ if isinstance(member, staticmethod) else member
        return member if isinstance(member, python_types.FunctionType) else None

    def is_static(self, attribute: str) -> bool:
        """Whether a method is called without its object."""
        return isinstance(inspect.getattr_static(self.cls, attribute, None), staticmethod)

    def constant(self, attribute: str) -> Any:
        """The value of an attribute as a constant of the code. Raises a refusal if it cannot be one."""
        value = constant(self.constants[attribute])
        if not _is_constant(value):
            kind = type(inspect.getattr_static(self.cls, attribute, value)).__name__
            readable = "compiled code can read ints, bools, Bits, tuples of these, and NumPy arrays"
            raise refusal(f"{self.cls.__name__}.{attribute} is of type {kind}; {readable}")
        return value


def _is_constant(value: Any) -> bool:
    if isinstance(value, list | set | dict | np.ndarray):
        return False  # Numba has types for these, but no constants, or constants that lose the subclass of an array
    try:
        numba.typeof(value)
    except (ValueError, NumbaError):
        return False
    return True


def object_type(obj: Any, family: Family | None = None) -> ObjectType:
    """The type of `obj`, the same for all objects that share its native code; with a family, that share its program."""
    name = f"{type(obj).__qualname__}#{family.identity_of(obj)}" if family else identity(obj)
    if name not in _types:
        _types[name] = ObjectType(obj, name, family)
    return _types[name]


def _type_in_block(value: Any, family: Family | None) -> Any:
    """The Numba type of a value in a block, None for an array whose items native code cannot read."""
    if isinstance(value, Component | Game):
        return object_type(value, family)
    if not is_array(value):
        return types.boolean if isinstance(value, bool) else types.int64
    try:
        dtype, dimensions = kind_of(value)
        return borrowed(numba.from_dtype(np.dtype(dtype)), dimensions)
    except NumbaError:
        return None


def _return_types(game: Game[Any], family: Family | None) -> ReturnTypes | None:
    """The types that the game's methods must return; None if its state cannot be packed."""
    state = game.initial()
    try:
        pack(state)
        return ReturnTypes(state_type(state, family), state_type(game.key(state), family))
    except Unpackable:
        return None


@register_model(ObjectType)
class _PointerModel(models.OpaqueModel):
    """One untyped pointer."""


@infer_getattr
class _Attributes(AttributeTemplate):
    key = ObjectType

    def generic_resolve(self, owner: ObjectType, attribute: str) -> Any:
        """The type of `owner.attribute`: a bound method, a value in the block, or a constant."""
        if attribute in owner.layout:
            return owner.layout[attribute][1]
        if attribute in owner.places:
            return open_type(owner.places[attribute])
        if attribute in owner.constants:
            return numba.typeof(owner.constant(attribute))
        method = owner.method(attribute)
        if method is None:
            raise refusal(_unreadable(owner.cls, attribute))
        _implement_call(attribute)
        dispatcher = types.Dispatcher(method)
        own = () if owner.is_static(attribute) else (owner,)

        class _BoundMethod(AbstractTemplate):
            key = (ObjectType, attribute)

            def generic(self, args: Any, kws: Any) -> Any:
                call = dispatcher.get_call_type(self.context, (*own, *args), kws)
                if owner.return_types is not None:
                    location = Loc(*owner.defined_at(attribute))
                    returned = owner.return_types.converted(attribute, call.return_type, location)
                    call = call.replace(return_type=returned)
                return call.as_method() if own else call.replace(recvr=owner)

        return types.BoundFunction(_BoundMethod, owner)


def _unreadable(cls: type, attribute: str) -> str:
    member = inspect.getattr_static(cls, attribute, None)
    if isinstance(member, classmethod):
        return f"{attribute} is a class method; make it a method or a static method"
    if attribute in cls.runtime:
        return f"{attribute}, named in {cls.__name__}.runtime, is neither int nor bool"
    return f"{cls.__name__} has no attribute {attribute} that compiled code can read"


_implemented: set[str] = set()


def _implement_call(attribute: str) -> None:
    """Make Numba able to call methods of this name, once; the type of the owner determines which method is called."""
    if attribute in _implemented:
        return
    _implemented.add(attribute)

    @lower_builtin((ObjectType, attribute), ObjectType, types.VarArg(types.Any))
    def _call(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        owner = signature.args[0]
        if owner.is_static(attribute):
            signature, args = signature.replace(args=signature.args[1:]), args[1:]
        dispatcher = types.Dispatcher(owner.method(attribute))
        returned = dispatcher.get_call_type(context.typing_context, signature.args, {}).return_type
        native = context.get_function(dispatcher, signature.replace(return_type=returned))
        result = convert(context, builder, native(builder, args), returned, signature.return_type)
        context.add_linking_libs(getattr(native, "libs", ()))
        return impl_ret_new_ref(context, builder, signature.return_type, result)


@lower_getattr_generic(ObjectType)
def _get_attribute(context: Any, builder: Any, owner: ObjectType, pointer: Any, attribute: str) -> Any:
    if attribute in owner.places:
        return read(context, builder, owner.places[attribute])
    if attribute not in owner.layout:
        value = owner.constant(attribute)
        return context.get_constant_generic(builder, numba.typeof(value), value)
    first, kind = owner.layout[attribute]
    block = builder.bitcast(pointer, WORD.as_pointer())

    def word(index: int) -> Any:
        loaded = builder.load(builder.gep(block, [ir.Constant(WORD, index)]))
        loaded.set_metadata("invariant.load", builder.module.add_metadata([]))  # blocks never change during a run
        return loaded

    if isinstance(kind, types.Array):
        address, *lengths = [word(first + i) for i in range(1 + kind.ndim)]
        return make_array(context, builder, kind, builder.inttoptr(address, WORD.as_pointer()), lengths)
    if isinstance(kind, ObjectType):
        return builder.inttoptr(word(first), context.get_value_type(kind))
    return context.cast(builder, word(first), types.int64, kind)
