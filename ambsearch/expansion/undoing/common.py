"""The common changes, which are undone in place: what is saved before each, and what restores it.

    the change                       its owner            saved                taken back
    xs.append(v)                     a list or deque      back = len(xs)       if xs[back] is v: del xs[back]
    xs.extend(vs)                    a list               back = len(xs)       del xs[back:]
    xs.pop(), queue.popleft()        a list or deque      the item, the length    put the item back
    queue.appendleft(v)              a deque              back = True          if queue[0] is v: del queue[0]
    xs.sort(key=f), reverse, clear   a short list         back = xs[:]         xs[:] = back
    xs[i:j] = v, del xs[i:j]         a short list         the same
    queue.rotate(k)                  a short deque        back = queue.copy()  queue.__init__(back, queue.maxlen)
    recent.append(v)                 if it is bounded     the same             the same
    xs.pop(k)                        a list               back = the item, its place    put the item back
    xs.insert(k, v)                  a list               back = its place     if xs[back] is v: del xs[back]
    del xs[k]                        a list               as pop
    d.pop(k), del d[k]               a short dict         back = d.copy()      all its items back, in their order
    d.setdefault(k, v)               a dict               back = k not in d    if back: d.pop(k, None)
    seen.add(v)                      a set                back = v not in seen    if back: seen.discard(v)
    seen.remove(v), seen.discard(v)  a set                back = v in seen     if back: seen.add(v)
    seen.update(t)                   a set                back = set(t) - seen    seen.difference_update(back)
    seen |= t                        two sets             the same
    seen -= t, &=, ^=, xs += ys      two sets, two lists  the like
    d.update(e), d |= e              two dicts            back = what d holds there    put these values back
    a[k] = v, a[k] += v              a list, bytearray, dict    old = a[k], or GONE    a[k] = old; or take the key out
    x = d[k]                         a defaultdict        back = k not in d    if back: d.pop(k, None)
    o.x = v, o.x += v                an object that keeps its attributes in itself    the same with o.x, or take it out
    C.x = v, C.x += v                a class, if C.x is a number    the same
    heappush(xs, v), insort(xs, v)   a short list         back = xs[:]         xs[:] = back
    n = v, n += v                    a global variable, in a helper    the same with globals()[n]

In an ambiguous function the inverse follows the rest, see `direct`; in a helper it is a separate function, see
`segments`. The kind of an owner is known only at run time, unless it can be seen, see `kinds`; any other kind is
recorded by a call. `common_methods` and `common_places` describe each change.

>>> from ambsearch import ambiguous, expand
>>> @ambiguous
... def f(a, k):
...     a[k] = yield (1, 2)
...     return a[k]
>>> print(expand(f, fast=True), end="")
def f(a, k):
    for chosen in (1, 2):
        old = NOTHING
        try:
            if type(a) is list and type(k) is int:
                old = a[k]
                a[k] = chosen
            elif type(a) is dict or type(a) in DICTS:
                old = a.get(k, GONE)
                a[k] = chosen
            elif type(a) in ARRAYS and type(k) is int:
                old = a[k]
                a[k] = chosen
            else:
                old = Saved()
                set_item(old, chosen, a, k)
            yield a[k]
        finally:
            if type(old) is Saved:
                undo(old)
            elif old is GONE:
                a.pop(k, None)
            else:
                a[k] = old
"""

import ast
from collections.abc import Callable
from typing import Any

from ambsearch.expansion.analysis.effects import changes, changes_first_argument, is_inherited, mentions_permanent
from ambsearch.expansion.analysis.flow import Names
from ambsearch.expansion.analysis.holders import is_of_properties
from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.undoing import common_methods, common_places, one_change
from ambsearch.running.undoing import METHODS

UNLESS_OWN = frozenset({"extend", "extendleft", "update", "difference_update", "insert"})


class CommonChanges(common_methods.CommonMethods, common_places.CommonPlaces):
    """The common changes of one function, described independently of where they occur.

    binds: may a change bind its value to a local variable only?
    """

    def __init__(self, source: Source, in_helper: bool = False, binds: bool = True, **seen: Any) -> None:
        super().__init__(source, in_helper, **seen)
        self.binds = binds

    def find(self, node: Any) -> Callable[[Any, one_change.Stable], one_change.Change] | None:
        """The method that describes this change, if it is a common one and its operands change nothing."""
        found = self.shape(node)
        if found is None or mentions_permanent(self.source, node):
            return None
        if changes(self.source, [node.value] if found == self.global_variable else operands(node)):
            return None
        if isinstance(node, ast.AugAssign) and not self.may_come_first(node):
            return found if found == self.item and not common_places.may_answer(self.source, node) else None
        return found

    def shape(self, node: Any) -> Callable[[Any, one_change.Stable], one_change.Change] | None:
        call = common_methods.call_in(node)
        found = None if call is None else self.shape_of_call(call)
        if found is not None:
            return found if self.binds_locals(node) else None
        match node:
            case ast.Assign(targets=[ast.Subscript(slice=key)]):
                return self.part if isinstance(key, ast.Slice) else self.item
            case ast.AugAssign(target=ast.Subscript(slice=key)):
                return None if isinstance(key, ast.Slice) else self.item
            case ast.Assign(targets=[ast.Name()], value=ast.Subscript() as place) if self.source.may_change(place):
                return None if isinstance(place.slice, ast.Slice) or not self.binds_locals(node) else self.reading
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AugAssign(target=ast.Name(id=name)):
                return self.global_variable if self.in_helper and name in self.source.declared["global"] else None
            case ast.Delete(targets=[ast.Subscript(slice=key)]):
                return self.part if isinstance(key, ast.Slice) else self.deletion
            case ast.Assign(targets=[ast.Attribute(attr=name)]) | ast.AugAssign(target=ast.Attribute(attr=name)):
                return None if is_of_properties(name) else self.attribute
        return None

    def shape_of_call(self, call: ast.Call) -> Callable[[Any, one_change.Stable], one_change.Change] | None:
        name, count = getattr(call.func, "attr", ""), len(call.args)
        if is_inherited(self.source, call):
            return None
        if count in (1, 2) and changes_first_argument(self.source, call.func):
            return self.first_argument
        is_own = (name in UNLESS_OWN or call.keywords) and self.source.may_change(call)
        return self.method if (name, count) in common_methods.COMMON and not is_own else None

    def binds_locals(self, node: ast.stmt) -> bool:
        return not self.binds or Names(node).bound <= self.source.locals


def operands(node: Any) -> list[ast.expr]:
    """What a common change evaluates before it changes anything."""
    call = common_methods.call_in(node)
    if call is not None:
        is_method = isinstance(call.func, ast.Attribute) and call.func.attr in METHODS
        return [call.func.value, *call.args] if is_method else call.args  # type: ignore[attr-defined]
    target = common_places.target_of(node)
    value: list[Any] = [] if isinstance(node, ast.Delete) else [node.value]
    if isinstance(target, ast.Name):  # it reads an item, or it binds a global variable
        return [value[0].value, value[0].slice] if isinstance(value[0], ast.Subscript) else value
    return [target.value, *([target.slice] if isinstance(target, ast.Subscript) else []), *value]
