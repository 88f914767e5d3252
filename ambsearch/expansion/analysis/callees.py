"""Which of the user's functions one node of a tree may run: a call, an attribute, an operator.

    put(board)              the function `put`, if that is what the name stands for
    board.put(x)            every method `put` of the user's
    a + b, a[k], len(a)     every user-defined __add__, __getitem__, __len__ in related modules, unless `a` is visibly plain
    f(x)                    known only at run time: None

`facts` says what a function made in the same source may run.
"""

import ast
import builtins
import functools
import operator
import re
import sys
import types
from contextvars import ContextVar
from typing import Any

from ambsearch.answers import Ambiguous, Answers
from ambsearch.expansion.analysis import advancing, asked, closures, effects, flow, relations
from ambsearch.expansion.analysis.bytecode import GIVES_LATER
from ambsearch.expansion.analysis.counters import counters, keep_managers
from ambsearch.expansion.analysis.functions import Own, function_in
from ambsearch.expansion.analysis.held import is_plain, may_be_called
from ambsearch.expansion.analysis.values import FUNCTIONS
from ambsearch.expansion.analysis.world import MOVES, WORLD, heirs, methods_of, owners_of, relatives
from ambsearch.expansion.reading.source import UNKNOWN, Source
from ambsearch.expansion.trees import nodes as ir
from ambsearch.ground.ownership import DISPATCHING, is_own, is_own_space, plain_function
from ambsearch.running import undoing
from ambsearch.running.builtin_calls import COMPARING_KEY
from ambsearch.running.calls import BUILTINS
from ambsearch.running.managers import LIBRARY
from ambsearch.running.protocols import BACKS, CALLING_BACK
from ambsearch.running.twins import COUNTING, TWINS, copy_if_own, default_factories
from ambsearch.running.undoing import READING, WRITING

# builtins that change their first argument, or run what they are given while the search waits
CHANGING_BUILTINS = frozenset({"setattr", "delattr"})
# what they call, only the run can tell
OF_ALL = frozenset("__setattr__ __delattr__ __class__ __call__ __getattribute__ __missing__ __enter__ __exit__".split())
OF_ALL |= {"__set__", "__delete__"}  # of what stands in the class
UNKNOWN_METHODS = undoing.SPECIAL - {"__init__", "__setitem__", "__delitem__"} | OF_ALL
# methods that change something, and where: an ExitStack calls what it was given
OF_MODULES = {"close": ("contextlib", "io"), **dict.fromkeys(("set", "reset"), ("contextvars",))}
OF_MODULES |= dict.fromkeys(WRITING | READING, ("io",))
# what else they may run: the end of a generator is the last of its steps
MORE = {"__getitem__": ("__missing__",), "close": ("__next__",)}
CHANGING_OPERATORS = (*undoing.IN_PLACE.values(), operator.iconcat, operator.setitem, operator.delitem)
# those of packages, which a module may hold that is imported inside the function
CHANGING_NAMES = frozenset(function.__name__ for function in (*undoing.CHANGE_FIRST_ARGUMENT, *CHANGING_OPERATORS))


def callees(source: Source, node: Any) -> list[Own] | None:
    """The user's functions that this one node may run, without the nodes inside it; None if unknown before the run."""
    match node:
        case ast.Name() | ast.Constant():  # half of all nodes
            return []
        case ast.Call():
            if asked.are_plain(source, asked.operands_of_call(source, node)):
                return []
            first = node.args[0] if node.args else None
            if isinstance(first, ast.GeneratorExp) and (name := source.builtin(node)) in closures.EAGER:
                return near(source, *asked.OF_ITEMS[name])  # nothing else holds it, and it is of no user's class
            return functions_called(source, node, node.func)
        case ast.Attribute(value=value, ctx=ast.Load(), attr=name):
            return [] if is_plain(source, value) else readers(source, name)
        case ast.MatchClass(kwd_attrs=more):
            given = positional(source, node)
            read = [name for name in (*(given or ()), *more) if name]
            found = readers(source, *(read if given is not None else ())) if read or given is None else []
            return None if found is None else [*found, *near(source, "__instancecheck__")]
        case ast.With(items=items) if any(runs_others(source, item.context_expr) for item in items):
            return None
    operands, names = asked.question(source, node)
    return [] if asked.are_plain(source, operands) else near(source, *names)


