"""A loop over a generator expression, a map or a filter becomes one over the iterable inside, which each branch reads by itself.

    for x in (e for y in ys if p): body                 for y in ys: if not p: continue; x = e; body
    for i, x in enumerate(e for y in ys if p): body     i0 = 0; for y in ys: if not p: continue; i, x = i0, e; i0 = i0 + 1; body
    for a, x in zip(xs, (e for y in ys)): body          for a0, y in zip(xs, ys): a, x = a0, e; body
    for x in (e for y in ys for z in zs): body          for y in ys: (for z in zs: x = e; body, else: continue); break
    for x in map(f, xs): body                           g = f; for y in xs: x = g(y); body
    for x in filter(f, xs): body                        g = f; for y in xs: if not g(y): continue; x = y; body
    for x in takewhile(f, xs): body                     g = f; for y in xs: if not g(y): break; x = y; body
    for x in accumulate(xs): body                       for y in xs: t = y, then t + y; x = t; body
    for x in chain.from_iterable(xss): body             for xs in xss: (for y in xs: x = y; body, else: continue); break

starmap and filterfalse as map and filter, dropwhile as takewhile.
Any other generator expression stays an iterator, whose steps each branch takes by itself, see `resumable`.

>>> from ambsearch import ambiguous, expand
>>> @ambiguous
... def f(xs):
...     for x in (2 * y for y in xs):
...         if (yield (True, False)):
...             return x
>>> print(expand(f, normal=True), end="")
def f(xs):
    items = turns(xs)
    i = 0
    while i < len(items) or more(items, i):
        y_2 = items[i]
        i = i + 1
        x = 2 * y_2
        chosen = yield (True, False)
        if chosen:
            return x
"""

import ast
import itertools
from typing import Any, cast

from ambsearch.expansion.analysis.flow import Names
from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.trees import nodes as ir


def unfold(source: Source, node: ast.For) -> tuple[list[ast.stmt], ast.For]:
    """Statements to run before the loop, and the loop."""
    before, loop = unfold_once(source, node)
    more, loop = unfold(source, loop) if loop is not node else ([], node)
    return [*before, *more], loop


def unfold_once(source: Source, node: ast.For) -> tuple[list[ast.stmt], ast.For]:
    """The same, where what is in the iterable may be such an iterable, too."""
    found = source.resolve(node.iter.func) if isinstance(node.iter, ast.Call) else None
    iterable = cast(Any, node.iter)
    if found is enumerate and (start := first_number(iterable)) is not None:
        before, items = as_generator_expression(source, iterable.args[0])
        if is_simple(items):
            number = source.new_local("number")
            items.elt = ir.expression(node, "(number, x)", number=number, x=items.elt)
            loop = over_items(source, node, items, node.target)
            loop.body[-len(node.body) :] = ir.quote(node, "number = number + 1", number=number) + node.body
            return [*before, *ir.quote(node, "number = start", number=number, start=ir.constant(start, node))], loop
    if found is zip and iterable.args and not ir.has_star(iterable):
        before, items = as_generator_expression(source, iterable.args[-1])
        calls = any(isinstance(part, ast.Call) for part in ir.inside(*before))  # before the others are evaluated
        if is_simple(items) and not items.generators[0].ifs and not calls:
            iterable.args[-1] = items
            return before, over_last_of_zip(source, node, iterable)
    if any(found is one for one in STEPS) and not iterable.keywords and not ir.has_star(iterable):
        return stepwise(source, node, found, iterable.args)
    before, items = as_generator_expression(source, iterable)
    return (before, over_items(source, node, items, node.target)) if is_nested(items) else ([], node)


def as_generator_expression(source: Source, items: Any) -> tuple[list[ast.stmt], Any]:
    """map(f, xs), filter(f, xs) or the like as a generator expression, after what keeps f; anything else as it is."""
    if not isinstance(items, ast.Call) or items.keywords or ir.has_star(items):
        return [], items
    match items:
        case ast.Call(ast.Attribute(value, "from_iterable"), [xs]) if source.resolve(value) is itertools.chain:
            part, item = source.new_local("part"), source.new_local("item")
            outer: Any = xs if is_nested(xs) else ir.expression(items, "(part for part in xs)", part=part, xs=xs)
            made: Any = ir.expression(items, "(item for item in part)", item=item, part=outer.elt)
            made.generators[:0] = outer.generators
            return [], made
        case ast.Call(args=[function, xs]):
            found = source.resolve(items.func)
            text = next((text for one, text in EXPRESSIONS.items() if found is one), None)
            if text is not None and (found is filter or found is itertools.filterfalse):
                text = unless_none(source, function, text, "function(item)", "item")
            if text is not None:
                names = {"function": source.new_local("function"), "item": source.new_local("item")}
                return ir.quote(items, "function = F", F=function, **names), ir.expression(items, text, xs=xs, **names)
    return [], items


