"""Compiling plain game classes and plain search kernels to machine code.

    Machine --> Native --> cache: code of this board? -- no --> cache: program of its family? -- no --> compiler
                              | yes                                | yes                                  |
                           loader <------ machine code --------- codegen <--------- program -------------'

The compiler is Numba with a link of the whole program. Only it imports Numba, which takes longer than most searches: code
and programs found on disk are used without it. The loader calls the code with the data of game and context. The rest of
zermelo uses `Machine`, which imports the other modules only when a game is to be compiled. The context is the object that a
kernel is given besides the game: in a search, the `Search`.
"""
