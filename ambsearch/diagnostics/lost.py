"""Warns of what gets lost without a word, at the place where it does.

for cell in row:
    cell = yield E              the choice, for the variable of a loop is no item of what it goes over
x = yield E
x = yield E                     the first choice, also before x = 3, and in a loop all but the last, if nothing in it reads x
n =+ x                          the sum, for this is n = +x
if p: exit()                    all further branches, with the program
raise NoAnswer                  all further branches
try: require(p)
except NoAnswer: ...            what stands there, for require raises nothing
xs.append(x)
require(x not in xs)            every branch, for x has just been put there
yield range(n)                  what is chosen
xs = map(int, text)
x = yield xs; y = yield xs      what x goes past, for y has what is left
used.update(word)               the word, for its letters are added; likewise words += word
return [x, *f(rest)]            likewise xs.extend(f(rest)), in f itself: the choice of one answer, for this is all of them

>>> import warnings
>>> from ambsearch import ambiguous
>>> with warnings.catch_warnings(record=True) as told:
...     warnings.simplefilter("always")
...     @ambiguous
...     def filled(row):
...         for cell in row:
...             cell = yield (1, 2)
...         return row
>>> print(told[0].message)
nothing reads the cell that is chosen here, and row does not change; write row[i] = yield ... in a loop over its places
"""

import ast
import re
import sys
from functools import partial
from typing import Any

from ambsearch.diagnostics.endings import blocks_of, neighbours
from ambsearch.diagnostics.visible import LIST, SET, TEXT, is_of
from ambsearch.errors import NoAnswer
from ambsearch.expansion.analysis.bindings import bindings, once, values_of
from ambsearch.expansion.analysis.flow import Names
from ambsearch.expansion.analysis.values import is_repeated
from ambsearch.expansion.analysis.world import WORLD
from ambsearch.expansion.binding import known_call
from ambsearch.expansion.reading.source import LAZY, Source
from ambsearch.expansion.reading.words import ENDS
from ambsearch.expansion.trees import nodes as ir

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
LEAVES = (ast.Return, ast.Break, ast.Continue)
NUMBERS = frozenset({"range", "an_integer_between"})


QUIET = {
    *(ast.Expr, ast.Assign, ast.Return, ast.If, ast.Yield, ast.Name, ast.Constant, ast.Tuple, ast.List, ast.Call),
    *(ast.Compare, ast.BoolOp, ast.UnaryOp, ast.BinOp),
}


def warn_of_lost(source: Source) -> None:
    warn_of_used_up(source)
    for block in blocks_of(source):
        warn_of_overwritten(source, block)
    for node in source.nodes:
        if isinstance(node, (ast.For, ast.While)):
            warn_of_last(source, node)
        match node:
            case ast.For(target=ast.Name(id=name), iter=(ast.Name() | ast.Attribute() | ast.Subscript()) as items) if (
                name[0] != "_"
            ):
                instead = f"{ast.unparse(items)}[i] = yield ... in a loop over its places"
                warn_of_cell(source, node, name, items, instead)
            case ast.For(target=ast.Tuple([ast.Name(id=key), ast.Name(id=name)]), iter=ast.Call() as call):
                match call:
                    case ast.Call(ast.Attribute(over, "items"), []) | ast.Call(
                        ast.Name("enumerate"), [ast.Name() as over]
                    ):
                        warn_of_cell(source, node, name, over, f"{ast.unparse(over)}[{key}] = yield ...")
            case ast.Expr(
                ast.Call(ast.Attribute(ast.Name() as owner, "update" | "extend"), [ast.Name() as word], [])
            ) | ast.AugAssign(ast.Name() as owner, ast.Add(), ast.Name() as word):
                warn_of_added_letters(source, node, owner, word)
            case ast.Assign([ast.Name()], ast.UnaryOp(ast.UAdd() | ast.USub())):
                warn_of_turned(source, node)
            case ast.Expr(ast.Yield(ast.Call() as items)) if known_call(source, items) in NUMBERS:
                text = ast.unparse(items)
                source.warn(node.lineno, f"nothing uses what is chosen here; write `x = yield {text}`")
            case ast.If():
                for block in (node.body, node.orelse):
                    warn_of_exit(source, block)
            case ast.Raise(ast.Call(raised) | raised) if raised is not None and source.resolve(raised) is NoAnswer:
                told = f"{ast.unparse(node)} ends the whole search"
                source.warn(node.lineno, f"{told}; to give up this branch write fail()")
            case ast.Try(body, [ast.ExceptHandler(ast.Name() | None as kind) as handler]):
                caught = BaseException if kind is None else source.resolve(kind)
                is_meant = caught in (Exception, BaseException) and is_quiet(source, body)
                if (is_meant or caught in (NoAnswer, AssertionError)) and only_requires(source, body):
                    what = "nothing is" if kind is None or is_meant else f"{kind.id} is not"
                    told = f"{what} raised here, for require and fail end the branch and raise nothing"
                    source.warn(handler.lineno, f"{told}; write an `if` in the place of `try`")
            case ast.Expr(ast.Call(ast.Attribute(ast.Name(name), "extend"), [ast.Call() as call], [])) | ast.AugAssign(
                ast.Name(name), ast.Add(), ast.Call() as call
            ) if is_list(source, ast.Name(name)):
                warn_of_spread(source, call)
            case ast.Return(ast.List(parts) | ast.Tuple(parts)):
                for part in parts:
                    if isinstance(part, ast.Starred):
                        warn_of_spread(source, part.value)
            case ast.Return(ast.BinOp(op=ast.Add(), right=ast.Call(args=[only]) as call)):
                if source.builtin(call) in ("list", "tuple"):
                    warn_of_spread(source, only)


