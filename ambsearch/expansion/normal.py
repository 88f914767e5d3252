"""The normal form: every choice, guard and answer a statement of its own, in the order of evaluation.

    n = 1 + (yield E)   ->  chosen = yield E; n = 1 + chosen
    a[i] = yield E      ->  chosen = yield E; a[i] = chosen
    a[i], a[j] = v      ->  one, other = v; a[i] = one; a[j] = other
    yield amb(a, f())   ->  a choice of the alternative's number, and an if
    for x in E: choices ->  turns: a loop that can be taken up by each branch

Earlier siblings of a choice that may have effects or may change are saved first.
"""

import ast
import copy
import itertools
from typing import Any

from ambsearch.expansion import nodes as n
from ambsearch.expansion.attempts import Attempt
from ambsearch.expansion.boxes import boxed
from ambsearch.expansion.common import CommonChanges, operands
from ambsearch.expansion.effects import (
    changed_target,
    changes,
    is_permanent,
    mentions_permanent,
    slice_object,
)
from ambsearch.expansion.flow import Names
from ambsearch.expansion.source import Source
from ambsearch.running.undoing import METHODS


def normalized(source: Source) -> list[ast.stmt]:
    """The body of the function in normal form; the source's tree is left as it is."""
    assert source.seen_at_once is not None  # before temporaries come to the variables
    body = with_explicit_super(source, n.copied(source.tree.body))
    if ast.get_docstring(source.tree, clean=False) is not None:
        body = body[1:]
    normal = NormalForm(source).block(boxed(source, body))
    for node in n.inside(*normal):
        if isinstance(node, ast.Yield):  # in a place that no rule above knows
            raise source.complaint(node, "a choice cannot stand here; choose on the line above")
    return normal


def with_explicit_super(source: Source, body: list[Any]) -> list[Any]:
    """super() as super(__class__, self): the code may come to stand in a function with other parameters."""
    first = [node.arg for node in (*source.tree.args.posonlyargs, *source.tree.args.args)][:1]
    for node in n.inside(*body) if first else ():
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "super" and not node.args:
            node.args = [n.load("__class__", node), n.load(first[0], node)]
    return body


FIXED = (ast.Tuple, ast.List, ast.ListComp)  # what nobody else can change while a loop goes over it
ENDS = (n.Answer, n.PassOn, n.Dead, n.Next, n.Leave, ast.Raise, ast.Break, ast.Continue)


