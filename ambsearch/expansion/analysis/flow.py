"""Data flow: which names a statement reads and binds, which variables are live, which are bound.

Names(node)           .read and .bound in this scope
Liveness              which variables the rest will read before it binds them
names_surely_bound    which variables have a value after a statement, whichever path it took
"""

import ast
from collections.abc import Mapping, Set
from types import MappingProxyType
from typing import Any

from ambsearch.expansion.trees import nodes as ir

NOTHING: frozenset[str] = frozenset()


class Names(ir.Visitor):
    """The names that nodes read and bind in their own scope; names of inner scopes are kept apart."""

    def __init__(self, *nodes: ast.AST) -> None:
        self.read: set[str] = set()
        self.bound: set[str] = set()
        for node in nodes:
            self.visit(node)

    def generic_visit(self, node: ast.AST) -> None:
        for child in listed(node) if (listed := ir.CHILDREN[type(node)]) else ():
            kind = type(child)
            if kind is ast.Name:
                (self.read if type(child.ctx) is ast.Load else self.bound).add(child.id)
            elif kind is not ast.Constant:
                self.visit(child)

    def visit_Name(self, node: ast.Name) -> None:
        (self.read if isinstance(node.ctx, ast.Load) else self.bound).add(node.id)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        if isinstance(node.target, ast.Name):
            self.read.add(node.target.id)
        self.generic_visit(node)

    def visit_alias(self, node: ast.alias) -> None:
        self.bound.add(node.asname or node.name.partition(".")[0])

    def visit_named(self, node: Any) -> None:
        name = node.rest if isinstance(node, ast.MatchMapping) else node.name
        if name:
            self.bound.add(name)
        self.generic_visit(node)

    visit_ExceptHandler = visit_MatchAs = visit_MatchStar = visit_MatchMapping = visit_named

    @classmethod
    def inner(cls, node: Any) -> "Names":
        """What a function or comprehension reads and binds around it when it runs."""
        if isinstance(node, ir.FUNCTIONS):
            inner = cls(*node.body) if isinstance(node.body, list) else cls(node.body)
            outside = [part for part in ir.walk(node) if isinstance(part, (ast.Global, ast.Nonlocal))]
            declared = {name for part in outside for name in part.names}
            inner.read -= (inner.bound - declared) | parameters(node.args)
            inner.bound = set()
        else:
            rest = [part for loop in node.generators for part in loop.ifs]
            rest += [loop.iter for loop in node.generators[1:]]
            inner = cls(*rest, *([node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]))
            inner.read -= cls(*(part.target for part in node.generators)).bound
        return inner

    def _scope(self, node: Any) -> None:
        inner = Names.inner(node)
        self.read |= inner.read - getattr(node, "soon", NOTHING)
        self.bound |= inner.bound

    def visit_FunctionDef(self, node: Any) -> None:
        before = node.name in self.read if not isinstance(node, ast.Lambda) else True
        self._scope(node)
        if not isinstance(node, ast.Lambda):
            self.bound.add(node.name)
            if not before:
                self.read.discard(node.name)  # it calls itself, when it has its name
        # what is evaluated where the function is made: decorators, defaults, annotations
        for part in (*getattr(node, "decorator_list", ()), node.args, getattr(node, "returns", None)):
            if part is not None:
                self.visit(part)

    visit_AsyncFunctionDef = visit_Lambda = visit_FunctionDef

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        for part in (*node.decorator_list, *node.bases, *node.keywords):
            self.visit(part)
        self.read |= Names(*node.body).read  # though its body may have bound some of them
        self.bound.add(node.name)

    def _comprehension(self, node: Any) -> None:
        self._scope(node)
        self.visit(node.generators[0].iter)

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _comprehension


def parameters(arguments: ast.arguments) -> set[str]:
    """The names of the parameters."""
    plain = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    return {node.arg for node in (*plain, arguments.vararg, arguments.kwarg) if node is not None}


def parameter_of(arguments: ast.arguments, call: ast.Call, part: Any, given: int) -> str:
    """The parameter that gets this argument; "" if that is not known. given: how many have a value before the arguments."""
    named = {one.value: one.arg or "" for one in call.keywords}
    names = [one.arg for one in (*arguments.posonlyargs, *arguments.args)][given:]
    return named[part] if part in named else "".join(names[call.args.index(part) :][:1])


