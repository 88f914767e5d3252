"""A try statement with a choice in it: each branch is tried separately, up to the choice and after it.

    try:                        failed = True
        before                  try:
        x = yield E                 before; items = E; failed = False
        after                   except Error: handler
    except Error:               if not failed:
        handler                     x = yield items
                                    try: after
                                    except Error: handler

So an exception is handled in its own branch, and what follows the statement is not tried. A `finally` runs once in
each branch, when the branch leaves the statement. Each turn of a loop is tried separately, with the question whether
there is another turn.

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

from ambsearch.expansion.normalizing import boxes, loops, managed
from ambsearch.expansion.normalizing.lifting import by_number
from ambsearch.expansion.trees import nodes as ir

if TYPE_CHECKING:
    from ambsearch.expansion.normalizing.normal import NormalForm


class Attempt:
    """One try statement, to be split at its choices."""

    def __init__(self, form: "NormalForm", node: Any) -> None:
        """form: what makes the normal form of the function."""
        self.form, self.source, self.node = form, form.source, node
        self.new_local = form.source.new_local

    def apart(self) -> list[ast.stmt]:
        """Equivalent statements without a choice inside a try."""
        node = self.node
        if any(map(ir.has_yield, node.handlers)):
            return self.handlers_apart()
        if any(map(ir.has_yield, node.orelse)):
            return self.orelse_apart()
        return self.body(node.body)

    def body(self, statements: list[Any]) -> list[ast.stmt]:
        """The statements of the body from a point on, tried."""
        node = self.node
        i = next((i for i, statement in enumerate(statements) if ir.has_yield(statement)), None)
        if i is None:
            return [self.try_of(statements or [ir.at(ast.Pass(), node)])]
        before, statement, rest = statements[:i], statements[i], statements[i + 1 :]
        simpler = self.simpler(statement)
        if simpler is not None:
            return self.body([*before, *simpler, *rest])
        if isinstance(statement, ast.If) and any(map(ir.has_yield, rest)):
            return self.body([*before, once(statement), *rest])
        if not before and self.cannot_fail(statement):
            if isinstance(statement, ast.Assign):
                return [statement, *self.body(rest)]
            branches = self.branches(statement, rest)
            return ir.quote(statement, "if test: body\nelse: orelse", test=statement.test, **branches)
        failed = self.new_sure("failed")
        ready, then = self.split(statement, rest)
        if not before and not ready:
            return then
        first = [*ir.quote(node, "failed = True", failed=failed)]
        attempt = self.try_of([*before, *ready, *ir.quote(statement, "failed = False", failed=failed)], ending=failed)
        return [*first, attempt, *ir.quote(statement, "if not failed: then", failed=failed, then=then)]

    def simpler(self, statement: Any) -> list[ast.stmt] | None:
        """The same with each choice as a separate statement; None if that is already so."""
        head = {ast.If: "test", ast.Match: "subject", ast.For: "iter"}.get(type(statement), "")
        if head and ir.has_yield(getattr(statement, head)):
            name = self.form.source.new_local(head)
            chosen = ir.quote(statement, "name = E", name=name, E=getattr(statement, head))
            setattr(statement, head, ir.load(name, statement))
            return [*chosen, statement]
        match statement:
            case ast.Try():
                return Attempt(self.form, statement).apart()
            case ast.Match():
                return self.form.cases_apart(statement)
            case ast.With():
                return managed.with_apart(self.source, statement)
            case ast.For() | ast.If() | ast.While():
                return None
            case ast.Assign(targets=[target], value=ast.Yield(value=ast.expr() as value)) if not ir.has_yield(value):
                if not ir.has_yield(target) and self.form.is_local(target) and not self.form.is_alternatives(value):
                    return None
        return self.form.raw().statement(statement)

    def new_sure(self, name: str) -> str:
        """A new variable: testing it, or choosing from what it holds, cannot fail."""
        name = self.new_local(name)
        self.form.sure.add(name)
        return name

    def cannot_fail(self, statement: Any) -> bool:
        """Does this come from an inner try: a choice of existing items, or the question how it went?"""
        match statement:
            case (
                ast.Assign(value=ast.Yield(value=ast.Name(id=name) | ir.Attempted(value=ast.Name(id=name))))
                | ast.If(test=ast.Name(id=name) | ast.UnaryOp(op=ast.Not(), operand=ast.Name(id=name)))
            ):
                return name in self.form.sure
        return False

    def split(self, statement: Any, rest: list[Any]) -> tuple[list[ast.stmt], list[ast.stmt]]:
        """The part of a statement with a choice that is still tried, and its continuation."""
        if isinstance(statement, ast.If):
            test, is_truth = self.new_sure("test"), isinstance(statement.test, (ast.UnaryOp, ast.Compare))
            text = "test = E" if is_truth else "test = True if E else False"
            ready = ir.quote(statement, text, test=test, E=statement.test)
            branches = self.branches(statement, rest)
            return ready, ir.quote(statement, "if test: body\nelse: orelse", test=test, **branches)
        if isinstance(statement, (ast.For, ast.While)):
            return self.loop(statement, rest)
        (target,), value, items = statement.targets, self.form.as_tuple(statement.value.value), self.new_sure("items")
        parts: dict[str, Any] = {"items": items, "E": value, "target": target}
        if isinstance(value, (ast.Tuple, ast.List)) or self.source.is_range(value):
            ready, then = ir.quote(value, "items = E", **parts), ir.quote(statement, "target = yield items", **parts)
            return ready, [*then, *self.body(rest)]
        ready = ir.quote(value, "items = open_items(E)", **parts)
        parts["chosen"] = self.new_local("chosen")
        parts["over"] = ir.at(ir.Attempted(ir.load(items, value)), value)
        taken = ir.quote(statement, "if type(chosen) is Raised: raise chosen.error\ntarget = chosen", **parts)
        return ready, [*ir.quote(statement, "chosen = yield over", **parts), *self.body([*taken, *rest])]

    def branches(self, node: ast.If, rest: list[Any]) -> dict[str, Any]:
        """Both branches, tried, each with what comes after it."""
        return {name: self.body(ir.copy_of([*getattr(node, name), *rest])) for name in ("body", "orelse")}

    def loop(self, node: Any, rest: list[Any]) -> tuple[list[ast.stmt], list[ast.stmt]]:
        """A loop with choices: each turn is tried, with the question whether there is one; a handler ends the loop."""
        parts: dict[str, Any] = {name: self.new_local(name) for name in ("handled", "test")}
        *ready, node = loops.as_while(self.source, node) if isinstance(node, ast.For) else [node]
        last = [*node.orelse, ir.at(ast.Break(), node)]
        turn: list[ast.stmt] = node.body
        if not ir.is_endless(node):
            turn = [*ir.quote(node, "test = E\nif not test: last", E=node.test, last=last, **parts), *turn]
        handlers = ir.copy_of(self.node.handlers)
        for handler in handlers:
            handler.body += ir.quote(handler, "handled = True\nbreak", **parts)
        final = self.node.finalbody
        text = "handled = False\nwhile True: tried\nif not handled: rest"
        if final:  # is due when the statement is left, not after each turn
            parts["leaving"] = self.new_local("leaving")
            text = "handled = False\nwhile True:\n    leaving = True\n    tried\nif not handled: rest"
            stay = ir.quote(node, "leaving = False", **parts)
            turn = [*boxes.BeforeJumps(stay).block(turn), *stay]
            final = ir.quote(node, "if leaving: final", final=ir.copy_of(final), **parts)
        tried = ir.at(ast.Try(turn, handlers, [], final), self.node)
        return ready, ir.quote(node, text, tried=[tried], rest=self.body(rest), **parts)

    def try_of(self, body: list[Any], ending: str | None = None) -> Any:
        """A try with this body; ending: the variable that says whether it leaves the statement, so `finally` is due."""
        node = self.node
        final = ir.copy_of(node.finalbody)
        if ending is not None and final:
            final = ir.quote(node, "if ending: final", ending=ending, final=final)
        orelse = [] if ending is not None else ir.copy_of(node.orelse)
        handlers = [] if all(isinstance(part, ast.Pass) for part in body) else ir.copy_of(node.handlers)
        if not handlers and not final:
            return ir.at(ast.If(ir.constant(True, node), [*body, *orelse], []), node)
        if orelse and not handlers:
            body, orelse = [*body, *orelse], []
        return ir.at(ast.Try(body, handlers, orelse, final), node)

    def orelse_apart(self) -> list[ast.stmt]:
        """A choice in `else`, which is not tried: it comes afterwards, before `finally`."""
        node, done = self.node, self.new_local("done")
        inner = ir.at(ast.Try([*node.body], node.handlers, ir.quote(node, "done = True", done=done), []), node)
        text = "done = False\ninner\nif done: orelse"
        statements = ir.quote(node, text, done=done, inner=[inner], orelse=node.orelse)
        return self.finally_around(statements)

    def handlers_apart(self) -> list[ast.stmt]:
        """A choice in a handler: first find the handler, then run it."""
        node, which, kept = self.node, self.new_local("which"), self.new_local("caught")
        bodies: list[list[ast.stmt]] = []
        for i, handler in enumerate(node.handlers):
            named = ir.quote(handler, "name = kept", name=handler.name, kept=kept) if handler.name else []
            bodies.append([*named, *_Raising(kept).block(handler.body)])
            handler.name = handler.name or self.new_local("error")
            parts = {"which": which, "number": ir.constant(i, handler), "kept": kept, "name": handler.name}
            handler.body = ir.quote(handler, "which = number\nkept = name", **parts)
        inner = ir.at(ast.Try(node.body, node.handlers, node.orelse, []), node)
        return self.finally_around([*ir.quote(node, "which = None", which=which), inner, *by_number(which, bodies, [])])

    def finally_around(self, statements: list[Any]) -> list[ast.stmt]:
        if not self.node.finalbody:
            return statements
        outer = ir.at(ast.Try(statements, [], [], self.node.finalbody), self.node)
        return Attempt(self.form, outer).apart()


def once(node: ast.If) -> ast.stmt:
    """The same as a loop of one turn, after which both branches go on together, where each would have its own rest.

    Its jumps are leaps by now: a loop around a choice takes turns before what is in it is looked at.
    """
    return ir.quote(node, "while True:\n    node\n    break", node=[node])[0]


class _Raising(ir.Shallow):
    """`raise` alone, after the handler has been left; in a function, or another handler, it means another exception."""

    def __init__(self, caught: str) -> None:
        self.caught = caught

    def visit_Raise(self, node: ast.Raise) -> list[ast.stmt] | ast.stmt:
        return ir.quote(node, "raise caught", caught=self.caught) if node.exc is None else node

    visit_ExceptHandler = ir.Shallow.skip
