"""The second emission: the same rules, but only a few generators nest one another; see `driver`.

>>> from ambsearch import ambiguous, expand
>>> @ambiguous
... def f(xs):
...     x = yield xs
...     return x
>>> print(expand(f, deep=True), end="")
def f(xs):
    room = ROOM.left
    ROOM.left = MOST
    search = xs
    try:
        is_native = room and type(search) is list
        asks = not is_native and isinstance(search, list)
        if is_native:
            ROOM.left = room - 1
        if asks:
            yield search
        over = search[0] if is_native else iter(search.pop, END) if asks else search
        while True:
            for found in over:
                if is_native:
                    if type(found) is not tuple:
                        if type(found) is GENERATOR:
                            search.append(found)
                            is_native, asks = (False, True)
                            yield search
                            over = iter(search.pop, END)
                            break
                        yield found
                        continue
                    found = found[0]
                x = found
                yield (x,)
                if asks:
                    yield search
            else:
                break
    except BaseException:
        yield closing(search)
        raise
"""

import ast
from typing import Any

from ambsearch.expansion.emitting.emission import Emission
from ambsearch.expansion.linking import is_no_search
from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.trees import nodes as ir

# a search is gone over here as long as there is room, and it asks for no generator that is to run next
CHOICE = """
search = items
try:
    is_native = room and type(search) is list
    asks = not is_native and isinstance(search, list)
    if is_native: ROOM.left = room - 1
    if asks: yield search
    over = search[0] if is_native else iter(search.pop, END) if asks else search
    while True:
        for found in over:
            if is_native:
                if type(found) is not tuple:
                    if type(found) is GENERATOR:
                        search.append(found)
                        is_native, asks = False, True
                        yield search
                        over = iter(search.pop, END)
                        break
                    yield found
                    continue
                found = found[0]
            target = found
            body
            if asks: yield search
        else: break
except BaseException:
    yield closing(search)
    raise
"""
# the same where no generator nests another
DRIVEN = """
search = items
try:
    asks = isinstance(search, list)
    if asks: yield search
    for target in iter(search.pop, END) if asks else search:
        body
        if asks: yield search
except BaseException:
    yield closing(search)
    raise
"""


class DeepEmission(Emission):
    """The expansion of a function for the driver of deep searches.

    nests: may a few generators wait for one another themselves? room: the variable that says how many more.
    """

    nests = True
    choice_blocks = 3
    attempting = "deep_attempts"

    def __init__(self, source: Source, body: list[ast.stmt]) -> None:
        self.room = source.fresh("room")
        super().__init__(source, body)
        if self.room in self.names_in(*self.functions[0].body).read:
            self.functions[0].body[:0] = ir.quote(source.tree, "room = ROOM.left\nROOM.left = MOST", room=self.room)

    def function(self, name: str, origin: ast.AST, arguments: ast.arguments, *rest: Any) -> ast.FunctionDef:
        if self.nests and self.functions:
            arguments.args.append(ir.at(ast.arg(self.room), origin))
        return super().function(name, origin, arguments, *rest)

    def call(self, call: Any, origin: ast.AST) -> list[ast.stmt]:
        if not self.nests:
            return ir.quote(origin, "yield call", call=call)
        inner = ir.copy_of(call)
        inner.args += [ir.expression(origin, "room - 1", room=self.room)]
        call.args += [ir.expression(origin, "MOST")]
        return ir.quote(origin, "if room: yield from inner\nelse: yield call", room=self.room, inner=inner, call=call)

    def answer(self, value: ast.expr, origin: ast.AST) -> list[ast.stmt]:
        return ir.quote(origin, "yield (value,)", value=value)

    def pass_on(self, items: ast.expr, origin: ast.AST) -> list[ast.stmt]:
        text = "pass_on(deep_items(items))" if is_no_search(self.source, items) else "pass_on(items)"
        one = ir.expression(origin, text, items=self.items(items))
        if not self.nests:
            return ir.quote(origin, "yield one", one=one)
        text = "one = it\nif room:\n    ROOM.left = room - 1\n    yield from one\nelse: yield one"
        return ir.quote(origin, text, one=self.source.fresh("search"), room=self.room, it=one)

    def choice(self, node: ir.Choose, body: list[ast.stmt]) -> list[ast.stmt]:
        if is_no_search(self.source, node.items):
            return super().choice(node, body)
        names = {name: self.source.fresh(name) for name in ("search", "asks", "is_native", "over", "found")}
        text, names["room"] = CHOICE if self.nests else DRIVEN, self.room
        return ir.quote(node, text, items=self.items(node.items), target=node.target, body=body, **names)
