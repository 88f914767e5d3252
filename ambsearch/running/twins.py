"""Twins of the user's functions: the same source, with every change recorded; the first argument is the trail."""

import itertools
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import contextmanager
from functools import partial
from types import CodeType, FunctionType
from typing import Any, NamedTuple

from ambsearch.copiers import stateful
from ambsearch.ground.finding import Finding
from ambsearch.ground.making import MAKING
from ambsearch.ground.ownership import DISPATCHING, MANAGER, PERMANENT, is_own_space
from ambsearch.ground.registry import LEFT
from ambsearch.running.undoing import GONE, KEEPERS, METHODS, SPECIAL, in_class, record_counts, record_first_argument
from ambsearch.running.undoing.kinds import HEAP_TYPE, IMMUTABLE, forget_derived, learn_derived


class Dead(BaseException):
    """A helper has called `require` or `fail`, which ends the branch of its caller."""


class Uncommon(Exception):
    """An inlined helper has met an owner for which its changes are not common, and is called instead."""


LASTING = frozenset({list, tuple, dict, set, frozenset, str, range})


def lasting(items: Any) -> Any:
    """What an inlined helper goes through; an iterator could not be gone through once more, if that is called instead."""
    if type(items) not in LASTING and hasattr(type(items), "__next__"):
        raise Uncommon
    return items


class Cut(NamedTuple):
    """A generator as steps: its variables, and the code of a step.

    is_closed: do its arguments say all that it gives? is_free: does it change nothing but its variables? gone_over: the
    parameters that one loop goes over, and nothing else, so that it may be given the items of an iterator by number.
    asks: may it ask a search, which would wait at an answer? sent: where in the arguments of a step stands what `send` gives;
    0 if it uses nothing of that. left: the same of what closes it before its end; 0 if nothing is to be done then.
    """

    variables: tuple[str, ...]
    code: CodeType
    is_closed: bool
    is_free: bool
    gone_over: frozenset[str] = frozenset()
    asks: bool = False
    sent: int = 0
    left: int = 0


class Known(dict[FunctionType, Any]):
    """The twin of each function, None if it needs none; until a search ends, for closures are not to live on."""

    def __init__(self, find: Callable[[Any], Any]) -> None:
        self.find = find
        self.codes: dict[int, CodeType | None] = {}  # those of twins, by the id of their function's
        self.asking: set[FunctionType] = set()  # whether these need one
        self.decided_by: Callable[[CodeType, dict[str, Any]], tuple[int, ...]] = lambda code, globals: ()
        self.deciding: dict[int, tuple[int, ...]] = {}  # what that has found, by the id of the code
        # of the function behind a bound method, whether it is known to change nothing
        self.free = Finding[Any](self.is_free)
        self.calling = dict[Any, Any]()  # what `calls` makes of them

    def clear(self) -> None:
        super().clear()
        self.free.clear()
        self.calling.clear()

    def is_free(self, function: Any) -> bool:
        # what is called like a method of Python's may be a library's, see `apply_method`
        is_told = function.__name__ not in METHODS or is_users(function)
        return is_told and self[function] is None

    def __missing__(self, function: FunctionType) -> Any:
        number, closure = id(function.__code__), function.__closure__
        code = self.codes.get(number, UNKNOWN)
        if code is None:
            found = None
        elif code is UNKNOWN or function.__kwdefaults__ is not None:
            found = self.find(function)
            if closure is not None and number in self.codes and number not in self.deciding:
                self.deciding[number] = MAKING.timing(self.decided_by)(function.__code__, function.__globals__)
                return self[function]
        elif (places := self.deciding.get(number)) and self.holds_harmless(function, places):
            found = None
        else:
            found = FunctionType(code, function.__globals__, function.__name__, function.__defaults__, closure)
        if len(self) > MANY:  # functions that are made again and again
            self.clear()
        self[function] = found
        return found

    def holds_harmless(self, function: Any, places: tuple[int, ...]) -> bool:
        """Do the functions that this one was made with, which stand at these places, need no twins?"""
        if function in self.asking:  # it holds itself
            return False
        self.asking.add(function)
        try:
            for place in places:
                held = function.__closure__[place].cell_contents
                for one in held if type(held) is tuple else (held,):
                    if type(one) is not FunctionType or self[one] is not None:
                        return False
        except (ValueError, RecursionError):  # one has no value yet; a long chain
            return False
        finally:
            self.asking.discard(function)
        return True