def only_requires(source: Source, body: list[ast.stmt]) -> bool:
    """May nothing but `require` and `fail` end this?"""
    inside = list(ir.inside(*body))
    calls = [node for node in inside if isinstance(node, ast.Call)]
    ends = [node for node in calls if source.word(node) in ENDS]
    others = [node for node in calls if node not in ends and not source.builtin(node)]
    return bool(ends) and not others and not any(isinstance(node, (ast.Assert, ast.Raise, ast.With)) for node in inside)


def is_quiet(source: Source, body: list[ast.stmt]) -> bool:
    """Is nothing raised in this, if what it compares and adds up is what it was meant to be?"""
    inside = list(ir.inside(*body))
    is_known = [source.word(node) or source.builtin(node) == "range" for node in inside if isinstance(node, ast.Call)]
    divides = any(isinstance(getattr(node, "op", None), (ast.Div, ast.FloorDiv, ast.Mod, ast.Pow)) for node in inside)
    return all(is_known) and not divides and set(map(type, inside)) <= QUIET


def warn_of_used_up(source: Source) -> None:
    """Warn of a second choice from one `map`, `zip` or the like, which goes on behind what was chosen first."""
    for name, values in values_of(source).items():
        match values:
            case [(ast.Call() | ast.GeneratorExp()) as items] if isinstance(items, ast.GeneratorExp) or known_call(
                source, items
            ) in LAZY - {"iter"}:
                chosen = [node for node in source.nodes if isinstance(node, ast.Yield) and is_named(node.value, name)]
                if len(chosen) > 1:
                    told = f"{name} is an iterator, so here only what is left of it is chosen from"
                    text = ast.unparse(items)
                    instead = f"[{text[1:-1]}]" if isinstance(items, ast.GeneratorExp) else f"list({text})"
                    source.warn(max(node.lineno for node in chosen), f"{told}; write {name} = {instead}")


def warn_of_cell(source: Source, loop: ast.For, name: str, items: ast.expr, instead: str) -> None:
    """Warn of a choice for the variable of a loop over these items, if nothing reads it; that of a step, made for what it does, may be."""
    for number, node in enumerate(loop.body, 1):
        match node:
            case ast.Assign([ast.Name(id=chosen)], ast.Yield(given)) if chosen == name and not is_step(source, given):
                if name not in Names(*loop.body[number:]).read | _Elsewhere(name, source.body).read:
                    told = f"nothing reads the {name} that is chosen here, and {ast.unparse(items)} does not change"
                    source.warn(node.lineno, f"{told}; write {instead}")


def is_step(source: Source, items: Any) -> bool:
    """May this be a search that is made for what it does, and not for what it gives?"""
    return isinstance(items, ast.Call) and not known_call(source, items)


def chosen_in(source: Source, node: Any) -> str:
    """The variable that this statement gives a choice to, for what is chosen."""
    match node:
        case ast.Assign([ast.Name(name)], ast.Yield(items)) if name[0] != "_" and not is_step(source, items):
            return "" if name in source.declared or name in read_inside(source) else name
    return ""


