:- ensure_loaded(queens).
answer(Columns) :- queens(10, Columns).
