"""The function as written: its syntax tree with the positions in the file, and its names.

Source      the tree of one function, the class around it, and what its names stand for
Source.complaint   a Refused error with file, line, caret
"""

import __future__

import ast
import builtins
import sys
import types
import warnings
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any

from ambsearch.errors import Refused
from ambsearch.expansion.analysis.flow import Names, parameters
from ambsearch.expansion.reading.attached import Attached
from ambsearch.expansion.reading.codes import codes_in, function_at
from ambsearch.expansion.reading.notes import Notes
from ambsearch.expansion.reading.texts import NoSource, definition, functions_in
from ambsearch.expansion.reading.words import PACKAGE, WORDS, name_in, word_in, words_imported
from ambsearch.expansion.trees.nodes import Known, at, inside, walk

UNKNOWN: Any = object()
NAMING = (ast.Name, ast.arg)
BUILTINS = vars(builtins)


# builtins that give an iterator, which advances with the branch
LAZY = frozenset({"enumerate", "zip", "reversed", "map", "filter", "iter"})
# those that neither give nor keep what they are given; some may give the first of several
HARMLESS = frozenset("len sorted list dict set tuple frozenset sum min max any all bool str repr".split())


class Written(Known):
    """What the tree of a function says by itself: found once for all users.

    nodes: all nodes in it, except those in functions inside; calls: the calls among them; names: those that its body
    reads and binds; taken: all names in it; declared: those that are global or nonlocal; nonlocals: those of functions
    inside, too; every_call: the same of the calls; imports: does it import anything?
    inner: the names that the bodies of classes in it, and comprehensions, bind.
    """

    def __init__(self, tree: Any) -> None:
        body: list[Any] = tree.body if isinstance(tree.body, list) else [tree.body]
        self.nodes = tuple(inside(*body))
        self.calls = tuple(node for node in self.nodes if isinstance(node, ast.Call))
        self.names = Names(*body)
        everywhere = walk(tree)
        self.every_call = [node for node in everywhere if type(node) is ast.Call]
        named: list[Any] = [node for node in everywhere if type(node) in NAMING]
        self.taken: set[str] = {node.id if type(node) is ast.Name else node.arg for node in named}
        self.declared: dict[str, set[str]] = {"global": set(), "nonlocal": set()}
        for node in self.nodes:
            if isinstance(node, (ast.Global, ast.Nonlocal)):
                self.declared[type(node).__name__.lower()].update(node.names)
        self.nonlocals = {name for node in everywhere if isinstance(node, ast.Nonlocal) for name in node.names}
        declared = set().union(*self.declared.values())
        self.locals = frozenset((parameters(tree.args) | self.names.bound) - declared)
        self.imports = any(isinstance(node, (ast.Import, ast.ImportFrom)) for node in self.nodes)
        classes = [part for node in self.nodes if isinstance(node, ast.ClassDef) for part in node.body]
        targets = [node.target for node in self.nodes if isinstance(node, ast.comprehension)]
        self.inner = frozenset(Names(*classes, *targets).bound)


