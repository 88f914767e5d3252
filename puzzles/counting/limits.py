"""What is too large is refused before any work begins."""

import os

try:
    import resource
except ImportError:  # on Windows
    resource = None  # type: ignore[assignment]

GIGABYTE = 10**9
NEEDS = {True: {6: 0.4, 7: 3.0}, False: {6: 1.5}}  # gigabytes for bases above five; merged or not
STATES = {True: {5: 1_061, 6: 17_805, 7: 472_518}, False: {4: 859, 5: 10_267, 6: 370_720}}
LAST = {True: 7, False: 6}
MOST_DIGITS = 2_500  # more, and Python would refuse to print the numbers by default


def check_base(base: int, merged: bool = True) -> None:
    """Complain, with ValueError, about a base whose automaton cannot be built here.

    >>> check_base(8)
    Traceback (most recent call last):
    ...
    ValueError: expected a base from 2 to 7, found 8; the automata of larger bases do not fit into memory
    >>> check_base(7, merged=False)
    Traceback (most recent call last):
    ...
    ValueError: expected a base from 2 to 6, found 7; merged, that of base 7 fits into memory
    """
    if not 2 <= base <= LAST[merged]:
        reason = ""
        if base > LAST[merged]:
            fits = base <= LAST[True]
            reason = (
                f"; merged, that of base {base} fits into memory"
                if fits
                else "; the automata of larger bases do not fit into memory"
            )
        raise ValueError(f"expected a base from 2 to {LAST[merged]}, found {base}{reason}")
    needs = NEEDS[merged].get(base, 0.1)
    if needs * GIGABYTE > memory():
        raise ValueError(f"base {base} needs {needs} GB of memory, but there are only {memory() / GIGABYTE:.1f} GB")


def check_digits(digits: int) -> None:
    """Complain about a number of digits that is less than 1, or too large.

    >>> check_digits(0)
    Traceback (most recent call last):
    ...
    ValueError: expected 1 to 2500 digits, found 0
    """
    if not 1 <= digits <= MOST_DIGITS:
        raise ValueError(f"expected 1 to {MOST_DIGITS} digits, found {digits}")


def check_numbering(digits: int, base: int, merged: bool = True) -> None:
    """Complain also about a number of digits for which the numbering needs too much memory."""
    check_digits(digits)
    needs = STATES[merged].get(base, 163) * digits * (40 + digits)  # bytes: an integer takes some, and grows
    if needs > memory():
        raise ValueError(
            f"{digits} digits in base {base} need {needs / GIGABYTE:.0f} GB of memory, "
            f"but there are only {memory() / GIGABYTE:.1f} GB"
        )


def memory() -> float:
    """How many bytes of memory there are, if the system says so."""
    found = float("inf")
    if hasattr(os, "sysconf") and "SC_PHYS_PAGES" in os.sysconf_names:
        found = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    if resource is not None and (limit := resource.getrlimit(resource.RLIMIT_AS)[0]) != resource.RLIM_INFINITY:
        found = min(found, limit)
    return found
