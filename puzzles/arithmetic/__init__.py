"""Puzzles of digits: mushikuizan (boxes, some digits known) and alphametics (letters), and mixtures of both.

notation     what a row of such a puzzle says; long multiplication and division as rows
reading      long calculations from text, by rows or as drawings
equation     equations of sums and products, in a line or drawn
drawing      both as text, as people write them
paper        both as pictures; `sheet` arranges several on a page

long         the search for the digits of a long calculation, with
             clues, carries, fields, sums, order
columns      the columns of an equation: weights, reach and carries
steps        the order in which its cells get digits, and what the rest can balance
"""
