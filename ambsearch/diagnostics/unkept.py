"""Warns of a change of what is outside that is undone before anything reads it: the program looks at it after the search only.

found.append(x)                 in an ambiguous function
list(solve()); print(found)     below: it is empty again
require(x not in seen); seen.add(x); return x    no choice follows, so no branch finds x in it

>>> text = "if solve().exists(): print(found)\\nfor _ in solve(): print(board)"
>>> tree = ast.parse(text)
>>> is_read_after(tree, "found"), is_read_after(tree, "board")
(True, False)
"""

import ast
import builtins
from typing import Any

from ambsearch.diagnostics.aliases import VALUES
from ambsearch.diagnostics.held import module_of
from ambsearch.expansion.reading.source import Source, content
from ambsearch.expansion.trees import nodes as ir
from ambsearch.running.undoing import METHODS

# what is in these may run while a search stands at an answer, and what is in a function in the search itself
FUNCTIONS = ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda
MEANWHILE = *FUNCTIONS, ast.For, ast.While, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp
HELD = frozenset({"iter", "next"})  # with these a program may hold a search that stands at an answer


def warn_of_unkept(source: Source, is_helper: bool = False) -> None:
    told: set[str] = set()
    for node in [part for part in source.nodes if isinstance(part, ast.stmt)]:
        name = changed_name(node)
        value = content(source.captured[name]) if name in source.captured else source.space.get(name, source)
        is_value = type(value) in VALUES or name in source.declared["global"]
        is_marked = source.word(getattr(node, "value", node)) == "permanent"
        if name in source.locals or not is_value or is_marked or name in told:
            continue
        if not (module := scope_of(source, name)) or is_helper and loaded_outside(module, source.tree.name):
            continue
        put_back = f"{name} is put back when the search goes on"
        if is_read_after(module, name):
            told.add(name)
            source.warn(
                node.lineno, f"{put_back}, and only read after it, so nothing is kept of this; write {marked(node)}"
            )
        elif not is_helper and is_read_before(module, name, source.tree.name):
            told.add(name)
            source.warn(node.lineno, f"{put_back}, so no other branch sees this; write {marked(node)}")


def warn_of_unkept_attribute(source: Source) -> None:
    """The same of `self.found.append(x)` and `self.tries += 1`, where the file reads this of any object only below the search."""
    module = module_of(source)
    for node in source.nodes:
        place = changed_attribute(node)
        if module is None or place is None or source.word(node.value) == "permanent":  # type: ignore[attr-defined]
            continue
        changed = {changed_attribute(part) for part in ast.walk(module)}
        found: list[Any] = [part for part in ast.walk(module) if getattr(part, "attr", "") == place.attr]
        read = [part for part in found if isinstance(part.ctx, ast.Load) and part not in changed]
        names = {part.id for part in ast.walk(module) if isinstance(part, ast.Name)}
        is_after = all(part.lineno > place.lineno for part in read) and names.isdisjoint(HELD)
        if read and is_after and within(module, MEANWHILE).isdisjoint(read):
            told = f"{ast.unparse(place)} is put back when the search goes on, and only read after it"
            source.warn(place.lineno, f"{told}, so nothing is kept of this; write {marked(node)}")


def changed_attribute(node: ast.AST) -> ast.Attribute | None:
    """The attribute of `self` of which this statement changes what it holds."""
    match node:
        case ast.Expr(ast.Call(ast.Attribute(ast.Attribute(ast.Name("self")) as place, method))) if method in METHODS:
            return place
        case ast.AugAssign(ast.Attribute(ast.Name("self")) as place):
            return place
    return None


def scope_of(source: Source, name: str) -> ast.Module | None:
    """The text in which this variable is known: the module, or the body of the function around this one.

    None if that cannot be found, or hands this one out: whoever has it may read the variable while a search stands.
    """
    module = module_of(source)
    if module is None or name not in source.captured:
        return module
    place = source.name, source.tree.lineno
    around = [node for node in ast.walk(module) if isinstance(node, ast.FunctionDef) and holds(node, place)]
    inside = [node for outer in around for node in ast.walk(outer)]
    called = [node.func for node in inside if isinstance(node, ast.Call)]
    is_kept = all(node in called for node in inside if isinstance(node, ast.Name) and node.id == source.name)
    return ast.Module(around[0].body, []) if len(around) == 1 and is_kept else None


