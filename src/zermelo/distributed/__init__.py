"""Work on several processes or machines: a cluster of workers answers jobs, and need not be trusted.

cluster --> executor: workers, which get and send lines of JSON --> crew: jobs, lost workers --> session: tree and log
"""