def runs_others(source: Source, manager: ast.expr) -> bool:
    """Is this an ExitStack or the like, which calls what it was given, or may it be kept, and a generator of the user's?"""
    function: Any = manager.func if isinstance(manager, ast.Call) else None
    found, name = source.resolve(function) if function else UNKNOWN, getattr(function, "attr", "")
    made = [own.code.co_flags & GIVES_LATER for own in WORLD.of_name(name)] if name not in undoing.METHODS else []
    is_made_there = isinstance(found, (type, types.BuiltinFunctionType)) or found is UNKNOWN and made and all(made)
    if not is_made_there and not (type(found) is types.FunctionType and not is_own(found.__code__)):
        spaces = meeting(source)
        is_imported = WORLD.relations.is_imported("contextlib", source.space)
        return spaces is None or is_imported and WORLD.relations.once(spaces, keep_managers)
    return any(found is kind for kind in LIBRARY)


ITSELF = (bool, bytearray, bytes, dict, float, frozenset, int, list, set, str, tuple)  # what int(x) binds is the number


def positional(source: Source, node: ast.MatchClass) -> tuple[str, ...] | None:
    """The attributes that the positional patterns of a class stand for, "" for the object; None if the run decides."""
    cls, count = source.resolve(node.cls), len(node.patterns)
    names = getattr(cls, "__match_args__", ("",) if isinstance(cls, type) and issubclass(cls, ITSELF) else ())
    return names[:count] if type(names) is tuple and len(names) >= count else None


def callbacks(source: Source, node: ast.Call) -> list[ast.Call]:
    """The calls that this call makes of what it is given: of the function of `map`, of the key of `sorted`.

    What is called is Starred if only the run knows it: map(*xs), sorted(xs, **options).
    """
    found, name = source.resolve(node.func), getattr(node.func, "attr", "")
    if name == "sort":
        found = list.sort
    elif name in ("sub", "subn") and type(found) is not types.FunctionType and not near(source, name):
        found = getattr(re.Pattern, name) if WORLD.relations.is_imported("re", source.space) else UNKNOWN
    if not issubclass(type(found), CALLABLE) or found not in CALLING_BACK or found is iter and len(node.args) < 2:
        return []
    stars = [i for i, part in enumerate(node.args) if isinstance(part, ast.Starred)]
    given = [part for i, part in enumerate(node.args) if i == min([CALLING_BACK[found], *stars])]
    given += [part.value for part in node.keywords if part.arg in BACKS]
    given += [ir.at(ast.Starred(part.value), part) for part in node.keywords if part.arg is None]
    called = [part for part in given if not isinstance(part, ast.Constant)]
    return [ir.at(ast.Call(part, [ir.load("", node)], []), part) for part in called]


CALLABLE = (type, types.MethodDescriptorType, *FUNCTIONS)


def readers(source: Source, *names: str) -> list[Own] | None:
    """What reading an attribute of this name may run; without one, of any name."""
    names = (*names, *map(source.mangled_name, names))
    if any(WORLD.cached.is_said(name, meeting(source)) for name in names or WORLD.cached):
        return None
    getters = [own for name in names or list(WORLD.getters) for own in WORLD.got(name)]
    return [*relatives(meeting(source), getters), *near(source, "__getattr__", "__getattribute__")]


def near(source: Source, *names: str) -> list[Own]:
    """The user's functions of these names in the modules related to this one: one list for all who ask the same."""
    if WORLD.functions.keys().isdisjoint(names) and "__next__" not in names:  # nearly always
        return []
    moves = "__next__" in names and takes_steps(source)
    return WORLD.relations.once(meeting(source), find_near, names, moves)


