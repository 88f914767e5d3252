"""Closures that change something only if the functions do that they were made with: either(f, g), compose(f, g).

>>> from ambsearch.expansion.analysis.world import WORLD
>>> def compose(f, g):
...     return lambda x: g(f(x))
>>> WORLD.learn(globals())
>>> decided_by(compose(str, len).__code__, globals())
(0, 1)
"""

import ast
import dis
import types
from typing import Any

from ambsearch.expansion.analysis.bytecode import FLAGS, GIVES_LATER
from ambsearch.expansion.analysis.facts import collect, is_harmless
from ambsearch.expansion.analysis.values import made_names
from ambsearch.expansion.analysis.world import WORLD, Facts
from ambsearch.expansion.reading.codes import codes_in
from ambsearch.expansion.reading.source import Source
from ambsearch.running.twins import TWINS


def decided_by(code: types.CodeType, space: dict[str, Any]) -> tuple[int, ...]:
    """Which variables around this function hold what decides whether it changes something; none if more than these does."""
    makers = [own.code for own in WORLD.inside.get(id(space), {}).values()]
    makers += [twin for _, twin in [*TWINS.codes.values()] if twin is not None]
    around = [maker for maker in makers if any(code is part for part in maker.co_consts)]
    source = Source.of_code(code, space) if around and not code.co_flags & GIVES_LATER else None
    if source is None:
        return ()
    bound = [node.id for node in source.nodes if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)]
    bound += [node.arg for node in source.nodes if isinstance(node, ast.arg)]
    facts = Facts()
    facts.outer = {name: name for name in code.co_freevars if name not in bound and is_bound_once(around[0], name)}
    alone = {name for name in bound if bound.count(name) == 1} - {*code.co_freevars, *code.co_names}
    for node in source.nodes:
        match node:  # any(f(x) for f in fs)
            case ast.comprehension(ast.Name(each), ast.Name(every)) if every in facts.outer and each in alone:
                facts.outer[each] = every
    collect(source, made_names(source, False), facts, source)
    if facts.changes or not all(map(is_harmless, facts.calls)):
        return ()
    return tuple([i for i, name in enumerate(code.co_freevars) if name in facts.met])


def is_bound_once(code: types.CodeType, name: str) -> bool:
    """Is this variable, which functions made in this one share, bound just once: as a parameter, or where there is no loop?"""
    steps = [(part, step) for part in codes_in(code) for step in dis.get_instructions(part)]
    bound = [part for part, step in steps if step.opname in ("STORE_DEREF", "DELETE_DEREF") and step.argval == name]
    given = code.co_argcount + code.co_kwonlyargcount + bool(code.co_flags & FLAGS["VARARGS"])
    is_given = name in code.co_varnames[:given]
    has_loops = any(part is code and "BACKWARD" in step.opname for part, step in steps)
    return name in code.co_cellvars and (not bound if is_given else bound == [code] and not has_loops)
