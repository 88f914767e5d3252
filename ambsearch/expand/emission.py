"""The emission: from the normal form to the nested generator.

A block is emitted together with what comes after it, its continuation:

    Then(statements, next)   these, and then the next; emitted where it is needed, once
    Jump(name, arguments)    a call of a function that was emitted for it
    END                      the end of the function: the answer None

The methods of Emission stand in the order of the rules in `ambsearch.expand`.
"""

import ast
import copy
from dataclasses import dataclass, replace
from typing import Any

from ambsearch.expand import nodes as n
from ambsearch.expand.effects import changes, in_place, is_permanent, recorded, slice_object
from ambsearch.expand.flow import (
    EVERYTHING,
    Liveness,
    Names,
    bound_after,
    captured,
    irrefutable,
    parameters,
    surely_bound,
)
from ambsearch.expand.source import Source

NESTED_BLOCKS = 20  # CPython refuses more
RESERVE = 4  # for the loops of plain statements inside


@dataclass(frozen=True)
class Then:
    statements: list[ast.stmt]
    next: "Continuation"


@dataclass(frozen=True)
class Jump:
    name: str
    arguments: tuple[str, ...]
    origin: ast.AST


@dataclass(frozen=True)
class End:
    """The end of the function."""


Continuation = Then | Jump | End
END = End()


@dataclass(frozen=True)
class Here:
    """Where the emission stands: the variables that are bound, how deep, and the trail that is open."""

    bound: frozenset[str]
    depth: int = 0
    trail: str | None = None

    def binding(self, names: set[str]) -> "Here":
        return replace(self, bound=self.bound | names)

    def deeper(self, blocks: int) -> "Here":
        return replace(self, depth=self.depth + blocks, trail=None)


