"""Square pieces with letters at their edges, for the jigsaw: their rotations, the board, and how they are read."""
