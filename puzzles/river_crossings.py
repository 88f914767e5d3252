"""River crossings: all cross in a small boat, and nobody is left to be eaten.

A farmer has to bring a wolf, a goat and a cabbage across a river, in a boat that holds only him and one of them. If
he leaves them alone, the wolf eats the goat, and the goat eats the cabbage. Three missionaries and three cannibals
cross in a boat for two; on neither bank may the cannibals outnumber the missionaries, if there are any missionaries
there. Both have one rule: travellers are eaten where their eaters outnumber their keepers; in the boat nobody is
eaten. The boat needs somebody who can row. Find all plans with the fewest crossings.

travellers  a letter for each traveller, e.g. "FWGC" or "MMMCCC"
boat        how many the boat holds, e.g. 2
rowers      the letters of those who can row, e.g. "F" or "MC"
dangers     three letters each: who eats, who is eaten, who keeps, e.g. ("WGF", "GCF") or ("CMM",)
crossings   number of crossings of the plans that are tried: the deepening
bank        those on the bank where the boat is, e.g. "FWC"
loads       those in the boat, crossing by crossing, e.g. ["FG", "F"]
seen        the bank where the boat was, 0 for the far one, and who was there, e.g. [(0, "FG"), (1, "FWC")]

As text, a puzzle is a line: the travellers, the boat, the rowers, the dangers:

    FWGC 2 F WGF GCF
    MMMCCC 2 MC CMM

Source: the wolf, goat and cabbage are in the "Propositiones ad acuendos juvenes" ascribed to Alcuin of York (about
800); the missionaries and cannibals, as in Saul Amarel, "On representations of problems of reasoning about
actions" (1968), are descendants of Alcuin's jealous husbands.
"""

from collections import Counter
from functools import cache
from itertools import combinations
from math import prod
from typing import Any

from ambsearch import Search, ambiguous, once, require
from ambsearch.reading import Part, lines_of

from .pictures.marks import Drawing, lines, stack, table

NAMES = {
    ("WGF", "GCF"): {"F": "farmer", "W": "wolf", "G": "goat", "C": "cabbage"},
    ("CMM",): {"M": "missionary", "C": "cannibal"},
}


def question(travellers: str, boat: int, rowers: str, dangers: tuple[str, ...]) -> str:
    """State who crosses, in which boat, and who is in danger.

    >>> print(question("FWGC", 2, "F", ("WGF", "GCF")))
    Bring F W G C across a river, in as few crossings as possible.
    F is a farmer, W is a wolf, G is a goat, C is a cabbage.
    The boat holds 2 and needs one who can row: F.
    W eats G where there are more W than F.
    G eats C where there are more G than F.
    """
    names = NAMES.get(dangers, {})
    who = "\n" * bool(names) + ", ".join(f"{letter} is a {name}" for letter, name in names.items()) + "." * bool(names)
    eaten = "".join(f"\n{a} eats {b} where there are more {a} than {c}." for a, b, c in map(tuple, dangers))
    return (
        f"Bring {' '.join(travellers)} across a river, in as few crossings as possible.{who}\n"
        f"The boat holds {boat} and needs one who can row: {', '.join(dict.fromkeys(rowers))}.{eaten}"
    )


def is_solution(answer: tuple[str, ...], travellers: str, boat: int, rowers: str, dangers: tuple[str, ...]) -> bool:
    """Say whether `answer` brings everybody across, nobody is eaten, and no plan has fewer crossings.

    >>> is_solution(("MC",), "MC", boat=2, rowers="M", dangers=()), is_solution(("MC",), "MCC", 2, "M", ())
    (True, False)
    """
    here, there = Counter(travellers), Counter[str]()
    rules = list(map(tuple, dangers))
    for load in answer:
        if not (1 <= len(load) <= boat and set(load) & set(rowers) and Counter(load) <= here):
            return False
        here, there = there + Counter(load), here - Counter(load)
        if any(bank[eaten] and bank[eater] > bank[keeper] for bank in (here, there) for eater, eaten, keeper in rules):
            return False
    across = not there and len(answer) % 2 == 1
    return across and len(answer) == fewest(travellers, boat, rowers, dangers)


