"""From LLVM's text to machine code, and what a thread brings when it calls it: memory, and a place where errors go."""

from __future__ import annotations

import ctypes
import functools
import mmap
import threading
from typing import Any, Final

import llvmlite.binding

llvm: Any = llvmlite.binding
"""It has no types."""

MEMORY: Final = 1 << 30
"""Bytes that the values of one call may take. The system gives them as they are used."""

STACK: Final = 5 << 20
"""Bytes of the stack that a call may use."""

RUNTIME: Final = "{ptr, ptr, ptr, i64, ptr, ptr}"
"""What a thread brings: the next free byte, the end of its memory, where an error goes, the number of the error, the end of
the stack, and the beginning of the memory.
"""

TARGET, CODE, STACK_END, BEGIN = 2, 3, 4, 5
"""The places of those parts."""


def part_of_runtime(place: int) -> str:
    """LLVM's instruction for the address of a part."""
    return f"getelementptr inbounds {RUNTIME}, ptr %rt, i64 0, i32 {place}"


ENTRY_LINES: Final = f"""
  %buffer = alloca [64 x i64], align 16
  %target = {part_of_runtime(TARGET)}
  store ptr %buffer, ptr %target
  %begin_place = {part_of_runtime(BEGIN)}
  %begin = load ptr, ptr %begin_place
  store ptr %begin, ptr %rt
  %frame = call ptr @llvm.frameaddress.p0(i32 0)
  %here = ptrtoint ptr %frame to i64
  %low = sub i64 %here, {STACK}
  %low_ptr = inttoptr i64 %low to ptr
  %limit_place = {part_of_runtime(STACK_END)}
  store ptr %low_ptr, ptr %limit_place
  %first = call i32 @_setjmp(ptr %buffer) returns_twice
  %is_first = icmp eq i32 %first, 0
  br i1 %is_first, label %run, label %raised
raised:
  %code_place = {part_of_runtime(CODE)}
  %code = load i64, ptr %code_place
  %shown = add i64 %code, 1
  ret i64 %shown
run:
"""
"""The beginning of an entry, which returns 0, or 1 more than the number of an error."""


class Runtime:
    """What one thread brings to compiled code."""

    def __init__(self) -> None:
        flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | getattr(mmap, "MAP_NORESERVE", 0)
        self._memory = mmap.mmap(-1, MEMORY, flags=flags)
        start = ctypes.addressof(ctypes.c_char.from_buffer(self._memory))
        self._words = (ctypes.c_uint64 * 6)(start, start + MEMORY, 0, 0, 0, start)
        self.address = ctypes.addressof(self._words)


_of_thread: Final = threading.local()


def runtime() -> Runtime:
    """That of this thread."""
    if not hasattr(_of_thread, "runtime"):
        _of_thread.runtime = Runtime()
    found: Runtime = _of_thread.runtime
    return found


def new_target_machine() -> Any:
    """LLVM's description of this processor."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    target = llvm.Target.from_triple(llvm.get_process_triple())
    return target.create_target_machine(
        cpu=llvm.get_host_cpu_name(),
        features=llvm.get_host_cpu_features().flatten(),
        opt=3,
        codemodel="jitdefault",
        jit=True,
    )


@functools.cache
def target_machine() -> Any:
    return new_target_machine()


def machine_code(text: str) -> bytes:
    """The object file of a module."""
    machine = target_machine()
    module = llvm.parse_assembly(text)
    module.verify()
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.slp_vectorization = options.loop_vectorization = False
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    return machine.emit_object(module)


class Loaded:
    """Machine code in memory."""

    def __init__(self, code: bytes) -> None:
        machine = new_target_machine()  # which becomes the engine's own
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
        self._engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        self._engine.finalize_object()

    def address(self, name: str) -> int:
        return self._engine.get_function_address(name)


def processor() -> tuple[str, ...]:
    """What machine code depends on: the target triple, the processor, its features, and the release of LLVM."""
    features: str = llvm.get_host_cpu_features().flatten()
    return llvm.get_process_triple(), llvm.get_host_cpu_name(), features, llvmlite.__version__
