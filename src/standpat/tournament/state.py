"""The state of a tournament: the fold of its events (`standpat.tournament.events`).

`Tournament()` has no events yet, and `apply` adds the next one. The same events give the same state, so a tournament is
continued by reading its journal. `apply` refuses an event that cannot follow (`Impossible`); nothing has changed then.
What should happen next is decided elsewhere (`standpat.tournament.director`).

Chips are neither made nor lost: `chips` is what all players have, and while the tournament runs it is what
`Field.chips` says was issued, less one full stack for each late entrant who has no seat yet.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from msgspec import structs

from standpat.tournament import clock
from standpat.tournament.clock import MINUTE, Advance, Change, Clock, Pause, Resume, Start
from standpat.tournament.events import (
    AddedOn,
    Agreed,
    Announced,
    Answered,
    Arrived,
    Broken,
    Cancelled,
    Clocked,
    Dealt,
    Declined,
    Departed,
    Disqualified,
    Event,
    Figured,
    Finished,
    Forfeited,
    Lapsed,
    Noted,
    Offered,
    Out,
    Paused,
    Picked,
    Played,
    Proposed,
    Rebought,
    Redrawn,
    Reentered,
    Registered,
    RegistrationClosed,
    Resumed,
    RoundBegan,
    RoundCalled,
    RoundsOver,
    Row,
    Seated,
    Started,
    Voided,
    Withdrawn,
)
from standpat.tournament.positions import Positions
from standpat.tournament.registration import Field, Mine
from standpat.tournament.rotation import Place

Status = Literal["none", "open", "running", "finished", "cancelled"]


class Impossible(ValueError):
    """An event that cannot follow. The text says why."""


@dataclass(slots=True)
class Player:
    """A player.

    Attributes:
        id: Who they are.
        name: Their name.
        bot: Whether it is a bot.
        number: Their number in the order of registration, from 1.
        stack: Their chips; in a hand, those with which it began.
        mine: What they have had.
        table: Their table; 0 for none.
        seat: Their seat there.
        move: The number of the move that they are on; 0 for none.
        offered: Until when they may buy chips; 0 for no offer.
        declined: Whether they do not.
        began: The chips with which the hand began in which they lost the last.
    """

    id: str
    name: str
    bot: bool
    number: int
    stack: int = 0
    mine: Mine = Mine(1)
    table: int = 0
    seat: int = -1
    move: int = 0
    offered: int = 0
    declined: bool = False
    began: int = 0

    @property
    def out(self) -> bool:
        """Whether they are out."""
        return self.mine.out


@dataclass(slots=True)
class Table:
    """A table. `seats` has the players who have arrived, `kept` the seats of players who move there.

    Attributes:
        number: Its number, from 1.
        seats: The players by seat.
        last: The positions of the last hand; None before the first.
        hand: The hand that is being played.
        hands: The number of the last hand.
        place: Where it stands in its rotation.
        owes: Whether it has to deal a hand of the present round of hand-for-hand.
        busts: The players who lost their last chips in the last hand, and whose fate is open.
        broken: Whether it is closed.
    """

    number: int
    seats: list[str | None]
    last: Positions | None = None
    hand: Dealt | None = None
    hands: int = 0
    place: Place = Place()
    owes: bool = False
    busts: list[str] = field(default_factory=list)
    kept: dict[int, str] = field(default_factory=dict)
    broken: bool = False

    @property
    def players(self) -> list[str]:
        """The players in its seats."""
        return [player for player in self.seats if player is not None]

    @property
    def count(self) -> int:
        """How many players it has, with those who are on their way."""
        return len(self.players) + len(self.kept)

    @property
    def free(self) -> list[int]:
        """The seats that nobody has and nobody is promised."""
        return [at for at, player in enumerate(self.seats) if player is None and at not in self.kept]


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
        announced: What it is.
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
        proposal: The deal that is proposed.
        agreed: The deal that was agreed.
        won: The prizes by player, at the end.
        events: How many events there were.
    """

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
        self.proposal: Proposal | None = None
        self.agreed: Agreed | None = None
        self.won: dict[str, int] = {}
        self.notes: list[Noted] = []
        self.moves = 0
        self.field = Field()
        self.events = 0

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
        """Whether no hand may begin anywhere: paused, on a break, or asked about a deal."""
        return self.paused or self.proposal is not None or self.time(now).rest > 0

    def time(self, now: int) -> Clock:
        """Where the clock stands."""
        return clock.read(self.announced.structure, self.clock, now)

    @property
    def undecided(self) -> bool:
        """Whether the fate of a player without chips is open."""
        return any([table.busts for table in self.open_tables()])

    def prizes_left(self) -> int:
        """The prizes of the places that are not decided."""
        return sum(self.prizes[: self.left])

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

    def hand_of(self, player: Player) -> Dealt | None:
        """The hand that a player plays; None if they play none."""
        hand = self.tables[player.table].hand if player.table else None
        return hand if hand is not None and player.id in hand.players else None

    # Events ----------------------------------------------------------------------------------------------

    def apply(self, event: Event) -> None:
        """Add the next event.

        Raises:
            Impossible: It cannot follow. Nothing has changed.
        """
        _APPLY[type(event)](self, event)
        self.events += 1

    def player(self, id: str) -> Player:
        """A player who entered."""
        player = self.players.get(id)
        _require(player is not None, f"{id} has not entered")
        assert player is not None
        return player

    def table(self, number: int) -> Table:
        """A table that is not closed."""
        table = self.tables.get(number)
        _require(table is not None and not table.broken, f"there is no table {number}")
        assert table is not None
        return table

    def _status(self, *allowed: Status) -> None:
        _require(self.status in allowed, f"the tournament is {self.status}, not {' or '.join(allowed)}")

    def _announced(self, event: Announced) -> None:
        self._status("none")
        self.announced = event
        self.clock = clock.new(event.structure)
        self.status = "open"

    def _registered(self, event: Registered) -> None:
        self._status("open", "running")
        _require(event.player not in self.players, f"{event.player} has entered already")
        self.players[event.player] = Player(event.player, event.name, event.bot, len(self.players) + 1)
        self._count(entries=1)
        self.left += 1
        if self.status == "running":
            self.unseated.append(event.player)

    def _withdrawn(self, event: Withdrawn) -> None:
        self._status("open")
        self.player(event.player)
        del self.players[event.player]
        for number, player in enumerate(self.players.values(), 1):
            player.number = number
        self._count(entries=-1)
        self.left -= 1

    def _cancelled(self, event: Cancelled) -> None:
        self._status("open", "running")
        self.status = "cancelled"
        self.won = dict(event.refunds)

    def _started(self, event: Started) -> None:
        self._status("open")
        self._require_all_once(event.tables)
        self.status = "running"
        self._tick(Start(event.at))
        for player in self.players.values():
            self._give_stack(player)
        self._take_tables(event.tables)

    def _seated(self, event: Seated) -> None:
        self._status("running")
        player = self.player(event.player)
        _require(not player.table and not player.out and not player.move, f"{event.player} has a seat")
        if event.opens:
            _require(event.table == len(self.tables) + 1, f"table {event.table} is not the next")
            self.tables[event.table] = Table(event.table, [None] * event.opens)
            self.drawn_for = max(self.drawn_for, len(self.open_tables()))
        table = self.table(event.table)
        _require(event.seat in table.free, f"seat {event.seat} of table {event.table} is not free")
        self._give_stack(player)
        self._sit(player, table, event.seat)
        self.unseated.remove(event.player)

    def _reentered(self, event: Reentered) -> None:
        self._status("running")
        player = self.player(event.player)
        _require(player.out and not player.mine.barred and not self.closed, f"{event.player} cannot enter again")
        self.outs = [group for old in self.outs if (group := tuple([one for one in old if one != event.player]))]
        player.mine, player.declined = Mine(player.mine.entries + 1), False
        self._count(entries=1)
        self.left += 1
        self.unseated.append(event.player)

    def _rebought(self, event: Rebought) -> None:
        self._status("running")
        player = self.player(event.player)
        _require(bool(player.table) and event.chips > 0 and not self.closed, f"{event.player} cannot buy chips")
        self._between_hands(player)
        player.stack += event.chips
        player.mine = structs.replace(player.mine, rebuys=player.mine.rebuys + 1)
        player.offered = 0
        if player.table and player.id in (busts := self.table(player.table).busts):
            busts.remove(player.id)
        self._count(rebuys=1)

    def _added_on(self, event: AddedOn) -> None:
        self._status("running")
        player = self.player(event.player)
        _require(bool(player.table) and not player.mine.add_ons and event.chips > 0, f"{event.player} has no add-on to take")
        self._between_hands(player)
        player.stack += event.chips
        player.mine = structs.replace(player.mine, add_ons=1)
        self._count(add_ons=1)

    def _offered(self, event: Offered) -> None:
        self._status("running")
        for id in event.players:
            _require(not self.player(id).stack and not self.player(id).out, f"{id} has chips, or is out")
        for id in event.players:
            self.player(id).offered = event.until

    def _declined(self, event: Declined) -> None:
        self._status("running")
        player = self.player(event.player)
        _require(bool(player.offered), f"{event.player} was offered nothing")
        player.offered, player.declined = 0, True

    def _registration_closed(self, event: RegistrationClosed) -> None:
        self._status("running")
        _require(not self.closed, "registration is closed already")
        self.field = structs.replace(self.field, closed=True)
        self.prizes, self.breaking = event.prizes, event.breaking

    def _dealt(self, event: Dealt) -> None:
        self._status("running")
        table = self.table(event.table)
        _require(table.hand is None, f"table {event.table} plays hand {table.hands}")
        _require(event.hand == table.hands + 1, f"hand {event.hand} is not the next of table {event.table}")
        _require(len(event.seats) > 1, "a hand has at least two players")
        for seat, id, stack in zip(event.seats, event.players, event.stacks, strict=True):
            _require(table.seats[seat] == id and self.player(id).stack == stack > 0, f"{id} is not there with {stack}")
        table.hand, table.hands = event, event.hand
        table.last = Positions(event.button, event.small, event.big, event.marker)
        table.owes, table.place = False, event.place
        for id in event.players:
            self.players[id].declined = False

    def _picked(self, event: Picked) -> None:
        table = self.table(event.table)
        _require(table.place.chooser == event.player, f"{event.player} may not pick")
        _require(0 <= event.game < len(self.announced.structure.games), f"there is no game {event.game}")
        table.place = structs.replace(table.place, chosen=event.game)

    def _played(self, event: Played) -> None:
        table = self._ends(event.table, event.hand)
        hand = table.hand
        assert hand is not None
        _require(len(event.stacks) == len(hand.stacks) and min(event.stacks) >= 0, "a stack is missing or negative")
        _require(sum(event.stacks) == sum(hand.stacks), f"hand {event.hand} of table {event.table} lost chips")
        table.hand = None
        for id, began, stack in zip(hand.players, hand.stacks, event.stacks, strict=True):
            player = self.players[id]
            player.stack, player.began = stack, began
            if player.mine.barred:
                self._take_chips(player)
            elif not stack:
                table.busts.append(id)

    def _voided(self, event: Voided) -> None:
        table = self._ends(event.table, event.hand)
        hand, table.hand = table.hand, None
        assert hand is not None
        for id in hand.players:
            if self.players[id].mine.barred:
                self._take_chips(self.players[id])

    def _out(self, event: Out) -> None:
        self._status("running")
        for id in event.players:
            player = self.player(id)
            _require(not player.out and not player.stack, f"{id} is out already, or has chips")
            self._between_hands(player)
        for id in event.players:
            player = self.players[id]
            self._stand_up(player)
            player.mine, player.offered = structs.replace(player.mine, out=True), 0
        self.outs.append(event.players)
        self.left -= len(event.players)

    def _round_called(self, event: RoundCalled) -> None:
        self._status("running")
        _require(not self.calling, "hand-for-hand is on already")
        self.calling = True
        if self.clock.running:
            self._tick(Pause(event.at))

    def _round_began(self, event: RoundBegan) -> None:
        _require(self.calling and event.number == self.round + 1, f"round {event.number} is not the next")
        _require(all([table.hand is None for table in self.open_tables()]), "a table plays a hand")
        self.round = event.number
        for table in self.open_tables():
            table.owes = self.can_deal(table)
        if self.clock.running:
            self._tick(Pause(event.at))
        self._tick(Advance(event.at, self.announced.options.h4h_minutes * MINUTE))
        if self.clock.rest:  # a break that falls into the rounds runs now
            self._tick(Resume(event.at))

    def _rounds_over(self, event: RoundsOver) -> None:
        _require(self.calling, "hand-for-hand is not on")
        self.calling = False
        if not self.paused and not self.clock.running:
            self._tick(Resume(event.at))

    def _departed(self, event: Departed) -> None:
        self._status("running")
        player, source, target = self.player(event.player), self.table(event.table), self.table(event.to_table)
        _require(event.move == self.moves + 1, f"move {event.move} is not the next")
        _require(source.seats[event.seat] == event.player and source.hand is None, f"{event.player} cannot leave")
        _require(event.to_seat in target.free, f"seat {event.to_seat} of table {event.to_table} is not free")
        self._stand_up(player)
        player.move = event.move
        target.kept[event.to_seat] = event.player
        self.moves = event.move

    def _arrived(self, event: Arrived) -> None:
        self._status("running")
        player, table = self.player(event.player), self.table(event.table)
        _require(player.move == event.move > 0, f"{event.player} is not on move {event.move}")
        _require(table.kept.get(event.seat) == event.player, f"seat {event.seat} is not kept for {event.player}")
        _require(table.hand is None, f"table {event.table} plays a hand")
        del table.kept[event.seat]
        player.move = 0
        self._sit(player, table, event.seat)

    def _broken(self, event: Broken) -> None:
        table = self.table(event.table)
        _require(not table.count and table.hand is None, f"table {event.table} has players")
        table.broken = True

    def _redrawn(self, event: Redrawn) -> None:
        self._status("running")
        _require(all([table.hand is None for table in self.open_tables()]), "a table plays a hand")
        self._require_all_once(event.tables)
        for table in self.open_tables():
            table.broken = True
        for player in self.alive():
            player.table, player.seat, player.move = 0, -1, 0
        self._take_tables(event.tables)

    def _paused(self, event: Paused) -> None:
        self._status("running")
        _require(not self.paused, "the tournament is paused already")
        self.paused = True
        if self.clock.running:
            self._tick(Pause(event.at))

    def _resumed(self, event: Resumed) -> None:
        self._status("running")
        _require(self.paused, "the tournament is not paused")
        self.paused = False
        if not self.calling:
            self._tick(Resume(event.at))

    def _clocked(self, event: Clocked) -> None:
        self._status("running")
        self._tick(event.change)

    def _disqualified(self, event: Disqualified) -> None:
        self._status("running")
        player = self.player(event.player)
        _require(not player.out and not player.mine.barred, f"{event.player} is out already")
        player.mine, player.offered = structs.replace(player.mine, barred=True), 0
        if self.hand_of(player) is None:
            self._take_chips(player)

    def _forfeited(self, event: Forfeited) -> None:
        self._status("running")
        player = self.player(event.player)
        _require(player.stack == event.chips > 0, f"{event.player} does not have {event.chips} chips")
        self._between_hands(player)
        self._take_chips(player)

    def _noted(self, event: Noted) -> None:
        self.notes.append(event)

    def _proposed(self, event: Proposed) -> None:
        self._status("running")
        _require(self.proposal is None, "another deal is proposed")
        self.proposal = Proposal(event)

    def _figured(self, event: Figured) -> None:
        proposal = self.proposal
        _require(proposal is not None and proposal.figured is None, "no deal waits for its amounts")
        assert proposal is not None
        proposal.figured = event
        proposal.yes = {proposal.event.by}

    def _answered(self, event: Answered) -> None:
        proposal = self.proposal
        asked = proposal is not None and proposal.figured is not None and event.player in proposal.figured.amounts
        _require(asked, f"{event.player} is not asked")
        assert proposal is not None
        if event.yes:
            proposal.yes.add(event.player)
        else:
            proposal.refused = True

    def _lapsed(self, _: Lapsed) -> None:
        _require(self.proposal is not None, "no deal is proposed")
        self.proposal = None

    def _agreed(self, event: Agreed) -> None:
        proposal = self.proposal
        _require(proposal is not None and proposal.yes == set(event.amounts), "somebody has not agreed")
        self.agreed, self.proposal = event, None

    def _finished(self, event: Finished) -> None:
        self._status("running")
        self.status = "finished"
        self.won = dict(event.prizes)

    # Parts of events -------------------------------------------------------------------------------------

    def _tick(self, change: Change) -> None:
        try:
            self.clock = clock.after(self.announced.structure, self.clock, change)
        except ValueError as error:
            raise Impossible(str(error)) from None

    def _require_all_once(self, tables: tuple[Row, ...]) -> None:
        drawn = sorted([player for row in tables for player in row if player is not None])
        _require(drawn == sorted([player.id for player in self.alive()]), "the draw is not of all players, once each")

    def _take_tables(self, tables: tuple[Row, ...]) -> None:
        for row in tables:
            number = len(self.tables) + 1
            self.tables[number] = Table(number, list(row))
            for seat, id in enumerate(row):
                if id is not None:
                    player = self.players[id]
                    player.table, player.seat = number, seat
        self.drawn_for = len(tables)

    def _sit(self, player: Player, table: Table, seat: int) -> None:
        table.seats[seat] = player.id
        player.table, player.seat = table.number, seat

    def _stand_up(self, player: Player) -> None:
        if player.table:
            table = self.tables[player.table]
            table.seats[player.seat] = None
            if player.id in table.busts:
                table.busts.remove(player.id)
        player.table, player.seat = 0, -1

    def _count(self, **more: int) -> None:
        """Add to what the tournament has had."""
        counts = {name: getattr(self.field, name) + number for name, number in more.items()}
        self.field = structs.replace(self.field, **counts)

    def _give_stack(self, player: Player) -> None:
        player.stack = self.announced.structure.starting_stack

    def _take_chips(self, player: Player) -> None:
        self._count(forfeited=player.stack)
        player.stack = 0
        if player.table and player.id not in (busts := self.tables[player.table].busts):
            busts.append(player.id)

    def _between_hands(self, player: Player) -> None:
        _require(self.hand_of(player) is None, f"{player.id} plays a hand")

    def _ends(self, number: int, hand: int) -> Table:
        self._status("running")
        table = self.table(number)
        _require(table.hand is not None and table.hand.hand == hand, f"table {number} does not play hand {hand}")
        return table


