"""The part of ``standpat admin`` that is about people's behaviour: bars and mutes, reports, signals, settings.

All of it works while the room runs, which takes it up within seconds. Every decision is a line of the audit log, by
"operator"; the page ``/operator`` writes the admin's id there.
"""

import argparse
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from standpat.cli.admin_store import beside, say_json, when

if TYPE_CHECKING:
    from standpat.room.store import Store


def configure(add: Callable[[str, str], argparse.ArgumentParser]) -> None:
    """Add the subcommands.

    Args:
        add: Makes the parser of a subcommand from its name and help.
    """
    restrict = add("restrict", "bar or mute an account, a device or a range of addresses; list restrictions")
    whom = restrict.add_mutually_exclusive_group()
    whom.add_argument("--user", metavar="USER", help="this account and its bots (a name or an id)")
    whom.add_argument("--device", metavar="DIGEST", help="this browser, as `places` prints it")
    whom.add_argument("--address", metavar="RANGE", help="an address or a range, such as 192.0.2.0/24")
    restrict.add_argument("--mute", action="store_true", help="only chat is forbidden (default: everything)")
    restrict.add_argument("--days", type=float, metavar="N", help="for N days (default: for ever)")
    restrict.add_argument("--reason", default="", metavar="TEXT", help="the reason, which the person reads")
    restrict.add_argument("--all", action="store_true", help="list those that are over, too")

    lift = add("lift", "lift a bar or a mute")
    lift.add_argument("number", type=int, metavar="NO", help="its number, as `restrict` lists it")
    lift.add_argument("--reason", default="", metavar="TEXT", help="the reason, for the log")

    places = add("places", "show from which devices and addresses a person has come")
    places.add_argument("user", metavar="USER", help="a name or an id")

    reports = add("reports", "list what people report about others; close a report")
    reports.add_argument("--closed", action="store_true", help="list the closed ones")
    reports.add_argument("--close", type=int, metavar="NO", help="close this report")
    reports.add_argument("--outcome", default="", metavar="TEXT", help="with --close: what came of it")

    settings = add("settings", "show the room's settings, or change one")
    settings.add_argument("name", nargs="?", metavar="NAME")
    settings.add_argument("value", nargs="?", metavar="VALUE", help="on, off, or a text")

    signals = add("signals", "show signs of collusion and of several accounts of one person; they prove nothing")
    signals.add_argument(
        "--hands", type=int, default=2000, metavar="N", help="of the last N hands (default: %(default)s)"
    )


def restrict(args: argparse.Namespace) -> int:
    """Bar or mute, or list the restrictions."""
    from standpat.room.admin import people
    from standpat.room.store import log, restriction

    chosen = [(name, getattr(args, name)) for name in ("user", "device", "address") if getattr(args, name) is not None]

    async def work(store: "Store") -> list[restriction.Restriction]:
        now = time.time()
        for name, value in chosen:
            target = "account" if name == "user" else name
            meant = (await store.read(people.who, value)).id if name == "user" else value
            kind = "mute" if args.mute else "bar"
            wanted = restriction.checked(kind, target, meant, args.reason, args.days, by=log.OPERATOR, at=now)
            return list(await store.commit(restriction.add(wanted)))
        if args.all:
            return await store.read(restriction.listed, 1000)
        return await store.read(restriction.present, now)

    found = beside(args, work)
    if args.json:
        return say_json(found)
    for one in found:
        end = "for ever" if one.ends is None else f"until {when(one.ends)}"
        over = "" if one.holds(time.time()) else "  over"
        print(f"{one.id:>5}  {one.kind:4} {one.target:8} {one.value:34} {end}  {one.reason} ({one.made_by}){over}")
    return 0


def lift(args: argparse.Namespace) -> int:
    """Lift a restriction."""
    from standpat.room.store import log, restriction

    async def work(store: "Store") -> None:
        await store.commit(restriction.lift(args.number, by=log.OPERATOR, at=time.time(), reason=args.reason))

    beside(args, work)
    if args.json:
        return say_json({"lifted": args.number})
    print(f"restriction {args.number} is lifted")
    return 0


