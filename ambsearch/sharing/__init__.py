"""Searches whose parts are shared out among workers: on every core, or on many machines.

workers     parallel, the answers of a search that is shared out; alone: with a single worker
heads       what leads such a search; pieces: the parts that it keeps track of
keepers     what the head saves in a file, so that nothing is lost
pools       the processes that search when no executor is given
slices      what a worker does with a part; results: what comes back; reports: what it reports meanwhile
slicing     how it goes through the part
parts       a part, and how it is split
sending     what can be sent to a worker
"""
