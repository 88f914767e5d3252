"""Sudoku on one board, or on several that overlap.

boards, outline, reading   cells and units of a layout; recognising it in a drawing; sudokus in text
propagation                the fast program
techniques                 solving as a person does, each step with its reason
attention, policies        the measure of the thesis, and its orders of working on several boards
making, problems           sudokus with one answer; problems to compare the policies on
study, intervals, charts   evaluating the costs of the policies
thesis                     the thesis's tables
drawing                    sudokus as text for a person, and as pictures to print

`ambsearch.puzzles.sudoku` names the thesis.
"""
