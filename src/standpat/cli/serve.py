"""``standpat serve``: a room, in the browser.

``standpat`` without a subcommand is ``standpat serve --open``: it opens the browser, on a room that already runs if
there is one.
"""

import argparse
import os
import socket
import threading
import time
import webbrowser
from urllib.request import urlopen

from msgspec import structs

from standpat import folders

PORT = 8027


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``standpat serve``."""
    parser.add_argument(
        "--database", metavar="URL", help="sqlite:///FILE or postgresql://…  (default: your data folder)"
    )
    parser.add_argument(
        "--host", default="127.0.0.1", metavar="ADDRESS", help="the address to listen on (default: %(default)s)"
    )
    parser.add_argument("--port", type=int, default=PORT, metavar="N", help="(default: %(default)s; 0: any free one)")
    parser.add_argument("--origin", action="append", default=[], metavar="URL", help="another origin of its pages")
    parser.add_argument(
        "--allow-host", action="append", default=[], metavar="NAME", help="another host name that it answers to"
    )
    parser.add_argument("--open", action="store_true", help="open the browser")
    parser.add_argument(
        "--pace", type=float, default=1.0, metavar="N", help="how slow bots and pauses are, 1 is normal (0: no waiting)"
    )
    parser.add_argument(
        "--limit", type=float, default=40, metavar="N", help="messages that a page may send in ten seconds"
    )
    parser.add_argument(
        "--pages", type=int, metavar="N", help="open pages for each person and each address (default: 40 and 100)"
    )
    parser.add_argument(
        "--newcomers",
        type=int,
        default=1,
        metavar="N",
        help="new people of one address who get starting chips each day",
    )
    parser.add_argument(
        "--shows", type=int, default=40, metavar="N", help="tables at which bots play while only spectators are there"
    )
    parser.add_argument(
        "--bot",
        action="append",
        default=[],
        metavar="PROGRAM",
        help="a program that can take seats: cmd:PROGRAM or tcp:HOST:PORT",
    )
    parser.add_argument(
        "--solvers",
        type=int,
        metavar="N",
        help="processes in which strong bots solve the ends of hands (1, with four cores or more 2; 0: none)",
    )


def run(args: argparse.Namespace) -> int:
    """Serve a room until it is stopped; returns the exit status."""
    if not 0 <= args.port < 65_536:
        raise ValueError(f"--port {args.port}: expected 0 to 65535")
    if not 0 <= args.pace <= 60 or args.limit < 1:
        raise ValueError("--pace is 0 to 60 and --limit 1 or more")
    if args.shows < 0:
        raise ValueError(f"--shows {args.shows}: expected 0 or more")
    if args.pages is not None and args.pages < 1:
        raise ValueError(f"--pages {args.pages}: expected 1 or more")
    if args.newcomers < 0:
        raise ValueError(f"--newcomers {args.newcomers}: expected 0 or more")
    if args.solvers is not None and not 0 <= args.solvers <= 64:
        raise ValueError(f"--solvers {args.solvers}: expected 0 to 64")
    from standpat.bots.process_pool import ProcessPool
    from standpat.room.clients.program import programs
    from standpat.room.limits.limit import Limits, Rate
    from standpat.room.server import heap
    from standpat.room.server.app import create, serve
    from standpat.room.server.host_name import own_names
    from standpat.room.store import Store, StoreError
    from standpat.room.tables.hand_runner import PACE, Pace
    from standpat.room.tables.program_seat import Programs

    bots = Programs(programs(args.bot))
    port = args.port or free_port(args.host)
    shown = f"http://{'localhost' if args.host in ('127.0.0.1', '0.0.0.0', '::') else args.host}:{port}/"
    if taken(args.host, port):
        if args.open and answers(shown):
            print(f"standpat: {shown} (it runs already)", flush=True)
            webbrowser.open(shown)
            return 0
        raise ValueError(f"--port {port}: something else listens there already")
    heap.share()
    try:
        store = Store.open(args.database or default_database())
    except StoreError as error:
        raise ValueError(f"--database: {error}") from None
    print(f"standpat: {shown}", flush=True)
    if args.open:
        threading.Thread(target=open_when_up, args=(shown,), daemon=True).start()
    pace = Pace(*[seconds * args.pace for seconds in PACE])
    limits = Limits(messages=Rate(args.limit, 10.0), newcomers=args.newcomers, shows=args.shows)
    if args.pages is not None:
        limits = structs.replace(limits, sockets=args.pages, address_sockets=args.pages)
    hosts = (*args.allow_host, args.host, *own_names())
    solvers = default_solvers() if args.solvers is None else args.solvers
    pool = ProcessPool(solvers) if solvers else None
    app = create(store, pace=pace, origins=tuple(args.origin), hosts=hosts, limits=limits, programs=bots, pool=pool)
    serve(app, args.host, port)
    return 0


def default_solvers() -> int:
    """The processes for bots that solve, by the number of cores. They start when a bot first needs one."""
    return 2 if (os.cpu_count() or 1) >= 4 else 1


def default_database() -> str:
    """The URL of the database in the user's data folder."""
    folder = folders.data()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'room.sqlite'}"


def free_port(host: str) -> int:
    """A port number that is free now."""
    with socket.socket() as probe:
        probe.bind((host, 0))
        return int(probe.getsockname()[1])


def taken(host: str, port: int) -> bool:
    """Whether a program listens on a port."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return True
    return False


def answers(url: str) -> bool:
    """Whether a room answers at an address."""
    try:
        with urlopen(f"{url}healthz", timeout=1) as response:
            return bool(response.read() == b"ok\n")
    except OSError:
        return False


def open_when_up(url: str) -> None:
    """Open the browser once the room answers."""
    for _ in range(100):
        if answers(url):
            webbrowser.open(url)
            return
        time.sleep(0.1)