def find_near(spaces: frozenset[int] | None, names: tuple[str, ...], moves: bool) -> list[Own]:
    return relatives(spaces, [own for name in names for own in WORLD.of_name(name)]) + [MOVES] * moves


def takes_steps(source: Source) -> bool:
    """Are the steps of Python's own iterators changes here, because something else may hold these?"""
    spaces = meeting(source)
    return spaces is not None and source.code is not None and WORLD.relations.once(spaces, advancing.holds_iterators)


def meeting(source: Source) -> frozenset[int] | None:
    """The namespaces whose classes it may meet; None for all: what the library calls may stand anywhere."""
    is_of_library = "__file__" in source.space and not is_own_space(source.space)
    return None if is_of_library else WORLD.relations.of(source.space)


def functions_called(source: Source, node: ast.Call, function: ast.expr) -> list[Own] | None:
    name = function.id if isinstance(function, ir.Helper) else source.builtin(node)
    if name in ("getattr", "hasattr") and len(node.args) > 1:
        of = node.args[1]
        return readers(source, str(of.value)) if isinstance(of, ast.Constant) else readers(source)
    if name == "next" and node.args and ir.name_of(node.args[0]) in counters(meeting(source) or frozenset()):
        return [MOVES]
    if isinstance(function, ir.Helper):
        return near(source, *asked.SPECIAL_METHODS.get(function.id, ()))
    if source.word(node) is not None:
        return []
    found = source.resolve(function)
    if found is not UNKNOWN:
        return of_value(source, function, found)
    if source.makes_ambiguous(function):
        return []
    if is_own_class(source, function):
        return constructors(source)
    if not isinstance(function, ast.Attribute) or is_filled_again(source, node, function):
        return None
    by_name = method(source, function)
    if by_name is None or function.attr == "__getitem__" and WORLD.relations.may_make_keys(source.space):
        return None
    if any(WORLD.relations.is_imported(name, source.space) for name in OF_MODULES.get(function.attr, ())):
        return None
    goes_over = function.attr in asked.GOING_OVER and not (node.args and asked.are_plain(source, node.args))
    more = asked.ITERATION if goes_over else MORE.get(function.attr, ())
    return [*by_name, *near(source, *more)]


def is_filled_again(source: Source, call: ast.Call, function: ast.Attribute) -> bool:
    """Is this the __init__ of a container that is there already? list.__init__(xs, ys), xs.__init__()"""
    if function.attr != "__init__" or effects.is_inherited(source, call):
        return False
    found = source.resolve(function.value)
    return found is UNKNOWN or undoing.base_of_class(found if isinstance(found, type) else type(found)) is not None


def method(source: Source, function: ast.Attribute) -> list[Own] | None:
    """What a method call may run: every user's function of that name; a special method may change its object itself.

    An attribute of any other name, unless it is a method of Python's own types, may hold a function.
    """
    name = source.mangled_name(function.attr)
    if name in UNKNOWN_METHODS | CHANGING_NAMES or may_be_called(name, WORLD.relations.of(source.space)):
        return None
    is_item = name in ("__setitem__", "__delitem__")
    if not is_item and not is_name_of_function(source, name) and not is_method_of_library(name):
        return None
    return [*methods(source, name), *near(source, "__getattribute__"), *([MOVES] if is_item else ())]


def is_name_of_function(source: Source, name: str) -> bool:
    """Is there a function, or a search, of this name in the related modules?"""
    return bool(
        relatives(meeting(source), [*WORLD.functions.get(name, {}).values()]) or methods_of(source, name, Ambiguous)
    )