class Source(Notes):
    """A function to be expanded, or one that is called by such a function.

    tree: its definition, which nobody may mutate; class_name: the class around it, whose name mangles private
    names; lines: the file's lines; space: its globals; captured: the cells that it shares, by name; unseen: names
    whose values are known only at run time, e.g. the variables of the functions around it.
    """

    def __init__(
        self,
        tree: Any,
        class_name: str | None,
        lines: tuple[str, ...],
        filename: str,
        space: dict[str, Any],
        captured: Mapping[str, Any],
        unseen: frozenset[str] = frozenset(),
        code: types.CodeType | None = None,
        written: "Written | None" = None,
        loads: bool = True,
    ) -> None:
        super().__init__()
        self.code = code
        self.tree, self.class_name, self.lines, self.filename = tree, class_name, lines, filename
        self.space, self.captured = space, captured
        self.function: Any = None  # the one to expand
        self.asked: dict[str, Any] = {}  # the values used of the variables around it
        self.name: str = getattr(tree, "name", "<lambda>")
        self.body: list[Any] = tree.body if isinstance(tree.body, list) else [tree.body]
        written = written or Written.of(tree)
        self.nodes, self.calls, self.names = written.nodes, written.calls, written.names
        self.every_call = written.every_call
        self.unseen = unseen | written.inner
        self.taken = set(written.taken)
        self.declared, self.nonlocals = written.declared, written.nonlocals
        self.locals = written.locals  # which grow by those of the expansion
        self.imported = words_imported(tree.args, self.body, space, loads) if written.imports else {}
        self.around: Source | None = None  # the function that made this one
        self.attached: Attached | None = None  # the attributes that its text may give an object something called under

    @classmethod
    def of(cls, function: Callable[..., Any], loads: bool = True) -> "Source":
        """The source of a function to expand; loads: may a module be loaded that it imports a word from?"""
        code, space = function.__code__, function.__globals__
        try:
            tree, class_name, lines, attached = written(code, space)
        except NoSource as missing:
            raise Refused(str(missing)) from None
        captured = dict(zip(code.co_freevars, function.__closure__ or (), strict=True))
        source = cls(tree, class_name, lines, code.co_filename, space, captured, code=code, loads=loads)
        source.attached, source.function = attached, function
        return source

    @classmethod
    def of_code(cls, code: types.CodeType, space: dict[str, Any], is_called: bool = True) -> "Source | None":
        """The source of any function; None if it cannot be found. is_called: if not, it may misuse a word."""
        try:
            tree, class_name, lines, attached = written(code, space)
        except NoSource:
            return None
        source = cls(tree, class_name, lines, code.co_filename, space, {}, frozenset(code.co_freevars), code)
        source.attached = attached
        if (
            is_called and id(code) not in ORIGINS and not source.is_ambiguous(source.tree)
        ):  # where fail() may be anywhere
            DIAGNOSIS.check_words(source)
        return source

    def nested_source(self, node: Any) -> "Source":
        """The source of a function defined in this one."""
        unseen = self.unseen | self.locals | frozenset(self.captured)
        # it may be in a copy, which is changed
        written = Written(node)
        inner = Source(node, self.class_name, self.lines, self.filename, self.space, {}, unseen, self.code, written)
        inner.boxes = self.boxes - inner.locals
        inner.temporaries, inner.turned, inner.around = self.temporaries, self.turned, self
        inner.counting = self.counting
        inner.recorded, inner.undying, inner.dying = self.recorded, self.undying, self.dying
        inner.steady = (self.locals - self.boxes | self.steady) - inner.locals
        inner.imported |= {name: value for name, value in self.imported.items() if name not in inner.locals}
        return inner

    def with_tree(self, tree: Any) -> "Source":
        """The source of the same function with another text."""
        if self.around is not None:
            return self.around.nested_source(tree)
        made = Source(tree, self.class_name, self.lines, self.filename, self.space, {}, self.unseen, self.code)
        made.attached = self.attached
        return made

    def fresh(self, name: str) -> str:
        """A name like `name` that the function does not use."""
        chosen, i = name, 2
        while chosen in self.taken:
            chosen, i = f"{name}_{i}", i + 1
        self.taken.add(chosen)
        return chosen

    def new_local(self, name: str) -> str:
        """A fresh name for a local variable of the expansion."""
        fresh = self.fresh(name)
        self.locals |= {fresh}
        self.temporaries[fresh] = None
        return fresh

    def new_counter(self, name: str) -> str:
        """The same for a number of the expansion's own, or the range that it comes from."""
        fresh = self.new_local(name)
        self.counting.add(fresh)
        return fresh

    def mangled_name(self, name: str) -> str:
        """The name that Python makes of a private name in a class."""
        owner = (self.class_name or "").lstrip("_")
        return f"_{owner}{name}" if owner and name.startswith("__") and not name.endswith("__") else name

    def resolve(self, node: ast.expr) -> Any:
        """The value of a name or a dotted name when the function is decorated, or UNKNOWN."""
        if type(node) is ast.Attribute:
            owner = self.resolve(node.value)
            if owner is sys.modules.get(PACKAGE):  # where a name is there when it is asked for
                return getattr(owner, node.attr, UNKNOWN)
            # not by getattr, which may run a __getattr__ of the module's
            return vars(owner).get(node.attr, UNKNOWN) if issubclass(type(owner), types.ModuleType) else UNKNOWN
        if type(node) is not ast.Name:
            return UNKNOWN
        name = node.id
        if name in self.imported:
            return self.imported[name]
        if name in self.locals or name in self.unseen:
            return UNKNOWN
        return self.value_around(name) if name in self.captured else self.space.get(name, BUILTINS.get(name, UNKNOWN))

    def is_one_of(self, node: ast.expr, kinds: Iterable[Any]) -> bool:
        """Does this name one of these functions or classes?"""
        found = self.resolve(node)
        return any(found is kind for kind in kinds)

    def value_around(self, name: str) -> Any:
        """The value of a variable of the functions around this one; UNKNOWN if it has none yet."""
        self.asked[name] = content(self.captured[name])
        return self.asked[name]

    @property
    def keeps_annotations(self) -> bool:
        """Are annotations kept as source, and not evaluated?"""
        return self.code is not None and bool(self.code.co_flags & __future__.annotations.compiler_flag)

    @cached_property
    def seen_at_once(self) -> frozenset[str]:
        """All variables, if the function looks at all of them at once, e.g. by eval or locals()."""
        looks = any(self.builtin(call) in ("eval", "exec") for call in self.calls)
        lists = any(self.builtin(call) in ("locals", "vars", "dir") and not call.args for call in self.calls)
        return self.locals if looks or lists else frozenset()

    @cached_property
    def says_permanent(self) -> bool:
        """Is anything in it, or in the function that made it, marked permanent?"""
        is_inside = any(self.word(call) == "permanent" for call in self.every_call)
        return is_inside or self.around is not None and self.around.says_permanent

    def is_range(self, node: ast.expr) -> bool:
        """A call of range that counts up by one, so that the position is the item."""
        if not isinstance(node, ast.Call) or self.resolve(node.func) is not range:
            return False
        return len(node.args) < 3 and not any(isinstance(part, ast.Starred) for part in node.args)

    def builtin(self, node: ast.Call) -> str:
        """The name of the builtin function or class that this call calls, else nothing."""
        found = self.resolve(node.func)
        name = found.__name__ if type(found) in (type, types.BuiltinFunctionType) else ""
        return name if BUILTINS.get(name) is found else ""

    def word(self, node: ast.AST) -> str | None:
        """The name of the function of the language that is called here, e.g. 'require'; None for any other node."""
        if not isinstance(node, ast.Call):
            return None
        name = word_in(self.resolve(node.func))
        return name if name in WORDS else None

    def without_target(self, node: Any) -> Any:
        """`x = fail()` and `x = yield fail()`, from which nothing comes back, as `fail()`; anything else as it is."""
        value: Any = node.value if isinstance(node, (ast.Assign, ast.AnnAssign, ast.Return, ast.Expr)) else None
        value = value.value if isinstance(value, ast.Yield) else value
        return at(ast.Expr(value), node) if self.word(value) == "fail" else node

    def is_ambiguous(self, node: Any) -> bool:
        """Is this definition, the function's own or one inside, decorated with @ambiguous?"""
        return any(map(self.makes_ambiguous, getattr(node, "decorator_list", ())))

    def makes_ambiguous(self, decorator: ast.expr) -> bool:
        word = decorator.func if isinstance(decorator, ast.Call) else decorator
        return bool(name_in("ambsearch.decorator", self.resolve(word)))

    def complaint(self, node: ast.AST, message: str) -> Refused:
        """The error that points at `node`."""
        line = getattr(node, "lineno", self.tree.lineno)
        text = self.lines[line - 1] if line <= len(self.lines) else ""
        start, end = getattr(node, "col_offset", 0), getattr(node, "end_col_offset", None)
        end_line = getattr(node, "end_lineno", line)
        encoded = text.encode()
        column = len(encoded[:start].decode(errors="replace")) + 1
        end_column = len(encoded[:end].decode(errors="replace")) + 1 if end_line == line else len(text)
        return Refused(message, (self.filename, line, column, text, line, end_column))

    def warn(self, line: int, message: str) -> None:
        """Say what is legal, and probably not meant; Python shows it once, as it shows its own SyntaxWarning."""
        told = id(self.code), line, message
        if told not in TOLD:  # a function may be read again, e.g. for another form of the search
            known = WARNED.setdefault(self.filename, {})
            try:
                warnings.warn_explicit(message, SyntaxWarning, self.filename, line, registry=known)
            except SyntaxWarning:  # a filter makes errors of warnings: this points at the line, as Python's own do
                text = "".join(self.lines[line - 1 : line])
                place = ast.Pass(lineno=line, col_offset=len(text) - len(text.lstrip()))
                raise self.complaint(place, message) from None
            TOLD[told] = self.code