class NormalForm:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.numbers = itertools.count()

    def block(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        """The statements up to the first after which nothing runs."""
        block: list[ast.stmt] = []
        for statement in statements:
            block += self.statement(statement)
            if block and isinstance(block[-1], ENDS):
                break
        return block

    def statement(self, node: ast.stmt) -> list[ast.stmt]:
        visit = getattr(self, "visit_" + type(node).__name__, None)
        return [node] if visit is None else visit(node)

    def temporary(self, value: ast.expr, name: str = "value") -> tuple[list[ast.stmt], ast.expr]:
        """Statements that keep a value in a fresh variable, and that variable."""
        name = self.source.new_local(name)
        return n.quote(value, "name = value", name=name, value=value), n.load(name, value)

    # simple statements, in the order of the grammar

    def visit_Expr(self, node: ast.Expr) -> list[ast.stmt]:
        word = self.source.word(node.value)
        if word == "fail":
            return [n.at(n.Dead(), node)]
        if word == "require":
            before, test = self.settled(node.value.args[0])  # type: ignore[attr-defined]
            return [*before, n.at(n.Guard(test), node)]
        if isinstance(node.value, ast.Yield):
            return self.choose(node.value, n.store(self.source.new_local("_"), node))
        return self.operands_apart(self.lifted(node, "value"))

    def visit_Assign(self, node: ast.Assign) -> list[ast.stmt]:
        target = node.targets[0]
        if len(node.targets) > 1:
            return self.several_targets(node)
        if isinstance(target, (ast.Tuple, ast.List)) and changed_target(target):
            return self.tuple_target(node)
        if _yields(target):
            return self.chosen_target(node, target)
        if isinstance(node.value, ast.Yield) and self.is_local(target):
            return self.choose(node.value, target)
        return self.operands_apart(self.lifted(node, "value"))

    def operands_apart(self, statements: list[Any]) -> list[ast.stmt]:
        """A common change, the last of these, whose operands change something themselves: they come first."""
        *before, node = statements
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple) and self.is_local(node.targets[0]):
            kept, node.value = self.taken(node.value)  # first, last = queue.popleft()
            if kept:
                return [*before, *kept, node]
        is_common = CommonChanges(self.source).shape(node) and not mentions_permanent(self.source, node)
        if not is_common or not changes(self.source, operands(node)):
            return statements
        if isinstance(node, ast.Assign) and not isinstance(node.targets[0], ast.Name):
            kept, node.value = self.temporary(node.value)
            before += self.block(kept)
            first, node.targets[0] = self.stable_place(node.targets[0], set())
            return [*before, *first, node]
        call: Any = node.value
        place: list[ast.stmt] = []
        if isinstance(call.func, ast.Attribute):
            place, call.func = self.stable_place(call.func, Names(*call.args).bound)
        for i, argument in enumerate(call.args):
            kept, call.args[i] = self.temporary(argument)
            place += self.block(kept)
        return [*before, *place, node]

    def taken(self, value: ast.expr) -> tuple[list[ast.stmt], ast.expr]:
        """An expression that is a common change, such as queue.popleft(), as a statement of its own, and its value."""
        if not CommonChanges(self.source, binds=False).shape(n.at(ast.Assign([n.store("_", value)], value), value)):
            return [], value
        kept, name = self.temporary(value)
        return self.block(kept), name

    def several_targets(self, node: ast.Assign) -> list[ast.stmt]:
        """a = b[i] = v: evaluate v, then assign it from left to right."""
        if is_permanent(self.source, node.value):
            wrap, value = "target = permanent(value)", node.value.args[0]  # type: ignore[attr-defined]
        else:
            wrap, value = "target = value", node.value
        before, kept = self.temporary(value)
        permanent = node.value.func if isinstance(node.value, ast.Call) else None
        after = [n.quote(node, wrap, target=t, value=kept, permanent=permanent) for t in node.targets]
        return self.block(before + [statement for part in after for statement in part])

    def tuple_target(self, node: ast.Assign) -> list[ast.stmt]:
        """a[i], a[j] = v: evaluate v, unpack it, then assign its items from left to right."""
        after: list[ast.stmt] = []

        def plain(target: ast.expr) -> ast.expr:
            if isinstance(target, (ast.Tuple, ast.List)):
                return n.at(ast.Tuple([plain(item) for item in target.elts], ast.Store()), target)  # type: ignore[no-any-return]
            if isinstance(target, ast.Starred):
                return n.at(ast.Starred(plain(target.value), ast.Store()), target)  # type: ignore[no-any-return]
            kept = self.source.new_local("item")
            after.extend(n.quote(node, "target = kept", target=target, kept=kept))
            return n.store(kept, target)

        if is_permanent(self.source, node.value):
            raise self.source.complaint(node, "permanent with several places; assign them one by one")
        first = n.at(ast.Assign([plain(node.targets[0])], node.value), node)
        return self.block([first, *after])

    def chosen_target(self, node: ast.Assign, target: Any) -> list[ast.stmt]:
        """a[yield E] = v: v comes first, then the choices in the place."""
        kept, value = self.temporary(node.value)
        before, place = self.stable_place(target, set())
        assign = n.at(ast.Assign([place], value), node)
        if is_permanent(self.source, node.value):
            raise self.source.complaint(node, "permanent with a choice in its place; choose on the line above")
        return [*self.block(kept), *before, *self.statement(assign)]

    def is_local(self, target: ast.expr) -> bool:
        """Only local names, so that a choice may bind them itself?"""
        return not changed_target(target) and Names(target).bound <= self.source.locals

    def visit_AnnAssign(self, node: ast.AnnAssign) -> list[ast.stmt]:
        if node.value is None:
            return []
        return self.visit_Assign(n.at(ast.Assign([node.target], node.value), node))

    def visit_AugAssign(self, node: ast.AugAssign) -> list[ast.stmt]:
        if isinstance(node.target, ast.Name):
            return self.augmented_name(node)
        before, target = self.stable_place(node.target, Names(node.value).bound)
        node = n.at(ast.AugAssign(target, node.op, node.value), node)
        computed = _yields(node.value) or bool(changes(self.source, [node.value]))
        if is_permanent(self.source, node.value) or not computed:
            return [*before, node]
        kept, item = self.temporary(target, "item")
        add = n.quote(node, "item += value", item=item, value=node.value)[0]
        add.op = node.op  # type: ignore[attr-defined]
        back = n.quote(node, "target = item", target=target, item=item)[0]
        return [*before, n.at(n.Touch(target), node), *kept, *self.statement(add), back]

    def augmented_name(self, node: Any) -> list[ast.stmt]:
        if not _yields(node.value):
            return [node]
        if self.is_local(node.target) and node.target.id not in Names(node.value).bound:
            before, node.value = self.lift(node.value)
            return [*before, node]
        kept, item = self.temporary(n.load(node.target.id, node), "item")
        add = n.at(ast.AugAssign(n.store(item.id, node), node.op, node.value), node)  # type: ignore[attr-defined]
        return [*kept, *self.statement(add), *n.quote(node, "t = item", t=node.target, item=item)]

    def stable_place(self, target: Any, rebound: set[str]) -> tuple[list[ast.stmt], Any]:
        """The place with its owner and key in variables that are not rebound, so that it can be named twice."""
        before: list[ast.stmt] = []
        fields = ["value", "slice"] if isinstance(target, ast.Subscript) else ["value"]
        for field in fields:
            part = getattr(target, field)
            stays = isinstance(part, ast.Name) and self.is_local_name(part) and part.id not in rebound
            if stays or isinstance(part, ast.Constant):
                continue
            kept, name = self.temporary(slice_object(part), "owner" if field == "value" else "key")
            before += self.block(kept)
            setattr(target, field, name)
        return before, target

    def is_local_name(self, node: ast.Name) -> bool:
        return node.id in self.source.locals or node.id in self.source.boxes

    def visit_Return(self, node: ast.Return) -> list[ast.stmt]:
        if isinstance(node.value, ast.Yield):
            return self.pass_on(node, node.value)
        before, value = self.settled(node.value or n.constant(None, node))
        return [*before, n.at(n.Answer(value), node)]

    def visit_Raise(self, node: ast.Raise) -> list[ast.stmt]:
        return self.lifted(node, "exc")

    def visit_Assert(self, node: ast.Assert) -> list[ast.stmt]:
        return self.lifted(node, "test")

    def visit_Delete(self, node: ast.Delete) -> list[ast.stmt]:
        found: list[ast.stmt] = []
        for target in node.targets:
            before, place = self.stable_place(target, set()) if _yields(target) else ([], target)
            found += [*before, n.at(ast.Delete([place]), node)]
        return found

    # compound statements

    def visit_If(self, node: ast.If) -> list[ast.stmt]:
        node.body, node.orelse = self.block(node.body), self.block(node.orelse)
        before, node.test = self.settled(node.test) if n.leaps(node) else self.lift(node.test)
        return [*before, node]

    def visit_Match(self, node: ast.Match) -> list[ast.stmt]:
        for case in node.cases:
            case.body = self.block(case.body)
        if not n.leaps(node):
            before, node.subject = self.lift(node.subject)
            return [*before, node]
        if any(case.guard is not None and changes(self.source, [case.guard]) for case in node.cases):
            return self.match_apart(node)
        before, node.subject = self.settled(node.subject)
        return [*before, node]

    def match_apart(self, node: ast.Match) -> list[ast.stmt]:
        """A guard changes something: first find the case, then run it."""
        which = self.source.new_local("which")
        before, node.subject = self.lift(node.subject)
        last: list[ast.stmt] = []
        for i, case in reversed(list(enumerate(node.cases))):
            parts = {"which": which, "number": n.constant(i, case.pattern), "body": case.body, "last": last}
            last = n.quote(case.pattern, "if which == number: body\nelse: last", **parts)
            case.body = n.quote(case.pattern, "which = number", **parts)
        return [*before, *n.quote(node, "which = None", which=which), node, *last]

    def visit_With(self, node: ast.With) -> list[ast.stmt]:
        node.body = self.block(node.body)
        return [node]

    def visit_Try(self, node: ast.Try) -> list[ast.stmt]:
        if _yields(node):
            return self.block(Attempt(self.source, self.source.new_local, self.turned, node).apart())
        for part in (node, *node.handlers):
            for field in ("body", "orelse", "finalbody"):
                if hasattr(part, field):
                    setattr(part, field, self.block(getattr(part, field)))
        return [node]

    visit_TryStar = visit_Try

    def visit_While(self, node: ast.While) -> list[ast.stmt]:
        loop = self.takes_turns(node, node.test)
        node.body, node.orelse = self.block(node.body), self.block(node.orelse)
        if loop is None:
            return [node]
        before, test = self.settled(node.test)
        return [self.turns(node, loop, before, test, node.body)]

    def visit_For(self, node: ast.For) -> list[ast.stmt]:
        if isinstance(node.iter, ast.GeneratorExp) and any(map(_yields, [*node.body, *node.orelse])):
            node = self.without_generator(node, node.iter)
        loop = self.takes_turns(node)
        head: list[ast.stmt] = []
        if changed_target(node.target) or not self.is_local(node.target):
            name = self.source.new_local("item")
            head = self.block(n.quote(node, "target = name", target=node.target, name=name))
            node.target = n.store(name, node)
        node.body, node.orelse = head + self.block(node.body), self.block(node.orelse)
        before, node.iter = self.settled(node.iter) if n.leaps(node) or loop is not None else self.lift(node.iter)
        kept, node.iter = self.taken(node.iter)
        before += kept
        return before + ([node] if loop is None else self.for_turns(node, loop))

    def without_generator(self, node: ast.For, items: ast.GeneratorExp) -> ast.For:
        """for x in (e for y in ys if p): the loop over ys, so that each branch reads it for itself."""
        loop = items.generators[0]
        own = Names(loop.target).bound
        inner = any(isinstance(part, n.SCOPES) for part in ast.walk(items) if part is not items)
        if len(items.generators) > 1 or loop.is_async or inner:
            return node
        other = {name: self.source.new_local(name) for name in sorted(own)}
        for part in (loop.target, items.elt, *loop.ifs):
            for name in ast.walk(part):
                if isinstance(name, ast.Name) and name.id in other:
                    name.id = other[name.id]
        head: list[ast.stmt] = []
        for test in loop.ifs:
            head += n.quote(test, "if not test: continue", test=test)
        head += n.quote(items.elt, "target = E", target=node.target, E=items.elt)
        return n.at(ast.For(loop.target, loop.iter, head + node.body, node.orelse), node)  # type: ignore[no-any-return]

    def takes_turns(self, node: Any, *tests: ast.expr) -> int | None:
        """The number of a loop that each branch must take up; its jumps become leaps. None if it is plain."""
        head = [node.target] if isinstance(node, ast.For) else []
        chooses = any(_yields(part) for part in (*tests, *head, *node.body, *node.orelse))
        if not chooses and not n.has_choice(*node.orelse):
            return None
        number = next(self.numbers)
        node.body = _Leaping(number).block(node.body)
        return number

    def for_turns(self, node: ast.For, loop: int) -> list[ast.stmt]:
        """A for loop as a while loop over items by number, so that each branch can go on with it."""
        i = self.source.new_local("i")
        if self.source.is_range(node.iter):
            parts = {"i": i, "stop": self.source.new_local("stop"), "E": node.iter, "target": node.target}
            start = "stop = E; i = stop.start; stop = stop.stop"
            head, test = "target = i; i = i + 1", "i < stop"
        else:
            fixed = isinstance(node.iter, FIXED)
            parts = {"i": i, "source": self.source.new_local("items"), "target": node.target}
            parts["E"] = node.iter if fixed else self.turned(node.iter)
            start, head = "source = E; i = 0", "target = source[i]; i = i + 1"
            test = "i < len(source)" if fixed else "i < len(source) or more(source, i)"
        before = n.quote(node.iter, start, **parts)
        body = n.quote(node.target, head, **parts) + node.body
        return [*before, self.turns(node, loop, [], n.expression(node.iter, test, **parts), body)]

    def turned(self, iterable: ast.expr) -> ast.expr:
        """enumerate, zip and reversed are taken apart, so that the lists in them stay live."""
        if isinstance(iterable, ast.Call) and not iterable.keywords:
            found = self.source.resolve(iterable.func)
            if found in (enumerate, zip, reversed):
                return _call(f"turns_of_{found.__name__}", [self.taken_apart(a) for a in iterable.args], iterable)
        return _call("turns", [iterable], iterable)

    def taken_apart(self, argument: ast.expr) -> ast.expr:
        """An argument of enumerate, zip or reversed that is a call of one of them itself."""
        turned: Any = self.turned(argument)
        return argument if turned.func.id == "turns" else turned  # run time sees to the rest

    def turns(self, node: Any, loop: int, before: list[ast.stmt], test: ast.expr, body: list[ast.stmt]) -> ast.stmt:
        turns = n.at(n.Turns(before, test, body, node.orelse), node)
        turns.loop = loop
        return turns  # type: ignore[no-any-return]

    # choices

    def choose(self, node: Any, target: ast.expr) -> list[ast.stmt]:
        """target = yield E."""
        if self.source.word(node.value) in ("amb", "ramb") and not self.is_ready(node.value):
            return self.alternatives(node.value, lambda e: n.quote(e, "t = e", t=target, e=e))
        before, items = self.settled(self.as_tuple(node.value))
        if Names(items).bound:  # a walrus: what it binds is part of the world that each branch starts from
            kept, items = self.temporary(items, "items")
            before = before + kept
        return [*before, n.at(n.Choose(target, items), node)]

    def pass_on(self, statement: ast.Return, node: Any) -> list[ast.stmt]:
        """return (yield E)."""
        if self.source.word(node.value) in ("amb", "ramb") and not self.is_ready(node.value):
            return self.alternatives(node.value, lambda e: [n.at(ast.Return(e), e)])
        before, items = self.settled(self.as_tuple(node.value))
        return [*before, n.at(n.PassOn(items), statement)]

    def as_tuple(self, value: Any) -> ast.expr:
        """amb(a, b) of constants and names is the tuple of them."""
        if self.source.word(value) == "amb":
            return n.at(ast.Tuple(value.args, ast.Load()), value)  # type: ignore[no-any-return]
        return value  # type: ignore[no-any-return]

    def is_ready(self, call: ast.Call) -> bool:
        """Are all alternatives such that it does not matter when they are evaluated?"""
        stars = [part for part in call.args if isinstance(part, ast.Starred)]
        if stars and len(call.args) > 1:
            raise self.source.complaint(stars[0], "amb(*xs) beside other alternatives; write `yield [*xs, y]`")
        return all(isinstance(part, (ast.Constant, ast.Name, ast.Starred)) for part in call.args)

    def alternatives(self, call: Any, make: Any) -> list[ast.stmt]:
        """A choice of the alternative's number; each is evaluated when it is tried."""
        name = self.source.new_local("which")
        numbers: list[ast.expr] = [n.constant(i, part) for i, part in enumerate(call.args)]
        numbered = n.at(ast.Call(call.func, numbers, call.keywords), call)
        chosen = self.choose(n.at(ast.Yield(numbered), call), n.store(name, call))
        *others, last = [self.block(make(part)) for part in call.args]
        for i, branch in reversed(list(enumerate(others))):
            which, number = n.load(name, call.args[i]), n.constant(i, call.args[i])
            last = n.quote(
                call.args[i],
                "if which == number: branch\nelse: last",
                which=which,
                number=number,
                branch=branch,
                last=last,
            )
        return chosen + last

    # expressions

    def lifted(self, node: Any, field: str) -> list[ast.stmt]:
        """A statement one of whose expressions may hold choices."""
        value = getattr(node, field)
        if value is None or not _yields(value):
            return [node]
        before, value = self.lift(value)
        setattr(node, field, value)
        return [*before, node]

    def settled(self, value: ast.expr) -> tuple[list[ast.stmt], ast.expr]:
        """Lift, and leave no change in the expression: a leap has nothing to undo itself."""
        before, value = self.lift(value)
        if not changes(self.source, [value]) and not mentions_permanent(self.source, value):
            return before, value
        kept, name = self.temporary(value)
        return before + kept, name

    def lift(self, node: Any) -> tuple[list[ast.stmt], Any]:
        """The statements that make the choices in an expression, and the expression without them."""
        if not _yields(node):
            return [], node
        if isinstance(node, ast.Yield):
            name = self.source.new_local("chosen")
            return self.choose(node, n.store(name, node)), n.load(name, node)
        if isinstance(node, ast.IfExp) and (_yields(node.body) or _yields(node.orelse)):
            return self.conditional(node)
        if isinstance(node, ast.BoolOp) and any(map(_yields, node.values[1:])):
            return self.operands(node)
        if isinstance(node, ast.Compare) and any(map(_yields, node.comparators[1:])):
            return self.chain(node)
        before: list[ast.stmt] = []
        places = _children(node)
        last = max(i for i, (holder, field, k) in enumerate(places) if _yields(_get(holder, field, k)))
        later_bound = Names(*(_get(*place) for place in places[: last + 1])).bound
        for holder, field, k in places[: last + 1]:
            child = _get(holder, field, k)
            statements, new = self.lift(child)
            before += statements
            if (holder, field, k) != places[last]:
                statements, new = self.saved(new, later_bound)
                before += statements
            _put(holder, field, k, new)
        return before, node

    # operands that may be skipped

    def conditional(self, node: ast.IfExp) -> tuple[list[ast.stmt], ast.expr]:
        """a if c else b, with a choice in a or b."""
        name = self.source.new_local("value")
        branches = {"body": node.body, "orelse": node.orelse}
        parts: dict[str, Any] = {k: self.block(n.quote(v, "name = E", name=name, E=v)) for k, v in branches.items()}
        before, test = self.settled(node.test)
        return [*before, *n.quote(node, "if test: body\nelse: orelse", test=test, **parts)], n.load(name, node)

    def operands(self, node: ast.BoolOp) -> tuple[list[ast.stmt], ast.expr]:
        """a and b, a or b, with a choice in b."""
        name = self.source.new_local("value")
        test = "name" if isinstance(node.op, ast.And) else "not name"
        *others, last = [self.block(n.quote(part, "name = E", name=name, E=part)) for part in node.values]
        for block in reversed(others):
            last = [*block, *n.quote(node, f"if {test}: last", name=name, last=last)]
        return last, n.load(name, node)

    def chain(self, node: ast.Compare) -> tuple[list[ast.stmt], ast.expr]:
        """a < b < c, with a choice in c."""
        name, left, right = (
            self.source.new_local("value"),
            self.source.new_local("left"),
            self.source.new_local("right"),
        )
        statements: list[list[ast.stmt]] = []
        for operator, operand in zip(node.ops, node.comparators, strict=True):
            block = self.block(n.quote(operand, "right = E", right=right, E=operand))
            compared = n.at(ast.Compare(n.load(left, node), [operator], [n.load(right, node)]), node)
            block += n.quote(node, "name = E\nleft = right", name=name, E=compared, left=left, right=right)
            statements.append(block)
        *others, last = statements
        for block in reversed(others):
            last = [*block, *n.quote(node, "if name: last", name=name, last=last)]
        return [*self.block(n.quote(node.left, "left = E", left=left, E=node.left)), *last], n.load(name, node)

    def saved(self, node: Any, rebound: set[str]) -> tuple[list[ast.stmt], Any]:
        """A sibling that is evaluated before a choice, kept in a variable unless it cannot change."""
        if isinstance(node, ast.Constant):
            return [], node
        if isinstance(node, ast.Name) and self.is_local_name(node) and node.id not in rebound:
            return [], node
        if isinstance(node, (ast.keyword, ast.Starred, ast.Slice)):
            return self.saved_part(node, rebound)
        if isinstance(node, ast.Attribute) and node.attr in METHODS:  # a callee: it stays a change
            before, node.value = self.saved(node.value, rebound)
            return before, node
        if callable(self.source.resolve(node)):
            return [], node
        if isinstance(node, ast.FormattedValue):
            before, text = self.temporary(n.at(ast.JoinedStr([node]), node), "text")
            return before, n.at(ast.FormattedValue(text, -1, None), node)
        return self.temporary(node)

    def saved_part(self, node: Any, rebound: set[str]) -> tuple[list[ast.stmt], Any]:
        if isinstance(node, ast.Starred):
            unpacked = n.at(ast.Tuple([copy.copy(node)], ast.Load()), node)
            before, node.value = self.temporary(unpacked)
            return before, node
        before = []
        for holder, field, k in _children(node):
            statements, new = self.saved(_get(holder, field, k), rebound)
            before += statements
            _put(holder, field, k, new)
        return before, node


