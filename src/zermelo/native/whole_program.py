"""The whole-program link: all functions of a compilation are linked, to be optimised and emitted together, once.

Numba by itself finishes each function separately: it optimises the function together with all that it calls, emits machine
code, and wraps it for calls from Python, although only the entry is ever called from Python. Here each function remains a
*part*, its LLVM code as lowered. All parts are linked into one program. Every function but the entry is made internal, so
that the optimiser may change how it is called, and its name cannot clash with another one. `codegen` turns the program into
machine code.

    part (LLVM) --+
    part (LLVM) --+--> link, make internal --> program (LLVM)
    part (LLVM) --+
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core import ir as numba_ir

from zermelo.core.component import is_cold
from zermelo.native.codegen import Program, program_of
from zermelo.native.constant_propagation import PropagateConstants
from zermelo.native.numba_internals import (
    AnnotateTypes,
    CompilerBase,
    DefaultPassBuilder,
    DumpParforDiagnostics,
    GeneratorDescriptor,
    GeneratorLower,
    InlineClosureLikes,
    InlineInlinables,
    InlineOverloads,
    LinkablePart,
    Lower,
    NativeLowering,
    NopythonRewrites,
    QuickFlags,
    library_module,
    recursive_calls,
    register_pass,
    rtsys,
    stand_in,
)
from zermelo.native.recursion import INLINED, by_name, finish, to_itself
from zermelo.native.refusal import refusal

NOT_CONSTANT = "(a value that only the interpreter shows)"
"""Stands for an argument of an exception that is not a constant."""


def link(entry: Any) -> Program:
    """The program of an entry, a LinkablePart, and of everything that it calls."""
    program = entry.library.module.clone()
    libraries = _closure([entry.library])
    parts = [library for library in libraries if isinstance(library, LinkablePart)]
    for part in parts[1:]:
        program.link_in(part.module, preserve=True)
    # of Numba's own libraries, only what the program needs by then is linked; so the one with reference counts comes last
    for library in sorted(set(libraries) - set(parts), key=lambda library: (library is rtsys.library, library.name)):
        program.link_in(library_module(library), preserve=True)
    _make_internal(program, parts, entry.fndesc.llvm_func_name)
    return program_of(entry.fndesc.llvm_func_name, program)


def _make_internal(program: Any, parts: list[LinkablePart], entry: str) -> None:
    """Make all functions of the parts internal, except for the entry."""
    ours = {name for part in parts for name in part.defined()}
    for function in program.functions:
        if function.name in ours and not function.is_declaration:
            function.linkage = "external" if function.name == entry else "internal"


def _closure(libraries: list[Any]) -> list[Any]:
    """These libraries and all libraries that they link, directly or indirectly, each once."""
    closure: dict[Any, None] = {}
    pending = list(reversed(libraries))
    while pending:
        library = pending.pop()
        if library not in closure:
            closure[library] = None
            if isinstance(library, LinkablePart):
                pending.extend(reversed(library.libraries()))
    return list(closure)


class _GeneratorLower(GeneratorLower):
    """Numba's lowering of generators, with a state that is undefined at first: each part of it is written before it is read,
    and LLVM need not keep zeros in registers.
    """

    def box_generator_struct(self, lower: Any, gen_struct: Any) -> Any:
        return lower.builder.insert_value(gen_struct, ir.Constant(gen_struct.type.elements[2], ir.Undefined), 2)


class _Lower(Lower):
    """Numba's lowering, without code that creates Python objects, so that it can run without Numba."""

    GeneratorLower = _GeneratorLower

    def setup_function(self, fndesc: Any) -> None:
        """Mark the function that resumes a generator for inlining, because the optimiser would find it too long; likewise
        one of two functions that call each other. A function that is seldom called is kept apart.

        Only when it is part of the loop that uses it can the generator's state be kept in registers.
        """
        super().setup_function(fndesc)
        if isinstance(fndesc, GeneratorDescriptor) or self.function.name in INLINED:
            self.function.attributes.add("alwaysinline")
        if is_cold(self.func_ir.func_id.func):
            self.function.attributes.add("noinline")
            self.function.attributes.add("cold")

    def storevar(self, value: Any, name: str, argidx: int | None = None) -> None:
        """Store a variable. An iterator that a generator needs after a `yield` is in the generator's state from the start.

        Numba would put it there at the `yield`, and on the stack after it. As it would have several places, LLVM could not
        keep it in registers.
        """
        kind, generator = self.typeof(name), self._generator()
        if (
            generator is not None
            and isinstance(kind, types.SimpleIteratorType)
            and name in generator.geninfo.state_vars
        ):
            place = generator.geninfo.state_vars.index(name)
            slot = cgutils.gep_inbounds(self.builder, generator.gen_state_ptr, 0, place)
            self.context.pack_value(self.builder, kind, value, slot)
            value = slot if isinstance(kind, types.Generator) else self.context.unpack_value(self.builder, kind, slot)
        super().storevar(value, name, argidx)

    def _generator(self) -> Any:
        """What lowers the generator whose code is being lowered; None if that is the code of another function."""
        return self.genlower if hasattr(self.genlower, "gen_state_ptr") else None

    def lower_dynamic_raise(self, inst: Any) -> None:
        """Raise an exception with arguments known only at run time; NOT_CONSTANT replaces them."""
        arguments = tuple(NOT_CONSTANT if isinstance(given, numba_ir.Var) else given for given in inst.exc_args)
        self.return_exception(inst.exc_class, arguments, loc=self.loc)


