"""A comparison that is never true, or always, because its sides are visibly of different kinds, or one: it is legal, and warned of.

x = yield "123"; require(x == 2)            x is "2"
x = yield range(3); require(x in ("0", "1"))
x = yield range(3); require(x not in [used]) it is in used, and used alone is in [used]
x = yield range(3); require(x == [0, 1])    it is one of them
word == sorted(word)                        a list is no text, and reversed(word) an iterator
word.lower() == "Cat"                       there is no C in it
all(xs) > 1                                 this compares True with 1
x > "4"                                     4 was meant
x == 1 & y == 2                             this is x == (1 & y) == 2
x != x                                      one side is the other
x = Piece(1); y = Piece(1); x != y          always true, for the class has no __eq__
x != y != z                                 x and z may be equal
max(ages) == 3; all(checks)                 these go over the keys of a dict, which are texts
x in xs == False                            this is `x in xs and xs == False`
x = yield range(999); x is y                equal numbers may be two objects

>>> import warnings
>>> from ambsearch import ambiguous, require
>>> with warnings.catch_warnings(record=True) as told:
...     warnings.simplefilter("always")
...     @ambiguous
...     def two():
...         x = yield "123"
...         require(x == 2)
...         return x
>>> print(told[0].message)
x is a text and 2 a number, so x == 2 is never true; write int(x)
"""

import ast
import itertools
from typing import Any

from ambsearch.diagnostics.visible import (
    CALLS,
    COLLECTION,
    COUNT,
    LIST,
    NAMES,
    NUMBER,
    OF_ITEMS,
    RANGE,
    SET,
    TEXT,
    TUPLE,
    Kind,
    gives,
    is_dict,
    is_of,
)
from ambsearch.expansion.analysis.bindings import values_of
from ambsearch.expansion.reading.source import LAZY, Source
from ambsearch.expansion.trees import nodes as ir
from ambsearch.running.undoing import in_class

ORDER = ast.Lt, ast.LtE, ast.Gt, ast.GtE
PAIRS = (*itertools.permutations((TEXT, NUMBER, COLLECTION), 2), *itertools.permutations(OF_ITEMS, 2))
GOING_OVER = frozenset("all any len list max min set sorted sum tuple".split())
VIEWS = frozenset({"keys", "values", "items", "get"})
COUNTED = frozenset().union(*(CALLS[kind] for kind in (LIST, TUPLE, SET)))
# what is said of a comparison of something with itself
ALWAYS: dict[type, str] = {
    **dict.fromkeys((ast.Eq, ast.LtE, ast.GtE, ast.Is), "always"),
    **dict.fromkeys((ast.NotEq, ast.Lt, ast.Gt, ast.IsNot), "never"),
}


def warn_of_unequal(source: Source, node: ast.Compare) -> None:
    warn_of_sign(source, node)
    warn_of_truth(source, node)
    warn_of_class(source, node)
    warn_of_chain(source, node)
    warn_of_differing(source, node)
    if len(node.ops) == 1 and type(node.ops[0]) in ALWAYS:
        warn_of_letters(source, node)
        warn_of_case(source, node)
        warn_of_itself(source, node, ALWAYS[type(node.ops[0])])
        warn_of_objects(source, node)
    for (left, right), operator in zip(itertools.pairwise((node.left, *node.comparators)), node.ops, strict=True):
        is_in = isinstance(operator, (ast.In, ast.NotIn))
        if isinstance(operator, (ast.Is, ast.IsNot)):
            warn_of_identity(source, left, operator, right)
        if is_in:
            warn_of_nested(source, node, left, right)
            warn_of_keys(source, node, left, right)
        for call, compared in itertools.permutations((left, right)):
            if isinstance(call, ast.Call) and not is_in:
                warn_of_all_keys(source, call, compared)
        if isinstance(operator, ORDER):
            warn_of_order(source, node, left, right)
        if not is_in and not isinstance(operator, (ast.Eq, ast.NotEq)):
            continue
        for kind, other in itertools.permutations((TEXT, NUMBER), 2) if is_in else PAIRS:
            if is_of(kind, source, left) and (gives if is_in else is_of)(other, source, right):
                of_right = f"has only {NAMES[other]}s" if is_in else f"a {NAMES[other]}"
                told = f"{ast.unparse(left)} is a {NAMES[kind]} and {ast.unparse(right)} {of_right}"
                how_often = "never" if isinstance(operator, (ast.Eq, ast.In)) else "always"
                instead = converted(source, left, right, kind, is_in)
                if TEXT in (kind, other) and (named := unquoted(source, left if kind is TEXT else right)):
                    instead = f"{named} without quotation marks"
                if COLLECTION in (kind, other):
                    instead = one_of(left, right, kind, operator)
                if kind in OF_ITEMS:
                    is_left = kind is not SET and other is not RANGE
                    instead = f"{NAMES[other if is_left else kind]}({ast.unparse(left if is_left else right)})"
                source.warn(node.lineno, f"{told}, so {ast.unparse(node)} is {how_often} true; write {instead}")


