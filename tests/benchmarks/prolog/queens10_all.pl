% Queens: as queens.pl, but every column is tried in every row, as the Python programs do.

answer(Columns) :- place(0, 10, [], Columns).

place(N, N, Placed, Columns) :-
    !,
    reverse(Placed, Columns).
place(Row, N, Placed, Columns) :-
    between(1, N, Column),
    safe(Placed, Column, 1),
    Next is Row + 1,
    place(Next, N, [Column|Placed], Columns).

safe([], _, _).
safe([Other|Placed], Column, Distance) :-
    Other =\= Column,
    Other =\= Column + Distance,
    Other =\= Column - Distance,
    Next is Distance + 1,
    safe(Placed, Column, Next).
