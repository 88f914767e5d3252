"""Searches in other orders than depth first: the same answers, one way or another.

base            what the orders share: the source of their answers
breadth         breadth_first: answers with few choices first
deepening       passes that go further and further: what the next three share
iterative       iterative_deepening: the same, or by any cost, in the memory of depth first
discrepancy     limited_discrepancy: answers that hardly depart from the first items
fairness        fair_order: every answer in its turn, though choices are infinite
best            best_first: what looks best goes on
bounding        minimize, maximize: the best answers, by branch and bound
shuffling       random_order: items in random order, with restarts

Each is a `Steering` or two, with a `pick` of its own, and gives Answers, which are lazy, may be iterated again and again,
and may be chosen from. Each says what it costs in memory and in work that is done again. What is done again is what the
program does on the way: it runs once more, and is taken back as ever; what is permanent, printed or read, happens once
more, too. So a program whose answers depend on what it keeps permanently may have others here.

The items of a choice are those that a path counts, see `ambsearch.steering`: what `once`, `if_fail` and `interleave` give
counts as items, and so do the answers of a search in another order.
"""