def unless_none(source: Source, function: ast.expr, text: str, call: str, other: str) -> str:
    """The text with what Python does in the place of this call where the function is None."""
    if isinstance(function, ast.Constant) and function.value is None:
        return text.replace(call, other)
    is_known = isinstance(function, ast.Lambda) or callable(source.resolve(function))
    return text if is_known else text.replace(call, f"({other} if function is None else {call})")


EXPRESSIONS: dict[Any, str] = {
    map: "(function(item) for item in xs)",
    filter: "(item for item in xs if function(item))",
    itertools.filterfalse: "(item for item in xs if not function(item))",
    itertools.starmap: "(function(*item) for item in xs)",
}
# what the loop does at the start of each turn
STEPS: dict[Any, str] = {
    itertools.takewhile: "if not function(item): break\ntarget = item",
    itertools.dropwhile: "if first and function(item): continue\nfirst = False\ntarget = item",
    itertools.accumulate: "total = item if first else function(total, item)\nfirst = False\ntarget = total",
}


def stepwise(source: Source, node: ast.For, found: Any, given: list[Any]) -> tuple[list[ast.stmt], ast.For]:
    """A loop over takewhile(f, xs) or the like as one over xs, after what keeps f; itself if it cannot be that."""
    if found is itertools.accumulate:
        xs, *functions = given
        is_called = any(isinstance(part, ast.Call) for part in ir.inside(*functions))  # before xs is evaluated
        suits = len(functions) < 2 and not is_called
    else:
        *functions, xs = given
        suits = len(functions) == 1 and not (found is itertools.takewhile and node.orelse)  # which `break` leaves out
    if not suits:
        return [], node
    names = {name: source.new_local(name) for name in ("function", "item", "first", "total")}
    text = STEPS[found]
    if found is itertools.accumulate:
        function = functions[0] if functions else ast.Constant(None)
        text = unless_none(source, function, text, "function(total, item)", "total + item")
    body = ir.quote(node, text, target=node.target, **names) + node.body
    before = [part for f in functions for part in ir.quote(f, "function = F", F=f, **names)]
    before += ir.quote(node, "first = True; total = None", **names) if found is not itertools.takewhile else []
    return before, ir.at(ast.For(ir.store(names["item"], node), xs, body, node.orelse), node)


def is_simple(items: Any) -> bool:
    """Is this a generator expression with one loop and without functions in it?"""
    return is_nested(items) and len(items.generators) == 1


def is_nested(items: Any) -> bool:
    """The same with any number of loops."""
    if not isinstance(items, ast.GeneratorExp) or any(loop.is_async for loop in items.generators):
        return False
    return not any(isinstance(part, ir.SCOPES) for part in ast.walk(items) if part is not items)


def first_number(call: ast.Call) -> int | None:
    """The number from which enumerate(xs), enumerate(xs, 1) or enumerate(xs, start=1) counts; None if it is not seen."""
    starts = call.args[1:] + [keyword.value for keyword in call.keywords if keyword.arg == "start"]
    is_whole = len(call.args) + len(call.keywords) == 1 + len(starts)
    if len(call.args) == 0 or len(starts) > 1 or not is_whole:
        return None
    (start,) = starts or [ir.constant(0, call)]
    return start.value if isinstance(start, ast.Constant) and type(start.value) is int else None


def over_items(source: Source, node: ast.For, items: ast.GeneratorExp, target: ast.expr) -> ast.For:
    """The loop over the iterable of a generator expression; the target is assigned at the start of each turn."""
    loops = items.generators
    other = {name: source.new_local(name) for name in sorted(Names(*(loop.target for loop in loops)).bound)}
    for part in (items.elt, *loops[1:], loops[0].target, *loops[0].ifs):
        for name in ast.walk(part):
            if isinstance(name, ast.Name) and name.id in other:
                name.id = other[name.id]
    body = ir.quote(items.elt, "target = E", target=target, E=items.elt) + node.body
    for loop in reversed(loops):
        tests = [skip for test in loop.ifs for skip in ir.quote(test, "if not test: continue", test=test)]
        orelse = node.orelse if loop is loops[0] else [ir.at(ast.Continue(), node)]
        made = ir.at(ast.For(loop.target, loop.iter, tests + body, orelse), node)
        body = [made, ir.at(ast.Break(), node)]  # a break of the inner loop leads out of all
    return made  # type: ignore[no-any-return]


def over_last_of_zip(source: Source, node: ast.For, call: Any) -> ast.For:
    """The same for the last argument of zip, which is read after the others."""
    *others, items = call.args
    names = [source.new_local("item") for _ in others]
    row = [ir.load(name, items) for name in names]
    items.elt = ir.at(ast.Tuple([*row, items.elt], ast.Load()), items)
    loop = over_items(source, node, items, node.target)
    loop.target = ir.at(ast.Tuple([*(ir.store(name, items) for name in names), loop.target], ast.Store()), items)
    call.args[-1], loop.iter = loop.iter, call
    return loop
