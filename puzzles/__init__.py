"""Puzzles, each told in words, checked, solved by choosing, and drawn; installed as `ambsearch.puzzles`.

A puzzle is a module of this package. Its first line is its name, a colon and one sentence; it holds, in
the order of the question, the rules, the program, the instances, the pictures and the reading of texts,

- ``question(**instance)``: the rules and what is given, as a person would print it;
- ``INSTANCES``: ``{name: keyword arguments of solve}``; the first one is the puzzle itself;
- ``is_solution(answer, **instance)``: the rules, checked without any search;
- ``solve(**instance)``: the declarative program, an ambiguous function; ValueError says that the input is wrong;
- ``picture(answer, **instance)``: an answer as a person would want to see it;
- ``read(text)``: the puzzles in a text, each as keyword arguments of solve; `ambsearch.reading` helps with the places of
  errors;
- ``LIMIT``: only where there are infinitely many answers: how many of them to ask for;
- ``differences(first, second, **instance)``: only where it is hard to see: where two answers differ, as text;
- ``hint(**instance)``: only where there is one: what may be meant otherwise if there is no answer, else "";
- ``drawing(answer, **instance)``: only where there is something to see: the picture to print, empty if the answer is
  None, as a `Drawing` of `ambsearch.puzzles.pictures.marks`;
- ``sketch(choices, **instance)``: only where there is something to see: the board at a point of the search, which is not yet an
  answer, as a `Drawing` or as text; choices: the name and the value of each choice on the way, e.g.
  [("column", 0), ("column", 2)], the last of which is being tried;
- ``save(path, given, answers, *, title, paper)``: instead of that: a picture of several puzzles, each as
  keyword arguments of solve, empty or with an answer;
- ``QUICKEST``: only where `solve` is slow and there is a clever program beside it: its name; the commands `solve` and
  `draw` run it, unless a program is named;
- ``ANSWERS_AS``: only where the twin searches in another order: "multiset".

``by_hand`` holds the twin of each puzzle: the same search with its backtracking written out. A puzzle may have other
programs, ambiguous functions with the parameters of solve and the same kind of answers; all this belongs to them, too,
and so may a twin of the same name. `solve` is the rules in ordinary steps; a clever program stands beside it under a
name that says how it goes about it. Other ambiguous functions are steps of these programs.

What several puzzles share are packages: ``arithmetic`` and ``polyominoes``; ``making`` makes new puzzles,
``counting`` knows all alphametics of a base, and ``overlapping`` is all about sudoku.
"""
