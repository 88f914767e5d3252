"""What the passes note about a function while they expand it."""

import ast
from collections.abc import Callable
from typing import Any

from ambsearch.copiers.copying import AS_EVER


class Notes:
    """What is known of a function besides its text.

    The questions are about the user's functions that it calls, and `facts.consult` answers them; until then it calls none.
    may_change, may_die: may this node run one that changes something, or one that ends the branch? is_method: can what is
    called here only be a method? known_function: which function does this call? owner_changed: the object
    of which variable is all that this call changes?
    """

    def __init__(self) -> None:
        self.is_consulted = False
        self.is_fast = True  # or is its expansion to be read, without the questions that make what runs fast?
        self.may_change: Callable[[ast.AST], bool] = lambda node: False
        self.may_die: Callable[[ast.AST], bool] = lambda node: False
        self.is_method: Callable[[ast.Attribute], bool] = lambda node: False
        self.known_function: Callable[[ast.Call], Any] = lambda node: None
        self.owner_changed: Callable[[ast.AST], str | None] = lambda node: None
        self.found: dict[Any, Any] = {}  # what is known about its variables, see `values`
        self.local_calls: dict[str, Any] = {}  # what the functions made in this one may run
        self.copying = AS_EVER  # how its answers are copied, see `kept_answers`

        # its variables
        self.temporaries: dict[str, Any] = {}  # those of the expansion, the owners of changes with what they are
        self.turned: set[str] = set()  # those of them that hold what a loop takes its turns over
        self.counting: set[str] = set()  # those that count its turns, or end it
        self.chosen: set[str] = set()  # those that hold what a choice is made from
        self.dying: set[str] = set()  # those of iterators whose steps may end the branch
        self.boxes: frozenset[str] = frozenset()  # those that live in a box
        self.shared: frozenset[str] = frozenset()  # those that a function made in a branch shares with its rest
        self.soon: dict[tuple[int, int], set[str]] = {}  # those that a def right after such a function binds for good
        self.unbound: frozenset[str] = frozenset()  # those that may have no value where they are live, and are carried
        self.unsure: set[str] = set()  # those that may have none where they are read
        self.steady: frozenset[str] = frozenset()  # those of the function around it that keep their value

        # the functions made in it
        self.recorded: dict[str, str] = {}  # the names of their twins
        self.undying: set[str] = set()  # those of these that never end the branch
        self.made: dict[str, Any] = {}  # of these, by name, the functions with the changes that they record
        self.short: dict[str, Any] = {}  # and how the short ones stand in the place of a call
        self.renamed: dict[str, str] = {}  # of those in boxes that are made under another name, their own
        self.boxed: dict[tuple[int, ...], ast.GeneratorExp] = {}  # what is written, with these, by its place

        # its expansion
        self.roomy: set[str] = set()  # the trails on which segments of its own text are
        self.inverses: list[ast.FunctionDef] = []  # of changes in plain statements
        self.constants: dict[str, Any] = {}  # what its code holds under these names, these among them
