r"""Mushikuizan: long multiplications and divisions eaten by a worm.

Put a digit into each box, written *, so that the calculation is true. Some digits are known. A capital letter is a
digit, too: the same letter is the same digit, different letters are different digits. No number begins with zero, but
zero itself. A zero in the multiplier or in the quotient has no partial product: the next one is shifted one place
further, or the next digit of the dividend is brought down, too. The remainder is less than the divisor.

puzzle         its rows, drawn or listed, e.g. "2 1\n1*\n*\n5*\n*6" for 1* x * = *6 with the partial product 5*
base           how many digits there are, e.g. 10; digits above nine are small letters
leading_zeros  whether numbers may begin with zero, as long as those of the second row have a partial product

What is known of boxes and of rows stands in lines of its own before the puzzle: `boxes 2357` if only these digits may be
in a box, `boxes not 7` if all sevens are shown, `equal rows 6 20` if two rows have the same digits, as the remainders of a
repeating decimal; rows are numbered as they are written, from 1, and digits that were brought down do not count.

As input, puzzles have empty lines between them. Each is drawn:

       *33**            **7**
    x    *3*    ***) ********     (and so on)
    --------

or listed, with the numbers of digits of both factors first, and the partial products from the units up; `zeros` says
that the second factor may have zeros, so that some products may be missing. Lines of options may go before a puzzle:

    base 16
    leading zeros
    2 2 zeros
    **
    *f
    ***
    ***

Source: Kensuke Otsuki, "Solving and making mushikuizan", in the series Training the power of algorithms with puzzles
(Software Design). Figure 1 there is "three", figure 8 "figure 8"; "two digits" is made there; seven sevens (E. H.
Berwick, 1906) and the solitary seven (E. F. Odling, 1925) are mentioned. `solve` is its program. `solve_by_columns`
gives the same answers much faster; `ambsearch.puzzles.arithmetic.long` says how it chooses.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ambsearch import Search, ambiguous, require

from .arithmetic import reading
from .arithmetic.conditions import sentences
from .arithmetic.drawing import draw, mark_differences
from .arithmetic.factors import known_digits, with_factors
from .arithmetic.long import solutions
from .arithmetic.notation import LETTERS, Calculation, work_out
from .arithmetic.rows import Rows
from .pictures.marks import Choices


def question(puzzle: str, base: int = 10, leading_zeros: bool = False) -> str:
    r"""State the rules, and show the calculation.

    >>> print(question("2 1\n1*\n*\n5*\n*6", base=8))
    A worm has eaten most digits of this calculation. Put a digit of base 8 into each box *.
    No number begins with zero.
      1*
    x  *
    ----
      5*
      --
      *6
    """
    readings = reading.calculations(puzzle, base, leading_zeros)
    digit = "a digit" if base == 10 else f"a digit of base {base}"
    letters = any(sign in LETTERS for row in readings[0].rows for sign in row)
    lettered = "\nA letter is the same digit everywhere, different letters are different digits." if letters else ""
    zeros = "Numbers may begin with zero." if leading_zeros else "No number begins with zero."
    known = "".join(f"\n{line}" for line in sentences(readings[0], base))
    shown = draw(readings[0]) if len(readings) == 1 else puzzle.strip("\n")
    return (
        f"A worm has eaten most digits of this calculation. Put {digit} into each box *.\n"
        f"{zeros}{lettered}{known}\n{shown}"
    )


def is_solution(answer: tuple[str, ...], puzzle: str, base: int = 10, leading_zeros: bool = False) -> bool:
    """Say whether the rows of the answer fit the puzzle, and are those of the calculation with its factors.

    >>> is_solution(("16", "21", "16", "32", "336"), TWO_DIGITS), is_solution(("26", "11", "26", "26", "286"), TWO_DIGITS)
    (True, False)
    """
    return any(calculation.rows == answer for calculation in work_out_answer(answer, puzzle, base, leading_zeros))


def work_out_answer(answer: tuple[str, ...], puzzle: str, base: int, leading_zeros: bool) -> Iterator[Calculation]:
    """Do the calculation with the factors (and the remainder) of an answer, for each reading of the puzzle that it fits.

    >>> [calculation.total for calculation in work_out_answer(("26", "11", "16", "32", "336"), TWO_DIGITS, 10, False)]
    ['286']
    """
    for clues in reading.calculations(puzzle, base, leading_zeros):
        if clues.admits(answer):
            found = clues.with_rows(answer)
            first, second, remainder = (int(row or "0", base) for row in (found.first, found.second, found.remainder))
            truth = work_out(first, second, remainder, base=base, division=clues.is_division)
            if remainder < first and places(truth) == places(clues):
                yield clues.fill(first, second, remainder, base, leading_zeros)


def places(calculation: Calculation) -> list[bool]:
    """The places with partial products."""
    return [product != "" for product in calculation.products]


@ambiguous
def solve(puzzle: str, base: int = 10, leading_zeros: bool = False) -> Search[tuple[str, ...]]:
    """Go through the first factors, choose the digits of the second from the units up, and compare each row.

    puzzle: its rows, drawn or listed, e.g. "2 1\\n1*\\n*\\n5*\\n*6".
    base: how many digits there are, 2 to 36.
    leading_zeros: whether numbers may begin with zero.
    An answer holds the rows with their digits, in the order in which they are written, without bars.
    Answers come in the order of the first factor (in a division the divisor), the remainder, and the digits of the
    second factor from the units up, for each reading of the puzzle.
    Raises ValueError if this is not a puzzle, or not a base; as BadInput it has line and column.

    >>> solve(TWO_DIGITS).one()
    ('16', '21', '16', '32', '336')

    Source: lists 2 to 5 of the article; added are divisions, letters, zeros in the second factor, and other bases.
    """
    clues: Calculation = yield reading.calculations(puzzle, base, leading_zeros)
    rows = Rows(clues, base, leading_zeros)
    first = yield rows.first.numbers()
    require(first > 0)
    require(all(step.digits(first) for step in rows.steps))
    remainder = yield rows.remainders()
    require(remainder < first)
    second, unit = 0, 1
    for step in rows.steps:
        digit = yield step.digits(first)
        require(step.digit.fits(digit))
        second = second + digit * unit
        require(step.part is None or step.part.fits((first * second + remainder) // unit))
        unit = unit * base
    require(second > 0)
    require(rows.second.fits(second))
    require(rows.total.fits(first * second + remainder))
    answer = clues.fill(first, second, remainder, base, leading_zeros)
    require(clues.admits(answer.rows))  # the letters, and rows that are equal
    return answer.rows


@ambiguous
def solve_by_columns(puzzle: str, base: int = 10, leading_zeros: bool = False) -> Search[tuple[str, ...]]:
    """Choose the first factor column by column, and keep those digits of the second that fit its products.

    The answers are those of `solve`; they come in the order of `ambsearch.puzzles.arithmetic.long.solutions`.

    >>> solve_by_columns(THREE).one()
    ('33311', '331', '33311', '99933', '99933', '11025941')
    >>> solve_by_columns(SEVEN_SEVENS).one()[:3]
    ('58781', '125473', '7375428413')
    """
    clues = yield reading.calculations(puzzle, base, leading_zeros)
    answer: Calculation = yield solutions(clues, base, leading_zeros)
    return answer.rows


QUICKEST = "solve_by_columns"
THREE = "5 3\n*33**\n*3*\n*33**\n****3\n***33\n********"
FIGURE_8 = "3 2\n***\n8*\n****\n***\n****"
TWO_DIGITS = "2 2\n**\n**\n1*\n*2\n3**"
SEVEN_SEVENS = """\
              **7**
       ------------
