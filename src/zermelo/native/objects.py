"""Plain Python objects as arguments of native code.

An instance of any class becomes one pointer. Its methods are linked and called directly; its attributes and properties
are constants of the native code, except

- arrays, and the integers that its class names in `runtime`: read through the pointer, from the *block*;
- other objects (`search.table`): pointers in the block to blocks of their own.

    block of an object, in 64-bit words, attributes in alphabetical order:
    | integer |   for a runtime integer
    | address | length of axis 0 | length of axis 1 | ...   for an array (C order)
    | address of another block |   for an object

Two objects share native code exactly when their types have the same name: class, `digest` of code and constants.
"""

from __future__ import annotations

import inspect
import types as python_types
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba.core import types
from numba.core.imputils import impl_ret_new_ref, lower_builtin
from numba.core.typing.templates import AbstractTemplate, AttributeTemplate, infer_getattr
from numba.extending import NativeValue, lower_getattr_generic, models, register_model, typeof_impl, unbox
from numba.np import arrayobj

from zermelo.component import Component
from zermelo.fingerprint import attribute_names, digest
from zermelo.game import Game
from zermelo.native.linker import Linker

WORD = ir.IntType(64)


_types: dict[str, ObjectType] = {}


class ObjectType(types.Type):
    """The Numba type of all objects that share class, code and constants with `obj`."""

    def __init__(self, obj: Any, name: str) -> None:
        self.obj = obj
        self.layout: dict[str, tuple[int, Any]] = {}
        """For each attribute in the block: its first word, and its Numba type."""
        words = 0
        for attribute, value in _in_block(obj):
            if isinstance(value, np.ndarray):
                kind = types.Array(numba.from_dtype(value.dtype), value.ndim, "C")
                size = 1 + value.ndim
            elif isinstance(value, Component | Game):
                kind, size = object_type(value), 1
            else:
                kind, size = types.int64, 1
            self.layout[attribute] = (words, kind)
            words += size
        self._linker = Linker(checked=isinstance(obj, Game))
        super().__init__(name)

    def method(self, attribute: str) -> Any:
        """The native version of a method, or None when the class has no such method."""
        member = inspect.getattr_static(type(self.obj), attribute, None)
        if isinstance(member, staticmethod):
            member = member.__func__
        return self._linker.link(member) if isinstance(member, python_types.FunctionType) else None

    def __reduce__(self) -> Any:
        """Pickled by name alone, in the files of compiled code: whoever loads one has made its types before."""
        return _type_named, (self.name,)

    def is_static(self, attribute: str) -> bool:
        """Whether a method is called without its object."""
        return isinstance(inspect.getattr_static(type(self.obj), attribute, None), staticmethod)


def _type_named(name: str) -> ObjectType:
    return _types[name]


def object_type(obj: Any) -> ObjectType:
    """The type of `obj`, the same one for all objects that share its native code."""
    name = f"{type(obj).__qualname__}#{digest(obj)}"
    if name not in _types:
        _types[name] = ObjectType(obj, name)
    return _types[name]


def _in_block(obj: Any) -> list[tuple[str, Any]]:
    """The attributes of `obj` that native code reads at run time, with their values."""
    names = sorted({*attribute_names(obj), *obj.runtime})
    values = [(name, getattr(obj, name)) for name in names]
    kept = (np.ndarray, Component, Game)
    return [
        (name, value) for name, value in values if isinstance(value, kept) or (name in obj.runtime and _is_int(value))
    ]


