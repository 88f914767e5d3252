"""Long multiplication and division: all calculations that a puzzle of boxes, digits and letters may stand for.

The first factor is chosen digit by digit. In each column every multiple of it shows a digit, from 1 x first to 9 x
first, and the partial products are among these multiples. So a known digit of a partial product leaves only some
multiples, that is, some digits of the second factor; after a few columns there is usually none left. Only carries
connect a column with those below it, and few carries are possible. So it does not matter much where to begin, and
`order` begins where most is known.

A digit of the second factor is chosen only when first is complete, or earlier if the known digits in the sums (the
total; in a division the dividend and what is left of it) rule out more than the choice costs.

column    a place of first; one more column stands for all above first, where products show what first carries
edges     the carries where the chosen columns end, see `Edges`
first     its digits so far, each in its place, e.g. 40007 for 4***7
unknown   the number of a digit of the remainder or the second factor, e.g. 0 and 1 for those of the remainder 42, 2
to 4 for those of the second factor 381, from the units up; a remainder of several boxes comes last, all at once, and
its digits have no numbers
lower     the number that the second factor and the remainder make, as far as they are chosen, e.g. 38142
left      the digits that each unknown may still have, as in `fields`
values    the digit of each letter that is known, e.g. {"F": 7, "O": 3}
"""

from ambsearch import Search, ambiguous, require

from .clues import Clues
from .notation import Calculation
from .rests import remainders


@ambiguous
def solutions(
    puzzle: Calculation, base: int = 10, leading_zeros: bool = False, free: bool = False
) -> Search[Calculation]:
    """Fill in a long multiplication or division in all possible ways; an answer is the calculation with all its digits.

    puzzle: the rows, e.g. Calculation("1*", "*", ("5*",), "*6").
    base: 2 to 36.
    leading_zeros: whether numbers may begin with zeros; they have as many digits as their rows have cells.
    free: whether the lengths of the partial products and of the sums are free: then only the distance of a digit or
    letter from the units counts, and boxes say nothing. Those of the factors and of the remainder are never free.
    Factors are positive, a remainder is less than the divisor, and the second factor has zeros where there is no
    partial product, and nowhere else.
    Each answer comes once. Their order is that of the choices, which depends on what is known; it is always the same.
    Raises ValueError if both leading zeros and free lengths are asked for.

    >>> [answer.rows for answer in solutions(Calculation("1*", "*", ("5*",), "*6"))]
    [('14', '4', '56', '56')]
    >>> solutions(Calculation("**", "**", ("1*", "*2"), "3**"), free=True).count()
    9
    """
    clues = Clues(puzzle, base, leading_zeros, free)
    full, spare = clues.fields.full, clues.fields.spare
    state = clues.start
    for turn, column in enumerate(clues.order):
        move = yield clues.moves(turn, state.edges)
        require((state.left & move.fitting) + full & spare == spare)  # each field overflows, unless it is empty
        state = state.after(move, base**column)
        if move.letters or clues.schedule.readable[turn]:
            state = yield clues.read_column(turn, move.letters, state)
            for _ in range(state.chosen, clues.schedule.worth_choosing(turn, state.chosen, state.left)):
                state = yield clues.digits(turn, state)
    if clues.rests:
        rest: int = yield remainders(clues.rests, state.first, state.lower // clues.units)
        state = yield clues.with_remainder(state, rest)
    second, remainder = divmod(state.lower, clues.units)
    require(remainder < state.first and second > 0)
    answer = puzzle.fill(state.first, second, remainder, base, leading_zeros)
    require(clues.admits(answer))
    return answer
