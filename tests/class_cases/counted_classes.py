"""Shapes that their classes count: a class derived from another has a number of its own from the first change on.

An attribute that objects keep in themselves may be given to their class, or to one that it is derived from, in between.
"""

from abc import ABC, abstractmethod

from ambsearch import ambiguous


class Shape(ABC):
    made = 0

    def __init__(self, name):
        self.name = name
        type(self).made += 1

    @abstractmethod
    def area(self): ...


class Square(Shape):
    def area(self):
        return 4


class Bar(Shape):
    def area(self):
        return 3


def rank(shape, number):
    shape.rank = number


def rank_all(number):
    Shape.rank = number


kept = Bar("kept")


@ambiguous
def f():
    made = []
    rank(kept, (yield (1, 2)))
    which = yield "sb"
    made.append(Square("a") if which == "s" else Bar("b"))
    del kept.rank
    rank_all(len(made))
    rank(kept, 9)
    del kept.rank
    if (yield (False, True)):
        made.append(Square("c"))
        rank(made[-1], kept.rank + 1)
    else:
        rank(kept, 5)
    counts = {cls.__name__: cls.__dict__.get("made") for cls in (Shape, Square, Bar)}
    return "".join(shape.name for shape in made), counts, sorted(vars(kept)), [shape.rank for shape in made]


EXPECTED = [
    answer
    for _ in (1, 2)
    for answer in (
        ("a", {"Shape": 0, "Square": 1, "Bar": 1}, ["name", "rank"], [1]),
        ("ac", {"Shape": 0, "Square": 2, "Bar": 1}, ["name"], [1, 2]),
        ("b", {"Shape": 0, "Square": None, "Bar": 2}, ["name", "rank"], [1]),
        ("bc", {"Shape": 0, "Square": 1, "Bar": 2}, ["name"], [1, 2]),
    )
]
