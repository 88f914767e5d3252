"""What a standalone expansion calls to go over items, as texts."""

ITEMS = {
    "Raised": (
        "class Raised:\n"
        "    '''An exception instead of the next item.'''\n\n"
        "    def __init__(self, error):\n"
        "        self.error = error"
    ),
    "open_items": (
        "def open_items(source):\n"
        "    return source if isinstance(source, (list, tuple, dict, set, range, str)) else iter(source)"
    ),
    "attempts": (
        "def attempts(source):\n"
        "    try:\n"
        "        yield from source\n"
        "    except Exception as error:\n"
        "        yield Raised(error)"
    ),
    "recording": (
        "def recording(trail, function):\n"
        "    return function if function is None else lambda *given, **named: apply(trail, function, *given, **named)"
    ),
    "recording_later": "def recording_later(trail, function):\n    return function  # `apply` has noted it",
    "items_now": (
        "def items_now(source):\n"
        "    '''What a choice goes over, as it is now.'''\n"
        "    changes = isinstance(source, (list, set, frozenset, dict, deque)) or hasattr(source, 'mapping')\n"
        "    return tuple(source) if changes else source"
    ),
    "items_ahead": (
        "def items_ahead(source):\n"
        "    '''The items of an iterator; those that it takes from a set or the like are found at once.'''\n"
        "    iterator = iter(source)\n"
        "    for item in iterator:\n"
        "        items = [item]\n"
        "        while goes_over_set(iterator) and len(items) < 1000:\n"
        "            items += [item for _, item in zip('x', iterator)]\n"
        "        yield from items"
    ),
    "goes_over_set": (
        "def goes_over_set(iterator):\n"
        "    kinds = {type(iter(kind)) for kind in (set(), {}, {}.values(), {}.items(), deque())}\n"
        "    parts = get_referents(iterator)\n"
        "    parts += [part for held in parts if type(held) is tuple for part in get_referents(held)]\n"
        "    return type(iterator) in kinds or any(goes_over_set(part) for part in parts if hasattr(part, '__next__'))"
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