class Twins:
    """The twins of the user's functions, by their code.

    The expansion, which compiles them, sets `make`, `is_own`, `rely` and `stored_as`; `calls` sets `call`; `reads` sets `read`.

    make(function, makes) gives the code of the twin, or None if the function can be called as it is.
    cut(code, globals) gives what is made of a generator, so that it can go back; None if it cannot.
    rely(cls, name) records that a table holds what a class has under a name. stored_as(cls) gives the container of which it
    leaves alone what changes use.
    """

    def __init__(self) -> None:
        self.make: Callable[[FunctionType, bool], CodeType | None] = lambda function, makes: None
        self.cut: Callable[[CodeType, dict[str, Any], bool], Cut | None] = lambda code, globals, is_scope: None
        self.goes_over: Callable[[CodeType, dict[str, Any], bool], bool] = lambda code, globals, is_recorded: True
        self.settle: Callable[[CodeType, dict[str, Any], bool], Any] = lambda code, globals, is_recorded: None
        self.is_own: Callable[[CodeType], bool] = lambda code: False
        self.rely: Callable[[type, str], None] = lambda cls, name: None
        self.stored_as: Callable[[type], Any] = lambda cls: None
        self.call: Callable[..., Any] = lambda trail, function, /, *args, **kwargs: function(*args, **kwargs)
        self.read: Callable[..., Any] = lambda trail, owner, name: getattr(owner, name)
        self.given: dict[int, Callable[..., Any]] = {}  # twins that are written by hand, by the id of the code
        self.known = Known(self.find)
        self.forget()

    def forget(self) -> None:
        self.forget_classes()
        self.known.codes.clear()
        self.known.deciding.clear()
        self.codes: dict[tuple[int, bool], tuple[CodeType, CodeType | None]] = {}
        self.cuts: dict[tuple[int, bool], tuple[CodeType, Cut | None]] = {}  # of generators
        self.moving: dict[int, tuple[CodeType, bool]] = {}  # whether these may go over a set or the like
        self.settled_codes: dict[int, tuple[CodeType, Any]] = {}  # of these the codes that do not
        self.settled: dict[int, tuple[CodeType, Any, Any]] = {}  # their functions, if without a closure, and parameters
        self.resting: dict[int, CodeType] = {}  # those of which it is known that they do not
        self.written: dict[int, CodeType] = {}  # of the code of a twin, that of its function

    def forget_classes(self) -> None:
        """What is known of classes, and of functions themselves, is found again when it is needed."""
        for known in TABLES.values():
            known.clear()
        for kinds in KEEPERS:
            if kinds.asked:  # of most attributes no class has been
                kinds.forget()
        forget_derived()
        self.learned: set[type] = set()
        self.known.clear()
        self.methods: dict[tuple[type, FunctionType], FunctionType | None] = {}  # the same by the owner's class
        self.plain_reads: set[tuple[type, str]] = set()  # attributes of classes that run no function
        self.own_reads: set[tuple[type, str]] = set()  # those that run none but a __getattr__, where they are missing
        self.makers: dict[type, Callable[..., Any]] = {}

    def forget_codes(self, codes: set[int]) -> None:
        """Make the twins of these functions anew; by the ids of their codes, because not all that a code holds is hashable."""
        for number, makes in itertools.product(codes, (False, True)):
            self.codes.pop((number, makes), None)
            self.known.codes.pop(number, None)
            self.known.deciding.pop(number, None)
        self.known.clear()

    def learn(self, cls: type) -> None:
        """Are objects of this class, derived from a container, changed as that is? It is asked once."""
        if cls.__flags__ & HEAP_TYPE and cls not in self.learned:
            self.learned.add(cls)
            if (base := self.stored_as(cls)) is not None:
                learn_derived(cls, base, in_class(cls, "__missing__") is in_class(base, "__missing__"))

    def find(self, function: Any, makes: bool = False) -> Any:
        """The twin of a function, or None; makes: its first argument is an object that is being created."""
        code = function.__code__
        found = self.codes.get((id(code), makes))
        if found is None:
            if id(code) in self.written:  # it is one, with its trail: what `recording` gives may be recorded once more
                return None
            if code is DISPATCHING:
                return lambda trail, first, /, *args, **kwargs: self.call(
                    trail, function.dispatch(type(first)), first, *args, **kwargs
                )
            if code is MANAGER:
                twin = self.find(function.__wrapped__)
                return twin and (lambda trail, /, *args, **kwargs: MADE(partial(twin, trail), args, kwargs))
            if id(code) in COUNTING and not (makes and function.__name__ == "__init__"):  # what that fills is new
                return partial(record_counter, function)
            if id(code) in self.given:
                return self.given[id(code)]
            found = self.make_once(function, makes)
        return found[1] and self.function(function, found[1])

    @MAKING.timing
    def make_once(self, function: FunctionType, makes: bool) -> tuple[CodeType, CodeType | None]:
        code = function.__code__
        if (id(code), makes) in self.codes:  # another thread was faster
            return self.codes[id(code), makes]
        found = self.codes[id(code), makes] = code, self.make(function, makes)
        self.written[id(found[1])] = code
        if not makes and (found[1] is None or found[1].co_freevars == code.co_freevars):
            self.known.codes[id(code)] = found[1]
        return found

    def cut_of(self, code: CodeType, space: dict[str, Any], is_scope: bool = False) -> Cut | None:
        """What is made of a generator, or of one around a `with`. code: its own, or that of its twin; space: its globals."""
        code = self.written.get(id(code), code)
        key = id(code), is_scope
        if key not in self.cuts:
            self.cuts[key] = code, UNFINISHED  # for one that calls itself
            self.cuts[key] = code, MAKING.timing(self.cut)(code, space, is_scope)
        return self.cuts[key][1]

    def settled_twin(self, function: Any) -> Any:
        """The same generator function, or twin of one, with loops over what is there when they begin; None if there is none."""
        code: CodeType = function.__code__
        if id(code) not in self.settled_codes:
            own = self.written.get(id(code), code)
            self.settled_codes[id(code)] = code, MAKING.timing(self.settle)(own, function.__globals__, own is not code)
        made: Any = self.settled_codes[id(code)][1]
        return made and self.function(function, made)

    def may_move(self, code: CodeType, space: dict[str, Any]) -> bool:
        """May this generator go over a set or the like? code: its own, or that of its twin."""
        if id(code) not in self.moving:
            function = self.written.get(id(code), code)
            is_twin = function is not code
            is_told = not is_twin or all(map(is_reading, code.co_consts))
            self.moving[id(code)] = code, True  # for generators that call each other
            self.moving[id(code)] = code, is_told and MAKING.timing(self.goes_over)(function, space, is_twin)
        return self.moving[id(code)][1]

    def function(self, function: Any, code: CodeType) -> Any:
        closure = function.__closure__
        if closure is not None and code.co_freevars != function.__code__.co_freevars:
            cells = dict(zip(function.__code__.co_freevars, closure, strict=True))
            closure = tuple([cells[name] for name in code.co_freevars])
        return rebind(function, code, closure)


