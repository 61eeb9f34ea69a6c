"""Hands, players who are out, and hand-for-hand: what these events change in the state (T2, T6)."""

from msgspec import structs

from standpat.tournament.clock import MINUTE, Advance, Resume
from standpat.tournament.eliminations import compared
from standpat.tournament.events import Dealt, Out, Picked, Played, RoundBegan, RoundCalled, RoundsOver, Voided
from standpat.tournament.fold.parts import (
    between_hands,
    ends,
    entrant,
    open_table,
    require,
    stand_still,
    stand_up,
    status,
    take_chips,
    tick,
)
from standpat.tournament.positions import Positions
from standpat.tournament.state import Tournament


def dealt(t: Tournament, event: Dealt) -> None:
    """Begin a hand."""
    status(t, "running")
    table = open_table(t, event.table)
    require(table.hand is None, f"table {event.table} plays hand {table.hands}")
    require(event.hand == table.hands + 1, f"hand {event.hand} is not the next of table {event.table}")
    require(len(event.seats) > 1, "a hand has at least two players")
    for seat, id, stack in zip(event.seats, event.players, event.stacks, strict=True):
        require(table.seats[seat] == id and entrant(t, id).stack == stack > 0, f"{id} is not there with {stack}")
    table.hand, table.hands = event, event.hand
    table.last = Positions(event.button, event.small, event.big, event.marker)
    table.owes, table.place = False, event.place
    for id in event.players:
        t.players[id].declined = False


def picked(t: Tournament, event: Picked) -> None:
    """Keep the choice of the next game."""
    table = open_table(t, event.table)
    require(table.place.chooser == event.player, f"{event.player} may not pick")
    require(0 <= event.game < len(t.announced.structure.games), f"there is no game {event.game}")
    table.place = structs.replace(table.place, chosen=event.game)


def played(t: Tournament, event: Played) -> None:
    """End a hand with these stacks; who has none waits for their fate."""
    table = ends(t, event.table, event.hand)
    hand = table.hand
    assert hand is not None
    require(len(event.stacks) == len(hand.stacks) and min(event.stacks) >= 0, "a stack is missing or negative")
    require(sum(event.stacks) == sum(hand.stacks), f"hand {event.hand} of table {event.table} lost chips")
    table.hand = None
    for id, ms in event.spent.items():
        entrant(t, id).spent += ms
    for id in event.took:
        entrant(t, id).took = True
    for id, stack in zip(hand.players, event.stacks, strict=True):
        player = t.players[id]
        player.stack, player.began = stack, compared(hand, id, t.announced.structure, t.announced.options)
        if player.mine.barred:
            take_chips(t, player)
        elif not stack:
            table.busts.append(id)


def voided(t: Tournament, event: Voided) -> None:
    """End a hand that does not count."""
    table = ends(t, event.table, event.hand)
    hand, table.hand = table.hand, None
    assert hand is not None
    for id in hand.players:
        if t.players[id].mine.barred:
            take_chips(t, t.players[id])


def out(t: Tournament, event: Out) -> None:
    """Take players out of their seats for good."""
    status(t, "running")
    for id in event.players:
        player = entrant(t, id)
        require(not player.out and not player.stack, f"{id} is out already, or has chips")
        between_hands(t, player)
    for id in event.players:
        player = t.players[id]
        stand_up(t, player)
        player.mine, player.offered = structs.replace(player.mine, out=True), 0
    t.outs.append(event.players)
    t.left -= len(event.players)


def round_called(t: Tournament, event: RoundCalled) -> None:
    """Announce hand-for-hand; the clock stops, but not within a break."""
    status(t, "running")
    require(not t.calling, "hand-for-hand is on already")
    stand_still(t, event.at)
    t.calling = True
    if t.clock.rest and not t.paused:
        tick(t, Resume(event.at))


def round_began(t: Tournament, event: RoundBegan) -> None:
    """Every table that can owes a hand; the clock advances by a round (T6.2)."""
    require(t.calling and event.number == t.round + 1, f"round {event.number} is not the next")
    require(all([table.hand is None for table in t.open_tables()]), "a table plays a hand")
    t.round = event.number
    for table in t.open_tables():
        table.owes = t.can_deal(table)
    stand_still(t, event.at)
    tick(t, Advance(event.at, t.announced.options.h4h_minutes * MINUTE))
    if t.clock.rest:  # a break that falls into the rounds passes now
        tick(t, Resume(event.at))


def rounds_over(t: Tournament, event: RoundsOver) -> None:
    """End hand-for-hand; the clock goes on."""
    require(t.calling, "hand-for-hand is not on")
    stand_still(t, event.at)
    if not t.paused:
        tick(t, Resume(event.at))
    t.calling = False
