"""The numbers as the paper prints them, to compare with the computed ones.

Source: Nozaki, Yoshinaka and Shinohara, "Numeration of alphametics using deterministic finite automaton" (in
Japanese), tables 1 to 5. Where a number differs from the computed one, the paper is wrong; the tables mark it.
"""

from collections.abc import Callable
from fractions import Fraction

SIMILAR = (  # table 1, base 2
    *((1, 10), (4, 15), (5, 3), (6, 2), (17, 11), (18, 26)),
    *((19, 13), (20, 16), (21, 9), (22, 7), (23, 8), (24, 12), (25, 14)),
)

STATES = {  # table 2: earlier study, not merged, merged; None where it has no number
    2: (243, 28, 15),
    3: (1180, 110, 27),
    4: (307233, 859, 163),
    5: (None, 10267, 1062),
    6: (None, 370719, 19252),
}

GENERAL_TERMS: dict[str, dict[int, tuple[str, Callable[[int], Fraction | int]]]] = {  # tables 3 and 4
    "solvable": {
        2: ("3 × 2^(n-2) (2^(n-1) - 1)", lambda n: 3 * Fraction(2) ** (n - 2) * (2 ** (n - 1) - 1)),
        3: ("-3^(n-1) - 2 × 5^(n-1) + 4 × 9^(n-1)", lambda n: -(3 ** (n - 1)) - 2 * 5 ** (n - 1) + 4 * 9 ** (n - 1)),
    },
    "unique": {
        2: ("3 × 2^(n-2) (2^(n-1) - 1)", lambda n: 3 * Fraction(2) ** (n - 2) * (2 ** (n - 1) - 1)),
        3: ("3^(n-1) - 4 × 5^(n-1) + 4 × 9^(n-1)", lambda n: 3 ** (n - 1) - 4 * 5 ** (n - 1) + 4 * 9 ** (n - 1)),
    },
}

SOLVABLE_BEFORE: dict[int, tuple[int, ...]] = {  # table 5, the earlier study: for 1, 2, 3 and so on digits
    2: (0, 3, 18, 84, 360, 1488, 6048),
    3: (1, 23, 265, 2639, 24913, 229703, 2093785),
    4: (2, 69, 1463, 26716, 456639, 7561377, 123194460),
    5: (2, 115, 4622, 148483, 4184478, 110899540),
    6: (2, 123, 8650, 498307, 22931188),
    7: (2, 129, 11108, 1132397),
    8: (2, 124, 11768, 1701945),
    9: (2, 129, 11831, 1882449),
    10: (2, 123, 11935, 1935453),
}

SOLVABLE: dict[int, tuple[int, ...]] = {  # table 5
    2: (0, 3, 18, 84, 360, 1488, 6048, 24384, 97920, 329448),
    3: (1, 23, 265, 2639, 24913, 229703, 2093785, 18973439, 171399073, 1545756023),
    4: (2, 69, 1463, 26716, 456639, 7561377, 123194460, 1990281467, 32011044231, 513628524308),
    5: (2, 115, 4622, 148483, 4184478, 110899540, 2852251360, 72299094358, 1819642046811, 45638896933615),
}
