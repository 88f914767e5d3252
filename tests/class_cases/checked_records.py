"""Records that check what they are given, and compute what they do not keep: __setattr__ and __getattr__ of their own."""

from ambsearch import ambiguous


class Record:
    def __init__(self):
        self.__dict__.update(won=0, lost=0)

    def __getattr__(self, name):
        if name == "points":
            return 3 * self.won
        raise AttributeError(name)

    def __setattr__(self, name, value):
        if value < 0:
            raise ValueError(name)
        super().__setattr__(name, value)


class Slotted:
    __slots__ = "_best", "count"

    def __init__(self):
        self.count = 0

    @property
    def best(self):
        return self._best

    @best.setter
    def best(self, value):
        log.append(value)
        self._best = value

    def __setattr__(self, name, value):
        if name != "count":
            self.count += 1
        super().__setattr__(name, value)

    def __getattr__(self, name):
        if name != "_best":
            raise AttributeError(name)
        log.append(name)
        return -1


class Odd(Record):
    level = 1

    def __setattr__(self, name, value):
        object.__setattr__(self, name, value + 1)


log = []
record, slotted, odd = Record(), Slotted(), Odd()


def play(score):
    try:
        record.lost -= score
    except ValueError as error:
        log.append(str(error))
    record.won += score
    record.draws = getattr(record, "draws", 0) + 1
    slotted.best = max(slotted.best, record.points)
    odd.level += score


@ambiguous
def f():
    for _ in range(2):
        play((yield (0, 2)))
    return vars(record), slotted.best, slotted.count, vars(odd), log


EXPECTED = []
for first in (0, 2):
    for second in (0, 2):
        won = first + second
        told = ["lost"] * (first > 0) + ["_best", max(-1, 3 * first)]
        told += ["lost"] * (second > 0) + [3 * won]
        level = {"won": 0, "lost": 0, "level": 1 + first + 1 + second + 1}
        EXPECTED.append(({"won": won, "lost": 0, "draws": 2}, 3 * won, 4, level, told))
