"""A function's text, read once and checked against its code, and its tree with what its names stand for."""
