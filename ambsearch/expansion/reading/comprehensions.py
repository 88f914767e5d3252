"""Comprehensions that unpack, as Python 3.15 has them, as comprehensions with one more loop.

[*row for row in rows]      [part for row in rows for part in row]
{**d for d in ds}           {key: value for d in ds for key, value in {**d}.items()}
"""

import ast
import copy
import sys
from typing import Any

COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)


def without_unpacking(tree: ast.Module) -> ast.Module:
    """The same tree if there is none; else a copy.

    >>> tree = ast.parse("[row for row in rows]")
    >>> tree.body[0].value.elt = ast.Starred(tree.body[0].value.elt)
    >>> ast.unparse(_Looping(tree).visit(tree))
    '[part for row in rows for part in row]'
    """
    if sys.version_info < (3, 15) or not any(map(unpacks, ast.walk(tree))):
        return tree
    tree = copy.deepcopy(tree)
    return _Looping(tree).visit(tree)


def unpacks(node: ast.AST) -> bool:
    return isinstance(node, COMPREHENSIONS) and (
        node.value is None if isinstance(node, ast.DictComp) else isinstance(node.elt, ast.Starred)
    )


class _Looping(ast.NodeTransformer):
    def __init__(self, tree: ast.Module) -> None:
        self.names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}

    def visit(self, node: Any) -> Any:
        self.generic_visit(node)
        if not unpacks(node):
            return node
        if isinstance(node, ast.DictComp):
            made = ast.Call(ast.Attribute(ast.Dict([None], [node.key]), "items", ast.Load()), [], [])
            node.key, node.value = names = [ast.Name(self.unused_name(name), ast.Load()) for name in ("key", "value")]
            target: Any = ast.Tuple([ast.Name(name.id, ast.Store()) for name in names], ast.Store())
        else:
            made, node.elt = node.elt.value, ast.Name(self.unused_name("part"), ast.Load())
            target = ast.Name(node.elt.id, ast.Store())
        node.generators = [*node.generators, ast.comprehension(target, made, [], 0)]
        for part in ast.walk(node):
            if "lineno" in part._attributes and not hasattr(part, "lineno"):
                ast.copy_location(part, node)
        return node

    def unused_name(self, name: str) -> str:
        while name in self.names:
            name += "_"
        return name
