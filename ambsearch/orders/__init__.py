"""Searches in other orders than depth first, with the same answers.

base            what the orders share: the source of their answers
breadth         breadth_first: answers with few choices first
deepening       passes with growing limits: what the next three share
iterative       iterative_deepening: the same, or by any cost, in the memory of depth first
discrepancy     limited_discrepancy: answers that stay close to the first items come first
fairness        fair_order: every answer is reached, even with infinite choices
best            best_first: continue from the node that looks best
bounding        minimize, maximize: the best answers, by branch and bound
shuffling       random_order: items in random order, with restarts

Each is a `Steering` or two, with its own `pick`, and gives Answers, which are lazy, can be iterated any number of
times, and can be chosen from. Each docstring gives the cost in memory and in repeated work. Repeated work is what the
program does on the path: it runs again, and is undone again; permanent changes, prints and reads happen again, too.
So a program whose answers depend on permanent changes may have other answers here.

The items of a choice are those that a path counts, see `ambsearch.steering`: the answers of `once`, `if_fail` and
`interleave` count as items, and so do those of a search in another order.
"""