def methods(source: Source, name: str) -> list[Own]:
    """The functions of this name, but for one made in a function, which no object holds under it, see `attached`."""
    found = near(source, name)
    if WORLD.is_open or not any(is_made_inside(own.code) for own in found):
        return found
    held = [function_in(value) for _, value in WORLD.owners[name].values()] if name in WORLD.owners else []
    codes = {function.__code__ for function in held if function is not None}
    return [own for own in found if own.code in codes or not is_made_inside(own.code)]


def is_made_inside(code: types.CodeType) -> bool:
    return code.co_qualname.endswith(f"<locals>.{code.co_name}")


TYPES = (
    *(str, bytes, bytearray, int, float, complex, list, tuple, dict, set, frozenset),
    *(range, memoryview, types.CodeType),
)
LIBRARIES = "collections datetime decimal fractions io itertools logging numpy pathlib random re threading".split()


@functools.cache
def is_method_of_library(name: str) -> bool:
    """Is this the name of a method of Python's own types, or of those of the libraries that are met most?"""
    loaded = [vars(sys.modules[library]).values() for library in LIBRARIES if library in sys.modules]
    # what can be sent something moves on, as threading.serialize_iterator does, from Python 3.15 on
    kinds = [kind for values in loaded for kind in values if isinstance(kind, type) and not hasattr(kind, "send")]
    return any(callable(getattr(kind, name, None)) for kind in (*TYPES, Answers, *kinds))


def is_method(source: Source, function: ast.Attribute) -> bool:
    """Can this attribute only be a method, so that the class of its owner determines what a call runs?"""
    return source.resolve(function) is UNKNOWN and method(source, function) is not None


def of_value(source: Source, function: ast.expr, found: Any) -> list[Own] | None:
    """What a call of this value runs; the expansion relies on the value staying the same."""
    place = global_place(source, function)
    if place is not None:
        if WORLD.is_rebound(place[1], place[0]):
            return None
        WORLD.assume(*place, found)
    while type(found) in (functools.partial, types.MethodType):
        found = found.func if type(found) is functools.partial else found.__func__
        if any(found is other for other in (*undoing.CHANGE_FIRST_ARGUMENT, *CALLING_BACK)):
            return None
    if issubclass(type(found), type):
        return constructor(source, found)
    if issubclass(type(found), (Ambiguous, Answers)):
        return []
    if issubclass(type(found), types.FunctionType):
        return of_function(source, found)
    if issubclass(type(found), types.BuiltinFunctionType):
        return of_builtin(source, found)
    if issubclass(type(found), UNSEEN):
        return None
    if issubclass(type(found), types.MethodWrapperType):
        if found.__name__ == "__next__":
            return [MOVES]
        if found.__name__ in undoing.SPECIAL | OF_ALL:
            return None
    method = undoing.in_class(type(found), "__call__")
    call = plain_function(method)
    if call is None:
        is_in_c = type(method) is types.WrapperDescriptorType and not isinstance(found, functools.partial)
        return [] if is_in_c else None  # what only the run can bind
    return [Own(call.__code__, call.__globals__)] if is_own(call.__code__) else []


def global_place(source: Source, function: ast.expr) -> tuple[dict[str, Any], str] | None:
    """The namespace of a global variable, of this module or of another one of the user's, and its name there."""
    match function:
        case ast.Name(id=name) if name in source.space:
            return source.space, name
        case ast.Attribute(value=owner, attr=name):
            module = source.resolve(owner)
            is_own = issubclass(type(module), types.ModuleType) and id(vars(module)) in WORLD.relations.spaces
            return (vars(module), name) if is_own else None
    return None


# of what such an object is to read, call or change, it has no name
UNSEEN: tuple[Any, ...] = (operator.attrgetter, operator.itemgetter, operator.methodcaller, COMPARING_KEY)
UNSEEN += (types.MethodDescriptorType, types.WrapperDescriptorType)


