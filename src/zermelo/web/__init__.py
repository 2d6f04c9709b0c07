"""A page to play on and to look into searches with, and the API under it: `zermelo serve`.

    app (routes, limits, refusals) --> pool (workers, a short queue) --> worker (a process) --> jobs (what is answered)

No game is ever touched in the process that answers requests: a game may be slow, huge or wrong.
"""
