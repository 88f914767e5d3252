"""The words of the language, in the order in which SICP and its successors introduced them.

    amb, ramb, require, fail, permanent         the expansion knows them
    an_element_of, an_integer_between, an_integer_from, distinct    ordinary functions
    if_fail, once, interleave                   searches made of searches

Source: Abelson and Sussman, Structure and Interpretation of Computer Programs, section 4.3;
`once` and `interleave` are those of Kiselyov and others, "Backtracking, Interleaving, and Terminating
Monad Transformers" (2005).
"""

import functools
import itertools
import sys
import types
import warnings
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from ambsearch.answers import Ambiguous, Answers
from ambsearch.errors import PERMANENT_SEARCH, NotAChoice, Refused
from ambsearch.ground.ownership import keep
from ambsearch.mistakes.unsearched import is_called_by_ordinary_code, outside, user_frame
from ambsearch.running import choices
from ambsearch.unchosen import Choices, can_be_iterated, check_asked

if TYPE_CHECKING:
    import random

FUNCTIONS = (types.FunctionType, types.MethodType, types.BuiltinMethodType, staticmethod, classmethod, property)

Item = TypeVar("Item")
Other = TypeVar("Other")


def amb(*alternatives: Item) -> Choices[Item]:
    """Choose among the alternatives, from left to right: `x = yield amb(a, b, c)`.

    In a choice it is a special form, as in SICP: an alternative is evaluated only when it is tried,
    and may contain choices. `yield amb()` has no alternative, so the branch is dead.

    >>> from ambsearch import ambiguous
    >>> @ambiguous
    ... def integer_from(n):
    ...     return (yield amb(n, (yield integer_from(n + 1))))
    >>> integer_from(5).take(3)
    [5, 6, 7]

    Source: SICP 4.3.1.
    """
    return Choices("amb", alternatives, alternatives)


def ramb(*alternatives: Item, rng: "random.Random | None" = None) -> Choices[Item]:
    """Choose among the alternatives in a random order: `x = yield ramb(a, b, c)`.

    rng: the source of randomness, e.g. random.Random(7); without it the module `random`,
    so that random.seed(7) repeats a search. Each choice draws from it anew, and what is drawn is not undone: searches
    that share an rng have different orders. Make it in the ambiguous function, and each search has the same order; make
    it for each ramb alone, `ramb(a, b, rng=random.Random(7))`, and each branch has it, also where it is run alone.
    Like amb it is a special form: an alternative is evaluated when it is tried.

    >>> import random
    >>> from ambsearch import ambiguous
    >>> @ambiguous
    ... def shuffled(rng):
    ...     return (yield ramb(1, 2, 3, rng=rng))
    >>> sorted(shuffled(random.Random(7)))
    [1, 2, 3]

    Source: SICP exercise 4.50.
    """
    return Choices("ramb", alternatives, choices.ramb(*alternatives, rng=rng))


def require(condition: object) -> None:
    """End this branch unless the condition holds.

    condition: anything; its truth counts.
    It is a statement in an ambiguous function, or in a function of your own that a search calls, where it ends the
    branch of the caller. If ordinary code calls that function, where there is no branch, the condition must hold.
    Raises OutsideSearch if it does not, and wherever else it is called.

    >>> from ambsearch import ambiguous
    >>> @ambiguous
    ... def even(numbers):
    ...     n = yield numbers
    ...     require(n % 2 == 0)
    ...     return n
    >>> list(even([1, 2, 3, 4]))
    [2, 4]

    Source: SICP 4.3.1.
    """
    caller = user_frame(sys._getframe(1))
    if not (is_called_by_ordinary_code(caller) and condition):
        raise outside("require", caller)


def fail() -> NoReturn:
    """End this branch; the search goes back to the last choice.

    >>> from ambsearch import ambiguous
    >>> @ambiguous
    ... def odd(numbers):
    ...     n = yield numbers
    ...     if n % 2 == 0:
    ...         fail()
    ...     return n
    >>> list(odd([1, 2, 3]))
    [1, 3]

    Source: SICP's (amb).
    """
    raise outside("fail", user_frame(sys._getframe(1)))


