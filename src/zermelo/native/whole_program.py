"""One optimisation and one emission for a whole program, instead of one for each of its functions.

Numba by itself finishes every function: it optimises it together with all that it calls, makes it native, and wraps it
for calls from Python, though only the entry is ever called from there. Here functions stay *parts*, LLVM code as it was
lowered; the *whole* links all of them, hides all but the entry from the outside, so that the optimiser may change how
they are called and nothing else is ever confused with them, and is optimised and made machine code once.

    part (LLVM) --+
    part (LLVM) --+--> whole: link, hide, optimise, emit --> native entry
    part (LLVM) --+
"""

from __future__ import annotations

import re
from typing import Any

from numba.core import ir as numba_ir

from zermelo.native.constant_propagation import KnowConstants
from zermelo.native.loader import Code
from zermelo.native.numba_internals import (
    AnnotateTypes,
    CompilerBase,
    DefaultPassBuilder,
    DumpParforDiagnostics,
    GeneratorDescriptor,
    InlineClosureLikes,
    InlineInlinables,
    InlineOverloads,
    Lower,
    NativeLowering,
    NopythonRewrites,
    Part,
    QuickFlags,
    calls_by_name,
    library_module,
    machine_code,
    optimise,
    register_pass,
    rtsys,
    stand_in,
)
from zermelo.native.refusal import refusal

ENVIRONMENT = "_ZN08NumbaEnv"
"""Begins the name of a global through which a function would find its Python objects."""

UNTOLD = "(a value that only the interpreter tells)"

DYNAMIC = "numba.dynamic.globals"
"""Begins the name of a global that holds an address of this process."""


def emitted(entry: Any) -> tuple[Code, bool]:
    """The machine code of an entry, a Part, and of all that it reaches; and whether another process can run it too."""
    codegen = entry.library.codegen
    whole = entry.library.module.clone()
    libraries = _closure([entry.library])
    parts = [library for library in libraries if isinstance(library, Part)]
    for part in parts[1:]:
        whole.link_in(part.module, preserve=True)
    # of Numba's own libraries only what is needed by then is taken: so that which counts references comes last
    for library in sorted(set(libraries) - set(parts), key=lambda library: (library is rtsys.library, library.name)):
        whole.link_in(library_module(library), preserve=True)
    _hide(whole, parts, entry.fndesc.llvm_func_name)
    optimise(whole, codegen)
    whole.verify()
    if len(re.findall(rf"@{ENVIRONMENT}", str(whole))) > sum(
        v.name.startswith(ENVIRONMENT) for v in whole.global_variables
    ):
        raise refusal("it makes Python objects where it runs: to print a value, for example")
    lasting = not any(variable.name.startswith(DYNAMIC) for variable in whole.global_variables)
    needed = [thing.name for thing in (*whole.functions, *whole.global_variables) if thing.is_declaration]
    symbols = tuple(name for name in needed if not name.startswith("llvm."))
    return Code(entry.fndesc.llvm_func_name, symbols, machine_code(whole, codegen)), lasting


def _hide(whole: Any, parts: list[Part], entry: str) -> None:
    """Leave the entry alone to be seen from outside."""
    ours = {name for part in parts for name in part.defined()}
    for function in whole.functions:
        if function.name in ours and not function.is_declaration:
            function.linkage = "external" if function.name == entry else "internal"


def _closure(libraries: list[Any]) -> list[Any]:
    """These libraries and all that they link, each once."""
    found: dict[Any, None] = {}
    pending = list(reversed(libraries))
    while pending:
        library = pending.pop()
        if library not in found:
            found[library] = None
            if isinstance(library, Part):
                pending.extend(reversed(library.libraries()))
    return list(found)


class _Lower(Lower):
    """Numba's lowering, but nothing in the code makes Python objects: it runs where there is no Numba."""

    def setup_function(self, fndesc: Any) -> None:
        """Put what takes a generator from one yield to the next in line: the optimiser finds it too long to do so by itself.

        Its state is in registers only once it is part of the loop it serves.
        """
        super().setup_function(fndesc)
        if isinstance(fndesc, GeneratorDescriptor):
            self.function.attributes.add("alwaysinline")

    def lower_dynamic_raise(self, inst: Any) -> None:
        """An exception with arguments known at run time only: they stay unknown."""
        arguments = tuple(UNTOLD if isinstance(given, numba_ir.Var) else given for given in inst.exc_args)
        self.return_exception(inst.exc_class, arguments, loc=self.loc)


NEEDLESS = (InlineInlinables, InlineOverloads, NopythonRewrites, AnnotateTypes, DumpParforDiagnostics)
"""Passes of which nothing here asks: they put functions in line as LLVM does later, fuse expressions of whole arrays, and
write reports that nobody reads."""


@register_pass(mutates_CFG=True, analysis_only=False)
class LowerPart(NativeLowering):
    """Lowering that stops before native code."""

    _name = "lower_part"

    def __init__(self) -> None:
        NativeLowering.__init__(self)

    @property
    def lowering_class(self) -> type[Lower]:
        """What writes the LLVM code."""
        return _Lower

    def run_pass(self, state: Any) -> bool:
        """As Numba's, but the result cannot be called from Python."""
        with calls_by_name(state.targetctx.codegen()):
            super().run_pass(state)
        function, result = stand_in(state["cr"], state.library)
        state.targetctx.insert_user_function(function, result.fndesc, [state.library])
        state["cr"] = result
        return True


class PartCompiler(CompilerBase):
    """Numba's usual pipeline, ending in a Part."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        flags = self.state.flags = QuickFlags(self.state.flags)
        flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True

    def define_pipelines(self) -> list[Any]:
        """The one pipeline of this compiler."""
        state = self.state
        state.library = Part(state.targetctx.codegen(), state.func_id.func_qualname)
        passes = DefaultPassBuilder.define_nopython_pipeline(state)
        needed = [step for step in passes.passes if step[0] not in NEEDLESS]
        passes.passes = [(LowerPart if kind is NativeLowering else kind, text) for kind, text in needed]
        passes.add_pass_after(KnowConstants, InlineClosureLikes)
        self.adapt(passes)
        passes.finalize()
        return [passes]

    def adapt(self, passes: Any) -> None:
        """For subclasses: change the passes before they run."""
