"""The passes from the normal form to the nested generator, in its ordinary, deep and observed forms."""