def permanent(value: Item) -> Item:
    """Mark an assignment or a change that the search does not undo.

    As the whole right side, `count = permanent(count + 1)` is an assignment that is not undone;
    around a change, `permanent(found.append(x))`, the change is not undone; above the definition of a function,
    `@permanent`, all that the function changes is kept when a search calls it: a cache, a counter, a log.

    >>> from ambsearch import ambiguous
    >>> @ambiguous
    ... def numbered(letters):
    ...     count = 0
    ...     letter = yield letters
    ...     count = permanent(count + 1)
    ...     return letter, count
    >>> list(numbered("ab"))
    [('a', 1), ('b', 2)]

    >>> log = []
    >>> @permanent
    ... def note(letter):
    ...     log.append(letter)
    >>> @ambiguous
    ... def noted(letters):
    ...     letter = yield letters
    ...     note(letter)
    ...     return letter
    >>> list(noted("ab")), log
    (['a', 'b'], ['a', 'b'])

    Source: SICP exercise 4.51, permanent-set!.
    """
    if isinstance(value, Ambiguous):
        raise Refused(PERMANENT_SEARCH)
    if isinstance(value, FUNCTIONS):
        keep(value)
    elif sys._getframe(1).f_code.co_name == "<module>":
        told = f"permanent marks a change that a search makes, so here it keeps nothing of {value!r}"
        warnings.warn(
            f"{told}; write it where that is changed, e.g. permanent(seen.append(x))", SyntaxWarning, stacklevel=2
        )
    return value


def an_element_of(items: Iterable[Item]) -> Choices[Item]:
    """Choose an item of `items`: `x = yield an_element_of(items)`, the same as `x = yield items`.

    items: any iterable, e.g. [2, 3, 5]; it may be infinite.
    Raises NotAChoice if it cannot be iterated.

    >>> from ambsearch import ambiguous
    >>> @ambiguous
    ... def doubled(items):
    ...     return 2 * (yield an_element_of(items))
    >>> list(doubled([1, 2]))
    [2, 4]

    Source: SICP 4.3.1.
    """
    if not isinstance(items, Iterable):
        raise NotAChoice(items)
    return Choices("an_element_of", (items,), items)


def an_integer_between(low: int, high: int) -> Choices[int]:
    """Choose an integer from low to high, both included, in ascending order.

    >>> list(an_integer_between(2, 4))
    [2, 3, 4]

    Source: SICP exercise 4.35.
    """
    return Choices("an_integer_between", (low, high), choices.an_integer_between(low, high))


def an_integer_from(low: int) -> Choices[int]:
    """Choose an integer, low or greater, in ascending order: infinitely many.

    >>> list(itertools.islice(an_integer_from(5), 3))
    [5, 6, 7]

    Source: SICP 4.3.1, an-integer-starting-from.
    """
    return Choices("an_integer_from", (low,), _IntegersFrom(low))


class _IntegersFrom:
    """Starts again each time it is iterated, like every collection."""

    def __init__(self, low: int) -> None:
        choices.an_integer_from(low)  # which may refuse it
        self.low = low

    def __iter__(self) -> Iterator[int]:
        return choices.an_integer_from(self.low)


def distinct(*items: object) -> bool:
    """Say whether no two of the arguments are equal; a predicate for require.

    >>> distinct(3, 1, 2), distinct("a", "b", "a"), distinct([1], [2])
    (True, False, True)

    Source: SICP 4.3.2, distinct?; here the items are the arguments, not one list.
    """
    try:
        return len(set(items)) == len(items)
    except TypeError:  # unhashable ones
        pass
    return not any(a == b for a, b in itertools.combinations(items, 2))


class Composed:
    """A search made from other searches by an ordinary generator function; its first argument starts a search."""

    def __init__(self, function: Callable[..., Iterator[Any]]) -> None:
        self.function = function
        self.search = functools.partial(function, _bare)
        self.__name__ = function.__name__.lstrip("_")


Begin = Callable[[Iterable[Item]], Iterator[Item]]


def _bare(answers: Iterable[Item]) -> Iterator[Item]:
    """Iterate a search without copying its answers; anything else as it is."""
    return answers.search() if isinstance(answers, Answers) else iter(answers)