class _Leaping(n.Rewriter):
    """Makes the jumps of a loop leaps, which take up its next turn, or what follows it."""

    def __init__(self, loop: int) -> None:
        self.loop = loop

    def leap(self, kind: type[n.Leave] | type[n.Next], origin: ast.AST) -> ast.stmt:
        leap: n.Leave | n.Next = n.at(kind(), origin)
        leap.loop = self.loop
        return leap

    def visit_Break(self, node: ast.Break) -> ast.stmt:
        return self.leap(n.Leave, node)

    def visit_Continue(self, node: ast.Continue) -> ast.stmt:
        return self.leap(n.Next, node)

    def visit_For(self, node: Any) -> ast.AST:
        """The jumps in the body of another loop are its own."""
        node.orelse = self.block(node.orelse)
        return node  # type: ignore[no-any-return]

    visit_While = visit_AsyncFor = visit_For

    def skip(self, node: ast.AST) -> ast.AST:
        return node

    visit_FunctionDef = visit_AsyncFunctionDef = visit_Lambda = visit_ClassDef = skip


def _call(helper: str, arguments: list[ast.expr], origin: ast.AST) -> ast.expr:
    call: Any = n.expression(origin, f"{helper}()")
    call.args = arguments
    return call  # type: ignore[no-any-return]


