"""Compiled inner loops, and the layout of the arrays they touch."""