@once
def read_inside(source: Source) -> set[str]:
    """What the functions inside read, which may be called at any time."""
    functions = [node for node in ir.walk(source.tree) if isinstance(node, FUNCTIONS) and node is not source.tree]
    return {part.id for node in functions for part in ast.walk(node) if isinstance(part, ast.Name)}


def warn_of_overwritten(source: Source, block: list[Any]) -> None:
    """Warn of a choice for a variable that is chosen, or assigned, anew before anything reads it."""
    pending: dict[str, ast.stmt] = {}
    for node in block:
        names = Names(*[node] if pending else [])
        is_loop = isinstance(node, ast.For)  # which reads its own variable
        for name in pending.keys() & (
            Names(node.iter).read | names.read - Names(node.target).bound if is_loop else names.read
        ):
            del pending[name]
        name = chosen_in(source, node)
        if name in pending:
            told = f"nothing reads the {name} that is chosen here, for it is chosen anew below"
            source.warn(pending[name].lineno, f"{told}; give one of them another name")
        for bound in pending.keys() & names.bound:
            before = pending.pop(bound)
            unread = f"nothing reads the {bound} that is chosen here"
            match node:
                case ast.Assign(places, ast.Constant()) if any(map(partial(is_target, bound), places)):
                    told = f"{unread}, for {ast.unparse(node)} gives it another value below"
                    source.warn(before.lineno, f"{told}; write require({bound} == ...) to compare it")
                case ast.For(ast.Name(target), items) if target == bound:
                    told = f"{unread}, for `for {bound} in {ast.unparse(items)}` gives it others below"
                    source.warn(before.lineno, f"{told}; give one of them another name")
        if name:
            pending[name] = node


def warn_of_last(source: Source, loop: ast.For | ast.While) -> None:
    """Warn of a choice in each turn of a loop that nothing in it reads, where what is below reads the last of them."""
    head = loop.target if isinstance(loop, ast.For) else loop.test
    inside = set(ir.inside(loop))
    for node in loop.body:
        name = chosen_in(source, node)
        if (
            not name
            or name in Names(head).read | Names(head).bound | Names(*loop.body).read
            or any(isinstance(part, LEAVES) for part in inside)
        ):
            continue
        if any(is_named(part, name) and part not in inside for part in source.nodes):
            told = f"nothing in this loop reads the {name} that is chosen here, so all but the last are lost"
            source.warn(node.lineno, f"{told}; use {name} in the loop")


def is_named(node: Any, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load)


