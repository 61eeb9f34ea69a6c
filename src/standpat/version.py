"""The version of the package. `pyproject.toml` has the build read it from this file."""

__version__ = "0.1.0"
