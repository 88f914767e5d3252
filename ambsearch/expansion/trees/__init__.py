"""Syntax trees: the small language of the normal form; walked, rewritten, built from text, printed."""
