"""Dwelling: five tenants of a house, and what is known about their floors.

Baker, Cooper, Fletcher, Miller and Smith live on different floors of a house with five floors. Baker does not live
on the top floor, Cooper does not live on the bottom floor, Fletcher lives on neither. Miller lives on a higher
floor than Cooper. Smith's floor is not adjacent to Fletcher's, nor Fletcher's to Cooper's. Where do they live?

floors       number of floors of the house, e.g. 5; 1 is the bottom floor; as input, a puzzle is this number
baker, ...   floor of this tenant, e.g. 3

Source: Harold Abelson and Gerald Jay Sussman, "Structure and Interpretation of Computer Programs" (2nd edition,
1996), section 4.3.2, after Howard Dinesman (1968); the requirements are in the book's order, one by one. The
number of floors is a parameter here: with more than five, some floors are empty.
"""

from typing import Any

from ambsearch import Search, ambiguous, an_integer_between, distinct, require
from ambsearch.reading import lines_of

from .pictures.marks import Drawing, lines, stack, table


def question(floors: int) -> str:
    """State what is known.

    >>> print(question(5).splitlines()[0])
    Baker, Cooper, Fletcher, Miller and Smith live on different floors of a house of 5 floors.
    """
    return (
        f"Baker, Cooper, Fletcher, Miller and Smith live on different floors of a house of {floors} floors.\n"
        "Baker does not live on the top floor, Cooper not on the bottom floor, Fletcher on neither.\n"
        "Miller lives on a higher floor than Cooper. Smith's floor is not next to Fletcher's,\n"
        "nor Fletcher's to Cooper's. Where do they live?"
    )


def is_solution(answer: dict[str, int], floors: int) -> bool:
    """Say whether the five tenants live on different floors, as the puzzle demands.

    >>> is_solution({"baker": 3, "cooper": 2, "fletcher": 4, "miller": 5, "smith": 1}, floors=5)
    True
    >>> is_solution({"baker": 3, "cooper": 2, "fletcher": 4, "miller": 1, "smith": 5}, floors=5)
    False
    """
    bottom, top = 1, floors
    floor = answer.get
    return (
        sorted(answer) == ["baker", "cooper", "fletcher", "miller", "smith"]
        and len({*answer.values()} & {*range(bottom, top + 1)}) == 5
        and floor("baker") != top
        and floor("cooper") != bottom
        and floor("fletcher") not in (bottom, top)
        and answer["miller"] > answer["cooper"]
        and answer["smith"] - answer["fletcher"] not in (-1, 1)
        and answer["fletcher"] - answer["cooper"] not in (-1, 1)
    )


@ambiguous
def solve(floors: int) -> Search[dict[str, int]]:
    """Choose a floor for each tenant, then require what is known; one answer for five floors.

    floors: number of floors, 1 (the bottom) up to this one.
    An answer is a dict {tenant: floor}; answers are in lexicographic order of the floors.
    Raises ValueError if the number of floors is negative.

    >>> solve(floors=5).one()
    {'baker': 3, 'cooper': 2, 'fletcher': 4, 'miller': 5, 'smith': 1}
    """
    check(floors)
    baker = yield an_integer_between(1, floors)
    cooper = yield an_integer_between(1, floors)
    fletcher = yield an_integer_between(1, floors)
    miller = yield an_integer_between(1, floors)
    smith = yield an_integer_between(1, floors)
    require(distinct(baker, cooper, fletcher, miller, smith))
    require(baker != floors)
    require(cooper != 1)
    require(fletcher != floors)
    require(fletcher != 1)
    require(miller > cooper)
    require(abs(smith - fletcher) != 1)
    require(abs(fletcher - cooper) != 1)
    return {"baker": baker, "cooper": cooper, "fletcher": fletcher, "miller": miller, "smith": smith}


def check(floors: int) -> None:
    """Raise ValueError if the number of floors is negative."""
    if floors < 0:
        raise ValueError(f"expected 0 floors or more, found floors={floors}")


INSTANCES: dict[str, dict[str, Any]] = {f"floors={floors}": {"floors": floors} for floors in (5, 4, 6)}


def picture(answer: dict[str, int], floors: int) -> str:
    """Draw the house, the top floor first, with the tenant of each floor.

    >>> print(picture({"baker": 3, "cooper": 2, "fletcher": 4, "miller": 5, "smith": 1}, floors=5))
    5 │ Miller
    4 │ Fletcher
    3 │ Baker
    2 │ Cooper
    1 │ Smith
    """
    tenants = {floor: tenant.capitalize() for tenant, floor in answer.items()}
    width = len(str(floors))
    return "\n".join(f"{floor:{width}} │ {tenants.get(floor, '')}".rstrip() for floor in range(floors, 0, -1))


def drawing(answer: dict[str, int] | None, floors: int) -> Drawing:
    """Picture the house, the top floor first, with what is known below it.

    >>> drawing(None, 5).marks[1].text
    'floor'
    """
    tenants = {floor: tenant.capitalize() for tenant, floor in (answer or {}).items()}
    rows = [["floor", "tenant"], *([str(floor), tenants.get(floor, "")] for floor in range(floors, 0, -1))]
    return stack([table(rows), lines(question(floors).splitlines(), 0.4)])


def read(text: str) -> list[dict[str, Any]]:
    """Read the puzzles of a text, one for each number.

    >>> read("5\\n6")
    [{'floors': 5}, {'floors': 6}]

    Raises BadInput if a word is not a number of floors.
    """
    return [{"floors": word.number("a number of floors")} for line in lines_of(text) for word in line.words()]
