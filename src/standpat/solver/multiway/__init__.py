"""Three to six seats: training by self-play, and matches that measure the result."""
