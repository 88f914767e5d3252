"""How fast the expansion is, beside hand-written twins, SWI-Prolog and python-constraint2: see README.md."""
