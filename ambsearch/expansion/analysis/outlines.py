"""What a text says by itself of the names in it: where each is read, defined, or bound.

>>> text = Text("a.py", ["from operator import add\\n", "total = add(1, 2)\\n"])
>>> outline = Outline.of(text)
>>> sorted(outline.uses), sorted(outline.stored)
(['add'], ['total'])
"""

import ast
from typing import Any

from ambsearch.expansion.analysis.flow import parameters
from ambsearch.expansion.reading.texts import Text
from ambsearch.expansion.trees import nodes as ir

ANNOTATIONS = ("annotation", "returns")


class Outline(ir.Known):
    """The outline of a text.

    uses: of each name the places where it is read, imported or a string; stored: the names that are bound otherwise than by
    a definition; definitions: the functions and classes by name; classes: the names of these; methods: what stands in them;
    globals: the names that functions declare global.
    """

    def __init__(self, text: Text) -> None:
        self.uses: dict[str, list[ast.AST]] = {}
        self.definitions: dict[str, list[Any]] = {}
        self.classes: set[str] = set()
        self.methods: set[ast.AST] = set()
        self.stored: set[str] = set()
        self.globals: set[str] = set()
        self.parents = ir.parents_in(text.tree)
        left_out: set[ast.AST] = set()
        for node in self.parents:
            notes = [note for name in ANNOTATIONS if isinstance(note := getattr(node, name, None), ast.AST)]
            left_out.update(part for note in notes for part in ir.walk(note))
            if node not in left_out:
                self.learn(node)

    def learn(self, node: Any) -> None:
        match node:
            case ast.Name(id=name, ctx=ast.Load()) | ast.Attribute(attr=name, ctx=ast.Load()) | ast.Constant(str(name)):
                self.uses.setdefault(name, []).append(node)
            case ast.alias(name=name, asname=other):
                self.uses.setdefault(name, []).append(node)
                self.stored |= {other} if other else set()
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name):
                self.stored.add(name)
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                self.definitions.setdefault(name, []).append(node)
                if isinstance(node, ast.ClassDef):
                    self.classes.add(name)
                    self.methods.update(node.body)
            case ast.Global(names=found):
                self.globals.update(found)
            case ast.MatchClass():
                self.uses.setdefault("__dict__", [])

    def uses_function(self, name: str) -> bool:
        """Is this function of Python's used?"""
        made = [self.parents[one] for one in self.definitions.get(name, ())]
        is_defined = any(isinstance(parent, ast.Module) for parent in made) and "builtins" not in self.uses
        return not is_defined and not all(map(self.is_other, self.uses.get(name, ())))

    def is_other(self, node: Any) -> bool:
        """Is this a string, an attribute or a parameter?"""
        name = getattr(node, "id", "")
        while name and node is not None:
            inside, node = node, self.parents.get(node)
            if isinstance(node, ir.FUNCTIONS) and inside is not node.args and name in parameters(node.args):
                break
        return node is not None and "builtins" not in self.uses
