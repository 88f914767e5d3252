"""The second emission: the same rules, but no generator nests another of its search; see `driver` and `nesting`.

>>> from ambsearch import ambiguous, expand
>>> @ambiguous
... def f(xs):
...     x = yield xs
...     return x
>>> print(expand(f, deep=True), end="")
def f(xs):
    search = xs
    try:
        for found in ASKING if isinstance(search, list) else search:
            if found is ASK:
                yield search
                found = search.pop()
                if found is END:
                    break
            x = found
            yield (x,)
    except BaseException:
        yield closing(search)
        raise
"""

import ast

from ambsearch.expansion.binding import is_no_search
from ambsearch.expansion.emitting.emission import Emission
from ambsearch.expansion.trees import nodes as ir

CHOICE = """
search = items
try:
    for found in ASKING if isinstance(search, list) else search:
        if found is ASK:
            yield search
            found = search.pop()
            if found is END: break
        target = found
        body
except BaseException:
    yield closing(search)
    raise
"""


class DeepEmission(Emission):
    """The expansion of a function for the driver of deep searches."""

    attempting = "deep_attempts"
    asks_always = True

    def call(self, call: ast.expr, origin: ast.AST) -> list[ast.stmt]:
        return ir.quote(origin, "yield call", call=call)

    def answer(self, value: ast.expr, origin: ast.AST) -> list[ast.stmt]:
        return ir.quote(origin, "yield (value,)", value=value)

    def pass_on(self, items: ast.expr, origin: ast.AST) -> list[ast.stmt]:
        text = "yield pass_on(deep_items(items))" if is_no_search(self.source, items) else "yield pass_on(items)"
        return ir.quote(origin, text, items=self.items(items))

    def choice(self, node: ir.Choose, body: list[ast.stmt]) -> list[ast.stmt]:
        if is_no_search(self.source, node.items):
            return super().choice(node, body)
        names = {name: self.source.fresh(name) for name in ("search", "found")}
        return ir.quote(node, CHOICE, items=self.items(node.items), target=node.target, body=body, **names)
