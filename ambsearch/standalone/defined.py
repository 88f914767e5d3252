"""What a module has changed while it was loaded, which a standalone program would change again, or not at all.

refuse_registered    refuses a function or class that registers itself somewhere when it is defined
refuse_changed       refuses a container that is no longer what the statement that made it says
"""

import ast
import inspect
import sys
import types
from collections import deque
from collections.abc import Iterator
from typing import Any

from ambsearch.answers import Ambiguous
from ambsearch.errors import Refused
from ambsearch.expansion.analysis.facts import is_harmless
from ambsearch.expansion.analysis.functions import Own
from ambsearch.ground.ownership import is_own, plain_function
from ambsearch.running.undoing import in_class, in_classes
from ambsearch.standalone.written import literal_of, source_of

EMPTY = frozenset(
    "list dict set deque defaultdict Counter OrderedDict".split()
)  # calls of these make an empty container


def refuse_registered(name: str, value: Any) -> None:
    """Raise Refused if a user-defined decorator, base class or metaclass changes something when this is defined."""
    if type(value) is Ambiguous:
        return
    if hasattr(value, "dispatch") and len(getattr(value, "registry", ())) > 1:  # made by @singledispatch
        raise Refused(f"{name} has functions registered for other types, which are not found by its name")
    tree: Any = ast.parse(source_of(value)).body[0]
    decorators = list(getattr(tree, "decorator_list", []))
    if isinstance(value, type):
        space = vars(sys.modules[value.__module__])
        hooks = [in_classes(value.__mro__[1:], "__init_subclass__")]
        hooks += [in_class(type(value), hook) for hook in ("__new__", "__init__")]
        for attribute, text in containers(tree):
            kept = vars(value).get(attribute)
            if isinstance(kept, (list, dict, set, deque)):
                refuse_changed(f"{name}.{attribute}", text, kept)
    else:
        space, hooks = inspect.unwrap(value).__globals__, []
    hooks += [space.get(root(decorator)) for decorator in decorators]
    for hook in map(plain_function, hooks):
        if hook is not None and not all(map(is_harmless, owns(hook.__code__, hook.__globals__))):
            told = f"{hook.__qualname__}, which changes something, is called where {name} is defined"
            raise Refused(f"{told}; a program of its own cannot begin with what it has changed")


def owns(code: types.CodeType, space: dict[str, Any]) -> Iterator[Own]:
    """A user's function, and the functions made inside it."""
    if is_own(code):
        yield Own(code, space)
        for part in code.co_consts:
            if isinstance(part, types.CodeType):
                yield from owns(part, space)


def root(decorator: ast.expr) -> str:
    """The name at the start of a decorator: rule of @rule, @rule("add") and @rule.named."""
    while isinstance(decorator, (ast.Call, ast.Attribute)):
        decorator = decorator.func if isinstance(decorator, ast.Call) else decorator.value
    return decorator.id if isinstance(decorator, ast.Name) else ""


def containers(tree: ast.ClassDef) -> Iterator[tuple[str, str]]:
    """The attributes that a class assigns, each with the text of its value."""
    for node in tree.body:
        match node:
            case (
                ast.Assign(targets=[ast.Name(name)], value=value)
                | ast.AnnAssign(target=ast.Name(name), value=ast.List() | ast.Dict() | ast.Set() | ast.Call() as value)
            ) if isinstance(value, (ast.List, ast.Dict, ast.Set, ast.Call)):
                yield name, ast.unparse(value)


def refuse_changed(name: str, text: str, value: Any) -> None:
    """Raise Refused if a container is no longer what the statement that made it says."""
    if differs(text, value):
        raise Refused(f"{name} = {text} has been changed since, by what else the module does")


def differs(text: str, value: Any) -> bool:
    """Does this container differ from its text? Only literals and empty containers are compared."""
    match ast.parse(text, mode="eval").body:
        case ast.List() | ast.Dict() | ast.Set() as display:
            said = literal_of(display)
            return said is not None and (type(said) is not type(value) or said != value)
        case ast.Call(func=ast.Name(name), args=[] | [ast.Name() | ast.Lambda()]) if name in EMPTY:
            is_empty = name == "defaultdict" or text.endswith("()")
            return is_empty and hasattr(value, "__len__") and len(value) > 0
    return False
