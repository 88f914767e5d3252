"""Attributes inside which a function changes something: what they hold is changed, and with it the object that has them.

    robot.path.append(x)                          path
    row = self.board.rows[0]; row[i] = x          board, rows
    for cell in grid.cells: cell.marks.clear()    cells, marks
    push(self.stack, x), if push changes something    stack

In answers, instances that have such an attribute are copied, see `copiers`; so are those of which an attribute is set,
which is told by its name, or, where a method sets it in `self`, by the class. `look_ahead` finds this out before a search
begins, because its first answer may come before the first change.

>>> from ambsearch.expansion.reading.source import Source
>>> def move(robot, x):
...     path = robot.path
...     path.append(x)
...     return robot.name
>>> attributes_changed_inside(Source.of_code(move.__code__, {}))
{'path'}
"""

import ast
from typing import Any

from ambsearch import copiers
from ambsearch.expansion.analysis.bindings import BINDS_NOTHING, given_by
from ambsearch.expansion.analysis.bytecode import owners_stored
from ambsearch.expansion.analysis.effects import changes_first_argument, unkept
from ambsearch.expansion.analysis.facts import consult, is_harmless
from ambsearch.expansion.analysis.flow import first_parameter
from ambsearch.expansion.analysis.functions import Own
from ambsearch.expansion.analysis.values import fresh_names
from ambsearch.expansion.analysis.world import WORLD
from ambsearch.expansion.reading.source import Source
from ambsearch.ground.ownership import is_own
from ambsearch.running.undoing import METHODS, in_class

INITIAL = frozenset({"__init__", "__new__", "__post_init__", "__setstate__"})
PLACES = (ast.Call, ast.Subscript, ast.AugAssign)
CHAIN = (ast.Attribute, ast.Subscript, ast.Call, ast.Starred)


def look_ahead() -> None:
    """Note what the functions change that the analysis has met."""
    while new := [own for own in WORLD.facts if own not in WORLD.noted]:
        WORLD.noted.update(new)
        for own in new:
            changes = is_own(own.code) and not is_initial(own) and not is_harmless(own)
            source = own.source() if changes else None
            if source is not None:
                consult(source)
                note(source, own)


def note(source: Source, own: Own | None = None) -> None:
    """Note what this function changes; own: unless it is ambiguous."""
    copiers.CHANGED_INSIDE.update(attributes_changed_inside(source))
    if own is not None and is_initial(own):
        return
    cls = None if own is None else class_of(own)
    first = first_parameter(source.tree)
    for node in source.nodes:
        if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
            owner = node.value.id if isinstance(node.value, ast.Name) else None
            if cls is not None and owner == first:
                copiers.stateful(cls)
            elif owner not in fresh_names(source):
                copiers.CHANGED.add(node.attr)


def is_initial(own: Own) -> bool:
    """Does this fill an object that is just made?"""
    return own.makes or own.code.co_name in INITIAL


def class_of(own: Own) -> type | None:
    """The class of which this is a method, if it stands in a module."""
    found: Any = own.space.get(own.code.co_qualname.partition(".")[0])
    for name in own.code.co_qualname.split(".")[1:-1]:
        found = vars(found).get(name) if isinstance(found, type) else None
    return found if isinstance(found, type) else None


def is_of_properties(name: str) -> bool:
    """Is an attribute of this name a property: has a class one, and every class whose methods set it in `self`?"""
    stored = WORLD.stored.get(name, {}).values()
    own = [class_of(one) for one in stored if owners_stored(one.code)[name] & {*one.code.co_varnames[:1]}]
    have_one = all(
        cls is None or type(in_class(cls, name)) is property for cls in own
    )  # its metaclass may have a __len__
    return have_one and name not in WORLD.annotated and bool(WORLD.got(name))


def attributes_changed_inside(source: Source) -> set[str]:
    """The names of the attributes."""
    nodes = list(unkept(source, source.body))
    found: set[str] = set()
    variables: dict[str, set[str]] = {}  # the attributes from which a variable comes
    for name, value in (pair for node in nodes if type(node) not in BINDS_NOTHING for pair in given_by(source, node)):
        if value is not None:
            variables.setdefault(name, set()).update(attributes_in(value, variables))
    for node in (node for node in nodes if isinstance(node, PLACES)):
        for place in places(source, node, variables):
            found |= attributes_in(place, variables)
    return found


def attributes_in(value: ast.expr, variables: dict[str, set[str]]) -> set[str]:
    """The attributes that lead to this value: of a.b[i].c both b and c."""
    found: set[str] = set()
    part: Any = value
    while isinstance(part, CHAIN):
        if isinstance(part, ast.Attribute):
            found.add(part.attr)
        part = part.func if isinstance(part, ast.Call) else part.value
    return found | variables.get(part.id, set()) if isinstance(part, ast.Name) else found


def places(source: Source, node: Any, variables: dict[str, set[str]]) -> list[ast.expr]:
    """What this node changes, not being a variable; what a call does is asked if it is given something from an attribute."""
    match node:
        case ast.Call(func=ast.Attribute(attr=name, value=owner)) if name in METHODS:
            return [owner]
        case ast.Call(args=[first, *_]) if changes_first_argument(source, node.func):
            return [first]
        case ast.Call(args=args) if any(attributes_in(part, variables) for part in args):
            return args if source.may_change(node) else []
        case ast.Subscript(ctx=ast.Store() | ast.Del()):
            return [node.value]
        case ast.AugAssign(target=ast.Name() | ast.Attribute()):
            return [node.target]
    return []
