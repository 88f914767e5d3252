"""Substitutes for ambsearch in a program that runs without it: texts, as short as possible.

The same answers come in the same order. There are no error messages, and undoing is simple, not fast: before a call
that may change something, everything that it can reach is saved.

WORDS       the words of the language; what is `permanent` stays where each change is undone by itself
HELPERS     what an expansion calls
plain       of an attribute, the classes whose objects keep it in themselves
"""

IMPORTS = {"operator": "import operator", "random": "import random", "suppress": "from contextlib import suppress"}
IMPORTS["GeneratorType"] = "from types import GeneratorType"
IMPORTS |= {name: f"from collections import {name}" for name in ("Counter", "OrderedDict", "defaultdict", "deque")}
WORDS = {
    "distinct": "def distinct(*values):\n    return all(a != b for i, a in enumerate(values) for b in values[:i])",
    "an_integer_between": "def an_integer_between(low, high):\n    return range(low, high + 1)",
    "an_integer_from": "def an_integer_from(low):\n    while True:\n        yield low\n        low += 1",
    "require": "def require(condition):\n    if not condition:\n        raise Dead",
    "fail": "def fail():\n    raise Dead",
    "an_element_of": "def an_element_of(items):\n    return items",
    "permanent": "def permanent(value):\n    '''What is not taken back.'''\n    return value",
    "ramb": (
        "def ramb(*alternatives, rng=None):\n"
        "    '''The alternatives in a random order.'''\n"
        "    return (rng or random).sample(alternatives, len(alternatives))"
    ),
    "once": (
        "def once(answers):\n"
        "    '''The first answer only.'''\n"
        "    for answer in answers:\n"
        "        yield answer\n"
        "        return"
    ),
    "if_fail": (
        "def if_fail(answers, otherwise):\n"
        "    '''All answers of the first search or, if it has none, what there is otherwise.'''\n"
        "    found = False\n"
        "    for answer in answers:\n"
        "        found = True\n"
        "        yield answer\n"
        "    if found:\n"
        "        return\n"
        "    if callable(otherwise):\n"
        "        otherwise = otherwise()\n"
        "        if not isinstance(otherwise, GeneratorType):\n"
        "            yield otherwise\n"
        "            return\n"
        "    yield from otherwise"
    ),
    "interleave": (
        "def interleave(*branches):\n"
        "    '''An answer of each branch in turn, as long as it has one.'''\n"
        "    running = [iter(branch) for branch in branches]\n"
        "    while running:\n"
        "        for branch in list(running):\n"
        "            for answer in branch:\n"
        "                yield answer\n"
        "                break\n"
        "            else:\n"
        "                running.remove(branch)"
    ),
}
# changes of containers
HELPERS = {
    "Dead": "class Dead(BaseException):\n    '''Ends a branch from inside a helper.'''",
    "DICTS": "DICTS = {dict, Counter, defaultdict, OrderedDict}",
    "IMMUTABLE": "IMMUTABLE = {int, float, bool, complex, str, bytes, tuple, frozenset, type(None), range}",
    "SMALL": "SMALL = 500",
    "starts_new": (
        "def starts_new(owner):\n"
        "    return type(owner) is Counter or getattr(owner, 'default_factory', None) in (int, float, list, set, dict)"
    ),
    "Saved": "class Saved(list):\n    '''Changes to take back.'''",
    "NOTHING": "NOTHING = Saved()",
    "room": "def room():\n    '''What is too deep ends with a RecursionError.'''",
    "undo": "def undo(trail):\n    while trail:\n        entry = trail.pop()\n        entry[0](entry)",
    "put_contents": (
        "def put_contents(entry):\n"
        "    _, owner, saved = entry\n"
        "    kind = next(kind for kind in (OrderedDict, dict, set, list, deque) if isinstance(owner, kind))\n"
        "    kind.clear(owner)\n"
        "    (kind.extend if kind in (list, deque) else kind.update)(owner, saved)"
    ),
    "hold_contents": (
        "def hold_contents(trail, owner):\n"
        "    '''Let the trail put back what a container holds now.'''\n"
        "    trail.append((put_contents, owner, list(owner.items()) if isinstance(owner, dict) else list(owner)))"
    ),
    "keep": (
        "def keep(trail, owner):\n"
        "    if isinstance(owner, (list, set, deque, dict)):\n"
        "        hold_contents(trail, owner)\n"
        "    elif type(owner) not in IMMUTABLE:\n"
        "        note_reachable(trail, owner)"
    ),
    "changed": (
        "def changed(trail, owner, name, /, *args, **kwargs):\n"
        "    keep(trail, owner)\n"
        "    return getattr(owner, name)(*args, **kwargs)"
    ),
    "set_item": "def set_item(trail, value, owner, key):\n    keep(trail, owner)\n    owner[key] = value",
    "delete_item": "def delete_item(trail, owner, key):\n    keep(trail, owner)\n    del owner[key]",
    "unbound": (
        "def unbound(name):\n"
        "    raise UnboundLocalError(f\"cannot access local variable '{name}' where it is not associated with a value\")"
    ),
    "unbound_around": (
        "def unbound_around(name):\n"
        "    raise NameError(f\"cannot access free variable '{name}' where it is not associated with a value\")"
    ),
    "touch_item": "def touch_item(trail, owner, key):\n    keep(trail, owner)",
    "changed_argument": (
        "def changed_argument(trail, function, owner, /, *args, **kwargs):\n"
        "    keep(trail, owner)\n"
        "    return function(owner, *args, **kwargs)"
    ),
    "held_item": (
        "def held_item(owner, item):\n"
        "    '''The item of a set that is equal to this one.'''\n"
        "    return next((other for other in owner if other is item or other == item), GONE)"
    ),
    "taken": (
        "def taken(owner, i):\n"
        "    '''What owner.pop(i) takes out: its place, itself, and the length before.'''\n"
        "    length = len(owner)\n"
        "    return (i % length, owner[i], length) if -length <= i < length else GONE"
    ),
    "removal": (
        "def removal(owner, item):\n"
        "    '''What owner.remove(item) takes out: its place, itself, and the length before.'''\n"
        "    if item not in owner:\n"
        "        return GONE\n"
        "    i = owner.index(item)\n"
        "    return i, owner[i], len(owner)"
    ),
    "reinsert": (
        "def reinsert(owner, taken):\n"
        "    i, item, length = taken\n"
        "    if len(owner) < length or i >= len(owner) or owner[i] is not item:\n"
        "        owner.insert(i, item)"
    ),
    "put_in": "def put_in(trail, box, value):\n    set_item(trail, value, box, 0)\n    return value",
    "augmented": (
        "def augmented(trail, operation, target, operand):\n"
        "    keep(trail, target)\n"
        "    names = {'Mult': 'imul', 'BitOr': 'ior', 'BitAnd': 'iand', 'BitXor': 'ixor', 'LShift': 'ilshift', "
        "'RShift': 'irshift', 'Div': 'itruediv', 'MatMult': 'imatmul'}\n"
        "    return getattr(operator, names.get(operation, 'i' + operation.lower()))(target, operand)"
    ),
    "augment_item": (
        "def augment_item(trail, operation, owner, key, operand):\n"
        "    set_item(trail, augmented(trail, operation, owner[key], operand), owner, key)"
    ),
    "GONE": "GONE = object()  # stands for no value",
    "UNBOUND": "UNBOUND = object()  # stands for no value",
}
# changes that a function makes, and those of attributes
HELPERS |= {
    "put_cell": "def put_cell(entry):\n    entry[1].cell_contents = entry[2]",
    "put_global": (
        "def put_global(entry):\n"
        "    _, space, name, value = entry\n"
        "    if value is GONE:\n"
        "        space.pop(name, None)\n"
        "    else:\n"
        "        space[name] = value"
    ),
    "record_item": "def record_item(trail, space, name):\n    trail.append((put_global, space, name, space.get(name, GONE)))",
    "put_attribute": "def put_attribute(entry):\n    setattr(*entry[1:])",
    "put_slot": "def put_slot(entry):\n    object.__setattr__(*entry[1:])",
    "names_in_code": (
        "def names_in_code(code):\n"
        "    inner = [names_in_code(part) for part in code.co_consts if hasattr(part, 'co_names')]\n"
        "    return set(code.co_names).union(*inner)"
    ),
    "note_reachable": (
        "def note_reachable(trail, *things):\n"
        "    '''Let the trail put back all that can be reached from these things.'''\n"
        "    waiting, seen = list(things), {}\n"
        "    while waiting:\n"
        "        thing = waiting.pop()\n"
        "        if id(thing) in seen:\n"
        "            continue\n"
        "        seen[id(thing)] = thing\n"
        "        if isinstance(thing, (list, set, deque, dict)):\n"
        "            hold_contents(trail, thing)\n"
        "        if isinstance(thing, (list, set, deque, dict, tuple, frozenset)):\n"
        "            waiting += thing.values() if isinstance(thing, dict) else thing\n"
        "        if hasattr(type(thing), '__func__'):\n"
        "            waiting += thing.__self__, thing.__func__\n"
        "        elif hasattr(type(thing), '__code__'):\n"
        "            waiting += note_variables(trail, thing)\n"
        "        elif isinstance(thing, type):\n"
        "            waiting += note_class(trail, thing)\n"
        "        elif type(thing).__name__ == 'partial':\n"
        "            waiting += thing.func, thing.args, thing.keywords\n"
        "        elif type(thing).__module__ == note_reachable.__module__:\n"
        "            waiting += [type(thing), getattr(thing, '__dict__', {}), *note_slots(trail, thing)]"
    ),
    "note_variables": (
        "def note_variables(trail, function):\n"
        "    '''The variables around a function, and those of the module.'''\n"
        "    space, found = function.__globals__, [function.__defaults__, function.__kwdefaults__]\n"
        "    for cell in function.__closure__ or ():\n"
        "        with suppress(ValueError):  # it has no value yet\n"
        "            trail.append((put_cell, cell, cell.cell_contents))\n"
        "            found.append(cell.cell_contents)\n"
        "    for name in names_in_code(function.__code__) - {'GONE'}:\n"
        "        found.append(space.get(name, GONE))\n"
        "        if not callable(found[-1]):\n"
        "            trail.append((put_global, space, name, found[-1]))\n"
        "    return found"
    ),
    "note_class": (
        "def note_class(trail, cls):\n"
        "    '''The attributes of a class of this program, and its methods.'''\n"
        "    found = list(cls.__bases__) if cls.__module__ == note_reachable.__module__ else []\n"
        "    for name, value in vars(cls).items() if found else ():\n"
        "        if isinstance(value, (staticmethod, classmethod)):\n"
        "            value = value.__func__\n"
        "        if isinstance(value, property):\n"
        "            found += value.fget, value.fset, value.fdel\n"
        "        elif not (name.startswith('__') or hasattr(value, '__get__') or name in getattr(cls, '__members__', ())):\n"
        "            trail.append((put_attribute, cls, name, value))\n"
        "        found.append(value)\n"
        "    return found"
    ),
    "note_slots": (
        "def note_slots(trail, thing):\n"
        "    '''The attributes of an object that has places for them.'''\n"
        "    found = []\n"
        "    for name in [name for cls in type(thing).__mro__ for name in vars(cls).get('__slots__', ())]:\n"
        "        if hasattr(thing, name):\n"
        "            trail.append((put_slot, thing, name, getattr(thing, name)))\n"
        "            found.append(getattr(thing, name))\n"
        "    return found"
    ),
    "called": (
        "def called(trail, function, /, *args, **kwargs):\n"
        "    '''A call that may change something.'''\n"
        "    note_reachable(trail, function, args, kwargs)\n"
        "    return function(*args, **kwargs)"
    ),
    "calling": (
        "def calling(function):\n    return lambda trail, /, *args, **kwargs: called(trail, function, *args, **kwargs)"
    ),
    "set_attribute": "def set_attribute(trail, value, owner, name):\n    called(trail, setattr, owner, name, value)",
    "delete_attribute": "def delete_attribute(trail, owner, name):\n    called(trail, delattr, owner, name)",
    "forget_attribute": "def forget_attribute(owner, name):\n    vars(owner).pop(name, None)",
    "augment_attribute": (
        "def augment_attribute(trail, operation, owner, name, operand):\n"
        "    value = augmented(trail, operation, called(trail, getattr, owner, name), operand)\n"
        "    set_attribute(trail, value, owner, name)"
    ),
    "attribute": "def attribute(trail, owner, name):\n    return called(trail, getattr, owner, name)",
    "iterated": "def iterated(trail, source):\n    note_reachable(trail, source)\n    return source",
    "chosen_from": "def chosen_from(trail, source):\n    note_reachable(trail, source)\n    return source",
    "spread": "def spread(trail, source):\n    note_reachable(trail, source)\n    return source",
    "mapped": "def mapped(trail, source):\n    note_reachable(trail, source)\n    return source",
    "named": "def named(function, name):\n    function.__name__ = name\n    return function",
    "item": "def item(trail, owner, key):\n    return called(trail, operator.getitem, owner, key)",
    "contained": "def contained(trail, item, owner):\n    return called(trail, operator.contains, owner, item)",
    "operated": "def operated(trail, names, function, *operands):\n    return called(trail, function, *operands)",
    "Plain": (
        "class Plain:\n"
        "    '''The classes whose objects keep an attribute in themselves.'''\n\n"
        "    def __init__(self, name):\n"
        "        self.name = name\n\n"
        "    def __contains__(self, cls):\n"
        "        own = {'__setattr__', '__getattribute__', '__getattr__', '__delattr__', self.name}\n"
        "        return cls.__dictoffset__ and not any(own & vars(base).keys() for base in cls.__mro__[:-1])"
    ),
}
# what goes over items
HELPERS |= {
    "Raised": (
        "class Raised:\n"
        "    '''An exception instead of the next item.'''\n\n"
        "    def __init__(self, error):\n"
        "        self.error = error"
    ),
    "opened": (
        "def opened(source):\n"
        "    return source if isinstance(source, (list, tuple, dict, set, range, str)) else iter(source)"
    ),
    "attempted": (
        "def attempted(source):\n"
        "    try:\n"
        "        yield from source\n"
        "    except Exception as error:\n"
        "        yield Raised(error)"
    ),
    "recording": "def recording(trail, function):\n    return lambda made: called(trail, function, made)",
    "items_now": (
        "def items_now(source):\n"
        "    '''What a choice goes over, as it is now.'''\n"
        "    changes = isinstance(source, (list, set, frozenset, dict, deque)) or hasattr(source, 'mapping')\n"
        "    return tuple(source) if changes else source"
    ),
    "Turns": (
        "class Turns(list):\n"
        "    '''The items of a loop, fetched when a branch needs them, and kept for the other branches.'''\n"
        "    def __init__(self, source):\n"
        "        self.source = iter(source)\n\n"
        "    def more(self, i):\n"
        "        for item in self.source:\n"
        "            self.append(item)\n"
        "            return True\n"
        "        return False"
    ),
    "Rows": (
        "class Rows:\n"
        "    '''The items of several loops side by side.'''\n"
        "    def __init__(self, sources, row, strict=False):\n"
        "        self.sources, self.row, self.strict = [turns(source) for source in sources], row, strict\n\n"
        "    def __len__(self):\n"
        "        return 0  # so that `more` is asked\n\n"
        "    def more(self, i):\n"
        "        found = []\n"
        "        for n, source in enumerate(self.sources):\n"
        "            found.append(i < len(source) or more(source, i))\n"
        "            if self.strict and found[n] is not found[0]:\n"
        "                others = 'argument 1' if n == 1 else f'arguments 1-{n}'\n"
        "                raise ValueError(f\"zip() argument {n + 1} is {'longer' if found[n] else 'shorter'} than {others}\")\n"
        "            if not (found[n] or self.strict):\n"
        "                break\n"
        "        return bool(found) and found[-1]\n\n"
        "    def __getitem__(self, i):\n"
        "        return self.row(i, *[source[i] for source in self.sources])"
    ),
    "Reversed": (
        "class Reversed:\n"
        "    '''A list from the end that it has now to its start.'''\n"
        "    def __init__(self, source):\n"
        "        self.source, self.last = source, len(source) - 1\n\n"
        "    def __len__(self):\n"
        "        return 0  # so that `more` is asked\n\n"
        "    def more(self, i):\n"
        "        return 0 <= self.last - i < len(self.source)\n\n"
        "    def __getitem__(self, i):\n"
        "        return self.source[self.last - i]"
    ),
    "View": (
        "class View:\n"
        "    '''The keys, values or items of a dictionary, by number.'''\n"
        "    def __init__(self, view):\n"
        "        self.view = view\n\n"
        "    def __len__(self):\n"
        "        return len(self.view)\n\n"
        "    def __getitem__(self, i):\n"
        "        return list(self.view)[i]"
    ),
    "turns": (
        "def turns(source):\n"
        "    '''What a loop with choices in it goes over, by number.'''\n"
        "    if isinstance(source, (list, tuple, range, str)) or hasattr(source, 'more'):\n"
        "        return source\n"
        "    if isinstance(source, (dict, set, frozenset)):\n"
        "        return tuple(source)\n"
        "    if hasattr(source, 'mapping'):\n"
        "        return View(source)\n"
        "    if hasattr(source, '__next__'):\n"
        "        return Turns(source)\n"
        "    raise TypeError(f'only ambsearch can make choices in a loop over a {type(source).__name__}')"
    ),
    "more": (
        "def more(items, i):\n"
        "    '''Is there an item number i after all?'''\n"
        "    return hasattr(items, 'more') and items.more(i)"
    ),
    "turns_of_enumerate": (
        "def turns_of_enumerate(iterable, start=0):\n    return Rows([iterable], lambda i, item: (start + i, item))"
    ),
    "turns_of_zip": (
        "def turns_of_zip(*sources, strict=False):\n    return Rows(sources, lambda i, *items: items, strict)"
    ),
    "turns_of_reversed": (
        "def turns_of_reversed(source):\n"
        "    return Reversed(source) if isinstance(source, list) else Turns(reversed(source))"
    ),
}
# `keep` for a program without its own classes and without functions that change something
CONTAINERS_ONLY = (
    "def keep(trail, owner):\n"
    "    if isinstance(owner, (list, set, deque, dict)):\n"
    "        hold_contents(trail, owner)\n"
    "    elif type(owner) not in IMMUTABLE:\n"
    "        raise TypeError(f'a change of a {type(owner).__name__} can be taken back by ambsearch only')"
)


def plain(name: str) -> str:
    """The text for the classes whose objects keep an attribute in themselves.

    >>> plain("plain_x")
    "plain_x = Plain('x')"
    """
    return f"{name} = Plain({name.removeprefix('plain_')!r})"
