"""Puzzles, each told in words, checked, solved by choosing, and drawn; installed as `ambsearch.puzzles`.

A puzzle is a module of this package. Its first line is its name, a colon and one sentence; it holds

- ``INSTANCES``: ``{name: keyword arguments of solve}``; the first one is the puzzle itself;
- ``is_solution(answer, **instance)``: the rules, checked without any search;
- ``solve(**instance)``: the declarative program, an ambiguous function; ValueError says that the input is wrong;
- ``picture(answer, **instance)``: an answer as a person would want to see it;
- ``LIMIT``: only where there are infinitely many answers: how many of them to ask for.

``by_hand`` holds the twin of each puzzle: the same search with its backtracking written out.
"""
