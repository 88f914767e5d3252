"""What one node of a tree asks: which special methods of which operands.

a + b       __add__ of a, __radd__ of b
if a        __bool__ and __len__ of a
f(a, b)     those that the builtin function f asks of its arguments
"""

import ast
import operator
from typing import Any

from ambsearch.expansion.analysis.closures import EAGER
from ambsearch.expansion.analysis.effects import is_nested, unpacks_items
from ambsearch.expansion.analysis.held import is_plain
from ambsearch.expansion.analysis.values import CALLING, ITERATORS, containers
from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.trees import nodes as ir
from ambsearch.running.asking import COPIES, KINDS, ONE
from ambsearch.running.calls import OPERANDS
from ambsearch.running.protocols import GOING_ALONG, IN_PYTHON, SIFTING
from ambsearch.running.reads import OPERATIONS
from ambsearch.running.undoing import IN_PLACE, SPECIAL

ITERATION = ("__iter__", "__next__", "__getitem__", "__len__")
GOING_OVER = frozenset({"__setitem__", "__next__", "fromkeys", *(name for _, name in OPERANDS)})
# of a builtin function, or one that an expansion uses, the special methods of its arguments that it calls
SPECIAL_METHODS: dict[str, tuple[str, ...]] = {
    **{plain.__name__: names for asked in (ONE, OPERATIONS, KINDS) for plain, names in asked.items()},
    **{"next": ("__next__",), "iter": ITERATION, "enter": ("__enter__",), "leave": ("__exit__",)},
    **{"ne": ("__ne__", "__eq__"), "contains": ("__contains__", *ITERATION), "getitem": ("__getitem__", "__missing__")},
    **{"str": ("__str__", "__repr__"), "format": ("__format__", "__str__", "__repr__")},
    **dict.fromkeys(
        "iterate choose_from stepping more_steps spread list tuple sorted set frozenset min max".split(), ITERATION
    ),
    **{plain.__name__: ITERATION for plain in (*GOING_ALONG, *IN_PYTHON)},
    **{plain.__name__: (name,) for plain, name in COPIES.items()},
    **{plain.__name__: (*ITERATION, *ONE[bool]) for plain in SIFTING},
    "reversed": ("__reversed__", "__len__", "__getitem__"),
    "accumulate": (*ITERATION, *OPERATIONS[operator.add]),
    **{"sum": (*ITERATION, *OPERATIONS[operator.add]), **dict.fromkeys(("any", "all"), (*ITERATION, *ONE[bool]))},
    **dict.fromkeys(("as_mapping", "dict"), (*ITERATION, "keys", "__getitem__")),
}
# of what goes over a generator expression, those of its items
OF_ITEMS = {
    **dict.fromkeys(EAGER, ()),
    **{"sum": OPERATIONS[operator.add], **dict.fromkeys(("any", "all"), ONE[bool]), "dict": ITERATION},
}
SIGNS: dict[type, str] = {ast.USub: "neg", ast.UAdd: "pos", ast.Invert: "invert"}
COMPARISONS: dict[type, str] = {
    **{ast.Eq: "__eq__", ast.NotEq: "__ne__", ast.Lt: "__lt__", ast.LtE: "__le__", ast.Gt: "__gt__"},
    **{ast.GtE: "__ge__", ast.In: "__contains__", ast.NotIn: "__contains__", ast.Is: "is", ast.IsNot: "is"},
}

# what such a node asks, the node itself if that is no field of it, and for which special methods
ASKED: dict[type, tuple[str, tuple[str, ...]]] = {
    **dict.fromkeys((ast.If, ast.While, ast.IfExp, ast.Assert), ("test", SPECIAL_METHODS["bool"])),
    **{ast.YieldFrom: ("value", ITERATION), ast.FormattedValue: ("value", SPECIAL_METHODS["format"])},
    **{ast.MatchValue: ("", ("__eq__",)), ast.MatchSequence: ("", SPECIAL_METHODS["list"])},
    ast.MatchMapping: ("", ("get", "__len__", *SPECIAL_METHODS["as_mapping"])),
}

# the method of the other operand, or the substitute for the method, as with `total_ordering`
ORDER = ("__lt__", "__le__", "__gt__", "__ge__", "__eq__")
REFLECTED = {**dict.fromkeys(ORDER[:4], ORDER), "__ne__": ("__eq__",), "__contains__": ITERATION}


def are_plain(source: Source, operands: list[Any]) -> bool:
    return all(is_plain(source, operand) for operand in operands)


