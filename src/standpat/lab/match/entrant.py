"""Players by their specification, as on the command line.

    rule, builtin:rule          a bot: one of ours, or of another package (`standpat.bots.registry`)
    py:mybot:decide             a function of a module on Python's path or in this folder (`standpat.bots.Player`)
    cmd:'python3 bot.py'        a program that uses its standard input and output
    tcp:9000                    a program that connects to this port of this machine

A name in front, as in ``ann@rule``, is the name of the player. Without one, bots have their own names, and others are
called ``mybot``, ``tcp-9000``, and ``bot-2`` (the second entry). If a name comes twice the second is ``rule-2``.
"""

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from importlib import import_module
from typing import NamedTuple, Protocol

from standpat.bots import Player, player
from standpat.bots.registry import bot
from standpat.engine.action import Action
from standpat.engine.event import Event
from standpat.engine.hand import Hand
from standpat.lab.match import peer
from standpat.lab.match.imagined import Known
from standpat.lab.match.inside import Inside
from standpat.lab.match.outside import Outside
from standpat.lab.match.plan import Plan
from standpat.protocol import arena as wire

PATIENCE = 30.0
"""Seconds that a program has to connect and to join."""


class Entrant(Protocol):
    """A player as the match sees it: it is told what happens and asked to act."""

    @property
    def known(self) -> Known | None:
        """Its policy; None if it is not known."""

    def begin(self, hand_no: int, seat: int, chance: str) -> None:
        """A hand begins.

        Args:
            hand_no: The number of the hand.
            seat: The player's seat.
            chance: The seed of the player's own randomness.
        """

    def tell(self, events: Sequence[Event]) -> None:
        """Tell what happened, with all cards; the entrant passes on what its seat may see."""

    def act(self, hand: Hand) -> Action | None:
        """The decision that the hand waits for; None if there was no answer."""

    def chances(self, hand: Hand) -> Mapping[Action, float] | None:
        """The probabilities of the decision; None if they are not known."""

    def end(self, nets: Sequence[int]) -> None:
        """The hand is over."""

    def close(self) -> None:
        """The match is over. May be called twice."""


class Entry(NamedTuple):
    """A player of a match.

    Attributes:
        name: The name of the player.
        kind: builtin, py, cmd or tcp.
        what: The bot, the function, the command or the port.
    """

    name: str
    kind: str
    what: str

    @property
    def outside(self) -> bool:
        """Whether it is a program that speaks the wire protocol."""
        return self.kind in ("cmd", "tcp")


def entry(spec: str, place: int = 1) -> Entry:
    """Read a specification.

    Args:
        spec: The specification, such as ``rule`` or ``ann@cmd:./bot``.
        place: The place among the entries, from 1.

    Returns:
        The player.

    Raises:
        ValueError: The specification is wrong, or there is no such bot.

    >>> entry("ann@rule"), entry("tcp:9000")
    (Entry(name='ann', kind='builtin', what='rule'), Entry(name='tcp-9000', kind='tcp', what='9000'))
    """
    given, sign, rest = spec.partition("@")
    if not sign or ":" in given:
        given, rest = "", spec
    elif not 1 <= len(given) <= 32 or not given.isprintable():
        raise ValueError(f"{given!r} is not a name: expected 1 to 32 printable characters")
    kind, colon, what = rest.partition(":")
    if not colon:
        kind, what = "builtin", rest
    if kind == "builtin":
        player(what)
        return Entry(given or what, kind, what)
    if kind == "py":
        module, sign, function = what.partition(":")
        if all([part.isidentifier() for part in (*module.split("."), function)]):
            return Entry(given or module.rpartition(".")[2], kind, what)
    if kind == "cmd" and what.strip():
        return Entry(given or f"bot-{place}", kind, what)
    if kind == "tcp" and what.isdecimal() and int(what) < 65_536:
        return Entry(given or f"tcp-{what}", kind, what)
    raise ValueError(f"{spec!r} is not a player: expected a name, py:MODULE:FUNCTION, cmd:PROGRAM or tcp:PORT")


def entries(specs: Sequence[str]) -> tuple[Entry, ...]:
    """Read the specifications of a match and make all names different."""
    read = [entry(spec, place) for place, spec in enumerate(specs, start=1)]
    taken = {one.name for one in read}
    used: set[str] = set()
    field = []
    for one in read:
        name, number = one.name, 1
        while name in used or (number > 1 and name in taken):
            number += 1
            name = f"{one.name}-{number}"
        used.add(name)
        field.append(one._replace(name=name))
    return tuple(field)


@contextmanager
def seated(plan: Plan) -> Iterator[list[Entrant]]:
    """The entrants of a match. Programs are started and greeted here, and disconnected at the end.

    Args:
        plan: The match.

    Yields:
        The entrants, in the order of entry.

    Raises:
        ValueError: A program did not connect or join in time, or a function cannot be imported.
    """
    field = entries(plan.entries)
    hello = wire.Hello(plan.game, plan.stakes, plan.seats, plan.stack, plan.timeout_ms)
    with ExitStack() as at_the_end:
        listeners = {one: at_the_end.enter_context(peer.listen(int(one.what))) for one in field if one.kind == "tcp"}
        entrants: list[Entrant] = []
        named: list[tuple[Outside, str]] = []
        for one in field:
            if not one.outside:
                entrants.append(inside(one))
                continue
            if one.kind == "cmd":
                end = peer.command(one.what)
            else:
                port = listeners[one].getsockname()[1]
                print(f"waiting for {one.name} on {peer.HOST}:{port}", file=sys.stderr, flush=True)
                end = peer.accept(listeners[one], PATIENCE)
            at_the_end.callback(end.close)
            program = Outside(end, plan.timeout_ms)
            program.greet(hello, PATIENCE, one.name)
            at_the_end.callback(program.close)
            named.append((program, one.name))
            entrants.append(program)
        for program, name in named:
            program.name(name)
        yield entrants


def inside(one: Entry) -> Inside:
    """A player of this process. A function may have its policy as an attribute `policy`."""
    if one.kind == "builtin":
        chosen = bot(one.what)
        return Inside(chosen.player, chosen.policy, chosen.by_cards)
    function = imported(one.what)
    return Inside(function, getattr(function, "policy", None))


def imported(what: str) -> Player:
    """Import the function that ``mybot:decide`` names.

    Args:
        what: Module and function, with a colon between.

    Returns:
        The function.

    Raises:
        ValueError: There is no such function.
    """
    module, _, name = what.partition(":")
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
    try:
        value = getattr(import_module(module), name)
    except (ModuleNotFoundError, AttributeError) as error:
        raise ValueError(f"py:{what}: {error}") from None
    if not callable(value):
        raise ValueError(f"py:{what} is not a function")
    function: Player = value
    return function
