"""Talks in rooms: a property whose setter keeps a second index."""

from ambsearch import ambiguous, require


class Calendar:
    def __init__(self):
        self.taken = {}
        self.load = [0, 0, 0]


class Talk:
    def __init__(self, name, calendar):
        self.name, self.calendar, self._hour = name, calendar, None

    @property
    def hour(self):
        return self._hour

    @hour.setter
    def hour(self, hour):
        if self._hour is not None:
            self.calendar.load[self._hour] -= 1
        self._hour = hour
        self.calendar.taken.setdefault(hour, []).append(self.name)
        self.calendar.load[hour] += 1


CALENDAR = Calendar()
TALKS = [Talk(name, CALENDAR) for name in ("amb", "cut", "set")]


@ambiguous
def f():
    for talk in TALKS:
        talk.hour = yield range(3)
        require(max(CALENDAR.load) == 1)
    require(TALKS[0].hour < TALKS[2].hour)
    return CALENDAR.taken


EXPECTED = [
    {0: ["amb"], 1: ["cut"], 2: ["set"]},
    {0: ["amb"], 2: ["cut"], 1: ["set"]},
    {1: ["amb"], 0: ["cut"], 2: ["set"]},
]
