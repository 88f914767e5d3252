"""What a standalone expansion calls to take back the changes of functions and attributes, as texts."""

CHANGES = {
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
    "put_items": "def put_items(entry):\n    entry[1][:] = entry[2]",
    "put_attribute": "def put_attribute(entry):\n    setattr(*entry[1:])",
    "own_value": (
        "def own_value(thing, name):\n"
        "    '''An attribute as the object has it, without code of its class.'''\n"
        "    try:\n"
        "        return object.__getattribute__(thing, name)\n"
        "    except AttributeError:\n"
        "        return GONE"
    ),
    "put_slot": (
        "def put_slot(entry):\n"
        "    _, thing, name, value = entry\n"
        "    if value is not GONE:\n"
        "        object.__setattr__(thing, name, value)\n"
        "    elif own_value(thing, name) is not GONE:\n"
        "        object.__delattr__(thing, name)"
    ),
    "drop_others": (
        "def drop_others(entry):\n"
        "    '''Take the attributes out of a class that it has been given.'''\n"
        "    _, cls, names = entry\n"
        "    for name in vars(cls).keys() - names:\n"
        "        delattr(cls, name)"
    ),
    "names_in_code": (
        "def names_in_code(code):\n"
        "    inner = [names_in_code(part) for part in code.co_consts if hasattr(part, 'co_names')]\n"
        "    return set(code.co_names).union(*inner)"
    ),
    "note_reachable": (
        "def note_reachable(trail, *things):\n"
        "    '''Let the trail put back all that can be reached from these things.'''\n"
        "    waiting, seen = list(things), {id(trail): trail}\n"
        "    while waiting:\n"
        "        thing = waiting.pop()\n"
        "        if id(thing) in seen:\n"
        "            continue\n"
        "        seen[id(thing)] = thing\n"
        "        if isinstance(thing, (list, set, deque, dict, bytearray)):\n"
        "            hold_contents(trail, thing)\n"
        "        elif type(thing).__name__ == 'array':\n"
        "            trail.append((put_items, thing, thing[:]))\n"
        "        if isinstance(thing, (list, set, deque, dict, tuple, frozenset)):\n"
        "            waiting += thing.values() if isinstance(thing, dict) else thing\n"
        "        if hasattr(type(thing), '__self__'):\n"
        "            waiting += thing.__self__, getattr(thing, '__func__', None)\n"
        "        elif hasattr(type(thing), '__code__'):\n"
        "            waiting += note_variables(trail, thing)\n"
        "        elif isinstance(thing, type):\n"
        "            waiting += note_class(trail, thing)\n"
        "        elif type(thing).__name__ == 'partial':\n"
        "            waiting += thing.func, thing.args, thing.keywords\n"
        "        elif type(thing).__name__ in ('SimpleNamespace', 'UserDict', 'UserList', 'ChainMap'):\n"
        "            waiting.append(vars(thing))\n"
        "        elif type(thing).__module__ == note_reachable.__module__:\n"
        "            trail.append((put_slot, thing, '__class__', type(thing)))\n"
        "            waiting += [type(thing), own_value(thing, '__dict__'), *note_slots(trail, thing)]"
    ),
    "note_variables": (
        "def note_variables(trail, function):\n"
        "    '''The variables around a function, and those of the module.'''\n"
        "    space, found = function.__globals__, [function.__defaults__, function.__kwdefaults__, vars(function)]\n"
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
        "    found = [*cls.__bases__, type(cls)] if cls.__module__ == note_reachable.__module__ else []\n"
        "    if found:\n"
        "        trail.append((drop_others, cls, set(vars(cls))))\n"
        "    for name, value in vars(cls).items() if found else ():\n"
        "        if isinstance(value, (staticmethod, classmethod)):\n"
        "            value = value.__func__\n"
        "        if isinstance(value, property):\n"
        "            found += value.fget, value.fset, value.fdel\n"
        "        elif not (name.startswith('__') or hasattr(type(value), '__get__') or name in getattr(cls, '__members__', ())):\n"
        "            trail.append((put_attribute, cls, name, value))\n"
        "        found.append(value)\n"
        "    return found"
    ),
    "note_slots": (
        "def note_slots(trail, thing):\n"
        "    '''The attributes of an object that has places for them.'''\n"
        "    found = []\n"
        "    slots = [item for cls in type(thing).__mro__ for item in vars(cls).items()]\n"
        "    for name in [name for name, slot in slots if type(slot).__name__ == 'member_descriptor']:\n"
        "        found.append(own_value(thing, name))\n"
        "        trail.append((put_slot, thing, name, found[-1]))\n"
        "    return found"
    ),
    "apply": (
        "def apply(trail, function, /, *args, **kwargs):\n"
        "    '''A call that may change something.'''\n"
        "    note_reachable(trail, function, args, kwargs)\n"
        "    return function(*args, **kwargs)"
    ),
    "set_attribute": "def set_attribute(trail, value, owner, name):\n    apply(trail, setattr, owner, name, value)",
    "delete_attribute": "def delete_attribute(trail, owner, name):\n    apply(trail, delattr, owner, name)",
    "forget_attribute": "def forget_attribute(owner, name):\n    vars(owner).pop(name, None)",
    "augment_attribute": (
        "def augment_attribute(trail, operation, owner, name, operand):\n"
        "    value = augment(trail, operation, apply(trail, getattr, owner, name), operand)\n"
        "    set_attribute(trail, value, owner, name)"
    ),
    "attribute": "def attribute(trail, owner, name):\n    return apply(trail, getattr, owner, name)",
    "iterate": "def iterate(trail, source):\n    note_reachable(trail, source)\n    return source",
    "choose_from": "def choose_from(trail, source):\n    note_reachable(trail, source)\n    return source",
    "spread": "def spread(trail, source):\n    note_reachable(trail, source)\n    return source",
    "as_mapping": "def as_mapping(trail, source):\n    note_reachable(trail, source)\n    return source",
    "rename": "def rename(function, name):\n    function.__name__ = name\n    return function",
    "item": "def item(trail, owner, key):\n    return apply(trail, operator.getitem, owner, key)",
    "is_in": "def is_in(trail, item, owner):\n    return apply(trail, operator.contains, owner, item)",
    "operate": "def operate(trail, function, *operands):\n    return apply(trail, function, *operands)",
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
