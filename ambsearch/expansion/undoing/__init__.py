"""How changes are undone: directly after the rest, by segments, or by what a trail recorded."""
