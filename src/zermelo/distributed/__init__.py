"""Work on several processes or machines: a cluster of workers answers jobs.

cluster --> executor: the workers, lines of JSON --> pool: jobs, lost workers --> session: the proof tree, the log
"""
