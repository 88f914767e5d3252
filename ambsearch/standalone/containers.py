"""What a standalone expansion calls to change containers and to take that back, as texts."""

CONTAINERS = {
    "Dead": "class Dead(BaseException):\n    '''Ends a branch from inside a helper.'''",
    "BUILT_IN": "BUILT_IN = {list, dict, tuple, str, Counter, OrderedDict}",
    "DICTS": "DICTS = {dict, Counter, defaultdict, OrderedDict}",
    **{f"derived_{kind}": f"derived_{kind} = {{{kind}}}" for kind in ("list", "set", "dict")},
    "ARRAYS": "ARRAYS = {bytearray, deque}",
    "IMMUTABLE": "IMMUTABLE = {int, float, bool, complex, str, bytes, tuple, frozenset, type(None), range}",
    "OF_PYTHON": "OF_PYTHON = {*IMMUTABLE, list, dict, set, deque, *map(type, ({}.keys(), {}.values(), {}.items()))}",
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
        "    kind = next(kind for kind in (OrderedDict, dict, set, list, deque, bytearray) if isinstance(owner, kind))\n"
        "    kind.clear(owner)\n"
        "    (kind.update if kind in (OrderedDict, dict, set) else kind.extend)(owner, saved)"
    ),
    "hold_contents": (
        "def hold_contents(trail, owner):\n"
        "    '''Let the trail put back what a container holds now.'''\n"
        "    trail.append((put_contents, owner, list(owner.items()) if isinstance(owner, dict) else list(owner)))"
    ),
    "keep": (
        "def keep(trail, owner):\n"
        "    if isinstance(owner, (list, set, deque, dict, bytearray)):\n"
        "        hold_contents(trail, owner)\n"
        "    elif type(owner) not in IMMUTABLE:\n"
        "        note_reachable(trail, owner)"
    ),
    "change": (
        "def change(trail, owner, name, /, *args, **kwargs):\n"
        "    keep(trail, owner)\n"
        "    return getattr(owner, name)(*args, **kwargs)"
    ),
    "set_item": "def set_item(trail, value, owner, key):\n    keep(trail, owner)\n    owner[key] = value",
    "delete_item": "def delete_item(trail, owner, key):\n    keep(trail, owner)\n    del owner[key]",
    "unbound": (
        "def unbound(name):\n"
        "    raise UnboundLocalError(f\"cannot access local variable '{name}' where it is not associated with a value\")"
    ),
    "variables": (
        "def variables(held, names, boxes):\n"
        "    found = {name: held[name][0] if name in boxes else held[name] for name in names if name in held}\n"
        "    return {name: value for name, value in found.items() if value is not UNBOUND}"
    ),
    "unbound_around": (
        "def unbound_around(name):\n"
        "    raise NameError(f\"cannot access free variable '{name}' where it is not associated with a value\")"
    ),
    "change_argument": (
        "def change_argument(trail, function, owner, /, *args, **kwargs):\n"
        "    keep(trail, owner)\n"
        "    return function(owner, *args, **kwargs)"
    ),
    "held_item": (
        "def held_item(owner, item):\n"
        "    '''The item of a set that is equal to this one.'''\n"
        "    return next((other for other in owner if other is item or other == item), GONE)"
    ),
    "held_items": "def held_items(owner, items):\n    return {held_item(owner, item) for item in items if item in owner}",
    "new_items": "def new_items(owner, items):\n    return set(items).difference(owner)",
    "values_at": "def values_at(owner, other):\n    return {key: owner.get(key, GONE) for key in other}",
    "put_values": (
        "def put_values(owner, values):\n"
        "    for key, value in values.items():\n"
        "        if value is GONE:\n"
        "            owner.pop(key, None)\n"
        "        else:\n"
        "            owner[key] = value"
    ),
    "put_among": (
        "def put_among(owner, key, before):\n    before.update(owner)\n    owner.clear()\n    owner.update(before)"
    ),
    "item_to_pop": (
        "def item_to_pop(owner, i):\n"
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
    "augment": (
        "def augment(trail, operation, target, operand):\n"
        "    keep(trail, target)\n"
        "    names = {'Mult': 'imul', 'BitOr': 'ior', 'BitAnd': 'iand', 'BitXor': 'ixor', 'LShift': 'ilshift', "
        "'RShift': 'irshift', 'Div': 'itruediv', 'MatMult': 'imatmul'}\n"
        "    return getattr(operator, names.get(operation, 'i' + operation.lower()))(target, operand)"
    ),
    "augment_item": (
        "def augment_item(trail, operation, owner, key, operand):\n"
        "    set_item(trail, augment(trail, operation, owner[key], operand), owner, key)"
    ),
    "GONE": "GONE = object()  # stands for no value",
    "UNBOUND": "UNBOUND = object()  # stands for no value",
}