def _is_int(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


class Handle:
    """An object as native code sees it: its type and the address of its block. Keep it as long as the code runs."""

    def __init__(self, obj: Any) -> None:
        self.numba_type = object_type(obj)
        self._parts: list[Handle] = []
        words: list[int] = []
        for _, value in _in_block(obj):
            if isinstance(value, np.ndarray):
                words += [value.ctypes.data, *value.shape]
            elif isinstance(value, Component | Game):
                self._parts.append(Handle(value))
                words.append(self._parts[-1].address)
            else:
                words.append(value)
        self._block = np.array(words or [0], np.int64)
        self._object = obj  # its arrays must outlive the run

    @property
    def address(self) -> int:
        """Where the block begins."""
        return self._block.ctypes.data


@register_model(ObjectType)
class _PointerModel(models.OpaqueModel):
    """One untyped pointer."""


@typeof_impl.register(Handle)
def _typeof(handle: Handle, _context: Any) -> ObjectType:
    return handle.numba_type


@unbox(ObjectType)
def _unbox(_type: Any, handle: Any, c: Any) -> NativeValue:
    address = c.pyapi.object_getattr_string(handle, "address")
    pointer = c.pyapi.long_as_voidptr(address)
    c.pyapi.decref(address)
    return NativeValue(pointer)


@infer_getattr
class _Attributes(AttributeTemplate):
    key = ObjectType

    def generic_resolve(self, owner: ObjectType, attribute: str) -> Any:
        """The type of `owner.attribute`: a bound method, something in the block, or a constant."""
        if attribute in owner.layout:
            return owner.layout[attribute][1]
        if attribute in owner.obj.runtime:
            return None  # to be read at run time, but no integer: as a constant it would be another game's
        method = owner.method(attribute)
        if method is None:
            return numba.typeof(getattr(owner.obj, attribute)) if hasattr(owner.obj, attribute) else None
        _implement_call(attribute)
        dispatcher = types.Dispatcher(method)
        own = () if owner.is_static(attribute) else (owner,)

        class _Method(AbstractTemplate):
            key = (ObjectType, attribute)

            def generic(self, args: Any, kws: Any) -> Any:
                signature = dispatcher.get_call_type(self.context, (*own, *args), kws)
                return signature.as_method() if own else signature.replace(recvr=owner)

        return types.BoundFunction(_Method, owner)


_implemented: set[str] = set()


def _implement_call(attribute: str) -> None:
    """Teach Numba to call methods of this name, once; which one is meant follows from the receiver's type."""
    if attribute in _implemented:
        return
    _implemented.add(attribute)

    @lower_builtin((ObjectType, attribute), ObjectType, types.VarArg(types.Any))
    def _call(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        owner = signature.args[0]
        if owner.is_static(attribute):
            signature, args = signature.replace(args=signature.args[1:]), args[1:]
        native = context.get_function(types.Dispatcher(owner.method(attribute)), signature)
        result = native(builder, args)
        context.add_linking_libs(getattr(native, "libs", ()))
        return impl_ret_new_ref(context, builder, signature.return_type, result)


@lower_getattr_generic(ObjectType)
def _get_attribute(context: Any, builder: Any, owner: ObjectType, pointer: Any, attribute: str) -> Any:
    if attribute not in owner.layout:
        value = getattr(owner.obj, attribute)
        return context.get_constant_generic(builder, numba.typeof(value), value)
    first, kind = owner.layout[attribute]
    block = builder.bitcast(pointer, WORD.as_pointer())

    def word(index: int) -> Any:
        loaded = builder.load(builder.gep(block, [ir.Constant(WORD, index)]))
        loaded.set_metadata("invariant.load", builder.module.add_metadata([]))  # blocks never change during a run
        return loaded

    if isinstance(kind, types.Array):
        return _array(context, builder, kind, [word(first + i) for i in range(1 + kind.ndim)])
    if isinstance(kind, ObjectType):
        return builder.inttoptr(word(first), context.get_value_type(kind))
    return word(first)


def _array(context: Any, builder: Any, kind: Any, words: list[Any]) -> Any:
    """A C-ordered array from its address and the lengths of its axes. Nobody counts references to it."""
    address, *shape = words
    item = context.get_data_type(kind.dtype)
    size = context.get_constant(types.intp, context.get_abi_sizeof(item))
    strides = [size]
    for length in reversed(shape[1:]):
        strides.insert(0, builder.mul(strides[0], length))
    array = context.make_array(kind)(context, builder)
    arrayobj.populate_array(array, builder.inttoptr(address, item.as_pointer()), shape, strides, size, None)
    return array._getvalue()
