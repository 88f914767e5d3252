"""Yachts: fathers, daughters, and yachts named after other daughters.

Mary Ann Moore's father has a yacht, and so have his four friends Colonel Downing, Mr Hall, Sir Barnacle Hood and
Dr Parker. Each has one daughter, and has named his yacht after a daughter of one of the others. Sir Barnacle's
yacht is the Gabrielle, Mr Moore's the Lorna, Mr Hall's the Rosalind. The Melissa is owned by Colonel Downing, and
named after Sir Barnacle's daughter. Gabrielle's father owns the yacht that is named after Dr Parker's daughter.
Who is Lorna's father?

yachts   for each father his yacht, e.g. {"Moore": "Lorna"}; Parker's is the Mary Ann, because no other name is left
known    the fathers that are known, daughter by daughter, e.g. {"Melissa": "Barnacle"}
fathers  father of each daughter so far, e.g. {"Lorna": "Downing"}

As input, a father is a line, with his yacht, and his daughter if she is known; a puzzle ends at a blank line or at
the end of the text. There is a father Parker, and a yacht Gabrielle:

    Moore: Lorna, Mary Ann
    Downing: Melissa

Source: Harold Abelson and Gerald Jay Sussman, "Structure and Interpretation of Computer Programs" (2nd edition,
1996), exercise 4.43, after a booklet of Litton Industries, "Problematical Recreations" (1960s). What is known is a
parameter here; the exercise asks what changes if Mary Ann's last name is unknown.
"""

from collections.abc import Mapping
from typing import Any

from ambsearch import Search, ambiguous, require
from ambsearch.reading import Part, blocks_of

from .pictures.marks import Drawing, lines, stack, table


def question(yachts: Mapping[str, str], known: Mapping[str, str]) -> str:
    """State what is known.

    >>> print(question({"Hall": "Gabrielle", "Parker": "Rosalind"}, {"Rosalind": "Hall"}))
    Each of these fathers has one daughter, and has named his yacht after a daughter of another:
      Hall owns the Gabrielle
      Parker owns the Rosalind
    Gabrielle's father owns the yacht that is named after Parker's daughter.
    Rosalind is the daughter of Hall. Who is whose father?
    """
    owners = "\n".join(f"  {father} owns the {yacht}" for father, yacht in yachts.items())
    daughters = " ".join(f"{daughter} is the daughter of {father}." for daughter, father in known.items())
    return (
        f"Each of these fathers has one daughter, and has named his yacht after a daughter of another:\n{owners}\n"
        "Gabrielle's father owns the yacht that is named after Parker's daughter.\n"
        + f"{daughters} Who is whose father?".lstrip()
    )


def is_solution(answer: Mapping[str, str], yachts: Mapping[str, str], known: Mapping[str, str]) -> bool:
    """Say whether each father has one daughter, no yacht is named after its owner's, and the known facts hold.

    >>> fathers = {"Lorna": "Downing", "Melissa": "Barnacle", "Rosalind": "Parker", "Gabrielle": "Hall"}
    >>> is_solution(fathers | {"Mary Ann": "Moore"}, **INSTANCES["book"])
    True
    >>> is_solution(fathers | {"Mary Ann": "Hall"}, **INSTANCES["book"])
    False
    """
    if sorted(answer) != sorted(yachts.values()) or sorted(answer.values()) != sorted(yachts):
        return False
    daughters = {father: daughter for daughter, father in answer.items()}
    return (
        all(daughters[owner] != yacht for owner, yacht in yachts.items())
        and all(daughters[father] == daughter for daughter, father in known.items())
        and yachts[answer["Gabrielle"]] == daughters["Parker"]
    )


@ambiguous
def solve(yachts: Mapping[str, str], known: Mapping[str, str]) -> Search[dict[str, str]]:
    """Choose a father for each daughter, then require what is known about Gabrielle's; one answer for the puzzle
    itself.

    yachts: for each father his yacht, e.g. {"Moore": "Lorna", ...}, among them Parker and the Gabrielle.
    known: fathers that are known, e.g. {"Melissa": "Barnacle"}.
    An answer is a dict {daughter: father}; answers are in the order of the fathers, daughter by daughter.
    Raises ValueError if there is no Parker or no Gabrielle, if names come twice or are unknown.

    >>> solve(**INSTANCES["book"]).one()["Lorna"]
    'Downing'
    """
    check(yachts, known)
    fathers: dict[str, str] = {}
    for daughter in yachts.values():
        father = yield tuple(yachts)
        require(father not in fathers.values())
        require(yachts[father] != daughter)
        require(known.get(daughter, father) == father)
        fathers[daughter] = father
    require(fathers[yachts[fathers["Gabrielle"]]] == "Parker")
    return fathers


