"""A try statement with a choice in it: each branch is tried by itself, up to the choice and from it on.

    try:                        failed = True
        before                  try:
        x = yield E                 before; items = E; failed = False
        after                   except Error: handler
    except Error:               if not failed:
        handler                     x = yield items
                                    try: after
                                    except Error: handler

So an exception is handled in the branch that it belongs to, and what stands below the statement is not tried. A
`finally` is run once in each branch, when the branch leaves the statement. Of a loop each turn is tried by itself, with
the question whether there is another.

>>> from ambsearch import ambiguous, expand
>>> @ambiguous
... def f(n):
...     try:
...         x = n // (yield (0, 1))
...     except ZeroDivisionError:
...         x = 0
...     return x
>>> print(expand(f, normal=True), end="")
def f(n):
    failed = True
    try:
        items = (0, 1)
        failed = False
    except ZeroDivisionError:
        x = 0
    if not failed:
        chosen = yield items
        try:
            x = n // chosen
        except ZeroDivisionError:
            x = 0
    return x
"""

import ast
from typing import TYPE_CHECKING, Any

from ambsearch.expansion import nodes as n

if TYPE_CHECKING:
    from ambsearch.expansion.normal import NormalForm


class Attempt:
    """One try statement, to be taken apart at its choices."""

    def __init__(self, form: "NormalForm", node: Any) -> None:
        """form: what makes the normal form of the function."""
        self.form, self.source, self.node = form, form.source, node
        self.new_local = form.source.new_local

    def apart(self) -> list[ast.stmt]:
        """Statements that mean the same and hold no choice inside a try."""
        self.fence()
        node = self.node
        if any(map(n.has_yield, node.handlers)):
            return self.handlers_apart()
        if any(map(n.has_yield, node.orelse)):
            return self.orelse_apart()
        return self.body(node.body)

    def fence(self) -> None:
        for part in self.node.finalbody:
            for choice in n.yields(part):
                raise self.source.complaint(choice, "a choice in a `finally`; choose below the try statement")
        if isinstance(self.node, ast.TryStar):
            raise self.source.complaint(self.node, "a choice inside `try` with except*; choose before it")

    def body(self, statements: list[Any]) -> list[ast.stmt]:
        """The statements of the body from a point on, tried."""
        node = self.node
        i = next((i for i, statement in enumerate(statements) if n.has_yield(statement)), None)
        if i is None:
            return [self.tried(statements or [n.at(ast.Pass(), node)])]
        before, statement, rest = statements[:i], statements[i], statements[i + 1 :]
        if isinstance(statement, ast.Try):
            inner = Attempt(self.form, statement).apart()
            return self.body([*before, *inner, *rest])
        if not before and self.cannot_fail(statement):
            if isinstance(statement, ast.Assign):
                return [statement, *self.body(rest)]
            branches = self.branches(statement, rest)
            return n.quote(statement, "if test: body\nelse: orelse", test=statement.test, **branches)
        failed = self.new_local("failed")
        ready, then = self.split(statement, rest)
        first = [*n.quote(node, "failed = True", failed=failed)]
        attempt = self.tried([*before, *ready, *n.quote(statement, "failed = False", failed=failed)], ending=failed)
        return [*first, attempt, *n.quote(statement, "if not failed: then", failed=failed, then=then)]

    def cannot_fail(self, statement: Any) -> bool:
        """Is this made of an inner try: a choice of items that are there already, or a question how it went?"""
        match statement:
            case (
                ast.Assign(
                    targets=[ast.Name()],
                    value=ast.Yield(value=ast.Name(id=name) | n.Attempted(value=ast.Name(id=name))),
                )
                | ast.If(
                    test=ast.Name(id=name)
                    | ast.UnaryOp(op=ast.Not(), operand=ast.Name(id=name))
                    | ast.Compare(left=ast.Name(id=name), ops=[ast.Eq()])
                )
            ):
                return name in self.source.locals - self.source.written_locals
        return False

    def split(self, statement: Any, rest: list[Any]) -> tuple[list[ast.stmt], list[ast.stmt]]:
        """What is still tried of a statement with a choice, and how it goes on."""
        if isinstance(statement, ast.If) and not n.has_yield(statement.test):
            test = self.new_local("test")
            ready = n.quote(statement, "test = E", test=test, E=statement.test)
            branches = self.branches(statement, rest)
            return ready, n.quote(statement, "if test: body\nelse: orelse", test=test, **branches)
        if isinstance(statement, (ast.For, ast.While)):
            if not self.node.finalbody:
                return self.loop(statement, rest)
            raise self.source.complaint(
                n.yields(statement)[0], "a choice in a loop inside `try`; put the try inside the loop"
            )
        if isinstance(statement, (ast.If, ast.Match, ast.With)):
            raise self.source.complaint(
                n.yields(statement)[0], "a choice in a `match` or `with` inside `try`; put the try inside it"
            )
        choice = self.first_choice(statement)
        if self.is_lazy(choice):
            return [], self.alternatives(choice, statement, rest)
        items, name = self.new_local("items"), self.new_local("chosen")
        value = self.form.as_tuple(choice.value)
        ready = n.quote(choice, "items = E", items=items, E=value)
        over: ast.expr = n.load(items, choice)
        check: list[ast.stmt] = []
        if not isinstance(value, (ast.Tuple, ast.List)) and not self.source.is_range(value):
            ready = n.quote(choice, "items = opened(E)", items=items, E=value)
            over = n.at(n.Attempted(over), choice)
            check = n.quote(choice, "if type(name) is Raised: raise name.error", name=name)
        then = n.quote(choice, "name = E", name=name, E=n.at(ast.Yield(over), choice))
        replaced = _Replacing(choice, n.load(name, choice)).visit(statement)
        return ready, [*then, *self.body([*check, replaced, *rest])]

    def first_choice(self, node: ast.AST) -> Any:
        """The choice of a simple statement that is made first: an innermost one, but for what is in an amb."""
        found = n.yields(node)
        lazy = list(filter(self.is_lazy, found))
        inside = {inner for part in lazy for inner in n.yields(part) if inner is not part}
        found = [part for part in found if part not in inside]
        found = [part for part in found if part in lazy or len(n.yields(part)) == 1]
        return min(found, key=lambda part: (part.lineno, part.col_offset))

    def is_lazy(self, choice: Any) -> bool:
        """Is this a choice of expressions that are evaluated when they are tried?"""
        return self.source.word(choice.value) in ("amb", "ramb") and not self.form.is_ready(choice.value)

    def alternatives(self, choice: Any, statement: ast.stmt, rest: list[Any]) -> list[ast.stmt]:
        """amb(a, f()): a choice of the alternative's number; each is evaluated when it is tried."""
        call, which, name = choice.value, self.new_local("which"), self.new_local("chosen")
        numbers = [n.constant(i, part) for i, part in enumerate(call.args)]
        numbered = n.at(ast.Yield(n.at(ast.Call(call.func, numbers, call.keywords), call)), choice)
        last: list[ast.stmt] = []
        for number, part in reversed([*zip(numbers, call.args, strict=True)]):
            parts = {"which": which, "number": number, "name": name, "E": part, "last": last}
            text = "if which == number: name = E\nelse: last" if last else "name = E"
            last = n.quote(part, text, **parts)
        replaced = _Replacing(choice, n.load(name, choice)).visit(statement)
        chosen = n.quote(choice, "which = E", which=which, E=numbered)
        return [*chosen, *self.body([*last, replaced, *rest])]

    def branches(self, node: ast.If, rest: list[Any]) -> dict[str, Any]:
        """Both branches, tried, each with what comes after it."""
        return {
            name: self.body([*n.copied(part), *n.copied(rest)])
            for name, part in (("body", node.body), ("orelse", node.orelse))
        }

    def loop(self, node: Any, rest: list[Any]) -> tuple[list[ast.stmt], list[ast.stmt]]:
        """A loop with choices: each turn is tried, with the question whether there is one; a handler ends the loop."""
        if isinstance(node, ast.For) and n.has_yield(node.iter):
            items = self.new_local("items")
            (chosen,) = n.quote(node.iter, "items = E", items=items, E=node.iter)
            node.iter = n.load(items, node.iter)
            return self.split(chosen, [node, *rest])
        parts: dict[str, Any] = {name: self.new_local(name) for name in ("handled", "test")}
        ready: list[ast.stmt] = []
        head, take = "test = E", ""
        if isinstance(node, ast.For):
            parts |= {"source": self.new_local("items"), "i": self.new_local("i"), "target": node.target}
            ready = n.quote(node.iter, "source = E\ni = 0", E=self.form.turned(node.iter), **parts)
            head, take = "test = i < len(source) or more(source, i)", "target = source[i]\ni = i + 1"
        else:
            parts["E"] = node.test
        last = [*node.orelse, n.at(ast.Break(), node)]
        turn = [
            *n.quote(node, f"{head}\nif not test: last", last=last, **parts),
            *n.quote(node, take, **parts),
            *node.body,
        ]
        handlers = n.copied(self.node.handlers)
        for handler in handlers:
            handler.body += n.quote(handler, "handled = True\nbreak", **parts)
        text = "handled = False\nwhile True: turn\nif not handled: rest"
        tried = n.at(ast.Try(turn, handlers, [], []), self.node)
        return ready, n.quote(node, text, turn=[tried], rest=self.body(rest), **parts)

    def tried(self, body: list[Any], ending: str | None = None) -> Any:
        """A try with this body; ending: the variable that says that the statement is left by it, and `finally` due."""
        node = self.node
        final = n.copied(node.finalbody)
        if ending is not None and final:
            final = n.quote(node, "if ending: final", ending=ending, final=final)
        orelse = [] if ending is not None else n.copied(node.orelse)
        handlers = [] if all(isinstance(part, ast.Pass) for part in body) else n.copied(node.handlers)
        if not handlers and not final:
            return n.at(ast.If(n.constant(True, node), [*body, *orelse], []), node)
        if orelse and not handlers:
            body, orelse = [*body, *orelse], []
        return n.at(ast.Try(body, handlers, orelse, final), node)

    def orelse_apart(self) -> list[ast.stmt]:
        """A choice in `else`, which is not tried: it comes afterwards, before `finally`."""
        node, done = self.node, self.new_local("done")
        inner = n.at(ast.Try([*node.body], node.handlers, n.quote(node, "done = True", done=done), []), node)
        text = "done = False\ninner\nif done: orelse"
        statements = n.quote(node, text, done=done, inner=[inner], orelse=node.orelse)
        return self.finally_around(statements)

    def handlers_apart(self) -> list[ast.stmt]:
        """A choice in a handler: first find the handler, then run it."""
        node, which = self.node, self.new_local("which")
        last: list[ast.stmt] = []
        for i, handler in reversed(list(enumerate(node.handlers))):
            for part in n.inside(*handler.body):
                if isinstance(part, ast.Raise) and part.exc is None:
                    raise self.source.complaint(part, "`raise` alone beside a choice in a handler; name the exception")
            parts: dict[str, Any] = {
                "which": which,
                "number": n.constant(i, handler),
                "body": handler.body,
                "last": last,
            }
            if handler.name:
                kept = self.new_local(handler.name)
                parts["body"] = [*n.quote(handler, "name = kept", name=handler.name, kept=kept), *handler.body]
                caught = n.quote(handler, "which = number\nkept = name", **parts, kept=kept, name=handler.name)
            else:
                caught = n.quote(handler, "which = number", **parts)
            last = n.quote(handler, "if which == number: body\nelse: last", **parts)
            handler.body = caught
        inner = n.at(ast.Try(node.body, node.handlers, node.orelse, []), node)
        return self.finally_around([*n.quote(node, "which = None", which=which), inner, *last])

    def finally_around(self, statements: list[Any]) -> list[ast.stmt]:
        if not self.node.finalbody:
            return statements
        outer = n.at(ast.Try(statements, [], [], self.node.finalbody), self.node)
        return Attempt(self.form, outer).apart() if n.has_yield(outer) else [outer]


class _Replacing(n.Rewriter):
    def __init__(self, old: ast.AST, new: ast.expr) -> None:
        self.old, self.new = old, new

    def visit_Yield(self, node: ast.Yield) -> ast.expr:
        return self.new if node is self.old else self.generic_visit(node)
