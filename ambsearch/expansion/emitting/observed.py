"""The observed expansion: the same rules, with reports to an observer of what the search does.

Observed    the rules with reports; a mixin for either emission
emissions   both emissions for a class of observers
sharing     lets a function assign the variables that an observer holds

Each class of observers has texts, Python source for what is reported. Only events for which it has one are reported,
and the text is in the expansion itself, so that a counter costs only the counting. The texts are beside what the rules
emit, and change nothing in it:

    before                          the code of a choice is
    ready                           its items are known, if it is still
    for target in items:
        item                            a branch begins
        body
        back                            a branch has ended
    exhausted                           there is no further item

    guard                           replaces the test of a `require`, and is as true as `test`
    dead                            a `fail()`, or a helper that has ended the branch
    answer                          an answer, before it is yielded
    resumed                         the search goes on after an answer
    items                           replaces the items of a choice

A choice is still if its items are a tuple, a range or the like, which runs nothing to give its next item, and so need
not be observed item by item: then `still` is true.

What a text assigns often is held in variables that all functions of a search share: these take half as long as
attributes.

>>> from ambsearch import ambiguous
>>> from ambsearch.expansion import emit_as
>>> from ambsearch.expansion.trees.printing import source_text
>>> from ambsearch.observing import Observer
>>> class Counter(Observer):
...     item = "watch.items += 1"
>>> @ambiguous
... def f(n):
...     x = yield range(n)
...     return x
>>> source, observed = emit_as(f.__wrapped__, emissions(Counter)[0])
>>> print(source_text(observed.functions, source.taken), end="")  # `watch@` is the cell of the observer
def f(n):
    watch@
    for x in range(n):
        watch@.items += 1
        yield x
"""

import ast
import functools
import types
from typing import TYPE_CHECKING, Any, ClassVar

from ambsearch.expansion.binding import LITERALS, OF_THE_RUN, known_call
from ambsearch.expansion.emitting.emission import DeepEmission, Emission
from ambsearch.expansion.emitting.sites import Site, name_of_choice, site_of_dead, text_of
from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.trees import nodes as ir
from ambsearch.expansion.undoing.direct import DirectChanges
from ambsearch.running.choices import STILL
from ambsearch.running.driver import Search, steps

if TYPE_CHECKING:
    from ambsearch.observing import Observer

# calls that give what gives its items without running anything
BUILT = frozenset({"range", "sorted", "an_integer_between"})
WATCH = "watch@"  # the cell of the observer, in an expansion; no name of a user's
OF_WATCH = "@watch"  # marks the cells of what it has
HELPERS = tuple(f"{name}{OF_THE_RUN}" for name in "items inner_items known choosing deep_items deep_choosing".split())


class Told(ir.Expression):
    """A reported test of a guard, or the like, until the expansion is made: no pass must take it for a change."""

    test: ast.expr
    text: str
    site: str


