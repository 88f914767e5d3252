"""What the user's functions do: does a function change something that it did not create, may it end the branch?

consult         lets a source answer the questions below about what it calls
is_harmless     does a function change only what it created itself, directly or through others?
may_change      may a node run one that is not harmless?
may_die         may a node run one that calls `require` or `fail`?
known_function  the one function with changes that a call may run

A function is read once, and its facts are kept in `world` until a function is replaced or added.
"""

import ast
from collections import UserList
from collections.abc import Callable, Set
from contextlib import contextmanager
from functools import partial
from types import CodeType
from typing import Any

from ambsearch.expansion.analysis import asked, bindings, bytecode, effects, flow, values
from ambsearch.expansion.analysis.callees import callbacks, is_method, is_own_class, meeting, near
from ambsearch.expansion.analysis.callees import callees as callees_elsewhere
from ambsearch.expansion.analysis.functions import Own, calls_back_only
from ambsearch.expansion.analysis.held import is_plain
from ambsearch.expansion.analysis.world import WORLD, Facts, methods_of_objects, relatives
from ambsearch.expansion.reading.source import UNKNOWN, Source
from ambsearch.expansion.reading.words import ENDS
from ambsearch.expansion.trees import nodes as ir
from ambsearch.ground.ownership import plain_function
from ambsearch.running.twins import CO_GENERATOR, OF_FUNCTIONS


def consult(source: Source) -> None:
    """Let a source say, from now on, what the functions that it calls do."""
    source.is_consulted = True
    source.may_change, source.may_die = partial(may_change, source), partial(may_die, source)
    source.known_function, source.is_method = partial(known_function, source), partial(is_method, source)
    source.owner_changed = partial(owner_changed, source)


def may_change(source: Source, node: ast.AST) -> bool:
    """May this node, without those inside it, run a user's function that changes something?"""
    if may_make_key(source, node):
        return True
    found = callees(source, node)
    return found is None or not all(map(is_harmless, found))


def may_make_key(source: Source, node: ast.AST) -> bool:
    """Does this node read an item, perhaps of a defaultdict, which makes it?"""
    if not isinstance(node, ast.Subscript) or isinstance(node.slice, ast.Slice) or not isinstance(node.ctx, ast.Load):
        return False
    if not WORLD.relations.may_make_keys(source.space) or is_plain(source, node.value):
        return False
    from ambsearch.expansion.analysis.defaulting import may_be_met  # here, because few programs need it

    return may_be_met(source, WORLD.relations, node.value)


def may_die(source: Source, node: ast.AST) -> bool:
    """May this node, without those inside it, run a user's function that calls `require` or `fail`?"""
    match node:
        case ast.Call(func=ast.Name(id=name)) if name in source.undying:
            return False
        case ast.Call(func=ir.Helper(id="more_steps"), args=[ast.Name(id=name), _]):
            return name in source.dying
    found = callees(source, node)
    return found is None or any(map(is_fatal, found))


def known_function(source: Source, node: ast.Call) -> Any:
    """The only user's function with changes that this call may call; None if there are more."""
    found = [own.function for own in callees(source, node) or () if not is_harmless(own)]
    if len(found) != 1 or found[0] is None or found[0].__closure__ is not None:
        return None
    if plain_function(source.resolve(node.func)) is not found[0]:
        return None  # what is called calls it in turn: next, list
    return found[0]


def is_harmless(own: Own) -> bool:
    """Does this function change only what it created itself, directly or through others?"""
    return not leads_to(own, WORLD.changing, lambda facts: facts.changes)


def is_fatal(own: Own) -> bool:
    """May this function call `require` or `fail`, directly or through others?"""
    return leads_to(own, WORLD.dying, lambda facts: facts.dies)


def leads_to(own: Own, known: dict[Own | int, bool], is_so: Callable[[Facts], bool]) -> bool:
    """Is this so of a function, or of one that it may call, directly or through others?

    known: what has been found, of functions and of lists of functions, each of which is gone through once.
    """
    if own in known:
        return known[own]
    seen: dict[Own | int, bool] = {own: False}
    waiting = [own]
    while waiting:
        facts = facts_of(waiting.pop())
        lists = {key: owns for key, owns in facts.called.items() if key not in seen and key not in known}
        # in order: what is found may depend on it
        called = dict.fromkeys(callee for owns in lists.values() for callee in owns)
        if is_so(facts) or any(map(known.get, called)):
            known[own] = True
            return True
        new = [callee for callee in called if callee not in seen and callee not in known]
        seen |= dict.fromkeys((*lists, *new), False)
        waiting += new
    known.update(seen)
    return False


def facts_of(own: Own) -> Facts:
    if own not in WORLD.facts:
        WORLD.facts[own] = Facts()  # for a function that looks at itself
        source = own.source()
        if not calls_back_only(own.space):
            WORLD.learn(own.space)  # a program that is executed is in no list of modules
            WORLD.attach(source.attached if source else None, own.space)
        is_changing = not source and not own.is_generated and bytecode.changes_something(own.code)
        WORLD.facts[own] = facts_of_source(source, own.makes) if source else Facts(is_changing)
    return WORLD.facts[own]


