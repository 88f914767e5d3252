"""What the variables of a function visibly hold, wherever they are bound; and the attributes of objects that it makes.

That is a list, dict, set, deque, Counter or defaultdict, or an object of a user's class: robot = Robot().
An attribute may hold what any function assigns to an attribute of this name:

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
from abc import ABCMeta
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterator, Mapping
from types import FunctionType, MappingProxyType
from typing import Any

from ambsearch.expansion.analysis import callees, facts, flow, held
from ambsearch.expansion.analysis.bindings import Found, given_by, once, places_stored, values_of
from ambsearch.expansion.analysis.bytecode import CALLED, COMPREHENSIONS, GIVES_LATER, owners_stored
from ambsearch.expansion.analysis.functions import Own
from ambsearch.expansion.analysis.items import items_given
from ambsearch.expansion.analysis.values import NEW, is_made
from ambsearch.expansion.analysis.world import WORLD, functions_in, heirs, relatives, steady_value
from ambsearch.expansion.reading.source import UNKNOWN, Source
from ambsearch.expansion.trees import nodes as ir
from ambsearch.ground.ownership import PERMANENT, is_own
from ambsearch.running.twins import default_factories
from ambsearch.running.undoing import FACTORIES, GONE, METHODS, in_class, keepers

Kind = str | type
Kinds = Mapping[str, Kind | None]  # of each variable
UNSEEN: Kinds = MappingProxyType({})

# what a change and its inverse use of a container, besides the methods that change it
ASKED = "copy get keys __bool__ __contains__ __delitem__ __getattribute__ __getitem__ __iter__ __len__ __setitem__"
BASES: tuple[Any, ...] = (list, dict, set, Counter, defaultdict)
USED = {base: {*ASKED.split(), *METHODS.intersection(dir(base))} for base in BASES}
MAKERS = {"list": "list", "dict": "dict", "set": "set", "sorted": "list", "bytearray": "bytearray"}
HOLDING = "list", "dict", "defaultdict"  # whose items are looked at
DISPLAYS: dict[type, str] = {kind: kind.__name__.removesuffix("Comp").lower() for kind in ir.DISPLAYS}


def kinds_in(source: Source, body: list[ast.stmt], known: Kinds = UNSEEN) -> dict[str, Kind | None]:
    """Of each local variable what it visibly holds, wherever it is bound; known: the same of some parameters."""
    unknown = flow.parameters(source.tree.args) - source.boxes - known.keys()
    given: dict[str, list[ast.expr | None]] = {name: [None] for name in unknown}
    for node in ir.inside(*body):
        for name, value in given_by(source, node):
            given.setdefault(name, []).append(value)
    kinds = kinds_given(source, given, known)
    items = {**known, **kinds_of_items(source, body, kinds)}
    return {**items, **(kinds_given(source, given, items) if items else kinds)}


def kinds_given(source: Source, given: Found, items: Kinds) -> dict[str, Kind | None]:
    """The same, from the values that each variable is given; items: what is known already, as of the items in a container."""
    kinds: dict[str, Kind | None] = {name: None for name in given if name in source.locals}
    while True:  # a variable may depend on itself: free = free - {x}
        seen = {**kinds, **items}
        found = {name: _common(*(kind_of(source, value, seen) for value in given[name])) for name in kinds}
        if found == kinds:
            return kinds
        kinds = found


def kinds_of_items(source: Source, body: list[ast.stmt], kinds: Kinds) -> dict[str, Kind | None]:
    """The same of each item of such a list or dict, under `name[]`, and of what a loop over a list gives, under `*name`."""
    names = [name for name in kinds if kinds[name] in HOLDING and name not in source.boxes]
    if not names or source.seen_at_once:
        return {}
    given = items_given(source, body, names)
    found = {name: _common(*(kind_of(source, item, {}) for item in given[name])) for name in names}
    taken = {f"*{name}": kind for name, kind in found.items() if kinds[name] == "list"}
    return taken | {f"{name}[]": kind for name, kind in found.items()}


def kind_of(source: Source, value: ast.expr | None, kinds: Kinds) -> Kind | None:
    """list, dict, set, deque, Counter, a class; "" if it may be something else; None if nobody knows yet.

    defaultdict, if what makes its items runs no code of the user's.
    """
    match value:
        case ast.Name(id=name):
            return kinds.get(name, "")
        case ast.Subscript(value=ast.Name(id=name), slice=place) if not isinstance(place, ast.Slice):
            return kinds.get(f"{name}[]", "")
        case ast.Starred(value=ast.Name(id=name)):
            return kinds.get(f"*{name}", "")
        case ast.Attribute(value=ast.Name(id=name), attr=attribute):
            return kind_of_field(source, kinds.get(f"{name}.", kinds.get(name, "")), attribute)
        case ast.BinOp(left=left, op=sign, right=right):  # of two lists, two sets, two dicts: another one
            others = [] if isinstance(sign, ast.Mult) else [right]
            found = _common(*(kind_of(source, part, kinds) for part in (left, *others)))
            return "" if isinstance(found, type) else found
        case ast.Call(args=[] | [_], keywords=[]) if source.resolve(value.func) is deque:
            return "deque"
        case ast.Call() if source.resolve(value.func) is Counter:
            return "Counter"
        case ast.Call() if source.resolve(value.func) is defaultdict:
            return "defaultdict" if makes_plainly(source, value) else ""
        case ast.Call():
            made = MAKERS.get(source.builtin(value)) or class_made(source, value.func)
            return made or kind_returned(source, value.func)
    return DISPLAYS.get(type(value), "")


def makes_plainly(source: Source, call: ast.Call) -> bool:
    """Does what this defaultdict makes its items with run no code of the user's?"""
    factory = source.resolve(call.args[0]) if call.args else UNKNOWN
    return type(factory) is type and factory in FACTORIES and "default_factory" not in WORLD.stored