class Emission:
    """One expansion of one function: `functions` are its definitions, the main one first."""

    choice_blocks = 1  # the nested blocks that one choice takes

    def __init__(self, source: Source, body: list[ast.stmt]) -> None:
        self.source = source
        self.live = Liveness(source.locals)
        self.loops: dict[int, tuple[Continuation, Continuation]] = {}
        self.order = {name: i for i, name in enumerate(_in_order(source, body))}
        self.kinds = _kinds(source, body)
        self.functions: list[ast.FunctionDef] = []
        tree = source.tree
        self.declared = _declarations(tree)
        self.main = self.function(source.name, tree, copy.deepcopy(tree.args), body, END)

    # functions

    def function(
        self, name: str, origin: ast.AST, arguments: ast.arguments, body: list[ast.stmt], after: Continuation
    ) -> ast.FunctionDef:
        made = n.quote(origin, "def name(): body", name=name, body=[])[0]
        assert isinstance(made, ast.FunctionDef)
        made.args = arguments
        self.functions.append(made)
        here = Here(frozenset(parameters(arguments)))
        emitted = self.block(body, after, here)
        names = Names(*emitted)
        made.body = [*self.declarations(names.read | names.bound, origin), *emitted]
        if not any(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in n.inside(*made.body)):
            made.body += n.quote(origin, "return\nyield")
        return made

    def declarations(self, names: set[str], origin: ast.AST) -> list[ast.stmt]:
        found: list[ast.stmt] = []
        for kind, declared in self.declared.items():
            if declared & names:
                found += n.quote(origin, f"{kind} {', '.join(sorted(declared & names))}")
        return found

    def jump(self, after: Continuation, origin: ast.AST, name: str = "rest") -> Continuation:
        """The continuation as something that may be gone to from several places."""
        if not isinstance(after, Then) or _is_short(after.statements):
            return after
        jump = Jump(self.source.fresh(f"{self.source.name}_{name}"), self.ordered(self.lives(after)), origin)
        self.function(jump.name, origin, _positional(jump.arguments, origin), after.statements, after.next)
        return jump

    def ordered(self, names: set[str]) -> tuple[str, ...]:
        return tuple(sorted(names, key=lambda name: self.order.get(name, len(self.order))))

    def lives(self, after: Continuation) -> set[str]:
        """The variables that a continuation will read."""
        if isinstance(after, Then):
            return self.live.before(after.statements, self.lives(after.next))
        return set(after.arguments) if isinstance(after, Jump) else set()

    def need(self, names: set[str], here: Here, origin: ast.AST) -> None:
        missing = names - here.bound
        if missing:
            raise self.source.complaint(
                origin,
                f"{min(missing)} may have no value here and is read after a choice; "
                f"give it one before, e.g. {min(missing)} = None",
            )

    # blocks

    def block(self, statements: list[ast.stmt], after: Continuation, here: Here) -> list[ast.stmt]:
        if not statements:
            return self.go_on(after, here)
        first, rest = statements[0], statements[1:]
        then = Then(rest, after) if rest else after
        full = here.depth >= NESTED_BLOCKS - RESERVE - self.choice_blocks
        if full and not isinstance(first, (n.Answer, n.Dead)):
            return self.go_on(self.jump(Then(statements, after), first), here, first)
        if not n.leaps(first):
            return self.plain(first, then, here)
        emit = getattr(self, "emit_" + type(first).__name__)
        emitted: list[ast.stmt] = emit(first, then, here)
        return emitted

    def go_on(self, after: Continuation, here: Here, origin: ast.AST | None = None) -> list[ast.stmt]:
        origin = origin or self.source.tree
        if isinstance(after, Then):
            return self.block(after.statements, after.next, here)
        if isinstance(after, Jump):
            self.need(set(after.arguments), here, after.origin)
            call = n.expression(origin, "name()", name=after.name)
            call.args = [n.load(argument, origin) for argument in after.arguments]  # type: ignore[attr-defined]
            return self.call(call, origin)
        return self.answer(n.constant(None, origin), origin)

    # what the second emission does in another way

    def call(self, call: ast.expr, origin: ast.AST) -> list[ast.stmt]:
        return n.quote(origin, "yield from call", call=call)

    def answer(self, value: ast.expr, origin: ast.AST) -> list[ast.stmt]:
        return n.quote(origin, "yield value", value=value)

    def pass_on(self, items: ast.expr, origin: ast.AST) -> list[ast.stmt]:
        return n.quote(origin, "yield from items", items=n.at(n.Items(items), items))

    def choice(self, node: n.Choose, body: list[ast.stmt]) -> list[ast.stmt]:
        items = n.at(n.Items(node.items), node.items)
        return n.quote(node, "for target in items: body", target=node.target, items=items, body=body)

    # the rules

    def emit_Choose(self, node: n.Choose, then: Continuation, here: Here) -> list[ast.stmt]:
        targets = Names(node.target).bound
        kept = self.lives(then) - targets
        inner = here.binding(targets | surely_bound([node.items])).deeper(self.choice_blocks)
        if self.has_escaping(then):
            then = self.jump(then, node)
        body = self.go_on(then, inner, node)
        rebound = (kept | captured(node.items)) & (Names(*body).bound - targets) & self.source.locals
        self.need(rebound & kept, here.binding(surely_bound([node.items])), node)
        before, after = self.saves(self.ordered(rebound & inner.bound), node)
        return [*before, *self.choice(node, body + after)]

    def saves(self, names: tuple[str, ...], origin: ast.AST) -> tuple[list[ast.stmt], list[ast.stmt]]:
        """Keep variables that the rest rebinds, and reset them at the end of each branch."""
        before: list[ast.stmt] = []
        after: list[ast.stmt] = []
        for name in names:
            saved = self.source.fresh(f"{name}_saved")
            before += n.quote(origin, "saved = name", saved=saved, name=name)
            after += n.quote(origin, "name = saved", saved=saved, name=name)
        return before, after

    def has_escaping(self, then: Continuation) -> bool:
        """Does what follows make a function that sees the variables of its branch?"""
        while isinstance(then, Then):
            if any(
                getattr(node, "escapes", False) and captured(node) & self.source.locals
                for node in n.inside(*then.statements)
            ):
                return True
            then = then.next
        return False

    def emit_PassOn(self, node: n.PassOn, then: Continuation, here: Here) -> list[ast.stmt]:
        return self.pass_on(node.items, node)

    def emit_Guard(self, node: n.Guard, then: Continuation, here: Here) -> list[ast.stmt]:
        body = self.go_on(then, here.binding(surely_bound([node.test])), node)
        return n.quote(node, "if test: body", test=node.test, body=body)

    def emit_Answer(self, node: n.Answer, then: Continuation, here: Here) -> list[ast.stmt]:
        return self.answer(node.value, node)

    def emit_Dead(self, node: n.Dead, then: Continuation, here: Here) -> list[ast.stmt]:
        return n.quote(node, "pass")

    def emit_If(self, node: ast.If, then: Continuation, here: Here) -> list[ast.stmt]:
        guard = _as_guard(node)
        if guard is not None:
            return self.emit_Guard(guard, then, here)
        here = here.binding(surely_bound([node.test]))
        if self.falls(node.body, here) and self.falls(node.orelse, here):
            if not n.has_choice(node) and not changes(self.source, [node]):
                return self.guarded(node, then, here)
            then = self.jump(then, node)
        branches = [self.block(branch, then, here) for branch in (node.body, node.orelse)]
        return _if(node, node.test, *branches)

    def emit_Match(self, node: ast.Match, then: Continuation, here: Here) -> list[ast.stmt]:
        here = here.binding(surely_bound([node.subject]))
        if not n.has_choice(node) and isinstance(then, Then):
            return self.guarded(node, then, here)
        then = self.jump(then, node)
        cases = [copy.copy(case) for case in node.cases]
        if not irrefutable(cases[-1]):
            cases.append(ast.match_case(n.at(ast.MatchAs(), node), None, []))
        for case in cases:
            case.body = self.block(case.body, then, here.binding(Names(case.pattern).bound))
        return [n.at(ast.Match(node.subject, cases), node)]

    def emit_For(self, node: ast.For, then: Continuation, here: Here) -> list[ast.stmt]:
        return self.guarded(node, then, here)

    def emit_While(self, node: ast.While, then: Continuation, here: Here) -> list[ast.stmt]:
        return self.guarded(node, then, here)

    def emit_Turns(self, node: n.Turns, then: Continuation, here: Here) -> list[ast.stmt]:
        endless = isinstance(node.test, ast.Constant) and node.test.value
        leaves = sum(isinstance(part, n.Leave) and part.loop == node.loop for part in n.inside(*node.body))
        if leaves + (not endless) > 1:
            then = self.jump(then, node)
        head = self.live.head(node, self.lives(then))
        again = Jump(self.source.fresh(f"{self.source.name}_loop"), self.ordered(head), node)
        self.loops[node.loop] = (again, then)
        next_turn, leave = n.at(n.Next(), node), n.at(n.Leave(), node)
        next_turn.loop = leave.loop = node.loop
        body = [*node.body, next_turn]
        turn = n.quote(node, "if test: body\nelse: end", test=node.test, body=body, end=[*node.orelse, leave])
        statements = [*node.prelude, *(body if endless else turn)]
        arguments = _positional(again.arguments, node)
        self.function(again.name, node, arguments, statements, END)
        return self.go_on(again, here, node)

    def emit_Next(self, node: n.Next, then: Continuation, here: Here) -> list[ast.stmt]:
        return self.go_on(self.loops[node.loop][0], here, node)

    def emit_Leave(self, node: n.Leave, then: Continuation, here: Here) -> list[ast.stmt]:
        return self.go_on(self.loops[node.loop][1], here, node)

    def falls(self, statements: list[ast.stmt], here: Here) -> bool:
        """Can these statements come to their end?"""
        return bound_after(statements, set(here.bound)) is not EVERYTHING

    # compound statements with dead ends only

    def guarded(self, node: Any, then: Continuation, here: Here) -> list[ast.stmt]:
        """They stay what they are; `alive` says afterwards whether the branch lives."""
        frame = _Frame(self, node, self.bound(node, here))
        parts = frame.recorded()
        if _needs_no_flag(parts):
            loop: Any = parts[0]
            loop.body = _Flat(None, self.answer).block(loop.body, True)
            loop.orelse = self.go_on(then, frame.here, node)
            return frame.around(parts)
        alive = self.source.fresh("alive")
        body = n.quote(node, "alive = True", alive=alive) + _Flat(alive, self.answer).block(parts, False)
        if self.falls([node], here):
            rest = self.go_on(then, frame.here, node)
            body += n.quote(node, "if alive: rest", alive=alive, rest=rest)
        return frame.around(body)

    def bound(self, node: ast.stmt, here: Here) -> Here:
        after = bound_after([node], set(here.bound))
        return here if after is EVERYTHING else here.binding(after)

    # plain statements

    def plain(self, node: ast.stmt, then: Continuation, here: Here) -> list[ast.stmt]:
        if isinstance(node, (ast.Global, ast.Nonlocal)):
            return self.go_on(then, here, node)
        if isinstance(node, ast.If) and self.branches_apart(node):
            return self.emit_If(node, then, here)
        direct = self.direct(node, then, here)
        if direct is not None:
            return direct
        frame = _Frame(self, node, self.bound(node, here))
        body = frame.recorded()
        if self.falls([node], here):
            body = body + self.go_on(then, frame.here, node)
        return frame.around(body)

    def branches_apart(self, node: ast.If) -> bool:
        """Is it better to go on from each branch, so that each undoes its own changes directly?"""
        return bool(changes(self.source, [*node.body, *node.orelse])) and not changes(self.source, [node.test])

    def rebinds_declared(self, node: ast.stmt) -> set[str]:
        """The global and nonlocal variables that a plain statement rebinds, but not permanently."""
        every = set().union(*self.declared.values())
        if isinstance(node, (ast.Assign, ast.AugAssign)) and is_permanent(self.source, node.value):
            return set()
        return (Names(node).bound - _permanent_targets(self.source, node)) & every

    def check_declared(self, node: ast.stmt) -> None:
        both = _permanent_targets(self.source, node) & set().union(*self.declared.values())
        if both and not isinstance(node, (ast.Assign, ast.AugAssign)):
            ordinary = _ordinary_targets(self.source, node) & both
            if ordinary:
                raise self.source.complaint(
                    node, f"{min(ordinary)} is assigned both permanently and ordinarily in one statement"
                )

    def declared_saved(self, name: str, node: ast.AST) -> tuple[list[ast.stmt], list[ast.stmt]]:
        old = self.source.fresh(f"{name}_saved")
        if name in self.declared["nonlocal"]:
            parts = {"old": old, "name": name}
            return n.quote(node, "old = name", **parts), n.quote(node, "name = old", **parts)
        parts = {"old": old, "key": n.constant(name, node)}
        return n.quote(node, "old = before_item(globals(), key)", **parts), n.quote(node, "take_back(old)", **parts)

    # direct changes: the common ones have their inverse right after the rest, as one writes by hand

    def direct(self, node: Any, then: Continuation, here: Here) -> list[ast.stmt] | None:
        change = self.direct_change(node)
        if change is None:
            return None
        here = self.bound(node, here).deeper(1)
        body = self.go_on(then, here, node)
        before, after = change(node, Names(*body).bound)
        return before + _tried(node, body, after)

    def direct_change(self, node: Any) -> Any:
        """The method that emits this change, if it is one of the common ones."""
        match node:
            case ast.Expr(value=ast.Call(func=ast.Attribute(attr=name, value=owner), args=[item], keywords=[])):
                plain = not isinstance(item, ast.Starred) and not changes(self.source, [owner, item])
                return self.method_change if plain and name in ("append", "add") else None
            case ast.Assign(targets=[ast.Subscript() as target]) | n.Touch(target=ast.Subscript() as target):
                return self.item_change if self.is_direct(node, target) else None
            case ast.AugAssign(target=ast.Subscript() as target):
                return self.item_change if self.is_direct(node, target) else None
            case ast.AugAssign(target=ast.Name()):
                return self.augmented_change if self.is_augmented_local(node) else None
        return None

    def is_direct(self, node: Any, target: ast.Subscript) -> bool:
        if getattr(node, "recorded", False) or isinstance(target.slice, (ast.Slice, ast.Tuple)):
            return False
        value = getattr(node, "value", None)
        if is_permanent(self.source, value) or (value is not None and _mentions_permanent(self.source, node)):
            return False
        parts = [part for part in (target.value, target.slice, value) if part is not None]
        return not changes(self.source, parts)

    def is_augmented_local(self, node: ast.AugAssign) -> bool:
        name = node.target.id  # type: ignore[union-attr]
        if name not in self.source.locals or not in_place(node) or is_permanent(self.source, node.value):
            return False
        return not changes(self.source, [node.value]) and not _mentions_permanent(self.source, node)

    def stable(self, value: ast.expr, name: str, rebound: set[str]) -> tuple[list[ast.stmt], ast.expr]:
        """A value that is needed again when the search goes back, in a variable that the rest leaves alone."""
        is_local = isinstance(value, ast.Name) and value.id in self.source.locals
        if isinstance(value, ast.Constant) or is_local and value.id not in rebound:  # type: ignore[attr-defined]
            return [], value
        fresh = self.source.fresh(name)
        return n.quote(value, "fresh = value", fresh=fresh, value=value), n.load(fresh, value)

    def method_change(self, node: Any, rebound: set[str]) -> tuple[list[ast.stmt], list[ast.stmt]]:
        """xs.append(v) and seen.add(v)."""
        name, value = node.value.func.attr, node.value.args[0]
        before, owner = self.stable(node.value.func.value, "owner", rebound)
        kind = self.kind(owner)
        if name == "append" and kind == "list":
            parts = {"owner": owner, "item": value}
            return before + n.quote(node, "owner.append(item)", **parts), n.quote(node, "owner.pop()", **parts)
        keep, item = self.stable(value, "item", rebound)
        if kind == "set":
            save, after = "back = item not in owner", "if back: owner.remove(item)"
        elif name == "append":
            save = "back = False if type(owner) is list else before_method(owner, 'append', (item,))"
            after = "if back is False: owner.pop()\nelse: take_back(back)"
        else:
            save = (
                "back = (None if item in owner else False) if type(owner) is set "
                "else before_method(owner, 'add', (item,))"
            )
            after = "if back is False: owner.remove(item)\nelse: take_back(back)"
        parts = {"owner": owner, "item": item, "back": self.source.fresh("back")}
        before += keep + n.quote(node, f"{save}\nowner.{name}(item)", **parts)
        return before, n.quote(node, after, **parts)

    def kind(self, owner: ast.expr) -> str:
        """The kind of container that a variable visibly is: list, dict, set, or nothing."""
        return self.kinds.get(owner.id, "") if isinstance(owner, ast.Name) else ""

    def item_change(self, node: Any, rebound: set[str]) -> tuple[list[ast.stmt], list[ast.stmt]]:
        """a[k] = v, with the value first, as Python evaluates it; a[k] += 1; Touch, which only restores."""
        target = node.targets[0] if isinstance(node, ast.Assign) else node.target
        before: list[ast.stmt] = []
        value = node.value if isinstance(node, ast.Assign) else None
        if value is not None and not isinstance(value, (ast.Constant, ast.Name)):
            new = self.source.fresh("new")
            before, value = n.quote(node, "new = value", new=new, value=value), n.load(new, value)
        keep_owner, owner = self.stable(target.value, "owner", rebound)
        keep_key, key = self.stable(slice_object(target.slice), "key", rebound)
        parts = {"owner": owner, "key": key, "value": value, "old": self.source.fresh("old")}
        save, after = self.item_restored(owner, key, parts)
        before += keep_owner + keep_key + n.quote(node, save, **parts)
        if value is not None:
            before += n.quote(node, "owner[key] = value", **parts)
        elif isinstance(node, ast.AugAssign):
            place: Any = n.expression(node, "owner[key]", **parts)
            place.ctx = ast.Store()
            before.append(n.at(ast.AugAssign(place, node.op, node.value), node))
        return before, n.quote(node, after, **parts)

    def item_restored(self, owner: ast.expr, key: ast.expr, parts: dict[str, Any]) -> tuple[str, str]:
        """What saves an item and what restores it, as text."""
        kind, is_int = self.kind(owner), isinstance(key, ast.Constant) and type(key.value) is int
        if kind == "dict":
            return "old = owner.get(key, GONE)", "if old is GONE: del owner[key]\nelse: owner[key] = old"
        if kind == "list" and is_int:
            return "old = owner[key]", "owner[key] = old"
        parts["place"] = self.source.fresh("place")
        tests = ["type(owner) is list"] * (kind != "list") + ["type(key) is int"] * (not is_int)
        save = f"place = owner if {' and '.join(tests)} else Place(owner)\nold = place[key]"
        return save, "place[key] = old"

    def augmented_change(self, node: ast.AugAssign, rebound: set[str]) -> tuple[list[ast.stmt], list[ast.stmt]]:
        """n += v, which changes a container in place and only rebinds a number."""
        parts = {"back": self.source.fresh("back"), "name": node.target}
        before = n.quote(node, "back = type(name) is not int and before_augmented(name)", **parts)
        return [*before, node], n.quote(node, "if back: take_back(back)", **parts)