_APPLY = {
    Announced: Tournament._announced,
    Registered: Tournament._registered,
    Withdrawn: Tournament._withdrawn,
    Cancelled: Tournament._cancelled,
    Started: Tournament._started,
    Seated: Tournament._seated,
    Reentered: Tournament._reentered,
    Rebought: Tournament._rebought,
    AddedOn: Tournament._added_on,
    Offered: Tournament._offered,
    Declined: Tournament._declined,
    RegistrationClosed: Tournament._registration_closed,
    Dealt: Tournament._dealt,
    Picked: Tournament._picked,
    Played: Tournament._played,
    Voided: Tournament._voided,
    Out: Tournament._out,
    RoundCalled: Tournament._round_called,
    RoundBegan: Tournament._round_began,
    RoundsOver: Tournament._rounds_over,
    Departed: Tournament._departed,
    Arrived: Tournament._arrived,
    Broken: Tournament._broken,
    Redrawn: Tournament._redrawn,
    Paused: Tournament._paused,
    Resumed: Tournament._resumed,
    Clocked: Tournament._clocked,
    Disqualified: Tournament._disqualified,
    Forfeited: Tournament._forfeited,
    Noted: Tournament._noted,
    Proposed: Tournament._proposed,
    Figured: Tournament._figured,
    Answered: Tournament._answered,
    Lapsed: Tournament._lapsed,
    Agreed: Tournament._agreed,
    Finished: Tournament._finished,
}


def _require(holds: bool, otherwise: str) -> None:
    if not holds:
        raise Impossible(otherwise)