@once
def kind_of_field(source: Source, cls: Kind | None, attribute: str) -> str | None:
    """Which container this attribute of an object of this class holds that this function makes."""
    if not isinstance(cls, type):
        return cls and ""
    name = source.mangled_name(attribute)
    values = values_of_field(source, cls, name) if keeps(source, cls, name) else []
    kind = _common(*(kind_of(other or source, value, UNSEEN) for other, value in values))
    return kind if isinstance(kind, str) else ""


def class_made(source: Source, function: ast.expr) -> type | None:
    """The user's class of the objects that a call of this gives, and no class derived from it; None if unknown."""
    cls = steady_value(source, function, type, ABCMeta)
    is_new = cls is not UNKNOWN and in_class(cls, "__new__") in NEW
    if not is_new or "__class__" in WORLD.data or "__class__" in WORLD.stored:  # an object may get another class
        return None
    WORLD.rely(cls, "__new__")
    return cls  # type: ignore[no-any-return]


def kind_returned(source: Source, function: ast.expr) -> Kind:
    """What a user's function gives, if it has visibly made it."""
    found = steady_value(source, function, FunctionType)
    if found is UNKNOWN or not is_own(found.__code__) or found.__code__.co_flags & GIVES_LATER:
        return ""
    if found not in WORLD.returned:
        WORLD.returned[found] = ""  # for one that calls itself
        WORLD.returned[found] = kind_of_answers(Source.of_code(found.__code__, found.__globals__))
    return WORLD.returned[found]


def kind_of_answers(source: Source | None) -> Kind:
    """What all that a function returns visibly is, with what it holds."""
    if source is None or source.nonlocals or not isinstance(source.body[-1], ast.Return):
        return ""
    kinds = kinds_in(source, source.body)
    found = _common(*(kind_of(source, node.value, kinds) for node in source.nodes if isinstance(node, ast.Return)))
    return "" if found is None or isinstance(found, type) and gives_containers(source, found) else found


def container(cls: type) -> str:
    """The container that the objects of this class are, if it leaves the methods alone that change one: list, dict or set."""
    found = stored_as(cls, WORLD.rely)
    return found.__name__ if found in (list, dict, set) and in_class(cls, "__missing__") is GONE else ""


