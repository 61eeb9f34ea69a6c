"""A port of the loopback that nobody listens on."""

import socket


def free_port() -> int:
    """A port number that was free a moment ago."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
