"""What an expansion calls when it runs; nothing here reads or builds syntax trees.

undoing        changes to the world, and how they are undone
twins          the same functions, with their changes recorded
calls          calls whose target is known only at run time; builtin_calls: of code written in C
methods        tables of the methods of a name, by class
changes        changes as expansions make them
reads          reads and operators that may run a user's method
asking         builtin functions that call one special method of a user's object
stepped        iterators whose steps are recorded; protocols: builtin functions that go over them
resumed        iterators by their steps, so that each branch goes on from its own
over           iterators over others, which have to go back, too
positions      how far one of Python's own iterators has come
managers       what `with` enters
variables      context variables
choices        the items of a choice; ahead: of an iterator over a set or the like
turns          the items of a loop around choices; live: of one iterable, as Python would find them at each turn
driver         an explicit stack for deep searches
"""
