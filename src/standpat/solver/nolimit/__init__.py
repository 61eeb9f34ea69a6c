"""No-limit single draw, two to six seats: a strategy by self-play over real chips, and its measurements."""
