"""Addresses: which ones count as one client, and which ones are not limited."""

import pytest

from standpat.room.limits.address import check, client, within


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.1", "192.0.2.1", True),
        ("192.0.2.1", "192.0.2.2", False),
        ("192.0.2.1", "::ffff:192.0.2.1", True),
        ("2001:db8:0:1::1", "2001:db8:0:1:ffff::2", True),
        ("2001:db8:0:1::1", "2001:db8:0:2::1", False),
        ("fe80::1%eth0", "fe80::2%eth0", True),
        ("?", "?", True),
        ("", "?", False),
    ],
)
def test_clients(one: str, other: str, same: bool) -> None:
    assert (client(one) == client(other)) is same


@pytest.mark.parametrize(
    ("host", "inside"),
    [
        ("127.0.0.1", True),
        ("127.1.2.3", True),
        ("::1", True),
        ("::ffff:127.0.0.1", True),
        ("::2", False),
        ("128.0.0.1", False),
        ("localhost", False),
        ("?", False),
    ],
)
def test_networks(host: str, inside: bool) -> None:
    assert within(host, ("127.0.0.0/8", "::1/128")) is inside
    assert not within(host, ())


def test_what_is_no_network_is_said() -> None:
    check(["10.0.0.0/8", "::1"])
    with pytest.raises(ValueError, match="host bits"):
        check(["10.0.0.1/8"])
