"""``standpat seat``: a program that speaks the poker-arena protocol takes a seat at a table of a room, or plays a
tournament."""

import argparse


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``standpat seat``."""
    parser.add_argument("--room", default="http://127.0.0.1:8027", metavar="URL", help="(default: %(default)s)")
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--table", metavar="ID", help="the last part of the table's address")
    where.add_argument("--tournament", metavar="ID", help="the last part of the tournament's address")
    parser.add_argument("--bot", required=True, metavar="PROGRAM", help="cmd:PROGRAM or tcp:HOST:PORT")
    parser.add_argument("--buy-in", type=int, metavar="CHIPS", help="(default: the most the table allows)")
    parser.add_argument("--rebuys", action="store_true", help="in a tournament: buy chips where they are offered")
    parser.add_argument("--token", metavar="TOKEN", help="the bot's own account (default: a new guest)")
    parser.add_argument("--password", metavar="WORD", help="the table's, if it has one")


def run(args: argparse.Namespace) -> int:
    """Connect a program to a seat in a room; returns the exit status."""
    import asyncio

    from standpat.room.clients.arena_player import play_tournament, sit_down
    from standpat.room.clients.client import Lobby, RoomError
    from standpat.room.clients.program import program

    player = program(args.bot)

    async def play() -> None:
        async with Lobby(args.room, token=args.token) as lobby:
            if args.tournament:
                print(f"{lobby.name} plays the tournament", flush=True)
                mine = await play_tournament(lobby, args.tournament, player, rebuys=args.rebuys)
                print(f"place {mine.place}, prize {mine.prize}" if mine.place else f"the tournament is {mine.status}")
                return
            if args.password:
                await lobby.post(f"/api/tables/{args.table}/enter", password=args.password)
            view = await lobby.get(f"/api/tables/{args.table}")
            async with lobby.table(args.table) as table:
                print(f"{lobby.name} sits down at {view['name']}", flush=True)
                await sit_down(table, player, args.buy_in or view["buy_in"][1])

    try:
        asyncio.run(play())
    except RoomError as error:
        raise ValueError(str(error)) from None
    except KeyboardInterrupt:
        pass
    return 0