def fewest(travellers: str, boat: int, rowers: str, dangers: tuple[str, ...]) -> int | None:
    """Count the crossings of a shortest plan by going through all banks breadth first; None if there is no plan.

    >>> fewest("FWGC", 2, "F", ("WGF", "GCF")), fewest("FWGC", 2, "F", ("WGF", "GCF", "WCF"))
    (7, None)
    """
    everybody = together(travellers)
    level, seen, crossings = {everybody}, set[tuple[int, str]](), 0
    while level and not (crossings % 2 and everybody in level):
        seen.update((crossings % 2, bank) for bank in level)
        crossings += 1
        left = {without(bank, load) for bank in level for load in boatloads(bank, boat, rowers)}
        pairs = {(bank, without(everybody, bank)) for bank in left}
        level = {after for bank, after in pairs if is_safe(bank, dangers) and is_safe(after, dangers)}
        level -= {bank for side, bank in seen if side == crossings % 2}
    return crossings if level else None


@ambiguous
def solve(travellers: str, boat: int, rowers: str, dangers: tuple[str, ...]) -> Search[tuple[str, ...]]:
    """Find all plans with the fewest crossings, by iterative deepening.

    travellers: a letter for each, e.g. "FWGC".
    boat: how many the boat holds, e.g. 2.
    rowers: the letters of those who can row, e.g. "F".
    dangers: three letters each, who eats, who is eaten, who keeps, e.g. ("WGF", "GCF").
    An answer is a tuple of boatloads, there, back, there, ...; one for each crossing.
    Answers come in the order of the boatloads: smaller ones first, then by the letters' places in `travellers`.
    Raises ValueError if there are no travellers, the boat holds nobody, or a danger does not have three letters.

    >>> solve("FWGC", 2, "F", ("WGF", "GCF")).take(2)
    [('FG', 'F', 'FW', 'FG', 'FC', 'F', 'FG'), ('FG', 'F', 'FC', 'FG', 'FW', 'F', 'FG')]
    """
    check(travellers, boat, dangers)
    crossings = yield once(numbers_of_crossings(travellers, boat, rowers, dangers))
    plan: tuple[str, ...] = yield plans(travellers, boat, rowers, dangers, crossings)
    return plan


@ambiguous
def numbers_of_crossings(travellers: str, boat: int, rowers: str, dangers: tuple[str, ...]) -> Search[int]:
    """Deepen: the numbers of crossings for which there are plans, the smallest first, once for each plan."""
    require(is_safe(together(travellers), dangers))
    crossings: int = yield range(1, 2 * bank_count(travellers), 2)
    yield plans(travellers, boat, rowers, dangers, crossings)
    return crossings


@ambiguous
def plans(travellers: str, boat: int, rowers: str, dangers: tuple[str, ...], crossings: int) -> Search[tuple[str, ...]]:
    """Make a number of crossings, never to an earlier situation, and require that everybody is across in the end."""
    everybody = bank = together(travellers)
    loads: list[str] = []
    seen: list[tuple[int, str]] = []
    for crossing in range(crossings):
        load = yield boatloads(bank, boat, rowers)
        left = without(bank, load)
        bank = without(everybody, left)
        require(is_safe(left, dangers) and is_safe(bank, dangers))
        require((crossing % 2, bank) not in seen)
        seen.append((crossing % 2, bank))
        loads.append(load)
    require(bank == everybody)
    return tuple(loads)


def bank_count(travellers: str) -> int:
    """Count the different groups that can be on a bank.

    >>> bank_count("MMMCCC")
    16
    """
    return prod(count + 1 for count in Counter(travellers).values())


@cache
def boatloads(bank: str, boat: int, rowers: str) -> tuple[str, ...]:
    """List those who may cross together from a bank, smaller groups first.

    >>> boatloads("FWC", 2, "F"), boatloads("MMC", 2, "MC")
    (('F', 'FW', 'FC'), ('M', 'C', 'MM', 'MC'))
    """
    groups = ("".join(group) for size in range(1, boat + 1) for group in combinations(bank, size))
    return tuple(dict.fromkeys(group for group in groups if set(group) & set(rowers)))


@cache
def is_safe(bank: str, dangers: tuple[str, ...]) -> bool:
    """Say whether nobody is eaten on a bank.

    >>> is_safe("WG", ("WGF",)), is_safe("FWG", ("WGF",)), is_safe("CC", ("CMM",)), is_safe("MCC", ("CMM",))
    (False, True, True, False)
    """
    counts = Counter(bank)
    return not any(counts[eaten] and counts[eater] > counts[keeper] for eater, eaten, keeper in map(tuple, dangers))


@cache
def without(bank: str, load: str) -> str:
    """Take those of a boatload from a bank.

    >>> without("MMMCC", "MC")
    'MMC'
    """
    for letter in load:
        bank = bank.replace(letter, "", 1)
    return bank