def facts_of_source(source: Source, makes: bool) -> Facts:
    """What the function with this source does, with the functions in it."""
    facts = Facts()
    if makes and source.code is UserList.__init__.__code__:  # all that it changes is the list that it has just made
        run = near(source, *asked.SPECIAL_METHODS["list"])
        facts.called[id(run)] = run
    elif not isinstance(source.tree, ast.AsyncFunctionDef):
        collect(source, values.made_names(source, makes), facts, source)
    return facts


def is_left_alone(source: Source) -> bool:
    """Is this an async function, or a generator with `require` in it, which belongs to no branch: @ambiguous was forgotten?"""
    if isinstance(source.tree, ast.AsyncFunctionDef):
        return True
    if not is_generator(source) or not any(source.word(call) in ENDS for call in source.calls):
        return False
    above = map(source.resolve, getattr(source.tree, "decorator_list", ()))
    return not any(found is contextmanager for found in above)  # whose steps belong to the branch of the `with`


def is_generator(source: Source) -> bool:
    """Is this a generator, or made of the text of one, as its steps are?"""
    is_cut = source.around is None and source.code is not None and source.code.co_flags & CO_GENERATOR
    return bool(is_cut) or any(isinstance(node, ir.YIELDS) for node in source.nodes)


def collect(source: Source, fresh: Set[str], facts: Facts, top: Source) -> None:
    """Add what a function does, given the variables that hold what it created itself.

    top: this function, or the one around it of which all functions inside are gone through.
    """
    facts.changes |= effects.mentions_permanent(source, *source.body)  # what it stores must be copied
    facts.changes |= bool((source.declared["global"] | source.declared["nonlocal"] - fresh) & source.names.bound)
    for node in effects.unkept(source, source.body):
        if not (is_new := is_of_new(source, node, fresh)):
            facts.changes |= type(node) in effects.RUNNING and source.may_change(node)
            owners = effects.owners_changed_by(source, node) if type(node) in effects.CHANGING else ()
            facts.changes |= not all(is_made_here(source, fresh, owner) for owner in owners)
        if isinstance(node, ir.FUNCTIONS):
            collect_inner(source, node, fresh, facts, top)
        elif source.word(node) in ENDS:
            if is_left_alone(source):
                continue
            facts.changes = facts.dies = True
        else:
            facts.changes |= may_make_key(source, node) and effects.root_of(node.value) not in fresh
            found = callees(source, node, top)
            if found is None and (name := getattr(getattr(node, "func", None), "id", "")) in facts.outer:
                facts.met.add(facts.outer[name])
            elif found is None:
                facts.changes = facts.dies = True
            elif is_new:
                found = of_new_object(source, node, found)
            facts.called |= {id(found): found} if found else {}


def is_of_new(source: Source, node: Any, fresh: Set[str]) -> bool:
    """Is this a call of a method of an object that is just made, or super().__init__() of one?"""
    if isinstance(node, ast.Call) and effects.is_inherited(source, node):
        return getattr(node.func, "attr", "") == "__init__" and flow.first_parameter(source.tree) in fresh
    return not is_generator(source) and name_of_object(source, getattr(node, "func", None)) in fresh


def owner_changed(source: Source, node: Any) -> str | None:
    """The variable with the object that is all that this call of a method changes, if it changes no more than a new one has."""
    name = name_of_object(source, getattr(node, "func", None))
    found = callees(source, node) if name else None
    return None if found is None or not all(map(is_harmless, of_new_object(source, node, found))) else name


def name_of_object(source: Source, place: ast.expr | None) -> str | None:
    """The variable of an attribute's or method's object, if it holds none but new ones, and no copies, which share what they hold."""
    name = effects.root_of(place.value) if isinstance(place, ast.Attribute) else None
    given = bindings.values_of(source).get(name, []) if name else []
    are_made = all(isinstance(value, ast.Call) and isinstance(source.resolve(value.func), type) for value in given)
    return name if are_made else None


def of_new_object(source: Source, call: Any, found: list[Own]) -> list[Own]:
    """These functions, the methods among them as they do with an object that is just made."""
    codes, is_init = methods_of_objects(source.mangled_name(call.func.attr)), call.func.attr == "__init__"
    return [Own(own.code, own.space, own.makes or is_init or id(own.code) in codes) for own in found]


def is_made_here(source: Source, fresh: Set[str], changed: ast.expr | None) -> bool:
    """Is this made here, or what an object made here has for itself?"""
    match changed:
        case ast.Name(id=name):
            return name in fresh
        case ast.Attribute() if not is_generator(source):
            return name_of_object(source, changed) in fresh and WORLD.has_for_itself(source, changed)
    return False


def collect_inner(source: Source, node: Any, fresh: Set[str], facts: Facts, top: Source) -> None:
    """Add what a function made in this one does, to which the variables of this one are its own, too."""
    inner = source.nested_source(node)
    own = flow.parameters(node.args) | inner.names.bound
    rebindable = {name for name in source.locals if name in inner.declared["nonlocal"]}
    outer = {name for name in fresh & source.names.bound if name not in own}
    collect(inner, outer | values.made_names(inner, False) | rebindable, facts, top)


