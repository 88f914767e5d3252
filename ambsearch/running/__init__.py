"""What an expansion calls when it runs; nothing here reads or builds syntax trees.

undoing   the changes of the world, and what takes them back
calls     changes as an expansion makes them, and calls of functions that may change something
choices   what a choice or a loop goes over
driver    an explicit stack for deep searches
"""
