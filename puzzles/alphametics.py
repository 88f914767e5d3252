r"""Alphametics: each letter of an equation stands for a digit.

SEND + MORE = MONEY: which digits make this true? A letter is the same digit everywhere. A box, written *, is any digit,
and some digits may be known; a letter may be the same digit as a box or a known one. A number of two or more digits
does not begin with zero. Numbers may be added, subtracted and multiplied on both sides, in any base up to 36; digits
above nine are written as small letters. In bases up to ten the letters of the puzzle may be small, if all of them are.

puzzle         numbers with + - x or × between them, and one =, e.g. "SEND+MORE=MONEY" or "4*F*xO*=M***SE"
base           how many digits there are, e.g. 10
leading_zeros  whether a number may begin with zero
zero_alone     whether a letter that is a number by itself may be zero; in `puzzles.counting`, which follows a paper,
the default is no
cell           what has to be found: here a letter or a box
balance        left side minus right side; 0 in the end

There are two programs. `solve` works as on paper: it goes from the units up, and each complete column must be
correct, including the carry from the column before. `solve_by_balance` begins sums with the highest column, and
considers what the lower ones can carry.

As text, a puzzle is a line or, between empty lines, a drawing. Lines of options may come before it:

    base 16
    leading zeros
    no zero alone

      SEND
    + MORE
    ------
     MONEY

Sources: SEND + MORE = MONEY is by Henry Ernest Dudeney (Strand Magazine, July 1924); TWO x TWO = THREE was printed there,
too, according to Maxey Brooke, "150 Puzzles in Crypt-Arithmetic" (1963); FORTY + TEN + TEN = SIXTY and
SIX + SIX + SIX = NINE + NINE are by Alan Wayne, DONALD + GERALD = ROBERT, with D = 5 known, is in Frederic Bartlett,
"Thinking" (1958). The others are common property, except for those with boxes.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from ambsearch import Search, ambiguous, require
from ambsearch.errors import BadInput
from ambsearch.reading import Part

from .arithmetic.balancing import solutions
from .arithmetic.columns import is_known
from .arithmetic.drawing import draw_sum, mark_columns, numbers
from .arithmetic.equation import (
    Term,
    balance,
    fill,
    in_capitals,
    is_true,
    puzzles,
    signs_of,
    terms,
    unknown_cells,
    words_of,
)
from .arithmetic.notation import LETTERS, fits


def question(puzzle: str, base: int = 10, leading_zeros: bool = False, zero_alone: bool = True) -> str:
    """Tell the rules, and show the equation.

    >>> print(question("SEND+MORE=MONEY"))
    Which digits make this true?
    A letter is the same digit everywhere, different letters are different digits.
    No number of several digits begins with zero.
      SEND
    + MORE
    ------
     MONEY
    """
    of_base = "" if base == 10 else f" of base {base}"
    boxes = " A box * is any digit." if "*" in puzzle else ""
    zeros = "Numbers may begin with zero." if leading_zeros else "No number of several digits begins with zero."
    alone = "" if zero_alone or leading_zeros else " No letter that stands alone is zero."
    return (
        f"Which digits{of_base} make this true?\n"
        f"A letter is the same digit everywhere, different letters are different digits.{boxes}\n"
        f"{zeros}{alone}\n" + in_columns(in_capitals(puzzle, base), base, leading_zeros)
    )


def is_solution(answer: str, puzzle: str, base: int = 10, leading_zeros: bool = False, zero_alone: bool = True) -> bool:
    """Say whether the answer has a digit for each cell of the puzzle, agrees with its letters, and is true.

    >>> is_solution("9567+1085=10652", "SEND+MORE=MONEY"), is_solution("9567+1085=10653", "SEND+MORE=MONEY")
    (True, False)
    """
    try:
        words = words_of(equation := terms(Part(answer, 1), base, leading_zeros))
    except BadInput:
        return False
    wanted = words_of(terms(Part(puzzle, 1), base, leading_zeros))
    zeros = [word for word, digits in zip(wanted, words, strict=False) if len(word) == 1 and digits == ("0",)]
    return (
        all(map(is_known, words))
        and (zero_alone or leading_zeros or not any(word[0] in LETTERS for word in zeros))
        and list(map(len, words)) == list(map(len, wanted))
        and fits([in_capitals(puzzle, base)], [answer])
        and is_true(equation, base)
    )


@ambiguous
def solve(puzzle: str, base: int = 10, leading_zeros: bool = False, zero_alone: bool = True) -> Search[str]:
    """Choose digits column by column, from the units up; each column must be correct before the next one begins.

    An answer is the puzzle with digits in its cells, e.g. "9567+1085=10652".
    Answers come in the order of the first cell's digits, then the second's, and so on, the cells of the units first.
    Raises BadInput, which is a ValueError, if this is not a puzzle, and ValueError if it is not a base.

    >>> solve("SEND+MORE=MONEY").one()
    '9567+1085=10652'
    >>> list(solve("A*xA=1B2"))
    ['43x4=172', '34x3=102', '48x4=192']
    """
    equation = terms(Part(puzzle, 1), base, leading_zeros)
    nonzero = beginnings(equation, leading_zeros, zero_alone)
    digits: dict[str, int] = {}
    taken: set[int] = set()
    for places, cells in enumerate(unknown_cells(equation), 1):
        for cell in cells:
            digit = yield range(cell in nonzero, base)
            if cell in LETTERS:
                require(digit not in taken)
                taken.add(digit)
            digits[cell] = digit
        require(balance(equation, digits, base, places) % base**places == 0)
    require(balance(equation, digits, base) == 0)
    return fill(in_capitals(puzzle, base), digits)


@ambiguous
def solve_by_balance(puzzle: str, base: int = 10, leading_zeros: bool = False, zero_alone: bool = True) -> Search[str]:
    """Choose only digits that the rest can balance; `ambsearch.puzzles.arithmetic.balancing` says how.

    The answers are those of `solve`; they come in the order of the cells there.

    >>> solve_by_balance("SEND+MORE=MONEY").one()
    '9567+1085=10652'
    """
    equation = terms(Part(puzzle, 1), base, leading_zeros)
    digits = yield solutions(equation, base, beginnings(equation, leading_zeros, zero_alone))
    return fill(in_capitals(puzzle, base), digits)


def beginnings(equation: list[Term], leading_zeros: bool, zero_alone: bool) -> set[str]:
    """List the cells that are not zero.

    >>> sorted(beginnings(terms(Part("A+BC=D", 1)), False, True)), sorted(beginnings(terms(Part("A+BC=D", 1)), False, False))
    (['B'], ['A', 'B', 'D'])
    """
    words = [] if leading_zeros else words_of(equation)
    return {cell for cell, *more in words if more or (cell in LETTERS and not zero_alone)}


QUICKEST = "solve_by_balance"
ANSWERS_AS = "multiset"  # `solve_by_balance` begins sums with the highest column
INSTANCES: dict[str, dict[str, Any]] = {
    "money": {"puzzle": "SEND+MORE=MONEY", "base": 10, "leading_zeros": False, "zero_alone": True},
    "money-with-zeros": {"puzzle": "SEND+MORE=MONEY", "base": 10, "leading_zeros": True, "zero_alone": True},
    "robert": {"puzzle": "DONALD+GERALD=ROBERT", "base": 10, "leading_zeros": False, "zero_alone": True},
    "danger": {"puzzle": "CROSS+ROADS=DANGER", "base": 10, "leading_zeros": False, "zero_alone": True},
    "sixty": {"puzzle": "FORTY+TEN+TEN=SIXTY", "base": 10, "leading_zeros": False, "zero_alone": True},
    "nine": {"puzzle": "SIX+SIX+SIX=NINE+NINE", "base": 10, "leading_zeros": False, "zero_alone": True},
    "cinco": {"puzzle": "UNO+UNO+TRES=CINCO", "base": 10, "leading_zeros": False, "zero_alone": True},
    "snub": {"puzzle": "COUNT-COIN=SNUB", "base": 10, "leading_zeros": False, "zero_alone": True},
    "johnson": {"puzzle": "LYNDONxB=JOHNSON", "base": 10, "leading_zeros": False, "zero_alone": True},
    "three": {"puzzle": "TWOxTWO=THREE", "base": 10, "leading_zeros": False, "zero_alone": True},
    "three-in-base-16": {"puzzle": "TWOxTWO=THREE", "base": 16, "leading_zeros": False, "zero_alone": True},
    "no-zero-alone": {"puzzle": "a+b+cd=ea", "base": 6, "leading_zeros": False, "zero_alone": False},
    "yes-in-base-5": {"puzzle": "NO+NO=YES", "base": 5, "leading_zeros": False, "zero_alone": True},
    "money-and-boxes": {"puzzle": "S*ND+MO*E=MONEY", "base": 10, "leading_zeros": False, "zero_alone": True},
    "boxes": {"puzzle": "***9x*8*=2**24*", "base": 10, "leading_zeros": False, "zero_alone": True},
}


def picture(answer: str, puzzle: str, base: int = 10, leading_zeros: bool = False, zero_alone: bool = True) -> str:
    """Draw an answer in columns if it is a sum of two or more numbers; other equations stay on one line.

    >>> print(picture("9567+1085=10652", "SEND+MORE=MONEY"))
      9567
    + 1085
    ------
     10652
    """
    return in_columns(answer, base, leading_zeros)


def in_columns(line: str, base: int, leading_zeros: bool) -> str:
    """Write a sum in columns; another equation stays on one line."""
    *added, result = terms(Part(line, 1), base, leading_zeros)
    signs = [sign for sign in line if sign in "+-="]
    if len(added) < 2 or signs[-1] != "=" or any(len(term.words) > 1 for term in (*added, result)):
        return line
    numbers = ["".join(term.words[0]) for term in (*added, result)]
    return draw_sum(list(zip(["", *signs], numbers, strict=True)))


def differences(
    first: str, second: str, puzzle: str, base: int = 10, leading_zeros: bool = False, zero_alone: bool = True
) -> str:
    """Write two answers below each other, and mark where they differ.

    >>> print(differences("943+943+8527=10413", "947+947+8523=10417", "UNO+UNO+TRES=CINCO"))
    943+943+8527=10413
    947+947+8523=10417
      ^   ^    ^     ^
    """
    return mark_columns(first, second)


def save(path: str, given: Sequence[Mapping[str, Any]], answers: Sequence[str | None], **options: Any) -> None:
    """Draw puzzles into a file, SVG, PDF or PNG, with an answer or without.

    given: for each puzzle the arguments of `solve`, e.g. [{"puzzle": "SEND+MORE=MONEY"}].
    answers: for each puzzle an answer, e.g. "9567+1085=10652", or None.
    options: see `ambsearch.puzzles.arithmetic.paper.save`.
    """
    from .arithmetic import paper  # Matplotlib is loaded only where it is needed

    signs = [signs_of(puzzle.get("base", 10)) + "=" for puzzle in given]
    if options.get("paper"):
        options.setdefault("rule", "The same letter is the same digit, different letters are different digits.")
    paper.save(
        path,
        [
            numbers(in_capitals(puzzle["puzzle"], puzzle.get("base", 10)), sign)
            for puzzle, sign in zip(given, signs, strict=True)
        ],
        answers=[None if one is None else numbers(one, sign) for one, sign in zip(answers, signs, strict=True)],
        **options,
    )


def hint(puzzle: str, base: int = 10, leading_zeros: bool = False, zero_alone: bool = True) -> str:
    """Say what the user may have meant if there is no answer: a box that should multiply.

    >>> hint("AB*CD=EF")
    '* is a box, which is any digit; AB x CD is multiplied'
    """
    found = re.search(r"([^-+=x×\s]+?)\s*\*\s*([^-+=x×*\s]+)", puzzle)
    return f"* is a box, which is any digit; {found[1]} x {found[2]} is multiplied" if found else ""


def read(text: str) -> list[dict[str, Any]]:
    r"""Read the puzzles of a text, lines and drawings.

    >>> read("base 8\nTO+GO=OUT")
    [{'puzzle': 'TO+GO=OUT', 'base': 8, 'leading_zeros': False, 'zero_alone': True}]

    Raises BadInput if the text is not valid.
    """
    return puzzles(text)
