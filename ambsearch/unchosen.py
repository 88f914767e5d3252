"""Detects what is used as if something had been chosen from it: a `yield` is missing.

Choices     what amb, an_element_of, an_integer_between and the like give
refuses         makes the operators of such a class say what to write
asked           reports a search that a statement makes and drops
can_be_iterated     can it be chosen from, by its class?
is_forgotten    a generator whose function was meant to be ambiguous
taken_whole     what was meant to be chosen from, where Python refuses to calculate with it
"""

import functools
import re
import types
from collections.abc import Callable, Iterable, Iterator, Mapping
from opcode import opmap
from typing import Any, Generic, TypeVar

from ambsearch.errors import NotChosen
from ambsearch.ground.frames import frames_of, is_engine, is_of_a_search

Item = TypeVar("Item", covariant=True)
Class = TypeVar("Class", bound=type)

SIGNS = {
    **{"add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "pow": "**", "matmul": "@"},
    **{"and": "&", "or": "|", "xor": "^", "lshift": "<<", "rshift": ">>"},
}
COMPARISONS = {"lt": "<", "le": "<=", "gt": ">", "ge": ">="}
OTHERS = {"neg": "-", "pos": "+", "abs": "abs", "invert": "~", "int": "int", "float": "float", "index": "an index"}
MORE = {"len": "len", "getitem": "[...]", "format": "format"}


def refuses(*more: str) -> Callable[[Class], Class]:
    """Make the operators of a class raise NotChosen; more: further special methods, e.g. "len". They are set one by
    one, so that a type checker does not see them, and complains where one is used.
    """

    def with_refusals(cls: Class) -> Class:
        names = {**SIGNS, **{"r" + name: sign for name, sign in SIGNS.items()}, **COMPARISONS, **OTHERS}
        names |= {name: MORE[name] for name in more} | {"bool": "a truth value", "hash": "hash"}
        for name, sign in names.items():
            setattr(cls, f"__{name}__", _refusal(sign))
        for name, sign in (("eq", "=="), ("ne", "!=")):
            setattr(cls, f"__{name}__", _comparison(sign))
        return cls

    return with_refusals


def _refusal(sign: str) -> Callable[..., Any]:
    def refuse(self: Any, *others: Any) -> Any:
        raise NotChosen(self, sign)

    return refuse


def _comparison(sign: str) -> Callable[[Any, object], bool]:
    def compare(self: Any, other: object) -> bool:
        if self is other:
            return sign == "=="
        raise NotChosen(self, sign)

    return compare


@refuses("format")
class Choices(Generic[Item]):
    """The items that a word such as an_integer_between gives; they can do anything that a collection can, except be
    compared.

    word, arguments: as the user wrote them; items: the items, or a function that makes them each time.

    >>> Choices("amb", (1, 2), (1, 2))
    amb(1, 2)
    >>> list(Choices("amb", (1, 2), (1, 2)))
    [1, 2]
    """

    __slots__ = ("_arguments", "_word", "items")

    def __init__(self, word: str, arguments: tuple[Any, ...], items: Iterable[Item]) -> None:
        self._word, self._arguments, self.items = word, arguments, items

    def __iter__(self) -> Iterator[Item]:
        return iter(self.items)

    def __contains__(self, item: object) -> bool:
        return item in self.items  # type: ignore[operator]

    def __len__(self) -> int:
        return len(self.items)  # type: ignore[arg-type]

    def __getitem__(self, place: Any) -> Any:
        return self.items[place]  # type: ignore[index]

    def __repr__(self) -> str:
        return f"{self._word}({', '.join(map(repr, self._arguments))})"


def can_be_iterated(value: object) -> bool:
    """Can it, by its class? What a metaclass can, such as that of an Enum, its objects cannot."""
    return any("__iter__" in vars(base) or "__getitem__" in vars(base) for base in type(value).__mro__)


# A search that is dropped

CALLS = frozenset(number for name, number in opmap.items() if name.startswith("CALL") and "INTRINSIC" not in name)
POP_TOP, RETURN_VALUE, CACHE = map(opmap.__getitem__, "POP_TOP RETURN_VALUE CACHE".split())
JUMP_FORWARD, LOAD_ATTR = opmap["JUMP_FORWARD"], opmap["LOAD_ATTR"]
UNPACK_SEQUENCE = opmap["UNPACK_SEQUENCE"]
Answers = TypeVar("Answers")


def check_asked(answers: Answers, source: Any, frame: types.FrameType | None) -> Answers:
    """Give the answers back; NotChosen if the statement that makes them drops them.

    source: the function whose call gives them; frame: the one that calls it.
    """
    makers = [source]
    while frame is not None:
        code = frame.f_code
        place, following = steps_at(code, frame.f_lasti)
        if following == POP_TOP:
            if code.co_code[place] in (*CALLS, LOAD_ATTR) and any(
                is_one_of(part, makers) for part in callees_at(frame, place)
            ):
                raise NotChosen(answers, written=text_at(code, place))
            break
        if following != RETURN_VALUE:
            if len(makers) == 1:
                USED[id(code), frame.f_lasti] = code
            break
        if not is_engine(code):
            makers.append(code)
        frame = frame.f_back
    return answers


USED: dict[tuple[int, int], types.CodeType] = {}  # the calls whose value is used at once


def names_unpacked(frame: types.FrameType | None, source: Any) -> int | None:
    """Into how many names does this frame unpack the search that it makes, as in `a, b = f()`? None if it does not."""
    if frame is None or frame.f_code.co_code[frame.f_lasti] != UNPACK_SEQUENCE:
        return None
    steps, call = frame.f_code.co_code, frame.f_lasti - 2
    while steps[call] == CACHE:
        call -= 2
    is_made = steps[call] in CALLS and any(is_one_of(part, [source]) for part in callees_at(frame, call))
    return steps[frame.f_lasti + 1] if is_made else None


def steps_at(code: types.CodeType, place: int) -> tuple[int, int]:
    """Where the instruction at this place begins, and what the next one is, behind a jump as in `f() if c else g()`, and
    behind the attribute in `f().count`.
    """
    steps = code.co_code
    while steps[place] == CACHE:
        place -= 2
    following = place + 2
    while steps[following] in (CACHE, JUMP_FORWARD, LOAD_ATTR):
        following += 2 * (steps[following] == JUMP_FORWARD and steps[following + 1]) + 2
    return place, steps[following]


def callees_at(frame: types.FrameType, place: int) -> Iterator[Any]:
    """What the call at this place of the code may call: the names and their values. A called function is named where
    the call begins, so a function that C calls back meanwhile is not among them.
    """
    import dis  # which takes as long to import as all of this module

    call = None
    for step in reversed([step for step in dis.get_instructions(frame.f_code) if step.offset <= place]):
        where = step.positions and step.positions[0::2]
        call = call or where
        if where == call and "LOAD" in step.opname:
            names = step.argval if isinstance(step.argval, tuple) else (step.argval,)  # Python 3.13 loads two at once
            for name in names:
                if isinstance(name, str):
                    yield name
                    yield frame.f_locals.get(name, frame.f_globals.get(name))


def text_at(code: types.CodeType, place: int) -> str | None:
    """The text of the expression, if its lines can be read."""
    first, last, start, end = list(code.co_positions())[place // 2]
    if first is None or last is None or start is None or end is None:
        return None
    import linecache

    lines = [line.rstrip("\n").encode() for line in linecache.getlines(code.co_filename)[first - 1 : last]]
    if lines:
        lines[-1] = lines[-1][:end]
        lines[0] = lines[0][start:]
    return " ".join(line.decode().strip() for line in lines) or None


def called_at(code: types.CodeType, place: int) -> str | None:
    """The function that is called there, as it is written, if its text can be read."""
    import ast

    try:
        call = ast.parse(text_at(code, place) or "", mode="eval").body
    except SyntaxError:  # a part of a statement
        return None
    return ast.unparse(call.func) if isinstance(call, ast.Call) else None


def is_one_of(part: Any, makers: list[Any]) -> bool:
    """Is this one of the functions, its code, or its name?"""
    while isinstance(part, (functools.partial, types.MethodType)):
        part = part.func if isinstance(part, functools.partial) else part.__func__
    codes = getattr(part, "__code__", part)
    return any(part is maker or codes is maker or isinstance(part, str) and part == name_of(maker) for maker in makers)


def name_of(maker: Any) -> str:
    return str(maker.co_name if isinstance(maker, types.CodeType) else maker.__name__)


# A function that is not decorated

YIELD_VALUE, RESUME = opmap["YIELD_VALUE"], opmap["RESUME"]
KNOWN: dict[int, tuple[types.CodeType, bool]] = {}


def chooses(code: types.CodeType) -> bool:
    """Is the value of a `yield` used in this code, as in `x = yield E`?"""
    steps = code.co_code
    for i in range(0, len(steps) - 4, 2):
        if steps[i] == YIELD_VALUE and steps[i + 2] == RESUME and steps[i + 3] & 3 == 1:
            if steps_at(code, i + 2)[1] != POP_TOP:
                return True
    return False


def is_forgotten(generator: "types.GeneratorType[Any, Any, Any]") -> bool:
    """Does its function have choices, and require, fail or an answer, so that @ambiguous is missing above it?"""
    code, frame = generator.gi_code, generator.gi_frame
    known = KNOWN.get(id(code))
    if known is None:
        known = KNOWN[id(code)] = code, may_be_forgotten(code, frame.f_globals if frame else {})
    return known[1]


def may_be_forgotten(code: types.CodeType, space: Mapping[str, Any]) -> bool:
    """The same of the code of a function, and its globals."""
    return chooses(code) and (bool(words_in(code, space)) or answers(code))


def words_in(code: types.CodeType, space: Mapping[str, Any]) -> set[str]:
    """The names of the language that this code uses, also as in `ambsearch.require`."""
    packages = [space[name] for name in code.co_names if is_package(space.get(name))]
    return {
        name
        for name in code.co_names
        if is_word(space.get(name)) or any(is_word(getattr(package, name, None)) for package in packages)
    }


def is_package(value: object) -> bool:
    return type(value) is types.ModuleType and value.__name__ == "ambsearch"


def is_word(value: object) -> bool:
    return getattr(value, "__module__", None) == "ambsearch.language"


def answers(code: types.CodeType) -> bool:
    """Does this code return something other than None?"""
    return not constants_returned(code) <= {None}


CONSTANT = ("LOAD_CONST", "LOAD_COMMON_CONSTANT")  # the latter from Python 3.15 on


def constants_returned(code: types.CodeType) -> set[object]:
    """The constants that this code returns, and ... for anything else."""
    import dis

    before, found = None, set()
    for step in dis.get_instructions(code):
        if step.opname == "RETURN_CONST":
            found.add(step.argval)
        elif step.opname == "RETURN_VALUE":
            # a jump to it brings another value, as in `return a or None`
            is_constant = before is not None and before.opname in CONSTANT and not step.is_jump_target
            found.add(before.argval if before and is_constant else ...)
        before = step
    return found


# What stands where one of its items was meant

WHOLE = (range, list, tuple, set)
NAME = r"(?<![.\w])[^\W\d]\w*"
NAME_ALONE = NAME + r"(?![\w\s]*[.(\[])"


def taken_whole(error: TypeError | AttributeError) -> list[tuple[str, Any]]:
    """The variables in the expression of an ambiguous function that has raised this, if they are of a kind that it names.

    In a function that is called there a list may be what is wanted, and only a range, or what lacks an attribute, is one.
    """
    frames, here = frames_of(error.__traceback__), last_of_a_search(error)
    if here is None or isinstance(error, TypeError) and "NoneType" in str(error):  # which is what is wrong
        return []
    code, space = here.tb_frame.f_code, here.tb_frame.f_locals
    kinds = [kind for kind in WHOLE if re.search(rf"\b{kind.__name__}\b", str(error))]
    names = re.findall(NAME if isinstance(error, AttributeError) else NAME_ALONE, text_at(code, here.tb_lasti) or "")
    found = [(name, space[name]) for name in dict.fromkeys(names) if type(space.get(name)) in kinds]
    if isinstance(error, AttributeError):
        return [(name, value) for name, value in found if value is error.obj and not is_misspelt(error)]
    found = [(name, value) for name, value in found if not is_chosen_from(name, here) and not items_of(name, here)]
    found = [(name, value) for name, value in found if here is frames[-1] or type(value) is range]
    found = found or [(place, range(0)) for place in places_of_ranges(error, text_at(code, here.tb_lasti) or "")]
    return found if found or here is frames[-1] else ranges_in(frames[-1], error)


def ranges_in(here: types.TracebackType, error: TypeError) -> list[tuple[str, Any]]:
    """The ranges of a function that a search calls, in the expression that failed there."""
    names = (
        re.findall(NAME_ALONE, text_at(here.tb_frame.f_code, here.tb_lasti) or "") if "'range'" in str(error) else []
    )
    space = here.tb_frame.f_locals
    return [(name, space[name]) for name in dict.fromkeys(names) if type(space.get(name)) is range]


def places_of_ranges(error: TypeError, text: str) -> list[str]:
    """The attributes and items in `self.d + 1` that hold a range, by the words of the error: they hold it no more."""
    import ast

    try:
        expression = ast.parse(text, mode="eval").body
    except SyntaxError:  # a part of a statement
        return []
    match expression:
        case ast.BinOp(left, _, right) | ast.Compare(left, [_], [right]):
            kinds = zip((left, right), re.findall(r"'(\w+)'", str(error))[-2:], strict=False)
            places = (ast.Attribute, ast.Subscript)
            return [ast.unparse(part) for part, kind in kinds if kind == "range" and isinstance(part, places)]
    return []


def last_of_a_search(error: BaseException) -> types.TracebackType | None:
    frames = reversed(frames_of(error.__traceback__))
    return next((part for part in frames if is_of_a_search(part.tb_frame.f_code)), None)


def chosen_in(error: TypeError) -> Iterator[tuple[str, Any, str]]:
    """The variables in the expression that has raised this which were chosen: each with its value, and what it was chosen from."""
    if (here := last_of_a_search(error)) is not None:
        text, space = text_at(here.tb_frame.f_code, here.tb_lasti) or "", here.tb_frame.f_locals
        for name in dict.fromkeys(re.findall(NAME_ALONE, text)):
            is_named = name in space and re.search(rf"\b{type(space[name]).__name__}\b", str(error))
            if is_named and (items := items_of(name, here)):
                yield name, space[name], items


def items_of(name: str, here: types.TracebackType) -> str:
    """The text of what this variable is chosen from above the line that failed, on a line of its own."""
    found = re.search(rf"^\s*{name}\s*=\s*\(*yield (.*?)\s*(#.*)?$", lines_above(here), re.M)
    return found[1].rstrip(", ") if found else ""


def is_chosen_from(name: str, here: types.TracebackType) -> bool:
    """Does the function choose from this variable above the line that failed?"""
    return bool(re.search(rf"\byield\s*\(?\s*(an_element_of\()?{name}\b", lines_above(here)))


def lines_above(here: types.TracebackType) -> str:
    """The lines of the function up to the one that failed."""
    import linecache

    code = here.tb_frame.f_code
    return "".join(linecache.getlines(code.co_filename)[code.co_firstlineno - 1 : here.tb_lineno])


def is_misspelt(error: AttributeError) -> bool:
    """Is this nearly the name of an attribute that there is?"""
    from difflib import get_close_matches

    return bool(get_close_matches(error.name or "", dir(error.obj)))
