"""Compiling plain game classes and plain search kernels to machine code.

    Machine --> Native --> cache: code on disk? --- no ---> compiler: Numba, then whole-program link
                              | yes                            |
                              '----------> loader <------------'   calls the code with the data of game and context

Only the compiler imports Numba: importing it takes longer than most searches, and code found on disk runs without it. The
rest of zermelo uses `Machine`, which imports the other modules only when a game is to be compiled. The context is the object
that a kernel is given besides the game: in a search, the `Search`.
"""
