"""What an expansion calls when it runs; nothing here reads or builds syntax trees.

undoing        the changes of the world, and what takes them back
twins          the same functions, with their changes recorded
calls          calls of what only the run knows; builtin_calls those of what is written in C
methods        tables of the methods of a name, by class
changes        changes as an expansion makes them
reads          reads and operators that may run one's own method
protocols      builtin functions that call one's own special methods
managers       what `with` enters
choices        what a choice goes over
turns          what a loop around choices goes over
driver         an explicit stack for deep searches
"""
