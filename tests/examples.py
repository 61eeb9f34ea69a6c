"""The number of examples of a property test."""

from hypothesis import settings

_OF_THE_SUITE = 100


def examples(count: int) -> settings:
    """`count` in the suite, ten times as many in a sweep (`conftest`)."""
    return settings(max_examples=count * settings().max_examples // _OF_THE_SUITE)
