"""Machine code for plain game classes and plain kernels.

    Machine --> Native --> cache: code on disk? --- no ---> compiler: Numba, a whole program
                              | yes                            |
                              '----------> loader <------------'   called with the data of game and context

Only the compiler knows Numba. Importing Numba takes longer than most searches, and code that is found on disk runs
without it. `Machine` is what the rest of zermelo uses; it imports what follows only when something is to be compiled.
"""