def warn_of_order(source: Source, node: ast.Compare, left: ast.expr, right: ast.expr) -> None:
    """Warn of `x > "4"`, which Python refuses when it comes there."""
    for number, text in itertools.permutations((left, right)):
        if is_of(NUMBER, source, number) and is_of(TEXT, source, text):
            name, instead = unquoted(source, text), as_number(source, text)
            match text:
                case ast.Constant(str() as digits) if digits.isdecimal():
                    instead = digits
            instead = f"{name} without quotation marks" if name else instead
            told = f"{ast.unparse(number)} is a number and {ast.unparse(text)} a text, so {ast.unparse(node)} raises TypeError"
            source.warn(node.lineno, f"{told}; write {instead}")


def unquoted(source: Source, text: ast.expr) -> str:
    """The variables whose names these texts are, as in `"s" + "e" == 1`; nothing if there are others."""
    texts = [part for part in ir.inside(text) if not isinstance(part, (ast.BinOp, ast.operator))]
    if not all(isinstance(part, ast.Constant) and part.value in source.locals for part in texts):
        return ""
    return ast.unparse(text).replace("'", "")


def warn_of_nested(source: Source, node: ast.Compare, left: ast.expr, right: ast.expr) -> None:
    """Warn of `x in [used]`, where used is a list, and of `[x, y] in [1, 2]`."""
    items, sign = getattr(right, "elts", []), node.ops[0]
    kind = next((kind for kind in (COUNT, TEXT) if is_of(kind, source, left)), None)
    if is_of(COLLECTION, source, left) and gives(NUMBER, source, right):
        kind, only, asked = COLLECTION, "numbers", [(part, right) for part in left.elts]  # type: ignore[attr-defined]
    elif kind is not None and len(items) == 1 and is_of(LIST, source, items[0]):
        only, asked = "a list", [(left, items[0])]
    else:
        return
    told = f"{ast.unparse(left)} is a {NAMES[kind]} and {ast.unparse(right)} has only {only}"
    instead = " and ".join(ast.unparse(ast.Compare(part, [sign], [over])) for part, over in asked)
    source.warn(node.lineno, f"{told}, so {ast.unparse(node)} is {how_often_in(sign)} true; write {instead}")


def how_often_in(sign: ast.cmpop) -> str:
    """How often `x in xs` is true, or `x not in xs`, where no x can be in."""
    return "always" if isinstance(sign, ast.NotIn) else "never"


def warn_of_keys(source: Source, node: ast.Compare, left: ast.expr, right: ast.expr) -> None:
    """Warn of `x in ages`, where x is a number and the keys of ages are texts."""
    if isinstance(right, ast.Name) and is_of(COUNT, source, left) and has_texts_as_keys(source, right.id):
        told = f"{ast.unparse(left)} is a number, and the keys of {right.id} are texts, so {ast.unparse(node)} is"
        instead = ast.unparse(ast.Compare(left, node.ops[:1], [ast.Call(ast.Attribute(right, "values"), [], [])]))
        source.warn(node.lineno, f"{told} {how_often_in(node.ops[0])} true; write {instead}")


