"""The state of a tournament: what its events say so far. `standpat.tournament.fold` adds the next one.

The same events give the same state, so a tournament is continued by reading its journal. What should happen next is
decided elsewhere (`standpat.tournament.director`).

Chips are neither made nor lost: `chips` is what all players have, and while the tournament runs it is what
`Field.chips` says was issued, less one full stack for each late entrant who has no seat yet.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from msgspec import structs

from standpat.tournament import clock
from standpat.tournament.acts import Act
from standpat.tournament.clock import MINUTE, Clock
from standpat.tournament.events import Agreed, Announced, CalledOff, Dealt, Figured, Noted, Proposed
from standpat.tournament.registration import Field
from standpat.tournament.table import Player, Table

Status = Literal["none", "open", "running", "finished", "cancelled"]


@dataclass(slots=True)
class Proposal:
    """A deal that was proposed, what each player would get once that is known, and the answers so far."""

    event: Proposed
    figured: Figured | None = None
    yes: set[str] = field(default_factory=set)
    refused: bool = False


class Tournament:
    """A tournament.

    Attributes:
        status: none, open (for registration), running, finished, cancelled.
        announced: What it is; there once it was announced.
        players: The players who entered, by id.
        tables: The tables by number, also those that broke.
        clock: The clock of all tables, as it stood when it was changed last (`time`).
        field: What the tournament has had: entries, rebuys, add-ons, chips that left play.
        left: How many players are not out.
        unseated: Late entrants who have no seat yet.
        drawn_for: For how many tables all seats were drawn last.
        outs: Who is out, in order; those of one element share a place.
        prizes: The prizes from the first place down; empty before they are final.
        breaking: The order in which tables break; tables that are not in it break first.
        calling: Whether hand-for-hand is announced or played.
        round: The number of the present or last round of it.
        paused: Whether it is paused.
        paused_since: When the last pause began.
        redraw: Whether all seats are drawn anew before the next hand, because a pause overnight is over.
        proposal: The deal that is proposed.
        agreed: The deal that was agreed.
        called_off: That it was called off while it was played.
        won: The prizes by player, at the end.
        notes: What the director has told everybody.
        acts: What the director has done.
        events: How many events there were.
        plan: What `standpat.tournament.seat_plan` has worked out, and after how many events.
    """

    announced: Announced
    clock: Clock

    def __init__(self) -> None:
        self.status: Status = "none"
        self.players: dict[str, Player] = {}
        self.tables: dict[int, Table] = {}
        self.drawn_for = 0
        self.unseated: list[str] = []
        self.outs: list[tuple[str, ...]] = []
        self.left = 0
        self.prizes: tuple[int, ...] = ()
        self.breaking: tuple[int, ...] = ()
        self.calling = False
        self.round = 0
        self.paused = False
        self.paused_since = 0
        self.redraw = False
        self.proposal: Proposal | None = None
        self.agreed: Agreed | None = None
        self.called_off: CalledOff | None = None
        self.won: dict[str, int] = {}
        self.notes: list[Noted] = []
        self.acts: list[Act] = []
        self.moves = 0
        self.field = Field()
        self.events = 0
        self.plan: tuple[int, object] | None = None

    # What follows from it --------------------------------------------------------------------------------

    @property
    def closed(self) -> bool:
        """Whether the prizes are final, because nobody may buy anything any more."""
        return self.field.closed

    @property
    def chips(self) -> int:
        """The chips of all players."""
        return sum([player.stack for player in self.players.values()])

    def open_tables(self) -> list[Table]:
        """The tables that are not closed, by number."""
        return [table for table in self.tables.values() if not table.broken]

    def alive(self) -> list[Player]:
        """The players who are not out, in the order of registration."""
        return [player for player in self.players.values() if not player.out]

    def can_deal(self, table: Table) -> bool:
        """Whether a table has two players with chips."""
        return sum([self.players[id].stack > 0 for id in table.players]) > 1

    @property
    def playing(self) -> bool:
        """Whether any table plays a hand."""
        return any([table.hand is not None for table in self.open_tables()])

    def held(self, now: int) -> bool:
        """Whether no hand may begin anywhere: paused, on a break, called off, or asked about a deal."""
        off = self.called_off is not None
        return self.paused or off or self.proposal is not None or self.time(now).rest > 0

    def time(self, now: int) -> Clock:
        """Where the clock stands. In hand-for-hand it runs only in breaks, and stands again after one (T6.1)."""
        read = clock.read(self.announced.structure, self.clock, now)
        passed = self.clock.running and now - self.clock.at >= self.clock.rest > 0
        if not self.calling or not passed:
            return read
        level = self.clock.level if self.clock.left else self.clock.level + 1
        left = self.clock.left or self.announced.structure.level(level).minutes * MINUTE
        return structs.replace(read, level=level, left=left, rest=0, running=False)

    @property
    def undecided(self) -> bool:
        """Whether the fate of a player without chips is open."""
        return any([table.busts for table in self.open_tables()])

    @property
    def resting(self) -> bool:
        """Whether no table plays, and in hand-for-hand each that can has played its hand of the round."""
        tables = self.open_tables()
        return not any([table.hand is not None or (table.owes and self.can_deal(table)) for table in tables])

    def prizes_left(self) -> tuple[int, ...]:
        """The prizes of those who are left, from the first place down.

        Where more places are paid than there are players, because some entered again, the first prize has the rest.
        """
        players = self.left + sum([len(group) for group in self.outs])
        first, *others = self.prizes[: self.left] or (0,)
        return (first + sum(self.prizes[players:]), *others)

    def placed(self) -> Iterator[tuple[tuple[str, ...], int]]:
        """Who is out, the last first, each group with the best of the places that it shares."""
        place = self.left + 1
        for group in reversed(self.outs):
            yield group, place
            place += len(group)

    def places(self) -> dict[str, tuple[int, int]]:
        """By player who is out: the best of the places that they share, and how many share them.

        The winner is not out. While late entries are possible these places are provisional.
        """
        return {player: (place, len(group)) for group, place in self.placed() for player in group}

    def table_of(self, player: Player) -> int:
        """The number of the table at which a player sits, or to which they are on their way; 0 for none."""
        coming = (table.number for table in self.open_tables() if player.id in table.kept.values())
        return player.table or (next(coming, 0) if player.move else 0)

    def hand_of(self, player: Player) -> Dealt | None:
        """The hand that a player plays; None if they play none."""
        hand = self.tables[player.table].hand if player.table else None
        return hand if hand is not None and player.id in hand.players else None
