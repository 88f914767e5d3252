"""Making puzzles of digits, each proved to have exactly one answer.

lengths      long calculations, from known digits at chosen places; the lengths of the rows are left open
displays     the places of the known digits: a picture, 1 to 9 once each, n times the digit n
hiding       long calculations, from a true one, by hiding digits
sums         alphametics, from words
pattern      sums with ? for words to choose
puzzle       a made puzzle, with its answer and how hard it was
options      the options of `ambsearch make`
"""