def has_texts_as_keys(source: Source, name: str) -> bool:
    """Is this variable a dict that visibly gets texts as keys, and nothing else?"""
    if not is_dict(source, name):
        return False
    keys = [key for value in values_of(source)[name] for key in getattr(value, "keys", ())]
    stores = [part for part in source.nodes if isinstance(part, ast.Subscript) and isinstance(part.ctx, ast.Store)]
    keys += [part.slice for part in stores if isinstance(part.value, ast.Name) and part.value.id == name]
    around = ir.parents_in(*source.body)
    reads = [part for part in around if isinstance(part, ast.Name) and part.id == name]
    over = [around[part] for part in reads]
    is_passed = any(
        isinstance(one, (ast.Call, ast.Attribute, ast.Starred)) and not is_asked(source, one) for one in over
    )
    return bool(keys) and all(is_of(TEXT, source, key) for key in keys) and not is_passed


def is_asked(source: Source, node: ast.AST) -> bool:
    """Is this a builtin function that goes over the keys of a dict, or what it holds, and changes nothing?"""
    return isinstance(node, ast.Call) and source.builtin(node) in GOING_OVER or getattr(node, "attr", "") in VIEWS


def warn_of_all_keys(source: Source, call: ast.Call, other: ast.expr | None = None) -> None:
    """Warn of `max(ages) > 3` and `all(checks)`, which go over the keys, where these are texts; other: what it is compared with."""
    match call:
        case ast.Call(args=[ast.Name(name)]) if (word := source.builtin(call)) in GOING_OVER:
            is_number = other is not None and (is_of(NUMBER, source, other) or gives(NUMBER, source, other))
            if (is_number if other else word in ("all", "any")) and word != "len" and has_texts_as_keys(source, name):
                told = f"{word}({name}) goes over the keys of {name}, which are texts"
                source.warn(call.lineno, f"{told}; write {word}({name}.values())")
        case ast.Call(args=[ast.Call(args=[ast.Name(name)]) as made]) if source.builtin(call) == "len":
            if source.builtin(made) in ("set", "frozenset") and is_dict(source, name):
                told = f"the keys of {name}, a dict, are always distinct"
                source.warn(call.lineno, f"{told}; write len(set({name}.values()))")


def warn_of_letters(source: Source, node: ast.Compare) -> None:
    """Warn of `word == sorted(word)`, which is a list of letters, and of `xs == reversed(xs)`, which is an iterator."""
    for one, other in itertools.permutations((node.left, *node.comparators)):
        text, how_often = ast.unparse(other), "never" if isinstance(node.ops[0], ast.Eq) else "always"
        is_text, made = is_of(TEXT, source, one), source.builtin(other) if isinstance(other, ast.Call) else ""
        items = getattr(other, "args", [])
        if made in LAZY - {"iter"}:  # `iter(x) == x` may ask whether x is an iterator
            instead = f"{ast.unparse(items[0])}[::-1]" if made == "reversed" and len(items) == 1 else f"list({text})"
            told = f"{text} gives an iterator"
        elif made in CALLS[LIST] and is_text:
            instead, told = f"''.join({text})", f"{ast.unparse(one)} is a text and {text} a list"
        elif made in COUNTED and is_of(NUMBER, source, one):
            instead, told = f"len({text})", f"{ast.unparse(one)} is a number and {text} a collection"
        else:
            continue
        source.warn(node.lineno, f"{told}, so {ast.unparse(node)} is {how_often} true; write {instead}")


def warn_of_case(source: Source, node: ast.Compare) -> None:
    """Warn of `word.lower() == "Cat"`, where the text has letters of the other case."""
    for one, other in itertools.permutations((node.left, *node.comparators)):
        match one, other:
            case ast.Call(ast.Attribute(_, "lower" | "upper" as method), [], []), ast.Constant(str() as text):
                written = text.lower() if method == "lower" else text.upper()
                told, how_often = ast.unparse(one), "never" if isinstance(node.ops[0], ast.Eq) else "always"
                if text != written:
                    told += f" has no letter of the other case, so {ast.unparse(node)} is {how_often} true"
                    source.warn(node.lineno, f"{told}; write {written!r}")


