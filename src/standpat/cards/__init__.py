"""Cards as ints, and the two low orders (R2)."""