def _refuse_shared_iterators(state: Any) -> None:
    """Refuse a generator that keeps an iterator in a variable while it is paused. If two variables, or two loops, went on
    with one iterator, each would get a copy. The iterator of a loop has no name, so it is not shared.
    """
    paused = state.func_ir.generator_info
    for name in paused.state_vars if paused is not None else ():
        if isinstance(state.typemap[name], types.IteratorType) and not name.startswith("$"):
            variable, function = name.partition(".")[0], state.func_ir.func_id.func_name.rpartition("_")[0]
            reason = f"the variable {variable} of the generator {function} is an iterator"
            raise refusal(f"{reason}; loop over what it iterates over instead", state.func_ir.loc)


UNUSED_PASSES = (InlineInlinables, InlineOverloads, NopythonRewrites, AnnotateTypes, DumpParforDiagnostics)
"""Numba's passes that are left out: they inline functions, as LLVM does later, fuse expressions of whole arrays, and write
reports that are not used."""


@register_pass(mutates_CFG=True, analysis_only=False)
class LowerPart(NativeLowering):
    """Numba's lowering to LLVM code, without compiling that to machine code."""

    _name = "lower_part"

    def __init__(self) -> None:
        NativeLowering.__init__(self)

    @property
    def lowering_class(self) -> type[Lower]:
        return _Lower

    def run_pass(self, state: Any) -> bool:
        """Lower the function to LLVM code. The result cannot be called from Python."""
        _refuse_shared_iterators(state)
        with recursive_calls(state.targetctx, to_itself, by_name):
            super().run_pass(state)
        finish(state.library.module, state["cr"].fndesc.llvm_func_name)
        function, result = stand_in(state["cr"], state.library)
        state.targetctx.insert_user_function(function, result.fndesc, [state.library])
        state["cr"] = result
        return True


class PartCompiler(CompilerBase):
    """Numba's usual pipeline, with a LinkablePart as its result."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        flags = self.state.flags = QuickFlags(self.state.flags)
        flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True

    def define_pipelines(self) -> list[Any]:
        state = self.state
        state.library = LinkablePart(state.targetctx.codegen(), state.func_id.func_qualname)
        passes = DefaultPassBuilder.define_nopython_pipeline(state)
        needed = [step for step in passes.passes if step[0] not in UNUSED_PASSES]
        passes.passes = [(LowerPart if kind is NativeLowering else kind, text) for kind, text in needed]
        passes.add_pass_after(PropagateConstants, InlineClosureLikes)
        self.adapt(passes)
        passes.finalize()
        return [passes]

    def adapt(self, passes: Any) -> None:
        """Change the passes before they run; for subclasses."""
