"""All alphametics A + B = C of a base: an automaton that reads them, counts them and numbers them.

columns       one column of a sum as a search, and what is known about a puzzle before and after it
guesses       the nondeterministic automaton that guesses the digits of new letters
automaton     the automaton with all `states`, found by search; with `symmetry`, one state for all names of the
letters; `rows` helps
puzzle        a puzzle as text, in columns, in normal form
judging       one solution, several, or none
counts        how many puzzles of n digits there are; `sums` counts those of a few digits in any base
recurrences   the shortest recurrence of these numbers, proved; `terms` turns it into a general term
numbering     the puzzle with a given number, the number of a puzzle, random puzzles
minimal       which states cannot be distinguished
exporting     automata as pictures, as DOT and as JSON; `files` saves them
examples      the small automaton by which the paper shows its method
limits        what is too large
tables        the paper's tables, computed; `published` has the paper's numbers
by_hand       the twins

NumPy and SymPy are needed: pip install 'ambsearch[counting]'.

Source: Yuki Nozaki, Ryo Yoshinaka and Ayumi Shinohara, "Numeration of alphametics using deterministic finite automaton"
(in Japanese; Tohoku University).
"""
