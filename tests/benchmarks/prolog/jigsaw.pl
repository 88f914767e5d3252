% Jigsaw: the nine pieces row by row, each one turned and compared with its left and upper neighbours.
% A letter is a number, so that letters that fit add up to 7: R G B W are 0 1 2 3 and w b g r are 4 5 6 7.

pieces([edges(6,4,6,3), edges(0,2,5,3), edges(1,3,7,5), edges(1,0,0,5), edges(2,3,1,7),
        edges(0,5,6,4), edges(7,1,5,0), edges(6,2,7,6), edges(1,0,4,5)]).

answer([A,B,C, D,E,F, G,H,I]) :-
    pieces(P0),
    lay(A, none, none, P0, P1), lay(B, A, none, P1, P2), lay(C, B, none, P2, P3),
    lay(D, none, A, P3, P4),    lay(E, D, B, P4, P5),    lay(F, E, C, P5, P6),
    lay(G, none, D, P6, P7),    lay(H, G, E, P7, P8),    lay(I, H, F, P8, []).

lay(Piece, Left, Upper, Pieces, Rest) :-
    select(Unturned, Pieces, Rest),
    turned(Unturned, Piece),
    fits_beside(Left, Piece),
    fits_below(Upper, Piece).

turned(Piece, Piece).
turned(edges(T,R,B,L), edges(R,B,L,T)).
turned(edges(T,R,B,L), edges(B,L,T,R)).
turned(edges(T,R,B,L), edges(L,T,R,B)).

fits_beside(none, _).
fits_beside(edges(_,Right,_,_), edges(_,_,_,Left)) :- Left + Right =:= 7.

fits_below(none, _).
fits_below(edges(_,_,Bottom,_), edges(Top,_,_,_)) :- Top + Bottom =:= 7.
