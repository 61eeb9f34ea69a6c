"""A small tournament for tests, driven by hand: hands end as the test says."""

from collections.abc import Mapping
from typing import Any

from standpat.tournament import commands
from standpat.tournament.commands import Granted
from standpat.tournament.dealing import dealt
from standpat.tournament.director import following
from standpat.tournament.events import Announced, Dealt, Event, Played, decode, encode
from standpat.tournament.fold.apply import apply, folded
from standpat.tournament.options import Options
from standpat.tournament.registration import Refused
from tournament_scene import structure

SEED = b"test"


class Field:
    """A tournament, its events and its time in milliseconds."""

    def __init__(self, entrants: int, *games: str, options: Options | None = None, **changes: Any) -> None:
        self.events: list[Event] = []
        self.now = 0
        told = Announced(
            at=0,
            id="t",
            name="Test",
            structure=structure(*games, **{"buy_in": 100, "fee": 10, **changes}),
            options=options or Options(),
            starts=1000,
        )
        self.t = folded([])
        self.add(told)
        for number in range(entrants):
            self.ask(commands.register, f"p{number}", f"P{number}")

    def add(self, *events: Event) -> None:
        """Apply events, as the journal would give them back, and what follows from them."""
        for event in events:
            again = decode(encode(event))
            assert again == event
            apply(self.t, again)
            self.events.append(event)
        if self.t.status in ("open", "running") and (more := following(self.t, SEED, self.now)):
            self.add(*more)

    def ask(self, command: Any, *args: Any, **more: Any) -> Granted:
        """Ask for something now."""
        granted: Granted = command(self.t, *args, now=self.now, **more)
        self.add(*granted.events)
        return granted

    def refused(self, command: Any, *args: Any) -> str:
        """Ask for something that is refused; the key of the sentence that says why. Nothing has changed."""
        before = repr(vars(self.t))
        try:
            command(self.t, *args, now=self.now)
        except Refused as refused:
            assert repr(vars(self.t)) == before
            return str(refused.args[0].key).removeprefix("error.")
        raise AssertionError("it was granted")

    def at(self, now: int) -> "Field":
        """Let time pass."""
        self.now = now
        self.add()
        return self

    def deal(self, number: int) -> Dealt | None:
        """The next hand of a table, if one may begin."""
        hand = dealt(self.t, number, SEED, self.now)
        if hand is not None:
            self.add(hand)
        return hand

    def end(self, number: int, stacks: Mapping[str, int] | None = None) -> None:
        """End a hand with these stacks; who is not named has what they had."""
        hand = self.t.tables[number].hand
        assert hand is not None
        had = dict(zip(hand.players, hand.stacks, strict=True)) | dict(stacks or {})
        self.add(Played(at=self.now, table=number, hand=hand.hand, stacks=tuple([had[id] for id in hand.players])))

    def wins(self, winner: str, *losers: str) -> None:
        """One player wins all chips of others at their table, in the hand that is played there."""
        number = self.t.players[winner].table
        stacks = {id: self.t.players[id].stack for id in (winner, *losers)}
        self.end(number, {winner: sum(stacks.values()), **dict.fromkeys(losers, 0)})

    def table_of(self, player: str) -> int:
        """The number of a player's table."""
        return self.t.players[player].table

    def of(self, kind: type) -> list[Any]:
        """The events of one kind."""
        return [event for event in self.events if isinstance(event, kind)]