def is_target(name: str, node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == name


class _Elsewhere(Names):
    """What is read outside of the loops with this variable, which has other values there."""

    def __init__(self, name: str, body: list[Any]) -> None:
        self.name = name
        super().__init__(*body)

    def visit_For(self, node: ast.For) -> None:
        is_one = self.name in Names(node.target).bound
        for part in (node.iter, *node.orelse) if is_one else (node.target, node.iter, *node.body, *node.orelse):
            self.visit(part)


def warn_of_added_letters(source: Source, node: ast.stmt, owner: ast.Name, word: ast.Name) -> None:
    """Warn of `used.update(word)`, where word is chosen from words."""
    add = next((name for kind, name in ((LIST, "append"), (SET, "add")) if is_of(kind, source, owner)), "")
    chosen = [value.value for value in values_of(source).get(word.id, []) if isinstance(value, ast.Yield)]
    if add and chosen and is_of(TEXT, source, word) and any(has_words(source, items) for items in chosen):
        told = f"{ast.unparse(node)} adds each letter of {word.id}"
        source.warn(node.lineno, f"{told}; write {owner.id}.{add}({word.id})")


def has_words(source: Source, items: Any) -> bool:
    """Are there texts of several letters among these?"""
    known = source.resolve(items)
    found = [part.value for part in getattr(items, "elts", ()) if isinstance(part, ast.Constant)]
    found += known if type(known) in (list, tuple) else []
    return any(type(item) is str and len(item) > 1 for item in found)


def warn_of_turned(source: Source, node: Any) -> None:
    """Warn of `n =+ x`, in which the sign stands at the `=` and not at what it belongs to."""
    sign = node.value
    line = source.lines[sign.lineno - 1].encode()
    if found := re.search(rb"\s=([+-])$", line[: sign.col_offset + 1]):
        name, operand, turned = ast.unparse(node.targets[0]), ast.unparse(sign.operand), found[1].decode()
        if line[sign.col_offset + 1 :][:1].isspace():
            told = f"{name} ={turned} {operand} adds nothing, it is {ast.unparse(node)}"
            source.warn(node.lineno, f"{told}; write {name} {turned}= {operand}")


def warn_of_exit(source: Source, block: list[ast.stmt]) -> None:
    """Warn of a program that ends where nothing is printed before: probably a branch is to end."""
    match block:
        case [ast.Expr(ast.Call(function, [], [])) as node]:
            found = source.resolve(function)
            if (
                found is sys.exit or type(found).__name__ == "Quitter"
            ):  # `exit` and `quit`, which the module `site` makes
                told = f"{ast.unparse(node)} ends the program, with all branches"
                source.warn(node.lineno, f"{told}; to give up this one write fail()")


def warn_of_spread(source: Source, call: ast.expr) -> None:
    """Warn of all answers of this search, in the place of one of them; a variable may hold them."""
    variable = call.id if isinstance(call, ast.Name) and is_spread(source, call.id) else None
    if variable is not None and len(values := values_of(source).get(variable, [])) == 1:
        call = values[0]  # type: ignore[assignment]
    function = call.func if isinstance(call, ast.Call) else None
    is_method = isinstance(function, ast.Attribute) and source.class_name is not None and source.is_method(function)
    name = function.attr if is_method else getattr(function, "id", None)  # type: ignore[union-attr]
    if name == source.name and (is_method or source.class_name is None) and source.name not in source.locals:
        text = ast.unparse(call)
        one = f"to choose one of them write `{variable or 'rest'} = yield {text}`"
        told = f"these are all answers of {text} in one list; {one}, and *rest here"
        source.warn(call.lineno, f"{variable} holds all answers of {text}; {one}" if variable else told)


def is_spread(source: Source, name: str) -> bool:
    """Is this variable read as the items of one answer are: as `*rest`, and in `x in rest`?"""
    around = ir.parents_in(*source.body)
    reads = [part for part in around if is_named(part, name)]
    return all(isinstance(around[part], (ast.Starred, ast.Compare)) for part in reads)


def warn_of_put(source: Source) -> None:
    """Warn of `xs.append(x)` before `require(x not in xs)`, when the user's classes are known, which may have such methods."""
    for before, node in neighbours(source):
        if not (compared := comparisons_of(source, node)):
            continue
        loop = before if isinstance(before, (ast.For, ast.While)) else None
        if loop is not None:
            before = last_put(loop)
        match before:
            case ast.Expr(ast.Call(ast.Attribute(owner, "append" | "add" as name), [item], [])):
                asked = [(item, owner)] if name not in WORLD.functions else []
            case ast.Assign([ast.Subscript(ast.Name() as owner) as place], value):
                values = ast.Call(ast.Attribute(owner, "values", ast.Load()), [], [])
                kept = [item for item in (place, value) if not ir.has_yield(item)]
                asked = [(item, over) for item in kept for over in ([owner] if is_list(source, owner) else [values])]
            case _:
                continue
        sign, told = (ast.In, "always") if isinstance(node, ast.If) else (ast.NotIn, "never")
        texts = {ast.unparse(ast.Compare(item, [sign()], [over])) for item, over in asked}
        for text in texts.intersection(map(ast.unparse, compared)):
            put = ast.unparse(before)
            instead = f"{put} below" if loop is None else f"this in the loop, above {put}"
            source.warn(node.lineno, f"{put} stands above, so {text} is {told} true; write {instead}")


def last_put(loop: ast.For | ast.While) -> Any:
    """The last statement of a loop's body that puts somewhere what the same turn has chosen."""
    for node in reversed(loop.body):
        match node:
            case ast.Expr(ast.Call(ast.Attribute(), [ast.Name(name)], [])) if name in Names(*loop.body).bound:
                return node
    return None


def is_list(source: Source, owner: ast.Name) -> bool:
    """Is every value that the function gives to this variable visibly a list?"""
    given = [value for node in source.nodes for name, value in bindings(node) if name == owner.id]
    return bool(given) and all(isinstance(value, (ast.List, ast.ListComp)) or is_repeated(value) for value in given)


def comparisons_of(source: Source, node: ast.stmt) -> list[ast.AST]:
    """What this statement compares, if a branch may end there."""
    match node:
        case ast.Expr(ast.Call() as call) | ast.If(body=[ast.Expr(ast.Call() as call)]) if source.word(call) in ENDS:
            parts = call.args if isinstance(node, ast.Expr) else [node.test]
            return [part for part in ir.inside(*parts) if isinstance(part, ast.Compare)]
    return []
