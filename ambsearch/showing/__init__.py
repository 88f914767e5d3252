"""Showing a search: pictures and pages made from a trace.

    comparing   compare_trees: where two searches part, and what each visits that the other does not
    notebook    how a trace, answers and an effort look in a notebook
    pairing     the page of two searches side by side
    page        the page for a lesson, one file of HTML
    vector      the tree as SVG, for print
    story       everything that is shown, as data
    listings    the programs, with their expansions, line by line
    boards      the board at each point, if the puzzle can draw it
    tree        the nodes of a trace

The folder `page/` holds the parts of a page: its frame, its styles and its scripts; `inlined` puts them together. The
layout of the trees is d3-hierarchy's (Mike Bostock, ISC license), an implementation of Buchheim,
Juenger and Leipert, "Improving Walker's Algorithm to Run in Linear Time" (2002).
"""
