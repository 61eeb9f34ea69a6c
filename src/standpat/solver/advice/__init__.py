"""What each choice is worth at a decision of a solved game."""
