"""What would make a search smaller, measured: requires that can be asked earlier, and which choice to make first.

advice          each require at the first place where everything it needs is known, and how many items that saves
order_advice    choices that may be made in another order, and how many items that saves

moving      requires moved up, and choices made in another order: in the normal form
climbing    how far up a require can go
purity      what a piece of code does besides giving a value
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ambsearch.advising.moving import Group, Move, Moving, Place
from ambsearch.answers import Answers
from ambsearch.observing import observed
from ambsearch.observing.measuring import Limited, amount
from ambsearch.observing.outcomes import EXHAUSTED, INTERRUPTED, Account

COMPLETE = EXHAUSTED, "stopped at the limit of "
STOPPED = "stopped after "  # too many items


class Run:
    """A run of a search in which some requires are moved, and some choices are made in another order.

    wanted, order, moves and groups: as in `Moving`, whose choice_order is order. tried: the items; answers: what was found; outcome: how it ended.
    """

    def __init__(
        self,
        answers: Answers[Any],
        first: int | None,
        limit: int,
        wanted: frozenset[Place] | None = frozenset(),
        order: tuple[Place, ...] = (),
    ) -> None:
        self.moves: dict[Place, Move] = {}
        self.groups: dict[tuple[Place, ...], Group] = {}
        found = {"wanted": wanted, "choice_order": order, "moves": self.moves, "groups": self.groups}
        rules = type("Moved", (Moving,), found)  # a class for each run: an expansion is kept for its class of observers
        observer = type("Moved", (Limited,), {"rules": rules})(limit)
        account = Account(observed(answers, observer), first)
        self.answers = list(account)
        self.tried: int = observer.tried
        self.outcome = account.outcome

    @property
    def is_complete(self) -> bool:
        return self.outcome.startswith(COMPLETE)


@dataclass(frozen=True)
class Suggestion:
    """What moving a require saves.

    move: where it can go. saved: how many fewer items are tried with it there; None if that is not known, and then
    outcome says why.
    """

    move: Move
    saved: int | None
    outcome: str

    def sentence(self, tried: int) -> str:
        """One sentence; tried: the items of the search as it is."""
        move = self.move
        what = f"{move.name}, a part of its require," if move.is_part else f"require({move.name})"
        what += f", with the loop of line {move.loop}," if move.loop else ""
        start = f"line {move.line}: {what} needs only {in_words(move.needs) or 'what is known before'}: "
        after = self.whereto()
        if self.saved is None:
            told = f"{after} it may go, but that was not measured: {self.outcome}"
        elif self.saved > 0:
            told = f"{after} it saves {self.saved:,} of the {amount_of_items(tried)} tried"
        else:
            told = f"{after} it saves nothing here"
        if move.kept_by is not None:
            reason = f"what line {move.kept_by} rejects may raise an exception in it"
            told = f"{told}; not higher, for {reason}" if move.passes else f"it has to stay, for {reason}"
        return start + told

    def whereto(self) -> str:
        """Where it can go, as the beginning of a sentence."""
        move = self.move
        place = "at the beginning of its block" if move.after is None else f"after line {move.after}"
        parts = [f"ahead of the loop of line {move.left}" if move.is_ahead else place]
        if move.taken:
            parts.append(f"with line {', '.join(map(str, move.taken))}")
        if move.if_turned:
            parts.append(f"if {'that loop' if move.is_ahead else f'the loop of line {move.left}'} has a turn")
        return ", ".join(parts) + "," * (len(parts) > 1)


@dataclass(frozen=True)
class Advice:
    """What moving requires saves.

    tried: the items of the search as it is, and outcome: how that run ended. suggestions: one for each require that
    can be asked earlier, or could if it did not raise an exception there, in the order of the lines.
    together: the items if all of them are moved; None if that is not known.
    """

    tried: int
    outcome: str
    suggestions: tuple[Suggestion, ...]
    together: int | None

    def __str__(self) -> str:
        lines = [f"{amount_of_items(self.tried)} tried, {self.outcome}"]
        lines += [suggestion.sentence(self.tried) for suggestion in self.suggestions]
        if not self.suggestions:
            lines.append("no require can go further up and mean the same")
        elif self.together is not None and self.together < self.tried:
            lines.append(f"all of them moved: {amount_of_items(self.together)} tried instead of {self.tried:,}")
        return "\n".join(lines)


def advice(answers: Answers[Any], first: int | None = None, limit: int = 1_000_000) -> Advice:
    """Find the first place where each require could be asked, and measure what it saves there.

    answers: what a call of an ambiguous function gives. first: stop after this many answers; None for all.
    limit: try at most this many items, in all runs together; the advice says what could not be measured.
    Gives an Advice. For each require, and for each part of a require with `and`, the search is run with it moved, and
    then once with all of them. Assignments that only it needs move with it, and so does a loop that does nothing but
    ask requires. A require that is the same in each iteration of a loop with choices leaves the loop, and is asked if
    there is an iteration. It stays below whatever changes what it reads, prints, is `permanent`, or may protect it
    from an exception. If the moved require gives other answers, or an exception, the advice says so. A require in a
    helper is never moved.
    Raises TypeError if `answers` is not Answers.

    >>> from ambsearch import ambiguous, require
    >>> @ambiguous
    ... def pairs():
    ...     a = yield range(10)
    ...     b = yield range(10)
    ...     double = 2 * a
    ...     require(double > 13)
    ...     require(a + b == 14)
    ...     return a, b
    >>> print(advice(pairs()))
    110 items tried, exhausted
    line 6: require(double > 13) needs only a: after line 3, with line 5, it saves 70 of the 110 items tried
    all of them moved: 40 items tried instead of 110

    Source: Abelson and Sussman, Structure and Interpretation of Computer Programs, exercise 4.40, automated.
    """
    plain = Run(answers, first, limit)
    left, ended = limit - plain.tried, "" if plain.is_complete else plain.outcome
    suggestions: list[Suggestion] = []
    for move in sorted(plain.moves.values(), key=lambda move: move.place):
        saved, outcome = None, ended
        if not move.passes:
            saved, outcome = 0, plain.outcome
        elif not ended:
            run = Run(answers, first, left, frozenset({move.place}))
            left -= run.tried
            saved, outcome = comparison(plain, run, limit)
            ended = outcome if run.outcome == INTERRUPTED else ""
        suggestions.append(Suggestion(move, saved, outcome))
    together = None
    good = frozenset(one.move.place for one in suggestions if one.saved)
    if good and not ended:
        saved, _ = comparison(plain, Run(answers, first, left, good), limit)
        together = None if saved is None else plain.tried - saved
    return Advice(plain.tried, plain.outcome, tuple(suggestions), together)


def why_unfinished(run: Run, limit: int) -> str:
    """Why a run did not finish; limit: of all runs together."""
    return f"the runs would try more than {limit:,} items" if run.outcome.startswith(STOPPED) else run.outcome


def comparison(plain: Run, run: Run, limit: int) -> tuple[int | None, str]:
    """How many items a run has saved; None, with the reason, if it does not give the same."""
    if run.outcome == INTERRUPTED or run.outcome.startswith(STOPPED):
        return None, why_unfinished(run, limit)
    if not run.is_complete:
        return None, f"there the search has {run.outcome}"
    if list(map(repr, plain.answers)) != list(map(repr, run.answers)):
        return None, "there the search gives other answers"
    return plain.tried - run.tried, run.outcome


@dataclass(frozen=True)
class Order:
    """Choices that may be made in another order.

    names: of their variables, in the order of the program; best: in the best order that was found. tried, best_tried:
    the items in these orders, each require as early as possible. by_first: for each choice that may come first, the
    items if it does and the others keep their order. unfinished: why some could not be measured; empty if all were.
    """

    names: tuple[str, ...]
    best: tuple[str, ...]
    tried: int
    best_tried: int
    by_first: tuple[tuple[str, int], ...]
    unfinished: str

    def __str__(self) -> str:
        lines = [
            f"choices {in_words(self.names)}, each require as early as can be: {amount_of_items(self.tried)} tried"
        ]
        lines += [f"  {name} first: {amount_of_items(tried)}" for name, tried in self.by_first]
        if self.best_tried < self.tried:
            told = f"in the order {', '.join(self.best)}: {amount_of_items(self.best_tried)}"
            lines.append(f"  {told}; the answers then come in another order")
        else:
            lines.append("  no better order was found")
        if self.unfinished:
            lines.append(f"  not all orders could be measured: {self.unfinished}")
        return "\n".join(lines)


@dataclass(frozen=True)
class Orders:
    """One Order for each group of choices that may be made in another order; outcome: how the first run ended."""

    outcome: str
    groups: tuple[Order, ...]

    def __str__(self) -> str:
        if self.outcome != EXHAUSTED:
            return f"no order of the choices was measured: {self.outcome}"
        return "\n".join(map(str, self.groups)) or "there are no two choices whose order is free"


def order_advice(answers: Answers[Any], limit: int = 1_000_000) -> Orders:
    """Say which choice to make first, by running the search to its end in other orders.

    answers: what a call of an ambiguous function gives; the search must be finite. limit: try at most this many
    items, in all runs together.
    Gives an Order for each group of choices with nothing but requires between them, in the order of the lines. Each of
    the choices is tried as the first one, then, after the best first, each of the others as the second, and so on;
    each require is asked as early as possible. An order that changes the answers does not count.
    Raises TypeError for what is no Answers.

    >>> from ambsearch import ambiguous, require
    >>> @ambiguous
    ... def pairs():
    ...     a = yield range(100)
    ...     b = yield range(10)
    ...     require(a < 90)
    ...     require(b > 8)
    ...     return a, b
    >>> print(order_advice(pairs()))
    choices a and b, each require as early as can be: 1,000 items tried
      a first: 1,000 items
      b first: 110 items
      in the order b, a: 110 items; the answers then come in another order
    """
    plain = Run(answers, None, limit, None)
    if not plain.is_complete:
        return Orders(plain.outcome, ())
    orders, left = [], limit - plain.tried
    free = [group for group in plain.groups.values() if group.is_free]
    for group in sorted(free, key=lambda group: group.places):
        ordering = Ordering(answers, plain, group, limit, left)
        orders.append(ordering.best())
        left = ordering.left
    return Orders(plain.outcome, tuple(orders))


class Ordering:
    """Looks for the best order of a group of choices. left: how many items may still be tried."""

    def __init__(self, answers: Answers[Any], plain: Run, group: Group, limit: int, left: int) -> None:
        self.answers, self.plain, self.group = answers, plain, group
        self.limit, self.left = limit, left
        self.found = Counter(map(repr, plain.answers))
        self.original = tuple(range(len(group.places)))
        self.measured: dict[tuple[int, ...], int | None] = {self.original: plain.tried}
        self.unfinished = ""

    def best(self) -> Order:
        fixed: tuple[int, ...] = ()
        by_first: dict[int, int] = {}
        while len(fixed) < len(self.original) - 1:
            tried = {
                number: self.measure((*fixed, number)) for number in self.original if self.may_follow(number, fixed)
            }
            known = {number: items for number, items in tried.items() if items is not None}
            by_first = by_first or known
            if not known:
                break
            fixed += (min(known, key=lambda number: known[number]),)
        order = self.complete(fixed)
        names = self.group.names
        return Order(
            names,
            tuple(names[number] for number in order),
            self.plain.tried,
            self.measured.get(order) or self.plain.tried,
            tuple((names[number], items) for number, items in by_first.items()),
            self.unfinished,
        )

    def may_follow(self, number: int, fixed: Sequence[int]) -> bool:
        return number not in fixed and self.group.waits[number] <= set(fixed)

    def complete(self, fixed: Sequence[int]) -> tuple[int, ...]:
        return (*fixed, *(number for number in self.original if number not in fixed))

    def measure(self, fixed: Sequence[int]) -> int | None:
        """The number of items tried if these choices come first; None if that order is not possible."""
        order = self.complete(fixed)
        if order not in self.measured and self.unfinished:
            return None
        if order not in self.measured:
            places = tuple(self.group.places[number] for number in order)
            run = Run(self.answers, None, self.left, None, places)
            self.left -= run.tried
            if run.outcome == INTERRUPTED or run.outcome.startswith(STOPPED):
                self.unfinished = why_unfinished(run, self.limit)
            same = run.is_complete and Counter(map(repr, run.answers)) == self.found
            self.measured[order] = run.tried if same else None
        return self.measured[order]


def in_words(names: Sequence[str]) -> str:
    """Names in a sentence.

    >>> in_words(["a", "b", "c"]), in_words(["a"])
    ('a, b and c', 'a')
    """
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def amount_of_items(number: int) -> str:
    """A number of items.

    >>> amount_of_items(3905)
    '3,905 items'
    """
    return f"{number:,} {amount(number, 'item').partition(' ')[2]}"
