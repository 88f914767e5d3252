"""A loop over a generator expression, a map or a filter becomes one over the iterable inside, which each branch reads by itself.

    for x in (e for y in ys if p): body                 for y in ys: if not p: continue; x = e; body
    for i, x in enumerate(any of these): body           i0 = 0; for t in it: i, x = i0, t; i0 = i0 + 1; body
    for x in (e for y in ys for z in zs): body          for y in ys: (for z in zs: x = e; body, else: continue); break
    for x in map(f, xs): body                           g = f; for y in xs: x = g(y); body
    for x in filter(f, xs): body                        g = f; for y in xs: if not g(y): continue; x = y; body
    for x in takewhile(f, xs): body                     g = f; for y in xs: if not g(y): break; x = y; body
    for x in accumulate(xs): body                       for y in xs: t = y, then t + y; x = t; body
    for x in pairwise(xs): body                         for y in xs: t, x = y, (t, y) but for the first; body
    for x in islice(xs, n): body                        for i, y in zip(range(n), xs): x = y; body
    for x in islice(xs, a, n): body                     for i, y in zip(range(n), xs): if i < a: continue; x = y; body
    for x in chain.from_iterable(xss): body             for xs in xss: (for y in xs: x = y; body, else: continue); break
    for x in chain(xs, ys): body                        the same for (xs, ys)

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
import sys
from typing import Any, cast

from ambsearch.expansion.analysis.flow import Names
from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.trees import nodes as ir


def unfold(source: Source, node: ast.For) -> tuple[list[ast.stmt], ast.For]:
    """Statements to run before the loop, and the loop; what is in the iterable may be such an iterable, too."""
    before, loop = unfold_once(source, node)
    more, loop = unfold(source, loop) if loop is not node else ([], node)
    return [*before, *more], loop


def unfold_once(source: Source, node: ast.For) -> tuple[list[ast.stmt], ast.For]:
    iterable, found = cast(Any, node.iter), called(source, node.iter)
    if is_generator_expression(iterable):
        return [], over_items(source, node, iterable)
    if found is enumerate and (start := first_number(iterable)) is not None:
        items = iterable.args[0]
        if is_generator_expression(items) or called(source, items) in (itertools.chain, itertools.islice, *STEPS):
            names = {"number": source.new_local("number"), "item": source.new_local("item")}
            head = ir.quote(node, "target = number, item; number = number + 1", target=node.target, **names)
            begin = ir.quote(node, "number = start", start=ir.constant(start, node), **names)
            return begin, loop_over(node, ir.store(names["item"], node), items, head + node.body)
    if found is itertools.chain:
        names = {"part": source.new_local("part"), "item": source.new_local("item")}
        xs = iterable.args[0] if is_from_iterable(iterable) else unshared_list(source, iterable)
        made: Any = ir.expression(node.iter, "(item for part in xs for item in part)", xs=xs, **names)
        return [], over_items(source, node, made)
    if found is itertools.islice and is_counted(source, iterable):
        return over_slice(source, node, iterable)
    is_known = found in STEPS and iterable.args and not iterable.keywords
    return stepwise(source, node, found, iterable.args) if is_known else ([], node)


def called(source: Source, iterable: Any) -> Any:
    """Which of these is called here, with arguments that can all be seen; None for anything else."""
    if not isinstance(iterable, ast.Call) or ir.has_star(iterable):
        return None
    function = iterable.func
    is_chain = is_from_iterable(iterable)
    found = source.resolve(function.value if is_chain else function)  # type: ignore[attr-defined]
    known = (itertools.chain,) if is_chain and len(iterable.args) == 1 else KNOWN
    return next((one for one in known if one is found), None)


def unshared_list(source: Source, call: ast.Call) -> ast.expr:
    """The arguments in a list; each of them marked if it may be an iterator that nothing else holds."""
    may_be = ast.Call, ast.GeneratorExp
    parts = [ir.expression(part, "resumable(E)", E=part) if isinstance(part, may_be) else part for part in call.args]
    return ir.at(ast.List(parts, ast.Load()), call)  # type: ignore[no-any-return]


def is_from_iterable(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Attribute) and call.func.attr == "from_iterable"


def is_counted(source: Source, call: ast.Call) -> bool:
    """Is this islice(xs, n), or with a start and a step, of numbers that are in variables or written there?"""
    bounds = call.args[1:] if len(call.args) < 5 and not call.keywords else []
    are_numbers = bounds and all(isinstance(n, (ast.Name, ast.Constant)) for n in bounds)
    return bool(are_numbers) and all(source.resolve(ir.load(one.__name__, call)) is one for one in (zip, range))


def over_slice(source: Source, node: ast.For, call: Any) -> tuple[list[ast.stmt], ast.For]:
    """A loop over islice(xs, stop) or islice(xs, start, stop, step) as one over the first of xs, by number."""
    xs, *bounds = call.args
    names = {name: source.new_local(name) for name in ("number", "item", "start", "stop", "step")}
    none = ir.constant(None, call)
    parts = dict(zip("ABC", (none, *bounds, none) if len(bounds) == 1 else (*bounds, none), strict=False))
    before = ir.quote(call, "start, stop, step = A, B, C; f((), start, stop, step)", f=call.func, **parts, **names)
    zipped: Any = ir.expression(call, f"zip(range({sys.maxsize} if stop is None else stop), xs)", xs=xs, **names)
    zipped.func, zipped.args[0].func = ir.load("zip", call), ir.load("range", call)
    target = ir.at(ast.Tuple([ir.store(names[name], node) for name in ("number", "item")], ast.Store()), node.target)
    skip = "if number < (start or 0) or (number - (start or 0)) % (step or 1): continue\n" if len(bounds) > 1 else ""
    head = ir.quote(node, f"{skip}target = item", target=node.target, **names)
    return before, loop_over(node, target, zipped, head + node.body)


# what the loop does at the start of each turn
STEPS: dict[Any, str] = {
    map: "target = function(item)",
    filter: "if not function(item): continue\ntarget = item",
    itertools.filterfalse: "if function(item): continue\ntarget = item",
    itertools.starmap: "target = function(*item)",
    itertools.takewhile: "if not function(item): break\ntarget = item",
    itertools.dropwhile: "if first and function(item): continue\nfirst = False\ntarget = item",
    itertools.accumulate: "total = item if first else function(total, item)\nfirst = False\ntarget = total",
    itertools.pairwise: "pair, total = (total, item), item\nif first:\n    first = False\n    continue\ntarget = pair",
}
KNOWN = (enumerate, zip, itertools.chain, itertools.islice, *STEPS)
# what Python does in the place of a call where the function is None
WITHOUT_FUNCTION = {
    **dict.fromkeys((filter, itertools.filterfalse), ("function(item)", "item")),
    itertools.accumulate: ("function(total, item)", "total + item"),
}


def stepwise(source: Source, node: ast.For, found: Any, given: list[Any]) -> tuple[list[ast.stmt], ast.For]:
    """A loop over takewhile(f, xs) or the like as one over xs, after what keeps f; itself if it cannot be that."""
    names = {name: source.new_local(name) for name in ("function", "item", "first", "total", "pair")}
    *functions, xs = given
    if found is itertools.accumulate:
        xs, *functions = given
        is_called = any(isinstance(part, ast.Call) for part in ir.inside(*functions))  # before xs is evaluated
        suits = len(functions) < 2 and not is_called
    else:
        is_left_out = found is itertools.takewhile and node.orelse  # by `break`
        suits = len(functions) == (found is not itertools.pairwise) and not is_left_out
    if not suits:
        return [], node
    text = STEPS[found]
    if found in WITHOUT_FUNCTION:
        text = unless_none(source, functions[0] if functions else ast.Constant(None), text, *WITHOUT_FUNCTION[found])
    head = ir.quote(node, text, target=node.target, **names)
    before = [part for f in functions for part in ir.quote(f, "function = F", F=f, **names)]
    before += ir.quote(node, "first = True; total = None", **names) if "first" in text else []
    return before, loop_over(node, ir.store(names["item"], node), xs, head + node.body)


def unless_none(source: Source, function: ast.expr, text: str, call: str, other: str) -> str:
    """The text with the other in the place of this call where the function is None."""
    if isinstance(function, ast.Constant) and function.value is None:
        return text.replace(call, other)
    is_known = isinstance(function, ast.Lambda) or callable(source.resolve(function))
    return text if is_known else text.replace(call, f"({other} if function is None else {call})")


def loop_over(node: ast.For, target: ast.expr, items: ast.expr, body: list[ast.stmt]) -> ast.For:
    return ir.at(ast.For(target, items, body, node.orelse), node)  # type: ignore[no-any-return]


def is_generator_expression(items: Any) -> bool:
    """Is this a generator expression without functions in it?"""
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


def over_items(source: Source, node: ast.For, items: ast.GeneratorExp) -> ast.For:
    """The loop over the iterable of a generator expression; the target is assigned at the start of each turn."""
    loops = items.generators
    other = {name: source.new_local(name) for name in sorted(Names(*(loop.target for loop in loops)).bound)}
    for part in (items.elt, *loops[1:], loops[0].target, *loops[0].ifs):
        for name in ast.walk(part):
            if isinstance(name, ast.Name) and name.id in other:
                name.id = other[name.id]
    body = ir.quote(items.elt, "target = E", target=node.target, E=items.elt) + node.body
    for loop in reversed(loops):
        tests = [skip for test in loop.ifs for skip in ir.quote(test, "if not test: continue", test=test)]
        orelse = node.orelse if loop is loops[0] else [ir.at(ast.Continue(), node)]
        made = ir.at(ast.For(loop.target, loop.iter, tests + body, orelse), node)
        body = [made, ir.at(ast.Break(), node)]  # a break of the inner loop leads out of all
    return made  # type: ignore[no-any-return]
