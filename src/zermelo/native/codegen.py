"""From a linked program to machine code: its open constants are put in, then it is optimised and written, by LLVM alone.

A program is LLVM code before optimisation. It may leave constants *open*: it declares, say, the number of columns of a board
as a global variable, and does not define it. So one program serves all boards of a family (see `family`), and Numba, which
takes most of the time of a compilation, is needed only for the first of them.
"""

from __future__ import annotations

import functools
from typing import Any, Final, NamedTuple

import llvmlite.binding as llvm

from zermelo.native.family import BoardConstants
from zermelo.native.loader import Code, Uncompilable, processor, uncompilable_if

MOST_CASES: Final = 16
"""The longest tuple whose items are cases of a switch, which tell the optimiser what they are; a longer one is an array."""

SMALL: Final = 1 << 32
"""If the items of an array are smaller, the optimiser is told their range."""

ENVIRONMENT: Final = "_ZN08NumbaEnv"
"""The beginning of the name of a global through which a function finds its Python objects."""

DYNAMIC: Final = "numba.dynamic.globals"
"""The beginning of the name of a global that holds an address of this process."""


class Program(NamedTuple):
    """The LLVM code of a kernel with all that it calls, before optimisation."""

    entry: str
    """The name of the function to call."""
    bitcode: bytes


def program_of(entry: str, module: Any) -> Program:
    """A module as a program. Each function is first simplified by itself, which leaves a quarter of the code."""
    builder = llvm.create_pass_builder(_target_machine(), llvm.create_pipeline_tuning_options(speed_level=1))
    passes = llvm.create_new_module_pass_manager()
    passes.add_sroa_pass()
    passes.add_instruction_combine_pass()
    passes.add_simplify_cfg_pass()
    passes.add_global_dead_code_eliminate_pass()
    passes.add_strip_symbols_pass()
    passes.run(module, builder)
    return Program(entry, module.as_bitcode())


def machine_code(program: Program, constants: BoardConstants | None = None) -> tuple[Code, bool]:
    """The machine code of a program with these constants, and whether other processes can run it. Raises Uncompilable."""
    with uncompilable_if("LLVM fails"):
        module = _defined(program, constants)
        _optimise(module)
        module.verify()
        used = [variable.name for variable in module.global_variables]
        if str(module).count(f"@{ENVIRONMENT}") > sum(name.startswith(ENVIRONMENT) for name in used):
            raise Uncompilable("it creates Python objects when it runs, to print a value for example")
        lasting = not any(name.startswith(DYNAMIC) for name in used)
        needed = [symbol.name for symbol in (*module.functions, *module.global_variables) if symbol.is_declaration]
        symbols = tuple(name for name in needed if not name.startswith("llvm."))
        return Code(program.entry, symbols, _target_machine().emit_object(module)), lasting


def _defined(program: Program, constants: BoardConstants | None) -> Any:
    """The module of a program in which the constants are defined."""
    module = llvm.parse_bitcode(program.bitcode)
    if constants is not None:
        module.link_in(llvm.parse_assembly(_definitions(module, constants)))
        for name in constants.words:
            module.get_global_variable(name).linkage = "internal"
        for name in constants.items:
            module.get_function(name).linkage = "internal"
    return module


def _definitions(module: Any, constants: BoardConstants) -> str:
    """A module in LLVM's text form that defines the constants."""
    lines = [f'target datalayout = "{module.data_layout}"', f'target triple = "{module.triple}"']
    for name, words in constants.words.items():
        lines.append(
            f'@"{name}" = constant [{len(words)} x i64] [{", ".join(f"i64 {word}" for word in words)}], align 8'
        )
    for name, (bits, items) in constants.items.items():
        lines += [f'define i{bits} @"{name}"(i64 %index) alwaysinline {{', *_lookup(name, bits, items), "}"]
        if len(items) > MOST_CASES:
            values = ", ".join(f"i{bits} {item}" for item in items)
            lines.append(f'@"{name}s" = private constant [{len(items)} x i{bits}] [{values}], align 8')
    return "\n".join(lines)


def _lookup(name: str, bits: int, items: tuple[int, ...]) -> list[str]:
    """The body of a function that returns an item by its index: cases, or an array if there are many."""
    if len(items) > MOST_CASES:
        small = min(items) > -SMALL and max(items) < SMALL  # then overflow checks of sums can be left out
        span = f", !range !{{i{bits} {min(items)}, i{bits} {max(items) + 1}}}" if small else ""
        return [
            f'  %place = getelementptr [{len(items)} x i{bits}], ptr @"{name}s", i64 0, i64 %index',
            f"  %item = load i{bits}, ptr %place, align 8{span}",
            f"  ret i{bits} %item",
        ]
    cases = " ".join(f"i64 {index}, label %case{index}" for index in range(len(items)))
    values = ", ".join(f"[{item}, %case{index}]" for index, item in enumerate(items))
    return [
        f"  switch i64 %index, label %outside [{cases}]",
        "outside:",
        "  unreachable",
        *(f"case{index}:\n  br label %found" for index in range(len(items))),
        "found:",
        f"  %item = phi i{bits} {values}",
        f"  ret i{bits} %item",
    ]


def _optimise(module: Any) -> None:
    """Optimise as Numba does, first cheaply and then thoroughly, but without vectorising, which would make the short loops
    of searches slower by a fifth.
    """
    for level in (0, 3):
        options = llvm.create_pipeline_tuning_options(speed_level=level)
        options.slp_vectorization = options.loop_vectorization = False
        builder = llvm.create_pass_builder(_target_machine(), options)
        passes = builder.getModulePassManager()
        if level == 0:
            passes.add_loop_rotate_pass()
            passes.add_instruction_combine_pass()
            passes.add_jump_threading_pass()
        passes.add_refprune_pass()
        passes.run(module, builder)


@functools.cache
def _target_machine() -> Any:
    """LLVM's description of this processor, with the options that Numba uses for code that runs at once."""
    triple, name, features = processor()
    relocation = "static" if triple.startswith("x86") else "default"
    return llvm.Target.from_triple(triple).create_target_machine(
        cpu=name, features=features, opt=3, reloc=relocation, codemodel="jitdefault", jit=True
    )
