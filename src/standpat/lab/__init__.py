"""The laboratory: measuring these games in bulk. Needs the extra `lab` (numpy, numba).

`batch` ranks arrays of hands. It reads the tables of `standpat.ranking` and is tested to agree with it hand by hand.
"""