def holds(around: ast.FunctionDef, place: tuple[str, int]) -> bool:
    """Does this function define that one, in a statement of its own?"""
    return any(isinstance(node, ast.FunctionDef) and (node.name, node.lineno) == place for node in around.body)


def changed_name(node: Any) -> str:
    """The variable of which this statement changes what it holds; nothing of any other node."""
    match node:
        case ast.Expr(ast.Call(ast.Attribute(ast.Name(name), method))) if method in METHODS:
            return name
        case ast.AugAssign(ast.Name(name) | ast.Subscript(ast.Name(name))):
            return name
        case ast.Assign([ast.Name(name) | ast.Subscript(ast.Name(name))], value) if not ir.has_yield(value):
            return name
    return ""


def marked(change: Any) -> str:
    """The same statement, marked permanent."""
    if isinstance(change, ast.Expr):
        return f"permanent({ast.unparse(change)})"
    place, value = ast.unparse(change.targets[0] if isinstance(change, ast.Assign) else change.target), change.value
    if isinstance(change, ast.AugAssign):
        value = ast.BinOp(ast.parse(place, mode="eval").body, change.op, value)
    return f"{place} = permanent({ast.unparse(value)})"


def is_read_before(tree: Any, name: str, function: str) -> bool:
    """Does this search read the variable only above the statement that changes it, with no choice below that?

    It must be asked at one place, outside of all functions: a search of which it is a part would see the change.
    """
    found = [node for node in tree.body if getattr(node, "name", None) == function]
    body = found[0].body if len(found) == 1 else []
    places = [i for i, part in enumerate(body) if any(changed_name(node) == name for node in ast.walk(part))]
    last = body[places[0]] if len(places) == 1 else None
    if isinstance(last, ast.If) and len(last.body) == 1 and not last.orelse:  # if v > best: best = v
        last = last.body[0]
    if changed_name(last) != name or any(map(ir.has_yield, body[places[0] + 1 :])):
        return False
    above = {node for part in body[: places[0] + 1] for node in ast.walk(part)}
    loaded = [node for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)]
    asked = [node for node in loaded if node.id == function]
    read = [node for node in loaded if node.id == name and node not in owner_of(last)]
    is_asked_once = asked == loaded_outside(tree, function) and len(asked) == 1
    is_seen = above.isdisjoint(read) or not above.issuperset(within(tree, MEANWHILE).intersection(read))
    return is_asked_once and not is_seen and not any(node.id in HELD for node in loaded)


def loaded_outside(tree: Any, name: str) -> list[ast.Name]:
    """Where code that is in no function reads this variable."""
    inside = within(tree, FUNCTIONS)
    return [node for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id == name and node not in inside]


def within(tree: Any, kinds: tuple[type[ast.AST], ...]) -> set[ast.AST]:
    """All that is in nodes of these kinds."""
    return {part for node in ast.walk(tree) if isinstance(node, kinds) for part in ast.walk(node)}


def is_read_after(tree: Any, name: str) -> bool:
    """Is the variable read in this text, and nowhere while a search may run?"""
    inside = within(tree, MEANWHILE)
    changed = {part for node in inside if changed_name(node) == name for part in owner_of(node)}
    names = [node for node in ast.walk(tree) if isinstance(node, ast.Name) and node not in changed]
    read = [node for node in names if node.id == name and isinstance(node.ctx, ast.Load)]
    # what is read above, perhaps something holds that the search asks: check = all_of(rules)
    is_after = all(node.lineno > part.lineno for node in read for part in changed) and held_in(tree).isdisjoint(read)
    return bool(read) and is_after and not inside.intersection(read) and not any(node.id in HELD for node in names)


def held_in(tree: Any) -> set[ast.expr]:
    """The variables whose values something may hold from here on: solve(found), view = View(found), other = found."""
    held: list[Any] = []
    for node in ast.walk(tree):
        match node:
            case ast.Call(ast.Name(function), given, named) if not hasattr(builtins, function):
                held += [*given, *(part.value for part in named)]
            case ast.Assign(value=value):
                held.append(value)
    return set(held)


def owner_of(change: Any) -> list[ast.expr]:
    """The variable itself, as this statement reads it to change what it holds."""
    place: Any = change.targets[0] if isinstance(change, ast.Assign) else getattr(change, "target", None)
    if isinstance(change, ast.Expr):
        place = change.value.func  # type: ignore[attr-defined]
    return [getattr(place, "value", place)]