def _is_short(statements: list[ast.stmt]) -> bool:
    """May these stand twice: a leap, or a guard and a leap?"""
    *guards, last = statements[:2]
    return isinstance(last, (n.Answer, n.PassOn, n.Dead, n.Next, n.Leave)) and all(
        isinstance(guard, n.Guard) for guard in guards
    )


class _Frame:
    """A statement and what takes its changes back: a trail, and the old values of global variables."""

    def __init__(self, emission: Emission, node: ast.stmt, here: Here) -> None:
        self.emission, self.node, self.here = emission, node, here
        emission.check_declared(node)
        self.declared = sorted(emission.rebinds_declared(node))
        self.changes = bool(changes(emission.source, [node]))
        self.opens = self.changes and (here.trail is None or bool(self.declared))
        if self.opens or self.declared:
            self.here = here.deeper(1)
        if self.opens:
            self.here = replace(self.here, trail=emission.source.fresh("trail"))

    def recorded(self) -> list[ast.stmt]:
        """The statement with its changes on the trail."""
        node, source = copy.deepcopy(self.node), self.emission.source
        if not self.changes and not _mentions_permanent(source, node):
            return [node]
        return recorded(source, node, self.here.trail or "trail")

    def around(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """The body, after which everything is taken back."""
        before: list[ast.stmt] = []
        back: list[ast.stmt] = []
        for name in self.declared:
            save, restore = self.emission.declared_saved(name, self.node)
            before, back = before + save, back + restore
        if self.opens:
            before = before + n.quote(self.node, "trail = []", trail=self.here.trail)
            back = n.quote(self.node, "undo(trail)", trail=self.here.trail) + back
        return before + _tried(self.node, body, back)


class _Flat:
    """Dead ends inside plain loops and ifs: say that the branch is dead, and leave the loops."""

    def __init__(self, alive: str | None, answer: Any) -> None:
        self.alive = alive
        self.answer = answer

    def block(self, statements: list[ast.stmt], in_loop: bool) -> list[ast.stmt]:
        flat: list[ast.stmt] = []
        for i, node in enumerate(statements):
            if not n.leaps(node):
                flat.append(node)
                continue
            flat += self.leap(node, in_loop)
            if isinstance(node, (n.Dead, n.Answer)):
                return flat
            if in_loop and not isinstance(node, n.LOOPS):
                continue  # it has left the loop itself
            rest = self.block(statements[i + 1 :], in_loop)
            return flat + self.if_alive(node, rest, in_loop)
        return flat or [ast.Pass()]

    def if_alive(self, node: Any, rest: list[ast.stmt], in_loop: bool) -> list[ast.stmt]:
        if in_loop:
            return n.quote(node, "if not alive: break", alive=self.alive) + rest
        if isinstance(node, n.Guard):
            dead = self.dead(node, in_loop)
            return n.quote(node, "if test: rest\nelse: dead", test=node.test, rest=rest, dead=dead)
        return n.quote(node, "if alive: rest", alive=self.alive, rest=rest)

    def dead(self, node: ast.AST, in_loop: bool) -> list[ast.stmt]:
        flag = n.quote(node, "alive = False", alive=self.alive) if self.alive else []
        return flag + (n.quote(node, "break") if in_loop else [])

    def leap(self, node: Any, in_loop: bool) -> list[ast.stmt]:
        match node:
            case n.Guard():
                dead = self.dead(node, in_loop)
                return n.quote(node, "if not test: dead", test=node.test, dead=dead) if in_loop else []
            case n.Dead():
                return self.dead(node, in_loop)
            case n.Answer():
                answer: list[ast.stmt] = self.answer(node.value, node)
                return answer + self.dead(node, in_loop)
            case ast.Match():
                for case in node.cases:
                    case.body = self.block(case.body, in_loop)
            case ast.If():
                node.body = self.block(node.body, in_loop)
                node.orelse = self.block(node.orelse, in_loop) if node.orelse else []
            case ast.For() | ast.While():
                node.body = self.block(node.body, True)
                node.orelse = self.block(node.orelse, in_loop) if node.orelse else []
        return [node]


def _needs_no_flag(parts: list[ast.stmt]) -> bool:
    """One loop whose every dead end leaves it directly, so that its `else` means that the branch lives?"""
    if len(parts) != 1 or not isinstance(parts[0], n.LOOPS) or parts[0].orelse:
        return False
    loop = parts[0]
    breaks = any(isinstance(node, ast.Break) for node in n.inside(*loop.body))
    inner = any(isinstance(node, n.LOOPS) and n.leaps(node) for node in n.inside(*loop.body))
    return not breaks and not inner


def _as_guard(node: ast.If) -> n.Guard | None:
    """An `if` with nothing but guards in it is one guard: if c: require(p)  ->  require(not c or p)."""
    tests = [_conjunction(branch, node) for branch in (node.body, node.orelse)]
    if None in tests or surely_bound([node]):
        return None
    parts = {"c": node.test, "p": tests[0], "q": tests[1]}
    text = "p if c else q" if node.orelse else "not c or p"
    if isinstance(tests[0], ast.Constant) and not tests[0].value:
        text = "not c and q" if node.orelse else "not c"
    return n.at(n.Guard(n.expression(node, text, **parts)), node)  # type: ignore[no-any-return]


def _conjunction(branch: list[ast.stmt], origin: ast.AST) -> ast.expr | None:
    tests: list[ast.expr] = []
    for node in branch:
        if isinstance(node, ast.If):
            inner = _as_guard(node)
            if inner is None:
                return None
            node = inner
        if isinstance(node, n.Guard):
            tests.append(node.test)
        elif isinstance(node, n.Dead):
            tests.append(n.constant(False, node))
            break
        elif not isinstance(node, ast.Pass):
            return None
    if len(tests) < 2:
        return tests[0] if tests else n.constant(True, origin)
    return n.at(ast.BoolOp(ast.And(), tests), origin)  # type: ignore[no-any-return]


def _if(node: ast.AST, test: ast.expr, body: list[ast.stmt], orelse: list[ast.stmt]) -> list[ast.stmt]:
    text = "if test: body\nelse: orelse"
    if all(isinstance(part, ast.Pass) for part in orelse):
        text = "if test: body"
    return n.quote(node, text, test=test, body=body, orelse=orelse)


def _tried(node: ast.AST, body: list[ast.stmt], back: list[ast.stmt]) -> list[ast.stmt]:
    if not back:
        return body
    return n.quote(node, "try: body\nfinally: back", body=body, back=back)


def _positional(names: tuple[str, ...], origin: ast.AST) -> ast.arguments:
    return ast.arguments([], [n.at(ast.arg(name), origin) for name in names], None, [], [], None, [])


def _declarations(tree: ast.FunctionDef) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {"global": set(), "nonlocal": set()}
    for node in n.inside(*tree.body):
        if isinstance(node, (ast.Global, ast.Nonlocal)):
            found[type(node).__name__.lower()].update(node.names)
    return found


def _in_order(source: Source, body: list[ast.stmt]) -> list[str]:
    """The local variables in the order in which one meets them."""
    found = dict.fromkeys(node.arg for node in ast.walk(source.tree.args) if isinstance(node, ast.arg))
    for statement in body:
        for node in ast.walk(statement):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                found.setdefault(node.id)
    return list(found)


def _kinds(source: Source, body: list[ast.stmt]) -> dict[str, str]:
    """The local variables that visibly are lists, dicts or sets, wherever they are bound."""
    seen: dict[str, set[str]] = {name: {""} for name in parameters(source.tree.args) - source.boxes}
    for node in n.inside(*body):
        if isinstance(getattr(node, "name", None), str):  # a function, an exception, a pattern
            seen.setdefault(node.name, set()).add("")  # type: ignore[attr-defined]
        made = node.value if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) else None
        if made is not None:
            seen.setdefault(node.targets[0].id, set()).add(_kind(source, made))  # type: ignore[attr-defined]
        elif not isinstance(node, (ast.AugAssign, ast.Name)):
            for child in ast.iter_child_nodes(node):
                if not isinstance(child, (ast.stmt, ast.match_case, ast.ExceptHandler)):
                    for name in Names(child).bound:
                        seen.setdefault(name, set()).add("")
    return {name: kinds.pop() for name, kinds in seen.items() if len(kinds) == 1 and name in source.locals}


def _kind(source: Source, value: ast.expr) -> str:
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Mult):
        value = value.left
    if isinstance(value, ast.Call):
        made = source.resolve(value.func)
        return made.__name__ if made in (list, dict, set) else ""
    kinds = {ast.List: "list", ast.ListComp: "list", ast.Dict: "dict", ast.Set: "set"}
    return {**kinds, ast.DictComp: "dict", ast.SetComp: "set"}.get(type(value), "")


def _mentions_permanent(source: Source, node: ast.AST) -> bool:
    return any(is_permanent(source, part) for part in n.inside(node))


def _permanent_targets(source: Source, node: ast.AST) -> set[str]:
    return _assigned(source, node, True)


def _ordinary_targets(source: Source, node: ast.AST) -> set[str]:
    return _assigned(source, node, False)


def _assigned(source: Source, node: ast.AST, permanent: bool) -> set[str]:
    found: set[str] = set()
    for part in n.inside(node):
        if isinstance(part, (ast.Assign, ast.AugAssign)) and is_permanent(source, part.value) is permanent:
            targets = part.targets if isinstance(part, ast.Assign) else [part.target]
            found |= {target.id for target in targets if isinstance(target, ast.Name)}
    return found
