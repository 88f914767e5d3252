"""Twins by hand: the automaton by the paper's algorithm 1, and the counts by listing all sums.

A state is the text that says which words have ended, how many letters are in use, and the set of all
(digits of the letters, carry, may the first word end, may the second); letters are numbered, -1 is the end sign.

Nothing here imports ambsearch or NumPy: it is what one would write without them.

Source: Nozaki, Yoshinaka and Shinohara, algorithm 1 and section 4; the counts are those of Endo's thesis (their [3]).
"""

from collections import Counter
from itertools import permutations, product

END = -1
State = tuple[tuple[bool, bool], int, frozenset[tuple[tuple[int, ...], int, bool, bool]]]
Column = tuple[int, int, int]


def automaton(base: int, merged: bool = False) -> tuple[list[State], list[dict[Column, int]]]:
    """Build all states, breadth first, and for each the states that its columns lead to.

    merged: take a similar state that was found before instead of a new one, if there is any.

    >>> len(automaton(2)[0]), len(automaton(2, merged=True)[0])
    (27, 14)
    """
    states: list[State] = [((False, False), 0, frozenset({((), 0, False, False)}))]
    numbers = {states[0]: 0}
    steps: list[dict[Column, int]] = []
    letters = range(base)
    for state in states:
        steps.append({})
        for column in product((*letters, END), (*letters, END), letters):
            after = read(state, column, base)
            if after is None:
                continue
            if after not in numbers:
                similar = [one for one in renamings(after) if one in numbers] if merged else []
                numbers[after] = numbers[similar[0]] if similar else len(states)
                if not similar:
                    states.append(after)
            steps[-1][column] = numbers[after]
    return states, steps


def read(state: State, column: Column, base: int) -> State | None:
    """The state after one column more, or None if none of the digits remains."""
    ended, letters, guesses = state
    now_ended = column[0] == END, column[1] == END
    if any(before and not now for before, now in zip(ended, now_ended, strict=True)):
        return None
    used = letters
    for letter in column:
        if letter > used:
            return None
        used += letter == used
    if used == base - 1:
        used = base
    found = set()
    for digits, carry, *may_end in guesses:
        if any(now and not before and not may for before, now, may in zip(ended, now_ended, may_end, strict=True)):
            continue
        for new in permutations([digit for digit in range(base) if digit not in digits], used - letters):
            known = digits + new
            first, second, third = (0 if letter == END else known[letter] for letter in column)
            total = first + second + carry
            if total % base == third and (third or not all(now_ended)):
                found.add((known, total // base, now_ended[0] or first > 0, now_ended[1] or second > 0))
    return (now_ended, used, frozenset(found)) if found else None


def renamings(state: State) -> list[State]:
    """The states that differ from this one only in the names of the letters, including itself."""
    ended, letters, guesses = state
    return [
        (ended, letters, frozenset((tuple(one[0][i] for i in order), one[1], one[2], one[3]) for one in guesses))
        for order in permutations(range(letters))
    ]


def solutions(state: State) -> int:
    """How many solutions a puzzle has that ends in a state."""
    _, letters, guesses = state
    return sum(letters > 0 and not carry and first and second for _, carry, first, second in guesses)


def puzzles(base: int, digits: int, zero_alone: bool = False) -> Counter[str]:
    """List all sums of a number of digits as puzzles, each with how many sums it stands for.

    >>> puzzles(3, 1)
    Counter({'a + a = b': 1})
    """
    found: Counter[str] = Counter()
    least = 0 if zero_alone else 1
    for first in range(least, base**digits):
        for second in range(least, base**digits - first):
            total = first + second
            if total >= base ** (digits - 1) or digits == 1:
                found[puzzle([in_base(number, base) for number in (first, second, total)])] += 1
    return found


def in_base(number: int, base: int) -> str:
    """The digits of a number, the units first, each as a character.

    >>> in_base(6, 2)
    '011'
    """
    digits = "0123456789"[number % base]
    while number := number // base:
        digits += "0123456789"[number % base]
    return digits


def puzzle(numbers: list[str]) -> str:
    """Write letters for digits, in the order in which they appear from the units up.

    numbers: the two that are added and the total, the units first.

    >>> puzzle(["11", "1", "001"])
    'aa + a = abb'
    """
    names: dict[str, str] = {}
    for place in range(len(numbers[2])):
        for number in numbers:
            if place < len(number):
                names.setdefault(number[place], "abcdefghij"[len(names)])
    first, second, third = ("".join(names[digit] for digit in reversed(number)) for number in numbers)
    return f"{first} + {second} = {third}"
