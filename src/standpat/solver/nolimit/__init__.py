"""Games without a fixed limit, two to six seats: a strategy by self-play over real chips, and its measurements."""
