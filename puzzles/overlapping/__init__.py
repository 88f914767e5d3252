"""Sudoku on one board, or on several that overlap.

boards        cells and units of a layout
outline       recognising the boards of a drawing
reading       sudokus in text
propagation   the fast program
"""
