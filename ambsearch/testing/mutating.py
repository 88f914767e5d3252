"""Plants faults in a specification, to see whether its test instances detect them."""

import ast
import copy
import inspect
import itertools
import linecache
import textwrap
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from ambsearch.answers import Ambiguous
from ambsearch.decorator import ambiguous
from ambsearch.errors import Refused
from ambsearch.testing.counting import Steps
from ambsearch.testing.terms import Terms
from ambsearch.testing.trials import Trial, names_of

STEPS = 100_000
SWAPPED: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
}
_numbers = itertools.count()


@dataclass(frozen=True)
class Mutant:
    """A specification with one fault.

    line: of the fault, in the file; before, after: the source there, and what replaces it.
    noticed: does an instance distinguish it from the specification? instance: the first one that does; else None.
    """

    line: int
    before: str
    after: str
    function: Callable[..., Any]
    noticed: bool = False
    instance: Any = None

    def __str__(self) -> str:
        verdict = f"noticed for the instance {self.instance!r}" if self.noticed else "not noticed"
        return f"line {self.line}, {self.before} -> {self.after}: {verdict}"


def mutants(specification: Callable[..., Any], instances: Iterable[Any], limit: int | None = None) -> list[Mutant]:
    """Plant faults in a specification, one at a time, and say which of them the instances detect.

    specification: an ambiguous function. A `require` is dropped, a comparison, `and`, `or`, + or - is swapped, a
    number or the end of a range is increased or decreased by one; functions that it calls are not changed.
    instances: as in check_twins, but not a strategy; a fault is noticed if the answers or their order differ for one
    of them.
    limit: compare only this many answers; None for all.
    Gives a list of Mutant, in the order of the lines. If one is not noticed, either the instances have a gap, or the
    fault changes no answer; you have to find out which.

    >>> from ambsearch import ambiguous, require
    >>> @ambiguous
    ... def pairs(n):
    ...     a = yield range(n)
    ...     b = yield range(a, n)
    ...     require(a + b != 3)
    ...     return a, b
    >>> print(*mutants(pairs, [1, 2]), sep="\\n")
    line 3, range(n) -> range(n + 1): not noticed
    line 3, range(n) -> range(n - 1): noticed for the instance 1
    line 4, range(a, n) -> range(a, n + 1): noticed for the instance 1
    line 4, range(a, n) -> range(a, n - 1): noticed for the instance 1
    line 5, require(a + b != 3) -> pass: not noticed
    line 5, a + b != 3 -> a + b == 3: noticed for the instance 1
    line 5, a + b -> a - b: not noticed
    line 5, 3 -> 4: not noticed
    line 5, 3 -> 2: noticed for the instance 2

    Source: DeMillo, Lipton and Sayward, "Hints on Test Data Selection" (1978).
    """
    if not isinstance(specification, Ambiguous):
        raise TypeError(f"expected an ambiguous function, found {specification!r}; write @ambiguous above it")
    instances = list(instances)
    return [try_mutant(mutant, specification, instances, limit) for mutant in plant_mutants(specification)]


def try_mutant(mutant: Mutant, specification: Ambiguous, instances: list[Any], limit: int | None) -> Mutant:
    """The mutant with the first instance that notices it."""
    programs = specification, mutant.function
    trial = Trial(programs, names_of(programs), Terms(limit=limit), Steps(STEPS, 0.05))
    for instance in instances:
        if trial(instance).difference is not None:
            return Mutant(mutant.line, mutant.before, mutant.after, mutant.function, True, instance)
    return mutant


def plant_mutants(specification: Ambiguous) -> Iterable[Mutant]:
    """All mutants that can be expanded."""
    plain = specification.__wrapped__
    lines, first = inspect.getsourcelines(plain)
    tree = ast.parse(textwrap.dedent("".join(lines)))
    function = tree.body[0]
    assert isinstance(function, ast.FunctionDef)
    function.decorator_list = []
    for number in itertools.count():
        fault = Fault(number)
        mutated = fault.visit(copy.deepcopy(function))
        if not fault.before:
            return
        try:
            made = compile_mutant(plain, ast.fix_missing_locations(mutated))
        except (Refused, SyntaxError):
            continue
        yield Mutant(first + fault.line - 1, fault.before, fault.after, made)


class Fault(ast.NodeTransformer):
    """Plants the fault with this number; before and after stay empty if there are fewer."""

    def __init__(self, number: int) -> None:
        self.left = number
        self.line = 0
        self.before = self.after = ""

    def plant(self, node: Any, *others: ast.AST) -> Any:
        """Replace the node by one of the others, if this is the fault to plant; else keep it, and go on inside."""
        for other in others:
            if self.left == 0 and not self.before:
                self.line, self.before, self.after = node.lineno, ast.unparse(node), ast.unparse(other)
                return ast.copy_location(other, node)
            self.left -= 1
        return self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> Any:
        match node.value:
            case ast.Constant():  # a docstring
                return node
            case ast.Call(func=ast.Name(id="require")):
                return self.plant(node, ast.Pass())
        return self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> Any:
        if type(node.ops[0]) not in SWAPPED:
            return self.generic_visit(node)
        ops = [SWAPPED[type(node.ops[0])](), *node.ops[1:]]
        return self.plant(node, ast.Compare(node.left, ops, node.comparators))  # type: ignore[arg-type]

    def visit_BoolOp(self, node: ast.BoolOp) -> Any:
        return self.plant(node, ast.BoolOp(SWAPPED[type(node.op)](), node.values))  # type: ignore[arg-type]

    def visit_BinOp(self, node: ast.BinOp) -> Any:
        if type(node.op) not in SWAPPED:
            return self.generic_visit(node)
        return self.plant(node, ast.BinOp(node.left, SWAPPED[type(node.op)](), node.right))  # type: ignore[arg-type]

    def visit_Call(self, node: ast.Call) -> Any:
        match node:
            case ast.Call(func=ast.Name(id="range"), args=[*before, end]) if not isinstance(end, ast.Constant):
                ends = [ast.BinOp(end, op(), ast.Constant(1)) for op in (ast.Add, ast.Sub)]
                return self.plant(node, *(ast.Call(node.func, [*before, other], []) for other in ends))
        return self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> Any:
        if type(node.value) is not int:
            return node
        return self.plant(node, ast.Constant(node.value + 1), ast.Constant(node.value - 1))


def compile_mutant(plain: Callable[..., Any], function: ast.FunctionDef) -> Ambiguous:
    """The ambiguous function of this definition, in the namespace of the original, which it replaces there."""
    name = f"<mutant {next(_numbers)} of {plain.__name__}>"
    text = ast.unparse(function) + "\n"
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    space = {**plain.__globals__, **inspect.getclosurevars(plain).nonlocals}
    exec(compile(text, name, "exec"), space)
    made: Any = ambiguous(space[function.name])
    space[function.name] = made
    return made  # type: ignore[no-any-return]