def warn_of_truth(source: Source, node: ast.Compare) -> None:
    """Warn of `all(xs) > 1`, which compares True or False with 1."""
    match node:
        case ast.Compare(ast.Call(ast.Name(word), [items]) as call, [sign], [other]) if is_of(COUNT, source, other):
            if source.builtin(call) in ("all", "any") and isinstance(items, (ast.Name, *ir.PLACES)):
                each = ast.unparse(ast.Compare(ast.Name("x"), [sign], [other]))
                instead = f"{word}({each} for x in {ast.unparse(items)})"
                source.warn(node.lineno, f"{ast.unparse(call)} is True or False, and no number; write {instead}")


def warn_of_class(source: Source, node: ast.Compare) -> None:
    """Warn of `type(x) == "int"`."""
    match node:
        case ast.Compare(
            ast.Call(args=[part]) as call, [ast.Eq() | ast.NotEq() as sign], [ast.Constant(str() as name)]
        ):
            if source.builtin(call) == "type":
                asked = f"isinstance({ast.unparse(part)}, {name})"
                how_often, instead = ("never", asked) if isinstance(sign, ast.Eq) else ("always", f"not {asked}")
                told = f"{ast.unparse(call)} is a class and {name!r} a text, so {ast.unparse(node)} is {how_often} true"
                source.warn(node.lineno, f"{told}; write {instead}")


def warn_of_identity(source: Source, left: ast.expr, sign: ast.cmpop, right: ast.expr) -> None:
    """Warn of `x is y` where one is a number or a text; of `x is None` and `x is 1` Python itself knows what to say."""
    sides = [part for part in (left, right) if not isinstance(part, ast.Constant)]
    for kind in (COUNT, TEXT):
        if len(sides) == 2 and any(is_of(kind, source, part) for part in sides):
            text = ast.unparse(ast.Compare(left, [sign], [right]))
            equal = ast.Eq() if isinstance(sign, ast.Is) else ast.NotEq()
            told = f"{text} asks whether it is the same object, which equal {NAMES[kind]}s need not be"
            source.warn(left.lineno, f"{told}; write {ast.unparse(ast.Compare(left, [equal], [right]))}")


def converted(source: Source, left: ast.expr, right: ast.expr, kind: Kind, is_in: bool) -> str:
    """One side as what the other is: the text as a number, but for one that is written there; only the left is an item."""
    is_left = is_in or (kind is TEXT) != isinstance(left if kind is TEXT else right, ast.Constant)
    side = left if is_left else right
    if is_left != (kind is TEXT):
        return f"str({ast.unparse(side)})"
    number, whole = as_number(source, side), f"int({ast.unparse(side)})"
    return (
        f"{number}, or {whole} for the digits in a row"
        if number.startswith("int(") and "*" not in number and number != whole
        else number
    )


def as_number(source: Source, text: ast.expr) -> str:
    """This text as a number: a sum of texts as the sum of their numbers, the key of a dict as its value."""
    match text:
        case ast.BinOp(left, ast.Add(), right):
            return f"{as_number(source, left)} + {as_number(source, right)}"
        case ast.BinOp(left, ast.Mult(), right):
            return f"{as_number(source, left)} * {ast.unparse(right)}"
        case ast.Name(name):
            for value in values_of(source).get(name, []):
                if isinstance(value, ast.Yield) and type(source.resolve(value.value)) is dict:  # type: ignore[arg-type]
                    return f"{ast.unparse(value.value)}[{name}]"  # type: ignore[arg-type]
    return f"int({ast.unparse(text)})"


def one_of(left: ast.expr, right: ast.expr, kind: Kind, operator: ast.cmpop) -> str:
    """Whether one side is among the items of the other."""
    item, items = (right, left) if kind is COLLECTION else (left, right)
    sign = "in" if isinstance(operator, ast.Eq) else "not in"
    return f"{ast.unparse(item)} {sign} {ast.unparse(items)}"


