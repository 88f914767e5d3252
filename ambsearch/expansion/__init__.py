"""The expansion of an ambiguous function into the nested generator that a person would write by hand.

This is the page of rules. `rest` is what follows a statement; the method `emit_X` of `emission` is the rule X.

    you write                   it is expanded to                               rule
    x = yield E                 for x in E: rest                                Choose
    return (yield E)            yield from E                                    PassOn
    require(p)                  if p: rest                                      Guard
    return r                    yield r                                         Answer
    fail()                      nothing                                         Dead
    if c: A else: B             if c: A, rest else: B, rest                     If
    match s: case p: A          match s: case p: A, rest                        Match
    for, while with guards      the loop, `else: rest`                          For, While
    for, while with choices     def loop(...): if a turn: body, loop(...)       Turns
                                               else: rest
    continue, break there       loop(...), rest                                 Next, Leave
    with m: choices             the try that it stands for, see `managed`       Try
    try: choices                each branch in a try of its own, `attempts`     Try
    xs.append(v), a[k] = v      the change, try: rest finally: the inverse      direct
    the same of an unknown xs   change(trail, xs, 'append', v), then rest       plain
    helper(v), o.method(v)      recording(trail, helper)(v), then rest          plain
    inner(v), made by a def     inner_recorded(trail, v), then rest; `inner`    plain
    anything else               unchanged, then rest                            plain

Three invariants: effects keep their order; a statement without a leap and without a change is emitted unchanged; the
user's tree is never mutated.

`rest` is emitted once, unless it is only an answer or a call. If two places continue with it, or if it would be
nested too deeply, it becomes a function whose parameters are the variables that it will read:
`yield from f_rest(x, y)`. A variable that the rest rebinds is saved before the `for` and reset at the end of each
branch. There is no `for` where an `if` asks at once what is chosen of (True, False): its branches follow one another.

Who undoes what, and when: each activation undoes its own changes at the end of each branch, before the iterator of
the `for` around it is resumed, which finds the world as it left it. The `try` is inside that `for`, so the order also
holds when a search is closed or an exception ends it: Python drops the iterator of
a `for` before an outer `finally` runs. While a search is suspended at an answer, nothing is undone. What a branch has
made, and nothing else holds, is changed without an inverse up to the next choice.

A helper, that is, a user's function that changes something, is called through its twin: the same source, with each
change recorded on the trail of the branch. `require` and `fail` in a helper raise `Dead`, which ends the branch.
`ambsearch.ground.ownership` says which functions are the user's.

That is the expansion to be read. What is run asks more, to be fast; `expand(f, fast=True)` shows it:

    xs.append(v), of any xs     the change, where type(xs) is list, and its     direct
                                inverse; else on a trail, `Saved`, of its own
    helper(v)                   calling[helper](trail, v)                       plain
    o.method(v)                 twin_method[type(o)](trail, o, v); for what     plain
                                super() gives super_method, if neither is
                                known KNOWN
    any of them, if short       its changes, if alive: rest, finally inverses   inlined

`ambsearch.diagnostics` refuses what has no meaning, before anything here is done, and warns of what is probably not meant.

The passes, each in the file of its name, on ordinary syntax trees:

    reading         a function's text and tree
      source          the tree, with the file's positions, and what its names stand for; what the passes add, in `notes`
    normalizing     every choice, guard and answer a statement of its own, in the order of evaluation
      boxes           variables that several functions share, are assigned permanently, or may have no value
      normal          the normal form
      displays          a loop of changes over (a, b, c) as its turns
      implicit          the calls that Python makes implicitly
      patterns          a `match` whose patterns make some, as tests
      unpacking         each unpacking an assignment of its own, for these
      aliases           a method stored in a variable is called as a method
      lifting           out of expressions
      assignments       and each change on its own, after its operands
      loops             a loop with a choice becomes turns, which each branch can resume
      generated         one over a generator expression becomes one over the iterable in it
      managed           a `with` around a choice becomes the `try` that it stands for
      attempts          in a `try` with a choice, each branch is tried separately
    emitting        the nested generator
      emission        the rules above; and the same for searches that are deeper than Python's stack
      blocks            a statement with its continuation; functions for what is needed twice
      guards            the dead ends in them
      observed        either of them, reporting each choice, item, guard and answer to an observer, by its `sites`
    undoing         what stands around a change
      direct          changes with their inverse right after the rest
      common            those that are undone in place: calls in `common_methods`, assignments in `common_places`, each
                        described as `one_change` says
      frames          all other changes, between the opening of a trail and its undoing
      segments          runs of common changes in them and in helpers, undone by one inverse
      recorder          any other change, recorded by a call
      reads             calls and operators that may run a helper
    helpers         the user's functions that an ambiguous function calls
      twins           the same source, with each change recorded
      merged          one with the statements of those that it calls
      short           which are short, and their changes
      inlined         these in the place of a call
      inner           those of functions made inside
      resumable       a generator as steps, so that each branch goes on from its own
      settled         a generator with loops over what is there when they begin
      twin_texts      as text
    linking         all of it compiled under the user's file name, sharing closure, globals, defaults
      binding         its helpers bound, and what is chosen from searched as it is
      exception_table   with the jump back of each loop inside of the `try` in which the loop stands
    shared          once for all functions that one def makes
    nesting         and both expansions at each level of a search: they nest, until a driver takes over

What they ask:

    analysis        what a piece of code binds, holds, changes and calls
      flow            which variables a statement reads and binds, and which live on
      uses            what becomes of a value where it is read: which use of it this is
      closures        which functions made inside outlive their statement, and what they share
      effects         which changes there are, and which are permanent
      bindings        which variables a function binds, and to what
      values          what a variable visibly holds; whether a function made it itself
      kinds           which variables visibly hold a list, a dict, a set, a deque, or an object of which class; its attributes
      items           what such a list or dict is given, if the function keeps it to itself
      kept            what it visibly keeps to itself: constants, and containers of them
      kept_answers    what calls give of that, and which answers therefore need no copy
      records         which calls make a record of what they are given
      asked           which special methods a node asks, and of what
      callees         which helpers a call or an operator may run
      going_over      what a generator goes over while it waits
      facts           which of them change what they did not create, or end the branch
      tables          which functions stand in a table of the module that nothing changes, by the `outlines` of texts
      decided         or do so only if the functions do that they were made with
      unchanging      which give the same whenever they are given the same
      advancing       where Python's own iterators are held, and advanced
      counters        and which of them nothing but `next` reads; and may managers made of generators be kept?
      giving          what visibly gives one
      handing_on      does it go where it outlives its function, or where branches share it?
      iterators       which iterators they may give, whose steps each branch can take by itself
      defaulting      where a defaultdict may be met, which makes the item that is read
      growing         and in which ones a function that only reads makes keys
      lookups         which names must still stand for the same values
      world           all of the user's functions, by name, in related modules, see `relations`
      bytecode        what the code of a function says without its text
      held            what visibly is no instance of a user's class, also in an attribute; which may hold what is called
      holders         which attributes hold something that is changed
    trees           syntax trees
      nodes           the small language of the normal form
      walking, quoting    walked, copied, rewritten, and built from text
      printing        the normal form or the expansion as Python text
    reading
      attached        under which names a text may give an object something called
      words           the words of the language, and how a function imports them itself
      texts           the text of a running function, read once and checked against its code, by `codes`; what was typed
                      comes from `typed`; `comprehensions` that unpack get a loop more,
                      and `endings` in the branch of an expression a statement of their own
      unread          why the text of a function cannot be read, and what to do

When it runs, the expansion calls `undoing` (undo changes), `calls` (record them, in helpers too), `choices`
and `turns` (what to iterate) and `driver` (an explicit stack for what is deep), all in `ambsearch.running`; and
`ambsearch.mistakes.uncalled` refuses a function that is required, and not called. `undoing` has the table of inverses, and the names that an expansion shows: `GONE` and `UNBOUND` for what has no value, `Saved` for a trail in the
place of an old value, `NOTHING` for an empty one, `plain_x` for the classes whose objects keep x in themselves, `DICTS`
and `IMMUTABLE` for kinds of values, `starts_new`, `room`.

>>> def pairs(n):
...     a = yield range(n)
...     require(a != 1)
...     b = yield range(a)
...     return a, b
>>> from ambsearch import require
>>> print(text(pairs), end="")
def pairs(n):
    for a in range(n):
        if a != 1:
            for b in range(a):
                yield (a, b)

Sources: Floyd, "Nondeterministic Algorithms" (1967), for the expansion; Dijkstra, "Notes on Structured
Programming" (1972), for the undo that stands right after the rest; Wadler, "How to Replace Failure by a List of
Successes" (1985), for what a call gives; Aït-Kaci, "Warren's Abstract Machine" (1991), for the trail.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from ambsearch.expansion import linking, nesting
from ambsearch.expansion.analysis import facts, holders
from ambsearch.expansion.analysis.closures import Closures
from ambsearch.expansion.analysis.world import WORLD
from ambsearch.expansion.emitting.emission import DeepEmission, Emission
from ambsearch.expansion.helpers import twins as _twins  # noqa: F401  which finds them for what runs
from ambsearch.expansion.helpers.inner import with_twins
from ambsearch.expansion.normalizing.normal import normalize
from ambsearch.expansion.reading.source import Source
from ambsearch.expansion.shared import Shared
from ambsearch.ground.above import above
from ambsearch.ground.making import MAKING
from ambsearch.ground.registry import EXPANDED, REFRESH
from ambsearch.running.twins import TWINS

EXPANSIONS = Shared()


def emit(function: Callable[..., Any], deep: bool = False, fast: bool = True) -> tuple[Source, Emission]:
    """Run the passes: normal form, emission; by now the functions that it calls are known."""
    return emit_as(function, DeepEmission if deep else Emission, fast=fast)


def emit_as(
    function: Callable[..., Any],
    kind: type[Emission],
    asked: dict[str, Any] | None = None,
    unbound: frozenset[str] = frozenset(),
    fast: bool = True,
) -> tuple[Source, Emission]:
    """asked: records the values used of the variables around the function; unbound: those of another emission.

    fast: as it is run, or to be read?
    """
    asked, is_noted = {} if asked is None else asked, False
    while True:
        source = prepare(function, unbound)
        if not is_noted:
            holders.note(source)
        source.asked, source.is_fast, is_noted = asked, fast, True
        emission = kind(source, with_twins(source, normalize(source)))
        if emission.missing <= unbound:
            holders.look_ahead()
            return source, emission
        unbound |= emission.missing


def prepare(function: Callable[..., Any], unbound: frozenset[str]) -> Source:
    """The source of a function, with everything that the passes need; unbound: its variables that may have no value."""
    source = Source.of(function)
    WORLD.look_around(source.space)
    WORLD.attach(source.attached, source.space)
    facts.consult(source)
    closures = Closures(source, *source.body)
    source.shared, source.soon = closures.variables(), closures.soon
    source.unbound = unbound
    return source


def expansion(function: Callable[..., Any], observer: Any = None, is_deep: bool = False) -> nesting.Nested:
    """The expansion of a plain function, perhaps for a class of observers; the deep one is made if a search is so deep."""
    kinds: tuple[type[Emission], ...] = Emission, DeepEmission
    cells: tuple[str, ...] = ()
    if observer is not None:
        from ambsearch.expansion.emitting import observed  # here, because few searches are observed

        kinds, cells = observed.emissions(observer), observed.cells(observer)

    unbound: list[frozenset[str]] = [frozenset()]  # which are found by the first emission, for both

    def find(deep: bool) -> linking.Linked:
        def make(asked: dict[str, Any]) -> linking.Linked:
            source, emission = emit_as(function, kinds[deep], asked, unbound[0])
            unbound[0] = source.unbound
            return linking.Linked(source, emission.functions, deep, cells)

        found: linking.Linked = EXPANSIONS.find(function, kinds[deep], make)
        return found

    return nesting.Nested(function, is_deep, find(False), partial(find, True))


def text(function: Callable[..., Any], deep: bool = False, helpers: bool = False, fast: bool = False) -> str:
    """The expansion of a plain function, as Python text; perhaps with the twins of the helpers that it calls."""
    from ambsearch.expansion.helpers.twin_texts import twin_texts
    from ambsearch.expansion.trees.printing import source_text

    refresh()
    source, emission = emit(function, deep, fast)
    shown = source_text([*emission.functions, *source.inverses], source.taken - source.constants.keys())
    return "\n".join([shown, *twin_texts(source, shown, fast)]) if helpers else shown


def normal_text(function: Callable[..., Any]) -> str:
    """The normal form of a plain function, as Python text."""
    from ambsearch.expansion.trees.printing import in_words

    refresh()
    source = prepare(function, emit(function)[0].unbound)
    return in_words(source, normalize(source))


def refresh() -> None:
    """Before a search: if a user's function was replaced or added, or the making was interrupted, make the expansions again."""
    with MAKING.lock:  # looking alone takes too little time to be measured, but its lines are not the search's either
        was_on, MAKING.is_on = MAKING.is_on, True
        try:
            if not MAKING.is_spoiled and WORLD.holds():
                return
        except BaseException:
            MAKING.is_spoiled = True
            raise
        finally:
            MAKING.is_on = was_on
    _forget()


@MAKING.timing
def _forget() -> None:
    if MAKING.is_spoiled or not WORLD.is_as_assumed():
        WORLD.forget()
    else:
        WORLD.forget_facts()
    EXPANSIONS.clear()
    TWINS.forget()
    for function in list(EXPANDED):
        function.forget()
    EXPANDED.clear()
    MAKING.is_spoiled = False


def later(module: str, name: str) -> Callable[..., Any]:
    """The function of a module that is imported when it is called, because few programs need it."""
    return lambda *given: above(f"expansion.{module}.{name}")(*given)


TWINS.cut = later("helpers.resumable", "cut_of")
TWINS.goes_over = later("analysis.going_over", "goes_over_unknown")
TWINS.settle = later("helpers.settled", "settled")
TWINS.known.decided_by = later("analysis.decided", "decided_by")
REFRESH.append(refresh)
