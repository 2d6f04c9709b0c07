"""The web page and the API of `zermelo serve`: play a game, see the value of every move, step through a search.

    app (routes, limits, errors) --> pool (worker processes, a short queue) --> worker (one process) --> jobs (the answers)

No game runs in the process that answers HTTP requests: a game may be slow, huge or wrong.
"""