def _yields(node: ast.AST) -> bool:
    return any(isinstance(part, ast.Yield) for part in n.inside(node))


def _children(node: ast.AST) -> list[tuple[ast.AST, str, int | None]]:
    """The places of the expressions in a node, in the order in which they are evaluated."""
    if isinstance(node, ast.Dict):
        pairs = [("keys", i) for i in range(len(node.keys))], [("values", i) for i in range(len(node.values))]
        both = [place for pair in zip(*pairs, strict=True) for place in pair]
        return [(node, field, i) for field, i in both if getattr(node, field)[i] is not None]
    found: list[tuple[ast.AST, str, int | None]] = []
    for field, value in ast.iter_fields(node):
        if isinstance(value, list):
            found += [(node, field, i) for i, item in enumerate(value) if _is_operand(item)]
        elif _is_operand(value):
            found.append((node, field, None))
    if isinstance(node, ast.NamedExpr):
        found = [place for place in found if place[1] != "target"]
    return found


def _is_operand(node: object) -> bool:
    return isinstance(node, (ast.expr, ast.keyword))


def _get(holder: ast.AST, field: str, i: int | None) -> Any:
    value = getattr(holder, field)
    return value if i is None else value[i]


def _put(holder: ast.AST, field: str, i: int | None, new: Any) -> None:
    if i is None:
        setattr(holder, field, new)
    else:
        getattr(holder, field)[i] = new