def check(yachts: Mapping[str, str], known: Mapping[str, str]) -> None:
    """Raise ValueError if there is no Parker or no Gabrielle, if names come twice or are unknown."""
    if "Parker" not in yachts or "Gabrielle" not in yachts.values():
        raise ValueError(f"expected a father Parker and a yacht Gabrielle; the yachts are {dict(yachts)!r}")
    if len(set(yachts.values())) < len(yachts):
        raise ValueError(f"expected yachts of different names; the yachts are {dict(yachts)!r}")
    for daughter, father in known.items():
        if daughter not in yachts.values() or father not in yachts:
            raise ValueError(
                f"expected an owner of a yacht, and a daughter with a yacht; found {father} and {daughter}"
            )


YACHTS = {"Moore": "Lorna", "Downing": "Melissa", "Hall": "Rosalind", "Barnacle": "Gabrielle", "Parker": "Mary Ann"}
INSTANCES: dict[str, dict[str, Any]] = {
    "book": {"yachts": YACHTS, "known": {"Melissa": "Barnacle", "Mary Ann": "Moore"}},
    "mary-ann-unknown": {"yachts": YACHTS, "known": {"Melissa": "Barnacle"}},
    "nothing-known": {"yachts": YACHTS, "known": {}},
}


def picture(answer: Mapping[str, str], yachts: Mapping[str, str], known: Mapping[str, str]) -> str:
    """Show each father with his daughter and his yacht.

    >>> fathers = {"Lorna": "Downing", "Melissa": "Barnacle", "Rosalind": "Parker", "Gabrielle": "Hall"}
    >>> print(picture(fathers | {"Mary Ann": "Moore"}, **INSTANCES["book"]))
    father    daughter   yacht
    Moore     Mary Ann   Lorna
    Downing   Lorna      Melissa
    Hall      Gabrielle  Rosalind
    Barnacle  Melissa    Gabrielle
    Parker    Rosalind   Mary Ann
    """
    daughters = {father: daughter for daughter, father in answer.items()}
    rows = [("father", "daughter", "yacht"), *((father, daughters[father], yachts[father]) for father in yachts)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(word.ljust(width) for word, width in zip(row, widths, strict=True)).rstrip() for row in rows
    )


def drawing(answer: Mapping[str, str] | None, yachts: Mapping[str, str], known: Mapping[str, str]) -> Drawing:
    """Picture a table of fathers, daughters and yachts, with what is known below it.

    >>> drawing(None, {"Hall": "Gabrielle", "Parker": "Rosalind"}, {}).marks[1].text
    'father'
    """
    daughters = {father: daughter for daughter, father in (answer or {}).items()}
    rows = [["father", "daughter", "yacht"], *([one, daughters.get(one, ""), yacht] for one, yacht in yachts.items())]
    return stack([table(rows), lines(question(yachts, known).splitlines()[len(yachts) + 1 :], 0.4)])


def read(text: str) -> list[dict[str, Any]]:
    """Read the puzzles of a text, with blank lines between them.

    >>> read("Hall: Rosalind, Gabrielle\\nParker: Gabrielle")
    [{'yachts': {'Hall': 'Rosalind', 'Parker': 'Gabrielle'}, 'known': {'Gabrielle': 'Hall'}}]

    Raises BadInput if a line is not `father: yacht` or `father: yacht, daughter`, a name comes twice, or no yacht is
    named after a daughter.
    """
    return [read_fathers(block) for block in blocks_of(text)]


def read_fathers(lines: list[Part]) -> dict[str, Any]:
    """Read one puzzle."""
    yachts: dict[str, str] = {}
    known: dict[str, str] = {}
    daughters: list[Part] = []
    for line in lines:
        father, names = line.parts(":", "a father", "his yacht")
        yacht, *daughter = names.parts(",")
        yachts[father.new(yachts)] = yacht.new(yachts.values())
        if len(daughter) > 1:
            raise daughter[1].expected("nothing more")
        known.update({name.new(known): father.text for name in daughter})
        daughters += daughter
    for name in daughters:
        name.one_of(yachts.values())
    if "Parker" not in yachts or "Gabrielle" not in yachts.values():
        raise lines[0].error("expected a father Parker and a yacht Gabrielle, found none")
    return {"yachts": yachts, "known": known}
