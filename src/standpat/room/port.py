"""Find a free port on the loopback interface."""

import socket


def free_port() -> int:
    """Return a port number that was free when it was asked for. Another process may take it at any time."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
