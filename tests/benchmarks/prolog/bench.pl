% Time one search: swipl -O bench.pl FILE -- ROUNDS, where FILE defines answer/1.
% Prints the number of answers and the median of the rounds in seconds; starting and compiling are not in it.

:- initialization(main, main).

main([Number]) :-
    atom_number(Number, Rounds),
    answers(Count),
    findall(Seconds, (between(1, Rounds, _), timed(Seconds)), Times),
    msort(Times, Sorted),
    Middle is Rounds // 2,
    nth0(Middle, Sorted, Median),
    format("~d ~9f~n", [Count, Median]).

timed(Seconds) :-
    garbage_collect,
    statistics(cputime, Start),
    answers(_),
    statistics(cputime, End),
    Seconds is End - Start.

answers(Count) :-
    aggregate_all(count, answer(_), Count).
