"""Equilibria of heads-up draw games, and how far from one a strategy is. Needs the extra `solver` (numpy, numba)."""
