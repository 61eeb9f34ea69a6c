"""Three to six seats: self-play training, and matches that measure it."""
