% Knight's tour: 5 x 5 from a corner; the board is a term whose arguments get the number of the step.

:- dynamic moves/2.

answer(Board) :-
    functor(Board, board, 25),
    arg(1, Board, 1),
    tour(2, 1, Board).

tour(26, _, _) :- !.
tour(Step, Square, Board) :-
    moves(Square, Targets),
    member(Target, Targets),
    arg(Target, Board, Visited),
    var(Visited),
    Visited = Step,
    Next is Step + 1,
    tour(Next, Target, Board).

move(Square, Target) :-
    Row is (Square - 1) // 5,
    Column is (Square - 1) mod 5,
    member(Down-Right, [(-2)-(-1), (-2)-1, (-1)-(-2), (-1)-2, 1-(-2), 1-2, 2-(-1), 2-1]),
    R is Row + Down, between(0, 4, R),
    C is Column + Right, between(0, 4, C),
    Target is R * 5 + C + 1.

:- forall(between(1, 25, Square),
          ( findall(Target, move(Square, Target), Targets),
            assertz(moves(Square, Targets)) )),
   compile_predicates([moves/2]).
