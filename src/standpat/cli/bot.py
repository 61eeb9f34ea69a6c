"""``standpat bot``: one of the bots in an arena, over poker-arena's wire protocol, version 1.

It uses standard input and output, or connects to the address of ``--tcp``.
"""

import argparse
import socket
import sys


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``standpat bot``."""
    parser.add_argument("name", nargs="?", metavar="NAME", help="the bot's name; --list shows all")
    parser.add_argument("--list", action="store_true", help="list the bots, and those that cannot play and why")
    parser.add_argument("--tcp", metavar="HOST:PORT", help="connect to this arena (default: standard input and output)")
    parser.add_argument("--seed", type=int, metavar="N", help="seed of the bot, where the arena gives none")


def run(args: argparse.Namespace) -> int:
    """Play as a bot in an arena, or list the bots; returns the exit status."""
    if args.list:
        return _listed()
    from standpat.bots import player
    from standpat.lab.match.client import serve

    if args.name is None:
        raise ValueError("name the bot that is to play; --list shows all")
    chosen = player(args.name)
    if args.tcp is None:

        def send(data: bytes) -> None:
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()

        serve(chosen, sys.stdin.buffer, send, seed=args.seed)
        return 0
    host, _, port = args.tcp.rpartition(":")
    if not host or not port.isdecimal():
        raise ValueError(f"--tcp {args.tcp}: expected HOST:PORT, such as 127.0.0.1:9000")
    with socket.create_connection((host, int(port)), timeout=30) as connection, connection.makefile("rb") as lines:
        connection.settimeout(None)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        serve(chosen, lines, connection.sendall, seed=args.seed)
    return 0


def _listed() -> int:
    """All bots, a line each; on standard error those that cannot play."""
    from standpat.bots.registry import bots, faults

    playable, wrong = bots(), faults()
    width = max([len(bot.name) for bot in playable])
    for bot in playable:
        print(f"{bot.name:{width}}  {bot.description}")
    for fault in wrong:
        print(f"{fault.name:{width}}  cannot play ({fault.package}): {fault.reason}", file=sys.stderr)
    return 0
