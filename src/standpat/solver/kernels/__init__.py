"""Compiled inner loops, and the layout of the arrays that they use."""
