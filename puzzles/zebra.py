"""Zebra: five houses in a row, and clues about who lives where.

The five houses have different colours; in them live men of different nations, with different pets, drinks and
cigarettes. The clues are those of the instance, e.g. "the Englishman lives in the red house", "the green house is
immediately to the right of the ivory house". Who drinks water, and who owns the zebra?

kinds    for each kind of thing its items, as many as there are houses, e.g. {"nation": ("Englishman", ...), ...}
clues    each a triple: an item, a word, and an item or the number of a house, which means:
         ("Englishman", "with", "red")     they are in the same house
         ("milk", "at", "3")               this house, counted from the left, from 1
         ("ivory", "left-of", "green")     immediately to the left
         ("fox", "next-to", "Kools")       in the house beside it
house    number of the house of each item so far, e.g. {"Englishman": 3}

As input, a kind is a line with a colon, a clue below it is a line of three words; a puzzle ends at a blank line or at
the end of the text:

    nation: Englishman, Spaniard
    colour: red, green
    Englishman with red
    red left-of green

Source: "Who Owns the Zebra?", Life International (17 December 1962). The clues are data here, as in most of its
descendants; the order of search is that of the kinds.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from ambsearch import Search, ambiguous, an_integer_between, require
from ambsearch.reading import Part, blocks_of

from .pictures.marks import NARROW, Choices, Drawing, Mark, Text, box, lines, stack, table

Kinds = Mapping[str, tuple[str, ...]]
Clue = tuple[str, str, str]
MEANT = {
    "with": "is in the same house as",
    "at": "is in house",
    "left-of": "is immediately to the left of",
    "next-to": "is in the house beside",
}
WORDS = tuple(MEANT)


def question(kinds: Kinds, clues: Sequence[Clue]) -> str:
    """State the rule, the items of each kind and the clues.

    >>> print(question({"nation": ("Dane", "Swede"), "pet": ("cat", "dog")}, (("Dane", "left-of", "dog"),)))
    2 houses stand in a row; in each there is one item of each kind. Which is where?
      nation: Dane, Swede
      pet: cat, dog
    Dane is immediately to the left of dog.
    """
    check(kinds, clues)
    houses = max(map(len, kinds.values()), default=0)
    items = [f"  {kind}: {', '.join(names)}" for kind, names in kinds.items()]
    told = [f"{one} {MEANT[word]} {other}." for one, word, other in clues]
    head = f"{houses} houses stand in a row; in each there is one item of each kind. Which is where?"
    return "\n".join([head, *items, *told])


def is_solution(answer: Mapping[str, int], kinds: Kinds, clues: Sequence[Clue]) -> bool:
    """Say whether in each house there is one item of each kind, and all clues hold.

    >>> two = {"nation": ("Dane", "Swede")}
    >>> is_solution({"Dane": 2, "Swede": 1}, two, [("Dane", "at", "2")]), is_solution({"Dane": 2, "Swede": 1}, two, [])
    (True, True)
    >>> is_solution({"Dane": 1, "Swede": 2}, two, [("Dane", "at", "2")])
    False
    """
    if sorted(answer) != sorted(item for kind in kinds.values() for item in kind):
        return False
    for kind in kinds.values():
        if sorted(answer[item] for item in kind) != list(range(1, len(kind) + 1)):
            return False
    return all(holds(clue, answer) for clue in clues)


def holds(clue: Clue, house: Mapping[str, int]) -> bool:
    """Say whether a clue holds for these houses of its items; while one has no house yet, the clue holds.

    >>> [holds(("fox", word, "cat"), {"fox": 2, "cat": 3}) for word in ("with", "left-of", "next-to")]
    [False, True, True]
    >>> holds(("fox", "with", "cat"), {"fox": 2})
    True
    """
    one, word, other = clue
    if word == "at":
        return house.get(one) in (None, int(other))
    if one not in house or other not in house:
        return True
    return house[other] - house[one] in {"with": (0,), "left-of": (1,), "next-to": (-1, 1)}[word]


def check(kinds: Kinds, clues: Sequence[Clue]) -> None:
    """Raise ValueError if an item comes twice, kinds differ in length, or a clue is not valid."""
    items = [item for kind in kinds.values() for item in kind]
    houses = [str(number) for number in range(1, max(map(len, kinds.values()), default=0) + 1)]
    for name, kind in kinds.items():
        if len(kind) != len(houses):
            raise ValueError(
                f"expected the same number of items of each kind, found {len(kind)} of {name} beside {len(houses)}"
            )
    for item in items:
        if items.count(item) > 1 or not re.fullmatch(r"[^\s:,]+", item):
            raise ValueError(f"expected a new item, one word, found {item!r}")
    for one, word, other in clues:
        if one not in items or word not in WORDS or other not in (houses if word == "at" else items):
            raise ValueError(
                f"expected an item, one of {', '.join(WORDS)}, and an item (after `at` the number of a house); "
                f"found `{one} {word} {other}`"
            )


@ambiguous
def solve(kinds: Kinds, clues: Sequence[Clue]) -> Search[dict[str, int]]:
    """Choose a house for each item, requiring each clue as soon as possible; one answer for the puzzle itself.

    kinds: for each kind its items, e.g. {"nation": ("Dane", "Swede"), "pet": ("cat", "dog")}.
    clues: triples, e.g. ("Dane", "with", "cat"), ("dog", "at", "1").
    An answer is a dict {item: house}, houses from 1; answers are in lexicographic order of the houses.
    Raises ValueError if kinds or clues are not valid.

    >>> life = solve(KINDS, CLUES).one()
    >>> [nation for nation in KINDS["nation"] if life[nation] in (life["water"], life["zebra"])]
    ['Norwegian', 'Japanese']
    """
    check(kinds, clues)
    house: dict[str, int] = {}
    for kind in kinds.values():
        for item in kind:
            number = yield an_integer_between(1, len(kind))
            require(number not in [house.get(rival) for rival in kind])
            house[item] = number
            require(all(holds(clue, house) for clue in clues if item in clue))
    return house


KINDS: Kinds = {
    "nation": ("Norwegian", "Englishman", "Spaniard", "Ukrainian", "Japanese"),
    "colour": ("red", "green", "ivory", "yellow", "blue"),
    "drink": ("coffee", "tea", "milk", "juice", "water"),
    "smoke": ("Old-Gold", "Kools", "Chesterfields", "Lucky-Strike", "Parliaments"),
    "pet": ("dog", "snails", "fox", "horse", "zebra"),
}
CLUES: tuple[Clue, ...] = (
    ("Englishman", "with", "red"),
    ("Spaniard", "with", "dog"),
    ("coffee", "with", "green"),
    ("Ukrainian", "with", "tea"),
    ("ivory", "left-of", "green"),
    ("Old-Gold", "with", "snails"),
    ("Kools", "with", "yellow"),
    ("milk", "at", "3"),
    ("Norwegian", "at", "1"),
    ("Chesterfields", "next-to", "fox"),
    ("Kools", "next-to", "horse"),
    ("Lucky-Strike", "with", "juice"),
    ("Japanese", "with", "Parliaments"),
    ("Norwegian", "next-to", "blue"),
)
INSTANCES: dict[str, dict[str, Any]] = {
    "life": {"kinds": KINDS, "clues": CLUES},
    "without-the-blue-house": {"kinds": KINDS, "clues": CLUES[:-1]},
    "no-clues": {"kinds": {"nation": ("Dane", "Swede", "Finn"), "pet": ("cat", "dog", "elk")}, "clues": ()},
}


def picture(answer: Mapping[str, int], kinds: Kinds, clues: Sequence[Clue]) -> str:
    """Draw a table, a line for each house.

    >>> kinds = {"nation": ("Dane", "Swede"), "pet": ("cat", "dog")}
    >>> print(picture({"Dane": 2, "Swede": 1, "cat": 1, "dog": 2}, kinds, []))
    house  nation  pet
    1      Swede   cat
    2      Dane    dog
    """
    columns = [sorted(kind, key=answer.__getitem__) for kind in kinds.values()]
    numbers = [str(number) for number in range(1, max(map(len, columns), default=0) + 1)]
    table = [["house", *numbers], *([name, *column] for name, column in zip(kinds, columns, strict=True))]
    padded = [[word.ljust(max(map(len, column))) for word in column] for column in table]
    return "\n".join("  ".join(row).rstrip() for row in zip(*padded, strict=True))


def drawing(answer: Mapping[str, int] | None, kinds: Kinds, clues: Sequence[Clue]) -> Drawing:
    """Picture a table, a row for each house, with the items and the clues below it.

    >>> drawing(None, {"nation": ("Dane", "Swede")}, ()).marks[-1].text
    'nation: Dane, Swede'
    """
    houses = max(map(len, kinds.values()), default=0)
    rows = [["house", *kinds], *([str(house), *[""] * len(kinds)] for house in range(1, houses + 1))]
    if answer is not None:
        for column, kind in enumerate(kinds.values(), 1):
            for item in kind:
                rows[answer[item]][column] = item
    return stack([table(rows), lines([line.strip() for line in question(kinds, clues).splitlines()[1:]])])


def sketch(choices: Choices, kinds: Kinds, clues: Sequence[Clue]) -> Drawing:
    """Picture the items that have a house at a point of the search; an item tried in a taken house is below the other.

    >>> two = {"nation": ("Dane", "Swede")}
    >>> [mark.text for mark in sketch([("number", 2)], two, ()).marks[-2:]]
    ['2', 'Dane']
    """
    marks, wide = houses_of(tuple((kind, tuple(names)) for kind, names in kinds.items()))
    houses = max(map(len, kinds.values()), default=0)
    items = [(row, item) for row, kind in enumerate(kinds.values(), 1) for item in kind]
    taken: set[tuple[int, int]] = set()
    chosen: list[Mark] = []
    for (row, item), (_, house) in zip(items, choices, strict=False):
        below = 0.3 if (row, house) in taken else 0
        chosen.append(Text(((house + 0.5) * wide, row + 0.5 + below), item, 0.5 - below / 2))
        taken.add((row, house))
    return Drawing((houses + 1) * wide, len(kinds) + 1, (*marks, *chosen))


@lru_cache(4)
def houses_of(kinds: tuple[tuple[str, tuple[str, ...]], ...]) -> tuple[tuple[Mark, ...], float]:
    """An empty table, a column for each house, and the width of its columns."""
    houses = range(max((len(names) for _, names in kinds), default=0) + 1)
    wide = max((NARROW * len(word) * 0.8 + 0.4 for kind, names in kinds for word in (kind, *names)), default=1.0)
    marks: list[Mark] = []
    for row, head in enumerate(("house", *(kind for kind, _ in kinds))):
        marks += [box(house * wide, row, wide, fill="0.9" if row == 0 or house == 0 else "") for house in houses]
        marks.append(Text((wide / 2, row + 0.5), head, 0.5))
    marks += [Text(((house + 0.5) * wide, 0.5), str(house), 0.5) for house in houses[1:]]
    return tuple(marks), wide


def read(text: str) -> list[dict[str, Any]]:
    """Read the puzzles of a text, with blank lines between them.

    >>> read("nation: Dane, Swede\\nDane at 2")
    [{'kinds': {'nation': ('Dane', 'Swede')}, 'clues': (('Dane', 'at', '2'),)}]

    Raises BadInput if a line is neither kind nor clue, a name comes twice, kinds differ in length, or a clue is about
    a house or an item that no earlier line names.
    """
    return [read_houses(block) for block in blocks_of(text)]


def read_houses(lines: list[Part]) -> dict[str, Any]:
    """Read one puzzle."""
    kinds: dict[str, tuple[str, ...]] = {}
    clues: list[Clue] = []
    taken: list[str] = []
    for line in lines:
        known = [item for kind in kinds.values() for item in kind]
        houses = [str(number + 1) for number in range(len(known) // max(len(kinds), 1))]
        if ":" in line.text:
            kind, items = line.parts(":", "a kind", "its items")
            names = [kind, *items.parts(",", *["an item"] * len(houses))]
            for name in names:
                name.words("a name of one word")
                taken.append(name.new(taken))
            kinds[kind.text] = tuple(item.text for item in names[1:])
        else:
            one, word, other = line.words("an item", "a word", "an item or a house")
            meant = houses if word.text == "at" else known
            clues.append((one.one_of(known), word.one_of(WORDS), other.one_of(meant)))
    return {"kinds": kinds, "clues": tuple(clues)}
