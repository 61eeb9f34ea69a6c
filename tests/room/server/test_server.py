"""How the server is set up."""

import pytest

from standpat.room.limits.address import within
from standpat.room.server.server import proxies


@pytest.mark.parametrize(
    ("allowed", "host", "free"),
    [
        ("127.0.0.1,::1", "127.0.0.1", True),
        ("127.0.0.1,::1", "10.0.0.2", False),
        ("10.0.0.2", "10.0.0.2", True),
        (" 10.0.0.0/8 , unix:", "10.9.8.7", True),
        (["192.0.2.1"], "192.0.2.1", True),
        ("*", "198.51.100.7", True),
        ("*", "2001:db8::1", True),
        ("", "10.0.0.2", False),
    ],
)
def test_proxies_are_many_clients(allowed: list[str] | str, host: str, free: bool) -> None:
    assert within(host, proxies(allowed)) is free
