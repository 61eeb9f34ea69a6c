"""Games without a fixed limit, two to seven seats: a strategy by self-play over real chips, and its measurements."""
