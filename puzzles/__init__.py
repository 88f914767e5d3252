"""Puzzles: each is stated, checked, solved by choosing, and drawn; installed as `ambsearch.puzzles`.

A puzzle is a module of this package. Its first line is its name, a colon and one sentence. It holds, in the order of
question, rules, program, instances, pictures and text format:

- ``question(**instance)``: the rules and what is given, as a person would print it;
- ``INSTANCES``: ``{name: keyword arguments of solve}``; the first one is the puzzle itself;
- ``is_solution(answer, **instance)``: the rules, checked without any search;
- ``solve(**instance)``: the declarative program, an ambiguous function; ValueError says that the input is wrong;
- ``picture(answer, **instance)``: an answer as a person would want to see it;
- ``read(text)``: the puzzles in a text, each as keyword arguments of solve; `ambsearch.reading` helps to report the
position of errors;
- ``LIMIT``: only if there are infinitely many answers: how many of them to ask for;
- ``differences(first, second, **instance)``: only if it is hard to see: where two answers differ, as text;
- ``hint(**instance)``: optional: what the user may have meant, if there is no answer, else "";
- ``drawing(answer, **instance)``: optional: the picture to print, empty if the answer is None, as a `Drawing` of
`ambsearch.puzzles.pictures.marks`;
- ``sketch(choices, **instance)``: optional: the board at a point of the search, before there is an answer, as a
`Drawing` or as text; choices: the name and the value of each choice on the path, e.g.
  [("column", 0), ("column", 2)], the last of which is being tried;
- ``save(path, given, answers, *, title, paper)``: instead of that: a picture of several puzzles, each as
  keyword arguments of solve, empty or with an answer;
- ``QUICKEST``: only if `solve` is slow and the module has a faster program: its name; the commands `solve` and `draw`
run it, unless a program is named;
- ``ANSWERS_AS``: only if the twin searches in another order: "multiset".

``by_hand`` holds the twin of each puzzle: the same search with its backtracking written out. A puzzle may have other
programs, ambiguous functions with the parameters of solve and the same kind of answers; all this applies to them,
too, and they may have a twin of the same name. `solve` is the rules in ordinary steps; a faster program has a name
that says how it works. Other ambiguous functions are steps of these programs.

Code that several puzzles share, or that is an idea of its own, is in packages: ``arithmetic``, ``polyominoes`` and
``square_pieces``; ``making`` makes new puzzles, ``counting`` counts all alphametics of a base, and ``overlapping`` is
about sudoku.
"""