class Observed(Emission):
    """The rules of an emission, with reports."""

    texts: ClassVar["type[Observer]"]

    def __init__(self, source: Source, body: list[ast.stmt]) -> None:
        self.source = source
        self.names: dict[Any, str] = {}
        self.over = ""  # of the choice that is being emitted: the variable, and whether it is still
        self.still: Any = ir.constant(False, source.tree)
        if self.texts.dead:  # it is told where a helper ended the branch, which the traceback says
            self.direct_changes = DirectChanges
        super().__init__(source, self.with_guards(body))
        if self.tells_guards:
            self.functions = [_Telling(self).visit(function) for function in self.functions]
        self.functions = [sharing(function) for function in self.functions]
        mark = ir.at(ast.Expr(ir.load(WATCH, source.tree)), source.tree)  # by which `is_search` knows it
        self.functions[0].body.insert(0, mark)

    @property
    def tells_guards(self) -> bool:
        """Is something told of guards, or of dead ends?"""
        return bool(self.texts.guard or self.texts.dead)

    @property
    def tells_choices(self) -> bool:
        """Is anything told of a choice, besides its items?"""
        texts = self.texts
        return bool(texts.before or texts.ready or texts.item or texts.back or texts.exhausted)

    def with_guards(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """The normal form, with reports of its guards and dead ends."""
        if not self.tells_guards:
            return body
        module = ast.Module(body, [])
        for node in ir.inside(module):
            if isinstance(node, ir.Guard) and self.texts.guard:
                name = text_of(self.source, node.test)
                node.test = self.report(node.test, node, "guard", name, self.texts.guard)
            for _, value in ast.iter_fields(node) if self.texts.dead else ():
                if isinstance(value, list) and value and isinstance(value[-1], ir.Dead):
                    dead = value[-1]
                    told = self.report(ir.constant(False, dead), dead, "fail", "fail()", self.texts.dead)
                    value.insert(-1, ir.at(ast.Expr(told), dead))
        return module.body

    def report(self, value: ast.expr, origin: ast.AST, kind: str, name: str, text: str) -> Told:
        """An expression that reports `text`, in which `test` stands for the value."""
        return ir.at(Told(value, text, self.site(kind, origin, name)), value)  # type: ignore[no-any-return]

    def site(self, kind: str, origin: ast.AST, name: str) -> str:
        """The name of the constant that stands for a place."""
        source = self.source
        line, column = getattr(origin, "lineno", 0), getattr(origin, "col_offset", 0) + 1
        place = kind, name, line, column
        if place not in self.names:
            self.names[place] = f"site {len(self.names)}"
            site = Site(kind, name, source.function.__qualname__, source.filename, line, column)
            source.constants[self.names[place]] = site
        return self.names[place]

    def tell(self, text: str, origin: ast.AST, site: Any, **parts: Any) -> list[ast.stmt]:
        """A text of the observer's as statements."""
        if not text:
            return []
        for name in (*self.texts.bound, *self.texts.held):
            parts[name] = f"{name}{OF_WATCH}"
        if isinstance(site, str):
            parts["where"] = ir.constant(self.source.constants[site].fields, origin)
            site = ir.helper(site, origin)
        elif site is not None and "where" in text:
            parts["where"] = ir.expression(origin, "site.fields", site=site)
        return ir.quote(origin, text, watch=ir.load(WATCH, origin), site=site, **parts)

    # the rules

    def choice(self, node: ir.Choose, body: list[ast.stmt]) -> list[ast.stmt]:
        return self.told_choice(node, body, name_of_choice(self.source, node) if self.tells_choices else "")

    def both_ways(self, node: ir.Choose, body: list[ast.stmt]) -> list[ast.stmt]:
        return []  # its items are told, or taken by their numbers

    def pass_on(self, items: ast.expr, origin: ast.AST) -> list[ast.stmt]:
        item = self.source.fresh("item")
        node = ir.at(ir.Choose(ir.store(item, origin), items), origin)
        return self.told_choice(node, self.answer(ir.load(item, origin), origin), "return")

    def told_choice(self, node: ir.Choose, body: list[ast.stmt], name: str) -> list[ast.stmt]:
        texts, site = self.texts, self.site("choice", node, name) if self.tells_choices else None
        parts: dict[str, Any] = {name: self.source.fresh(name) for name in ("place", "here", "first")}
        opening = self.opening(node.items)
        parts |= {"target": node.target, "still": self.still, "over": self.over or ir.constant((), node)}
        before, item = texts.before, texts.item
        if "index" in item:
            parts["index"] = self.source.fresh("index")
            before, item = f"index = -1\n{before}", f"index += 1\n{item}"
        all_texts = before, texts.ready, item, texts.back, texts.exhausted
        told = [self.tell(text, node, site, **parts) for text in all_texts]
        self.here = parts["here"]
        choice = super().choice(node, told[2] + body + told[3])
        return [*told[0], *opening, *told[1], *choice, *told[4]]

    def opening(self, items: ast.expr) -> list[ast.stmt]:
        """Check whether a choice is still, and keep its items if it may be."""
        is_call = isinstance(items, ast.Call) and known_call(self.source, items) in BUILT
        is_built = is_call or isinstance(items, LITERALS)
        is_held = isinstance(items, ir.PLACES) and not isinstance(self, DeepEmission)
        self.over, self.still = "", ir.constant(is_built, items)
        if not self.texts.ready and not self.texts.passes_still:
            return []
        if is_built and self.texts.ready:
            self.over = self.source.fresh("over")
            return ir.quote(items, "over = items", over=self.over, items=ir.at(ir.Items(items), items))
        if not is_held or (self.texts.items and not self.texts.passes_still):
            return []
        self.over, self.still = self.source.fresh("over"), self.source.fresh("still")
        self.source.constants["kinds_still"] = STILL
        kinds = ir.helper("kinds_still", items)
        text = "over = items\nstill = type(over) is tuple or type(over) in kinds"
        return ir.quote(items, text, over=self.over, items=items, still=self.still, kinds=kinds)

    def items(self, items: ast.expr) -> ast.expr:
        if isinstance(items, ir.Attempted):
            return self.attempts(items)
        if isinstance(self.still, str):
            over = ir.load(self.over, items)
            found = self.told_items(ir.at(ir.Items(over), items))
            return ir.expression(items, "over if still else found", over=over, still=self.still, found=found)
        if self.over:
            return ir.load(self.over, items)
        found = super().items(items)
        return found if self.still.value and self.texts.passes_still else self.told_items(found)

    def attempts(self, items: ir.Attempted) -> ast.expr:
        """The items of a choice inside a `try`, as the observer wants them."""
        if not self.texts.numbers_attempts:
            return super().items(items)
        text = "iter(whole_attempts(E))" if isinstance(self, DeepEmission) else "whole_attempts(E)"
        return self.told_items(ir.expression(items, text, E=items.value))

    def told_items(self, over: ast.expr) -> ast.expr:
        """The items of a choice, as the observer wants them."""
        if not self.texts.items:
            return over
        return self.tell(self.texts.items, over, None, items=over, here=self.here)[0].value  # type: ignore[attr-defined, no-any-return]

    def answer(self, value: ast.expr, origin: ast.AST) -> list[ast.stmt]:
        if not (self.texts.answer or self.texts.resumed):
            return super().answer(value, origin)
        site = self.site("answer", origin, text_of(self.source, value))
        parts: dict[str, Any] = {"here": self.source.fresh("here")}
        resumed = self.tell(self.texts.resumed, origin, site, **parts)
        if "value" not in self.texts.answer:
            return self.tell(self.texts.answer, origin, site, **parts) + super().answer(value, origin) + resumed
        result = self.source.fresh("result")
        kept = ir.quote(origin, "result = value", result=result, value=value)
        told = self.tell(self.texts.answer, origin, site, value=ir.load(result, origin), **parts)
        return kept + told + super().answer(ir.load(result, origin), origin) + resumed

    def dead(self, origin: ast.AST) -> list[ast.stmt]:
        self.source.constants["site_of_dead"] = site_of_dead
        place = ir.expression(origin, "found()", found=ir.helper("site_of_dead", origin))
        return self.tell(self.texts.dead, origin, place) or super().dead(origin)


class _Telling(ir.Rewriter):
    """Inserts the reports of guards."""

    def __init__(self, emission: Observed) -> None:
        self.emission = emission

    def visit_Told(self, node: Told) -> ast.expr:
        told = self.emission.tell(node.text, node, node.site, test=self.visit(node.test))
        return told[0].value  # type: ignore[attr-defined, no-any-return]


@functools.cache
def emissions(texts: "type[Observer]") -> tuple[type[Observed], type[Observed]]:
    """The ordinary and the deep emission for a class of observers."""
    plain, deep = (type("Observed", (texts.rules, kind), {"texts": texts}) for kind in (Emission, DeepEmission))
    return plain, deep


def cells(texts: "type[Observer]") -> tuple[str, ...]:
    """The names whose cells each observed search gives."""
    return (WATCH, *HELPERS, *(f"{name}{OF_WATCH}" for name in (*texts.bound, *texts.held)))


def sharing(function: ast.FunctionDef) -> ast.FunctionDef:
    """Let a function assign the variables that the observer holds."""
    names = [part for part in ir.inside(*function.body) if isinstance(part, ast.Name)]
    assigned = {part.id for part in names if isinstance(part.ctx, ast.Store) and part.id.endswith(OF_WATCH)}
    if assigned:
        function.body.insert(0, ir.at(ast.Nonlocal(sorted(assigned)), function))
    return function


def is_search(items: Any) -> bool:
    """Are the items of an observed choice the search of an ambiguous function, which is observed, too?"""
    if isinstance(items, types.GeneratorType):
        return items.gi_code is steps.__code__ or WATCH in items.gi_code.co_freevars
    return type(items) is Search