def stored_as(cls: type, rely: Callable[[type, str], None]) -> Any:
    """The container that this class is derived from, if it leaves alone what changes use of that."""
    base: Any = next((base for base in cls.__mro__ if base in USED), None)
    for name in USED.get(base, ()):
        if in_class(cls, name) is not in_class(base, name) or held.may_be_called(name):
            return None
        rely(cls, name)
    rely(cls, "__missing__")
    return base


def keeps(source: Source, cls: type, name: str) -> bool:
    """Do the objects of this class keep this attribute in themselves, as long as the search runs?"""
    spaces = callees.meeting(source)
    setters = relatives(spaces, list(WORLD.stored.get(name, {}).values()))
    if WORLD.data.is_said(name, spaces) or any(sets_in_class(own, name) for own in setters):
        return False
    for asked in (name, "__setattr__", "__getattribute__", "__getattr__"):
        WORLD.rely(cls, asked)
    return keepers(name).is_plain(cls, in_class(cls, name))


def sets_in_class(own: Own, name: str) -> bool:
    """Does this function assign to an attribute of this name of what may be a class?"""
    owners = owners_stored(own.code).get(name, ())
    return any(owner in ("cls", "__class__", CALLED) or isinstance(own.space.get(owner), type) for owner in owners)


def _common(*kinds: Kind | None) -> Kind | None:
    """The kind that all of these have, except those that are not known yet."""
    known = set(kinds) - {None}
    return known.pop() if len(known) == 1 else "" if known else None


# the attributes of an object that the function makes

# what sets attributes that are not named in the text
BY_NAME = frozenset("setattr __setattr__ __setstate__ __dict__ vars exec eval".split())
Value = tuple[Source | None, ast.expr | None]
UNSEEN_VALUE: Value = None, None


def values_of_field(source: Source, cls: type, name: str) -> Iterator[Value]:
    """The values that functions give to an attribute of this name, each with the source where it stands; None for one that
    cannot be seen, or where what the attribute holds may be changed permanently.

    cls: of the object, which is made in this source.
    """
    WORLD.rely(cls, "__init__")
    spaces = callees.meeting(source)
    init = getattr(in_class(cls, "__init__"), "__code__", None)
    for own in [WORLD.inside.get(key, {}).get(id(init)) for key in spaces or ()]:
        if own is not None and own.is_generated and name in own.code.co_names:
            yield source, default_of_field(source, cls, name)
    yield from WORLD.relations.once(spaces, values_given, name)


def values_given(spaces: frozenset[int] | None, name: str) -> list[Value]:
    """The same values, but for those that a generated `__init__` gives, which are of one class alone."""
    found: list[Value] = []
    for own in [own for own in functions_in(spaces or frozenset()) if not own.is_generated]:
        names = own.code.co_names
        if not BY_NAME.isdisjoint(names):
            found.append(UNSEEN_VALUE)
        elif name in names and own.code.co_name not in COMPREHENSIONS:  # which stand in a function
            other = own.source()
            if other is None or other.says_permanent or id(own.code) in PERMANENT:
                found.append(UNSEEN_VALUE)
            else:
                facts.consult(other)
                found += [(other, value) for _, value in places_stored(other, name)]
    return found


def has_for_itself(source: Source, place: ast.Attribute) -> bool:
    """Is what this attribute holds the object's own: new, wherever it is set?

    The object is a new one, in a variable, or that of the method.
    """
    name, values = source.mangled_name(place.attr), values_of(source).get(place.value.id)  # type: ignore[attr-defined]
    classes: Any = heirs(source) if values is None else [source.resolve(value.func) for value in values]  # type: ignore[union-attr]
    if name in WORLD.annotated or not all(keeps(source, cls, name) for cls in classes):
        return False
    given = WORLD.relations.once(callees.meeting(source), values_given, name)
    return bool(given) and all(other is not None and is_made(other, value, set()) for other, value in given)


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


WORLD.has_for_itself = has_for_itself