class Diagnosis:
    """What looks for mistakes in functions that are read: `ambsearch.diagnostics` says how."""

    def __init__(self) -> None:
        self.check_words: Callable[[Source], None] = lambda source: None
        self.check_helper: Callable[[Source], None] = lambda source: None
        self.advise: Callable[[Source, list[Any]], None] = lambda source, body: None
        self.unreturned: Callable[[Source], Callable[[Any], Any] | None] = lambda source: None


DIAGNOSIS = Diagnosis()
WARNED: dict[str, dict[Any, Any]] = {}  # what has been said of each file
TOLD: dict[tuple[int, int, str], types.CodeType | None] = {}  # and of each code, which is kept, and with it its id


def content(cell: types.CellType) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # not assigned yet
        return UNKNOWN


def value_in(function: Callable[..., Any], name: str) -> Any:
    """The value of a variable of the functions around this one; UNKNOWN if it has none yet."""
    cells: tuple[types.CellType, ...] = function.__closure__ or ()
    return content(cells[function.__code__.co_freevars.index(name)])


# the definitions of functions inside expansions whose text differs from the file's, by the id of their code
ORIGINS: dict[int, tuple[types.CodeType, Any, str | None, tuple[str, ...], Attached | None]] = {}


def written(code: types.CodeType, space: dict[str, Any]) -> tuple[Any, str | None, tuple[str, ...], Attached | None]:
    """The definition of a function, with the class around it, and the lines of its text; it raises NoSource."""
    if id(code) in ORIGINS:
        return ORIGINS[id(code)][1:]
    tree, class_name, text = definition(code, space)
    return tree, class_name, text.lines, text.attached


def remember_origins(code: types.CodeType, functions: list[Any], source: Source) -> None:
    """Record the definitions of the functions in these, which were compiled to this code; of a twin, its function's."""
    made = [part for part in codes_in(code) if part is not code]
    nested = functions_in(functions, source.class_name) if made else {}
    for part in made:
        classes = nested.get((part.co_name, part.co_firstlineno), {})
        node = function_at(part, list(classes))
        if node is not None:
            ORIGINS[id(part)] = part, node, classes[node], source.lines, source.attached