# functions made in the same text


def callees(source: Source, node: ast.AST, top: Source | None = None) -> list[Own] | None:
    """The user's functions that this one node may run, without the nodes inside it; None if unknown before the run.

    top: the function of which all functions inside are gone through anyhow.
    """
    if not isinstance(node, ast.Call):
        return callees_elsewhere(source, node)
    is_own = is_own_class(source, node.func)
    if may_be_taken(source, node.func):
        from ambsearch.expansion.analysis.tables import callees_taken  # here, because few programs need it

        if (taken := callees_taken(source, node)) is not None:
            return taken
    if isinstance(node.func, ast.Name) and not is_own and (maker := maker_of(source, node.func.id)) is not None:
        is_in = top is not None and is_inside(maker, top) and is_plain_definition(maker, node.func.id)
        return [] if is_in or source.word(node) is not None else of_local(maker, node.func.id)
    if isinstance(node.func, ast.Lambda):
        return of_definition(source, node.func)
    found = callees_elsewhere(source, node)
    for call in callbacks(source, node):
        more = None if effects.owners_changed_by(source, call) else callees(source, call, top)
        found = None if found is None or more is None else [*found, *more]
    return found


def may_be_taken(source: Source, function: ast.expr) -> bool:
    """Is this an item of something, or a variable that is no function made here?"""
    if isinstance(function, ast.Name):
        return source.resolve(function) is UNKNOWN and bindings.single_definition(source, function.id) is None
    return isinstance(function, ast.Subscript | ast.Call)


def maker_of(source: Source, name: str) -> Source | None:
    """The function whose variable this is: this one, or one around it in the same text."""
    around: Source | None = source
    while around is not None and name not in around.locals:
        around = around.around
    return around


def is_inside(source: Source | None, top: Source) -> bool:
    """Is this that function, or one made in it?"""
    while source is not None and source is not top:
        source = source.around
    return source is top


def is_plain_definition(source: Source, name: str) -> bool:
    made = bindings.single_definition(source, name)
    return made is not None and not getattr(made, "decorator_list", ())


def of_local(source: Source, name: str) -> list[Own] | None:
    """What a call of a function made in this one runs, if the variable visibly holds nothing else."""
    if name not in source.local_calls:
        source.local_calls[name] = None  # for a function that calls itself
        made = bindings.single_definition(source, name)
        facts = facts_of_inner(source)
        if is_plain_definition(source, name) and not facts.changes:
            source.local_calls[name] = sorted(facts.calls, key=lambda own: own.key)
        else:
            source.local_calls[name] = of_given(source, name) if made is None else of_definition(source, made)
    found: list[Own] | None = source.local_calls[name]
    return found


def of_given(source: Source, name: str) -> list[Own] | None:
    """The function that another has made, if that is all that is given to this variable: add, remove = counter()."""
    if len(bindings.values_of(source).get(name, ())) != 1 or name in flow.parameters(source.tree.args):
        return None
    nodes: list[Any] = [
        node for node in source.nodes if isinstance(node, ast.Assign) and name in flow.Names(node).bound
    ]
    call: Any = nodes[0].value if nodes else None
    found = callees_elsewhere(source, call) if isinstance(call, ast.Call) else None
    if not found or len(found) > 1 or source.resolve(call.func) is not found[0].function:
        return None
    (own,) = found
    maker, remade = own.source(), [one for name in OF_FUNCTIONS for one in WORLD.stored.get(name, {}).values()]
    if maker is None or is_generator(maker) or relatives(meeting(source), remade):
        return None
    returned = [part.value for part in maker.nodes if isinstance(part, ast.Return)]
    pairs = [pair for value in returned for pair in bindings.pairs_of(nodes[0].targets[0], value)]
    given = dict.fromkeys(ir.name_of(value) for part, value in pairs if ir.name_of(part) == name)
    codes = {part.co_name: part for part in own.code.co_consts if isinstance(part, CodeType)}
    are_made = len(nodes[0].targets) == 1 and all(one in codes and is_plain_definition(maker, one) for one in given)
    return [Own(codes[one], own.space) for one in given] if given and are_made else None


@bindings.once
def facts_of_inner(source: Source) -> Facts:
    """What all functions made in this one do, besides changing what it created itself, which ends with it.

    That of a generator is met by several branches.
    """
    facts = Facts(changes=is_generator(source))
    for node in effects.unkept(source, source.body) if not facts.changes else ():
        if isinstance(node, ir.FUNCTIONS):
            collect_inner(source, node, values.made_names(source, False), facts, source)
    return facts


def of_definition(source: Source, node: Any) -> list[Own] | None:
    if getattr(node, "decorator_list", None):
        return [] if source.is_ambiguous(node) else None
    facts = facts_of_source(source.nested_source(node), False)
    return None if facts.changes else sorted(facts.calls, key=lambda own: own.key)