def places(args: argparse.Namespace) -> int:
    """Print a person's devices and addresses."""
    from standpat.room.admin import people
    from standpat.room.store import log, sighting

    async def work(store: "Store") -> list[sighting.Sighting]:
        user = await store.read(people.who, args.user)
        await store.commit(log.note("look", actor=log.OPERATOR, about=user.id, at=time.time(), what="sightings"))
        return await store.read(sighting.of_person, user.id)

    found = beside(args, work)
    if args.json:
        return say_json(found)
    for one in found:
        print(f"{one.kind:8} {one.value:64}  {when(one.first)} to {when(one.last)}")
    return 0


def reports(args: argparse.Namespace) -> int:
    """List reports, or close one."""
    from standpat.room.store import log, report, users

    async def work(store: "Store") -> tuple[list[report.Report], dict[str, str]]:
        if args.close is not None:
            await store.commit(report.close(args.close, args.outcome, by=log.OPERATOR, at=time.time()))
            return [], {}
        found = await store.read(lambda connection: report.listed(connection, closed=args.closed))
        return found, await store.read(users.names, {id for one in found for id in (one.reporter, one.about)})

    found, names = beside(args, work)
    if args.json:
        return say_json({"closed": args.close} if args.close is not None else found)
    if args.close is not None:
        print(f"report {args.close} is closed")
    for one in found:
        who, about = names.get(one.reporter, one.reporter), names.get(one.about, one.about)
        came_of_it = f"  {one.outcome}" if one.outcome else ""
        print(f"{one.id:>5}  {when(one.at)}  {one.topic:9} {who} about {about} ({one.about}){came_of_it}")
        for line in (one.text, *[f"they said: {said}" for said in one.chat]):
            if line:
                print(f"       {line}")
    return 0


def settings(args: argparse.Namespace) -> int:
    """Print the settings, or change one."""
    from msgspec import structs

    from standpat.room.store import log, setting

    async def work(store: "Store") -> setting.Settings:
        if args.name is not None:
            if args.value is None:
                raise ValueError("give the value: on, off, or a text")
            value = {"on": True, "off": False}.get(args.value, args.value)
            await store.commit(setting.put(args.name, value, by=log.OPERATOR, at=time.time()))
        return await store.read(setting.read)

    values: dict[str, Any] = structs.asdict(beside(args, work))
    if args.json:
        return say_json(values)
    for name, value in values.items():
        print(f"{name:14} {'on' if value is True else 'off' if value is False else value}".rstrip())
    return 0


def signals(args: argparse.Namespace) -> int:
    """Print the signals."""
    from standpat.room.signals import signals as signal
    from standpat.room.store import log

    async def work(store: "Store") -> signal.Signals:
        await store.commit(log.note("look", actor=log.OPERATOR, at=time.time(), what="signals"))
        return await store.read(signal.signals, args.hands)

    found = beside(args, work)
    if args.json:
        return say_json(found)
    name = found.names
    print(f"{found.hands} hands. These figures have many causes, and prove nothing.")
    for place in found.shared:
        now = f", now both at {', '.join(place.tables)}" if place.tables else ""
        print(f"same {place.kind}: {name[place.one]} and {name[place.other]}, {place.people} people there, "
              f"{place.hands} hands together{now}")  # fmt: skip
    print(f"chip flow, {found.flow_pairs} pairs:")
    for flow in found.flows:
        given = f", {flow.given} given by a host" if flow.given else ""
        print(f"  {name[flow.winner]} from {name[flow.loser]}: {flow.chips:g} in {flow.hands} hands{given}; "
              f"by chance {flow.expected:.2g} such pairs")  # fmt: skip
    print(f"folds, {found.fold_pairs} pairs:")
    for line in found.folds:
        print(f"  {name[line.who]} to {name[line.against]}: {line.to_one[0]} of {line.to_one[1]}, to others "
              f"{line.to_others[0]} of {line.to_others[1]}; by chance {line.expected:.2g} such pairs")  # fmt: skip
    return 0


COMMANDS: dict[str, Callable[[argparse.Namespace], int]] = {
    "restrict": restrict,
    "lift": lift,
    "places": places,
    "reports": reports,
    "settings": settings,
    "signals": signals,
}
