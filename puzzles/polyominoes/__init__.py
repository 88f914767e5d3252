"""Filling boards with pieces made of squares: used by `pentominoes`, and suitable for pieces of any size."""
