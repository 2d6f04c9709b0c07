"""The compiler: plain Python to machine code, by types that are known from the arguments.

    source --> statements, expressions: one pass that finds types and writes LLVM's text --> LLVM --> machine code

A function is made for the types of its arguments (`program`). Its blocks are written while its source is read (`statements`,
`expressions`, down to `blocks`); where a guess at a type proves too narrow, it is made again. What Python's own types do is
written in Python (`library`) and compiled with the rest.
"""
