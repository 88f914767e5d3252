"""Liars: two statements by each girl, one true and one untrue.

Betty, Ethel, Joan, Kitty and Mary sat an examination. Each wrote home, and put one true and one untrue statement
into her letter. Betty: "Kitty was second, I was only third." Ethel: "I was on top, Joan was second." Joan: "I was
third, and poor old Ethel was bottom." Kitty: "I came out second, Mary was only fourth." Mary: "I was fourth, top
place was taken by Betty." What was the order in which the five were placed?

letters   for each girl her two statements, e.g. {"betty": (("kitty", 2), ("betty", 3)), ...}
statement a girl and the place that she is said to have taken, e.g. ("kitty", 2)
places    place of each girl so far, 1 is the top, e.g. {"betty": 3}

As input, a girl is a line, and a puzzle ends at a blank line or at the end of the text:

    betty: kitty 2, betty 3
    ethel: ethel 1, joan 2

Source: Harold Abelson and Gerald Jay Sussman, "Structure and Interpretation of Computer Programs" (2nd edition,
1996), exercise 4.42, after Hubert Phillips, "The Sphinx Problem Book" (1934). The letters are a parameter here.
"""

from collections.abc import Mapping
from typing import Any

from ambsearch import Search, ambiguous, an_integer_between, require
from ambsearch.reading import Part, blocks_of

from .pictures.marks import Drawing, lines, stack, table

Statement = tuple[str, int]
Letters = Mapping[str, tuple[Statement, Statement]]


def question(letters: Letters) -> str:
    """Tell the story, with the statements of each girl.

    >>> print(question({"ann": (("ann", 1), ("bea", 1)), "bea": (("ann", 2), ("bea", 2))}))
    2 girls sat an examination. Of the two statements of each, one is true and one is not.
    In which order were they placed?
      Ann: Ann was number 1, Bea was number 1.
      Bea: Ann was number 2, Bea was number 2.
    """
    said = [
        f"  {girl.capitalize()}: "
        + ", ".join(f"{other.capitalize()} was number {place}" for other, place in letter)
        + "."
        for girl, letter in letters.items()
    ]
    return (
        f"{len(letters)} girls sat an examination. Of the two statements of each, one is true and one is not.\n"
        "In which order were they placed?\n" + "\n".join(said)
    )


def is_solution(answer: Mapping[str, int], letters: Letters) -> bool:
    """Say whether every girl has a place of her own and wrote one true and one untrue statement.

    >>> is_solution({"betty": 3, "ethel": 5, "joan": 2, "kitty": 1, "mary": 4}, BOOK)
    True
    >>> is_solution({"betty": 3, "ethel": 5, "joan": 2, "kitty": 4, "mary": 1}, BOOK)
    False
    """
    truths = [sum(answer.get(girl) == place for girl, place in letter) for letter in letters.values()]
    return (
        answer.keys() == letters.keys()
        and sorted(answer.values()) == list(range(1, len(letters) + 1))
        and truths == [1] * len(letters)
    )


@ambiguous
def solve(letters: Letters) -> Search[dict[str, int]]:
    """Give each girl a place, then require that one statement in each letter is true; one answer for the book's five.

    letters: for each girl her two statements, e.g. {"ann": (("ann", 1), ("bea", 2)), "bea": ...}.
    An answer is a dict {girl: place}; answers are in lexicographic order of the places.
    Raises ValueError if a statement is about a girl without a letter.

    >>> solve(BOOK).one()
    {'betty': 3, 'ethel': 5, 'joan': 2, 'kitty': 1, 'mary': 4}
    """
    check(letters)
    places: dict[str, int] = {}
    for girl in letters:
        place = yield an_integer_between(1, len(letters))
        require(place not in places.values())
        places[girl] = place
    for (one, her_place), (other, other_place) in letters.values():
        require((places[one] == her_place) != (places[other] == other_place))
    return places


def check(letters: Letters) -> None:
    """Raise ValueError if a statement is about a girl without a letter."""
    for writer, letter in letters.items():
        for girl, _ in letter:
            if girl not in letters:
                raise ValueError(f"expected statements about {', '.join(letters)}; {writer} writes about {girl!r}")


BOOK: Letters = {
    "betty": (("kitty", 2), ("betty", 3)),
    "ethel": (("ethel", 1), ("joan", 2)),
    "joan": (("joan", 3), ("ethel", 5)),
    "kitty": (("kitty", 2), ("mary", 4)),
    "mary": (("mary", 4), ("betty", 1)),
}
INSTANCES: dict[str, dict[str, Any]] = {
    "book": {"letters": BOOK},
    "two": {"letters": {"ann": (("ann", 1), ("bea", 1)), "bea": (("ann", 2), ("bea", 2))}},
    "contradiction": {"letters": {"ann": (("ann", 1), ("ann", 1))}},
}


def picture(answer: Mapping[str, int], letters: Letters) -> str:
    """List the girls by place, the top one first, each with the statement that is true.

    >>> print(picture({"betty": 3, "ethel": 5, "joan": 2, "kitty": 1, "mary": 4}, BOOK))
    1 Kitty  wrote truly that Mary was number 4
    2 Joan   wrote truly that Ethel was number 5
    3 Betty  wrote truly that Betty was number 3
    4 Mary   wrote truly that Mary was number 4
    5 Ethel  wrote truly that Joan was number 2
    """
    width = max(map(len, answer), default=0)
    true = {girl: next((other, place) for other, place in letters[girl] if answer[other] == place) for girl in answer}
    return "\n".join(
        f"{answer[girl]} {girl.capitalize():{width}}  wrote truly that {other.capitalize()} was number {place}"
        for girl, (other, place) in sorted(true.items(), key=lambda pair: answer[pair[0]])
    )


def drawing(answer: Mapping[str, int] | None, letters: Letters) -> Drawing:
    """Picture a table of the places, with what the girls wrote below it.

    >>> drawing(None, {"ann": (("ann", 1), ("ann", 1))}).marks[1].text
    'place'
    """
    girls = {place: girl.capitalize() for girl, place in (answer or {}).items()}
    rows = [["place", "girl"], *([str(place), girls.get(place, "")] for place in range(1, len(letters) + 1))]
    return stack([table(rows), lines([line.strip() for line in question(letters).splitlines()[2:]])])


def read(text: str) -> list[dict[str, Any]]:
    """Read the puzzles of a text, with blank lines between them.

    >>> read("ann: ann 1, bea 1")
    Traceback (most recent call last):
    ...
    ambsearch.errors.BadInput: line 1, column 13: expected one of ann, found 'bea'
    >>> read("ann: ann 1, ann 2")
    [{'letters': {'ann': (('ann', 1), ('ann', 2))}}]

    Raises BadInput if a line is not a letter, or is about a girl who wrote none.
    """
    return [{"letters": read_letters(block)} for block in blocks_of(text)]


def read_letters(lines: list[Part]) -> Letters:
    """Read the letters of one puzzle."""
    letters: dict[str, tuple[Statement, Statement]] = {}
    girls = [line.parts(":")[0].text for line in lines]
    for line in lines:
        girl, letter = line.parts(":", "a girl", "her letter")
        girl.words("a girl's name, one word")
        one, other = letter.parts(",", "a statement", "another statement")
        letters[girl.new(letters)] = (read_statement(one, girls), read_statement(other, girls))
    return letters


def read_statement(statement: Part, girls: list[str]) -> Statement:
    girl, place = statement.words("a girl", "her place")
    return girl.one_of(girls), place.number("a place")
