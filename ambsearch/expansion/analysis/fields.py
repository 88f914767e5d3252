"""What an attribute of an object that a function makes may hold: what any function assigns to an attribute of this name.

    self.cards = []                                     a list
    jobs: list[int] = field(default_factory=list)       a list, unless another one is given where the object is made

>>> class Hand:
...     def __init__(self, points):
...         self.missing, self.cards = points, []
>>> source = Source.of_code(Hand.__init__.__code__, {})
>>> [value and ast.unparse(value) for name in ("missing", "cards") for _, value in places_stored(source, name)]
['points', '[]']
"""

import ast
import dis
from collections.abc import Iterator
from typing import Any

from ambsearch.expansion.analysis.bytecode import COMPREHENSIONS
from ambsearch.expansion.analysis.callees import meeting
from ambsearch.expansion.analysis.facts import consult
from ambsearch.expansion.analysis.items import items_in_field
from ambsearch.expansion.analysis.values import places_stored
from ambsearch.expansion.analysis.world import WORLD, Own, functions_in
from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.trees import nodes as ir
from ambsearch.ownership import PERMANENT
from ambsearch.running.twins import default_factories
from ambsearch.running.undoing import in_class

# what sets attributes that are not named in the text
BY_NAME = frozenset("setattr __setattr__ __setstate__ __dict__ vars exec eval".split())
MATCHES = dis.opmap["MATCH_CLASS"]
Value = tuple[Source | None, ast.expr | None]
UNSEEN: Value = None, None


def values_of_field(source: Source, cls: type, name: str, inside: bool) -> Iterator[Value]:
    """The values that functions give to an attribute of this name, each with the source where it stands; None for one that
    cannot be seen, or where what the attribute holds may be changed permanently.

    cls: of the object, which is made in this source; inside: instead, those that they give to the container there.
    """
    WORLD.rely(cls, "__init__")
    spaces = meeting(source)
    init = getattr(in_class(cls, "__init__"), "__code__", None)
    for own in [WORLD.inside.get(key, {}).get(id(init)) for key in spaces or ()]:
        if own is not None and own.is_generated and name in own.code.co_names:
            made = default_of_field(source, cls, name)
            yield from [] if inside and made else [(source, made)]
    yield from WORLD.relations.once(spaces, values_given, name, inside)


def values_given(spaces: frozenset[int] | None, name: str, inside: bool) -> list[Value]:
    """The same values, but for those that a generated `__init__` gives, which are of one class alone."""
    found: list[Value] = []
    for own in [own for own in functions_in(spaces or frozenset()) if not own.is_generated]:
        names = own.code.co_names
        if not BY_NAME.isdisjoint(names) or inside and takes_unseen(own, name):
            found.append(UNSEEN)
        elif name in names and own.code.co_name not in COMPREHENSIONS:  # which stand in a function
            other = own.source()
            if other is None or other.says_permanent or id(own.code) in PERMANENT:
                found.append(UNSEEN)
            else:
                consult(other)
                given = items_in_field(other, name) if inside else [value for _, value in places_stored(other, name)]
                found += [(other, value) for value in given]
    return found


def takes_unseen(own: Own, name: str) -> bool:
    """May it take what an attribute of this name holds without naming it: by getattr, or by `case Board(rows)`?"""
    if MATCHES in own.code.co_code[::2] or "attrgetter" in own.code.co_names:
        return True
    source = own.source() if "getattr" in own.code.co_names else None
    calls = [call for call in source.every_call if ir.name_of(call.func) == "getattr"] if source else []
    return any(getattr(part, "value", name) == name for call in calls for part in call.args[1:2])


def default_of_field(source: Source, cls: Any, name: str) -> ast.expr | None:
    """A call of the default_factory of a field of a dataclass, if this function never gives another value to such a field."""
    factory = default_factories(cls).get(name)
    if factory not in (list, dict, set) or gives_containers(source, cls):
        return None
    return ir.expression(source.tree, "make()", make=ir.load(factory.__name__, source.tree))


def gives_containers(source: Source, cls: Any) -> bool:
    """Does this function, or one around it, give a value to a field that has a default_factory, where it makes an object?"""
    if source.around is not None:
        return gives_containers(source.around, cls)
    made = default_factories(cls).keys()
    if not made:
        return False
    places = [name for name, field in cls.__dataclass_fields__.items() if field.init and not field.kw_only]
    calls = [call for call in source.every_call if source.resolve(call.func) is cls]
    given = {name for call in calls for name in (*places[: len(call.args)], *(part.arg for part in call.keywords))}
    return not made.isdisjoint(given) or any(map(ir.has_star, calls))
