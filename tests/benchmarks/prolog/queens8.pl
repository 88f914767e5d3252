:- ensure_loaded(queens).
answer(Columns) :- queens(8, Columns).