def together(travellers: str) -> str:
    """Put those with the same letter side by side.

    >>> together("MCMC")
    'MMCC'
    """
    return "".join(sorted(travellers, key=travellers.index))


def check(travellers: str, boat: int, dangers: tuple[str, ...]) -> None:
    if not travellers or boat < 1:
        raise ValueError(f"expected travellers and a boat for 1 or more, found {travellers!r} and {boat}")
    for danger in dangers:
        if len(danger) != 3:
            raise ValueError(f"expected a danger of three letters, who eats, who is eaten, who keeps, found {danger!r}")


INSTANCES: dict[str, dict[str, Any]] = {
    "wolf-goat-cabbage": {"travellers": "FWGC", "boat": 2, "rowers": "F", "dangers": ("WGF", "GCF")},
    "missionaries-cannibals": {"travellers": "MMMCCC", "boat": 2, "rowers": "MC", "dangers": ("CMM",)},
    "five-and-five": {"travellers": "M" * 5 + "C" * 5, "boat": 3, "rowers": "MC", "dangers": ("CMM",)},
    "four-and-four": {"travellers": "M" * 4 + "C" * 4, "boat": 2, "rowers": "MC", "dangers": ("CMM",)},
    "wolf-goat-cabbage-in-a-larger-boat": {"travellers": "FWGC", "boat": 3, "rowers": "F", "dangers": ("WGF", "GCF")},
}


def picture(answer: tuple[str, ...], travellers: str, boat: int, rowers: str, dangers: tuple[str, ...]) -> str:
    """Draw the banks and the boat during each crossing, and at the end.

    >>> print(picture(("MC", "M", "MC"), "MCC", boat=2, rowers="M", dangers=()))
    1: C   │ MC → │
    2: C   │ ← M  │ C
    3:     │ MC → │ C
           │      │ MCC
    """
    everybody = here = together(travellers)
    there = ""
    lines = []
    for number, load in enumerate(answer, 1):
        here = without(here, load)
        banks, sign = ((here, there), f"{load} →") if number % 2 else ((there, here), f"← {load}")
        lines.append((f"{number}:", banks[0], sign, banks[1]))
        here, there = without(everybody, here), here
    lines.append(("", "", "", here))
    width = len(str(len(answer))) + 1
    return "\n".join(
        f"{number:>{width}} {left:{len(travellers)}} │ {sign:{boat + 2}} │ {right}".rstrip()
        for number, left, sign, right in lines
    )


def drawing(
    answer: tuple[str, ...] | None, travellers: str, boat: int, rowers: str, dangers: tuple[str, ...]
) -> Drawing:
    """Picture a strip of crossings: who is on each bank, and in the boat between them; empty, the first bank only.

    >>> drawing(("MC",), "MC", 2, "M", ()).marks[1].text
    'crossing'
    """
    steps = picture(answer, travellers, boat, rowers, dangers) if answer else f"1: {together(travellers)} │ │"
    cells = [[part.strip() for part in step.replace(":", "│", 1).split("│")] for step in steps.splitlines()]
    rows = [row if len(row) == 4 else ["", *row] for row in cells]
    told = question(travellers, boat, rowers, dangers).splitlines()
    return stack([table([["crossing", "bank", "boat", "other bank"], *rows]), lines(told, 0.4)])


def read(text: str) -> list[dict[str, Any]]:
    r"""Read puzzles, one from each line that is not empty, each as the keyword arguments of `solve`.

    Raises BadInput if a line is not a puzzle.

    >>> read("FWGC 2 F WGF GCF\n")
    [{'travellers': 'FWGC', 'boat': 2, 'rowers': 'F', 'dangers': ('WGF', 'GCF')}]
    """
    return [read_line(line) for line in lines_of(text)]


def read_line(line: Part) -> dict[str, Any]:
    wanted = "a letter for each traveller", "a number, how many the boat holds", "the letters of those who row"
    travellers, boat, rowers, *dangers = line.words(*wanted, more=True)
    for word, what in ((travellers, wanted[0]), (rowers, wanted[2])):
        if not word.text.isalpha():
            raise word.expected(what)
    for rower in rowers.signs():
        rower.one_of(dict.fromkeys(travellers.text))
    for danger in dangers:
        if not (danger.text.isalpha() and len(danger.text) == 3):
            raise danger.expected("three letters: who eats, who is eaten, who keeps")
    holds = boat.number(wanted[1], least=1)
    threes = tuple(danger.text for danger in dangers)
    return {"travellers": travellers.text, "boat": holds, "rowers": rowers.text, "dangers": threes}
