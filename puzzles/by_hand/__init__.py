"""The twins: each puzzle solved again by backtracking written out by hand: place, test, go deeper, take back.

A twin has the file name and the function names of its puzzle, takes the same arguments, and yields the same
answers in the same order. Nothing here imports ambsearch: a twin is what one would write without it.
"""