def rebind(function: Any, code: CodeType, closure: Any) -> Any:
    """A function like this one, with other code and another closure."""
    made = FunctionType(code, function.__globals__, function.__name__, function.__defaults__, closure)
    made.__kwdefaults__ = function.__kwdefaults__
    return made


MADE: Any = type(contextmanager(iter)(()))  # what @contextmanager makes


def record_counter(function: Any, trail: Any, /, *args: Any, **kwargs: Any) -> Any:
    """A method of Counter's, which are written in Python, called by its class, by `super` or by its special name."""
    if function.__name__ in ("update", "subtract") and args:
        record_counts(trail, args[0], args[1:], kwargs)
    else:
        record_first_argument(trail, args, kwargs)
    return function(*args, **kwargs)


def is_lasting(function: Any) -> bool:
    """Is this a function of a module or a class, rather than one that is made at each call of another?"""
    return function.__closure__ is None or function.__code__.co_freevars == ("__class__",)


# by identity
COUNTING = {id(vars(Counter)[name].__code__) for name in (METHODS | SPECIAL) & vars(Counter).keys()}
CO_GENERATOR = 0x20
VALUES = IMMUTABLE - {tuple, frozenset}  # which hold nothing
UNKNOWN = NO_CODE = (lambda: None).__code__
# of an iterator whose text is not read: that may change something, that does not; both if it may be none at all
UNFINISHED, FREE = Cut((), NO_CODE, False, False), Cut((), NO_CODE, False, True)
UNSEEN = UNFINISHED._replace(), FREE._replace()
TABLES: dict[tuple[Any, str], Any] = {}  # see `methods`
# what is in functions, and in the variables that they share
OF_FUNCTIONS = frozenset({"__code__", "__defaults__", "__kwdefaults__", "cell_contents"})
MANY = 1000  # so much is known at most of classes and functions that are made while a search runs


TWINS = Twins()
LEFT.append(TWINS.known.clear)


def changes(cls: type) -> None:
    """A search changes instances of this class: in answers, they are copied."""
    stateful(cls)


def copy_if_own(cls: type) -> None:
    """A search creates instances of this class, or changes what they hold: in answers, they are copied, if it is user-defined.

    Those of a dataclass are anyway, the frozen ones only if they hold something that is.
    """
    module = sys.modules.get(cls.__module__)  # none: of a program that is executed
    if in_class(cls, "__dataclass_params__") is GONE and (module is None or is_own_space(vars(module))):
        stateful(cls)


def default_factories(cls: type) -> dict[str, Any]:
    """Those of the fields of a dataclass, which its __init__ calls."""
    fields = in_class(cls, "__dataclass_fields__")
    found = {} if fields is GONE else {name: field.default_factory for name, field in fields.items()}
    return {name: make for name, make in found.items() if callable(make)}  # nothing else is one


def is_reading(constant: Any) -> bool:
    """Is this nothing that a twin changes something with?"""
    is_value = not callable(constant) and not isinstance(constant, dict)  # such as a table of methods
    return is_value or isinstance(constant, type) or getattr(constant, "__module__", "") in READING


READING = tuple(f"ambsearch.running.{name}" for name in ("reads", "stepped", "protocols"))


def is_users(function: Any) -> bool:
    """Is this a function of the user's, whether what it changes is undone or permanent?"""
    return type(function) is FunctionType and (TWINS.is_own(function.__code__) or id(function.__code__) in PERMANENT)


def own_method(method: Any) -> Callable[..., Any] | None:
    """How to call a user's function, the trail first; None for any other."""
    return recorded(method) if is_users(method) else None


def recorded(function: Any) -> Callable[..., Any]:
    """How to call a function, the trail first, whether it has a twin or not."""
    twin: Callable[..., Any] | None = TWINS.known[function]
    return twin or (lambda trail, /, *args, **kwargs: function(*args, **kwargs))
