"""A `match` whose patterns may run user-defined code that changes something becomes tests, which can be recorded.

match s:                        subject = s
    case Point(x=0): A          if isinstance(subject, Point) and (part := getattr(subject, 'x', END)) is not END and part == 0: A
    case [a, b] if a < b: B     elif isinstance(subject, Sequence) and len(subject) == 2 and ... and a < b: B
    case _: C                   else: C

As in Python, a pattern reads all attributes or keys before it looks into them, and binds its variables when all of it
has matched. In the body of a class, where a variable would be an attribute, a `match` stays as it is; so
does one with positional patterns for a class that only the run knows.

>>> from ambsearch import ambiguous, expand
>>> class Die:
...     asked = 0
...
...     @property
...     def eyes(self):
...         self.asked += 1
...         return 6
>>> @ambiguous
... def f(die):
...     x = yield (1, 2)
...     match die:
...         case Die(eyes=n):
...             x += n
...     return x
>>> print(expand(f, normal=True), end="")
def f(die):
    x = yield (1, 2)
    subject = die
    if isinstance(subject, Die) and (part := getattr(subject, 'eyes', END)) is not END and [(n := part)]:
        x += n
    return x
"""

import ast
from typing import Any

from ambsearch.expansion.analysis.callees import positional
from ambsearch.expansion.analysis.flow import Names
from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.trees import nodes as ir

SEQUENCE = "isinstance(it, Sequence) and not isinstance(it, TEXTS)"


class Patterns(ir.Shallow):
    """bound: the user's variables that a pattern binds, each with the variable that holds what it will be."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.bound: dict[str, str] = {}

    def visit_Match(self, node: ast.Match) -> Any:
        self.generic_visit(node)
        parts = [part for case in node.cases for part in ir.walk(case.pattern)]
        is_known = all(positional(self.source, part) is not None for part in parts if isinstance(part, ast.MatchClass))
        if not is_known or not any(isinstance(part, ast.pattern) and self.source.may_change(part) for part in parts):
            return node
        name, found = self.source.new_local("subject"), list[ast.stmt]()
        tests = [[*self.whole(name, case.pattern), *filter(None, [case.guard])] for case in node.cases]
        for case, asked in zip(reversed(node.cases), reversed(tests), strict=True):
            test = together(asked, case.pattern)
            text = "if test: body\nelse: found" if found else "if test: body"
            made = ir.quote(case.pattern, text, test=test, body=case.body, found=found)
            found = made if asked else case.body
        return [*ir.quote(node, "name = subject", name=name, subject=node.subject), *found]

    def whole(self, it: str, node: Any, to: dict[str, str] | None = None) -> list[ast.expr]:
        """A pattern's tests, and then what binds its variables; to: others to bind in their place."""
        before, self.bound = self.bound, {}
        tests = self.tests(it, node)
        tests += [self.binding(node, (to or {}).get(name, name), held) for name, held in self.bound.items()]
        self.bound = before
        return tests

    def tests(self, it: str, node: Any) -> list[ast.expr]:
        """What must be true of the value of this variable, in order."""
        match node:
            case ast.MatchValue(value=value):
                return [ir.expression(node, "it == value", it=it, value=value)]
            case ast.MatchSingleton(value=value):
                return [ir.expression(node, "it is value", it=it, value=ir.constant(value, node))]
            case ast.MatchOr(patterns=patterns):
                same = {name: self.source.new_local("part") for name in sorted(Names(node).bound)}
                self.bound |= same
                sides = [together(self.whole(it, part, same), part) for part in patterns]
                return [ir.at(ast.BoolOp(ast.Or(), sides), node)]
            case ast.MatchClass(cls=cls, patterns=patterns, kwd_attrs=names, kwd_patterns=others):
                every = [*(positional(self.source, node) or ()), *names]
                reads = [f"getattr(it, {name!r}, END)" if name else "it" for name in every]
                test = ir.expression(node, "isinstance(it, cls)", it=it, cls=cls)
                return [test, *self.parts(it, reads, [*patterns, *others])]
            case ast.MatchMapping():
                return self.tests_of_mapping(it, node)
            case ast.MatchSequence():
                return self.tests_of_sequence(it, node)
        if node.name is not None:
            self.bound[node.name] = it
        inner = getattr(node, "pattern", None)
        return self.tests(it, inner) if inner else []

    def tests_of_mapping(self, it: str, node: ast.MatchMapping) -> list[ast.expr]:
        keys = {f"key_{i}": key for i, key in enumerate(node.keys)}
        sized = f" and len(it) >= {len(keys)}" if keys else ""
        key, held = map(self.source.fresh, ("key", "value"))
        more = f"{{{key}: {held} for {key}, {held} in {{**it}}.items() if {key} not in [{', '.join(keys)}]}}"
        tests = self.parts(it, [f"it.get({name}, END)" for name in keys], node.patterns, **keys)
        if node.rest is not None:
            self.bound[node.rest] = self.source.new_local("part")
            tests.append(self.binding(node, self.bound[node.rest], more, it=it, **keys))
        return [ir.expression(node, f"isinstance(it, Mapping){sized}", it=it), *tests]

    def tests_of_sequence(self, it: str, node: ast.MatchSequence) -> list[ast.expr]:
        count, tests = len(node.patterns), list[ast.expr]()
        star = next((i for i, part in enumerate(node.patterns) if isinstance(part, ast.MatchStar)), count)
        size = f"== {count}" if star == count else f">= {count - 1}"
        text = SEQUENCE if size == ">= 0" else f"{SEQUENCE} and len(it) {size}"
        reads = [f"it[{i}]" if i < star else f"it[len(it) - {count - i}]" for i in range(count)]
        reads[star : star + 1] = [f"it[{star}:len(it) - {count - star - 1}]"] * (star < count)
        wanted = [i for i, part in enumerate(node.patterns) if getattr(part, "name", part) is not None]
        before, whole = it, self.source.new_local("whole")
        if wanted and (star == count or star in wanted):  # else each item is taken by its number
            tests, it = [self.binding(node, whole, "[one for one in it]", it=it)], whole
        tests += sum([self.parts(it, [reads[i]], [node.patterns[i]]) for i in wanted], [])
        return [ir.expression(node, text, it=before), *tests]

    def parts(self, it: str, texts: list[str], patterns: list[Any], **keys: ast.expr) -> list[ast.expr]:
        """What reads each part into a variable, then the tests of each."""
        names = [self.source.new_local("part") for _ in patterns]
        rows = zip(names, texts, patterns, strict=True)
        reads = [
            ir.expression(part, f"(name := {text}) is not END", name=name, it=it, **keys) for name, text, part in rows
        ]
        return reads + sum(map(self.tests, names, patterns), [])

    def binding(self, node: ast.AST, name: str, text: str, **parts: Any) -> ast.expr:
        """What binds a variable, and is true."""
        return ir.expression(node, f"[name := {text}]", name=name, **parts)


def together(tests: list[ast.expr], node: ast.AST) -> ast.expr:
    found = ast.BoolOp(ast.And(), tests) if len(tests) > 1 else tests[0] if tests else ast.Constant(True)
    return ir.at(found, node)  # type: ignore[no-any-return]
