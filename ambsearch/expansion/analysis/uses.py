"""What becomes of a value where it is read, told by the node around it: the one way in which the analyses ask where a value goes.

    looked      if x, not x, x == y, a statement of its own: it is asked something
    over        for y in x, [*x], yield from x    its items are taken, one after the other
    item        x[k]                            one of them, or some
    changed     x[k] = y, del x.a               something is put into it, or taken out
    asked       x.f(y)                          one of its methods is called
    attribute   x.a                             one of its attributes is read
    called      x(y)
    given       f(x), f(k=x)                    a call gets it
    stored      y = x, (y := x), y += x, a, b = x
    held        [x], {k: x}, (x, y), [x for y in z]  something new holds it
    same        y or x, x if y else z, x + y    this gives it, or perhaps what has its items
    yielded     yield x
    returned    return x
    elsewhere   anywhere

Each with the node that does this: the call, the assignment, the expression that gives an item.

>>> tree = ast.parse("board[0].append(max(x, 1)); return [x, *y]")
>>> parents = ir.parents_in(tree)
>>> [(node.id, use_of(node, parents).how) for node in parents if isinstance(node, ast.Name)]
[('x', 'held'), ('max', 'called'), ('x', 'given'), ('y', 'over'), ('board', 'item')]
"""

import ast
from typing import Any, NamedTuple

from ambsearch.expansion.trees import nodes as ir

# the methods of Python's containers: those that give one item; that give all, as they are now; that keep what they are given;
# or its items
TAKING = frozenset({"get", "setdefault", "pop", "popleft"})
VIEWS = frozenset({"keys", "values", "items"})
KEEPING = frozenset({"append", "appendleft", "add", "insert", "setdefault"})
FILLING = frozenset({"extend", "extendleft", "update", "__iadd__"})

# what stands around it, which says the same of all its parts
AROUND: dict[type, str] = {
    **dict.fromkeys((ast.Expr, ast.Compare, ast.If, ast.While, ast.Assert, ast.FormattedValue), "looked"),
    **dict.fromkeys((ir.Guard, ir.Condition), "looked"),
    **dict.fromkeys((ast.Starred, ast.YieldFrom, ir.Choose, ir.PassOn), "over"),
    **dict.fromkeys((ast.Assign, ast.AnnAssign, ast.AugAssign, ast.NamedExpr), "stored"),
    **dict.fromkeys((*ir.DISPLAYS, ast.Tuple, ast.GeneratorExp), "held"),
    **dict.fromkeys((ast.BoolOp, ast.BinOp, ast.UnaryOp, ast.IfExp), "same"),
    **{ast.Yield: "yielded", ast.Return: "returned", ir.Answer: "returned"},
}


class Use(NamedTuple):
    how: str
    by: Any


def use_of(node: ast.AST, parents: dict[ast.AST, Any]) -> Use:
    """How this expression is used; parents: of each node the one around it, of which a test has none."""
    parent = parents.get(node)
    match parent:
        case None | ast.UnaryOp(op=ast.Not()):
            return Use("looked", parent)
        case ast.Subscript() if parent.value is node:
            return Use("item" if isinstance(parent.ctx, ast.Load) else "changed", parent)
        case ast.Attribute():
            call = parents.get(parent)
            if isinstance(call, ast.Call) and call.func is parent:
                return Use("asked", call)
            return Use("attribute" if isinstance(parent.ctx, ast.Load) else "changed", parent)
        case ast.keyword() if isinstance(parents[parent], ast.Call):
            return Use("given", parents[parent])
        case ast.Call():
            return Use("called" if parent.func is node else "given", parent)
        case ast.For() | ast.comprehension():
            return Use("over" if parent.iter is node else "looked", parent)
        case ast.Lambda() if parent.body is node:
            return Use("returned", parent)
        case ast.IfExp() if parent.test is node:
            return Use("looked", parent)
    return Use(AROUND.get(type(parent), "elsewhere"), parent)
