"""``standpat bot``: one of our players in an arena, over poker-arena's wire protocol, version 1.

It speaks over its standard input and output, or calls where ``--tcp`` says.
"""

import argparse
import socket
import sys


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="blueprint, resolve, ring, rule, random, caller or folder")
    parser.add_argument("--tcp", metavar="HOST:PORT", help="call this arena (default: standard input and output)")
    parser.add_argument("--seed", type=int, metavar="N", help="its chance, where the arena does not give it")


def run(args: argparse.Namespace) -> int:
    from standpat.bots import player
    from standpat.lab.match.client import serve

    chosen = player(args.name)
    if args.tcp is None:

        def send(data: bytes) -> None:
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()

        serve(chosen, sys.stdin.buffer, send, seed=args.seed)
        return 0
    host, _, port = args.tcp.rpartition(":")
    if not host or not port.isdecimal():
        raise ValueError(f"--tcp {args.tcp}: want HOST:PORT, such as 127.0.0.1:9000")
    with socket.create_connection((host, int(port)), timeout=30) as connection, connection.makefile("rb") as lines:
        connection.settimeout(None)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        serve(chosen, lines, connection.sendall, seed=args.seed)
    return 0
