"""The answers of a search in a file: as data, or by their positions, from which they are found again.

form_of         what is written for an answer
known_answers   the answers of a range that a file has; known_forms: in their forms
compare         is this the answer that was found before?
"""

import json
from collections.abc import Callable, Iterator
from typing import Any

from ambsearch.answers import Answers
from ambsearch.errors import CheckpointError
from ambsearch.keeping.encoding import NoForm, decode, encode, written
from ambsearch.keeping.sparing import OTHER
from ambsearch.keeping.stores import Store
from ambsearch.steering import Path

AGAIN = "again"  # the form of an answer that is found again: the path of its part, its number there, and its repr
Known = Callable[[Answers[Any], Store, int], Iterator[Any]]
SHOWN = 10_000  # characters of that


def form_of(answer: Any, place: Callable[[], tuple[Path, int]]) -> str:
    """What is written for an answer. place: gives where it was found: the path, and how many answers came before."""
    try:
        return encode(answer)
    except NoForm:
        return written({AGAIN: [*place(), repr(answer)[:SHOWN]]})


def compare(form: str, known: Any) -> None:
    """Check that this is the answer that had been found here; one without a form is not compared.

    known: as JSON has read it.
    """
    has_form = not (isinstance(known, dict) and AGAIN in known)
    if has_form and (now := decode(json.loads(form))) != (before := decode(known)):
        raise CheckpointError(OTHER.format(f"an answer that was {before!r} is now {now!r}"))


def known_answers(answers: Answers[Any], store: Store, number: int) -> Iterator[Any]:
    """The answers of a range that are in the file, in order. number: of the range."""
    again = Again(answers)
    try:
        for form in store.forms(number):
            is_made = isinstance(form, dict) and AGAIN in form
            yield again.answer(*form[AGAIN]) if is_made else decode(form)
    finally:
        again.close()


def known_forms(answers: Answers[Any], store: Store, number: int) -> Iterator[Any]:
    """The same in their forms, for those who only count them."""
    return store.forms(number)


class Again:
    """Finds answers again by searching where they were found, one after the other in one search."""

    def __init__(self, answers: Answers[Any]) -> None:
        self.answers = answers
        self.path: Any = None
        self.search: Any = iter(())
        self.number = 0

    def answer(self, path: list[int], number: int, shown: str) -> Any:
        from ambsearch.steering.paths import between  # imported here, because most answers have a form

        if path != self.path or number < self.number:
            self.close()
            self.path, self.number = path, 0
            self.search = iter(between(self.answers, tuple(path)))
        for answer in self.search:
            self.number += 1
            if self.number > number:
                return answer
        raise CheckpointError(OTHER.format(f"there is no {shown} any more"))

    def close(self) -> None:
        getattr(self.search, "close", int)()