def question(source: Source, node: Any) -> tuple[list[Any], tuple[str, ...]]:
    """What this node asks, if anything, and for which special methods; the node itself if that cannot be seen."""
    match node:
        case ast.Attribute(value=value, attr=name):
            return [value], ("__setattr__", "__delattr__", "__set__", "__delete__", "__get__", "__getattr__", name)
        case ast.Subscript(value=value, ctx=ast.Load()):
            return [value], ("__getitem__", "__missing__", "__class_getitem__")
        case ast.Subscript(value=value, slice=key):
            is_slice = isinstance(key, ast.Slice)  # of which another may be stored, item by item
            changing = ("__setitem__", "__delitem__", "__getitem__", "__missing__")
            return [node if is_slice else value], (*changing, *(ITERATION if is_slice else ()))
        case ast.Compare(left=left, ops=signs, comparators=others):
            asked = [(COMPARISONS[type(sign)], other) for sign, other in zip(signs, others, strict=True)]
            names = {name for name, other in asked if name != "__contains__" or not is_plain(source, other)}
            return [left, *others], tuple(sorted(names.union(*(REFLECTED.get(name, ()) for name in names))))
        case ast.BinOp(left=left, op=sign, right=right):
            return [left, right], operation(sign)[:2]
        case ast.AugAssign(target=ast.Name(id=name) as target, op=sign, value=value):
            return [target, value], (*operation(sign), *(ITERATION if name in containers(source) else ()))
        case ast.AugAssign(op=sign):
            return [node], operation(sign)
        case ast.UnaryOp(op=sign, operand=value):
            return [value], SPECIAL_METHODS[SIGNS.get(type(sign), "bool")]
        case ast.BoolOp(values=values):
            return values[:-1], SPECIAL_METHODS["bool"]
        case ast.With(items=items):
            unpacks = any(isinstance(item.optional_vars, ir.UNPACKED) for item in items)
            return [node], ("__enter__", "__exit__", *(ITERATION if unpacks else ()))
        case ast.comprehension(iter=value, ifs=tests):
            names_of_tests = SPECIAL_METHODS["bool"] if tests else ()
            return [node] if unpacks_items(source, node) else [value, *tests], (*ITERATION, *names_of_tests)
        case ast.For(iter=value):
            return [node] if unpacks_items(source, node) else [value], ITERATION
        case ast.Assign(targets=targets, value=value) if any(isinstance(target, ir.UNPACKED) for target in targets):
            return [node] if any(map(is_nested, targets)) else [value], ITERATION
        case ast.Starred(ctx=ast.Load(), value=value):
            return [value], SPECIAL_METHODS["spread"]
        case ast.keyword(arg=None, value=value):
            return [value], SPECIAL_METHODS["as_mapping"]
        case ast.Dict(keys=keys, values=values):
            return [part for key, part in zip(keys, values, strict=True) if key is None], SPECIAL_METHODS["as_mapping"]
    field, methods = ASKED.get(type(node), ("", ()))
    return [getattr(node, field) if field else node] if methods else [], methods


def operands_of_call(source: Source, node: ast.Call) -> list[Any]:
    """The object of a method, or the arguments of a builtin function that asks them; if unknown, the call."""
    match node:
        case ast.Call(func=ast.Attribute(attr=name)) if name in SPECIAL:  # it may change an object of any kind
            return [node]
        case ast.Call(func=ast.Attribute(value=value, attr=name), args=given):
            return [value, *given] if name in GOING_OVER else [value]
        case ast.Call(func=ir.Helper(id=name), args=[_, *_] as given) if name in SPECIAL_METHODS:
            return given
        case ast.Call(args=[_, *_] as given) if (name := source.builtin(node)) in SPECIAL_METHODS:
            if name in ("sum", "any", "all"):  # which ask the items, too
                return [node.func]
            if name in ("min", "max") and len(given) > 1:  # which go over none of these
                return [part for part in given if isinstance(part, ast.Starred)]
            return [part for one in given for part in gone_over(source, one)]
    return [node]


def gone_over(source: Source, node: ast.expr) -> list[ast.expr]:
    """What this takes its items from, as zip(xs, ys) does; or itself."""
    name = source.builtin(node) if isinstance(node, ast.Call) else ""
    if name not in ITERATORS:
        return [node]
    over = node.args[name in CALLING :]  # type: ignore[attr-defined]
    return [part for one in over for part in gone_over(source, one)]


def operation(sign: ast.operator) -> tuple[str, ...]:
    """The special methods of `+=`, of which the first two are those of `+`."""
    return OPERATIONS[IN_PLACE[type(sign).__name__]]