def of_function(source: Source, found: types.FunctionType) -> list[Own] | None:
    if id(found.__code__) in TWINS.given:
        return near(source, *asked.SPECIAL_METHODS.get(found.__name__, ()))
    if id(found.__code__) in COUNTING:
        return None
    if (found.__code__.co_name, found.__module__) == ("replace", "dataclasses"):
        return of_replace(source)
    parts: Any = vars(found)["registry"].values() if found.__code__ is DISPATCHING else [found]
    plain = [(part, f) for part in parts if (f := plain_function(part)) and is_own(f.__code__)]
    return [Own(f.__code__, f.__globals__, function=f if f is part else None) for part, f in plain]


def of_replace(source: Source) -> list[Own] | None:
    """What dataclasses.replace runs, which reads an object of any dataclass and makes another one."""
    classes = {cls for known in WORLD.annotated.values() for cls, *_ in known.values()}
    makers = [make for cls in classes for make in default_factories(cls).values() if make not in TYPES]
    read = readers(source)
    if read is None or makers or near(source, "__new__"):
        return None
    return [*read, *(own.making() for own in near(source, "__init__", "__post_init__", "__setattr__"))]


def of_builtin(source: Source, found: Any) -> list[Own] | None:
    if any(found is other for other in (operator.getitem, operator.call, *CHANGING_OPERATORS)):
        return None
    name = found.__name__
    if found in (getattr, hasattr):
        return readers(source)
    if getattr(builtins, name, None) is found or found in BUILTINS:
        return None if name in CHANGING_BUILTINS else near(source, *asked.SPECIAL_METHODS.get(name, ()))
    is_changing = undoing.base_of(found.__self__) is not None or isinstance(found.__self__, ContextVar)
    return None if is_changing else []  # a method under another name


def is_own_class(source: Source, function: ast.expr) -> bool:
    """Is this self.__class__ or type(self), in a method, or cls, in a class method?"""
    name = flow.first_parameter(source.tree)
    if name in source.names.bound:
        return False
    match function:
        case ast.Attribute(ast.Name(id=of), "__class__"):
            return of == name
        case ast.Call(ast.Name(), [ast.Name(id=of)], []):
            return of == name and source.builtin(function) == "type"
        case ast.Name(id=of):
            return of == name and any(isinstance(value, classmethod) for _, value in owners_of(source))
    return False


def constructors(source: Source) -> list[Own] | None:
    """What creating an object of a class runs that has this method."""
    found = [own.making() for own in near(source, "__init__", "__post_init__") if is_made_inside(own.code)]
    for made in [constructor(source, cls) for cls in heirs(source)] or [None]:
        if made is None:
            return None
        found += made
    return found


def constructor(source: Source, cls: type) -> list[Own] | None:
    """What creating an object of this class runs; in answers, such objects are copied."""
    copy_if_own(cls)
    if getattr(builtins, cls.__name__, None) is cls or cls in BUILTINS:
        return near(source, *asked.SPECIAL_METHODS.get(cls.__name__, ()))
    meta = undoing.in_class(type(cls), "__call__")
    found = [Own(meta.__code__, meta.__globals__)] if type(meta) is types.FunctionType and is_own(meta.__code__) else []
    is_new = not isinstance(undoing.in_class(cls, "__new__"), staticmethod)
    for name, makes in (("__new__", False), ("__init__", is_new), ("__post_init__", is_new), ("__setattr__", True)):
        # of those derived from it a user-defined __new__ may make one
        for kind in (cls,) if is_new else relations.reach({cls}, lambda one: set(type.__subclasses__(one))):
            plain = plain_function(undoing.in_class(kind, name))
            if plain is not None and is_own(plain.__code__):
                owner = next(base for base in kind.__mro__ if name in vars(base))
                WORLD.assume(vars(owner), name, vars(owner)[name], owner)
                found.append(Own(plain.__code__, plain.__globals__, makes))
    for make in default_factories(cls).values():
        made = [] if make in TYPES else of_value(source, ir.constant(None, source.tree), make)
        if made is None:
            return None
        found += made
    return found
