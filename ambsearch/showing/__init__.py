"""A search to look at: pictures and pages made of a trace.

    comparing   compare_trees: where two searches part, and what each visits that the other does not
    notebook    how a trace, answers and an effort look in a notebook
    pairing     the page of two searches side by side
    page        the page for a lesson, one file of HTML
    vector      the tree as SVG, for print
    story       all that is shown, as data
    listings    the programs, with their expansions, line by line
    boards      the board of each point, where a puzzle can draw itself
    tree        the nodes of a trace

The folder `page/` holds what a page consists of: its frame, its styles, and its scripts, one idea a file; `inlined` puts
them together. The layout of the trees is d3-hierarchy's (Mike Bostock, ISC license), an implementation of Buchheim,
Juenger and Leipert, "Improving Walker's Algorithm to Run in Linear Time" (2002).
"""
