"""What fills boards with pieces made of squares: used by `pentominoes`, and good for pieces of any size."""