def warn_of_sign(source: Source, node: ast.Compare) -> None:
    """Warn of `x == 1 & y == 2` without parentheses, where & comes first."""
    for part in node.comparators[:-1]:
        if isinstance(part, ast.BinOp) and isinstance(part.op, (ast.BitAnd, ast.BitOr)):
            text, word = ast.unparse(part), "and" if isinstance(part.op, ast.BitAnd) else "or"
            before = source.lines[part.lineno - 1].encode()[: part.col_offset].rstrip()
            if not before.endswith(b"("):
                sign = text.removeprefix(ast.unparse(part.left))[1]
                instead = ast.unparse(node).replace(text, text.replace(f" {sign} ", f" {word} ", 1), 1)
                source.warn(
                    node.lineno, f"{sign} comes before a comparison, so {text} is one side here; write {instead}"
                )


def warn_of_chain(source: Source, node: ast.Compare) -> None:
    """Warn of `x in xs == False` and `x > y == False`, whose parts Python joins by `and`."""
    *before, last = node.ops
    end: Any = node.comparators[-1]
    is_truth = (
        isinstance(end, ast.Constant) and isinstance(end.value, bool) and not isinstance(last, (ast.In, ast.NotIn))
    )
    is_meant = not any(isinstance(sign, ast.Eq) for sign in before)  # a == b == True may be
    if before and (is_truth and is_meant or any(isinstance(sign, (ast.In, ast.NotIn)) for sign in before)):
        inner = ast.Compare(node.left, before, node.comparators[:-1])
        text, outer = ast.unparse(inner), ast.unparse(ast.Compare(inner, [last], [end]))
        also = ast.unparse(ast.Compare(node.comparators[-2], [last], [end]))
        source.warn(node.lineno, f"{ast.unparse(node)} is `{text} and {also}`; write {outer}")


def warn_of_differing(source: Source, node: ast.Compare) -> None:
    """Warn of `x != y != z`, which does not compare x with z; a constant differs from its neighbours on purpose."""
    parts: list[ast.expr] = [node.left, *node.comparators]
    is_chain = len(parts) > 2 and all(isinstance(sign, ast.NotEq) for sign in node.ops)
    if is_chain and all(is_one_of_few(source, part) for part in parts):
        text, first, last = map(ast.unparse, (node, parts[0], parts[-1]))
        if first != last:
            instead = f"distinct({', '.join(map(ast.unparse, parts))})"
            source.warn(
                node.lineno, f"{text} does not compare {first} with {last}; if all are to differ write {instead}"
            )


def is_one_of_few(source: Source, part: ast.expr) -> bool:
    """Is this a variable, or one with a name: an attribute, or an item of a text? Cells of a board may be neighbours only."""
    match part:
        case ast.Name(name):
            return name in source.locals
        case ast.Attribute() | ast.Subscript(slice=ast.Constant(str())):
            return True
    return False


def warn_of_objects(source: Source, node: ast.Compare) -> None:
    """Warn of `a == b`, where both are made here, of a class without an __eq__."""
    made = [values_of(source).get(part.id) for part in (node.left, *node.comparators) if isinstance(part, ast.Name)]
    match made, node.ops[0]:
        case [[ast.Call() as one], [ast.Call() as other]], ast.Eq() | ast.NotEq() if one is not other:
            kinds = [source.resolve(call.func) for call in (one, other)]
            plain = [kind for kind in kinds if isinstance(kind, type) and vars(kind).get("__init__")]
            if len(plain) == 2 and all(in_class(kind, "__eq__") is object.__eq__ for kind in plain):
                name, how_often = plain[0].__name__, "never" if isinstance(node.ops[0], ast.Eq) else "always"
                told = f"{name} has no __eq__, so {ast.unparse(node)} compares the objects themselves, and is {how_often} true"
                source.warn(node.lineno, f"{told}; compare an attribute, or write @dataclass above {name}")


def warn_of_itself(source: Source, node: ast.Compare, always: str) -> None:
    """Warn of `x != x`, and of `xs[i] == xs[i]`."""
    acts = any(isinstance(part, (ast.Call, ast.NamedExpr, *ir.YIELDS)) for part in ir.inside(node))
    if not acts and not isinstance(node.left, ast.Constant) and ast.dump(node.left) == ast.dump(node.comparators[0]):
        told = f"{ast.unparse(node)} compares {ast.unparse(node.left)} with itself, and is {always} true"
        source.warn(node.lineno, f"{told}; write the other on one side")
