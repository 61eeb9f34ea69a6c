"""What is solved: public trees, hand classes, draws, and the problems made of them."""
