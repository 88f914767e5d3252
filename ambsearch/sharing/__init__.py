"""Searches whose parts are shared out among workers: on every core, or on many machines.

workers     parallel, the answers of a search that is shared out; alone: where there is one worker only
heads       what leads such a search; pieces: the parts that it knows of
keepers     what the head writes into a file, so that nothing is lost
pools       the processes that search when no executor is given
slices      what a worker does with a part; results: what comes back; reports: what it tells meanwhile
parts       a part, and how it is halved
sending     what can be sent to a worker; ways: whether a worker has the same choices
"""
