% SEND + MORE = MONEY by columns from the right; the digits still free are passed on.

answer([S,E,N,D,M,O,R,Y]) :-
    numlist(0, 9, F0),
    column(D, E, Y,  0, C1, F0, F1),
    column(N, R, E, C1, C2, F1, F2),
    column(E, O, N, C2, C3, F2, F3),
    column(S, M, O, C3, C4, F3, F4),
    column(0, 0, M, C4,  0, F4, _),
    S > 0,
    M > 0.

column(Upper, Lower, Total, Carry, Next, F0, F) :-
    digit(Upper, F0, F1),
    digit(Lower, F1, F2),
    digit(Total, F2, F),
    Sum is Upper + Lower + Carry,
    Total =:= Sum mod 10,
    Next is Sum // 10.

digit(Digit, Free, Rest) :-
    (   nonvar(Digit)
    ->  Rest = Free
    ;   select(Digit, Free, Rest)
    ).