def once(answers: Iterable[Item]) -> Answers[Item]:
    """Only the first answer; no answer if there is none.

    Laws: once(p) has the first answer of p and no other; once(once(p)) is once(p).

    >>> from ambsearch import ambiguous, an_integer_between
    >>> @ambiguous
    ... def die():
    ...     return (yield an_integer_between(1, 6))
    >>> list(once(die()))
    [1]

    Source: Kiselyov and others (2005), once.
    """
    refuse_values("once", answers)
    return check_asked(Answers(_ONCE, (answers,)), _ONCE, sys._getframe(1))


def refuse_values(word: str, *searches: object) -> None:
    for answers in searches:
        if not can_be_iterated(answers):
            raise TypeError(f"{word}(...) takes a search or another iterable, found {answers!r}")


def _once(begin: "Begin[Item]", answers: Iterable[Item]) -> Iterator[Item]:
    for answer in begin(answers):
        yield answer
        return


def if_fail(answers: Iterable[Item], otherwise: Iterable[Other] | Callable[[], Other]) -> Answers[Item | Other]:
    """All answers of the first search or, if it has none, the value of the second.

    otherwise: a thunk, called only then, e.g. `lambda: "all odd"`, or another search.
    If the thunk gives a search, that search is the second.
    Raises TypeError if it is a number or None, or a string, whose letters would be the answers.

    >>> from ambsearch import ambiguous, require
    >>> @ambiguous
    ... def even(numbers):
    ...     n = yield numbers
    ...     require(n % 2 == 0)
    ...     return n
    >>> list(if_fail(even([1, 3, 5]), lambda: "all odd"))
    ['all odd']
    >>> list(if_fail(even([1, 3, 5, 8]), lambda: "all odd"))
    [8]

    Source: SICP exercise 4.52; there the first argument is an expression of the same program, here a separate search.
    """
    if isinstance(otherwise, (str, int, float, type(None))):
        raise TypeError(f"expected what to do otherwise, as a thunk or a search; write lambda: {otherwise!r}")
    refuse_values("if_fail", answers)
    return check_asked(Answers(_IF_FAIL, (answers, otherwise)), _IF_FAIL, sys._getframe(1))


def _if_fail(begin: "Begin[Any]", answers: Iterable[Any], otherwise: Any) -> Iterator[Any]:
    found = False
    for answer in begin(answers):
        found = True
        yield answer
    if found:
        return
    from ambsearch.running.calls import apply  # here, because few programs need them, and they need this module
    from ambsearch.running.twins import Dead
    from ambsearch.running.undoing import Trail, undo

    trail: Trail = []
    try:
        is_thunk = callable(otherwise) and not isinstance(otherwise, Iterable)
        second: Any = apply(trail, otherwise) if is_thunk else otherwise
        if is_thunk and not isinstance(second, Answers):
            yield second
        else:
            yield from choices.close_after(begin(second))
    except Dead:
        pass
    finally:
        undo(trail)


def interleave(*branches: Iterable[Item]) -> Answers[Item]:
    """The answers of all branches in turn, so that an infinite branch does not starve the others.

    branches: searches or other iterables; they should not change shared state, because they run side by side.
    One answer of each branch that still has one, round after round, from left to right.

    >>> from ambsearch import an_integer_from
    >>> interleave(an_integer_from(1), "ab").take(6)
    [1, 'a', 2, 'b', 3, 4]

    Source: Kiselyov and others (2005), interleave; theirs is binary and not associative, this one
    takes any number of branches and treats them alike.
    """
    refuse_values("interleave", *branches)
    return check_asked(Answers(_INTERLEAVE, branches), _INTERLEAVE, sys._getframe(1))


def _interleave(begin: "Begin[Item]", *branches: Iterable[Item]) -> Iterator[Item]:
    running = [begin(branch) for branch in branches]
    while running:
        for branch in tuple(running):
            for answer in branch:
                yield answer
                break
            else:
                running.remove(branch)


_ONCE = Composed(_once)
_IF_FAIL = Composed(_if_fail)
_INTERLEAVE = Composed(_interleave)