****7* ) **7*******
         ******
         -------
         *****7*
         *******
         --------
           *7****
           *7****
           -------
           *******
           ****7**
           --------
             ******
             ******
             ------
                  0"""
SOLITARY_SEVEN = """\
         *7***
    ----------
*** ) ********
      ****
      -----
        ***
        ***
        ----
        ****
         ***
         -----
          ****
          ****
          ----
             0"""
REMAINDER = """\
       *7*
   -------
** ) *****
      **
      ---
      ***
       **
       ---
       **3
       **7
       ---
         *"""
FOUR = """\
      4*F*
   x   *O*
   -------
     *****
     ****
    **U*
   -------
   ***FOUR"""
ZEROS = "4 3 zeros\n***8\n**d\n*9d7*\n****\n******"
ANSWERS_AS = "multiset"
INSTANCES: dict[str, dict[str, Any]] = {
    name: {"puzzle": puzzle, "base": base, "leading_zeros": leading_zeros}
    for name, puzzle, base, leading_zeros in (
        ("three", THREE, 10, False),
        ("two-digits", TWO_DIGITS, 10, False),
        ("figure-8", FIGURE_8, 10, False),
        ("two-digits-with-leading-zeros", TWO_DIGITS, 10, True),
        ("seven-sevens", SEVEN_SEVENS, 10, False),
        ("solitary-seven", SOLITARY_SEVEN, 10, False),
        ("remainder", REMAINDER, 10, False),
        ("four", FOUR, 10, False),
        ("zeros-in-base-16", ZEROS, 16, False),
    )
}


def picture(answer: tuple[str, ...], puzzle: str, base: int = 10, leading_zeros: bool = False) -> str:
    """Draw the calculation.

    >>> print(picture(("16", "21", "16", "32", "336"), TWO_DIGITS))
      16
    x 21
    ----
      16
     32
     ---
     336
    """
    return draw(next(work_out_answer(answer, puzzle, base, leading_zeros)))


def sketch(choices: Choices, puzzle: str, base: int = 10, leading_zeros: bool = False) -> str:
    """Write the known digits of the factors at a point of a search; when all are known, the whole calculation.

    >>> clues = reading.calculations("2 1\\n1*\\n*\\n5*\\n*6", 10, False)[0]
    >>> print(sketch([("clues", clues), ("first", 14)], ""))
      14
    x  *
    ----
      5*
      --
      *6
    """
    chosen = dict(choices)
    shown: Calculation | None = chosen.get("answer") or chosen.get("clues")
    if shown is None:
        return puzzle.strip("\n")
    digits = [value for name, value in choices if name == "digit"]
    if len(digits) == len(shown.second):
        second = sum(digit * base**place for place, digit in enumerate(digits))
        return draw(shown.fill(chosen["first"], second, chosen["remainder"], base, leading_zeros))
    return draw(with_factors(shown, known_digits(choices, shown, base, leading_zeros), dict(enumerate(digits))))


def differences(
    first: tuple[str, ...], second: tuple[str, ...], puzzle: str, base: int = 10, leading_zeros: bool = False
) -> str:
    r"""Draw two answers side by side, with a dot for each cell in which they agree.

    >>> print(differences(("12", "3", "36", "36"), ("13", "3", "39", "39"), "2 1\n1*\n3\n3*\n3*"))
      .2       .3
    x  .     x  .
    ----     ----
      .6       .9
      --       --
      .6       .9
    """
    return mark_differences(*(next(work_out_answer(answer, puzzle, base, leading_zeros)) for answer in (first, second)))


def save(
    path: str, given: Sequence[Mapping[str, Any]], answers: Sequence[tuple[str, ...] | None], **options: Any
) -> None:
    """Draw puzzles into a file, SVG, PDF or PNG, with an answer or without.

    given: for each puzzle the arguments of `solve`, e.g. [{"puzzle": "2 1\\n1*\\n*\\n5*\\n*6"}].
    answers: for each puzzle an answer, e.g. ("14", "4", "56", "56"), or None.
    options: see `ambsearch.puzzles.arithmetic.paper.save`.
    """
    from .arithmetic import paper  # Matplotlib is loaded only where it is needed

    pairs = [with_answer(answer, **puzzle) for puzzle, answer in zip(given, answers, strict=True)]
    known = [" ".join(sentences(clues, one.get("base", 10))) for one, (clues, _) in zip(given, pairs, strict=True)]
    several = [f"{number}: {line}" for number, line in enumerate(known, 1) if line]
    rules = ["Put a digit into each box."] * bool(options.get("paper")) + (known if len(known) == 1 else several)
    options.setdefault("rule", " ".join(filter(None, rules)))
    paper.save(path, [clues for clues, _ in pairs], answers=[answer for _, answer in pairs], **options)


def with_answer(
    answer: tuple[str, ...] | None, puzzle: str, base: int = 10, leading_zeros: bool = False
) -> tuple[Calculation, Calculation | None]:
    """The reading of a puzzle that an answer belongs to, and the answer; ValueError if only an answer can decide."""
    readings = reading.calculations(puzzle, base, leading_zeros)
    if answer is not None:
        calculation = next(work_out_answer(answer, puzzle, base, leading_zeros))
        return next(clues for clues in readings if places(clues) == places(calculation)), calculation
    if len(readings) > 1:
        raise ValueError("expected a drawn puzzle, or its answer: `zeros` leaves open which rows are missing")
    return readings[0], None


def read(text: str) -> list[dict[str, Any]]:
    r"""Read the puzzles of a text.

    >>> read("base 8\n2 1\n**\n7\n4*\n4*")
    [{'puzzle': '2 1\n**\n7\n4*\n4*', 'base': 8, 'leading_zeros': False}]

    Raises BadInput if the text is not valid.
    """
    return reading.puzzles(text)
