"""The size of the vectors of `standpat.compute.vectors`."""

from typing import Final

LANES: Final = 16
"""Numbers of a vector."""
