% Subset sum: the squares of 1..20 that add up to half of their sum; Missing is still to be added, out of Left.

answer(Chosen) :-
    findall(Square, (between(1, 20, I), Square is I * I), Numbers),
    sum_list(Numbers, Sum),
    Target is Sum // 2,
    choose(Numbers, Target, Sum, Chosen).

choose([], 0, 0, []).
choose([Number|Numbers], Missing, Left, Chosen) :-
    Rest is Left - Number,
    (   Chosen = [Number|More],
        Still is Missing - Number
    ;   Chosen = More,
        Still = Missing
    ),
    Still >= 0,
    Still =< Rest,
    choose(Numbers, Still, Rest, More).