def first_parameter(function: Any) -> str:
    """The name of the first parameter that is given by its place, such as `self`; "" if there is none."""
    return next((node.arg for node in (*function.args.posonlyargs, *function.args.args)), "")


def names_of_inner(nodes: list[Any]) -> set[str]:
    """The variables of functions, lambdas, classes and comprehensions: one of its own may have the same name."""
    found: set[str] = set()
    for node in nodes:
        if isinstance(node, (*ir.FUNCTIONS, ast.ClassDef)):
            body = node.body if isinstance(node.body, list) else [node.body]
            found |= Names(*body).bound | (set() if isinstance(node, ast.ClassDef) else parameters(node.args))
        elif isinstance(node, ast.comprehension):
            found |= Names(node.target).bound
    return found


def captures(*nodes: ast.AST) -> set[str]:
    """The names that functions and comprehensions inside these read from around them, when they run."""
    scopes = (node for node in ir.inside(*nodes) if isinstance(node, ir.SCOPES))
    return {name for node in scopes for name in Names.inner(node).read}


END = "end@"  # a variable that nothing reads, and nothing binds
SIMPLE = frozenset({ast.Assign, ast.AugAssign, ast.Expr, ir.Choose})


class Liveness:
    """Which local variables the code from a point on will read before it binds them.

    sees: what the functions read, when they are called, that are not called there: their statements stand there instead.
    loops: for each loop with choices, what is live at its next turn and after it.
    """

    def __init__(self, variables: frozenset[str], sees: Mapping[str, Set[str]] = MappingProxyType({})) -> None:
        self.variables, self.sees = variables | {END}, sees
        self.loops: dict[int, tuple[set[str], set[str]]] = {}
        self.plain: list[tuple[set[str], set[str]]] = []
        self.simple: dict[tuple[int, ...], tuple[Any, set[str], set[str]]] = {}  # what statements bind and read
        # what was found to be live at the heads of loops so far, and from what: after the loop, and around it
        self.found: dict[int, tuple[set[str], Any]] | None = None
        self.jumps: dict[int, set[int]] = {}  # for each loop, those around it to which something in it jumps

    def before(self, statements: list[ast.stmt], after: set[str]) -> set[str]:
        if self.found is None:  # a question from outside: what is found for it only grows until it is answered
            self.found = {}
            try:
                return self.before(statements, after)
            finally:
                self.found = None
        for statement in reversed(statements):
            after = self._before(statement, after)
        return after & self.variables

    def falls(self, statements: list[ast.stmt]) -> bool:
        """Can these statements run to their end, so that what is read there is live before them?"""
        return END in self.before(statements, {END})

    def _before(self, node: ast.stmt, after: set[str]) -> set[str]:
        if type(node) in SIMPLE:  # nearly all, and all other cases would be tried first
            return self._simple(node, after=after)
        match node:
            case ir.Next() | ir.Leave():
                return self.loops[node.loop][isinstance(node, ir.Leave)]
            case ir.Dead():
                return set()
            case ir.Answer() | ir.PassOn() | ast.Return() | ast.Raise():
                return Names(node).read
            case ir.Turns():
                return self.head(node, after)
            case ast.Break() | ast.Continue():
                return self.plain[-1][isinstance(node, ast.Break)]
            case ast.If():
                return self._test(node.test, self.before(node.body, after), self.before(node.orelse, after))
            case ir.Guard():
                return self._test(node.test, after, set())
            case ast.For() | ast.While():
                return self._loop(node, after)
            case ast.Match():
                cases = [self._case(case, after) for case in node.cases]
                unmatched = set() if irrefutable(node.cases[-1]) else after
                return self._simple(node.subject, after=unmatched.union(*cases))
            case ast.Try() | ast.TryStar():
                return self._try(node, after)
            case ast.With():
                # which may swallow an exception, so that the rest of its body is skipped
                return self._simple(*node.items, after=self.before(node.body, after) | after)
            case _:
                return self._simple(node, after=after)

    def _simple(self, *nodes: ast.AST, after: set[str]) -> set[str]:
        key = tuple(map(id, nodes))
        if key not in self.simple:
            read = Names(*nodes).read
            read = read.union(*(self.sees[name] for name in read & self.sees.keys()))
            self.simple[key] = nodes, names_surely_bound(nodes), read
        _, bound, read = self.simple[key]
        return (after - bound) | read

    def _test(self, test: ast.expr, yes: set[str], no: set[str]) -> set[str]:
        """What is live before a test, given what is live after it if it is true, and if not."""
        match test:
            case ast.BoolOp(op=sign, values=parts):
                for part in reversed(parts):
                    before = self._test(part, yes, no)
                    yes, no = (before, no) if isinstance(sign, ast.And) else (yes, before)
                return yes if isinstance(sign, ast.And) else no
            case ast.UnaryOp(op=ast.Not(), operand=part):
                return self._test(part, no, yes)
        return self._simple(test, after=yes | no)

    def head(self, node: ir.Turns, after: set[str]) -> set[str]:
        """What is live at the head of a loop with choices, and must be passed to each turn."""
        found = self.found if self.found is not None else {}
        if node.loop not in self.jumps:
            parts = list(ir.inside(node))
            inner = {part.loop for part in parts if isinstance(part, ir.Turns)}
            self.jumps[node.loop] = {part.loop for part in parts if isinstance(part, (ir.Next, ir.Leave))} - inner
        around = after, [self.loops[loop] for loop in self.jumps[node.loop]]
        head, known = found.get(node.loop, (set(), None))
        while known != around:
            self.loops[node.loop] = (head, after)
            branches = self.before(node.body, head) | self.end(node, after)
            new = self.before(node.prelude, self._simple(node.test, after=branches) & self.variables)
            new |= head
            known, head = (around if new == head else None), new
        self.loops[node.loop] = (head, after)
        found[node.loop] = head, around
        return head

    def _loop(self, node: ast.For | ast.While, after: set[str]) -> set[str]:
        head = end = self.end(node, after)
        while True:
            self.plain.append((head, after))
            body = self.before(node.body, head)
            self.plain.pop()
            parts = [node.test] if isinstance(node, ast.While) else [node.target]
            new = head | self._simple(*parts, after=body) | end
            if new == head:
                return head | (Names(node.iter).read if isinstance(node, ast.For) else set())
            head = new

    def end(self, node: Any, after: set[str]) -> set[str]:
        """What is live where a loop ends because there is no further turn."""
        return set() if ir.is_endless(node) else self.before(node.orelse, after)

    def _case(self, case: ast.match_case, after: set[str]) -> set[str]:
        body = self.before(case.body, after)
        guarded = body if case.guard is None else body | Names(case.guard).read
        names = Names(case.pattern)
        return (guarded - names.bound) | names.read

    def _try(self, node: ast.Try | ast.TryStar, after: set[str]) -> set[str]:
        end = self.before(node.finalbody, after)
        handlers = self.before(node.finalbody, set())  # an exception that no handler takes
        for handler in node.handlers:
            read = Names(handler.type).read if handler.type else set()
            handlers |= read | (self.before(handler.body, end) - {handler.name or ""})
        body = self.before(node.body, self.before(node.orelse, end) | handlers)
        return body | handlers  # a statement of the body may fail before it binds anything


def names_surely_bound(nodes: Any) -> set[str]:
    """The names that simple statements or expressions bind whenever they complete."""
    found: set[str] = set()
    waiting = list(nodes)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Name):  # the commonest
            found |= {node.id} if isinstance(node.ctx, ast.Store) else set()
        elif isinstance(node, ast.BoolOp):
            waiting.append(node.values[0])
        elif isinstance(node, ast.IfExp):
            waiting.append(node.test)
        elif isinstance(node, ast.Compare):
            waiting += [node.left, node.comparators[0]]
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            found.add(node.name)
        elif isinstance(node, ast.alias):
            found.add(node.asname or node.name.partition(".")[0])
        elif not isinstance(node, ir.SCOPES):
            waiting += ir.children(node)
    return found


def irrefutable(case: ast.match_case) -> bool:
    """Does this case match everything?"""
    return case.guard is None and isinstance(case.pattern, ast.MatchAs) and case.pattern.pattern is None
