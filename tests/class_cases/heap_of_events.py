"""A queue of events kept by heapq in a class."""

import heapq

from ambsearch import ambiguous


class Events:
    def __init__(self, *times):
        self.heap = list(times)
        heapq.heapify(self.heap)
        self.now = 0

    def add(self, time):
        heapq.heappush(self.heap, time)

    def next(self):
        self.now = heapq.heappop(self.heap)
        return self.now

    def __bool__(self):
        return bool(self.heap)


EVENTS = Events(4, 2)


@ambiguous
def f():
    times = []
    while EVENTS:
        times.append(EVENTS.next())
        if len(times) == 1:
            EVENTS.add(EVENTS.now + (yield (1, 3)))
    return times, EVENTS.now


EXPECTED = [([2, 3, 4], 4), ([2, 4, 5], 5)]
