% Queens: row by row, each new queen taken from the columns still free and compared with the earlier ones.

queens(N, Columns) :-
    numlist(1, N, Free),
    place(Free, [], Columns).

place([], Placed, Columns) :-
    reverse(Placed, Columns).
place(Free, Placed, Columns) :-
    Free = [_|_],
    select(Column, Free, Rest),
    safe(Placed, Column, 1),
    place(Rest, [Column|Placed], Columns).

safe([], _, _).
safe([Other|Placed], Column, Distance) :-
    Other =\= Column + Distance,
    Other =\= Column - Distance,
    Next is Distance + 1,
    safe(Placed, Column, Next).
