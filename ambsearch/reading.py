"""Reading puzzles from text, with the exact position of every error.

lines_of, blocks_of    the lines of a text; its groups of lines, separated by empty lines
Part                   a line or a piece of one: its text and its position
"""

import re
from collections.abc import Collection
from dataclasses import dataclass
from itertools import groupby

from ambsearch.errors import BadInput


@dataclass(frozen=True)
class Part:
    """A line of a text, or a piece of one, with its position.

    text: its characters, e.g. "ann: ann 1, bea 2".
    line, column: where it begins, both counted from 1.

    `words`, `parts` and `signs` split it; `number`, `one_of`, `new` and `text` read it. To report a mistake, raise
    `expected` or `error`.

    >>> girl, letter = Part("ann: ann 1, bea 2", 7).parts(":", "a girl", "her letter")
    >>> girl, letter.words()[2]
    (Part(text='ann', line=7, column=1), Part(text='bea', line=7, column=13))
    >>> letter.words()[2].one_of(["ann", "eve"])
    Traceback (most recent call last):
    ...
    ambsearch.errors.BadInput: line 7, column 13: expected one of ann, eve, found 'bea'
    """

    text: str
    line: int
    column: int = 1

    def words(self, *wanted: str, more: bool = False) -> list["Part"]:
        """List the words between blanks.

        wanted: what each of them is; BadInput if there are fewer or more. Without any, all are listed.
        more: are further words allowed?

        >>> [word.text for word in Part("ann 1 2", 1).words()]
        ['ann', '1', '2']
        >>> Part("ann 1 2", 1).words("a girl", "a place")
        Traceback (most recent call last):
        ...
        ambsearch.errors.BadInput: line 1, column 7: expected nothing more, found '2'
        >>> Part("ann", 1).words("a girl", "a place", more=True)
        Traceback (most recent call last):
        ...
        ambsearch.errors.BadInput: line 1, column 4: expected a place, found nothing
        """
        found = [self._between(*word.span()) for word in re.finditer(r"\S+", self.text)]
        if len(found) < len(wanted):
            raise self.end.expected(wanted[len(found)])
        if len(found) > len(wanted) > 0 and not more:
            raise found[len(wanted)].expected("nothing more")
        return found

    def parts(self, signs: str, *wanted: str) -> list["Part"]:
        """List what is between separators, without the blanks around it; a part may be empty.

        signs: the separators, e.g. ":" or "+-".
        wanted: what each of the parts is; BadInput if there are fewer or more. Without any, all are listed.

        >>> [part.text for part in Part("SEND + MORE = MONEY", 1).parts("+=")]
        ['SEND', 'MORE', 'MONEY']
        >>> Part("ann 1", 1).parts(":", "a girl", "her letter")
        Traceback (most recent call last):
        ...
        ambsearch.errors.BadInput: line 1, column 6: expected ':' and her letter, found nothing
        >>> Part("ann: 1: 2", 1).parts(":", "a girl", "her letter")
        Traceback (most recent call last):
        ...
        ambsearch.errors.BadInput: line 1, column 7: expected nothing more, found ':'
        """
        places = [place for place, sign in enumerate(self.text) if sign in signs]
        if len(places) < len(wanted) - 1:
            raise self.end.expected(f"{' or '.join(map(repr, signs))} and {wanted[len(places) + 1]}")
        if len(places) >= len(wanted) > 0:
            raise self.signs()[places[len(wanted) - 1]].expected("nothing more")
        starts = [0, *(place + 1 for place in places)]
        return [self._between(start, stop) for start, stop in zip(starts, [*places, len(self.text)], strict=True)]

    def signs(self) -> list["Part"]:
        """List the characters.

        >>> Part("N.", 1).signs()
        [Part(text='N', line=1, column=1), Part(text='.', line=1, column=2)]
        """
        return [Part(sign, self.line, self.column + place) for place, sign in enumerate(self.text)]

    @property
    def end(self) -> "Part":
        """The empty part after this one.

        >>> Part("ann", 1).end
        Part(text='', line=1, column=4)
        """
        return Part("", self.line, self.column + len(self.text))

    def number(self, what: str = "a whole number", least: int | None = 0, most: int | None = None) -> int:
        """Read a whole number; BadInput if it is not a number, or less than `least`, or more than `most` (None: any).

        >>> Part("12", 1).number(), Part("-3", 1).number(least=None)
        (12, -3)
        >>> Part("0", 1).number("a positive number", least=1)
        Traceback (most recent call last):
        ...
        ambsearch.errors.BadInput: line 1, column 1: expected a positive number, found '0'
        """
        if not re.fullmatch("-?[0-9]{1,4000}", self.text):  # Python reads no number that is longer than 4300 digits
            raise self.expected(what)
        number = int(self.text)
        if (least is not None and number < least) or (most is not None and number > most):
            raise self.expected(what)
        return number

    def one_of(self, choices: Collection[str]) -> str:
        """Read one of the names in `choices`; BadInput if it is not one of them.

        >>> Part("at", 1).one_of(["with", "at"])
        'at'
        """
        if self.text not in choices:
            raise self.expected(f"one of {', '.join(choices)}")
        return self.text

    def new(self, taken: Collection[str]) -> str:
        """Read a name that is not in `taken`; BadInput if it is, or if there is no name.

        >>> Part("ann", 1).new(["ann", "bea"])
        Traceback (most recent call last):
        ...
        ambsearch.errors.BadInput: line 1, column 1: expected a new name, found 'ann' again
        """
        if self.text in taken:
            raise self.error(f"expected a new name, found {self.text!r} again")
        if not self.text:
            raise self.expected("a name")
        return self.text

    def expected(self, what: str) -> BadInput:
        """Make the error that something else is expected here.

        >>> raise Part("x", 1).expected("a number")
        Traceback (most recent call last):
        ...
        ambsearch.errors.BadInput: line 1, column 1: expected a number, found 'x'
        """
        return self.error(f"expected {what}, found {self.text!r}" if self.text else f"expected {what}, found nothing")

    def error(self, message: str) -> BadInput:
        """Make an error with the position of this part.

        >>> raise Part("x", 2, 5).error("expected fewer")
        Traceback (most recent call last):
        ...
        ambsearch.errors.BadInput: line 2, column 5: expected fewer
        """
        return BadInput(message, self.line, self.column)

    def _between(self, start: int, stop: int) -> "Part":
        piece = self.text[start:stop]
        return Part(piece.strip(), self.line, self.column + stop - len(piece.lstrip()))


def lines_of(text: str) -> list[Part]:
    r"""List the lines that are not empty, without blanks at their ends.

    >>> lines_of("12: 3 4\n\n7: 5 2 \n")
    [Part(text='12: 3 4', line=1, column=1), Part(text='7: 5 2', line=3, column=1)]
    """
    return [line for block in blocks_of(text) for line in block]


def blocks_of(text: str) -> list[list[Part]]:
    r"""List the blocks of lines that have empty lines between them.

    >>> [[line.text for line in block] for block in blocks_of("\nab\ncd\n\n\nef")]
    [['ab', 'cd'], ['ef']]
    """
    lines = [Part(line.rstrip(), number) for number, line in enumerate(text.splitlines(), 1)]
    return [list(block) for filled, block in groupby(lines, lambda line: bool(line.text)) if filled]
